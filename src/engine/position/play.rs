//! Checked play: an action, or the reason why it is not legal.

use std::cmp::Ordering;

use super::{Collapse, Phase, Position};
use crate::engine::board::SquareSet;

/// One decision of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Place a series on these squares.
    Place(SquareSet),
    /// Collapse the entanglement this way.
    Collapse(Collapse),
}

impl Action {
    /// Compares two placements by their lists of squares, as people order them: 1-2, 1-3, ..., 2-3. Other actions
    /// count as equal.
    pub fn in_order(&self, other: &Action) -> Ordering {
        match (self, other) {
            (Action::Place(squares), Action::Place(others)) => squares.iter().cmp(others.iter()),
            _ => Ordering::Equal,
        }
    }
}

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// An entanglement waits for its collapse.
    #[error("the entanglement must be collapsed first")]
    CollapseFirst,
    /// Nothing waits for a collapse.
    #[error("nothing is entangled")]
    NothingToCollapse,
    /// The turn places another number of pieces.
    #[error("this turn places {}, not {given}", pieces(*expected))]
    Pieces {
        /// How many pieces the turn places.
        expected: usize,
        /// How many were given.
        given: usize,
    },
    /// A square is classical, or not on the board.
    #[error("{} not quantum", squares_are(*squares))]
    NotQuantum {
        /// Those squares.
        squares: SquareSet,
    },
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

/// An action that is not legal, with the position it was tried in, untouched.
#[derive(Clone, Debug, thiserror::Error)]
#[error("turn {}: {reason}", position.turn())]
pub struct PlayError {
    /// What was tried.
    pub action: Action,
    /// Why it is not legal.
    pub reason: Illegal,
    /// Where it was tried.
    pub position: Box<Position>,
}

impl Position {
    /// Plays an action.
    ///
    /// # Errors
    /// If it is not legal here: the action, the reason, and the position as it was.
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

    /// Whether a placement is legal.
    ///
    /// # Errors
    /// The reason why it is not.
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

    /// Whether a collapse is one of the possible ones.
    ///
    /// # Errors
    /// The reason why it is not.
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
