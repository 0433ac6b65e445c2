//! The player that keeps its opponent from every line on large boards.

use super::agent::Agent;
use super::heuristic::{Effort, Heuristic, outlook};
use super::random::Variety;
use crate::beyond::every_board::short_series::{Keeper, Safe};
use crate::engine::game::Game;
use crate::engine::position::{Action, Position};
use crate::engine::rules::Player;
use crate::random_play::UniformPolicy;
use crate::support::progress::{Interrupted, Progress};

/// How many games the heuristic player looks at where all actions are safe, or none is.
const PLAYOUTS: u64 = 200;

/// Never loses with one or two pieces in a series, from 4x4 on.
///
/// It takes safe actions alone, see [`Keeper`]: of those that are proved at once the one that looks
/// best by the heuristic player's estimate, without looking ahead. Where all actions are safe, and
/// where nothing is proved, as may be after moves that were not its own, it plays as the heuristic
/// player does.
pub struct Blocker {
    keeper: Keeper,
    variety: Variety,
    heuristic: Heuristic,
}

impl Blocker {
    /// Returns a player of a game. With a seed it varies its play among actions that look equal.
    /// `None` if [`Keeper`] does not play the game.
    pub fn new(game: &Game, seed: Option<u64>) -> Option<Blocker> {
        let effort = Effort::of_nodes(PLAYOUTS).by_search_alone();
        Keeper::plays(game).then(|| Blocker {
            keeper: Keeper::default(),
            variety: Variety::of(seed),
            heuristic: Heuristic::new(effort, seed),
        })
    }

    /// Whether a player can go on from a position without losing, as far as that is proved in a limited time; true on boards
    /// that are not for this kind of player.
    ///
    /// # Errors
    /// If interrupted.
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
        self.variety.begin(game);
        self.heuristic.begin(game);
    }

    fn choose(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted> {
        let Some(side) = position.to_move() else {
            return Ok(None);
        };
        let safe = match self.keeper.safe_actions(position, progress)? {
            Safe::These(actions) if !actions.is_empty() => actions,
            _ => return self.heuristic.choose(position, progress),
        };
        let mut drawer = UniformPolicy::new(position.turns() as u64, 0);
        let sign = if side == Player::One { 1 } else { -1 };
        let mut look = |action| sign * outlook(&position.after_unchecked(action), &mut drawer);
        let looks: Vec<i32> = safe.iter().map(&mut look).collect();
        let best = looks.iter().max();
        let looks_best = safe
            .iter()
            .zip(&looks)
            .filter(|(_, look)| Some(*look) == best);
        let equal: Vec<Action> = looks_best.map(|(action, _)| *action).collect();
        Ok(equal.get(self.variety.below(equal.len())).copied())
    }
}
