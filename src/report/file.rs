//! A file that appears whole or not at all.
//!
//! The file is opened beside its place before the computation starts, so that a path that cannot be written is
//! known at once; what is written reaches its place by a rename at the end. Dropped before that, it leaves
//! nothing behind. The name beside is `.NAME.gqt3-partial`; see `partial.rs` for runs that are killed or run at once.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::partial::{Partial, Taken, Unfinished, unfinished};
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
        let io = |source: io::Error| error(Reason::of(&source));
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
        let partial = Partial::create(place.path(), permissions).map_err(|taken| {
            error(match taken {
                Taken::Busy => Reason::Busy,
                Taken::System(beside, source) => Reason::Beside(beside, source.to_string()),
            })
        })?;
        Ok(AtomicFile { path: path.to_owned(), target: Target::Beside(partial, place.path().to_owned()) })
    }

    /// Writes the contents, which reach their place by [`AtomicFile::put`] or [`AtomicFile::put_all`].
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
        let (Target::Beside(Partial { file, .. }, _) | Target::InPlace(file)) = &mut self.target;
        let mut out = BufWriter::new(file);
        let written = write(&mut out).and_then(|()| out.flush());
        written.map_err(|source| FileError { path: self.path.clone(), reason: Reason::of(&source) })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// If that is not possible; then nothing is left behind.
    pub fn put(self) -> Result<(), FileError> {
        self.put_while(&mut unfinished())
    }

    /// Puts files that have been written in their places, one after the other. A process that is told to end at once
    /// ([`super::remove_unfinished`]) ends before the first or after the last.
    ///
    /// # Errors
    /// If one cannot be put in its place: how many have been, and why the next has not. The rest are not tried.
    pub fn put_all(files: Vec<AtomicFile>) -> Result<(), (usize, FileError)> {
        let mut unfinished = unfinished();
        let mut files = files.into_iter();
        let put = files.by_ref().enumerate();
        let put = put.map(|(done, file)| file.put_while(&mut unfinished).map_err(|error| (done, error)));
        let put = put.collect();
        // What is left removes itself, which it must be free to do.
        drop(unfinished);
        put
    }

    fn put_while(self, unfinished: &mut Unfinished) -> Result<(), FileError> {
        let AtomicFile { path, target } = self;
        let Target::Beside(partial, place) = target else { return Ok(()) };
        partial.put(&place, unfinished).map_err(|source| FileError { path, reason: Reason::of(&source) })
    }

    /// Writes the contents and puts the file in its place.
    ///
    /// # Errors
    /// If it cannot be written; then nothing is left behind.
    pub fn commit(mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
        self.write(write)?;
        self.put()
    }
}

/// A file that cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot write '{}': {reason}", path.display())]
pub struct FileError {
    path: PathBuf,
    reason: Reason,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum Reason {
    #[error("it is a directory; name a file in it")]
    Directory,
    #[error("its folder does not exist; create it or name another file")]
    NoFolder,
    #[error("another run is writing it; wait for that or name another file")]
    Busy,
    /// The file that is written first cannot be made, and why.
    #[error("no file can be made beside it, '{}': {reason}", .0.display(), reason = .1)]
    Beside(PathBuf, String),
    #[error("{0}")]
    System(String),
}

impl Reason {
    fn of(error: &io::Error) -> Reason {
        Reason::System(error.to_string())
    }
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

    #[test]
    fn a_directory_and_a_missing_folder_are_named_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let text = |path: &Path| AtomicFile::create(path).unwrap_err().to_string();
        assert!(text(folder.path()).contains("is a directory"));
        assert!(text(&folder.path().join("missing/x.csv")).contains("folder does not exist"));
    }
}
