//! The command line as its users see it: output in every form, errors, exit codes, files, pipes.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command as Process, Stdio};

use predicates::prelude::*;
use predicates::str::contains;

use crate::command::{gqt3, stdout};

/// The text with what differs from run to run taken out.
fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r#""seconds": [0-9.e-]+"#, r#""seconds": [seconds]"#);
    settings.add_filter(r#""threads": \d+"#, r#""threads": [threads]"#);
    settings.add_filter(r#""commit": "[0-9a-z]+""#, r#""commit": [commit]"#);
    settings.add_filter(r#""nodes": \d+"#, r#""nodes": [nodes]"#);
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn every_command_explains_itself() {
    for command in [
        "tree-size",
        "bounds",
        "random",
        "nash",
        "analyze",
        "play",
        "arena",
        "reproduce",
        "completions",
        "man",
    ] {
        let help = stdout(&format!("{command} --help"));
        assert!(help.contains("Examples:") && help.contains("--output"), "{command}: {help}");
        snapshot(&format!("help_{command}"), &help);
    }
    snapshot("help", &stdout("--help"));
}

#[test]
fn the_rules_are_a_topic_of_help_and_stand_in_the_manual_page() {
    let rules = stdout("help rules");
    snapshot("help_rules", &rules);
    assert_eq!(stdout("rules"), rules);
    assert!(!stdout("nash --help").contains("the player who entangled"));
    assert!(rules.contains("the player who entangled") && stdout("man").contains("the player who entangled"));
    gqt3("rules --collapse mover")
        .assert()
        .code(2)
        .stderr(contains("explains the rule flags and takes none"));
}

#[test]
fn flags_that_mean_nothing_are_neither_shown_nor_taken() {
    for command in ["man", "completions bash", "rules"] {
        let help = stdout(&format!("{command} --help"));
        assert!(!help.contains("--format") && !help.contains("--threads"), "{command}: {help}");
        gqt3(&format!("{command} --threads 2")).assert().code(2).stderr(contains("--threads means nothing"));
    }
}

#[test]
fn the_last_of_two_equal_flags_counts_and_lists_may_be_given_in_pieces() {
    assert_eq!(stdout("tree-size -q --squares 3 --squares 4 -q"), stdout("tree-size --squares 4"));
    let pieces = "arena --games 1 --player1 random --player1 perfect --player2 random";
    assert_eq!(stdout(pieces), stdout("arena --games 1 --player1 random,perfect --player2 random"));
}

#[test]
fn rule_flags_of_nash_take_lists_of_which_every_combination_is_solved() {
    let csv = |flags: &str| stdout(&format!("nash --board 2 {flags} --format csv"));
    let mut rows = String::new();
    for rules in [
        "--collapse opponent --offset 0",
        "--collapse opponent --offset 1",
        "--collapse mover --offset 0",
        "--collapse mover --offset 1",
    ] {
        rows.extend(csv(rules).lines().skip(1).map(|row| format!("{row}\n")));
    }
    let listed = csv("--collapse opponent,mover --offset 0,1");
    assert_eq!(listed.split_once('\n').unwrap().1, rows);
    assert_eq!(csv("--collapse opponent --offset 0,1 --collapse mover"), listed);
    let json = stdout("nash --board 2 --variant paper,goff --collapse mover --format json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["parameters"]["collapse"], "mover");
    assert_eq!(json["parameters"]["ending"], serde_json::json!(["full", "first-line"]));
    gqt3("nash --collapse opponent,foo").assert().code(2).stderr(contains("'foo' for '--collapse <WHO>'"));
    gqt3("random --collapse opponent,mover").assert().code(2).stderr(contains("--collapse <WHO>"));
}

fn the_examples_run(command: &str) {
    let help = stdout(&format!("{command} --help"));
    let examples: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  gqt3 "))
        .filter(|example| example.starts_with(command))
        .collect();
    assert!(examples.len() >= 3, "{command}: {examples:?}");
    let folder = tempfile::tempdir().unwrap();
    for example in examples {
        let example = &example.replace('\'', "").replace("--time-limit 600", "--time-limit 1");
        // A limit may end before the answer is there; the exit code says so.
        let codes: &[i32] = if example.contains("-limit") { &[0, 1] } else { &[0] };
        gqt3(example)
            .current_dir(folder.path())
            .assert()
            .code(predicates::function::function(|code: &i32| codes.contains(code)));
    }
}

#[test]
fn the_examples_of_tree_size_run() {
    the_examples_run("tree-size");
}

#[test]
fn the_examples_of_bounds_run() {
    the_examples_run("bounds");
}

#[test]
fn the_examples_of_random_run() {
    the_examples_run("random");
}

#[test]
fn the_examples_of_nash_run() {
    the_examples_run("nash");
}

#[test]
fn the_examples_of_analyze_run() {
    the_examples_run("analyze");
}

#[test]
fn tree_size_prints_its_counts() {
    snapshot("tree_size_table", &stdout("tree-size --squares 1..9"));
    snapshot("tree_size_csv", &stdout("tree-size --squares 1..5 --pieces 1..3 --format csv"));
    snapshot("tree_size_json", &stdout("tree-size --board 3 --format json"));
    snapshot("tree_size_long", &stdout("tree-size --squares 100"));
    snapshot("tree_size_cross_check", &stdout("tree-size --squares 1..5 --cross-check"));
}

#[test]
fn sizes_are_numbers_lists_and_ranges() {
    for (sizes, listed) in [("9", "9"), ("2,3", "2,3"), ("1..4,9", "1,2,3,4,9"), ("1..=2", "1,2")] {
        let rows = |sizes: &str| stdout(&format!("tree-size --squares {sizes} --format csv"));
        assert_eq!(rows(sizes), rows(listed), "{sizes}");
        assert_eq!(rows(sizes).lines().count(), 1 + listed.split(',').count());
    }
}

#[test]
fn bounds_prints_table_1() {
    snapshot("bounds_table", &stdout("bounds"));
    snapshot("bounds_csv", &stdout("bounds --squares 1..6 --pieces 2,3 --format csv"));
    snapshot("bounds_json", &stdout("bounds --squares 3 --format json"));
}

#[test]
fn random_prints_table_2() {
    snapshot("random_table", &stdout("random"));
    snapshot("random_csv", &stdout("random --board 1..3 --format csv"));
    snapshot("random_json", &stdout("random --board 2 --format json"));
    snapshot("random_boards", &stdout("random --board 1..3"));
    snapshot("random_first_line", &stdout("random --pieces 1,2 --ending first-line"));
    snapshot(
        "random_first_line_csv",
        &stdout("random --board 2 --pieces 2,3 --ending first-line --format csv"),
    );
    snapshot("random_4x4", &stdout("random --board 4"));
    snapshot("random_enumerate", &stdout("random --method enumerate --format csv"));
}

#[test]
fn random_games_are_the_same_for_every_number_of_threads() {
    let arguments = "random --method simulate --pieces 1,3 --games 20000 --seed 5";
    snapshot("random_simulate", &stdout("random --method simulate --games 20000 --seed 5"));
    for format in ["table", "csv"] {
        let with = |threads: usize| stdout(&format!("{arguments} --format {format} --threads {threads}"));
        assert_eq!(with(1), with(2));
    }
    assert_ne!(stdout(arguments), stdout(&arguments.replace("--seed 5", "--seed 6")));
    gqt3("random --method simulate --games 10").assert().success().stderr(contains("games a second"));
    gqt3("random --method simulate --games 10 --quiet").assert().success().stderr("");
}

#[test]
fn arena_prints_games_of_all_pairs() {
    snapshot(
        "arena",
        &stdout("arena --games 8 --node-limit 50 --player1 heuristic,random --player2 perfect,random -q"),
    );
    let csv = "arena --board 2,4 --pieces 2,3 --games 4 --node-limit 50 --format csv";
    snapshot("arena_csv", &stdout(csv));
    assert_eq!(stdout(&format!("{csv} --threads 1")), stdout(&format!("{csv} --threads 2")));
    let opened = stdout("arena --player1 random --games 20 --opening 1");
    assert!(opened.contains("after a random turn"), "{opened}");
    let limited = "arena --board 3,4 --games 6 --opening 3 --player2 heuristic --node-limit 100 --format csv";
    snapshot("arena_node_limit", &stdout(limited));
    assert_eq!(stdout(&format!("{limited} --threads 1")), stdout(&format!("{limited} --threads 3")));
    snapshot("arena_json", &stdout("arena --games 4 --player1 random --opening 2 --format json"));
    let pairs = "arena --player1 level1,perfect --player2 level2,level3 --games 4 --format csv";
    assert_eq!(stdout(pairs).lines().count(), 1 + 4);
    assert_eq!(stdout(pairs), stdout(&format!("{pairs} --threads 1")));
}

#[test]
fn large_boards_have_intervals_and_late_positions_values() {
    gqt3("nash --board 4 --node-limit 2000").assert().code(1).stdout(contains("-2..+2"));
    gqt3("analyze --board 4 --node-limit 200 --format csv").assert().code(1).stdout(contains("1-2,"));
    let late = "1-2 1-2=1 3-4 3-4=3 5-6 5-6=5 7-8 7-8=7 9-10 9-10=9 11-12 11-12=11";
    snapshot("analyze_4x4", &stdout(&format!("analyze --board 4 {late}")));
}

#[test]
fn nash_prints_values() {
    snapshot("nash_table", &stdout("nash"));
    snapshot("nash_csv", &stdout("nash --board 1,2 --pieces 1,2 --variant goff --format csv"));
    snapshot("nash_json", &stdout("nash --board 2 --format json"));
    snapshot("nash_all_variants", &stdout("nash --board 2 --all-variants"));
}

#[test]
fn a_saved_table_of_a_large_board_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.table");
    let arguments = format!("nash --board 4 --node-limit 3000 --verbose --checkpoint {}", path.display());
    gqt3(&arguments).assert().code(1).stderr(contains("saved; the same command goes on from there"));
    gqt3(&arguments).assert().code(1).stderr(contains("entries read"));
    // A smaller table would lose a part: it is refused where it is asked for, and otherwise as large as the file's.
    gqt3(&format!("{arguments} --memory 64")).assert().code(2);
    fs::remove_file(&path).unwrap();
    gqt3(&format!("{arguments} --memory 64")).assert().code(1);
    let large = fs::metadata(&path).unwrap().len();
    refused(&format!("{arguments} --memory 1"), &["--memory 1 would lose a part; use --memory 64"]);
    assert_eq!(fs::metadata(&path).unwrap().len(), large);
    gqt3(&arguments).assert().code(1).stderr(contains("entries read"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // On smaller boards nothing is saved.
    refused(
        &format!("nash --checkpoint {}", path.display()),
        &["--checkpoint", "beyond 3x3", "leave it out"],
    );
}

#[test]
fn a_table_that_does_not_fit_is_refused_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.table");
    let file = path.display();
    let game =
        format!("nash --board 4 --node-limit 1 --memory 16 --variant complete-win-stop --checkpoint {file}");
    gqt3(&game).assert().code(1);
    let good = fs::read(&path).unwrap();
    refused(
        &format!("nash --board 5 --variant complete-win-stop --checkpoint {file}"),
        &["--checkpoint", "saved with --board 4, not 5"],
    );
    refused(
        &format!("nash --board 4 --pieces 3 --variant complete-win-stop --checkpoint {file}"),
        &["--checkpoint", "--pieces 2, not 3"],
    );
    let other_rules = format!("nash --board 4 --variant goff --checkpoint {file}");
    refused(
        &other_rules,
        &["--checkpoint", "rules --ending first-line --scoring shared --tail stop, not --ending first-line"],
    );
    assert_eq!(fs::read(&path).unwrap(), good);
    let with = |bytes: &[u8], reason: &str| {
        fs::write(&path, bytes).unwrap();
        refused(&game, &["--checkpoint", reason]);
        assert_eq!(fs::read(&path).unwrap(), bytes);
    };
    let mut flipped = good.clone();
    *flipped.last_mut().unwrap() ^= 1;
    with(&flipped, "damaged");
    with(&good[..good.len() - 1], "truncated");
    with(b"", "not a saved table");
    with(b"a letter to a friend", "not a saved table");
    refused(
        &format!("nash --board 4 --checkpoint {}", folder.path().display()),
        &["--checkpoint", "is a directory"],
    );
    refused("nash --board 4 --checkpoint missing/x.table", &["--checkpoint", "folder does not exist"]);
    refused(&format!("nash --all-variants --checkpoint {file}"), &["--checkpoint", "one game"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Ctrl-C leaves what is known by then.
#[cfg(unix)]
#[test]
fn an_interrupted_solve_saves_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.table");
    let game = "nash --board 5 --memory 16 -v --checkpoint";
    gqt3(&format!("{game} {} --node-limit 1000", path.display())).assert().code(1);
    let early = fs::read(&path).unwrap();
    // No machine solves this game; that the table was read tells that the search begins.
    let mut child = Process::new(assert_cmd::cargo::cargo_bin!("gqt3"))
        .args(game.split(' '))
        .arg(&path)
        .args(["--time-limit", "100000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut remarks = BufReader::new(child.stderr.take().unwrap());
    let mut remark = String::new();
    remarks.read_line(&mut remark).unwrap();
    assert!(remark.contains("entries read"), "{remark}");
    let signalled = Process::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(signalled.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    remarks.read_to_string(&mut remark).unwrap();
    assert!(remark.contains("the same command goes on from there"), "{remark}");
    let later = fs::read(&path).unwrap();
    assert!(later.len() >= early.len());
    gqt3(&format!("{game} {} --node-limit 1", path.display()))
        .assert()
        .code(1)
        .stderr(contains("entries read"));
}

#[test]
fn a_node_limit_gives_the_same_bytes_whatever_the_threads() {
    for arguments in [
        "nash --variant player1-collapses --node-limit 5000 --format csv",
        "nash --all-variants --node-limit 20000 --first-moves --format csv",
        "nash --board 4 --node-limit 5000 --format csv",
        "analyze --node-limit 30000 --format csv",
        "analyze --board 4 --node-limit 1000 --format csv",
    ] {
        let text = |threads: usize| {
            let output = gqt3(&format!("{arguments} --threads {threads}")).assert().code(1);
            String::from_utf8(output.get_output().stdout.clone()).unwrap()
        };
        let one = text(1);
        assert!(one.lines().count() > 1, "{arguments}");
        assert_eq!(one, text(2), "{arguments}");
        assert_eq!(one, text(2), "{arguments}");
    }
}

#[test]
fn what_is_asked_for_and_not_found_is_an_incomplete_answer() {
    // Just as many nodes as prove the value, and none for the first moves that keep it.
    let solved: serde_json::Value = serde_json::from_str(&stdout("nash --format json")).unwrap();
    let nodes = solved["rows"][0]["nodes"].as_u64().unwrap();
    let found = gqt3(&format!("nash --first-moves --node-limit {nodes} --format csv")).assert().code(1);
    let found = found.stderr(contains("not which first moves keep it"));
    let text = String::from_utf8(found.get_output().stdout.clone()).unwrap();
    let (keys, row) = text.trim_end().split_once('\n').unwrap();
    assert!(
        keys.ends_with(",first_moves") && row.contains(",1/2,0.500000000000,true,") && row.ends_with(','),
        "{text}"
    );
    // The value is there although the strategy that proves it is not.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.txt");
    gqt3(&format!("nash --node-limit {nodes} --certificate {}", path.display()))
        .assert()
        .code(1)
        .stdout(contains("+1/2"))
        .stderr(contains("--certificate").and(contains("--node-limit")));
    // No limit is long enough to write out the strategy of a theorem.
    gqt3(&format!("nash --board 4 --pieces 16 --node-limit 1000 --certificate {}", path.display()))
        .assert()
        .code(1)
        .stderr(contains("proved by a theorem").and(contains("nothing was written")));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    refused("nash --node-limit 0", &["--node-limit"]);
}

#[test]
fn moves_beyond_counting_are_not_listed() {
    gqt3("analyze --board 6 --pieces 6 --node-limit 10 --format json")
        .assert()
        .code(1)
        .stdout(contains("\"rows\": []"))
        .stderr(contains("more than 100,000 ways to go on"));
    gqt3("analyze --board 5 --pieces 5 --node-limit 10")
        .assert()
        .code(1)
        .stdout(contains("more rows are left out here"));
    // An entanglement of 25 series: nobody counts its collapses.
    let huge = "1-2-3-4-5-6-7-8-9-10-11-12-13-14-15-16-17-18-19-20-21-22-23-24-25 ".repeat(25);
    gqt3(&format!("analyze --board 5 --pieces 25 --node-limit 10 {huge}"))
        .assert()
        .code(1)
        .stderr(contains("more than 100,000 ways to go on"));
}

#[test]
fn analyze_values_every_move() {
    snapshot("analyze_start", &stdout("analyze"));
    snapshot("analyze_collapse", &stdout("analyze 1-2 2-5 5-9 1-5"));
    snapshot("analyze_reply", &stdout("analyze 1-2 2-5 --variant complete-win"));
    snapshot("analyze_over", &stdout("analyze 1-2 1-2=1 4-5 7-9 5-7 7-9=7 6-8 6-8=6 3"));
    snapshot("analyze_csv", &stdout("analyze 1-2 2-5 5-9 1-5=5 3-4 3-4=4 --format csv"));
    snapshot("analyze_json", &stdout("analyze 1-2 2-5 5-9 1-5 --format json"));
    snapshot(
        "analyze_goff",
        &stdout("analyze 1:X(1-2),2:O(2-5),3:X(5-9),4:O(1-5),4c:X(O4(5)) --goff --board 3"),
    );
    snapshot("analyze_small", &stdout("analyze 1-2-3 --board 2 --pieces 3"));
    let over = "1-2 1-2=1 4-5 7-9 5-7 7-9=7 6-8 6-8=6 3";
    snapshot("analyze_review", &stdout(&format!("analyze --review {over}")));
    snapshot("analyze_review_csv", &stdout("analyze --review 1-2 1-2=2 --format csv"));
    snapshot("analyze_review_json", &stdout("analyze --review 1-9 --variant goff --format json"));
    let narrow = stdout("analyze --review 1-2-3 1-2-3 --pieces 3");
    assert!(narrow.lines().filter(|line| line.starts_with(' ')).all(|row| row.len() <= 80), "{narrow}");
    assert!(stdout("analyze --review start").contains("Nothing has been played."));
    gqt3("analyze --review --board 4 --node-limit 100 1-2 3-4").assert().code(1).stdout(contains("-2..+2"));
    refused("analyze --review 1-2 --batch -", &["--review", "--batch"]);
    refused("analyze 1-2 2-5 5-9 1-5 7-8", &["move 5", "'7-8'", "=1, =5"]);
    refused("analyze 1-2 2-x", &["move 2", "'2-x'"]);
    refused("analyze --board 9", &["--board"]);
    refused("analyze --file missing.txt", &["missing.txt"]);
    refused("analyze 1-2 --batch x", &["--batch"]);
    gqt3("analyze --pieces 4 --node-limit 1000")
        .assert()
        .code(1)
        .stderr(contains("not every value is proven"));
}

/// Refused with exit code 2, nothing on standard output and a message with every one of `words`.
fn refused(arguments: &str, words: &[&str]) {
    let mut assert = gqt3(arguments).assert().code(2).stdout("");
    for word in words {
        assert = assert.stderr(contains(*word));
    }
    assert.stderr(contains("error:").count(1)).stderr(contains("panicked").not());
}

#[test]
fn bad_sizes_are_refused_with_the_flag_and_the_remedy() {
    refused("tree-size --squares 0", &["--squares", "0 is too small; use 1 or more"]);
    refused("tree-size --squares -3", &["--squares", "-3 is negative; use 1 or more"]);
    refused("tree-size --squares 9..1", &["--squares", "runs backwards; write 1..9"]);
    refused("tree-size --squares 1..99999", &["--squares", "name fewer"]);
    for text in ["x", "1..", "..9", "1,,2", "3.5", "--", "1..2..3"] {
        refused(&format!("tree-size --squares={text}"), &["--squares", "is not a size"]);
    }
    for text in ["99999999999", "99999999999999999999999999"] {
        refused(&format!("tree-size --squares {text}"), &["too large; use at most 100000"]);
    }
    for text in ["101", "2,65536", "1..400"] {
        refused(&format!("tree-size --board {text}"), &["--board", "use at most 100"]);
    }
    refused("tree-size --board 0", &["--board", "0 is too small"]);
    refused("tree-size --pieces 0", &["--pieces", "0 is too small"]);
    refused("tree-size --pieces 99999999999", &["--pieces", "too large; use at most"]);
    refused("tree-size --squares 9 --board 3", &["--squares", "--board"]);
    refused("tree-size --squares 9 --pieces 3 --method closed-form", &["closed-form", "n = 2"]);
    refused("random --board 70", &["side 1 to 24", "--board"]);
    refused("random --board 4 --method enumerate", &["side 1 to 3", "--method"]);
    refused("random --pieces 3 --ending first-line", &["--method simulate"]);
    refused("random --method simulate --games 0", &["--games 0"]);
    refused("random --method simulate --games -5", &["--games"]);
    refused("random --method simulate --seed x", &["--seed"]);
    refused("random --board 0", &["--board", "0 is too small"]);
    refused("nash --board 70", &["--board", "70"]);
    refused("nash --board 9", &["--board"]);
    refused("arena --board 4 --player1 perfect", &["perfect", "--board 1 to 3", "heuristic"]);
    refused("arena --games 0", &["--games"]);
    refused("arena --node-limit 10,20", &["--node-limit", "10,20"]);
    refused("arena --player2 random,perfect,random", &["--player2", "random is named twice"]);
    refused("arena --players random", &["--players", "--player1"]);
    refused("arena --accuracy", &["--accuracy"]);
    refused("arena --no-exact-end", &["--no-exact-end"]);
    refused("arena --player1 nobody", &["--player1", "heuristic"]);
    refused("arena --node-limit 0", &["--node-limit"]);
    refused("arena --node-limit 9 --move-time 1", &["--node-limit", "--move-time"]);
    for flag in ["--move-time 1", "--node-limit 9"] {
        let name = flag.split(' ').next().unwrap();
        refused(&format!("arena --player1 random --player2 perfect {flag}"), &[name, "--player1 heuristic"]);
    }
    refused("nash --pieces 0", &["--pieces", "0 is too small"]);
    refused("nash --time-limit 0", &["--time-limit", "above 0"]);
    refused("nash --memory 0", &["--memory"]);
    refused("nash --memory 1048577", &["--memory"]);
    refused("nash --bound upper", &["--certificate"]);
    refused("nash --all-variants --certificate x.txt", &["--certificate", "one game"]);
    refused("nash --board 2 --certificate missing/x.txt", &["--certificate", "folder does not exist"]);
}

#[test]
fn bad_words_are_refused_with_the_words_there_are() {
    refused("random --format yaml", &["--format", "table, csv, json"]);
    refused("nash --variant chess", &["--variant", "paper", "complete-win"]);
    refused("nash --scoring golf", &["--scoring", "harmonic, decisive, shared"]);
    refused("tree-size --method guess", &["--method", "auto", "brute-force"]);
    refused("tree-size -j 0", &["--threads", "from 1 to"]);
    refused("tree-size --quiet --verbose", &["--quiet", "--verbose"]);
}

#[test]
fn a_rule_beside_a_variant_changes_it_and_the_output_says_what_was_played() {
    let csv = |arguments: &str| stdout(&format!("nash --board 2 --format csv {arguments}"));
    let changed = csv("--variant goff --tail stop");
    assert_eq!(changed, csv("--ending first-line --tail stop"));
    assert!(changed.contains("\n,2,2,opponent,0,first-line,harmonic,stop,dense,"), "{changed}");
    // What is changed into another variant is that one.
    assert_eq!(csv("--variant goff --ending full"), csv("--variant paper"));
    let text = stdout("random --board 2 --variant goff --scoring shared");
    assert!(text.contains("(--ending first-line --scoring shared)"), "{text}");
    refused("nash --all-variants --offset 1", &["--all-variants", "drop it"]);
}

#[test]
fn an_output_that_cannot_be_written_is_known_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    // The count itself would take years.
    let long = "tree-size --squares 12 --pieces 4 --method brute-force";
    refused(&format!("{long} --output {path}"), &["--output", "is a directory"]);
    refused(&format!("{long} --output {path}/missing/x.csv"), &["--output", "folder does not exist"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_file_holds_what_standard_output_would_and_nothing_else_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.csv");
    let arguments = "tree-size --squares 1..9 --format csv";
    gqt3(&format!("{arguments} --output {}", path.display())).assert().success().stdout("").stderr("");
    assert_eq!(fs::read_to_string(&path).unwrap(), stdout(arguments));
    assert_eq!(stdout(&format!("{arguments} --output -")), stdout(arguments));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_refused_command_leaves_an_older_file_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.csv");
    fs::write(&path, "older").unwrap();
    refused(&format!("nash --board 9 --output {}", path.display()), &["--board"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "older");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn an_answer_that_is_out_of_reach_is_incomplete_and_says_so() {
    gqt3("tree-size --squares 3,300 --pieces 3 --format csv")
        .assert()
        .code(1)
        .stdout("squares,pieces,ending,method,games\n3,3,full,closed-form,6\n300,3,full,,\n")
        .stderr(contains("T(300,3)").and(contains("gqt3 bounds")));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = Process::new(assert_cmd::cargo::cargo_bin!("gqt3"))
        // Much more than a pipe holds, so that the writer meets the closed end.
        .args(["tree-size", "--squares", "1..1000", "--format", "csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 7];
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut first).unwrap();
    drop(out);
    let output = child.wait_with_output().unwrap();
    assert_eq!(&first, b"squares");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for arguments in [
        "random --board 1..3",
        "random --pieces 1,2 --ending first-line --format csv",
        "random --board 1..9 --format csv",
        "tree-size --squares 1..8 --method fixed-endgame",
        "nash --board 2 --pieces 1,2 --all-variants --format csv",
    ] {
        let one = stdout(&format!("{arguments} --threads 1"));
        assert_eq!(one, stdout(&format!("{arguments} --threads 3")), "{arguments}");
        assert_eq!(one, stdout(arguments), "{arguments}");
    }
}

#[test]
fn remarks_go_to_standard_error_and_only_when_asked_for() {
    gqt3("nash --board 2").assert().success().stderr("");
    gqt3("nash --board 2 -v").assert().success().stderr(contains("nodes").and(contains(" s on ")));
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&format!("completions {shell}")).contains("tree-size"), "{shell}");
    }
    // What a command refuses or hides is not offered.
    let bash = stdout("completions bash");
    let offered = |command: &str| {
        let of_command = bash.split_once(&format!("\n        gqt3__subcmd__{command})\n")).expect(command).1;
        of_command.split('"').nth(1).unwrap().to_owned()
    };
    assert_eq!(offered("man"), "-o -h -V --output --help --version");
    assert!(offered("nash").contains("--certificate"));
    assert!(!offered("rules").contains("--collapse"));
    refused("completions tcsh", &["bash", "zsh"]);
    assert!(stdout("man").contains("Exit codes"));
    let folder = tempfile::tempdir().unwrap();
    gqt3(&format!("man --output {}", folder.path().display())).assert().success().stdout("");
    for page in ["gqt3.1", "gqt3-nash.1", "gqt3-tree-size.1", "gqt3-bounds.1", "gqt3-random.1"] {
        let text = fs::read_to_string(folder.path().join(page)).unwrap();
        assert!(text.contains(".TH"), "{page}");
    }
}

/// Ctrl-C in the middle of a count that would take years.
#[cfg(unix)]
#[test]
fn an_interrupted_command_says_so_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.csv");
    let mut child = Process::new(assert_cmd::cargo::cargo_bin!("gqt3"))
        .args(["tree-size", "--squares", "12", "--pieces", "4", "--method", "brute-force", "--output"])
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The unfinished file is there once the handler of signals is.
    while fs::read_dir(folder.path()).unwrap().count() == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it counts for years");
        std::thread::yield_now();
    }
    let signalled = Process::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(signalled.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted; nothing was written"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn games_to_the_first_line_need_a_board_and_come_by_three_methods() {
    gqt3("tree-size --ending first-line --board 2 --pieces 1..3 --cross-check --format csv")
        .assert()
        .success()
        .stdout(
            "squares,pieces,ending,method,games\n\
         4,1,first-line,schedules,24\n4,1,first-line,blocks,24\n4,1,first-line,brute-force,24\n\
         4,2,first-line,schedules,1356\n4,2,first-line,blocks,1356\n4,2,first-line,brute-force,1356\n\
         4,3,first-line,blocks,1896\n4,3,first-line,brute-force,1896\n",
        );
    refused("tree-size --ending first-line", &["--ending first-line", "--board"]);
    refused("tree-size --ending first-line --board 4 --pieces 3", &["--pieces 3", "--board 1..3"]);
    refused("tree-size --ending first-line --board 2 --method polynomial", &["--method polynomial"]);
}
