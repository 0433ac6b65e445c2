//! The paper (Kumar, Ang, Huang, "Generalized Quantum Tic-Tac-Toe") from abstract to appendix: what it claims beside
//! what is computed here.
//!
//! What the paper claims is data, a line of `claims.csv` for each claim; [`ledger()`] alone reads them. Each section has a
//! file that says by the id of a claim how it is computed. It states the theorems, proves them, and says where the paper
//! needs a correction. It cannot read what the paper has: it returns a [`finding::Finding`], and the ledger compares.
//! What several claims or result files need is computed once, in the [`Context`]. A new claim is a line of data and a
//! few lines in its section's file.
//!
//! Where a theorem is checked on "everything" that is meant literally: all positions that can be reached, once for each
//! way they look up to a relabelling of the squares. The checks use the engine's detection of entanglements only where
//! the engine is what is checked: tight sets are found by looking at all subsets, perfect matchings by counting them.
//!
//! The paper's running times ("15 seconds", "under an hour", "a year") have no verdict, for they depend on the machine:
//! [`running_times`] puts them beside those of this run.

pub mod appendix_a;
pub mod appendix_b;
mod context;
mod error;
pub mod extremes;
pub mod finding;
mod front;
mod ledger;
pub mod positions;
mod section10;
pub mod section2;
pub mod section3;
pub mod section4;
pub mod section5;
pub mod section6;
mod section7;
mod section8;
pub mod section9;
mod text;
mod times;

pub use context::Context;
pub use error::Error;
pub use ledger::{Claim, Verdict, compare, ledger};
pub use times::{RunningTime, running_times};

/// How every claim is computed, section by section.
pub fn checks() -> Vec<finding::Check> {
    [
        front::checks(),
        section2::checks(),
        section3::checks(),
        section4::checks(),
        section5::checks(),
        section6::checks(),
        section7::checks(),
        section8::checks(),
        section9::checks(),
        section10::checks(),
        appendix_a::checks(),
        appendix_b::checks(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
