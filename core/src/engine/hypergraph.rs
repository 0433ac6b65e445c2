//! Series on squares as a hypergraph, for counts in which names and owners don't matter.
//!
//! The quantum squares are the vertices, and the quantum series the edges. This hypergraph and n
//! determine how a game can continue to a full board, because whichever perfect matching a collapse
//! chooses, the same squares turn classical, and the same series lose their pieces there. So a walk
//! through all positions needs to follow each class of isomorphic hypergraphs only once
//! ([`Classes`]).
//!
//! Three rounds of colour refinement give the squares *colours* that don't depend on their names.
//! [`Hypergraph::sorted`], which is cheap, and [`Hypergraph::canonical`] sort the squares by them.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::engine::board::{Square, SquareSet};
use crate::engine::matching::{Assignments, MAX_SERIES, Neighbours, SeriesSet, neighbourhood};
use crate::engine::refinement::{by_colour, refine};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hypergraph {
    pub squares: usize,
    /// In the order of play, until the hypergraph is relabelled.
    pub series: Vec<SquareSet>,
}

impl fmt::Display for Hypergraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.series.is_empty() {
            return f.write_str("-");
        }
        let series: Vec<String> = self.series.iter().map(ToString::to_string).collect();
        f.write_str(&series.join(" "))
    }
}

impl Hypergraph {
    pub const fn empty(squares: usize) -> Hypergraph {
        Hypergraph {
            squares,
            series: Vec::new(),
        }
    }

    pub fn with(&self, series: SquareSet) -> Hypergraph {
        let mut longer = self.clone();
        longer.series.push(series);
        longer
    }

    pub fn placements(&self, pieces: usize) -> impl Iterator<Item = SquareSet> + use<> {
        SquareSet::first(self.squares).subsets(if self.squares < pieces { 1 } else { pieces })
    }

    pub fn all(&self) -> SeriesSet {
        SeriesSet::first(self.series.len())
    }

    /// Omits series beyond [`MAX_SERIES`].
    pub fn neighbours(&self) -> Neighbours {
        let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
        for (slot, &set) in neighbours.iter_mut().zip(&self.series) {
            *slot = set;
        }
        neighbours
    }

    pub fn neighbourhood(&self, series: SeriesSet) -> SquareSet {
        neighbourhood(series, &self.series)
    }

    /// Removes a tight set and its squares, and renumbers the rest.
    pub fn collapsed(&self, tight: SeriesSet) -> Hypergraph {
        let kept = SquareSet::first(self.squares) - self.neighbourhood(tight);
        let squeezed = |set: SquareSet| -> SquareSet {
            let squares = kept
                .iter()
                .enumerate()
                .filter(|&(_, square)| set.contains(square));
            squares
                .map(|(index, _)| Square::from_index(index))
                .collect()
        };
        let left = self
            .all()
            .without(tight)
            .iter()
            .map(|member| squeezed(self.series[member]));
        Hypergraph {
            squares: kept.len(),
            series: left.collect(),
        }
    }

    fn assignments(&self, series: SeriesSet) -> Assignments {
        series
            .iter()
            .fold(Assignments::default(), |so_far, member| {
                so_far.with(self.series[member])
            })
    }

    /// Counts the perfect matchings of these k series; 0 unless they have exactly k squares.
    ///
    /// The count may saturate for more than 20 series, because 21! exceeds 2^64.
    pub fn perfect_matchings(&self, series: SeriesSet) -> u64 {
        self.assignments(series).onto(self.neighbourhood(series))
    }

    pub fn perfect_matchings_by_place(
        &self,
        series: SeriesSet,
        member: usize,
    ) -> Vec<(Square, u64)> {
        let assigned = self.assignments(series.without(SeriesSet::single(member)));
        let all = self.neighbourhood(series);
        let onto_others = |square| assigned.onto(all - SquareSet::single(square));
        self.series[member]
            .iter()
            .map(|square| (square, onto_others(square)))
            .collect()
    }

