use std::fs;
use std::io::Read;

use rayon::prelude::*;

#[cfg(unix)]
use crate::command::wait_until;
use crate::command::{Running, Said, gqt3, refused, run, stdout};

const COMMANDS: [&str; 13] = [
    "tree-size",
    "bounds",
    "random",
    "nash",
    "analyze",
    "reproduce",
    "review",
    "batch",
    "draw",
    "play",
    "arena",
    "completions",
    "man",
];

#[test]
fn every_command_explains_itself() {
    for command in COMMANDS {
        let help = stdout(&format!("{command} --help"));
        assert!(
            help.contains("Examples:") && help.contains("--output"),
            "{command}: {help}"
        );
        let short = stdout(&format!("{command} -h"));
        let lines = [short, help].map(|text| text.lines().count());
        assert!(lines[0] <= 40 && lines[1] <= 90, "{command}: {lines:?}");
    }
    assert!(stdout("--help").contains("Exit codes: 0 done"));
}

/// `reproduce` and `arena` would take too long, `play` waits for a player, and `completions` and
/// `man` compute nothing. The longest of the other commands' examples run with smaller numbers.
#[test]
fn the_examples_of_the_help_run() {
    let of = |command: &str| {
        let help = stdout(&format!("{command} --help"));
        let examples = help.lines().filter_map(|line| line.strip_prefix("  gqt3 "));
        let examples: Vec<String> = examples
            .filter(|line| line.starts_with(command))
            .map(str::to_owned)
            .collect();
        assert!(examples.len() >= 3, "{command}: {examples:?}");
        examples
    };
    let commands = COMMANDS.iter().take_while(|&&command| command != "play");
    let examples: Vec<String> = commands
        .filter(|&&command| command != "reproduce")
        .flat_map(|command| of(command))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("examples")).unwrap();
    for file in ["examples/games.txt", "examples/saved_game.txt"] {
        fs::copy(file, folder.path().join(file)).unwrap();
    }
    let shorter = [
        ("'", ""),
        ("--time-limit 600", "--time-limit 0.2"),
        ("--time-limit 1", "--time-limit 0.2"),
        ("--squares 1..7", "--squares 1..5"),
        ("--squares 3..64", "--squares 3..16"),
        ("--games 2000000", "--games 20000"),
    ];
    examples.par_iter().for_each(|example| {
        let arguments = shorter.iter().fold(example.clone(), |text, (long, short)| {
            text.replace(long, short)
        });
        let said = Said::after(gqt3(&arguments).current_dir(&folder), "");
        // A limit may stop the command early, with exit code 1.
        let is_limited = example.contains("-limit") && said.code == Some(1);
        assert!(said.code == Some(0) || is_limited, "{example}: {said:?}");
    });
}

#[test]
fn the_rules_are_a_topic_of_help_and_stand_in_the_manual_page() {
    let rules = stdout("help rules");
    assert_eq!(stdout("rules"), rules);
    for text in [rules, stdout("man")] {
        assert!(text.contains("the player who entangled"), "{text}");
    }
}

#[test]
fn short_help_leaves_out_what_the_long_one_has() {
    for command in ["nash", "analyze", "arena", "random"] {
        let (short, long) = (
            stdout(&format!("{command} -h")),
            stdout(&format!("{command} --help")),
        );
        for flag in ["--variant", "--output", "--format"] {
            assert!(
                short.contains(flag) && long.contains(flag),
                "{command}: {short}"
            );
        }
        for flag in ["--color", "--threads", "Examples:"] {
            assert!(
                !short.contains(flag) && long.contains(flag),
                "{command}: {short}"
            );
        }
        assert!(short.contains("--help for all flags"), "{command}: {short}");
    }
}

#[test]
fn both_bounds_are_certified_in_one_run_and_what_holds_in_every_game_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let certificate =
        |arguments: &str| run(&format!("{arguments} --certificate {}", path.display()));
    certificate("nash --board 2 --bound both").code(0);
    let names: [&str; 2] = ["lower", "upper"];
    let both = names.map(|bound| fs::read_to_string(path.with_extension(bound)).unwrap());
    for (bound, text) in names.iter().zip(&both) {
        certificate(&format!("nash --board 2 --bound {bound}")).code(0);
        assert_eq!(*text, fs::read_to_string(&path).unwrap());
        fs::remove_file(&path).unwrap();
    }
    assert_ne!(both[0], both[1]);
    certificate("nash --board 4 --pieces 3 --node-limit 100")
        .code(1)
        .with(&["needs no strategy"]);
    assert!(!path.exists());
}

