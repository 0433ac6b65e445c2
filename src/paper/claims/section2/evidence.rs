//! Section 2: Goff's entanglement is the generalized one.
//!
//! **Theorem.** Take a graph without a cycle, whose vertices are squares and whose edges are pairs
//! of pieces, and add edges one by one, perhaps several between two squares. These statements
//! become true at the same edge:
//! 1. there is a cycle;
//! 2. there is exactly one cycle;
//! 3. some connected component has as many edges as vertices;
//! 4. (section 3) some set of x > 0 edges touches exactly x vertices.
//!
//! *Proof.* A component without a cycle is a tree, and a tree and each of its connected parts have
//! one edge fewer than vertices. So while there is no cycle, every nonempty set of edges touches
//! more vertices than it has edges, and 1 to 4 are false. The edge that closes the first cycle
//! joins two vertices of one tree. Exactly one path in the tree joins them, so there is exactly one
//! cycle, and the component gains an edge but no vertex. The component is then tight, and is the
//! whole entanglement, because the other components are still trees. ∎
//!
//! The theorem is only about the first cycle, because 2 and 3 fail for three edges between two
//! vertices. But the game collapses at the first cycle. One pair later it could be too late,
//! because x + 1 pairs on x squares do "not have a valid collapse by the Pigeonhole Principle"
//! ([`boards_of_pairs`]).
//!
//! The check adds every edge to every small forest, up to isomorphism. This covers every sequence
//! of edges, because a sequence passes through forests until its first cycle. Cycles are counted
//! among all sets of edges, and compared with Appendix A's cycle of pieces
//! ([`appendix_a`](crate::paper::claims::appendix_a)).

use std::collections::HashMap;

use crate::paper::claims::appendix_a::evidence::{alternating_cycle, any_cycle};
use crate::paper::error::LedgerError;
use crate::paper::extremes::{Counterexample, expect};
use crate::paper::positions::{neighbourhoods, tight_sets, union};
use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::hypergraph::Hypergraph;
use gqt3::engine::matching::{Assignments, SeriesSet};
use gqt3::support::progress::Progress;

/// The canonical form of a forest with x vertices takes up to x! steps.
const MAX_VERTICES: usize = 9;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FirstCycles {
    /// Forests on the vertices, up to isomorphism.
    pub forests: u64,
    /// Evaluated graphs: forests with one more edge.
    pub graphs: u64,
    /// Sequences of edges on labelled vertices that end at their first cycle.
    pub sequences: u64,
    /// The smallest graph that has a cycle of pieces in the literal sense, but no cycle.
    pub cycle_of_pieces: Option<Counterexample>,
    /// The smallest graph that refutes the theorem, or for which [`alternating_cycle`] is wrong.
    pub counterexample: Option<Counterexample>,
}

pub fn first_cycles(vertices: usize, progress: &dyn Progress) -> Result<FirstCycles, LedgerError> {
    LedgerError::unless_within(vertices, MAX_VERTICES)?;
    let mut result = FirstCycles::default();
    // The classes of forests with equally many edges, each with the number of sequences that lead
    // to it.
    let mut layer = HashMap::from([(Hypergraph::empty(vertices), 1)]);
    while !layer.is_empty() {
        let mut next: HashMap<Hypergraph, u64> = HashMap::new();
        for (forest, sequences) in layer {
            progress.check()?;
            result.forests += 1;
            for edge in SquareSet::first(vertices).subsets(2) {
                let graph = forest.with(edge);
                if result.look_at(&graph) {
                    result.sequences += sequences;
                } else {
                    *next.entry(graph.canonical()).or_default() += sequences;
                }
            }
        }
        layer = next;
    }
    Ok(result)
}

impl FirstCycles {
    /// Returns `true` if the graph has a cycle.
    fn look_at(&mut self, graph: &Hypergraph) -> bool {
        self.graphs += 1;
        let cycles = cycles(graph);
        let unicyclic = component_with_as_many_edges_as_vertices(graph);
        let tight = tight_sets(&neighbourhoods(graph));
        let any = cycles > 0;
        let wrong = &mut self.counterexample;
        let same = (cycles == 1, unicyclic.is_some(), !tight.is_empty()) == (any, any, any);
        expect(wrong, same, "the four statements differ", graph);
        let is_component = unicyclic.unwrap_or_default() == union(&tight);
        expect(
            wrong,
            is_component,
            "the entanglement is not the component",
            graph,
        );
        expect(
            wrong,
            alternating_cycle(graph) == any,
            "the alternating cycle differs",
            graph,
        );
        expect(
            &mut self.cycle_of_pieces,
            any || !any_cycle(graph),
            "three pieces on one square",
            graph,
        );
        any
    }
}

/// Counts the connected sets of edges that meet each of their vertices twice.
pub fn cycles(graph: &Hypergraph) -> u64 {
    let sets = (1..1_u64 << graph.series.len()).map(SeriesSet);
    sets.filter(|&set| is_cycle(graph, set)).count() as u64
}

fn is_cycle(graph: &Hypergraph, edges: SeriesSet) -> bool {
    let degree = |square: Square| {
        edges
            .iter()
            .filter(|&edge| graph.series[edge].contains(square))
            .count()
    };
    graph
        .neighbourhood(edges)
        .iter()
        .all(|square| degree(square) == 2)
        && edges
            .iter()
            .next()
            .is_some_and(|edge| component(graph, edges, edge) == edges)
}

fn component(graph: &Hypergraph, edges: SeriesSet, edge: usize) -> SeriesSet {
    let mut reached = SeriesSet::single(edge);
    loop {
        let touched = graph.neighbourhood(reached);
        let next = edges
            .iter()
            .filter(|&other| graph.series[other].intersects(touched))
            .collect();
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

fn component_with_as_many_edges_as_vertices(graph: &Hypergraph) -> Option<SeriesSet> {
    let edges = graph.all();
    edges
        .iter()
        .map(|edge| component(graph, edges, edge))
        .find(|&edges| edges.len() == graph.neighbourhood(edges).len())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairBoards {
    /// Ways to place the pairs, whatever their order.
    pub boards: u64,
    pub collapsible: u64,
}

pub fn boards_of_pairs(
    squares: usize,
    pairs: usize,
    progress: &dyn Progress,
) -> Result<PairBoards, LedgerError> {
    LedgerError::unless_within(squares, MAX_VERTICES)?;
    let all: Vec<SquareSet> = SquareSet::first(squares).subsets(2).collect();
    let mut result = PairBoards::default();
    result.extend(&all, pairs, &Assignments::default(), progress)?;
    Ok(result)
}

impl PairBoards {
    /// Adds `left` more pairs, perhaps equal ones, in the order of `pairs`. `assigned` has the ways
    /// to give each earlier pair a square of its own.
    fn extend(
        &mut self,
        pairs: &[SquareSet],
        left: usize,
        assigned: &Assignments,
        progress: &dyn Progress,
    ) -> Result<(), LedgerError> {
        if left == 0 {
            self.boards += 1;
            self.collapsible += u64::from(!assigned.is_empty());
            return Ok(());
        }
        progress.check()?;
        for (index, &pair) in pairs.iter().enumerate() {
            self.extend(&pairs[index..], left - 1, &assigned.with(pair), progress)?;
        }
        Ok(())
    }
}
