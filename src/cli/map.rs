//! The map of the game: what is known of its value for every board up to 16x16 and every n, by the paper's rules under
//! each collapse rule.

use num_rational::Ratio;
use plotters::style::RGBColor;
use rayon::prelude::*;

use super::columns::{bounds, rules, sizes};
use super::failure::Failure;
use super::nash::published;
use crate::beyond::every_board::Solver;
use crate::beyond::every_board::theorem::Theorem;
use crate::engine::board::MAX_SIDE;
use crate::engine::game::Game;
use crate::engine::interval::Basis;
use crate::engine::position::Position;
use crate::engine::rules::{CollapseChooser, Margin, Rules};
use crate::paper::Context;
use crate::perfect_play::{Solution, SolvedGame, solve};
use crate::report::plot::{Map, PlotError};
use crate::report::{Column, Table};
use crate::support::progress::Silent;

/// The largest board.
const LARGEST_SIDE: usize = 16;

/// Boards before this side are solved, and this one is in the published table.
const PUBLISHED_SIDE: usize = 4;

/// The memory of a solver that only looks at the start.
const TABLE_BYTES: usize = 1 << 12;

/// A game, and what is known of its value.
pub(super) struct Place {
    side: usize,
    pieces: usize,
    rules: Rules,
    bounds: [Option<Margin>; 2],
    /// How the bounds are proved.
    basis: String,
    /// What `docs/every-board.md` calls the theorem on the game.
    theorem: Option<String>,
}

/// Every game of the map, by side, n and collapse rule.
pub(super) fn places(of: &Context) -> Result<Vec<Place>, Failure> {
    let solved = of.solved()?;
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
        .map(|(side, pieces, rules)| place(side, pieces, rules, &solved))
        .collect()
}

fn place(
    side: usize,
    pieces: usize,
    rules: Rules,
    solved: &[SolvedGame],
) -> Result<Place, Failure> {
    let theorem = Theorem::of(side, pieces, &rules);
    let (bounds, basis) = match side {
        1..PUBLISHED_SIDE => {
            let game = Game::from_side(side, pieces, rules)?;
            let known = solved
                .iter()
                .find(|one| one.game == game)
                .map(|one| one.solution.clone());
            of_solution(&known.map_or_else(|| solve(&Position::new(game), &Silent), Ok)?)
        }
        PUBLISHED_SIDE => {
            let row = published::row(side, pieces, &rules).unwrap_or_default();
            let bound = |key| row.get(key).and_then(|text: &String| margin_of(text));
            (
                [bound("lower"), bound("upper")],
                row.get("basis").cloned().unwrap_or_default(),
            )
        }
        ..=MAX_SIDE => {
            let game = Game::from_side(side, pieces, rules)?;
            let mut solver = Solver::new(game, TABLE_BYTES)?;
            solver.limited(Some(0), None, &Silent);
            let start = Position::new(game);
            of_solution(&solver.solve(&start, &Silent))
        }
        _ => {
            let bounds = theorem
                .as_ref()
                .map_or([None; 2], |found| [found.lower, found.upper]);
            (
                bounds,
                theorem
                    .as_ref()
                    .map_or(String::new(), |_| Basis::Theorem.name().to_owned()),
            )
        }
    };
    Ok(Place {
        side,
        pieces,
        rules,
        bounds,
        basis,
        theorem: theorem.map(|theorem| theorem.name),
    })
}

fn of_solution(solution: &Solution) -> ([Option<Margin>; 2], String) {
    let interval = solution.interval;
    (
        [Some(interval.lower), Some(interval.upper)],
        Basis::names(solution.basis),
    )
}

/// A row for each game.
pub(super) fn table(places: &[Place]) -> Table<'_> {
    let mut columns: Vec<Column<'_, Place>> = sizes(|place: &Place| (place.side, place.pieces));
    columns.extend(rules(&["collapse"], |place: &Place| &place.rules));
    columns.extend(bounds("value", |place: &Place| place.bounds));
    columns.push(Column::new("basis", |place: &Place| place.basis.clone()));
    columns.push(Column::new("theorem", |place: &Place| {
        place.theorem.clone()
    }));
    Table::of(columns, places)
}

/// The kinds of places, with the colours of Okabe and Ito (2008); paler ones for less.
const KINDS: [(&str, RGBColor); 8] = [
    ("open", RGBColor(246, 246, 246)),
    ("draw", RGBColor(0, 158, 115)),
    ("player 1 wins", RGBColor(143, 196, 226)),
    ("player 2 wins", RGBColor(245, 208, 130)),
    ("player 1 wins by 2 or more", RGBColor(0, 114, 178)),
    ("player 2 wins by 2 or more", RGBColor(230, 159, 0)),
    ("player 1 does not lose", RGBColor(220, 234, 244)),
    ("player 2 does not lose", RGBColor(250, 238, 212)),
];

fn kind(place: &Place) -> usize {
    let two = Margin::ONE + Margin::ONE;
    match place.bounds {
        [Some(lower), _] if lower >= two => 4,
        [Some(lower), _] if lower > Margin::ZERO => 2,
        [_, Some(upper)] if upper <= -two => 5,
        [_, Some(upper)] if upper < Margin::ZERO => 3,
        [Some(Margin::ZERO), Some(Margin::ZERO)] => 1,
        [Some(Margin::ZERO), _] => 6,
        [_, Some(Margin::ZERO)] => 7,
        _ => 0,
    }
}

/// The map as a picture: a panel for each collapse rule, in it a stack for each board, from n = 1 up to n = s.
pub(super) fn picture(places: &[Place]) -> Result<String, PlotError> {
    let panel = |&collapse: &CollapseChooser| {
        let here = places
            .iter()
            .filter(|place| place.rules.collapse == collapse);
        let here: Vec<&Place> = here.collect();
        let stacks = here.chunk_by(|one, other| one.side == other.side);
        let title = format!(
            "--collapse {}: n in percent of the squares",
            collapse.name()
        );
        (
            title,
            stacks
                .map(|stack| stack.iter().map(|place| kind(place)).collect())
                .collect(),
        )
    };
    Map {
        x: "side m of the board".to_owned(),
        kinds: KINDS
            .iter()
            .map(|(name, colour)| ((*name).to_owned(), *colour))
            .collect(),
        panels: CollapseChooser::ALL.iter().map(panel).collect(),
    }
    .to_svg()
}

/// A margin from its text in a table, `-1/2`.
fn margin_of(text: &str) -> Option<Margin> {
    Margin::from_ratio(text.parse::<Ratio<i64>>().ok()?)
}
