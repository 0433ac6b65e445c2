//! Where a path leads that is to be written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// More links than this one after the other are taken for a ring.
const MOST_LINKS: usize = 40;

/// Where a path leads: two paths with the same place are the same file. Links are followed, also those to a file that does not
/// exist yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A file that this process has open, by a name such as `/dev/stdout` or `/dev/fd/3`.
    Open(PathBuf),
    /// A path without links.
    Path(PathBuf),
}

impl Place {
    /// Follows a path. Where its folder does not exist, the path itself is the place.
    ///
    /// # Errors
    /// If links lead in a ring, or a folder on the way cannot be read.
    pub fn of(path: &Path) -> io::Result<Place> {
        let open_files = fs::canonicalize("/dev/fd").ok();
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            let Some(name) = path.file_name() else { return fs::canonicalize(&path).map(Place::Path) };
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = match fs::canonicalize(folder.unwrap_or(Path::new("."))) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Place::Path(path)),
                folder => folder?,
            };
            let place = folder.join(name);
            if place == Path::new("/dev/stdout") {
                // Known by its name: where /dev can be written, a plain file may stand there by mistake.
                path = PathBuf::from("/dev/fd/1");
                continue;
            }
            if Some(&folder) == open_files.as_ref() {
                return Ok(Place::Open(place));
            }
            match fs::read_link(&place) {
                Ok(target) => path = folder.join(target),
                Err(_) => return Ok(Place::Path(place)),
            }
        }
        Err(io::Error::other("its links lead in a ring"))
    }

    /// Standard output.
    #[must_use]
    pub fn stdout() -> Place {
        Place::Open(PathBuf::from("/dev/fd/1"))
    }

    /// Whether this is standard output.
    #[must_use]
    pub fn is_stdout(&self) -> bool {
        matches!(self, Place::Open(path) if path.ends_with("1"))
    }

    /// The path of the place.
    #[must_use]
    pub fn path(&self) -> &Path {
        let (Place::Open(path) | Place::Path(path)) = self;
        path
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn every_spelling_and_every_link_leads_to_the_same_place() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("in")).unwrap();
        symlink("x", at("link")).unwrap();
        symlink("link", at("link2")).unwrap();
        symlink("in", at("also")).unwrap();
        symlink("../x", at("in/out")).unwrap();
        let x = Place::of(&at("x")).unwrap();
        for exists in [false, true] {
            for name in ["./x", "link", "link2", "in/../x", "also/out", "in/./out"] {
                assert_eq!(Place::of(&at(name)).unwrap(), x, "{name}, {exists}");
            }
            assert_ne!(Place::of(&at("in/x")).unwrap(), x);
            fs::write(at("link2"), "now it is there").unwrap();
        }
        symlink("ring", at("ring")).unwrap();
        assert!(Place::of(&at("ring")).is_err());
    }

    #[test]
    fn standard_output_has_many_names() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        symlink("/dev/stdout", &link).unwrap();
        for name in [Path::new("/dev/stdout"), Path::new("/dev/fd/1"), Path::new("/dev/../dev/fd/1"), &link] {
            assert!(Place::of(name).unwrap().is_stdout(), "{}", name.display());
        }
        for name in ["/dev/fd/2", "/dev/stderr", "/dev/null", "1", "stdout"] {
            assert!(!Place::of(Path::new(name)).unwrap().is_stdout(), "{name}");
        }
    }
}
