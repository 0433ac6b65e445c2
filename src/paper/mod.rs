//! The paper's claims beside computed values, from abstract to appendix.
//!
//! The paper is "Generalized Quantum Tic-Tac-Toe" by Kumar, Ang and Huang.
//!
//! * [`claims`] has a file or folder for each section. Its evidence states the theorems, proves them,
//!   corrects them where needed and computes; its claims turn results into findings. They cannot
//!   read the paper's values.
//! * [`Context`] holds the results that several claims or files share.
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
