//! What estimates say of decisions of which it is not proved whether they gave value away.
//!
//! Such a decision is judged by the margins that the search of the heuristic player expects before and after it (see
//! [`super::estimate`]): that of the move which looks best, and that of the answer which does. Where the player lost clearly more
//! than these numbers are wrong by, the decision is a mistake *by estimate*. That proves nothing.

use rayon::prelude::*;

use super::heuristic::estimate;
use crate::engine::notation::Record;
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::{Margin, Player};
use crate::perfect_play::Decision;
use crate::support::progress::{Interrupted, Progress};

/// A mistake by estimate lost more than this, in points, by more than so many standard errors of the difference.
///
/// The search after a decision looks one decision further than the one before it, so good decisions seem to lose up to a quarter of
/// a point, whatever the number of games. In games with many mistakes, the solver told of decisions whether they were mistakes (all
/// of 3x3; on 4x4 late ones). Of those that this rule calls so, with 2,000 games, these were mistakes: 84 of 89 for n = 2 and 31 of
/// 33 for n = 3 on 3x3, and 14 of 22 and 14 of 16 on 4x4. Without the standard errors: 99 of 106, 39 of 43, 14 of 31 and 14 of 17.
const MISTAKE: f64 = 0.25;
const ERRORS: f64 = 3.0;

/// A decision by estimates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// The margin that is expected before it.
    pub before: f64,
    /// The margin that is expected after it.
    pub after: f64,
    /// What the player who decided lost by that, in points: not less than 0, and not more than is proven.
    pub loss: f64,
    /// For a mistake by estimate, what looked best instead.
    pub better: Option<Action>,
}

/// What is expected of the positions of a game.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::engine::notation::Record;
/// use gqt3::beyond::players::Expected;
/// use gqt3::engine::position::Position;
/// use gqt3::support::progress::Silent;
/// use gqt3::engine::rules::Rules;
/// use gqt3::beyond::every_board::Solver;
/// use gqt3::perfect_play::{Review, TABLE_BYTES};
/// let game = Game::from_side(4, 2, Rules::default())?;
/// let record = Record::parse("1-2 3-4 1-5 6-7", Position::new(game))?;
/// let mut solver = Solver::new(game, TABLE_BYTES)?;
/// let progress = solver.limited(Some(100), None, &Silent);
/// let decisions = Review::of(&record, &mut solver, &progress)?.decisions;
/// let judged = Expected::of(&record, &decisions, 500, 0, &Silent)?.judge(&decisions);
/// let first = judged[0].expect("so few nodes prove nothing on 4x4");
/// assert!(first.loss < 1.0 && first.after.abs() < 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Expected {
    /// The positions before each decision and at the end; `None` where nothing depends on it.
    positions: Vec<Option<Expectation>>,
}

/// What the estimates of a position say of its value.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Expectation {
    margin: f64,
    /// The standard error of the margin; infinite if there were too few games.
    error: f64,
    /// What looks best, if anything is to be decided.
    best: Option<Action>,
}

impl Expected {
    /// Estimates the positions before and after those `decisions` of a game of which it is not proved whether they were mistakes,
    /// by so many games each and with this seed. The decisions are those of a review of the record.
    ///
    /// Cost: that of [`estimate`] for each of these positions, on all threads.
    ///
    /// # Errors
    /// If `progress` interrupts.
    pub fn of(
        record: &Record,
        decisions: &[Decision],
        playouts: u64,
        seed: u64,
        progress: &dyn Progress,
    ) -> Result<Expected, Interrupted> {
        let positions = record
            .steps()
            .map(|(position, _)| position)
            .chain([*record.end()]);
        let positions: Vec<Position> = positions.collect();
        let open: Vec<bool> = decisions.iter().map(Decision::is_open).collect();
        let is_wanted = |at: usize| open.get(at) == Some(&true) || at > 0 && open[at - 1];
        progress.begin("estimates", Some(positions.len() as u64));
        let expect = |(at, position): (usize, &Position)| {
            let found = is_wanted(at)
                .then(|| Expectation::of(position, playouts, seed, progress))
                .transpose();
            progress.advance(1);
            found
        };
        let found = positions
            .par_iter()
            .enumerate()
            .map(expect)
            .collect::<Result<Vec<_>, Interrupted>>();
        progress.end();
        Ok(Expected { positions: found? })
    }

    /// What this says of each decision. The decisions are those of the same game; more may be proved of them than when the
    /// positions were estimated. Of those about which nothing is open, nothing is said.
    pub fn judge(&self, decisions: &[Decision]) -> Vec<Option<Judgement>> {
        let around = self.positions.iter().zip(self.positions.iter().skip(1));
        let judged = |(decision, (before, after)): (
            &Decision,
            (&Option<Expectation>, &Option<Expectation>),
        )| {
            Some(judgement(decision, before.as_ref()?, after.as_ref()?))
                .filter(|_| decision.is_open())
        };
        decisions.iter().zip(around).map(judged).collect()
    }
}