    fn colours(&self) -> Vec<u64> {
        let mut colours = vec![0_u64; self.squares];
        for _ in 0..3 {
            refine(
                &mut colours,
                self.series.iter().map(|&set| (set.len() as u64, set)),
            );
        }
        colours
    }

    /// Moves each square to its new index, and sorts the series.
    fn relabelled(&self, labels: &[usize]) -> Hypergraph {
        let image = |set: &SquareSet| {
            set.iter()
                .map(|square| Square::from_index(labels[square.index()]))
                .collect()
        };
        let mut series: Vec<SquareSet> = self.series.iter().map(image).collect();
        series.sort_unstable();
        Hypergraph {
            squares: self.squares,
            series,
        }
    }

    /// Relabels the squares by colour. Hypergraphs with equal results are isomorphic, but
    /// isomorphic hypergraphs can have different results.
    pub fn sorted(&self) -> Hypergraph {
        let order = by_colour(0..self.squares, &self.colours());
        let mut labels = vec![0; self.squares];
        order
            .iter()
            .enumerate()
            .for_each(|(at, &(_, point))| labels[point] = at);
        self.relabelled(&labels)
    }

    /// Returns the canonical form, equal for two hypergraphs exactly if they are isomorphic: the
    /// least relabelling that keeps the colours ascending.
    ///
    /// Tries up to s! relabellings, but only one order of squares that the same series cover.
    pub fn canonical(&self) -> Hypergraph {
        self.least_among(self.colours())
    }

    /// Finds the least of all s! relabellings.
    pub fn least(&self) -> Hypergraph {
        self.least_among(vec![0; self.squares])
    }

    fn least_among(&self, colours: Vec<u64>) -> Hypergraph {
        let mut sorted = colours.clone();
        sorted.sort_unstable();
        let column = |point: usize| {
            let holds = |set: &&SquareSet| set.contains(Square::from_index(point));
            let members = self.series.iter().enumerate().filter(|(_, set)| holds(set));
            members.fold(0_u64, |word, (member, _)| word | 1 << member)
        };
        let columns = (0..self.squares).map(column).collect();
        let labels = vec![usize::MAX; self.squares];
        let mut search = Least {
            hypergraph: self,
            colours,
            sorted,
            columns,
            labels,
            least: None,
        };
        search.fill(0);
        search.least.unwrap_or_else(|| self.clone())
    }
}

struct Least<'a> {
    hypergraph: &'a Hypergraph,
    colours: Vec<u64>,
    sorted: Vec<u64>,
    /// The series on each square.
    columns: Vec<u64>,
    labels: Vec<usize>,
    least: Option<Hypergraph>,
}

impl Least<'_> {
    fn fill(&mut self, slot: usize) {
        if slot == self.hypergraph.squares {
            let image = self.hypergraph.relabelled(&self.labels);
            if self
                .least
                .as_ref()
                .is_none_or(|least| image.series < least.series)
            {
                self.least = Some(image);
            }
            return;
        }
        let mut tried = Vec::new();
        for point in 0..self.hypergraph.squares {
            let fits = self.labels[point] == usize::MAX && self.colours[point] == self.sorted[slot];
            if fits && !tried.contains(&self.columns[point]) {
                tried.push(self.columns[point]);
                self.labels[point] = slot;
                self.fill(slot + 1);
                self.labels[point] = usize::MAX;
            }
        }
    }
}

#[derive(Debug, Default)]
pub struct Classes {
    /// The sorted forms met so far: a canonical form is computed only for a new one.
    seen: FxHashSet<Hypergraph>,
    classes: FxHashSet<Hypergraph>,
}

impl Classes {
    /// Returns the canonical form of a hypergraph, or `None` if its class was met before.
    pub fn meet(&mut self, hypergraph: &Hypergraph) -> Option<Hypergraph> {
        let sorted = hypergraph.sorted();
        if self.seen.contains(&sorted) {
            return None;
        }
        let canonical = sorted.canonical();
        self.seen.insert(sorted);
        self.classes.insert(canonical.clone()).then_some(canonical)
    }

    pub fn count(&self) -> u64 {
        self.classes.len() as u64
    }
}
