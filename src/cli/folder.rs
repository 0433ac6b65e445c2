use std::fs;
use std::io;
use std::path::Path;

use crate::report::AtomicFile;
use crate::results::ResultFile;
use gqt3::support::progress::Progress;

use super::failure::Failure;

/// Writes temporary files, then moves all of them into place, so that neither a full disk nor one
/// Ctrl-C leaves some files old and some new.
pub fn write(folder: &Path, files: &[ResultFile], progress: &dyn Progress) -> Result<(), Failure> {
    let mut written = Vec::new();
    for file in files {
        progress.check()?;
        let temporary = AtomicFile::create(&folder.join(file.name))
            .and_then(|mut temporary| {
                temporary.write(|out| out.write_all(&file.contents))?;
                Ok(temporary)
            })
            .map_err(|error| Failure::BadInput(format!("--results: {error}; no file is new")))?;
        written.push(temporary);
    }
    progress.check()?;
    let names: Vec<&str> = files.iter().map(|file| file.name).collect();
    put(written, &names)
}

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

/// A file's name, and its state, one of [`STATES`].
pub type Stale = (&'static str, &'static str);

pub const STATES: [&str; 3] = ["missing", "differs", "line endings differ"];

pub fn compare(folder: &Path, files: &[ResultFile]) -> Result<Vec<Stale>, Failure> {
    let mut stale = Vec::new();
    for file in files {
        let existing = read(folder, file.name)?;
        let state = state(existing, &file.contents);
        stale.extend(state.map(|state| (file.name, state)));
    }
    Ok(stale)
}

/// Returns `None` for a file that is as it should be.
fn state(existing: Option<Vec<u8>>, contents: &[u8]) -> Option<&'static str> {
    let Some(mut existing) = existing else {
        return Some(STATES[0]);
    };
    if existing == contents {
        return None;
    }
    existing.retain(|&byte| byte != b'\r');
    Some(if existing == contents {
        STATES[2]
    } else {
        STATES[1]
    })
}

pub fn read(folder: &Path, name: &str) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(folder.join(name)) {
        Ok(contents) => Ok(Some(contents)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::BadInput(format!(
            "--results: cannot read {name}: {error}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use gqt3::support::progress::Silent;

    fn file(name: &'static str, contents: &[u8]) -> ResultFile {
        ResultFile {
            name,
            contents: contents.to_vec(),
        }
    }

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
        // A folder appears where a file must go.
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
            file("windows.csv", b"4\n5\n"),
        ];
        write(folder.path(), &files, &Silent).unwrap();
        assert_eq!(compare(folder.path(), &files).unwrap(), []);
        fs::write(folder.path().join("changed.csv"), "2\n").unwrap();
        fs::remove_file(folder.path().join("missing.csv")).unwrap();
        fs::write(folder.path().join("windows.csv"), "4\r\n5\r\n").unwrap();
        assert_eq!(
            compare(folder.path(), &files).unwrap(),
            [
                ("changed.csv", "differs"),
                ("missing.csv", "missing"),
                ("windows.csv", "line endings differ")
            ]
        );
        assert!(
            !folder.path().join("missing.csv").exists(),
            "comparing writes nothing"
        );
    }
}
