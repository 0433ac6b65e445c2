//! Section 2: Goff's entanglement is the generalized one.
//!
//! **Theorem.** Add edges one by one to a multigraph without a cycle (vertices are squares, edges are pairs
//! of pieces; the same two squares may be joined again). These hold for the first time at the same edge:
//! 1. there is a cycle;
//! 2. there is exactly one cycle;
//! 3. some connected component has as many edges as vertices;
//! 4. (section 3) some set of x > 0 edges touches exactly x vertices.
//!
//! *Reason.* A component without a cycle is a tree: one edge fewer than vertices, and so for every connected
//! part of it; a set of edges that is a forest touches more vertices than it has edges. So 3 and 4 each give
//! a cycle. The edge that closes the first cycle joins two vertices of one tree; in a tree they are joined by
//! exactly one path, so there is exactly one cycle, and the component gains an edge and no vertex. It is
//! tight, and it is the whole entanglement, since the other components are still trees.
//!
//! "For the first time" is needed: with three edges between two vertices 1 still holds, 2 and 3 and 4 do not.
//! In the game the collapse comes before that: with one pair more it would be too late, for x + 1 pairs on x
//! squares "do not have a valid collapse by the Pigeonhole Principle" ([`boards_of_pairs`]).
//!
//! The check walks all forests, up to isomorphism, adds every edge to each, and evaluates the four statements
//! literally: cycles are counted among all sets of edges. A sequence of edges passes through forests until
//! its first cycle, so this covers every sequence. Appendix A words the cycle in another way, as one of pieces; that
//! is compared too ([`super::appendix_a`]).

use std::collections::{BTreeSet, HashMap};

use super::appendix_a::{alternating_cycle, any_cycle};
use super::family::{Family, tight_sets};
use super::{Counterexample, Error};
use crate::board::{Square, SquareSet};
use crate::matching::SeriesSet;
use crate::progress::Progress;

/// The most vertices: the sequences up to there are counted in one word.
pub const MAX_VERTICES: usize = 9;

/// What all sequences of edges on some vertices show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FirstCycles {
    /// How many vertices there are.
    pub vertices: usize,
    /// Forests on them, up to isomorphism (1, 2, 3, 6, 10, 20, ... for 1, 2, 3, ... vertices).
    pub forests: u64,
    /// Forests with one edge more that were looked at.
    pub graphs: u64,
    /// Among them, those with a cycle.
    pub with_cycle: u64,
    /// How many different sequences of edges on labelled vertices end at their first cycle.
    pub sequences: u64,
    /// The smallest graph without a cycle whose pieces have one, if any two on a square are joined.
    pub cycle_of_pieces: Option<Counterexample>,
    /// A forest and an edge for which the four statements differ, or the cycle and the alternating one of pieces.
    pub counterexample: Option<Counterexample>,
}

/// Follows every sequence of edges on so many vertices to its first cycle.
///
/// ```
/// use gqt3::progress::Silent;
/// use gqt3::theory::section2::first_cycles;
/// let found = first_cycles(3, &Silent)?;
/// // Empty, one edge, two edges; the third edge, or a repeated one, closes a cycle.
/// assert_eq!((found.forests, found.sequences), (3, 3 + 3 * 2 * 3));
/// assert!(found.counterexample.is_none());
/// # Ok::<(), gqt3::theory::Error>(())
/// ```
///
/// Cost: forests times pairs of vertices times 2^edges; a millisecond for 7 vertices, 0.03 s for 9.
///
/// # Errors
/// If there are more than [`MAX_VERTICES`] vertices, or if it was interrupted.
pub fn first_cycles(vertices: usize, progress: &dyn Progress) -> Result<FirstCycles, Error> {
    super::at_most(vertices, MAX_VERTICES)?;
    let mut found = FirstCycles { vertices, ..FirstCycles::default() };
    // The forests with so many edges, each with the number of sequences that lead to one of its class.
    let mut layer = HashMap::from([(Family::empty(vertices), 1)]);
    while !layer.is_empty() {
        let mut next: HashMap<Family, u64> = HashMap::new();
        for (forest, sequences) in layer {
            progress.check()?;
            found.forests += 1;
            for edge in SquareSet::first(vertices).subsets(2) {
                let graph = forest.with(edge);
                if found.look_at(&graph) {
                    found.sequences += sequences;
                } else {
                    *next.entry(graph.canonical()).or_default() += sequences;
                }
            }
        }
        layer = next;
    }
    Ok(found)
}

