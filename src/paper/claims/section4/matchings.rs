//! Section 4's theorem on perfect matchings.
//!
//! **Theorem** (M. Hall 1948). Let a bipartite graph have as many squares as series, and at least
//! one of each. If every set of series has at least as many squares as members, and every series at
//! least k squares, there are at least k! perfect matchings.
//!
//! *Proof* (the paper's, corrected). For k = 1 this is Hall's theorem. For k + 1 take a smallest
//! nonempty set S0 of series with |n(S0)| = |S0|, and a series b in it. S0 has other series, too,
//! because b has at least k + 1 squares. Put b on one of its squares, a. Nonempty proper subsets S
//! of S0 have |n(S)| > |S|, so Hall's condition still holds for S0 - b without a. Every series in
//! S0 - b keeps at least k squares, so by induction S0 - b has at least k! matchings onto n(S0) -
//! a. A set X of series outside S0 has at least |X| squares outside n(S0), because X and S0
//! together have at least |X| + |S0|. So the rest has a perfect matching, too. That makes at least
//! k! matchings for each of the k + 1 or more squares a. ∎
//!
//! **A degenerate case.** The paper allows a graph without series. Then every degree is at least
//! any k, but only the empty matching is perfect ([`without_series`]), and 1 is less than k! if k
//! is 2 or more.
//!
//! The bound is sharp for every k up to the number of squares ([`MatchingCounts::fewest`]): put k
//! series on the same k squares, and each later series on any k - 1 of these and a square of its
//! own.

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::paper::error::LedgerError;
use crate::paper::extremes::{Counterexample, expect, factorial};
use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::hypergraph::Hypergraph;
use gqt3::engine::matching::Assignments;
use gqt3::support::progress::Progress;

/// Six series form 109 million graphs, seven 124 billion.
const MAX_SERIES: usize = 6;

const MAX_RANDOM_SERIES: usize = 16;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchingCounts {
    /// Also the number of squares.
    pub series: usize,
    /// Graphs that have a perfect matching.
    pub graphs: u64,
    /// At index k - 1: the fewest perfect matchings if the smallest degree is k.
    pub fewest: Vec<Option<u64>>,
    pub counterexample: Option<Counterexample>,
}

impl MatchingCounts {
    fn new(series: usize, most: usize) -> Result<MatchingCounts, LedgerError> {
        LedgerError::unless_within(series, most)?;
        Ok(MatchingCounts {
            series,
            graphs: 0,
            fewest: vec![None; series],
            counterexample: None,
        })
    }

    pub fn is_sharp(&self) -> bool {
        (1..)
            .zip(&self.fewest)
            .all(|(degree, &fewest)| fewest == Some(factorial(degree)))
    }

    fn add(&mut self, rows: &[SquareSet], degree: usize, matchings: u64) {
        let Some(fewest) = degree
            .checked_sub(1)
            .and_then(|index| self.fewest.get_mut(index))
        else {
            return;
        };
        self.graphs += 1;
        *fewest = Some(fewest.map_or(matchings, |old| old.min(matchings)));
        if matchings < factorial(degree) {
            let graph = Hypergraph {
                squares: self.series,
                series: rows.to_vec(),
            };
            expect(
                &mut self.counterexample,
                false,
                "fewer than k! perfect matchings",
                &graph,
            );
        }
    }
}

pub fn without_series() -> u64 {
    let nothing = Hypergraph::empty(0);
    nothing.perfect_matchings(nothing.all())
}

pub fn all_graphs(series: usize, progress: &dyn Progress) -> Result<MatchingCounts, LedgerError> {
    let mut walk = Walk {
        result: MatchingCounts::new(series, MAX_SERIES)?,
        rows: Vec::new(),
        progress,
    };
    walk.extend(1, series, &Assignments::default())?;
    Ok(walk.result)
}

struct Walk<'a> {
    result: MatchingCounts,
    rows: Vec<SquareSet>,
    progress: &'a dyn Progress,
}

impl Walk<'_> {
    /// Appends each set whose word is at least `least`, so that the same series come in one order
    /// only. `degree` is the smallest degree so far.
    fn extend(
        &mut self,
        least: u64,
        degree: usize,
        assigned: &Assignments,
    ) -> Result<(), LedgerError> {
        if self.rows.len() + 1 == self.result.series {
            self.finish(least, degree, assigned);
            return Ok(());
        }
        if self.rows.len() < 3 {
            self.progress.check()?;
        }
        for word in least..1 << self.result.series {
            let row = SquareSet(word);
            let next = assigned.with(row);
            if !next.is_empty() {
                self.rows.push(row);
                self.extend(word, degree.min(row.len()), &next)?;
                self.rows.pop();
            }
        }
        Ok(())
    }

    /// Appends the last series, for which each assignment of the others leaves one square.
    fn finish(&mut self, least: u64, degree: usize, assigned: &Assignments) {
        let mut leaving = [0_u64; MAX_SERIES];
        let all = SquareSet::first(self.result.series);
        for (taken, ways) in assigned.iter() {
            for square in all - taken {
                leaving[square.index()] += ways;
            }
        }
        for word in least..1 << self.result.series {
            let row = SquareSet(word);
            let matchings = row.iter().map(|square| leaving[square.index()]).sum();
            if matchings > 0 {
                self.rows.push(row);
                self.result
                    .add(&self.rows, degree.min(row.len()), matchings);
                self.rows.pop();
            }
        }
    }
}

pub fn random_graphs(
    series: usize,
    graphs: usize,
    seed: u64,
    progress: &dyn Progress,
) -> Result<MatchingCounts, LedgerError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut result = MatchingCounts::new(series, MAX_RANDOM_SERIES)?;
    for index in 0..graphs {
        progress.check()?;
        let degree = 1 + random.random_range(0..series);
        let rows = random_graph(series, degree, index % 2 == 0, &mut random);
        let graph = Hypergraph {
            squares: series,
            series: rows,
        };
        let degree = graph.series.iter().map(|row| row.len()).min().unwrap_or(0);
        result.add(&graph.series, degree, graph.perfect_matchings(graph.all()));
    }
    Ok(result)
}

/// Draws a graph in which series i has square i, so that there is a perfect matching.
///
/// Each series gets random other squares until it has about `degree`: if `nearly_sharp`, only
/// squares up to i, or the first `degree` if those are more.
fn random_graph(
    series: usize,
    degree: usize,
    nearly_sharp: bool,
    random: &mut ChaCha8Rng,
) -> Vec<SquareSet> {
    let mut row = |own: usize| {
        let among = if nearly_sharp {
            degree.max(own + 1)
        } else {
            series
        };
        let one_more = random.random_range(0..if nearly_sharp { 2 * series } else { 2 }) == 0;
        let mut row = SquareSet::single(Square::from_index(own));
        while row.len() < (degree + usize::from(one_more)).min(among) {
            row.insert(Square::from_index(random.random_range(0..among)));
        }
        row
    };
    (0..series).map(&mut row).collect()
}
