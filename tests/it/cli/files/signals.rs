//! Effects of signals: one is enough, ignored ones stay ignored, and no partial file replaces a
//! file.
//!
//! The process that runs these tests may ignore some signals, and programs inherit this. Only
//! SIGTERM is never ignored by `nohup` or in background jobs. The other signals are sent to
//! programs that start with the default action.

use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use crate::command::signals;

use super::{Path, fs, gqt3, names, wait_for};

/// Returns a program that handles or ignores SIGINT and SIGHUP, whatever this process does.
fn program(folder: &Path, arguments: &str, hears: bool) -> Command {
    let mut command = crate::command::gqt3(arguments);
    command
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    // SAFETY: `signals` calls signal() alone.
    unsafe { command.pre_exec(signals(hears)) };
    command
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// Starts a game that waits for its first move. Standard input stays open.
fn waiting_game(folder: &Path, hears: bool) -> (Child, ChildStdin, ChildStdout) {
    let mut child = program(folder, "play --player2 human --save game", hears)
        .spawn()
        .unwrap();
    let (input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    wait_for(&mut output, "place X1");
    (child, input, output)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn one_signal_ends_a_wait_for_input() {
    let folder = tempfile::tempdir().unwrap();
    for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let (child, mut input, mut output) = waiting_game(folder.path(), true);
        input.write_all(b"1-2\n").unwrap();
        wait_for(&mut output, "place O2");
        send(signal, &child);
        let Output { status, stderr, .. } = child.wait_with_output().unwrap();
        assert_eq!(status.code(), Some(code), "{signal}");
        assert!(
            text(&stderr).contains("interrupted; the game so far is above"),
            "{signal}"
        );
        assert!(
            fs::read_to_string(folder.path().join("game"))
                .unwrap()
                .ends_with("\n1-2\n")
        );
        drop(input);
    }
    assert_eq!(names(folder.path()), ["game"]);
}

/// Checks that a signal ends a program that waits for the reader of its pipe.
#[test]
fn one_signal_ends_a_wait_for_the_reader_of_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(folder.path().join("pipe"))
            .status()
            .unwrap()
            .success()
    );
    for arguments in [
        "nash --board 1 -o pipe",
        "nash --board 1 -v --certificate pipe",
    ] {
        let child = program(folder.path(), arguments, true).spawn().unwrap();
        // Before the handler is installed, a signal ends the program without an exit code.
        std::thread::sleep(std::time::Duration::from_millis(500));
        send("-INT", &child);
        let Output { status, stderr, .. } = child.wait_with_output().unwrap();
        assert!(
            status.code().is_none_or(|code| code == 130),
            "{arguments}: {status} {}",
            text(&stderr)
        );
    }
    let child = program(folder.path(), "nash --board 1 -o pipe --format csv", true)
        .spawn()
        .unwrap();
    let read = fs::read_to_string(folder.path().join("pipe")).unwrap();
    assert!(
        read.starts_with("variant,") && child.wait_with_output().unwrap().status.success(),
        "{read}"
    );
}

/// Sends the signals when both programs have certainly finished some games.
#[test]
fn the_games_before_a_signal_are_counted() {
    let programs = [
        "random --board 4 --method simulate",
        "arena --player1 random --player2 random",
    ];
    let started = programs.map(|command| {
        let folder = tempfile::tempdir().unwrap();
        let arguments = format!("{command} --games 1000000000 -o x.csv");
        let child = program(folder.path(), &arguments, true).spawn().unwrap();
        (folder, child)
    });
    std::thread::sleep(std::time::Duration::from_secs(2));
    for (_, child) in &started {
        send("-INT", child);
    }
    for (folder, child) in started {
        let Output { status, stderr, .. } = child.wait_with_output().unwrap();
        let said = text(&stderr);
        assert_eq!(status.code(), Some(130), "{said}");
        assert!(
            said.contains("interrupted; the games that were over are counted"),
            "{said}"
        );
        let table = fs::read_to_string(folder.path().join("x.csv")).unwrap();
        assert!(table.lines().count() > 1, "{table}");
    }
}

