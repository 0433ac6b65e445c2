//! Section 4: entanglements collapse, and in how many ways.

pub mod consistency;
pub mod matchings;
