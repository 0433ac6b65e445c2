pub mod evidence;

use crate::paper::context::{Context, OVERFULL_SQUARES, VERTICES};
use crate::paper::error::LedgerError;
use crate::paper::finding::{Finding, Findings};
use crate::paper::text::total;

pub fn claims(context: &Context) -> Findings {
    let mut cycles = context.first_cycles()?.iter();
    let wrong = cycles.find_map(|cycles| cycles.counterexample.as_ref());
    let overfull = context.overfull()?;
    let collapsible: u64 = overfull.iter().map(|boards| boards.collapsible).sum();
    let some = (collapsible > 0).then(|| format!("some, on {}", total([collapsible], "boards")));
    let boards = total(overfull.iter().map(|boards| boards.boards), "boards");
    Ok(vec![
        Finding::unless(
            "2.first-cycle",
            wrong,
            "at the same edge",
            edge_by_edge(context)?,
        ),
        Finding::unless(
            "2.too-many-pairs",
            some,
            "none",
            format!("all {boards} with 2 <= x <= {OVERFULL_SQUARES}"),
        ),
    ])
}

pub(super) fn edge_by_edge(context: &Context) -> Result<String, LedgerError> {
    let cycles = context.first_cycles()?;
    Ok(format!(
        "{} on up to {VERTICES} vertices; {}, each a forest up to isomorphism and one more edge",
        total(cycles.iter().map(|one| one.sequences), "sequences of edges"),
        total(cycles.iter().map(|one| one.graphs), "graphs")
    ))
}
