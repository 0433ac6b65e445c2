use std::collections::{BTreeSet, HashSet};

use gqt3::beyond::players::{ActionEstimate, Agent, Heuristic, MoveBudget, estimate};
use gqt3::engine::game::Game;
use gqt3::engine::notation::{Record, action_text};
use gqt3::engine::position::{Phase, Position};
use gqt3::engine::rules::{Margin, Rules};
use gqt3::perfect_play::solve;
use gqt3::random_play::Outcome;
use gqt3::support::progress::Silent;
use proptest::prelude::*;

use crate::command::{refused, run};
use crate::shared::games::{any_rules, random_game};

fn positions(game: Game, seed: u64) -> Vec<Position> {
    let record = random_game(Position::new(game), seed);
    record
        .steps()
        .map(|(position, _)| position)
        .chain([*record.end()])
        .collect()
}

fn games(estimates: &[ActionEstimate]) -> u64 {
    estimates.iter().map(ActionEstimate::playouts).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn estimates_are_of_the_search_that_the_heuristic_player_makes(
        rules in any_rules(),
        (side, pieces) in prop_oneof![Just((2, 2)), Just((3, 1)), Just((3, 2)), Just((3, 3)), Just((4, 2)), Just((5, 3))],
        seed in any::<u64>(),
        playouts in 1_u64..150,
    ) {
        let game = Game::from_side(side, pieces, rules).unwrap();
        let mut player = Heuristic::new(MoveBudget::from_playouts(playouts).without_solver(), Some(seed));
        for position in positions(game, seed) {
            let found = estimate(&position, playouts, seed, &Silent).unwrap();
            let chosen = player.choose(&position, &Silent).unwrap();
            prop_assert_eq!(found.first().map(|best| best.action), chosen);
            prop_assert!(found.iter().all(|one| position.play(one.action).is_ok()));
            let names: HashSet<String> = found.iter().map(|one| action_text(&position, &one.action)).collect();
            prop_assert_eq!(names.len(), found.len());
            prop_assert!(games(&found) <= playouts && (games(&found) > 0) == (position.phase() != Phase::Over));
            for one in &found {
                let counts = Outcome::ALL.map(|outcome| one.count(outcome));
                prop_assert_eq!(counts.iter().sum::<u64>(), one.playouts());
                prop_assert!((Outcome::ALL.map(|outcome| one.share(outcome)).iter().sum::<f64>() - 1.0).abs() < 1e-12);
                // On these boards a player has at most 3 points, so wins bound the mean margin.
                let won = [Outcome::Player1Wins, Outcome::Player2Wins].map(|outcome| one.share(outcome));
                prop_assert!(one.margin() <= 3.0 * won[0] && one.margin() >= -3.0 * won[1]);
            }
        }
    }
}

/// If at most one series is to come, the values are proved. If two are to come, the search finds a
/// best move.
#[test]
fn what_looks_best_near_the_end_is_best() {
    let value = |position: &Position| solve(position, &Silent).unwrap().value().unwrap();
    let (mut proven, mut best) = (0, 0);
    for (seed, rules) in (0..).zip(Rules::combinations().into_iter().step_by(7)) {
        for pieces in [1, 2] {
            let all = positions(Game::from_side(3, pieces, rules).unwrap(), seed);
            for position in all
                .iter()
                .filter(|position| position.turns() >= 7 && position.phase() != Phase::Over)
            {
                let found = estimate(position, 2_000, seed, &Silent).unwrap()[0];
                assert_eq!(
                    value(&position.after_unchecked(&found.action)),
                    value(position),
                    "{position:?}"
                );
                best += 1;
                if position.turns() >= 8 {
                    let expected = f64::from(value(position).units()) / f64::from(Margin::UNIT);
                    assert!(
                        (found.margin() - expected).abs() < 1e-12,
                        "{} {expected}",
                        found.margin()
                    );
                    proven += 1;
                }
            }
        }
    }
    assert!(proven > 10 && best > proven, "{proven} {best}");
}

#[test]
fn a_seed_gives_the_same_estimates_and_another_seed_others() {
    let start = Position::new(Game::from_side(4, 3, Rules::default()).unwrap());
    let of = |seed| estimate(&start, 300, seed, &Silent).unwrap();
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
    assert_eq!(games(&of(1)), 300);
    assert_eq!(estimate(&start, 0, 1, &Silent), Ok(Vec::new()));
}

fn rows(text: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(text.as_bytes())
        .records()
        .map(Result::unwrap)
        .collect()
}

#[test]
fn every_legal_move_has_a_row_and_those_that_were_estimated_come_first() {
    let moves = "1-2 3-4 5-6 1-2=1 7-8";
    let text =
        format!("analyze --board 4 --node-limit 10 --playouts 500 --seed 5 --format csv {moves}");
    let found = rows(&run(&text).code(1).stdout);
    let start = Position::new(Game::from_side(4, 2, Rules::default()).unwrap());
    let position = *Record::parse(moves, start).unwrap().end();
    let legal: BTreeSet<String> = position
        .actions()
        .map(|action| action_text(&position, &action))
        .collect();
    assert_eq!(
        found
            .iter()
            .map(|row| row[0].to_owned())
            .collect::<BTreeSet<_>>(),
        legal
    );
    assert_eq!(found.len(), legal.len());
    let playouts: Vec<Option<u64>> = found.iter().map(|row| row[13].parse().ok()).collect();
    let estimated = playouts
        .iter()
        .take_while(|playouts| playouts.is_some())
        .count();
    assert!(
        estimated > 10 && playouts[estimated..].iter().all(Option::is_none),
        "{playouts:?}"
    );
    let best = estimate(&position, 500, 5, &Silent).unwrap()[0];
    assert_eq!(
        (&found[0][0], playouts[0]),
        (
            &action_text(&position, &best.action)[..],
            Some(best.playouts())
        )
    );
    let without = rows(
        &run(&format!(
            "{} --no-estimate",
            text.replace("--playouts 500 --seed 5 ", "")
        ))
        .code(1)
        .stdout,
    );
    assert_eq!(without.len(), legal.len());
    assert!(
        without
            .iter()
            .all(|row| (10..14).all(|column| row[column].is_empty()))
    );
}

#[test]
fn where_best_play_is_known_nothing_is_estimated() {
    let solved = rows(&run("analyze 1-2 --format csv --seed 3").code(0).stdout);
    assert!(
        !solved.is_empty()
            && solved
                .iter()
                .all(|row| (10..14).all(|column| row[column].is_empty()))
    );
    let json = run("analyze 1-2 --format json").code(0).stdout;
    assert!(json.contains("\"seed\": null"), "{json}");
}

#[test]
fn flags_of_estimates_that_nobody_makes_are_refused() {
    refused(
        "analyze --no-estimate --seed 1",
        &["--seed", "--no-estimate"],
    );
    refused(
        "analyze --no-estimate --playouts 10",
        &["--playouts", "--no-estimate"],
    );
    refused("batch - --seed 1", &["--seed", "--estimate"]);
    refused("analyze --playouts 0", &["--playouts"]);
}
