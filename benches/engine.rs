//! Entanglement detection in the engine, and whole random games.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use gqt3::engine::board::{Board, SquareSet};
use gqt3::engine::game::Game;
use gqt3::engine::position::{Phase, Position};
use gqt3::engine::rules::Rules;
use std::hint::black_box;

/// Marsaglia's xorshift, so that choosing a placement costs little.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

fn placement(position: &Position, numbers: &mut Numbers) -> SquareSet {
    let mut chosen = SquareSet::EMPTY;
    while chosen.len() < position.pieces_to_place() {
        let left = position.quantum() - chosen;
        if let Some(square) = left.iter().nth(numbers.below(left.len())) {
            chosen.insert(square);
        }
    }
    chosen
}

fn play(start: &Position, numbers: &mut Numbers) -> usize {
    let mut position = *start;
    loop {
        match position.phase() {
            Phase::Over => return position.turns(),
            Phase::Place => {
                let squares = placement(&position, numbers);
                position.place_unchecked(squares);
            }
            Phase::Collapse => {
                let collapse = position
                    .collapses()
                    .next()
                    .expect("an entanglement has a collapse");
                position.collapse_unchecked(&collapse);
            }
        }
    }
}

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random game");
    for (squares, pieces) in [(9, 1), (9, 2), (9, 3), (16, 2), (36, 2), (64, 2), (64, 3)] {
        let board = Board::without_lines(squares).expect("it is in range");
        let start = Position::new(Game::new(board, pieces, Rules::default()).unwrap());
        let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
        group.bench_function(
            BenchmarkId::from_parameter(format!("s={squares},n={pieces}")),
            |bencher| {
                bencher.iter(|| assert_eq!(play(black_box(&start), &mut numbers), squares));
            },
        );
    }
    group.finish();
}

/// Closes a chain through all squares.
fn detection(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("detection");
    for squares in [9, 16, 36, 64] {
        let board = Board::without_lines(squares).expect("it is in range");
        let mut chain = Position::new(Game::new(board, 2, Rules::default()).unwrap());
        for first in 0..squares - 1 {
            chain.place_unchecked(SquareSet(0b11 << first));
        }
        assert_eq!(chain.phase(), Phase::Place);
        let closing = SquareSet(1 | 1 << (squares - 1));
        group.bench_function(BenchmarkId::from_parameter(squares), |bencher| {
            bencher.iter(|| {
                let mut position = black_box(chain);
                position.place_unchecked(closing);
                assert_eq!(position.entangled().len(), squares);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, games, detection);
criterion_main!(benches);
