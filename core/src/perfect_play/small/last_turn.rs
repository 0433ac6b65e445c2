//! The last turn, after which everything collapses.

use crate::perfect_play::small::node_families::NodeFamilies;
use crate::perfect_play::small::squares::{Mask, bits};

/// Returns `true` if player 1 reaches the threshold.
///
/// The newest series ends on one of its squares, so a placement's collapses are those for each of
/// these squares, taken together. A square is *good* if player 1 reaches the threshold with the
/// newest series there and the chooser's best choice. Good squares favour player 1, the others
/// player 2. If the mover is the chooser, one square in its favour is enough. Otherwise it needs
/// enough of them for a whole placement.
pub fn reaches(context: &NodeFamilies) -> bool {
    let pieces = context.pieces();
    let mover_is_one = context.node.turns.is_multiple_of(2);
    let chooser_is_one = context.tables.one_chooses[context.node.turns % 2];
    let quantum = context.node.quantum;
    let good = bits(quantum)
        .filter(|&square| reaches_on(context, square, mover_is_one, chooser_is_one))
        .count();
    match (mover_is_one, chooser_is_one) {
        (true, true) => good > 0,
        (true, false) => good >= pieces,
        (false, true) => (quantum.count_ones() as usize) - good < pieces,
        (false, false) => good == quantum.count_ones() as usize,
    }
}

#[inline]
fn reaches_on(
    context: &NodeFamilies,
    square: usize,
    mover_is_one: bool,
    chooser_is_one: bool,
) -> bool {
    let sets = if mover_is_one {
        context.families[0]
            .with_piece(square)
            .intersect(&context.left)
    } else {
        context.families[0].intersect(&context.left.link(square))
    };
    let [certain, possible] = context.reach;
    if chooser_is_one {
        sets.meets(certain)
            || sets
                .intersect(possible)
                .members()
                .any(|set| by_order(context, square, set, true))
    } else {
        sets.is_within(possible)
            && sets
                .except(certain)
                .members()
                .all(|set| !by_order(context, square, set, false))
    }
}

/// Returns `true` if `set` reaches the threshold (misses it if `good` is `false`) for some order of
/// the late subscripts. Subscript 9 is on `square`, and the set is uncertain (see
/// [`full_boards`](super::full_boards)), which occurs only on 3x3.
#[cold]
fn by_order(context: &NodeFamilies, square: usize, set: Mask, good: bool) -> bool {
    let (node, nine): (_, Mask) = (context.node, 1 << square);
    // The quantum squares that each player's other series fill.
    let filled = [node.quantum & set & !nine, node.quantum & !set];
    let late = [0, 1].map(|player| match context.series.late[player] {
        None => vec![node.series[context.tables.early + player]],
        _ => bits(context.series.late_within(player, filled[player]))
            .map(|square| 1 << square)
            .collect(),
    });
    late[0].iter().any(|&seven| {
        late[1].iter().any(|&eight| {
            context
                .tables
                .full
                .reaches_by_order(set, [seven, eight, nine], context.threshold)
                == good
        })
    })
}
