//! T(s, n) from the rules themselves, with a memory of positions.
//!
//! This method is independent of the planted form: it makes every placement and fixes no endgame. A
//! position is the [`Hypergraph`] of the quantum series.
//!
//! The cost is the number of hypergraphs met, times their placements. [`Hypergraph::sorted`] gives
//! many isomorphic ones the same form, but not all.

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::Counter;
use crate::engine::hypergraph::Hypergraph;
use crate::engine::matching::Matching;
use crate::engine::rules::Ending;
use crate::support::progress::{Interrupted, Progress};

const MAX_SQUARES: usize = 12;

pub(super) const COUNTER: Counter = Counter {
    name: "hypergraph",
    help: "every game, with positions memoized up to relabelling",
    endings: &[Ending::Full],
    applies: |tree| tree.squares() <= MAX_SQUARES,
    reach: |_| format!("it takes up to {MAX_SQUARES} squares"),
    cost: |tree| match (tree.squares(), tree.pieces()) {
        (squares, pieces) if pieces >= squares => 0.0,
        (squares, pieces) => {
            4.0 + squares as f64 * (1.5 + pieces.min(squares - pieces) as f64 / 2.0)
        }
    },
    speed: 1e8,
    count: |tree, progress| games(tree.squares(), tree.pieces(), progress),
};

fn games(squares: usize, pieces: usize, progress: &dyn Progress) -> Result<BigUint, Interrupted> {
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
    fn games(&mut self, position: Hypergraph) -> Result<BigUint, Interrupted> {
        if position.squares == 0 {
            return Ok(BigUint::one());
        }
        if let Some(games) = self.games.get(&position) {
            return Ok(games.clone());
        }
        self.progress.advance(1);
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

/// Returns what the collapse leaves and in how many ways, 1 if nothing is entangled.
fn collapsed(placed: Hypergraph) -> (Hypergraph, u64) {
    let neighbours = placed.neighbours();
    let matching = Matching::from_series(placed.all(), &neighbours)
        .expect("between turns no set is tight, so one more series finds a square");
    let entangled = matching.entanglement(placed.all(), &neighbours);
    if entangled.is_empty() {
        return (placed, 1);
    }
    (
        placed.collapsed(entangled),
        placed.perfect_matchings(entangled),
    )
}
