//! Certificates: strategies that prove a bound.
//!
//! A certificate claims that one player, the *prover*, can force a [margin](ClaimedBound). It holds
//! an action for each position in which the prover is to act, unless the position is decided (see
//! below) or the certificate's actions never lead to it. A checker plays all actions of the other
//! player and looks up the prover's, so it needs no search.
//!
//! # Text form
//! The file has the line `certificate 1`, lines `name value` for the game and the claim, a line
//! `choices N`, and N lines `position -> action`. The N lines are sorted by position, as lists of
//! binary numbers with square 1 as the lowest bit.
//!
//! * A position is in [canonical form](crate::engine::canonical). It lists its series in turn
//!   order, each by its squares (`1-2`), and `-` means that there is no series yet. A series of one
//!   square is classical unless other series are on that square. So the list also shows an
//!   entanglement that waits for its collapse.
//! * An action is a placement (`1-2`) or a collapse (`=5,1,2`), which lists the squares where the
//!   entangled series end, in the position's order.
//!
//! *Decided positions.* A position has no entry if the completed and the open lines decide the
//! claim, whatever else happens (see [`crate::engine::static_bound`]). A checker that does not
//! compute this bound may play all of the prover's actions where there is no entry. If the claim
//! still holds, it is proved.

mod claim;
mod strategy;

pub use claim::ClaimedBound;
pub use strategy::{Certificate, CertificateError};
