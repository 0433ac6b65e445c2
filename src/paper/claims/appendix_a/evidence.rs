//! Appendix A: entanglement as a cycle of pieces, the worked example, and the last square.
//!
//! **Cycles of pieces.** By Appendix A, Goff "defines this entanglement as a cycle between quantum
//! pieces, on the condition that any (and only any) two pieces with the same subscript or on the
//! same square are connected". Read literally, 1-2 1-3 1-4 has a cycle, because its three pieces on
//! square 1 are all joined, but nothing needs to collapse. The intended cycle alternates between
//! the two kinds of joins, and exists exactly if section 2's graph has a cycle.
//!
//! *Proof.* Every second join in an alternating cycle is between two pieces in one series, which is
//! an edge of the graph. The other joins stay on a square, where one edge ends and the next begins.
//! So these edges are a closed walk that repeats no edge, which contains a cycle. Conversely, the
//! pieces of a cycle's edges, listed in order, are an alternating cycle. ∎

use std::fmt;

use crate::paper::error::LedgerError;
use crate::paper::extremes::{Counterexample, expect};
use crate::paper::positions::for_each_placement;
use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::game::Game;
use gqt3::engine::hypergraph::Hypergraph;
use gqt3::engine::position::{Action, Phase, Position, piece};
use gqt3::engine::rules::Player;
use gqt3::support::progress::Progress;

pub(in crate::paper) fn in_words(places: &[usize]) -> String {
    let marks = places
        .iter()
        .enumerate()
        .map(|(series, square)| format!("{} on {square}", piece(series)));
    marks.collect::<Vec<_>>().join(", ")
}

type Piece = (usize, Square);

fn pieces(pairs: &Hypergraph) -> Vec<Piece> {
    let pieces_of = |member: usize| {
        pairs.series[member]
            .iter()
            .map(move |square| (member, square))
    };
    pairs.all().iter().flat_map(pieces_of).collect()
}

fn joined(a: Piece, b: Piece) -> bool {
    a != b && (a.0 == b.0 || a.1 == b.1)
}

/// Looks for a cycle in Appendix A's literal sense.
pub fn any_cycle(pairs: &Hypergraph) -> bool {
    let all = pieces(pairs);
    // One more join between pieces with the same `group` closes a cycle.
    let mut group: Vec<usize> = (0..all.len()).collect();
    for later in 0..all.len() {
        for earlier in 0..later {
            if joined(all[earlier], all[later]) {
                let (from, to) = (group[later], group[earlier]);
                if from == to {
                    return true;
                }
                group
                    .iter_mut()
                    .filter(|group| **group == from)
                    .for_each(|group| *group = to);
            }
        }
    }
    false
}

/// Returns `true` if there is a cycle whose joins are alternately within a series and on a square.
///
/// # Cost
/// At worst factorial in the number of pairs.
pub fn alternating_cycle(pairs: &Hypergraph) -> bool {
    pieces(pairs)
        .into_iter()
        .any(|start| returns(pairs, start, start, &mut Vec::new()))
}

/// Returns `true` if a path that has just reached this piece by a join on its square can return to
/// the start without repeating a series.
fn returns(
    pairs: &Hypergraph,
    start: Piece,
    (member, square): Piece,
    used: &mut Vec<usize>,
) -> bool {
    let Some(other) = pairs.series[member].iter().find(|&other| other != square) else {
        return false;
    };
    used.push(member);
    let closed = used.len() > 1 && other == start.1;
    let next = |&next: &usize| pairs.series[next].contains(other) && !used.contains(&next);
    let ways: Vec<usize> = pairs.all().iter().filter(next).collect();
    let result = closed
        || ways
            .into_iter()
            .any(|next| returns(pairs, start, (next, other), used));
    used.pop();
    result
}

/// The moves of figures 7 to 9.
const EXAMPLE: [[usize; 2]; 3] = [[1, 2], [2, 3], [1, 3]];

