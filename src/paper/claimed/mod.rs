//! What is claimed, section by section: the paper's values and statements, which stand here and in the tests and nowhere
//! else, and their verdicts by comparison with the evidence.
//!
//! A claim that does not come out and is known not to is expected to differ. [`claim::Claim::is_unexpected`] tells a
//! known difference from a new one, and also notices when a known difference is no longer there.
//!
//! The paper's running times ("15 seconds", "under an hour", "a year") are no rows of the ledger, for they depend on
//! the machine: [`times::running_times`] puts them beside those of this run.

mod appendices;
pub mod claim;
mod front;
mod section10;
mod section2;
mod section3;
mod section4;
mod section5;
mod section6;
mod section7;
mod section8;
mod section9;
mod text;
pub mod times;

use crate::paper::computed::evidence::Evidence;
use claim::Claim;

/// Every claim with its verdict, in the order of the paper.
#[must_use]
pub fn ledger(evidence: &Evidence) -> Vec<Claim> {
    let theorems = &evidence.theorems;
    [
        front::claims(evidence),
        section2::claims(theorems),
        section3::claims(theorems),
        section4::claims(theorems),
        section5::claims(theorems),
        section6::claims(evidence),
        section7::claims(evidence),
        section8::claims(evidence),
        section9::claims(evidence),
        section10::claims(evidence),
        appendices::claims(theorems),
    ]
    .concat()
}
