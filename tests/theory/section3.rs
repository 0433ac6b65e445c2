//! Section 3: n = 1 is tic-tac-toe and n = 2 is Goff's game, position by position.

use gqt3::board::Board;
use gqt3::position::Position;
use gqt3::progress::Silent;
use gqt3::rules::{Ending, Rules};
use gqt3::theory::section3::{Comparison, goffs_game, goffs_game_at_random, tic_tac_toe};
use gqt3::tree_size::brute_force::leaves_from;

#[test]
fn one_piece_is_tic_tac_toe() {
    // 5,478 boards can be reached, and 255,168 games played.
    assert_eq!(tic_tac_toe(&Silent), Ok(Comparison { positions: 5478, difference: None }));
    let first_line = Rules { ending: Ending::FirstLine, ..Rules::default() };
    let start = Position::new(Board::new(3).unwrap(), 1, first_line);
    assert_eq!(leaves_from(&start, &Silent), Ok(255_168));
}

#[test]
fn two_pieces_are_goffs_game_for_four_turns() {
    let found = goffs_game(4, &Silent).unwrap();
    assert_eq!(found.difference, None);
    assert!(found.positions > 300_000);
    // The 36 first moves are 8 up to symmetry; the start is a position too.
    assert_eq!(goffs_game(1, &Silent), Ok(Comparison { positions: 9, difference: None }));
}

#[test]
fn two_pieces_are_goffs_game_in_random_games() {
    let found = goffs_game_at_random(6000, 2002, &Silent).unwrap();
    assert_eq!(found.difference, None);
    assert!(found.positions > 60_000);
}
