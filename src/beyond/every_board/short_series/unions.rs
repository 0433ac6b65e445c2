//! The strategy of theorem D, with three pieces in a series on 7x7, as a player follows it.
//!
//! The blocker places a block through the centre until it is classical. If one of its squares is the attacker's then, he
//! kills its row and its column. So four rows and four columns are open; and from then on he kills a line L
//! for which
//!
//! ```text
//! f(L) = sum of (|U| - c(U)) / 2^l(U) over all unions U of open lines with L among them
//! ```
//!
//! is greatest. c is the rank, and l(U) the number of lines of which U is the union. `docs/every-board.md` (section 6) proves
//! that he can, and that the attacker gets no line. A line counts as open until he has killed it, even if a collapse has
//! given him a piece on it. A series that has collapsed does not tell whether it killed the row or the column of its
//! square, so the strategy remembers what it has killed.

use super::rank::{kill, rank};
use crate::engine::board::{Square, SquareSet};
use crate::engine::position::{Phase, Position};

const SIDE: usize = 7;
const PIECES: usize = 3;

/// How many lines are open when the blocker begins to kill by the rule.
const MOST_OPEN: usize = 8;

/// A series of the blocker, and the line that it killed.
#[derive(Clone, Copy)]
struct Kill {
    index: usize,
    series: SquareSet,
    line: SquareSet,
}

/// A player's memory of the lines that he has killed.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::engine::position::Position;
/// use gqt3::engine::rules::Rules;
/// use gqt3::beyond::every_board::short_series::UnionKills;
/// let start = Position::new(Game::from_side(7, 3, Rules::default())?);
/// let first = UnionKills::default().placement(&start);
/// assert_eq!(first.map(|series| series.to_string()).as_deref(), Some("7-9-25"));
/// # Ok::<(), gqt3::engine::game::GameError>(())
/// ```
#[derive(Default)]
pub struct UnionKills(Vec<Kill>);

impl UnionKills {
    /// The series of the player who is to place one, in a game that he has played by this strategy from the start, with
    /// this memory.
    ///
    /// `None` in other games and phases, when all lines are dead, so that any series will do, and where neither the position
    /// nor the memory tells what was killed. Collapses may be chosen as he likes. Cost: the ranks of the 2^8 unions of
    /// eight lines at most, some milliseconds.
    pub fn placement(&mut self, position: &Position) -> Option<SquareSet> {
        let is_covered = position.board().side() == Some(SIDE) && position.pieces() == PIECES;
        let blocker = position
            .to_move()
            .filter(|_| is_covered && position.phase() == Phase::Place)?;
        let own: Vec<usize> = (blocker as usize..position.turns()).step_by(2).collect();
        let squares = |series: &[usize]| -> SquareSet {
            series
                .iter()
                .fold(SquareSet::EMPTY, |all, one| all | position.squares_of(*one))
        };
        let Some(&first) = own.first() else {
            return first_block(position);
        };
        if position.quantum_series().contains(first) {
            return Some(position.squares_of(first)).filter(|block| is_block(position, *block));
        }
        let turns = if own.len() > 2 && is_block(position, squares(&own[..3])) {
            3
        } else {
            2
        };
        let (of_block, kills) = own.split_at_checked(turns)?;
        let owned = squares(of_block);
        let lines = position.board().lines();
        let mut open: Vec<SquareSet> = lines
            .iter()
            .copied()
            .filter(|line| !line.intersects(owned))
            .collect();
        let mut killed = Vec::new();
        for &index in kills {
            killed.push(self.killed(position, index, &open)?);
            open.retain(|line| !killed.contains(line));
        }
        let line = match kills.len() {
            0 | 1 if turns == 2 => to_clear(position, owned, &open, &killed)?,
            _ => greatest(position, &open)?,
        };
        let series = kill(position, &open, line)?;
        self.0.retain(|kill| kill.index != position.turns());
        self.0.push(Kill {
            index: position.turns(),
            series,
            line,
        });
        Some(series)
    }

    /// Which of these lines a series of the blocker has killed.
    fn killed(&self, position: &Position, index: usize, open: &[SquareSet]) -> Option<SquareSet> {
        let squares = position.squares_of(index);
        let through = || open.iter().copied().filter(|line| squares.is_subset(*line));
        let remembered = self
            .0
            .iter()
            .find(|kill| kill.index == index && squares.is_subset(kill.series));
        match through().count() {
            1 => through().next(),
            _ => through().find(|line| remembered.is_some_and(|kill| kill.line == *line)),
        }
    }
}

/// Whether these are three squares in different rows and columns: the centre and one more of each diagonal.
fn is_block(position: &Position, squares: SquareSet) -> bool {
    let (straight, diagonals) = position.board().lines().split_at(2 * SIDE);
    let on = |line: &SquareSet| (squares & *line).len();
    squares.len() == PIECES
        && straight.iter().all(|line| on(line) <= 1)
        && diagonals.iter().all(|line| on(line) == 2)
}

/// The block that has least squares of series; so it is not the attacker's first series.
fn first_block(position: &Position) -> Option<SquareSet> {
    let lines = position.board().lines();
    let (falling, rising) = (lines[2 * SIDE], lines[2 * SIDE + 1]);
    let touched = (0..position.turns()).fold(SquareSet::EMPTY, |all, series| {
        all | position.squares_of(series)
    });
    let blocks = (falling | rising)
        .subsets(PIECES)
        .filter(|block| is_block(position, *block));
    blocks.min_by_key(|block| (*block & touched).len())
}

/// The row, or if that has been killed the column, of a classical square that with two of the blocker's makes a block.
fn to_clear(
    position: &Position,
    owned: SquareSet,
    open: &[SquareSet],
    killed: &[SquareSet],
) -> Option<SquareSet> {
    let is_row = |line: &SquareSet| position.board().lines()[..SIDE].contains(line);
    let (rows, columns): (Vec<SquareSet>, Vec<SquareSet>) = open.iter().copied().partition(is_row);
    let all = |lines: &[SquareSet]| lines.iter().fold(SquareSet::EMPTY, |all, line| all | *line);
    let crossings = all(&columns) & killed.first().copied().unwrap_or_else(|| all(&rows));
    let is_lost = |square: &Square| is_block(position, owned | SquareSet::single(*square));
    let lost = (crossings - position.quantum()).iter().find(is_lost)?;
    let among = if killed.is_empty() { rows } else { columns };
    among.into_iter().find(|line| line.contains(lost))
}

/// The open line L with the greatest f(L); `None` if none is open, or more than the strategy leaves.
fn greatest(position: &Position, open: &[SquareSet]) -> Option<SquareSet> {
    if open.len() > MOST_OPEN {
        return None;
    }
    // f times a power of two, so that it is whole.
    let mut shares = vec![0; open.len()];
    for chosen in 1_usize..1 << open.len() {
        let of_union = || (0..open.len()).filter(|line| chosen >> line & 1 == 1);
        let union = of_union().fold(SquareSet::EMPTY, |all, line| all | open[line]);
        let share = (union.len() - rank(position, union)) << (open.len() - of_union().count());
        of_union().for_each(|line| shares[line] += share);
    }
    let (_, line) = shares
        .into_iter()
        .zip(open)
        .max_by_key(|(share, _)| *share)?;
    Some(*line)
}
