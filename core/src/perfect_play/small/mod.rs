//! An alpha-beta search for boards up to 3x3 and any n.
//!
//! **Query.** The search answers only null-window queries: can player 1 force at least this margin,
//! the *threshold*? The first action that decides the query ends a position's search. A few queries
//! around a guess enclose the value. They share a transposition table, where an entry has a lower
//! and an upper bound on a position's value.
//!
//! **Position** ([`node`]). Quantum series *fill* a set of squares if each goes to one of its own
//! squares, no two go to the same square, and the set holds no other square. The sets that all
//! quantum series together can fill are the position's *family*, with one bit for each of the 2^9
//! sets ([`family`]). Shifting these bits adds a series. A square that is in every set cannot stay
//! empty, so it is entangled and collapses at once.
//!
//! **Recursion** ([`search`]). A placement leads to the next node, or if it entangles, to a choice
//! among the collapse's outcomes ([`collapse`]). On 3x3 an outcome before turn 9 matters only
//! through the squares that each player gets and those where subscripts 7 and 8 end. Player 1 can
//! get a set of squares if its own entangled series fill it and player 2's fill the other
//! collapsing squares. So we intersect two families instead of enumerating matchings.
//!
//! **Ends** ([`bounds`], [`tables`], [`last_turn`]). For each possible division of the board
//! between player 1, player 2 and nobody, a table bounds the margins that can follow, by the lines
//! that are completed and the lines that a player can still complete. Nothing is searched if these
//! bounds decide the query, nor on the last turn, because everything collapses after it.
//!
//! **Key** ([`key`]). Nodes with the same key in the transposition table are equivalent games.
//!
//! **Last turns** ([`last_turns`]). Before turns 7 and 8 on 3x3, tables can judge many placements
//! together. They only save time.
//!
//! # Example
//! `1-2 2-5 5-9 1-5=5 3-4 3-4=4` with n = 2 is a position before turn 7:
//!
//! ```text
//! [X1] [O2] [X5]
//! [O6] [O4]   6
//!   7    8  [X3]
//! ```
//!
//! The squares 6, 7 and 8 are quantum, and there is no quantum series, so the family holds only the
//! empty set. X needs 6 to complete 3-6-9, and 7 and 8 to complete 7-8-9. O needs 6 to complete
//! 4-5-6, and 8 to complete 2-5-8. X gets two of the squares:
//!
//! * With 6 and 8, only X has a line: +1.
//! * With 7 and 8, O's line is first: -1/2.
//! * With 6 and 7, O8 completes 2-5-8, so X's piece on 6 decides. If it is X7, X's line is first:
//!   +1/2. If it is X9, O's line is: -1/2.
//!
//! The table of bounds gives only -1 to +1, so the query "at least +1/2?" is open.
//!
//! Let X7 go to 6-7. The family is {6}, {7}. No square is in both sets, so nothing collapses. If O8
//! also goes to 6-7, the family has only {6, 7}. Both squares are entangled, and X chooses, because
//! O placed the last series. With X7 on 6 and O8 on 7, X9 can only go to 8. X then has 6 and 8, so
//! the bounds give yes without a search of turn 9.
//!
//! But O8 can go to 6-8. Then the family is {6, 7}, {6, 8}, {7, 8}, and still nothing is entangled.
//! After turn 9, O chooses how all three squares are filled. If X9 goes to 6-7, O chooses X7 on 7,
//! O8 on 8 and X9 on 6. If X9 goes to 6-8 or 7-8, O chooses X7 on 7, O8 on 6 and X9 on 8. Either
//! gives -1/2, so this reply refutes 6-7. No reply refutes the placement 6-8, so the answer is yes.

mod best_play;
mod bounds;
mod collapse;
mod engine;
mod family;
mod full_boards;
mod key;
mod last_turn;
mod last_turns;
mod move_order;
mod node;
mod node_families;
mod placement_sets;
mod search;
mod squares;
mod tables;

pub use engine::SmallEngine;
pub use squares::SQUARES;

#[cfg(test)]
use crate::engine::position::Position;

#[cfg(test)]
fn played(mut position: Position, choices: &[u16], until: impl Fn(&Position) -> bool) -> Position {
    for &choice in choices {
        let actions: Vec<_> = position.actions().take(2_000).collect();
        if actions.is_empty() || until(&position) {
            break;
        }
        position = position.after_unchecked(&actions[usize::from(choice) % actions.len()]);
    }
    position
}
