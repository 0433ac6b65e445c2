use gqt3::engine::game::Game;
use gqt3::engine::position::Position;
use gqt3::engine::rules::{Ending, Rules};
use gqt3::paper::claims::section3::evidence::{
    Comparison, every_position, random_games, tic_tac_toe, to_the_full_board,
};
use gqt3::support::progress::Silent;
use gqt3::tree_size::brute_force::leaves_from;

fn games(ending: Ending) -> u64 {
    let start = Position::new(
        Game::from_side(
            3,
            1,
            Rules {
                ending,
                ..Rules::default()
            },
        )
        .unwrap(),
    );
    leaves_from(&start, &Silent).unwrap().try_into().unwrap()
}

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
    assert_eq!(games(Ending::FirstLine), 255_168);
}

#[test]
fn one_piece_by_the_papers_rules_is_not() {
    let found = to_the_full_board(&Silent).unwrap();
    // A position is an order of taken squares: 1 + 9 + 9 * 8 + ... + 9!.
    assert_eq!(
        found.comparison,
        Comparison {
            positions: 986_410,
            difference: None
        }
    );
    assert_eq!(
        (found.games, found.stopped_games),
        (games(Ending::Full), games(Ending::FirstLine))
    );
    assert_eq!(found.mean.to_string(), "569/1260");
    // Player 1 wins with probability 737/1260, player 2 with 121/420.
    assert_eq!(found.stopped_mean.to_string(), "187/630");
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
