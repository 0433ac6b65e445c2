//! The strategy of theorem C on 8x8 with three pieces in a series, in games by the literal rules.

use gqt3::beyond::every_board::short_series::{block_placement, rank};
use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::game::Game;
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::{CollapseChooser, Player, Rules};
use gqt3::random_play::UniformPolicy;

use super::lemmas::{Match, attack};
use super::start;

/// The collapse of some that are drawn after which the attacker has most squares of open lines.
fn greedy_collapse(game: &Match, strength: usize, drawer: &mut UniformPolicy) -> Action {
    let attacker = game.blocker.opponent();
    let squares = |action: &Action| -> usize {
        let owned = game.position.after_unchecked(action).owned_by(attacker);
        let blocked = game.position.after_unchecked(action).owned_by(game.blocker);
        let open = game
            .open()
            .into_iter()
            .filter(|line| !line.intersects(blocked));
        open.map(|line| (line & owned).len().pow(2)).sum()
    };
    let drawn: Vec<Action> = (0..=strength)
        .filter_map(|_| drawer.action(&game.position))
        .collect();
    drawn.into_iter().max_by_key(squares).unwrap()
}

/// Plays a game to its end, with these replies of the blocker as long as a line is open; says how many of them were not on a
/// line.
pub(super) fn play(
    mut game: Match,
    strength: usize,
    copies: u64,
    drawer: &mut UniformPolicy,
    reply: &mut dyn FnMut(&Match) -> SquareSet,
) -> usize {
    let mut blocks = 0;
    while let Some(player) = game.position.to_move() {
        let lines = game.position.board().lines();
        let attackers = game.position.owned_by(game.blocker.opponent());
        assert!(
            !lines.iter().any(|line| line.is_subset(attackers)),
            "a line of the attacker"
        );
        let last = game
            .own()
            .last()
            .filter(|last| last.is_subset(game.position.quantum()) && last.len() == 3);
        if game.position.phase() == Phase::Collapse {
            let collapse = greedy_collapse(&game, strength, drawer);
            game.position = game.position.play(collapse).unwrap();
        } else if game.open().is_empty() {
            let any = drawer.action(&game.position).unwrap();
            game.position = game.position.play(any).unwrap();
        } else if player == game.blocker {
            let placement = reply(&game);
            blocks += usize::from(!lines.iter().any(|line| placement.is_subset(*line)));
            game.place(placement);
        } else {
            let copied = last.filter(|_| drawer.below(8) < copies);
            let series = copied.unwrap_or_else(|| attack(&game, strength, drawer));
            game.place(series);
        }
    }
    blocks
}

/// The blocker of 8x8.
fn block(game: &Match) -> SquareSet {
    block_placement(&game.position)
        .unwrap_or_else(|| panic!("the blocker has failed: {:?}", game.position))
}

#[test]
fn with_three_pieces_on_8x8_the_blocker_keeps_the_attacker_from_every_line() {
    let mut blocks = [0; 6];
    for (number, &collapse) in CollapseChooser::ALL.iter().enumerate() {
        for blocker in [Player::One, Player::Two] {
            for strength in [0, 4, 40] {
                for copies in 0..6 {
                    let stream = 1_000 * number + 500 * blocker as usize + 7 * strength;
                    let mut drawer = UniformPolicy::new(34, stream as u64 + copies);
                    let game = Match::new(start(8, 3, collapse), blocker);
                    blocks[play(game, strength, copies, &mut drawer, &mut block)] += 1;
                }
            }
        }
    }
    assert!(
        blocks[3..].iter().all(|games| *games > 5),
        "one block, or two of two or three turns: {blocks:?}"
    );
}

#[test]
fn the_blocker_leaves_a_block_for_a_line_in_danger() {
    let squares = |numbers: [usize; 3]| -> SquareSet {
        numbers
            .into_iter()
            .filter_map(|number| Square::new(number - 1))
            .collect()
    };
    for copies in [0, 8] {
        let mut game = Match::new(start(8, 3, CollapseChooser::Player1), Player::Two);
        let first = squares([8, 28, 37]);
        for attackers in [
            [45, 53, 61],
            [8, 28, 37],
            [5, 13, 21],
            [29, 45, 5],
            [13, 53, 61],
        ] {
            game.place(squares(attackers));
            let placement = block_placement(&game.position).unwrap();
            let is_first = game.own().count() < 2;
            assert_eq!(placement == first, is_first);
            let column = game.position.board().lines()[12];
            assert_eq!(
                placement.is_subset(column),
                game.own().count() == 4,
                "{placement}"
            );
            game.place(placement);
            if game.position.phase() == Phase::Collapse {
                let square = first.iter().next_back().unwrap();
                let collapse = game
                    .position
                    .collapses()
                    .find(|collapse| collapse.square_of(2) == square);
                game.position = game
                    .position
                    .play(Action::Collapse(collapse.unwrap()))
                    .unwrap();
            }
        }
        play(
            game,
            20,
            copies,
            &mut UniformPolicy::new(35, copies),
            &mut block,
        );
    }
}

#[test]
fn a_second_block_is_found_wherever_the_attacker_copies_or_spoils() {
    // Player 2 takes two squares of the first block; player 1 then needs a second one, on the other diagonal.
    let mut position = start(8, 3, CollapseChooser::Player2);
    let first = block_placement(&position).unwrap();
    for _ in 0..2 {
        position = position.play(Action::Place(first)).unwrap();
    }
    assert_eq!(block_placement(&position), Some(first));
    position = position.play(Action::Place(first)).unwrap();
    let diagonal = position.board().lines()[17];
    let lone = (first & diagonal).lowest().unwrap();
    let collapse = position
        .collapses()
        .find(|collapse| collapse.square_of(1) == lone)
        .unwrap();
    position = position.play(Action::Collapse(collapse)).unwrap();
    let spoiled: SquareSet = (diagonal & position.quantum())
        .iter()
        .skip(1)
        .take(3)
        .collect();
    position = position.play(Action::Place(spoiled)).unwrap();
    let second = block_placement(&position).unwrap();
    assert!(
        (second & diagonal).len() >= 2 && rank(&position, second) == 3,
        "{second}"
    );
}

#[test]
fn the_first_block_is_fresh_whatever_the_attacker_begins_with() {
    let empty = start(8, 3, CollapseChooser::Opponent);
    let diagonals = &empty.board().lines()[16..];
    for first in empty.placements() {
        let block = block_placement(&empty.after_unchecked(&Action::Place(first))).unwrap();
        let on = |diagonal: usize| (block & diagonals[diagonal]).len();
        assert!(
            !block.intersects(first)
                && block.len() == 3
                && on(0) + on(1) == 3
                && on(0) * on(1) == 2
        );
        let lines = empty.board().lines()[..16].iter();
        assert!(
            lines.clone().all(|line| (*line & block).len() <= 1),
            "{block}"
        );
    }
}

#[test]
fn other_games_have_no_blocks() {
    for (side, pieces) in [(7, 3), (8, 2), (8, 4)] {
        let position = Position::new(Game::from_side(side, pieces, Rules::default()).unwrap());
        assert_eq!(block_placement(&position), None);
    }
}
