//! `scripts/distribute.py`, which splits a computation into parts and puts them together. Here one part is done after the other,
//! without Dask.

#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use gqt3::engine::game::Game;
use gqt3::engine::position::Position;
use gqt3::engine::rules::Rules;
use gqt3::perfect_play::MoveClasses;
use gqt3::support::progress::Silent;
use serde_json::Value;

use crate::command::{Said, stdout};

/// Runs the script with a program in the place of gqt3.
fn script(program: &Path, flags: &str, folder: &Path, command: &str) -> Said {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/distribute.py");
    let mut python = Command::new("python3");
    python
        .arg(script)
        .args(["--workers", "0", "--gqt3"])
        .arg(program);
    python
        .args(flags.split_whitespace())
        .arg(folder)
        .args(command.split_whitespace());
    Said::after(&mut python, "")
}

fn distribute(flags: &str, folder: &Path, command: &str) -> Said {
    script(
        Path::new(env!("CARGO_BIN_EXE_gqt3")),
        flags,
        folder,
        command,
    )
}

/// A program that does what a shell script says, with gqt3 as `$gqt3`, in a folder of its own.
fn program(folder: &Path, text: &str) -> std::path::PathBuf {
    let path = folder.join("program");
    let text = format!(
        "#!/bin/sh\ngqt3='{}'\ncd '{}'\n{text}\n",
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

/// What `command --format json` tells.
fn json(command: &str) -> Value {
    serde_json::from_str(&stdout(&format!("{command} --format json"))).unwrap()
}

/// The files of finished parts, by name, with what they hold.
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
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/distribute.py");
    Said::after(Command::new("python3").arg(script).arg("--self-test"), "").code(0);
}

#[test]
fn the_value_by_parts_is_the_value() {
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
    for (chooser, turn) in [("opponent", "player1"), ("mover", "player2")] {
        let game = "1-2 2-5 5-9 1-5";
        let rules = format!("--collapse {chooser}");
        let whole = json(&format!("analyze {game} {rules}"));
        let folder = tempfile::tempdir().unwrap();
        // The script takes the game as one word.
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/distribute.py");
        let mut python = Command::new("python3");
        python.arg(script).args([
            "--workers",
            "0",
            "--gqt3",
            env!("CARGO_BIN_EXE_gqt3"),
            "--plies",
            "0",
        ]);
        python
            .args(["--from", game])
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
    for pieces in [2, 3] {
        let start = Position::new(Game::of_side(3, pieces, Rules::default()).unwrap());
        let classes = MoveClasses::of(&start, &Silent).unwrap().after.len();
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
    for (signal, code) in [("KILL", None), ("INT", Some(130))] {
        let folder = tempfile::tempdir().unwrap();
        let kept = folder.path().join("parts");
        let command = "analyze --collapse player2";
        // The splitting alone asks for moves. The fifth part ends the script.
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
        // The part that the signal came in is asked about twice, unless it did not matter any more.
        assert!(asked.lines().count() <= different.len() + 1, "{asked}");
        // When all is done nobody is asked for a part.
        let nobody = "case \"$*\" in *--moves*) exec \"$gqt3\" \"$@\";; esac\nexit 3";
        script(&program(folder.path(), nobody), "", &kept, command)
            .code(0)
            .prints("value 0\n");
    }
}

#[test]
fn a_part_that_fails_is_told_and_the_others_are_kept() {
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
    let add = |sums: &mut BTreeMap<String, u64>, key: &str, count: u64| {
        *sums.entry(key.to_owned()).or_default() += count
    };
    let folder = tempfile::tempdir().unwrap();
    let arena = "arena --board 2 --games 30 --player1 random --player2 very-easy --opening 1";
    let random = "random --method simulate --board 3 --pieces 3 --games 200";
    let (mut contests, mut simulated) = (BTreeMap::new(), BTreeMap::new());
    for seed in 4..=6 {
        let told = json(&format!("{arena} --seed {seed}"));
        for (margin, count) in told["summary"]["matches"][0]["margins"]
            .as_object()
            .unwrap()
        {
            add(&mut contests, margin, count.as_u64().unwrap());
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
    for (name, command, sums, games) in [("a", arena, contests, 90), ("r", random, simulated, 600)]
    {
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
fn wrong_usage_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name| folder.path().join(name);
    distribute("", &path("one"), "nash --board 4").code(2);
    distribute("", &path("one"), "").code(2);
    distribute("--seeds x", &path("one"), "arena").code(2);
    distribute("", &path("two"), "analyze --bears 4")
        .code(2)
        .with(&["--bears"]);
    distribute("", &path("three"), "random --board 2")
        .code(1)
        .with(&["--method simulate"]);
    let missing = path("no such program");
    script(&missing, "", &path("four"), "analyze").code(2);
    let damaged = path("five");
    distribute("", &damaged, "analyze").code(0);
    fs::write(damaged.join("1-2.json"), "{\"asked\"").unwrap();
    distribute("", &damaged, "analyze").code(2);
}
