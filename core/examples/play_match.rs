//! Plays 20 games between the perfect player and a random one, and prints the margins.
use gqt3::beyond::players::{Computer, Match, MoveBudget};
use gqt3::engine::{game::Game, position::Position};
use gqt3::support::progress::Silent;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pairing = Match {
        start: Position::new(Game::default()),
        players: [Computer::Perfect, Computer::Random],
        budget: MoveBudget::default(),
        seed: 1,
        opening: 0,
    };
    let games = pairing.play(20, &Silent)?;
    for (margin, count) in games.margins() {
        println!("player 1's margin {margin:>4}: {count:>3} games");
    }
    Ok(())
}
