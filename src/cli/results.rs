//! The files in the result folder: how each follows from what is computed, and whether those that are there do.

use std::fs;
use std::io;
use std::path::Path;

use crate::beyond::every_board::{default_table_bytes, solve_games};
use crate::engine::game::Game;
use crate::engine::rules::{CollapseChooser, Ending, Rules};
use crate::paper::{Claim, Context};
use crate::perfect_play::SolveOptions;
use crate::random_play::Method;
use crate::report::plot::PlotError;
use crate::report::{AtomicFile, Table};
use crate::support::progress::{Progress, Silent};
use crate::tree_size::bounds::Bounds;
use crate::tree_size::{Tree, TreeSize};

use super::failure::Failure;
use super::random::RandomRow;
use super::{accuracy, bounds, ledger, map, nash, plots, random, tree_size};

type Contents = Result<Vec<u8>, Failure>;

/// How the contents of a file follow from what is computed.
type Make = fn(&Computed) -> Contents;

/// What the files follow from.
struct Computed<'a> {
    context: &'a Context<'a>,
    claims: &'a [Claim],
    map: Vec<map::Place>,
}

/// Every result file that `gqt3 reproduce` writes. The contents depend on nothing else: not on the time, the number of
/// threads or the machine.
const FILES: [(&str, Make); 15] = [
    ("README.md", |_| {
        Ok(include_bytes!("../../results/README.md").to_vec())
    }),
    ("table1.csv", |of| {
        csv(&Table::of(bounds::columns(), table_1(of.context)?))
    }),
    ("table2.csv", |of| {
        csv(&random::margins(&table_2(of.context)?))
    }),
    ("tree_size.csv", |of| {
        csv(&Table::of(tree_size::columns(), tree_sizes(of.context)?))
    }),
    ("random.csv", |of| {
        csv(&random::margins_or_signs(
            &random_games(of.context)?,
            LISTED_SIDE,
        ))
    }),
    ("random_boards.csv", |of| {
        csv(&random::games(&random_games(of.context)?))
    }),
    ("nash.csv", |of| {
        csv(&nash::table(&of.context.solved()?, true))
    }),
    ("map.csv", |of| csv(&map::table(&of.map))),
    ("accuracy.csv", |of| {
        csv(&accuracy::table(of.context.accuracy()?))
    }),
    ("claims.csv", |of| csv(&ledger::table(of.claims))),
    ("tree_size.svg", |of| {
        svg(plots::tree_sizes(of.context.tree_sizes()?))
    }),
    ("random_margins.svg", |of| {
        svg(plots::margins(of.context.full()?))
    }),
    ("map.svg", |of| svg(map::picture(&of.map))),
    ("accuracy.svg", |of| {
        svg(plots::accuracies(of.context.accuracy()?))
    }),
    ("random_boards.svg", |of| {
        svg(plots::outcomes(of.context.full()?))
    }),
];

/// The largest board whose margins are all listed in `random.csv`.
const LISTED_SIDE: usize = 8;

/// Two files take minutes; `scripts/reproduce.sh` writes them.
const LONG: [&str; 2] = ["first_moves.csv", "nash_4x4.csv"];

/// The names of the files that `gqt3 reproduce` writes.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// A result file: its name and contents.
pub(super) struct ResultFile {
    pub name: &'static str,
    pub contents: Vec<u8>,
}

/// Every result file.
pub(super) fn result_files(
    context: &Context,
    claims: &[Claim],
) -> Result<Vec<ResultFile>, Failure> {
    let computed = Computed {
        context,
        claims,
        map: map::places(context)?,
    };
    FILES
        .into_iter()
        .map(|(name, make)| {
            Ok(ResultFile {
                name,
                contents: make(&computed)?,
            })
        })
        .collect()
}

fn csv(table: &Table) -> Contents {
    Ok(table.to_csv(&Silent)?)
}

fn svg(plot: Result<String, PlotError>) -> Contents {
    Ok(plot?.into_bytes())
}

fn table_1(of: &Context) -> Result<Vec<bounds::BoundsRow>, Failure> {
    let found = |size: &TreeSize| bounds::BoundsRow {
        bounds: Bounds::of(size),
        games: Some(size.games.clone()),
    };
    Ok(of.table_1()?.iter().map(found).collect())
}

fn tree_sizes(of: &Context) -> Result<Vec<tree_size::CountedTree>, Failure> {
    let row = |size: &TreeSize| (Tree::full(size.squares, size.pieces), Some(size.clone()));
    Ok(of.tree_sizes()?.iter().map(row).collect())
}

/// The enumeration that the paper's Table 2 is.
fn table_2(of: &Context) -> Result<Vec<RandomRow>, Failure> {
    let found = of.enumerated_3x3()?.clone();
    Ok(vec![RandomRow::exact(
        2,
        Rules::default(),
        Method::Enumerate,
        found,
    )])
}

