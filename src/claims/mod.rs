//! The ledger: every quantitative claim of the paper (Kumar, Ang, Huang, "Generalized Quantum Tic-Tac-Toe"),
//! from abstract to appendix, beside what this library computes.
//!
//! The paper's values stand here and in the tests, nowhere else; no computation reads them. [`Evidence`] is
//! computed first, without them; then each claim gets its verdict by comparison:
//!
//! * `match`: the values are equal, or the statement holds in everything computed;
//! * `match-rounded`: the computed value, rounded as the paper rounds, is what it prints;
//! * `differs`: it is not;
//! * `corrected`: a general statement is false, or its argument has a gap; a counterexample and a true statement
//!   are given;
//! * `unchecked`: nothing here decides it; such a claim counts neither as a match nor as a difference.
//!
//! A claim that is recorded as not reproduced is *known*. [`Claim::is_unexpected`] tells a known difference from
//! a new one, and also notices when a known difference is no longer there.
//!
//! The paper's running times ("15 seconds", "under an hour", "a year") are no rows of the ledger, for they depend on
//! the machine: [`running_times`] puts them beside those of this run.

mod certified;
mod equilibria;
mod evidence;
mod game;
mod ledger;
mod perfect_play;
mod random;
mod random_games;
mod sizes;
mod strongly_solved;
mod theorems;
mod theory;
mod times;

pub use certified::certified;
pub use equilibria::{SolvedGame, with_first_moves};
pub use evidence::{Error, Evidence, Times};
pub use ledger::ledger;
pub use random_games::{FirstLine, LISTED_SIDE, RandomGames};
pub use strongly_solved::SolvedPositions;
pub use theorems::{Reach, Theorems};
pub use theory::theorem_claims;
pub use times::{RunningTime, running_times};

use std::fmt;

/// How a claim fares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Equal, or true in everything computed.
    Match,
    /// Equal after rounding as the paper does.
    MatchRounded,
    /// Not equal.
    Differs,
    /// A general statement that is false, or an argument with a gap, with the true one given.
    Corrected,
    /// Nothing here decides it.
    Unchecked,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: &'static [Verdict] =
        &[Verdict::Match, Verdict::MatchRounded, Verdict::Differs, Verdict::Corrected, Verdict::Unchecked];

    /// Its name in result files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Match => "match",
            Verdict::MatchRounded => "match-rounded",
            Verdict::Differs => "differs",
            Verdict::Corrected => "corrected",
            Verdict::Unchecked => "unchecked",
        }
    }

    /// Whether the paper's value or statement came out.
    #[must_use]
    pub const fn is_match(self) -> bool {
        matches!(self, Verdict::Match | Verdict::MatchRounded)
    }

    /// Whether something else came out. A claim that nothing decides is neither a match nor a difference.
    #[must_use]
    pub const fn is_difference(self) -> bool {
        matches!(self, Verdict::Differs | Verdict::Corrected)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What was found before about a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Record {
    /// It comes out.
    Reproduced,
    /// It does not, and that is known.
    KnownDifference,
    /// Nothing decided it.
    Undecided,
}

/// One claim of the paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Where it stands in the paper.
    pub section: &'static str,
    /// What is claimed.
    pub claim: String,
    /// The paper's value or statement.
    pub paper: String,
    /// What was computed.
    pub computed: String,
    /// How the two compare.
    pub verdict: Verdict,
    /// How it was computed.
    pub method: String,
    /// What was found before.
    pub record: Record,
}

impl Claim {
    /// Whether the verdict is another than the one recorded: a difference that nobody knows of, or a known one
    /// that has gone.
    #[must_use]
    pub fn is_unexpected(&self) -> bool {
        !match self.record {
            Record::Reproduced => self.verdict.is_match(),
            Record::KnownDifference => self.verdict.is_difference(),
            Record::Undecided => self.verdict == Verdict::Unchecked,
        }
    }
}
