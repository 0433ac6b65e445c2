//! A file that appears whole or not at all.
//!
//! A file that is to be `NAME` is opened as `.NAME.gqt3-partial` in the same folder before the computation starts, so
//! that a path that cannot be written is known at once. At the end it is renamed to `NAME`. Dropped before that, it
//! leaves nothing behind. `partial.rs` says what happens if a run is killed, or if two runs write the same file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::partial::{Partial, Reason, unfinished};
use super::place::Place;

/// A file being written.
#[derive(Debug)]
pub struct AtomicFile {
    /// As it was asked for.
    path: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// Written beside its place, to be renamed.
    Beside(Partial, PathBuf),
    /// A device, a pipe or a file that is open already, which a rename would replace: written in place, at its end.
    InPlace(File),
}

impl AtomicFile {
    /// Opens a file to be written to `path`. What stands there stays as it is until [`AtomicFile::commit`]. A link stays a link:
    /// the file that it leads to is replaced, or made.
    ///
    /// # Errors
    /// If `path` is a directory, its folder does not exist, it may not be written, or another run is writing it.
    pub fn create(path: &Path) -> Result<AtomicFile, FileError> {
        let error = |reason| FileError { path: path.to_owned(), reason };
        let io = |source: io::Error| error(Reason::System(source.to_string()));
        if path.as_os_str().is_empty() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(error(Reason::Directory));
        }
        let place = Place::of(path).map_err(io)?;
        let existing = match fs::metadata(place.path()) {
            Ok(metadata) => Some(metadata),
            Err(source) if source.kind() == io::ErrorKind::NotFound => None,
            Err(source) => return Err(io(source)),
        };
        if existing.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(error(Reason::Directory));
        }
        let is_special = matches!(place, Place::Open(_)) || existing.as_ref().is_some_and(|of| !of.is_file());
        if is_special || existing.is_some() {
            let file = OpenOptions::new().append(true).open(place.path()).map_err(io)?;
            if is_special {
                return Ok(AtomicFile { path: path.to_owned(), target: Target::InPlace(file) });
            }
        }
        if !place.path().parent().is_some_and(Path::is_dir) {
            return Err(error(Reason::NoFolder));
        }
        let permissions = existing.as_ref().map(fs::Metadata::permissions);
        let partial = Partial::create(place.path(), permissions).map_err(error)?;
        Ok(AtomicFile { path: path.to_owned(), target: Target::Beside(partial, place.path().to_owned()) })
    }

    /// Writes the contents, which reach their place by [`AtomicFile::put_all`].
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
        let (Target::Beside(Partial { file, .. }, _) | Target::InPlace(file)) = &mut self.target;
        let mut out = BufWriter::new(file);
        let written = write(&mut out).and_then(|()| out.flush());
        written.map_err(|source| FileError {
            path: self.path.clone(),
            reason: Reason::System(source.to_string()),
        })
    }

    /// Puts files that have been written in their places, one after the other. A process that is told to end at once
    /// ([`super::remove_unfinished`]) ends before the first or after the last.
    ///
    /// # Errors
    /// If one cannot be put in its place: how many have been, and why the next has not. The rest are not tried.
    pub fn put_all(files: Vec<AtomicFile>) -> Result<(), (usize, FileError)> {
        let mut unfinished = unfinished();
        for (done, AtomicFile { path, target }) in files.into_iter().enumerate() {
            if let Target::Beside(partial, place) = target
                && let Err(source) = partial.put(&place, &mut unfinished)
            {
                // The other files remove themselves when they are dropped, and need the lock for that.
                drop(unfinished);
                return Err((done, FileError { path, reason: Reason::System(source.to_string()) }));
            }
        }
        Ok(())
    }

    /// Writes the contents and puts the file in its place.
    ///
    /// # Errors
    /// If it cannot be written; then nothing is left behind.
    pub fn commit(mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
        self.write(write)?;
        AtomicFile::put_all(vec![self]).map_err(|(_, error)| error)
    }
}

/// A file that cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot write '{}': {reason}", path.display())]
pub struct FileError {
    path: PathBuf,
    reason: Reason,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_or_dropped_file_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.csv");
        let entries = || fs::read_dir(folder.path()).unwrap().count();
        drop(AtomicFile::create(&path).unwrap());
        assert_eq!(entries(), 0);
        let half_way = |out: &mut dyn Write| {
            out.write_all(b"half")?;
            Err(io::Error::other("stopped"))
        };
        assert!(AtomicFile::create(&path).unwrap().commit(half_way).is_err());
        assert_eq!(entries(), 0);
    }

    #[test]
    fn a_file_appears_only_when_it_is_committed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.csv");
        fs::write(&path, "old").unwrap();
        let file = AtomicFile::create(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        file.commit(|out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }
}
