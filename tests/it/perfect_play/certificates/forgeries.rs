//! Well-formed certificates that prove nothing.

use gqt3::engine::board::SquareSet;
use gqt3::engine::game::Game;
use gqt3::engine::position::{Action, Position};
use gqt3::engine::rules::{CollapseChooser, Ending, Margin, Offset, Player, Rules, Scoring, Tail};
use gqt3::perfect_play::certificate::ClaimedBound;
use gqt3::perfect_play::minimax;
use gqt3::support::progress::Silent;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::games::{SolvedGame, choices, text, with, with_choices};
use super::python;

const HEADER: &str = "certificate 1\nboard 1\npieces 2\ncollapse opponent\noffset 0\nending full\nscoring harmonic\n\
    tail stop\nties dense\nprover player1\nmargin 1\n";

#[test]
fn a_game_that_is_over_before_it_begins_gives_nobody_a_point() {
    let claimed = |choices: &str| (choices.to_owned(), format!("{HEADER}{choices}"));
    python::all_get(1, &[claimed("choices 1\n- -> 1\n"), claimed("choices 0\n")]);
    // Repeat this on other boards, and for the other player.
    for (side, pieces) in [(1, 3), (2, 5)] {
        let game = with(
            &with(&format!("{HEADER}choices 0\n"), "board", &side.to_string()),
            "pieces",
            &pieces.to_string(),
        );
        let player_2 = with(&with(&game, "prover", "player2"), "margin", "-1");
        python::all_get(
            1,
            &[
                ("player 1".to_owned(), game.clone()),
                ("player 2".to_owned(), player_2),
            ],
        );
        python::all_get(0, &[("nobody".to_owned(), with(&game, "margin", "0"))]);
    }
}

/// Returns strategies whose choices are all used.
///
/// They are for n = 1, for n = 9 with its collapse, and for games of 2x2 with several collapses.
fn proofs() -> Vec<String> {
    let player_1 = Rules {
        collapse: CollapseChooser::Player1,
        ..Rules::default()
    };
    let player_2 = Rules {
        collapse: CollapseChooser::Player2,
        ending: Ending::FirstLine,
        ..Rules::default()
    };
    let mut proofs = Vec::new();
    for (side, pieces, rules, prover) in [
        (3, 1, Rules::default(), Player::Two),
        (3, 9, Rules::default(), Player::Two),
        (2, 2, player_1, Player::One),
        (2, 2, player_2, Player::Two),
    ] {
        let certificate = SolvedGame::new(side, pieces, rules).prove(prover);
        assert_eq!(
            certificate.check(&Silent).unwrap().choices,
            certificate.choices(),
            "all are used"
        );
        assert!(certificate.choices() > 1);
        proofs.push(text(&certificate));
    }
    assert!(proofs[1..].iter().all(|proof| proof.contains(" -> =")));
    python::all_get(
        0,
        &proofs
            .iter()
            .map(|proof| (proof.clone(), proof))
            .collect::<Vec<_>>(),
    );
    proofs
}

/// Removes choices, so that the checker plays all actions of the prover there.
///
/// For some choices every action keeps the claim, and on 2x2 this may be so for all of them. In the
/// game with n = 1 on 3x3 the claim is not proved without the choices.
#[test]
fn without_its_choices_nothing_is_proven() {
    let mut refused = 0;
    for proof in proofs() {
        let lines = choices(&proof);
        let without = |place: usize| {
            let mut fewer = lines.clone();
            fewer.remove(place);
            with_choices(&proof, &fewer)
        };
        let forged: Vec<String> = (0..lines.len()).map(without).collect();
        let codes: Vec<i32> = python::verdicts(&forged)
            .iter()
            .map(|verdict| verdict.code)
            .collect();
        assert!(codes.iter().all(|&code| code < 2));
        refused += codes.iter().sum::<i32>();
        if proof.contains("board 3\npieces 1\n") {
            python::all_get(1, &[(proof.clone(), with_choices(&proof, &[]))]);
        }
    }
    assert!(refused > 0);
}

