//! A claim of the paper, and how it gets its verdict.

use std::fmt;

/// How a claim fares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// The values are equal, or the statement holds in everything computed.
    Match,
    /// The computed value, rounded as the paper rounds, is what it prints.
    MatchRounded,
    /// It is not.
    Differs,
    /// A general statement is false, or its argument has a gap; a counterexample and a true statement are given.
    Corrected,
    /// Nothing here decides it; such a claim counts neither as a match nor as a difference.
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

    /// Whether something else came out.
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

/// What is known of a claim from before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// It comes out.
    Reproduced,
    /// It does not.
    Difference,
    /// Nothing decides it.
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
    /// What is known from before.
    pub expectation: Expectation,
}

impl Claim {
    /// Whether the verdict is another than the expected one: a difference that nobody knows of, or a known one that has
    /// gone.
    #[must_use]
    pub fn is_unexpected(&self) -> bool {
        !match self.expectation {
            Expectation::Reproduced => self.verdict.is_match(),
            Expectation::Difference => self.verdict.is_difference(),
            Expectation::Undecided => self.verdict == Verdict::Unchecked,
        }
    }

    /// If the two are not equal as written: a match after rounding if the paper has the computed value as `rounded`.
    pub(super) fn rounded(mut self, rounded: &str) -> Claim {
        if self.verdict == Verdict::Differs && self.paper == rounded {
            self.verdict = Verdict::MatchRounded;
        }
        self
    }

    /// The statement holds, or the value differs.
    pub(super) fn holds(mut self, holds: bool) -> Claim {
        self.verdict = if holds { Verdict::Match } else { Verdict::Differs };
        self
    }

    /// A value that is known to differ.
    pub(super) fn known_to_differ(mut self) -> Claim {
        self.expectation = Expectation::Difference;
        self
    }

    /// A statement that is known to be false or to have a gap. Should it hold after all, or should what is given in
    /// its place not hold, the verdict is unexpected.
    pub(super) fn corrected(mut self, statement_holds: bool, correction_holds: bool) -> Claim {
        (self.verdict, self.expectation) = match (statement_holds, correction_holds) {
            (true, _) => (Verdict::Match, Expectation::Difference),
            (false, true) => (Verdict::Corrected, Expectation::Difference),
            (false, false) => (Verdict::Differs, Expectation::Reproduced),
        };
        self
    }

    /// A statement that nothing here decides.
    pub(super) fn unchecked(mut self) -> Claim {
        (self.verdict, self.expectation) = (Verdict::Unchecked, Expectation::Undecided);
        self
    }
}

/// A claim of the paper that is expected to come out: a match if what is computed is what the paper has, as written.
/// The ledger adds the section.
pub(super) fn claim(
    claim: impl Into<String>,
    paper: &str,
    computed: impl Into<String>,
    method: impl Into<String>,
) -> Claim {
    let claim = Claim {
        section: "",
        claim: claim.into(),
        paper: paper.to_owned(),
        computed: computed.into(),
        verdict: Verdict::Differs,
        method: method.into(),
        expectation: Expectation::Reproduced,
    };
    let equal = claim.paper == claim.computed;
    claim.holds(equal)
}

/// A statement of the paper that is checked: it holds in everything computed, unless a failure is told.
pub(super) fn statement(
    what: &str,
    paper: &str,
    failure: Option<impl ToString>,
    method: impl Into<String>,
) -> Claim {
    let computed = failure.map_or_else(|| paper.to_owned(), |failure| failure.to_string());
    claim(what, paper, computed, method)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_counts_as_known_only_while_it_holds() {
        let corrected = |statement, correction| claim("", "always", "", "").corrected(statement, correction);
        assert_eq!(corrected(false, true).verdict, Verdict::Corrected);
        assert!(!corrected(false, true).is_unexpected());
        // What the paper says holds after all; what is said in its place does not.
        assert!(corrected(true, true).is_unexpected());
        assert!(corrected(false, false).is_unexpected());
        assert!(!claim("", "always", "", "").unchecked().is_unexpected());
    }
}
