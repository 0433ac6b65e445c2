use std::path::Path;
use std::process::{Command, Stdio};

use crate::command::Running;

fn run(name: &str, arguments: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_gqt3")).with_file_name("examples");
    let mut example = Command::new(folder.join(name));
    example.args(arguments).stdout(Stdio::piped());
    let example = Running::spawn(&mut example).unwrap_or_else(|error| {
        panic!("{name}: {error}; build it with `cargo build --examples`");
    });
    example.said().code(0).stdout
}

#[test]
fn a_position_is_solved() {
    let text = run("solve_position", &["1-2 2-5 5-9 1-5=5 3-4"]);
    assert!(text.contains("under perfect play: -1/2\n"), "{text}");
    let (_, moves) = text.split_once("moves that keep it: ").unwrap();
    assert_eq!(moves.trim(), "4-6 3-7 3-8 4-8 6-8 7-8");
}

#[test]
fn two_methods_count_the_same_games() {
    let text = run("count_games", &[]);
    assert!(text.contains("T(9,3) = 3308057777927589120\n"), "{text}");
}

#[test]
fn a_match_is_played() {
    let text = run("play_match", &[]);
    let games = text.lines().map(|line| {
        let (_, count) = line.split_once(':').unwrap();
        count.trim().split(' ').next().unwrap().parse::<u64>()
    });
    assert_eq!(games.map(Result::unwrap).sum::<u64>(), 20);
}

#[test]
#[ignore = "takes five seconds, and .ci/run runs it"]
fn positions_are_counted() {
    let text = run("count_positions", &[]);
    let documented = include_str!("../../docs/games.md").replace(',', "");
    for line in text.lines() {
        let (counts, _) = line.split_once(" up to symmetry").unwrap();
        let counts = counts.rsplit_once(": ").unwrap().1;
        for count in counts.split(" positions, ") {
            assert!(documented.contains(count), "docs/games.md lacks {count}");
        }
    }
    assert!(
        text.contains("5478 positions, 765 up to symmetry"),
        "{text}"
    );
}
