pub mod evidence;

use crate::paper::context::{Context, PAIR_SQUARES};
use crate::paper::error::LedgerError;
use crate::paper::extremes::Counterexample;
use crate::paper::finding::{Finding, Findings};
use crate::paper::text::total;
use evidence::{of_single_piece, with_isolated_vertex};

pub fn claims(context: &Context) -> Findings {
    let (sizes, wrong) = (context.pairs()?, wrong_pairs(context)?);
    let entanglements = sizes.iter().map(|pairs| pairs.entanglements);
    let of_pairs = match wrong {
        None => {
            "2 where a pair entangles: such a component is connected and has one cycle".to_owned()
        }
        Some(case) => case.to_string(),
    };
    let (isolated, single) = (with_isolated_vertex(), of_single_piece());
    let computed = format!(
        "{of_pairs}; {isolated} for the cycle 1-2 1-2 beside the isolated vertex 3; {single} for a \
         single piece on the last square"
    );
    let method = format!(
        "{}, s <= {PAIR_SQUARES}; all orientations of the other two",
        total(entanglements, "entanglements up to isomorphism")
    );
    Ok(vec![
        Finding::new("B.two-collapses", computed, method)
            .replacing(
                "exactly 2",
                wrong.is_none() && isolated == 2 && single == 2,
                wrong.is_none() && isolated == 0 && single == 1,
            )
            .meant(),
    ])
}

pub(super) fn wrong_pairs<'a>(
    context: &'a Context,
) -> Result<Option<&'a Counterexample>, LedgerError> {
    let mut sizes = context.pairs()?.iter();
    Ok(sizes.find_map(|pairs| pairs.counterexample.as_ref()))
}

pub(super) fn every_pair(context: &Context) -> Result<String, LedgerError> {
    let sizes = context.pairs()?;
    Ok(format!(
        "{} on a cycle and {} on a stem, n = 2, s <= {PAIR_SQUARES}",
        total(sizes.iter().map(|pairs| pairs.on_cycle), "pairs"),
        total(sizes.iter().map(|pairs| pairs.on_stem), "pairs"),
    ))
}
