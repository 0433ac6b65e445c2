//! One random action at a time, for games in which somebody else plays too.

use super::chain;
use super::collapse::Chooser;
use super::field::SeriesOn;
use super::numbers::{Numbers, Streams};
use crate::board::{MAX_SQUARES, Square, SquareSet};
use crate::matching::PerfectMatching;
use crate::position::{Action, Phase, Position};

/// Draws actions at random: every placement as likely as another, and every collapse.
///
/// ```
/// use gqt3::{game::Game, position::Position, random_play::simulate::Drawer};
/// let start = Position::new(Game::default());
/// let action = Drawer::new(1, 0).action(&start).expect("the game is not over");
/// assert!(start.play(action).is_ok());
/// # Ok::<(), gqt3::board::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawer {
    numbers: Numbers,
    chooser: Chooser,
}

impl Drawer {
    /// With the random numbers of one stream of a seed.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Drawer {
        Drawer { numbers: Streams::new(seed).stream(stream), chooser: Chooser::default() }
    }

    /// A number from 0 to `bound` - 1, each as likely as another; 0 if `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.numbers.below(bound.max(1))
    }

    /// A legal action; `None` if the game is over. Collapses with too many matchings to count are drawn by a Markov chain, nearly
    /// uniformly (see [the module](super)).
    pub fn action(&mut self, position: &Position) -> Option<Action> {
        match position.phase() {
            Phase::Place => Some(Action::Place(self.placement(position))),
            Phase::Collapse => self.collapse(position).map(Action::Collapse),
            Phase::Over => None,
        }
    }

    fn placement(&mut self, position: &Position) -> SquareSet {
        let mut squares: Vec<Square> = position.quantum().iter().collect();
        for place in 0..position.pieces_to_place() {
            let other = place + self.numbers.below((squares.len() - place) as u64) as usize;
            squares.swap(place, other);
        }
        squares.truncate(position.pieces_to_place());
        squares.into_iter().collect()
    }

    fn collapse(&mut self, position: &Position) -> Option<PerfectMatching> {
        let entangled = position.entangled();
        let mut rows = [0; MAX_SQUARES];
        let mut square_of = [0; MAX_SQUARES];
        let some = position.collapses().next()?;
        for series in entangled {
            rows[series] = position.squares_of(series).0;
            square_of[series] = some.square_of(series).index() as u8;
        }
        let mut series_on: SeriesOn = [0; MAX_SQUARES];
        if self.chooser.choose(entangled.0, &rows, &mut self.numbers, &mut series_on).is_err() {
            chain::walk(entangled.0, &rows, &mut self.numbers, &mut square_of, &mut series_on);
        }
        let squares = position.entangled_squares().iter();
        PerfectMatching::new(squares.map(|square| (usize::from(series_on[square.index()]), square)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    use crate::rules::Rules;

    #[test]
    fn every_action_is_legal_and_drawn_about_as_often_as_another() {
        let start = Position::new(Game::default());
        let mut drawer = Drawer::new(3, 0);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..36_000 {
            let Some(Action::Place(squares)) = drawer.action(&start) else { panic!("a placement") };
            assert!(start.play(Action::Place(squares)).is_ok());
            *counts.entry(squares.0).or_insert(0_u32) += 1;
        }
        // 36 cells of 1,000; six standard deviations are 190.
        assert_eq!(counts.len(), 36);
        assert!(counts.values().all(|count| count.abs_diff(1_000) < 190), "{counts:?}");
    }

    #[test]
    fn games_of_every_size_come_to_their_end() {
        for (side, pieces) in [(1, 1), (2, 3), (3, 4), (4, 3), (5, 4), (6, 4), (6, 20)] {
            let mut position = Position::new(Game::of_side(side, pieces, Rules::default()).unwrap());
            let mut drawer = Drawer::new(1, side as u64);
            while let Some(action) = drawer.action(&position) {
                position = position.play(action).unwrap();
            }
            assert_eq!(position.phase(), Phase::Over);
        }
    }
}
