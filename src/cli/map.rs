//! The map of the game: what is known of its value for every board up to 16x16 and every n, by the paper's rules under
//! each collapse rule.

use num_rational::Ratio;
use plotters::style::RGBColor;

use super::columns::{margin, rules, sizes};
use super::failure::Failure;
use super::nash::published;
use crate::board::MAX_SIDE;
use crate::game::Game;
use crate::paper::Context;
use crate::position::Position;
use crate::progress::Silent;
use crate::report::plot::{Map, PlotError};
use crate::report::{Column, Table};
use crate::rules::{CollapseChooser, Margin, Rules};
use crate::search::{Basis, Solution, Solver, Theorem, solve};

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
}

impl Place {
    fn value(&self) -> Option<Margin> {
        let [lower, upper] = self.bounds;
        lower.filter(|_| lower == upper)
    }
}

/// Every game of the map, by side, n and collapse rule.
pub(super) fn places(of: &Context) -> Result<Vec<Place>, Failure> {
    let solved = of.solved()?;
    let mut places = Vec::new();
    for side in 1..=LARGEST_SIDE {
        for pieces in 1..=side * side {
            for &collapse in CollapseChooser::ALL {
                let rules = Rules { collapse, ..Rules::default() };
                let place = |bounds, basis: String| Place { side, pieces, rules, bounds, basis };
                places.push(match side {
                    1..PUBLISHED_SIDE => {
                        let game = Game::of_side(side, pieces, rules)?;
                        let known =
                            solved.iter().find(|one| one.game == game).map(|one| one.solution.clone());
                        let solution = known.map_or_else(|| solve(&Position::new(game), &Silent), Ok)?;
                        of_solution(&solution, place)
                    }
                    PUBLISHED_SIDE => {
                        let row = published::row(side, pieces, &rules).unwrap_or_default();
                        let bound = |key| row.get(key).and_then(|text: &String| margin_of(text));
                        place([bound("lower"), bound("upper")], row.get("basis").cloned().unwrap_or_default())
                    }
                    ..=MAX_SIDE => {
                        let game = Game::of_side(side, pieces, rules)?;
                        let mut solver = Solver::new(game, TABLE_BYTES)?;
                        solver.limited(Some(0), None, &Silent);
                        let start = Position::new(game);
                        of_solution(&solver.at(&start)?.solve(&Silent), place)
                    }
                    _ => {
                        let theorem = Theorem::of(side, pieces, &rules);
                        let bounds = theorem.as_ref().map_or([None; 2], |found| [found.lower, found.upper]);
                        place(bounds, theorem.map_or(String::new(), |_| Basis::Theorem.name().to_owned()))
                    }
                });
            }
        }
    }
    Ok(places)
}

fn of_solution(solution: &Solution, place: impl Fn([Option<Margin>; 2], String) -> Place) -> Place {
    let interval = solution.interval;
    place([Some(interval.lower), Some(interval.upper)], Basis::names(solution.basis))
}

/// A row for each game.
pub(super) fn table(places: &[Place]) -> Table<'_> {
    let theorem =
        |place: &Place| Theorem::of(place.side, place.pieces, &place.rules).map(|theorem| theorem.name);
    let mut columns: Vec<Column<'_, Place>> = sizes(|place: &Place| (place.side, place.pieces));
    columns.extend(rules(&["collapse"], |place: &Place| &place.rules));
    columns.extend(margin("value", Place::value));
    columns.extend(margin("lower", |place: &Place| place.bounds[0]));
    columns.extend(margin("upper", |place: &Place| place.bounds[1]));
    columns.push(Column::new("basis", |place: &Place| place.basis.clone()));
    columns.push(Column::new("theorem", theorem));
    Table::of(columns, places)
}

/// The kinds of places, with the colours of Okabe and Ito (2008); paler ones for less.
const KINDS: [(&str, RGBColor); 6] = [
    ("open", RGBColor(246, 246, 246)),
    ("draw", RGBColor(0, 158, 115)),
    ("player 1 wins", RGBColor(143, 196, 226)),
    ("player 2 wins", RGBColor(245, 208, 130)),
    ("player 1 wins by 2 or more", RGBColor(0, 114, 178)),
    ("player 2 wins by 2 or more", RGBColor(230, 159, 0)),
];

fn kind(place: &Place) -> usize {
    let two = Margin::ONE + Margin::ONE;
    match place.bounds {
        [Some(lower), _] if lower >= two => 4,
        [Some(lower), _] if lower > Margin::ZERO => 2,
        [_, Some(upper)] if upper <= -two => 5,
        [_, Some(upper)] if upper < Margin::ZERO => 3,
        [Some(Margin::ZERO), Some(Margin::ZERO)] => 1,
        _ => 0,
    }
}

/// The map as a picture: a panel for each collapse rule, in it a stack for each board, from n = 1 up to n = s.
pub(super) fn picture(places: &[Place]) -> Result<String, PlotError> {
    let panel = |&collapse: &CollapseChooser| {
        let here = places.iter().filter(|place| place.rules.collapse == collapse);
        let here: Vec<&Place> = here.collect();
        let stacks = here.chunk_by(|one, other| one.side == other.side);
        let title = format!("--collapse {}: n in percent of the squares", collapse.name());
        (title, stacks.map(|stack| stack.iter().map(|place| kind(place)).collect()).collect())
    };
    Map {
        x: "side m of the board".to_owned(),
        kinds: KINDS.iter().map(|(name, colour)| ((*name).to_owned(), *colour)).collect(),
        panels: CollapseChooser::ALL.iter().map(panel).collect(),
    }
    .to_svg()
}

/// A margin from its text in a table, `-1/2`.
fn margin_of(text: &str) -> Option<Margin> {
    Margin::from_ratio(text.parse::<Ratio<i64>>().ok()?)
}
