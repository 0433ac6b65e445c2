//! Before a test sends a signal, it waits until the program has come far enough.

use std::io::{Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use libc::{SIGHUP, SIGINT, SIGKILL, SIGTERM};

use crate::command::{Running, Said, wait_until};

use super::{Path, command, fs, gqt3, names, wait_for};

fn program(folder: &Path, arguments: &str) -> Command {
    let mut command = command::gqt3(arguments);
    command.current_dir(folder).stdin(Stdio::piped());
    command
}

const PLAY: &str = "play --player2 human --save game";

fn start(command: &mut Command) -> Running {
    Running::spawn(command).unwrap()
}

fn wait_for_move(game: &mut Running) -> (ChildStdin, ChildStdout) {
    let (input, mut output) = (game.stdin.take().unwrap(), game.stdout.take().unwrap());
    wait_for(&mut output, "place X1");
    (input, output)
}

fn interrupted(mut program: Running) -> Said {
    program.end();
    program.said()
}

/// Reads a mask of signals: `SigCgt`, for example, has those that the program handles.
#[cfg(target_os = "linux")]
fn signals(program: &Running, mask: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", program.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(mask));
    let mask = line.and_then(|line| line.strip_prefix(':')).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap()
}

#[test]
fn one_signal_ends_a_wait_for_input() {
    let folder = tempfile::tempdir().unwrap();
    for (signal, code) in [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] {
        let mut game = start(&mut program(folder.path(), PLAY));
        let (mut input, mut output) = wait_for_move(&mut game);
        input.write_all(b"1-2\n").unwrap();
        wait_for(&mut output, "place O2");
        game.send(signal);
        interrupted(game)
            .code(code)
            .with(&["interrupted; the game so far is above"]);
        assert!(
            fs::read_to_string(folder.path().join("game"))
                .unwrap()
                .ends_with("\n1-2\n")
        );
        drop(input);
    }
    assert_eq!(names(folder.path()), ["game"]);
}

#[cfg(target_os = "linux")]
#[test]
fn one_signal_ends_a_wait_for_the_reader_of_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = std::ffi::CString::new(folder.path().join("pipe").to_str().unwrap()).unwrap();
    // SAFETY: The path ends with a zero byte.
    assert_eq!(unsafe { libc::mkfifo(pipe.as_ptr(), 0o600) }, 0);
    for arguments in [
        "nash --board 1 -o pipe",
        "nash --board 1 -v --certificate pipe",
    ] {
        let program = start(&mut program(folder.path(), arguments));
        // The program installs its handler for SIGXFSZ last.
        wait_until("signals are handled", || {
            signals(&program, "SigCgt") >> (libc::SIGXFSZ - 1) & 1 == 1
        });
        program.send(SIGINT);
        interrupted(program).code(130);
    }
    let program = start(&mut program(
        folder.path(),
        "nash --board 1 -o pipe --format csv",
    ));
    let read = fs::read_to_string(folder.path().join("pipe")).unwrap();
    assert!(read.starts_with("variant,"), "{read}");
    program.said().code(0);
}

#[test]
fn what_was_found_before_a_signal_is_written_as_a_whole() {
    let games = "interrupted; the games that were over are counted";
    for (arguments, under_way, signal, code, message) in [
        (
            "random --board 4 --method simulate --games 1000000000 -j 1",
            ", about ",
            SIGINT,
            130,
            games,
        ),
        (
            "arena --player1 random --player2 random --games 1000000000",
            ", about ",
            SIGTERM,
            143,
            games,
        ),
        (
            "nash --board 5 --pieces 3 --memory 16 --time-limit 60",
            "time limit in ",
            SIGHUP,
            129,
            "interrupted; the written intervals are proven",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("x.csv"), "old").unwrap();
        let program = program(folder.path(), &format!("{arguments} -o x.csv"));
        // The text `, about` begins the remaining time, which is shown only after the first games.
        let (mut program, mut terminal) = on_terminal(program);
        wait_for(&mut terminal, under_way);
        program.send(signal);
        wait_for(&mut terminal, message);
        assert_eq!(program.end().code(), Some(code), "{arguments}");
        let table = fs::read_to_string(folder.path().join("x.csv")).unwrap();
        assert!(table.lines().count() > 1, "{table}");
        assert!(table.ends_with('\n'), "{table}");
        assert_eq!(names(folder.path()), ["x.csv"]);
    }
}

fn on_terminal(mut program: Command) -> (Running, pty_process::blocking::Pty) {
    program.env("TERM", "xterm");
    Running::on_terminal(program, 80)
}

