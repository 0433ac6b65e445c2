//! `gqt3 analyze --svg`: a position as a picture.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::cli::failure::Failure;
use crate::cli::files::Named;
use crate::cli::output::create;
use crate::cli::rule_args::named_values;
use crate::cli::session::Session;
use crate::engine::notation::Record;
use crate::engine::position::Position;
use crate::engine::rules::Player;
use crate::report::Format;
use crate::report::diagram::{Diagram, Palette, Series, Theme};

/// The flags for a picture.
#[derive(Args, Clone, Debug)]
pub struct PictureArgs {
    /// Draw the position to FILE instead of analyzing it; - is standard output
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["batch", "review", "goff", "time_limit", "node_limit"])]
    #[arg(conflicts_with_all = ["estimate", "no_estimate", "playouts", "seed"])]
    svg: Option<PathBuf>,
    /// Select the background of the picture
    #[arg(long, value_name = "GROUND", requires = "svg", default_value = "light", value_parser = named_values!(Theme))]
    theme: Theme,
}

impl PictureArgs {
    /// Returns the path of the picture, if one is requested.
    pub fn path(&self) -> Option<&Path> {
        self.svg.as_deref()
    }

    /// Returns the file to be written, for [`Session::distinct`]. Standard output is not a file.
    pub fn named(&self) -> Named<'_> {
        Named::output("--svg", self.path().filter(|&path| path != Path::new("-")))
    }

    /// Refuses flags that do not apply to a picture.
    pub fn check(&self, session: &Session) -> Result<(), Failure> {
        let given = [
            (
                "--format",
                Format::ALL.iter().any(|&format| session.asks_for(format)),
            ),
            ("--output", session.named_output().is_some()),
        ];
        match given
            .into_iter()
            .find(|(_, is_given)| self.svg.is_some() && *is_given)
        {
            Some((flag, _)) => Err(Failure::BadInput(format!(
                "{flag}: --svg writes only a picture; drop one of them"
            ))),
            None => Ok(()),
        }
    }

    /// Draws the last position of a game.
    pub fn draw(&self, record: &Record, path: &Path, session: Session) -> Result<(), Failure> {
        let svg = diagram(record, self.theme).to_svg();
        if path == Path::new("-") {
            return session.finish_text(svg.as_bytes());
        }
        let file = create("--svg", path, session.progress())?;
        file.commit(|out| out.write_all(svg.as_bytes()))
            .map_err(|error| Failure::of_file("--svg", error))
    }
}

/// Returns the diagram of the last position of a game.
fn diagram(record: &Record, theme: Theme) -> Diagram {
    let position = record.end();
    let moves = record.to_string();
    let moves = if moves.is_empty() {
        "the start"
    } else {
        &moves
    };
    let framed = position
        .entangled_squares()
        .iter()
        .map(|square| square.index());
    Diagram {
        title: format!("{}: {moves}", position.game()),
        side: position.board().side().unwrap_or(1),
        series: (0..position.turns())
            .map(|number| series(position, number))
            .collect(),
        framed: framed.collect(),
        lines: [Player::One, Player::Two]
            .into_iter()
            .flat_map(|player| lines(position, player))
            .collect(),
        theme,
    }
}

const fn palette(player: Player) -> Palette {
    match player {
        Player::One => Palette::Blue,
        Player::Two => Palette::Orange,
    }
}

fn series(position: &Position, number: usize) -> Series {
    let player = Player::from_turn(number + 1);
    Series {
        letter: player.letter(),
        subscript: number + 1,
        palette: palette(player),
        squares: position
            .squares_of(number)
            .iter()
            .map(|square| square.index())
            .collect(),
        is_classical: !position.quantum_series().contains(number),
    }
}

/// Iterates over the lines that a player's classical pieces fill.
fn lines(position: &Position, player: Player) -> impl Iterator<Item = ([usize; 2], Palette)> {
    position
        .board()
        .lines_in(position.owned_by(player))
        .filter_map(move |line| {
            let [first, last] =
                [line.iter().next()?, line.iter().next_back()?].map(|square| square.index());
            Some(([first, last], palette(player)))
        })
}
