//! The greatest margin that a full board can have, and the games that reach it.
//!
//! `docs/beyond/every-board/3-long-series.md` has the proofs: "The most points on a full board" and
//! "The greatest plan". A player's lines are in *groups* with the same largest subscript. The lines
//! of a group share a square. So a group has at most one row, one column and one diagonal, or both
//! diagonals if the square is the centre of an odd board. The points depend only on the sizes of
//! the groups, and are most if larger groups come first.

use std::sync::OnceLock;

use num_rational::Ratio;

use super::setting::Setting;
use crate::engine::rules::{Player, Ties};

const MOST_KEPT: usize = 64;

/// The greatest lines by side, player and rule for ties.
static KEPT: [OnceLock<Option<Greatest>>; 4 * MOST_KEPT] =
    [const { OnceLock::new() }; 4 * MOST_KEPT];

/// The largest board on which the plans have room for all rows and columns.
const MOST_ROOM: usize = 44;

/// The place of a diagonal in a list of groups.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Diagonal {
    Missing,
    /// In a group without rows and columns.
    Alone,
    /// In a group with a row or a column.
    WithLine,
    /// In a group with a row and a column.
    WithPair,
}

/// A list of groups, without the places of the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct List {
    rows: usize,
    columns: usize,
    /// The number of groups with a row and a column.
    pairs: usize,
    diagonals: [Diagonal; 2],
    /// `true` if both diagonals are in one group, whose lines cross at the centre.
    at_centre: bool,
}

/// The lines with the most points for a player who owns some squares.
#[derive(Clone, Copy, Debug)]
pub struct Greatest {
    side: usize,
    list: List,
    points: Ratio<i64>,
}

impl Greatest {
    /// Returns the lines with the most points on some squares.
    ///
    /// Among equal lists, takes one that covers the fewest squares. Returns `None` if the squares
    /// are too few for a line.
    ///
    /// ```
    /// use gqt3::beyond::every_board::long_series::Greatest;
    /// use gqt3::engine::rules::Ties;
    /// let points = |side, squares| Greatest::new(side, squares, Ties::Dense).map(|lines| lines.points().to_string());
    /// assert_eq!(points(6, 18).as_deref(), Some("3"));
    /// assert_eq!(points(8, 32).as_deref(), Some("7/2"));
    /// assert_eq!(points(8, 7), None);
    /// ```
    pub fn new(side: usize, squares: usize, ties: Ties) -> Option<Greatest> {
        let all = List::all(side, squares).map(|list| Greatest {
            side,
            list,
            points: list.points(ties),
        });
        let best =
            all.max_by_key(|lines| (lines.points, std::cmp::Reverse(lines.list.squares(side))));
        best.filter(|lines| lines.points > Ratio::from_integer(0))
    }

    /// Returns the lines of a full board with the most points for a player.
    ///
    /// The board is 64x64 at most.
    pub(in crate::beyond::every_board) fn of_player(
        side: usize,
        player: Player,
        ties: Ties,
    ) -> Option<Greatest> {
        let place = 4 * (side - 1) + 2 * player as usize + usize::from(ties == Ties::Dense);
        let squares = player.turns_of(side * side);
        *KEPT[place].get_or_init(|| Greatest::new(side, squares, ties))
    }

    /// Returns the points.
    pub fn points(&self) -> Ratio<i64> {
        self.points
    }

    /// Returns the number of squares of the lines.
    pub fn squares(&self) -> usize {
        self.list.squares(self.side)
    }

    /// Returns `true` if the prover completes such lines, in the best order and no others.
    pub(super) fn is_reached(&self, of: &Setting) -> bool {
        let (m, g, a) = (of.side, of.gap(), of.own());
        if g == 0 {
            return m >= 5;
        }
        match (m, a) {
            (5, 13) => g <= 1,
            (5, 12) => g <= 2,
            (7, 24) => g <= 3,
            (6, _) => g <= 4,
            (8, _) => g <= 7,
            (9..=MOST_ROOM, _) => {
                let groups = self.list.groups().len();
                let has_room = g < 2 * m - 1 && g + 1 + groups <= of.own_before_last();
                let in_common = (self.share() * g).ceil().to_integer();
                has_room && self.has_plans() && g + self.squares() <= a + in_common
            }
            _ => false,
        }
    }

    /// Returns `true` if each diagonal is in a group with a row and a column.
    pub fn has_plans(&self) -> bool {
        self.list.diagonals == [Diagonal::WithPair; 2]
            && self.list.at_centre == (self.side % 2 == 1)
    }

