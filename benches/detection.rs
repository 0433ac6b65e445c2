//! The time to find an entanglement in four ways, by n and the number of squares.
//!
//! The paper doubles each series in turn and looks for a matching (`doubling`). The engine needs
//! only one matching, computed from scratch (`one_matching`) or kept during a game
//! (`turn_of_a_game`). The definition tries all sets of series (`definition`).

use std::hint::black_box;

use chacha20::ChaCha8Rng;
use divan::Bencher;
use gqt3::engine::board::{Board, SquareSet};
use gqt3::engine::game::Game;
use gqt3::engine::hypergraph::Hypergraph;
use gqt3::engine::position::{Phase, Position};
use gqt3::engine::rules::Rules;
use gqt3_cli::paper::claims::section5::evidence::{by_doubling, by_one_matching};
use gqt3_cli::paper::positions::entanglement;
use rand::SeedableRng;
use rand::seq::SliceRandom;

/// A position, a placement that entangles at least half of the squares, and all series after it.
type Turn = (Position, SquareSet, Hypergraph);

fn random_turn(squares: usize, pieces: usize) -> Turn {
    let board = Board::without_lines(squares).expect("it is in range");
    let start = Position::new(Game::new(board, pieces, Rules::default()).expect("it has pieces"));
    let mut random = ChaCha8Rng::seed_from_u64(0x2011);
    let mut position = start;
    loop {
        let mut free: Vec<_> = position.quantum().iter().collect();
        free.shuffle(&mut random);
        let placement = free.into_iter().take(pieces).collect();
        let mut next = position;
        next.place_unchecked(placement);
        match next.phase() {
            Phase::Place => position = next,
            Phase::Collapse if 2 * next.entangled().len() >= squares => {
                let series = (0..next.turns())
                    .map(|turn| next.squares_of(turn))
                    .collect();
                return (position, placement, Hypergraph { squares, series });
            }
            // Start again, because the entanglement is too small.
            _ => position = start,
        }
    }
}

fn measure(bencher: Bencher, squares: usize, pieces: usize, find: fn(&Turn) -> usize) {
    let turn = random_turn(squares, pieces);
    let size = by_doubling(&turn.2).len();
    bencher.bench(|| assert_eq!(find(black_box(&turn)), size));
}

#[divan::bench(consts = [2, 3], args = [9, 16, 25, 36, 49, 64], min_time = 0.2)]
fn doubling<const N: usize>(bencher: Bencher, squares: usize) {
    measure(bencher, squares, N, |(.., after)| by_doubling(after).len());
}

#[divan::bench(consts = [2, 3], args = [9, 16, 25, 36, 49, 64], min_time = 0.2)]
fn one_matching<const N: usize>(bencher: Bencher, squares: usize) {
    measure(bencher, squares, N, |(.., after)| {
        by_one_matching(after).map_or(0, |entangled| entangled.len())
    });
}

#[divan::bench(consts = [2, 3], args = [9, 16, 25, 36, 49, 64], min_time = 0.2)]
fn turn_of_a_game<const N: usize>(bencher: Bencher, squares: usize) {
    measure(bencher, squares, N, |&(mut position, placement, _)| {
        position.place_unchecked(placement);
        position.entangled().len()
    });
}

#[divan::bench(consts = [2, 3], args = [9, 16], min_time = 0.2)]
fn definition<const N: usize>(bencher: Bencher, squares: usize) {
    measure(bencher, squares, N, |(.., after)| entanglement(after).len());
}

fn main() {
    divan::main();
}
