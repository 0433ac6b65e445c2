use gqt3::engine::board::Board;
use gqt3::engine::game::Game;
use gqt3::engine::rules::{Rules, Variant};
use gqt3::random_play::{early_stopping, exact, simulate};
use gqt3::support::progress::{Interrupted, Progress, Silent};
use gqt3::tree_size::bounds::Bounds;
use gqt3::tree_size::{Counter, Tree, TreeSizeError, count, count_all, factorial};
use num_bigint::BigUint;

use crate::command::{refused, run, stdout};
use crate::shared::stop::Stop;

/// A computation must check for interruptions at least `least` times, and stop if an early or late
/// check interrupts.
fn asks<T>(least: u64, name: &str, run: impl Fn(&dyn Progress) -> Option<T>) {
    let whole = Stop::after(u64::MAX);
    assert!(run(&whole).is_some(), "{name} finishes");
    let asked = whole.checks.into_inner();
    assert!(
        asked >= least,
        "{name}: {asked} questions instead of {least}"
    );
    for after in [0, asked / 3, 2 * asked / 3] {
        assert!(
            run(&Stop::after(after)).is_none(),
            "{name} goes on after {after} of {asked} questions"
        );
    }
}

#[test]
fn the_bounds_ask_for_every_term_of_every_sum() {
    asks(119 * 118 / 2, "R(120,3)", |progress| {
        Bounds::new(120, 3, progress).ok()
    });
    asks(2 * 500, "two products of 499 turns", |progress| {
        Bounds::new(500, 2, progress).ok()
    });
    assert_eq!(
        Bounds::new(200, 5, &Stop::after(10_000)),
        Err(Interrupted.into())
    );
}

#[test]
fn every_method_asks_whatever_it_works_on() {
    let ask = |squares, pieces, method, least| {
        let name = format!("T({squares},{pieces}) by {method}");
        asks(least, &name, |progress| {
            count(Tree::full(squares, pieces), method, progress).ok()
        });
    };
    // The collapse has 9! matchings. A check follows every 256 of them.
    ask(9, 9, Counter::BRUTE_FORCE, 362_880 / 256);
    // A check for every placement on a hypergraph, not only for every hypergraph.
    ask(6, 3, Counter::HYPERGRAPH, 1_000);
    ask(14, 3, Counter::BLOCKS, 1_000);
    // Each turn has a check for each number of dead squares.
    ask(12, 3, Counter::POLYNOMIAL, 12 * 12);
    ask(10_000, 2, Counter::CLOSED_FORM, 2 * 9);
}

#[test]
fn games_to_the_first_line_ask_too() {
    let board = Board::new(3).unwrap();
    let tree = Tree::first_line(board, 3);
    asks(100, "blocks", |progress| {
        count(tree, Counter::FIRST_LINE_BLOCKS, progress).ok()
    });
}

#[test]
fn random_play_asks_for_every_game_and_every_set_of_lines() {
    let rules = Rules::default();
    let game = Game::from_side(4, 3, rules).unwrap();
    asks(100, "simulation", |progress| {
        simulate(game, 100, 1, progress).ok()
    });
    asks(300, "9x9", |progress| exact(9, &rules, progress).ok());
    let goff = Game::from_side(3, 2, Variant::Goff.rules()).unwrap();
    asks(1_000, "to the first line", |progress| {
        early_stopping(goff, progress).ok()
    });
}

#[test]
fn a_count_that_needs_more_bits_than_it_has_is_refused() {
    for (squares, pieces, method, most) in [
        (32, 16, Counter::FIXED_ENDGAME, 18),
        (28, 2, Counter::FIXED_ENDGAME, 27),
        (64, 63, Counter::BRUTE_FORCE, 34),
        (20, 2, Counter::BRUTE_FORCE, 18),
    ] {
        let tree = Tree::full(squares, pieces);
        let error = count(tree, method, &Stop::after(0)).unwrap_err();
        assert_eq!(error, TreeSizeError::NotApplicable { method, tree });
        assert!(
            error
                .to_string()
                .ends_with(&format!("up to {most} squares")),
            "{error}"
        );
        assert!(method.applies(&Tree::full(most, pieces)));
        assert!(
            Bounds::new(most, pieces, &Silent).unwrap().upper() / factorial(most)
                < BigUint::from(1_u32) << 128_u32
        );
    }
}

