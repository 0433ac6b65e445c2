//! Values that take longer than most runs, as `results/` has them: each was proved by this program with a higher limit.

use crate::game::Game;

/// The table as it was published with this version.
const TABLE: &str = include_str!("../../../results/nash_4x4.csv");

/// What a value of the table is.
pub(super) const NOTE: &str = "known: a value that this run has not proved; an earlier one has, with \
    --node-limit 100000000, as results/nash_4x4.csv says. --time-limit 120 proves it on two free cores.";

/// The value of a game in the published table; `None` if the game is not there or its value is not proved.
pub(super) fn value(game: &Game) -> Option<String> {
    let (side, pieces) = (game.side().to_string(), game.pieces().to_string());
    let sizes = [("board", &*side), ("pieces", &*pieces), ("proven", "true")];
    let wanted: Vec<(&str, &str)> = game.rules().axes().into_iter().chain(sizes).collect();
    let mut table = csv::Reader::from_reader(TABLE.as_bytes());
    let headings = table.headers().ok()?.clone();
    let field = |row: &csv::StringRecord, key: &str| {
        row.get(headings.iter().position(|heading| heading == key)?).map(str::to_owned)
    };
    let is_game = |row: &csv::StringRecord| {
        wanted.iter().all(|(key, value)| field(row, key).as_deref() == Some(*value))
    };
    let row = table.into_records().filter_map(Result::ok).find(is_game)?;
    field(&row, "value")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Scoring};

    #[test]
    fn only_what_is_proved_for_the_very_game_is_known() {
        let game = |side, pieces, rules| Game::of_side(side, pieces, rules).unwrap();
        let paper = Rules::default();
        assert_eq!(value(&game(4, 2, paper)).as_deref(), Some("0"));
        assert_eq!(value(&game(4, 11, paper)).as_deref(), Some("2"));
        assert_eq!(value(&game(4, 3, paper)), None, "it has an interval alone");
        assert_eq!(value(&game(3, 2, paper)), None);
        assert_eq!(value(&game(4, 2, Rules { scoring: Scoring::Shared, ..paper })), None);
    }
}
