//! Random play: both players place and collapse uniformly at random (paper, section 7).
//!
//! Relabelling the squares maps the random process to itself. So every endgame (bijection of series
//! to squares) is equally likely, whatever n is and whoever collapses. The distribution of the
//! margin on a full board is therefore that of a uniformly random bijection.
//!
//! A game that stops at the first line is different for n >= 2, because its classical squares at
//! that time depend on the collapses. For n = 1 it is ordinary tic-tac-toe.
//!
//! [`random_play()`] answers a [`Query`] by a suitable method:
//!
//! | method | games | boards |
//! |---|---|---|
//! | [`exact()`] | full board | to 24x24 |
//! | [`early_stopping()`] | that may stop early, n <= 2 | to 3x3 |
//! | [`enumerate()`] | full board, or n = 1: every endgame | to 3x3 |
//! | [`by_histories`] | any: every history | to 2x2 |
//! | [`simulate()`] | any: random games | to 8x8; for n >= 3 as long as collapses can be drawn uniformly |

mod distribution;
mod early_stopping;
mod enumerate;
mod error;
mod exact;
mod histories;
mod query;
mod simulate;

pub use distribution::{Distribution, MarginCount, Outcome};
pub use early_stopping::{EarlyGames, early_stopping};
#[doc(hidden)]
pub use enumerate::{MAX_SIDE, enumerate};
pub use error::RandomPlayError;
#[doc(hidden)]
pub use exact::MAX_EXACT_SIDE;
pub use exact::exact;
#[doc(hidden)]
pub use histories::{Histories, by_histories};
pub use query::{Answer, Method, Query, RandomPlay, random_play};
#[doc(hidden)]
pub use simulate::{ChiSquare, UniformPolicy, simulate_until_interrupted};
pub use simulate::{Estimate, Simulation, simulate};
