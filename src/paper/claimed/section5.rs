//! Section 5: finding the entanglement.

use super::claim::{Claim, claim, statement};
use super::text::counted;
use crate::board::MAX_SQUARES;
use crate::paper::computed::theorems::Theorems;

pub(super) fn claims(found: &Theorems) -> Vec<Claim> {
    let agreements = [&found.detections, &found.detections_at_random];
    let wrong = agreements.iter().find_map(|agreement| agreement.counterexample.as_ref());
    let slip = found.detections.tight_without.as_ref();
    let method = format!(
        "{} (n <= s <= {}) and {} on up to {MAX_SQUARES} squares",
        counted([found.detections.positions], "positions"),
        found.reach.squares,
        counted([found.detections_at_random.positions], "random positions"),
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
            "doubling a series and matching again finds the entanglement",
            "exactly",
            wrong,
            method.as_str(),
        ),
        claim(
            "proof, case 2.1: |n(S)| >= |S| + 1 for every S, if v is not entangled",
            "|S| + 1",
            without_v,
            method,
        )
        .corrected(slip.is_none(), wrong.is_none()),
    ]
}
