//! The player that keeps its opponent from winning on large boards, and wins where that is proved.

use super::agent::Agent;
use super::heuristic::{Effort, Heuristic, outlook};
use super::random::Variety;
use crate::beyond::every_board::long_series::LongSeries;
use crate::beyond::every_board::middle::{Answers, Fair};
use crate::beyond::every_board::short_series::{Keeper, Safe};
use crate::beyond::every_board::theorem::Theorem;
use crate::engine::game::Game;
use crate::engine::position::{Action, Position};
use crate::engine::rules::{Margin, Player};
use crate::perfect_play::MAX_SOLVED_SQUARES;
use crate::random_play::UniformPolicy;
use crate::support::progress::{Interrupted, Progress};

/// How many games the heuristic player looks at where all actions are safe, or none is.
const PLAYOUTS: u64 = 200;

/// Never gets less than a draw, where a strategy is known that keeps the opponent from winning; nor less than the lead that is
/// proved, where its side is proved to win.
///
/// * *Short series.* It takes safe actions alone, see [`Keeper`]: of those that are proved at once the one that looks best by
///   the heuristic player's estimate, without looking ahead. Where all actions are safe it plays as the heuristic player does.
/// * *Long series.* It plays [`LongSeries`], which tells what to do.
/// * *The middle.* It plays [`Answers`] or [`Fair`], which tell what to do.
///
/// Where nothing is proved, as may be after moves that were not its own, it plays as the heuristic player does.
pub struct Blocker {
    strategy: Strategy,
    variety: Variety,
    heuristic: Heuristic,
}

/// How the opponent is kept from winning.
enum Strategy {
    Safe(Box<Keeper>),
    Long(Box<LongSeries>),
    Answers(Answers),
    Fair(Fair),
}

impl Strategy {
    /// The strategy of a side; `None` if none is known. Cost: up to some seconds on 4x4 with n = 11 and 12, else nothing.
    fn of(game: &Game, side: Player) -> Option<Strategy> {
        if Keeper::plays(game) {
            return Some(Strategy::Safe(Box::default()));
        }
        if game.squares() <= MAX_SOLVED_SQUARES {
            return None;
        }
        let wins = |long: &LongSeries| long.prover() == side && long.lead() > Margin::ZERO;
        if let Some(long) = LongSeries::of(game).filter(wins) {
            return Some(Strategy::Long(Box::new(long)));
        }
        // On 4x4 a theorem may tell less than that the side does not lose.
        let theorem = Theorem::of(game.side(), game.pieces(), game.rules())?;
        let kept = if side == Player::One {
            theorem.lower
        } else {
            theorem.upper
        };
        if kept != Some(Margin::ZERO) {
            return None;
        }
        let answers = Answers::of(game)
            .filter(|_| side == Player::Two)
            .map(Strategy::Answers);
        let is_fair = Fair::blocker(game.side(), game.pieces(), game.rules()) == Some(side);
        answers.or_else(|| Fair::of(game).filter(|_| is_fair).map(Strategy::Fair))
    }

    /// Safe actions.
    fn safe_actions(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Safe, Interrupted> {
        let action = match self {
            Strategy::Safe(keeper) => return keeper.safe_actions(position, progress),
            Strategy::Long(long) => long.action(position),
            Strategy::Answers(answers) => answers.action(position),
            Strategy::Fair(fair) => fair.action(position),
        };
        Ok(Safe::These(action.into_iter().collect()))
    }
}

impl Blocker {
    /// A player for a side of a game. With a seed it varies its play among actions that look equal. `None` if no strategy is
    /// known that keeps the opponent from winning.
    pub fn new(game: &Game, side: Player, seed: Option<u64>) -> Option<Blocker> {
        let effort = Effort::of_nodes(PLAYOUTS).by_search_alone();
        Some(Blocker {
            strategy: Strategy::of(game, side)?,
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
        if Keeper::plays(position.game()) {
            return Keeper::default().is_proved(position, side, progress);
        }
        // Other moves than those of a strategy may have spoiled it.
        Ok(side.turns_of(position.turns()) == 0 || Strategy::of(position.game(), side).is_none())
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
        let safe = match self.strategy.safe_actions(position, progress)? {
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
