use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::time::Instant;

use serde_json::Value;

use gqt3::engine::game::Game;
use gqt3::engine::notation::Header;
use gqt3::engine::position::Position;
use gqt3::engine::rules::{Rules, Variant};

use super::schema::Schema;
use crate::command::{Running, Said, gqt3, refused, run};
use crate::python::python;
use crate::shared::games::random_game;

const KEYS: &str = "line_number,id,game,position,turn,to_move,ensemble,value,value_decimal,lower,lower_decimal,upper,upper_decimal,line,error";

fn batch(arguments: &str, input: impl AsRef<[u8]>) -> Said {
    Said::after(&mut gqt3(&format!("batch - {arguments}")), input)
}

fn answers(said: &Said) -> Vec<Value> {
    said.stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn rows(said: &Said) -> Vec<std::collections::HashMap<String, String>> {
    csv::Reader::from_reader(said.stdout.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .unwrap()
}

#[test]
fn every_line_has_its_answer_and_one_that_is_no_game_an_error_of_its_own() {
    let games = b"1-2\n1-2 1-2=1\n1-2 2-x\n\n1-2 2-5 5-9 1-5\r\n1-2 \xff\nstart\n1:X(1-2)";
    let is_wrong = [3, 4, 6];
    let json = batch("--format json --moves", *games).code(2);
    let json = json.with(&["line 3: move 2, '2-x'", "line 4: there are no moves; "]);
    let json = json.with(&["line 6: this is not UTF-8", "3 lines have errors"]);
    let found = answers(&json);
    let given = [
        "1-2",
        "1-2 1-2=1",
        "1-2 2-x",
        "",
        "1-2 2-5 5-9 1-5",
        "1-2 \u{fffd}",
        "start",
        "1:X(1-2)",
    ];
    let values = ["0", "0", "", "", "0", "", "1/2", "0"];
    assert_eq!(found.len(), given.len());
    let keys: Vec<String> = found[0].as_object().unwrap().keys().cloned().collect();
    // JSON has every key, but CSV only those that were asked for.
    let csv: Vec<&str> = keys.iter().map(String::as_str).collect();
    let csv: Vec<&str> = csv
        .into_iter()
        .filter(|key| !key.starts_with("estimate_"))
        .collect();
    assert_eq!(csv.join(","), format!("{KEYS},moves"));
    assert_eq!(keys.len() - csv.len(), 5);
    for (index, answer) in found.iter().enumerate() {
        assert_eq!(
            (&answer["line_number"], &answer["game"]),
            (&(index + 1).into(), &given[index].into())
        );
        assert_eq!(
            answer["value"].as_str().unwrap_or_default(),
            values[index],
            "{answer}"
        );
        assert_eq!(
            answer["error"].is_string(),
            is_wrong.contains(&(index + 1)),
            "{answer}"
        );
        assert_eq!(answer["moves"].is_array(), answer["error"].is_null());
    }
    assert_eq!(found[6]["value_decimal"], 0.5);
    let csv = batch("", *games).code(2);
    assert_eq!(csv.stdout.lines().next(), Some(KEYS));
    for (row, answer) in rows(&csv).iter().zip(&found) {
        for (key, field) in row {
            let text = match &answer[key] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                Value::Number(number) if key.ends_with("_decimal") => {
                    assert_eq!(field.parse::<f64>().ok(), number.as_f64());
                    continue;
                }
                other => other.to_string(),
            };
            assert_eq!(*field, text, "{key}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    fs::write(&path, games).unwrap();
    let from_file = run(&format!("batch {}", path.display())).code(2);
    assert_eq!(from_file.stdout, csv.stdout);
}

#[test]
fn a_header_sets_the_game_of_the_lines_below_it() {
    let of = |side, pieces, variant: Variant| {
        Header(Game::from_side(side, pieces, variant.rules()).unwrap()).to_string()
    };
    let (large, goff) = (of(2, 3, Variant::Paper), of(3, 2, Variant::Goff));
    let input = format!("1-2\n{large}\n1-2-3\n1-2\n{goff}\n1-2 1-2=1 4-5 4-5=5 7-9 7-9=9\n");
    let found = answers(
        &batch("--format json", input)
            .code(2)
            .with(&["line 4: move 1, '1-2'"]),
    );
    let lines: Vec<u64> = found
        .iter()
        .map(|answer| answer["line_number"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [1, 3, 4, 6], "a header has no answer");
    assert_eq!(
        (&found[3]["to_move"], &found[3]["value"]),
        (&Value::Null, &"-1".into()),
        "it is over"
    );
    // Below a wrong header every game is an error, until a correct header follows.
    let input = format!(
        "1-2\n{goff}\n1-2\n# gqt3 game: board 3\n1-2\n# gqt3 game: board 3, pieces 2\n1-2\n"
    );
    let mixed = batch("--variant paper --format json", input).code(2);
    let mixed = mixed.with(&[
        "line 2: --variant paper contradicts 'ending first-line'",
        "line 4: '# gqt3 game: board 3': pieces is missing",
        "line 5: the header in line 4 is wrong",
    ]);
    let found = answers(&mixed);
    let errors: Vec<&Value> = found.iter().map(|answer| &answer["error"]).collect();
    assert!(errors[1].as_str().unwrap().starts_with(
        "the header in line 2 is wrong: --variant paper contradicts 'ending first-line'"
    ));
    assert_eq!((errors[0], errors[3]), (&Value::Null, &Value::Null));
    batch("", "# gqt3 game: board 3, pieces 2, variant paper\n").code(2);
}

#[test]
fn lines_that_are_remarks_are_skipped_and_headers_that_are_wrong_are_not() {
    let players = "# GQT3 players: human, easy";
    let input = format!("# my games\n1-2\n#\n{players}\n# GQT3 gmae: board 2, pieces 2\n1-3\n");
    let said = batch("--format json -q", input).code(2);
    let found = answers(&said);
    let lines = [&found[0]["line_number"], &found[1]["line_number"]];
    assert_eq!((found.len(), lines), (2, [&2.into(), &6.into()]));
    let error = found[1]["error"].as_str().unwrap();
    assert!(
        error
            .starts_with("the header in line 5 is wrong: '# GQT3 gmae: board 2, pieces 2': a line"),
        "{error}"
    );
}

#[test]
fn the_published_schema_describes_the_answers() {
    let schema = Schema::read("batch");
    let over = random_game(Position::new(Game::default()), 1);
    let input =
        format!("start\n1-2 2-5 5-9 1-5\n{over}\nzz\n# gqt3 game: board 4, pieces 2\n1-2\n");
    for flags in [
        "",
        "--moves",
        "--estimate --playouts 50",
        "--moves --estimate --playouts 50",
    ] {
        let found = answers(
            &batch(
                &format!("--format json --node-limit 9000 {flags}"),
                input.clone(),
            )
            .code(2),
        );
        assert_eq!(found.len(), 5);
        for answer in &found {
            assert!(schema.fits(answer), "{answer}");
            for (key, other) in [
                ("value", 1.into()),
                ("to_move", "X".into()),
                ("more", Value::Null),
            ] {
                let mut forged = answer.clone();
                forged[key] = other;
                assert!(!schema.fits(&forged), "{forged}");
            }
        }
        assert_eq!(found[0]["moves"].is_array(), flags.contains("--moves"));
        assert!(found[2]["estimate_move"].is_null(), "a game that is over");
        assert_eq!(
            found[4]["estimate_move"].is_string(),
            flags.contains("--estimate")
        );
    }
}

#[test]
fn moves_are_estimated_if_that_is_asked_for_and_where_nothing_is_proved() {
    let games = "# gqt3 game: board 4, pieces 2\n1-2\n# gqt3 game: board 3, pieces 2\n1-2\n";
    let limits = "--node-limit 50 --estimate --playouts 200 --seed 3";
    let found = rows(&batch(limits, games).code(1));
    let keys = [
        "move",
        "margin_decimal",
        "player1_wins_decimal",
        "draws_decimal",
        "playouts",
    ];
    let estimate = |row: usize| keys.map(|key| found[row][&format!("estimate_{key}")].clone());
    let alone =
        run("analyze --board 4 --node-limit 50 --playouts 200 --seed 3 --format csv 1-2").code(1);
    let best: Vec<&str> = alone.stdout.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(
        estimate(0),
        [best[0], best[10], best[11], best[12], best[13]]
    );
    let solved = rows(&batch("--estimate", "1-2\n").code(0));
    assert_eq!(solved[0]["estimate_playouts"], "");
    assert!(!rows(&batch("--node-limit 50", games).code(1))[0].contains_key("estimate_playouts"));
    // Of the 1,947,792 first moves, only those that were estimated are listed.
    let many = "--board 6 --pieces 6 --node-limit 10 --format json --moves";
    assert!(answers(&batch(many, "start\n").code(1))[0]["moves"].is_null());
    let few = answers(&batch(&format!("{many} --estimate --playouts 100"), "start\n").code(1));
    let moves = few[0]["moves"].as_array().unwrap();
    assert_eq!(
        moves
            .iter()
            .map(|one| one["estimate_playouts"].as_u64().unwrap())
            .sum::<u64>(),
        100
    );
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn no_move_is_better_for_who_plays_it_than_the_position_is() {
    let games = "1-2 3-4 5-6\n1-2 3-4 5-6 7-8\n1-6 2-7\n1-6 2-7 3-8\n";
    let found =
        answers(&batch("--format json --moves --board 4 --node-limit 30000", games).code(1));
    let mut inside = 0;
    for answer in &found {
        let (key, sign) = if answer["to_move"] == "player1" {
            ("upper_decimal", 1.0)
        } else {
            ("lower_decimal", -1.0)
        };
        let bound = |of: &Value| sign * number(&of[key]);
        assert!(
            answer["moves"]
                .as_array()
                .unwrap()
                .iter()
                .all(|one| bound(one) <= bound(answer)),
            "{answer}"
        );
        inside += usize::from(answer["value"].is_null() && bound(answer) < 2.0);
    }
    assert!(
        inside > 0,
        "no position has a bound that is worth passing down"
    );
}

/// Returns random games, cut after two to eight moves, among headers and lines that are no games.
fn mixture(lines: u64) -> String {
    let mut text = String::new();
    for seed in 0..lines {
        if seed % 97 == 50 {
            let rules = Rules::combinations()[seed as usize % 96];
            text += &format!("{}\n", Header(Game::from_side(3, 2, rules).unwrap()));
        }
        let game = random_game(Position::new(Game::default()), seed).to_string();
        let moves: Vec<&str> = game.split(' ').take(2 + seed as usize % 7).collect();
        text += &moves.join(" ");
        text += if seed % 31 == 3 { " x\n" } else { "\n" };
    }
    text
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let input = mixture(30);
    for flags in ["--format json --moves", "--format csv --node-limit 300"] {
        let [one, three] = [1, 3]
            .map(|threads| batch(&format!("{flags} --threads {threads}"), input.clone()).code(2));
        assert!(one.stdout.lines().count() > 25, "{flags}");
        assert!(one.stdout == three.stdout, "{flags}");
        assert!(one.stderr == three.stderr, "{flags}");
    }
}

#[test]
fn what_a_limit_leaves_open_is_an_interval() {
    let found = batch("--board 4 --node-limit 50", "1-2\n1-2 3-4\n").code(1);
    for row in rows(&found.with(&["2 values are not proven"])) {
        assert_eq!((&row["value"][..], &row["line"][..]), ("", ""));
        assert!(
            row["lower"].starts_with('-') && !row["upper"].is_empty(),
            "{row:?}"
        );
    }
}

#[test]
fn a_batch_that_cannot_be_read_is_refused() {
    refused("batch missing.txt", &["missing.txt: cannot be read"]);
    refused(
        &format!("batch {}", std::env::temp_dir().display()),
        &["is a folder"],
    );
    refused("batch /dev/null", &["there are no games"]);
    refused("batch - --moves", &["--moves needs --format json"]);
    refused(
        "batch - --format table",
        &["gqt3 batch does not write table; use --format csv or json"],
    );
    refused("batch - --board 9", &["--board"]);
}

struct Conversation {
    child: Running,
    questions: ChildStdin,
    answers: std::io::Lines<BufReader<ChildStdout>>,
}

impl Conversation {
    fn begin(arguments: &str) -> Conversation {
        let mut command = gqt3(&format!("batch - {arguments}"));
        let mut child = Running::spawn(command.stdin(Stdio::piped())).unwrap();
        let questions = child.stdin.take().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap()).lines();
        Conversation {
            child,
            questions,
            answers,
        }
    }

    fn ask(&mut self, lines: &str) {
        self.questions.write_all(lines.as_bytes()).unwrap();
    }

    fn answer(&mut self) -> String {
        self.answers.next().unwrap().unwrap()
    }
}

#[test]
fn whoever_waits_for_an_answer_gets_it() {
    let mut oracle = Conversation::begin("--format json");
    for turn in 0..20 {
        oracle.ask("1-2 1-2=1\n");
        let answer: Value = serde_json::from_str(&oracle.answer()).unwrap();
        assert_eq!(
            (&answer["line_number"], &answer["value"]),
            (&(2 * turn + 1).into(), &"0".into())
        );
        oracle.ask("zz\n");
        assert!(oracle.answer().contains("'z' is not a digit"));
    }
    // Two games that arrive at once are both answered, but the third only once its line ends.
    oracle.ask("# gqt3 game: board 2, pieces 2\n1-2\n1-3\n1-");
    assert!(
        oracle
            .answer()
            .contains("\"line_number\":42,\"id\":null,\"game\":\"1-2\"")
    );
    assert!(
        oracle
            .answer()
            .contains("\"line_number\":43,\"id\":null,\"game\":\"1-3\"")
    );
    oracle.ask("4 # mine\n");
    assert!(
        oracle
            .answer()
            .contains("\"line_number\":44,\"id\":\"mine\",\"game\":\"1-4\"")
    );
    drop(oracle.questions);
    assert!(oracle.answers.next().is_none());
    assert_eq!(oracle.child.end().code(), Some(2));
}

#[cfg(unix)]
#[test]
fn a_batch_that_waits_for_a_question_stops_at_once() {
    let mut oracle = Conversation::begin("");
    oracle.ask("1-2 1-2=1\n");
    assert_eq!(oracle.answer(), KEYS);
    assert!(
        oracle
            .answer()
            .starts_with("1,,1-2 1-2=1,O2 X1 - - - - - - -,3,player1,1,0,")
    );
    oracle.child.send(libc::SIGTERM);
    // The input is still open, so only the signal can end the batch.
    assert_eq!(oracle.child.end().code(), Some(143));
    drop(oracle.questions);
    oracle
        .child
        .said()
        .with(&["the answers written so far are complete"]);
}

/// The second game takes long. Its half-proved answer must not be printed.
#[cfg(unix)]
#[test]
fn an_interruption_keeps_the_answers_so_far() {
    let mut oracle = Conversation::begin("--board 4 --time-limit 60 --threads 2");
    let over = random_game(
        Position::new(Game::from_side(4, 2, Rules::default()).unwrap()),
        1,
    );
    oracle.ask(&format!("{over}\n1-2\n{over}\n"));
    assert_eq!(oracle.answer(), KEYS);
    assert!(oracle.answer().starts_with(&format!("1,,{over},")));
    oracle.child.send(libc::SIGTERM);
    assert!(
        oracle.answers.next().is_none(),
        "the first move takes longer than the signal"
    );
    assert_eq!(oracle.child.end().code(), Some(143));
}

/// The first answer finds the pipe closed, while the second game is being searched.
#[cfg(unix)]
#[test]
fn a_batch_without_a_reader_ends() {
    let began = Instant::now();
    let Conversation {
        mut child,
        mut questions,
        answers,
    } = Conversation::begin("--board 4 --time-limit 60 --threads 2");
    drop(answers);
    let over = random_game(
        Position::new(Game::from_side(4, 2, Rules::default()).unwrap()),
        1,
    );
    questions
        .write_all(format!("{over}\n1-2\n").as_bytes())
        .unwrap();
    assert_eq!(child.end().code(), Some(0));
    assert!(
        began.elapsed().as_secs() < 60,
        "it searched until its limit"
    );
}

/// The Python example says how much each player gave away, which must explain the margin.
#[test]
fn another_program_judges_moves_by_asking() {
    for (variant, pieces, value) in [("goff", 2, 0.5), ("complete-win-stop", 1, 0.0)] {
        let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/oracle.py");
        let Some(mut command) = python() else { return };
        command.arg(script).args([
            "--seed",
            "3",
            "--variant",
            variant,
            "--pieces",
            &pieces.to_string(),
        ]);
        let said = Said::after(command.args(["--gqt3", env!("CARGO_BIN_EXE_gqt3")]), "").code(0);
        assert_eq!(said.stderr, "");
        let printed = said.stdout;
        let last = printed.lines().last().unwrap();
        let number = |word: &str| match word.split_once('/') {
            Some((above, below)) => above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap(),
            None => word.parse::<f64>().unwrap(),
        };
        let words: Vec<&str> = last
            .split([' ', ';'])
            .filter(|word| !word.is_empty())
            .collect();
        let [
            "margin",
            margin,
            "given",
            "away:",
            one,
            "by",
            "player1,",
            two,
            "by",
            "player2",
        ] = words[..]
        else {
            panic!("{printed}");
        };
        assert!(
            (value - number(one) + number(two) - number(margin)).abs() < 1e-9,
            "{printed}"
        );
        assert!(
            number(one) + number(two) > 0.0 && printed.contains("gave away"),
            "{printed}"
        );
    }
}