    /// Returns a lower bound on the share of plans that contain a given square.
    ///
    /// Permutations of rows and columns that keep the diagonals, and on odd boards the centre, turn
    /// one plan into another.
    fn share(&self) -> Ratio<usize> {
        let (m, rows, columns) = (self.side, self.list.rows, self.list.columns);
        if m % 2 == 0 {
            Ratio::new(rows + columns, m) - Ratio::new(rows * columns - 2, m * (m - 2))
        } else {
            Ratio::new(rows + columns - 2, m - 1)
                - Ratio::new((rows - 1) * (columns - 1), (m - 1) * (m - 3))
        }
    }
}

impl List {
    /// Returns all lists that fit on some squares. There are at least as many rows as columns.
    fn all(side: usize, squares: usize) -> impl Iterator<Item = List> {
        use Diagonal::{Alone, Missing, WithLine, WithPair};
        let sizes = (0..=side).flat_map(move |rows| (0..=rows).map(move |columns| (rows, columns)));
        let sizes = sizes
            .filter(move |(rows, columns)| side * (rows + columns) <= squares + rows * columns);
        let with_pairs = sizes
            // A row and a column earn more together, unless each is with a diagonal.
            .flat_map(|(rows, columns)| {
                (columns.saturating_sub(1)..=columns).map(move |pairs| (rows, columns, pairs))
            });
        with_pairs.flat_map(move |(rows, columns, pairs)| {
            let kinds = [Missing, Alone, WithLine, WithPair];
            let both = kinds.into_iter().flat_map(move |one| {
                let others = kinds.into_iter().filter(move |other| *other <= one);
                others.map(move |other| [one, other])
            });
            let lists = both.flat_map(move |diagonals| {
                [false, true].map(|at_centre| List {
                    rows,
                    columns,
                    pairs,
                    diagonals,
                    at_centre,
                })
            });
            lists.filter(move |list| list.exists(side) && list.squares(side) <= squares)
        })
    }

    fn count(&self, kind: Diagonal) -> usize {
        self.diagonals.iter().filter(|one| **one == kind).count()
    }

    fn exists(&self, side: usize) -> bool {
        let [one, other] = self.diagonals;
        let meet = one == other && one != Diagonal::Missing && side % 2 == 1;
        // Two diagonals of one kind are in one group at the centre, else in two groups.
        let groups = |kind| self.count(kind).min(if self.at_centre { 1 } else { 2 });
        let singles = self.rows + self.columns - 2 * self.pairs;
        side >= 2
            && (!self.at_centre || meet)
            && groups(Diagonal::WithPair) <= self.pairs
            && groups(Diagonal::WithLine) <= singles
    }

    /// Returns the smallest number of squares of such lines.
    ///
    /// A diagonal adds a square for each index that is neither a row nor a column. In a group with
    /// a row and a column these have the same index.
    fn squares(&self, side: usize) -> usize {
        let lines = self.rows + self.columns;
        let beside = |diagonal: &Diagonal| match diagonal {
            Diagonal::Missing => 0,
            Diagonal::WithPair => (side + 1).saturating_sub(lines),
            Diagonal::Alone | Diagonal::WithLine => side.saturating_sub(lines),
        };
        let diagonals: usize = self.diagonals.iter().map(beside).sum();
        let has_both = self.count(Diagonal::Missing) == 0;
        let centre_on_line = self.at_centre && self.diagonals[0] != Diagonal::Alone;
        let shared = side % 2 == 1 && has_both && !centre_on_line;
        side * lines - self.rows * self.columns + diagonals.saturating_sub(usize::from(shared))
    }

    /// Returns the sizes of the groups, largest first.
    fn groups(&self) -> Vec<usize> {
        let mut sizes = vec![2; self.pairs];
        sizes.resize(self.rows + self.columns - self.pairs, 1);
        let (mut pair, mut single) = (0, self.pairs);
        for (place, diagonal) in self.diagonals.iter().enumerate() {
            let same = self.at_centre && place == 1;
            match diagonal {
                Diagonal::Missing => {}
                Diagonal::WithPair => {
                    pair += usize::from(!same);
                    sizes[pair - 1] += 1;
                }
                Diagonal::WithLine => {
                    single += usize::from(!same);
                    sizes[single - 1] += 1;
                }
                Diagonal::Alone if same => *sizes.last_mut().expect("the first diagonal") += 1,
                Diagonal::Alone => sizes.push(1),
            }
        }
        sizes.sort_unstable_by(|one, other| other.cmp(one));
        sizes
    }

    fn points(&self, ties: Ties) -> Ratio<i64> {
        let mut rank = 1;
        let of_group = |size: usize| {
            let points = Ratio::new(size as i64, rank);
            rank += if ties == Ties::Dense { 1 } else { size as i64 };
            points
        };
        self.groups().into_iter().map(of_group).sum()
    }
}
