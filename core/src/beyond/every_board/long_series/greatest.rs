//! The greatest margin that a full board can have, and the games that reach it (Theorems 26 and 27
//! in `docs/beyond/every-board/3-long-series.md`).
//!
//! A player's lines with the same largest subscript are a *group*, and share the square that has
//! it. So a group has at most a row, a column and one diagonal. At the centre of an odd board it
//! can have both diagonals. The points are greatest if the other player has no line and larger
//! groups come first. So it is enough to try *lists*, which count the groups of each kind. A *plan*
//! puts a list's lines on the board.
//!
//! For example, player 1 owns 18 squares of 6x6. A row, a column and a diagonal through one square
//! have 6 + 5 + 5 = 16 squares, and earn 3 points at once. A second row would need 4 more.

use std::sync::OnceLock;

use num_rational::Ratio;

use super::setting::Setting;
use crate::engine::rules::{Player, Ties};

const MOST_KEPT: usize = 64;

static KEPT: [OnceLock<Option<Greatest>>; 4 * MOST_KEPT] =
    [const { OnceLock::new() }; 4 * MOST_KEPT];

/// Up to this side there are plans with different pairs of indices i and m + 1 - i, which
/// [`Greatest::share`] is about. On 45x45 they would need 23 pairs, but there are only 22.
const MOST_ROOM: usize = 44;

/// The rows and columns that share a diagonal's group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Diagonal {
    Missing,
    Alone,
    /// A row or a column.
    WithLine,
    /// A row and a column.
    WithPair,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct List {
    rows: usize,
    columns: usize,
    /// The groups with a row and a column.
    pairs: usize,
    diagonals: [Diagonal; 2],
    /// `true` if both diagonals are in one group.
    at_centre: bool,
}

/// A set of lines that earns the most points on a given number of squares.
///
/// The points are exact for a player's half of the board, but can be too many on more squares.
#[derive(Clone, Copy, Debug)]
pub struct Greatest {
    side: usize,
    list: List,
    points: Ratio<i64>,
}

impl Greatest {
    /// Returns `None` if the squares are too few for a line, or if `side` is less than 2.
    pub fn new(side: usize, squares: usize, ties: Ties) -> Option<Greatest> {
        let all = List::all(side, squares).into_iter().map(|list| Greatest {
            side,
            list,
            points: list.points(ties),
        });
        let best =
            all.max_by_key(|lines| (lines.points, std::cmp::Reverse(lines.list.squares(side))));
        best.filter(|lines| lines.points > Ratio::from_integer(0))
    }

    /// `side` must be 1 to 64.
    pub(in crate::beyond::every_board) fn of_player(
        side: usize,
        player: Player,
        ties: Ties,
    ) -> Option<Greatest> {
        let index = 4 * (side - 1) + 2 * player as usize + usize::from(ties == Ties::Dense);
        let squares = player.turns_of(side * side);
        *KEPT[index].get_or_init(|| Greatest::new(side, squares, ties))
    }

    /// Returns the points under `--scoring harmonic`.
    pub fn points(&self) -> Ratio<i64> {
        self.points
    }

    /// Counts the lines' squares. This is a lower bound, and exact for a player's half of the board
    /// if [`Self::has_plans`].
    pub fn squares(&self) -> usize {
        self.list.squares(self.side)
    }

    /// Returns `true` if Theorem 27 proves that the prover can complete such lines in the best
    /// order, and the other player none.
    pub(super) fn is_reached(&self, setting: &Setting) -> bool {
        let (m, g, a) = (setting.side, setting.gap(), setting.own());
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
                let has_room = g < 2 * m - 1 && g + 1 + groups <= setting.own_before_last();
                let in_common = (self.share() * g).ceil().to_integer();
                has_room && self.has_plans() && g + self.squares() <= a + in_common
            }
            _ => false,
        }
    }

    /// Returns `true` if Theorem 27 has plans for the lines. The board must be 9x9 to 64x64, and
    /// the squares a player's half of it.
    pub fn has_plans(&self) -> bool {
        self.list.diagonals == [Diagonal::WithPair; 2]
            && self.list.at_centre == (self.side % 2 == 1)
    }

    /// Returns a lower bound on how large a share of the plans contains a given square.
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
    /// Returns lists on at most `squares` squares, among them one that earns the most points. By
    /// symmetry, none needs more columns than rows.
    fn all(side: usize, squares: usize) -> Vec<List> {
        use Diagonal::{Alone, Missing, WithLine, WithPair};
        let kinds = [Missing, Alone, WithLine, WithPair];
        let mut diagonals = Vec::new();
        for one in kinds {
            for other in kinds.into_iter().filter(|other| *other <= one) {
                diagonals.extend([([one, other], false), ([one, other], true)]);
            }
        }
        let mut all = Vec::new();
        for rows in 0..=side {
            let fits = |columns: &usize| side * (rows + columns) <= squares + rows * columns;
            for columns in (0..=rows).filter(fits) {
                // A row and a column earn at least as much in one group as in two, unless the two
                // contain both diagonals. So at most one column is not in a group with a row.
                for pairs in columns.saturating_sub(1)..=columns {
                    all.extend(diagonals.iter().map(|&(diagonals, at_centre)| List {
                        rows,
                        columns,
                        pairs,
                        diagonals,
                        at_centre,
                    }));
                }
            }
        }
        all.retain(|list| list.exists(side) && list.squares(side) <= squares);
        all
    }

    fn count(&self, kind: Diagonal) -> usize {
        self.diagonals.iter().filter(|one| **one == kind).count()
    }

    fn exists(&self, side: usize) -> bool {
        let [one, other] = self.diagonals;
        let meet = one == other && one != Diagonal::Missing && side % 2 == 1;
        let groups = |kind| self.count(kind).min(if self.at_centre { 1 } else { 2 });
        let singles = self.rows + self.columns - 2 * self.pairs;
        side >= 2
            && (!self.at_centre || meet)
            && groups(Diagonal::WithPair) <= self.pairs
            && groups(Diagonal::WithLine) <= singles
    }

    /// Returns a lower bound on the lines' squares.
    ///
    /// A diagonal adds its squares that are on neither a row nor a column of the list. At best none
    /// of its squares is on both, but one is if a row and a column share the diagonal's group.
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

    fn groups(&self) -> Vec<usize> {
        let mut sizes = vec![2; self.pairs];
        sizes.resize(self.rows + self.columns - self.pairs, 1);
        let (mut pair, mut single) = (0, self.pairs);
        for (index, diagonal) in self.diagonals.iter().enumerate() {
            let same = self.at_centre && index == 1;
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
        sizes.sort_unstable();
        sizes.reverse();
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
