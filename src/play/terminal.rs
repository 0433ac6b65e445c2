//! The terminal, which is taken over for the screen and given back, even after a panic.

use std::io;
use std::mem::ManuallyDrop;

use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
#[cfg(unix)]
use rustix::process::{Signal, kill_current_process_group};
#[cfg(unix)]
use rustix::termios::{QueueSelector, tcflush};

pub struct Screen {
    /// Never dropped, because if the terminal has gone, dropping it would print to standard error,
    /// which may have gone, too, and so panic.
    pub terminal: ManuallyDrop<DefaultTerminal>,
}

impl Screen {
    pub fn open() -> io::Result<Screen> {
        let terminal = ratatui::try_init().inspect_err(|_| give_back())?;
        let screen = Screen {
            terminal: ManuallyDrop::new(terminal),
        };
        // Release builds abort on a panic, so nothing is dropped. Ratatui's own hook, which comes
        // next, knows nothing of the mouse and the cursor.
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            report(panic);
        }));
        // Pasted text counts as typed. If an earlier program has asked the terminal to mark it,
        // crossterm would wait for the mark at its end, and ignore all keys until then.
        execute!(io::stdout(), DisableBracketedPaste, EnableMouseCapture)?;
        Ok(screen)
    }
}

#[cfg(unix)]
impl Screen {
    /// Stops the job, as Ctrl-Z does for other programs, and takes the terminal over again when it
    /// goes on.
    pub fn suspend(&mut self) -> io::Result<()> {
        give_back();
        // The whole job, because a parent such as cargo would otherwise keep the terminal.
        kill_current_process_group(Signal::TSTP)?;
        // Not `Terminal::clear`, because that asks where the cursor is, and the answer would go to
        // the thread that reads keys.
        self.terminal = ManuallyDrop::new(ratatui::try_init()?);
        execute!(io::stdout(), EnableMouseCapture)
    }

    /// Drops the input that has not become an event yet.
    pub fn drop_input(&self) -> io::Result<()> {
        Ok(tcflush(io::stdin(), QueueSelector::IFlush)?)
    }
}

#[cfg(not(unix))]
impl Screen {
    pub fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }

    pub fn drop_input(&self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn give_back() {
    let _ = execute!(io::stdout(), DisableMouseCapture, Show);
    let _ = ratatui::try_restore();
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;

    use super::Screen;

    #[test]
    #[ignore = "run by the test below, in a pseudo-terminal"]
    fn panics_on_the_screen() {
        let _screen = Screen::open().unwrap();
        panic!("on purpose");
    }

    #[test]
    fn a_panic_is_reported_on_the_terminal_given_back() {
        let (mut pty, pts) = pty_process::blocking::open().unwrap();
        let test = [
            module_path!().split_once("::").unwrap().1,
            "panics_on_the_screen",
        ]
        .join("::");
        let command = pty_process::blocking::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", &test, "--ignored", "--nocapture"])
            .env("TERM", "xterm-256color");
        let mut child = command.spawn(pts).unwrap();
        let (mut output, mut bytes) = (Vec::new(), [0; 4096]);
        // When the program has ended, reading fails on some systems.
        while let Ok(count @ 1..) = pty.read(&mut bytes) {
            output.extend_from_slice(&bytes[..count]);
        }
        assert!(!child.wait().unwrap().success());
        let output = String::from_utf8_lossy(&output);
        let place = |text: &str| {
            output
                .find(text)
                .unwrap_or_else(|| panic!("no {text:?} in {output}"))
        };
        assert!(place("\u{1b}[?1049h") < place("\u{1b}[?1049l"));
        assert!(place("\u{1b}[?1049l") < place("on purpose"));
        assert!(place("\u{1b}[?25h") < place("on purpose"));
    }
}
