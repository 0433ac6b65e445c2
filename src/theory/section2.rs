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
//! In the game the collapse comes before that.
//!
//! The check walks all forests, up to isomorphism, adds every edge to each, and evaluates the four statements
//! literally: cycles are counted among all sets of edges. A sequence of edges passes through forests until
//! its first cycle, so this covers every sequence.

use std::collections::HashMap;

use super::family::{Family, tight_sets};
use super::{Counterexample, Error};
use crate::board::{Square, SquareSet};
use crate::matching::SeriesSet;
use crate::progress::Progress;

/// The most vertices: the sequences up to there are counted in one word.
pub const MAX_VERTICES: usize = 9;

/// What all sequences of edges on some vertices show.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// A forest and an edge for which the four statements differ.
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
    let mut found =
        FirstCycles { vertices, forests: 0, graphs: 0, with_cycle: 0, sequences: 0, counterexample: None };
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
