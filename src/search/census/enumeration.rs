//! Positions turn by turn: counted by the formulas where they hold, else one by one.

use rustc_hash::FxHashSet;

use super::count::{Count, TurnCensus};
use super::formula;
use crate::board::{Board, SquareSet};
use crate::game::Game;
use crate::position::{Phase, Position};
use crate::progress::Progress;
use crate::rules::Ending;
use crate::search::error::Error;
use crate::search::solver::MAX_SQUARES;

/// The most orbits of either kind that are kept, at some 700 bytes each.
const MOST_ORBITS: usize = 1 << 18;

/// A position that stands for all its images under the symmetries of the board, and the number of these.
pub(super) struct Orbit {
    pub position: Position,
    pub size: usize,
}

/// The positions after one turn, one for each orbit.
pub(super) struct Level {
    pub quiescent: Vec<Orbit>,
    pub waiting: Vec<Orbit>,
}

/// How many positions can come about after each turn, from turn 0 to the last: by the formulas of [the module](super)
/// where they hold, else by [`enumerate`].
///
/// ```
/// use gqt3::{game::Game, progress::Silent, search::census::census};
/// let turns = census(&Game::default(), &Silent)?;
/// assert_eq!(turns[1].quiescent.positions, 36_u32.into()); // pairs of 9 squares
/// assert_eq!(turns[1].quiescent.orbits, 8_u32.into()); // different first moves
/// assert_eq!(turns[9].quiescent.positions, 362_880_u32.into()); // 9! endgames
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is no formula and [`enumerate`] fails.
pub fn census(game: &Game, progress: &dyn Progress) -> Result<Vec<TurnCensus>, Error> {
    let known = game.pieces() <= 2 || game.pieces() >= game.squares();
    if game.rules().ending == Ending::Full && known {
        return Ok(formula::turns(game));
    }
    enumerate(game, progress)
}

/// The same as [`census`], for all rules and every n, by playing every placement and collapse from one position of each
/// orbit.
///
/// Cost: for each orbit of quiescent positions of a turn some microseconds and 700 bytes.
///
/// ```
/// use gqt3::{game::Game, progress::Silent, rules::Rules, search::census::{census, enumerate}};
/// let game = Game::of_side(2, 2, Rules::default())?;
/// assert_eq!(census(&game, &Silent)?, enumerate(&game, &Silent)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the board has more than [`MAX_SQUARES`] squares, or a turn has more than a quarter of a million orbits; if
/// interrupted.
pub fn enumerate(game: &Game, progress: &dyn Progress) -> Result<Vec<TurnCensus>, Error> {
    let mut turns = Vec::new();
    progress.begin("positions", None);
    each_level(game, game.squares(), progress, |turn, level| {
        progress.note(&format!("turn {turn}"));
        let count = |orbits: &[Orbit]| {
            let mut count = Count::default();
            orbits.iter().for_each(|orbit| count.add_orbit(orbit.size));
            count
        };
        turns.push(TurnCensus { turn, quiescent: count(&level.quiescent), waiting: count(&level.waiting) });
        Ok(())
    })?;
    progress.end();
    Ok(turns)
}

/// Calls `show` with the positions after each turn up to `last`, or up to the end of the game.
pub(super) fn each_level(
    game: &Game,
    last: usize,
    progress: &dyn Progress,
    mut show: impl FnMut(usize, &Level) -> Result<(), Error>,
) -> Result<(), Error> {
    if game.squares() > MAX_SQUARES {
        return Err(Error::NoFormula);
    }
    let images = Images::of(game.board());
    let start = Orbit { position: Position::new(*game), size: 1 };
    let mut level = Level { quiescent: vec![start], waiting: Vec::new() };
    for turn in 0..=last {
        show(turn, &level)?;
        if turn < last {
            level = next_level(&level, &images, turn + 1, progress)?;
        }
        if level.quiescent.is_empty() && level.waiting.is_empty() {
            break;
        }
    }
    Ok(())
}

/// The positions after the next turn. It is enough to play on from one position of each orbit.
fn next_level(level: &Level, images: &Images, turn: usize, progress: &dyn Progress) -> Result<Level, Error> {
    let mut quiescent = Orbits::default();
    let mut waiting = Orbits::default();
    for orbit in &level.quiescent {
        progress.advance(1);
        for squares in orbit.position.placements() {
            progress.check()?;
            let mut next = orbit.position;
            next.place_unchecked(squares);
            if next.phase() != Phase::Collapse {
                quiescent.add(next, images);
            } else if waiting.add(next, images) {
                for collapse in next.collapses() {
                    let mut next = next;
                    next.collapse_unchecked(&collapse);
                    quiescent.add(next, images);
                }
            }
            // Each placement adds at most 9! of them.
            if quiescent.orbits.len().max(waiting.orbits.len()) > MOST_ORBITS {
                return Err(Error::TooManyPositions { turn });
            }
        }
    }
    Ok(Level { quiescent: quiescent.orbits, waiting: waiting.orbits })
}

/// Orbits without repetition.
#[derive(Default)]
struct Orbits {
    orbits: Vec<Orbit>,
    known: FxHashSet<u128>,
}

impl Orbits {
    /// Adds the orbit of a position; false if it is there already.
    fn add(&mut self, position: Position, images: &Images) -> bool {
        let (key, size) = images.key(&position);
        let new = self.known.insert(key);
        if new {
            self.orbits.push(Orbit { position, size });
        }
        new
    }
}

/// Where sets of squares go under the symmetries of the board.
struct Images(Vec<Vec<u16>>);

impl Images {
    fn of(board: Board) -> Images {
        let sets = 0..1_u64 << board.squares();
        let of = |symmetry: crate::board::Symmetry| {
            sets.clone().map(|set| symmetry.set(SquareSet(set)).0 as u16).collect()
        };
        Images(board.symmetries().into_iter().map(of).collect())
    }

    /// The least list of series in the orbit of a position, with 9 bits for each series; and the size of the orbit.
    ///
    /// Together with turn and phase the list determines the position, for a series of one square is classical.
    fn key(&self, position: &Position) -> (u128, usize) {
        let list = |images: &Vec<u16>| {
            (0..position.turns()).fold(0_u128, |list, series| {
                list << MAX_SQUARES | u128::from(images[position.squares_of(series).0 as usize])
            })
        };
        let own = list(&self.0[0]);
        let (mut least, mut unmoved) = (own, 0);
        for images in &self.0 {
            let image = list(images);
            least = least.min(image);
            unmoved += usize::from(image == own);
        }
        (least, self.0.len() / unmoved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;

    #[test]
    fn four_turns_of_3x3_with_pairs_have_the_positions_of_the_formula() {
        let game = Game::default();
        let expected = formula::turns(&game);
        each_level(&game, 4, &Silent, |turn, level| {
            for (orbits, count) in
                [(&level.quiescent, &expected[turn].quiescent), (&level.waiting, &expected[turn].waiting)]
            {
                assert_eq!(count.orbits, orbits.len().into());
                assert_eq!(count.positions, orbits.iter().map(|orbit| orbit.size).sum::<usize>().into());
            }
            Ok(())
        })
        .unwrap();
    }
}
