//! Section 5: finding the entanglement.

use super::claim::{Claim, claim, statement};
use super::text::counted;
use crate::board::MAX_SQUARES;
use crate::paper::computed::theorems::Theorems;

pub(super) fn claims(theorems: &Theorems) -> Vec<Claim> {
    let found = &theorems.section5;
    let agreements = [&found.everywhere, &found.at_random];
    let wrong = agreements.iter().find_map(|agreement| agreement.counterexample.as_ref());
    let slip = found.everywhere.tight_without.as_ref();
    let method = format!(
        "{} (n <= s <= {}) and {} on up to {MAX_SQUARES} squares",
        counted([found.everywhere.positions], "positions"),
        theorems.reach.squares,
        counted([found.at_random.positions], "random positions"),
    );
    let without_v = slip.map_or_else(
        || "|S| + 1".to_owned(),
        |case| {
            format!(
                "false for S without v, which may be tight: {} with v the series that shares no square; |n(S)| >= |S| is \
                 true and enough",
                case.series
            )
        },
    );
    vec![
        statement(
            "5",
            "doubling a series and matching again finds the entanglement",
            "exactly",
            wrong,
            method.as_str(),
        ),
        claim(
            "5",
            "proof, case 2.1: |n(S)| >= |S| + 1 for every S, if v is not entangled",
            "|S| + 1",
            without_v,
            method,
        )
        .corrected(slip.is_none(), wrong.is_none()),
    ]
}
