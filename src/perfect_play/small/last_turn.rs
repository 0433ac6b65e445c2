//! The last turn of a game: after it everything collapses.

use crate::perfect_play::small::context::Context;
use crate::perfect_play::small::squares::{Mask, bits};

/// Whether player 1 reaches the threshold of a context before the last turn.
///
/// The collapses of a placement are those of its squares one by one, since the newest series goes to one of them. So if
/// the mover chooses, some square must have a good collapse; else there must be as many squares with good ones alone as
/// the placement needs.
pub fn reaches(context: &Context) -> bool {
    let pieces = context.pieces();
    let mover_is_one = context.node.turns.is_multiple_of(2);
    let chooser_is_one = context.tables.one_chooses[context.node.turns % 2];
    let quantum = context.node.quantum;
    // The squares where the chooser gets the threshold for player 1.
    let good = bits(quantum)
        .filter(|&square| reaches_on(context, square, mover_is_one, chooser_is_one))
        .count();
    match (mover_is_one, chooser_is_one) {
        (true, true) => good > 0,
        (true, false) => good >= pieces,
        // Player 2 moves: it takes as many squares as it can where player 1 does not get the threshold.
        (false, true) => (quantum.count_ones() as usize) - good < pieces,
        (false, false) => good == quantum.count_ones() as usize,
    }
}

/// Whether player 1 gets the threshold if the newest series goes to a square and the chooser chooses the rest.
#[inline]
fn reaches_on(context: &Context, square: usize, mover_is_one: bool, chooser_is_one: bool) -> bool {
    let sets = if mover_is_one {
        context.families[0]
            .with_piece(square)
            .intersect(&context.left)
    } else {
        context.families[0].intersect(&context.left.without_one(square))
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

/// Whether the late subscripts can stand so that a set which is possible, but not certain, is good (or bad, if `good`
/// is false), with turn 9 on a square. There are such sets on 3x3 alone.
#[cold]
fn by_order(context: &Context, square: usize, set: Mask, good: bool) -> bool {
    let (node, nine): (_, Mask) = (context.node, 1 << square);
    // The quantum squares that the other series of each player fill.
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
