//! A file while it is written, beside the place where it is to be.
//!
//! What will be `x.csv` is written to `.x.csv.gqt3-partial` in the same folder. Three things are asked of that name:
//!
//! * A run that is killed leaves the file behind, and the next run with the same output must clear it away. So the name
//!   depends on the output alone.
//! * Two runs that write the same output at once must not mix. So the file is locked as long as it is written, and a
//!   run that finds it locked is refused ([`Reason::Busy`]). A file that is not locked is left over: nobody writes it,
//!   and it is removed. A lock ends with its process, however the process ends.
//! * A process that ends at once, on a second Ctrl-C, must leave nothing. So all unfinished files of a process are
//!   listed ([`remove_unfinished`]).
//!
//! Only the holder of the lock removes or renames the file. Another run may have removed it before it was locked, so
//! the holder first checks that the name still belongs to the locked file. The file is always made anew: an existing
//! file or link of this name is never opened for writing, because in a folder that everybody may write it could be
//! somebody else's. On a file system without locks all this holds but for the second point.

use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The unfinished files of this process.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The guard of [`UNFINISHED`]: while it is held, no file of this process is begun or put in its place.
pub(super) type Unfinished = MutexGuard<'static, Vec<PathBuf>>;

pub(super) fn unfinished() -> Unfinished {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every file of this process that is being written beside its place. This is for a process that ends now:
/// whichever thread begins such a file, or wants to put one in its place, waits from here on for ever.
pub fn remove_unfinished() {
    let mut unfinished = unfinished();
    for path in unfinished.drain(..) {
        // There is nobody left to tell.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(unfinished);
}

/// How often we try to make a file while other runs, which begin or end at the same moment, make and remove theirs.
const TRIES: usize = 100;

/// A locked file beside its place. Dropped, it goes away.
#[derive(Debug)]
pub(super) struct Partial {
    pub file: File,
    path: PathBuf,
    is_put: bool,
}

/// Why a file cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Reason {
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

impl Partial {
    /// Makes the file that will be `place`, with the permissions of the file that it replaces.
    pub fn create(place: &Path, permissions: Option<Permissions>) -> Result<Partial, Reason> {
        let mut name = std::ffi::OsString::from(".");
        name.push(place.file_name().unwrap_or_default());
        name.push(".gqt3-partial");
        let path = place.with_file_name(name);
        let system = |error: io::Error| Reason::Beside(path.clone(), error.to_string());
        for _ in 0..TRIES {
            let mut unfinished = unfinished();
            match new_file(&path, permissions.as_ref()) {
                Ok(file) if is_locked(&file, &path).map_err(system)? => {
                    unfinished.push(path.clone());
                    return Ok(Partial { file, path, is_put: false });
                }
                // Another run took it for left over, and removed it, before it was locked.
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    remove_left_over(&path, system)?;
                }
                Err(error) => return Err(system(error)),
            }
        }
        Err(Reason::Busy)
    }

    /// Puts the file in its place.
    pub fn put(mut self, place: &Path, unfinished: &mut Unfinished) -> io::Result<()> {
        let renamed = fs::rename(&self.path, place);
        if renamed.is_err() {
            let _ = fs::remove_file(&self.path);
        }
        unfinished.retain(|path| *path != self.path);
        self.is_put = true;
        renamed
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.is_put {
            let mut unfinished = unfinished();
            let _ = fs::remove_file(&self.path);
            unfinished.retain(|path| *path != self.path);
        }
    }
}

fn new_file(path: &Path, permissions: Option<&Permissions>) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if permissions.is_some() {
        // Until it has the permissions of the file that it replaces, others can read nothing of it.
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let file = options.open(path)?;
    if let Some(permissions) = permissions
        && let Err(error) = file.set_permissions(permissions.clone())
    {
        let _ = fs::remove_file(path);
        return Err(error);
    }
    Ok(file)
}

/// Locks a file. Whether no other run holds the lock and the path still belongs to this file.
fn is_locked(file: &File, path: &Path) -> io::Result<bool> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Ok(false),
        // There are no locks here.
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    is_same(file, path)
}

#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match fs::symlink_metadata(path) {
        Ok(found) => Ok(identity(found) == identity(file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn is_same(_file: &File, path: &Path) -> io::Result<bool> {
    fs::exists(path)
}

/// Removes a file that nobody writes any more.
fn remove_left_over(path: &Path, system: impl Fn(io::Error) -> Reason) -> Result<(), Reason> {
    let metadata = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        metadata => metadata.map_err(&system)?,
    };
    if !metadata.is_file() {
        return Err(system(io::Error::other("this is no regular file; remove it")));
    }
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file.map_err(&system)?,
    };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Err(Reason::Busy),
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    if is_same(&file, path).map_err(&system)? {
        fs::remove_file(path).map_err(&system)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<std::ffi::OsString> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_that_was_left_over_makes_room_and_one_that_is_written_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("x.csv");
        fs::write(folder.path().join(".x.csv.gqt3-partial"), "left over").unwrap();
        let partial = Partial::create(&place, None).ok().unwrap();
        assert_eq!(partial.file.metadata().unwrap().len(), 0);
        assert!(matches!(Partial::create(&place, None), Err(Reason::Busy)));
        assert_eq!(names(folder.path()), [".x.csv.gqt3-partial"]);
        partial.put(&place, &mut unfinished()).unwrap();
        assert_eq!(names(folder.path()), ["x.csv"]);
        drop(Partial::create(&place, None).ok().unwrap());
        assert_eq!(names(folder.path()), ["x.csv"]);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_left_over_file_is_neither_written_nor_removed() {
        let folder = tempfile::tempdir().unwrap();
        let victim = folder.path().join("victim");
        fs::write(&victim, "kept").unwrap();
        let link = folder.path().join(".x.gqt3-partial");
        std::os::unix::fs::symlink(&victim, &link).unwrap();
        assert!(matches!(Partial::create(&folder.path().join("x"), None), Err(Reason::Beside(..))));
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&victim).unwrap(), "kept");
    }

    /// Runs that begin at once: at every moment one of them writes, the others are refused, and nothing is left.
    #[test]
    fn of_many_at_once_one_writes() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("x");
        let writing = std::sync::atomic::AtomicUsize::new(0);
        let put = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let Ok(partial) = Partial::create(&place, None) else { continue };
                        let order = std::sync::atomic::Ordering::SeqCst;
                        assert_eq!(writing.fetch_add(1, order), 0);
                        writing.fetch_sub(1, order);
                        partial.put(&place, &mut unfinished()).unwrap();
                        put.fetch_add(1, order);
                    }
                });
            }
        });
        assert!(put.into_inner() > 0);
        assert_eq!(names(folder.path()), ["x"]);
    }
}