#[test]
fn one_impossible_size_among_many_is_known_before_the_others_are_counted() {
    let large = Tree::full(40, 2);
    let asked = [
        (Tree::full(4, 2), Counter::BLOCKS),
        (large, Counter::FIXED_ENDGAME),
    ];
    let stop = Stop::after(0);
    let error = count_all(&asked, &stop).unwrap_err();
    assert_eq!(
        error,
        TreeSizeError::NotApplicable {
            method: Counter::FIXED_ENDGAME,
            tree: large
        }
    );
    assert_eq!(stop.checks.into_inner(), 0);
    refused("tree-size --ending first-line --board 4,5", &["25 squares"]);
    refused("random --board 24,25", &["25 is too large", "24x24"]);
    refused("random --method simulate --board 8,9", &["--board"]);
}

#[test]
fn a_board_has_no_more_squares_than_can_be_named() {
    for command in ["bounds", "tree-size"] {
        refused(
            &format!("{command} --board 101"),
            &["--board", "use at most 100"],
        );
        refused(
            &format!("{command} --board 65536"),
            &["--board", "use at most 10000"],
        );
        refused(
            &format!("{command} --squares 10001"),
            &["--squares", "use at most 10000"],
        );
    }
}

#[test]
fn a_flag_without_use_is_refused_by_both_names() {
    refused(
        "random --games 10",
        &["--games", "--method auto", "--method simulate"],
    );
    refused(
        "random --seed 1 --method exact",
        &["--seed", "--method exact", "--method simulate"],
    );
    refused(
        "random --games 1000000 --method enumerate",
        &["--games", "--method enumerate"],
    );
    refused("arena --opening 9", &["--opening 9", "9 turns at most"]);
    refused(
        "arena --player1 random,random",
        &["--player1", "random is named twice"],
    );
    refused("analyze --moves 1-2", &["--moves", "GAME"]);
    refused(
        "tree-size --squares 9 --pieces 9 --method polynomial",
        &["it takes n = 2 to 8"],
    );
}

/// No table is printed, not even for the smaller board.
#[test]
fn a_simulation_that_cannot_draw_a_collapse_uniformly_is_refused() {
    for threads in [1, 2] {
        refused(
            &format!(
                "random --method simulate --board 3,6 --pieces 20 --games 5 --threads {threads}"
            ),
            &[
                "36 squares",
                "--pieces 20",
                "--board 1 to 4",
                "--pieces 1 or 2",
                "--method exact",
            ],
        );
    }
}

/// `--tail stop` changes nothing, because a series of one piece fits as long as a square is left.
#[test]
fn simulated_single_pieces_stand_beside_the_exact_distribution_under_any_tail() {
    let arguments = "random --method simulate --board 4 --pieces 1 --games 2000";
    let (classical, stop) = (
        stdout(arguments),
        stdout(&format!("{arguments} --tail stop")),
    );
    assert!(classical.contains("exactly"), "{classical}");
    // Captions name the rules, which differ.
    let is_row = |line: &&str| !line.contains("n = 1");
    let rows = |text: &str| {
        text.lines()
            .filter(is_row)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(rows(&classical), rows(&stop));
}

#[test]
fn what_may_take_longer_than_half_a_minute_is_announced() {
    let late = "1-2 1-2=1 3-4 3-4=3 5-6 5-6=6 7-8 7-8=7 9-10 9-10=9 11-12 11-12=11 13-14 13-14=13";
    for (limit, announced) in [
        ("--time-limit 600", "this may take about 10 minutes\n"),
        ("--node-limit 25000000", "this may take about 100 seconds\n"),
        ("--time-limit 600 --quiet", ""),
        ("--time-limit 20", ""),
    ] {
        let said = run(&format!("analyze --board 4 {limit} {late}"));
        assert_eq!(said.code(0).stderr, announced, "{limit}");
    }
    // The value is known without a search.
    assert_eq!(run("nash --board 4 --time-limit 600").code(0).stderr, "");
}
