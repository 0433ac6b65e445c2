//! `scripts/distribute.py`, which splits a computation into parts and combines them.
//!
//! Here it runs the parts one after the other, without Dask.

#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use gqt3::engine::game::Game;
use gqt3::engine::position::Position;
use gqt3::engine::rules::Rules;
use gqt3::perfect_play::MoveClasses;
use gqt3::support::progress::Silent;
use serde_json::Value;

use crate::command::{Said, signals, stdout};
use crate::python::python;

/// Returns a command that runs the script with `program` as gqt3. `None` without Python.
fn script_command(program: &Path) -> Option<Command> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/distribute.py");
    let mut python = python()?;
    python
        .arg(script)
        .args(["--workers", "0", "--gqt3"])
        .arg(program);
    // SAFETY: `signals` calls signal() alone.
    unsafe { python.pre_exec(signals(true)) };
    Some(python)
}

/// Runs the script with `program` as gqt3.
fn script(program: &Path, flags: &str, folder: &Path, command: &str) -> Said {
    let mut python = script_command(program).unwrap();
    python
        .args(flags.split_whitespace())
        .arg(folder)
        .args(command.split_whitespace());
    Said::after(&mut python, "")
}

/// Runs the script with gqt3.
fn distribute(flags: &str, folder: &Path, command: &str) -> Said {
    script(
        Path::new(env!("CARGO_BIN_EXE_gqt3")),
        flags,
        folder,
        command,
    )
}

/// Writes a shell script that replaces gqt3, and can call it as `$gqt3`.
fn program(folder: &Path, text: &str) -> std::path::PathBuf {
    let path = folder.join("program");
    let text = format!(
        "#!/bin/sh\ngqt3='{}'\n[ \"$1\" = --version ] && exec \"$gqt3\" \"$1\"\ncd '{}'\n{text}\n",
        env!("CARGO_BIN_EXE_gqt3"),
        folder.display()
    );
    // A shell writes it: a file that this process has open for writing could not be run.
    let write = ["-c", "printf %s \"$0\" > \"$1\" && chmod +x \"$1\"", &text];
    assert!(
        Command::new("sh")
            .args(write)
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    path
}

/// Returns the output of `command --format json`.
fn json(command: &str) -> Value {
    serde_json::from_str(&stdout(&format!("{command} --format json"))).unwrap()
}

/// Returns the texts of the files of finished parts, by name.
fn parts(folder: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let named = files.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path));
    let part = named.filter(|(name, _)| name != "job.json" && !name.starts_with('.'));
    part.map(|(name, path)| (name, fs::read_to_string(path).unwrap()))
        .collect()
}

#[test]
fn the_script_passes_its_own_test() {
    if python().is_none() {
        return;
    }
    let mut script = script_command(Path::new("gqt3")).unwrap();
    Said::after(script.arg("--self-test"), "").code(0);
}

#[test]
fn the_value_by_parts_is_the_value() {
    if python().is_none() {
        return;
    }
    let mut cases = Vec::new();
    for chooser in ["opponent", "mover", "player1", "player2"] {
        for pieces in [2, 3] {
            cases.push((
                2,
                format!("--board 2 --pieces {pieces} --collapse {chooser}"),
            ));
        }
        cases.push((1, format!("--board 3 --pieces 2 --collapse {chooser}")));
    }
    cases.push((2, "--variant player2-collapses".to_owned()));
    cases.push((1, "--variant complete-win-stop".to_owned()));
    for (plies, rules) in cases {
        let folder = tempfile::tempdir().unwrap();
        let said = distribute(
            &format!("--plies {plies}"),
            folder.path(),
            &format!("analyze {rules}"),
        )
        .code(0);
        let nash = json(&format!("nash {rules}"));
        let value = nash["rows"][0]["value"].as_str().unwrap();
        assert!(
            said.stdout.starts_with(&format!("value {value}\n")),
            "{rules}: {value}, {said:?}"
        );
        assert!(!parts(folder.path()).is_empty());
    }
}

