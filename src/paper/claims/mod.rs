//! The claims of the paper, computed from the shared results: a function for each section.
//!
//! The functions cannot read the paper's values. They return findings, and the ledger compares
//! these with `claims.csv`.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use num_bigint::BigUint;

use super::appendix_a::{in_words, mark, worked_example};
use super::appendix_b::{of_single_piece, with_isolated_vertex};
use super::context::{
    Context, ENDGAME_SQUARES, GRAPH_SERIES, OVERFULL_SQUARES, PAIR_SQUARES, QT3_GAMES, QT3_TURNS,
    RANDOM_SERIES, SQUARES, VERTICES,
};
use super::error::LedgerError;
use super::extremes::{Counterexample, Spread, factorial};
use super::finding::Finding;
use super::section3::FullBoard;
use super::section4::consistency::{Consistency, ForcedGame, forced_game};
use super::section4::matchings::without_series;
use super::section6::{COLUMNS, TABLE_1_SQUARES, TRIANGLE_SQUARES};
use super::section7::{COMPARED, DECIDED_SIDE, GAMES};
use super::section8::optimal_lines;
use super::text::{ALL_ENDGAMES, FIXED_ENDGAME, SOLVER, counted, in_units, percent, points, value};
use crate::engine::board::MAX_SQUARES;
use crate::engine::rules::{Margin, Variant};
use crate::perfect_play::SolvedGame;
use crate::random_play::{Distribution, Histories, Outcome};
use crate::support::number::{decimal, group_digits};
use crate::tree_size::TreeSize;
use crate::tree_size::bounds::{Bounds, as_printed, lower_by_trees, table_1_upper_formula};

/// The findings of some claims, or the reason why there are none.
type Findings = Result<Vec<Finding>, LedgerError>;

/// Every claim: a function for each group of claims, in the order of the paper.
pub(super) const ALL: [fn(&Context) -> Findings; 15] = [
    front, section2, section3, section4, section5, section6, bounds, table_1, section7, table_2,
    section8, section9, section10, appendix_a, appendix_b,
];

/// Computes the claims of the abstract.
fn front(context: &Context) -> Findings {
    let sizes = context.endgames()?;
    let is_over = sizes
        .iter()
        .all(|size| size.turns == Some(Spread::only(size.squares as u64)));
    let length = if is_over {
        "always, after s turns"
    } else {
        "not always after s turns"
    };
    let games = context.standard_games()?;
    let trillions = format!("more than {} trillion", games / 1_000_000_000_000_u64);
    let ordinary = context.ordinary_games()?;
    let hundred_thousands = format!("{} thousand", in_units(ordinary, 100_000) * 100_u32);
    let expected = context.enumerated_3x3()?.expected_margin();
    let offset = value(context.standard(Variant::Offset)?);
    let player2_collapses = value(context.standard(Variant::Player2Collapses)?);
    Ok(vec![
        Finding::new("abstract.finite", length, every_history(context)?)
            .stating("always", is_over),
        Finding::new("abstract.games", group_digits(games), FIXED_ENDGAME)
            .in_words(trillions, true),
        Finding::new(
            "abstract.ordinary-games",
            group_digits(ordinary),
            "every game played",
        )
        .rounded(hundred_thousands),
        Finding::new("abstract.mean", &expected, ALL_ENDGAMES).rounded(decimal(&expected, 3)),
        Finding::new(
            "abstract.equilibrium",
            value(context.standard(Variant::Paper)?),
            SOLVER,
        ),
        Finding::new(
            "abstract.draws",
            format!(
                "{offset} with player 2's subscripts less 1, {player2_collapses} where player 2 collapses"
            ),
            SOLVER,
        )
        .in_words(&offset, offset == player2_collapses),
    ])
}

