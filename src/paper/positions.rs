//! Walks through a game's positions up to isomorphism, and finds their tight sets among all
//! subsets.

use gqt3::engine::board::SquareSet;
use gqt3::engine::hypergraph::{Classes, Hypergraph};
use gqt3::engine::matching::SeriesSet;
use gqt3::support::progress::Progress;

use super::error::LedgerError;

const MAX_SQUARES: usize = 10;

/// Returns n(E), the squares touched by E, for each of the 2^k sets E of k series. The index is E
/// as a bit set.
pub fn neighbourhoods(hypergraph: &Hypergraph) -> Vec<SquareSet> {
    let mut all = vec![SquareSet::EMPTY];
    for &set in &hypergraph.series {
        let with: Vec<SquareSet> = all.iter().map(|&squares| squares | set).collect();
        all.extend(with);
    }
    all
}

pub fn tight_sets(neighbourhoods: &[SquareSet]) -> Vec<SeriesSet> {
    let sets = neighbourhoods.iter().enumerate().skip(1);
    let tight = sets.map(|(word, squares)| (SeriesSet(word as u64), squares));
    tight
        .filter(|(set, squares)| set.len() == squares.len())
        .map(|(set, _)| set)
        .collect()
}

pub fn union(sets: &[SeriesSet]) -> SeriesSet {
    SeriesSet(sets.iter().fold(0, |union, set| union | set.0))
}

/// Unites all tight sets, in 2^k steps for k series.
pub fn entanglement(hypergraph: &Hypergraph) -> SeriesSet {
    union(&tight_sets(&neighbourhoods(hypergraph)))
}

/// A position after a placement, before any collapse.
#[derive(Debug)]
pub struct Placement<'a> {
    /// All quantum series, the new one last.
    pub after: &'a Hypergraph,
    pub neighbourhoods: &'a [SquareSet],
    pub tight: &'a [SeriesSet],
    pub entangled: SeriesSet,
    /// The number of pieces placed: n, or 1 if fewer than n squares were quantum.
    pub pieces: usize,
    /// `true` if no square was classical before, so that an entanglement is the game's first.
    pub first: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Walked {
    /// Positions without a tight set, up to isomorphism, except the full board.
    pub positions: u64,
    pub placements: u64,
}

/// Visits every placement in every position, up to isomorphism.
///
/// # Cost
/// For each placement at most 2^s subsets, and at most s! relabellings to recognize the new
/// position.
pub fn for_each_placement(
    squares: usize,
    pieces: usize,
    progress: &dyn Progress,
    visit: &mut dyn FnMut(&Placement<'_>),
) -> Result<Walked, LedgerError> {
    LedgerError::unless_within(squares, MAX_SQUARES)?;
    LedgerError::unless_within(pieces, usize::MAX)?;
    let mut classes = Classes::default();
    let mut open: Vec<Hypergraph> = classes
        .meet(&Hypergraph::empty(squares))
        .into_iter()
        .collect();
    let mut walked = Walked::default();
    while let Some(before) = open.pop() {
        progress.check()?;
        walked.positions += 1;
        for set in before.placements(pieces) {
            walked.placements += 1;
            let after = before.with(set);
            let neighbourhoods = neighbourhoods(&after);
            let tight = tight_sets(&neighbourhoods);
            let entangled = union(&tight);
            visit(&Placement {
                after: &after,
                neighbourhoods: &neighbourhoods,
                tight: &tight,
                entangled,
                pieces: set.len(),
                first: before.squares == squares,
            });
            let left = if entangled.is_empty() {
                after
            } else {
                after.collapsed(entangled)
            };
            if left.squares > 0 {
                open.extend(classes.meet(&left));
            }
        }
    }
    Ok(walked)
}
