//! Counting games, enumerating endgames and perfect play.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use gqt3::engine::game::Game;
use gqt3::engine::position::Position;
use gqt3::engine::rules::{Rules, Variant};
use gqt3::perfect_play::solve;
use gqt3::random_play::enumerate;
use gqt3::support::progress::Silent;
use gqt3::tree_size::bounds::Bounds;
use gqt3::tree_size::{Counter, Tree, count};

fn counting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tree size");
    group.sample_size(20);
    let cases = [
        (Counter::FIXED_ENDGAME, 9, 18_539_269_580_160_u64),
        (Counter::BRUTE_FORCE, 5, 73_320),
        (Counter::CLOSED_FORM, 9, 18_539_269_580_160),
    ];
    for (method, squares, games) in cases {
        group.bench_function(BenchmarkId::new(method.name, squares), |bencher| {
            bencher.iter(|| {
                let size = count(Tree::full(black_box(squares), 2), method, &Silent)
                    .expect("the method applies");
                assert_eq!(size.games, games.into());
            });
        });
    }
    let bounds = Bounds::new(1000, 2, &Silent).unwrap();
    group.bench_function(
        BenchmarkId::new(Counter::CLOSED_FORM.name, 1000),
        |bencher| {
            bencher.iter(|| {
                let size = count(
                    Tree::full(black_box(1000), 2),
                    Counter::CLOSED_FORM,
                    &Silent,
                )
                .expect("the method applies");
                assert!(bounds.lower() < &size.games && &size.games < bounds.upper());
            });
        },
    );
    group.finish();
}

fn enumeration(criterion: &mut Criterion) {
    criterion.bench_function("enumerate the endgames of 3x3", |bencher| {
        bencher.iter(|| {
            let game = Game::from_side(black_box(3), 2, Rules::default()).expect("it is in range");
            let found = enumerate(game, &Silent).expect("it can be enumerated");
            assert_eq!(found.expected_margin().to_string(), "569/1260");
        });
    });
}

fn solving(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve 3x3, n = 2");
    group.sample_size(10);
    for (variant, value) in [
        (Variant::Paper, "+1/2"),
        (Variant::Player1Collapses, "+1"),
        (Variant::Goff, "+1/2"),
    ] {
        group.bench_function(variant.name(), |bencher| {
            bencher.iter(|| {
                let game =
                    Game::from_side(3, 2, black_box(variant).rules()).expect("it is in range");
                let solution = solve(&Position::new(game), &Silent).expect("it can be solved");
                assert_eq!(
                    solution.value().map(|value| value.to_string()).as_deref(),
                    Some(value)
                );
            });
        });
    }
    group.finish();
}

criterion_group!(benches, counting, enumeration, solving);
criterion_main!(benches);
