//! The files in the result folder: their contents, how they are written, and how they are checked.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use crate::beyond::every_board::{default_table_bytes, solve_games};
use crate::engine::game::Game;
use crate::engine::rules::{CollapseChooser, Ending, Offset, Rules};
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

/// Computes the contents of a file.
type Make = fn(&Computed) -> Contents;

/// The results that the files follow from.
struct Computed<'a> {
    context: &'a Context<'a>,
    claims: &'a [Claim],
    map: Vec<map::Place>,
}

/// The result files that take seconds.
///
/// Their contents do not depend on the time, the number of threads or the machine.
const FILES: [(&str, Make); 12] = [
    ("table1.csv", |of| {
        csv(&Table::of(bounds::columns(true), table_1(of.context)?))
    }),
    ("table2.csv", |of| {
        csv(&random::margins(&table_2(of.context)?))
    }),
    ("tree_size.csv", |of| {
        csv(&Table::of(tree_size::columns(&[]), tree_sizes(of.context)?))
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
    ("beyond/map.csv", |of| csv(&map::table(&of.map))),
    ("claims.csv", |of| csv(&ledger::table(of.claims, false))),
    ("tree_size.svg", |of| {
        svg(plots::tree_sizes(of.context.tree_sizes()?))
    }),
    ("random_margins.svg", |of| {
        svg(plots::margins(of.context.full()?))
    }),
    ("beyond/map.svg", |of| svg(map::picture(&of.map))),
    ("random_boards.svg", |of| {
        svg(plots::outcomes(of.context.full()?))
    }),
];

/// The folder below the result folder for results beyond the paper.
pub(super) const BEYOND: &str = "beyond";

/// The side of the largest board whose margins are all listed in `random.csv`.
const LISTED_SIDE: usize = 8;

/// A result file with the values of some games that take minutes.
struct LongFile {
    name: &'static str,
    games: fn() -> Result<Vec<Game>, Failure>,
    options: fn(&Game) -> SolveOptions,
    first_moves: bool,
}

/// The names of the table and the plot of the players' accuracy, which `reproduce --long` writes.
const ACCURACY: [&str; 2] = ["beyond/accuracy.csv", "beyond/accuracy.svg"];

/// The result files with games that take minutes, which `reproduce --long` writes.
const LONG: [LongFile; 2] = [
    LongFile {
        name: "beyond/first_moves.csv",
        games: || games(3, 3..=5, &[Offset::Zero, Offset::One]),
        options: |game| SolveOptions {
            first_moves: true,
            ..SolveOptions::new(game)
        },
        first_moves: true,
    },
    LongFile {
        name: "beyond/nash_4x4.csv",
        games: || games(4, 1..=16, &[Offset::Zero]),
        options: within_nodes,
        first_moves: false,
    },
];

/// Returns games on one board with every collapse rule and some offsets.
///
/// The other rules are the paper's.
fn games(
    side: usize,
    pieces: impl IntoIterator<Item = usize>,
    offsets: &[Offset],
) -> Result<Vec<Game>, Failure> {
    let mut games = Vec::new();
    for pieces in pieces {
        for &collapse in CollapseChooser::ALL {
            for &offset in offsets {
                let rules = Rules {
                    collapse,
                    offset,
                    ..Rules::default()
                };
                games.push(Game::from_side(side, pieces, rules)?);
            }
        }
    }
    Ok(games)
}

/// Limits a game by nodes, which means the same on every machine.
///
/// With three pieces or more a position costs far more time, and more nodes prove nothing more.
fn within_nodes(game: &Game) -> SolveOptions {
    let nodes = if game.pieces() <= 2 {
        100_000_000
    } else {
        1_000
    };
    SolveOptions {
        table_bytes: default_table_bytes(game),
        node_limit: Some(nodes),
        ..SolveOptions::new(game)
    }
}

impl LongFile {
    /// Solves some of its games, and returns their rows.
    fn rows(&self, games: &[Game], progress: &dyn Progress) -> Result<Vec<u8>, Failure> {
        let solved = solve_games(games, self.options, progress)?;
        progress.check()?;
        csv(&nash::table(&solved, self.first_moves))
    }
}

/// Returns the names of the result files.
///
/// Includes the files that take minutes if `long`.
pub fn names(long: bool) -> impl Iterator<Item = &'static str> {
    let slow = LONG.iter().map(|file| file.name).chain(ACCURACY);
    let slow = slow.filter(move |_| long);
    FILES.iter().map(|(name, _)| *name).chain(slow)
}

/// The name and the contents of a result file.
pub(super) struct ResultFile {
    pub name: &'static str,
    pub contents: Vec<u8>,
}

/// Returns every result file that takes seconds.
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

/// Computes the result files that take minutes.
pub(super) fn long_files(progress: &dyn Progress) -> Result<Vec<ResultFile>, Failure> {
    let file = |file: &LongFile| {
        Ok(ResultFile {
            name: file.name,
            contents: file.rows(&(file.games)()?, progress)?,
        })
    };
    let accuracy = accuracy::measure(progress)?;
    let [table, plot] = ACCURACY;
    let accuracy = [
        (table, csv(&accuracy::table(&accuracy))?),
        (plot, svg(plots::accuracies(&accuracy))?),
    ];
    let accuracy = accuracy.map(|(name, contents)| Ok(ResultFile { name, contents }));
    LONG.iter().map(file).chain(accuracy).collect()
}

fn csv(table: &Table) -> Contents {
    Ok(table.to_csv(&Silent)?)
}

fn svg(plot: Result<String, PlotError>) -> Contents {
    Ok(plot?.into_bytes())
}

fn table_1(of: &Context) -> Result<Vec<bounds::BoundsRow>, Failure> {
    let found = |size: &TreeSize| bounds::BoundsRow {
        bounds: Bounds::from_size(size),
        games: Some(size.games.clone()),
    };
    Ok(of.table_1()?.iter().map(found).collect())
}

fn tree_sizes(of: &Context) -> Result<Vec<tree_size::CountedTree>, Failure> {
    let row = |size: &TreeSize| (Tree::full(size.squares, size.pieces), Some(size.clone()));
    Ok(of.tree_sizes()?.iter().map(row).collect())
}

/// Returns the paper's Table 2, by enumeration.
fn table_2(of: &Context) -> Result<Vec<RandomRow>, Failure> {
    let found = of.enumerated_3x3()?.clone();
    Ok(vec![RandomRow::exact(
        2,
        Rules::default(),
        Method::Enumerate,
        found,
    )])
}

/// Returns full boards, then games to the first line.
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

/// Writes temporary files, then moves all of them into place.
///
/// Neither a full disk nor Ctrl-C leaves some files old and some new.
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

/// Moves all files into place, or reports which are there.
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

/// Returns the files that are missing or differ.
pub(super) fn compare(folder: &Path, files: &[ResultFile]) -> Result<Vec<&'static str>, Failure> {
    let mut stale = Vec::new();
    for file in files {
        if read(folder, file.name)?.is_none_or(|contents| contents != file.contents) {
            stale.push(file.name);
        }
    }
    Ok(stale)
}

