//! The paper (Kumar, Ang, Huang, "Generalized Quantum Tic-Tac-Toe") from abstract to appendix: what it claims beside
//! what is computed here.
//!
//! There are two halves, each with a file for a section of the paper. [`computed`] has no value of the paper: it returns
//! the [`Evidence`], that is what was looked at, the extreme values that were met, and the smallest counterexample where
//! there is one. [`claimed`] has the paper's values and statements and nothing that computes: it compares them with the
//! evidence, and the claims with their verdicts are the [`ledger`].
//!
//! Where a theorem is checked on "everything" that is meant literally: all positions that can be reached, once for each
//! way they look up to a relabelling of the squares. The checks use the engine's detection of entanglements only where
//! the engine is what is checked: tight sets are found by looking at all subsets, perfect matchings by counting them.
//! The headers of the files in [`computed`] state the theorems, prove them, and say where the paper needs a correction.

pub mod claimed;
pub mod computed;

pub use claimed::claim::{Claim, Expectation, Verdict};
pub use claimed::ledger;
pub use claimed::times::{RunningTime, running_times};
pub use computed::error::Error;
pub use computed::evidence::{Evidence, Further};
