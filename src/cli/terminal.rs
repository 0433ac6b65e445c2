//! The terminal: taken over for the screen, and given back whatever happens.

use std::io::{self, Stdout};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// Whether the terminal is taken over.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Once, a hook is set that gives the terminal back before a panic is reported. Release builds abort on a panic, so
/// that nothing is dropped.
static ON_PANIC: Once = Once::new();

/// The terminal while it is taken over.
pub struct Screen {
    /// Never dropped: if the terminal has gone, it would complain on standard error when it is dropped, and panic
    /// because standard error has gone, too.
    pub terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    /// Whether the program was put to sleep, by Ctrl-Z or by another program, and goes on.
    awakened: Arc<AtomicBool>,
}

impl Screen {
    pub fn open() -> io::Result<Screen> {
        ON_PANIC.call_once(|| {
            let report = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                give_back();
                report(panic);
            }));
        });
        let awakened = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGCONT, Arc::clone(&awakened))?;
        let taken = take_over().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        if taken.is_err() {
            give_back();
        }
        taken.map(|terminal| Screen { terminal: ManuallyDrop::new(terminal), awakened })
    }

    /// Gives the terminal back to the shell and stops, as programs do on Ctrl-Z, until the shell lets the program go on.
    pub fn sleep(&self) -> io::Result<()> {
        #[cfg(unix)]
        {
            give_back();
            signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
            self.awakened.store(true, Ordering::SeqCst);
        }
        Ok(())
    }

    /// Takes the terminal over again after a sleep.
    pub fn wake(&mut self) -> io::Result<()> {
        if self.awakened.swap(false, Ordering::SeqCst) {
            // The shell has changed how keys are read, and written on the screen.
            give_back();
            take_over()?;
            // A new one draws everything. Clearing the old one would ask the terminal where the cursor is, and wait for the thread that
            // reads keys to hear the answer.
            self.terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(io::stdout()))?);
        }
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take_over() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    // What is pasted shall count as typed, even if a program before has asked the terminal to mark it: crossterm waits for
    // the mark at its end, and is deaf to all keys until then.
    execute!(io::stdout(), EnterAlternateScreen, DisableBracketedPaste, EnableMouseCapture, Hide)
}

/// Gives the terminal back, if it is taken over. What fails here has no better place to be told.
pub fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Whether the terminal is taken over: then nothing else may write to it.
pub fn is_taken() -> bool {
    TAKEN.load(Ordering::SeqCst)
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
        let test = [module_path!().split_once("::").unwrap().1, "panics_on_the_screen"].join("::");
        let command = pty_process::blocking::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", &test, "--ignored", "--nocapture"])
            .env("TERM", "xterm-256color");
        let mut child = command.spawn(pts).unwrap();
        let (mut output, mut bytes) = (Vec::new(), [0; 4096]);
        // The other end is closed when the program ends: an error on some systems, the end on others.
        while let Ok(count @ 1..) = pty.read(&mut bytes) {
            output.extend_from_slice(&bytes[..count]);
        }
        assert!(!child.wait().unwrap().success());
        let output = String::from_utf8_lossy(&output);
        let place = |text: &str| output.find(text).unwrap_or_else(|| panic!("no {text:?} in {output}"));
        assert!(place("\u{1b}[?1049h") < place("\u{1b}[?1049l"));
        assert!(place("\u{1b}[?1049l") < place("on purpose"));
        assert!(place("\u{1b}[?25h") < place("on purpose"));
    }
}
