use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use libc::{SIGHUP, SIGINT, SIGTERM};
use pty_process::Size;
use pty_process::blocking::Pty;

use crate::command::{PATIENCE, Running, gqt3};

struct Terminal {
    pty: Pty,
    child: Running,
    output: Receiver<Vec<u8>>,
    /// Tells the reading thread to end, because it keeps the terminal open.
    closing: Arc<AtomicBool>,
    parser: vt100::Parser,
}

impl Terminal {
    fn play(arguments: &str) -> Terminal {
        let mut command = gqt3(&format!("play {arguments}"));
        command.env("TERM", "xterm-256color").env("NO_COLOR", "1");
        let (child, pty) = Running::on_terminal(command, 80);
        let (sender, output) = channel();
        let fd = std::os::fd::AsFd::as_fd(&pty).try_clone_to_owned().unwrap();
        let closing = Arc::new(AtomicBool::new(false));
        let closes = closing.clone();
        std::thread::spawn(move || {
            let mut reader = std::fs::File::from(fd);
            let mut bytes = [0; 4096];
            // When the program ends, some systems report an error, others the end.
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() || closes.load(Ordering::SeqCst) {
                    return;
                }
            }
        });
        let size = |number: u16| std::num::NonZeroU16::new(number).unwrap();
        Terminal {
            pty,
            child,
            output,
            closing,
            parser: vt100::Parser::new(size(24), size(80), 0),
        }
    }

    fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    fn text(&self) -> String {
        self.screen().contents()
    }

    #[track_caller]
    fn wait_for(&mut self, wanted: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !self.text().contains(wanted) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(_) => panic!("'{wanted}' did not come:\n{}", self.text()),
            }
        }
    }

    fn press(&mut self, keys: &str) {
        self.pty.write_all(keys.as_bytes()).unwrap();
    }

    fn end(mut self) -> (Option<i32>, String) {
        let status = self.child.end();
        while let Ok(bytes) = self.output.recv() {
            self.parser.process(&bytes);
        }
        let screen = self.parser.screen();
        assert!(
            !screen.alternate_screen() && !screen.hide_cursor(),
            "the terminal is not as it was"
        );
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        (status.code(), self.text())
    }
}

#[test]
fn a_whole_game_is_played_on_the_screen() {
    let mut terminal = Terminal::play("--player2 human");
    terminal.wait_for("X's turn: place X1 on 2 squares");
    terminal.press("12");
    terminal.wait_for("O's turn");
    terminal.press("2559");
    terminal.wait_for("X placed X3 on 5-9.");
    terminal.press("15");
    terminal.wait_for("X's turn: choose where O4 goes: 1 or 5");
    terminal.press("\x1b[C");
    terminal.wait_for("O4 on 1, way 1 of 2");
    terminal.press("\x1b[C");
    terminal.wait_for("O4 on 5, way 2 of 2");
    terminal.press("\r");
    terminal.wait_for("O4 1-5=5");
    terminal.press("3434");
    terminal.wait_for("choose where O6 goes: 3 or 4");
    terminal.press("3\r");
    terminal.wait_for("O6 3-4=3");
    terminal.press("676878");
    terminal.wait_for("choose where X9 goes: 7 or 8");
    terminal.press("7\r");
    terminal.wait_for("v review");
    terminal.press("q");
    let (code, text) = terminal.end();
    assert_eq!(code, Some(0));
    assert!(
        text.contains("1-2 2-5 5-9 1-5=5 3-4 3-4=3 6-7 6-8 7-8=7"),
        "{text}"
    );
    assert!(
        text.contains(" wins, ") || text.contains("A draw, "),
        "{text}"
    );
}