/// Computes the claims about entanglements of pairs.
pub fn section2(context: &Context) -> Findings {
    let mut cycles = context.first_cycles()?.iter();
    let wrong = cycles.find_map(|cycles| cycles.counterexample.as_ref());
    let overfull = context.overfull()?;
    let collapsible: u64 = overfull.iter().map(|boards| boards.collapsible).sum();
    let some = (collapsible > 0).then(|| format!("some, on {}", counted([collapsible], "boards")));
    let boards = counted(overfull.iter().map(|boards| boards.boards), "boards");
    Ok(vec![
        Finding::unless(
            "2.first-cycle",
            wrong,
            "at the same edge",
            edge_by_edge(context)?,
        ),
        Finding::unless(
            "2.too-many-pairs",
            some,
            "none",
            format!("all {boards} with 2 <= x <= {OVERFULL_SQUARES}"),
        ),
    ])
}

/// Returns how the claims about cycles were checked.
fn edge_by_edge(context: &Context) -> Result<String, LedgerError> {
    let found = context.first_cycles()?;
    Ok(format!(
        "{} on up to {VERTICES} vertices; {} up to isomorphism",
        counted(
            found.iter().map(|cycles| cycles.sequences),
            "sequences of edges"
        ),
        counted(found.iter().map(|cycles| cycles.graphs), "graphs")
    ))
}

/// Computes the claims about the games that GQT3 generalizes.
fn section3(context: &Context) -> Findings {
    let (stopped, full) = (context.tic_tac_toe()?, context.full_board()?);
    let difference = stopped.difference.or(full.comparison.difference);
    // The claim is about the words "normal Tic-Tac-Toe": equal games, endings and points.
    let same =
        difference.is_none() && full.games == full.stopped_games && full.mean == full.stopped_mean;
    let method = format!(
        "{} of all games to the full board, and all {} to the first line, compared with a second \
         program that shares nothing with the engine but sets of squares",
        counted([full.comparison.positions], "positions"),
        counted([stopped.positions], "boards")
    );
    let one_piece = Finding::new("3.one-piece", beside_tic_tac_toe(full, difference), method);

    let (qt3, [full_board, first_line]) = (context.qt3()?, context.qt3_at_random()?);
    let differs = qt3.difference.or(full_board.difference);
    let equivalent = differs.map_or("equivalent".to_owned(), |what| {
        format!("not the same in {what}")
    });
    let goff = first_line.difference.map_or_else(
        || {
            "Goff's own rules are the same to the first line, where they stop (--variant goff)"
                .to_owned()
        },
        |what| format!("Goff's own rules (--variant goff) differ in {what}"),
    );
    let method = format!(
        "{} of the first {QT3_TURNS} turns and {} of {}, compared with a second program that shares \
         nothing with the engine but sets of squares",
        counted([qt3.positions], "positions"),
        counted([full_board.positions, first_line.positions], "positions"),
        counted([QT3_GAMES as u64], "random games"),
    );
    let holds = differs.is_none() && first_line.difference.is_none();
    Ok(vec![
        one_piece.replacing("normal tic-tac-toe", same, difference.is_none()),
        Finding::new("3.two-pieces", format!("{equivalent}; {goff}"), method)
            .stating("equivalent", holds),
    ])
}

/// Returns how n = 1 by section 3's rules compares with tic-tac-toe.
fn beside_tic_tac_toe(full: &FullBoard, difference: Option<&str>) -> String {
    match difference {
        Some(what) => format!("not the same in {what}"),
        None => format!(
            "the same moves; ending and scoring differ: {} games to the full board, where every \
             line scores (mean {} in random play), against {} to the first line, which wins (mean \
             {}). Those are n = 1 with --ending first-line --scoring decisive",
            group_digits(full.games),
            full.mean,
            group_digits(full.stopped_games),
            full.stopped_mean
        ),
    }
}

