//! When the blocker wins by killing lines of least rank: a check that knows a few numbers and no position.
//!
//! The blocker B *kills* an open line L with c(L) >= n by a series on an independent set S of n of
//! its squares. He always kills a line of least rank. He *fails* if, after a series of the attacker
//! A, some open line has a rank below n. `docs/every-board/2-short-series.md` proves these bounds:
//!
//! * *Lemma 1.* k open rows and columns have a rank of at least k m - ⌊k²/4⌋ - a - β. Here a is the number of A's series,
//!   and β that of B's series without a square r(s) of their own.
//! * *Lemma 2.* Let B fail at L_0, and let L_1, L_2, ... be the lines that he killed before, the last one first. Just
//!   before L_(k-1) was killed, c(L_0) <= a_k and c(L_0 ∪ ... ∪ L_(k-1)) <= C_k, where a_1 = C_1 = n - 1. Each step back
//!   has a sign g, which is 1 if S lowered the rank of the lines killed later, and 0 if not:
//!   a_k = a_(k-1) + 1 + g; if g = 0, C_k = C_(k-1) + 1 + a_k; if g = 1, C_k = C_(k-1) + 2 + a_k - n.
//! * *A smart choice of S.* If L raises the rank of the union V of the other open lines, B takes an S that does so, too.
//!   If B fails with all other lines dead, then g = 1 tells C_k <= C_(k-1) + 2.
//!
//! A failure after τ more series of A would have some signs g_2, ..., g_(τ+1), such that both bounds agree for every k up
//! to τ + 1. So it is impossible if every sequence of signs has a k at which they contradict each other.
//!
//! Cost: of the sequences with the same number of signs 1, which have the same a_k, the one with the greatest C_k stands
//! for all. So one τ takes O(τ²) steps, and all of them O(N³).

/// What the criterion asks of a position with the blocker to move: all open lines are rows and columns, and each has a
/// square that is on no other open line.
///
/// ```
/// use gqt3::beyond::every_board::short_series::Standing;
/// // 9x9 and n = 3: two rows and two columns are dead after three series of the attacker.
/// let standing = Standing { side: 9, pieces: 3, open: 14, placed: 3, excepted: 0 };
/// assert!(standing.is_won());
/// // On 5x5 the blocker could fail at once.
/// assert_eq!(Standing { side: 5, open: 6, ..standing }.failures().next(), Some(0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The side m of the board.
    pub side: usize,
    /// The pieces n of a series, 2 at least.
    pub pieces: usize,
    /// How many lines are open (N).
    pub open: usize,
    /// How many series the attacker has placed (a).
    pub placed: usize,
    /// How many series of the blocker have no square r(s) of their own on dead lines (β).
    pub excepted: usize,
}

impl Standing {
    /// After how many more series of the attacker (τ) the blocker could fail; none if the criterion excludes all. Here 0
    /// means that a line has a rank below n already.
    pub fn failures(self) -> impl Iterator<Item = usize> {
        (0..self.open).filter(move |&series| self.may_fail_after(series))
    }

    /// Whether the blocker kills all lines, if he kills one of least rank each turn and chooses S well.
    pub fn is_won(self) -> bool {
        self.failures().next().is_none()
    }

    /// Whether some sequence of signs agrees with a failure after so many more series of the attacker.
    fn may_fail_after(self, series: usize) -> bool {
        // By the number of signs 1: the greatest C_k of the sequences that nothing contradicts.
        let mut greatest = vec![Some(self.pieces.saturating_sub(1))];
        for lines in 1..=series + 1 {
            if lines > 1 {
                greatest = self.step_back(&greatest, lines, series + 1 == self.open);
            }
            let least = self.least_rank(lines, series + 1 - lines);
            greatest
                .iter_mut()
                .for_each(|rank| *rank = rank.filter(|rank| *rank >= least));
        }
        greatest.iter().any(Option::is_some)
    }

    /// Lemma 1: the rank of so many open rows and columns when so many more series have been placed by the attacker.
    fn least_rank(self, lines: usize, series: usize) -> usize {
        (lines * self.side).saturating_sub(lines * lines / 4 + self.placed + series + self.excepted)
    }

    /// Lemma 2: from C_(k-1) to C_k, where k is `lines`; `all` says that the chain has all open lines.
    fn step_back(self, before: &[Option<usize>], lines: usize, all: bool) -> Vec<Option<usize>> {
        // With so many signs 1 among the first k.
        let of_one_line = |ones: usize| self.pieces.saturating_sub(1) + lines - 1 + ones;
        let mut greatest = vec![None; before.len() + 1];
        for (ones, rank) in before
            .iter()
            .enumerate()
            .filter_map(|(ones, rank)| Some((ones, (*rank)?)))
        {
            let unchanged = rank + 1 + of_one_line(ones);
            let lowered = rank + 2 + if all { 0 } else { lines + ones - 1 };
            greatest[ones] = greatest[ones].max(Some(unchanged));
            greatest[ones + 1] = greatest[ones + 1].max(Some(lowered));
        }
        greatest
    }
}