impl Expectation {
    fn of(
        position: &Position,
        playouts: u64,
        seed: u64,
        progress: &dyn Progress,
    ) -> Result<Expectation, Interrupted> {
        if position.phase() == Phase::Over {
            return Ok(Expectation {
                margin: points(position.margin()),
                error: 0.0,
                best: None,
            });
        }
        let estimates = estimate(position, playouts, seed, progress)?;
        let Some(best) = estimates.first() else {
            return Ok(Expectation {
                margin: 0.0,
                error: f64::INFINITY,
                best: None,
            });
        };
        let error = if best.has_enough() {
            best.standard_error()
        } else {
            f64::INFINITY
        };
        Ok(Expectation {
            margin: best.margin(),
            error,
            best: Some(best.action),
        })
    }
}

fn judgement(decision: &Decision, before: &Expectation, after: &Expectation) -> Judgement {
    let lost = match decision.player {
        Player::One => before.margin - after.margin,
        Player::Two => after.margin - before.margin,
    };
    let loss = lost.clamp(0.0, points(*decision.loss().end()));
    let error = (before.error * before.error + after.error * after.error).sqrt();
    let is_mistake = loss > MISTAKE + ERRORS * error;
    let better = before
        .best
        .filter(|&best| is_mistake && best != decision.action);
    Judgement {
        before: before.margin,
        after: after.margin,
        loss,
        better,
    }
}

fn points(margin: Margin) -> f64 {
    f64::from(margin.units()) / f64::from(Margin::UNIT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Game;
    use crate::engine::interval::Interval;

    #[test]
    fn a_loss_is_a_mistake_if_it_is_clearly_more_than_the_noise() {
        let position = Position::new(Game::default());
        let [chosen, best] = [0, 1].map(|number| position.actions().nth(number).unwrap());
        let whole = Interval {
            lower: -Margin::ONE,
            upper: Margin::ONE,
        };
        let decision = |player, action, after| Decision {
            position,
            player,
            action,
            before: whole,
            after,
            better: Vec::new(),
        };
        let expected = |margin, error| Expectation {
            margin,
            error,
            best: Some(best),
        };
        let better = |player, before: f64, after: f64, error| {
            let judged = judgement(
                &decision(player, chosen, whole),
                &expected(before, error),
                &expected(after, error),
            );
            assert_eq!((judged.before, judged.after), (before, after));
            judged.better
        };
        assert_eq!(better(Player::One, 0.2, -0.2, 0.02), Some(best));
        assert_eq!(
            better(Player::One, 0.2, -0.2, 0.04),
            None,
            "0.15 is not beyond 3 standard errors of 0.057"
        );
        assert_eq!(
            better(Player::One, 0.2, -0.2, f64::INFINITY),
            None,
            "too few games"
        );
        assert_eq!(better(Player::One, 0.2, 0.0, 0.0), None);
        assert_eq!(better(Player::One, -0.2, 0.2, 0.0), None, "that is a gain");
        assert_eq!(better(Player::Two, -0.2, 0.2, 0.0), Some(best));
        // What looks best is no mistake, and nobody loses more than is proven.
        let lost = [expected(0.9, 0.0), expected(-0.9, 0.0)];
        let of_best = judgement(&decision(Player::One, best, whole), &lost[0], &lost[1]);
        assert_eq!((of_best.loss, of_best.better), (1.8, None));
        let after = Interval {
            lower: Margin::ONE - Margin::from_rank(2),
            upper: Margin::ONE,
        };
        assert_eq!(
            judgement(&decision(Player::One, chosen, after), &lost[0], &lost[1]).loss,
            0.5
        );
        // Nothing is said of what is proved.
        let known = decision(
            Player::One,
            chosen,
            Interval {
                lower: Margin::ONE,
                ..whole
            },
        );
        assert!(
            known.is_judged() && !known.is_open() && decision(Player::One, chosen, after).is_open()
        );
        let expected = Expected {
            positions: lost.map(Some).to_vec(),
        };
        assert_eq!(expected.judge(&[known]), [None]);
        assert!(
            expected.judge(&[decision(Player::One, chosen, whole)])[0]
                .is_some_and(|one| one.better.is_some())
        );
        assert_eq!(
            Expected {
                positions: vec![None; 2]
            }
            .judge(&[decision(Player::One, chosen, whole)]),
            [None]
        );
    }
}
