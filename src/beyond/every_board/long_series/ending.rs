//! Ways to end a game in its last collapse, in which the chooser matches all series to all squares.

use super::setting::Setting;
use super::theorem::Theorem;
use crate::engine::board::{Square, SquareSet};
use crate::engine::matching::{MAX_SERIES, Matching, Neighbours, SeriesSet};
use crate::engine::rules::Player;

/// A way to end the game: where series may stand.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The other player's series stand beside these squares.
    pub taken: SquareSet,
    /// Where each of the prover's series may stand.
    pub own: Vec<SquareSet>,
}

impl Ending {
    /// The prover takes some squares. Each top is the square of one series, given by its index among the prover's; the
    /// prover's other series that come after the first of these stand on `later` squares.
    fn with_tops(
        setting: &Setting,
        taken: SquareSet,
        tops: &[(usize, Square)],
        later: SquareSet,
    ) -> Ending {
        let squares: SquareSet = tops.iter().map(|(_, square)| *square).collect();
        let first = tops
            .iter()
            .map(|(series, _)| *series)
            .min()
            .unwrap_or(setting.own());
        let place = |index: usize| match tops.iter().find(|(series, _)| *series == index) {
            Some((_, square)) => SquareSet::single(*square),
            None if index > first => later,
            None => setting.all() - squares,
        };
        Ending {
            taken,
            own: (0..setting.own()).map(place).collect(),
        }
    }

    /// The series matched so, each with its index among all series of the game.
    pub fn matched(&self, prover: Player, all: &Neighbours, series: SeriesSet) -> Option<Matching> {
        let mut neighbours = *all;
        for one in series {
            let is_own = Player::from_turn(one + 1) == prover;
            neighbours[one] &= if is_own {
                self.own[one / 2]
            } else {
                !self.taken
            };
        }
        Matching::from_series(series, &neighbours).ok()
    }

    /// Whether the prover's series can stand so on some squares, one each.
    pub fn fits(&self, own: &[SquareSet], squares: SquareSet) -> bool {
        fill(
            own.iter()
                .zip(&self.own)
                .map(|(series, place)| *series & *place & squares),
        )
        .is_some()
    }
}

/// Gives each of these sets a square of its own, if that can be.
pub fn fill(sets: impl Iterator<Item = SquareSet>) -> Option<Vec<Square>> {
    let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
    let count = sets
        .zip(&mut neighbours)
        .map(|(set, place)| *place = set)
        .count();
    let matching = Matching::from_series(SeriesSet::first(count), &neighbours).ok()?;
    Some((0..count).map(|set| matching.square_of(set)).collect())
}

/// All pairs of lines that share one square, with that square. Each line of the board meets such a pair.
pub fn crosses(setting: &Setting) -> impl Iterator<Item = (SquareSet, Square)> + use<> {
    let lines = setting.lines();
    let others = move |line: usize| {
        lines[line + 1..]
            .iter()
            .map(move |other| (lines[line], *other))
    };
    let pairs = (0..lines.len()).flat_map(others);
    pairs.filter_map(|(line, other)| Some((line | other, (line & other).lowest()?)))
}

/// The ways to complete lines through the square `top` at once: one of the prover's `last` last series stands there.
pub fn of_cross(setting: &Setting, lines: SquareSet, top: Square, last: usize) -> Vec<Ending> {
    let at =
        |series: usize| Ending::with_tops(setting, lines, &[(series, top)], setting.all() - lines);
    (1..=last)
        .map(|from_last| at(setting.own() - from_last))
        .collect()
}

