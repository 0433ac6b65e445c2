//! Turns 7 and 8 of a 3x3 game, for all placements at once instead of one after the other. Turns 7 and 9 are player
//! 1's, turn 8 is player 2's.
//!
//! # Terms
//! * A *set* is a set A of squares that player 1 can own on the full board, its classical squares included; player 2
//!   has the rest. For a threshold a set is *good* if the margin reaches it, else *bad*. Where the order of the
//!   subscripts 7, 8 and 9 matters it may be both; a set that is good for every order is *certain*, one that is good
//!   for some order is *possible* ([`full_boards`](super::full_boards)).
//! * The *family* of some series is the family of the sets of squares that they can fill, each going to one of its own
//!   squares ([`family`](super::family)). After turn 9 nine series stand on nine squares, so everything collapses, and
//!   the full boards are the ways in which all series together can fill the board.
//! * A *reply* is a placement of turn 8. It *refutes* a placement of turn 7 if player 1 does not reach the threshold
//!   after both.
//! * A placement *entangles* if some squares collapse at once, before turn 9.
//!
//! # Principle
//! On a full board each series stands on one of its squares. Let x, y and z be the squares on which turns 7, 8 and 9
//! end up. What a placement can lead to is the union, over its squares, of what a single piece there can lead to. So it
//! is enough to know for single squares x, y and z whether a good (or a bad) set comes about. Player 1 can own the set
//! A in the end if player 1's other series can fill A without x and z, and player 2's other series can fill the squares
//! outside A without y. Whoever chooses the last collapse chooses among all sets A of this kind:
//!
//! * Player 1 chooses: player 1 reaches the threshold if turn 9 contains a square z that makes a good set with some
//!   square y of turn 8 (and x of turn 7).
//! * Player 2 chooses: every square z of turn 9 must make good sets alone. So player 1 needs as many such squares as a
//!   placement has.
//!
//! For each z the squares y that make a good set with it (a bad one if player 2 chooses) are a word of nine bits; for
//! all z and x these are the tables of [`turn8`] and [`turn7`]. With [`placement_sets`](super::placement_sets) they
//! answer for every placement with a few operations on words of 128 bits, one bit for each placement.
//!
//! A placement entangles if some square is filled by every matching of all series. By the same principle a square can
//! stay free if it can when the new series is a single piece on one of its squares. Placements that entangle are
//! searched in the ordinary way, with one exception: if a placement of turn 8 entangles all squares but one, turn 9 has
//! no choice, and the table still answers.
//!
//! # Example
//! Before turn 8 let the squares 7, 8 and 9 be quantum, series 7 stand on all three, and let player 1 reach the
//! threshold exactly if it gets square 9. Each series has three pieces, so turn 9 stands on all three squares, too, and
//! in the end turn 8 has one square y of them and player 1 the two others. The good sets have y = 7 or y = 8. Let
//! player 2 choose the last collapse; we need the *bad* ones: z = 7 or z = 8 and y = 9, the third square being that of
//! series 7. So the words are {9}, {9} and {} for z = 7, 8 and 9. Turn 8 must stand on 7, 8 and 9, which meets the
//! words of z = 7 and z = 8: only one square z makes good sets alone, but turn 9 needs three. Therefore the placement
//! refutes, and player 1 does not reach the threshold. If player 1 chose, the words of the good sets would be {8}, {7}
//! and {7, 8}; turn 8 meets one of them, so player 1 would reach it.
//!
//! # Files
//! | file | turn | answers for |
//! |---|---|---|
//! | [`turn8`] | 8 | every placement that does not entangle, or that leaves one square |
//! | [`turn7`] | 7 | every placement of turn 7 with every reply, if neither entangles |

pub mod turn7;
pub mod turn8;

use super::bounds::Halves;
use super::context::Context;
use super::move_order::Killers;
use super::node::Node;
use super::squares::SQUARES;
use super::tables::Tables;
use crate::support::progress::Interrupted;

/// With fewer squares left than this in turn 7, a table of replies costs more than the searches that it saves.
const TABLED_QUANTUM_SQUARES: u32 = 7;

/// Whether player 1 can force a threshold from a node on; `None` if the tables do not serve there. `killers` are those of
/// the turn, and `after` searches the placements that the tables leave open.
#[inline]
pub fn answer(
    tables: &Tables,
    node: &Node,
    threshold: Halves,
    killers: &mut Killers,
    after: &mut turn8::After,
) -> Result<Option<bool>, Interrupted> {
    let context = || Context::new(tables, node, threshold);
    match node.turns {
        _ if tables.game.squares() < SQUARES => Ok(None),
        6 if node.quantum.count_ones() >= TABLED_QUANTUM_SQUARES => {
            turn7::reaches(&context(), killers, after).map(Some)
        }
        7 => turn8::reaches(&context(), after).map(Some),
        _ => Ok(None),
    }
}