#[test]
fn a_collapse_that_is_waited_for_is_split_by_whoever_chooses_it() {
    if python().is_none() {
        return;
    }
    for (chooser, turn) in [("opponent", "player1"), ("mover", "player2")] {
        let game = "1-2 2-5 5-9 1-5";
        let rules = format!("--collapse {chooser}");
        let whole = json(&format!("analyze {game} {rules}"));
        let folder = tempfile::tempdir().unwrap();
        // The script takes the game as one word.
        let mut python = script_command(Path::new(env!("CARGO_BIN_EXE_gqt3"))).unwrap();
        python
            .args(["--plies", "0", "--from", game])
            .arg(folder.path())
            .args(["analyze", "--collapse", chooser]);
        let said = Said::after(&mut python, "").code(0);
        let value = whole["summary"]["value"].as_str().unwrap();
        assert_eq!(whole["summary"]["to_move"], turn);
        assert!(
            said.stdout.starts_with(&format!("value {value}\n  =1 ")),
            "{said:?}"
        );
        assert!(
            parts(folder.path())
                .keys()
                .all(|name| name.starts_with("1-2_2-5_5-9_1-5="))
        );
    }
}

#[test]
fn the_first_moves_are_those_that_gqt3_tells_apart() {
    if python().is_none() {
        return;
    }
    for pieces in [2, 3] {
        let start = Position::new(Game::from_side(3, pieces, Rules::default()).unwrap());
        let classes = MoveClasses::new(&start, &Silent).unwrap().after.len();
        let command = format!("analyze --board 3 --pieces {pieces} --node-limit 1");
        let folder = tempfile::tempdir().unwrap();
        let said = distribute("", folder.path(), &command).code(1);
        let moves = said
            .stdout
            .lines()
            .filter(|line| line.starts_with("  "))
            .count();
        assert!(
            classes > 5 && moves == classes,
            "{moves}, {classes}: {said:?}"
        );
    }
}

#[test]
fn after_any_end_the_same_command_goes_on_and_nothing_is_done_twice() {
    if python().is_none() {
        return;
    }
    for (signal, code) in [("KILL", None), ("INT", Some(130))] {
        let folder = tempfile::tempdir().unwrap();
        let kept = folder.path().join("parts");
        let command = "analyze --collapse player2";
        // Only the splitting runs gqt3 with `--moves`. The fifth part ends the script.
        let log = "case \"$*\" in *--moves*) exec \"$gqt3\" \"$@\";; esac\nread game\necho \"$game\" >> asked\n";
        let ends = format!("{log}[ $(wc -l < asked) = 5 ] && kill -{signal} $PPID && sleep 1\n");
        let answers = "echo \"$game\" | \"$gqt3\" \"$@\"";
        let said = script(
            &program(folder.path(), &format!("{ends}{answers}")),
            "",
            &kept,
            command,
        );
        assert_eq!(said.code, code, "{said:?}");
        let before = parts(&kept);
        assert_eq!(before.len(), 4);
        let again = script(
            &program(folder.path(), &format!("{log}{answers}")),
            "",
            &kept,
            command,
        )
        .code(0);
        again
            .with(&["8 parts, of which 4 are finished"])
            .prints("value 0\n");
        let after = parts(&kept);
        assert!(
            before
                .iter()
                .all(|(name, text)| after.get(name) == Some(text))
        );
        let asked = fs::read_to_string(folder.path().join("asked")).unwrap();
        let different: BTreeSet<_> = asked.lines().collect();
        // The part that the signal interrupted is run twice, unless it is no longer needed.
        assert!(asked.lines().count() <= different.len() + 1, "{asked}");
        // If all parts are finished, none is run.
        let nobody = "case \"$*\" in *--moves*) exec \"$gqt3\" \"$@\";; esac\nexit 3";
        script(&program(folder.path(), nobody), "", &kept, command)
            .code(0)
            .prints("value 0\n");
    }
}

