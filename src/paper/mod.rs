//! The paper's claims beside computed values, from abstract to appendix.
//!
//! The paper is "Generalized Quantum Tic-Tac-Toe" by Kumar, Ang and Huang.
//!
//! * Each section has a file that states its theorems, proves them, corrects them where needed, and
//!   computes their evidence.
//! * [`Context`] holds the results that several claims or files share.
//! * [`claims`] turns shared results into findings. It cannot read the paper's values.
//! * [`ledger()`] compares the findings with `claims.csv`, which has a line for each claim.
//!
//! A new claim is a line of data and a finding.
//!
//! A theorem is checked on "everything" literally: on all reachable positions, one for each class
//! up to a relabelling of the squares. The checks use the engine's detection of entanglements only
//! where they check the engine. Elsewhere they find tight sets among all subsets, and count perfect
//! matchings.
//!
//! The paper's running times ("15 seconds", "under an hour", "a year") depend on the machine and
//! have no verdict. [`running_times`] pairs them with this run's times.

// Without the ledger, only the benches use a few of the checks.
#![cfg_attr(not(feature = "cli"), allow(dead_code))]

pub mod appendix_a;
pub mod appendix_b;
#[cfg(feature = "cli")]
pub mod claims;
#[cfg(feature = "cli")]
mod context;
mod error;
pub mod extremes;
pub mod finding;
#[cfg(feature = "cli")]
mod ledger;
pub mod positions;
pub mod section2;
pub mod section3;
pub mod section4;
pub mod section5;
pub mod section6;
mod section7;
mod section8;
pub mod section9;
mod sizes;
mod text;
#[cfg(feature = "cli")]
mod times;

#[cfg(feature = "cli")]
pub use context::Context;
pub use error::LedgerError;
#[cfg(feature = "cli")]
pub use ledger::{Claim, StatedEquilibrium, Verdict, compare, ledger, stated_equilibrium};
#[cfg(feature = "cli")]
pub use times::{RunningTime, running_times};
