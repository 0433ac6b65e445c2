//! The time to count games, by method. The cases are (n, s).

use std::hint::black_box;

use divan::Bencher;
use gqt3::support::progress::Silent;
use gqt3::tree_size::bounds::Bounds;
use gqt3::tree_size::{Counter, Tree, count};

fn measure(bencher: Bencher, method: Counter, (pieces, squares): (usize, usize)) {
    let bounds = Bounds::new(squares, pieces, &Silent).unwrap();
    let exact = match (pieces, squares) {
        (2, 5) => Some(73_320_u64),
        (2, 9) => Some(18_539_269_580_160),
        _ => None,
    };
    bencher.bench(|| {
        let tree = Tree::full(black_box(squares), pieces);
        let games = count(tree, method, &Silent).expect("it applies").games;
        assert!(bounds.lower() <= &games && &games <= bounds.upper());
        assert!(exact.is_none_or(|exact| games == exact.into()));
    });
}

#[divan::bench(args = [(2, 9), (2, 16), (2, 64), (2, 256), (2, 1024)], min_time = 0.2)]
fn closed_form(bencher: Bencher, case: (usize, usize)) {
    measure(bencher, Counter::CLOSED_FORM, case);
}

#[divan::bench(
    args = [
        (2, 8), (2, 12), (2, 16),
        (3, 9), (3, 12), (3, 16), (3, 20),
        (4, 9), (4, 12), (4, 16), (4, 20),
    ],
    sample_count = 10,
)]
fn blocks(bencher: Bencher, case: (usize, usize)) {
    measure(bencher, Counter::BLOCKS, case);
}

#[divan::bench(
    args = [(3, 9), (3, 16), (3, 25), (3, 36), (4, 9), (4, 12), (4, 16), (4, 20)],
    sample_count = 10,
)]
fn polynomial(bencher: Bencher, case: (usize, usize)) {
    measure(bencher, Counter::POLYNOMIAL, case);
}

#[divan::bench(args = [(2, 9)], sample_count = 20)]
fn fixed_endgame(bencher: Bencher, case: (usize, usize)) {
    measure(bencher, Counter::FIXED_ENDGAME, case);
}

#[divan::bench(args = [(2, 5)], sample_count = 20)]
fn brute_force(bencher: Bencher, case: (usize, usize)) {
    measure(bencher, Counter::BRUTE_FORCE, case);
}

fn main() {
    divan::main();
}
