//! The growth of the cost with s, by method and n.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use gqt3::support::progress::Silent;
use gqt3::tree_size::bounds::Bounds;
use gqt3::tree_size::{Method, Tree, count};

fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("growth");
    group.sample_size(10);
    let cases = [
        (Method::ClosedForm, 2, vec![16, 64, 256, 1024]),
        (Method::Blocks, 2, vec![8, 12, 16]),
        (Method::Blocks, 3, vec![9, 12, 16, 20]),
        (Method::Polynomial, 3, vec![9, 16, 25, 36]),
        (Method::Blocks, 4, vec![9, 12, 16, 20]),
        (Method::Polynomial, 4, vec![9, 12, 16, 20]),
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
