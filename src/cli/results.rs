//! The files in the result folder, from the evidence.

use std::fs;
use std::path::Path;

use crate::bounds::Bounds;
use crate::paper::computed::section7::LISTED_SIDE;
use crate::paper::{Claim, Evidence, Further};
use crate::progress::{Progress, Silent};
use crate::random_play::Method;
use crate::report::plot::PlotError;
use crate::report::{AtomicFile, Table};
use crate::rules::{Ending, Rules};
use crate::search::SolvedGame;
use crate::tree_size::Tree;

use super::failure::Failure;
use super::random::RandomRow;
use super::{accuracy, bounds, ledger, nash, plots, random, tree_size};

/// What the result files follow from.
pub(super) struct Computed<'a> {
    pub evidence: &'a Evidence,
    pub claims: &'a [Claim],
    /// What takes minutes, if it was asked for.
    pub further: Option<&'a Further>,
}

type Contents = Result<Vec<u8>, Failure>;

/// How the contents of a file follow from what was computed.
type Make = fn(&Computed) -> Contents;

/// Every result file: its name, whether it is made with `--thorough` alone, and how its contents follow from what was
/// computed. They depend on nothing else: not on the time, the number of threads or the machine.
const FILES: [(&str, bool, Make); 15] = [
    ("README.md", false, |_| Ok(include_bytes!("../../results/README.md").to_vec())),
    ("table1.csv", false, |of| csv(&Table::of(bounds::columns(), table_1(of.evidence)))),
    ("table2.csv", false, |of| csv(&random::margins(&table_2(of.evidence)))),
    ("tree_size.csv", false, |of| csv(&Table::of(tree_size::columns(), tree_sizes(of.evidence)))),
    ("random.csv", false, |of| csv(&random::margins_or_signs(&random_games(of.evidence), LISTED_SIDE))),
    ("random_boards.csv", false, |of| csv(&random::games(&random_games(of.evidence)))),
    ("nash.csv", false, |of| csv(&nash::table(&of.evidence.solved, true))),
    ("accuracy.csv", false, |of| csv(&accuracy::table(&of.evidence.accuracy))),
    ("claims.csv", false, |of| csv(&ledger::table(of.claims))),
    ("tree_size.svg", false, |of| svg(plots::tree_sizes(&of.evidence.sizes.all))),
    ("random_margins.svg", false, |of| svg(plots::margins(&of.evidence.random.full))),
    ("accuracy.svg", false, |of| svg(plots::accuracies(&of.evidence.accuracy))),
    ("random_boards.svg", false, |of| svg(plots::outcomes(&of.evidence.random.larger))),
    ("first_moves.csv", true, |of| csv(&nash::table(games(of, |further| &further.first_moves), true))),
    ("nash_4x4.csv", true, |of| csv(&nash::table(games(of, |further| &further.larger), false))),
];

/// The files that are made.
fn made(thorough: bool) -> impl Iterator<Item = (&'static str, Make)> {
    FILES.into_iter().filter(move |&(_, more, _)| thorough || !more).map(|(name, _, make)| (name, make))
}

/// The names of the files that are made.
pub(super) fn names(thorough: bool) -> impl Iterator<Item = &'static str> {
    made(thorough).map(|(name, _)| name)
}

/// A result file: its name and contents.
pub(super) struct ResultFile {
    pub name: &'static str,
    pub contents: Vec<u8>,
}

/// Every result file that can be made.
pub(super) fn result_files(of: &Computed) -> Result<Vec<ResultFile>, Failure> {
    made(of.further.is_some()).map(|(name, make)| Ok(ResultFile { name, contents: make(of)? })).collect()
}

/// Games that are solved with `--thorough` alone.
fn games<'a>(of: &Computed<'a>, which: impl Fn(&'a Further) -> &'a Vec<SolvedGame>) -> &'a [SolvedGame] {
    of.further.map_or(&[], |further| which(further))
}

fn csv(table: &Table) -> Contents {
    Ok(table.to_csv(&Silent)?)
}

fn svg(plot: Result<String, PlotError>) -> Contents {
    Ok(plot?.into_bytes())
}

fn table_1(evidence: &Evidence) -> Vec<bounds::Found> {
    let sizes = evidence.sizes.table_1.iter();
    let found = sizes.map(|size| bounds::Found { bounds: Bounds::of(size), games: Some(size.games.clone()) });
    found.collect()
}

fn tree_sizes(evidence: &Evidence) -> Vec<tree_size::Row> {
    let sizes = evidence.sizes.all.iter();
    sizes.map(|size| (Tree::full(size.squares, size.pieces), Some(size.clone()))).collect()
}

/// The enumeration that the paper's Table 2 is.
fn table_2(evidence: &Evidence) -> Vec<RandomRow> {
    vec![RandomRow::exact(2, Rules::default(), Method::Enumerate, evidence.random.enumerated_3x3.clone())]
}

/// Full boards, then games to the first line.
fn random_games(evidence: &Evidence) -> Vec<RandomRow> {
    let (paper, random) = (Rules::default(), &evidence.random);
    let to_first_line = Rules { ending: Ending::FirstLine, ..paper };
    let full = random.larger.iter().map(|of| RandomRow::exact(2, paper, Method::Exact, of.clone()));
    let first_line = random.first_line.iter().map(|found| {
        RandomRow::exact(found.pieces, to_first_line, Method::Exact, found.games.distribution.clone())
    });
    full.chain(first_line).collect()
}

/// Writes every file beside its place, then puts all of them in their places: neither a full disk nor Ctrl-C leaves some of
/// them old and some new.
pub(super) fn write(folder: &Path, files: &[ResultFile], progress: &dyn Progress) -> Result<(), Failure> {
    let mut written = Vec::new();
    for file in files {
        progress.check()?;
        let place = AtomicFile::create(&folder.join(file.name)).and_then(|mut place| {
            place.write(|out| out.write_all(&file.contents))?;
            Ok(place)
        });
        let place = place.map_err(|error| Failure::BadInput(format!("--results: {error}; no file is new")));
        written.push(place?);
    }
    progress.check()?;
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
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(Failure::BadInput(format!("--results: cannot read {}: {error}", file.name)));
            }
            _ => stale.push(file.name),
        }
    }
    Ok(stale)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn the_names_are_those_of_the_committed_files() {
        let committed = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/results")).unwrap();
        let mut committed: Vec<_> = committed.map(|entry| entry.unwrap().file_name()).collect();
        committed.sort();
        let mut names: Vec<&str> = names(true).collect();
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
