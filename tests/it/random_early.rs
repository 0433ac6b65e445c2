//! Random games that may stop early: by schedules, by weighing every history, and by playing every game of n = 1.

use gqt3::game::Game;
use std::collections::BTreeMap;

use gqt3::position::Position;
use gqt3::progress::Silent;
use gqt3::random_play::{EarlyGames, Outcome, Weighted, early, enumerate, exact, weigh_histories};
use gqt3::rules::{Ending, Rules, Tail, Variant};
use num_rational::BigRational;

fn margins(games: &EarlyGames) -> BTreeMap<BigRational, BigRational> {
    let counts = games.distribution.margins().iter();
    counts.map(|count| (count.margin.clone(), games.distribution.share(&count.endgames))).collect()
}

fn weighed(side: usize, pieces: usize, rules: Rules) -> Weighted {
    weigh_histories(&Position::new(Game::of_side(side, pieces, rules).unwrap()), &Silent).unwrap()
}

/// Under all 96 rules, so whoever collapses: it does not matter to random play.
#[test]
fn small_boards_are_as_their_histories_weigh() {
    for rules in Rules::combinations() {
        for side in 1..=2 {
            for pieces in 1..=2 {
                let by_schedules = early(side, pieces, &rules, &Silent).unwrap();
                let by_histories = weighed(side, pieces, rules);
                let expected: BTreeMap<BigRational, BigRational> = by_histories
                    .margins
                    .into_iter()
                    .map(|(margin, share)| {
                        let margin = margin.to_ratio();
                        (BigRational::new((*margin.numer()).into(), (*margin.denom()).into()), share)
                    })
                    .collect();
                assert_eq!(margins(&by_schedules), expected, "{side}, n = {pieces}: {rules}");
                let lengths: Vec<_> = by_histories.lengths.into_iter().collect();
                assert_eq!(by_schedules.lengths, lengths, "{side}, n = {pieces}: {rules}");
            }
        }
    }
}

#[test]
fn every_endgame_is_equally_likely_whatever_n_is() {
    for pieces in 1..=5 {
        let weighted = weighed(2, pieces, Rules::default());
        assert_eq!(weighted.endgames.len(), 24, "n = {pieces}");
        let each = BigRational::new(1.into(), 24.into());
        assert!(weighted.endgames.values().all(|share| *share == each), "n = {pieces}");
    }
}

#[test]
fn ordinary_tic_tac_toe_is_as_every_game_of_it_weighs() {
    for variant in [Variant::Goff, Variant::NarrowWin, Variant::CompleteWin] {
        let rules = variant.rules();
        let games = enumerate(3, 1, &rules, &Silent).unwrap();
        let by_schedules = early(3, 1, &rules, &Silent).unwrap();
        for outcome in [Outcome::Player1Wins, Outcome::Draw, Outcome::Player2Wins] {
            assert_eq!(by_schedules.distribution.probability(outcome), games.probability(outcome));
        }
    }
}

#[test]
fn the_full_board_has_the_distribution_of_all_endgames() {
    for side in 1..=3 {
        for rules in Rules::combinations()
            .filter(|rules| rules.ending == Ending::Full && rules.tail == Tail::Classical)
        {
            let full = exact(side, &rules, &Silent).unwrap();
            let games = early(side, 2, &rules, &Silent).unwrap();
            let expected: BTreeMap<BigRational, BigRational> = full
                .margins()
                .iter()
                .map(|count| (count.margin.clone(), full.share(&count.endgames)))
                .collect();
            assert_eq!(margins(&games), expected, "{side}: {rules}");
            assert_eq!(games.lengths, [(side * side, BigRational::from_integer(1.into()))]);
        }
    }
}

#[test]
fn what_it_cannot_do_is_an_error() {
    let rules = Variant::Goff.rules();
    let error = |side, pieces| early(side, pieces, &rules, &Silent).unwrap_err().to_string();
    assert!(error(4, 2).contains("--board"));
    assert!(error(3, 3).contains("--pieces"));
    assert!(error(3, 0).contains("at least 1 piece"));
}
