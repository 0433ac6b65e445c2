use crate::report::{Column, Table};
use gqt3::engine::board::Square;
use gqt3::engine::position::Position;

/// The squares that show their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    Empty,
    /// All quantum squares, because a move names them.
    Quantum,
}

/// Classical pieces are in brackets, quantum ones plain.
pub fn table(position: &Position, numbers: Numbers) -> Table<'_> {
    let side = position.board().side().unwrap_or(1);
    let text = move |square: Square| match position.pieces_on(square) {
        nothing if nothing.is_empty() => square.to_string(),
        pieces if numbers == Numbers::Quantum && position.quantum().contains(square) => {
            format!("{square}: {pieces}")
        }
        pieces => pieces,
    };
    let column = |column| {
        Column::text("", move |row: &usize| {
            Square::new(row * side + column)
                .map(text)
                .unwrap_or_default()
        })
    };
    Table::text(
        (0..side).map(column).collect(),
        (0..side).collect::<Vec<_>>(),
    )
}
