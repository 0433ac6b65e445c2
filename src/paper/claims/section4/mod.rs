//! Section 4: entanglements collapse, and the number of their collapses.

pub mod consistency;
pub mod matchings;
