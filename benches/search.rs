//! Perfect play on 3x3, each time with an empty table.
//!
//! For n = 1 to 4, the time to find the value or to prove that player 1 can force it, and the nodes
//! searched a second. For n = 2, the time to solve three variants, with a line of best play.

use divan::Bencher;
use divan::counter::ItemsCount;
use gqt3::engine::game::Game;
use gqt3::engine::position::Position;
use gqt3::engine::rules::{Margin, Rules, Variant};
use gqt3::perfect_play::{Solver, default_table_bytes, solve};
use gqt3::support::progress::Silent;

fn expected_value(pieces: usize) -> Margin {
    match pieces {
        2 => Margin::from_rank(2),
        4 => -Margin::from_rank(2),
        _ => Margin::ZERO,
    }
}

fn measure(bencher: Bencher, pieces: usize, ask: fn(&mut Solver, &Position, Margin)) {
    let game = Game::from_side(3, pieces, Rules::default()).expect("it is in range");
    let start = Position::new(game);
    let new = || Solver::new(game, default_table_bytes(&game)).expect("it can be solved");
    let search = |solver: &mut Solver| ask(solver, &start, expected_value(pieces));
    let mut solver = new();
    search(&mut solver);
    let nodes = ItemsCount::new(solver.nodes());
    bencher.counter(nodes).with_inputs(new).bench_refs(search);
}

#[divan::bench(args = 1..=4, sample_count = 10)]
fn value(bencher: Bencher, pieces: usize) {
    measure(bencher, pieces, |solver, start, value| {
        assert_eq!(solver.bounds(start, &Silent).value(), Some(value));
    });
}

#[divan::bench(args = 1..=4, sample_count = 10)]
fn one_threshold(bencher: Bencher, pieces: usize) {
    measure(bencher, pieces, |solver, start, value| {
        assert_eq!(solver.forces(start, value, &Silent), Some(true));
    });
}

#[divan::bench(
    args = [Variant::Paper, Variant::Player1Collapses, Variant::Goff],
    sample_count = 10,
)]
fn solution(variant: Variant) {
    let game = Game::from_side(3, 2, variant.rules()).expect("it is in range");
    let solution = solve(&Position::new(game), &Silent).expect("it can be solved");
    let expected = match variant {
        Variant::Player1Collapses => Margin::ONE,
        _ => Margin::from_rank(2),
    };
    assert_eq!(solution.value(), Some(expected));
}

fn main() {
    divan::main();
}
