//! Boards of at most 9 squares, any n: threshold search on a compact state.
//!
//! One question for each threshold: can player 1 force a margin of at least so much? Depth-first search answers it. All
//! questions share one table, which keeps for each position the thresholds known to be reached and known to be out of
//! reach.
//!
//! | file | what it has |
//! |---|---|
//! | `squares`, `limits`, `family`, `placement_sets` | sets of squares, margins in half points, sets of such sets |
//! | `full_boards`, `tables`, `node`, `key` | the margins of full boards; what depends on the game alone; positions and their keys |
//! | `collapse`, `context`, `move_order`, `last_turns` | outcomes of a collapse; what can still come about; which placements are tried first; turns 7 to 9 |
//! | `state`, `search`, `engine` | what is kept between positions; the search; its engine |

mod collapse;
mod context;
mod engine;
mod family;
mod full_boards;
mod key;
mod last_turns;
mod limits;
mod move_order;
mod node;
mod placement_sets;
mod search;
mod squares;
mod state;
mod tables;

pub use engine::SmallEngine;
pub use squares::SQUARES;
