//! Every position of a game up to isomorphism, with its tight sets found by their definition among all subsets.

use crate::engine::board::SquareSet;
use crate::engine::hypergraph::{Classes, Hypergraph};
use crate::engine::matching::SeriesSet;
use crate::support::progress::Progress;

use super::error::Error;

/// The most squares of the exhaustive walk: 2^s subsets are looked at for each position.
const MAX_SQUARES: usize = 10;

/// n(E) for every set E of series: the entry at the set's word. Cost: 2^k for k series.
pub fn neighbourhoods(hypergraph: &Hypergraph) -> Vec<SquareSet> {
    let mut all = vec![SquareSet::EMPTY];
    for &set in &hypergraph.series {
        let with: Vec<SquareSet> = all.iter().map(|&squares| squares | set).collect();
        all.extend(with);
    }
    all
}

/// The nonempty sets with exactly as many squares as series.
pub fn tight_sets(neighbourhoods: &[SquareSet]) -> Vec<SeriesSet> {
    let sets = neighbourhoods.iter().enumerate().skip(1);
    let tight = sets.map(|(word, squares)| (SeriesSet(word as u64), squares));
    tight
        .filter(|(set, squares)| set.len() == squares.len())
        .map(|(set, _)| set)
        .collect()
}

/// The series in some of the sets.
pub fn union(sets: &[SeriesSet]) -> SeriesSet {
    SeriesSet(sets.iter().fold(0, |union, set| union | set.0))
}

/// The entanglement by definition: the union of all tight sets. Cost: 2^k for k series.
pub fn entanglement(hypergraph: &Hypergraph) -> SeriesSet {
    union(&tight_sets(&neighbourhoods(hypergraph)))
}

/// A series has just been placed; what it entangles has not collapsed yet.
pub struct Placement<'a> {
    /// All quantum series, the new one last.
    pub after: &'a Hypergraph,
    /// n(E) for every set E of them.
    pub neighbourhoods: &'a [SquareSet],
    /// The tight sets among them.
    pub tight: &'a [SeriesSet],
    /// The union of the tight sets: the entanglement (empty if there is none).
    pub entangled: SeriesSet,
    /// How many pieces the new series has: n, or 1 in the tail.
    pub pieces: usize,
    /// Whether no square was classical before: an entanglement would be the first of the game.
    pub first: bool,
}

/// How much a walk went through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Walked {
    /// Positions without a tight set, up to isomorphism, from the empty one on; the full board is not
    /// counted.
    pub positions: u64,
    /// Placements tried in them.
    pub placements: u64,
}

/// Visits every placement in every position that a game on `squares` squares with `pieces` pieces reaches, up
/// to isomorphism.
///
/// Cost: the positions (a few hundred for s = 7) times C(s, n) placements times 2^s subsets.
pub fn for_each_placement(
    squares: usize,
    pieces: usize,
    progress: &dyn Progress,
    visit: &mut dyn FnMut(&Placement<'_>),
) -> Result<Walked, Error> {
    Error::unless_within(squares, MAX_SQUARES)?;
    Error::unless_within(pieces, usize::MAX)?;
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
