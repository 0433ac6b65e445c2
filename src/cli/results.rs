//! The files in the result folder, from the evidence.

use std::fs;
use std::path::Path;

use gqt3::bounds::Bounds;
use gqt3::paper::Evidence;
use gqt3::paper::computed::section7::{FirstLine, LISTED_SIDE};
use gqt3::progress::Progress;
use gqt3::random_play::EarlyGames;
use gqt3::report::{AtomicFile, Table};
use gqt3::rules::{Ending, Rules, Variant};
use gqt3::search::SolvedGame;

use super::failure::{Failure, NOTHING_WRITTEN};
use super::{arena, bounds, nash, plots, random, tree_size};

/// What stands in the folder beside the tables.
const README: &str = include_str!("results_readme.md");

/// The names of [`result_files`].
pub(super) const NAMES: [&str; 13] = [
    "README.md",
    "table1.csv",
    "table2.csv",
    "tree_size.csv",
    "random.csv",
    "random_boards.csv",
    "nash.csv",
    "accuracy.csv",
    "claims.csv",
    "tree_size.svg",
    "random_margins.svg",
    "accuracy.svg",
    "random_boards.svg",
];

/// The name of [`first_moves`].
pub(super) const FIRST_MOVES: &str = "first_moves.csv";

/// A result file: its name and contents.
pub(super) struct ResultFile {
    pub name: &'static str,
    pub contents: Vec<u8>,
}

impl ResultFile {
    fn of(name: &'static str, table: &Table) -> Result<ResultFile, Failure> {
        let mut contents = Vec::new();
        table.write_csv(&mut contents)?;
        Ok(ResultFile { name, contents })
    }
}

/// The result file of the games whose best first moves take long.
pub(super) fn first_moves(solved: &[SolvedGame]) -> Result<ResultFile, Failure> {
    ResultFile::of(FIRST_MOVES, &nash::data(&solved_games(solved), true))
}

/// Every result file but [`first_moves`]. They depend on the evidence alone: not on time, threads or machine.
pub(super) fn result_files(evidence: &Evidence, claims: Table) -> Result<Vec<ResultFile>, Failure> {
    let paper = Rules::default();
    let tables = [
        ("table1.csv", table_1(evidence)),
        ("table2.csv", table_2(evidence, &paper)),
        ("tree_size.csv", tree_sizes(evidence)),
        ("random.csv", random_games(evidence, random::margins)),
        ("random_boards.csv", random_games(evidence, random::boards)),
        ("nash.csv", nash::data(&solved_games(&evidence.solved), true)),
        ("accuracy.csv", arena::accuracy::data(&evidence.accuracy)),
        ("claims.csv", claims),
    ];
    let mut files = vec![ResultFile { name: "README.md", contents: README.as_bytes().to_vec() }];
    for (name, table) in tables {
        files.push(ResultFile::of(name, &table)?);
    }
    let plots = [
        ("tree_size.svg", plots::tree_sizes(&evidence.sizes.all)),
        ("random_margins.svg", plots::margins(&evidence.random.full)),
        ("accuracy.svg", plots::accuracies(&evidence.accuracy)),
        ("random_boards.svg", plots::outcomes(&evidence.random.summaries)),
    ];
    for (name, plot) in plots {
        let plot = plot.map_err(|error| Failure::Incomplete(error.to_string()))?;
        files.push(ResultFile { name, contents: plot.into_bytes() });
    }
    Ok(files)
}

fn table_1(evidence: &Evidence) -> Table {
    let found: Vec<bounds::Found> = evidence
        .sizes
        .table_1
        .iter()
        .map(|size| bounds::Found {
            bounds: Bounds::new(size.squares, size.pieces),
            games: Some(size.games.clone()),
        })
        .collect();
    bounds::data(&found)
}

fn tree_sizes(evidence: &Evidence) -> Table {
    let mut table = Table::new(tree_size::columns());
    for size in &evidence.sizes.all {
        table.push(tree_size::row(size.squares, size.pieces, Some(size)));
    }
    table
}

/// The enumeration that the paper's Table 2 is.
fn table_2(evidence: &Evidence, paper: &Rules) -> Table {
    let found = evidence.random.enumerated.iter().filter(|distribution| distribution.side() == 3);
    let found: Vec<random::Found> = found.map(|of| random::Found::enumerated(of.clone())).collect();
    random::margins(&found, paper)
}

/// Full boards, the larger ones summed up.
fn full_boards(evidence: &Evidence) -> Vec<random::Found> {
    let listed = evidence.random.full.iter().map(|of| random::Found::exact(2, of.clone(), None));
    let summaries = evidence.random.summaries.iter().filter(|summary| summary.side() > LISTED_SIDE);
    listed.chain(summaries.map(|summary| random::Found::summary(summary.clone()))).collect()
}

fn first_line_games(evidence: &Evidence) -> Vec<random::Found> {
    let exact = |found: &FirstLine| {
        let EarlyGames { distribution, lengths } = found.games.clone();
        random::Found::exact(found.pieces, distribution, Some(lengths))
    };
    evidence.random.first_line.iter().map(exact).collect()
}

/// The same rows of full boards and of games to the first line.
fn random_games(evidence: &Evidence, rows: fn(&[random::Found], &Rules) -> Table) -> Table {
    let paper = Rules::default();
    let mut table = rows(&full_boards(evidence), &paper);
    let first_line = Rules { ending: Ending::FirstLine, ..paper };
    table.rows.extend(rows(&first_line_games(evidence), &first_line).rows);
    table
}

