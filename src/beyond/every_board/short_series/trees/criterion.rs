//! The criterion for B to win the game of trees by kills of least c.
//!
//! This is Lemma 6 of `docs/beyond/every-board/2-short-series.md`. Let p(U) be the number of trees
//! that meet a set U of k open lines. A line has an own tree if some tree meets no other open line.
//! Let A place `a` series before B's next turn, and let B always kill a line of least c. If B fails
//! after τ more series of A, then for every k up to τ + 1 there are k open lines U with
//!
//! ```text
//! (τ - k + 1) + a + β >= p(U) - k²
//! ```
//!
//! So B is safe for this τ if one such k has no such U.
//!
//! Here β counts the lines without an own tree that B has killed before the last k - 1 lines. There
//! are at most τ - k + 1 of them, and none is in U. So β is at most the number of lines outside U
//! without an own tree. The lemma takes the least p(U) and the greatest β separately, so it is
//! weaker. For τ = 0 and k = 1 this means that some c is at most 1 + a.

use super::state::{AfterDefence, Lines, State, each};

/// The largest k.
///
/// On boards up to 8x8 a larger k refutes nothing more.
const MOST_LINES: usize = 5;

const LINES: usize = Lines::BITS as usize;

/// The number of trees if no set of lines was visited.
const NONE: u32 = u32::MAX;

/// The least number of trees that meet k lines.
///
/// Indexed by k and by the number of lines outside without an own tree.
struct Least([[u32; LINES]; MOST_LINES + 1]);

impl Least {
    /// Visits all sets that extend some lines by lines from a place on.
    ///
    /// The lines so far meet the trees of the mask `trees`.
    fn visit(
        &mut self,
        masks: &[(u64, u32)],
        from: usize,
        size: usize,
        trees: u64,
        without_own: u32,
    ) {
        for (place, &(mask, owns_none)) in masks.iter().enumerate().skip(from) {
            let (trees, without_own) = (trees | mask, without_own - owns_none);
            let least = &mut self.0[size + 1][without_own as usize];
            *least = (*least).min(trees.count_ones());
            if size + 1 < MOST_LINES {
                self.visit(masks, place + 1, size + 1, trees, without_own);
            }
        }
    }

    /// Returns the amount by which the inequality fails to refute a failure after τ series.
    ///
    /// It is the least over all k, and 0 if some k refutes the failure.
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
    /// Sums the amounts by which the criterion fails to refute failures after each τ.
    ///
    /// A sum of 0 proves that B wins. A places `series` series before B's next turn, and B kills
    /// lines from then on.
    pub fn shortfall(&self, series: usize) -> usize {
        debug_assert!(self.trees.len() <= 64);
        let on = |line: Lines| {
            let met = self
                .trees
                .iter()
                .enumerate()
                .filter(move |(_, tree)| tree.lines & line != 0);
            met.fold(0, |mask, (place, _)| mask | 1_u64 << place)
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
    /// Sums the open lines of each tree that is not a single square.
    ///
    /// The trees of a double move are the trees after B repeats its pair. Double moves with a small
    /// sum are likely to win.
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

    /// Counts the open lines if A answers a double move, and if A does not.
    ///
    /// For a kill, both counts are equal.
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

    /// Returns the sum of [`State::shortfall`] over the positions that may follow.
    ///
    /// If A does not answer a double move, it has two series before B's turn after the next.
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
