use std::collections::BTreeMap;

use gqt3::engine::game::{Game, GameError};
use gqt3::engine::position::{Phase, Position};
use gqt3::engine::rules::{Ending, Margin, Offset, Rules, Scoring, Tail};
use gqt3::random_play::{
    Answer, Distribution, Method, Outcome, Query, RandomPlayError, enumerate, exact, random_play,
};
use gqt3::support::progress::Silent;
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::shared::expected;

fn distribution(side: usize, pieces: usize, rules: Rules) -> Distribution {
    enumerate(Game::from_side(side, pieces, rules).unwrap(), &Silent).unwrap()
}

#[test]
fn table_2_comes_out() {
    let found = distribution(3, 2, Rules::default());
    let rows = expected::rows("table2.csv");
    assert_eq!(found.margins().len(), rows.len());
    for (count, row) in found.margins().iter().zip(&rows) {
        assert_eq!(count.margin, row.value("margin"), "{}", row.place);
        assert_eq!(
            count.endgames,
            row.value::<BigUint>("endgames"),
            "{}",
            row.place
        );
    }
}

#[test]
fn ordinary_tic_tac_toe_wins_draws_and_losses_are_those_of_the_endgames() {
    let full = distribution(3, 2, Rules::default());
    let first_line = Rules {
        ending: Ending::FirstLine,
        ..Rules::default()
    };
    let ordinary = distribution(3, 1, first_line);
    for outcome in [Outcome::Player1Wins, Outcome::Draw, Outcome::Player2Wins] {
        assert_eq!(full.endgames(outcome), ordinary.endgames(outcome));
    }
    assert_eq!(
        ordinary.margins().len(),
        4,
        "-1, 0, 1, and 2 for two lines at once"
    );
}

fn weighted(position: &Position, weight: BigRational, found: &mut BTreeMap<Margin, BigRational>) {
    let mut next = Vec::new();
    match position.phase() {
        Phase::Over => {
            *found
                .entry(position.margin())
                .or_insert_with(BigRational::zero) += weight;
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
            let rules = Rules {
                scoring: *scoring,
                offset: *offset,
                ..Rules::default()
            };
            for pieces in 1..=5 {
                let mut found = BTreeMap::new();
                let start = Position::new(Game::from_side(2, pieces, rules).unwrap());
                weighted(&start, BigRational::one(), &mut found);
                let enumerated = distribution(2, pieces, rules);
                let expected: Vec<BigRational> = enumerated
                    .margins()
                    .iter()
                    .map(|count| enumerated.share(&count.endgames))
                    .collect();
                assert_eq!(
                    found.into_values().collect::<Vec<_>>(),
                    expected,
                    "n = {pieces}, {rules}"
                );
            }
        }
    }
}

#[test]
fn single_piece_games_agree_with_their_weighted_histories() {
    for scoring in Scoring::ALL {
        let rules = Rules {
            scoring: *scoring,
            ending: Ending::FirstLine,
            ..Rules::default()
        };
        let mut found = BTreeMap::new();
        weighted(
            &Position::new(Game::from_side(2, 1, rules).unwrap()),
            BigRational::one(),
            &mut found,
        );
        let counted = distribution(2, 1, rules);
        let expected: Vec<BigRational> = counted
            .margins()
            .iter()
            .map(|count| counted.share(&count.endgames))
            .collect();
        assert_eq!(found.into_values().collect::<Vec<_>>(), expected, "{rules}");
    }
}

#[test]
fn the_two_by_two_board_is_always_won_by_a_half() {
    let found = distribution(2, 2, Rules::default());
    assert_eq!(found.modes(), [&BigRational::new(1.into(), 2.into())]);
    assert_eq!(found.probability(Outcome::Player1Wins), BigRational::one());
    assert_eq!(
        distribution(1, 2, Rules::default()).expected_margin(),
        BigRational::one()
    );
}

const AUTO: Query = Query {
    side: 3,
    pieces: 2,
    rules: Rules {
        collapse: gqt3::engine::rules::CollapseChooser::Opponent,
        offset: Offset::Zero,
        ending: Ending::Full,
        scoring: Scoring::Harmonic,
        tail: Tail::Classical,
        ties: gqt3::engine::rules::Ties::Dense,
    },
    method: Method::Auto,
};