fn solved_games(solved: &[SolvedGame]) -> Vec<nash::Solved> {
    let solved = solved.iter().map(|SolvedGame { game, solution, first_moves, .. }| {
        let (board, pieces, rules) = (game.board(), game.pieces(), *game.rules());
        let game = nash::Game { variant: Variant::of(rules), board, pieces, rules };
        nash::Solved { game, solution: solution.clone(), first_moves: first_moves.clone() }
    });
    solved.collect()
}

/// Writes every file beside its place, then puts all of them in their places: neither a full disk nor Ctrl-C leaves some of
/// them old and some new.
pub(super) fn write(folder: &Path, files: &[ResultFile], progress: &dyn Progress) -> Result<(), Failure> {
    let stop = || progress.check().map_err(|_| Failure::Interrupted(NOTHING_WRITTEN));
    let mut written = Vec::new();
    for file in files {
        stop()?;
        let place = AtomicFile::create(&folder.join(file.name)).and_then(|mut place| {
            place.write(|out| out.write_all(&file.contents))?;
            Ok(place)
        });
        let place = place.map_err(|error| Failure::BadInput(format!("--results: {error}; no file is new")));
        written.push(place?);
    }
    stop()?;
    let names: Vec<&str> = files.iter().map(|file| file.name).collect();
    put(written, &names)
}

/// Puts all files in their places, or says which are there.
fn put(written: Vec<AtomicFile>, names: &[&str]) -> Result<(), Failure> {
    AtomicFile::put_all(written).map_err(|(done, error)| {
        let listed = |names: &[&str]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let (new, old) = (listed(&names[..done]), listed(&names[done..]));
        Failure::BadInput(format!("--results: {error}; new: {new}; as before: {old}"))
    })
}

/// The files that are not there, or not what they should be.
pub(super) fn compare(folder: &Path, files: &[ResultFile]) -> Result<Vec<&'static str>, Failure> {
    let mut stale = Vec::new();
    for file in files {
        match fs::read(folder.join(file.name)) {
            Ok(contents) if contents == file.contents => {}
            Ok(_) => stale.push(file.name),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => stale.push(file.name),
            Err(error) => {
                return Err(Failure::BadInput(format!("--results: cannot read {}: {error}", file.name)));
            }
        }
    }
    Ok(stale)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use gqt3::progress::Silent;

    use super::*;

    #[test]
    fn the_names_are_those_of_the_committed_files() {
        let committed = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/results")).unwrap();
        let mut committed: Vec<_> = committed.map(|entry| entry.unwrap().file_name()).collect();
        committed.sort();
        let mut names = [&NAMES[..], &[FIRST_MOVES]].concat();
        names.sort_unstable();
        assert_eq!(names, committed);
    }

    fn file(name: &'static str, contents: &[u8]) -> ResultFile {
        ResultFile { name, contents: contents.to_vec() }
    }

    /// What the files in a folder hold, by name.
    fn contents(folder: &Path) -> Vec<(String, String)> {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let files = files.filter(|path| !path.is_dir() && !path.is_symlink());
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        let mut files: Vec<_> = files.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect();
        files.sort();
        files
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect()
    }

    /// Ctrl-C after so many questions whether to go on.
    struct StopAfter(AtomicUsize);

    impl Progress for StopAfter {
        fn begin(&self, _what: &str, _steps: Option<u64>) {}
        fn advance(&self, _steps: u64) {}
        fn interrupted(&self) -> bool {
            self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_err()
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
            assert_eq!(contents(folder.path()), pairs(&[("a.csv", "old")]), "after {questions} questions");
            questions += 1;
        }
        assert_eq!(questions, 3, "before each file and before they are put in their places");
        assert_eq!(contents(folder.path()), pairs(&[("a.csv", "new"), ("b.csv", "new")]));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_changes_no_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.csv"), "old").unwrap();
        std::os::unix::fs::symlink("/dev/full", folder.path().join("b.csv")).unwrap();
        let new = [file("a.csv", b"new"), file("b.csv", b"new"), file("c.csv", b"new")];
        let failure = write(folder.path(), &new, &Silent).unwrap_err().to_string();
        assert!(failure.contains("b.csv") && failure.ends_with("no file is new"), "{failure}");
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
        assert!(failure.ends_with("; new: a.csv; as before: b.csv, c.csv"), "{failure}");
        assert_eq!(contents(folder.path()), pairs(&[("a.csv", "new")]));
    }

    #[test]
    fn files_that_differ_or_are_missing_are_stale() {
        let folder = tempfile::tempdir().unwrap();
        let files = [file("same.csv", b"1"), file("changed.csv", b"2"), file("missing.csv", b"3")];
        write(folder.path(), &files, &Silent).unwrap();
        assert_eq!(compare(folder.path(), &files).unwrap(), [""; 0]);
        fs::write(folder.path().join("changed.csv"), "2\n").unwrap();
        fs::remove_file(folder.path().join("missing.csv")).unwrap();
        assert_eq!(compare(folder.path(), &files).unwrap(), ["changed.csv", "missing.csv"]);
        assert!(!folder.path().join("missing.csv").exists(), "comparing writes nothing");
    }
}
