//! A criterion for the blocker to win by killing lines of least rank.
//!
//! It uses a few numbers and no position. The blocker B *kills* an open line L with c(L) >= n by a
//! series on an independent set S of n of its squares, see `docs/beyond/every-board/1-rank.md`. He
//! always kills a line of least rank, and *fails* if some open line has a rank below n after a
//! series of the attacker A. `docs/beyond/every-board/2-short-series.md` proves two bounds (Lemmas
//! 1 to 3) and sharpens them (Lemma 7):
//!
//! * *Lemma 1.* k open rows and columns have a rank of at least k m - ⌊k²/4⌋ - a - β. Here a is the
//!   number of A's series, and β is the number of B's series without a square r on no open line.
//! * *Lemma 2, with the signs of Lemma 7.* Let B fail at L_0, and let L_1, L_2, ... be the lines
//!   that he killed before, the last one first. Just before L_(k-1) was killed, c(L_0) <= λ_k and
//!   c(L_0 ∪ ... ∪ L_(k-1)) <= Γ_k, where λ_1 = Γ_1 = n - 1. Each step back has a sign σ, which is
//!   1 if S lowered the rank of the lines killed later, and 0 if not. Then λ_k = λ_(k-1) + 1 + σ.
//!   If σ = 0, Γ_k = Γ_(k-1) + 1 + λ_k. If σ = 1, Γ_k = Γ_(k-1) + 2 + λ_k - n.
//! * *A smart choice of S.* If L raises the rank of the union V of the other open lines, B takes an
//!   S that also does so. If B fails with all other lines dead, then Γ_k may be Γ_(k-1) + 2 for
//!   σ = 1.
//!
//! A failure after τ more series of A would have some sequence of τ signs for which both bounds are
//! compatible at every k up to τ + 1. So it is impossible if every sequence of signs has a k at
//! which they contradict each other.
//!
//! # Cost
//! Sequences with equal numbers of signs 1 have equal λ_k, so the one with the greatest Γ_k
//! represents them all. So one τ takes O(τ²) steps, and all of them O(N³).

/// The numbers that the criterion uses of a position with the blocker to move.
///
/// All open lines are rows and columns, and each has a square that is on no other open line.
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
    /// The pieces n of a series, at least 2.
    pub pieces: usize,
    /// The number of open lines (N).
    pub open: usize,
    /// The number of series that the attacker has placed (a).
    pub placed: usize,
    /// The number of the blocker's series without a square r on no open line (β).
    pub excepted: usize,
}

impl Standing {
    /// Returns the numbers τ of further attacker series after which the blocker could fail.
    ///
    /// There are none if the criterion excludes all failures. The number 0 means that some line may
    /// have a rank below n already.
    pub fn failures(self) -> impl Iterator<Item = usize> {
        (0..self.open).filter(move |&series| self.may_fail_after(series))
    }

    /// Returns `true` if the criterion proves that the blocker kills all lines.
    ///
    /// He kills a line of least rank each turn and chooses S well.
    pub fn is_won(self) -> bool {
        self.failures().next().is_none()
    }

    /// Returns `true` if some sequence of signs allows a failure after `series` more attacker
    /// series.
    fn may_fail_after(self, series: usize) -> bool {
        // The greatest Γ_k of the sequences without a contradiction, indexed by the number of signs
        // 1.
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

    /// Returns the bound of Lemma 1 on the rank of `lines` open rows and columns.
    ///
    /// The attacker has placed `series` more series.
    fn least_rank(self, lines: usize, series: usize) -> usize {
        (lines * self.side).saturating_sub(lines * lines / 4 + self.placed + series + self.excepted)
    }

    /// Steps from Γ_(k-1) to Γ_k by Lemma 7, where k is `lines`.
    ///
    /// `all` is `true` if the chain has all open lines.
    fn step_back(self, before: &[Option<usize>], lines: usize, all: bool) -> Vec<Option<usize>> {
        // λ_k, if `ones` of the signs up to k are 1.
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
