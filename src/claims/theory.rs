//! Sections 4 to 7: the theorems that make the game well defined.

use super::Claim;
use super::game::{appendix_claims, definition_claims};
use super::ledger::claim;
use super::theorems::{RANDOM_SQUARES, Theorems};
use crate::number::group_digits;
use crate::theory::Spread;
use crate::theory::section4::{Consistency, ForcedGame};

/// The claims that rest on these checks, in the order of the paper.
#[must_use]
pub fn theorem_claims(found: &Theorems) -> Vec<Claim> {
    let mut claims = vec![finite(found)];
    claims.extend(definition_claims(found));
    claims.extend(consistency(found));
    claims.extend(detection(found));
    claims.push(equal_counts(found));
    claims.push(squares_left(found));
    claims.extend(equal_chances(found));
    claims.extend(appendix_claims(found));
    claims
}

pub(super) fn counted(count: u64, what: &str) -> String {
    format!("{} {what}", group_digits(&count.to_string()))
}

/// Claims of section 6 and later stand between those of other files.
pub(super) fn of_section<'a>(claims: &'a [Claim], section: &'a str) -> impl Iterator<Item = Claim> + 'a {
    claims.iter().filter(move |claim| claim.section == section).cloned()
}

fn finite(found: &Theorems) -> Claim {
    let always = found.symmetry.iter().all(|size| {
        let squares = size.squares as u64;
        size.turns == Some(Spread { fewest: squares, most: squares })
    });
    claim(
        "abstract",
        "a game of GQT3 is completed in a finite number of moves",
        "always",
        if always { "always, after s turns" } else { "not always after s turns" }.to_owned(),
        &histories(found),
    )
    .holds(always)
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
        claim("4", "|n(E)| of the maximal E with |n(E)| <= |E|", "|E|", holds("|E|"), &everywhere).exact(),
        pieces_at_first(found, &everywhere),
        pieces_later(found, &everywhere),
        fewest_collapses(found, &everywhere),
        first_collapses(found, &everywhere),
        perfect_matchings(found),
    ]
}

fn pieces_at_first(found: &Theorems, everywhere: &str) -> Claim {
    let other = found.consistency.iter().find(|size| {
        let pieces = size.pieces as u64;
        size.first_pieces != Some(Spread { fewest: pieces, most: pieces })
    });
    claim(
        "4",
        "pieces of each series of the first entanglement",
        "n",
        other.map_or_else(
            || "n".to_owned(),
            |size| format!("not always n for s = {}, n = {}", size.squares, size.pieces),
        ),
        everywhere,
    )
    .exact()
}

/// "Hence deg(v) >= 2 for all v in E": true of the series that were there at the entanglement before, and of the
/// newest if it has n >= 2 pieces.
fn pieces_later(found: &Theorems, everywhere: &str) -> Claim {
    let least = |of: fn(&Consistency) -> Option<Spread>| {
        found.consistency.iter().filter_map(of).map(|pieces| pieces.fewest).min()
    };
    let (all, left) = (least(|size| size.later_pieces), least(|size| size.pieces_left));
    let number = |least: Option<u64>| least.map_or_else(|| "none met".to_owned(), |least| least.to_string());
    claim(
        "4",
        "pieces of each series of a later entanglement",
        "at least 2",
        format!(
            "{} if a single piece causes it (n = 1, or fewer than n squares are quantum); at least {} of every series \
             that is left over from before",
            number(all),
            number(left)
        ),
        everywhere,
    )
    .corrected(all.is_none_or(|least| least >= 2), left.is_some_and(|least| least >= 2))
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
    let at_least = by_series.map_or(0, |(fewest, _)| fewest);
    let first_forced = found.consistency.iter().find(|size| size.forced.is_some());
    let example = first_forced.zip(found.forced_game.as_ref()).filter(|(size, game)| is_of(game, size));
    let of_single = example.map_or_else(
        || "no game with fewer was met".to_owned(),
        |(size, game)| {
            format!(
                "{} may be left where a single piece entangles a series, first for n = {}, s = {}: {}",
                game.collapses,
                size.pieces,
                size.squares,
                in_words(game)
            )
        },
    );
    claim(
        "4",
        "number of collapses of an entanglement",
        "always at least 2",
        format!(
            "at least {at_least} where a series of n >= 2 pieces entangles, one for each of its squares; {of_single}"
        ),
        everywhere,
    )
    .corrected(first_forced.is_none() && at_least >= 2, example.is_some() && at_least >= 2)
}

