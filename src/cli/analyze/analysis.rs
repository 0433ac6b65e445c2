//! What is found out about a position.

use gqt3::notation::Record;
use gqt3::position::{Phase, Position};
use gqt3::progress::Progress;
use gqt3::rules::Player;
use gqt3::search::{Interval, Solver};

use super::moves::{Group, groups};

/// A position with what is proven about it.
pub struct Analysis {
    pub record: Record,
    pub bounds: Interval,
    /// Every move; `None` if there are too many.
    pub groups: Option<Vec<Group>>,
    /// Best play from the position on, if the value is proven.
    pub line: Option<Record>,
}

impl Analysis {
    /// Looks at the end of a game.
    pub fn of(record: Record, solver: &mut Solver, progress: &dyn Progress) -> Analysis {
        let bounds = solver.bounds(record.end(), progress);
        let line = solver.best_line(&record, progress);
        let groups = groups(record.end(), bounds, solver, progress);
        Analysis { record, bounds, groups, line }
    }

    pub fn position(&self) -> &Position {
        self.record.end()
    }

    /// Best play from the position on, as text.
    pub fn continuation(&self, goff: bool) -> String {
        self.line.as_ref().map_or_else(String::new, |line| continuation(&self.record, line, goff))
    }
}

/// The moves of a line without those of the game that it continues; Goff's record tells both.
pub fn continuation(game: &Record, line: &Record, goff: bool) -> String {
    if goff {
        return line.to_goff();
    }
    // A collapse that was still to be chosen belongs to the last move.
    let played = game.turns().len() - usize::from(game.end().phase() == Phase::Collapse);
    line.to_string().split(' ').skip(played).collect::<Vec<_>>().join(" ")
}

/// Who acts, for people and for data.
pub fn to_move(position: &Position) -> Option<&'static str> {
    position.to_move().map(side)
}

/// A player in data.
pub fn side(player: Player) -> &'static str {
    match player {
        Player::One => "player1",
        Player::Two => "player2",
    }
}

/// A value as data: nothing while it is not proven.
pub fn value(bounds: &Interval) -> Option<String> {
    bounds.value().map(|value| value.to_ratio().to_string())
}
