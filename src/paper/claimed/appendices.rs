//! Appendices A and B: entanglement as a cycle of pieces, the worked example, the two collapses of the n = 2 game.

use super::claim::{Claim, claim, statement};
use super::text::{counted, edge_by_edge};
use crate::paper::computed::appendix_a::{Example, LastSquare};
use crate::paper::computed::theorems::Theorems;

pub(super) fn claims_a(theorems: &Theorems) -> Vec<Claim> {
    let mut claims = worked_example(&theorems.example).to_vec();
    claims.push(cycle_of_pieces(theorems));
    claims.extend(collapse_by_one_piece(theorems));
    claims.push(last_square(&theorems.last_square));
    claims
}

fn worked_example(example: &Example) -> [Claim; 2] {
    let turn = example.entangled_at.map_or_else(|| "no turn".to_owned(), |turn| format!("turn {turn}"));
    let cycle = if example.named_cycle { "the cycle named" } else { "another cycle than named" };
    let chooser = example.chooser.map_or_else(|| "nobody".to_owned(), |player| player.to_string());
    let closed = if example.closed { "is closed" } else { "is not closed" };
    let forced = example.collapses.iter().filter(|places| places[0] == 2);
    let forced: Vec<String> = forced.map(|places| format!("square {}", places[1])).collect();
    let spelt: Vec<String> = example.collapses.iter().map(|places| in_words(places)).collect();
    [
        claim(
            "worked example, X1 on 1-2, O2 on 2-3, X3 on 1-3",
            "turn 3 entangles by the cycle named; player 2 collapses, in 2 ways; what has collapsed is closed",
            format!(
                "{turn} entangles by {cycle}; {chooser} collapses, in {} ways; what has collapsed {closed}",
                example.collapses.len()
            ),
            "played with the engine",
        ),
        claim(
            "worked example: where O2 must go if X1 collapses into square 2",
            "square 3",
            forced.join(", "),
            format!("played with the engine; the collapses are {}", spelt.join(" and ")),
        ),
    ]
}

/// `X1 on 1, O2 on 2, X3 on 3`.
fn in_words(places: &[usize]) -> String {
    let marks = places.iter().enumerate().map(|(series, square)| format!("{} on {square}", mark(series + 1)));
    marks.collect::<Vec<_>>().join(", ")
}

/// The mark of a turn: `X1`, `O2`.
fn mark(turn: usize) -> String {
    format!("{}{turn}", if turn % 2 == 1 { 'X' } else { 'O' })
}

fn cycle_of_pieces(found: &Theorems) -> Claim {
    let case = found.first_cycles.iter().find_map(|cycles| cycles.cycle_of_pieces.as_ref());
    let alternating = found.first_cycles.iter().all(|cycles| cycles.counterexample.is_none());
    let literally = case.map(|case| {
        format!(
            "read literally, three pieces on one square are a cycle: {} has one and, by section 2, has none; meant is a \
             cycle whose joins are by turns of one subscript and of one square",
            case.series.least()
        )
    });
    statement(
        "entanglement is a cycle of pieces, any two with one subscript or on one square being joined",
        "the cycle of section 2",
        literally,
        edge_by_edge(found),
    )
    .corrected(case.is_none(), alternating)
}

fn collapse_by_one_piece(theorems: &Theorems) -> [Claim; 2] {
    let sizes = &theorems.pairs;
    let as_it_should = sizes.iter().all(|pairs| pairs.counterexample.is_none());
    let undecided = sizes.iter().find_map(|pairs| pairs.undecided.as_ref());
    let astray = sizes.iter().find_map(|pairs| pairs.astray.as_ref());
    let method = format!(
        "{} on a cycle and {} on a stem, n = 2, s <= {}",
        counted(sizes.iter().map(|pairs| pairs.on_cycle), "pairs"),
        counted(sizes.iter().map(|pairs| pairs.on_stem), "pairs"),
        theorems.reach.pair_squares
    );
    let piece = undecided.map(|case| {
        let case = &case.series;
        format!("a piece on the cycle decides everything; one on a stem never does (smallest case: {case})")
    });
    let squares = astray.map(|case| {
        format!(
            "read literally, squares outside the entanglement would collapse too (smallest case: {}); meant are those of \
             the entanglement",
            case.series
        )
    });
    [
        statement(
            "a collapse is chosen by one piece of the entanglement",
            "1 of the quantum pieces",
            piece,
            method.as_str(),
        )
        .corrected(undecided.is_none(), as_it_should),
        statement("squares with one piece collapse to it, and so on", "all squares", squares, method)
            .corrected(astray.is_none(), as_it_should),
    ]
}

fn last_square(last: &LastSquare) -> Claim {
    let forced = last.counterexample.is_none() && last.on_last > 0;
    let computed = format!("{}, {}", mark(last.squares), if forced { "automatically" } else { "not always" });
    let method = format!(
        "every position of 3x3 up to isomorphism: {}, {} of them on a last square",
        counted([last.placements], "placements"),
        last.on_last
    );
    claim("what fills the only square remaining", "X9, automatically", computed, method)
}

pub(super) fn claims_b(theorems: &Theorems) -> Vec<Claim> {
    let sizes = &theorems.pairs;
    let wrong = sizes.iter().find_map(|pairs| pairs.counterexample.as_ref());
    let entanglements =
        counted(sizes.iter().map(|pairs| pairs.entanglements), "entanglements up to isomorphism");
    let method = format!("{entanglements}, s <= {}", theorems.reach.pair_squares);
    vec![statement("number of collapses for n = 2, where a pair entangles", "2", wrong, method)]
}
