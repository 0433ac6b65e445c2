//! Random games in the engine and in simulations on one thread, and the enumeration of endgames.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use gqt3::engine::board::{Board, SquareSet};
use gqt3::engine::game::Game;
use gqt3::engine::position::{Phase, Position};
use gqt3::engine::rules::Rules;
use gqt3::random_play::{enumerate, simulate};
use gqt3::support::progress::Silent;

/// Chooses squares by Marsaglia's xorshift, because it costs little.
fn placement(position: &Position, random: &mut u64) -> SquareSet {
    let mut chosen = SquareSet::EMPTY;
    while chosen.len() < position.pieces_to_place() {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        let left = position.quantum() - chosen;
        let square = left.iter().nth((*random % left.len() as u64) as usize);
        chosen.insert(square.expect("it is below the length"));
    }
    chosen
}

fn play(start: &Position, random: &mut u64) -> usize {
    let mut position = *start;
    loop {
        match position.phase() {
            Phase::Over => return position.turns(),
            Phase::Place => position.place_unchecked(placement(&position, random)),
            Phase::Collapse => {
                let mut collapses = position.collapses();
                let collapse = collapses.next().expect("an entanglement has a collapse");
                position.collapse_unchecked(&collapse);
            }
        }
    }
}

/// Plays by the engine alone, on boards without lines. The cases are (side, n).
#[divan::bench(args = [(3, 1), (3, 2), (3, 3), (4, 2), (6, 2), (8, 2), (8, 3)], min_time = 0.2)]
fn game(bencher: Bencher, (side, pieces): (usize, usize)) {
    let squares = side * side;
    let board = Board::without_lines(squares).expect("it is in range");
    let start = Position::new(Game::new(board, pieces, Rules::default()).expect("it has pieces"));
    let mut random = 0x9E37_79B9_7F4A_7C15;
    bencher.bench_local(|| assert_eq!(play(black_box(&start), &mut random), squares));
}

/// The cases are (side, n, games).
#[divan::bench(
    args = [
        (3, 1, 100_000),
        (3, 2, 100_000),
        (3, 3, 100_000),
        (3, 4, 30_000),
        (4, 2, 50_000),
        (4, 3, 10_000),
        (8, 2, 10_000),
    ],
    sample_count = 10,
)]
fn simulation(bencher: Bencher, (side, pieces, games): (usize, usize, u64)) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.expect("one thread can be had");
    let game = Game::from_side(side, pieces, Rules::default()).expect("it is in range");
    bencher.counter(ItemsCount::new(games)).bench(|| {
        let played = pool.install(|| simulate(game, games, 1, &Silent));
        assert_eq!(played.map(|simulation| simulation.games()), Ok(games));
    });
}

#[divan::bench]
fn enumeration_of_3x3() {
    let game = Game::from_side(black_box(3), 2, Rules::default()).expect("it is in range");
    let found = enumerate(game, &Silent).expect("it can be enumerated");
    assert_eq!(found.expected_margin().to_string(), "569/1260");
}

fn main() {
    divan::main();
}
