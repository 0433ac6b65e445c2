//! Section 4: entanglements collapse, and in how many ways.

pub mod consistency;
pub mod matchings;

use super::context::{Context, GRAPH_SERIES, RANDOM_SERIES, SQUARES};
use super::error::Error;
use super::extremes::{Counterexample, Spread, factorial};
use super::finding::{Check, Finding, check};
use super::text::counted;
use crate::support::number::group_digits;
use consistency::{Consistency, ForcedGame, forced_game};
use matchings::without_series;

pub(super) fn checks() -> Vec<Check> {
    vec![
        check("4.can-collapse", |context| {
            Ok(Finding::unless(
                wrong(context)?,
                "always",
                everywhere(context)?,
            ))
        }),
        check("4.union", |context| {
            let tight = counted(
                context.consistency()?.iter().map(|size| size.tight_sets),
                "tight sets",
            );
            Ok(Finding::unless(
                wrong(context)?,
                "always",
                format!("{tight} of {}", everywhere(context)?),
            ))
        }),
        check("4.largest-tight", |context| {
            Ok(Finding::unless(
                wrong(context)?,
                "|E|",
                everywhere(context)?,
            ))
        }),
        check("4.first-pieces", |context| {
            let is_n =
                |size: &Consistency| size.first_pieces == Some(Spread::only(size.pieces as u64));
            let other = context.consistency()?.iter().find(|size| !is_n(size));
            let not_n = other
                .map(|size| format!("not always n for s = {}, n = {}", size.squares, size.pieces));
            Ok(Finding::unless(not_n, "n", everywhere(context)?))
        }),
        check("4.later-pieces", later_pieces),
        check("4.collapses", fewest_collapses),
        check("4.first-collapses", first_collapses),
        check("4.matchings", perfect_matchings),
    ]
}

fn wrong<'a>(context: &'a Context) -> Result<Option<&'a Counterexample>, Error> {
    Ok(context
        .consistency()?
        .iter()
        .find_map(|size| size.counterexample.as_ref()))
}

fn everywhere(context: &Context) -> Result<String, Error> {
    let positions = counted(
        context.consistency()?.iter().map(|size| size.positions),
        "positions",
    );
    Ok(format!(
        "every history up to isomorphism, n <= s <= {SQUARES}: {positions}"
    ))
}

/// The fewest of some counts over all sizes.
fn fewest<'a>(
    sizes: impl IntoIterator<Item = &'a Consistency>,
    of: impl Fn(&'a Consistency) -> Option<Spread>,
) -> Option<u64> {
    sizes
        .into_iter()
        .filter_map(of)
        .map(|counts| counts.fewest)
        .min()
}

/// "Hence deg(v) >= 2 for all v in E": true of the series that were there at the entanglement before, and of the
/// newest if it has n >= 2 pieces.
fn later_pieces(context: &Context) -> Result<Finding, Error> {
    let sizes = context.consistency()?;
    let all = fewest(sizes, |size| size.later_pieces);
    let left = fewest(sizes, |size| size.pieces_left);
    let number =
        |least: Option<u64>| least.map_or_else(|| "none met".to_owned(), |least| least.to_string());
    let computed = format!(
        "{} if a single piece causes it (n = 1, or fewer than n squares are quantum); at least {} of every series that is \
         left over from before",
        number(all),
        number(left)
    );
    let is_two = |least: u64| least >= 2;
    Ok(Finding::new(computed, everywhere(context)?).instead_of(
        "at least 2",
        all.is_none_or(is_two),
        left.is_some_and(is_two),
    ))
}

fn fewest_collapses(context: &Context) -> Result<Finding, Error> {
    let (sizes, game) = (context.consistency()?, forced_game()?);
    let by_series = || sizes.iter().filter(|size| size.pieces >= 2);
    let at_least = [
        fewest(by_series(), |size| size.first),
        fewest(by_series(), |size| size.later),
    ];
    let at_least = at_least.into_iter().flatten().min().unwrap_or(0);
    let first_forced = sizes.iter().find(|size| size.forced.is_some());
    let example = first_forced
        .zip(game.as_ref())
        .filter(|(size, game)| game.is_of(size));
    let of_single = example.map_or_else(
        || "no game with fewer was met".to_owned(),
        |(Consistency { pieces, squares, .. }, game)| {
            format!(
                "{} may be left where a single piece entangles a series, first for n = {pieces}, s = {squares}: {}",
                game.collapses,
                in_words(game)
            )
        },
    );
    let computed = format!(
        "at least {at_least} where a series of n >= 2 pieces entangles, one for each of its squares; {of_single}"
    );
    Ok(Finding::new(computed, everywhere(context)?).instead_of(
        "always at least 2",
        first_forced.is_none() && at_least >= 2,
        example.is_some() && at_least >= 2,
    ))
}

/// `3-4-5, 3-4-5, 1-2-5, 3-4-5, then 1 alone`.
fn in_words(game: &ForcedGame) -> String {
    let placements: Vec<String> = game.placements.iter().map(ToString::to_string).collect();
    match placements.split_last() {
        Some((last, before)) => format!("{}, then {last} alone", before.join(", ")),
        None => String::new(),
    }
}

fn first_collapses(context: &Context) -> Result<Finding, Error> {
    let sizes = context.consistency()?;
    let of_n = |n| {
        fewest(sizes.iter().filter(|size| size.pieces == n), |size| {
            size.first
        })
    };
    let fewest: Vec<(usize, u64)> = (2..).map_while(|n| Some((n, of_n(n)?))).collect();
    let texts: Vec<String> = fewest
        .iter()
        .map(|(n, least)| format!("{} (n = {n})", group_digits(least)))
        .collect();
    let holds = fewest.iter().all(|&(n, least)| least >= factorial(n));
    Ok(Finding::new(texts.join(", "), everywhere(context)?).in_words("at least n!", holds))
}

/// Perfect matchings are k0! at least, but for the graph without vertices.
fn perfect_matchings(context: &Context) -> Result<Finding, Error> {
    let (graphs, random) = (context.graphs()?, context.random_graphs()?);
    let wrong = graphs
        .iter()
        .chain([random])
        .find_map(|graphs| graphs.counterexample.as_ref());
    let attained = if graphs.iter().all(|graphs| graphs.is_sharp()) {
        ", attained"
    } else {
        ""
    };
    let nothing = without_series();
    let fails_from = (1..=GRAPH_SERIES).find(|&k0| nothing < factorial(k0));
    let degenerate = fails_from.map_or_else(String::new, |k0| {
        format!(
            "; false for the graph without, a degenerate case: it has {nothing}, fewer than k0! from k0 = {k0} on"
        )
    });
    let of_vertices = match wrong {
        None => format!("at least k0!{attained}, for graphs with vertices"),
        Some(case) => format!("fewer in {}", case.series),
    };
    let method = format!(
        "{} with 1 to {GRAPH_SERIES} and {GRAPH_SERIES} vertices, {} with {RANDOM_SERIES} and {RANDOM_SERIES}",
        counted(graphs.iter().map(|graphs| graphs.graphs), "graphs"),
        counted([random.graphs], "random graphs"),
    );
    let found = Finding::new(format!("{of_vertices}{degenerate}"), method);
    Ok(found.instead_of(
        "at least k0!",
        wrong.is_none() && fails_from.is_none(),
        wrong.is_none(),
    ))
}
