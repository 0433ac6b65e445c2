//! What cannot be done is refused before it starts, what runs long asks often whether to stop, and a flag that has no
//! use is an error.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use gqt3::board::Board;
use gqt3::bounds::Bounds;
use gqt3::game::Game;
use gqt3::number::digits;
use gqt3::progress::{Interrupted, Progress, Silent};
use gqt3::random_play::{early_stopping, exact, simulate, summary};
use gqt3::rules::{Rules, Variant};
use gqt3::tree_size::{Error, Method, Tree, count, count_all, factorial};
use num_bigint::BigUint;

use crate::command::{refused, run, stdout};

/// Counts the questions whether to stop, and says yes after so many.
struct Stop {
    asked: AtomicU64,
    after: u64,
}

impl Stop {
    fn after(after: u64) -> Stop {
        Stop { asked: AtomicU64::new(0), after }
    }
}

impl Progress for Stop {
    fn begin(&self, _: &str, _: Option<u64>) {}
    fn advance(&self, _: u64) {}
    fn interrupted(&self) -> bool {
        self.asked.fetch_add(1, Relaxed) >= self.after
    }
}

/// The computation asks at least so often, and stops early and late when it is told to.
fn asks<T>(least: u64, name: &str, run: impl Fn(&dyn Progress) -> Option<T>) {
    let whole = Stop::after(u64::MAX);
    assert!(run(&whole).is_some(), "{name} finishes");
    let asked = whole.asked.into_inner();
    assert!(asked >= least, "{name}: {asked} questions instead of {least}");
    for after in [0, asked / 3, 2 * asked / 3] {
        assert!(run(&Stop::after(after)).is_none(), "{name} goes on after {after} of {asked} questions");
    }
}

#[test]
fn the_bounds_ask_for_every_square_of_every_prime() {
    // 120 log2 C(119, 2) = 1,536 bits are 26 primes at least.
    asks(26 * 120, "R(120,3)", |progress| Bounds::new(120, 3, progress).ok());
    asks(2 * 500, "two products of 499 turns", |progress| Bounds::new(500, 2, progress).ok());
    assert_eq!(Bounds::new(200, 5, &Stop::after(1_000)), Err(Interrupted.into()));
}

#[test]
fn the_digits_of_a_long_count_ask_several_times() {
    let count = factorial(30_000);
    asks(50, "30000!", |progress| digits(&count, progress).ok());
}

#[test]
fn every_method_asks_whatever_it_works_on() {
    let ask = |squares, pieces, method, least| {
        let name = format!("T({squares},{pieces}) by {method}");
        asks(least, &name, |progress| count(Tree::full(squares, pieces), method, progress).ok());
    };
    // A collapse with 9! matchings, too many to keep: 256 of them between two questions.
    ask(9, 9, Method::BruteForce, 362_880 / 256);
    // Every placement of every hypergraph, not only every hypergraph.
    ask(6, 3, Method::Hypergraph, 1_000);
    // Every part of every state.
    ask(14, 3, Method::Blocks, 1_000);
    // Every number of dead squares in every turn.
    ask(12, 3, Method::Colour, 12 * 12);
    ask(10_000, 2, Method::ClosedForm, 2 * 9);
}

#[test]
fn games_to_the_first_line_ask_too() {
    let board = Board::new(3).unwrap();
    let tree = Tree::first_line(board, 3);
    asks(100, "blocks", |progress| count(tree, Method::Blocks, progress).ok());
}

#[test]
fn random_play_asks_for_every_game_and_every_set_of_lines() {
    let rules = Rules::default();
    let game = Game::of_side(4, 3, rules).unwrap();
    asks(100, "simulation", |progress| simulate(game, 100, 1, progress).ok());
    // Some 2,300 sets of lines: when they are found, joined and counted.
    asks(3 * 1_000, "16x16", |progress| summary(16, &rules, progress).ok());
    asks(300, "9x9", |progress| exact(9, &rules, progress).ok());
    let goff = Game::of_side(3, 2, Variant::Goff.rules()).unwrap();
    asks(1_000, "to the first line", |progress| early_stopping(goff, progress).ok());
}

