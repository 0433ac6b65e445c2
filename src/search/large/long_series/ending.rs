//! Ways to end a game in its last collapse, in which the chooser matches all series to all squares.

use super::setting::Setting;
use super::theorem::Theorem;
use crate::board::{Square, SquareSet};
use crate::matching::{MAX_SERIES, Matching, Neighbours, SeriesSet};
use crate::rules::Player;

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
    fn with_tops(setting: &Setting, taken: SquareSet, tops: &[(usize, Square)], later: SquareSet) -> Ending {
        let squares: SquareSet = tops.iter().map(|(_, square)| *square).collect();
        let first = tops.iter().map(|(series, _)| *series).min().unwrap_or(setting.own());
        let place = |index: usize| match tops.iter().find(|(series, _)| *series == index) {
            Some((_, square)) => SquareSet::single(*square),
            None if index > first => later,
            None => setting.all() - squares,
        };
        Ending { taken, own: (0..setting.own()).map(place).collect() }
    }

    /// The series matched so, each with its index among all series of the game.
    pub fn matched(&self, prover: Player, all: &Neighbours, series: SeriesSet) -> Option<Matching> {
        let mut neighbours = *all;
        for one in series {
            let is_own = Player::of_turn(one + 1) == prover;
            neighbours[one] &= if is_own { self.own[one / 2] } else { !self.taken };
        }
        Matching::of_all(series, &neighbours).ok()
    }

    /// Whether the prover's series can stand so on some squares, one each.
    pub fn fits(&self, own: &[SquareSet], squares: SquareSet) -> bool {
        fill(own.iter().zip(&self.own).map(|(series, place)| *series & *place & squares)).is_some()
    }
}

/// Gives each of these sets a square of its own, if that can be.
pub fn fill(sets: impl Iterator<Item = SquareSet>) -> Option<Vec<Square>> {
    let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
    let count = sets.zip(&mut neighbours).map(|(set, place)| *place = set).count();
    let matching = Matching::of_all(SeriesSet::first(count), &neighbours).ok()?;
    Some((0..count).map(|set| matching.square_of(set)).collect())
}

/// All pairs of lines that share one square, with that square. Each line of the board meets such a pair.
pub fn crosses(setting: &Setting) -> impl Iterator<Item = (SquareSet, Square)> + use<> {
    let lines = setting.lines();
    let others = move |line: usize| lines[line + 1..].iter().map(move |other| (lines[line], *other));
    let pairs = (0..lines.len()).flat_map(others).filter(|(line, other)| (*line & *other).len() == 1);
    pairs.filter_map(|(line, other)| Some((line | other, (line & other).lowest()?)))
}

/// The ways to complete both lines of a cross at once.
pub fn of_cross(setting: &Setting, lines: SquareSet, top: Square) -> impl Iterator<Item = Ending> + use<> {
    let setting = *setting;
    let at = move |series| Ending::with_tops(&setting, lines, &[(series, top)], setting.all() - lines);
    (1..=2).map(move |from_last| at(setting.own() - from_last))
}

/// The ways in which the prover gets what a theorem promises. `others` are the other player's series.
pub fn endings(
    theorem: Theorem,
    setting: Setting,
    others: &[SquareSet],
) -> Box<dyn Iterator<Item = Ending> + '_> {
    let (rows, columns) = setting.lines().split_at(setting.side);
    let (columns, diagonals) = columns.split_at(setting.side);
    match theorem {
        Theorem::Cross => {
            Box::new(crosses(&setting).flat_map(move |(lines, top)| of_cross(&setting, lines, top)))
        }
        Theorem::Row => Box::new([rows, columns].into_iter().flat_map(move |parallel| {
            parallel.iter().filter_map(move |line| with_line(&setting, *line, parallel, others))
        })),
        Theorem::Star => Box::new(diagonals.iter().flat_map(move |diagonal| {
            let star = move |top: Square| {
                let lines = rows[top.index() / setting.side] | columns[top.index() % setting.side];
                of_cross(&setting, *diagonal | lines, top)
            };
            diagonal.iter().flat_map(star)
        })),
        Theorem::Comb => {
            Box::new([(rows, columns), (columns, rows)].into_iter().flat_map(move |(teeth, backs)| {
                let pairs = teeth.iter().flat_map(move |first| teeth.iter().map(move |last| (*first, *last)));
                let distinct = pairs.filter(|(first, last)| first != last);
                distinct.flat_map(move |(first, last)| {
                    backs.iter().flat_map(move |back| combs(&setting, first, last, *back))
                })
            }))
        }
        Theorem::Grid(size) => {
            let choices = move || SquareSet::first(setting.side).subsets(size);
            let pairs = choices().flat_map(move |some| choices().map(move |others| (some, others)));
            Box::new(pairs.flat_map(move |(some, others)| {
                let chosen = |lines: &'static [SquareSet], set: SquareSet| {
                    set.iter().map(|line| lines[line.index()]).collect::<Vec<_>>()
                };
                grids(setting, &chosen(rows, some), &chosen(columns, others))
            }))
        }
    }
}

/// A way to take a line and a square of each line that is parallel to it: so many squares are kept free of the other
/// player's series.
fn with_line(
    setting: &Setting,
    line: SquareSet,
    parallel: &[SquareSet],
    others: &[SquareSet],
) -> Option<Ending> {
    let beside = parallel.iter().copied().filter(|other| *other != line);
    let kept = beside.clone().count();
    let squares = fill(beside.chain(others.iter().map(|series| *series - line)))?;
    let taken = line | squares[..kept].iter().copied().collect();
    Some(Ending { taken, own: vec![setting.all(); setting.own()] })
}

/// The ways to complete two crossing lines at once, and one that is parallel to the first of them later.
fn combs(
    setting: &Setting,
    first: SquareSet,
    last: SquareSet,
    back: SquareSet,
) -> impl Iterator<Item = Ending> + use<> {
    let setting = *setting;
    let tops = (first & back).into_iter().flat_map(|top| (2..=3).map(move |from_last| (top, from_last)));
    tops.map(move |(top, from_last)| {
        let at = [(setting.own() - from_last, top)];
        Ending::with_tops(&setting, first | last | back, &at, last - back)
    })
}

/// The ways to complete each of some rows at once with a column. One of two series takes the square where they cross,
/// and the other one stands beside them all.
fn grids(
    setting: Setting,
    rows: &[SquareSet],
    columns: &[SquareSet],
) -> impl Iterator<Item = Ending> + use<> {
    let lines = rows.iter().chain(columns).fold(SquareSet::EMPTY, |all, line| all | *line);
    let tops: Vec<Square> =
        rows.iter().zip(columns).filter_map(|(row, column)| (*row & *column).lowest()).collect();
    (0..1_usize << tops.len()).map(move |chosen| {
        let series = |pair: usize| setting.own() - 2 * pair - 1 - (chosen >> pair & 1);
        let tops: Vec<(usize, Square)> =
            tops.iter().enumerate().map(|(pair, top)| (series(pair), *top)).collect();
        Ending::with_tops(&setting, lines, &tops, setting.all() - lines)
    })
}
