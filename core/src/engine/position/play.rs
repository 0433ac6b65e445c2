use std::cmp::Ordering;

use super::{Collapse, Phase, Position};
use crate::engine::board::SquareSet;

/// What a player decides: where to place a series, or how the entanglement collapses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Place the next series on these squares.
    Place(SquareSet),
    Collapse(Collapse),
}

impl Action {
    /// Compares placements by their lists of squares: 1-2, 1-3, ..., 2-3. Other actions count as
    /// equal.
    pub fn in_order(&self, other: &Action) -> Ordering {
        match (self, other) {
            (Action::Place(squares), Action::Place(others)) => squares.iter().cmp(others.iter()),
            _ => Ordering::Equal,
        }
    }
}

/// The reason to refuse an action.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    #[error("the game is over")]
    GameOver,
    #[error("the entanglement must be collapsed first")]
    CollapseFirst,
    #[error("nothing is entangled")]
    NothingToCollapse,
    #[error("this turn places {}, not {given}", pieces(*expected))]
    Pieces { expected: usize, given: usize },
    /// Some squares are classical, or not on the board.
    #[error("{} not quantum", squares_are(*squares))]
    NotQuantum { squares: SquareSet },
    /// The assignment is not a perfect matching of the entanglement.
    #[error("that is not a collapse of the entanglement")]
    NotACollapse,
}

fn pieces(expected: usize) -> String {
    match expected {
        1 => "one piece on one square".to_owned(),
        _ => format!("{expected} pieces on different squares"),
    }
}

fn squares_are(squares: SquareSet) -> String {
    if squares.len() == 1 {
        format!("square {squares} is")
    } else {
        format!("squares {squares} are")
    }
}

/// An illegal action, with the unchanged position.
#[derive(Clone, Debug, thiserror::Error)]
#[error("turn {}: {reason}", position.turn())]
pub struct PlayError {
    pub action: Action,
    pub reason: Illegal,
    pub position: Box<Position>,
}

impl Position {
    /// Returns the position after an action.
    ///
    /// # Errors
    /// Fails if the action is not legal.
    ///
    /// ```
    /// use gqt3::engine::board::SquareSet;
    /// use gqt3::engine::game::Game;
    /// use gqt3::engine::position::{Action, Illegal, Position};
    /// let start = Position::new(Game::default());
    /// let error = start.play(Action::Place(SquareSet(0b111))).unwrap_err();
    /// assert_eq!(error.reason, Illegal::Pieces { expected: 2, given: 3 });
    /// assert_eq!(*error.position, start);
    /// # Ok::<(), gqt3::engine::board::BoardError>(())
    /// ```
    pub fn play(self, action: Action) -> Result<Position, PlayError> {
        let verdict = match &action {
            Action::Place(squares) => self.check_placement(*squares),
            Action::Collapse(collapse) => self.check_collapse(collapse),
        };
        if let Err(reason) = verdict {
            return Err(PlayError {
                action,
                reason,
                position: Box::new(self),
            });
        }
        Ok(self.after_unchecked(&action))
    }

    fn check_placement(&self, squares: SquareSet) -> Result<(), Illegal> {
        match self.phase() {
            Phase::Over => return Err(Illegal::GameOver),
            Phase::Collapse => return Err(Illegal::CollapseFirst),
            Phase::Place => {}
        }
        if !squares.is_subset(self.quantum()) {
            return Err(Illegal::NotQuantum {
                squares: squares - self.quantum(),
            });
        }
        let (expected, given) = (self.pieces_to_place(), squares.len());
        if given == expected {
            Ok(())
        } else {
            Err(Illegal::Pieces { expected, given })
        }
    }

    fn check_collapse(&self, collapse: &Collapse) -> Result<(), Illegal> {
        match self.phase() {
            Phase::Over => return Err(Illegal::GameOver),
            Phase::Place => return Err(Illegal::NothingToCollapse),
            Phase::Collapse => {}
        }
        let is_perfect = collapse.series() == self.entangled()
            && collapse.squares() == self.entangled_squares()
            && collapse
                .newest_first()
                .all(|(series, square)| self.squares_of(series).contains(square));
        if is_perfect {
            Ok(())
        } else {
            Err(Illegal::NotACollapse)
        }
    }
}
