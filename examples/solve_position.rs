//! Solves the position after three moves of the standard game and prints what every reply is worth.
//!
//! Run it with `cargo run --release --example solve_position`.

use gqt3::game::Game;
use gqt3::notation::Record;
use gqt3::position::{Action, Position};
use gqt3::progress::Silent;
use gqt3::search::{Solver, TABLE_BYTES};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::default();
    let record = Record::parse("1-2 2-5 5-9", Position::new(game))?;
    let position = record.end();
    println!("{position}\n");
    let mut solver = Solver::new(game, TABLE_BYTES)?;
    for (action, bounds) in solver.actions(position, &Silent) {
        if let (Action::Place(squares), Some(value)) = (action, bounds.value()) {
            println!("{squares}  {value}");
        }
    }
    Ok(())
}