/// Whether the game is one of the size whose positions were all looked at, and ends as it should.
fn is_of(game: &ForcedGame, size: &Consistency) -> bool {
    let longest = game.placements.iter().map(|squares| squares.len()).max();
    longest == Some(size.pieces)
        && game.placements.len() == size.squares
        && game.entangled > 1
        && game.collapses == 1
}

/// `3-4-5, 3-4-5, 1-2-5, 3-4-5, then 1 alone`.
fn in_words(game: &ForcedGame) -> String {
    let placements: Vec<String> = game.placements.iter().map(ToString::to_string).collect();
    match placements.split_last() {
        Some((last, before)) => format!("{}, then {last} alone", before.join(", ")),
        None => String::new(),
    }
}

fn factorial(number: usize) -> u64 {
    (1..=number as u64).product()
}

fn first_collapses(found: &Theorems, everywhere: &str) -> Claim {
    let of_n = |n: usize| {
        let sizes = found.consistency.iter().filter(move |size| size.pieces == n);
        sizes.filter_map(|size| size.first).map(|first| first.fewest).min()
    };
    let fewest: Vec<(usize, u64)> = (2..=found.reach.squares).filter_map(|n| Some((n, of_n(n)?))).collect();
    let texts: Vec<String> =
        fewest.iter().map(|(n, least)| format!("{} (n = {n})", group_digits(&least.to_string()))).collect();
    let holds = fewest.iter().all(|&(n, least)| least >= factorial(n));
    claim("4", "number of collapses of the first entanglement", "at least n!", texts.join(", "), everywhere)
        .holds(holds)
}

/// Perfect matchings are k0! at least, but for the graph without vertices.
fn perfect_matchings(found: &Theorems) -> Claim {
    let all = found.graphs.iter().chain([&found.random_graphs]);
    let wrong = all.clone().find_map(|graphs| graphs.counterexample.as_ref());
    let sharp = found.graphs.iter().all(|graphs| graphs.is_sharp());
    let nothing = found.matchings_of_nothing;
    let fails_from = (1..=found.reach.graph_series).find(|&k0| nothing < factorial(k0));
    let degenerate = fails_from.map_or_else(String::new, |k0| {
        format!(
            "; false for the graph without, a degenerate case: it has {nothing}, fewer than k0! from k0 = {k0} on"
        )
    });
    let attained = if sharp { ", attained" } else { "" };
    let of_vertices = match wrong {
        None => format!("at least k0!{attained}, for graphs with vertices"),
        Some(case) => format!("fewer in {}", case.series),
    };
    claim(
        "4",
        "perfect matchings of a graph with Hall's condition and degrees of k0 or more",
        "at least k0!",
        format!("{of_vertices}{degenerate}"),
        &format!(
            "{} with 1 to {k} and {k} vertices, {} with {r} and {r}",
            counted(found.graphs.iter().map(|graphs| graphs.graphs).sum(), "graphs"),
            counted(found.random_graphs.graphs, "random graphs"),
            k = found.reach.graph_series,
            r = found.reach.random_series,
        ),
    )
    .corrected(wrong.is_none() && fails_from.is_none(), wrong.is_none())
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
        .corrected(slip.is_none(), wrong.is_none()),
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

/// After t turns; `fewest_quantum` has an entry for each.
fn squares_left(found: &Theorems) -> Claim {
    let holds = found.symmetry.iter().all(|size| {
        let mut left = size.fewest_quantum.iter().enumerate();
        left.all(|(turns, &fewest)| fewest + turns >= size.squares)
    });
    claim(
        "6",
        "quantum squares left after t moves",
        "at least s - t",
        if holds { "at least s - t" } else { "fewer than s - t" }.to_owned(),
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
            "it is so because a bijection joins the move combinations of any two endgames",
            "\"thus\"",
            differ.map_or_else(
                || "\"thus\"".to_owned(),
                |size| {
                    format!(
                        "a gap in the argument: games that lead to one endgame differ in probability from s = {}, n = {} \
                         on, so a bijection alone is not enough; the one that is meant, rearranging the squares, keeps \
                         the probability of every game",
                        size.squares, size.pieces
                    )
                },
            ),
            &histories(found),
        )
        .corrected(differ.is_none(), equal),
    ]
}
