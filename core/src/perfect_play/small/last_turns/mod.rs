//! Turns 7 and 8 on 3x3, with many placements judged together.
//!
//! The series before turn 7 are *early*.
//!
//! # Terms
//! * A *set* A holds player 1's squares on a full board. It is *good* if the margin reaches the
//!   threshold, and otherwise *bad*. Some sets are good or bad depending on where the subscripts 7,
//!   8 and 9 are (see *uncertain* in [`full_boards`](super::full_boards)).
//! * A *reply* is a placement for turn 8. It *refutes* a placement for turn 7 if player 1 does not
//!   reach the threshold after these two.
//!
//! # Principle
//! After turn 9 everything collapses, because nine series stand on nine squares. So if turns 7 and
//! 8 entangle nothing, series 7 can end on any of its squares x, series 8 on any y and series 9 on
//! any z, if the early series can fill the rest. We need only find out, for each x, y and z, if a
//! good (or a bad) set can arise. A set A can arise if player 1's early series can fill the quantum
//! squares in A except x and z, and player 2's can fill the other quantum squares except y. Whoever
//! chooses the last collapse chooses among all these A, x, y and z:
//!
//! * If player 1 chooses, it needs one good set. So turn 9's placement must have a square z from
//!   which a good set can arise, with some x and y.
//! * If player 2 chooses, no bad set may arise from any square z in turn 9's placement. So player 1
//!   needs as many squares z without a bad set as turn 9 has pieces.
//!
//! For each z, the squares y with which a good set can arise (a bad one if player 2 chooses) are a
//! word of nine bits. From such words [`turn8`] and [`turn7`] decide many placements together, by a
//! few operations on [sets of placements](super::placement_sets).
//!
//! A placement entangles if some quantum square cannot stay free after it. Another table shows
//! this: it has the squares that can stay free if turn 8 is a single piece on y, and in [`turn7`]
//! if turn 7 is also a single piece on x. Placements that entangle are searched as usual, unless
//! turn 8 leaves one quantum square and the game fills the board. Then turn 9 has no choice, and
//! the words for the sets decide.
//!
//! # Example
//! Before turn 8, let the squares 7, 8 and 9 be quantum, let series 7 stand on all three, and let
//! player 1 reach the threshold if and only if it gets square 9. As n = 3, turns 8 and 9 also stand
//! on all three squares. At the end turn 8 has one square y, and player 1 has the two others. The
//! good sets have y = 7 or y = 8.
//!
//! Let player 2 choose the last collapse, so the words are about the *bad* sets. These have y = 9,
//! so z is 7 or 8, and series 7 takes the third square: the words are {9}, {9} and {} for z = 7, 8
//! and 9. The only placement of turn 8 meets the first two, so z = 9 is the only square from which
//! no bad set can arise. As turn 9 needs three such squares, the reply refutes.
//!
//! # Gain
//! Without the table, `nash --pieces N --threads 1` takes longer by this factor:
//!
//! | file | judges | gain |
//! |---|---|---|
//! | [`turn8`] | replies to one placement of turn 7 | 1.2 for n = 3, 1.1 for n = 2 |
//! | [`turn7`] | placements of turn 7 with their replies | 8 for n = 4 |

pub mod turn7;
pub mod turn8;

use super::bounds::Halves;
use super::move_order::Killers;
use super::node::Node;
use super::node_families::NodeFamilies;
use super::squares::SQUARES;
use super::tables::Tables;
use crate::support::progress::Interrupted;

/// If fewer squares are quantum, turn 7's table costs more than the searches that it saves.
const TABLED_QUANTUM_SQUARES: u32 = 7;

/// Returns `true` if player 1 can force the threshold, or `None` if no table applies to the node.
///
/// `killers` belong to the node's turn, and `after` searches what the tables leave open.
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
