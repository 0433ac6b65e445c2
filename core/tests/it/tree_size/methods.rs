use gqt3::engine::board::Board;
use gqt3::engine::rules::{Ending, Rules};
use gqt3::support::progress::{Interrupted, Silent};
use gqt3::tree_size::bounds::{Bounds, as_printed};
use gqt3::tree_size::{
    Counter, Tree, TreeSize, TreeSizeError, binomial, count, count_all, count_feasible,
    cross_check, factorial,
};
use num_bigint::BigUint;

use crate::engine::reference::{Game as Literal, Waiting};
use crate::shared::expected;
use crate::shared::stop::Stop;

fn all() -> impl Iterator<Item = Counter> {
    Counter::all(Ending::Full)
}

fn fastest(squares: usize, pieces: usize) -> Counter {
    Counter::fastest(&Tree::full(squares, pieces)).unwrap()
}

fn games(squares: usize, pieces: usize, method: Counter) -> BigUint {
    count(Tree::full(squares, pieces), method, &Silent)
        .unwrap()
        .games
}

#[test]
fn all_methods_agree_where_the_game_can_be_played_out() {
    for squares in 1..=5 {
        for pieces in 1..=squares + 2 {
            let played = games(squares, pieces, Counter::BRUTE_FORCE);
            for method in all().filter(|method| method.applies(&Tree::full(squares, pieces))) {
                assert_eq!(
                    games(squares, pieces, method),
                    played,
                    "T({squares},{pieces}) by {method}"
                );
            }
        }
    }
}

#[test]
fn the_methods_for_any_n_agree_beyond() {
    for squares in 6..=9 {
        for pieces in 2..=squares {
            let expected = games(squares, pieces, Counter::BLOCKS);
            if Counter::POLYNOMIAL.applies(&Tree::full(squares, pieces)) {
                assert_eq!(
                    games(squares, pieces, Counter::POLYNOMIAL),
                    expected,
                    "T({squares},{pieces})"
                );
            }
        }
    }
    for (squares, pieces) in [(7, 3), (8, 2), (9, 2), (8, 6), (9, 8)] {
        let witnessed = games(squares, pieces, Counter::HYPERGRAPH);
        assert_eq!(
            games(squares, pieces, Counter::BLOCKS),
            witnessed,
            "T({squares},{pieces})"
        );
    }
    for (squares, pieces) in [(6, 3), (6, 4), (7, 3), (7, 5)] {
        assert_eq!(
            games(squares, pieces, Counter::FIXED_ENDGAME),
            games(squares, pieces, Counter::BLOCKS),
            "T({squares},{pieces})"
        );
    }
    for (squares, pieces) in [(16, 3), (20, 5), (40, 2)] {
        let method = if pieces == 2 {
            Counter::CLOSED_FORM
        } else {
            Counter::BLOCKS
        };
        let expected = games(squares, pieces, method);
        assert_eq!(
            games(squares, pieces, Counter::POLYNOMIAL),
            expected,
            "T({squares},{pieces})"
        );
    }
}

/// `count_all` counts the sizes for [`Counter::POLYNOMIAL`] with equal n together.
#[test]
fn many_sizes_at_once_are_the_sizes_one_by_one() {
    for pieces in 2..=5 {
        let asked: Vec<(Tree, Counter)> = [13, 1, 2, 4, 13, 3, 9, 5, 10]
            .into_iter()
            .map(|squares| {
                if squares == 9 {
                    (squares, Counter::BLOCKS)
                } else {
                    (squares, Counter::POLYNOMIAL)
                }
            })
            .map(|(squares, method)| (Tree::full(squares, pieces), method))
            .collect();
        let found = count_all(&asked, &Silent).unwrap();
        for (size, (tree, method)) in found.iter().zip(asked) {
            assert_eq!(
                (size.squares, size.pieces, size.method),
                (tree.squares(), pieces, method)
            );
            assert_eq!(
                size.games,
                games(size.squares, pieces, Counter::BLOCKS),
                "{tree}"
            );
        }
    }
    let asked = [(7, 3), (6, 4), (8, 3)].map(|(s, n)| (Tree::full(s, n), Counter::POLYNOMIAL));
    let found = count_all(&asked, &Silent).unwrap();
    assert!(
        found
            .iter()
            .all(|size| size.games == games(size.squares, size.pieces, Counter::BLOCKS))
    );
    // A game to the first line must not share work with full-board games on as many squares.
    let early = (
        Tree::first_line(Board::new(2).unwrap(), 2),
        Counter::FIRST_LINE_BLOCKS,
    );
    let found = count_all(&[early, (Tree::full(4, 2), Counter::POLYNOMIAL)], &Silent).unwrap();
    assert_eq!(found[0], count(early.0, early.1, &Silent).unwrap());
    assert_eq!(found[1].games, games(4, 2, Counter::BLOCKS));
    assert!(found[0].games != found[1].games);
    assert_eq!(count_all(&[], &Silent), Ok(Vec::new()));
    assert_eq!(
        count_all(&[(Tree::full(0, 3), Counter::POLYNOMIAL)], &Silent),
        Err(TreeSizeError::NoSquares)
    );
}

