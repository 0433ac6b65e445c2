//! The methods for T(s, n) against each other, against the rules taken literally, and against what is published.

#[path = "published/mod.rs"]
mod published;

use gqt3::bounds::{Bounds, as_printed};
use gqt3::progress::{Interrupted, Progress, Silent};
use gqt3::tree_size::{Error, Method, TreeSize, cross_check, factorial, fastest_method, tree_size};
use num_bigint::BigUint;

fn games(squares: usize, pieces: usize, method: Method) -> BigUint {
    tree_size(squares, pieces, method, &Silent).unwrap().games
}

/// Every method on everything small enough to play out.
#[test]
fn all_methods_agree_where_the_game_can_be_played_out() {
    for squares in 1..=5 {
        for pieces in 1..=squares + 2 {
            let played = games(squares, pieces, Method::BruteForce);
            assert_eq!(games(squares, pieces, Method::FixedEndgame), played, "T({squares},{pieces})");
            if Method::ClosedForm.applies(squares, pieces) {
                assert_eq!(games(squares, pieces, Method::ClosedForm), played, "T({squares},{pieces})");
            }
        }
    }
}

#[test]
fn the_formula_and_the_fixed_endgame_agree_for_pairs() {
    for squares in 1..=9 {
        let searched = games(squares, 2, Method::FixedEndgame);
        assert_eq!(games(squares, 2, Method::ClosedForm), searched, "T({squares},2)");
    }
}

#[test]
fn single_pieces_and_full_series_have_factorial_trees() {
    for squares in 1..=9 {
        for pieces in [1, squares, squares + 1, squares + 40] {
            assert_eq!(games(squares, pieces, Method::FixedEndgame), factorial(squares));
            assert_eq!(games(squares, pieces, Method::ClosedForm), factorial(squares));
        }
    }
}

#[test]
fn the_published_sizes_come_out() {
    for row in published::rows("tree_size.csv") {
        let (squares, pieces) = (row.value("squares"), row.value("pieces"));
        let expected: BigUint = row.value("games");
        assert_eq!(games(squares, pieces, Method::FixedEndgame), expected, "{}", row.place);
        let method = fastest_method(squares, pieces).unwrap();
        assert_eq!(games(squares, pieces, method), expected, "{}", row.place);
    }
}

#[test]
fn every_cell_of_table_1_comes_out_as_printed() {
    for row in published::rows("table1.csv") {
        let squares: usize = row.value("squares");
        let bounds = Bounds::new(squares, 2);
        let actual = games(squares, 2, Method::FixedEndgame);
        assert_eq!(as_printed(&bounds.upper_fixed_endgame, squares), row.text("upper"), "{}", row.place);
        assert_eq!(as_printed(&actual, squares), row.text("actual"), "{}", row.place);
        assert_eq!(as_printed(&bounds.lower_fixed_endgame, squares), row.text("lower"), "{}", row.place);
    }
}

#[test]
fn proven_bounds_hold_and_the_papers_general_upper_bound_does_not() {
    let mut false_for = Vec::new();
    for squares in 1..=7 {
        for pieces in 1..=squares {
            let actual = games(squares, pieces, Method::FixedEndgame);
            let bounds = Bounds::new(squares, pieces);
            assert!(*bounds.lower() <= actual && actual <= *bounds.upper(), "T({squares},{pieces})");
            assert!(bounds.lower_paper_general <= actual, "T({squares},{pieces})");
            if bounds.paper_upper_is_false(&actual) {
                false_for.push((squares, pieces));
            }
        }
    }
    // For pairs it is too small up to four squares only.
    let pairs: Vec<_> = false_for.iter().filter(|(_, pieces)| *pieces == 2).collect();
    assert_eq!(pairs, [&(2, 2), &(3, 2), &(4, 2)]);
    assert!(false_for.contains(&(7, 3)) && !false_for.contains(&(7, 1)));
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| (games(7, 3, Method::FixedEndgame), games(5, 2, Method::BruteForce)))
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn impossible_questions_are_refused() {
    let error = |squares, pieces, method| tree_size(squares, pieces, method, &Silent).unwrap_err();
    assert_eq!(error(0, 2, Method::ClosedForm), Error::NoSquares);
    assert_eq!(error(3, 0, Method::ClosedForm), Error::NoPieces);
    assert!(
        error(9, 3, Method::ClosedForm).to_string().starts_with("method closed-form cannot compute T(9,3)")
    );
    assert!(matches!(error(65, 2, Method::BruteForce), Error::NotApplicable { .. }));
    assert_eq!(fastest_method(1000, 3), Err(Error::OutOfReach { squares: 1000, pieces: 3 }));
}

#[test]
fn a_cross_check_runs_what_fits_its_budget() {
    let methods = |squares, pieces, budget| -> Vec<Method> {
        let found: Vec<TreeSize> = cross_check(squares, pieces, budget, &Silent).unwrap();
        found.iter().map(|size| size.method).collect()
    };
    assert_eq!(methods(5, 2, 30.0), [Method::ClosedForm, Method::FixedEndgame, Method::BruteForce]);
    assert_eq!(methods(9, 2, 30.0), [Method::ClosedForm, Method::FixedEndgame]);
    assert_eq!(methods(100, 2, 30.0), [Method::ClosedForm]);
}

struct Stop;

impl Progress for Stop {
    fn begin(&self, _: &str, _: Option<u64>) {}
    fn advance(&self, _: u64) {}
    fn interrupted(&self) -> bool {
        true
    }
}

#[test]
fn an_interrupted_count_says_so() {
    for (squares, method) in [(12, Method::FixedEndgame), (9, Method::BruteForce), (5000, Method::ClosedForm)]
    {
        assert_eq!(tree_size(squares, 2, method, &Stop), Err(Interrupted.into()));
    }
}
