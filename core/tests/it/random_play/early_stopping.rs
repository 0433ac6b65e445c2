use std::collections::BTreeMap;

use gqt3::engine::game::Game;
use gqt3::engine::rules::{Ending, Rules, Tail, Variant};
use gqt3::random_play::{
    Distribution, EarlyGames, Outcome, by_histories, early_stopping, enumerate, exact,
};
use gqt3::support::progress::Silent;
use num_rational::BigRational;

fn game(side: usize, pieces: usize, rules: Rules) -> Game {
    Game::from_side(side, pieces, rules).unwrap()
}

fn early(side: usize, pieces: usize, rules: Rules) -> EarlyGames {
    early_stopping(game(side, pieces, rules), &Silent).unwrap()
}

fn shares(of: &Distribution) -> BTreeMap<BigRational, BigRational> {
    of.margins()
        .iter()
        .map(|count| (count.margin.clone(), of.share(&count.endgames)))
        .collect()
}

/// Tries every chooser of a collapse, because who chooses must not matter to random play.
#[test]
fn small_boards_are_as_their_histories_weigh() {
    for rules in Rules::combinations() {
        for side in 1..=2 {
            for pieces in 1..=2 {
                let weighed = by_histories(game(side, pieces, rules), &Silent)
                    .unwrap()
                    .games;
                assert_eq!(
                    early(side, pieces, rules),
                    weighed,
                    "{side}, n = {pieces}: {rules}"
                );
                let total: BigRational = weighed.lengths.iter().map(|(_, share)| share).sum();
                assert_eq!(total, BigRational::from_integer(1.into()));
            }
        }
    }
}

#[test]
fn every_endgame_is_equally_likely_whatever_n_is() {
    for pieces in 1..=5 {
        let histories = by_histories(game(2, pieces, Rules::default()), &Silent).unwrap();
        assert_eq!(histories.endgames.len(), 24, "n = {pieces}");
        let each = BigRational::new(1.into(), 24.into());
        assert!(
            histories.endgames.values().all(|share| *share == each),
            "n = {pieces}"
        );
    }
}

#[test]
fn ordinary_tic_tac_toe_is_as_every_game_of_it_weighs() {
    for variant in [Variant::Goff, Variant::NarrowWin, Variant::CompleteWin] {
        let rules = variant.rules();
        let games = enumerate(game(3, 1, rules), &Silent).unwrap();
        let by_schedules = early(3, 1, rules);
        for outcome in [Outcome::Player1Wins, Outcome::Draw, Outcome::Player2Wins] {
            assert_eq!(
                by_schedules.distribution.probability(outcome),
                games.probability(outcome)
            );
        }
    }
}

#[test]
fn the_full_board_has_the_distribution_of_all_endgames() {
    for side in 1..=3 {
        for rules in Rules::combinations()
            .into_iter()
            .filter(|rules| rules.ending == Ending::Full && rules.tail == Tail::Classical)
            .filter(|rules| rules.collapse == Rules::default().collapse)
        {
            let full = exact(side, &rules, &Silent).unwrap();
            let games = early(side, 2, rules);
            assert_eq!(
                shares(&games.distribution),
                shares(&full),
                "{side}: {rules}"
            );
            assert_eq!(
                games.lengths,
                [(side * side, BigRational::from_integer(1.into()))]
            );
        }
    }
}

#[test]
fn what_it_cannot_do_is_an_error() {
    let rules = Variant::Goff.rules();
    let error = |side, pieces| {
        early_stopping(game(side, pieces, rules), &Silent)
            .unwrap_err()
            .to_string()
    };
    assert!(error(4, 2).contains("--board"));
    assert!(error(3, 3).contains("--pieces"));
}
