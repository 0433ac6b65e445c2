//! Sections 2 to 7 and the appendices: the theorems that make the game well defined.

use super::ledger::claim;
use super::theorems::{RANDOM_SQUARES, Theorems};
use super::{Claim, Verdict};
use crate::report::group_digits;
use crate::theory::section4::Consistency;

/// The claims that rest on these checks, in the order of the paper.
#[must_use]
pub fn theorem_claims(found: &Theorems) -> Vec<Claim> {
    let mut claims = vec![first_cycle(found)];
    claims.extend(special_games(found));
    claims.extend(consistency(found));
    claims.extend(detection(found));
    claims.push(equal_counts(found));
    claims.extend(equal_chances(found));
    claims.extend(appendix_a(found));
    claims.push(appendix_b(found));
    claims
}

fn counted(count: u64, what: &str) -> String {
    format!("{} {what}", group_digits(&count.to_string()))
}

/// Claims of section 6 and later stand between those of other files.
pub(super) fn of_section<'a>(claims: &'a [Claim], section: &'a str) -> impl Iterator<Item = Claim> + 'a {
    claims.iter().filter(move |claim| claim.section == section).cloned()
}

fn first_cycle(found: &Theorems) -> Claim {
    let sequences = found.first_cycles.iter().map(|cycles| cycles.sequences).sum();
    let graphs = found.first_cycles.iter().map(|cycles| cycles.graphs).sum();
    let holds = found.first_cycles.iter().all(|cycles| cycles.counterexample.is_none());
    claim(
        "2",
        "a cycle, exactly one cycle, and a component with x edges on x vertices appear",
        "at the same edge",
        if holds { "at the same edge" } else { "not at the same edge" }.to_owned(),
        &format!(
            "{} on up to {} vertices; {} up to isomorphism",
            counted(sequences, "sequences of edges"),
            found.reach.vertices,
            counted(graphs, "graphs")
        ),
    )
    .exact()
}

fn special_games(found: &Theorems) -> [Claim; 2] {
    let result = |difference: Option<&'static str>| match difference {
        None => "the same game".to_owned(),
        Some(what) => format!("not the same in {what}"),
    };
    let goff = found.goff.difference.or(found.goff_at_random.difference);
    [
        claim(
            "3",
            "n = 1 on 3x3 is tic-tac-toe",
            "the same game",
            result(found.tic_tac_toe.difference),
            &format!("all {} beside another program", counted(found.tic_tac_toe.positions, "boards")),
        )
        .exact(),
        claim(
            "3",
            "n = 2 on 3x3 is Goff's game",
            "the same game",
            result(goff),
            &format!(
                "{} of the first {} turns and {} of {} beside another program",
                counted(found.goff.positions, "positions"),
                found.reach.goff_turns,
                counted(found.goff_at_random.positions, "positions"),
                counted(found.reach.goff_games as u64, "random games"),
            ),
        )
        .exact(),
    ]
}

/// What all positions were looked at for section 4.
fn every_history(found: &Theorems) -> String {
    let positions = found.consistency.iter().map(|size| size.positions).sum();
    let squares = found.reach.squares;
    format!("every history up to isomorphism, n <= s <= {squares}: {}", counted(positions, "positions"))
}

fn consistency(found: &Theorems) -> Vec<Claim> {
    let wrong = found.consistency.iter().find_map(|size| size.counterexample.as_ref());
    let holds = |statement: &str| match wrong {
        None => statement.to_owned(),
        Some(case) => format!("{} after {}", case.statement, case.series),
    };
    let everywhere = every_history(found);
    let tight = found.consistency.iter().map(|size| size.tight_sets).sum();
    let left = found.consistency.iter().filter_map(|size| size.pieces_left).map(|pieces| pieces.fewest).min();
    vec![
        claim("4", "an entanglement can collapse", "always", holds("always"), &everywhere).exact(),
        claim(
            "4",
            "the union of entangled sets is entangled, so one is maximal",
            "always",
            holds("always"),
            &format!("{} of {everywhere}", counted(tight, "tight sets")),
        )
        .exact(),
        claim(
            "4",
            "pieces of a series that is not classical",
            "at least 2",
            left.map_or_else(|| "none met".to_owned(), |left| format!("at least {left}")),
            &everywhere,
        )
        .exact(),
        fewest_collapses(found, &everywhere),
        first_collapses(found, &everywhere),
        perfect_matchings(found),
    ]
}

/// The fewest collapses of the entanglements that `of` looks at, over all sizes with n >= 2.
fn fewest(sizes: &[Consistency], of: impl Fn(&Consistency) -> Option<u64>) -> Option<(u64, &Consistency)> {
    let sizes = sizes.iter().filter(|size| size.pieces >= 2);
    sizes.filter_map(|size| Some((of(size)?, size))).min_by_key(|(fewest, _)| *fewest)
}

fn fewest_collapses(found: &Theorems, everywhere: &str) -> Claim {
    let by_series = fewest(&found.consistency, |size| {
        let spreads = size.first.into_iter().chain(size.later);
        spreads.map(|spread| spread.fewest).min()
    });
    let by_single = fewest(&found.consistency, |size| size.by_single.map(|spread| spread.fewest));
    let at_least = by_series.map_or(0, |(fewest, _)| fewest);
    let single = by_single.map_or_else(
        || "none".to_owned(),
        |(fewest, size)| format!("{fewest} (first at s = {}, n = {})", size.squares, size.pieces),
    );
    claim(
        "4",
        "number of collapses of an entanglement",
        "always at least 2",
        format!(
            "at least {at_least} where a series of n >= 2 pieces entangles, one for each of its squares; {single} where \
             a single classical piece does"
        ),
        everywhere,
    )
    .statement(by_single.is_none_or(|(fewest, _)| fewest >= 2) && at_least >= 2)
    .known()
}

