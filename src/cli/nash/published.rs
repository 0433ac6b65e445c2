//! Values that take longer than most runs, as `results/` has them: each was proved by this program with a higher limit.

use std::collections::HashMap;

use crate::engine::rules::Rules;

/// The table as it was published with this version.
const TABLE: &str = include_str!("../../../results/nash_4x4.csv");

/// What a value of the table is.
pub(super) const NOTE: &str = "known: a value that this run has not proved; an earlier one has, with \
    --node-limit 100000000, as results/nash_4x4.csv says. --time-limit 120 proves it on two free cores.";

/// The row of a game in the published table, by the keys of its columns; `None` if the game is not there.
pub(in crate::cli) fn row(
    side: usize,
    pieces: usize,
    rules: &Rules,
) -> Option<HashMap<String, String>> {
    let (side, pieces) = (side.to_string(), pieces.to_string());
    let sizes = [("board", &*side), ("pieces", &*pieces)];
    let wanted: Vec<(&str, &str)> = rules.axes().into_iter().chain(sizes).collect();
    let table = csv::Reader::from_reader(TABLE.as_bytes());
    let mut rows = table.into_deserialize().filter_map(Result::ok);
    rows.find(|row: &HashMap<String, String>| {
        wanted
            .iter()
            .all(|(key, value)| row.get(*key).is_some_and(|field| field == value))
    })
}

/// The value of a game in the published table; `None` if the game is not there or its value is not proved.
pub(super) fn value(side: usize, pieces: usize, rules: &Rules) -> Option<String> {
    row(side, pieces, rules)?
        .remove("value")
        .filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rules::Scoring;

    #[test]
    fn only_what_is_proved_for_the_very_game_is_known() {
        let paper = Rules::default();
        assert_eq!(value(4, 2, &paper).as_deref(), Some("0"));
        assert_eq!(value(4, 11, &paper).as_deref(), Some("2"));
        assert_eq!(value(4, 3, &paper), None, "it has an interval alone");
        assert_eq!(value(3, 2, &paper), None);
        assert_eq!(
            value(
                4,
                2,
                &Rules {
                    scoring: Scoring::Shared,
                    ..paper
                }
            ),
            None
        );
    }
}
