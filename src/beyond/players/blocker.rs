//! A player for large boards that keeps its opponent from every line.

use super::agent::Agent;
use super::heuristic::{Heuristic, MoveBudget};
use crate::beyond::every_board::short_series::{Keeper, Safe};
use crate::engine::game::Game;
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::Player;
use crate::support::progress::{Interrupted, Progress};

/// The budget in playouts, times the square of the number of squares.
///
/// It yields 20,000 playouts on 4x4, and 1,250 on 8x8, where a playout takes longer.
const PLAYOUTS: u64 = 5_120_000;

/// A player that never loses with n = 1 or 2, from 4x4 on.
///
/// It plays the safe action that the heuristic player's search finds best (see [`Keeper`]). If all
/// actions are safe, or if none is proved safe, it plays like the heuristic player. No action may
/// be proved safe after another player's moves.
#[derive(Debug)]
pub struct Blocker {
    keeper: Keeper,
    heuristic: Heuristic,
}

impl Blocker {
    /// Creates a player of a game. Returns `None` if [`Keeper`] does not play the game.
    ///
    /// With a seed it varies its play among actions that look equal.
    pub fn new(game: &Game, seed: Option<u64>) -> Option<Blocker> {
        let squares = game.squares() as u64;
        let budget = MoveBudget::from_playouts(PLAYOUTS / (squares * squares)).without_solver();
        Keeper::plays(game).then(|| Blocker {
            keeper: Keeper::default(),
            heuristic: Heuristic::new(budget, seed),
        })
    }

    /// Returns `true` if the player is proved to avoid losing.
    ///
    /// The proof visits a limited number of positions. Also returns `true` for a game that
    /// [`Keeper`] does not play.
    ///
    /// # Errors
    /// Fails if interrupted.
    pub fn can_go_on(
        position: &Position,
        side: Player,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        let plays = Keeper::plays(position.game());
        Ok(!plays || Keeper::default().is_proved(position, side, progress)?)
    }
}

impl Agent for Blocker {
    fn begin(&mut self, game: u64) {
        self.heuristic.begin(game);
    }

    fn choose(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted> {
        if position.phase() == Phase::Over {
            return Ok(None);
        }
        let safe = match self.keeper.safe_actions(position, progress)? {
            Safe::These(actions) if !actions.is_empty() => actions,
            _ => return self.heuristic.choose(position, progress),
        };
        self.heuristic
            .choose_among(position, Some(&safe), None, progress)
    }
}
