//! Certificates: a strategy that proves a bound, for a checker that needs no solver.
//!
//! A certificate claims that one player, the *prover*, can force a margin: at least this if player
//! 1 proves, at most this if player 2 does. It holds one action for each position in which the
//! prover is to act and which can arise while the prover follows it. A checker plays all actions of
//! the other player and looks up those of the prover, so it needs no search.
//!
//! # Text form
//! The file has lines `name value` for the game and the claim, a line `choices N`, and N lines
//! `position -> action`. These are sorted by their positions, as lists of binary numbers with
//! square 1 as the lowest bit.
//!
//! * A position is in [canonical form](crate::engine::canonical), because a symmetry of the board
//!   or the order of early subscripts cannot matter. It lists its series in the order of the turns,
//!   each by its squares: `5` is classical, `1-2` is quantum, and `-` means that there is no series
//!   yet. A series of one square is classical unless other series are on that square. So the list
//!   also shows an entanglement that waits for its collapse.
//! * An action is a placement (`1-2`) or a collapse (`=5,1,2`), which lists the final squares of
//!   the entangled series in the order of the position.
//!
//! *Decided positions.* A position has no entry if the completed and the open lines decide the
//! claim, whatever else happens (the bound of [`crate::engine::static_bound`]). This can be true at
//! the start. A checker without that bound may play all actions of the prover where there is no
//! entry. If the claim still holds, it is proved.
//!
//! # Cost
//! In each position of the prover, the solver tests one action after the other until one keeps the
//! claim.

mod claim;
mod strategy;

pub use claim::ClaimedBound;
pub use strategy::{Certificate, CertificateError};
