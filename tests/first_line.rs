//! Games that stop at the first line: two counts against each other and against playing every game.

use gqt3::board::Board;
use gqt3::position::{Action, Phase, Position};
use gqt3::progress::Silent;
use gqt3::rules::{Ending, Rules};
use gqt3::tree_size::brute_force::leaves_from;
use gqt3::tree_size::first_line::{by_positions, by_schedules, games_from};
use gqt3::tree_size::{Error, Method, tree_size};
use num_bigint::BigUint;
use proptest::prelude::*;

fn board(side: usize) -> Board {
    Board::new(side).unwrap()
}

fn start(side: usize, pieces: usize) -> Position {
    Position::new(board(side), pieces, Rules { ending: Ending::FirstLine, ..Rules::default() })
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
fn schedules_are_for_one_and_two_pieces() {
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
