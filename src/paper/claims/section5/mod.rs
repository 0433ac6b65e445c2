pub mod evidence;
pub mod hopcroft_karp;

use crate::paper::context::{Context, SQUARES};
use crate::paper::finding::{Finding, Findings};
use crate::paper::text::total;
use gqt3::engine::board::MAX_SQUARES;

pub(super) fn claims(context: &Context) -> Findings {
    let (everywhere, at_random) = (context.detections()?, context.detections_at_random()?);
    let wrong = everywhere
        .counterexample
        .as_ref()
        .or(at_random.counterexample.as_ref());
    let method = format!(
        "{} (n <= s <= {SQUARES}) and {} on up to {MAX_SQUARES} squares",
        total([everywhere.positions], "positions"),
        total([at_random.positions], "random positions"),
    );
    let slip = everywhere.tight_without.as_ref();
    let without_v = slip.map(|case| {
        format!(
            "false for S without v, which may be tight: {} with v the series that shares no square; \
             |n(S)| >= |S| is true and enough",
            case.series
        )
    });
    Ok(vec![
        Finding::unless("5.doubling", wrong, "exactly", &method),
        Finding::unless_replaced("5.case-2.1", without_v, "|S| + 1", wrong.is_none(), &method),
    ])
}