#[test]
fn the_formula_and_the_fixed_endgame_agree_for_pairs() {
    for squares in 1..=9 {
        let searched = games(squares, 2, Counter::FIXED_ENDGAME);
        assert_eq!(
            games(squares, 2, Counter::CLOSED_FORM),
            searched,
            "T({squares},2)"
        );
    }
}

#[test]
fn single_pieces_and_full_series_have_factorial_trees() {
    for squares in 1..=9 {
        for pieces in [1, squares, squares + 1, squares + 40] {
            assert_eq!(
                games(squares, pieces, Counter::FIXED_ENDGAME),
                factorial(squares)
            );
            assert_eq!(
                games(squares, pieces, Counter::CLOSED_FORM),
                factorial(squares)
            );
        }
    }
}

fn played_out(game: &Literal) -> u64 {
    let place = |squares: &Vec<usize>| {
        let mut next = game.clone();
        next.place(squares);
        played_out(&next)
    };
    let collapse = |places: &Vec<(usize, usize)>| {
        let mut next = game.clone();
        next.collapse(places);
        played_out(&next)
    };
    match game.waiting {
        Waiting::Nothing => 1,
        Waiting::Placement => game.placements().iter().map(place).sum(),
        Waiting::Collapse => game.collapses().iter().map(collapse).sum(),
    }
}

#[test]
fn the_expected_sizes_come_out() {
    for row in expected::rows("tree_size.csv") {
        let (squares, pieces) = (row.value("squares"), row.value("pieces"));
        let expected: BigUint = row.value("games");
        for method in [Counter::FIXED_ENDGAME, fastest(squares, pieces)] {
            let found = games(squares, pieces, method);
            assert_eq!(found, expected, "{} by {method}", row.place);
        }
        if row.text("kind") == "independent" {
            // All first series are alike, because without lines no square differs from another.
            let mut game = Literal::new(squares, None, pieces, Rules::default());
            let first = game.placements();
            game.place(&first[0]);
            let played = BigUint::from(played_out(&game)) * first.len();
            assert_eq!(played, expected, "{}", row.place);
        }
    }
}

#[test]
fn every_cell_of_table_1_comes_out_as_printed() {
    for row in expected::rows("table1.csv") {
        let squares: usize = row.value("squares");
        let bounds = Bounds::new(squares, 2, &Silent).unwrap();
        let actual = games(squares, 2, Counter::FIXED_ENDGAME);
        assert_eq!(
            as_printed(&bounds.upper_fixed_endgame, squares),
            row.text("upper"),
            "{}",
            row.place
        );
        assert_eq!(
            as_printed(&actual, squares),
            row.text("actual"),
            "{}",
            row.place
        );
        assert_eq!(
            as_printed(&bounds.lower_fixed_endgame, squares),
            row.text("lower"),
            "{}",
            row.place
        );
    }
}

