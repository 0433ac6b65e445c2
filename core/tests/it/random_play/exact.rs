use std::collections::BTreeMap;

use gqt3::engine::game::Game;
use gqt3::engine::rules::{Ending, Offset, Rules, Scoring, Tail, Ties};
use gqt3::random_play::{Distribution, MAX_EXACT_SIDE, Outcome, enumerate, exact};
use gqt3::support::progress::Silent;
use gqt3::tree_size::factorial;
use num_bigint::BigUint;
use num_rational::BigRational;

use crate::random_play::forward;

fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for &scoring in Scoring::ALL {
        for &ties in Ties::ALL {
            for &offset in Offset::ALL {
                all.push(Rules {
                    scoring,
                    ties,
                    offset,
                    ..Rules::default()
                });
            }
        }
    }
    all
}

fn of(side: usize, rules: &Rules) -> Distribution {
    exact(side, rules, &Silent).unwrap()
}

#[test]
fn small_boards_are_as_enumerated() {
    for side in 1..=3 {
        for rules in all_rules() {
            let game = Game::from_side(side, 2, rules).unwrap();
            assert_eq!(
                of(side, &rules),
                enumerate(game, &Silent).unwrap(),
                "{side}: {rules}"
            );
        }
    }
}

/// The forward count shares nothing with the exact method, which counts by chains.
#[test]
#[ignore = "takes five seconds; results/random.csv has the same distribution, and .ci/run runs it"]
fn the_4x4_board_is_as_counted_piece_by_piece() {
    let counted: BTreeMap<BigRational, BigUint> = forward::margins_of_4x4();
    let found = of(4, &Rules::default());
    let found: BTreeMap<BigRational, BigUint> = found
        .margins()
        .iter()
        .map(|count| (count.margin.clone(), count.endgames.clone()))
        .collect();
    assert_eq!(found, counted);
}

#[test]
fn large_boards_account_for_every_endgame() {
    for side in 4..=9 {
        for rules in all_rules() {
            let found = of(side, &rules);
            assert_eq!(found.total(), &factorial(side * side), "{side}: {rules}");
        }
    }
}

/// Up to 6x6 the owner of the first line also wins by points. Three lines of the other player could
/// outweigh it, because 1 - 1/2 - 1/3 > 0 > 1 - 1/2 - 1/3 - 1/4. They must be parallel to it, so
/// they do not fit up to 5x5. On 6x6 the owner then has the other three parallels, and more points.
#[test]
fn the_first_line_decides_up_to_six_and_no_longer() {
    for side in 2..=8 {
        let decisive = of(
            side,
            &Rules {
                scoring: Scoring::Decisive,
                ..Rules::default()
            },
        );
        let harmonic = of(side, &Rules::default());
        let wins = |distribution: &Distribution| distribution.probability(Outcome::Player1Wins);
        assert_eq!(wins(&decisive) == wins(&harmonic), side <= 6, "{side}");
        let shared = of(
            side,
            &Rules {
                scoring: Scoring::Shared,
                ..Rules::default()
            },
        );
        assert!(wins(&shared) <= wins(&decisive), "{side}");
    }
}

#[test]
fn what_it_cannot_do_is_an_error() {
    let error = |side, rules: Rules| exact(side, &rules, &Silent).unwrap_err().to_string();
    assert!(error(0, Rules::default()).contains("not 0"));
    assert!(error(MAX_EXACT_SIDE + 1, Rules::default()).contains("--board"));
    assert!(
        error(
            3,
            Rules {
                ending: Ending::FirstLine,
                ..Rules::default()
            }
        )
        .contains("--ending full")
    );
    assert!(
        error(
            3,
            Rules {
                tail: Tail::Stop,
                ..Rules::default()
            }
        )
        .contains("--tail")
    );
}
