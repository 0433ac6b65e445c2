//! Claims and their evidence. Evidence uses neither findings nor the context.

pub mod appendix_a;
pub mod appendix_b;
mod front;
pub mod section10;
pub mod section2;
pub mod section3;
pub mod section4;
pub mod section5;
pub mod section6;
mod section7;
pub mod section8;
pub mod section9;

use super::context::Context;
use super::finding::Findings;

/// A function for each group of claims, in the paper's order.
pub(super) const ALL: [fn(&Context) -> Findings; 15] = [
    front::claims,
    section2::claims,
    section3::claims,
    section4::claims,
    section5::claims,
    section6::claims,
    section6::bounds,
    section6::table_1,
    section7::claims,
    section7::table_2,
    section8::claims,
    section9::claims,
    section10::claims,
    appendix_a::claims,
    appendix_b::claims,
];
