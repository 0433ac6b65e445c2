//! The ledger: every quantitative claim of the paper (Kumar, Ang, Huang, "Generalized Quantum Tic-Tac-Toe"),
//! from abstract to appendix, beside what this library computes.
//!
//! The paper's values stand here and in the tests, nowhere else; no computation reads them. [`Evidence`] is
//! computed first, without them; then each claim gets its verdict by comparison:
//!
//! * `match`: the values are equal, or the statement holds in everything computed;
//! * `match-rounded`: the computed value, rounded as the paper rounds, is what it prints;
//! * `differs`: it is not;
//! * `corrected`: a general statement is false; the smallest counterexample and a true statement are given.
//!
//! A claim that is recorded as not reproduced is *known*. [`Claim::is_unexpected`] tells a known difference from
//! a new one, and also notices when a known difference is no longer there.
//!
//! The paper's running times ("15 seconds", "under an hour", "a year") are not in the ledger: they depend on the
//! machine.

mod certified;
mod equilibria;
mod evidence;
mod ledger;
mod random;
mod random_games;
mod sizes;
mod theorems;
mod theory;

pub use certified::certified;
pub use equilibria::{SolvedGame, with_first_moves};
pub use evidence::{Error, Evidence};
pub use ledger::ledger;
pub use random_games::{FirstLine, LISTED_SIDE, RandomGames};
pub use theorems::{Reach, Theorems};
pub use theory::theorem_claims;

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
    /// A general statement that is false, with the true one given.
    Corrected,
}

impl Verdict {
    /// Its name in result files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Match => "match",
            Verdict::MatchRounded => "match-rounded",
            Verdict::Differs => "differs",
            Verdict::Corrected => "corrected",
        }
    }

    /// Whether the paper's value or statement came out.
    #[must_use]
    pub const fn is_match(self) -> bool {
        matches!(self, Verdict::Match | Verdict::MatchRounded)
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
        self.verdict.is_match() != (self.record == Record::Reproduced)
    }
}
