//! Random play: both players place and collapse uniformly at random (paper, section 7).
//!
//! Relabelling the squares maps the random process to itself, so all endgames (bijections of series
//! to squares) are equally likely, whatever n is and whoever collapses. If a game stops early, its
//! margin also depends on which squares are classical by then.
//!
//! [`random_play()`] answers a [`Query`] by a suitable method:
//!
//! | method | games | boards |
//! |---|---|---|
//! | [`exact()`] | full board | to 24x24 |
//! | [`early_stopping()`] | that may stop early, n <= 2 | to 3x3 |
//! | [`enumerate()`] | full board, or n = 1: every endgame or game | to 3x3 |
//! | [`by_histories`] | any: every history | to 2x2 |
//! | [`simulate()`] | any: random games | to 8x8; with n >= 3 it can fail beyond 4x4 |

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
