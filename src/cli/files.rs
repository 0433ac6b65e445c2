//! The files of one command: a file that it writes must not be another one that it writes or reads.

use std::fs;
use std::path::Path;

use crate::report::Place;

use super::failure::Failure;

/// A file of a command, with the flag that names it.
pub struct Named<'a> {
    flag: &'a str,
    path: Option<&'a Path>,
    is_written: bool,
}

impl<'a> Named<'a> {
    /// A file that is written, if the flag is there.
    pub fn output(flag: &'a str, path: Option<&'a Path>) -> Named<'a> {
        Named { flag, path, is_written: true }
    }

    /// A file that is read, if the flag is there.
    pub fn input(flag: &'a str, path: Option<&'a Path>) -> Named<'a> {
        Named { flag, path, is_written: false }
    }
}

/// Refuses files of a command that are the same, however they are spelled, unless both are only read. `output` is where
/// `--output` says that the result goes; without it that is standard output.
///
/// # Errors
/// If two are the same; both flags are named.
pub fn distinct(output: Option<&Path>, files: &[Named]) -> Result<(), Failure> {
    let result = output.map_or_else(|| Some(Place::stdout()), place);
    let mut before = vec![("--output", result, true)];
    for Named { flag, path, is_written } in files {
        let Some(path) = path.filter(|&path| *is_written || path != Path::new("-")) else { continue };
        if path == Path::new("-") && output.is_some() {
            return Err(Failure::BadInput(format!(
                "{flag} -: standard output is for results alone; name a file"
            )));
        }
        let Some(place) = place(path) else { continue };
        let same = before.iter().find(|(_, other, written)| {
            (*is_written || *written) && other.as_ref().is_some_and(|other| *other == place)
        });
        if let Some((other, ..)) = same {
            return Err(refusal(flag, other, path, output, *is_written));
        }
        before.push((flag, Some(place), *is_written));
    }
    Ok(())
}

fn refusal(flag: &str, other: &str, path: &Path, output: Option<&Path>, is_written: bool) -> Failure {
    let name = path.display();
    let does = if is_written { "writes" } else { "reads" };
    Failure::BadInput(match (output, other) {
        (None, "--output") => format!(
            "{flag} {does} {name}, and that is standard output, to which the result goes; name another file, or one for the \
             result with --output"
        ),
        _ => format!(
            "{flag} {does} {name}, which {other} writes or reads too; name another file for one of them"
        ),
    })
}

/// Where a path leads; `None` if it is a device such as `/dev/null`, which several outputs may share, or cannot be
/// found out.
fn place(path: &Path) -> Option<Place> {
    if path == Path::new("-") {
        return Some(Place::stdout());
    }
    let place = Place::of(path).ok()?;
    if place.is_stdout() || is_stdout(place.path()) {
        return Some(Place::stdout());
    }
    (!is_device(place.path())).then_some(place)
}

/// Whether a path leads to a pipe with a name.
#[cfg(unix)]
pub fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo())
}

#[cfg(not(unix))]
pub fn is_pipe(_path: &Path) -> bool {
    false
}

#[cfg(unix)]
fn is_device(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_char_device())
}

#[cfg(not(unix))]
fn is_device(_path: &Path) -> bool {
    false
}

/// Whether standard output was redirected to a file with this path.
#[cfg(unix)]
fn is_stdout(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(stdout), Ok(found)) = (fs::metadata("/dev/fd/1"), fs::metadata(path)) else { return false };
    stdout.is_file() && (stdout.dev(), stdout.ino()) == (found.dev(), found.ino())
}

#[cfg(not(unix))]
fn is_stdout(_path: &Path) -> bool {
    false
}
