//! The time to find an entanglement in four ways, by n and the number of squares.
//!
//! The paper doubles each series in turn and looks for a matching (`doubling`). The engine needs
//! only one matching, computed from scratch (`one matching`) or kept during a game (`one turn of a
//! game`). The definition tries all sets of series (`definition`).

use std::hint::black_box;

use chacha20::ChaCha8Rng;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use gqt3::engine::board::{Board, SquareSet};
use gqt3::engine::game::Game;
use gqt3::engine::hypergraph::Hypergraph;
use gqt3::engine::position::{Phase, Position};
use gqt3::engine::rules::Rules;
use gqt3_cli::paper::claims::section5::evidence::{by_doubling, by_one_matching};
use gqt3_cli::paper::positions::entanglement;
use rand::SeedableRng;
use rand::seq::SliceRandom;

/// Finds a random position and a placement that entangles at least half of the squares.
fn before_an_entanglement(squares: usize, pieces: usize) -> (Position, SquareSet) {
    let board = Board::without_lines(squares).expect("it is in range");
    let game = Game::new(board, pieces, Rules::default()).expect("a series has pieces");
    let mut random = ChaCha8Rng::seed_from_u64(0x2011);
    let mut position = Position::new(game);
    loop {
        let mut free: Vec<_> = position.quantum().iter().collect();
        free.shuffle(&mut random);
        let placement = free.into_iter().take(pieces).collect();
        let mut next = position;
        next.place_unchecked(placement);
        let large = 2 * next.entangled().len() >= squares;
        match next.phase() {
            Phase::Collapse if large => return (position, placement),
            Phase::Place => position = next,
            // Start again, because the entanglement is too small.
            _ => position = Position::new(game),
        }
    }
}

fn detections(criterion: &mut Criterion) {
    for pieces in [2, 3] {
        let mut group = criterion.benchmark_group(format!("entanglement, n={pieces}"));
        for squares in [9, 16, 25, 36, 49, 64] {
            let (position, placement) = before_an_entanglement(squares, pieces);
            let older = (0..position.turns()).map(|series| position.squares_of(series));
            let hypergraph = Hypergraph {
                squares,
                series: older.chain([placement]).collect(),
            };
            let size = by_doubling(&hypergraph).len();
            group.bench_function(BenchmarkId::new("doubling", squares), |bencher| {
                bencher.iter(|| assert_eq!(by_doubling(black_box(&hypergraph)).len(), size));
            });
            group.bench_function(BenchmarkId::new("one matching", squares), |bencher| {
                bencher.iter(|| {
                    assert_eq!(
                        by_one_matching(black_box(&hypergraph)).map(|set| set.len()),
                        Some(size)
                    )
                });
            });
            group.bench_function(BenchmarkId::new("one turn of a game", squares), |bencher| {
                bencher.iter(|| {
                    let mut position = black_box(position);
                    position.place_unchecked(placement);
                    assert_eq!(position.entangled().len(), size);
                });
            });
            if squares <= 16 {
                group.bench_function(BenchmarkId::new("definition", squares), |bencher| {
                    bencher.iter(|| assert_eq!(entanglement(black_box(&hypergraph)).len(), size));
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, detections);
criterion_main!(benches);
