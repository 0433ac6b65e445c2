//! Section 4: entanglements collapse, and in how many ways.

use super::claim::{Claim, claim, statement};
use super::text::counted;
use crate::number::group_digits;
use crate::paper::computed::extremes::{Spread, factorial};
use crate::paper::computed::section4::consistency::{Consistency, ForcedGame};
use crate::paper::computed::theorems::Theorems;

pub(super) fn claims(found: &Theorems) -> Vec<Claim> {
    let sizes = &found.consistency;
    let wrong = || sizes.iter().find_map(|size| size.counterexample.as_ref());
    let everywhere = &format!(
        "every history up to isomorphism, n <= s <= {}: {}",
        found.reach.squares,
        counted(sizes.iter().map(|size| size.positions), "positions")
    );
    let tight = counted(sizes.iter().map(|size| size.tight_sets), "tight sets");
    let other = sizes.iter().find(|size| size.first_pieces != Some(Spread::only(size.pieces as u64)));
    let not_n = other.map(|size| format!("not always n for s = {}, n = {}", size.squares, size.pieces));
    vec![
        statement("an entanglement can collapse", "always", wrong(), everywhere),
        statement(
            "the union of entangled sets is entangled, so one is maximal",
            "always",
            wrong(),
            format!("{tight} of {everywhere}"),
        ),
        statement("|n(E)| of the maximal E with |n(E)| <= |E|", "|E|", wrong(), everywhere),
        statement("pieces of each series of the first entanglement", "n", not_n, everywhere),
        pieces_later(sizes, everywhere),
        fewest_collapses(found, everywhere),
        first_collapses(sizes, everywhere),
        perfect_matchings(found),
    ]
}

/// The fewest of some counts over all sizes.
fn fewest<'a>(
    sizes: impl IntoIterator<Item = &'a Consistency>,
    of: impl Fn(&'a Consistency) -> Option<Spread>,
) -> Option<u64> {
    sizes.into_iter().filter_map(of).map(|counts| counts.fewest).min()
}

/// "Hence deg(v) >= 2 for all v in E": true of the series that were there at the entanglement before, and of the
/// newest if it has n >= 2 pieces.
fn pieces_later(sizes: &[Consistency], everywhere: &str) -> Claim {
    let all = fewest(sizes, |size| size.later_pieces);
    let left = fewest(sizes, |size| size.pieces_left);
    let number = |least: Option<u64>| least.map_or_else(|| "none met".to_owned(), |least| least.to_string());
    let computed = format!(
        "{} if a single piece causes it (n = 1, or fewer than n squares are quantum); at least {} of every series that is \
         left over from before",
        number(all),
        number(left)
    );
    claim("pieces of each series of a later entanglement", "at least 2", computed, everywhere)
        .corrected(all.is_none_or(|least| least >= 2), left.is_some_and(|least| least >= 2))
}

fn fewest_collapses(found: &Theorems, everywhere: &str) -> Claim {
    let by_series = || found.consistency.iter().filter(|size| size.pieces >= 2);
    let at_least = [fewest(by_series(), |size| size.first), fewest(by_series(), |size| size.later)];
    let at_least = at_least.into_iter().flatten().min().unwrap_or(0);
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
    let computed = format!(
        "at least {at_least} where a series of n >= 2 pieces entangles, one for each of its squares; {of_single}"
    );
    claim("number of collapses of an entanglement", "always at least 2", computed, everywhere)
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

fn first_collapses(sizes: &[Consistency], everywhere: &str) -> Claim {
    let of_n = |n| fewest(sizes.iter().filter(|size| size.pieces == n), |size| size.first);
    let fewest: Vec<(usize, u64)> = (2..).map_while(|n| Some((n, of_n(n)?))).collect();
    let texts: Vec<String> =
        fewest.iter().map(|(n, least)| format!("{} (n = {n})", group_digits(least))).collect();
    let holds = fewest.iter().all(|&(n, least)| least >= factorial(n));
    claim("number of collapses of the first entanglement", "at least n!", texts.join(", "), everywhere)
        .holds(holds)
}

/// Perfect matchings are k0! at least, but for the graph without vertices.
fn perfect_matchings(found: &Theorems) -> Claim {
    let reach = &found.reach;
    let mut all = found.graphs.iter().chain([&found.random_graphs]);
    let wrong = all.find_map(|graphs| graphs.counterexample.as_ref());
    let sharp = found.graphs.iter().all(|graphs| graphs.is_sharp());
    let nothing = found.matchings_of_nothing;
    let fails_from = (1..=reach.graph_series).find(|&k0| nothing < factorial(k0));
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
    let method = format!(
        "{} with 1 to {k} and {k} vertices, {} with {r} and {r}",
        counted(found.graphs.iter().map(|graphs| graphs.graphs), "graphs"),
        counted([found.random_graphs.graphs], "random graphs"),
        k = reach.graph_series,
        r = reach.random_series,
    );
    claim(
        "perfect matchings of a graph with Hall's condition and degrees of k0 or more",
        "at least k0!",
        format!("{of_vertices}{degenerate}"),
        method,
    )
    .corrected(wrong.is_none() && fails_from.is_none(), wrong.is_none())
}
