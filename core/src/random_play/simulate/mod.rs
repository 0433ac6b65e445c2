//! Random play by simulation.
//!
//! The engine plays every game literally: each turn draws one of all placements, and each
//! entanglement one of all perfect matchings. Nothing assumes that all endgames are equally likely,
//! so the games can be evidence that they are.
//!
//! Block b of [`BLOCK`] games takes all its numbers from stream b of ChaCha8 under the given seed.
//! So the i-th game does not depend on the number of threads or of games. All draws are exactly
//! uniform, because unsuitable numbers are rejected.
//!
//! For n >= 3 a collapse has to count perfect matchings (`simulate/collapse.rs`). Beyond 20 squares
//! this can be too much work, and then the simulation ends with an error. With n = 3 that hardly
//! ever happens on 6x6, but on 8x8 in about one game of 30
//! (`gqt3 random --board 8 --pieces 3 --method simulate --games 1 --seed S` for many S).

mod collapse;
mod estimate;
mod numbers;
mod playout;
mod policy;

use rayon::prelude::*;

pub use estimate::{ChiSquare, Estimate, Simulation};
pub use policy::UniformPolicy;

use super::RandomPlayError;
use crate::engine::game::Game;
use crate::support::progress::{Interrupted, Progress};
use collapse::TooLargeToDraw;
use numbers::Numbers;
use playout::Playout;

const BLOCK: u64 = 256;

/// Plays random games and counts their margins and lengths.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::support::progress::Silent;
/// use gqt3::random_play::simulate;
/// use gqt3::engine::rules::Rules;
/// let simulation = simulate(Game::from_side(2, 2, Rules::default())?, 1_000, 7, &Silent)?;
/// // Player 1 always completes the first line, and player 2 the second.
/// let mean = simulation.mean_margin();
/// assert_eq!((mean.value, mean.standard_error), (0.5, 0.0));
/// assert_eq!(simulation.lengths()[&4], 1_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails if `games` is 0, if a collapse cannot be drawn uniformly, which takes n >= 3 and more than
/// 20 squares, or if interrupted.
pub fn simulate(
    game: Game,
    games: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Simulation, RandomPlayError> {
    let played = simulate_until_interrupted(game, games, seed, progress)?;
    if played.games() < games {
        Err(RandomPlayError::Interrupted(Interrupted))
    } else {
        Ok(played)
    }
}

/// Works like [`simulate`], but returns the games played so far if interrupted.
pub fn simulate_until_interrupted(
    game: Game,
    games: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Simulation, RandomPlayError> {
    if games == 0 {
        return Err(RandomPlayError::NoGames);
    }
    progress.begin("games", Some(games));
    let counts = (0..games.div_ceil(BLOCK))
        .into_par_iter()
        .take_any_while(|_| !progress.interrupted())
        .map_init(
            || Playout::new(game),
            |playout, block| {
                let size = (games - block * BLOCK).min(BLOCK);
                let counts = play_block(playout, size, Numbers::new(seed, block), progress)
                    .map_err(|TooLargeToDraw| RandomPlayError::too_large_to_draw(&game))?;
                progress.advance(size);
                Ok(counts)
            },
        )
        .try_reduce(Simulation::default, |a, b| Ok(a.merge(b)));
    progress.end();
    counts
}

fn play_block(
    playout: &mut Playout,
    games: u64,
    mut numbers: Numbers,
    progress: &dyn Progress,
) -> Result<Simulation, TooLargeToDraw> {
    let mut simulation = Simulation::default();
    // Look for an interruption before every game, because a game on a large board can take long.
    while simulation.games() < games && !progress.interrupted() {
        let end = playout.play(&mut numbers)?;
        simulation.add(end.margin(), end.turns());
    }
    Ok(simulation)
}
