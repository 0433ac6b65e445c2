use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::game_args::RecordArgs;
use super::rule_args::named_values;
use super::session::{SHORT_HELP, Session};
use crate::report::AtomicFile;
use crate::report::diagram::{Diagram, Palette, Series, Theme};
use gqt3::engine::notation::Record;
use gqt3::engine::position::{Action, Position};
use gqt3::engine::rules::Player;

/// Draw a position, or every turn of a game, as SVG
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORT_HELP, after_long_help = EXAMPLES)]
pub struct DrawArgs {
    /// Write a picture for each turn into FOLDER, which is created if necessary
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    turns: Option<PathBuf>,
    /// Select the background of the picture
    #[arg(long, value_name = "THEME", default_value = "light", value_parser = named_values(Theme::ALL, Theme::name, Theme::help))]
    theme: Theme,
    #[command(flatten)]
    record: RecordArgs,
}

const EXAMPLES: &str = "\
Without a game this draws the empty board. gqt3 help analyze explains how a game is written. --turns writes \
turn-1.svg, or turn-01.svg if there are ten or more, for the board after the first placement, and so on. The squares that \
are about to collapse are framed. If the game ends with a collapse, end.svg shows the board after it.

Examples:
  gqt3 draw 1-2 2-5 5-9 1-5 --output cycle.svg
  gqt3 draw 1-2 --theme dark
  gqt3 draw --board 4 --output empty.svg
  gqt3 draw --file examples/saved_game.txt --turns pictures";

pub fn run(args: &DrawArgs, session: Session) -> Result<(), Failure> {
    session.distinct(&[args.record.named()])?;
    let record = args.record.record(session.progress())?;
    let Some(folder) = &args.turns else {
        let svg = diagram(&record, args.theme).to_svg();
        return session.finish_text(svg.as_bytes());
    };
    if record.actions().len() == 0 {
        return Err(Failure::BadInput(
            "--turns: the game has no move; name moves, for instance gqt3 draw 1-2 2-5 --turns pictures"
                .to_owned(),
        ));
    }
    fs::create_dir_all(folder).map_err(|error| {
        let folder = folder.display();
        Failure::BadInput(format!(
            "--turns {folder}: cannot create the folder: {error}"
        ))
    })?;
    for (name, record) in turns(&record) {
        session.progress().check()?;
        let file = AtomicFile::create(&folder.join(name));
        let file = file.map_err(|error| Failure::of_file("--turns", error))?;
        file.commit(|out| out.write_all(diagram(&record, args.theme).to_svg().as_bytes()))
            .map_err(|error| Failure::of_file("--turns", error))?;
    }
    Ok(())
}

/// Returns the game up to each placement, and the whole game if it ends with a collapse, each with
/// its file name.
fn turns(record: &Record) -> Vec<(String, Record)> {
    let digits = record.end().turns().to_string().len();
    let mut turns = Vec::new();
    let mut played = Record::new(*record.start());
    for action in record.actions() {
        played.play(action).expect("the record is legal");
        let name = match action {
            Action::Place(_) => format!("turn-{:0digits$}.svg", played.end().turns()),
            Action::Collapse(_) if played.actions().len() == record.actions().len() => {
                "end.svg".to_owned()
            }
            Action::Collapse(_) => continue,
        };
        turns.push((name, played.clone()));
    }
    turns
}

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
