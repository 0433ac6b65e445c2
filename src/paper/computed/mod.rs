//! What is computed, section by section, without any value of the paper.
//!
//! Whatever goes through everything fails only if it was interrupted, or if it is asked for a size for which that is
//! too much.

pub mod appendix_a;
pub mod appendix_b;
pub mod error;
pub mod evidence;
pub mod extremes;
mod plan;
pub mod positions;
pub mod section10;
pub mod section2;
pub mod section3;
pub mod section4;
pub mod section5;
pub mod section6;
pub mod section7;
pub mod section8;
pub mod section9;
pub mod theorems;