/// By default SIGXFSZ ends a process that writes beyond the largest file size.
#[test]
fn a_file_beyond_the_limit_of_its_size_is_an_error_and_not_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_gqt3");
    let limited =
        format!("ulimit -f 1; exec {program} tree-size --squares 1..100 --format csv -o x.csv");
    let mut shell = Command::new("sh");
    shell.args(["-c", &limited]).current_dir(folder.path());
    Said::after(&mut shell, "")
        .code(2)
        .with(&["--output: cannot write"]);
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn an_interrupted_game_that_cannot_be_saved_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let gone = folder.path().join("gone");
    fs::create_dir(&gone).unwrap();
    let mut game = start(&mut program(
        folder.path(),
        "play --player2 human --save gone/game.txt",
    ));
    let (mut input, mut output) = wait_for_move(&mut game);
    input.write_all(b"1-2 2-5\n").unwrap();
    wait_for(&mut output, "place X3");
    fs::remove_dir(&gone).unwrap();
    game.send(SIGTERM);
    interrupted(game)
        .code(143)
        .with(&["--save: cannot write 'gone/game.txt'", "the game: 1-2 2-5"]);
}

#[cfg(target_os = "linux")]
#[test]
fn signals_that_were_ignored_before_stay_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let ignoring = format!(
        "trap '' HUP INT; exec {} {PLAY}",
        env!("CARGO_BIN_EXE_gqt3")
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &ignoring]).current_dir(folder.path());
    let mut game = start(shell.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let (mut input, mut output) = wait_for_move(&mut game);
    game.send(SIGHUP);
    game.send(SIGINT);
    // Two moves, because a program that handled these signals might still answer the first.
    input.write_all(b"1-2\n").unwrap();
    wait_for(&mut output, "place O2");
    input.write_all(b"2-5 quit\n").unwrap();
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert!(rest.ends_with("\n1-2 2-5\n"), "{rest}");
    assert_eq!(game.end().code(), Some(0));
}

#[test]
fn two_signals_at_once_are_one() {
    // The command `timeout` signals the process and then its group. The game is still saved.
    let folder = tempfile::tempdir().unwrap();
    let mut game = start(&mut program(folder.path(), PLAY));
    let (mut input, mut output) = wait_for_move(&mut game);
    input.write_all(b"1-2\n").unwrap();
    wait_for(&mut output, "place O2");
    game.send(SIGTERM);
    game.send(SIGHUP);
    let code = game.end().code();
    assert!([Some(143), Some(129)].contains(&code), "{code:?}");
    assert!(
        fs::read_to_string(folder.path().join("game"))
            .unwrap()
            .ends_with("\n1-2\n")
    );
}

fn full_pipe() -> (std::io::PipeReader, std::io::PipeWriter) {
    use std::os::fd::AsRawFd;
    let (reader, writer) = std::io::pipe().unwrap();
    // SAFETY: fcntl() only changes flags of an open file.
    let set = |flags: libc::c_int| {
        assert_eq!(
            unsafe { libc::fcntl(writer.as_raw_fd(), libc::F_SETFL, flags) },
            0
        )
    };
    set(libc::O_NONBLOCK);
    let mut fill = &writer;
    for size in [4096, 1] {
        while fill.write(&vec![b'.'; size]).is_ok() {}
    }
    set(0);
    (reader, writer)
}

/// Starts a run that blocks before it writes its output, because it reports the certificate to a
/// full pipe.
fn stuck(folder: &Path) -> (Running, std::io::PipeReader) {
    fs::write(folder.join("r"), "old").unwrap();
    let (reader, writer) = full_pipe();
    let mut command = program(folder, "nash --board 1 -v --certificate c -o r");
    let program = start(command.stderr(writer));
    wait_until("the certificate is written", || folder.join("c").exists());
    (program, reader)
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_ctrl_c_ends_a_run_at_once_and_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let (mut program, _reader) = stuck(folder.path());
    // A second SIGTERM waits for a safe point like the first, but a later Ctrl-C does not.
    for signal in [SIGTERM, SIGTERM, SIGINT] {
        program.send(signal);
        // Otherwise two pending signals could arrive as one, or in another order.
        wait_until("the signal is heard", || signals(&program, "ShdPnd") == 0);
    }
    assert_eq!(program.end().code(), Some(130));
    assert_eq!(fs::read_to_string(folder.path().join("r")).unwrap(), "old");
}

#[test]
fn a_killed_run_leaves_the_old_file_and_is_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    let (mut program, _reader) = stuck(folder.path());
    program.send(SIGKILL);
    program.end();
    let output = || fs::read_to_string(folder.path().join("r")).unwrap();
    assert_eq!(output(), "old");
    gqt3(folder.path(), "nash --board 1 -o r", "").code(0);
    assert_ne!(output(), "old");
}

#[test]
fn what_lasts_shows_how_far_it_is_and_hears_ctrl_c() {
    let (mut program, mut terminal) = on_terminal(command::gqt3(
        "tree-size --squares 12 --pieces 4 --method brute-force -j 1",
    ));
    wait_for(&mut terminal, "brute force [");
    wait_for(&mut terminal, ", 2s");
    terminal.write_all(b"\x03").unwrap();
    wait_for(&mut terminal, "interrupted; nothing was written");
    assert_eq!(program.end().code(), Some(130));
}
