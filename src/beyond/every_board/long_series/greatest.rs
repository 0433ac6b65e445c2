//! The greatest margin that a full board can have, and the games in which it is reached.
//!
//! # The margin
//! Let a player own a squares of the m-by-m board, with r rows, c columns and perhaps diagonals
//! among them, and let the other player have no line. Lines with the same largest subscript share a
//! square, their *top*: so such a *group* has a row at most, a column at most, and one diagonal, or
//! both if the top is the centre of an odd board. The points depend on the sizes of the groups
//! alone, and are most if larger groups come first.
//!
//! The r rows and c columns have m (r + c) - r c squares. A diagonal has m squares, of which at most
//! r + c lie on them; and at most r + c - 1 if it is in a group with a row *and* a column, which
//! then cross on it. Two diagonals of an odd board share a square beside the rows and columns at
//! most once. So a list of groups needs at least so many squares, and [`Greatest::new`] goes through
//! all lists that fit. Lines of the other player only make ranks later.
//!
//! # Where it is reached
//! [`Greatest::lines`] are such groups with as few squares, T, and with tops that no line of another
//! group contains. Permutations of rows and columns that keep the diagonals of T in their places
//! make other such sets of it. `docs/every-board/additions.md` proves that the player who chooses
//! the last collapse completes these lines in this order if one of the sets has enough in common
//! with the squares H that the other player can force; [`Greatest::is_reached`] is the inequality.

use num_rational::Ratio;

use crate::engine::rules::Ties;

/// A line of a board of any size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Line {
    /// A row, counted from 0.
    Row(usize),
    /// A column, counted from 0.
    Column(usize),
    /// The diagonal from the upper left to the lower right.
    Main,
    /// The other diagonal.
    Other,
}

impl Line {
    /// Returns `true` if the square in a row and a column is on the line.
    pub const fn contains(self, side: usize, (row, column): (usize, usize)) -> bool {
        match self {
            Line::Row(line) => line == row,
            Line::Column(line) => line == column,
            Line::Main => row == column,
            Line::Other => row + column + 1 == side,
        }
    }
}

/// Lines that are completed at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The lines.
    pub lines: Vec<Line>,
    /// The row and the column of the square that completes them.
    pub top: (usize, usize),
}

/// A diagonal in a list of groups.
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
struct Shape {
    rows: usize,
    columns: usize,
    /// The number of groups with a row and a column.
    pairs: usize,
    diagonals: [Diagonal; 2],
    /// `true` if both diagonals are in one group, whose top is the centre.
    at_centre: bool,
}

/// A greatest set of lines for a player with a number of squares.
#[derive(Clone, Debug)]
pub struct Greatest {
    side: usize,
    shape: Shape,
    points: Ratio<i64>,
}

impl Greatest {
    /// Returns the lines with the most points for a player who owns `squares` squares; of several
    /// such lists, one on the fewest squares. `None` if the squares are too few for a line.
    ///
    /// ```
    /// use gqt3::beyond::every_board::long_series::Greatest;
    /// use gqt3::engine::rules::Ties;
    /// let greatest = |side, squares| Greatest::new(side, squares, Ties::Dense)?.points();
    /// assert_eq!(greatest(6, 18).map(|points| points.to_string()).as_deref(), Some("3"));
    /// assert_eq!(greatest(8, 32).map(|points| points.to_string()).as_deref(), Some("7/2"));
    /// assert_eq!(greatest(8, 7), None);
    /// ```
    pub fn new(side: usize, squares: usize, ties: Ties) -> Option<Greatest> {
        let fitting = Shape::all(side, squares).map(|shape| Greatest {
            side,
            shape,
            points: shape.points(ties),
        });
        fitting.max_by_key(|greatest| {
            (
                greatest.points,
                std::cmp::Reverse(greatest.shape.squares(side)),
            )
        })
    }

    /// Returns the points, or `None` if there is no line.
    pub fn points(&self) -> Option<Ratio<i64>> {
        Some(self.points).filter(|points| *points > Ratio::from_integer(0))
    }

    /// Returns the number of squares of the lines.
    pub fn squares(&self) -> usize {
        self.shape.squares(self.side)
    }

    /// Returns the lines at places where they have as few squares as possible, in the order in
    /// which they are completed. `None` if there are no such places on a small board.
    pub fn lines(&self) -> Option<Vec<Group>> {
        self.shape.placed(self.side).filter(|groups| {
            let lines = || groups.iter().flat_map(|group| &group.lines);
            let on_lines = |square| lines().filter(move |line| line.contains(self.side, square));
            let is_own = |group: &Group| {
                group
                    .lines
                    .iter()
                    .all(|line| line.contains(self.side, group.top))
                    && on_lines(group.top).count() == group.lines.len()
            };
            let covered =
                all_squares(self.side).filter(|square| on_lines(*square).next().is_some());
            groups.iter().all(is_own) && covered.count() == self.squares()
        })
    }

