use gqt3::engine::board::Board;
use gqt3::engine::game::Game;
use gqt3::engine::position::{Phase, Position};
use gqt3::engine::rules::{Ending, Rules};
use gqt3::support::progress::Silent;
use gqt3::tree_size::brute_force::leaves_from;
use gqt3::tree_size::{Counter, Tree, TreeSizeError, count};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

fn start(side: usize, pieces: usize) -> Position {
    let rules = Rules {
        ending: Ending::FirstLine,
        ..Rules::default()
    };
    Position::new(Game::from_side(side, pieces, rules).unwrap())
}

fn played(side: usize, pieces: usize) -> BigUint {
    leaves_from(&start(side, pieces), &Silent).unwrap().into()
}

fn tree(side: usize, pieces: usize) -> Tree {
    Tree::first_line(Board::new(side).unwrap(), pieces)
}

fn games(side: usize, pieces: usize, method: Counter) -> BigUint {
    count(tree(side, pieces), method, &Silent).unwrap().games
}

#[test]
fn small_games_are_counted_as_they_are_played() {
    for side in 1..=2 {
        for pieces in 1..=side * side + 1 {
            let played = played(side, pieces);
            let methods = Counter::all(Ending::FirstLine);
            for method in methods.filter(|method| method.applies(&tree(side, pieces))) {
                assert_eq!(
                    games(side, pieces, method),
                    played,
                    "{side}x{side}, n = {pieces} by {method}"
                );
            }
        }
    }
}

#[test]
fn ordinary_tic_tac_toe_is_counted_as_it_is_played() {
    let played = played(3, 1);
    for method in [Counter::SCHEDULES, Counter::FIRST_LINE_BLOCKS] {
        assert_eq!(games(3, 1, method), played, "{method}");
    }
}

#[test]
fn schedules_and_blocks_agree_on_goffs_game() {
    assert_eq!(
        games(3, 2, Counter::FIRST_LINE_BLOCKS),
        games(3, 2, Counter::SCHEDULES)
    );
}

#[test]
fn blocks_without_lines_count_games_to_the_full_board() {
    for squares in 1..=9 {
        for pieces in 1..=squares + 1 {
            let full = Tree::full(squares, pieces);
            let full = count(full, Counter::fastest(&full).unwrap(), &Silent).unwrap();
            let without_lines = Tree::first_line(Board::without_lines(squares).unwrap(), pieces);
            let found = count(without_lines, Counter::FIRST_LINE_BLOCKS, &Silent).unwrap();
            assert_eq!(found.games, full.games, "T({squares},{pieces})");
        }
    }
}

/// The product of the numbers of choices along a random game estimates the number of games without
/// bias (Knuth 1975).
#[test]
fn blocks_agree_with_random_probes_of_the_tree() {
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(state) * bound as u128) >> 64) as usize
    };
    // If n is larger, fewer probes are enough, because the products vary less.
    for (pieces, probes) in [
        (2, 3_000),
        (3, 2_000),
        (4, 800),
        (5, 200),
        (6, 60),
        (7, 30),
        (8, 20),
    ] {
        let exact = games(3, pieces, Counter::FIRST_LINE_BLOCKS)
            .to_f64()
            .unwrap();
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..probes {
            let mut position = start(3, pieces);
            let mut estimate = 1.0;
            while position.phase() != Phase::Over {
                if position.phase() == Phase::Place {
                    let placements: Vec<_> = position.placements().collect();
                    estimate *= placements.len() as f64;
                    position.place_unchecked(placements[below(placements.len())]);
                } else {
                    let collapses = position.collapses().count();
                    estimate *= collapses as f64;
                    let chosen = position.collapses().nth(below(collapses)).unwrap();
                    position.collapse_unchecked(&chosen);
                }
            }
            let share = estimate / exact;
            sum += share;
            squares += share * share;
        }
        let mean = sum / f64::from(probes);
        let error = ((squares / f64::from(probes) - mean * mean) / f64::from(probes)).sqrt();
        assert!(
            error < 0.06,
            "n = {pieces}: the estimate is too rough, {error}"
        );
        assert!(
            (mean - 1.0).abs() < 5.0 * error,
            "n = {pieces}: {mean} +- {error}"
        );
    }
}

#[test]
fn goffs_game_to_the_first_line_has_fewer_games_than_to_the_full_board() {
    let full = count(Tree::full(9, 2), Counter::CLOSED_FORM, &Silent)
        .unwrap()
        .games;
    assert!(games(3, 2, Counter::SCHEDULES) < full);
}

#[test]
fn what_no_method_counts_is_an_error() {
    for (side, pieces) in [(4, 3), (5, 2)] {
        let tree = tree(side, pieces);
        assert_eq!(
            Counter::fastest(&tree),
            Err(TreeSizeError::OutOfReach { tree })
        );
        for method in Counter::all(Ending::FirstLine) {
            assert_eq!(
                count(tree, method, &Silent),
                Err(TreeSizeError::NotApplicable { method, tree })
            );
        }
    }
    // The message names the method, because another one may still count the tree.
    let (tree_4x4, method) = (tree(4, 2), Counter::FIRST_LINE_BLOCKS);
    assert_eq!(
        count(tree_4x4, method, &Silent).unwrap_err().to_string(),
        "method blocks cannot compute T(16,2) to the first line: to the first line it supports boards of up to 9 squares"
    );
    let tree = tree(3, 2);
    let method = Counter::CLOSED_FORM;
    assert_eq!(
        count(tree, method, &Silent),
        Err(TreeSizeError::NotApplicable { method, tree })
    );
    let (tree, method) = (Tree::full(9, 2), Counter::SCHEDULES);
    assert_eq!(
        count(tree, method, &Silent),
        Err(TreeSizeError::NotApplicable { method, tree })
    );
}

#[test]
fn schedules_are_estimated_below_blocks_as_they_come_first() {
    for side in 1..=4 {
        for pieces in 1..=2 {
            let tree = tree(side, pieces);
            assert_eq!(Counter::fastest(&tree), Ok(Counter::SCHEDULES));
            assert!(Counter::SCHEDULES.cost(&tree) < Counter::FIRST_LINE_BLOCKS.cost(&tree));
        }
    }
}