/// Full boards, then games to the first line.
fn random_games(of: &Context) -> Result<Vec<RandomRow>, Failure> {
    let paper = Rules::default();
    let to_first_line = Rules {
        ending: Ending::FirstLine,
        ..paper
    };
    let full = of
        .full()?
        .iter()
        .map(|full| RandomRow::exact(2, paper, Method::Exact, full.clone()));
    let first_line = of.first_line()?.iter().map(|(pieces, games)| {
        RandomRow::exact(
            *pieces,
            to_first_line,
            Method::Exact,
            games.distribution.clone(),
        )
    });
    Ok(full.chain(first_line).collect())
}

/// Writes every file beside its place, then puts all of them in their places: neither a full disk nor Ctrl-C leaves some of
/// them old and some new.
pub(super) fn write(
    folder: &Path,
    files: &[ResultFile],
    progress: &dyn Progress,
) -> Result<(), Failure> {
    let mut written = Vec::new();
    for file in files {
        progress.check()?;
        let place = AtomicFile::create(&folder.join(file.name)).and_then(|mut place| {
            place.write(|out| out.write_all(&file.contents))?;
            Ok(place)
        });
        let place =
            place.map_err(|error| Failure::BadInput(format!("--results: {error}; no file is new")));
        written.push(place?);
    }
    progress.check()?;
    let names: Vec<&str> = files.iter().map(|file| file.name).collect();
    put(written, &names)
}

/// Puts all files in their places, or says which are there.
fn put(written: Vec<AtomicFile>, names: &[&str]) -> Result<(), Failure> {
    AtomicFile::put_all(written).map_err(|(done, error)| {
        let listed = |names: &[&str]| {
            if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(", ")
            }
        };
        let (new, old) = (listed(&names[..done]), listed(&names[done..]));
        Failure::BadInput(format!("--results: {error}; new: {new}; as before: {old}"))
    })
}

/// The files that are not there, or not what they should be.
pub(super) fn compare(folder: &Path, files: &[ResultFile]) -> Result<Vec<&'static str>, Failure> {
    let mut stale = Vec::new();
    for file in files {
        if read(folder, file.name)?.is_none_or(|contents| contents != file.contents) {
            stale.push(file.name);
        }
    }
    Ok(stale)
}

/// What is in a file, if it is there.
fn read(folder: &Path, name: &str) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(folder.join(name)) {
        Ok(contents) => Ok(Some(contents)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::BadInput(format!(
            "--results: cannot read {name}: {error}"
        ))),
    }
}

/// The files that take minutes, if they are there and do not agree with what is computed in seconds: the values of the
/// games whose best first moves `first_moves.csv` has, and the 4x4 board with the n of [`QUICK_ON_4X4`].
pub(super) fn disagreeing(
    folder: &Path,
    of: &Context,
    progress: &dyn Progress,
) -> Result<Vec<&'static str>, Failure> {
    let [first_moves, larger] = LONG;
    let mut stale = Vec::new();
    if let Some(found) = read(folder, first_moves)? {
        let mut values = of.solved()?;
        values.retain(|solved| solved.first_moves.is_none());
        let values = csv(&nash::table(&values, true))?;
        stale.extend((!agree_but_for_the_last_column(&found, &values)).then_some(first_moves));
    }
    if let Some(found) = read(folder, larger)? {
        let expected = csv(&nash::table(
            &solve_games(&games_on_4x4()?, limited, progress)?,
            false,
        ))?;
        progress.check()?;
        stale.extend((!holds_the_lines(&found, &expected)).then_some(larger));
    }
    Ok(stale)
}

fn agree_but_for_the_last_column(found: &[u8], expected: &[u8]) -> bool {
    let lines = |file: &[u8]| -> Vec<String> {
        let file = String::from_utf8_lossy(file);
        file.lines()
            .map(|line| {
                line.rsplit_once(',')
                    .map_or("", |(rest, _)| rest)
                    .to_owned()
            })
            .collect()
    };
    lines(found) == lines(expected)
}

/// Whether a file has these lines in this order, among others.
fn holds_the_lines(found: &[u8], expected: &[u8]) -> bool {
    let mut found = found.split(|&byte| byte == b'\n');
    expected
        .split(|&byte| byte == b'\n')
        .all(|line| found.any(|other| other == line))
}

/// The n for which the value of the 4x4 board takes no time.
const QUICK_ON_4X4: [usize; 6] = [1, 12, 13, 14, 15, 16];

fn games_on_4x4() -> Result<Vec<Game>, Failure> {
    let games = QUICK_ON_4X4.into_iter().flat_map(|pieces| {
        let rules = CollapseChooser::ALL.iter().map(|&collapse| Rules {
            collapse,
            ..Rules::default()
        });
        rules.map(move |rules| Game::of_side(4, pieces, rules))
    });
    Ok(games.collect::<Result<_, _>>()?)
}

