//! The paper's theorems, each checked on everything small, with the evidence.
//!
//! A function here does not say "true": it returns what it looked at and the extreme values it met, and the
//! smallest counterexample if there is one. "Everything" is meant literally: all positions that can be
//! reached, once for each way they look up to a relabelling of the squares.
//!
//! | paper | statement | file | verdict |
//! |---|---|---|---|
//! | abstract | a game ends after finitely many moves | [`symmetry`] | true: after s turns |
//! | section 2 | cycle = one cycle = component with x edges on x vertices | [`section2`] | true at first |
//! | section 2 | x + 1 pairs on x squares do not collapse | [`section2`] | true |
//! | section 3 | n = 1 is tic-tac-toe | [`section3`] | its moves only |
//! | section 3 | n = 2 is QT3 | [`section3`] | true |
//! | section 4 | an entanglement has \|n(E)\| = \|E\| | [`section4`] | true |
//! | section 4 | entanglements have >= 2 collapses, the first >= n! | [`section4`] | not for single pieces |
//! | section 4 | degrees >= k and Hall's condition give k! matchings | [`hall`] | true for >= 1 series |
//! | section 5 | doubling a series tells if it is entangled | [`section5`] | true; its proof has a slip |
//! | section 6 | every endgame ends equally many games | [`symmetry`] | true |
//! | section 6 | at least s - t squares are quantum after t turns | [`symmetry`] | true |
//! | section 7 | every endgame is equally likely in random play | [`symmetry`] | true; a gap in the argument |
//! | Appendix A | entanglement is a cycle of pieces | [`appendix_a`] | not read literally |
//! | Appendix A | the worked example; X9 goes to the last square | [`appendix_a`] | true |
//! | Appendix A | one piece decides the collapse, in 2 ways | [`appendix_b`] | true for pieces on the cycle |
//! | Appendix B | an n = 2 entanglement has exactly 2 collapses | [`appendix_b`] | true if a pair caused it |
//!
//! Sizes for a check in passing and for a thorough one, with the time of one core:
//!
//! | function | quick | | thorough | |
//! |---|---|---|---|---|
//! | [`section2::first_cycles`] | 7 | 1 ms | 9 | 0.03 s |
//! | [`section2::boards_of_pairs`] | 6 | 5 ms | 7 | 0.1 s |
//! | [`section3::one_piece::to_the_full_board`] | | 0.2 s | | 0.2 s |
//! | [`section3::two_pieces::every_position`] | 3 turns | 0.1 s | 4 turns | 4 s |
//! | [`section3::two_pieces::random_games`] | 500 games | 50 ms | 10,000 games | 1 s |
//! | [`section4::consistency_up_to`] | 7 | 0.4 s | 8 | 60 s |
//! | [`hall::all_graphs`] | 5 | 5 ms | 6 | 1.5 s |
//! | [`hall::random_graphs`] | 10, 100 graphs | 2 ms | 16, 1000 graphs | 2 s |
//! | [`section5::compare_everywhere`] | 7 | 0.3 s | 8 | 25 s |
//! | [`section5::compare_at_random`] | 64, 200 games | 0.15 s | 64, 10,000 games | 7 s |
//! | [`appendix_a::last_square`] | 9 | 0.05 s | 9 | 0.05 s |
//! | [`appendix_b::two_collapses`] | 7 | 6 ms | 9 | 0.08 s |
//! | [`symmetry::symmetry_up_to`] | 5 | 0.8 s | 5 | 0.8 s |
//!
//! Nothing here uses the engine's own detection except where the engine is what is checked: tight sets are
//! found by looking at all subsets, perfect matchings by counting them.

pub mod appendix_a;
pub mod appendix_b;
pub mod family;
pub mod hall;
pub mod hopcroft_karp;
pub mod random;
pub mod section2;
pub mod section3;
pub mod section4;
pub mod section5;
pub mod symmetry;

use std::fmt;

use crate::progress::Interrupted;
use family::Family;

/// Why there is no evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// The exhaustive check does not reach that far.
    TooLarge {
        /// The size that was asked for.
        size: usize,
        /// The largest size the check takes.
        most: usize,
    },
    /// A game needs at least one square and a series at least one piece.
    Empty,
    /// Stopped before it was done.
    Interrupted,
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Error {
        Error::Interrupted
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooLarge { size, most } => {
                write!(f, "the check goes through everything and takes sizes up to {most}, not {size}")
            }
            Error::Empty => f.write_str("a game needs at least 1 square and a series at least 1 piece"),
            Error::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// Refuses sizes for which "everything" is too much.
fn at_most(size: usize, most: usize) -> Result<(), Error> {
    if size > most { Err(Error::TooLarge { size, most }) } else { Ok(()) }
}

/// Series on squares for which a statement fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// What fails.
    pub statement: &'static str,
    /// The quantum series, in the order of play.
    pub series: Family,
}

impl Counterexample {
    /// Keeps the smaller of two counterexamples: fewer squares, then fewer series; the earlier one on a tie.
    fn keep(smallest: &mut Option<Counterexample>, statement: &'static str, series: &Family) {
        let size = |family: &Family| (family.squares, family.series.len());
        if smallest.as_ref().is_none_or(|kept| size(series) < size(&kept.series)) {
            *smallest = Some(Counterexample { statement, series: series.clone() });
        }
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.statement, self.series)
    }
}

/// The smallest and the largest of some counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spread {
    /// The smallest.
    pub fewest: u64,
    /// The largest.
    pub most: u64,
}

impl Spread {
    /// Takes one more count in.
    fn add(spread: &mut Option<Spread>, count: u64) {
        let old = spread.unwrap_or(Spread { fewest: count, most: count });
        *spread = Some(Spread { fewest: old.fewest.min(count), most: old.most.max(count) });
    }
}

impl fmt::Display for Spread {
    /// One number if all counts are equal, else `fewest to most`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.fewest == self.most {
            return self.fewest.fmt(f);
        }
        write!(f, "{} to {}", self.fewest, self.most)
    }
}
