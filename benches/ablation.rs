//! What each trick of the search for small boards is worth: nodes and seconds to the value with the trick switched off.
//!
//! `cargo bench -p gqt3-benches --features ablation --bench ablation`. One thread; each value is checked against the one
//! with all tricks on. The table in the header of `src/search/small/mod.rs` is this one.

use std::fs;
use std::sync::LazyLock;
use std::time::Instant;

use gqt3::engine::game::Game;
use gqt3::engine::position::Position;
use gqt3::engine::rules::{Margin, Rules};
use gqt3::perfect_play::tricks::{Trick, switch_off};
use gqt3::perfect_play::{Solver, default_table_bytes};
use gqt3::support::progress::Silent;

/// Games that are solved one after the other, each by a solver of its own.
struct Task {
    name: &'static str,
    games: Vec<Game>,
}

fn game(side: usize, pieces: usize, rules: Rules) -> Game {
    Game::of_side(side, pieces, rules).expect("it is in range")
}

fn tasks() -> Vec<Task> {
    let standard = |side, pieces| vec![game(side, pieces, Rules::default())];
    let rules = Rules::combinations()
        .map(|rules| game(3, 2, rules))
        .collect();
    let mut tasks = vec![
        Task {
            name: "standard",
            games: standard(3, 2),
        },
        Task {
            name: "96 rules",
            games: rules,
        },
    ];
    let series = [("n = 3", 3), ("n = 4", 4), ("n = 5", 5), ("n = 6", 6)];
    tasks.extend(series.map(|(name, pieces)| Task {
        name,
        games: standard(3, pieces),
    }));
    tasks
}

static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The seconds that this thread has computed, where the system tells; else those that have passed.
fn seconds() -> f64 {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let told = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    told.map_or_else(
        || BEGAN.elapsed().as_secs_f64(),
        |nanoseconds| nanoseconds / 1e9,
    )
}

/// The values of the games of a task, the nodes and the seconds.
fn solve(task: &Task) -> (Vec<Option<Margin>>, u64, f64) {
    let began = seconds();
    let mut nodes = 0;
    let values = task.games.iter().map(|game| {
        let mut solver = Solver::new(*game, default_table_bytes(game)).expect("it can be solved");
        let value = solver
            .at(&Position::new(*game))
            .unwrap()
            .bounds(&Silent)
            .value();
        nodes += solver.nodes();
        value
    });
    let values = values.collect();
    (values, nodes, seconds() - began)
}

/// How many positions each task visits in how many seconds, or with a trick switched off how many times as many.
fn main() {
    let mut tasks = tasks();
    println!(
        "{:<16}{}",
        "",
        tasks
            .iter()
            .map(|task| format!("{:>16}", task.name))
            .collect::<String>()
    );
    switch_off(None);
    let all_on: Vec<_> = tasks.iter().map(solve).collect();
    let cells = all_on
        .iter()
        .map(|(_, nodes, seconds)| format!("{:>16}", format!("{nodes} {seconds:.3} s")));
    println!("{:<16}{}", "all", cells.collect::<String>());
    for trick in Trick::ALL {
        switch_off(Some(trick));
        let cells = tasks
            .iter()
            .zip(&all_on)
            .map(|(task, (values, nodes, seconds))| {
                let off = solve(task);
                assert_eq!(
                    off.0, *values,
                    "without {trick:?} {} has another value",
                    task.name
                );
                format!(
                    "{:>16}",
                    format!(
                        "x{:.2}, x{:.2}",
                        off.1 as f64 / *nodes as f64,
                        off.2 / seconds
                    )
                )
            });
        println!("{:<16}{}", format!("{trick:?}"), cells.collect::<String>());
    }
    switch_off(None);
    // A larger board has other tricks; its time stands here to be seen.
    tasks = vec![Task {
        name: "4x4, n = 2",
        games: vec![game(4, 2, Rules::default())],
    }];
    if std::env::args().any(|argument| argument == "large") {
        for task in &tasks {
            let (values, nodes, seconds) = solve(task);
            println!(
                "{}: {:?}, {nodes} nodes, {seconds:.1} s",
                task.name,
                values[0].map(|value| value.to_string())
            );
        }
    }
}
