//! Theorems on short series: neither player can force a line, so the value is 0.
//!
//! One player, the *blocker* B, keeps the other one, the *attacker* A, from every line. The proofs
//! in `docs/beyond/every-board/2-short-series.md` work no matter who moves first, who chooses
//! collapses, what a line earns or when the game ends, so they need only the board's side m and the
//! number n of pieces.
//!
//! `pairing` is for n = 1, `trees` for n = 2, and `criterion` with `opening` for n >= 2. `strategy`
//! finds safe actions in real games with n = 1 or 2.

mod criterion;
mod opening;
mod pairing;
mod strategy;
mod trees;

pub use criterion::Standing;
pub(super) use opening::{block, double_moves, kills, two_blocks};
pub use pairing::pairing;
pub use strategy::{Keeper, Safe};
