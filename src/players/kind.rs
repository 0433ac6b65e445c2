//! The kinds of players by name.

use super::heuristic::{Effort, Heuristic};
use super::perfect::Perfect;
use super::player::Player;
use super::random::Random;
use crate::game::Game;
use crate::search;

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// [`Perfect`]
    Perfect,
    /// [`Heuristic`]
    Heuristic,
    /// [`Random`]
    Random,
}

impl Kind {
    /// All kinds.
    pub const ALL: &'static [Kind] = &[Kind::Perfect, Kind::Heuristic, Kind::Random];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Perfect => "perfect",
            Kind::Heuristic => "heuristic",
            Kind::Random => "random",
        }
    }

    /// What it does, in a few words.
    #[must_use]
    pub const fn help(self) -> &'static str {
        match self {
            Kind::Perfect => "never plays below the value of the game; boards up to 3x3",
            Kind::Heuristic => "looks some turns ahead and estimates; exact at the end of the game",
            Kind::Random => "every placement and every collapse as likely as another",
        }
    }

    /// A player for a game.
    ///
    /// With a seed players vary their play where they see no difference; without, they always play the same (a random player then has
    /// seed 0). `effort` is for heuristic players.
    ///
    /// # Errors
    /// If the perfect player cannot solve this game.
    pub fn player(
        self,
        game: Game,
        effort: Effort,
        seed: Option<u64>,
    ) -> Result<Box<dyn Player>, search::Error> {
        Ok(match self {
            Kind::Perfect => Box::new(Perfect::new(game, seed)?),
            Kind::Heuristic => Box::new(Heuristic::new(effort, seed)),
            Kind::Random => Box::new(Random::new(seed.unwrap_or(0))),
        })
    }
}
