//! Section 7: random play, computed in several ways; Table 2.
//!
//! Every endgame is equally likely ([`super::section6::endgames`] has the theorem, its proof and a gap in the paper's
//! argument), so the distribution of the margin is that of a random bijection of series to squares, for every n.

use std::ops::RangeInclusive;

/// The largest board.
pub(super) const LARGEST_SIDE: usize = 16;

/// The largest board for which it is asked how often the owner of the first line wins by points.
pub(super) const DECIDED_SIDE: usize = 8;

/// The n for which the distribution is compared.
pub(super) const COMPARED: RangeInclusive<usize> = 1..=4;

/// How many games are played for each n on 3x3.
pub(super) const GAMES: u64 = 100_000;
