//! The command, run with some arguments, and what it says.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The command with some arguments, which white space separates.
pub fn gqt3(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gqt3"));
    command.args(arguments.split_whitespace());
    command
}

/// What a command did.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Said {
    /// By a command that reads this.
    pub fn after(command: &mut Command, input: impl AsRef<[u8]>) -> Said {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let output = std::thread::scope(|scope| {
            // Answers may fill their pipe before all is read, and a command that is refused reads nothing.
            let input = input.as_ref().to_owned();
            scope.spawn(move || _ = stdin.write_all(&input));
            child.wait_with_output().unwrap()
        });
        Said::of(output)
    }

    /// By a process that has ended.
    pub fn of(output: Output) -> Said {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Said {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Makes sure that it ended with this exit code.
    #[track_caller]
    pub fn code(self, code: i32) -> Said {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

    /// Makes sure that all of these words stand in what it said on standard error.
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

    /// Makes sure that this stands in what it printed.
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

/// What it does with these arguments and nothing to read.
pub fn run(arguments: &str) -> Said {
    Said::after(&mut gqt3(arguments), "")
}

/// What it prints where it succeeds.
#[track_caller]
pub fn stdout(arguments: &str) -> String {
    run(arguments).code(0).stdout
}

/// Makes sure that it is refused with exit code 2, nothing on standard output and one error with every one of `words`.
#[track_caller]
pub fn refused(arguments: &str, words: &[&str]) {
    let said = run(arguments).code(2).with(words);
    assert_eq!(said.stdout, "");
    assert_eq!(said.stderr.matches("error:").count(), 1, "{}", said.stderr);
}
