use std::fs;

use crate::command::{Said, gqt3};

/// Goff's example and one way to go on to the end.
const GAME: &str = "1-2 2-5 5-9 1-5=5 3-4 3-4=3 6-7 6-8 7-8=7";

fn play(arguments: &str, moves: &str) -> Said {
    Said::after(&mut gqt3(&format!("play {arguments}")), moves)
}

fn refused(arguments: &str, words: &[&str]) {
    assert_eq!(play(arguments, "").code(2).with(words).stdout, "");
}

#[test]
fn goffs_example_is_played_line_by_line() {
    let example = play("--player2 human", "1-2\n2-5\n5-9\n1-5\n=5\n").code(0);
    let text = example.stdout;
    assert!(
        text.contains("X's turn: choose where O4 goes: 1 or 5"),
        "{text}"
    );
    assert!(
        text.contains("  1: X1 O4   2: X1 O2      3\n  4          5: O2 X3 O4   6\n"),
        "{text}"
    );
    assert!(
        text.contains("=5: O4 on 5, X3 on 9, O2 on 2, X1 on 1"),
        "{text}"
    );
    assert!(
        text.contains("  [X1]   [O2]   3\n  4      [O4]   6\n  7      8      [X3]\n"),
        "{text}"
    );
    assert_eq!(text.lines().last(), Some("1-2 2-5 5-9 1-5=5"));
    assert!(
        text.lines()
            .any(|line| line == "X's turn: place X5 on 2 squares"),
        "{text}"
    );
}

