pub mod evidence;

use crate::paper::claims::appendix_b::{every_pair, wrong_pairs};
use crate::paper::claims::section2::edge_by_edge;
use crate::paper::context::Context;
use crate::paper::error::LedgerError;
use crate::paper::finding::{Finding, Findings};
use crate::paper::text::total;
use evidence::{in_words, worked_example};
use gqt3::engine::position::piece;

pub fn claims(context: &Context) -> Findings {
    let example = worked_example()?;
    let collapses = &example.collapses;
    let follows: Vec<String> = collapses
        .iter()
        .filter(|places| places[0] == 2)
        .map(|places| format!("square {}", places[1]))
        .collect();
    let spelt: Vec<String> = collapses.iter().map(|places| in_words(places)).collect();
    let played = "played with the engine";
    let last = context.last_square()?;
    let last_piece = piece(last.squares - 1);
    let forced = last.counterexample.is_none() && last.on_last > 0;
    let every_position = format!(
        "every position of 3x3 up to isomorphism: {}, {} of them on a last square",
        total([last.placements], "placements"),
        last.on_last
    );
    let [by_one_piece, cascade_as_written] = cascades(context)?;
    Ok(vec![
        Finding::new("A.example", &example, played),
        Finding::new(
            "A.forced",
            follows.join(", "),
            format!("{played}; the collapses are {}", spelt.join(" and ")),
        ),
        cycle_of_pieces(context)?,
        by_one_piece,
        cascade_as_written,
        Finding::unless(
            "A.last-square",
            (!forced).then(|| format!("{last_piece}, not always")),
            &format!("{last_piece}, automatically"),
            every_position,
        ),
    ])
}

fn cycle_of_pieces(context: &Context) -> Result<Finding, LedgerError> {
    let result = context.first_cycles()?;
    let case = result
        .iter()
        .find_map(|cycles| cycles.cycle_of_pieces.as_ref());
    let alternating = result.iter().all(|cycles| cycles.counterexample.is_none());
    let literally = case.map(|case| {
        format!(
            "read literally, three pieces on one square are a cycle, so {} has one, but by section 2 \
             it has none; meant is a cycle that alternates between squares and subscripts",
            case.series.least()
        )
    });
    Ok(Finding::unless_replaced(
        "A.cycle",
        literally,
        "the cycle of section 2",
        alternating,
        edge_by_edge(context)?,
    )
    .meant())
}

fn cascades(context: &Context) -> Result<[Finding; 2], LedgerError> {
    let (pairs, every_pair) = (context.pairs()?, every_pair(context)?);
    let undecided = pairs.iter().find_map(|pairs| pairs.undecided.as_ref());
    let piece = undecided.map(|case| {
        format!(
            "a piece on the cycle decides everything; one on a stem never does (smallest case: {})",
            case.series
        )
    });
    let astray = pairs.iter().find_map(|pairs| pairs.astray.as_ref());
    let squares = astray.map(|case| {
        format!(
            "read literally, squares outside the entanglement would collapse too (smallest case: \
             {}); meant are those of the entanglement",
            case.series
        )
    });
    let is_true = wrong_pairs(context)?.is_none();
    let finding = |id, replacement, statement| {
        Finding::unless_replaced(id, replacement, statement, is_true, &every_pair).meant()
    };
    Ok([
        finding("A.one-piece", piece, "1 of the quantum pieces"),
        finding("A.cascade", squares, "all squares"),
    ])
}
