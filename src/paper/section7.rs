//! Section 7: random play, computed in several ways; Table 2.
//!
//! Every endgame is equally likely ([`super::section6::endgames`] has the theorem, its proof and a gap in the paper's
//! argument), so the distribution of the margin is that of a random bijection of series to squares, for every n.

use std::ops::RangeInclusive;

use num_bigint::BigUint;

use super::context::Context;
use super::error::Error;
use super::finding::{Check, Finding, check};
use super::section6::every_history;
use super::text::{ALL_ENDGAMES, percent};
use crate::random_play::{Distribution, Outcome};
use crate::support::number::{decimal, group_digits};

/// The largest board.
pub(super) const LARGEST_SIDE: usize = 16;

/// The largest board for which it is asked how often the owner of the first line wins by points.
pub(super) const DECIDED_SIDE: usize = 8;

/// The n for which the distribution is compared.
pub(super) const COMPARED: RangeInclusive<usize> = 1..=4;

/// How many games are played for each n on 3x3.
pub(super) const GAMES: u64 = 100_000;

pub(super) fn checks() -> Vec<Check> {
    let mut checks = vec![
        check("7.equally-likely", |context| {
            let method = format!("{}, weighted", every_history(context)?);
            Ok(Finding::unless(
                (!are_alike(context)?).then_some("not equal"),
                "equal",
                method,
            ))
        }),
        check("7.bijection", bijection),
        check("7.2x2", |context| {
            let always = match context.enumerated_2x2()?.margins() {
                [only] => decimal(&only.margin, 1),
                several => format!("{} different margins", several.len()),
            };
            Ok(Finding::new(always, "all 4! endgames"))
        }),
        check("7.endgames", |context| {
            Ok(Finding::new(
                group_digits(context.enumerated_3x3()?.total()),
                "enumeration",
            ))
        }),
        check("7.mode", |context| {
            let modes: Vec<String> = context
                .enumerated_3x3()?
                .modes()
                .iter()
                .map(ToString::to_string)
                .collect();
            Ok(Finding::new(modes.join(", "), ALL_ENDGAMES))
        }),
        check("7.mean", |context| {
            let expected = context.enumerated_3x3()?.expected_margin();
            Ok(Finding::new(&expected, ALL_ENDGAMES).rounded(decimal(&expected, 3)))
        }),
        check("7.footnote", footnote),
    ];
    checks.extend(table_2());
    checks
}

fn are_alike(context: &Context) -> Result<bool, Error> {
    Ok(context.endgames()?.iter().all(|size| size.are_alike()))
}

fn bijection(context: &Context) -> Result<Finding, Error> {
    let sizes = context.endgames()?;
    let differ = sizes
        .iter()
        .find(|size| size.likelihoods.is_some_and(|kinds| kinds.most > 1));
    let gap = differ.map(|size| {
        format!(
            "a gap in the argument: games that lead to one endgame differ in probability from s = {}, n = {} on, so a \
             bijection alone is not enough; the one that is meant, rearranging the squares, keeps the probability of every \
             game",
            size.squares, size.pieces
        )
    });
    Ok(Finding::unless_replaced(
        gap,
        "\"thus\"",
        are_alike(context)?,
        every_history(context)?,
    ))
}

fn footnote(context: &Context) -> Result<Finding, Error> {
    let (three, ordinary) = (context.enumerated_3x3()?, context.ordinary()?);
    let shares =
        |distribution: &Distribution| Outcome::ALL.map(|outcome| distribution.probability(outcome));
    let percents = |distribution: &Distribution| {
        shares(distribution)
            .map(|share| percent(&share))
            .join(" / ")
    };
    // The largest side up to which the first line decides who wins by points.
    let both = context.full()?.iter().zip(context.decisive()?);
    let same = both.take_while(|(points, first)| shares(points) == shares(first));
    let decided = same.map(|(points, _)| points.side()).max().unwrap_or(0);
    let computed = format!(
        "{} and {}; by points the owner of the first line wins as often on boards up to {decided}x{decided}, and no \
         longer",
        percents(three),
        percents(ordinary)
    );
    let method = format!(
        "{ALL_ENDGAMES}; every game of n = 1 to the first line, weighted; exact counts to {DECIDED_SIDE}x{DECIDED_SIDE}"
    );
    Ok(Finding::new(computed, method).in_words("the same", shares(three) == shares(ordinary)))
}

/// Table 2: for each margin its endgames and their probability, and the probabilities of who wins.
fn table_2() -> Vec<Check> {
    const MARGINS: [&str; 7] = ["-1", "-0.5", "0", "0.5", "1", "1.5", "2"];
    const TOTALS: [(&str, Outcome); 3] = [
        ("player-2-wins", Outcome::Player2Wins),
        ("draws", Outcome::Draw),
        ("player-1-wins", Outcome::Player1Wins),
    ];
    let mut checks = Vec::new();
    for margin in MARGINS {
        checks.push(check(
            format!("7.table-2.{margin}.endgames"),
            move |context| {
                Ok(Finding::new(
                    group_digits(endgames_of(context.enumerated_3x3()?, margin)),
                    ALL_ENDGAMES,
                ))
            },
        ));
        checks.push(check(
            format!("7.table-2.{margin}.probability"),
            move |context| {
                let found = context.enumerated_3x3()?;
                let share = found.share(&endgames_of(found, margin));
                Ok(Finding::new(&share, ALL_ENDGAMES).rounded(percent(&share)))
            },
        ));
    }
    checks.extend(TOTALS.map(|(who, outcome)| {
        check(format!("7.table-2.total.{who}"), move |context| {
            let share = context.enumerated_3x3()?.probability(outcome);
            Ok(Finding::new(&share, ALL_ENDGAMES).rounded(percent(&share)))
        })
    }));
    checks
}

fn endgames_of(found: &Distribution, margin: &str) -> BigUint {
    let of_margin = found
        .margins()
        .iter()
        .find(|count| decimal(&count.margin, 1).trim_end_matches(".0") == margin);
    of_margin.map_or_else(BigUint::default, |count| count.endgames.clone())
}