#[test]
fn a_count_that_needs_more_bits_than_it_has_is_refused() {
    for (squares, pieces, method, most) in [
        (32, 16, Method::FixedEndgame, 18),
        (28, 2, Method::FixedEndgame, 27),
        (64, 63, Method::BruteForce, 34),
        (20, 2, Method::BruteForce, 18),
    ] {
        let tree = Tree::full(squares, pieces);
        let error = count(tree, method, &Stop::after(0)).unwrap_err();
        assert_eq!(error, Error::NotApplicable { method, tree });
        assert!(error.to_string().ends_with(&format!("up to {most} squares")), "{error}");
        assert!(method.applies(&Tree::full(most, pieces)));
        // The largest result there is has room.
        assert!(
            Bounds::new(most, pieces, &Silent).unwrap().upper() / factorial(most)
                < BigUint::from(1_u32) << 128_u32
        );
    }
}

#[test]
fn one_impossible_size_among_many_is_known_before_the_others_are_counted() {
    let large = Tree::full(40, 2);
    let asked = [(Tree::full(4, 2), Method::Blocks), (large, Method::FixedEndgame)];
    let stop = Stop::after(0);
    let error = count_all(&asked, &stop).unwrap_err();
    assert_eq!(error, Error::NotApplicable { method: Method::FixedEndgame, tree: large });
    assert_eq!(stop.asked.into_inner(), 0);
    refused("tree-size --ending first-line --board 4,5", &["25 squares"]);
    refused("random --board 40,41", &["side 1 to 40"]);
    refused("random --board 24,25 --format csv", &["25-by-25", "--board 1 to 24"]);
    refused("random --board 40,41 --summary-only", &["side 1 to 40"]);
    refused("random --method simulate --board 8,9", &["--board"]);
}

#[test]
fn a_board_has_no_more_squares_than_can_be_named() {
    for command in ["bounds", "tree-size"] {
        refused(&format!("{command} --board 317"), &["--board", "use at most 316"]);
        refused(&format!("{command} --board 65536"), &["--board", "use at most 316"]);
        refused(&format!("{command} --squares 100001"), &["--squares", "use at most 100000"]);
    }
}

#[test]
fn what_would_take_hours_is_refused_with_the_size_that_can() {
    refused(
        "bounds --squares 20000 --pieces 3",
        &["20000 squares", "--pieces 3", "use at most --squares 16"],
    );
    refused("bounds --board 300 --pieces 3", &["90000 squares", "use at most --board 12"]);
    refused("bounds --squares 1..10000", &["--pieces 2", "up to --squares 4"]);
    refused("tree-size --squares 90001..100000", &["digits", "--squares 100000"]);
    // The sizes named are within the limit.
    assert!(Bounds::effort(16_000, 3) < Bounds::effort(20_000, 3));
}

#[test]
fn the_large_bounds_that_were_deaf_are_found() {
    run("bounds --board 64").code(0).prints("4,096");
    run("bounds --squares 20000").code(0).prints("20,000");
}

#[test]
fn a_flag_without_use_is_refused_by_both_names() {
    refused("random --games 10", &["--games", "--method auto", "--method simulate"]);
    refused("random --seed 1 --method exact", &["--seed", "--method exact", "--method simulate"]);
    refused("random --games 1000000 --method enumerate", &["--games", "--method enumerate"]);
    refused("random --summary-only --method simulate", &["--summary-only", "--method simulate"]);
    refused("arena --opening 9", &["--opening 9", "9 turns at most"]);
    refused("arena --player1 random,random", &["--player1", "random is named twice"]);
    refused("analyze --moves 1-2", &["--moves", "GAME"]);
    refused("tree-size --squares 9 --pieces 9 --method colour", &["it takes n = 2 to 8"]);
}

/// It says which size it met and what to do; nothing is printed of the sizes before it.
#[test]
fn a_simulation_that_cannot_draw_a_collapse_uniformly_is_refused() {
    for threads in [1, 2] {
        refused(
            &format!("random --method simulate --board 3,6 --pieces 20 --games 5 --threads {threads}"),
            &["36 squares", "--pieces 20", "--board 1 to 4", "--pieces 1 or 2", "--method exact"],
        );
    }
}

/// A single piece always has room: `--tail stop` changes nothing, so the exact distribution is at hand.
#[test]
fn simulated_single_pieces_stand_beside_the_exact_distribution_under_any_tail() {
    let arguments = "random --method simulate --board 4 --pieces 1 --games 2000";
    let (classical, stop) = (stdout(arguments), stdout(&format!("{arguments} --tail stop")));
    assert!(classical.contains("exactly"), "{classical}");
    let rows = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rows(&classical), rows(&stop));
}
