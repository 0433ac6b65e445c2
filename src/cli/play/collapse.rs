//! A human's choice among the collapses: looked through one by one, or narrowed by squares as in the notation.

use gqt3::board::{Square, SquareSet};
use gqt3::matching::{Matching, PerfectMatchings};
use gqt3::position::{Collapse, Position};

/// The most collapses that are listed; the others are reached by naming squares.
const MOST: usize = 300;

/// The collapses that are left, one of them looked at.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The squares of the newest pieces, newest first, as far as they were named.
    pub named: Vec<Square>,
    pub options: Vec<Collapse>,
    /// Whether there are more than are listed.
    pub more: bool,
    /// The one that is looked at; at first the entanglement itself is.
    pub at: Option<usize>,
}

impl Choice {
    /// All collapses of a position that waits for one.
    pub fn new(position: &Position) -> Choice {
        let (options, more) = options(position, &[]);
        Choice { named: Vec::new(), options, more, at: None }
    }

    /// The collapse that is looked at.
    pub fn current(&self) -> Option<&Collapse> {
        self.options.get(self.at?)
    }

    /// Looks at the next one, or the one before.
    pub fn step(&mut self, position: &Position, forward: bool) {
        if self.options.len() == 1 && !self.named.is_empty() {
            let current = self.options[0];
            *self = Choice::new(position);
            self.at = self.options.iter().position(|option| *option == current);
        }
        let count = self.options.len().max(1);
        self.at = Some(match self.at {
            None if forward => 0,
            Some(at) if forward => (at + 1) % count,
            at => (at.unwrap_or(0) + count - 1) % count,
        });
    }

    /// The newest piece whose square is not named yet.
    pub fn next_series(&self, position: &Position) -> Option<usize> {
        position.entangled().iter().rev().nth(self.named.len())
    }

    /// Keeps the collapses that put the next piece on a square; false if there is none.
    pub fn narrow(&mut self, position: &Position, square: Square) -> bool {
        // What leaves one collapse is complete; another square begins anew.
        let complete = self.options.len() == 1 && !self.named.is_empty();
        let mut named = if complete { Vec::new() } else { self.named.clone() };
        named.push(square);
        let (options, more) = options(position, &named);
        if options.is_empty() {
            return false;
        }
        *self = Choice { named, options, more, at: Some(0) };
        true
    }

    /// Forgets the square that was named last, and looks at the entanglement again.
    pub fn widen(&mut self, position: &Position) {
        self.named.pop();
        (self.options, self.more) = options(position, &self.named);
        self.at = None;
    }
}

/// The first collapses with these squares, and whether there are more.
fn options(position: &Position, named: &[Square]) -> (Vec<Collapse>, bool) {
    let series = position.entangled();
    let mut neighbours = *position.neighbours();
    for (member, &square) in series.iter().rev().zip(named) {
        if !neighbours[member].contains(square) {
            return (Vec::new(), false);
        }
        neighbours[member] = SquareSet::single(square);
    }
    let Ok(matching) = Matching::of_all(series, &neighbours) else {
        return (Vec::new(), false);
    };
    let mut options: Vec<Collapse> =
        PerfectMatchings::new(series, &neighbours, &matching).take(MOST + 1).collect();
    let more = options.len() > MOST;
    options.truncate(MOST);
    (options, more)
}

#[cfg(test)]
mod tests {

    use gqt3::game::Game;
    use gqt3::notation::Record;
    use gqt3::rules::Rules;

    use super::*;

    fn position(side: usize, pieces: usize, text: &str) -> Position {
        let start = Position::new(Game::of_side(side, pieces, Rules::default()).unwrap());
        *Record::parse(text, start).unwrap().end()
    }

    #[test]
    fn a_square_names_one_of_two_collapses_and_another_square_the_other() {
        let position = position(3, 2, "1-2 2-5 5-9 1-5");
        let mut choice = Choice::new(&position);
        assert_eq!(choice.options.len(), 2);
        assert_eq!(choice.current(), None);
        choice.step(&position, true);
        let first = *choice.current().unwrap();
        assert!(choice.narrow(&position, Square::new(4).unwrap()));
        let second = *choice.current().unwrap();
        assert_ne!(first, second);
        assert!(!choice.narrow(&position, Square::new(8).unwrap()), "O4 is not on 9");
        assert_eq!(choice.current(), Some(&second));
        choice.step(&position, true);
        assert_eq!(choice.current(), Some(&first));
        assert!(choice.narrow(&position, Square::new(0).unwrap()));
        assert_eq!(choice.current(), Some(&first));
        choice.widen(&position);
        assert_eq!(choice.options.len(), 2);
    }

    #[test]
    fn naming_squares_finds_every_collapse() {
        let position = position(3, 3, "1-2-3 1-2-3 1-2-3");
        let all: Vec<Collapse> = position.collapses().collect();
        assert_eq!(all.len(), 6);
        for collapse in all {
            let mut choice = Choice::new(&position);
            for (_, square) in collapse.newest_first() {
                if choice.options.len() > 1 {
                    assert!(choice.narrow(&position, square));
                }
            }
            assert_eq!(choice.options, [collapse]);
        }
    }
}