#[test]
fn an_illegal_action_proves_nothing() {
    for proof in proofs() {
        let lines = choices(&proof);
        let side = if proof.contains("board 2") { 2 } else { 3 };
        let mut forged = Vec::new();
        for place in 0..lines.len() {
            let (position, action) = lines[place].split_once(" -> ").unwrap();
            for illegal in illegal_actions(position, action, side) {
                let mut changed = lines.clone();
                changed[place] = format!("{position} -> {illegal}");
                forged.push((changed[place].clone(), with_choices(&proof, &changed)));
            }
        }
        assert!(forged.len() >= 3 * lines.len());
        python::all_get(1, &forged);
    }
}

/// Returns actions that are never legal, or not legal in this position.
fn illegal_actions(position: &str, action: &str, side: usize) -> Vec<String> {
    if let Some(squares) = action.strip_prefix('=') {
        let squares: Vec<&str> = squares.split(',').collect();
        let first = vec![squares[0]; squares.len()].join(",");
        let (fewer, more) = (
            squares[1..].join(","),
            format!("{},{}", squares.join(","), squares[0]),
        );
        return vec![
            squares[0].to_owned(),
            format!("={first}"),
            format!("={fewer}"),
            format!("={more}"),
        ];
    }
    let pieces = action.split('-').count();
    let mut illegal = vec![
        format!("={action}").replace('-', ","),
        format!("={}", vec!["1"; pieces + 1].join(",")),
    ];
    // Too many pieces, or too few.
    let other = if pieces == side * side {
        pieces - 1
    } else {
        pieces + 1
    };
    illegal.push(
        (1..=other)
            .map(|square| square.to_string())
            .collect::<Vec<_>>()
            .join("-"),
    );
    // A classical square, which some series has for itself.
    let taken = position
        .split(' ')
        .find(|series| pieces == 1 && *series != "-" && !series.contains('-'));
    illegal.extend(taken.map(str::to_owned));
    illegal
}

#[test]
fn a_collapse_onto_other_squares_proves_nothing() {
    // n = 2 on 2x2: every list of squares that the series cannot take.
    let proof = &proofs()[2];
    let lines = choices(proof);
    let mut forged = Vec::new();
    for place in 0..lines.len() {
        let Some((position, squares)) = lines[place].split_once(" -> =") else {
            continue;
        };
        let length = squares.split(',').count();
        for number in 0..4_usize.pow(length as u32) {
            let other: Vec<usize> = (0..length)
                .map(|place| number / 4_usize.pow(place as u32) % 4 + 1)
                .collect();
            if is_assignment(position, &other) {
                continue;
            }
            let other: Vec<String> = other.iter().map(ToString::to_string).collect();
            let mut changed = lines.clone();
            changed[place] = format!("{position} -> ={}", other.join(","));
            forged.push((changed[place].clone(), with_choices(proof, &changed)));
        }
    }
    assert!(forged.len() > 100);
    let texts: Vec<&String> = forged.iter().map(|(_, text)| text).collect();
    for ((what, _), verdict) in forged.iter().zip(python::verdicts(&texts)) {
        assert!(
            verdict.code == 1
                && verdict
                    .said
                    .as_deref()
                    .is_none_or(|said| said.ends_with("no legal collapse")),
            "{what}: {:?}",
            verdict.said
        );
    }
}

/// Returns `true` if the squares differ and fit series of the position in their order.
fn is_assignment(position: &str, squares: &[usize]) -> bool {
    let series: Vec<Vec<usize>> = position
        .split(' ')
        .map(|one| {
            one.split('-')
                .map(|square| square.parse().unwrap())
                .collect()
        })
        .collect();
    let mut series = series.iter();
    let fits = squares
        .iter()
        .all(|square| series.any(|one| one.contains(square)));
    fits && (1..squares.len()).all(|place| !squares[..place].contains(&squares[place]))
}

#[test]
fn an_action_that_loses_the_claim_proves_nothing() {
    let mut game = SolvedGame::new(3, 1, Rules::default());
    for prover in [Player::One, Player::Two] {
        let proof = text(&game.prove(prover));
        let lines = choices(&proof);
        let mut forged = Vec::new();
        for place in 0..lines.len() {
            let (position, action) = lines[place].split_once(" -> ").unwrap();
            let position = reached(&game.start, position);
            let squares = position
                .placements()
                .filter(|squares| squares.to_string() != action);
            for losing in squares.filter(|squares| loses(&mut game, &position, *squares, prover)) {
                let mut changed = lines.clone();
                changed[place] =
                    format!("{} -> {losing}", lines[place].split_once(" -> ").unwrap().0);
                forged.push((changed[place].clone(), with_choices(&proof, &changed)));
            }
        }
        assert!(forged.len() > 30, "{}", forged.len());
        // The claim is lost behind it: an entry is missing, or a game ends against it.
        python::all_get(1, &forged);
    }
}