/// Checks that a write beyond the largest file size is an error.
///
/// By default the system would end the process by a signal.
#[test]
fn a_file_beyond_the_limit_of_its_size_is_an_error_and_not_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_gqt3");
    let limited =
        format!("ulimit -f 1; exec {program} tree-size --squares 1..100 --format csv -o x.csv");
    let output = Command::new("sh")
        .args(["-c", &limited])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(
        text(&output.stderr).contains("--output: cannot write"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn an_interrupted_game_that_cannot_be_saved_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let gone = folder.path().join("gone");
    fs::create_dir(&gone).unwrap();
    let mut child = program(
        folder.path(),
        "play --player2 human --save gone/game.txt",
        true,
    )
    .spawn()
    .unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    wait_for(&mut output, "place X1");
    input.write_all(b"1-2 2-5\n").unwrap();
    wait_for(&mut output, "place X3");
    fs::remove_dir(&gone).unwrap();
    send("-TERM", &child);
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert_eq!(status.code(), Some(143));
    let said = text(&stderr);
    assert!(
        said.contains("--save: cannot write 'gone/game.txt'") && said.contains("the game: 1-2 2-5"),
        "{said}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn signals_that_were_ignored_before_stay_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let (child, mut input, mut output) = waiting_game(folder.path(), false);
    send("-HUP", &child);
    send("-INT", &child);
    // The answer shows that the program goes on. A program that handles the signals may also
    // answer.
    input.write_all(b"1-2\n").unwrap();
    wait_for(&mut output, "place O2");
    input.write_all(b"2-5 quit\n").unwrap();
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert!(rest.ends_with("\n1-2 2-5\n"), "{rest}");
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
}

#[test]
fn two_signals_at_once_are_one() {
    // The command `timeout` signals the process and its group. The game is still saved.
    let folder = tempfile::tempdir().unwrap();
    let (child, mut input, mut output) = waiting_game(folder.path(), true);
    input.write_all(b"1-2\n").unwrap();
    wait_for(&mut output, "place O2");
    let id = child.id().to_string();
    let both = format!("kill -TERM {id}; kill -HUP {id}");
    // The first may have ended the program before the second comes.
    Command::new("sh")
        .args(["-c", &both])
        .stderr(Stdio::null())
        .status()
        .unwrap();
    let code = child.wait_with_output().unwrap().status.code();
    assert!([Some(143), Some(129)].contains(&code), "{code:?}");
    assert!(
        fs::read_to_string(folder.path().join("game"))
            .unwrap()
            .ends_with("\n1-2\n")
    );
}

/// Returns the two ends of a full pipe.
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

/// Starts a run that blocks while it writes its output.
///
/// It cannot report the certificate, because nobody reads its messages.
fn stuck(folder: &Path) -> (Child, std::io::PipeReader) {
    fs::write(folder.join("r"), "old").unwrap();
    let (reader, writer) = full_pipe();
    let child = program(folder, "nash --board 1 -v --certificate c -o r", true)
        .stderr(writer)
        .spawn()
        .unwrap();
    while !folder.join("c").exists() {
        std::thread::yield_now();
    }
    (child, reader)
}

#[test]
fn a_second_ctrl_c_ends_a_run_at_once_and_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, _reader) = stuck(folder.path());
    send("-TERM", &child);
    send("-TERM", &child);
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert!(
        child.try_wait().unwrap().is_none(),
        "others than Ctrl-C wait for a safe point"
    );
    send("-INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(fs::read_to_string(folder.path().join("r")).unwrap(), "old");
}

#[test]
fn a_killed_run_leaves_the_old_file_and_is_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, _reader) = stuck(folder.path());
    send("-KILL", &child);
    child.wait().unwrap();
    let output = || fs::read_to_string(folder.path().join("r")).unwrap();
    assert_eq!(output(), "old");
    gqt3(folder.path(), "nash --board 1 -o r", "").code(0);
    assert_ne!(output(), "old");
}

#[test]
fn what_lasts_shows_how_far_it_is_and_hears_ctrl_c() {
    let (mut pty, pts) = pty_process::blocking::open().unwrap();
    pty.resize(pty_process::Size::new(24, 80)).unwrap();
    let command = pty_process::blocking::Command::new(env!("CARGO_BIN_EXE_gqt3"))
        .args("tree-size --squares 12 --pieces 4 --method brute-force".split_whitespace())
        .env("TERM", "xterm");
    // SAFETY: `signals` calls signal() alone.
    let command = unsafe { command.pre_exec(signals(true)) };
    let mut child = command.spawn(pts).unwrap();
    wait_for(&mut pty, "brute force [");
    wait_for(&mut pty, ", 2s");
    pty.write_all(b"\x03").unwrap();
    wait_for(&mut pty, "interrupted; nothing was written");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
