pub mod counts;
pub mod endgames;

use crate::paper::context::{Context, ENDGAME_SQUARES};
use crate::paper::error::LedgerError;
use crate::paper::finding::{Finding, Findings};
use crate::paper::text::{FIXED_ENDGAME, in_units, total};
use counts::{COLUMNS, TABLE_1_SQUARES, TRIANGLE_SQUARES};
use gqt3::support::number::group_digits;
use gqt3::tree_size::TreeSize;
use gqt3::tree_size::bounds::{Bounds, as_printed, table_1_upper_formula};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

pub(super) fn claims(context: &Context) -> Findings {
    let sizes = context.endgames()?;
    let equal = sizes.iter().all(|size| {
        size.per_endgame
            .is_some_and(|games| games.fewest == games.most)
            && size.unequal_steps == 0
    });
    let enough = sizes.iter().all(|size| {
        let mut left = size.fewest_quantum.iter().enumerate();
        left.all(|(turns, &fewest)| fewest + turns >= size.squares)
    });
    let games = context.standard_games()?;
    let tenths = in_units(games, 100_000_000_000);
    let in_words = format!("about {}.{} trillion", &tenths / 10_u32, &tenths % 10_u32);
    Ok(vec![
        Finding::unless(
            "6.equally-many",
            (!equal).then_some("not equal"),
            "equal",
            every_history(context)?,
        ),
        Finding::unless(
            "6.squares-left",
            (!enough).then_some("fewer than s - t"),
            "at least s - t",
            every_history(context)?,
        ),
        Finding::new("6.games", group_digits(games), FIXED_ENDGAME),
        Finding::new("6.games-in-words", group_digits(games), FIXED_ENDGAME).rounded(in_words),
        Finding::new(
            "6.ordinary-games",
            group_digits(context.ordinary_games()?),
            "every game played",
        ),
        ratio(context)?,
    ])
}

pub(super) fn every_history(context: &Context) -> Result<String, LedgerError> {
    let sizes = context.endgames()?;
    let histories = total(sizes.iter().map(|size| size.histories), "histories");
    Ok(format!(
        "{histories} with their images, n <= s <= {ENDGAME_SQUARES}"
    ))
}

fn ratio(context: &Context) -> Result<Finding, LedgerError> {
    let (games, ordinary) = (context.standard_games()?, context.ordinary_games()?);
    let ratio = games / ordinary;
    let quotients = format!(
        "{}: QT3 to the full board over tic-tac-toe to the first line; {} if both are played to \
         the full board, {} if both stop at the first line",
        group_digits(&ratio),
        group_digits(games / context.enumerated_3x3()?.total()),
        group_digits(context.first_line_games()? / ordinary)
    );
    let millions = format!("roughly {} million", in_units(&ratio, 1_000_000));
    Ok(Finding::new("6.ratio", quotients, "quotients of the counts").rounded(millions))
}

pub(super) fn bounds(context: &Context) -> Findings {
    const TABLE_1: &str = "fixed endgame, s = 1..9";
    let table_1 = context.table_1()?;
    // Only the first column of Table 1 has s < n: s = 1, n = 2.
    let small = table_1.iter().filter(|size| size.squares < size.pieces);
    let sizes: Vec<TreeSize> = small.chain(context.tree_sizes()?).cloned().collect();
    let columns = COLUMNS.map(|(pieces, squares)| format!("n = {pieces} to s = {squares}"));
    let every_size = format!(
        "{} sizes: n <= s <= {TRIANGLE_SQUARES}, {}, and Table 1",
        sizes.len(),
        columns.join(", ")
    );
    let truth = counterexamples(&sizes, |size, bounds| {
        size.games <= bounds.upper_fixed_endgame
    });
    let upper = counterexamples(&sizes, |size, bounds| {
        !bounds.paper_upper_is_false(&size.games)
    });
    let lower = counterexamples(&sizes, |size, bounds| {
        bounds.lower_paper_general <= size.games
    });
    let pair_upper = counterexamples(table_1, |size, _| {
        size.games <= table_1_upper_formula(size.squares)
    });
    let pair_lower = counterexamples(table_1, |size, bounds| {
        bounds.lower_fixed_endgame <= size.games
    });
    let upper_bound = |id, computed, fails: &[String], method: &str| {
        Finding::new(id, computed, method).replacing(
            "upper bound",
            fails.is_empty(),
            truth.is_empty(),
        )
    };
    let lower_bound = |id, fails: &[String], method: &str| {
        Finding::new(id, or_true(fails), method).stating("lower bound", fails.is_empty())
    };
    let of_upper = format!(
        "{}; where s < n it is 0; s! max(1, C(s-1,n-1))^s {}",
        or_true(&upper),
        or_true(&truth)
    );
    let of_pair_upper = format!(
        "{}, a degenerate case, where it is 0; s! max(1, s-1)^s {}",
        or_true(&pair_upper),
        or_true(&truth)
    );
    Ok(vec![
        upper_bound("6.upper", of_upper, &upper, &every_size),
        lower_bound("6.lower", &lower, &every_size),
        lower_bound("6.pair-lower", &pair_lower, TABLE_1),
        upper_bound("6.pair-upper", of_pair_upper, &pair_upper, TABLE_1).meant(),
    ])
}

/// Lists the sizes for which a statement about T fails, for each n as runs of s.
fn counterexamples(sizes: &[TreeSize], holds: fn(&TreeSize, &Bounds) -> bool) -> Vec<String> {
    let mut runs: BTreeMap<usize, Vec<RangeInclusive<usize>>> = BTreeMap::new();
    for size in sizes
        .iter()
        .filter(|size| !holds(size, &Bounds::from_size(size)))
    {
        let of_n = runs.entry(size.pieces).or_default();
        match of_n.last_mut() {
            Some(run) if run.end() + 1 == size.squares => *run = *run.start()..=size.squares,
            _ => of_n.push(size.squares..=size.squares),
        }
    }
    let run = |run: &RangeInclusive<usize>| match (run.start(), run.end()) {
        (start, end) if start == end => start.to_string(),
        (start, end) => format!("{start}-{end}"),
    };
    runs.iter()
        .map(|(n, runs)| {
            format!(
                "n = {n}: s = {}",
                runs.iter().map(run).collect::<Vec<_>>().join(",")
            )
        })
        .collect()
}

fn or_true(failing: &[String]) -> String {
    match failing {
        [] => "holds".to_owned(),
        failing => format!("false for {}", failing.join("; ")),
    }
}

pub fn table_1(context: &Context) -> Findings {
    let mut cells = Vec::new();
    for size in &context.table_1()?[..TABLE_1_SQUARES] {
        let (squares, bounds) = (size.squares, Bounds::from_size(size));
        let upper_method = match squares {
            1 => "s! max(1, s-1)^s; the paper's formula s! (s-1)^s gives 0 here",
            _ => "s! (s-1)^s",
        };
        let counts = [
            ("upper", &bounds.upper_fixed_endgame, upper_method),
            ("actual", &size.games, FIXED_ENDGAME),
            ("lower", &bounds.lower_fixed_endgame, "s! (s-1)!"),
        ];
        cells.extend(counts.map(|(cell, count, method)| {
            let id = format!("6.table-1.{squares}.{cell}");
            Finding::new(id, count, method).rounded(as_printed(count, squares))
        }));
    }
    Ok(cells)
}
