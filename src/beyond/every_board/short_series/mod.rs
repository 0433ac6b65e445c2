//! Theorems on short series: each player can be kept from every line, so the value is 0.
//!
//! The theorems are proved in `docs/every-board/2-short-series.md`. They are about one player, the
//! *blocker*, who keeps the other one, the *attacker*, from every line, whoever moves first, whoever
//! chooses collapses, and whatever a line is worth and ends the game. So they depend on the side m
//! of the board and the number n of pieces in a series, and on nothing else.
//!
//! | file | contents |
//! |---|---|
//! | `criterion` | when the blocker wins by killing lines of least rank |
//! | `opening` | how the blocker opens, and whether the criterion holds afterwards |
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
