//! Counts games by playing every one with the engine.
//!
//! This assumes nothing beyond [`crate::engine::position`], so the other methods are tested against
//! it.

use rayon::prelude::*;

use super::counter::{COUNT_BITS, log2_options};
use super::first_line::{self, MAX_BLOCK_SQUARES};
use super::{Counter, Tree};
use crate::engine::board;
use crate::engine::position::{Phase, Position};
use crate::engine::rules::Ending;
use crate::support::progress::{Interrupted, Progress};

const ENOUGH_PREFIXES: usize = 1000;

const MOST_PREFIXES: usize = 50_000;

const CHECKED_MATCHINGS: usize = 256;

pub(super) const COUNTER: Counter = Counter {
    name: "brute-force",
    help: "every game",
    endings: &[Ending::Full, Ending::FirstLine],
    applies: |tree| match tree {
        Tree::Full { squares, .. } => {
            *squares <= board::MAX_SQUARES && log2_games(tree) <= COUNT_BITS
        }
        Tree::FirstLine { board, .. } => board.squares() <= MAX_BLOCK_SQUARES,
    },
    reach: |tree| match tree {
        Tree::FirstLine { .. } => first_line::reach_of_boards(),
        Tree::Full { pieces, .. } => format!(
            "it counts in 128 bits, which with n = {pieces} are enough up to {} squares",
            COUNTER.most_squares(*pieces)
        ),
    },
    cost: log2_games,
    speed: 3e6,
    count: |tree, progress| {
        let game = tree
            .game()
            .expect("the engine has every board to which it applies");
        Ok(leaves_from(&Position::new(game), progress)?.into())
    },
};

/// The logarithm to base 2 of s! max(1, C(s-1, n-1))^s, an upper bound on T(s, n).
fn log2_games(tree: &Tree) -> f64 {
    let squares = tree.squares();
    let log2_factorial: f64 = (1..=squares).map(|number| (number as f64).log2()).sum();
    log2_factorial + log2_options(squares, tree.pieces()) * squares as f64
}

/// Counts the leaves below a position, under its rules, with all threads.
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

/// Finds nodes such that each game passes through exactly one. There are at least
/// [`ENOUGH_PREFIXES`] of them, unless all games end sooner or one more action would make more than
/// [`MOST_PREFIXES`].
fn prefixes(start: &Position) -> Vec<Position> {
    let mut prefixes = vec![*start];
    while prefixes.len() < ENOUGH_PREFIXES {
        let mut next = Vec::new();
        for position in &prefixes {
            if position.phase() == Phase::Over {
                next.push(*position);
            } else {
                // One collapse may have more matchings than memory holds.
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

fn leaves(position: &Position, progress: &dyn Progress) -> Result<u128, Interrupted> {
    let mut count = 0;
    match position.phase() {
        Phase::Over => return Ok(1),
        Phase::Place => {
            // Closer to the end of a game, checks would cost time.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::SquareSet;
    use crate::engine::game::Game;
    use crate::support::progress::{Silent, Stopped};

    #[test]
    fn prefixes_are_enough_for_all_threads_and_few_enough_to_be_kept() {
        let prefixes = prefixes(&Position::new(Game::default()));
        assert!((ENOUGH_PREFIXES..=MOST_PREFIXES).contains(&prefixes.len()));
    }

    #[test]
    fn every_game_passes_through_one_prefix() {
        let start = Position::new(Game::from_side(2, 2, Default::default()).unwrap());
        let below = prefixes(&start)
            .iter()
            .map(|position| leaves(position, &Silent).unwrap())
            .sum::<u128>();
        assert_eq!(below, leaves(&start, &Silent).unwrap());
    }

    #[test]
    fn a_turn_of_too_many_placements_is_not_expanded() {
        let start = Position::new(Game::from_side(5, 8, Default::default()).unwrap());
        assert_eq!(prefixes(&start), [start]);
    }

    #[test]
    fn a_collapse_of_many_matchings_can_be_interrupted() {
        let mut position = Position::new(Game::from_side(3, 6, Default::default()).unwrap());
        (0..6).for_each(|_| position.place_unchecked(SquareSet(0b11_1111)));
        assert_eq!(position.collapses().count(), 720);
        assert_eq!(leaves(&position, &Stopped), Err(Interrupted));
    }
}