#[test]
fn proven_bounds_hold_and_the_papers_general_upper_bound_does_not() {
    let mut false_for = Vec::new();
    for squares in 1..=14 {
        for pieces in 1..=squares + 1 {
            let actual = games(squares, pieces, fastest(squares, pieces));
            let bounds = Bounds::new(squares, pieces, &Silent).unwrap();
            assert!(
                *bounds.lower() <= actual && actual <= *bounds.upper(),
                "T({squares},{pieces})"
            );
            assert!(
                bounds.lower_paper_general <= actual,
                "T({squares},{pieces})"
            );
            assert!(bounds.lower_fixed_endgame <= actual && actual <= bounds.upper_fixed_endgame);
            assert!(
                bounds.lower_tight <= actual && actual <= bounds.upper_tight,
                "T({squares},{pieces})"
            );
            if bounds.paper_upper_is_false(&actual) {
                false_for.push((squares, pieces));
            }
        }
    }
    let pairs: Vec<_> = false_for
        .iter()
        .filter(|(_, pieces)| *pieces == 2)
        .collect();
    assert_eq!(pairs, [&(1, 2), &(2, 2), &(3, 2), &(4, 2)]);
    assert!((3..=14).all(|squares| false_for.contains(&(squares, 3))));
    assert!(!false_for.contains(&(7, 1)));
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            (
                games(7, 3, Counter::FIXED_ENDGAME),
                games(5, 2, Counter::BRUTE_FORCE),
            )
        })
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn impossible_questions_are_refused() {
    let error =
        |squares, pieces, method| count(Tree::full(squares, pieces), method, &Silent).unwrap_err();
    assert_eq!(error(0, 2, Counter::CLOSED_FORM), TreeSizeError::NoSquares);
    assert_eq!(error(3, 0, Counter::CLOSED_FORM), TreeSizeError::NoPieces);
    assert!(
        error(9, 3, Counter::CLOSED_FORM)
            .to_string()
            .starts_with("method closed-form cannot compute T(9,3)")
    );
    assert!(matches!(
        error(65, 2, Counter::BRUTE_FORCE),
        TreeSizeError::NotApplicable { .. }
    ));
    let tree = Tree::full(1000, 3);
    assert_eq!(
        Counter::fastest(&tree),
        Err(TreeSizeError::OutOfReach { tree })
    );
    assert!(
        error(500, 3, Counter::POLYNOMIAL)
            .to_string()
            .contains("polynomials")
    );
}

#[test]
fn a_cross_check_runs_what_fits_its_budget() {
    let methods = |squares, pieces, budget| -> Vec<Counter> {
        let found: Vec<TreeSize> =
            cross_check(Tree::full(squares, pieces), budget, &Silent).unwrap();
        found.iter().map(|size| size.method).collect()
    };
    assert!(all().eq(methods(5, 2, 30.0)));
    let nine = methods(9, 2, 30.0);
    assert!(nine.contains(&Counter::FIXED_ENDGAME) && !nine.contains(&Counter::BRUTE_FORCE));
    assert_eq!(methods(200, 2, 30.0), [Counter::CLOSED_FORM]);
    // If no method applies, that is no agreement.
    let tree = Tree::full(1000, 3);
    assert_eq!(
        cross_check(tree, 30.0, &Silent),
        Err(TreeSizeError::OutOfReach { tree })
    );
}

#[test]
fn what_costs_too_much_is_not_counted() {
    let trees = [
        Tree::full(3, 2),
        Tree::full(64, 3),
        Tree::full(1000, 3),
        Tree::full(4, 2),
    ];
    let found = count_feasible(&trees, 20.0, &Silent).unwrap();
    let games: Vec<Option<String>> = found
        .into_iter()
        .map(|size| Some(size?.games.to_string()))
        .collect();
    assert_eq!(games, [Some("42".into()), None, None, Some("1368".into())]);
}

#[test]
fn errors_say_what_is_wrong() {
    let tree = Tree::full(1000, 3);
    let text = TreeSizeError::OutOfReach { tree }.to_string();
    assert_eq!(
        text,
        "no method reaches T(1000,3); bounds exist for any size"
    );
    let found = [Counter::CLOSED_FORM, Counter::BLOCKS]
        .map(|method| count(Tree::full(3, 2), method, &Silent).unwrap());
    let text = TreeSizeError::Disagreement {
        results: found.into(),
    }
    .to_string();
    assert!(
        text.contains("disagree: closed-form gives 42; blocks gives 42; please"),
        "{text}"
    );
}

/// For n <= s, at most C(s-1, n-1)^s games lead to one endgame, so there are at most s! times as
/// many in all.
#[test]
fn counts_in_128_bits_do_not_overflow() {
    let least_overflow = BigUint::from(1_u32) << 128;
    for squares in 2..=64 {
        for pieces in 1..=squares {
            let planted = binomial(squares - 1, pieces - 1).pow(squares as u32);
            let fits = |games: &BigUint| *games < least_overflow;
            let tree = Tree::full(squares, pieces);
            if squares <= 32 {
                assert_eq!(
                    Counter::FIXED_ENDGAME.applies(&tree),
                    fits(&planted),
                    "{tree}"
                );
            }
            let games = factorial(squares) * planted;
            assert_eq!(Counter::BRUTE_FORCE.applies(&tree), fits(&games), "{tree}");
        }
    }
}