fn first_collapses(found: &Theorems, everywhere: &str) -> Claim {
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    let of_n = |n: usize| {
        let sizes = found.consistency.iter().filter(move |size| size.pieces == n);
        sizes.filter_map(|size| size.first).map(|first| first.fewest).min()
    };
    let fewest: Vec<(usize, u64)> = (2..=found.reach.squares).filter_map(|n| Some((n, of_n(n)?))).collect();
    let texts: Vec<String> =
        fewest.iter().map(|(n, least)| format!("{} (n = {n})", group_digits(&least.to_string()))).collect();
    let holds = fewest.iter().all(|&(n, least)| least >= factorial(n));
    claim("4", "number of collapses of the first entanglement", "at least n!", texts.join(", "), everywhere)
        .statement(holds)
}

fn perfect_matchings(found: &Theorems) -> Claim {
    let all = found.graphs.iter().chain([&found.random_graphs]);
    let wrong = all.clone().find_map(|graphs| graphs.counterexample.as_ref());
    let sharp = found.graphs.iter().all(|graphs| graphs.is_sharp());
    let computed = match (wrong, sharp) {
        (None, true) => "at least k0!, and no more".to_owned(),
        (None, false) => "at least k0!".to_owned(),
        (Some(case), _) => format!("fewer in {}", case.series),
    };
    claim(
        "4",
        "perfect matchings of a graph with Hall's condition and degrees of k0 or more",
        "at least k0!",
        computed,
        &format!(
            "{} with 1 to {k} and {k} vertices, {} with {r} and {r}",
            counted(found.graphs.iter().map(|graphs| graphs.graphs).sum(), "graphs"),
            counted(found.random_graphs.graphs, "random graphs"),
            k = found.reach.graph_series,
            r = found.reach.random_series,
        ),
    )
    .statement(wrong.is_none())
}

fn detection(found: &Theorems) -> [Claim; 2] {
    let agreements = [&found.detections, &found.detections_at_random];
    let wrong = agreements.iter().find_map(|agreement| agreement.counterexample.as_ref());
    let slip = found.detections.tight_without.as_ref();
    let method = format!(
        "{} (n <= s <= {}) and {} on up to {RANDOM_SQUARES} squares",
        counted(found.detections.positions, "positions"),
        found.reach.squares,
        counted(found.detections_at_random.positions, "random positions"),
    );
    [
        claim(
            "5",
            "doubling a series and matching again finds the entanglement",
            "exactly",
            wrong.map_or_else(|| "exactly".to_owned(), |case| format!("not after {}", case.series)),
            &method,
        )
        .exact(),
        claim(
            "5",
            "proof, case 2.1: |n(S)| >= |S| + 1 for every S, if v is not entangled",
            "|S| + 1",
            slip.map_or_else(
                || "|S| + 1".to_owned(),
                |case| {
                    format!(
                        "false for S without v, which may be tight: {} with v the series that shares no square; \
                         |n(S)| >= |S| is true and enough",
                        case.series
                    )
                },
            ),
            &method,
        )
        .statement(slip.is_none())
        .known(),
    ]
}

fn equal_counts(found: &Theorems) -> Claim {
    let equal = found.symmetry.iter().all(|size| {
        size.per_endgame.is_some_and(|games| games.fewest == games.most) && size.unequal_steps == 0
    });
    claim(
        "6",
        "every endgame is reached by equally many games",
        "equal",
        if equal { "equal" } else { "not equal" }.to_owned(),
        &histories(found),
    )
    .exact()
}

fn histories(found: &Theorems) -> String {
    let histories = found.symmetry.iter().map(|size| size.histories).sum();
    format!(
        "{} with their images, n <= s <= {}",
        counted(histories, "histories"),
        found.reach.symmetry_squares
    )
}

fn equal_chances(found: &Theorems) -> [Claim; 2] {
    let equal = found.symmetry.iter().all(|size| size.holds());
    let differ = found.symmetry.iter().find(|size| size.likelihoods.is_some_and(|kinds| kinds.most > 1));
    [
        claim(
            "7",
            "in a random game every endgame is equally probable",
            "equal",
            if equal { "equal" } else { "not equal" }.to_owned(),
            &format!("{}, weighted", histories(found)),
        )
        .exact(),
        claim(
            "7",
            "it is so because equally many games lead to each endgame",
            "\"thus\"",
            differ.map_or_else(
                || "\"thus\"".to_owned(),
                |size| {
                    format!(
                        "that does not follow: games that lead to one endgame differ in probability from s = {}, n = {} on; \
                         it is so because renaming squares keeps the probability of every game",
                        size.squares, size.pieces
                    )
                },
            ),
            &histories(found),
        )
        .statement(differ.is_none())
        .known(),
    ]
}

fn appendix_a(found: &Theorems) -> [Claim; 2] {
    let wrong = found.pairs.iter().find_map(|pairs| pairs.counterexample.as_ref());
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
    let verdict = |claim: Claim, holds: bool| match wrong {
        Some(_) => Claim { verdict: Verdict::Differs, ..claim },
        None => claim.statement(holds),
    };
    let piece = claim(
        "A",
        "a collapse is chosen by one piece of the entanglement",
        "any piece",
        undecided.map_or_else(
            || "any piece".to_owned(),
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
                format!("squares of the entanglement only: with {} the others are not entangled", case.series)
            },
        ),
        &method,
    );
    [verdict(piece, undecided.is_none()).known(), verdict(squares, astray.is_none()).known()]
}

fn appendix_b(found: &Theorems) -> Claim {
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
