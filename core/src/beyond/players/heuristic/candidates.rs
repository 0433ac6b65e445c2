//! Selects promising actions, because a position may have too many to search.

use num_integer::binomial;
use rustc_hash::FxHashSet;

use super::collapse::{evaluate_after_collapse, good_collapse};
use super::evaluation::{Ownership, Score, sign};
use super::limits::{Stop, Watch};
use super::sampling::place_carefully;
use crate::engine::board::{Square, SquareSet};
use crate::engine::canonical::Canonical;
use crate::engine::matching::PerfectMatching;
use crate::engine::position::{Action, Collapse, Phase, Position};
use crate::engine::rules::Margin;
use crate::random_play::UniformPolicy;

const PLACEMENTS: u64 = 600;

/// The most placements kept if they are only weighed.
const ROUGHLY: usize = 150;

const COLLAPSES: usize = 48;

const GOOD_COLLAPSES: usize = 8;

/// At most this many random placements of n >= 3 pieces join those on the heaviest squares, because
/// series on only these few squares would soon be entangled.
const DRAWN: usize = 60;

/// An action worse than the best by this much, in points or in the weights of [`weighed`], gets
/// about a third of the best one's share.
const EVALUATED_POINTS: f64 = 0.15;
const ROUGH_POINTS: f64 = 0.3;

/// On boards with more squares, a series of three pieces or more barely changes the evaluation. So
/// the evaluations' standard deviation replaces [`EVALUATED_POINTS`] if it is smaller.
const SQUARES_OF_POINTS: usize = 25;

/// For a series of three pieces or more, the penalty for entangling if the other player would
/// choose the collapse, or for not entangling if the mover would choose it.
const COLLAPSE_LEFT: f64 = 0.6;

/// `share` is the prior probability that the action is the best.
pub struct Candidate {
    pub action: Action,
    pub share: f64,
}

pub struct Candidates {
    pub list: Vec<Candidate>,
    /// `true` if the list has all actions that may be chosen, up to symmetry.
    pub complete: bool,
}

impl Candidates {
    /// The values are from the deciding player's view.
    fn of(mut list: Vec<(Action, f64)>, complete: bool, points: f64) -> Candidates {
        list.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let best = list.first().map_or(0.0, |(_, promise)| *promise);
        let weight = |promise: f64| weight_of_loss((best - promise) / points);
        let all: f64 = list.iter().map(|(_, promise)| weight(*promise)).sum();
        let candidate = |(action, promise): (Action, f64)| Candidate {
            action,
            share: weight(promise) / all,
        };
        Candidates {
            list: list.into_iter().map(candidate).collect(),
            complete,
        }
    }

    fn up_to_symmetry(mut self, position: &Position) -> Candidates {
        if position.phase() != Phase::Place {
            return self;
        }
        let symmetries = Canonical::symmetries_of(position);
        if symmetries.len() > 1 {
            let mut known = FxHashSet::default();
            self.list.retain(|one| match one.action {
                Action::Place(squares) => {
                    known.insert(symmetries.iter().map(|one| one.set(squares)).min())
                }
                Action::Collapse(_) => true,
            });
            let all: f64 = self.list.iter().map(|one| one.share).sum();
            self.list.iter_mut().for_each(|one| one.share /= all);
        }
        self
    }
}

/// Returns about exp(-worse), or more for a large loss: 0.015 instead of 0.007 for 5.
///
/// It uses five terms of the series for exp(worse), because sums, products and quotients round
/// alike on every machine, but `f64::exp` need not.
pub fn weight_of_loss(worse: f64) -> f64 {
    1.0 / (1.0 + worse * (1.0 + worse / 2.0 * (1.0 + worse / 3.0 * (1.0 + worse / 4.0))))
}

pub fn evaluated(position: &Position, watch: Watch<'_>) -> Result<Candidates, Stop> {
    let mut drawer = drawer_of(position);
    let (list, complete) = match position.phase() {
        Phase::Collapse => collapses(position, &mut drawer, watch)?,
        Phase::Place | Phase::Over => {
            let (placements, complete) = placements(position, &weights(position), &mut drawer);
            let mut scored = |squares| scored(position, Action::Place(squares), &mut drawer, watch);
            let (list, all) = until_limit(placements.into_iter().map(&mut scored))?;
            (list, complete && all)
        }
    };
    let sign = f64::from(sign(position));
    let points = |(action, score): (Action, Score)| {
        (action, sign * f64::from(score) / f64::from(Margin::UNIT))
    };
    let list: Vec<(Action, f64)> = list.into_iter().map(points).collect();
    let worse = if position.pieces() > 2 && position.board().squares() > SQUARES_OF_POINTS {
        EVALUATED_POINTS.min(deviation(&list))
    } else {
        EVALUATED_POINTS
    };
    Ok(Candidates::of(list, complete, worse).up_to_symmetry(position))
}

fn deviation(list: &[(Action, f64)]) -> f64 {
    let mean_of = |sum: f64| sum / list.len().max(1) as f64;
    let mean = mean_of(list.iter().map(|(_, promise)| promise).sum());
    let variance = mean_of(
        list.iter()
            .map(|(_, promise)| (promise - mean) * (promise - mean))
            .sum(),
    );
    variance.sqrt().max(f64::MIN_POSITIVE)
}

