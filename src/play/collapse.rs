//! A human's choice among the collapses: one by one, or by naming squares as in the notation.

use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::matching::completions;
use gqt3::engine::position::{Collapse, Position};

/// At most this many collapses are listed. You reach the others by naming squares.
const MOST: usize = 300;

/// The collapses that agree with the squares named so far.
#[derive(Clone, Debug)]
pub struct Choice {
    pub position: Position,
    /// The squares of the newest pieces, newest first.
    pub named: Vec<Square>,
    pub options: Vec<Collapse>,
    /// `true` if more collapses agree than `options` lists.
    pub more: bool,
    /// The index of the shown collapse, or `None` while the entanglement itself is shown.
    pub at: Option<usize>,
}

impl Choice {
    pub fn new(position: Position, named: Vec<Square>) -> Choice {
        let series = position.entangled();
        let places: Vec<(usize, Square)> = series.iter().rev().zip(named.iter().copied()).collect();
        let mut options: Vec<Collapse> = completions(series, position.neighbours(), &places)
            .take(MOST + 1)
            .collect();
        let more = options.len() > MOST;
        options.truncate(MOST);
        Choice {
            position,
            named,
            options,
            more,
            at: None,
        }
    }

    pub fn current(&self) -> Option<&Collapse> {
        self.options.get(self.at?)
    }

    fn is_complete(&self) -> bool {
        self.options.len() == 1 && !self.named.is_empty()
    }

    /// Shows the next collapse, or the previous one. If the named squares leave only one collapse,
    /// forgets these squares, and goes on from this collapse if it is among those listed then.
    pub fn step(&mut self, forward: bool) {
        if self.is_complete() {
            let current = self.options[0];
            *self = Choice::new(self.position, Vec::new());
            self.at = self.options.iter().position(|option| *option == current);
        }
        let count = self.options.len().max(1);
        self.at = Some(match self.at {
            None if forward => 0,
            Some(at) if forward => (at + 1) % count,
            at => (at.unwrap_or(0) + count - 1) % count,
        });
    }

    /// How many of the named squares [`Choice::narrow`] keeps.
    fn kept(&self) -> usize {
        if self.is_complete() {
            0
        } else {
            self.named.len()
        }
    }

    pub fn next_series(&self) -> Option<usize> {
        self.position.entangled().iter().rev().nth(self.kept())
    }

    /// The squares that the next piece may go to in the listed collapses.
    pub fn squares_of_next(&self) -> SquareSet {
        let place = |option: &Collapse| Some(option.newest_first().nth(self.kept())?.1);
        self.options.iter().filter_map(place).collect()
    }

    /// Names the next piece's square, and shows the first collapse that agrees. If only one
    /// collapse was left, starts again with the newest piece.
    ///
    /// Returns `false` and changes nothing if no collapse agrees.
    pub fn narrow(&mut self, square: Square) -> bool {
        let mut named = self.named[..self.kept()].to_vec();
        named.push(square);
        let narrowed = Choice {
            at: Some(0),
            ..Choice::new(self.position, named)
        };
        let agrees = !narrowed.options.is_empty();
        if agrees {
            *self = narrowed;
        }
        agrees
    }

    /// Forgets the square that was named last, and shows the entanglement again.
    pub fn widen(&mut self) {
        self.named.pop();
        *self = Choice::new(self.position, std::mem::take(&mut self.named));
    }
}

#[cfg(test)]
mod tests {
    use crate::play::tests::record;

    use super::*;

    #[test]
    fn a_square_names_one_of_two_collapses_and_another_square_the_other() {
        let position = *record(3, 2, "1-2 2-5 5-9 1-5").end();
        let mut choice = Choice::new(position, Vec::new());
        assert_eq!(choice.options.len(), 2);
        assert_eq!(choice.current(), None);
        choice.step(true);
        let first = *choice.current().unwrap();
        assert!(choice.narrow(Square::new(4).unwrap()));
        let second = *choice.current().unwrap();
        assert_ne!(first, second);
        assert!(!choice.narrow(Square::new(8).unwrap()), "O4 is not on 9");
        assert_eq!(choice.next_series(), Some(3));
        assert_eq!(choice.current(), Some(&second));
        choice.step(true);
        assert_eq!(choice.current(), Some(&first));
        assert!(choice.narrow(Square::new(0).unwrap()));
        assert_eq!(choice.current(), Some(&first));
        choice.widen();
        assert_eq!(choice.options.len(), 2);
    }

    #[test]
    fn naming_squares_finds_every_collapse() {
        let position = *record(3, 3, "1-2-3 1-2-3 1-2-3").end();
        let all: Vec<Collapse> = position.collapses().collect();
        assert_eq!(all.len(), 6);
        for collapse in all {
            let mut choice = Choice::new(position, Vec::new());
            for (_, square) in collapse.newest_first() {
                if choice.options.len() > 1 {
                    assert!(choice.narrow(square));
                }
            }
            assert_eq!(choice.options, [collapse]);
        }
    }
}
