use gqt3::beyond::every_board::AnyBoardSolver;
use gqt3::engine::board::Board;
use gqt3::engine::game::Game;
use gqt3::engine::interval::Interval;
use gqt3::engine::position::{Phase, Position};
use gqt3::engine::rules::{Margin, Rules, Scoring};
use gqt3::perfect_play::{Review, TABLE_BYTES, minimax};
use gqt3::support::progress::Silent;

use crate::shared::games::random_game;
use crate::shared::stop::Stop;

#[test]
fn the_end_of_games_on_large_boards_is_solved_like_minimax() {
    let rules = Rules::combinations();
    let mut decided = 0;
    for game in 0..96 {
        let board = Board::new(4).unwrap();
        let rules = rules[game as usize];
        let mut position = Position::new(Game::new(board, 2 + game as usize % 2, rules).unwrap());
        let mut drawer = gqt3::random_play::UniformPolicy::new(17, game);
        while position.quantum().len() > 5 || board.squares() - position.turns() > 3 {
            let Some(action) = drawer.action(&position) else {
                break;
            };
            position = position.play(action).unwrap();
        }
        let mut solver = AnyBoardSolver::new(*position.game(), TABLE_BYTES).unwrap();
        let value = solver.bounds(&position, &Silent).value();
        assert_eq!(value, Some(minimax(&position)), "{position:?}");
        let again = AnyBoardSolver::new(*position.game(), 1)
            .unwrap()
            .bounds(&position, &Silent);
        assert_eq!(again.value(), value, "a small table");
        decided += usize::from(position.phase() != Phase::Over);
    }
    assert!(decided > 40, "{decided}");
}

#[test]
fn the_start_of_a_large_game_has_an_interval() {
    for rules in Rules::combinations() {
        let start = Position::new(Game::from_side(4, 2, rules).unwrap());
        let mut solver = AnyBoardSolver::new(*start.game(), TABLE_BYTES).unwrap();
        let bounds = solver.bounds(&start, &Stop::after(4));
        assert!(
            bounds.lower <= Margin::ZERO && bounds.upper >= Margin::ZERO,
            "{bounds:?}"
        );
        let most = if rules.scoring == Scoring::Harmonic {
            Margin::ONE + Margin::ONE + Margin::ONE
        } else {
            Margin::ONE
        };
        assert!(bounds.lower >= -most && bounds.upper <= most, "{bounds:?}");
    }
}

#[test]
fn of_a_large_board_the_end_is_judged_and_what_is_proven_of_the_beginning_is_told() {
    let game = Game::from_side(4, 2, Rules::default()).unwrap();
    let record = random_game(Position::new(game), 1);
    let mut solver = AnyBoardSolver::new(game, TABLE_BYTES).unwrap();
    solver.limited(Some(3_000), None, &Silent);
    let review = Review::new(&record, &mut solver, &Silent).unwrap();
    let [first, .., last] = &review.decisions[..] else {
        panic!("something was played")
    };
    assert_eq!(
        last.after,
        Interval {
            lower: record.end().margin(),
            upper: record.end().margin()
        }
    );
    assert!(last.is_judged() && !first.is_judged() && !review.is_complete());
    let in_a_row = review
        .decisions
        .windows(2)
        .all(|pair| pair[0].after == pair[1].before);
    assert!(
        in_a_row,
        "what follows a decision is where the next one is taken"
    );
}
