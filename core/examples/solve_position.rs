//! Solves a position of the paper's game and prints its value and the best moves.
//!
//! `cargo run --release --example solve_position -- "1-2 2-5 5-9"`
use gqt3::engine::notation::{Record, action_text};
use gqt3::engine::{game::Game, position::Position};
use gqt3::perfect_play::solve;
use gqt3::support::progress::Silent;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = std::env::args().nth(1).unwrap_or("1-2 2-5 5-9".to_owned());
    let record = Record::parse(&game, Position::new(Game::default()))?;
    let position = record.end();
    let value = solve(position, &Silent)?.value();
    let mut best = Vec::new();
    for action in position.actions() {
        if solve(&position.after_unchecked(&action), &Silent)?.value() == value {
            best.push(action_text(position, &action));
        }
    }
    println!("{position}\n");
    println!(
        "player 1's margin under perfect play: {}",
        value.unwrap_or_default()
    );
    println!("moves that keep it: {}", best.join(" "));
    Ok(())
}
