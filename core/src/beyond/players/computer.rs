use super::agent::Agent;
use super::blocker::Blocker;
use super::heuristic::{Heuristic, MoveBudget};
use super::perfect::Perfect;
use super::random::Random;
use super::weakened::Weakened;
use crate::beyond::every_board::short_series::Keeper;
use crate::engine::game::Game;
use crate::perfect_play::{MAX_SOLVED_SQUARES, SolveError};

/// Why there is no perfect player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{}", .0, if matches!(.0, SolveError::Board { .. }) { ", --pieces 1 or 2" } else { "" })]
pub struct NoPerfectPlayer(#[from] SolveError);

/// A computer player, as the command line names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Computer {
    /// Draws actions at random, but better ones more often, as the next three levels do.
    VeryEasy,
    Easy,
    Normal,
    Hard,
    /// [`Perfect`], or on larger boards [`Blocker`].
    Perfect,
    /// [`Heuristic`] with 20,000 playouts.
    Strongest,
    /// [`Heuristic`] within the limits of the flags.
    Heuristic,
    /// [`Random`].
    Random,
}

struct Row {
    name: &'static str,
    choice: Choice,
    help: &'static str,
}

#[derive(Clone, Copy)]
enum Choice {
    Weakened { playouts: u64, temperature: f64 },
    Perfect,
    Playouts(u64),
    Flags,
    Random,
}

impl Computer {
    /// All computer players, in the order of the help.
    pub const ALL: &'static [Computer] = &[
        Computer::VeryEasy,
        Computer::Easy,
        Computer::Normal,
        Computer::Hard,
        Computer::Perfect,
        Computer::Strongest,
        Computer::Heuristic,
        Computer::Random,
    ];

    /// The players that `--level` offers.
    pub const LEVELS: [Computer; 6] = [
        Computer::VeryEasy,
        Computer::Easy,
        Computer::Normal,
        Computer::Hard,
        Computer::Perfect,
        Computer::Strongest,
    ];

    /// Players whose games supply the positions for section 9's accuracy.
    pub const MEASURED: [Computer; 3] = [Computer::Perfect, Computer::Heuristic, Computer::Random];

    /// Returns the levels for a game, the weakest first.
    pub fn levels(game: &Game) -> [Computer; 5] {
        let best = if Computer::Perfect.plays(game) {
            Computer::Perfect
        } else {
            Computer::Strongest
        };
        [
            Computer::VeryEasy,
            Computer::Easy,
            Computer::Normal,
            Computer::Hard,
            best,
        ]
    }

    const fn row(self) -> Row {
        match self {
            Computer::VeryEasy => Row {
                name: "very-easy",
                choice: Choice::Weakened {
                    playouts: 0,
                    temperature: 0.3,
                },
                help: "evaluates moves without a search, and errs most often",
            },
            Computer::Easy => Row {
                name: "easy",
                choice: Choice::Weakened {
                    playouts: 0,
                    temperature: 0.12,
                },
                help: "evaluates moves without a search, and often errs",
            },
            Computer::Normal => Row {
                name: "normal",
                choice: Choice::Weakened {
                    playouts: 0,
                    temperature: 0.05,
                },
                help: "evaluates moves without a search, and sometimes errs",
            },
            Computer::Hard => Row {
                name: "hard",
                choice: Choice::Weakened {
                    playouts: 300,
                    temperature: 0.1,
                },
                help: "searches briefly, and errs less often",
            },
            Computer::Perfect => Row {
                name: "perfect",
                choice: Choice::Perfect,
                help: "gets at least the value of the game; on boards up to 3x3, or larger ones with --pieces 1 or 2",
            },
            Computer::Strongest => Row {
                name: "strongest",
                choice: Choice::Playouts(20_000),
                help: "searches far ahead, as the heuristic player with 20000 playouts",
            },
            Computer::Heuristic => Row {
                name: "heuristic",
                choice: Choice::Flags,
                help: "searches a tree of games; exact if the solver proves the value in time",
            },
            Computer::Random => Row {
                name: "random",
                choice: Choice::Random,
                help: "draws placements and collapses uniformly at random",
            },
        }
    }

    pub const fn name(self) -> &'static str {
        self.row().name
    }

    pub const fn help(self) -> &'static str {
        self.row().help
    }

    /// Returns `true` if this player can play either side of the game from its start. The board
    /// must have lines.
    pub fn plays(self, game: &Game) -> bool {
        self != Computer::Perfect || game.squares() <= MAX_SOLVED_SQUARES || Keeper::plays(game)
    }

    pub(super) fn seconds(self, game: &Game, budget: MoveBudget) -> f64 {
        let budget = match self.row().choice {
            Choice::Weakened { playouts, .. } | Choice::Playouts(playouts) => {
                MoveBudget::from_playouts(playouts)
            }
            Choice::Flags => budget,
            Choice::Perfect if Keeper::plays(game) => Blocker::budget(game),
            Choice::Perfect | Choice::Random => MoveBudget::from_playouts(0),
        };
        budget.seconds(game)
    }

    /// Returns an agent for a game. `budget` matters only to [`Computer::Heuristic`].
    ///
    /// If there is no seed, [`Perfect`] takes the first of equal actions, and the others take the
    /// seed 0.
    ///
    /// # Errors
    /// Fails if the player is perfect, but the game has no perfect player or the system refuses the
    /// memory for it.
    pub fn agent(
        self,
        game: Game,
        budget: MoveBudget,
        seed: Option<u64>,
    ) -> Result<Box<dyn Agent>, NoPerfectPlayer> {
        Ok(match self.row().choice {
            Choice::Weakened {
                playouts,
                temperature,
            } => Box::new(Weakened::new(playouts, temperature, seed.unwrap_or(0))),
            Choice::Perfect => match Blocker::new(&game, seed) {
                Some(blocker) => Box::new(blocker),
                None => Box::new(Perfect::new(game, seed)?),
            },
            Choice::Playouts(playouts) => {
                Box::new(Heuristic::new(MoveBudget::from_playouts(playouts), seed))
            }
            Choice::Flags => Box::new(Heuristic::new(budget, seed)),
            Choice::Random => Box::new(Random::new(seed.unwrap_or(0))),
        })
    }
}
