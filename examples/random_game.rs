//! Plays one random game of the standard board and prints it, turn by turn, with its result.
//!
//! Run it with `cargo run --example random_game`.

use gqt3::game::Game;
use gqt3::notation::Record;
use gqt3::position::Position;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let mut game = Record::new(Position::new(Game::default()));
    while let Some(action) = game.end().actions().choose(&mut generator) {
        game.play(action)?;
        println!("{}\n", game.end());
    }
    println!("{game}\nplayer 1's points minus player 2's: {}", game.end().margin());
    Ok(())
}
