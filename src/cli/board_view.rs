//! A board as text.

use gqt3::board::Square;
use gqt3::position::Position;
use gqt3::report::{Column, Table};
use gqt3::rules::Player;

/// The piece of a series: `X1`, `O2`.
pub fn piece(series: usize) -> String {
    format!("{}{}", Player::of_turn(series + 1).letter(), series + 1)
}

/// The quantum series with a piece on a square, oldest first.
pub fn quantum_on(position: &Position, square: Square) -> impl Iterator<Item = usize> + '_ {
    position.quantum_series().iter().filter(move |&series| position.squares_of(series).contains(square))
}

/// Which squares show their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// Empty ones.
    Empty,
    /// All that are quantum: whoever plays there must name them.
    Quantum,
}

/// The board: classical pieces in brackets, quantum ones plain.
pub fn table(position: &Position, numbers: Numbers) -> Table<'_> {
    let side = position.board().side().unwrap_or(1);
    let text = move |square: Square| match position.classical_series_on(square) {
        Some(series) => format!("[{}]", piece(series)),
        None => {
            let pieces: Vec<String> = quantum_on(position, square).map(piece).collect();
            match numbers {
                _ if pieces.is_empty() => square.to_string(),
                Numbers::Empty => pieces.join(" "),
                Numbers::Quantum => format!("{square}: {}", pieces.join(" ")),
            }
        }
    };
    let column = |column| Column::text("", move |row: &usize| text(Square::new(row * side + column)));
    Table::of((0..side).map(column).collect(), (0..side).collect::<Vec<_>>()).wrapping()
}
