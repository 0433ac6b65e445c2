//! The kinds of players, by name.

use super::agent::Agent;
use super::blocker::Blocker;
use super::heuristic::{Effort, Heuristic};
use super::level::Level;
use super::perfect::Perfect;
use super::random::Random;
use crate::engine::game::Game;
use crate::perfect_play;

/// Why there is no perfect player of a game, and of which games there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}, --pieces 1 or 2")]
pub struct NoPerfectPlayer(#[from] perfect_play::SolveError);

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// [`Perfect`], or on larger boards [`Blocker`]
    Perfect,
    /// [`Heuristic`]
    Heuristic,
    /// [`Random`]
    Random,
    /// [`Heuristic`] with the effort of a [`Level`]
    Level(Level),
}

impl Kind {
    /// All kinds.
    pub const ALL: &'static [Kind] = &[
        Kind::Perfect,
        Kind::Heuristic,
        Kind::Random,
        Kind::Level(Level::ALL[0]),
        Kind::Level(Level::ALL[1]),
        Kind::Level(Level::ALL[2]),
        Kind::Level(Level::ALL[3]),
        Kind::Level(Level::ALL[4]),
    ];

    /// All kinds but the levels.
    pub const BASIC: [Kind; 3] = [Kind::Perfect, Kind::Heuristic, Kind::Random];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Perfect => "perfect",
            Kind::Heuristic => "heuristic",
            Kind::Random => "random",
            Kind::Level(level) => level.name(),
        }
    }

    /// What it does, in a few words.
    pub const fn help(self) -> &'static str {
        match self {
            Kind::Perfect => {
                "never ends below the value of the game; boards up to 3x3, and with --pieces 1 or 2 all larger ones"
            }
            Kind::Heuristic => {
                "searches a tree of games; exact where the solver knows the value in time"
            }
            Kind::Random => "every placement and every collapse as likely as another",
            Kind::Level(level) => level.help(),
        }
    }

    /// An agent for a game.
    ///
    /// With a seed, players vary their play; without one they always play the same, and the random player has seed 0. `effort` is
    /// for [`Kind::Heuristic`].
    ///
    /// # Errors
    /// If there is no perfect player of the game.
    pub fn agent(
        self,
        game: Game,
        effort: Effort,
        seed: Option<u64>,
    ) -> Result<Box<dyn Agent>, NoPerfectPlayer> {
        Ok(match self {
            Kind::Perfect => match Blocker::new(&game, seed) {
                Some(blocker) => Box::new(blocker),
                None => Box::new(Perfect::new(game, seed)?),
            },
            Kind::Heuristic => Box::new(Heuristic::new(effort, seed)),
            Kind::Random => Box::new(Random::new(seed.unwrap_or(0))),
            Kind::Level(level) => Box::new(Heuristic::new(level.effort(), seed)),
        })
    }
}