/// Returns the position of n = 1 with these series.
fn reached(start: &Position, series: &str) -> Position {
    let squares = series
        .split(' ')
        .filter(|one| *one != "-")
        .map(|one| one.parse::<usize>().unwrap());
    squares.fold(*start, |position, square| {
        position.after_unchecked(&Action::Place(SquareSet(1 << (square - 1))))
    })
}

fn loses(game: &mut SolvedGame, position: &Position, squares: SquareSet, prover: Player) -> bool {
    let next = position.after_unchecked(&Action::Place(squares));
    let above = if prover == Player::One {
        game.value
    } else {
        game.value + Margin::SMALLEST
    };
    game.solver.forces(&next, above, &Silent).unwrap() == (prover == Player::Two)
}

/// Returns the value of a game on a small board, by minimax.
fn value(side: usize, pieces: usize, rules: Rules) -> Margin {
    minimax(&Position::new(
        Game::from_side(side, pieces, rules).unwrap(),
    ))
}

#[test]
fn under_other_rules_or_with_other_series_a_claim_that_is_false_there_fails() {
    let mut forged = Vec::new();
    for pieces in [1, 2, 5] {
        for rules in Rules::combinations() {
            for certificate in SolvedGame::new(2, pieces, rules).both() {
                let (claim, proof) = (certificate.claim(), text(&certificate));
                for (name, value_there, text) in elsewhere(&proof, rules) {
                    if !claim.allows(value_there) {
                        forged.push((format!("n = {pieces}, {rules}, {claim:?}: {name}"), text));
                    }
                }
            }
        }
    }
    // With up to 3 pieces on 2x2 the chooser changes no value, so these games have the longest
    // series of 3x3.
    for &collapse in CollapseChooser::ALL {
        let rules = Rules {
            collapse,
            ..Rules::default()
        };
        let there = SolvedGame::new(3, 9, rules).value;
        for &from in CollapseChooser::ALL {
            for certificate in SolvedGame::new(
                3,
                9,
                Rules {
                    collapse: from,
                    ..rules
                },
            )
            .both()
            {
                if !certificate.claim().allows(there) {
                    let what = format!(
                        "n = 9, {from} as {collapse}, {:?}: collapse",
                        certificate.claim()
                    );
                    forged.push((what, with(&text(&certificate), "collapse", collapse.name())));
                }
            }
        }
    }
    for name in ["collapse", "offset", "ending", "scoring", "tail", "pieces"] {
        assert!(
            forged.iter().any(|(what, _)| what.ends_with(name)),
            "no forgery of {name}"
        );
    }
    python::all_get(1, &forged);
}

/// Returns texts with one changed rule, each with the value of its game.
///
/// The rule is the offset, the ending, the scoring, the tail or the number of pieces.
fn elsewhere(proof: &str, rules: Rules) -> Vec<(&'static str, Margin, String)> {
    let mut all = Vec::new();
    let pieces = proof
        .lines()
        .find_map(|line| line.strip_prefix("pieces "))
        .unwrap()
        .parse()
        .unwrap();
    let mut add = |name, changed: Rules, to: &str| {
        all.push((name, value(2, pieces, changed), with(proof, name, to)));
    };
    for &offset in Offset::ALL {
        add("offset", Rules { offset, ..rules }, offset.name());
    }
    for &ending in Ending::ALL {
        add("ending", Rules { ending, ..rules }, ending.name());
    }
    for &scoring in Scoring::ALL {
        add("scoring", Rules { scoring, ..rules }, scoring.name());
    }
    for &tail in Tail::ALL {
        add("tail", Rules { tail, ..rules }, tail.name());
    }
    for other in 1..=5 {
        all.push((
            "pieces",
            value(2, other, rules),
            with(proof, "pieces", &other.to_string()),
        ));
    }
    all
}