#[test]
fn the_method_fits_the_game() {
    let first_line = Rules {
        ending: Ending::FirstLine,
        ..Rules::default()
    };
    let method = |query: Query| random_play(&query, &Silent).unwrap().method;
    let has_lengths = |query: Query| match random_play(&query, &Silent).unwrap().answer {
        Answer::Margins(_, lengths) => lengths.is_some(),
        answer => panic!("{answer:?}"),
    };
    assert_eq!(method(AUTO), Method::Exact);
    assert_eq!(
        method(Query {
            side: 9,
            pieces: 5,
            ..AUTO
        }),
        Method::Exact
    );
    assert_eq!(
        method(Query {
            method: Method::Enumerate,
            ..AUTO
        }),
        Method::Enumerate
    );
    assert!(
        !has_lengths(AUTO)
            && !has_lengths(Query {
                method: Method::Enumerate,
                ..AUTO
            })
    );
    let early = Query {
        rules: first_line,
        ..AUTO
    };
    assert_eq!(method(early), Method::Exact);
    assert!(has_lengths(early));
    // A game with n >= 3 that may stop early is answered exactly only on boards up to 2x2, by
    // enumerating all histories.
    let small = Query {
        side: 2,
        pieces: 3,
        ..early
    };
    assert_eq!(method(small), Method::Enumerate);
    assert!(has_lengths(small));
}

/// If n = 1, the tail is never reached.
#[test]
fn what_does_not_matter_on_a_full_board_is_left_out() {
    let stop = Rules {
        tail: Tail::Stop,
        ..Rules::default()
    };
    for method in [Method::Auto, Method::Enumerate] {
        let found = random_play(
            &Query {
                pieces: 1,
                rules: stop,
                method,
                ..AUTO
            },
            &Silent,
        )
        .unwrap()
        .answer;
        let exact = exact(3, &Rules::default(), &Silent).unwrap();
        assert_eq!(found, Answer::Margins(exact, None));
    }
}

#[test]
fn what_cannot_be_answered_is_refused_at_once() {
    let refused = |query: Query| query.check().unwrap_err();
    let enumerate = Query {
        method: Method::Enumerate,
        ..AUTO
    };
    assert_eq!(
        refused(Query {
            side: 4,
            ..enumerate
        }),
        RandomPlayError::Side { side: 4, most: 3 }
    );
    assert_eq!(
        refused(Query {
            side: 0,
            ..enumerate
        }),
        RandomPlayError::Side { side: 0, most: 3 }
    );
    assert_eq!(
        refused(Query { pieces: 0, ..AUTO }),
        RandomPlayError::Game(GameError::NoPieces)
    );
    assert_eq!(
        refused(Query { side: 25, ..AUTO }),
        RandomPlayError::Side { side: 25, most: 24 }
    );
    let first_line = Rules {
        ending: Ending::FirstLine,
        ..Rules::default()
    };
    assert_eq!(
        refused(Query {
            pieces: 3,
            rules: first_line,
            ..AUTO
        }),
        RandomPlayError::StopsEarly { pieces: 3 }
    );
    assert_eq!(
        refused(Query {
            side: 4,
            pieces: 3,
            rules: first_line,
            ..enumerate
        }),
        RandomPlayError::Side { side: 4, most: 2 }
    );
    let simulate = Query {
        method: Method::Simulate { games: 1, seed: 1 },
        ..AUTO
    };
    assert!(matches!(
        refused(Query {
            side: 9,
            ..simulate
        }),
        RandomPlayError::Game(GameError::Board(_))
    ));
}

#[test]
fn what_cannot_be_enumerated_is_refused() {
    let refused = |side, pieces, rules| {
        gqt3::random_play::enumerate(Game::from_side(side, pieces, rules).unwrap(), &Silent)
            .unwrap_err()
    };
    assert_eq!(
        refused(4, 2, Rules::default()),
        RandomPlayError::Side { side: 4, most: 3 }
    );
    let stop = Rules {
        tail: Tail::Stop,
        ..Rules::default()
    };
    assert_eq!(
        refused(3, 2, stop),
        RandomPlayError::StopsEarly { pieces: 2 }
    );
    let first_line = Rules {
        ending: Ending::FirstLine,
        ..Rules::default()
    };
    assert_eq!(
        refused(3, 2, first_line),
        RandomPlayError::StopsEarly { pieces: 2 }
    );
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| distribution(3, 2, Rules::default()))
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn an_exact_answer_is_at_hand_for_small_boards() {
    let early = Rules {
        ending: Ending::FirstLine,
        ..Rules::default()
    };
    let query = |side, pieces, rules| Query {
        side,
        pieces,
        rules,
        method: Method::Simulate { games: 10, seed: 1 },
    };
    for query in [
        query(3, 2, Rules::default()),
        query(5, 7, Rules::default()),
        query(3, 1, early),
        query(3, 2, early),
        query(2, 3, early),
    ] {
        let exactly = Query {
            method: Method::Auto,
            ..query
        };
        let expected = random_play(&exactly, &Silent).unwrap();
        assert_eq!(query.at_hand(&Silent), Ok(Some(expected)), "{query:?}");
    }
    for query in [
        query(9, 2, Rules::default()),
        query(4, 2, early),
        query(3, 3, early),
    ] {
        assert_eq!(query.at_hand(&Silent), Ok(None), "{query:?}");
    }
}