/// Judges placements by the weights of their squares and by [`COLLAPSE_LEFT`].
pub fn weighed(position: &Position) -> Candidates {
    let pieces = position.pieces_to_place();
    let weights = weights(position);
    let (placements, complete) = placements(position, &weights, &mut drawer_of(position));
    let blocks = (pieces > 2).then(|| position.blocks());
    let other_chooses = position
        .to_move()
        .is_some_and(|mover| position.game().chooser(mover) != mover);
    let weight = |set: SquareSet| {
        let of_squares = set
            .iter()
            .map(|square| weights[square.index()])
            .sum::<f64>()
            / pieces as f64;
        match &blocks {
            Some(blocks) if blocks.entangled_by(set).is_some() == other_chooses => {
                of_squares - COLLAPSE_LEFT
            }
            _ => of_squares,
        }
    };
    let mut list: Vec<(SquareSet, f64)> = placements
        .into_iter()
        .map(|set| (set, weight(set)))
        .collect();
    let complete = complete && list.len() <= ROUGHLY;
    if list.len() > ROUGHLY {
        list.select_nth_unstable_by(ROUGHLY, |(one, a), (other, b)| {
            b.total_cmp(a).then(one.cmp(other))
        });
        list.truncate(ROUGHLY);
        list.sort_unstable_by_key(|(set, _)| *set);
    }
    let list = list
        .into_iter()
        .map(|(set, weight)| (Action::Place(set), weight))
        .collect();
    Candidates::of(list, complete, ROUGH_POINTS).up_to_symmetry(position)
}

fn weights(position: &Position) -> [f64; crate::engine::board::MAX_SQUARES] {
    Ownership::of(position).weights(position)
}

/// Seeded by the number of turns, so that a search can be repeated.
fn drawer_of(position: &Position) -> UniformPolicy {
    UniformPolicy::new(position.turns() as u64, 0)
}

/// Returns all placements and `true`, unless there are more than [`PLACEMENTS`]: then those on the
/// heaviest squares, and for three pieces or more some random ones.
fn placements(
    position: &Position,
    weights: &[f64],
    drawer: &mut UniformPolicy,
) -> (Vec<SquareSet>, bool) {
    let (quantum, pieces) = (position.quantum(), position.pieces_to_place());
    if binomial(quantum.len() as u64, pieces as u64) <= PLACEMENTS {
        return (quantum.subsets(pieces).collect(), true);
    }
    let mut by_weight: Vec<Square> = quantum.iter().collect();
    by_weight.sort_by(|a, b| weights[b.index()].total_cmp(&weights[a.index()]));
    let most = (pieces..quantum.len())
        .take_while(|&count| binomial(count as u64, pieces as u64) <= PLACEMENTS)
        .last();
    by_weight.truncate(most.unwrap_or(pieces));
    let heaviest: SquareSet = by_weight.into_iter().collect();
    let mut list: Vec<SquareSet> = heaviest.subsets(pieces).collect();
    if pieces > 2 {
        let drawn = (0..DRAWN).map(|_| {
            let mut after = *position;
            place_carefully(&mut after, drawer)
        });
        let mut drawn: Vec<SquareSet> = drawn.filter(|drawn| !drawn.is_subset(heaviest)).collect();
        drawn.sort_unstable();
        drawn.dedup();
        list.append(&mut drawn);
    }
    (list, false)
}

fn scored(
    position: &Position,
    action: Action,
    drawer: &mut UniformPolicy,
    watch: Watch<'_>,
) -> Result<(Action, Score), Stop> {
    watch.look()?;
    Ok((
        action,
        evaluate_after_collapse(&position.after_unchecked(&action), drawer),
    ))
}

/// Returns the results found before the limit, and `true` if these are all.
///
/// Fails if interrupted, or if the limit comes before the first result.
fn until_limit<T>(items: impl Iterator<Item = Result<T, Stop>>) -> Result<(Vec<T>, bool), Stop> {
    let mut list = Vec::new();
    for one in items {
        match one {
            Ok(one) => list.push(one),
            Err(Stop::Limit) if !list.is_empty() => return Ok((list, false)),
            Err(stop) => return Err(stop),
        }
    }
    Ok((list, true))
}

/// Returns all collapses and `true`, unless there are more than [`COLLAPSES`] or the time is up. If
/// there are more, adds some [good](good_collapse) ones to the first.
fn collapses(
    position: &Position,
    drawer: &mut UniformPolicy,
    watch: Watch<'_>,
) -> Result<(Vec<(Action, Score)>, bool), Stop> {
    let mut all = position.collapses();
    let mut list: Vec<Collapse> = all.by_ref().take(COLLAPSES).collect();
    let complete = all.next().is_none();
    if !complete {
        for _ in 0..GOOD_COLLAPSES {
            let good = PerfectMatching::from_matching(
                position.entangled(),
                &good_collapse(position, drawer),
            );
            if !list.contains(&good) {
                list.push(good);
            }
        }
    }
    let scored = list
        .into_iter()
        .map(|one| scored(position, Action::Collapse(one), drawer, watch));
    let (list, all) = until_limit(scored)?;
    Ok((list, complete && all))
}
