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

use super::Error;
use super::family::{Key, Mask, key, squeezed};
use crate::board::SquareSet;
use crate::matching::{MAX_SERIES, Matching, Neighbours, SeriesSet, neighbourhood};
use crate::progress::{Interrupted, Progress};

/// The most squares this method takes.
pub(super) const MAX_SQUARES: usize = 12;

/// T(s, n).
pub(super) fn games(squares: usize, pieces: usize, progress: &dyn Progress) -> Result<BigUint, Error> {
    let mut memo = Memo { pieces, games: FxHashMap::default(), progress };
    progress.begin("hypergraphs", None);
    let games = memo.games(squares, &[]);
    progress.end();
    Ok(games?)
}

struct Memo<'a> {
    pieces: usize,
    games: FxHashMap<Key, BigUint>,
    progress: &'a dyn Progress,
}

impl Memo<'_> {
    /// The games left with so many quantum squares and these quantum series on them.
    fn games(&mut self, quantum: usize, series: &[Mask]) -> Result<BigUint, Interrupted> {
        if quantum == 0 {
            return Ok(BigUint::one());
        }
        let key = key(quantum, series);
        if let Some(games) = self.games.get(&key) {
            return Ok(games.clone());
        }
        self.progress.advance(1);
        let size = if quantum < self.pieces { 1 } else { self.pieces };
        // The same hypergraph comes from many placements: each is followed once.
        let mut after: FxHashMap<Key, (u64, Vec<Mask>, usize)> = FxHashMap::default();
        for placement in SquareSet::first(quantum).subsets(size) {
            self.progress.check()?;
            let mut placed = series.to_vec();
            placed.push(placement.0 as Mask);
            let (matchings, left, squares) = collapsed(quantum, placed);
            after.entry(super::family::key(squares, &left)).or_insert((0, left, squares)).0 += matchings;
        }
        let mut games = BigUint::default();
        for (ways, left, squares) in after.into_values() {
            games += self.games(squares, &left)? * ways;
        }
        self.games.insert(key, games.clone());
        Ok(games)
    }
}

/// Collapses the entanglement: how many perfect matchings it has (1 if there is none to collapse), the series left,
/// and how many squares are left.
fn collapsed(quantum: usize, series: Vec<Mask>) -> (u64, Vec<Mask>, usize) {
    let mut neighbours: Neighbours = [SquareSet::EMPTY; MAX_SERIES];
    for (slot, &set) in neighbours.iter_mut().zip(&series) {
        *slot = SquareSet(u64::from(set));
    }
    let all = SeriesSet::first(series.len());
    let Ok(matching) = Matching::of_all(all, &neighbours) else {
        return (0, series, quantum);
    };
    let entangled = matching.entanglement(all, &neighbours);
    if entangled.is_empty() {
        return (1, series, quantum);
    }
    let taken = neighbourhood(entangled, &neighbours).0 as Mask;
    let kept = ((1 << quantum) - 1) & !taken;
    // Their squares alone, numbered anew.
    let sets: Vec<Mask> = entangled.iter().map(|member| squeezed(series[member], taken)).collect();
    let left = all.without(entangled).iter().map(|member| squeezed(series[member], kept)).collect();
    (perfect_matchings(&sets, entangled.len()), left, kept.count_ones() as usize)
}

/// The number of ways to give each set a point of its own: set by set, for each set of points taken so far.
fn perfect_matchings(sets: &[Mask], points: usize) -> u64 {
    let mut ways = vec![0_u64; 1 << points];
    ways[0] = 1;
    for (taken_before, &set) in sets.iter().enumerate() {
        for taken in 0..ways.len() as Mask {
            if ways[taken as usize] > 0 && taken.count_ones() as usize == taken_before {
                for point in super::family::members(set & !taken) {
                    ways[(taken | 1 << point) as usize] += ways[taken as usize];
                }
            }
        }
    }
    ways.iter()
        .enumerate()
        .filter(|(taken, _)| taken.count_ones() as usize == sets.len())
        .map(|(_, ways)| ways)
        .sum()
}
