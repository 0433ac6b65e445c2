//! Sections 2 and 3 and the appendices: what the game is.

use super::Claim;
use super::ledger::claim;
use super::theorems::Theorems;
use super::theory::counted;
use crate::number::group_digits;
use crate::theory::appendix_a::Example;

/// The claims of sections 2 and 3.
pub(super) fn definition_claims(found: &Theorems) -> Vec<Claim> {
    vec![first_cycle(found), overfull(found), one_piece(found), two_pieces(found)]
}

/// The claims of the appendices.
pub(super) fn appendix_claims(found: &Theorems) -> Vec<Claim> {
    let mut claims = worked_example(&found.example).to_vec();
    claims.push(cycle_of_pieces(found));
    claims.extend(collapse_by_one_piece(found));
    claims.extend([last_square(found), two_collapses(found)]);
    claims
}

fn first_cycle(found: &Theorems) -> Claim {
    let holds = found.first_cycles.iter().all(|cycles| cycles.counterexample.is_none());
    claim(
        "2",
        "a cycle, exactly one cycle, and a component with x edges on x vertices appear",
        "at the same edge",
        if holds { "at the same edge" } else { "not at the same edge" }.to_owned(),
        &edge_by_edge(found),
    )
    .exact()
}

fn edge_by_edge(found: &Theorems) -> String {
    let sequences = found.first_cycles.iter().map(|cycles| cycles.sequences).sum();
    let graphs = found.first_cycles.iter().map(|cycles| cycles.graphs).sum();
    format!(
        "{} on up to {} vertices; {} up to isomorphism",
        counted(sequences, "sequences of edges"),
        found.reach.vertices,
        counted(graphs, "graphs")
    )
}

fn overfull(found: &Theorems) -> Claim {
    let collapsible: u64 = found.overfull.iter().map(|boards| boards.collapsible).sum();
    let boards = found.overfull.iter().map(|boards| boards.boards).sum();
    claim(
        "2",
        "collapses of x + 1 pairs of pieces on x squares",
        "none",
        match collapsible {
            0 => "none".to_owned(),
            some => format!("some, on {}", counted(some, "boards")),
        },
        &format!("all {} with 2 <= x <= {}", counted(boards, "boards"), found.reach.overfull_squares),
    )
    .exact()
}

/// The ledger's only claim about the words "normal Tic-Tac-Toe": whether games, endings and points are the same.
fn one_piece(found: &Theorems) -> Claim {
    let full = &found.full_board;
    let games = |count: u64| group_digits(&count.to_string());
    let different = found.tic_tac_toe.difference.or(full.comparison.difference);
    let same = different.is_none() && full.games == full.stopped_games && full.mean == full.stopped_mean;
    claim(
        "3",
        "n = 1 on 3x3 is tic-tac-toe",
        "normal tic-tac-toe",
        match different {
            Some(what) => format!("not the same in {what}"),
            None => format!(
                "the same moves; ending and scoring differ: {} games to the full board, where every line scores (mean \
                 {} in random play), against {} to the first line, which wins (mean {}). Those are n = 1 with --ending \
                 first-line --scoring decisive",
                games(full.games),
                full.mean,
                games(full.stopped_games),
                full.stopped_mean
            ),
        },
        &format!(
            "{} of all games to the full board, and all {} to the first line, beside another program",
            counted(full.comparison.positions, "positions"),
            counted(found.tic_tac_toe.positions, "boards")
        ),
    )
    .corrected(same, different.is_none())
}

fn two_pieces(found: &Theorems) -> Claim {
    let random = &found.qt3_at_random;
    let difference = found.qt3.difference.or(random.full_board.difference);
    let goff = match random.first_line.difference {
        None => {
            "Goff's own rules are the same to the first line, where they stop (--variant goff)".to_owned()
        }
        Some(what) => format!("Goff's own rules (--variant goff) differ in {what}"),
    };
    let positions = random.full_board.positions + random.first_line.positions;
    claim(
        "3",
        "n = 2 on 3x3 is equivalent to QT3 (Appendix A)",
        "equivalent",
        match difference {
            None => format!("equivalent; {goff}"),
            Some(what) => format!("not the same in {what}; {goff}"),
        },
        &format!(
            "{} of the first {} turns and {} of {} beside another program",
            counted(found.qt3.positions, "positions"),
            found.reach.qt3_turns,
            counted(positions, "positions"),
            counted(found.reach.qt3_games as u64, "random games"),
        ),
    )
    .holds(difference.is_none() && random.first_line.difference.is_none())
}