impl FirstCycles {
    /// Evaluates the four statements; says whether the graph has a cycle.
    fn look_at(&mut self, graph: &Family) -> bool {
        self.graphs += 1;
        let cycles = cycles(graph);
        let unicyclic = component_with_as_many_edges_as_vertices(graph);
        let tight = tight_sets(&graph.neighbourhoods());
        let union = tight.iter().fold(SeriesSet::EMPTY, |union, set| SeriesSet(union.0 | set.0));
        let any = cycles > 0;
        if (cycles == 1, unicyclic.is_some(), !tight.is_empty()) != (any, any, any) {
            Counterexample::keep(&mut self.counterexample, "the four statements differ", graph);
        }
        if unicyclic.unwrap_or_default() != union {
            Counterexample::keep(&mut self.counterexample, "the entanglement is not the component", graph);
        }
        if alternating_cycle(graph) != any {
            Counterexample::keep(&mut self.counterexample, "the alternating cycle differs", graph);
        }
        if any_cycle(graph) && !any {
            Counterexample::keep(&mut self.cycle_of_pieces, "three pieces on one square", graph);
        }
        self.with_cycle += u64::from(any);
        any
    }
}

/// The number of cycles: sets of edges that are connected and meet each of their vertices twice.
#[must_use]
pub fn cycles(graph: &Family) -> u64 {
    let sets = (1..1_u64 << graph.series.len()).map(SeriesSet);
    sets.filter(|&set| is_cycle(graph, set)).count() as u64
}

fn is_cycle(graph: &Family, edges: SeriesSet) -> bool {
    let degree = |square: Square| edges.iter().filter(|&edge| graph.series[edge].contains(square)).count();
    graph.neighbourhood(edges).iter().all(|square| degree(square) == 2)
        && edges.iter().next().is_some_and(|edge| component(graph, edges, edge) == edges)
}

/// Those of the `edges` that are connected to one of them.
fn component(graph: &Family, edges: SeriesSet, edge: usize) -> SeriesSet {
    let mut reached = SeriesSet::single(edge);
    loop {
        let touched = graph.neighbourhood(reached);
        let next = edges.iter().filter(|&other| graph.series[other].intersects(touched)).collect();
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

fn component_with_as_many_edges_as_vertices(graph: &Family) -> Option<SeriesSet> {
    let components = graph.all().iter().map(|edge| component(graph, graph.all(), edge));
    components.into_iter().find(|&edges| edges.len() == graph.neighbourhood(edges).len())
}

/// Boards with some pairs on some squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairBoards {
    /// How many squares there are.
    pub squares: usize,
    /// How many pairs.
    pub pairs: usize,
    /// All ways to place the pairs, the order of play aside.
    pub boards: u64,
    /// Those in which every pair can get a square of its own: a valid collapse.
    pub collapsible: u64,
}

/// Tries to collapse every board with so many pairs on so many squares.
///
/// ```
/// use gqt3::progress::Silent;
/// use gqt3::theory::section2::boards_of_pairs;
/// // Two pairs on two squares are one board, and it collapses; a third pair is too much.
/// assert_eq!(boards_of_pairs(2, 2, &Silent)?.collapsible, 1);
/// assert_eq!(boards_of_pairs(2, 3, &Silent)?.collapsible, 0);
/// # Ok::<(), gqt3::theory::Error>(())
/// ```
///
/// Cost: multisets of pairs, times at most 2^squares sets of squares: 5 ms for 7 pairs on 6 squares.
///
/// # Errors
/// If there are more than [`MAX_VERTICES`] squares, or if it was interrupted.
pub fn boards_of_pairs(squares: usize, pairs: usize, progress: &dyn Progress) -> Result<PairBoards, Error> {
    super::at_most(squares, MAX_VERTICES)?;
    let all: Vec<SquareSet> = SquareSet::first(squares).subsets(2).collect();
    let mut found = PairBoards { squares, pairs, ..PairBoards::default() };
    found.extend(&all, pairs, &BTreeSet::from([SquareSet::EMPTY]), progress)?;
    Ok(found)
}

impl PairBoards {
    /// Adds `left` more pairs, from the first of `pairs` on; the pairs so far can fill the sets in `filled`.
    fn extend(
        &mut self,
        pairs: &[SquareSet],
        left: usize,
        filled: &BTreeSet<SquareSet>,
        progress: &dyn Progress,
    ) -> Result<(), Error> {
        if left == 0 {
            self.boards += 1;
            self.collapsible += u64::from(!filled.is_empty());
            return Ok(());
        }
        progress.check()?;
        for (place, &pair) in pairs.iter().enumerate() {
            let with = |&taken: &SquareSet| {
                (pair - taken).iter().map(move |square| taken | SquareSet::single(square))
            };
            self.extend(&pairs[place..], left - 1, &filled.iter().flat_map(with).collect(), progress)?;
        }
        Ok(())
    }
}
