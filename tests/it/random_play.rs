//! Random play: Table 2, the footnote on ordinary tic-tac-toe, and the claim that n does not matter.

use gqt3::game::Game;
use gqt3::position::{Phase, Position};
use gqt3::progress::Silent;
use gqt3::random_play::{Distribution, Error, Outcome, enumerate};
use gqt3::rules::{Ending, Margin, Offset, Rules, Scoring, Tail};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

use crate::published;

fn distribution(side: usize, pieces: usize, rules: Rules) -> Distribution {
    enumerate(side, pieces, &rules, &Silent).unwrap()
}

#[test]
fn table_2_comes_out() {
    let found = distribution(3, 2, Rules::default());
    let rows = published::rows("table2.csv");
    assert_eq!(found.margins().len(), rows.len());
    for (count, row) in found.margins().iter().zip(&rows) {
        assert_eq!(count.margin, row.value("margin"), "{}", row.place);
        assert_eq!(count.endgames, row.value::<BigUint>("endgames"), "{}", row.place);
    }
}

#[test]
fn ordinary_tic_tac_toe_wins_draws_and_losses_are_those_of_the_endgames() {
    let full = distribution(3, 2, Rules::default());
    let first_line = Rules { ending: Ending::FirstLine, ..Rules::default() };
    let ordinary = distribution(3, 1, first_line);
    for outcome in [Outcome::Player1Wins, Outcome::Draw, Outcome::Player2Wins] {
        assert_eq!(full.endgames(outcome), ordinary.endgames(outcome));
    }
    assert_eq!(ordinary.margins().len(), 4, "-1, 0, 1, and 2 for two lines at once");
}

/// The probability of every margin, by weighting each game of the engine with its probability.
fn weighted(position: &Position, weight: BigRational, found: &mut BTreeMap<Margin, BigRational>) {
    let mut next = Vec::new();
    match position.phase() {
        Phase::Over => {
            *found.entry(position.margin()).or_insert_with(BigRational::zero) += weight;
            return;
        }
        Phase::Place => next.extend(position.placements().map(|squares| {
            let mut after = *position;
            after.place_unchecked(squares);
            after
        })),
        Phase::Collapse => next.extend(position.collapses().map(|collapse| {
            let mut after = *position;
            after.collapse_unchecked(&collapse);
            after
        })),
    }
    let share = weight / num_bigint::BigInt::from(next.len());
    for after in next {
        weighted(&after, share.clone(), found);
    }
}

#[test]
fn the_distribution_is_that_of_every_history_weighted_whatever_n() {
    for scoring in Scoring::ALL {
        for offset in Offset::ALL {
            let rules = Rules { scoring: *scoring, offset: *offset, ..Rules::default() };
            for pieces in 1..=5 {
                let mut found = BTreeMap::new();
                let start = Position::new(Game::of_side(2, pieces, rules).unwrap());
                weighted(&start, BigRational::one(), &mut found);
                let enumerated = distribution(2, pieces, rules);
                let expected: Vec<BigRational> =
                    enumerated.margins().iter().map(|count| enumerated.share(&count.endgames)).collect();
                assert_eq!(found.into_values().collect::<Vec<_>>(), expected, "n = {pieces}, {rules}");
            }
        }
    }
}

#[test]
fn single_piece_games_agree_with_their_weighted_histories() {
    for scoring in Scoring::ALL {
        let rules = Rules { scoring: *scoring, ending: Ending::FirstLine, ..Rules::default() };
        let mut found = BTreeMap::new();
        weighted(&Position::new(Game::of_side(2, 1, rules).unwrap()), BigRational::one(), &mut found);
        let counted = distribution(2, 1, rules);
        let expected: Vec<BigRational> =
            counted.margins().iter().map(|count| counted.share(&count.endgames)).collect();
        assert_eq!(found.into_values().collect::<Vec<_>>(), expected, "{rules}");
    }
}

#[test]
fn the_two_by_two_board_is_always_won_by_a_half() {
    let found = distribution(2, 2, Rules::default());
    assert_eq!(found.modes(), [&BigRational::new(1.into(), 2.into())]);
    assert_eq!(found.probability(Outcome::Player1Wins), BigRational::one());
    assert_eq!(distribution(1, 2, Rules::default()).expected_margin(), BigRational::one());
}

#[test]
fn what_cannot_be_enumerated_is_refused() {
    let refused = |side, pieces, rules: Rules| enumerate(side, pieces, &rules, &Silent).unwrap_err();
    assert_eq!(refused(4, 2, Rules::default()), Error::Side { side: 4, most: 3 });
    assert_eq!(refused(0, 2, Rules::default()), Error::Side { side: 0, most: 3 });
    assert_eq!(refused(3, 0, Rules::default()), Error::NoPieces);
    let stop = Rules { tail: Tail::Stop, ..Rules::default() };
    assert_eq!(refused(3, 2, stop), Error::StopsEarly { pieces: 2 });
    let first_line = Rules { ending: Ending::FirstLine, ..Rules::default() };
    assert_eq!(refused(3, 2, first_line), Error::StopsEarly { pieces: 2 });
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| distribution(3, 2, Rules::default()))
    };
    assert_eq!(with(1), with(3));
}
