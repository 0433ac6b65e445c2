use gqt3::engine::game::Game;
use gqt3::engine::position::Position;
use gqt3::engine::rules::{Ending, Rules};
use gqt3::support::progress::Silent;
use gqt3::tree_size::brute_force::leaves_from;
use gqt3_cli::paper::claims::section3::evidence::{
    Comparison, every_position, random_games, tic_tac_toe,
};

#[test]
fn one_piece_to_the_first_line_is_tic_tac_toe() {
    // Tic-tac-toe has 5,478 reachable boards and 255,168 games.
    assert_eq!(
        tic_tac_toe(&Silent),
        Ok(Comparison {
            positions: 5478,
            difference: None
        })
    );
    let rules = Rules {
        ending: Ending::FirstLine,
        ..Rules::default()
    };
    let start = Position::new(Game::from_side(3, 1, rules).unwrap());
    assert_eq!(leaves_from(&start, &Silent), Ok(255_168));
}

#[test]
fn two_pieces_are_qt3_for_three_turns() {
    let found = every_position(3, &Silent).unwrap();
    assert_eq!(found.difference, None);
    assert!(found.positions > 10_000);
    // The start, and the 36 first moves, which are 8 up to symmetry.
    assert_eq!(
        every_position(1, &Silent),
        Ok(Comparison {
            positions: 9,
            difference: None
        })
    );
}

#[test]
fn two_pieces_are_qt3_in_random_games_to_either_ending() {
    let found = random_games(600, 2002, &Silent).unwrap();
    for comparison in found {
        assert_eq!(comparison.difference, None);
        assert!(comparison.positions > 3_000);
    }
}
