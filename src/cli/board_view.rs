//! A board as text.

use gqt3::board::Square;
use gqt3::position::Position;
use gqt3::report::{Cell, Column, Table, Wide};
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
pub fn table(position: &Position, numbers: Numbers) -> Table {
    let side = position.board().side().unwrap_or(1);
    let text = |square: Square| match position.classical_series_on(square) {
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
    let mut table = Table::new((0..side).map(|_| Column::new("square").headed("")).collect());
    table.wide = Wide::Wrap;
    for row in 0..side {
        table.push((0..side).map(|column| Cell::Text(text(Square::new(row * side + column)))).collect());
    }
    table
}
