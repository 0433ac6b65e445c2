//! The time to count games, by method, n and s.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use gqt3::support::progress::Silent;
use gqt3::tree_size::bounds::Bounds;
use gqt3::tree_size::{Counter, Tree, count};

fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("growth");
    group.sample_size(10);
    let cases = [
        (Counter::CLOSED_FORM, 2, vec![16, 64, 256, 1024]),
        (Counter::BLOCKS, 2, vec![8, 12, 16]),
        (Counter::BLOCKS, 3, vec![9, 12, 16, 20]),
        (Counter::POLYNOMIAL, 3, vec![9, 16, 25, 36]),
        (Counter::BLOCKS, 4, vec![9, 12, 16, 20]),
        (Counter::POLYNOMIAL, 4, vec![9, 12, 16, 20]),
    ];
    for (method, pieces, sizes) in cases {
        for squares in sizes {
            let bounds = Bounds::new(squares, pieces, &Silent).unwrap();
            let id = BenchmarkId::new(format!("{method}, n = {pieces}"), squares);
            group.bench_function(id, |bencher| {
                bencher.iter(|| {
                    let found = count(Tree::full(black_box(squares), pieces), method, &Silent)
                        .expect("it applies");
                    assert!(bounds.lower() <= &found.games && &found.games <= bounds.upper());
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, growth);
criterion_main!(benches);
