//! What estimates say of those decisions of a game of which it is not proved whether they were mistakes.

use rayon::prelude::*;

use crate::notation::Record;
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{Margin, Player};
use crate::search::Decision;

use super::estimates::Estimates;

/// From which loss on, in points, a decision is called a mistake by estimate. Good decisions seem to lose up to a fifth: a search
/// after a decision looks one decision further than one before it, and both have random errors of some hundredths. In three games
/// on 4x4 of the heuristic player against itself none was called a mistake.
const MISTAKE: f64 = 0.25;

/// A decision by estimates.
#[derive(Clone, Copy, Debug)]
pub struct Judgement {
    /// The margins that are expected before and after it.
    pub before: f64,
    pub after: f64,
    /// What the player who decided lost by that: not less than 0, and not more than is proven.
    pub loss: f64,
    /// For a mistake, what looked best instead.
    pub better: Option<Action>,
}

/// Estimates the positions before and after each decision that `is_open`. Of the others nothing is said.
pub fn judge(
    record: &Record,
    decisions: &[Decision],
    is_open: impl Fn(&Decision) -> bool,
    how: Estimates,
    progress: &dyn Progress,
) -> Result<Vec<Option<Judgement>>, Interrupted> {
    let positions = record.steps().map(|(position, _)| position).chain([*record.end()]);
    let positions: Vec<Position> = positions.collect();
    let open: Vec<bool> = decisions.iter().map(is_open).collect();
    let is_wanted = |at: usize| open.get(at) == Some(&true) || at > 0 && open[at - 1];
    progress.begin("estimates", Some(positions.len() as u64));
    let expect = |(at, position): (usize, &Position)| {
        let found = is_wanted(at).then(|| expected(position, how, progress)).transpose();
        progress.advance(1);
        found
    };
    let found = positions.par_iter().enumerate().map(expect).collect::<Result<Vec<_>, Interrupted>>();
    progress.end();
    let found = found?;
    let judged = |(at, decision): (usize, &Decision)| {
        let (Some((before, best)), Some((after, _))) = (found[at], found[at + 1]) else { return None };
        open[at].then(|| judgement(decision, before, after, best))
    };
    Ok(decisions.iter().enumerate().map(judged).collect())
}

fn judgement(decision: &Decision, before: f64, after: f64, best: Option<Action>) -> Judgement {
    let lost = if decision.player == Player::One { before - after } else { after - before };
    let loss = lost.clamp(0.0, points(*decision.loss().end()));
    let better = best.filter(|&best| loss >= MISTAKE && best != decision.action);
    Judgement { before, after, loss, better }
}

/// The margin that is expected, and the action that looks best; at the end of a game its margin.
fn expected(
    position: &Position,
    how: Estimates,
    progress: &dyn Progress,
) -> Result<(f64, Option<Action>), Interrupted> {
    if position.phase() == Phase::Over {
        return Ok((points(position.margin()), None));
    }
    let estimates = how.of(position, progress)?;
    Ok(estimates.first().map_or((0.0, None), |best| (best.margin(), Some(best.action))))
}

fn points(margin: Margin) -> f64 {
    f64::from(margin.units()) / f64::from(Margin::UNIT)
}