    /// Returns `true` if the chooser of the last collapse completes these lines, in this order and
    /// no others, where each player's series leave out `gap` squares.
    ///
    /// The chooser places `own` series in the whole game. The one of the last turn is free if
    /// `moves_last`.
    pub fn is_reached(&self, gap: usize, own: usize, moves_last: bool) -> bool {
        let Some((groups, spare)) = self.lines().zip(own.checked_sub(self.squares())) else {
            return false;
        };
        let side = self.side;
        let lines: Vec<Line> = groups
            .iter()
            .flat_map(|group| group.lines.clone())
            .collect();
        let is_on_lines = |square| lines.iter().any(|line| line.contains(side, square));
        let all_lines = (0..side)
            .flat_map(|line| [Line::Row(line), Line::Column(line)])
            .chain([Line::Main, Line::Other]);
        let others = all_lines.filter(|line| !lines.contains(line));
        let is_kept_open = |line: Line| {
            let on_line = all_squares(side).filter(|square| line.contains(side, *square));
            let beside = on_line.filter(|square| !is_on_lines(*square)).count();
            (spare + 1..side).contains(&beside)
        };
        let fixed = [Line::Main, Line::Other].map(|line| lines.contains(&line));
        let kinds: Vec<Kind> = all_squares(side)
            .map(|square| Kind::new(side, square, fixed))
            .collect();
        let size = |kind: Kind| kinds.iter().filter(|other| **other == kind).count();
        let rest = size(Kind::Rest);
        // The arcs of the last series lie among the squares of one kind.
        let has_arcs = gap == 0 || gap + groups.len() <= rest;
        let arcs = groups.iter().rev().skip(usize::from(moves_last));
        let in_danger = arcs
            .filter(|group| Kind::new(side, group.top, fixed) == Kind::Rest)
            .count();
        // By kind: the share of its squares on the lines.
        let mut shares: Vec<(Ratio<usize>, usize)> = Kind::ALL
            .into_iter()
            .filter(|kind| size(*kind) > 0)
            .map(|kind| {
                let taken = all_squares(side)
                    .zip(&kinds)
                    .filter(|(square, of)| **of == kind && is_on_lines(*square));
                (Ratio::new(taken.count(), size(kind)), size(kind))
            })
            .collect();
        shares.sort_unstable();
        let mut left = gap;
        let in_common = shares
            .iter()
            .fold(Ratio::from_integer(0), |sum, (share, size)| {
                let squares = left.min(*size);
                left -= squares;
                sum + share * squares
            });
        let lost = Ratio::new((spare + 1) * in_danger * gap, rest.max(1));
        let fills = gap + groups.len() < own && gap < own - usize::from(moves_last);
        fills
            && has_arcs
            && others.into_iter().all(is_kept_open)
            && in_common + spare + 1 > lost + gap
    }
}

/// Squares that the permutations exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Centre,
    Main,
    Other,
    CentreRow,
    CentreColumn,
    Rest,
}

impl Kind {
    const ALL: [Kind; 6] = [
        Kind::Centre,
        Kind::Main,
        Kind::Other,
        Kind::CentreRow,
        Kind::CentreColumn,
        Kind::Rest,
    ];

    /// Returns the kind of a square if the permutations keep these diagonals in their places.
    fn new(side: usize, (row, column): (usize, usize), [main, other]: [bool; 2]) -> Kind {
        // Two diagonals leave an odd board its centre.
        let is_central = |line: usize| main && other && 2 * line + 1 == side;
        match (is_central(row), is_central(column)) {
            (true, true) => Kind::Centre,
            (true, false) => Kind::CentreRow,
            (false, true) => Kind::CentreColumn,
            _ if main && row == column => Kind::Main,
            _ if other && row + column + 1 == side => Kind::Other,
            _ => Kind::Rest,
        }
    }
}

impl Shape {
    /// Returns all shapes that fit on some squares. There are at least as many rows as columns.
    fn all(side: usize, squares: usize) -> impl Iterator<Item = Shape> {
        use Diagonal::{Alone, Missing, WithLine, WithPair};
        let sizes = (0..=side).flat_map(move |rows| (0..=rows).map(move |columns| (rows, columns)));
        let sizes = sizes
            .filter(move |(rows, columns)| side * (rows + columns) <= squares + rows * columns);
        let with_pairs = sizes
            .flat_map(|(rows, columns)| (0..=columns).map(move |pairs| (rows, columns, pairs)));
        with_pairs.flat_map(move |(rows, columns, pairs)| {
            let kinds = [Missing, Alone, WithLine, WithPair];
            let both = kinds.into_iter().flat_map(move |one| {
                kinds
                    .into_iter()
                    .filter(move |other| *other <= one)
                    .map(move |other| [one, other])
            });
            let shapes = both.flat_map(move |diagonals| {
                [false, true].map(|at_centre| Shape {
                    rows,
                    columns,
                    pairs,
                    diagonals,
                    at_centre,
                })
            });
            shapes.filter(move |shape| shape.exists(side) && shape.squares(side) <= squares)
        })
    }

    fn count(&self, kind: Diagonal) -> usize {
        self.diagonals.iter().filter(|one| **one == kind).count()
    }

