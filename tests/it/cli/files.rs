use std::fs;
use std::path::Path;

use crate::command::{self, Running, Said};

fn gqt3(folder: &Path, arguments: &str, input: impl AsRef<[u8]>) -> Said {
    Said::after(command::gqt3(arguments).current_dir(folder), input)
}

fn refused(folder: &Path, arguments: &str, words: &[&str]) {
    assert_eq!(gqt3(folder, arguments, "").code(2).with(words).stdout, "");
}

fn names(folder: &Path) -> Vec<String> {
    let name =
        |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

#[test]
fn two_outputs_in_one_place_are_refused_however_they_are_spelled() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::create_dir(at.join("in")).unwrap();
    for same in ["x", "./x", "in/../x", &at.join("x").display().to_string()] {
        refused(
            at,
            &format!("nash --board 2 --certificate x -o {same}"),
            &["--certificate", "--output"],
        );
        refused(
            at,
            &format!("play --save x -o {same}"),
            &["--save", "--output"],
        );
    }
    refused(
        at,
        "nash --board 2 --certificate - -o x",
        &["--certificate -", "name a file"],
    );
    assert_eq!(names(at), ["in"]);
    // Equal names in two folders are two files, and /dev/null may receive both outputs.
    gqt3(at, "nash --board 2 --certificate x -o z", "").code(0);
    gqt3(at, "nash --board 2 --certificate in/x -o x", "").code(0);
    if cfg!(unix) {
        gqt3(
            at,
            "nash --board 2 --certificate /dev/null -o /dev/null",
            "",
        )
        .code(0);
    }
}

#[test]
fn an_output_does_not_replace_what_the_command_reads() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("f"), "1-2 2-5").unwrap();
    refused(at, "batch f -o f", &["FILE", "--output"]);
    refused(at, "analyze --file f -o ./f", &["--file", "--output"]);
    refused(at, "play --load f -o f", &["--load", "--output"]);
    fs::create_dir(at.join("beyond")).unwrap();
    // Without --long, `reproduce` would not write this file, but it is protected, too.
    refused(
        at,
        "reproduce --results . -o beyond/accuracy.csv",
        &["--results", "--output"],
    );
    refused(
        at,
        "reproduce --check --results . -o nash.csv",
        &["--results", "--output"],
    );
    assert_eq!(fs::read_to_string(at.join("f")).unwrap(), "1-2 2-5");
    assert_eq!(names(at), ["beyond", "f"]);
    // A game may be saved to its own file, but not to the file that receives the output.
    gqt3(at, "play --player2 human --load f --save f", "5-9 quit").code(0);
    assert!(
        fs::read_to_string(at.join("f"))
            .unwrap()
            .ends_with("\n1-2 2-5 5-9\n")
    );
    let saved = gqt3(at, "play --player2 human -o course", "1-2 save course quit").code(2);
    saved.with(&["save writes course, which --output"]);
    assert!(
        fs::read_to_string(at.join("course"))
            .unwrap()
            .contains("place O2")
    );
}

