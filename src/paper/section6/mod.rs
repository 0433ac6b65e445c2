//! Section 6: the number of games, its bounds, Table 1; and that every endgame is reached by equally many games
//! ([`endgames`]).
//!
//! The counts are those of [`crate::tree_size`], the bounds those of [`crate::tree_size::bounds`], where they are proved.
//!
//! **Corrections.** C(s,n)^s forgets that a collapse can be chosen and is below T(s,n), at s <= 4 for n = 2 and at
//! every s that is counted for n >= 3; where s < n it is 0. s! (s-1)^s is 0 at s = 1, where there is one game. The upper
//! bound s! max(1, C(s-1,n-1))^s holds everywhere.
//!
//! Cost: 1.5 s for n = 3 to 64 squares, 0.4 s for all other sizes together.

pub mod endgames;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::context::{Context, ENDGAME_SQUARES, each};
use super::error::Error;
use super::finding::{Check, Finding, check};
use super::text::{FIXED_ENDGAME, counted, in_units};
use crate::support::number::group_digits;
use crate::support::progress::Progress;
use crate::tree_size::bounds::{Bounds, as_printed, table_1_upper_formula};
use crate::tree_size::{Method, Tree, TreeSize, count_all};

/// The largest number of squares of Table 1.
pub(super) const TABLE_1_SQUARES: usize = 9;

/// The largest number of squares of the triangle of all n <= s.
const TRIANGLE_SQUARES: usize = 16;

/// Pairs (n, s): for these n, T is counted for every number of squares up to s.
pub(super) const COLUMNS: [(usize, usize); 3] = [(2, 64), (3, 64), (4, 25)];

pub(super) fn checks() -> Vec<Check> {
    let mut checks = vec![
        check("6.equally-many", |context| {
            let equal = context.endgames()?.iter().all(|size| {
                size.per_endgame
                    .is_some_and(|games| games.fewest == games.most)
                    && size.unequal_steps == 0
            });
            Ok(Finding::unless(
                (!equal).then_some("not equal"),
                "equal",
                every_history(context)?,
            ))
        }),
        check("6.squares-left", |context| {
            // After t turns; `fewest_quantum` has an entry for each.
            let enough = context.endgames()?.iter().all(|size| {
                let mut left = size.fewest_quantum.iter().enumerate();
                left.all(|(turns, &fewest)| fewest + turns >= size.squares)
            });
            let too_few = (!enough).then_some("fewer than s - t");
            Ok(Finding::unless(
                too_few,
                "at least s - t",
                every_history(context)?,
            ))
        }),
        check("6.games", |context| {
            Ok(Finding::new(
                group_digits(context.standard_games()?),
                FIXED_ENDGAME,
            ))
        }),
        check("6.games-in-words", |context| {
            let games = context.standard_games()?;
            let tenths = in_units(games, 100_000_000_000);
            let in_words = format!("about {}.{} trillion", &tenths / 10_u32, &tenths % 10_u32);
            Ok(Finding::new(group_digits(games), FIXED_ENDGAME).rounded(in_words))
        }),
        check("6.ordinary-games", |context| {
            Ok(Finding::new(
                group_digits(context.ordinary_games()?),
                "every game played",
            ))
        }),
        check("6.ratio", ratio),
    ];
    checks.extend(bounds());
    checks.extend(table_1());
    checks
}

fn bounds() -> [Check; 4] {
    [
        check("6.upper", |context| {
            let sizes = sizes(context)?;
            let fails = counterexamples(&sizes, |size, bounds| {
                !bounds.paper_upper_is_false(&size.games)
            });
            let truth = true_upper(&sizes);
            let computed = format!(
                "{}; where s < n it is 0; s! max(1, C(s-1,n-1))^s {}",
                or_true(&fails),
                or_true(&truth)
            );
            let found = Finding::new(computed, every_size(&sizes));
            Ok(found.instead_of("upper bound", fails.is_empty(), truth.is_empty()))
        }),
        check("6.lower", |context| {
            let sizes = sizes(context)?;
            let fails = counterexamples(&sizes, |size, bounds| {
                bounds.lower_paper_general <= size.games
            });
            Ok(lower_bound(&fails, every_size(&sizes)))
        }),
        check("6.pair-lower", |context| {
            let is_lower =
                |size: &TreeSize, bounds: &Bounds| bounds.lower_fixed_endgame <= size.games;
            Ok(lower_bound(
                &counterexamples(context.table_1()?, is_lower),
                TABLE_1_METHOD,
            ))
        }),
        check("6.pair-upper", |context| {
            let fails = counterexamples(context.table_1()?, |size, _| {
                size.games <= table_1_upper_formula(size.squares)
            });
            let truth = true_upper(&sizes(context)?);
            let computed = format!(
                "{}, a degenerate case, where it is 0; s! max(1, s-1)^s {}",
                or_true(&fails),
                or_true(&truth)
            );
            let found = Finding::new(computed, TABLE_1_METHOD);
            Ok(found.instead_of("upper bound", fails.is_empty(), truth.is_empty()))
        }),
    ]
}

