//! Section 7: random play, computed in several ways, and Table 2.
//!
//! Every endgame is equally likely. [`super::section6::endgames`] has the theorem, its proof and a
//! gap in the paper's argument. So the distribution of the margin is that of a random bijection of
//! series to squares, for every n.

use std::ops::RangeInclusive;

/// The side of the largest board.
pub(super) const LARGEST_SIDE: usize = 16;

/// The largest side for which the first line is compared with the points.
pub(super) const DECIDED_SIDE: usize = 8;

/// The values of n whose distributions are compared.
pub(super) const COMPARED: RangeInclusive<usize> = 1..=4;

/// The number of games for each n on 3x3.
pub(super) const GAMES: u64 = 100_000;