/// Computes the claims about collapses.
fn section4(context: &Context) -> Findings {
    let sizes = context.consistency()?;
    let wrong = sizes.iter().find_map(|size| size.counterexample.as_ref());
    let everywhere = format!(
        "every history up to isomorphism, n <= s <= {SQUARES}: {}",
        counted(sizes.iter().map(|size| size.positions), "positions")
    );
    let tight = counted(sizes.iter().map(|size| size.tight_sets), "tight sets");
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

/// Returns the smallest of some counts over all sizes.
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

/// Checks "hence deg(v) >= 2 for all v in E".
///
/// It is true of series that an earlier entanglement left, and of a newest series of n >= 2 pieces.
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

/// Checks that there are at least k0! perfect matchings, except in the graph without vertices.
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
        counted(graphs.iter().map(|graphs| graphs.graphs), "graphs"),
        counted([random.graphs], "random graphs"),
    );
    let found = Finding::new("4.matchings", format!("{of_vertices}{degenerate}"), method);
    Ok(found.replacing(
        "at least k0!",
        wrong.is_none() && fails_from.is_none(),
        wrong.is_none(),
    ))
}

/// Computes the claims about finding the entanglement.
fn section5(context: &Context) -> Findings {
    let (everywhere, at_random) = (context.detections()?, context.detections_at_random()?);
    let wrong = everywhere
        .counterexample
        .as_ref()
        .or(at_random.counterexample.as_ref());
    let method = format!(
        "{} (n <= s <= {SQUARES}) and {} on up to {MAX_SQUARES} squares",
        counted([everywhere.positions], "positions"),
        counted([at_random.positions], "random positions"),
    );
    let slip = everywhere.tight_without.as_ref();
    let without_v = slip.map(|case| {
        format!(
            "false for S without v, which may be tight: {} with v the series that shares no square; \
             |n(S)| >= |S| is true and enough",
            case.series
        )
    });
    Ok(vec![
        Finding::unless("5.doubling", wrong, "exactly", &method),
        Finding::unless_replaced("5.case-2.1", without_v, "|S| + 1", wrong.is_none(), &method),
    ])
}

/// Computes the claims about the number of games.
fn section6(context: &Context) -> Findings {
    let sizes = context.endgames()?;
    let equal = sizes.iter().all(|size| {
        size.per_endgame
            .is_some_and(|games| games.fewest == games.most)
            && size.unequal_steps == 0
    });
    // `fewest_quantum` has an entry for each number of turns.
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

/// Returns how the statements about all endgames were checked.
fn every_history(context: &Context) -> Result<String, LedgerError> {
    let sizes = context.endgames()?;
    let histories = counted(sizes.iter().map(|size| size.histories), "histories");
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

/// Computes the claims about bounds for the number of games.
fn bounds(context: &Context) -> Findings {
    const TABLE_1: &str = "fixed endgame, s = 1..9";
    let table_1 = context.table_1()?;
    // Sizes with s < n occur only in Table 1's first column: s = 1, n = 2.
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
        upper_bound("6.pair-upper", of_pair_upper, &pair_upper, TABLE_1),
    ])
}

