//! Compares the paper's claims with the findings.
//!
//! `claims.csv` has a line for each claim, with the paper's text and the expected verdict. Lines
//! with the verdict `time` are running times ([`super::times`]).

use std::collections::BTreeMap;
use std::fmt;

use super::claims;
use super::context::Context;
use super::error::LedgerError;
use super::finding::{Finding, Wording};
use gqt3::engine::rules::Variant;
use gqt3::perfect_play::SolvedGame;

/// Used only here and for the running times, so that no computation reads the paper's values.
const DATA: &str = include_str!("claims.csv");

const TIME: &str = "time";

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    Match,
    /// The values are equal after the computed value is rounded as the paper rounds.
    MatchRounded,
    /// A general statement is proved, or has no counterexample in a range. [`Claim::method`] says
    /// which.
    Holds,
    /// The values are not equal, or the statement is false and no true one replaces it.
    Differs,
    /// The statement is false, and the computed text, which replaces it, is true.
    Corrected,
    /// The statement is true as it is meant, but not as it is written.
    Wording,
    /// Nothing here decides the claim.
    Unchecked,
}

impl Verdict {
    pub const ALL: &'static [Verdict] = &[
        Verdict::Match,
        Verdict::MatchRounded,
        Verdict::Holds,
        Verdict::Differs,
        Verdict::Corrected,
        Verdict::Wording,
        Verdict::Unchecked,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Match => "match",
            Verdict::MatchRounded => "match-rounded",
            Verdict::Holds => "holds",
            Verdict::Differs => "differs",
            Verdict::Corrected => "corrected",
            Verdict::Wording => "wording",
            Verdict::Unchecked => "unchecked",
        }
    }

    pub const fn is_match(self) -> bool {
        matches!(self, Verdict::Match | Verdict::MatchRounded)
    }

    pub const fn is_difference(self) -> bool {
        matches!(self, Verdict::Differs | Verdict::Corrected)
    }

    fn of(paper: &str, finding: &Finding) -> Verdict {
        match &finding.wording {
            Wording::Any => Verdict::Unchecked,
            Wording::Words(words) if words == paper => Verdict::Match,
            Wording::Computed | Wording::Rounded(_) if finding.computed == paper => Verdict::Match,
            Wording::Rounded(rounded) if rounded == paper => Verdict::MatchRounded,
            Wording::Statement(statement) if statement == paper => Verdict::Holds,
            Wording::Replaced(statement) if statement == paper => Verdict::Corrected,
            Wording::Meant(statement) if statement == paper => Verdict::Wording,
            _ => Verdict::Differs,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    pub id: String,
    pub section: String,
    pub claim: String,
    pub paper: String,
    pub computed: String,
    pub verdict: Verdict,
    pub method: String,
    pub expected: Verdict,
    /// The rank, from 1 for the weightiest, of a claim that should not match or hold; `usize::MAX`
    /// for others.
    pub rank: usize,
    /// What is wrong or unchecked, in a line; like the explanation, empty if the claim should match
    /// or hold.
    pub summary: String,
    pub explanation: String,
    /// Commands that prove an expected [`Verdict::Differs`], otherwise empty.
    pub proof: Vec<String>,
}

impl Claim {
    pub fn is_unexpected(&self) -> bool {
        self.verdict != self.expected
    }
}

pub(super) struct Line<'a>(BTreeMap<&'a str, String>);

impl Line<'_> {
    pub(super) fn get(&self, column: &str) -> &str {
        self.0.get(column).map_or("", String::as_str)
    }

    pub(super) fn is_time(&self) -> bool {
        self.get("expectation") == TIME
    }

    fn with(&self, finding: Finding) -> Result<Claim, LedgerError> {
        let text = |column| self.get(column).to_owned();
        let known = Verdict::ALL
            .iter()
            .find(|verdict| verdict.name() == self.get("expectation"));
        let unknown =
            || LedgerError::Failed(format!("claims.csv: {} expects no verdict", self.get("id")));
        Ok(Claim {
            verdict: Verdict::of(self.get("paper"), &finding),
            expected: *known.ok_or_else(unknown)?,
            computed: finding.computed,
            method: finding.method,
            id: text("id"),
            section: text("section"),
            claim: text("claim"),
            paper: text("paper"),
            rank: self.get("rank").parse().unwrap_or(usize::MAX),
            summary: text("summary"),
            explanation: text("explanation"),
            proof: self
                .get("proof")
                .split("; ")
                .filter(|it| !it.is_empty())
                .map(str::to_owned)
                .collect(),
        })
    }
}

pub(super) fn lines() -> Result<Vec<Line<'static>>, LedgerError> {
    read(DATA)
}

fn read(data: &str) -> Result<Vec<Line<'_>>, LedgerError> {
    let columns: Vec<&str> = data.lines().next().unwrap_or_default().split(',').collect();
    let mut rows = csv::Reader::from_reader(data.as_bytes());
    let rows = rows.records().map(|row| {
        let row = row.map_err(|error| LedgerError::Failed(format!("claims.csv: {error}")))?;
        Ok(Line(
            columns
                .iter()
                .copied()
                .zip(row.iter().map(str::to_owned))
                .collect(),
        ))
    });
    rows.collect()
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatedEquilibrium {
    /// The value as section 8 states it: `0.5`, `player 1 wins`.
    pub text: String,
    pub agrees: bool,
}

