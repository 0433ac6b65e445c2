//! Turns 7 and 8 of a 3x3 game, searched for all placements at once.
//!
//! Turns 7 and 9 are player 1's, and turn 8 is player 2's. The series placed before turn 7 are the
//! *early* series.
//!
//! # Terms
//! * A *set* is a set A of squares that player 1 can own on the full board, its classical squares
//!   included. Player 2 owns the other squares. For a threshold, a set is *good* if the margin
//!   reaches it, else *bad*. If the order of the subscripts 7, 8 and 9 matters, a set can be good
//!   with one order and bad with another. A set that is good for every order is *certain*, and a
//!   set that is good for some order is *possible* ([`full_boards`](super::full_boards)).
//! * The *family* of some series holds the sets of squares that they can fill, each going to one of
//!   its own squares ([`family`](super::family)). After turn 9, nine series stand on nine squares,
//!   so everything collapses. So the full boards are the ways in which all series together can fill
//!   the board.
//! * A *reply* is a placement of turn 8. It *refutes* a placement of turn 7 if player 1 does not
//!   reach the threshold after both.
//! * A placement *entangles* if some squares collapse at once, before turn 9.
//!
//! # Principle
//! On a full board each series has become one piece. Let x, y and z be the squares of the pieces of
//! turns 7, 8 and 9. The full boards that can follow are the full boards for all x, y and z in the
//! placements of these turns, taken together. So it is enough to find out, for each triple of
//! single squares x, y and z, if a good (or a bad) set can arise. Player 1 can end with the set A
//! under two conditions. Its early series can fill A without x and z, and player 2's early series
//! can fill the squares outside A without y. The chooser of the last collapse chooses among all
//! these sets A and all x, y and z of the placements:
//!
//! * If player 1 chooses, it needs one good set. So turn 9's placement must have a square z from
//!   which a good set can arise, with some y and some x.
//! * If player 2 chooses, no bad set may arise from any square z in turn 9's placement, whatever y
//!   and x are. So player 1 needs as many such squares as turn 9 places pieces.
//!
//! For each z, the squares y with which a good set can arise are a word of nine bits. If player 2
//! chooses, the word holds the squares y with which a bad set can arise. The words for all z and x
//! are the tables of [`turn8`] and [`turn7`]. With [`placement_sets`](super::placement_sets) they
//! decide every placement with a few operations on words of 128 bits, one bit for each placement.
//!
//! Tables also show which placements entangle. A placement entangles if every matching of all
//! quantum series fills some square. A square can stay free if it can do so when the new series is
//! a single piece on one of its squares. Placements that entangle are searched in the ordinary way,
//! with one exception. If turn 8 leaves only one square, turn 9 has no choice, and the table still
//! decides.
//!
//! # Example
//! Before turn 8, let the squares 7, 8 and 9 be quantum, and let series 7 stand on all three. Let
//! player 1 reach the threshold if and only if it gets square 9. Each series has three pieces, so
//! turns 8 and 9 also stand on all three squares. At the end turn 8 has one square y of them, and
//! player 1 has the two others. The good sets have y = 7 or y = 8.
//!
//! Let player 2 choose the last collapse, so the words are about the *bad* sets. A bad set has
//! y = 9. Then z is 7 or 8, and series 7 takes the third square. So the words are {9}, {9} and {}
//! for z = 7, 8 and 9. Turn 8 must stand on 7, 8 and 9, so its placement meets the words of z = 7
//! and z = 8. A bad set cannot arise from z = 9, but turn 9 needs three such squares. Therefore the
//! reply refutes, and player 1 does not reach the threshold.
//!
//! If player 1 chose, the words would be about the good sets: {8}, {7} and {7, 8}. The placement of
//! turn 8 meets one of them, so player 1 would reach the threshold.
//!
//! # Files
//! The last column has the factor by which `nash --pieces N --threads 1` slows down without the table.
//!
//! | file | turn | decides | gain |
//! |---|---|---|---|
//! | [`turn8`] | 8 | every placement that does not entangle, or that leaves one square | 1.2 for n = 3, 1.1 for n = 2 |
//! | [`turn7`] | 7 | every placement of turn 7 with every reply, if neither entangles | 8 for n = 4 |

pub mod turn7;
pub mod turn8;

use super::bounds::Halves;
use super::move_order::Killers;
use super::node::Node;
use super::node_families::NodeFamilies;
use super::squares::SQUARES;
use super::tables::Tables;
use crate::support::progress::Interrupted;

/// The least number of quantum squares for which turn 7 uses a table of replies.
///
/// With fewer squares, the table costs more than the searches that it saves.
const TABLED_QUANTUM_SQUARES: u32 = 7;

/// Returns `true` if player 1 can force a threshold from a node.
///
/// Returns `None` if the tables do not apply to the node. `killers` are the killer moves of the
/// node's turn. `after` searches the placements that the tables leave open.
#[inline]
pub fn answer(
    tables: &Tables,
    node: &Node,
    threshold: Halves,
    killers: &mut Killers,
    after: &mut turn8::After,
) -> Result<Option<bool>, Interrupted> {
    let context = || NodeFamilies::new(tables, node, threshold);
    match node.turns {
        _ if tables.game.squares() < SQUARES => Ok(None),
        6 if node.quantum.count_ones() >= TABLED_QUANTUM_SQUARES => {
            turn7::reaches(&context(), killers, after).map(Some)
        }
        7 => turn8::reaches(&context(), after).map(Some),
        _ => Ok(None),
    }
}
