pub mod consistency;
pub mod matchings;

use crate::paper::context::{Context, GRAPH_SERIES, RANDOM_SERIES, SQUARES};
use crate::paper::error::LedgerError;
use crate::paper::extremes::{Spread, factorial};
use crate::paper::finding::{Finding, Findings};
use crate::paper::text::total;
use consistency::{Consistency, ForcedGame, forced_game};
use gqt3::support::number::group_digits;
use matchings::without_series;

pub(super) fn claims(context: &Context) -> Findings {
    let sizes = context.consistency()?;
    let wrong = sizes.iter().find_map(|size| size.counterexample.as_ref());
    let everywhere = format!(
        "every history up to isomorphism, n <= s <= {SQUARES}: {}",
        total(sizes.iter().map(|size| size.positions), "positions")
    );
    let tight = total(sizes.iter().map(|size| size.tight_sets), "tight sets");
    let is_n = |size: &Consistency| size.first_pieces == Some(Spread::only(size.pieces as u64));
    let other = sizes.iter().find(|size| !is_n(size));
    let not_n =
        other.map(|size| format!("not always n for s = {}, n = {}", size.squares, size.pieces));
    Ok(vec![
        Finding::unless("4.can-collapse", wrong, "always", &everywhere),
        Finding::unless(
            "4.union",
            wrong,
            "always",
            format!("{tight} of {everywhere}"),
        ),
        Finding::unless("4.largest-tight", wrong, "|E|", &everywhere),
        Finding::unless("4.first-pieces", not_n, "n", &everywhere),
        later_pieces(sizes, &everywhere),
        fewest_collapses(sizes, forced_game()?.as_ref(), &everywhere),
        first_collapses(sizes, &everywhere),
        perfect_matchings(context)?,
    ])
}

fn fewest<'a>(
    sizes: impl IntoIterator<Item = &'a Consistency>,
    get: impl Fn(&'a Consistency) -> Option<Spread>,
) -> Option<u64> {
    sizes
        .into_iter()
        .filter_map(get)
        .map(|counts| counts.fewest)
        .min()
}

/// Checks "hence deg(v) >= 2 for all v in E", which holds unless v is a new single piece.
fn later_pieces(sizes: &[Consistency], everywhere: &str) -> Finding {
    let all = fewest(sizes, |size| size.later_pieces);
    let left = fewest(sizes, |size| size.pieces_left);
    let number =
        |least: Option<u64>| least.map_or_else(|| "none met".to_owned(), |least| least.to_string());
    let computed = format!(
        "{} if a single piece causes it (n = 1, or fewer than n squares are quantum); at least {} \
         of every series that is left over from before",
        number(all),
        number(left)
    );
    let is_two = |least: u64| least >= 2;
    Finding::new("4.later-pieces", computed, everywhere).replacing(
        "at least 2",
        all.is_none_or(is_two),
        left.is_some_and(is_two),
    )
}

fn fewest_collapses(sizes: &[Consistency], game: Option<&ForcedGame>, everywhere: &str) -> Finding {
    let by_series = || sizes.iter().filter(|size| size.pieces >= 2);
    let at_least = [
        fewest(by_series(), |size| size.first),
        fewest(by_series(), |size| size.later),
    ];
    let at_least = at_least.into_iter().flatten().min().unwrap_or(0);
    let first_forced = sizes.iter().find(|size| size.forced.is_some());
    let example = first_forced
        .zip(game)
        .filter(|(size, game)| game.is_of(size));
    let of_single = example.map_or_else(
        || "no game with fewer was met".to_owned(),
        |(
            Consistency {
                pieces, squares, ..
            },
            game,
        )| {
            format!(
                "{} may be left where a single piece entangles a series, first for n = {pieces}, s \
                 = {squares}: {game}",
                game.collapses,
            )
        },
    );
    let computed = format!(
        "at least {at_least} where a series of n >= 2 pieces entangles, one for each of its \
         squares; {of_single}"
    );
    Finding::new("4.collapses", computed, everywhere).replacing(
        "always at least 2",
        first_forced.is_none() && at_least >= 2,
        example.is_some() && at_least >= 2,
    )
}

fn first_collapses(sizes: &[Consistency], everywhere: &str) -> Finding {
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
    Finding::new("4.first-collapses", texts.join(", "), everywhere).stating("at least n!", holds)
}

fn perfect_matchings(context: &Context) -> Result<Finding, LedgerError> {
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
            "; false for the graph without, a degenerate case: it has {nothing}, fewer than k0! \
             from k0 = {k0} on"
        )
    });
    let of_vertices = match wrong {
        None => format!("at least k0!{attained}, for graphs with vertices"),
        Some(case) => format!("fewer in {}", case.series),
    };
    let method = format!(
        "{} with 1 to {GRAPH_SERIES} and {GRAPH_SERIES} vertices, {} with {RANDOM_SERIES} and {RANDOM_SERIES}",
        total(graphs.iter().map(|graphs| graphs.graphs), "graphs"),
        total([random.graphs], "random graphs"),
    );
    let finding = Finding::new("4.matchings", format!("{of_vertices}{degenerate}"), method);
    Ok(finding
        .replacing(
            "at least k0!",
            wrong.is_none() && fails_from.is_none(),
            wrong.is_none(),
        )
        .meant())
}
