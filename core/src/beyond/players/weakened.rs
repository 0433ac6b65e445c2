use super::agent::Agent;
use super::heuristic::{estimate, evaluate_after_collapse, sign, weight_of_loss};
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::Margin;
use crate::random_play::UniformPolicy;
use crate::support::progress::{Interrupted, Progress};

/// If there are more actions, this many are drawn, some perhaps twice.
const MOST_ACTIONS: usize = 600;

const PARTS: f64 = 4_294_967_296.0;

/// A player that errs on purpose, but draws better actions more often.
///
/// The choice itself is random, because few playouts do not make a weak player: the static
/// evaluation that steers them is too good. On 4x4 even a single playout beat the random player in
/// 100 of 100 games (`gqt3 arena --board 4 --player1 random --player2 heuristic --node-limit 1
/// --games 100 --seed 1`).
pub(super) struct Weakened {
    playouts: u64,
    temperature: f64,
    seed: u64,
    policy: UniformPolicy,
}

impl Weakened {
    /// `temperature` is in points: an action that is this much worse than the best is drawn about a
    /// third as often. If `playouts` is 0, the static evaluation judges the actions.
    pub fn new(playouts: u64, temperature: f64, seed: u64) -> Weakened {
        Weakened {
            playouts,
            temperature,
            seed,
            policy: UniformPolicy::new(seed, 0),
        }
    }

    /// Returns actions with their values for player 1, in points: after a search, its estimates
    /// that are worth showing; otherwise all actions or a sample.
    fn promises(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Vec<(Action, f64)>, Interrupted> {
        if self.playouts > 0 {
            let seed = self.policy.below(u64::MAX);
            let estimates = estimate(position, self.playouts, seed, progress)?;
            let shown = (0..)
                .zip(&estimates)
                .filter(|(rank, one)| one.is_worth_showing(*rank));
            return Ok(shown.map(|(_, one)| (one.action, one.margin())).collect());
        }
        let mut actions: Vec<Action> = position.actions().take(MOST_ACTIONS + 1).collect();
        if actions.len() > MOST_ACTIONS {
            let drawn = (0..MOST_ACTIONS).filter_map(|_| self.policy.action(position));
            actions = drawn.collect();
        }
        let mut promises = Vec::new();
        for action in actions {
            progress.check()?;
            let score =
                evaluate_after_collapse(&position.after_unchecked(&action), &mut self.policy);
            promises.push((action, f64::from(score) / f64::from(Margin::UNIT)));
        }
        Ok(promises)
    }
}

impl Agent for Weakened {
    fn begin(&mut self, game: u64) {
        self.policy = UniformPolicy::new(self.seed, game);
    }

    fn choose(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted> {
        if position.phase() == Phase::Over {
            return Ok(None);
        }
        let promises = self.promises(position, progress)?;
        let sign = f64::from(sign(position));
        let best = promises
            .iter()
            .map(|(_, promise)| sign * promise)
            .fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = promises
            .iter()
            .map(|(_, promise)| weight_of_loss((best - sign * promise) / self.temperature))
            .collect();
        let all: f64 = weights.iter().sum();
        let mut left = self.policy.below(PARTS as u64) as f64 / PARTS * all;
        let drawn = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let last = promises.len().checked_sub(1);
        Ok(drawn.or(last).map(|drawn| promises[drawn].0))
    }
}
