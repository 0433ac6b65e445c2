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

pub mod claims;
mod context;
mod error;
pub mod extremes;
pub mod finding;
mod ledger;
pub mod positions;
mod sizes;
mod text;
mod times;

pub use context::Context;
pub use error::LedgerError;
pub use ledger::{Claim, StatedEquilibrium, Verdict, compare, ledger, stated_equilibrium};
pub use times::{RunningTime, running_times};
