use gqt3::engine::board::Board;
use gqt3::engine::game::Game;
use gqt3::engine::notation::{Header, Record, SavedGame};
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::{Player, Rules, Variant};
use gqt3::perfect_play::solve;
use gqt3::random_play::UniformPolicy;
use gqt3::support::progress::Silent;
use proptest::prelude::*;

use crate::shared::games::{any_rules, random_game};

fn start(side: usize, pieces: usize) -> Position {
    Position::new(Game::from_side(side, pieces, Rules::default()).unwrap())
}

fn refused(text: &str) -> String {
    Record::parse(text, start(3, 2)).unwrap_err().to_string()
}

/// A line of the table is `TEXT => MESSAGE`, where a final `...` stands for any end.
fn check_refusals(table: &str, start: Position) {
    for line in table.lines() {
        let (text, message) = line.split_once(" => ").unwrap();
        let found = Record::parse(text, start).unwrap_err().to_string();
        match message.strip_suffix("...") {
            Some(begin) => assert!(found.starts_with(begin), "{text}: {found}"),
            None => assert_eq!(found, message),
        }
    }
}

#[test]
fn a_game_reads_from_every_way_to_write_it() {
    let game = "1-2 2-5 5-9 1-5=5 3-4 3-4=4";
    for text in [
        " 2-1  5-2 9-5\t5-1=5 3-4\n3-4=4 ",
        "1,2 2,5 5,9 1,5=5 3,4 3,4=4",
        "1\u{2010}2 2\u{2011}5 5\u{2013}9 1\u{2212}5=5 3-4 3-4=4",
        "1-2 2-5 5-9 1-5 =5 3-4 3-4 4",
        "1-2 2-5 5-9 1-5 5,9,2 3-4 4-3=4",
        "1:X(1-2),2:O(2-5),3:X(5-9),4:O(1-5),4c:X(O4(5)),5:X(3-4),6:O(3-4),6c:X(O6(4))",
        "1:x(1-2)\n2:0(2-5)\n3:x(5\u{2013}9)\n4:0(1-5)\n4c:x(04(5))\n5:x(3,4)\n6:o(3-4),\n6C:X(x5(3))\n",
        "1:X(1-2) 2:O(2-5) 3:X(5-9) 4:O(1-5) 4c:X( X1(1), O2(2) ) 5:X(3-4)6:O(3-4) 6c:X(O6(4))",
    ] {
        let record = Record::parse(text, start(3, 2));
        assert_eq!(
            record.map(|record| record.to_string()).as_deref(),
            Ok(game),
            "{text}"
        );
    }
    let record = Record::parse("1-2 1-2", start(3, 2)).unwrap();
    assert_eq!(record.end().phase(), Phase::Collapse);
    assert_eq!(record.end().to_move(), Some(Player::One));
    assert_eq!(record.to_string(), "1-2 1-2");
}