/// Returns the sizes for which a statement about T and its bounds fails: for each n the runs of s.
fn counterexamples(sizes: &[TreeSize], holds: impl Fn(&TreeSize, &Bounds) -> bool) -> Vec<String> {
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

/// Computes Table 1: for each s the upper bound, T(s, 2) and the lower bound.
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

/// Computes the claims about random play.
fn section7(context: &Context) -> Findings {
    let (sizes, games) = (context.endgames()?, context.enumerated_3x3()?);
    let histories = every_history(context)?;
    let are_alike = sizes.iter().all(|size| size.are_alike());
    let differ = sizes
        .iter()
        .find(|size| size.probabilities.is_some_and(|kinds| kinds.most > 1));
    let gap = differ.map(|size| {
        format!(
            "a gap in the argument: games that lead to one endgame differ in probability from s = \
             {}, n = {} on, so a bijection alone is not enough; the one that is meant, rearranging \
             the squares, keeps the probability of every game",
            size.squares, size.pieces
        )
    });
    let always = match context.enumerated_2x2()?.margins() {
        [only] => decimal(&only.margin, 1),
        several => format!("{} different margins", several.len()),
    };
    let modes: Vec<String> = games.modes().iter().map(ToString::to_string).collect();
    let expected = games.expected_margin();
    Ok(vec![
        Finding::unless(
            "7.equally-likely",
            (!are_alike).then_some("not equal"),
            "equal",
            format!("{histories}, weighted"),
        ),
        Finding::unless_replaced("7.bijection", gap, "\"thus\"", are_alike, histories),
        Finding::new("7.2x2", always, "all 4! endgames"),
        Finding::new("7.endgames", group_digits(games.total()), "enumeration"),
        Finding::new("7.mode", modes.join(", "), ALL_ENDGAMES),
        Finding::new("7.mean", &expected, ALL_ENDGAMES).rounded(decimal(&expected, 3)),
        footnote(context)?,
    ])
}

fn footnote(context: &Context) -> Result<Finding, LedgerError> {
    let (three, ordinary) = (context.enumerated_3x3()?, context.ordinary()?);
    let shares =
        |distribution: &Distribution| Outcome::ALL.map(|outcome| distribution.probability(outcome));
    let percents = |distribution: &Distribution| {
        shares(distribution)
            .map(|share| percent(&share))
            .join(" / ")
    };
    // The largest side up to which the first line decides who wins by points.
    let both = context.full()?.iter().zip(context.decisive()?);
    let same = both.take_while(|(points, first)| shares(points) == shares(first));
    let decided = same.map(|(points, _)| points.side()).max().unwrap_or(0);
    let beyond = if decided < DECIDED_SIDE {
        format!(", and not on {m}x{m}", m = decided + 1)
    } else {
        String::new()
    };
    let computed = format!(
        "player 1 wins / draws / player 2 wins: {} in QT3, {} in tic-tac-toe. On boards up to \
         {decided}x{decided} the owner of the first line wins as often as the winner by points{beyond}",
        percents(three),
        percents(ordinary)
    );
    let method = format!(
        "{ALL_ENDGAMES}; every game of n = 1 to the first line, weighted; exact counts to {DECIDED_SIDE}x{DECIDED_SIDE}"
    );
    Ok(Finding::new("7.footnote", computed, method)
        .in_words("the same", shares(three) == shares(ordinary)))
}

/// Computes Table 2: the endgames and the probability of each margin, and of each outcome.
fn table_2(context: &Context) -> Findings {
    const MARGINS: [&str; 7] = ["-1", "-0.5", "0", "0.5", "1", "1.5", "2"];
    const TOTALS: [(&str, Outcome); 3] = [
        ("player-2-wins", Outcome::Player2Wins),
        ("draws", Outcome::Draw),
        ("player-1-wins", Outcome::Player1Wins),
    ];
    let games = context.enumerated_3x3()?;
    let mut cells = Vec::new();
    for margin in MARGINS {
        let (endgames, id) = (endgames_of(games, margin), format!("7.table-2.{margin}"));
        let share = games.share(&endgames);
        cells.extend([
            Finding::new(
                format!("{id}.endgames"),
                group_digits(endgames),
                ALL_ENDGAMES,
            ),
            Finding::new(format!("{id}.probability"), &share, ALL_ENDGAMES)
                .rounded(percent(&share)),
        ]);
    }
    cells.extend(TOTALS.map(|(who, outcome)| {
        let share = games.probability(outcome);
        Finding::new(format!("7.table-2.total.{who}"), &share, ALL_ENDGAMES)
            .rounded(percent(&share))
    }));
    Ok(cells)
}

fn endgames_of(games: &Distribution, margin: &str) -> BigUint {
    let of_margin = games
        .margins()
        .iter()
        .find(|count| decimal(&count.margin, 1).trim_end_matches(".0") == margin);
    of_margin.map_or_else(BigUint::default, |count| count.endgames.clone())
}

/// Computes the claims about perfect play.
fn section8(context: &Context) -> Findings {
    let of = |variant| Ok::<_, LedgerError>(equilibrium(variant, context.standard(variant)?));
    let margins = context.enumerated_3x3()?.margins();
    let largest = margins
        .last()
        .map_or_else(String::new, |count| count.margin.to_string());
    Ok(vec![
        of(Variant::Paper)?,
        one_payoff(context)?,
        many_outcomes(context)?,
        of(Variant::Offset)?,
        of(Variant::Player2Collapses)?,
        of(Variant::Player1Collapses)?,
        Finding::new("8.largest", largest, ALL_ENDGAMES),
        of(Variant::MoverCollapses)?,
    ])
}

/// Returns the finding for the equilibrium of a variant; its id names the variant.
pub(super) fn equilibrium(variant: Variant, game: &SolvedGame) -> Finding {
    let found = Finding::new(format!("8.{}", variant.name()), value(game), SOLVER);
    match variant {
        // The paper names the winner alone.
        Variant::MoverCollapses => {
            let wins = game.solution.interval.lower > Margin::ZERO;
            found.in_words("player 1 wins", wins)
        }
        _ => found,
    }
}

fn one_payoff(context: &Context) -> Result<Finding, LedgerError> {
    let solution = &context.standard(Variant::Paper)?.solution;
    let [least, most] = [solution.interval.lower, solution.interval.upper].map(points);
    let payoffs = if least == most {
        "the same"
    } else {
        "perhaps not the same"
    };
    let computed =
        format!("{payoffs}: player 1 can force {least}, player 2 can hold him to {most}");
    let method = "proof: payoffs add up to 0, so every equilibrium gives a player what he can force; \
        both bounds by threshold search";
    Ok(Finding::new("8.payoffs", computed, method).stating("the same", solution.value().is_some()))
}

/// Checks that two lines of best play end differently.
fn many_outcomes(context: &Context) -> Result<Finding, LedgerError> {
    let lines = optimal_lines(context.standard(Variant::Paper)?)?;
    let computed = lines.as_ref().map_or_else(
        || "perhaps unique: one line of best play was found".to_owned(),
        |[one, other]| {
            format!(
                "not unique: best play may go {one}, or {other}; no symmetry of the board exchanges \
                 the two endgames"
            )
        },
    );
    let method = "proof: the two lines, on which every position has the value by threshold search";
    Ok(Finding::new("8.outcomes", computed, method).stating("not unique", lines.is_some()))
}

/// Computes the claim that small games are strongly solved.
fn section9(context: &Context) -> Findings {
    let boards = context.solved_positions()?;
    let positions: u64 = boards.iter().map(|board| board.positions).sum();
    let late: u64 = boards.iter().map(|board| board.late).sum();
    let wrong: u64 = boards.iter().map(|board| board.wrong).sum();
    let computed = match wrong {
        0 => "strongly solved: every position that was asked for has its value".to_owned(),
        wrong => format!("not solved in {}", counted([wrong], "positions")),
    };
    let method = format!(
        "{} positions of random games on boards up to 3x3 with n = 1 and 2, each compared with the \
         best of its actions, {} late ones with minimax",
        group_digits(positions),
        group_digits(late)
    );
    Ok(vec![
        Finding::new("9.solved", computed, method)
            .stating("strongly solved", wrong == 0 && positions > 0),
    ])
}

/// Computes the conclusions of section 10.
fn section10(context: &Context) -> Findings {
    Ok(vec![
        lower_bound(context)?,
        independence(context)?,
        complexity(),
    ])
}

/// Checks that a linear algorithm improves the lower bound of T(s,2).
///
/// The paper does not give its algorithm; [`lower_by_trees`] is one.
fn lower_bound(context: &Context) -> Result<Finding, LedgerError> {
    let pairs: Vec<&TreeSize> = context
        .tree_sizes()?
        .iter()
        .filter(|size| size.pieces == 2)
        .collect();
    let is_bound = pairs
        .iter()
        .all(|size| lower_by_trees(size.squares) <= size.games);
    let better = |size: &&&TreeSize| {
        lower_by_trees(size.squares) > Bounds::from_size(size).lower_fixed_endgame
    };
    let improved: Vec<usize> = pairs
        .iter()
        .filter(better)
        .map(|size| size.squares)
        .collect();
    let largest = pairs.iter().map(|size| size.squares).max().unwrap_or(0);
    let everywhere = improved.iter().copied().eq(3..=largest);
    let verdict = match (is_bound, everywhere) {
        (true, true) => format!("it is below T(s,2) and above s! (s-1)! for s = 3..{largest}"),
        (true, false) => {
            format!("it is below T(s,2), and above s! (s-1)! for s among {improved:?}")
        }
        (false, _) => "it is no lower bound".to_owned(),
    };
    let computed = format!(
        "the paper's is not given; s! (s-1) s^(s-2), by trees, takes about 2s products, and {verdict}"
    );
    let method = format!("{} sizes: n = 2 to s = {largest}", pairs.len());
    Ok(Finding::new("10.lower-bound", computed, method)
        .stating("there is one", is_bound && everywhere))
}

/// Chi-square with 6 degrees of freedom exceeds this value once in a thousand times.
const CRITICAL: f64 = 22.46;

/// Checks that random games do not depend on n, which follows from section 7.
fn independence(context: &Context) -> Result<Finding, LedgerError> {
    let (two, three) = (context.enumerated_2x2()?, context.enumerated_3x3()?);
    let equal_endgames = |histories: &Histories| {
        let each = two.share(&1_u32.into());
        histories.endgames.len() == 24 && histories.endgames.values().all(|share| *share == each)
    };
    let exactly = context
        .histories()?
        .iter()
        .all(|histories| equal_endgames(histories) && shares_match(histories, two));
    let fits: Vec<f64> = context
        .simulated()?
        .iter()
        .map(|games| games.chi_square(three).statistic)
        .collect();
    let texts: Vec<String> = COMPARED
        .zip(&fits)
        .map(|(n, fit)| format!("{fit:.2} (n = {n})"))
        .collect();
    let result = if exactly {
        "the same on 2x2"
    } else {
        "not the same on 2x2"
    };
    let computed = format!(
        "{result}, exactly; on 3x3 chi-square {} with 6 degrees of freedom",
        texts.join(", ")
    );
    let method = format!(
        "every history of 2x2, weighted, and {} random games of 3x3 each, n = 1..{}",
        group_digits(GAMES),
        COMPARED.end()
    );
    let same = exactly && fits.iter().all(|&fit| fit < CRITICAL);
    Ok(Finding::new("10.any-n", computed, method).stating("the same", same))
}

fn shares_match(histories: &Histories, exact: &Distribution) -> bool {
    let found = &histories.games.distribution;
    let shares = |of: &Distribution| -> Vec<_> {
        of.margins()
            .iter()
            .map(|count| (count.margin.clone(), of.share(&count.endgames)))
            .collect()
    };
    shares(found) == shares(exact)
}

/// Returns a remark on the complexity of the game.
pub fn complexity() -> Finding {
    let known = "in PSPACE, for a game has at most m*m turns. Whether it is hard for PSPACE is not \
        decided here, and the reason given does not show it: 3x3 tic-tac-toe is one finite game. \
        Known to be hard are five in a row on large boards (Reisch 1980) and similar games with \
        lines of fixed length; here lines are as long as the board";
    Finding::new("10.complexity", known, "none: a remark on what is known").undecided()
}

/// Computes the claims of Appendix A.
pub fn appendix_a(context: &Context) -> Findings {
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
    let forced = last.counterexample.is_none() && last.on_last > 0;
    let every_position = format!(
        "every position of 3x3 up to isomorphism: {}, {} of them on a last square",
        counted([last.placements], "placements"),
        last.on_last
    );
    Ok(vec![
        Finding::new("A.example", &example, played),
        Finding::new(
            "A.forced",
            follows.join(", "),
            format!("{played}; the collapses are {}", spelt.join(" and ")),
        ),
        cycle_of_pieces(context)?,
        by_one_piece(context)?,
        cascade_as_written(context)?,
        Finding::unless(
            "A.last-square",
            (!forced).then(|| format!("{}, not always", mark(last.squares))),
            &format!("{}, automatically", mark(last.squares)),
            every_position,
        ),
    ])
}

fn cycle_of_pieces(context: &Context) -> Result<Finding, LedgerError> {
    let found = context.first_cycles()?;
    let case = found
        .iter()
        .find_map(|cycles| cycles.cycle_of_pieces.as_ref());
    let alternating = found.iter().all(|cycles| cycles.counterexample.is_none());
    let literally = case.map(|case| {
        format!(
            "read literally, three pieces on one square are a cycle: {} has one and, by section 2, \
             has none; meant is a cycle whose joins are by turns of one subscript and of one square",
            case.series.least()
        )
    });
    Ok(Finding::unless_replaced(
        "A.cycle",
        literally,
        "the cycle of section 2",
        alternating,
        edge_by_edge(context)?,
    ))
}

fn by_one_piece(context: &Context) -> Result<Finding, LedgerError> {
    let undecided = context
        .pairs()?
        .iter()
        .find_map(|pairs| pairs.undecided.as_ref());
    let piece = undecided.map(|case| {
        format!(
            "a piece on the cycle decides everything; one on a stem never does (smallest case: {})",
            case.series
        )
    });
    let is_true = wrong_pairs(context)?.is_none();
    Ok(Finding::unless_replaced(
        "A.one-piece",
        piece,
        "1 of the quantum pieces",
        is_true,
        every_pair(context)?,
    ))
}

fn cascade_as_written(context: &Context) -> Result<Finding, LedgerError> {
    let astray = context
        .pairs()?
        .iter()
        .find_map(|pairs| pairs.astray.as_ref());
    let squares = astray.map(|case| {
        format!(
            "read literally, squares outside the entanglement would collapse too (smallest case: \
             {}); meant are those of the entanglement",
            case.series
        )
    });
    let is_true = wrong_pairs(context)?.is_none();
    Ok(Finding::unless_replaced(
        "A.cascade",
        squares,
        "all squares",
        is_true,
        every_pair(context)?,
    ))
}

/// Returns a counterexample to the proofs of Appendix B, if one was met.
fn wrong_pairs<'a>(context: &'a Context) -> Result<Option<&'a Counterexample>, LedgerError> {
    let mut sizes = context.pairs()?.iter();
    Ok(sizes.find_map(|pairs| pairs.counterexample.as_ref()))
}

