use super::agent::Agent;
use super::heuristic::{Heuristic, MoveBudget};
use crate::beyond::every_board::short_series::{Keeper, Safe};
use crate::engine::game::Game;
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::Player;
use crate::support::progress::{Interrupted, Progress};

/// A decision on a board of s squares gets this number divided by s², because a playout takes
/// longer on a larger board.
const PLAYOUTS: u64 = 5_120_000;

/// A player for n = 1 and 2 from 4x4 upward that tries to keep the opponent from every line.
///
/// It plays the safe action (see [`Keeper`]) that the heuristic player's search finds best. So it
/// loses no game that it plays from the start if [`Keeper`] finds a safe action on each turn, which
/// is tested but not proved. If all actions are safe, or if none is proved safe, the player
/// considers all actions.
#[derive(Debug)]
pub struct Blocker {
    keeper: Keeper,
    heuristic: Heuristic,
}

impl Blocker {
    /// Returns `None` if [`Keeper`] does not play the game. The default seed is 0.
    pub fn new(game: &Game, seed: Option<u64>) -> Option<Blocker> {
        Keeper::plays(game).then(|| Blocker {
            keeper: Keeper::default(),
            heuristic: Heuristic::new(Blocker::budget(game), seed),
        })
    }

    pub(super) fn budget(game: &Game) -> MoveBudget {
        let squares = game.squares() as u64;
        MoveBudget::from_playouts(PLAYOUTS / (squares * squares)).without_solver()
    }

    /// Returns `true` if `side` is proved not to lose from this position, or if [`Keeper`] does not
    /// play the game.
    ///
    /// `false` does not prove that `side` can lose.
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
