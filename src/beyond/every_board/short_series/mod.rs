//! Theorems on short series: each player can be kept from every line, so the value is 0.
//!
//! `docs/beyond/every-board/2-short-series.md` has the proofs. One player, the *blocker*, keeps the
//! other one, the *attacker*, from every line. This does not depend on who moves first or who
//! chooses collapses, nor on the value of a line or the end of the game. So the theorems depend
//! only on the side m of the board and the number n of pieces in a series.
//!
//! | file | contents |
//! |---|---|
//! | `criterion` | a criterion for the blocker to win by killing lines of least rank |
//! | `opening` | the blocker's openings, and the criterion afterwards |
//! | `pairing` | n = 1: two squares for each line |
//! | `trees` | n = 2: the game of trees, and a search of it |
//! | `strategy` | safe actions in a real game with n = 1 or 2 |

mod criterion;
mod opening;
mod pairing;
mod strategy;
mod trees;

pub use criterion::Standing;
pub(super) use opening::{block, double_moves, kills, two_blocks};
pub use pairing::pairing;
pub use strategy::{Keeper, Safe};
