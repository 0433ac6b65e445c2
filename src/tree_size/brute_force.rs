//! T(s, n) by playing every game with the engine: the rules, literally.
//!
//! Nothing is assumed but [`crate::engine::position`]; this is the rung that the other methods are tested against.
//! Cost: T(s, n) steps, no memory to speak of; the first placements are shared out over the threads.

use rayon::prelude::*;

use crate::engine::position::{Phase, Position};
use crate::support::progress::{Interrupted, Progress};

/// How many prefixes keep all threads busy.
const ENOUGH_PREFIXES: usize = 1000;

/// The most prefixes that are kept.
const MOST_PREFIXES: usize = 50_000;

/// After how many matchings of one collapse a search asks whether to stop.
const CHECKED_MATCHINGS: usize = 256;

/// The number of games from a position on, whatever its rules: the leaves of its game tree.
///
/// # Errors
/// If it was interrupted.
pub fn leaves_from(start: &Position, progress: &dyn Progress) -> Result<u128, Interrupted> {
    let prefixes = prefixes(start);
    progress.begin("brute force", Some(prefixes.len() as u64));
    let count = prefixes
        .par_iter()
        .map(|position| {
            let count = leaves(position, progress);
            progress.advance(1);
            count
        })
        .try_reduce(|| 0, |a, b| Ok(a + b));
    progress.end();
    count
}

/// Positions that have all games below them, each game below one: enough for all threads, few enough to be kept.
fn prefixes(start: &Position) -> Vec<Position> {
    let mut prefixes = vec![*start];
    while prefixes.len() < ENOUGH_PREFIXES {
        let mut next = Vec::new();
        for position in &prefixes {
            if position.phase() == Phase::Over {
                next.push(*position);
            } else {
                // One collapse may have more matchings than the memory holds.
                let actions = position.actions().take(MOST_PREFIXES - next.len() + 1);
                next.extend(actions.map(|action| position.after_unchecked(&action)));
            }
            if next.len() > MOST_PREFIXES {
                return prefixes;
            }
        }
        prefixes = next;
        if prefixes
            .iter()
            .all(|position| position.phase() == Phase::Over)
        {
            break;
        }
    }
    prefixes
}

/// Counts the leaves below a position.
fn leaves(position: &Position, progress: &dyn Progress) -> Result<u128, Interrupted> {
    let mut count = 0;
    match position.phase() {
        Phase::Over => return Ok(1),
        Phase::Place => {
            // Often enough to stop soon, seldom enough to cost nothing.
            if position.quantum().len() >= 5 {
                progress.check()?;
            }
            for squares in position.placements() {
                let mut next = *position;
                next.place_unchecked(squares);
                count += leaves(&next, progress)?;
            }
        }
        Phase::Collapse => {
            for (number, collapse) in position.collapses().enumerate() {
                if number % CHECKED_MATCHINGS == CHECKED_MATCHINGS - 1 {
                    progress.check()?;
                }
                let mut next = *position;
                next.collapse_unchecked(&collapse);
                count += leaves(&next, progress)?;
            }
        }
    }
    Ok(count)
}
