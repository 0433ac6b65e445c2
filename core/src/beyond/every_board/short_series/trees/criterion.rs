//! The criterion for B to win the game of trees by killing, each turn, an open line that meets the
//! fewest trees.
//!
//! Let A place `a` series before B's next turn. If B fails after τ more series of A, then for every
//! k from 1 to τ + 1 there is a set U of k open lines with
//!
//! ```text
//! p(U) - k² <= (τ - k + 1) + a + β
//! ```
//!
//! Here p(U) is the number of trees that meet U, and β counts the lines that have no own tree now
//! (see [`super`]) and that B kills before its last k - 1 kills. B kills τ - k + 1 lines before
//! these, and none of them is in U. So we take for β the number of lines outside U that have no own
//! tree, but at most τ - k + 1. That sharpens Lemma 6 of
//! `docs/beyond/every-board/2-short-series.md`.
//!
//! One k without such a U *excludes* τ. B wins if every τ below the number of open lines is
//! excluded.
//!
//! # Example
//! Four rows and four columns are open. All their crossings, and two more squares of each line, are
//! single squares. So one line meets 6 trees, and two or three lines meet at least 11 or 16. All
//! lines have own trees, so β = 0. Let `a` be 1:
//!
//! * k = 1 excludes τ = 0, because 6 - 1 > 0 + 1.
//! * k = 2 excludes τ from 1 to 6, because 11 - 4 > (τ - 1) + 1.
//! * k = 3 excludes τ = 7, because 16 - 9 > 5 + 1.
//!
//! So B wins. If `a` is 2, no k excludes τ = 7, and a search must decide.

use super::state::{AfterDefence, Lines, State, each};

/// A larger k excludes nothing more, because on boards up to 8x8 one more line adds at most 8 to
/// p(U), but at least 9 to k² and the right side together.
const MOST_LINES: usize = 5;

const LINES: usize = Lines::BITS as usize;

/// The least p(U) if there is no U.
const NONE: u32 = u32::MAX;

/// The least p(U), by k and by how many lines outside U have no own tree.
struct Least([[u32; LINES]; MOST_LINES + 1]);

impl Least {
    /// Visits each U of up to [`MOST_LINES`] lines that extends `size` lines by lines from index
    /// `from` upward.
    fn visit(
        &mut self,
        masks: &[(u64, u32)],
        from: usize,
        size: usize,
        trees: u64,
        without_own: u32,
    ) {
        for (index, &(mask, owns_none)) in masks.iter().enumerate().skip(from) {
            let (trees, without_own) = (trees | mask, without_own - owns_none);
            let least = &mut self.0[size + 1][without_own as usize];
            *least = (*least).min(trees.count_ones());
            if size + 1 < MOST_LINES {
                self.visit(masks, index + 1, size + 1, trees, without_own);
            }
        }
    }

    /// Returns by how much the best k fails to exclude τ.
    fn doubt(&self, tau: usize, series: usize, lines: usize) -> usize {
        let doubt_by = |k: usize| {
            let killed = tau + 1 - k;
            let by_own = self.0[k]
                .iter()
                .enumerate()
                .take(lines + 1)
                .filter(|(_, met)| **met != NONE);
            let excess = by_own.map(|(without_own, &met)| {
                (killed + series + killed.min(without_own) + k * k + 1).saturating_sub(met as usize)
            });
            excess.max().unwrap_or(0)
        };
        (1..=MOST_LINES.min(lines).min(tau + 1))
            .map(doubt_by)
            .min()
            .unwrap_or(0)
    }
}

impl State {
    /// Sums up by how much the criterion fails to exclude each τ. So 0 proves that B wins.
    ///
    /// A places `series` series before B's next turn.
    pub fn shortfall(&self, series: usize) -> usize {
        debug_assert!(self.trees.len() <= 64);
        let on = |line: Lines| {
            let met = self
                .trees
                .iter()
                .enumerate()
                .filter(move |(_, tree)| tree.lines & line != 0);
            met.fold(0, |mask, (index, _)| mask | 1_u64 << index)
        };
        let has_own = |line: Lines| self.trees.iter().any(|tree| tree.lines == line);
        let mut masks = [(0, 0); LINES];
        let mut lines = 0;
        for line in each(self.open) {
            masks[lines] = (on(line), u32::from(!has_own(line)));
            lines += 1;
        }
        let without_own = masks.iter().map(|(_, owns_none)| owns_none).sum();
        let mut least = Least([[NONE; LINES]; MOST_LINES + 1]);
        least.visit(&masks[..lines], 0, 0, 0, without_own);
        (0..lines).map(|tau| least.doubt(tau, series, lines)).sum()
    }
}

impl AfterDefence {
    /// Sums up how many open lines each tree meets, except unmarked single squares; for a double
    /// move, after B repeats the pair. A small sum makes a win likely.
    pub fn tangle(&self) -> u32 {
        let (AfterDefence::Plain(state)
        | AfterDefence::Double {
            repeated: state, ..
        }) = self;
        state
            .trees
            .iter()
            .filter(|tree| !tree.single)
            .map(|tree| tree.lines.count_ones())
            .sum()
    }

    /// Counts the open lines if A answers a double move (the greater of two counts), and if A does
    /// not.
    pub fn open_lines(&self) -> (u32, u32) {
        match self {
            AfterDefence::Plain(state) => (state.open.count_ones(), state.open.count_ones()),
            AfterDefence::Double {
                answered: [one, other],
                repeated,
            } => (
                one.open.count_ones().max(other.open.count_ones()),
                repeated.open.count_ones(),
            ),
        }
    }

    pub fn shortfall(&self) -> usize {
        match self {
            AfterDefence::Plain(state) => state.shortfall(1),
            AfterDefence::Double {
                answered: [one, other],
                repeated,
            } => one.shortfall(0) + other.shortfall(0) + repeated.shortfall(2),
        }
    }
}