const TABLE_1_METHOD: &str = "fixed endgame, s = 1..9";

/// How the statements about all endgames were checked.
pub(super) fn every_history(context: &Context) -> Result<String, Error> {
    let histories = counted(
        context.endgames()?.iter().map(|size| size.histories),
        "histories",
    );
    Ok(format!(
        "{histories} with their images, n <= s <= {ENDGAME_SQUARES}"
    ))
}

fn ratio(context: &Context) -> Result<Finding, Error> {
    let (games, ordinary) = (context.standard_games()?, context.ordinary_games()?);
    let ratio = games / ordinary;
    let quotients = format!(
        "{}: QT3 to the full board over tic-tac-toe to the first line; {} if both are played to the full board, {} if \
         both stop at the first line",
        group_digits(&ratio),
        group_digits(games / context.enumerated_3x3()?.total()),
        group_digits(context.first_line_games()? / ordinary)
    );
    let millions = format!("roughly {} million", in_units(&ratio, 1_000_000));
    Ok(Finding::new(quotients, "quotients of the counts").rounded(millions))
}

/// T(s, n) for every n <= s <= 16 and for `COLUMNS`, by the fastest method; by rising s, then n.
pub(super) fn tree_sizes(progress: &dyn Progress) -> Result<Vec<TreeSize>, Error> {
    let column = |pieces: usize| -> Result<Vec<TreeSize>, Error> {
        let longer = COLUMNS.iter().find(|column| column.0 == pieces);
        let asked: Result<Vec<_>, Error> = (pieces
            ..=longer.map_or(TRIANGLE_SQUARES, |column| column.1))
            .map(|squares| Tree::full(squares, pieces))
            .map(|tree| Ok((tree, Method::fastest(&tree)?)))
            .collect();
        Ok(count_all(&asked?, progress)?)
    };
    let mut sizes = each(1..=TRIANGLE_SQUARES, column)?.concat();
    sizes.sort_by_key(|size| (size.squares, size.pieces));
    Ok(sizes)
}

/// The sizes for which the bounds are compared; where s < n they are those of Table 1's first column: s = 1, n = 2.
fn sizes(context: &Context) -> Result<Vec<TreeSize>, Error> {
    let small = context
        .table_1()?
        .iter()
        .filter(|size| size.squares < size.pieces);
    Ok(small.chain(context.tree_sizes()?).cloned().collect())
}

fn every_size(sizes: &[TreeSize]) -> String {
    let columns = COLUMNS.map(|(pieces, squares)| format!("n = {pieces} to s = {squares}"));
    format!(
        "{} sizes: n <= s <= {TRIANGLE_SQUARES}, {}, and Table 1",
        sizes.len(),
        columns.join(", ")
    )
}

/// The game sizes for which a statement about T and its bounds fails: for each n the runs of s.
fn counterexamples(sizes: &[TreeSize], holds: impl Fn(&TreeSize, &Bounds) -> bool) -> Vec<String> {
    let mut runs: BTreeMap<usize, Vec<RangeInclusive<usize>>> = BTreeMap::new();
    for size in sizes.iter().filter(|size| !holds(size, &Bounds::of(size))) {
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

fn true_upper(sizes: &[TreeSize]) -> Vec<String> {
    counterexamples(sizes, |size, bounds| {
        size.games <= bounds.upper_fixed_endgame
    })
}

fn or_true(failing: &[String]) -> String {
    match failing {
        [] => "holds".to_owned(),
        failing => format!("false for {}", failing.join("; ")),
    }
}

fn lower_bound(failing: &[String], method: impl Into<String>) -> Finding {
    Finding::new(or_true(failing), method).in_words("lower bound", failing.is_empty())
}

/// Table 1: for each s the upper bound, T(s, 2) and the lower bound, as the paper prints numbers.
fn table_1() -> impl Iterator<Item = Check> {
    const CELLS: [&str; 3] = ["upper", "actual", "lower"];
    (1..=TABLE_1_SQUARES)
        .flat_map(|squares| CELLS.map(|cell| (squares, cell)))
        .map(|(squares, cell)| {
            check(format!("6.table-1.{squares}.{cell}"), move |context| {
                let size = &context.table_1()?[squares - 1];
                let bounds = Bounds::of(size);
                let (count, method) = match cell {
                    "upper" if squares == 1 => (
                        &bounds.upper_fixed_endgame,
                        "s! max(1, s-1)^s; the paper's formula s! (s-1)^s gives 0 here",
                    ),
                    "upper" => (&bounds.upper_fixed_endgame, "s! (s-1)^s"),
                    "actual" => (&size.games, FIXED_ENDGAME),
                    _ => (&bounds.lower_fixed_endgame, "s! (s-1)!"),
                };
                Ok(Finding::new(count, method).rounded(as_printed(count, squares)))
            })
        })
}
