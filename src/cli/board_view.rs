//! A board as text.

use gqt3::board::Square;
use gqt3::position::Position;
use gqt3::report::{Cell, Column, Table, Wide};

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
    let text = |square: Square| match position.pieces_on(square) {
        nothing if nothing.is_empty() => square.to_string(),
        pieces if numbers == Numbers::Quantum && position.quantum().contains(square) => {
            format!("{square}: {pieces}")
        }
        pieces => pieces,
    };
    let mut table = Table::new((0..side).map(|_| Column::new("square").headed("")).collect());
    table.wide = Wide::Wrap;
    for row in 0..side {
        table.push((0..side).map(|column| Cell::Text(text(Square::new(row * side + column)))).collect());
    }
    table
}