#[test]
fn on_another_board_a_claim_that_is_false_there_fails() {
    let mut forged = Vec::new();
    for rules in Rules::combinations().filter(|rules| rules.collapse == CollapseChooser::Opponent) {
        for (side, other) in [(1, 2), (2, 1), (2, 3)] {
            let there = SolvedGame::new(other, 1, rules).value;
            for certificate in SolvedGame::new(side, 1, rules).both() {
                if !certificate.claim().allows(there) {
                    forged.push(with(&text(&certificate), "board", &other.to_string()));
                }
            }
        }
    }
    assert!(
        ["board 1\n", "board 2\n", "board 3\n"]
            .iter()
            .all(|to| forged.iter().any(|text| text.contains(to)))
    );
    // A position of one board may not be in normal form on the other, or not fit on it.
    for (text, verdict) in forged.iter().zip(python::verdicts(&forged)) {
        assert!(verdict.code != 0, "{text}: {:?}", verdict.said);
    }
}

/// Changes true certificates at random. Every accepted text must be true.
#[test]
fn what_the_checker_accepts_is_true() {
    let mut generator = ChaCha8Rng::seed_from_u64(15);
    let rules: Vec<Rules> = Rules::combinations().collect();
    let mut texts = Vec::new();
    for round in 0..600 {
        let (side, pieces) = [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)][round % 5];
        for certificate in
            SolvedGame::new(side, pieces, *rules.choose(&mut generator).unwrap()).both()
        {
            let mut changed = text(&certificate);
            for _ in 0..generator.random_range(1..=3) {
                changed = changed_at_random(&changed, &mut generator);
            }
            texts.push(changed);
        }
    }
    let mut codes = [0; 3];
    for (text, verdict) in texts.iter().zip(python::verdicts(&texts)) {
        codes[verdict.code as usize] += 1;
        assert!(
            verdict.code != 0 || is_true(text),
            "{text}: {:?}",
            verdict.said
        );
    }
    assert!(
        codes.iter().all(|&count| count > 20),
        "accepted, refuted, malformed: {codes:?}"
    );
}

fn changed_at_random(proof: &str, generator: &mut ChaCha8Rng) -> String {
    let mut lines = choices(proof);
    let header = [
        ("board", &["1", "2"][..]),
        ("pieces", &["1", "2", "3"]),
        ("collapse", &["opponent", "mover", "player1", "player2"]),
        ("offset", &["0", "1"]),
        ("ending", &["full", "first-line"]),
        ("scoring", &["harmonic", "decisive", "shared"]),
        ("tail", &["classical", "stop"]),
        ("ties", &["dense", "competition"]),
        ("prover", &["player1", "player2"]),
        ("margin", &["-1", "-1/2", "0", "1/2", "1"]),
    ];
    let place = if lines.is_empty() {
        0
    } else {
        generator.random_range(0..lines.len())
    };
    match generator.random_range(0..5) {
        0 if !lines.is_empty() => {
            lines.remove(place);
        }
        1 | 2 if !lines.is_empty() => {
            let (position, _) = lines[place].split_once(" -> ").unwrap();
            let other = lines
                .choose(generator)
                .unwrap()
                .split_once(" -> ")
                .unwrap()
                .1;
            let fresh = [
                "1", "2", "3", "4", "1-2", "2-3", "3-4", "=1,2", "=2,1", "=2,1,3",
            ];
            let action = if generator.random_bool(0.5) {
                other
            } else {
                fresh.choose(generator).unwrap()
            };
            lines[place] = format!("{position} -> {action}");
        }
        _ => {
            let (name, values) = header.choose(generator).unwrap();
            return with(proof, name, values.choose(generator).unwrap());
        }
    }
    with_choices(proof, &lines)
}

/// Returns `true` if the claim of a text holds, by minimax.
fn is_true(text: &str) -> bool {
    let of = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))
            .unwrap()
    };
    let rules = Rules {
        collapse: of("collapse").parse().unwrap(),
        offset: of("offset").parse().unwrap(),
        ending: of("ending").parse().unwrap(),
        scoring: of("scoring").parse().unwrap(),
        tail: of("tail").parse().unwrap(),
        ties: of("ties").parse().unwrap(),
    };
    let prover = if of("prover") == "player1" {
        Player::One
    } else {
        Player::Two
    };
    let margin = Margin::from_ratio(of("margin").parse().unwrap()).unwrap();
    ClaimedBound { prover, margin }.allows(value(
        of("board").parse().unwrap(),
        of("pieces").parse().unwrap(),
        rules,
    ))
}
