//! Certificates: a strategy that proves a bound, for a checker that trusts nobody.
//!
//! A certificate claims that one player, the *prover*, can force a margin of at least (player 1) or at most (player 2)
//! some value. It holds one action for each position in which the prover is to act and that can come about when the
//! prover follows it, whatever the other player does. Positions that differ by a symmetry of the board, or only by the order of
//! subscripts that cannot matter, are one. A checker plays all actions of the other player and looks the prover's up;
//! it needs no search.
//!
//! # Text form
//! Lines `name value` for the game and the claim, a line `choices N`, and N lines `position -> action`, sorted as lists of binary
//! numbers with square 1 lowest, and nothing else:
//!
//! * a position is its series in the order of the turns, each as its squares (`5` is classical, `1-2` quantum, `-` if there is no
//!   series yet). An entanglement that waits for its collapse is seen from that:
//!   a series of one square is classical unless others are on it too;
//! * an action is a placement (`1-2`) or a collapse (`=5,1,2`: the final squares of the entangled series, in the order in which
//!   they stand in the position).
//!
//! Positions stand in [canonical form](crate::canonical).
//!
//! *What is not played on.* A position, the start too, whose classical squares decide the claim, whatever else happens, has no
//! entry. On a full board player 1 ends with half of the squares, rounded up; over all ways to share out the quantum squares so
//! the lines of each player bound the margin. Best for a player are all its lines at the first rank and the other's one after the
//! other behind them, also under `competition` ties: lines of one player that tie cross, and then the other has no line. Games
//! that may stop early are decided by the lines still open alone.
//!
//! # Blocking
//! A bound that is proved by keeping the other player from lines has another file, see [`BlockingProof`].
//!
//! Cost: the solver is asked about the prover's actions, one after the other, until one keeps the claim.

mod blocking;
mod claim;
mod decided;
mod strategy;

pub use blocking::BlockingProof;
pub use claim::Claim;
pub use strategy::{Certificate, CertificateError, Checked};
