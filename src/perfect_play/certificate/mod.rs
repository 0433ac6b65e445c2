//! Certificates: a strategy that proves a bound, for a checker that needs no solver.
//!
//! A certificate claims that one player, the *prover*, can force a certain margin. If player 1
//! proves, the margin is at least the claimed one, and if player 2 proves, it is at most that. A
//! certificate holds one action for each position in which the prover is to act. It includes only
//! positions that can arise while the prover follows it. Positions count as one if they differ only
//! by a symmetry of the board, or by the order of subscripts that cannot matter. A checker plays
//! all actions of the other player and looks up the actions of the prover, so it needs no search.
//!
//! # Text form
//! The file has lines `name value` for the game and the claim, a line `choices N`, and N lines
//! `position -> action`. These N lines are sorted by their positions, as lists of binary numbers
//! with square 1 as the lowest bit. The file contains nothing else.
//!
//! * A position lists its series in the order of the turns, each by its squares. `5` is classical,
//!   `1-2` is quantum, and `-` means that there is no series yet. The list also shows an
//!   entanglement that waits for its collapse, because a series of one square is classical unless
//!   other series are on that square.
//! * An action is a placement (`1-2`) or a collapse (`=5,1,2`). A collapse lists the final squares
//!   of the entangled series, in the order of the series in the position.
//!
//! Positions are in [canonical form](crate::engine::canonical).
//!
//! *Decided positions.* A position has no entry if the completed and the open lines decide the
//! claim, whatever else happens (the bound of [`crate::engine::static_bound`]). This can be true at
//! the start. A checker may play all actions of the prover where there is no entry: if the claim
//! still holds, it is proved.
//!
//! # Cost
//! In each position of the prover, the solver tests one action after the other until one keeps the
//! claim.

mod claim;
mod strategy;

pub use claim::ClaimedBound;
pub use strategy::{Certificate, CertificateError};
