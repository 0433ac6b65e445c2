use super::collapse::Collapses;
use super::numbers::Numbers;
use crate::engine::board::{Square, SquareSet};
use crate::engine::matching::{Completion, PerfectMatching, completion};
use crate::engine::position::{Action, Phase, Position};

/// A player that draws actions uniformly at random.
///
/// An entanglement of more than 20 series can be too large to count its collapses. Then each can
/// still be drawn, but some may be likelier than others.
#[derive(Debug)]
pub struct UniformPolicy {
    numbers: Numbers,
    collapses: Collapses,
}

impl UniformPolicy {
    pub fn new(seed: u64, stream: u64) -> UniformPolicy {
        UniformPolicy {
            numbers: Numbers::new(seed, stream),
            collapses: Collapses::default(),
        }
    }

    /// Draws a number uniformly from 0 to `bound` - 1; 0 if `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.numbers.below(bound.max(1))
    }

    /// Draws a legal action, or `None` if the game is over.
    pub fn action(&mut self, position: &Position) -> Option<Action> {
        match position.phase() {
            Phase::Place => Some(Action::Place(self.placement(position))),
            Phase::Collapse => self.collapse(position).map(Action::Collapse),
            Phase::Over => None,
        }
    }

    fn placement(&mut self, position: &Position) -> SquareSet {
        let mut squares: Vec<Square> = position.quantum().iter().collect();
        for index in 0..position.pieces_to_place() {
            let other = index + self.numbers.below((squares.len() - index) as u64) as usize;
            squares.swap(index, other);
        }
        squares.truncate(position.pieces_to_place());
        squares.into_iter().collect()
    }

    fn collapse(&mut self, position: &Position) -> Option<PerfectMatching> {
        let (entangled, neighbours) = (position.entangled(), position.neighbours());
        match self
            .collapses
            .draw(entangled, neighbours, |bound| self.numbers.below(bound))
        {
            Ok(drawn) => Some(drawn),
            Err(_) => self.series_by_series(position),
        }
    }

    fn series_by_series(&mut self, position: &Position) -> Option<PerfectMatching> {
        let mut places: Vec<(usize, Square)> = Vec::new();
        for series in position.entangled() {
            let mut possible: Vec<Square> = position.squares_of(series).iter().collect();
            possible.retain(|&square| {
                places.push((series, square));
                let completed = completion(position.entangled(), position.neighbours(), &places);
                places.pop();
                completed != Completion::Impossible
            });
            places.push((
                series,
                *possible.get(self.below(possible.len() as u64) as usize)?,
            ));
        }
        PerfectMatching::new(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Game;
    use crate::engine::rules::Rules;

    #[test]
    fn every_action_is_legal_and_drawn_about_as_often_as_another() {
        let start = Position::new(Game::default());
        let mut policy = UniformPolicy::new(3, 0);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..36_000 {
            let Some(Action::Place(squares)) = policy.action(&start) else {
                panic!("a placement")
            };
            assert!(start.play(Action::Place(squares)).is_ok());
            *counts.entry(squares.0).or_insert(0_u32) += 1;
        }
        // 36 cells of 1,000; six standard deviations are 187.
        assert_eq!(counts.len(), 36);
        assert!(
            counts.values().all(|count| count.abs_diff(1_000) < 190),
            "{counts:?}"
        );
    }

    #[test]
    fn games_of_every_size_come_to_their_end() {
        for (side, pieces) in [(1, 1), (2, 3), (3, 4), (4, 3), (5, 4), (6, 4), (6, 20)] {
            let mut position =
                Position::new(Game::from_side(side, pieces, Rules::default()).unwrap());
            let mut policy = UniformPolicy::new(1, side as u64);
            while let Some(action) = policy.action(&position) {
                position = position.play(action).unwrap();
            }
            assert_eq!(position.phase(), Phase::Over);
        }
    }
}
