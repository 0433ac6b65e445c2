//! Runs commands as children that die with their tests, and checks what they print.

use std::io::{self, Write};
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// How long a test waits for what usually takes less than a second.
pub const PATIENCE: Duration = Duration::from_secs(120);

#[track_caller]
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "not in {PATIENCE:?}: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The arguments are separated by white space. The command has no input.
pub fn gqt3(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gqt3"));
    command
        .args(arguments.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A child process that dies with its test.
///
/// Dropping it while it runs, as a panic does, kills its process group. If the tests themselves are
/// killed, nothing is dropped, so on Linux the system also kills the child when the thread that
/// started it ends.
#[derive(Debug)]
pub struct Running {
    /// `None` once [`said`](Running::said) has taken it.
    child: Option<Child>,
}

impl Running {
    pub fn spawn(command: &mut Command) -> io::Result<Running> {
        #[cfg(unix)]
        {
            std::os::unix::process::CommandExt::process_group(command, 0);
            begin_well(command);
        }
        let child = Some(command.spawn()?);
        Ok(Running { child })
    }

    #[cfg(unix)]
    pub fn on_terminal(
        mut command: Command,
        columns: u16,
    ) -> (Running, pty_process::blocking::Pty) {
        let (pty, pts) = pty_process::blocking::open().unwrap();
        pty.resize(pty_process::Size::new(24, columns)).unwrap();
        begin_well(&mut command);
        // The terminal makes the child the leader of a session, and so of a process group.
        let command = pty_process::blocking::Command::from(command);
        let child = Some(command.spawn(pts).unwrap());
        (Running { child }, pty)
    }

    #[cfg(unix)]
    pub fn send(&self, signal: libc::c_int) {
        // SAFETY: kill() touches no memory. Nobody has waited for the process yet, so no other
        // process has its id.
        assert_eq!(unsafe { libc::kill(self.id().cast_signed(), signal) }, 0);
    }

    /// Waits for a command that ends soon.
    #[track_caller]
    pub fn end(&mut self) -> ExitStatus {
        let mut status = None;
        wait_until("the program ends", || {
            status = self.try_wait().unwrap();
            status.is_some()
        });
        status.unwrap()
    }

    pub fn said(mut self) -> Said {
        let child = self.child.take().expect("it runs");
        Said::of_output(child.wait_with_output().unwrap())
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        self.child.as_ref().expect("it runs")
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        self.child.as_mut().expect("it runs")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let Some(child) = &mut self.child else { return };
        if let Ok(None) = child.try_wait() {
            #[cfg(unix)]
            // SAFETY: The process still exists, and leads its group.
            unsafe {
                libc::kill(-child.id().cast_signed(), libc::SIGKILL);
            }
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Restores the child's default for SIGINT and SIGHUP, because a child inherits ignored signals: a
/// background job may ignore SIGINT, and `nohup` ignores SIGHUP.
#[cfg(unix)]
fn begin_well(command: &mut Command) {
    #[cfg(target_os = "linux")]
    let parent = std::process::id();
    let prepare = move || {
        // SAFETY: These calls are allowed between fork and exec.
        unsafe {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
            libc::signal(libc::SIGHUP, libc::SIG_DFL);
            #[cfg(target_os = "linux")]
            {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                // If the tests died before `prctl`, it has no effect.
                if libc::getppid().cast_unsigned() != parent {
                    libc::_exit(1);
                }
            }
        }
        Ok(())
    };
    // SAFETY: `prepare` allocates nothing and takes no lock.
    unsafe { std::os::unix::process::CommandExt::pre_exec(command, prepare) };
}

#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Said {
    pub fn of(command: &mut Command) -> Said {
        Running::spawn(command).unwrap().said()
    }

    pub fn after(command: &mut Command, input: impl AsRef<[u8]>) -> Said {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut running = Running::spawn(command).unwrap();
        let mut stdin = running.stdin.take().unwrap();
        std::thread::scope(|scope| {
            // A thread writes, because the output may fill its pipe before all input is read.
            // Errors do not matter, because a command that refuses its arguments reads nothing.
            let input = input.as_ref().to_owned();
            scope.spawn(move || _ = stdin.write_all(&input));
            running.said()
        })
    }

    fn of_output(output: Output) -> Said {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Said {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    #[track_caller]
    pub fn code(self, code: i32) -> Said {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

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

pub fn run(arguments: &str) -> Said {
    Said::of(&mut gqt3(arguments))
}

#[track_caller]
pub fn stdout(arguments: &str) -> String {
    run(arguments).code(0).stdout
}

/// The command must print nothing, and report one error with all `words`.
#[track_caller]
pub fn refused(arguments: &str, words: &[&str]) {
    let said = run(arguments).code(2).with(words);
    assert_eq!(said.stdout, "");
    assert_eq!(said.stderr.matches("error:").count(), 1, "{}", said.stderr);
}
