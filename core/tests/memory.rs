//! Memory use, in a process of its own because only the peak of a whole process is known.
#![cfg(target_os = "linux")]

use gqt3::beyond::players::{Computer, Match, MoveBudget};
use gqt3::engine::game::Game;
use gqt3::engine::position::Position;
use gqt3::support::progress::Silent;

/// In kilobytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn a_match_does_not_keep_its_games() {
    let pairing = Match {
        start: Position::new(Game::default()),
        players: [Computer::Random; 2],
        budget: MoveBudget::default(),
        seed: 1,
        opening: 0,
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .build()
        .unwrap();
    let play = |games| pool.install(|| pairing.play(games, &Silent)).unwrap();
    // The first games touch the stacks of the threads, which must not count.
    play(500);
    let before = peak();
    // A record takes some kilobytes, so keeping all games would take much more than this bound.
    assert_eq!(play(20_000).games(), 20_000);
    let more = peak() - before;
    assert!(more < 20_000, "{more} kB more");
}
