//! What is found out about a position.

use crate::notation::Record;
use crate::position::{Phase, Position};
use crate::progress::Progress;
use crate::rules::Player;
use crate::search::{Interval, Solver};
use serde_json::{Value, json};

use super::moves::{Group, groups};
use crate::cli::rule_args::parameters;

/// A position with what is proven about it.
pub struct Analysis {
    pub record: Record,
    pub bounds: Interval,
    /// Every move; `None` if there are too many, or they were not asked for.
    pub groups: Option<Vec<Group>>,
    /// Best play from the position on, if the value is proven.
    pub line: Option<Record>,
}

impl Analysis {
    /// Looks at the end of a game, and if `moves` at every move in it.
    pub fn of(record: Record, moves: bool, solver: &mut Solver, progress: &dyn Progress) -> Analysis {
        let bounds = solver.bounds(record.end(), progress);
        let line = solver.best_line(&record, progress);
        let groups = moves.then(|| groups(record.end(), bounds, solver, progress)).flatten();
        Analysis { record, bounds, groups, line }
    }

    pub fn position(&self) -> &Position {
        self.record.end()
    }

    /// Best play from the position on, as text.
    pub fn continuation(&self, goff: bool) -> String {
        match &self.line {
            None => String::new(),
            // Goff's record has the game, too.
            Some(line) if goff => line.to_goff(),
            Some(line) => {
                // A collapse that is still to be chosen is written with the move before it, which has been played
                // already.
                let waits = self.position().phase() == Phase::Collapse;
                let played = self.position().turns() - self.record.start().turns() - usize::from(waits);
                line.to_string().split(' ').skip(played).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// What was asked, for JSON: the game.
pub fn asked(record: &Record) -> Value {
    let game = record.start().game();
    let asked = json!({"board": game.side(), "pieces": game.pieces(), "game": record.to_string()});
    parameters(game.rules(), asked)
}

/// Who acts, for people and for data.
pub fn to_move(position: &Position) -> Option<&'static str> {
    position.to_move().map(Player::name)
}

/// A value as data: nothing while it is not proven.
pub fn value(bounds: &Interval) -> Option<String> {
    bounds.value().map(|value| value.to_ratio().to_string())
}
