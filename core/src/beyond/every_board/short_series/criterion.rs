//! A criterion for the blocker to win by killing a line of least rank each turn.
//!
//! The blocker B *kills* an open line L of rank c(L) >= n by placing a series on an independent set
//! S of n of L's squares (`docs/beyond/every-board/1-rank.md`). B *fails* if some open line has a
//! rank below n after a series of the attacker A. A bound on ranks from below and one from above
//! can exclude this:
//!
//! * *From below (Lemma 1 of that page).* The union of k open rows and columns has a rank of at
//!   least k m - ⌊k²/4⌋ - a - β after `a` series of A. Each series of B should have a square r of
//!   its own that is on no open line, and β counts the series that have none.
//! * *From above (Lemmas 2 and 7 of `2-short-series.md`).* Let B fail at L_0 after killing ...,
//!   L_2, L_1 in this order. At the failure, c(L_0) <= λ_1 = Γ_1 = n - 1. Just before L_(k-1) was
//!   killed, c(L_0) <= λ_k and c(L_0 ∪ ... ∪ L_(k-1)) <= Γ_k. The step from k - 1 to k has a sign
//!   σ, which is 1 if the set S that killed L_(k-1) lowered the rank of L_0 ∪ ... ∪ L_(k-2), and
//!   else 0. Then λ_k = λ_(k-1) + 1 + σ. If σ = 0, Γ_k = Γ_(k-1) + 1 + λ_k. If σ = 1,
//!   Γ_k = Γ_(k-1) + 2 + λ_k - n.
//!
//! *A smart choice of S* lowers Γ_k. If adding L to the union of the other open lines raises the
//! rank, B takes an S that does so, too. So if B fails at the last open line, Γ_k may be
//! Γ_(k-1) + 2 for σ = 1.
//!
//! B can fail after τ more series of A only if for some sequence of signs the bound from below is
//! at most Γ_k at every k up to τ + 1. Sequences with equally many signs 1 have equal λ_k, so only
//! the greatest Γ_k among them matters.

/// A position with the blocker to move, as far as the criterion needs it.
///
/// All open lines must be rows and columns, each with a square that is on no other open line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The side m of the board.
    pub side: usize,
    /// The pieces n of a series, at least 2.
    pub pieces: usize,
    /// The open lines.
    pub open: usize,
    /// The series that the attacker has placed (a). Those that have a square r may be left out.
    pub placed: usize,
    /// The blocker's series that have no square r (β).
    pub excepted: usize,
}

impl Standing {
    /// Returns each τ for which the blocker could fail after τ more series of the attacker.
    ///
    /// 0 means that some open line may have a rank below n already.
    pub fn failures(self) -> impl Iterator<Item = usize> {
        (0..self.open).filter(move |&series| self.may_fail_after(series))
    }

    /// Returns `true` if the criterion proves that the blocker kills all lines.
    pub fn is_won(self) -> bool {
        self.failures().next().is_none()
    }

    fn may_fail_after(self, series: usize) -> bool {
        // The greatest Γ_k of the sequences that are still possible, by how many signs are 1.
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

    /// Returns the bound from below after `series` more of the attacker's series.
    fn least_rank(self, lines: usize, series: usize) -> usize {
        (lines * self.side).saturating_sub(lines * lines / 4 + self.placed + series + self.excepted)
    }

    /// Steps from Γ_(k-1) to Γ_k for k = `lines`. If `all`, B fails at the last open line.
    fn step_back(self, before: &[Option<usize>], lines: usize, all: bool) -> Vec<Option<usize>> {
        // λ_k, if `ones` signs up to k are 1.
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
