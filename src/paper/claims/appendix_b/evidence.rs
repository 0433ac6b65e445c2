//! The claims that for n = 2 every entanglement has exactly two collapses (Appendix B), and that
//! one piece decides which (Appendix A).
//!
//! **Correction.** The paper states its theorem for "every graph H with exactly one cycle", and
//! concludes that "every QT3 entanglement has exactly 2 collapses". Both statements need a
//! condition.
//! * The graph must be connected, because a cycle next to an isolated vertex has one edge too few
//!   to give every vertex indegree 1 ([`with_isolated_vertex`]).
//! * A pair must cause the entanglement, because a single piece on the last square is an
//!   entanglement with one collapse ([`of_single_piece`]).
//!
//! **Theorem.** If a pair of pieces entangles in the n = 2 game, there are exactly two collapses,
//! which go round a cycle in opposite ways and agree elsewhere.
//!
//! *Proof* (the paper's). By section 2 the entanglement is a component with exactly one cycle. A
//! collapse gives every pair one of its squares and every square one pair, so it orients the edges
//! with every indegree 1. Only one edge can point to a leaf, so the pairs off the cycle point away
//! from it. On the cycle, fixing one pair fixes the next, all the way round. ∎
//!
//! **Appendix A's cascade.** One entangled piece becomes classical. The other pieces on its square
//! vanish, and so does its pair's other piece. Every square left with one piece takes that piece,
//! and so on until nothing changes. "If any collapse is invalid (a pair of pieces vanish entirely)
//! then collapse must be restarted. Note that there are always exactly 2 valid collapses". In fact:
//! * A pair *on the cycle* decides everything: each of its squares leads to one of the two
//!   collapses, with nothing to take back. The newest pair is on the cycle, so the chooser can
//!   always decide by it.
//! * A *stem*, a pair not on the cycle, never decides. Take the cycle 1-2, 1-2 with the stem 2-3.
//!   If its piece on the outer square 3 becomes classical, the cycle stays open. If its piece on
//!   the inner square 2 does, no collapse is possible, but the literal rule does not notice: it
//!   makes no pair vanish, because each square taken after the first holds only one piece. But if a
//!   pair left with one piece takes its square, too (`Forcing::SquaresAndPairs`), a pair vanishes
//!   after every choice of an inner square, and the choice is taken back.
//!
//! **One more correction.** "All squares containing only one piece" must mean squares in the
//! entanglement. After 1-2, 3-4, 1-2 the squares 3 and 4 hold one piece each, but are not entangled
//! ([`TwoCollapses::astray`]).

