//! The actions worth a look, where there are too many to look at all of them.

use rustc_hash::FxHashSet;

use super::evaluation::{Chances, Score, evaluate};
use super::limits::{Stop, Watch};
use crate::board::{Square, SquareSet};
use crate::canonical::Canonical;
use crate::matching::PerfectMatching;
use crate::position::{Action, Collapse, Phase, Position};
use crate::random_play::UniformPolicy;
use crate::rules::{Margin, Player};

/// Among how many placements the best are sought.
const PLACEMENTS: u64 = 600;

/// How many placements that were not evaluated are kept.
const ROUGHLY: usize = 150;

/// How many collapses are looked at in the first place.
const COLLAPSES: usize = 48;

/// From how many random collapses better ones are sought.
const STARTS: usize = 4;

/// How much worse an action looks that has about a third of the share of another: in points, where they were evaluated, and by
/// the mean weight of their squares.
const EVALUATED_POINTS: f64 = 0.15;
const ROUGH_POINTS: f64 = 0.3;

/// An action, and how likely it looks that it is the best.
pub struct Candidate {
    pub action: Action,
    pub share: f64,
}

/// Actions in the order of what they promise.
pub struct Candidates {
    pub list: Vec<Candidate>,
    /// Whether these are all, but for symmetry.
    pub complete: bool,
}

impl Candidates {
    /// What the actions promise the player who decides, in points, becomes shares.
    fn of(mut found: Vec<(Action, f64)>, complete: bool, points: f64) -> Candidates {
        // Stable: what looks equal stays in order.
        found.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let best = found.first().map_or(0.0, |(_, promise)| *promise);
        // Nearly exp(-worse), of operations that give the same on every machine.
        let weight = |promise: f64| {
            let worse = (best - promise) / points;
            1.0 / (1.0 + worse * (1.0 + worse / 2.0 * (1.0 + worse / 3.0 * (1.0 + worse / 4.0))))
        };
        let all: f64 = found.iter().map(|(_, promise)| weight(*promise)).sum();
        let candidate = |(action, promise): (Action, f64)| Candidate { action, share: weight(promise) / all };
        Candidates { list: found.into_iter().map(candidate).collect(), complete }
    }

    /// Leaves one of the placements that the symmetries of their position exchange.
    fn up_to_symmetry(mut self, position: &Position) -> Candidates {
        if position.phase() != Phase::Place {
            return self;
        }
        let symmetries = Canonical::symmetries_of(position);
        if symmetries.len() > 1 {
            let mut known = FxHashSet::default();
            self.list.retain(|one| match one.action {
                Action::Place(squares) => known.insert(symmetries.iter().map(|one| one.set(squares)).min()),
                Action::Collapse(_) => true,
            });
            let all: f64 = self.list.iter().map(|one| one.share).sum();
            self.list.iter_mut().for_each(|one| one.share /= all);
        }
        self
    }
}

/// By an evaluation of the position after each of them.
pub fn evaluated(position: &Position, watch: Watch<'_>) -> Result<Candidates, Stop> {
    let (found, complete) = match position.phase() {
        Phase::Collapse => collapses(position, watch)?,
        Phase::Place | Phase::Over => {
            let (squares, complete) = squares(position, &weights(position));
            let placements = squares.subsets(position.pieces_to_place()).map(Action::Place);
            (placements.map(|action| scored(position, action, watch)).collect::<Result<_, Stop>>()?, complete)
        }
    };
    let sign = if position.to_move() == Some(Player::One) { 1.0 } else { -1.0 };
    let points =
        |(action, score): (Action, Score)| (action, sign * f64::from(score) / f64::from(Margin::UNIT));
    let found = found.into_iter().map(points).collect();
    Ok(Candidates::of(found, complete, EVALUATED_POINTS).up_to_symmetry(position))
}

/// Placements by the weights of their squares, without a look at any of them.
pub fn weighed(position: &Position) -> Candidates {
    let pieces = position.pieces_to_place();
    let weights = weights(position);
    let (squares, complete) = squares(position, &weights);
    let weight =
        |set: SquareSet| set.iter().map(|square| weights[square.index()]).sum::<f64>() / pieces as f64;
    let mut found: Vec<(SquareSet, f64)> = squares.subsets(pieces).map(|set| (set, weight(set))).collect();
    let complete = complete && found.len() <= ROUGHLY;
    if found.len() > ROUGHLY {
        found.select_nth_unstable_by(ROUGHLY, |(one, a), (other, b)| b.total_cmp(a).then(one.cmp(other)));
        found.truncate(ROUGHLY);
        found.sort_unstable_by_key(|(set, _)| *set);
    }
    let found = found.into_iter().map(|(set, weight)| (Action::Place(set), weight)).collect();
    Candidates::of(found, complete, ROUGH_POINTS).up_to_symmetry(position)
}

