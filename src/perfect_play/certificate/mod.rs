//! Certificates: a strategy that proves a bound, for a checker that trusts nobody.
//!
//! A certificate claims that one player, the *prover*, can force a certain margin: at least so much if player 1 proves
//! it, at most so much if player 2 does. It holds one action for each position in which the prover is to act, as far as
//! such positions can come about when the prover follows the certificate. Positions that differ only by a symmetry of
//! the board, or by the order of subscripts that cannot matter, count as one. A checker plays all actions of the other
//! player and looks up those of the prover; it needs no search.
//!
//! # Text form
//! Lines `name value` for the game and the claim, a line `choices N`, and N lines `position -> action`, sorted as lists
//! of binary numbers with square 1 lowest, and nothing else:
//!
//! * a position is its series in the order of the turns, each as its squares (`5` is classical, `1-2` quantum, `-` if
//!   there is no series yet). They also tell an entanglement that waits for its collapse, for a series of one square is
//!   classical unless others are on it too;
//! * an action is a placement (`1-2`) or a collapse (`=5,1,2`: the final squares of the entangled series, in the order
//!   in which they stand in the position).
//!
//! Positions stand in [canonical form](crate::engine::canonical).
//!
//! *What is not played on.* A position has no entry if the completed and the open lines decide the claim, whatever else
//! happens (the bound of `search/static_bound`); this may be so at the start already.
//! A checker may play all actions of the prover where there is no entry: what then holds is proven, too.
//!
//! Cost: the solver is asked about the prover's actions, one after the other, until one keeps the claim.

mod claim;
mod strategy;

pub use claim::Claim;
pub use strategy::{Certificate, CertificateError, Checked};