/// Looks up the value that section 8 states for this variant of the standard game, if any.
///
/// # Errors
/// Fails if `claims.csv` cannot be parsed.
pub fn stated_equilibrium(
    variant: Variant,
    solved: &SolvedGame,
) -> Result<Option<StatedEquilibrium>, LedgerError> {
    let finding = claims::section8::equilibrium(variant, solved);
    let line = lines()?
        .into_iter()
        .find(|line| line.get("id") == finding.id);
    Ok(line.map(|line| StatedEquilibrium {
        text: line.get("paper").to_owned(),
        agrees: !Verdict::of(line.get("paper"), &finding).is_difference(),
    }))
}

/// Computes every finding, and returns the claims in the paper's order.
///
/// # Errors
/// Fails if a computation fails or is interrupted, or as [`compare`] does.
pub fn ledger(context: &Context) -> Result<Vec<Claim>, LedgerError> {
    // Not in parallel: a thread that computes a result could begin a claim that waits for it.
    let findings = claims::ALL.iter().map(|compute| compute(context));
    let findings: Vec<Vec<Finding>> = findings.collect::<Result<_, _>>()?;
    compare(DATA, findings.concat())
}

/// Compares findings with claims in the format of `claims.csv`. Returns the claims in the same
/// order, without running times.
///
/// The columns `id`, `paper` and `expectation` are needed.
///
/// # Errors
/// Fails if a claim has no finding or a finding no claim, if two findings share an id, or if the
/// data have another format or an unknown verdict.
pub fn compare(data: &str, findings: Vec<Finding>) -> Result<Vec<Claim>, LedgerError> {
    let failed = |text: String| LedgerError::Failed(format!("claims.csv: {text}"));
    let mut of_id = BTreeMap::new();
    for finding in findings {
        if let Some(twice) = of_id.insert(finding.id.clone(), finding) {
            return Err(failed(format!("{} is computed twice", twice.id)));
        }
    }
    let mut compared = Vec::new();
    for line in read(data)?.iter().filter(|line| !line.is_time()) {
        let finding = of_id.remove(line.get("id"));
        let missing = || failed(format!("nothing computes {}", line.get("id")));
        compared.push(line.with(finding.ok_or_else(missing)?)?);
    }
    match of_id.into_keys().next() {
        None => Ok(compared),
        Some(id) => Err(failed(format!("no line has the id {id}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_difference_and_a_lost_one_are_both_unexpected() {
        for &verdict in Verdict::ALL {
            let is_value =
                ![Verdict::Holds, Verdict::Wording, Verdict::Unchecked].contains(&verdict);
            assert_eq!(
                verdict.is_match() || verdict.is_difference(),
                is_value,
                "{verdict}"
            );
            assert!(
                !(verdict.is_match() && verdict.is_difference()),
                "{verdict}"
            );
            for &expected in Verdict::ALL {
                let line = Line([("expectation", expected.name().to_owned())].into());
                let claim = Claim {
                    verdict,
                    ..line.with(Finding::new("", "", "")).unwrap()
                };
                assert_eq!(claim.is_unexpected(), verdict != expected);
            }
        }
    }

    #[test]
    fn a_correction_counts_as_known_only_while_it_holds() {
        let verdict = |statement, replacement| {
            Verdict::of(
                "always",
                &Finding::new("", "", "").replacing("always", statement, replacement),
            )
        };
        assert_eq!(verdict(false, true), Verdict::Corrected);
        assert_eq!(
            [verdict(true, true), verdict(true, false)],
            [Verdict::Holds; 2]
        );
        assert_eq!(verdict(false, false), Verdict::Differs);
        assert_eq!(
            Verdict::of("always", &Finding::new("", "", "").undecided()),
            Verdict::Unchecked
        );
    }

    /// The text computed for a claim must contain every series, such as `1-2`, of its explanation.
    #[test]
    fn explanations_are_short_and_say_what_is_computed() {
        let mut results = csv::Reader::from_path("results/claims.csv").unwrap();
        let results: Vec<csv::StringRecord> = results.records().map(Result::unwrap).collect();
        for line in lines().unwrap().iter().filter(|line| !line.is_time()) {
            let text = line.get("explanation");
            let comes_out = ["match", "match-rounded", "holds"].contains(&line.get("expectation"));
            assert_eq!(text.is_empty(), comes_out, "{}", line.get("id"));
            assert_eq!(
                line.get("summary").is_empty(),
                comes_out,
                "{}",
                line.get("id")
            );
            assert!(
                line.get("summary").len() <= 74 && text.len() <= 400,
                "{}",
                line.get("id")
            );
            assert_eq!(
                line.get("proof").is_empty(),
                line.get("expectation") != "differs"
            );
            let result = results
                .iter()
                .find(|row| row[1] == *line.get("claim"))
                .unwrap();
            assert_eq!(result[2], *line.get("paper"), "{}", line.get("id"));
            let squares = |word: &&str| {
                word.contains('-') && word.bytes().all(|c| c.is_ascii_digit() || c == b'-')
            };
            let words = text.split([' ', ',', '.', ':']);
            for word in words.filter(squares) {
                assert!(result[3].contains(word), "{}: {word}", line.get("id"));
            }
        }
    }
}