fn worked_example(example: &Example) -> [Claim; 2] {
    let turn = example.entangled_at.map_or_else(|| "no turn".to_owned(), |turn| format!("turn {turn}"));
    let cycle = if example.named_cycle { "the cycle named" } else { "another cycle than named" };
    let chooser = example.chooser.map_or_else(|| "nobody".to_owned(), |player| player.to_string());
    let closed = if example.closed { "is closed" } else { "is not closed" };
    let method = "played with the engine";
    let forced = example.collapses.iter().filter(|places| places[0] == 2);
    let forced: Vec<String> = forced.map(|places| format!("square {}", places[1])).collect();
    let spelt: Vec<String> = example.collapses.iter().map(|places| in_words(places)).collect();
    [
        claim(
            "A",
            "worked example, X1 on 1-2, O2 on 2-3, X3 on 1-3",
            "turn 3 entangles by the cycle named; player 2 collapses, in 2 ways; what has collapsed is closed",
            format!(
                "{turn} entangles by {cycle}; {chooser} collapses, in {} ways; what has collapsed {closed}",
                example.collapses.len()
            ),
            method,
        )
        .exact(),
        claim(
            "A",
            "worked example: where O2 must go if X1 collapses into square 2",
            "square 3",
            forced.join(", "),
            &format!("{method}; the collapses are {}", spelt.join(" and ")),
        )
        .exact(),
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
    claim(
        "A",
        "entanglement is a cycle of pieces, any two with one subscript or on one square being joined",
        "the cycle of section 2",
        case.map_or_else(
            || "the cycle of section 2".to_owned(),
            |case| {
                format!(
                    "read literally, three pieces on one square are a cycle: {} has one and, by section 2, has none; \
                     meant is a cycle whose joins are by turns of one subscript and of one square",
                    case.series.least()
                )
            },
        ),
        &edge_by_edge(found),
    )
    .corrected(case.is_none(), alternating)
}

fn collapse_by_one_piece(found: &Theorems) -> [Claim; 2] {
    let as_it_should = found.pairs.iter().all(|pairs| pairs.counterexample.is_none());
    let undecided = found.pairs.iter().find_map(|pairs| pairs.undecided.as_ref());
    let astray = found.pairs.iter().find_map(|pairs| pairs.astray.as_ref());
    let cycles = found.pairs.iter().map(|pairs| pairs.on_cycle).sum();
    let stems = found.pairs.iter().map(|pairs| pairs.on_stem).sum();
    let method = format!(
        "{} on a cycle and {} on a stem, n = 2, s <= {}",
        counted(cycles, "pairs"),
        counted(stems, "pairs"),
        found.reach.pair_squares
    );
    let piece = claim(
        "A",
        "a collapse is chosen by one piece of the entanglement",
        "1 of the quantum pieces",
        undecided.map_or_else(
            || "1 of the quantum pieces".to_owned(),
            |case| {
                format!(
                    "a piece on the cycle decides everything; one on a stem never does (smallest case: {})",
                    case.series
                )
            },
        ),
        &method,
    );
    let squares = claim(
        "A",
        "squares with one piece collapse to it, and so on",
        "all squares",
        astray.map_or_else(
            || "all squares".to_owned(),
            |case| {
                format!(
                    "read literally, squares outside the entanglement would collapse too (smallest case: {}); meant are \
                     those of the entanglement",
                    case.series
                )
            },
        ),
        &method,
    );
    [piece.corrected(undecided.is_none(), as_it_should), squares.corrected(astray.is_none(), as_it_should)]
}

fn last_square(found: &Theorems) -> Claim {
    let last = &found.last_square;
    let forced = last.counterexample.is_none() && last.on_last > 0;
    claim(
        "A",
        "what fills the only square remaining",
        "X9, automatically",
        format!("{}, {}", mark(last.squares), if forced { "automatically" } else { "not always" }),
        &format!(
            "every position of 3x3 up to isomorphism: {}, {} of them on a last square",
            counted(last.placements, "placements"),
            last.on_last
        ),
    )
    .exact()
}

fn two_collapses(found: &Theorems) -> Claim {
    let wrong = found.pairs.iter().find_map(|pairs| pairs.counterexample.as_ref());
    let entanglements = found.pairs.iter().map(|pairs| pairs.entanglements).sum();
    claim(
        "B",
        "number of collapses for n = 2, where a pair entangles",
        "2",
        wrong.map_or_else(|| "2".to_owned(), |case| format!("{} after {}", case.statement, case.series)),
        &format!(
            "{}, s <= {}",
            counted(entanglements, "entanglements up to isomorphism"),
            found.reach.pair_squares
        ),
    )
    .exact()
}
