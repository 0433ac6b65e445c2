//! What is claimed, section by section: the paper's values and statements, which stand here and in the tests and
//! nowhere else, and their verdicts by comparison with the evidence.
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
    let sections = [
        ("abstract", front::claims(evidence)),
        ("2", section2::claims(theorems)),
        ("3", section3::claims(theorems)),
        ("4", section4::claims(theorems)),
        ("5", section5::claims(theorems)),
        ("6", section6::claims(evidence)),
        ("7", section7::claims(evidence)),
        ("8", section8::claims(evidence)),
        ("9", section9::claims(evidence)),
        ("10", section10::claims(evidence)),
        ("A", appendices::claims_a(theorems)),
        ("B", appendices::claims_b(theorems)),
    ];
    let in_section = |(section, claims): (&'static str, Vec<Claim>)| {
        claims.into_iter().map(move |claim| Claim { section, ..claim })
    };
    sections.into_iter().flat_map(in_section).collect()
}