#[cfg(unix)]
#[test]
fn standard_output_by_another_name_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::os::unix::fs::symlink("/dev/stdout", at.join("link")).unwrap();
    let log = at.join("log");
    for name in ["/dev/stdout", "/dev/fd/1", "link", "-"] {
        fs::write(&log, "before\n").unwrap();
        let appended = fs::OpenOptions::new().append(true).open(&log).unwrap();
        let mut command = command::gqt3(&format!("nash --board 1 --format csv -o {name}"));
        Said::of(command.current_dir(at).stdout(appended)).code(0);
        let text = fs::read_to_string(&log).unwrap();
        assert!(text.starts_with("before\nvariant,"), "{name}: {text}");
    }
    refused(
        at,
        "nash --board 1 --certificate /dev/stdout",
        &["--certificate", "standard output"],
    );
    // Here standard output is the file that the certificate would replace.
    let to_log = fs::OpenOptions::new().append(true).open(&log).unwrap();
    let mut to_itself = command::gqt3("nash --board 1 --certificate log");
    Said::of(to_itself.current_dir(at).stdout(to_log)).code(2);
    // A pipe is written to, too.
    let mut piped = command::gqt3("nash --board 1 -o value --certificate /dev/stdout");
    Said::of(piped.current_dir(at))
        .code(0)
        .prints("certificate 1\n");
    // An open descriptor, for example 3 of the shell, is written to, and its file is not replaced.
    for folder in ["/dev/fd", "/proc/self/fd"] {
        if !Path::new(folder).is_dir() {
            continue;
        }
        fs::write(&log, "before\n").unwrap();
        let program = env!("CARGO_BIN_EXE_gqt3");
        let script = format!("{program} nash --board 1 -o {folder}/3 3>>log");
        let mut shell = std::process::Command::new("sh");
        Said::after(shell.args(["-c", &script]).current_dir(at), "").code(0);
        assert!(fs::read_to_string(&log).unwrap().starts_with("before\n"));
    }
    assert_eq!(names(at), ["link", "log", "value"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_what_it_leads_to_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::os::unix::fs::symlink("target", at.join("link")).unwrap();
    std::os::unix::fs::symlink("missing/target", at.join("lost")).unwrap();
    for _ in ["made", "replaced"] {
        gqt3(at, "nash --board 1 --format csv -o link", "").code(0);
        assert!(at.join("link").is_symlink());
        assert!(
            fs::read_to_string(at.join("target"))
                .unwrap()
                .starts_with("variant,")
        );
    }
    refused(
        at,
        "nash --board 1 -o lost",
        &["--output", "folder does not exist"],
    );
    refused(
        at,
        "nash --board 4 --certificate target -o link",
        &["--certificate", "--output"],
    );
    assert_eq!(names(at), ["link", "lost", "target"]);
}

fn unsaved(said: Said) -> Said {
    said.with(&["--save: cannot write 'gone/game.txt'", "the game: 1-2 2-5"])
}

#[test]
fn a_game_that_cannot_be_saved_says_so_however_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    for moves in ["1-2 2-5 quit", "1-2 2-5", "1-2 2-5 zz"] {
        let at = folder.path();
        fs::create_dir(at.join("gone")).unwrap();
        let mut command = command::gqt3("play --player2 human --save gone/game.txt");
        command.current_dir(at).stdin(std::process::Stdio::piped());
        let mut game = Running::spawn(&mut command).unwrap();
        wait_for(game.stdout.as_mut().unwrap(), "place X1");
        fs::remove_dir(at.join("gone")).unwrap();
        std::io::Write::write_all(game.stdin.as_mut().unwrap(), moves.as_bytes()).unwrap();
        unsaved(game.said()).code(2);
    }
}

fn wait_for(from: &mut impl std::io::Read, text: &str) {
    let mut read = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&read).contains(text) {
        from.read_exact(&mut byte).unwrap();
        read.extend(byte);
    }
}

#[test]
fn a_game_without_a_move_replaces_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("old"), "1-2 2-5\n").unwrap();
    for input in ["", "quit", "1-2 undo"] {
        let game = gqt3(at, "play --player2 human --save old", input).code(0);
        game.with(&["--save: no move was played; old is not written"]);
    }
    let asked = gqt3(at, "play --player2 human", "save old quit").code(2);
    asked.with(&["save: there is nothing to save, because no move was played yet"]);
    assert_eq!(fs::read_to_string(at.join("old")).unwrap(), "1-2 2-5\n");
    assert_eq!(names(at), ["old"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_exit_code_2_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let full = || {
        fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap()
    };
    let with_stdout = |arguments: &str| Said::of(command::gqt3(arguments).stdout(full()));
    for arguments in [
        "nash --board 1",
        "--help",
        "nash --help",
        "--version",
        "man",
        "completions bash",
        "help arena",
    ] {
        with_stdout(arguments)
            .code(2)
            .with(&["cannot write the results"]);
    }
    let at = folder.path();
    gqt3(at, "nash --board 1 --certificate /dev/full", "")
        .code(2)
        .with(&["--certificate: cannot write"]);
    gqt3(at, "nash --board 1 -o /dev/full", "")
        .code(2)
        .with(&["--output: cannot write"]);
    let game = gqt3(at, "play --player2 human --save /dev/full", "1-2 quit").code(2);
    game.with(&["--save: cannot write '/dev/full'", "the game: 1-2"]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let help = Said::of(command::gqt3("--help").stdout(writer)).code(0);
    assert_eq!(help.stderr, "");
}

#[cfg(target_os = "linux")]
#[test]
fn no_result_is_lost_because_nobody_can_read_the_messages() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("games"), "zz\n1-2\n").unwrap();
    let mute = |arguments: &str, input: &str| {
        fs::write(at.join("input"), input).unwrap();
        let mut command = command::gqt3(arguments);
        command
            .current_dir(at)
            .stdin(fs::File::open(at.join("input")).unwrap());
        command.stderr(
            fs::OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .unwrap(),
        );
        Said::of(&mut command)
    };
    mute("nash --board 2 -v -o r", "").code(0);
    assert!(fs::read_to_string(at.join("r")).unwrap().contains("value"));
    mute("batch games", "")
        .code(2)
        .prints("1-2,1 1 - - - - - - -,2,player2,");
    mute("play --player2 human", "1-2 zz quit")
        .code(2)
        .prints("\n1-2\n");
}

