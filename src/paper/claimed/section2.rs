//! Section 2: the first cycle.

use super::claim::{Claim, statement};
use super::text::{counted, edge_by_edge};
use crate::paper::computed::theorems::Theorems;

pub(super) fn claims(found: &Theorems) -> Vec<Claim> {
    let wrong = found.first_cycles.iter().find_map(|cycles| cycles.counterexample.as_ref());
    let collapsible: u64 = found.overfull.iter().map(|boards| boards.collapsible).sum();
    let boards = counted(found.overfull.iter().map(|boards| boards.boards), "boards");
    let some = (collapsible > 0).then(|| format!("some, on {}", counted([collapsible], "boards")));
    vec![
        statement(
            "a cycle, exactly one cycle, and a component with x edges on x vertices appear",
            "at the same edge",
            wrong,
            edge_by_edge(found),
        ),
        statement(
            "collapses of x + 1 pairs of pieces on x squares",
            "none",
            some,
            format!("all {boards} with 2 <= x <= {}", found.reach.overfull_squares),
        ),
    ]
}
