//! Short series: games in which each player can be kept from every line, so that the value is 0.
//!
//! The theorems are proved in `docs/every-board.md`. They are about one player, the *blocker*, who keeps the other one,
//! the *attacker*, from every line, whoever moves first, whoever chooses collapses, and whatever a line is worth and ends.
//! So they know the side m of the board and the number n of pieces in a series, and nothing else; m may be more than the
//! engine's boards have.
//!
//! | file | what it has |
//! |---|---|
//! | `rank` | how far a set of squares is from being classical, in a position; series that kill a line |
//! | `criterion` | whether the blocker wins by killing lines of least rank |
//! | `opening` | how the blocker opens, and whether the criterion holds afterwards |
//! | `pairing` | n = 1: two squares for each line |
//! | `blocks` | the strategy for three pieces in a series on 8x8 |
//! | `unions` | the strategy for three pieces in a series on 7x7 |
//! | `trees` | n = 2: the game of trees, and a search of it |
//! | `strategy` | which actions of a real game are safe |

mod blocks;
mod criterion;
mod opening;
mod pairing;
mod rank;
mod strategy;
mod trees;
mod unions;

use std::fmt;

pub use blocks::block_placement;
pub use criterion::Standing;
pub use pairing::pairing;
pub use rank::{independent, rank};
pub use strategy::{Keeper, Safe};
pub use unions::UnionKills;

use crate::engine::interval::Interval;
use crate::engine::rules::Margin;

/// Larger boards are not asked about.
pub const MAX_SIDE: usize = 64;

/// The boards on which n = 2 is settled by a search of the game of trees.
const BOARDS_OF_TREES: [usize; 2] = [5, 6];

/// The side and the pieces of the game that is settled by unions of lines.
const BOARD_OF_UNIONS: (usize, usize) = (7, 3);

/// A theorem by which each player can be kept from every line of a board.
///
/// ```
/// use gqt3::beyond::every_board::short_series::Theorem;
/// assert_eq!(Theorem::of(64, 2), Some(Theorem::DoubleMoves));
/// assert_eq!(Theorem::of(8, 3).map(|theorem| theorem.to_string()).as_deref(), Some("theorem C"));
/// assert_eq!(Theorem::of(5, 1), Some(Theorem::Pairing));
/// assert_eq!(Theorem::of(4, 1), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theorem {
    /// n = 1, m >= 5: the blocker answers in the pair of squares that a line has for its own ([`pairing`]).
    Pairing,
    /// Theorem A for m = 5 and 6: double moves, and then a strategy that a search finds. The search takes seconds to
    /// minutes; it is a test of the module `trees`, and again a program of its own, `examples/check_trees.rs`.
    Trees,
    /// Theorem A for m >= 7, n = 2: double moves, then lines of least rank are killed.
    DoubleMoves,
    /// Theorem B: four lines are killed, then those of least rank.
    Kills,
    /// Theorem C: n squares are played until they are classical, then lines of least rank are killed.
    Blocks,
    /// Theorem D, n = 3 on 7x7: a block through the centre, then the lines are killed that have the greatest share in what
    /// series have taken from the ranks of all unions of open lines. That this does not fail is a list of linear
    /// programmes, and those are left to a program of its own, `scripts/check_unions.py`.
    Unions,
}

impl Theorem {
    /// The theorem for the m-by-m board and n pieces in a series; `None` if none is known.
    ///
    /// If there is one, the value is 0 under all rules: every ending, scoring, tail, offset and rule for ties, whoever
    /// chooses collapses. What the proofs leave to computing is computed here, except [`Theorem::Trees`]
    /// and [`Theorem::Unions`].
    ///
    /// Cost: some milliseconds at most. Boards of a side of more than [`MAX_SIDE`] are not asked about.
    pub fn of(side: usize, pieces: usize) -> Option<Theorem> {
        let holds = |theorem: &Theorem| match theorem {
            Theorem::Pairing => pieces == 1 && pairing(side).is_some(),
            Theorem::Trees => pieces == 2 && BOARDS_OF_TREES.contains(&side),
            Theorem::DoubleMoves => opening::double_moves(side, pieces),
            Theorem::Kills => opening::kills(side, pieces),
            Theorem::Blocks => opening::block(side, pieces) || opening::two_blocks(side, pieces),
            Theorem::Unions => (side, pieces) == BOARD_OF_UNIONS,
        };
        let all = [
            Theorem::Pairing,
            Theorem::Trees,
            Theorem::DoubleMoves,
            Theorem::Kills,
            Theorem::Blocks,
            Theorem::Unions,
        ];
        all.into_iter()
            .find(|theorem| (1..=MAX_SIDE).contains(&side) && holds(theorem))
    }

    /// Where the value of such a game lies: it is 0.
    pub const fn interval(self) -> Interval {
        Interval {
            lower: Margin::ZERO,
            upper: Margin::ZERO,
        }
    }
}

impl fmt::Display for Theorem {
    /// Its name in `docs/every-board.md`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Theorem::Pairing => "pairing",
            Theorem::Trees | Theorem::DoubleMoves => "theorem A",
            Theorem::Kills => "theorem B",
            Theorem::Blocks => "theorem C",
            Theorem::Unions => "theorem D",
        })
    }
}