#[test]
fn endless_lines_bytes_that_are_no_text_and_folders_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let long = vec![b'7'; 3 << 20];
    let game = gqt3(at, "play --player2 human", long.clone()).code(2);
    game.with(&["standard input, line 1: longer than 1 MiB"]);
    fs::write(at.join("long"), &long).unwrap();
    refused(
        at,
        "play --load long",
        &["--load long", "longer than 1 MiB"],
    );
    fs::write(at.join("lines"), "1-2\n".repeat(1 << 19)).unwrap();
    refused(
        at,
        "play --load lines",
        &["--load lines", "longer than 1 MiB"],
    );
    fs::write(at.join("bytes"), b"1-2\n\xff\n").unwrap();
    refused(
        at,
        "play --load bytes",
        &["--load bytes, line 2", "not UTF-8"],
    );
    refused(at, "play --load .", &["--load .", "folder"]);
    let game = gqt3(at, "play --player2 human", &b"1-2 \xff\n2-5 quit"[..]).code(2);
    game.prints("\n2-5\n")
        .with(&["standard input, line 1: this is not UTF-8 text"]);
    if cfg!(unix) {
        refused(
            at,
            "play --load /dev/zero",
            &["--load /dev/zero", "longer than 1 MiB"],
        );
    }
}

#[test]
fn a_file_without_moves_is_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let header = "# gqt3 game: board 4, pieces 2\n";
    for text in ["", "\u{feff} \n\n", header] {
        fs::write(at.join("f"), text).unwrap();
        for (arguments, name) in [
            ("analyze -", "standard input: "),
            ("analyze --file f", "--file f: "),
            ("review --file f", "--file f: "),
            ("play --load f", "--load f: "),
        ] {
            let said = gqt3(at, arguments, text).code(2);
            assert_eq!(said.stdout, "");
            said.with(&[&format!(
                "{name}there are no moves; the game without moves is the word 'start'\n"
            )]);
        }
    }
    fs::write(at.join("f"), format!("{header}start\n")).unwrap();
    gqt3(at, "draw --file f", "").code(0);
}

#[test]
fn a_long_word_is_repeated_in_part() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for word in [
        "x".repeat(1 << 19),
        "9".repeat(1 << 19),
        format!("1-2={}", "9".repeat(1 << 19)),
    ] {
        fs::write(at.join("word"), &word).unwrap();
        let short = |said: Said| {
            let error = said.code(2).stderr;
            assert!(error.len() < 1000, "{} bytes", error.len());
            assert!(error.contains(&format!("'{}...'", &word[..60])), "{error}");
        };
        short(gqt3(at, "play --player2 human", word.clone()));
        short(gqt3(at, "play --load word", ""));
    }
}

#[test]
fn a_folder_in_the_place_of_a_result_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("claims.csv")).unwrap();
    refused(
        folder.path(),
        "reproduce --results .",
        &["--results", "claims.csv", "directory"],
    );
    assert_eq!(names(folder.path()), ["claims.csv"]);
}

#[cfg(unix)]
#[test]
fn a_file_with_two_names_is_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("f"), "1-2 2-5").unwrap();
    fs::hard_link(at.join("f"), at.join("g")).unwrap();
    refused(at, "batch f -o g", &["FILE", "--output"]);
}

/// The commands would compute for a minute or for years.
#[test]
fn an_output_that_cannot_be_written_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("file"), "").unwrap();
    for (flag, command) in [
        (
            "--output",
            "tree-size --squares 12 --pieces 4 --method brute-force -o",
        ),
        (
            "--certificate",
            "nash --board 5 --time-limit 60 --certificate",
        ),
    ] {
        for (path, word) in [
            ("no/x", "folder"),
            (".", "directory"),
            ("x/", "directory"),
            ("file/x", "irectory"),
        ] {
            refused(
                at,
                &format!("{command} {path}"),
                &[flag, "cannot write", word],
            );
        }
        if cfg!(target_os = "linux") {
            // No user can create a file in this folder.
            refused(
                at,
                &format!("{command} /proc/x"),
                &[flag, "cannot write '/proc/x'"],
            );
        }
    }
    assert_eq!(names(at), ["file"]);
}

#[test]
fn arena_saves_games_that_review_reads() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let arena = "arena --player1 easy --player2 random --board 2 --games 10 --save";
    gqt3(at, &format!("{arena} games"), "").code(0);
    let games = names(&at.join("games"));
    assert_eq!((games.len(), &*games[0]), (10, "2x2-n2-easy-random-01.txt"));
    for game in games {
        let text = gqt3(at, &format!("review --file games/{game}"), "")
            .code(0)
            .stdout;
        assert!(text.contains("The game ended"), "{text}");
    }
    refused(at, &format!("{arena} games"), &["--save", "not empty"]);
    refused(
        at,
        &format!("{arena} games/2x2-n2-easy-random-01.txt"),
        &["--save"],
    );
}

#[cfg(unix)]
mod signals;
