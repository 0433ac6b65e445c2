//! The actions worth a look, where there are too many to look at all of them.

use super::evaluation::{Chances, Score, evaluate};
use super::limits::{EXACT_POSITIONS, Stop, Watch};
use crate::board::{Square, SquareSet};
use crate::matching::PerfectMatching;
use crate::position::{Action, Collapse, Phase, Position};
use crate::random_play::UniformPolicy;
use crate::rules::Player;

/// How many placements are looked at.
const PLACEMENTS: u64 = 500;

/// How many collapses are looked at in the first place.
const COLLAPSES: usize = 48;

/// From how many random collapses better ones are sought.
const STARTS: usize = 4;

/// An action, and what the position after it looks worth.
pub struct Candidate {
    pub action: Action,
    pub score: Score,
}

/// The actions that look best for the player who decides, best first, and whether these are all. With the width `usize::MAX` they
/// are: or it stops, if they are more than a search to the end can visit.
pub fn candidates(
    position: &Position,
    width: usize,
    watch: Watch<'_>,
) -> Result<(Vec<Candidate>, bool), Stop> {
    let (mut found, complete) = match position.phase() {
        Phase::Over => return Ok((Vec::new(), true)),
        Phase::Place => placements(position, width, watch)?,
        Phase::Collapse => collapses(position, width, watch)?,
    };
    match position.to_move() {
        Some(Player::One) => found.sort_by_key(|candidate| std::cmp::Reverse(candidate.score)),
        _ => found.sort_by_key(|candidate| candidate.score),
    }
    let complete = complete && found.len() <= width;
    found.truncate(width);
    Ok((found, complete))
}

fn candidate(position: &Position, action: Action, watch: Watch<'_>) -> Result<Candidate, Stop> {
    watch.look()?;
    let score = outlook(&position.after_unchecked(&action));
    Ok(Candidate { action, score })
}

/// What a position looks worth; if it waits for a collapse, after one of the first few that looks best for its chooser.
fn outlook(position: &Position) -> Score {
    if position.phase() != Phase::Collapse {
        return evaluate(position);
    }
    let after = |collapse: Collapse| evaluate(&position.after_unchecked(&Action::Collapse(collapse)));
    let scores = position.collapses().take(4).map(after);
    let best = if position.to_move() == Some(Player::One) { scores.max() } else { scores.min() };
    best.unwrap_or_default()
}

/// Every placement, or those on the squares that matter most.
fn placements(position: &Position, width: usize, watch: Watch<'_>) -> Result<(Vec<Candidate>, bool), Stop> {
    let pieces = position.pieces_to_place();
    let quantum = position.quantum();
    let mut squares = quantum;
    if width < usize::MAX && binomial(quantum.len(), pieces) > PLACEMENTS {
        let weights = Chances::of(position).weights(position);
        let mut by_weight: Vec<Square> = quantum.iter().collect();
        by_weight.sort_by(|a, b| weights[b.index()].total_cmp(&weights[a.index()]));
        let most = (pieces..quantum.len()).take_while(|&count| binomial(count, pieces) <= PLACEMENTS).last();
        by_weight.truncate(most.unwrap_or(pieces));
        squares = by_weight.into_iter().collect::<SquareSet>();
    }
    let found = squares.subsets(pieces).map(|squares| candidate(position, Action::Place(squares), watch));
    Ok((found.collect::<Result<_, Stop>>()?, squares == quantum))
}

/// Every collapse; of many the first, and better ones sought from random ones.
fn collapses(position: &Position, width: usize, watch: Watch<'_>) -> Result<(Vec<Candidate>, bool), Stop> {
    let of = |collapse: Collapse| candidate(position, Action::Collapse(collapse), watch);
    let mut all = position.collapses();
    let most = if width == usize::MAX { EXACT_POSITIONS as usize } else { COLLAPSES };
    let mut found: Vec<Candidate> = all.by_ref().take(most).map(of).collect::<Result<_, Stop>>()?;
    if all.next().is_none() {
        return Ok((found, true));
    }
    if width == usize::MAX {
        return Err(Stop::Limit);
    }
    // The same position has the same random collapses.
    let mut drawer = UniformPolicy::new(position.turns() as u64, 0);
    for _ in 0..STARTS {
        if let Some(Action::Collapse(collapse)) = drawer.action(position) {
            found.push(improve(position, of(collapse)?, watch)?);
        }
    }
    Ok((found, false))
}

/// Exchanges the squares of two series as long as that looks better for the chooser.
fn improve(position: &Position, start: Candidate, watch: Watch<'_>) -> Result<Candidate, Stop> {
    let for_one = position.to_move() == Some(Player::One);
    let mut best = start;
    loop {
        let Action::Collapse(collapse) = best.action else { return Ok(best) };
        let mut better: Option<Candidate> = None;
        for exchanged in exchanges(position, &collapse) {
            let next = candidate(position, Action::Collapse(exchanged), watch)?;
            let than = better.as_ref().unwrap_or(&best).score;
            if if for_one { next.score > than } else { next.score < than } {
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
pub fn binomial(from: usize, of: usize) -> u64 {
    (0..of as u64)
        .fold(1_u64, |ways, taken| ways.saturating_mul((from as u64).saturating_sub(taken)) / (taken + 1))
}