#[test]
fn a_game_ends_with_its_points_and_its_record() {
    let game = play("--player2 human", GAME).code(0);
    let text = game.stdout;
    let end: Vec<&str> = text.lines().rev().take(6).collect();
    assert_eq!(end[0], GAME);
    assert!(end[1].starts_with("gqt3 review"), "{text}");
    assert!(
        end[5].starts_with("O wins, 1 to 1/2. O has 2-5-8 with O8, X has "),
        "{text}"
    );
    assert_eq!(
        play("--player2 human", &GAME.replace('=', " ="))
            .code(0)
            .stdout
            .lines()
            .last(),
        Some(GAME)
    );
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let file = path.display();
    play(
        &format!("--player2 human --save {file}"),
        "1-2 2-5 5-9\n1-5\n",
    )
    .code(0);
    let header = "# gqt3 game: board 3, pieces 2, variant paper\n# gqt3 players: human, human\n";
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        format!("{header}1-2 2-5 5-9 1-5\n")
    );
    let loaded = play(&format!("--player2 human --load {file}"), "=5 save\n").code(2);
    loaded.with(&["save: name a file"]);
    let on = play(
        &format!("--player2 human --load {file}"),
        &format!("=5 save {file} quit\n"),
    )
    .code(0);
    assert_eq!(on.stdout.lines().last(), Some("1-2 2-5 5-9 1-5=5"));
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        format!("{header}1-2 2-5 5-9 1-5=5\n")
    );
    fs::write(&path, "1:X(1-2),2:O(2-5),3:X(5-9),4:O(1-5),4c:X(O4(5))").unwrap();
    let goff = play(&format!("--player2 human --load {file}"), "quit").code(0);
    assert_eq!(goff.stdout.lines().last(), Some("1-2 2-5 5-9 1-5=5"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_saved_game_keeps_its_board_n_and_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let file = path.display();
    let saved = |flags: &str, moves: &str| {
        play(&format!("--player2 human --save {file} {flags}"), moves).code(0);
        fs::read_to_string(&path).unwrap()
    };
    let text = saved(
        "--board 4 --pieces 3 --variant goff --ties competition",
        "1-2-3 4-5-16",
    );
    assert_eq!(
        text,
        "# gqt3 game: board 4, pieces 3, ending first-line, ties competition\n\
         # gqt3 players: human, human\n1-2-3 4-5-16\n"
    );
    let on = play(
        &format!("--player2 human --load {file} --pieces 3 --ending first-line"),
        "",
    )
    .code(0)
    .stdout;
    assert_eq!(on.lines().last(), Some("1-2-3 4-5-16"));
    // By Goff's rules this game is over at its first line, but not by the paper's.
    saved("--variant goff", "1-2 1-2=1 4-5 4-5=5 7-9 7-9=9");
    let over = play(&format!("--player2 human --load {file}"), "")
        .code(0)
        .stdout;
    assert!(
        over.contains("O wins, 1 to 0. O has 1-5-9 with O6."),
        "{over}"
    );
    let refused = |flags: &str, words: &[&str]| refused(&format!("--load {file} {flags}"), words);
    let header = "'# gqt3 game: board 3, pieces 2, variant goff'";
    refused(
        "--variant paper",
        &[
            "--load",
            "--variant paper contradicts 'ending first-line'",
            header,
        ],
    );
    refused(
        "--scoring shared",
        &["--scoring shared contradicts 'scoring harmonic'", header],
    );
    refused(
        "--variant goff --offset 1",
        &["--offset 1 contradicts 'offset 0'", header],
    );
    refused(
        "--board 4",
        &["--board 4 contradicts 'board 3'", header, "drop the flag"],
    );
    refused("--pieces 3", &["--pieces 3 contradicts 'pieces 2'", header]);
    for (text, words) in [
        (
            "# gqt3 game: board 3, pieces 2, variant gof\n1-2",
            &["line 1", "'variant gof'", "goff"][..],
        ),
        ("# gqt3 game: board 1, pieces 1\n1", &["board 1", "2 to 8"]),
        (
            "# gqt3 game: board 3, pieces 10\nstart",
            &["pieces 10", "1 to 9"],
        ),
        (
            "# gqt3 game: squares 9, pieces 2\nstart",
            &["'squares 9'", "'board M'"],
        ),
        (
            "1-2\n# gqt3 game: board 3, pieces 2\n",
            &["line 2", "above the moves"],
        ),
        (
            "# gqt3 game: board 4, pieces 2\n1-2 1-2-3",
            &["move 2", "'1-2-3'"],
        ),
        (
            "1-2 1-10",
            &["move 2", "'1-10'", "without a header, set --board"],
        ),
    ] {
        fs::write(&path, text).unwrap();
        refused("", words);
    }
}

#[test]
fn what_is_not_legal_is_refused_by_name_and_the_game_goes_on() {
    let refused = |moves: &str, words: &[&str]| {
        play("--player2 human", moves)
            .code(2)
            .with(words)
            .with(&["refused (see above)"]);
    };
    refused(
        "1-2 x",
        &["move 2, 'x'", "quantum squares: 1 2 3 4 5 6 7 8 9"],
    );
    refused("1-2 1-2 3-4", &["'3-4'", "legal: =1, =2"]);
    refused("1-2 1-2 3", &["'3'", "legal: =1, =2"]);
    refused(
        "1 5 9",
        &["'1-5-9'", "2 pieces on different squares, not 3"],
    );
    refused(&format!("{GAME} 1-2"), &["'1-2'", "the game is over"]);
    refused("undo", &["undo: no move"]);
    refused("redo", &["redo: nothing"]);
    refused("1-2 \u{0}\u{7f}", &["move 2"]);
    let on = play("--player2 human", "1-2 zz 2-5 quit").code(2);
    assert_eq!(on.stdout.lines().last(), Some("1-2 2-5"));
    play("--player2 random --seed 3", "1-2=1")
        .code(2)
        .with(&["leave it out"]);
}

#[test]
fn bad_flags_are_refused_with_the_remedy() {
    refused(
        "--board 4 --pieces 3 --player1 perfect",
        &["--player1 perfect", "strongest"],
    );
    refused("--board 1", &["--board 1", "2 to 8"]);
    refused("--pieces 10", &["--pieces 10", "1 to 9"]);
    refused(
        "--player2 wizard",
        &[
            "--player2",
            "human, very-easy, easy, normal, hard, perfect, strongest",
        ],
    );
    refused("--move-time 1", &["--move-time", "heuristic"]);
    refused(
        "--level 2",
        &["--level", "very-easy, easy, normal, hard, perfect"],
    );
    refused("--level easy --player1 human", &["--level", "--player1"]);
    refused("--level hard --move-time 1", &["--move-time", "heuristic"]);
    refused(
        "--player2 heuristic --move-time 0",
        &["--move-time", "above 0"],
    );
    refused("--load missing.txt", &["--load", "missing.txt"]);
    refused("--load -", &["--load -", "name a file"]);
    refused(
        "--save missing/game.txt",
        &["--save", "folder does not exist"],
    );
    refused("--format json", &["--format"]);
    refused("--lesson", &["--lesson", "terminal"]);
    refused("--lesson --plain", &["--lesson", "--plain"]);
}

#[test]
fn undo_redo_hint_and_board_are_for_scripts_too() {
    let text = play(
        "--player2 human",
        "1-2 2-5 undo undo redo 3-4 hint board help quit",
    )
    .code(0)
    .stdout;
    assert_eq!(text.lines().last(), Some("1-2 3-4"));
    assert!(
        text.contains("You can end at ") && text.contains("best: "),
        "{text}"
    );
    assert!(text.contains("take back your last move"), "{text}");
    let large = play("--board 4 --player2 human", "1-2 hint quit")
        .code(0)
        .stdout;
    assert!(
        large.contains("Estimate ") && large.contains("; best: "),
        "{large}"
    );
}

#[test]
fn a_piped_game_against_the_perfect_player_ends() {
    // Illegal moves are refused, so enough repetitions end the game, whatever the perfect player
    // does.
    let moves: Vec<String> = (1..=9)
        .flat_map(|high| (1..high).map(move |low| format!("{low}-{high}")))
        .chain((1..=9).map(|square| format!("={square}")))
        .chain((1..=9).map(|square| square.to_string()))
        .collect();
    let game = play(
        "--seed 5 --level perfect",
        &format!("{}\n", moves.join("\n")).repeat(12),
    );
    let text = game.stdout;
    assert!(text.contains("\nO: "), "{text}");
    let ends = ["You win, 1 to 1/2", "A draw, 0 to 0", "You lose, "];
    assert!(
        ends.iter().any(|end| text.contains(end)),
        "the perfect player holds its own: {text}"
    );
}

#[test]
fn computers_play_each_other_and_a_seed_repeats_the_game() {
    for arguments in [
        "--player1 perfect --player2 random --seed 1",
        "--player1 random --player2 easy --board 4 --pieces 3 --seed 2",
        "--player1 random --player2 random --board 6 --pieces 4 --variant complete-win-stop --seed 3",
        "--player1 very-easy --player2 random --board 6 --pieces 18 --seed 5",
        "--player1 heuristic --player2 random --board 2 --pieces 1 --seed 4 --collapse mover",
    ] {
        let first = play(arguments, "").code(0).stdout;
        assert_eq!(first, play(arguments, "").code(0).stdout, "{arguments}");
        assert!(
            first.contains("answers the same input in the same way"),
            "{arguments}: {first}"
        );
        assert!(
            first.contains(" wins, ") || first.contains("A draw, "),
            "{first}"
        );
    }
}

#[test]
fn the_result_can_go_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.txt");
    play(
        &format!("--player2 human --output {}", path.display()),
        GAME,
    )
    .code(0);
    assert!(
        fs::read_to_string(&path)
            .unwrap()
            .ends_with(&format!("{GAME}\n"))
    );
}

