//! The criterion of `docs/every-board/2-short-series.md` in the game of trees: whether B wins by killing lines of least c.
//!
//! Let p(U) be the number of trees that meet a set U of k open lines, and say that a line has an own tree if some tree
//! meets no other open line. Suppose that A places a series before B's turn, that B then kills lines of least c, and fails
//! after τ more series of A. Lemmas 1 and 2 of the page say that for each k up to τ + 1 some U has
//!
//! ```text
//! (τ - k + 1) + a + β >= p(U) - k²
//! ```
//!
//! Here β counts the lines that B has killed before the last k - 1 without an own tree. There are at most τ - k + 1 of
//! them, and none is in U, so β is at most the number of lines outside U without an own tree. (The page takes the least
//! p(U) and the greatest β apart.) For τ = 0 and k = 1 this says that some c is at most 1 + a.

use super::state::{Left, Lines, State, each};

/// The largest k. On boards to 8x8 larger ones refute nothing that smaller ones do not.
const MOST_LINES: usize = 5;

/// More open lines than boards have.
const LINES: usize = Lines::BITS as usize;

/// No set of lines.
const NONE: u32 = u32::MAX;

/// By k and by the number of lines outside without an own tree: the least number of trees that meet k lines.
struct Least([[u32; LINES]; MOST_LINES + 1]);

impl Least {
    /// Visits all sets that add lines from a place on to some lines, which meet the trees of a mask.
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

    /// By how much the inequality fails to refute that B fails after τ series of A; 0 if it does refute that.
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
    /// How many numbers τ the criterion does not refute, if A places so many series before B's next turn and B kills lines
    /// from then on; 0 proves that B wins.
    pub fn doubts(&self, series: usize) -> usize {
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

impl Left {
    /// How many open lines meet trees of more than one square, counted once for each tree, if B repeats its pair. Of double
    /// moves those with a small number are likely to win.
    pub fn tangle(&self) -> u32 {
        let (Left::Plain(state)
        | Left::Double {
            repeated: state, ..
        }) = self;
        state
            .trees
            .iter()
            .filter(|tree| !tree.single)
            .map(|tree| tree.lines.count_ones())
            .sum()
    }

    /// How many lines are open if A answers a double move, and how many if A does not. Those of a kill count for both.
    pub fn open_lines(&self) -> (u32, u32) {
        match self {
            Left::Plain(state) => (state.open.count_ones(), state.open.count_ones()),
            Left::Double {
                answered: [one, other],
                repeated,
            } => (
                one.open.count_ones().max(other.open.count_ones()),
                repeated.open.count_ones(),
            ),
        }
    }

    /// As [`State::doubts`]. If A does not answer a double move, it has two series before B's turn after the next.
    pub fn doubts(&self) -> usize {
        match self {
            Left::Plain(state) => state.doubts(1),
            Left::Double {
                answered: [one, other],
                repeated,
            } => one.doubts(0) + other.doubts(0) + repeated.doubts(2),
        }
    }
}
