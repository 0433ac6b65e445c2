//! A file that appears whole or not at all.
//!
//! The file is opened beside its place before the computation starts, so that a path that cannot be written is
//! known at once; what is written reaches its place by a rename at the end. Dropped before that, it leaves
//! nothing behind.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file being written.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// Written beside its place, to be renamed.
    Beside(NamedTempFile),
    /// A device or pipe, which a rename would replace: written in place.
    Special(File),
}

impl AtomicFile {
    /// Opens a file to be written to `path`. What stands there stays as it is until [`AtomicFile::commit`].
    ///
    /// # Errors
    /// If `path` is a directory, its folder does not exist, or it may not be written.
    pub fn create(path: &Path) -> Result<AtomicFile, FileError> {
        let error = |reason| FileError { path: path.to_owned(), reason };
        let io = |source: io::Error| error(Reason::of(&source));
        // A link stays a link: what it points to is replaced.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let existing = match fs::metadata(&place) {
            Ok(metadata) => Some(metadata),
            Err(source) if source.kind() == io::ErrorKind::NotFound => None,
            Err(source) => return Err(io(source)),
        };
        if existing.as_ref().is_some_and(fs::Metadata::is_dir) || path.as_os_str().is_empty() {
            return Err(error(Reason::Directory));
        }
        if let Some(metadata) = &existing {
            let file = OpenOptions::new().append(true).open(&place).map_err(io)?;
            if !metadata.is_file() {
                return Ok(AtomicFile { path: place, target: Target::Special(file) });
            }
        }
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        if !folder.is_dir() {
            return Err(error(Reason::NoFolder));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".gqt3-").suffix(".partial");
        if let Some(permissions) = permissions(existing.as_ref()) {
            builder.permissions(permissions);
        }
        let file = builder.tempfile_in(folder).map_err(io)?;
        Ok(AtomicFile { path: place, target: Target::Beside(file) })
    }

    /// Where the file is written until it is committed, if that is another place.
    #[must_use]
    pub fn temporary_path(&self) -> Option<&Path> {
        match &self.target {
            Target::Beside(file) => Some(file.path()),
            Target::Special(_) => None,
        }
    }

    /// Writes the contents and puts the file in its place.
    ///
    /// # Errors
    /// If it cannot be written; then nothing is left behind.
    pub fn commit(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
        let AtomicFile { path, target } = self;
        let written = match target {
            Target::Special(file) => {
                let mut out = BufWriter::new(file);
                write(&mut out).and_then(|()| out.flush())
            }
            Target::Beside(mut file) => {
                let mut out = BufWriter::new(file.as_file_mut());
                let written = write(&mut out).and_then(|()| out.flush());
                drop(out);
                written.and_then(|()| file.persist(&path).map(drop).map_err(|error| error.error))
            }
        };
        written.map_err(|source| FileError { path, reason: Reason::of(&source) })
    }
}

/// An existing file keeps its permissions; a new one gets those of any new file.
#[cfg(unix)]
fn permissions(existing: Option<&fs::Metadata>) -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(existing.map_or_else(|| fs::Permissions::from_mode(0o666), fs::Metadata::permissions))
}

#[cfg(not(unix))]
fn permissions(_existing: Option<&fs::Metadata>) -> Option<fs::Permissions> {
    None
}

/// A file that cannot be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError {
    path: PathBuf,
    reason: Reason,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Reason {
    Directory,
    NoFolder,
    System(String),
}

impl Reason {
    fn of(error: &io::Error) -> Reason {
        Reason::System(error.to_string())
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.reason {
            Reason::Directory => write!(f, "cannot write '{path}': it is a directory; name a file in it"),
            Reason::NoFolder => {
                write!(f, "cannot write '{path}': its folder does not exist; create it or name another file")
            }
            Reason::System(reason) => write!(f, "cannot write '{path}': {reason}"),
        }
    }
}

impl std::error::Error for FileError {}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_directory_and_a_missing_folder_are_named_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let text = |path: &Path| AtomicFile::create(path).unwrap_err().to_string();
        assert!(text(folder.path()).contains("is a directory"));
        assert!(text(&folder.path().join("missing/x.csv")).contains("folder does not exist"));
    }
}
