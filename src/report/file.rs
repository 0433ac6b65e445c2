//! A file that appears whole or not at all, unless its path is that of a device, a pipe or an open
//! file descriptor.
//!
//! The contents go to a temporary file in the same folder, which is renamed at the end. Create an
//! [`AtomicFile`] before a long computation, so that a path without write permission fails at once.
//! Dropping the [`AtomicFile`] before the end deletes the temporary file, but a killed process
//! leaves it behind. If two runs write to one path, the last one wins.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    Beside(NamedTempFile, PathBuf),
    /// Contents are appended, because renaming would replace the device, pipe or descriptor.
    InPlace(File),
}

impl AtomicFile {
    /// If `path` is a symbolic link, its target is replaced or created, and the link stays.
    ///
    /// # Errors
    /// Fails if `path` is empty or a directory, its folder does not exist, [`place`] fails, or
    /// writing there is refused.
    pub fn create(path: &Path) -> Result<AtomicFile, FileError> {
        let target = open(path).map_err(|source| FileError {
            path: path.to_owned(),
            source,
        })?;
        Ok(AtomicFile {
            path: path.to_owned(),
            target,
        })
    }

    /// Writes to the temporary file, or if there is none, at once to the path.
    pub fn write(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), FileError> {
        let file = match &mut self.target {
            Target::Beside(file, _) => file.as_file_mut(),
            Target::InPlace(file) => file,
        };
        let mut out = BufWriter::new(file);
        let written = write(&mut out).and_then(|()| out.flush());
        written.map_err(|source| FileError {
            path: self.path.clone(),
            source,
        })
    }

    /// Renames written files one by one.
    ///
    /// # Errors
    /// Stops at the first file that cannot be renamed, and returns the number of files before it.
    pub fn put_all(files: Vec<AtomicFile>) -> Result<(), (usize, FileError)> {
        for (done, AtomicFile { path, target }) in files.into_iter().enumerate() {
            if let Target::Beside(file, place) = target {
                file.persist(place).map_err(|refused| {
                    (
                        done,
                        FileError {
                            path,
                            source: refused.error,
                        },
                    )
                })?;
            }
        }
        Ok(())
    }

    /// Writes and renames the file.
    pub fn commit(
        mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), FileError> {
        self.write(write)?;
        AtomicFile::put_all(vec![self]).map_err(|(_, error)| error)
    }
}

fn open(path: &Path) -> io::Result<Target> {
    let is_directory = || io::Error::other("it is a directory; name a file in it");
    if path.as_os_str().is_empty() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(is_directory());
    }
    let place = place(path)?;
    let existing = fs::metadata(path).ok();
    if let Some(existing) = &existing {
        if existing.is_dir() {
            return Err(is_directory());
        }
        let file = OpenOptions::new().append(true).open(path)?;
        if !existing.is_file() || is_descriptor(path) {
            return Ok(Target::InPlace(file));
        }
    }
    let folder = place.parent().filter(|folder| folder.is_dir());
    let folder = folder.ok_or_else(|| {
        io::Error::other("its folder does not exist; create it or name another file")
    })?;
    let mut temporary = tempfile::Builder::new();
    temporary.prefix(".gqt3-");
    #[cfg(unix)]
    if existing.is_none() {
        // A new file gets the usual mode, before the umask. But a file that replaces another stays
        // private until it has the old one's permissions.
        temporary.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let temporary = temporary.tempfile_in(folder)?;
    if let Some(existing) = existing {
        temporary
            .as_file()
            .set_permissions(existing.permissions())?;
    }
    Ok(Target::Beside(temporary, place))
}

/// Returns `true` for paths such as `/dev/stdout`, `/dev/fd/3` and `/proc/self/fd/3`.
fn is_descriptor(path: &Path) -> bool {
    let folder = path
        .parent()
        .and_then(|folder| fs::canonicalize(folder).ok())
        .unwrap_or_default();
    let is_in_system = folder.starts_with("/dev") || folder.starts_with("/proc");
    folder == Path::new("/dev") || is_in_system && folder.ends_with("fd")
}

/// Resolves all links, so that every spelling of a path has the same result.
///
/// The file need not exist. If its folder does not exist either, the path stays as it is.
///
/// # Errors
/// Fails if links form a cycle, or something on the way is not a folder that can be searched.
pub fn place(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        place => return place,
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    match (
        fs::read_link(path),
        fs::canonicalize(folder),
        path.file_name(),
    ) {
        (Ok(target), ..) => place(&folder.join(target)),
        (_, Ok(folder), Some(name)) => Ok(folder.join(name)),
        _ => Ok(path.to_owned()),
    }
}

#[derive(Debug, thiserror::Error)]
#[error("cannot write '{}': {source}", path.display())]
pub struct FileError {
    path: PathBuf,
    pub source: io::Error,
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
    fn a_folder_is_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("new/");
        for path in [Path::new(""), folder.path(), &new] {
            let refused = AtomicFile::create(path).err().unwrap().to_string();
            assert!(
                refused.ends_with("it is a directory; name a file in it"),
                "{refused}"
            );
        }
        let elsewhere = AtomicFile::create(&folder.path().join("none/x.csv"))
            .err()
            .unwrap();
        assert!(elsewhere.to_string().contains("its folder does not exist"));
    }

    #[test]
    fn a_file_appears_only_when_it_is_committed_and_the_last_one_wins() {
        let folder = tempfile::tempdir().unwrap();
        // Another folder with the name of the system's folder of descriptors.
        fs::create_dir(folder.path().join("fd")).unwrap();
        let path = folder.path().join("fd/x.csv");
        let read = || fs::read_to_string(&path).unwrap();
        fs::write(&path, "old").unwrap();
        let [first, second] = [(); 2].map(|()| AtomicFile::create(&path).unwrap());
        assert_eq!(read(), "old");
        for (file, text) in [(second, "new"), (first, "newer")] {
            file.commit(|out| out.write_all(text.as_bytes())).unwrap();
            assert_eq!(read(), text);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_has_the_permissions_of_the_one_that_it_replaces_or_those_of_every_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |name: &str| {
            fs::metadata(folder.path().join(name))
                .unwrap()
                .permissions()
                .mode()
        };
        for (name, permissions) in [("old", Some(0o640)), ("new", None)] {
            let path = folder.path().join(name);
            if let Some(permissions) = permissions {
                fs::write(&path, "").unwrap();
                fs::set_permissions(&path, PermissionsExt::from_mode(permissions)).unwrap();
            }
            AtomicFile::create(&path)
                .unwrap()
                .commit(|_| Ok(()))
                .unwrap();
        }
        fs::write(folder.path().join("usual"), "").unwrap();
        assert_eq!((mode("old") & 0o777, mode("new")), (0o640, mode("usual")));
    }

    #[cfg(unix)]
    #[test]
    fn every_spelling_and_every_link_leads_to_the_same_place() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("in")).unwrap();
        symlink("x", at("link")).unwrap();
        symlink("link", at("link2")).unwrap();
        symlink("in", at("also")).unwrap();
        symlink("../x", at("in/out")).unwrap();
        let x = place(&at("x")).unwrap();
        for exists in [false, true] {
            for name in ["./x", "link", "link2", "in/../x", "also/out", "in/./out"] {
                assert_eq!(place(&at(name)).unwrap(), x, "{name}, {exists}");
            }
            assert_ne!(place(&at("in/x")).unwrap(), x);
            fs::write(at("link2"), "now it is there").unwrap();
        }
        symlink("ring", at("ring")).unwrap();
        assert!(place(&at("ring")).is_err());
    }
}