/// The ways in which the prover gets what a theorem promises. `others` are the other player's series.
pub fn endings(theorem: Theorem, setting: &Setting, others: &[SquareSet]) -> Vec<Ending> {
    let (rows, columns) = setting.lines().split_at(setting.side);
    let (columns, diagonals) = columns.split_at(setting.side);
    let ways = [(rows, columns), (columns, rows)];
    match theorem {
        Theorem::Cross | Theorem::Early => {
            let last = if theorem == Theorem::Cross { 2 } else { 4 };
            crosses(setting)
                .flat_map(|(lines, top)| of_cross(setting, lines, top, last))
                .collect()
        }
        Theorem::Row => {
            let with = |(parallel, line): (&[SquareSet], &SquareSet)| {
                with_line(setting, *line, parallel, others)
            };
            let lines = ways
                .iter()
                .flat_map(|(parallel, _)| parallel.iter().map(|line| (*parallel, line)));
            lines.filter_map(with).collect()
        }
        Theorem::Star => {
            let through = |top: Square| {
                rows[top.index() / setting.side] | columns[top.index() % setting.side]
            };
            let tops = diagonals
                .iter()
                .flat_map(|diagonal| diagonal.iter().map(|top| (*diagonal, top)));
            tops.flat_map(|(diagonal, top)| of_cross(setting, diagonal | through(top), top, 2))
                .collect()
        }
        Theorem::Comb => ways
            .iter()
            .flat_map(|(teeth, backs)| combs(setting, teeth, backs))
            .collect(),
        Theorem::Grid(size) => {
            let chosen = |lines: &[SquareSet]| -> Vec<Vec<SquareSet>> {
                let choices = SquareSet::first(setting.side).subsets(size);
                choices
                    .map(|set| set.iter().map(|line| lines[line.index()]).collect())
                    .collect()
            };
            let (rows, columns) = (chosen(rows), chosen(columns));
            let pairs = rows
                .iter()
                .flat_map(|some| columns.iter().map(move |others| (some, others)));
            pairs
                .flat_map(|(rows, columns)| grids(setting, rows, columns))
                .collect()
        }
    }
}

/// A way to take a line and one square of each line that is parallel to it; the other player's series go to other squares.
fn with_line(
    setting: &Setting,
    line: SquareSet,
    parallel: &[SquareSet],
    others: &[SquareSet],
) -> Option<Ending> {
    let beside = parallel.iter().copied().filter(|other| *other != line);
    let squares = fill(beside.chain(others.iter().map(|series| *series - line)))?;
    let taken = line | squares.iter().take(setting.side - 1).copied().collect();
    Some(Ending {
        taken,
        own: vec![setting.all(); setting.own()],
    })
}

/// The ways to complete two crossing lines at once, and one that is parallel to the first of them later.
fn combs(setting: &Setting, teeth: &[SquareSet], backs: &[SquareSet]) -> Vec<Ending> {
    let mut found = Vec::new();
    for (first, last) in teeth
        .iter()
        .flat_map(|first| teeth.iter().map(move |last| (*first, *last)))
    {
        for &back in backs.iter().filter(|_| first != last) {
            for (top, from_last) in (first & back).iter().flat_map(|top| [(top, 2), (top, 3)]) {
                let tops = [(setting.own() - from_last, top)];
                found.push(Ending::with_tops(
                    setting,
                    first | last | back,
                    &tops,
                    last - back,
                ));
            }
        }
    }
    found
}

/// The ways to complete each of some rows at once with a column. One of two series takes the square where they cross,
/// and the other one stands beside them all.
fn grids(setting: &Setting, rows: &[SquareSet], columns: &[SquareSet]) -> Vec<Ending> {
    let lines = rows
        .iter()
        .chain(columns)
        .fold(SquareSet::EMPTY, |all, line| all | *line);
    let tops = |chosen: usize| {
        let crossings = rows.iter().zip(columns).enumerate();
        let series = move |pair: usize| setting.own() - 2 * pair - 1 - (chosen >> pair & 1);
        crossings.filter_map(move |(pair, (row, column))| {
            Some((series(pair), (*row & *column).lowest()?))
        })
    };
    let ending = |chosen: usize| {
        Ending::with_tops(
            setting,
            lines,
            &tops(chosen).collect::<Vec<_>>(),
            setting.all() - lines,
        )
    };
    (0..1 << rows.len()).map(ending).collect()
}