fn weights(position: &Position) -> [f64; crate::board::MAX_SQUARES] {
    Chances::of(position).weights(position)
}

/// The squares to place on, and whether these are all: if there are too many placements, those that matter most.
fn squares(position: &Position, weights: &[f64]) -> (SquareSet, bool) {
    let (quantum, pieces) = (position.quantum(), position.pieces_to_place());
    if binomial(quantum.len(), pieces) <= PLACEMENTS {
        return (quantum, true);
    }
    let mut by_weight: Vec<Square> = quantum.iter().collect();
    by_weight.sort_by(|a, b| weights[b.index()].total_cmp(&weights[a.index()]));
    let most = (pieces..quantum.len()).take_while(|&count| binomial(count, pieces) <= PLACEMENTS).last();
    by_weight.truncate(most.unwrap_or(pieces));
    (by_weight.into_iter().collect(), false)
}

fn scored(position: &Position, action: Action, watch: Watch<'_>) -> Result<(Action, Score), Stop> {
    watch.look()?;
    Ok((action, outlook(&position.after_unchecked(&action))))
}

/// What a position looks worth; if it waits for a collapse, after one of the first few that looks best for its chooser.
pub fn outlook(position: &Position) -> Score {
    if position.phase() != Phase::Collapse {
        return evaluate(position);
    }
    let after = |collapse: Collapse| evaluate(&position.after_unchecked(&Action::Collapse(collapse)));
    let scores = position.collapses().take(4).map(after);
    let best = if position.to_move() == Some(Player::One) { scores.max() } else { scores.min() };
    best.unwrap_or_default()
}

/// Every collapse; of many the first, and better ones sought from random ones.
fn collapses(position: &Position, watch: Watch<'_>) -> Result<(Vec<(Action, Score)>, bool), Stop> {
    let of = |collapse: Collapse| scored(position, Action::Collapse(collapse), watch);
    let mut all = position.collapses();
    let mut found: Vec<_> = all.by_ref().take(COLLAPSES).map(of).collect::<Result<_, Stop>>()?;
    if all.next().is_none() {
        return Ok((found, true));
    }
    // The same position has the same random collapses.
    let mut drawer = UniformPolicy::new(position.turns() as u64, 0);
    for _ in 0..STARTS {
        if let Some(Action::Collapse(collapse)) = drawer.action(position) {
            let improved = improve(position, of(collapse)?, watch)?;
            if !found.contains(&improved) {
                found.push(improved);
            }
        }
    }
    Ok((found, false))
}

/// Exchanges the squares of two series as long as that looks better for the chooser.
fn improve(position: &Position, start: (Action, Score), watch: Watch<'_>) -> Result<(Action, Score), Stop> {
    let for_one = position.to_move() == Some(Player::One);
    let mut best = start;
    loop {
        let Action::Collapse(collapse) = best.0 else { return Ok(best) };
        let mut better: Option<(Action, Score)> = None;
        for exchanged in exchanges(position, &collapse) {
            let next = scored(position, Action::Collapse(exchanged), watch)?;
            let than = better.as_ref().unwrap_or(&best).1;
            if if for_one { next.1 > than } else { next.1 < than } {
                better = Some(next);
            }
        }
        match better {
            Some(next) => best = next,
            None => return Ok(best),
        }
    }
}

/// The collapses in which two series have each other's squares.
fn exchanges(position: &Position, collapse: &Collapse) -> Vec<Collapse> {
    let may = |series: usize, square: Square| position.squares_of(series).contains(square);
    let mut found = Vec::new();
    for first in collapse.series() {
        for second in collapse.series().iter().take_while(|&second| second < first) {
            let (from, to) = (collapse.square_of(first), collapse.square_of(second));
            if !may(first, to) || !may(second, from) {
                continue;
            }
            let places = collapse.newest_first().map(|(series, square)| match series {
                _ if series == first => (series, to),
                _ if series == second => (series, from),
                _ => (series, square),
            });
            found.extend(PerfectMatching::new(places));
        }
    }
    found
}

/// C(from, of), or more than any limit here if it is huge.
fn binomial(from: usize, of: usize) -> u64 {
    (0..of as u64)
        .fold(1_u64, |ways, taken| ways.saturating_mul((from as u64).saturating_sub(taken)) / (taken + 1))
}