#[test]
fn a_refusal_describes_what_the_method_can_count() {
    let refusal = |squares, pieces, method| {
        let error = count(Tree::full(squares, pieces), method, &Silent).unwrap_err();
        error.to_string()
    };
    assert!(refusal(9, 3, Counter::CLOSED_FORM).contains("n = 1, n = 2 and n >= s only"));
    for method in [
        Counter::BLOCKS,
        Counter::HYPERGRAPH,
        Counter::FIXED_ENDGAME,
        Counter::BRUTE_FORCE,
    ] {
        for pieces in [3, 5] {
            let applies = |&squares: &usize| method.applies(&Tree::full(squares, pieces));
            let first = (pieces..1_000).find(|squares| !applies(squares)).unwrap();
            let said = refusal(first, pieces, method);
            assert!(
                said.contains(&format!("up to {} squares", first - 1)),
                "{said}"
            );
        }
    }
}

#[test]
fn estimates_grow_with_the_board_and_brute_force_plays_every_game() {
    for pieces in 1..=6 {
        for method in all() {
            let cost = |squares: usize| method.cost(&Tree::full(squares, pieces));
            assert!(
                (pieces + 1..40).all(|squares| cost(squares) <= cost(squares + 1)),
                "n = {pieces} by {method}"
            );
        }
        for squares in 1..=10 {
            let played: u128 = games(squares, pieces, fastest(squares, pieces))
                .try_into()
                .unwrap();
            let cost = Counter::BRUTE_FORCE.cost(&Tree::full(squares, pieces));
            assert!(
                (played as f64).log2() <= cost + 1e-9,
                "T({squares},{pieces})"
            );
        }
    }
}

/// The estimates decide which sizes are skipped, and which methods a cross-check runs.
#[test]
fn estimates_stay_as_they_were_fitted() {
    for (method, sizes, expected) in [
        (
            Counter::HYPERGRAPH,
            [(9, 3), (20, 3), (20, 15)],
            [31.0, 64.0, 84.0],
        ),
        (
            Counter::POLYNOMIAL,
            [(9, 3), (64, 3), (100, 2)],
            [14.0, 31.0, 27.0],
        ),
        (
            Counter::FIXED_ENDGAME,
            [(9, 3), (20, 3), (20, 15)],
            [34.0, 134.0, 243.0],
        ),
        (
            Counter::BLOCKS,
            [(30, 6), (30, 20), (9, 8)],
            [29.0, 9.0, 7.0],
        ),
    ] {
        let estimates = sizes.map(|(squares, pieces)| method.cost(&Tree::full(squares, pieces)));
        assert_eq!(estimates.map(f64::round), expected, "{method}");
    }
}

#[test]
fn the_fastest_method_is_the_one_that_scales() {
    assert_eq!(fastest(1000, 2), Counter::CLOSED_FORM);
    assert_eq!(fastest(64, 3), Counter::POLYNOMIAL);
    assert_eq!(fastest(30, 6), Counter::BLOCKS);
}

#[test]
fn progress_is_shown_to_the_end_and_parts_keep_threads_busy() {
    // The method of hypergraphs cannot tell in advance how many classes it will meet.
    for method in all().filter(|&method| method != Counter::HYPERGRAPH) {
        // The formula reports all but 5 of its 2s steps, so only a large s keeps to the 1 % below.
        let squares = match method {
            _ if method == Counter::CLOSED_FORM => 5000,
            _ if method == Counter::BRUTE_FORCE => 5,
            _ => 7,
        };
        let seen = Stop::after(u64::MAX);
        count(Tree::full(squares, 2), method, &seen).unwrap();
        let (steps, done) = (seen.steps.into_inner(), seen.done.into_inner());
        assert!(
            steps - steps / 100 <= done && done <= steps,
            "{method}: {done} of {steps}"
        );
        assert!(steps > 1, "{method}");
    }
}

/// One check before each part is not enough, because a part may take long.
#[test]
fn a_search_checks_for_an_interruption_in_each_part() {
    let seen = Stop::after(u64::MAX);
    count(Tree::full(9, 2), Counter::FIXED_ENDGAME, &seen).unwrap();
    assert!(seen.steps.into_inner() < seen.checks.into_inner());
}

#[test]
fn an_interrupted_count_says_so() {
    for (squares, method) in [
        (12, Counter::FIXED_ENDGAME),
        (9, Counter::BRUTE_FORCE),
        (5000, Counter::CLOSED_FORM),
        (12, Counter::BLOCKS),
        (12, Counter::POLYNOMIAL),
        (12, Counter::HYPERGRAPH),
    ] {
        assert_eq!(
            count(Tree::full(squares, 2), method, &Stop::after(0)),
            Err(Interrupted.into())
        );
    }
}