#[test]
fn a_part_that_fails_is_told_and_the_others_are_kept() {
    if python().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("parts");
    let fails = "case \"$*\" in *--moves*) exec \"$gqt3\" \"$@\";; esac\nread game\n[ \"$game\" = 1-5 ] && exit 3\necho \"$game\" | \"$gqt3\" \"$@\"";
    let said = script(
        &program(folder.path(), fails),
        "",
        &kept,
        "analyze --variant offset",
    );
    said.code(1).with(&["1-5 failed: exit code 3", "1 failed"]);
    let before = parts(&kept).len();
    distribute("", &kept, "analyze --variant offset")
        .code(0)
        .prints("value 0\n");
    assert!(before >= 5 && parts(&kept).contains_key("1-5.json"));
}

#[test]
fn limits_may_be_raised_later() {
    if python().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let said = distribute("", folder.path(), "analyze --node-limit 2")
        .code(1)
        .prints("value -1..2\n");
    said.with(&["8 parts finished"]);
    distribute("", folder.path(), "analyze --node-limit 2")
        .code(1)
        .with(&["of which 8 are finished"]);
    distribute("", folder.path(), "analyze --node-limit 9000000")
        .code(0)
        .prints("value 1/2\n");
    distribute("", folder.path(), "analyze --pieces 3")
        .code(2)
        .with(&["parts of something else"]);
}

#[test]
fn counts_of_seeds_are_added_up() {
    if python().is_none() {
        return;
    }
    let add = |sums: &mut BTreeMap<String, u64>, key: &str, count: u64| {
        *sums.entry(key.to_owned()).or_default() += count
    };
    let folder = tempfile::tempdir().unwrap();
    let arena = "arena --board 2 --games 30 --player1 random --player2 very-easy --opening 1";
    let random = "random --method simulate --board 3 --pieces 3 --games 200";
    let (mut matches, mut simulated) = (BTreeMap::new(), BTreeMap::new());
    for seed in 4..=6 {
        let told = json(&format!("{arena} --seed {seed}"));
        for (margin, count) in told["summary"]["matches"][0]["margins"]
            .as_object()
            .unwrap()
        {
            add(
                &mut matches,
                margin,
                count.as_str().unwrap().parse().unwrap(),
            );
        }
        for row in json(&format!("{random} --seed {seed}"))["rows"]
            .as_array()
            .unwrap()
        {
            let games = row["probability_decimal"].as_f64().unwrap() * 200.0;
            assert!((games - games.round()).abs() < 1e-6);
            add(
                &mut simulated,
                row["margin"].as_str().unwrap(),
                games.round() as u64,
            );
        }
    }
    for (name, command, sums, games) in [("a", arena, matches, 90), ("r", random, simulated, 600)] {
        let said = distribute("--seeds 4..6", &folder.path().join(name), command).code(0);
        assert_eq!(sums.values().sum::<u64>(), games);
        let line = said
            .stdout
            .lines()
            .find_map(|line| line.split_once("margins "))
            .unwrap()
            .1;
        let told: BTreeMap<_, _> = line
            .split(", ")
            .map(|sum| sum.split_once(": ").unwrap())
            .collect();
        assert_eq!(told.len(), sums.len());
        assert!(
            sums.iter()
                .all(|(key, sum)| told[key.as_str()] == sum.to_string()),
            "{line} {sums:?}"
        );
    }
}

