//! T(s, n) from the rules themselves, with a memory: the independent witness of the planted form.
//!
//! A position is the hypergraph of the quantum series on the quantum squares. Up to relabelling the squares it decides
//! how many games follow. From each, every placement is made; if that entangles, the games after the collapse count
//! once for each perfect matching. No endgame is planted, nothing is divided by s!.
//!
//! Cost: the hypergraphs met, up to isomorphism, times their placements: 232 for (9, 2), hundreds of thousands for
//! (9, 4).

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;

use crate::engine::hypergraph::Hypergraph;
use crate::engine::matching::Matching;
use crate::support::progress::{Interrupted, Progress};

/// The most squares this method takes.
pub(super) const MAX_SQUARES: usize = 12;

/// T(s, n).
pub(super) fn games(
    squares: usize,
    pieces: usize,
    progress: &dyn Progress,
) -> Result<BigUint, Interrupted> {
    let mut memo = Memo {
        pieces,
        games: FxHashMap::default(),
        progress,
    };
    progress.begin("hypergraphs", None);
    let games = memo.games(Hypergraph::empty(squares));
    progress.end();
    games
}

struct Memo<'a> {
    pieces: usize,
    games: FxHashMap<Hypergraph, BigUint>,
    progress: &'a dyn Progress,
}

impl Memo<'_> {
    /// The games left from a position, which is sorted.
    fn games(&mut self, position: Hypergraph) -> Result<BigUint, Interrupted> {
        if position.squares == 0 {
            return Ok(BigUint::one());
        }
        if let Some(games) = self.games.get(&position) {
            return Ok(games.clone());
        }
        self.progress.advance(1);
        // The same hypergraph comes from many placements: each is followed once.
        let mut next: FxHashMap<Hypergraph, u64> = FxHashMap::default();
        for placement in position.placements(self.pieces) {
            self.progress.check()?;
            let (left, collapses) = collapsed(position.with(placement));
            *next.entry(left.sorted()).or_default() += collapses;
        }
        let mut games = BigUint::default();
        for (left, ways) in next {
            games += self.games(left)? * ways;
        }
        self.games.insert(position, games.clone());
        Ok(games)
    }
}

/// Collapses the entanglement: what is left, and how many collapses there are (1 if nothing is entangled).
fn collapsed(placed: Hypergraph) -> (Hypergraph, u64) {
    let neighbours = placed.neighbours();
    // Between turns no set is tight, which leaves room for one more series.
    let Ok(matching) = Matching::of_all(placed.all(), &neighbours) else {
        return (placed, 0);
    };
    let entangled = matching.entanglement(placed.all(), &neighbours);
    if entangled.is_empty() {
        return (placed, 1);
    }
    (
        placed.collapsed(entangled),
        placed.perfect_matchings(entangled),
    )
}