/// The text's cycle, as series and square.
const CYCLE: [(usize, usize); 6] = [(1, 1), (3, 1), (3, 3), (2, 3), (2, 2), (1, 2)];

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Example {
    pub entangled_at: Option<usize>,
    pub series: usize,
    /// `true` if the text's cycle has all pieces once, each joined to the next.
    pub named_cycle: bool,
    pub chooser: Option<Player>,
    /// The squares of X1, O2, X3 in each collapse.
    pub collapses: Vec<Vec<usize>>,
    /// `true` if exactly the collapsed squares are closed to further pieces.
    pub closed: bool,
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self
            .entangled_at
            .map_or_else(|| "no turn".to_owned(), |turn| format!("turn {turn}"));
        let cycle = if self.named_cycle {
            "the cycle named"
        } else {
            "another cycle than named"
        };
        let chooser = self
            .chooser
            .map_or_else(|| "nobody".to_owned(), |player| player.to_string());
        let (ways, is) = (
            self.collapses.len(),
            if self.closed { "is" } else { "is not" },
        );
        write!(
            f,
            "{turn} entangles by {cycle}; {chooser} collapses, in {ways} ways; what has collapsed {is} closed"
        )
    }
}

/// Plays the worked example, but stops if the engine rejects a move.
pub fn worked_example() -> Result<Example, LedgerError> {
    let mut position = Position::new(Game::default());
    let mut result = Example::default();
    let series = EXAMPLE.map(|pair| {
        pair.into_iter()
            .map(|number| Square::from_index(number - 1))
            .collect()
    });
    for (turn, squares) in (1..).zip(series) {
        let Ok(next) = position.play(Action::Place(squares)) else {
            return Ok(result);
        };
        position = next;
        if position.phase() == Phase::Collapse {
            result.entangled_at.get_or_insert(turn);
        }
    }
    result.series = position.entangled().len();
    result.chooser = position.to_move();
    let pairs = Hypergraph {
        squares: 3,
        series: series.to_vec(),
    };
    result.named_cycle = is_cycle(
        &pairs,
        &CYCLE.map(|(turn, number)| (turn - 1, Square::from_index(number - 1))),
    );
    result.closed = position.phase() == Phase::Collapse;
    for collapse in position.collapses() {
        result.collapses.push(
            (0..EXAMPLE.len())
                .map(|series| collapse.square_of(series).number())
                .collect(),
        );
        let next = position.after_unchecked(&Action::Collapse(collapse));
        let open: SquareSet = next
            .placements()
            .fold(SquareSet::EMPTY, |open, squares| open | squares);
        result.closed &= open == position.board().all() - SquareSet::first(3);
    }
    Ok(result)
}

fn is_cycle(pairs: &Hypergraph, cycle: &[Piece]) -> bool {
    let mut follows = cycle.iter().zip(cycle.iter().cycle().skip(1));
    let mut sorted = cycle.to_vec();
    sorted.sort_unstable();
    sorted == pieces(pairs) && follows.all(|(&a, &b)| joined(a, b))
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LastSquare {
    pub squares: usize,
    /// Placements, counted in one position of each isomorphism class.
    pub placements: u64,
    pub on_last: u64,
    pub counterexample: Option<Counterexample>,
}

/// Checks that "if at any point there is only 1 square remaining, the last classical piece X9
/// automatically goes there" (n = 2).
///
/// Nothing else is quantum then, because a series that stays quantum has pieces on two squares.
pub fn last_square(squares: usize, progress: &dyn Progress) -> Result<LastSquare, LedgerError> {
    let mut result = LastSquare {
        squares,
        ..LastSquare::default()
    };
    let walked = for_each_placement(squares, 2, progress, &mut |placed| {
        if placed.after.squares == 1 {
            result.on_last += 1;
            let alone = placed.after.series.len() == 1 && placed.pieces == 1;
            let forced = alone && placed.after.perfect_matchings(placed.entangled) == 1;
            expect(
                &mut result.counterexample,
                forced,
                "the last piece is not forced",
                placed.after,
            );
        }
    })?;
    result.placements = walked.placements;
    Ok(result)
}
