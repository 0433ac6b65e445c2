//! The claims of "Generalized Quantum Tic-Tac-Toe" (Kumar, Ang and Huang) beside computed values.
//!
//! * [`claims`] has a file or folder for each section. Evidence states, proves, corrects and checks
//!   the theorems, and claims turn the results into findings. Neither knows the paper's values.
//! * [`Context`] holds the results that several claims or files share.
//! * [`ledger()`] compares the findings with `claims.csv`, which has the paper's values.
//!
//! A theorem is checked in all positions that small boards can reach, up to a relabelling of
//! squares and series. Up to section 5 and in the appendices the checks find tight sets among all
//! subsets and count perfect matchings. They use the engine's entanglements only to check them.
//! From section 6 on they play with the engine.
//!
//! The paper's running times ("15 seconds", "under an hour", "a year") have no verdict, because
//! they depend on the machine, but [`running_times`] pairs them with this run's.

// Without the ledger, only the benches use a few of the checks.
#![cfg_attr(not(feature = "cli"), allow(dead_code))]

pub mod claims;
mod context;
mod error;
pub mod extremes;
pub mod finding;
#[cfg(feature = "cli")]
mod ledger;
pub mod positions;
mod sizes;
mod text;
#[cfg(feature = "cli")]
mod times;

pub use context::Context;
pub use error::LedgerError;
#[cfg(feature = "cli")]
pub use ledger::{Claim, StatedEquilibrium, Verdict, compare, ledger, stated_equilibrium};
#[cfg(feature = "cli")]
pub use times::{RunningTime, running_times};
