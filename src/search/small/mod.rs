//! Boards of at most 9 squares, any n: threshold search on a compact state.
//!
//! For each threshold there is one question: can player 1 force a margin of at least so much? Depth-first search
//! answers it. All questions share one transposition table, which has for each position a lower and an upper bound of
//! its value.
//!
//! | files | what they have |
//! |---|---|
//! | `squares`, `bounds` | sets of squares; margins in half points |
//! | `family`, `placement_sets` | sets of sets of squares, in two forms |
//! | `full_boards`, `tables` | the margins of full boards; everything that depends on the game alone |
//! | `node`, `key` | positions and their keys |
//! | `collapse`, `context` | the outcomes of a collapse; what can still come about |
//! | `move_order`, `last_turns` | which placements are tried first; turns 7 to 9 |
//! | `state`, `search`, `engine` | what is kept between positions; the search; its engine |

mod bounds;
mod collapse;
mod context;
mod engine;
mod family;
mod full_boards;
mod key;
mod last_turn;
mod last_turns;
mod move_order;
mod node;
mod placement_sets;
mod search;
mod squares;
mod tables;

pub use engine::SmallEngine;
pub use squares::SQUARES;