/// Reads a file, if it exists.
fn read(folder: &Path, name: &str) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(folder.join(name)) {
        Ok(contents) => Ok(Some(contents)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::BadInput(format!(
            "--results: cannot read {name}: {error}"
        ))),
    }
}

/// Returns the existing slow files that disagree with rows that take seconds.
///
/// It compares the values in `beyond/first_moves.csv`, and the 4x4 games with n of [`QUICK_ON_4X4`].
pub(super) fn disagreeing(
    folder: &Path,
    of: &Context,
    progress: &dyn Progress,
) -> Result<Vec<&'static str>, Failure> {
    let [first_moves, larger] = &LONG;
    let mut stale = Vec::new();
    if let Some(found) = read(folder, first_moves.name)? {
        let mut values = of.solved()?;
        values.retain(|solved| solved.first_moves.is_none());
        let values = csv(&nash::table(&values, true))?;
        if !(holds(&found, &values) && holds(&values, &found)) {
            stale.push(first_moves.name);
        }
    }
    if let Some(found) = read(folder, larger.name)? {
        let mut games = (larger.games)()?;
        games.retain(|game| QUICK_ON_4X4.contains(&game.pieces()));
        if !holds(&found, &larger.rows(&games, progress)?) {
            stale.push(larger.name);
        }
    }
    Ok(stale)
}

/// The n with a quick solution of the 4x4 board.
const QUICK_ON_4X4: [usize; 6] = [1, 12, 13, 14, 15, 16];

/// A row of a result file by its columns.
type Row = BTreeMap<String, String>;

/// Returns `true` if a file contains each of the expected rows.
///
/// The column `first_moves` is not compared.
fn holds(found: &[u8], expected: &[u8]) -> bool {
    let rows = |file: &[u8]| -> Result<Vec<Row>, csv::Error> {
        let mut rows = csv::Reader::from_reader(file);
        let row = |row: Result<Row, csv::Error>| {
            row.map(|mut row| {
                row.remove("first_moves");
                row
            })
        };
        rows.deserialize().map(row).collect()
    };
    match (rows(found), rows(expected)) {
        (Ok(found), Ok(expected)) => expected.iter().all(|row| found.contains(row)),
        _ => false,
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

    /// Returns the names and contents of the files in a folder.
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

    /// A progress that interrupts after some number of checks.
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

    /// Checks only which games the files contain, since computing them takes minutes.
    #[test]
    fn files_that_take_minutes_have_a_row_for_each_of_their_games() {
        for file in &LONG {
            let mut rows = csv::Reader::from_path(Path::new("results").join(file.name)).unwrap();
            let rows = rows.deserialize().map(Result::unwrap);
            let found = rows.map(|row: Row| {
                ["board", "pieces", "collapse", "offset"].map(|key| row[key].clone())
            });
            let games = (file.games)().unwrap();
            let expected = games.iter().map(|game| {
                let rules = game.rules();
                [
                    game.side().to_string(),
                    game.pieces().to_string(),
                    rules.collapse.name().to_owned(),
                    rules.offset.name().to_owned(),
                ]
            });
            assert!(found.eq(expected), "{}", file.name);
        }
    }

    #[test]
    fn files_that_take_minutes_are_compared_as_far_as_seconds_go() {
        let values = b"n,value,first_moves\n3,0,\n4,1,\n";
        let both = |found: &[u8]| holds(found, values) && holds(values, found);
        assert!(both(
            b"n,value,first_moves\n3,0,1-2 1-3\n4,1,\"1-4, 2-5\"\n"
        ));
        assert!(!both(b"n,value,first_moves\n3,0,1-2 1-3\n4,2,1-4\n"));
        assert!(!both(b"n,value,first_moves\n3,0,1-2 1-3\n"));
        assert!(!both(b"n,value,first_moves\n3,0,\n4,1,\n5,1,\n"));
        assert!(!both(b"n,worth,first_moves\n3,0,\n4,1,\n"));
        assert!(!both(b"n,value,first_moves\n3,0\n4,1,\n"), "no table");
        let some = b"n,value\n1,0\n16,2\n";
        assert!(holds(b"n,value\n1,0\n2,5\n16,2\n", some));
        assert!(holds(b"value,n\n2,16\n0,1\n", some), "by key");
        assert!(!holds(b"n,value\n1,0\n2,5\n16,1\n", some));
        assert!(!holds(b"", some));
    }
}
