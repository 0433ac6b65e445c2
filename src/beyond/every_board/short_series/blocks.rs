//! The strategy of theorem C with three pieces in a series on 8x8, as a player follows it.
//!
//! The blocker places three squares in different rows and columns, a *block*, until they are classical; if then only two of
//! them are his, a second block; and then he kills lines of least rank. `docs/every-board.md` (section 6) proves that he
//! can, and that the attacker gets no line.

use super::rank::{kill, rank};
use crate::engine::board::{Square, SquareSet};
use crate::engine::position::{Phase, Position};
use crate::engine::rules::Player;

const SIDE: usize = 8;
const PIECES: usize = 3;

/// The series of the player who is to place one, in a game that he has played by this strategy from the start.
///
/// `None` in other games and phases, and when all lines are dead, so that any series will do. Collapses may be chosen as he
/// likes. Cost: some thousand ranks at most.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::engine::position::Position;
/// use gqt3::engine::rules::Rules;
/// use gqt3::beyond::every_board::short_series::block_placement;
/// let start = Position::new(Game::from_side(8, 3, Rules::default())?);
/// assert_eq!(block_placement(&start).map(|series| series.to_string()).as_deref(), Some("8-28-37"));
/// # Ok::<(), gqt3::engine::game::GameError>(())
/// ```
pub fn block_placement(position: &Position) -> Option<SquareSet> {
    let is_covered = position.board().side() == Some(SIDE) && position.pieces() == PIECES;
    let blocker = position
        .to_move()
        .filter(|_| is_covered && position.phase() == Phase::Place)?;
    let own: Vec<SquareSet> = (blocker as usize..position.turns())
        .step_by(2)
        .map(|series| position.squares_of(series))
        .collect();
    let pending: Vec<SquareSet> = own
        .iter()
        .copied()
        .filter(|series| is_block(*series))
        .collect();
    let open = open_lines(position, blocker, &own);
    match (own.len(), pending.first()) {
        (0, _) => first_block(position),
        (4, Some(&block)) if pending.len() == 2 => {
            weakened(position, &open, block).map_or(Some(block), |line| kill(position, &open, line))
        }
        (_, Some(&block)) => Some(block),
        (2, None) => second_block(position, &open),
        _ => kill(
            position,
            &open,
            *open.iter().min_by_key(|line| rank(position, **line))?,
        ),
    }
}

/// The lines on which the blocker has no classical piece, and no series of which all squares are on it.
fn open_lines(position: &Position, blocker: Player, own: &[SquareSet]) -> Vec<SquareSet> {
    let is_dead = |line: SquareSet| {
        line.intersects(position.owned_by(blocker))
            || own.iter().any(|series| series.is_subset(line))
    };
    position
        .board()
        .lines()
        .iter()
        .copied()
        .filter(|line| !is_dead(*line))
        .collect()
}

/// Whether these are three squares in different rows and columns.
fn is_block(squares: SquareSet) -> bool {
    let different = |part: fn(usize) -> usize| {
        squares
            .iter()
            .map(|square| 1_u64 << part(square.index()))
            .fold(0, |all, bit| all | bit)
            .count_ones()
    };
    squares.len() == PIECES
        && different(|index| index / SIDE) == 3
        && different(|index| index % SIDE) == 3
}

/// A mirrored pair of one diagonal and a square of the other one, all fresh; on the other one the attacker's first series
/// has one square at most.
fn first_block(position: &Position) -> Option<SquareSet> {
    let touched = (0..position.turns()).fold(SquareSet::EMPTY, |all, series| {
        all | position.squares_of(series)
    });
    let lines = position.board().lines();
    let (falling, rising) = (lines[2 * SIDE], lines[2 * SIDE + 1]);
    let blocks = |pairs: SquareSet, single: SquareSet| {
        let is_mirrored =
            |pair: &SquareSet| pair.iter().map(Square::index).sum::<usize>() == SIDE * SIDE - 1;
        let fresh = (single - touched)
            .iter()
            .map(SquareSet::single)
            .collect::<Vec<_>>();
        let pairs = (pairs - touched).subsets(2).filter(is_mirrored);
        pairs.flat_map(move |pair| fresh.clone().into_iter().map(move |square| pair | square))
    };
    [(falling, rising), (rising, falling)]
        .into_iter()
        .filter(|(_, single)| (*single & touched).len() <= 1)
        .flat_map(|(pairs, single)| blocks(pairs, single))
        .find(|block| is_block(*block))
}

/// A block of independent squares on open rows and columns, of which none is parallel to more than one quantum square; if a
/// diagonal is open, two of them are on it.
fn second_block(position: &Position, open: &[SquareSet]) -> Option<SquareSet> {
    let lines = position.board().lines();
    let of_open = |range: std::ops::Range<usize>| {
        lines[range]
            .iter()
            .filter(|line| open.contains(line))
            .fold(SquareSet::EMPTY, |all, line| all | *line)
    };
    let crossings = of_open(0..SIDE) & of_open(SIDE..2 * SIDE) & position.quantum();
    let diagonal = open
        .iter()
        .copied()
        .find(|line| lines[2 * SIDE..].contains(line));
    let is_loose = |square: Square| {
        let with = |other: Square| SquareSet::single(square) | SquareSet::single(other);
        position
            .quantum()
            .iter()
            .filter(|&other| other != square && rank(position, with(other)) == 1)
            .count()
            <= 1
    };
    crossings.subsets(PIECES).find(|&block| {
        is_block(block)
            && diagonal.is_none_or(|diagonal| (block & diagonal).len() >= 2)
            && rank(position, block) == PIECES
            && block.iter().all(is_loose)
    })
}

/// An open row or column beside the block whose rank would be 3 at most if the block were placed once more.
fn weakened(position: &Position, open: &[SquareSet], block: SquareSet) -> Option<SquareSet> {
    let after = |line: SquareSet| rank(position, line).min(rank(position, line | block) - 1);
    open.iter()
        .copied()
        .find(|line| !line.intersects(block) && after(*line) <= PIECES)
}