#[test]
fn the_perfect_player_answers_on_the_screen() {
    let mut terminal = Terminal::play("--level perfect --seed 1");
    terminal.wait_for("Your turn");
    terminal.press("15");
    terminal.wait_for("O placed O2");
    terminal.press("h");
    terminal.wait_for("; best: ");
    terminal.press("u");
    terminal.wait_for("Taken back");
    terminal.press("q");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn what_is_pasted_counts_as_typed() {
    let mut terminal = Terminal::play("--player2 human");
    // As if an earlier program had enabled bracketed paste.
    terminal.parser.process(b"\x1b[?2004h");
    terminal.wait_for("X's turn");
    assert!(!terminal.screen().bracketed_paste());
    terminal.press("1225\n");
    terminal.wait_for("X3 is on 5: choose 1 more square");
    terminal.press("\x087");
    terminal.wait_for("X3 is on 7: choose 1 more square");
    terminal.press("\x03");
    assert_eq!(terminal.end().0, Some(130));
}

#[test]
fn without_flags_a_game_is_chosen_first() {
    let mut terminal = Terminal::play("");
    terminal.wait_for("Versus <easy>");
    terminal.press("\x1b[D\r");
    terminal.wait_for("You are X, very-easy is O");
    terminal.press("15");
    terminal.wait_for("O placed O2");
    terminal.press("q");
    terminal.wait_for("q again leaves it");
    terminal.press("q");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn the_lesson_begins_and_is_left() {
    let mut terminal = Terminal::play("--lesson");
    terminal.wait_for("Lesson, 1 of 9");
    terminal.press("\r12");
    terminal.wait_for("Lesson, 3 of 9");
    terminal.press("\x1b");
    terminal.wait_for("Versus <easy>");
    terminal.press("q");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn ctrl_c_and_signals_give_the_terminal_back() {
    for (signal, wanted) in [
        (None, 130),
        (Some(SIGTERM), 143),
        (Some(SIGHUP), 129),
        (Some(SIGINT), 130),
    ] {
        // The computer needs long for this position.
        let mut terminal = Terminal::play("--pieces 4 --player1 perfect --player2 human");
        terminal.wait_for("thinks");
        match signal {
            None => terminal.press("\x03"),
            Some(signal) => terminal.child.send(signal),
        }
        let (code, text) = terminal.end();
        assert_eq!(code, Some(wanted), "{signal:?}");
        assert!(
            text.contains("interrupted; the game so far is above"),
            "{signal:?}: {text}"
        );
    }
}

#[test]
fn line_by_line_on_a_terminal_a_slip_is_forgiven() {
    let mut terminal = Terminal::play("--plain --player2 human");
    terminal.wait_for("> ");
    terminal.press("zz\n");
    terminal.wait_for("'zz' is no command");
    terminal.press("1-2 1-2\n");
    terminal.wait_for("=2: O2 on 2, X1 on 1");
    // Ctrl-D ends the input.
    terminal.press("\x04");
    let (code, text) = terminal.end();
    assert_eq!(code, Some(0));
    assert_eq!(text.lines().last(), Some("1-2 1-2"), "{text}");
}

#[test]
fn a_game_that_is_ended_from_outside_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let mut terminal = Terminal::play(&format!("--player2 human --save {}", path.display()));
    terminal.wait_for("X's turn");
    terminal.press("1225");
    terminal.wait_for("O placed O2");
    terminal.child.send(SIGTERM);
    assert_eq!(terminal.end().0, Some(143));
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .ends_with("\n1-2 2-5\n")
    );
}

#[test]
fn a_terminal_that_goes_away_ends_the_game_and_saves_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let mut terminal = Terminal::play(&format!("--player2 human --save {}", path.display()));
    terminal.wait_for("X's turn");
    terminal.press("12");
    terminal.wait_for("O's turn");
    terminal.closing.store(true, Ordering::SeqCst);
    // The answer to a last key ends the reading thread, so that dropping `pty` closes the terminal.
    terminal.press("?");
    let Terminal {
        pty,
        mut child,
        output,
        ..
    } = terminal;
    while output.recv().is_ok() {}
    drop(pty);
    let status = child.end();
    // A panic would have another code.
    assert!(matches!(status.code(), Some(1 | 129 | 130)), "{status}");
    assert!(std::fs::read_to_string(&path).unwrap().ends_with("\n1-2\n"));
}

#[test]
fn a_small_terminal_says_what_it_needs_and_recovers() {
    let mut terminal = Terminal::play("--player2 human");
    terminal.wait_for("X's turn");
    terminal.pty.resize(Size::new(10, 30)).unwrap();
    terminal.wait_for("too small");
    terminal.pty.resize(Size::new(24, 80)).unwrap();
    terminal.wait_for("X's turn");
    terminal.press("q");
    assert_eq!(terminal.end().0, Some(0));
}
