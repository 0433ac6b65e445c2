//! Random games per second on one thread, by board and n.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gqt3::engine::game::Game;
use gqt3::engine::rules::Rules;
use gqt3::random_play::simulate;
use gqt3::support::progress::Silent;

fn games(criterion: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("one thread can be had");
    let mut group = criterion.benchmark_group("simulate");
    group.sample_size(10);
    let cases = [
        (3, 1, 100_000_u64),
        (3, 2, 100_000),
        (3, 3, 100_000),
        (3, 4, 30_000),
        (4, 2, 50_000),
        (4, 3, 10_000),
        (8, 2, 10_000),
    ];
    for (side, pieces, games) in cases {
        let game = Game::from_side(side, pieces, Rules::default()).expect("it is in range");
        group.throughput(Throughput::Elements(games));
        group.bench_function(
            BenchmarkId::from_parameter(format!("{side}x{side},n={pieces}")),
            |bencher| {
                bencher.iter(|| {
                    let played = pool.install(|| simulate(game, games, 1, &Silent));
                    assert_eq!(played.map(|simulation| simulation.games()), Ok(games));
                });
            },
        );
    }
    group.finish();
}

criterion_group!(benches, games);
criterion_main!(benches);
