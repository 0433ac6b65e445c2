//! Runs the command with arguments and checks its output.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Returns the command with arguments, which white space separates.
pub fn gqt3(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gqt3"));
    command.args(arguments.split_whitespace());
    command
}

/// Returns a function that lets a child hear or ignore SIGINT and SIGHUP, for `pre_exec`.
///
/// Background jobs and `nohup` ignore them, and programs inherit that.
#[cfg(unix)]
pub fn signals(hears: bool) -> impl FnMut() -> std::io::Result<()> + Send + Sync + 'static {
    let disposition = if hears { libc::SIG_DFL } else { libc::SIG_IGN };
    move || {
        // SAFETY: signal() is allowed between fork and exec.
        unsafe {
            libc::signal(libc::SIGINT, disposition);
            libc::signal(libc::SIGHUP, disposition);
        }
        Ok(())
    }
}

/// The exit code and the output of a command.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Said {
    /// Runs a command with this input.
    pub fn after(command: &mut Command, input: impl AsRef<[u8]>) -> Said {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let output = std::thread::scope(|scope| {
            // The output may fill its pipe before all input is read. A command that refuses its
            // arguments reads nothing.
            let input = input.as_ref().to_owned();
            scope.spawn(move || _ = stdin.write_all(&input));
            child.wait_with_output().unwrap()
        });
        Said::of(output)
    }

    /// Reads the output of a process that has ended.
    pub fn of(output: Output) -> Said {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Said {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Asserts that the exit code is `code`.
    #[track_caller]
    pub fn code(self, code: i32) -> Said {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

    /// Asserts that standard error contains all of these words.
    #[track_caller]
    pub fn with(self, words: &[&str]) -> Said {
        for word in words {
            assert!(
                self.stderr.contains(word),
                "{word} is missing: {}",
                self.stderr
            );
        }
        self
    }

    /// Asserts that standard output contains these words.
    #[track_caller]
    pub fn prints(self, words: &str) -> Said {
        assert!(
            self.stdout.contains(words),
            "{words} is missing: {}",
            self.stdout
        );
        self
    }
}

/// Runs the command with these arguments and no input.
pub fn run(arguments: &str) -> Said {
    Said::after(&mut gqt3(arguments), "")
}

/// Returns standard output of a run that must succeed.
#[track_caller]
pub fn stdout(arguments: &str) -> String {
    run(arguments).code(0).stdout
}

/// Asserts that the command refuses its arguments.
///
/// It must exit with code 2, print nothing, and report one error that contains all `words`.
#[track_caller]
pub fn refused(arguments: &str, words: &[&str]) {
    let said = run(arguments).code(2).with(words);
    assert_eq!(said.stdout, "");
    assert_eq!(said.stderr.matches("error:").count(), 1, "{}", said.stderr);
}