    /// Returns `true` if there are groups for the diagonals.
    fn exists(&self, side: usize) -> bool {
        let [one, other] = self.diagonals;
        let meet = one == other && one != Diagonal::Missing && side % 2 == 1;
        // Both of one kind are in one group at the centre, else in two.
        let groups = |kind| self.count(kind).min(if self.at_centre { 1 } else { 2 });
        let singles = self.rows + self.columns - 2 * self.pairs;
        side >= 2
            && (!self.at_centre || meet)
            && groups(Diagonal::WithPair) <= self.pairs
            && groups(Diagonal::WithLine) <= singles
    }

    /// Returns the fewest squares of such lines.
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

    /// Places the lines. Rows and columns take indices i, or i and side - 1 - i, that no other line
    /// takes, but where a row and a column cross on a diagonal.
    fn placed(&self, side: usize) -> Option<Vec<Group>> {
        let mirrored = |index: usize| side - 1 - index;
        let centre = (side / 2, side / 2);
        let mut free = 0..side / 2;
        let (mut rows, mut columns): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut groups: Vec<Group> = Vec::new();
        let mut diagonals = vec![(Line::Main, self.diagonals[0])];
        if self.at_centre {
            let top = self.diagonals[0];
            let mut lines = vec![Line::Main, Line::Other];
            if top >= Diagonal::WithLine {
                rows.push(centre.0);
                lines.push(Line::Row(centre.0));
            }
            if top == Diagonal::WithPair {
                columns.push(centre.1);
                lines.push(Line::Column(centre.1));
            }
            groups.push(Group { lines, top: centre });
            diagonals.clear();
        } else {
            diagonals.push((Line::Other, self.diagonals[1]));
        }
        let mut pairs = groups.iter().filter(|group| group.lines.len() == 4).count();
        for (line, _) in diagonals
            .iter()
            .filter(|(_, kind)| *kind == Diagonal::WithPair)
        {
            let row = free.next()?;
            let column = if *line == Line::Main {
                row
            } else {
                mirrored(row)
            };
            rows.push(row);
            columns.push(column);
            pairs += 1;
            let lines = vec![*line, Line::Row(row), Line::Column(column)];
            groups.push(Group {
                lines,
                top: (row, column),
            });
        }
        let mut take = |taken: &mut Vec<usize>, wanted: usize| {
            let from = taken.len();
            while taken.len() < wanted {
                let index = free.next()?;
                let both = [index, mirrored(index)];
                taken.extend(both.into_iter().take(wanted - taken.len()));
            }
            Some(taken[from..].to_vec())
        };
        let mut more_rows = take(&mut rows, self.rows)?;
        let mut more_columns = take(&mut columns, self.columns)?;
        for _ in pairs..self.pairs {
            let (row, column) = (more_rows.pop()?, more_columns.pop()?);
            let lines = vec![Line::Row(row), Line::Column(column)];
            groups.push(Group {
                lines,
                top: (row, column),
            });
        }
        let fixed = [Line::Main, Line::Other];
        let fixed = [0, 1]
            .map(|place| (self.diagonals[place] != Diagonal::Missing).then_some(fixed[place]));
        let off_diagonals = |square: &(usize, usize)| {
            !fixed
                .iter()
                .flatten()
                .any(|line| line.contains(side, *square))
        };
        let is_plain = |index: &usize| {
            2 * index + 1 != side && !rows.contains(index) && !columns.contains(index)
        };
        let singles = more_rows
            .into_iter()
            .map(Line::Row)
            .chain(more_columns.into_iter().map(Line::Column));
        let mut with_line: Vec<Line> = diagonals
            .iter()
            .filter(|(_, kind)| *kind == Diagonal::WithLine)
            .map(|(line, _)| *line)
            .collect();
        for single in singles {
            let diagonal = with_line.pop();
            let crossing = |index: usize| match single {
                Line::Column(column) => (index, column),
                Line::Row(row) => (row, index),
                Line::Main | Line::Other => (index, index),
            };
            let top = match diagonal {
                Some(diagonal) => (0..side)
                    .map(crossing)
                    .find(|square| diagonal.contains(side, *square))?,
                None => (0..side)
                    .filter(is_plain)
                    .map(crossing)
                    .find(off_diagonals)?,
            };
            let lines = diagonal.into_iter().chain([single]).collect();
            groups.push(Group { lines, top });
        }
        for (line, _) in diagonals
            .iter()
            .filter(|(_, kind)| *kind == Diagonal::Alone)
        {
            let is_free = |index: &usize| is_plain(index) && is_plain(&mirrored(*index));
            let index = (0..side).find(is_free)?;
            let column = if *line == Line::Main {
                index
            } else {
                mirrored(index)
            };
            groups.push(Group {
                lines: vec![*line],
                top: (index, column),
            });
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.lines.len()));
        Some(groups)
    }
}

/// The squares of a board as rows and columns.
fn all_squares(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..side).flat_map(move |row| (0..side).map(move |column| (row, column)))
}
