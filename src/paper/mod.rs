//! Compares the claims of "Generalized Quantum Tic-Tac-Toe" (Kumar, Ang and Huang) with what is
//! computed.
//!
//! * [`claims`] has a file or folder for each section with claims. Its evidence proves, corrects
//!   and checks the theorems, and the rest turns results into findings.
//! * [`Context`] computes results on first use, and keeps them.
//! * [`ledger()`] compares the findings with the paper's values in `claims.csv`.
//!
//! [`positions`] finds tight sets among all subsets, not by the engine's method, which section 5
//! checks.
//!
//! The paper's running times have no verdict, because they depend on the machine, but
//! [`running_times`] pairs them with times of this run.

// Without the feature `cli` only the benches use this module, and they use little of it.
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