use crate::paper::error::LedgerError;
use crate::paper::extremes::{Counterexample, expect};
use crate::paper::positions::{Placement, for_each_placement};
use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::hypergraph::Hypergraph;
use gqt3::engine::matching::SeriesSet;
use gqt3::support::progress::Progress;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TwoCollapses {
    /// Positions between turns, up to isomorphism.
    pub positions: u64,
    /// Entanglements that a pair causes.
    pub entanglements: u64,
    pub on_cycle: u64,
    pub on_stem: u64,
    /// The smallest position with a piece that does not decide.
    pub undecided: Option<Counterexample>,
    /// The smallest position in which the cascade, taken literally, leaves the entanglement.
    pub astray: Option<Counterexample>,
    /// The smallest position in which the theorem fails, or a cascade does not end as it should.
    pub counterexample: Option<Counterexample>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Forcing {
    /// A square with one piece takes it, as in Appendix A.
    Squares,
    /// A pair with one piece left takes its square, too.
    SquaresAndPairs,
}

pub fn two_collapses(squares: usize, progress: &dyn Progress) -> Result<TwoCollapses, LedgerError> {
    let mut result = TwoCollapses::default();
    let walked = for_each_placement(squares, 2, progress, &mut |placed| result.look_at(placed))?;
    result.positions = walked.positions;
    Ok(result)
}

impl TwoCollapses {
    fn look_at(&mut self, placed: &Placement<'_>) {
        if placed.entangled.is_empty() || placed.pieces < 2 {
            return;
        }
        self.entanglements += 1;
        let members = placed
            .entangled
            .iter()
            .map(|member| placed.after.series[member])
            .collect();
        let entangled = Hypergraph {
            squares: placed.after.squares,
            series: members,
        };
        let cycle = cycle(&entangled);
        self.on_cycle += cycle.len() as u64;
        self.on_stem += (entangled.series.len() - cycle.len()) as u64;
        let collapses = collapses(&entangled);
        let mut holds =
            |holds, failure| expect(&mut self.counterexample, holds, failure, placed.after);
        let newest = entangled.series.len() - 1;
        holds(
            cycle.contains(newest),
            "the newest pair is not on the cycle",
        );
        holds(
            opposite(&collapses, cycle),
            "the collapses are not the two orientations of one cycle",
        );
        let is_chosen = |collapse: &Vec<Square>| {
            let mut fixed = cascade(&entangled, newest, collapse[newest], Forcing::Squares).fixed;
            fixed.sort_unstable();
            fixed.iter().map(|(_, square)| square).eq(collapse)
        };
        holds(
            collapses.iter().all(is_chosen),
            "the newest pair's squares do not give the two collapses",
        );
        self.cascade_from_each(placed, &entangled, cycle);
        self.cascade_literally(placed);
    }

    fn cascade_from_each(
        &mut self,
        placed: &Placement<'_>,
        entangled: &Hypergraph,
        cycle: SeriesSet,
    ) {
        for member in entangled.all() {
            let [as_written, with_pairs] = [Forcing::Squares, Forcing::SquaresAndPairs]
                .map(|forcing| endings(entangled, member, forcing));
            let expected = if cycle.contains(member) {
                [[2, 0, 0]; 2]
            } else {
                [[0, 0, 2], [0, 1, 1]]
            };
            let as_it_should = [as_written, with_pairs] == expected;
            let case = placed.after;
            expect(
                &mut self.counterexample,
                as_it_should,
                "a cascade does not end as it should",
                case,
            );
            expect(
                &mut self.undecided,
                as_written[0] == 2,
                "a piece does not decide",
                case,
            );
        }
    }

    fn cascade_literally(&mut self, placed: &Placement<'_>) {
        let newest = placed.after.series.len() - 1;
        for square in placed.after.series[newest] {
            let fixed = cascade(placed.after, newest, square, Forcing::Squares).fixed;
            let within = fixed
                .iter()
                .all(|&(member, _)| placed.entangled.contains(member));
            expect(
                &mut self.astray,
                within,
                "squares outside the entanglement hold one piece",
                placed.after,
            );
        }
    }
}

/// Counts how the cascades from a pair's two pieces end: decided, taken back, left open.
fn endings(entangled: &Hypergraph, member: usize, forcing: Forcing) -> [usize; 3] {
    let mut endings = [0; 3];
    for square in entangled.series[member] {
        let Cascade { fixed, vanished } = cascade(entangled, member, square, forcing);
        let decided = fixed.len() == entangled.series.len();
        let end = if vanished {
            1
        } else if decided {
            0
        } else {
            2
        };
        endings[end] += 1;
    }
    endings
}

/// Removes leaf pairs until only the pairs on a cycle remain.
fn cycle(entangled: &Hypergraph) -> SeriesSet {
    let mut left = entangled.all();
    loop {
        let pieces_on = |square: Square| {
            left.iter()
                .filter(|&member| entangled.series[member].contains(square))
                .count()
        };
        let is_leaf = |member: &usize| {
            entangled.series[*member]
                .iter()
                .any(|square| pieces_on(square) == 1)
        };
        let leaves: SeriesSet = left.iter().filter(is_leaf).collect();
        if leaves.is_empty() {
            return left;
        }
        left = left.without(leaves);
    }
}

/// Counts the orientations in which each vertex has indegree 1, for a cycle next to an isolated
/// vertex.
pub fn with_isolated_vertex() -> usize {
    orientations(&Hypergraph {
        squares: 3,
        series: vec![SquareSet::first(2); 2],
    })
}

pub fn of_single_piece() -> usize {
    orientations(&Hypergraph {
        squares: 1,
        series: vec![SquareSet::first(1)],
    })
}

fn orientations(graph: &Hypergraph) -> usize {
    let chosen = collapses(graph);
    chosen
        .iter()
        .filter(|places| places.len() == graph.squares)
        .count()
}

/// Returns every way to give each pair a square of its own.
fn collapses(entangled: &Hypergraph) -> Vec<Vec<Square>> {
    let mut all: Vec<Vec<Square>> = vec![Vec::new()];
    for &pair in &entangled.series {
        let extended = all.iter().flat_map(|places| {
            let free = pair.iter().filter(|square| !places.contains(square));
            free.map(|square| [places.as_slice(), &[square]].concat())
        });
        all = extended.collect();
    }
    all
}

/// Returns `true` if there are two collapses, and they differ exactly on the cycle.
fn opposite(collapses: &[Vec<Square>], cycle: SeriesSet) -> bool {
    let [one, other] = collapses else {
        return false;
    };
    let differ = (0..one.len()).filter(|&member| one[member] != other[member]);
    cycle.len() >= 2 && differ.collect::<SeriesSet>() == cycle
}

struct Cascade {
    fixed: Vec<(usize, Square)>,
    /// `true` if a pair that is not fixed lost both pieces.
    vanished: bool,
}

/// Runs the cascade after the pair `member` becomes classical on `square`.
fn cascade(pairs: &Hypergraph, member: usize, square: Square, forcing: Forcing) -> Cascade {
    let mut pieces = pairs.series.clone();
    let mut fixed = Vec::new();
    let mut next = Some((member, square));
    while let Some((member, square)) = next {
        fixed.push((member, square));
        pieces[member] = SquareSet::EMPTY;
        for set in &mut pieces {
            set.remove(square);
        }
        let by_square = SquareSet::first(pairs.squares).iter().find_map(|square| {
            let mut holders = (0..pieces.len()).filter(|&other| pieces[other].contains(square));
            holders
                .next()
                .filter(|_| holders.next().is_none())
                .map(|holder| (holder, square))
        });
        let by_pair = || {
            let member = pieces.iter().position(|set| set.len() == 1)?;
            pieces[member].lowest().map(|square| (member, square))
        };
        next = match forcing {
            Forcing::Squares => by_square,
            Forcing::SquaresAndPairs => by_square.or_else(by_pair),
        };
    }
    let is_fixed = |member: usize| fixed.iter().any(|&(other, _)| other == member);
    let vanished = pieces
        .iter()
        .enumerate()
        .any(|(member, set)| set.is_empty() && !is_fixed(member));
    Cascade { fixed, vanished }
}