/// A limit by nodes, as in `scripts/reproduce.sh`, which means the same on every machine.
fn limited(game: &Game) -> SolveOptions {
    SolveOptions {
        table_bytes: default_table_bytes(game),
        node_limit: Some(100_000_000),
        ..SolveOptions::of(game)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn file(name: &'static str, contents: &[u8]) -> ResultFile {
        ResultFile {
            name,
            contents: contents.to_vec(),
        }
    }

    /// What the files in a folder hold, by name.
    fn contents(folder: &Path) -> Vec<(String, String)> {
        let files = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let files = files.filter(|path| !path.is_dir() && !path.is_symlink());
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        let mut files: Vec<_> = files
            .map(|path| (name(&path), fs::read_to_string(&path).unwrap()))
            .collect();
        files.sort();
        files
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs
            .iter()
            .map(|&(name, text)| (name.to_owned(), text.to_owned()))
            .collect()
    }

    /// Ctrl-C after some number of questions whether to go on.
    struct StopAfter(AtomicUsize);

    impl Progress for StopAfter {
        fn interrupted(&self) -> bool {
            self.0
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                    left.checked_sub(1)
                })
                .is_err()
        }
    }

    #[test]
    fn ctrl_c_while_the_files_are_written_leaves_all_old_or_all_new() {
        let folder = tempfile::tempdir().unwrap();
        let new = [file("a.csv", b"new"), file("b.csv", b"new")];
        fs::write(folder.path().join("a.csv"), "old").unwrap();
        let mut questions = 0;
        while let Err(failure) = write(folder.path(), &new, &StopAfter(questions.into())) {
            assert_eq!(failure.to_string(), "interrupted; nothing was written");
            assert_eq!(
                contents(folder.path()),
                pairs(&[("a.csv", "old")]),
                "after {questions} questions"
            );
            questions += 1;
        }
        assert_eq!(
            questions, 3,
            "before each file and before they are put in their places"
        );
        assert_eq!(
            contents(folder.path()),
            pairs(&[("a.csv", "new"), ("b.csv", "new")])
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_changes_no_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.csv"), "old").unwrap();
        std::os::unix::fs::symlink("/dev/full", folder.path().join("b.csv")).unwrap();
        let new = [
            file("a.csv", b"new"),
            file("b.csv", b"new"),
            file("c.csv", b"new"),
        ];
        let failure = write(folder.path(), &new, &Silent).unwrap_err().to_string();
        assert!(
            failure.contains("b.csv") && failure.ends_with("no file is new"),
            "{failure}"
        );
        assert_eq!(contents(folder.path()), pairs(&[("a.csv", "old")]));
    }

    #[test]
    fn files_that_cannot_be_put_in_their_places_are_told_from_those_that_were() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["a.csv", "b.csv", "c.csv"];
        let write = |name| {
            let mut file = AtomicFile::create(&folder.path().join(name)).unwrap();
            file.write(|out| out.write_all(b"new")).unwrap();
            file
        };
        let written = names.map(write).into_iter().collect();
        // A folder appears where a file is to be.
        fs::create_dir(folder.path().join("b.csv")).unwrap();
        let failure = put(written, &names).unwrap_err().to_string();
        assert!(
            failure.ends_with("; new: a.csv; as before: b.csv, c.csv"),
            "{failure}"
        );
        assert_eq!(contents(folder.path()), pairs(&[("a.csv", "new")]));
    }

    #[test]
    fn files_that_differ_or_are_missing_are_stale() {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            file("same.csv", b"1"),
            file("changed.csv", b"2"),
            file("missing.csv", b"3"),
        ];
        write(folder.path(), &files, &Silent).unwrap();
        assert_eq!(compare(folder.path(), &files).unwrap(), [""; 0]);
        fs::write(folder.path().join("changed.csv"), "2\n").unwrap();
        fs::remove_file(folder.path().join("missing.csv")).unwrap();
        assert_eq!(
            compare(folder.path(), &files).unwrap(),
            ["changed.csv", "missing.csv"]
        );
        assert!(
            !folder.path().join("missing.csv").exists(),
            "comparing writes nothing"
        );
    }

    #[test]
    fn files_that_take_minutes_are_compared_as_far_as_seconds_go() {
        let values = b"n,value,first_moves\n3,0,\n4,1,\n";
        assert!(agree_but_for_the_last_column(
            b"n,value,first_moves\n3,0,1-2 1-3\n4,1,1-4\n",
            values
        ));
        assert!(!agree_but_for_the_last_column(
            b"n,value,first_moves\n3,0,1-2 1-3\n4,2,1-4\n",
            values
        ));
        assert!(!agree_but_for_the_last_column(
            b"n,value,first_moves\n3,0,1-2 1-3\n",
            values
        ));
        assert!(holds_the_lines(
            b"n,value\n1,0\n2,5\n16,2\n",
            b"n,value\n1,0\n16,2\n"
        ));
        assert!(!holds_the_lines(
            b"n,value\n1,0\n2,5\n16,1\n",
            b"n,value\n1,0\n16,2\n"
        ));
        assert!(!holds_the_lines(b"", b"n,value\n1,0\n16,2\n"));
    }
}