#[test]
fn a_theorem_gives_the_value_of_the_start_and_estimates_the_moves() {
    for (flags, value) in [("--pieces 11", "value +2"), ("--pieces 13", "value +2")] {
        let said = run(&format!("analyze --board 4 --node-limit 10 {flags}")).code(1);
        let text = &said.stdout;
        assert!(text.contains(value), "{flags}: {text}");
        assert!(
            text.contains("estimate") && !text.contains(" best "),
            "{flags}: {text}"
        );
    }
}

#[test]
fn flags_that_mean_nothing_are_not_shown() {
    assert!(!stdout("play --help").contains("--format"));
    refused(
        "play --format csv",
        &["--format does not apply to gqt3 play"],
    );
    for command in ["man", "completions bash", "rules"] {
        let help = stdout(&format!("{command} --help"));
        assert!(
            !help.contains("--format") && !help.contains("--threads"),
            "{command}: {help}"
        );
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (code, arguments) in [
        (
            0,
            "random --method simulate --pieces 1,3 --games 2000 --seed 5 --format csv",
        ),
        (0, "nash --board 2 --pieces 1,2 --all-variants --format csv"),
        (
            0,
            "arena --board 2,4 --pieces 2,3 --games 4 --node-limit 50 --format csv",
        ),
        (
            1,
            "nash --variant player1-collapses --node-limit 5000 --format csv",
        ),
        (
            1,
            "nash --all-variants --node-limit 2000 --first-moves --format csv",
        ),
        (1, "nash --board 4 --pieces 3 --node-limit 500 --format csv"),
        (
            1,
            "nash --board 4 --pieces 17 --first-moves --node-limit 1 --format csv",
        ),
        (1, "analyze --node-limit 3000 --format csv"),
        (1, "analyze --board 4 --node-limit 100 --format csv"),
        (
            1,
            "review --board 4 --node-limit 10 --format csv 1-2 3-4 5-6 7-8",
        ),
    ] {
        let text = |threads: usize| {
            run(&format!("{arguments} --threads {threads}"))
                .code(code)
                .stdout
        };
        let one = text(1);
        assert!(one.lines().count() > 1, "{arguments}");
        assert_eq!(one, text(3), "{arguments}");
    }
    let simulated = |seed: usize| {
        stdout(&format!(
            "random --method simulate --games 2000 --seed {seed}"
        ))
    };
    assert_ne!(simulated(5), simulated(6));
}

#[test]
fn what_is_asked_for_and_not_found_is_an_incomplete_answer() {
    // The limit is just enough to prove the value, and leaves no nodes for the first moves.
    let solved = run("nash -v").code(0).stderr;
    let (before, _) = solved.split_once(" nodes").unwrap();
    let nodes = before.rsplit(' ').next().unwrap().replace(',', "");
    let found = run(&format!(
        "nash --first-moves --node-limit {nodes} --format csv"
    ))
    .code(1);
    let found = found.with(&["not which first moves keep it"]);
    let text = found.stdout;
    let (keys, row) = text.trim_end().split_once('\n').unwrap();
    assert!(
        keys.ends_with(",first_moves")
            && row.contains(",1/2,0.500000000000,true,")
            && row.ends_with(','),
        "{text}"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.txt");
    run(&format!(
        "nash --node-limit {nodes} --certificate {}",
        path.display()
    ))
    .code(1)
    .prints("+1/2")
    .with(&["--certificate", "--node-limit"]);
    // The strategy of this theorem has too many choices to write out within the limit.
    run(&format!(
        "nash --board 4 --pieces 16 --node-limit 1000 --certificate {}",
        path.display()
    ))
    .code(1)
    .with(&["proved by a theorem", "proof.txt is not written"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    run(&format!(
        "nash --board 2 --node-limit 30 --bound both --certificate {}",
        path.display()
    ))
    .code(1)
    .with(&[
        "proof.txt.lower is written",
        "proof.txt.upper is not written",
    ]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    refused("nash --node-limit 0", &["--node-limit"]);
}

#[test]
fn arguments_cannot_steer_the_terminal() {
    for command in ["nash --bo\u{1b}x", "nash --board 3\u{1b}x", "na\u{1b}x"] {
        refused(command, &["\\u{1b}x"]);
    }
}

#[test]
fn moves_beyond_counting_are_not_listed() {
    run("analyze --board 6 --pieces 6 --node-limit 10 --format json --no-estimate")
        .code(1)
        .prints("\"moves\": []")
        .with(&["more than 100,000 ways to go on"]);
    run("analyze --board 5 --pieces 5 --node-limit 10")
        .code(1)
        .prints("more rows, of moves tried in fewer than 30 games");
    // An entanglement of 25 series has too many collapses to list.
    let huge = "1-2-3-4-5-6-7-8-9-10-11-12-13-14-15-16-17-18-19-20-21-22-23-24-25 ".repeat(25);
    run(&format!(
        "analyze --board 5 --pieces 25 --node-limit 10 {huge}"
    ))
    .code(1)
    .with(&["more than 100,000 ways to go on"]);
}

#[test]
fn a_file_holds_what_standard_output_would_and_nothing_else_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.csv");
    let arguments = "tree-size --squares 1..9 --format csv";
    let said = run(&format!("{arguments} --output {}", path.display())).code(0);
    assert_eq!((said.stdout.as_str(), said.stderr.as_str()), ("", ""));
    assert_eq!(fs::read_to_string(&path).unwrap(), stdout(arguments));
    assert_eq!(
        stdout(&format!("{arguments} --output -")),
        stdout(arguments)
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_is_no_number_is_refused_by_the_flag_and_leaves_an_older_file_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.csv");
    fs::write(&path, "older").unwrap();
    let digits = "9".repeat(5000);
    for command in [
        "nash --board",
        "bounds --squares",
        "arena --games",
        "random --method simulate --seed",
        "nash --time-limit",
    ] {
        for wrong in [
            "", " ", "-", "-1", "x", "nan", "=", "\u{663}", "\x1b[2J", &digits,
        ] {
            let (before, flag) = command.rsplit_once(' ').unwrap();
            let mut command = gqt3(before);
            command
                .arg(format!("{flag}={wrong}"))
                .arg("--output")
                .arg(&path);
            let said = Said::of(&mut command).code(2).with(&[flag]);
            assert_eq!(said.stdout, "", "{command:?}");
        }
    }
    refused(
        &format!("nash --board 65 --output {}", path.display()),
        &["--board"],
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "older");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    // A pipe cannot hold this output, so the writer meets the closed end.
    let mut command = gqt3("tree-size --squares 1..1000 --format csv");
    let mut child = Running::spawn(&mut command).unwrap();
    let mut first = [0; 7];
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut first).unwrap();
    drop(out);
    assert_eq!(&first, b"squares");
    assert_eq!(child.said().code(0).stderr, "");
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(
            stdout(&format!("completions {shell}")).contains("tree-size"),
            "{shell}"
        );
    }
    let bash = stdout("completions bash");
    let offered = |command: &str| {
        let of_command = bash
            .split_once(&format!("\n        gqt3__subcmd__{command})\n"))
            .expect(command)
            .1;
        of_command.split('"').nth(1).unwrap().to_owned()
    };
    assert_eq!(offered("man"), "-o -h --output --help");
    assert!(offered("nash").contains("--certificate"));
    assert!(offered("nash").contains("--collapse"));
    assert!(!offered("rules").contains("--collapse"));
    refused("completions tcsh", &["bash", "zsh"]);
    assert!(stdout("man").contains("Exit codes"));
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(
        stdout(&format!("man --output {}", folder.path().display())),
        ""
    );
    for page in [
        "gqt3.1",
        "gqt3-nash.1",
        "gqt3-tree-size.1",
        "gqt3-bounds.1",
        "gqt3-random.1",
    ] {
        let text = fs::read_to_string(folder.path().join(page)).unwrap();
        assert!(text.contains(".TH"), "{page}");
    }
}

/// The count would take years.
#[cfg(unix)]
#[test]
fn an_interrupted_command_says_so_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.csv");
    let mut command = gqt3("tree-size --squares 12 --pieces 4 --method brute-force --output");
    let mut child = Running::spawn(command.arg(&path)).unwrap();
    // The unfinished file exists only after the signal handler is installed.
    wait_until("the file is begun", || {
        fs::read_dir(folder.path()).unwrap().count() > 0
    });
    child.send(libc::SIGTERM);
    child.end();
    let said = child.said().code(143);
    assert_eq!(said.with(&["interrupted; nothing was written"]).stdout, "");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