#[test]
fn wrong_usage_is_refused_before_anything_is_done() {
    if python().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("parts");
    let refused = [
        (
            "--plies -1",
            "analyze",
            &["--plies", "'-1'", "give one"][..],
        ),
        (
            "--workers -1",
            "analyze",
            &["--workers", "'-1'", "give one"],
        ),
        (
            "--retries -1",
            "analyze",
            &["--retries", "'-1'", "give one"],
        ),
        ("--plies two", "analyze", &["--plies", "'two'"]),
        (
            "--seeds 5..3",
            "arena",
            &["--seeds", "'5..3'", "write 3..5"],
        ),
        ("--seeds x", "arena", &["--seeds", "'x'", "1..10"]),
        ("", "random --board 2", &["random", "add --method simulate"]),
        ("", "random --method exact", &["add --method simulate"]),
        (
            "",
            "random --method=simulate --method exact",
            &["add --method simulate"],
        ),
        ("", "arena --seed 7", &["--seed:", "--seeds A..B"]),
        ("", "analyze --format csv", &["--format", "leave them out"]),
        ("", "arena -o file", &["--output", "leave them out"]),
        ("", "nash --board 4", &["analyze, random or arena"]),
        ("", "", &["analyze, random or arena"]),
    ];
    for (flags, command, words) in refused {
        let said = distribute(flags, &kept, command).code(2).with(words);
        assert_eq!(said.stdout, "", "{flags} {command}");
    }
    distribute("", &kept, "analyze --bears 4")
        .code(2)
        .with(&["--bears"]);
    assert!(!kept.exists());
}

#[test]
fn a_program_that_is_not_gqt3_is_refused() {
    if python().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("parts");
    let silent = folder.path().join("silent");
    fs::create_dir(&silent).unwrap();
    let missing = folder.path().join("no such program");
    for program in [
        Path::new("/bin/sh"),
        Path::new("/bin/echo"),
        &silent,
        &missing,
    ] {
        let name = program.to_str().unwrap();
        script(program, "", &kept, "analyze").code(2).with(&[
            "--gqt3",
            name,
            "cargo build --release",
        ]);
    }
    assert!(!kept.exists());
}

#[test]
fn a_broken_part_file_is_named() {
    if python().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name| folder.path().join(name);
    let value = "analyze --board 2";
    let counts = "arena --board 2 --games 3 --player1 random --player2 random";
    let broken = [
        (value, "1-2.json", "{\"asked\""),
        (value, "1-2.json", ""),
        (value, "1-2.json", "{}"),
        (value, "1-2.json", "[]"),
        (
            value,
            "1-2.json",
            r#"{"asked": [], "game": "1-4", "lower": "1/2", "upper": "1/2"}"#,
        ),
        (
            value,
            "1-2.json",
            r#"{"asked": [], "game": "1-2", "lower": "x", "upper": "1/2"}"#,
        ),
        (
            value,
            "1-2.json",
            r#"{"asked": [], "game": "1-2", "lower": "1/0", "upper": "1/2"}"#,
        ),
        (
            value,
            "1-2.json",
            r#"{"asked": [], "game": "1-2", "lower": "1", "upper": "1/2"}"#,
        ),
        (counts, "seed-2.json", "{}"),
        (
            counts,
            "seed-2.json",
            r#"{"all": {"margins": {}, "turns": {}}}"#,
        ),
        (
            counts,
            "seed-2.json",
            r#"{"all": {"margins": {"0": 1}, "turns": {"4": 2}}}"#,
        ),
        (
            counts,
            "seed-2.json",
            r#"{"all": {"margins": {"0": "1"}, "turns": {"4": 1}}}"#,
        ),
    ];
    distribute("", &path(value), value).code(0);
    distribute("--seeds 1..3", &path(counts), counts).code(0);
    for (command, name, text) in broken {
        let part = path(command).join(name);
        let whole = fs::read_to_string(&part).unwrap();
        fs::write(&part, text).unwrap();
        let said = distribute("--seeds 1..3", &path(command), command).code(2);
        said.with(&[part.to_str().unwrap(), "is broken", "delete it"]);
        assert_eq!(
            fs::read_to_string(&part).unwrap(),
            text,
            "nothing is repaired"
        );
        fs::remove_file(&part).unwrap();
        let again = distribute("--seeds 1..3", &path(command), command);
        again.code(0).with(&["\n1 parts finished"]);
        assert_eq!(fs::read_to_string(&part).unwrap(), whole);
    }
    let job = path(value).join("job.json");
    fs::write(&job, "{").unwrap();
    distribute("", &path(value), value).code(2).with(&[
        job.to_str().unwrap(),
        "is broken",
        "another folder",
    ]);
}
