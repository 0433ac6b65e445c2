use std::fs;
use std::path::Path;

use same_file::{Handle, is_same_file};

use crate::report::place;

use super::failure::Failure;

pub struct Named<'a> {
    flag: &'a str,
    path: Option<&'a Path>,
    is_written: bool,
}

impl<'a> Named<'a> {
    pub fn output(flag: &'a str, path: Option<&'a Path>) -> Named<'a> {
        Named {
            flag,
            path,
            is_written: true,
        }
    }

    pub fn input(flag: &'a str, path: Option<&'a Path>) -> Named<'a> {
        Named {
            flag,
            path,
            is_written: false,
        }
    }
}

/// Refuses a file that is named twice, however it is spelled, unless both times it is only read.
///
/// Also refuses to write to `-` and, if `output` is `None`, to use another name of standard output,
/// which then gets the result.
pub fn distinct(output: Option<&Path>, files: &[Named]) -> Result<(), Failure> {
    let result = Named::output("--output", output);
    let mut before = vec![&result];
    for file @ &Named {
        flag,
        path,
        is_written,
    } in files
    {
        // As an input, `-` is standard input.
        let Some(path) = path.filter(|&path| is_written || path != Path::new("-")) else {
            continue;
        };
        let name = path.display();
        if path == Path::new("-") || output.is_none() && is_stdout(path) {
            return Err(Failure::BadInput(format!(
                "{flag} {name}: standard output is reserved for the result; name a file"
            )));
        }
        let is_other = |other: &&&Named| {
            (is_written || other.is_written) && other.path.is_some_and(|other| is_same(path, other))
        };
        if let Some(Named { flag: other, .. }) = before.iter().find(is_other) {
            let does = if is_written { "writes" } else { "reads" };
            return Err(Failure::BadInput(format!(
                "{flag} {does} {name}, which {other} uses too; name another file for one of them"
            )));
        }
        before.push(file);
    }
    Ok(())
}

/// Returns `true` if two paths lead to the same file, which need not exist yet. Only files count,
/// because several outputs may go to a device such as `/dev/null`.
fn is_same(one: &Path, other: &Path) -> bool {
    let is_file = |path: &Path| fs::metadata(path).map_or(true, |metadata| metadata.is_file());
    let same_place = || matches!((place(one), place(other)), (Ok(one), Ok(other)) if one == other);
    is_file(one) && is_file(other) && (same_place() || is_same_file(one, other).unwrap_or(false))
}

/// Returns `true` if a path names standard output or the file to which it is redirected.
pub fn is_stdout(path: &Path) -> bool {
    let handles = || Some((Handle::from_path(path).ok()?, Handle::stdout().ok()?));
    ["-", "/dev/stdout", "/dev/fd/1"]
        .map(Path::new)
        .contains(&path)
        || path.is_file() && handles().is_some_and(|(file, stdout)| file == stdout)
}

#[cfg(unix)]
pub fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo())
}

#[cfg(not(unix))]
pub fn is_pipe(_path: &Path) -> bool {
    false
}
