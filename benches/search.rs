//! Perfect play on 3x3 for n = 1 to 4: the time to find the value or to prove that player 1 can
//! force it, and the nodes searched a second. Every iteration begins with an empty table.

use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gqt3::engine::game::Game;
use gqt3::engine::position::Position;
use gqt3::engine::rules::{Margin, Rules};
use gqt3::perfect_play::{Solver, default_table_bytes};
use gqt3::support::progress::Silent;

/// Each n with its expected value, in half points.
const VALUES: [(usize, i32); 4] = [(1, 0), (2, 1), (3, 0), (4, -1)];

fn margin(halves: i32) -> Margin {
    let half = Margin::from_rank(2);
    (0..halves.abs()).fold(Margin::ZERO, |sum, _| {
        if halves > 0 { sum + half } else { sum - half }
    })
}

fn start(pieces: usize) -> (Solver, Position) {
    let game = Game::from_side(3, pieces, Rules::default()).expect("it is in range");
    (
        Solver::new(game, default_table_bytes(&game)).expect("it can be solved"),
        Position::new(game),
    )
}

type Question = fn(&mut Solver, &Position, i32);

fn value(solver: &mut Solver, start: &Position, halves: i32) {
    assert_eq!(solver.bounds(start, &Silent).value(), Some(margin(halves)));
}

fn threshold(solver: &mut Solver, start: &Position, halves: i32) {
    assert_eq!(solver.forces(start, margin(halves), &Silent), Some(true));
}

fn perfect_play(criterion: &mut Criterion) {
    let questions: [(&str, Question); 2] = [("value", value), ("one threshold", threshold)];
    for (name, ask) in questions {
        let mut group = criterion.benchmark_group(name);
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(1))
            .measurement_time(Duration::from_secs(5));
        for (pieces, halves) in VALUES {
            let (mut solver, position) = start(pieces);
            ask(&mut solver, &position, halves);
            group.throughput(Throughput::Elements(solver.nodes()));
            group.bench_function(
                BenchmarkId::from_parameter(format!("n={pieces}")),
                |bencher| {
                    let ask = |(mut solver, position): (Solver, Position)| {
                        ask(&mut solver, &position, halves)
                    };
                    bencher.iter_batched(|| start(pieces), ask, BatchSize::PerIteration);
                },
            );
        }
        group.finish();
    }
}

criterion_group!(benches, perfect_play);
criterion_main!(benches);
