//! Games that stop at the first line: two counts against each other and against playing every game.

use gqt3::board::Board;
use gqt3::game::Game;
use gqt3::position::{Action, Phase, Position};
use gqt3::progress::Silent;
use gqt3::rules::{Ending, Rules};
use gqt3::tree_size::brute_force::leaves_from;
use gqt3::tree_size::first_line::{MAX_BLOCK_SQUARES, by_blocks, by_positions, by_schedules, games_from};
use gqt3::tree_size::{Error, Method, fastest_method, tree_size};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use proptest::prelude::*;

fn board(side: usize) -> Board {
    Board::new(side).unwrap()
}

fn start(side: usize, pieces: usize) -> Position {
    Position::new(
        Game::of_side(side, pieces, Rules { ending: Ending::FirstLine, ..Rules::default() }).unwrap(),
    )
}

fn played(side: usize, pieces: usize) -> BigUint {
    leaves_from(&start(side, pieces), &Silent).unwrap().into()
}

#[test]
fn small_games_are_counted_as_they_are_played() {
    for side in 1..=2 {
        for pieces in 1..=side * side + 1 {
            let games = by_positions(board(side), pieces, &Silent).unwrap();
            assert_eq!(games, played(side, pieces), "{side}x{side}, n = {pieces}");
            let in_blocks = by_blocks(board(side), pieces, &Silent).unwrap();
            assert_eq!(in_blocks, games, "{side}x{side}, n = {pieces}");
            if pieces <= 2 {
                assert_eq!(
                    by_schedules(board(side), pieces, &Silent).unwrap(),
                    games,
                    "{side}x{side}, n = {pieces}"
                );
            }
        }
    }
}

#[test]
fn ordinary_tic_tac_toe_is_counted_as_it_is_played() {
    let games = played(3, 1);
    assert_eq!(by_positions(board(3), 1, &Silent).unwrap(), games);
    assert_eq!(by_schedules(board(3), 1, &Silent).unwrap(), games);
    assert_eq!(by_blocks(board(3), 1, &Silent).unwrap(), games);
}

#[test]
fn schedules_and_blocks_agree_on_goffs_game() {
    let games = by_schedules(board(3), 2, &Silent).unwrap();
    assert_eq!(by_blocks(board(3), 2, &Silent).unwrap(), games);
}

/// Without lines no game stops early.
#[test]
fn blocks_without_lines_count_games_to_the_full_board() {
    for squares in 1..=MAX_BLOCK_SQUARES {
        for pieces in 1..=squares + 1 {
            let board = Board::without_lines(squares).unwrap();
            let full = tree_size(squares, pieces, fastest_method(squares, pieces).unwrap(), &Silent).unwrap();
            assert_eq!(by_blocks(board, pieces, &Silent).unwrap(), full.games, "T({squares},{pieces})");
        }
    }
}

/// The product of the numbers of choices along a random game is an unbiased estimate of the number of games (Knuth 1975).
#[test]
fn blocks_agree_with_random_probes_of_the_tree() {
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(state) * bound as u128) >> 64) as usize
    };
    // Games of many pieces vary less, and their collapses take longer to count.
    for (pieces, probes) in [(2, 3_000), (3, 2_000), (4, 800), (5, 200), (6, 60), (7, 30), (8, 20)] {
        let exact = by_blocks(board(3), pieces, &Silent).unwrap().to_f64().unwrap();
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..probes {
            let mut position = start(3, pieces);
            let mut estimate = 1.0;
            while position.phase() != Phase::Over {
                if position.phase() == Phase::Place {
                    let placements: Vec<_> = position.placements().collect();
                    estimate *= placements.len() as f64;
                    position.place_unchecked(placements[below(placements.len())]);
                } else {
                    let collapses = position.collapses().count();
                    estimate *= collapses as f64;
                    let chosen = position.collapses().nth(below(collapses)).unwrap();
                    position.collapse_unchecked(&chosen);
                }
            }
            let share = estimate / exact;
            sum += share;
            squares += share * share;
        }
        let mean = sum / f64::from(probes);
        let error = ((squares / f64::from(probes) - mean * mean) / f64::from(probes)).sqrt();
        assert!(error < 0.06, "n = {pieces}: the estimate is too rough, {error}");
        assert!((mean - 1.0).abs() < 5.0 * error, "n = {pieces}: {mean} +- {error}");
    }
}

/// Half a minute in release: `cargo test --release -- --ignored`.
#[test]
#[ignore = "takes long"]
fn positions_and_schedules_agree_on_goffs_game() {
    let games = by_schedules(board(3), 2, &Silent).unwrap();
    assert_eq!(by_positions(board(3), 2, &Silent).unwrap(), games);
}

#[test]
fn goffs_game_to_the_first_line_has_fewer_games_than_to_the_full_board() {
    let games = by_schedules(board(3), 2, &Silent).unwrap();
    assert!(games < tree_size(9, 2, Method::ClosedForm, &Silent).unwrap().games);
}

#[test]
fn schedules_and_blocks_say_what_they_cannot_count() {
    assert_eq!(by_blocks(board(4), 3, &Silent), Err(Error::NoSchedules { squares: 16, pieces: 3 }));
    assert_eq!(by_schedules(board(3), 3, &Silent), Err(Error::NoSchedules { squares: 9, pieces: 3 }));
    assert_eq!(by_schedules(board(5), 2, &Silent), Err(Error::NoSchedules { squares: 25, pieces: 2 }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn random_subtrees_are_counted_as_they_are_played(
        pieces in 1_usize..=4,
        choices in proptest::collection::vec(any::<u16>(), 18),
    ) {
        let mut position = start(3, pieces);
        let small = |position: &Position| position.turns() >= 7 || position.quantum().len() <= 4;
        for choice in choices {
            if position.phase() == Phase::Over || small(&position) {
                break;
            }
            let placements = position.placements().map(Action::Place);
            let actions: Vec<Action> = placements.chain(position.collapses().map(Action::Collapse)).collect();
            position = position.play(actions[usize::from(choice) % actions.len()]).unwrap();
        }
        prop_assert_eq!(games_from(&position, &Silent), leaves_from(&position, &Silent));
    }
}
