use std::fmt;

use super::Position;
use crate::engine::board::Square;
use crate::engine::rules::Player;

/// Names a series' piece: `X1`, `O2`.
pub fn piece(series: usize) -> String {
    format!("{}{}", Player::from_turn(series + 1).letter(), series + 1)
}

impl Position {
    /// Iterates over the quantum series with a piece on a square, oldest first.
    pub fn quantum_series_on(&self, square: Square) -> impl Iterator<Item = usize> + '_ {
        self.quantum_series()
            .iter()
            .filter(move |&series| self.squares_of(series).contains(square))
    }

    /// Formats the pieces on a square: a classical `[X1]`, quantum `X1 O2`, or nothing.
    pub fn pieces_on(&self, square: Square) -> String {
        match self.classical_series_on(square) {
            Some(series) => format!("[{}]", piece(series)),
            None => self
                .quantum_series_on(square)
                .map(piece)
                .collect::<Vec<_>>()
                .join(" "),
        }
    }
}

impl fmt::Display for Position {
    /// Formats the board row by row: the pieces on each square, or else its number.
    ///
    /// A board without lines is one row.
    ///
    /// ```text
    /// [X1] [O2] [X5]
    /// [O6] [O4] 6
    /// 7    8    [X3]
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.board().side().unwrap_or(self.board().squares());
        let text = |square: Square| match self.pieces_on(square) {
            nothing if nothing.is_empty() => square.to_string(),
            pieces => pieces,
        };
        let texts: Vec<String> = self.board().all().iter().map(text).collect();
        let width = |column: usize| {
            texts
                .iter()
                .skip(column)
                .step_by(columns)
                .map(String::len)
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (row, texts) in texts.chunks(columns).enumerate() {
            let padded: Vec<String> = texts
                .iter()
                .zip(&widths)
                .map(|(text, &width)| format!("{text:width$}"))
                .collect();
            let end = if row == 0 { "" } else { "\n" };
            write!(f, "{end}{}", padded.join(" ").trim_end())?;
        }
        Ok(())
    }
}
