use clap::Args;
use gqt3::engine::game::Game;
use gqt3::engine::rules::Rules;

use super::failure::Failure;
use super::numbers::Numbers;

#[derive(Args, Clone, Debug)]
pub struct SquaresArgs {
    /// Set the number of squares s: a number, a list 2,3 or a range 1..9
    #[arg(
        long,
        value_name = "S",
        allow_negative_numbers = true,
        conflicts_with = "board"
    )]
    squares: Option<Numbers>,
    /// Use m-by-m boards instead of --squares
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = Numbers::sides)]
    board: Option<Numbers>,
}

impl SquaresArgs {
    pub fn sides(&self) -> Option<Vec<usize>> {
        self.board.as_ref().map(|board| board.iter().collect())
    }

    pub fn squares(&self, default: impl IntoIterator<Item = usize>) -> Vec<usize> {
        match (&self.squares, &self.board) {
            (Some(squares), _) => squares.iter().collect(),
            (None, Some(board)) => board.iter().map(|side| side * side).collect(),
            (None, None) => default.into_iter().collect(),
        }
    }
}

#[derive(Args, Clone, Debug)]
pub struct PiecesArgs {
    /// Set the pieces in a series n: a number, a list 2,3 or a range 1..9
    #[arg(
        long,
        value_name = "N",
        default_value = "2",
        allow_negative_numbers = true
    )]
    pub pieces: Numbers,
}

#[derive(Args, Clone, Debug)]
pub struct SizeArgs {
    /// Set the side m of the board: a number, a list 2,3 or a range 1..3
    #[arg(
        long,
        value_name = "M",
        default_value = "3",
        allow_negative_numbers = true
    )]
    pub board: Numbers,
    #[command(flatten)]
    pieces: PiecesArgs,
}

impl SizeArgs {
    pub fn pieces(&self) -> &Numbers {
        &self.pieces.pieces
    }

    /// Every side with every n, grouped by side, in the order of the flags.
    pub fn sizes(&self) -> impl Iterator<Item = (usize, usize)> {
        self.board
            .iter()
            .flat_map(|side| self.pieces().iter().map(move |pieces| (side, pieces)))
    }

    /// Groups the games by board, then n, then rules.
    pub fn games(&self, rules: &[Rules]) -> Result<Vec<Game>, Failure> {
        let games = self.sizes().flat_map(|(side, pieces)| {
            rules
                .iter()
                .map(move |&rules| Game::from_side(side, pieces, rules).map_err(Failure::from))
        });
        games.collect()
    }
}
