//! The claims in the order of the paper, and how a claim gets its verdict. The sections have files of their own.

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;

use super::perfect_play::{complexity, perfect_play_claims, strongly_solved_claim};
use super::random::{independence, random_play_claims, table_2_claims};
use super::sizes::{general_bound_claims, linear_lower_bound, table_1_claims, tree_size_claims};
use super::theory::{of_section, theorem_claims};
use super::{Claim, Evidence, Record, Verdict};
use crate::number::{decimal, group_digits};
use crate::rules::{Margin, Variant};

/// Every claim with its verdict, in the order of the paper.
#[must_use]
pub fn ledger(evidence: &Evidence) -> Vec<Claim> {
    let mut claims = Vec::new();
    let theorems = theorem_claims(&evidence.theorems);
    let theorems_of = |section| of_section(&theorems, section);
    claims.extend(theorems_of("abstract"));
    claims.extend(abstract_claims(evidence));
    claims.extend(["2", "3", "4", "5", "6"].into_iter().flat_map(theorems_of));
    claims.extend(tree_size_claims(evidence));
    claims.extend(general_bound_claims(evidence));
    claims.extend(table_1_claims(evidence));
    claims.extend(theorems_of("7"));
    claims.extend(random_play_claims(evidence));
    claims.extend(table_2_claims(evidence));
    claims.extend(perfect_play_claims(evidence));
    claims.push(strongly_solved_claim(evidence));
    claims.extend([linear_lower_bound(evidence), independence(evidence), complexity()]);
    claims.extend(["A", "B"].into_iter().flat_map(theorems_of));
    claims
}

/// A claim whose verdict is still to be set.
pub(super) fn claim(
    section: &'static str,
    claim: &str,
    paper: &str,
    computed: String,
    method: &str,
) -> Claim {
    Claim {
        section,
        claim: claim.to_owned(),
        paper: paper.to_owned(),
        computed,
        verdict: Verdict::Differs,
        method: method.to_owned(),
        record: Record::Reproduced,
    }
}

impl Claim {
    /// Equal as written.
    pub(super) fn exact(mut self) -> Claim {
        self.verdict = if self.paper == self.computed { Verdict::Match } else { Verdict::Differs };
        self
    }

    /// `rounded` is the computed value as the paper would print it.
    pub(super) fn rounded(mut self, rounded: &str) -> Claim {
        self.verdict = if self.paper == self.computed {
            Verdict::Match
        } else if self.paper == rounded {
            Verdict::MatchRounded
        } else {
            Verdict::Differs
        };
        self
    }

    /// The statement holds, or the value differs.
    pub(super) fn holds(mut self, holds: bool) -> Claim {
        self.verdict = if holds { Verdict::Match } else { Verdict::Differs };
        self
    }

    /// A value that is known to differ.
    pub(super) fn known(mut self) -> Claim {
        self.record = Record::KnownDifference;
        self
    }

    /// A statement that is known to be false or to have a gap. Should it hold after all, or should what is given in
    /// its place not hold, the verdict is unexpected.
    pub(super) fn corrected(mut self, statement_holds: bool, correction_holds: bool) -> Claim {
        (self.verdict, self.record) = match (statement_holds, correction_holds) {
            (true, _) => (Verdict::Match, Record::KnownDifference),
            (false, true) => (Verdict::Corrected, Record::KnownDifference),
            (false, false) => (Verdict::Differs, Record::Reproduced),
        };
        self
    }

    /// A statement that nothing here decides.
    pub(super) fn unchecked(mut self) -> Claim {
        (self.verdict, self.record) = (Verdict::Unchecked, Record::Undecided);
        self
    }
}

pub(super) fn grouped(count: &BigUint) -> String {
    group_digits(&count.to_string())
}

/// The value proven for a variant of the standard game, as the paper writes points: `0.5`, `2`.
pub(super) fn value(evidence: &Evidence, variant: Variant) -> String {
    let solution = evidence.standard(variant);
    match solution.value() {
        Some(value) => points(value),
        None => format!("{}..{}", points(solution.interval.lower), points(solution.interval.upper)),
    }
}

pub(super) fn points(margin: Margin) -> String {
    let ratio = margin.to_ratio();
    let tenths = decimal(&BigRational::new((*ratio.numer()).into(), (*ratio.denom()).into()), 1);
    tenths.trim_end_matches(".0").to_owned()
}

/// T(9, 2).
pub(super) fn standard_games(evidence: &Evidence) -> &BigUint {
    &evidence.table_1[evidence.table_1.len() - 1].games
}

/// A count rounded to a multiple of `unit`, halves up, in units.
pub(super) fn in_units(count: &BigUint, unit: u64) -> BigUint {
    (count + BigUint::from(unit / 2)).div_floor(&BigUint::from(unit))
}

pub(super) const SOLVER: &str = "threshold search, exact keys";
pub(super) const FIXED_ENDGAME: &str = "fixed endgame";

fn abstract_claims(evidence: &Evidence) -> Vec<Claim> {
    let games = standard_games(evidence);
    let expected = evidence.random.enumerated[2].expected_margin();
    let draws = [Variant::Offset, Variant::Player2Collapses].map(|variant| value(evidence, variant));
    let hundred_thousands = format!("{} thousand", in_units(&evidence.ordinary_games, 100_000) * 100_u32);
    vec![
        claim("abstract", "possible games of QT3", "more than 18 trillion", grouped(games), FIXED_ENDGAME)
            .holds(*games > BigUint::from(18_000_000_000_000_u64)),
        claim(
            "abstract",
            "possible games of tic-tac-toe",
            "300 thousand",
            grouped(&evidence.ordinary_games),
            "every game played",
        )
        .rounded(&hundred_thousands),
        claim(
            "abstract",
            "expected margin of random play, 3x3",
            "0.452",
            expected.to_string(),
            "all 9! endgames",
        )
        .rounded(&decimal(&expected, 3)),
        claim("abstract", "equilibrium of QT3", "0.5", value(evidence, Variant::Paper), SOLVER).exact(),
        claim("abstract", "minor variations make the equilibrium a draw", "0", draws.join(", "), SOLVER)
            .holds(draws.iter().all(|draw| draw == "0")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_counts_as_known_only_while_it_holds() {
        let corrected = |statement, correction| {
            let claim = claim("1", "a statement", "always", String::new(), "a check");
            claim.corrected(statement, correction)
        };
        assert_eq!(corrected(false, true).verdict, Verdict::Corrected);
        assert!(!corrected(false, true).is_unexpected());
        // What the paper says holds after all; what is said in its place does not.
        assert!(corrected(true, true).is_unexpected());
        assert!(corrected(false, false).is_unexpected());
        let undecided = claim("1", "a statement", "always", String::new(), "none").unchecked();
        assert!(!undecided.is_unexpected());
    }
}
