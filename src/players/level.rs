//! Levels of strength, so that everybody finds an opponent as strong as they are.

use super::agent::Agent;
use super::heuristic::{Effort, Heuristic};
use super::perfect::Perfect;
use super::random::Random;
use crate::game::Game;
use crate::position::{Action, Position};
use crate::progress::{Interrupted, Progress};
use crate::random_play::UniformPolicy;
use crate::search::{self, MAX_SQUARES};

/// The name of each level on the command line, and what it does.
const LEVELS: [(&str, &str); 5] = [
    ("level1", "random"),
    ("level2", "three of four decisions at random, the others by a search with 30 playouts"),
    ("level3", "one of four decisions at random, the others by a search with 30 playouts"),
    ("level4", "the heuristic player's search with 300 playouts, never exact"),
    ("level5", "the strongest: perfect on boards up to 3x3, heuristic on larger ones"),
];

/// The first stream of the random numbers that tell which decisions are made at random.
const COINS: u64 = 1 << 61;

/// A level, from 1 to 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 5] = [Level(1), Level(2), Level(3), Level(4), Level(5)];

    /// The strongest.
    pub const STRONGEST: Level = Level(5);

    /// The level with this number; `None` if there is none.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        LEVELS[self.0 as usize - 1].0
    }

    /// What it does, in a few words.
    #[must_use]
    pub const fn help(self) -> &'static str {
        LEVELS[self.0 as usize - 1].1
    }

    /// Whether an [`Effort`] changes how the player of this level plays a game.
    #[must_use]
    pub const fn uses_effort(self, game: &Game) -> bool {
        self.0 == 5 && game.squares() > MAX_SQUARES
    }

    /// A player of this level. `effort` is for the strongest level, on boards too large to be solved.
    ///
    /// # Errors
    /// If the perfect player, who is the strongest level on small boards, cannot solve this game.
    pub fn agent(
        self,
        game: Game,
        effort: Effort,
        seed: Option<u64>,
    ) -> Result<Box<dyn Agent>, search::Error> {
        let search = |playouts| Heuristic::new(Effort::of_nodes(playouts).by_search_alone(), seed);
        let wavering = |at_random| Wavering::new(search(30), at_random, seed.unwrap_or(0));
        Ok(match self.0 {
            1 => Box::new(Random::new(seed.unwrap_or(0))),
            2 => Box::new(wavering(3)),
            3 => Box::new(wavering(1)),
            4 => Box::new(search(300)),
            _ if game.squares() <= MAX_SQUARES => Box::new(Perfect::new(game, seed)?),
            _ => Box::new(Heuristic::new(effort, seed)),
        })
    }
}

/// Makes some of its decisions at random: every decision with the same probability, independently of the others.
struct Wavering {
    heuristic: Heuristic,
    /// Of four decisions, how many are made at random.
    at_random: u64,
    seed: u64,
    drawer: UniformPolicy,
}

impl Wavering {
    fn new(heuristic: Heuristic, at_random: u64, seed: u64) -> Wavering {
        Wavering { heuristic, at_random, seed, drawer: UniformPolicy::new(seed, COINS) }
    }
}

impl Agent for Wavering {
    fn begin(&mut self, game: u64) {
        self.heuristic.begin(game);
        self.drawer = UniformPolicy::new(self.seed, COINS | game);
    }

    fn choose(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted> {
        if self.drawer.below(4) < self.at_random {
            Ok(self.drawer.action(position))
        } else {
            self.heuristic.choose(position, progress)
        }
    }
}
