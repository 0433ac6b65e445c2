//! A map of proved bounds for every board up to 16x16, every n <= s and every collapse rule,
//! otherwise under the paper's rules.

use plotters::style::RGBColor;
use rayon::prelude::*;

use super::columns::{interval, rules, sizes};
use crate::paper::LedgerError;
use crate::report::plot::{Hatch, Kind, Map, PlotError};
use crate::report::{Column, Table};
use gqt3::beyond::every_board::theorems;
use gqt3::engine::game::Game;
use gqt3::engine::interval::{Basis, Interval};
use gqt3::engine::position::Position;
use gqt3::engine::rules::{CollapseChooser, Margin, Rules};
use gqt3::perfect_play::{SolvedGame, solve};
use gqt3::support::progress::Progress;

const LARGEST_SIDE: usize = 16;

const SOLVED_SIDE: usize = 3;

pub struct MapGame {
    side: usize,
    pieces: usize,
    rules: Rules,
    interval: Interval,
    basis: String,
    theorem: Option<String>,
}

/// Orders the games by side, n and collapse rule. Games in `solved` need no search.
pub fn games(solved: &[SolvedGame], progress: &dyn Progress) -> Result<Vec<MapGame>, LedgerError> {
    let sizes =
        (1..=LARGEST_SIDE).flat_map(|side| (1..=side * side).map(move |pieces| (side, pieces)));
    let games = sizes.flat_map(|(side, pieces)| {
        let rules = |&collapse: &CollapseChooser| Rules {
            collapse,
            ..Rules::default()
        };
        CollapseChooser::ALL
            .iter()
            .map(move |collapse| (side, pieces, rules(collapse)))
    });
    let games: Vec<(usize, usize, Rules)> = games.collect();
    games
        .into_par_iter()
        .map(|(side, pieces, rules)| map_game(side, pieces, rules, solved, progress))
        .collect()
}

fn map_game(
    side: usize,
    pieces: usize,
    rules: Rules,
    solved: &[SolvedGame],
    progress: &dyn Progress,
) -> Result<MapGame, LedgerError> {
    let with = |interval: Interval, basis, theorem| MapGame {
        side,
        pieces,
        rules,
        interval,
        basis: Basis::names(basis),
        theorem,
    };
    let known = Some(side).filter(|side| *side > SOLVED_SIDE);
    if let Some(known) = known.and_then(|side| theorems::known(side, pieces, &rules)) {
        return Ok(with(known.interval, known.basis(), Some(known.names())));
    }
    let game = Game::from_side(side, pieces, rules)?;
    let one = solved.iter().find(|one| one.game == game);
    let solution = match one {
        Some(one) => one.solution.clone(),
        None => solve(&Position::new(game), progress)?,
    };
    progress.check()?;
    Ok(with(solution.interval, solution.basis, None))
}

pub fn table(games: &[MapGame]) -> Table<'_> {
    let mut columns: Vec<Column<'_, MapGame>> = sizes(|game: &MapGame| (game.side, game.pieces));
    columns.extend(rules(&["collapse"], |game: &MapGame| &game.rules));
    columns.extend(interval("value", "the value", |game: &MapGame| {
        Some(game.interval)
    }));
    columns.extend([
        Column::new("basis", "how the bounds are proved", |game: &MapGame| {
            Some(game.basis.clone())
        }),
        Column::new(
            "theorem",
            "the theorems that give them",
            |game: &MapGame| game.theorem.clone(),
        ),
    ]);
    Table::of("map", columns, games)
}

/// For each player, denser hatching means a stronger result.
const KINDS: [(&str, RGBColor, Hatch); 8] = [
    ("open", RGBColor(255, 255, 255), Hatch::Plain),
    ("draw", RGBColor(0, 158, 115), Hatch::Plain),
    ("player 1 wins", RGBColor(143, 196, 226), Hatch::Rising(6)),
    ("player 2 wins", RGBColor(245, 208, 130), Hatch::Level(6)),
    (
        "player 1 wins by 2 or more",
        RGBColor(86, 160, 206),
        Hatch::Rising(3),
    ),
    (
        "player 2 wins by 2 or more",
        RGBColor(230, 159, 0),
        Hatch::Level(3),
    ),
    (
        "player 1 does not lose",
        RGBColor(220, 234, 244),
        Hatch::Rising(12),
    ),
    (
        "player 2 does not lose",
        RGBColor(250, 238, 212),
        Hatch::Level(12),
    ),
];

fn kind(game: &MapGame) -> usize {
    let two = Margin::ONE + Margin::ONE;
    let Interval { lower, upper } = game.interval;
    match () {
        () if lower >= two => 4,
        () if lower > Margin::ZERO => 2,
        () if upper <= -two => 5,
        () if upper < Margin::ZERO => 3,
        () if lower == upper => 1,
        () if lower == Margin::ZERO => 6,
        () if upper == Margin::ZERO => 7,
        () => 0,
    }
}

pub fn picture(games: &[MapGame]) -> Result<String, PlotError> {
    let panel = |&collapse: &CollapseChooser| {
        let here = games.iter().filter(|game| game.rules.collapse == collapse);
        let here: Vec<&MapGame> = here.collect();
        let stacks = here.chunk_by(|one, other| one.side == other.side);
        let title = format!("--collapse {}", collapse.name());
        (
            title,
            stacks
                .map(|stack| stack.iter().map(|game| kind(game)).collect())
                .collect(),
        )
    };
    Map {
        x: "side m of the board".to_owned(),
        y: "n, in percent of the squares".to_owned(),
        kinds: KINDS
            .map(|(name, colour, hatch)| Kind {
                name: name.to_owned(),
                colour,
                hatch,
            })
            .to_vec(),
        panels: CollapseChooser::ALL.iter().map(panel).collect(),
    }
    .to_svg()
}