fn every_pair(context: &Context) -> Result<String, LedgerError> {
    let sizes = context.pairs()?;
    Ok(format!(
        "{} on a cycle and {} on a stem, n = 2, s <= {PAIR_SQUARES}",
        counted(sizes.iter().map(|pairs| pairs.on_cycle), "pairs"),
        counted(sizes.iter().map(|pairs| pairs.on_stem), "pairs"),
    ))
}

/// Computes the claim of Appendix B: its theorem, for every graph with exactly one cycle.
pub fn appendix_b(context: &Context) -> Findings {
    let (sizes, wrong) = (context.pairs()?, wrong_pairs(context)?);
    let entanglements = sizes.iter().map(|pairs| pairs.entanglements);
    let of_pairs = match wrong {
        None => {
            "2 where a pair entangles: such a component is connected and has one cycle".to_owned()
        }
        Some(case) => case.to_string(),
    };
    let (isolated, single) = (with_isolated_vertex(), of_single_piece());
    let computed = format!(
        "{of_pairs}; {isolated} for the cycle 1-2 1-2 beside the isolated vertex 3; {single} for a \
         single piece on the last square"
    );
    let method = format!(
        "{}, s <= {PAIR_SQUARES}; all orientations of the two degenerate cases",
        counted(entanglements, "entanglements up to isomorphism")
    );
    Ok(vec![
        Finding::new("B.two-collapses", computed, method).replacing(
            "exactly 2",
            wrong.is_none() && isolated == 2 && single == 2,
            wrong.is_none() && isolated == 0 && single == 1,
        ),
    ])
}
