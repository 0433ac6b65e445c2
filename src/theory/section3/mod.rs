//! Section 3: "GQT3 with m = 3, n = 1 is normal Tic-Tac-Toe, and m = 3, n = 2 is equivalent to QT3".
//!
//! What is true: for n = 1 the moves are those of tic-tac-toe, but by section 3's rules every game fills the
//! board and every line scores ([`one_piece`]). n = 2 is QT3 as Appendix A states it, which fills the board too;
//! Goff's own rules stop at the first line, and they are the same game with that ending ([`two_pieces`]).
//!
//! Both games are played beside the engine, position by position. They know nothing of matchings: a board is
//! an array of turns, an entanglement of pairs is a path that closes, a measurement pushes neighbours away.
//! Whatever can be asked of a position is compared: the classical pieces, the quantum pairs, what may be
//! placed, what a collapse may lead to, whether the game is over, and the margin.

pub mod one_piece;
pub mod two_pieces;

use crate::game::Game;
use std::collections::BTreeSet;

use num_rational::Ratio;

use super::Error;
use crate::board::{Board, Square};
use crate::position::Position;
use crate::rules::Rules;

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The turn (from 1) of the classical piece on each square, 0 if there is none.
type Turns = [usize; 9];

/// How the engine compares with the other game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// Positions compared.
    pub positions: u64,
    /// What differs, in the first position in which something does.
    pub difference: Option<&'static str>,
}

impl Comparison {
    fn expect(&mut self, holds: bool, what: &'static str) {
        if !holds && self.difference.is_none() {
            self.difference = Some(what);
        }
    }
}

/// The completed lines: largest turn and player (1 or 2).
fn lines(turns: &Turns) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for line in LINES {
        let [a, b, c] = line.map(|square| turns[square]);
        if a * b * c > 0 && a % 2 == b % 2 && b % 2 == c % 2 {
            found.push((a.max(b).max(c), 2 - a % 2));
        }
    }
    found
}

/// Player 1's points minus player 2's: 1 for the first line, 1/2 for the next, together if they come
/// together.
fn margin(turns: &Turns) -> Ratio<i64> {
    let lines = lines(turns);
    let times: BTreeSet<usize> = lines.iter().map(|line| line.0).collect();
    let points = |&(time, player): &(usize, usize)| {
        let rank = times.range(..time).count() as i64 + 1;
        Ratio::new(if player == 1 { 1 } else { -1 }, rank)
    };
    lines.iter().map(points).sum()
}

fn turns_of(position: &Position) -> Turns {
    std::array::from_fn(|square| {
        position.classical_series_on(Square::new(square)).map_or(0, |series| series + 1)
    })
}

fn placements(position: &Position) -> BTreeSet<Vec<usize>> {
    position.placements().map(|set| set.iter().map(Square::index).collect()).collect()
}

fn start(pieces: usize, rules: Rules) -> Result<Position, Error> {
    let board = Board::new(3).map_err(|_| Error::Empty)?;
    Ok(Position::new(Game::new(board, pieces, rules).unwrap()))
}