#[test]
fn lines_and_the_score_are_announced_and_collapsed_pieces_named() {
    let text = play("--player2 human", GAME).code(0).stdout;
    assert!(
        text.contains("X: =5: O4 on 5, X3 on 9, O2 on 2, X1 on 1\n"),
        "{text}"
    );
    assert!(
        text.contains("O completes 2-5-8. X completes 1-4-7."),
        "{text}"
    );
    assert!(text.contains("Score: X 1/2, O 1.\n"), "{text}");
}

#[test]
fn a_typed_line_is_read_as_every_game_and_numbers_on_it_are_one_move() {
    let example = "1-2 2-5 5-9 1-5=5";
    for (flags, moves, game) in [
        ("", "1 2\n2 5\n5 9\n1 5\n5\n", example),
        ("", "1,2 2,5 5\u{2013}9 1,5=5", example),
        ("", "h 1-2 2 5 5,9 1-5 =5 u\nredo", example),
        (
            "",
            "1:x(1-2)\n2:0(2-5)\n3:X(5-9), 4:O(1-5)\n4c:X(O4(5))",
            example,
        ),
        ("--pieces 3", "1 2 6 undo 1 2 6", "1-2-6"),
        ("--pieces 1", "1 2 9", "1 2 9"),
    ] {
        let text = play(&format!("--player2 human {flags}"), moves)
            .code(0)
            .stdout;
        assert_eq!(text.lines().last(), Some(game), "{moves}: {text}");
    }
}

#[test]
fn without_a_seed_games_differ_and_the_printed_seed_repeats_one() {
    let flags = "--player1 easy --player2 very-easy";
    let game = |flags: &str| play(flags, "").code(0).stdout;
    let first = game(flags);
    let seed = first
        .split("--seed ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert_eq!(game(&format!("{flags} --seed {seed}")), first);
    let last = |text: &str| text.lines().last().unwrap().to_owned();
    let games: std::collections::HashSet<String> = (0..4).map(|_| last(&game(flags))).collect();
    assert!(games.len() > 1, "{games:?}");
}

#[test]
fn a_saved_game_resumes_against_its_opponent() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let file = path.display();
    play(&format!("--level hard --seed 1 --save {file}"), "1-2").code(0);
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        text.contains("\n# gqt3 players: human, hard\n1-2 "),
        "{text}"
    );
    let on = play(&format!("--load {file} --save {file}"), "").code(0);
    assert!(on.stdout.contains("Your turn: "), "{}", on.stdout);
    assert!(fs::read_to_string(&path).unwrap().contains("human, hard"));
    play(&format!("--load {file} --player2 human"), "").code(0);
    Said::after(&mut gqt3(&format!("analyze --file {file}")), "").code(0);
    fs::write(&path, text.replace("hard", "wizard")).unwrap();
    refused(&format!("--load {file}"), &["there is no player 'wizard'"]);
}

#[test]
fn piped_moves_may_stand_below_the_header_of_a_saved_game() {
    let header = "# GQT3 game: board 4, pieces 3, variant goff\n#gqt3 Players: human, easy\n";
    let text = play("--player2 human", &format!("{header}1-2-3 4-5-16"))
        .code(0)
        .stdout;
    assert_eq!(text.lines().last(), Some("1-2-3 4-5-16"));
    play("--player2 human", &format!("1-2\n{header}"))
        .code(2)
        .with(&["above the moves"]);
}