#[test]
fn errors_name_the_move_the_text_the_reason_and_the_remedy() {
    let table = "\
1-2 a-b => move 2, 'a-b': 'a' is not a digit; squares are numbered 1 to 9, and a move looks like 1-5 or 1-5=5; quantum squares: 1 2 3 4 5 6 7 8 9
+1-2 => move 1, '+1-2': '+' is not a digit; ...
1_5 => move 1, '1_5': '_' is not a digit; ...
1\u{2014}5 => move 1, '1\u{2014}5': '\u{2014}' (U+2014) is not a digit; ...
1-\u{ff15} => move 1, '1-\u{ff15}': '\u{ff15}' (U+FF15) is not a digit; ...
1-\u{1b}[31m2 => move 1, '1-\\u{1b}[31m2': '\\u{1b}' (U+001B) is not a digit; ...
1-\u{202e}2 => move 1, '1-\\u{202e}2': '\\u{202e}' (U+202E) is not a digit; ...
1- => move 1, '1-': a square is missing; a move looks like 1-5 or 1-5=5; quantum squares: 1 2 3 4 5 6 7 8 9
1-2 1-2= => move 2, '1-2=': a square is missing; a move looks like 1-5 or 1-5=5; legal: 1-2=1, 1-2=2
1-2 1-2 = 1 => move 2, '=': a square is missing; a move looks like 1-5 or 1-5=5; legal: =1, =2
1-10 => move 1, '1-10': there is no square 10; squares are numbered 1 to 9; quantum squares: 1 2 3 4 5 6 7 8 9
0-1 => move 1, '0-1': there is no square 0; ...
99999999999999999999999-1 => move 1, '99999999999999999999999-1': there is no square 99999999999999999999999; ...
4-4 => move 1, '4-4': square 4 comes twice in one move; quantum squares: 1 2 3 4 5 6 7 8 9
1-2-3 => move 1, '1-2-3': this turn places 2 pieces on different squares, not 3; quantum squares: 1 2 3 4 5 6 7 8 9
1 5 => move 1, '1': this turn places 2 pieces; join their squares with -; quantum squares: 1 2 3 4 5 6 7 8 9
1-2=1 => move 1, '1-2=1': this move has no collapse to choose; leave it out
1-2 =1 => move 2, '=1': nothing is entangled; quantum squares: 1 2 3 4 5 6 7 8 9
1-2 1-2=1 2-3 => move 3, '2-3': square 2 is not quantum; quantum squares: 3 4 5 6 7 8 9
1-2 1-2 3-4 => move 3, '3-4': the previous move entangles and needs its collapse; legal: =1, =2
1-2 1-2 1-2=1 => move 3, '1-2=1': the previous move entangles and needs its collapse; legal: =1, =2
1-2 1-2=3 => move 2, '1-2=3': no collapse puts O2 on 3; legal: 1-2=1, 1-2=2
1-2 1-2 3 => move 2, '3': no collapse puts O2 on 3; legal: =1, =2
1-2 1-2 x => move 2, 'x': 'x' is not a digit; squares are numbered 1 to 9, and a move looks like 1-5 or 1-5=5; legal: =1, =2
1-2 1-2=1,2,3 => move 2, '1-2=1,2,3': only 2 series are entangled; name at most 2 squares; legal: 1-2=1, 1-2=2
1:X(a-2) => move 1, '1:X(a-2)': 'a' is not a digit; ...
1:X(1-2),2:O(2-5),3:X(5-9),4:O(1-5),4c:X(X3(9)) => move 4, '4c:X(X3(9))': several collapses put X3 on 9; legal: 4c:X(O4(1)), 4c:X(O4(5))
1:X(1-2),2:O(1-2),2c:X(O2(1)),3:X(3-4),4:O(3-4),4c:X(X1(2)) => move 4, '4c:X(X1(2))': X1 is not entangled; legal: 4c:X(O4(3)), 4c:X(O4(4))
1:X(1-2),2:O(1-2),2c:X(O2(9)) => move 2, '2c:X(O2(9))': no collapse puts O2 on 9; legal: 2c:X(O2(1)), 2c:X(O2(2))";
    check_refusals(table, start(3, 2));
}

#[test]
fn a_collapse_that_is_begun_is_told_its_ways_to_end() {
    let waiting = "1-2-3-4 1-2-3-4 1-2-3-4 1-2-3-4";
    let refused = |text: &str| Record::parse(text, start(3, 4)).unwrap_err().to_string();
    let message = refused(&format!("{waiting}=1"));
    let listed: Vec<&str> = message
        .split_once("legal: ")
        .unwrap()
        .1
        .split(", ")
        .collect();
    assert_eq!(listed.len(), 6, "{message}");
    assert!(
        listed.iter().all(|way| way.starts_with("1-2-3-4=1,")),
        "{message}"
    );
}

#[test]
fn a_move_after_the_end_is_refused() {
    let over = Record::parse("1 2 3 4 5 6 7 8 9", start(3, 1)).unwrap();
    assert_eq!(over.end().phase(), Phase::Over);
    let error = Record::parse("1 2 3 4 5 6 7 8 9 1", start(3, 1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "move 10, '1': the game is over before this move"
    );
}

#[test]
fn goffs_record_is_written_with_points_and_read_strictly() {
    let start = Position::new(Game::from_side(3, 2, Variant::Goff.rules()).unwrap());
    let text = "1-2 1-2=1 3-4 3-4=4 5-6 5-6=6 7-8 7-8=8";
    let record = Record::parse(text, start).unwrap();
    let goff = record.to_goff();
    assert_eq!(Record::parse(&goff, start).unwrap(), record);
    let before = "1:X(1-2),2:O(1-2),2c:X(O2(1)),";
    let begun = "3:X(3-4),4:O(3-4),4c:X(O4(4)),5:X(5-6),6:O(5-6),6c:X(O6(6)),7:X(7-8),8:O(7-8)";
    let over = format!("{before}{begun},8c:X(O8(8))");
    assert_eq!(goff, format!("{over}::X(1)-O(0)"));
    let table = format!(
        "\
{before}3:O(3-4) => move 3, '3:O(3-4)': a record in Goff's notation needs 3:X(...) here
1:X(1-2),2:O(1-2),3:X(3-4) => move 3, '3:X(3-4)': the previous move entangles and needs its collapse; legal: 2c:X(O2(1)), 2c:X(O2(2))
1:X(1-2),2:O(1-2),2c:X(O3(1)) => move 2, '2c:X(O3(1))': a record in Goff's notation needs an entangled mark and its square, like O4(5) here; legal: 2c:X(O2(1)), 2c:X(O2(2))
{over},9:X(9) => move 9, '9:X(9)': the game is over before this move
{over}::X(1)-O(half) => move 8, '::X(1)-O(half)': the points of this game are ::X(1)-O(0)
{before}{begun}::X(1)-O(0) => move 8, '::X(1)-O(0)': the game is not over; legal: 8c:X(O8(7)), 8c:X(O8(8))"
    );
    check_refusals(&table, start);
    for points in ["X(1) - 0(0.00)", "x(1/1)-o(0)"] {
        let text = goff.replace("X(1)-O(0)", points);
        assert_eq!(Record::parse(&text, start).as_ref(), Ok(&record), "{text}");
    }
}

#[test]
fn a_finished_record_of_other_rules_names_their_variants() {
    let start = |variant: Variant| Position::new(Game::from_side(3, 2, variant.rules()).unwrap());
    let [goff, paper] = [Variant::Goff, Variant::Paper].map(start);
    // In one collapse both players complete a line, but O's is the earlier one.
    let moves = "1-2 2-5 5-9 1-5=5 3-4 3-4=3 6-7 6-8 7-8=7";
    let record = Record::parse(moves, goff).unwrap();
    let text = record.to_goff();
    for points in ["X(0.5)-O(1)", "x(1/2)-0(1)", "X(.5)-O(1.0)"] {
        let text = text.replace("X(0.5)-O(1)", points);
        assert_eq!(Record::parse(&text, goff).as_ref(), Ok(&record), "{text}");
    }
    let decisive = text.replace("X(0.5)", "X(0)");
    let short = Record::parse("1-2 1-2=1 4-5 4-5=5 7-9 7-9=9", goff)
        .unwrap()
        .to_goff();
    let nobody = short.replace("O(1)", "O(2)");
    let table = format!(
        "\
{decisive} => move 9, '::X(0)-O(1)': the points of this game are ::X(0.5)-O(1); the record fits variant narrow-win
{short} => move 6, '::X(0)-O(1)': the game is not over; the record fits variant goff, narrow-win...
{nobody} => move 6, '::X(0)-O(2)': the game is not over"
    );
    check_refusals(&table, paper);
    assert!(Record::parse(&decisive, start(Variant::NarrowWin)).is_ok());
}

#[test]
fn the_last_square_may_be_written_twice() {
    let before = "1-2 1-2=1 3-4 3-4=3 5-6 5-6=5 7-8 7-8=7";
    let one = Record::parse(&format!("{before} 9"), start(3, 2)).unwrap();
    for text in [
        format!("{before} 9-9"),
        one.to_goff().replace("9:X(9)", "9:X(9-9)"),
    ] {
        assert_eq!(
            Record::parse(&text, start(3, 2)).as_ref(),
            Ok(&one),
            "{text}"
        );
    }
    let thrice = Record::parse(&format!("{before} 9-9-9"), start(3, 2)).unwrap_err();
    assert_eq!(
        thrice.to_string(),
        "move 9, '9-9-9': square 9 comes twice in one move; quantum squares: 9"
    );
}

fn waiting() -> Position {
    *Record::parse("1-2 2-5 5-9 1-5", start(3, 2)).unwrap().end()
}

#[test]
fn a_record_that_starts_where_a_collapse_waits_begins_with_it() {
    let record = Record::parse("1-5=1 3-7", waiting()).unwrap();
    let actions: Vec<Action> = record.actions().collect();
    let [Action::Collapse(collapse), Action::Place(_)] = &actions[..] else {
        panic!("{actions:?}")
    };
    assert_eq!(collapse.newest_first().next().unwrap().1.number(), 1);
    assert_eq!(
        Record::from_actions(waiting(), record.actions()).unwrap(),
        record
    );
    assert_eq!(record.to_string(), "1-5=1 3-7");
    assert_eq!(record.to_goff(), "4c:X(O4(1)),5:X(3-7)");
    // The entangling move may be written in any order, or left out.
    for text in ["5-1=1 7-3", "=1 3-7", "1 3-7", " 4c:X( O4(1) ) , 5:X(3-7) "] {
        assert_eq!(
            Record::parse(text, waiting()).as_ref(),
            Ok(&record),
            "{text}"
        );
    }
    let mut played = Record::new(waiting());
    played.play_text("1-5=1").unwrap();
    played.play_text("3-7").unwrap();
    assert_eq!(played, record);
    assert!(played.play_text("4-6 9").is_err());
    assert_eq!(played, record, "an error leaves the game unchanged");
    let nothing = Record::new(waiting());
    assert_eq!(
        (nothing.to_string(), nothing.to_goff()),
        (String::new(), String::new())
    );
    assert_eq!(nothing.actions().len(), 0);
}

#[test]
fn a_record_that_starts_where_a_collapse_waits_is_read_strictly() {
    let table = "\
3-7 => move 5, '3-7': the previous move entangles and needs its collapse; legal: =1, =5
3-7=1 => move 5, '3-7=1': the previous move entangles and needs its collapse; legal: 1-5=1, 1-5=5
1-5 3-7 => move 5, '1-5': the previous move entangles and needs its collapse; legal: =1, =5
1-5=2 => move 4, '1-5=2': no collapse puts O4 on 2; legal: 1-5=1, 1-5=5
=2 => move 4, '=2': no collapse puts O4 on 2; legal: =1, =5
1-5=1 2-3 => move 5, '2-3': square 2 is not quantum; quantum squares: 3 4 6 7 8
5:X(3-7) => move 5, '5:X(3-7)': the previous move entangles and needs its collapse; legal: 4c:X(O4(1)), 4c:X(O4(5))
4c:O(O4(1)) => move 4, '4c:O(O4(1))': a record in Goff's notation needs 4c:X(...) here; legal: 4c:X(O4(1)), 4c:X(O4(5))
4c:X(O4(1)),1:X(3-7) => move 5, '1:X(3-7)': a record in Goff's notation needs 5:X(...) here
4c:X(O4(1),O4(1)) => move 4, '4c:X(O4(1),O4(1))': a record in Goff's notation needs different entangled marks here; legal: 4c:X(O4(1)), 4c:X(O4(5))";
    check_refusals(table, waiting());
}

#[test]
fn the_line_of_a_position_that_waits_for_a_collapse_has_the_collapse() {
    let line = solve(&waiting(), &Silent).unwrap().line.unwrap();
    assert!(line.to_string().starts_with("1-5=1 3-7 6-7"), "{line}");
    reads_back(&line);
}

#[test]
fn messages_stay_short_however_long_the_text_is() {
    let long = 2 << 20;
    let zeros = "0".repeat(long);
    let texts = [
        "x".repeat(long),
        "\u{e9}".repeat(long),
        zeros.clone(),
        format!("1-2 1-2 {zeros}1-2"),
        format!("{zeros}1-2 1-{zeros}2=3"),
        format!("1-2 1-2=1-{zeros}"),
        format!("1-2 1-2=1,{zeros}2,1"),
        format!("1-{}", "1-".repeat(long)),
        format!("1-2 1-2={}", "1,".repeat(long)),
        format!("1:X({})", "1-".repeat(long)),
        format!("{}:", "x".repeat(long)),
        format!("1:X(1-2),2:O(1-2),2c:X({}O2(1))", "O2(2),".repeat(long)),
        format!("1:X(1-2)::{}", "x".repeat(long)),
    ];
    for text in texts {
        let message = refused(&text);
        assert!(
            message.chars().count() < 250,
            "{}",
            message.chars().take(1000).collect::<String>()
        );
        assert!(message.contains("...'"), "{message}");
    }
    let token = "x".repeat(60);
    assert!(refused(&token).starts_with(&format!("move 1, '{token}': 'x' is")));
    assert!(refused(&(token.clone() + "x")).starts_with(&format!("move 1, '{token}...': 'x' is")));
}

#[test]
fn the_legal_alternatives_that_a_message_lists_are_few() {
    let text = ["1-2-3-4-5-6-7-8"; 8].join(" ");
    let waiting = *Record::parse(&text, start(8, 8)).unwrap().end();
    assert_eq!(waiting.phase(), Phase::Collapse);
    let message = Record::parse("9", waiting).unwrap_err().to_string();
    assert!(
        message.contains("no collapse puts O8 on 9; legal: =1,"),
        "{message}"
    );
    assert_eq!(message.matches('=').count(), 8, "{message}");
    assert!(message.ends_with(", ..."), "{message}");
}

/// Tries both texts of a record, also in other spellings.
fn reads_back(record: &Record) {
    let (text, goff) = (record.to_string(), record.to_goff());
    // At the start of a record, a move and its pending collapse, such as 1-5=1, must not be split.
    let waits = record.start().phase() == Phase::Collapse;
    let [spaced, bare] = if waits { ["=", "="] } else { [" =", " "] };
    let texts = [
        text.replace(' ', "\n \t")
            .replace('-', ",")
            .replace('=', spaced),
        text.replace('-', "\u{2013}").replace('=', bare),
        text,
        goff.replace("),", ")\n").to_lowercase().replace('o', "0"),
        goff,
    ];
    for text in texts {
        assert_eq!(
            Record::parse(&text, *record.start()).as_ref(),
            Ok(record),
            "{text}"
        );
    }
}

/// The texts of the two parts must join to the text of the game.
fn reads_back_in_parts(game: &Record) {
    let actions: Vec<_> = game.actions().collect();
    for count in 0..=actions.len() {
        let (before, after) = actions.split_at(count);
        let before = Record::from_actions(*game.start(), before.iter().copied()).unwrap();
        let after = Record::from_actions(*before.end(), after.iter().copied()).unwrap();
        let next = Record::from_actions(*before.end(), after.actions().take(1)).unwrap();
        [&before, &after, &next].into_iter().for_each(reads_back);
        if count < actions.len() {
            let halves = [before.to_goff(), after.to_goff()];
            let halves: Vec<String> = halves.into_iter().filter(|half| !half.is_empty()).collect();
            assert_eq!(halves.join(","), game.to_goff());
            // A collapse at the beginning of the second part repeats the last move of the first.
            let repeated = usize::from(before.end().phase() == Phase::Collapse);
            let texts = [before.to_string(), after.to_string()];
            let tokens =
                [&texts[0], &texts[1]].map(|text| text.split_whitespace().collect::<Vec<_>>());
            let first = &tokens[0][..tokens[0].len() - repeated];
            assert_eq!([first, &tokens[1]].concat().join(" "), game.to_string());
        }
    }
}

#[test]
fn a_header_is_read_to_its_last_word_or_refused() {
    let read = |line: &str| line.parse::<Header>().map(|Header(game)| game.to_string());
    for (line, game) in [
        (
            "# gqt3 game: board 3, pieces 2, variant goff",
            "goff, 3x3, n = 2",
        ),
        (" # gqt3 game:pieces  2 ,board 4\r\n", "paper, 4x4, n = 2"),
        (
            "# gqt3 game: scoring shared, board 3, pieces 3, variant goff",
            "complete-win, 3x3, n = 3",
        ),
        (
            "# gqt3 game: board 3, pieces 2, variant complete-win-stop",
            "complete-win-stop, 3x3, n = 2",
        ),
        (
            "# gqt3 game: board 8, pieces 100, ties competition, offset 1",
            "--offset 1 --ties competition, 8x8, n = 100",
        ),
        (
            "# gqt3 game: squares 7, pieces 1",
            "paper, 7 squares, n = 1",
        ),
        (
            "#GQT3  Game : Board 3,PIECES 2, variant Goff",
            "goff, 3x3, n = 2",
        ),
    ] {
        assert_eq!(read(line).as_deref(), Ok(game), "{line}");
    }
    let refused = |line: &str| read(line).unwrap_err().to_string();
    for (pairs, message) in [
        (
            "",
            "'': expected a key and its value, such as 'board 3'; the keys are board, squares, pieces, variant",
        ),
        (
            "board 3",
            "'# gqt3 game: board 3': pieces is missing; write for example 'pieces 2'",
        ),
        (
            "pieces 2",
            "'# gqt3 game: pieces 2': board is missing; write for example 'board 3'",
        ),
        ("board 3, pieces 2,", "'': expected a key and its value"),
        (
            "board 3, pieces two",
            "'pieces two': this value is not a number",
        ),
        (
            "board 3, pieces -2",
            "'pieces -2': this value is not a number",
        ),
        (
            "board 9, pieces 2",
            "'board 9': a board of side 9 is outside 1 to 8",
        ),
        (
            "board 3, pieces 0",
            "'# gqt3 game: board 3, pieces 0': a series needs at least 1 piece",
        ),
        (
            "board 3, board 3, pieces 2",
            "'board 3': this key is given twice",
        ),
        (
            "board 3, squares 9, pieces 2",
            "'squares 9': this key is given twice",
        ),
        (
            "board 3, pieces 2, variant gof",
            "'variant gof': use one of paper, offset, ",
        ),
        (
            "board 3, pieces 2, tail half",
            "'tail half': use one of classical, stop",
        ),
        (
            "board 3, pieces 2, colour red",
            "'colour red': expected a key and its value",
        ),
        (
            "board 3, pieces 2 variant goff",
            "'pieces 2 variant goff': expected a key and its value",
        ),
    ] {
        let found = refused(&format!("# gqt3 game: {pairs}"));
        assert!(found.starts_with(message), "{pairs}: {found}");
    }
    for (line, is_comment) in [
        ("# a game", true),
        ("#", true),
        ("1-2", false),
        ("# gqt3 gmae: board 3, pieces 2", false),
        ("# GQT3: board 3, pieces 2", false),
        ("# gqt 3 game: board 3, pieces 2", false),
        ("#Game: baord 3, peices 2", false),
        ("# Board 3, Pieces 2", false),
    ] {
        assert!(
            refused(line).contains("must be a header, such as '# gqt3 game: board 3"),
            "{line}"
        );
        assert_eq!(Header::is_comment(line), is_comment, "{line}");
    }
}

#[test]
fn a_saved_game_has_its_header_above_the_moves_or_none() {
    let read = |text: &'static str| SavedGame::read(text).map_err(|error| error.to_string());
    let moves =
        |text| read(text).map(|saved| (saved.game.map(|game| game.to_string()), saved.moves));
    let header = || Some("paper, 4x4, n = 2".to_owned());
    assert_eq!(moves(""), Ok((None, "")));
    assert_eq!(moves("1-2\n1-2=1"), Ok((None, "1-2\n1-2=1")));
    assert_eq!(
        moves("\u{feff}# gqt3 game: board 4, pieces 2\n1-2"),
        Ok((header(), "1-2"))
    );
    assert_eq!(
        moves("\n # gqt3 game: board 4, pieces 2\r\n1-2\n3-4\n"),
        Ok((header(), "1-2\n3-4\n"))
    );
    assert_eq!(moves("# gqt3 game: board 4, pieces 2"), Ok((header(), "")));
    let late =
        "line 2: '# gqt3 game: board 4, pieces 2': only one header is allowed, above the moves";
    assert_eq!(
        moves("1-2\n# gqt3 game: board 4, pieces 2\n").unwrap_err(),
        late
    );
    let twice =
        moves("# gqt3 game: board 4, pieces 2\n# gqt3 game: board 4, pieces 2\n1-2").unwrap_err();
    assert_eq!(twice, late);
    assert!(
        moves("1-2\n# my first game")
            .unwrap_err()
            .starts_with("line 2: '# my first game': ")
    );
    assert!(
        moves("# my first game\n1-2")
            .unwrap_err()
            .starts_with("line 1: '# my first game': ")
    );
    let players = "# gqt3 players: one, two";
    for (line, text) in [
        (1, "# gqt3 players: one, two\n1-2"),
        (
            3,
            "# gqt3 game: board 4, pieces 2\n1-2\n# gqt3 players: one, two",
        ),
    ] {
        let refused = moves(text).unwrap_err();
        assert!(
            refused.starts_with(&format!("line {line}: '{players}': ")),
            "{refused}"
        );
    }
    assert_eq!(
        Record::new(waiting()).to_saved(),
        None,
        "the file would not say where it starts"
    );
}

#[test]
fn the_word_start_is_a_game_without_moves() {
    assert_eq!(
        Record::parse(" start ", start(3, 2)).unwrap(),
        Record::new(start(3, 2))
    );
    assert!(refused("start 1-2").starts_with("move 1, 'start': "));
}

proptest! {
    #[test]
    fn a_saved_game_keeps_board_n_rules_and_moves(
        (side, squares) in (0_usize..=8, 1_usize..=64),
        pieces in prop_oneof![1_usize..=9, any::<usize>().prop_map(|pieces| pieces.max(1))],
        rules in any_rules(),
        seed in any::<u64>(),
        length in 0_usize..20,
    ) {
        let board = if side == 0 { Board::without_lines(squares) } else { Board::new(side) };
        let game = Game::new(board.unwrap(), pieces, rules).unwrap();
        let mut drawer = UniformPolicy::new(seed, 0);
        let mut record = Record::new(Position::new(game));
        for _ in 0..length {
            if let Some(action) = drawer.action(record.end()) {
                record.play(action).unwrap();
            }
        }
        prop_assert_eq!(Header(game).to_string().parse(), Ok(Header(game)));
        let text = record.to_saved().unwrap();
        let saved = SavedGame::read(&text).unwrap();
        prop_assert_eq!(saved.game, Some(game));
        prop_assert_eq!(Record::parse(saved.moves, Position::new(game)), Ok(record));
    }
}

fn numbers(text: &str) -> Vec<usize> {
    let numbers = text.split(['-', ',']).filter(|number| !number.is_empty());
    numbers.map(|number| number.parse().unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_damaged_game_is_refused_or_is_the_game_that_it_says(
        pieces in 1_usize..=3,
        rules in any_rules(),
        seed in any::<u64>(),
        length in 1_usize..9,
        at in any::<proptest::sample::Index>(),
        lost in 0_usize..4,
        found in proptest::sample::select(vec![
            "", " ", "-", "=", ",", "1", "5", "9", "0", "99999999999999999999", "x", "\u{663}", "1-2",
        ]),
    ) {
        let game = Game::from_side(3, pieces, rules).unwrap();
        let whole = random_game(Position::new(game), seed).to_string();
        let words: Vec<&str> = whole.split(' ').take(length).collect();
        let mut text = words.join(" ");
        let at = at.index(text.len());
        text.replace_range(at..(at + lost).min(text.len()), found);
        if let Ok(record) = Record::parse(&text, Position::new(game)) {
            let mut damaged = text.split_whitespace();
            for written in record.to_string().split_whitespace() {
                let (placed, collapse) = written.split_once('=').unwrap_or((written, ""));
                let word = damaged.next().unwrap();
                let (squares, rest) = word.split_once('=').unwrap_or((word, ""));
                let mut squares = numbers(squares);
                squares.sort_unstable();
                prop_assert_eq!(squares, numbers(placed));
                // The record omits squares that follow from others, but the text may have them.
                let is_next = rest.is_empty() && !collapse.is_empty();
                let rest = if is_next { damaged.next().unwrap() } else { rest };
                let rest = numbers(rest.trim_start_matches('='));
                prop_assert!(rest.starts_with(&numbers(collapse)), "{}", text);
            }
            prop_assert_eq!(damaged.next(), None);
        }
    }
}

proptest! {
    #[test]
    fn random_games_read_back_from_every_position_on(
        side in 1_usize..=4,
        pieces in 1_usize..=4,
        rules in any_rules(),
        seed in any::<u64>(),
    ) {
        let game = random_game(Position::new(Game::from_side(side, pieces, rules).unwrap()), seed);
        reads_back_in_parts(&game);
        if pieces == 2 {
            // By Appendix B, one square settles every collapse of pairs.
            prop_assert!(!game.to_string().contains(','));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn games_on_large_boards_read_back_from_every_position_on(
        side in 5_usize..=8,
        pieces in 1_usize..=6,
        rules in any_rules(),
        seed in any::<u64>(),
    ) {
        reads_back_in_parts(&random_game(Position::new(Game::from_side(side, pieces, rules).unwrap()), seed));
    }
}
