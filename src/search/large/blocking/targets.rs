//! What an attacker must be kept from.

use crate::board::{Board, SquareSet, Symmetry};

/// Squares of a board of at most 16.
pub type Squares = u16;

/// A set of targets, by their places in the list.
pub type TargetSet = u64;

/// The most squares of a board on which targets are kept.
pub const MOST_SQUARES: usize = 16;

/// What an attacker wants to own in the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goal {
    /// Two lines that share a square.
    CrossingPair,
    /// Two lines.
    Pair,
    /// A line.
    Line,
}

impl Goal {
    /// All goals, from the weakest to keep a player from.
    pub const ALL: [Goal; 3] = [Goal::CrossingPair, Goal::Pair, Goal::Line];
}

impl std::fmt::Display for Goal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Goal::CrossingPair => "pair of crossing lines",
            Goal::Pair => "pair of lines",
            Goal::Line => "line",
        })
    }
}

/// The squares of all targets of a goal, with what is asked of them often.
pub struct Targets {
    squares: Vec<Squares>,
    /// How many squares the board has.
    pub board_squares: usize,
    /// By square: the targets that need it.
    pub through: [TargetSet; MOST_SQUARES],
    /// By set of squares: the targets inside.
    inside: Vec<TargetSet>,
    /// Symmetries, as maps of squares and of targets.
    pub symmetries: Vec<Map>,
}

/// What a symmetry does.
pub struct Map {
    /// Where each square goes.
    pub square: [u8; MOST_SQUARES],
    /// Where each target goes.
    target: Vec<u8>,
}

impl Map {
    /// A map of squares, if it takes targets, which are sorted, to targets.
    fn of(square: [u8; MOST_SQUARES], targets: &[Squares]) -> Option<Map> {
        let image = |set: Squares| {
            let places = SquareSet(u64::from(set)).into_iter();
            places.fold(0, |image: Squares, from| image | 1 << square[from.index()])
        };
        let target = targets.iter().map(|&set| Some(targets.binary_search(&image(set)).ok()? as u8));
        Some(Map { square, target: target.collect::<Option<_>>()? })
    }

    /// Where targets go.
    pub fn targets(&self, set: TargetSet) -> TargetSet {
        SquareSet(set).iter().fold(0, |image, target| image | 1 << self.target[target.index()])
    }
}

impl Targets {
    /// The targets of a goal that have no more squares than the attacker has pieces; `None` if the board has too many
    /// squares. Their symmetries are those of the board; or with `all_symmetries` all exchanges of rows, of columns,
    /// and of rows with columns, that take targets to targets. Of these there are 32 on 4x4: the inner rows, for
    /// instance, can change places if the inner columns do.
    pub fn new(board: Board, goal: Goal, pieces: usize, all_symmetries: bool) -> Option<Targets> {
        if board.squares() > MOST_SQUARES {
            return None;
        }
        let lines = board.lines();
        let pairs =
            || (0..lines.len()).flat_map(move |i| lines[i + 1..].iter().map(move |other| (lines[i], *other)));
        let mut sets: Vec<SquareSet> = match goal {
            Goal::Line => lines.to_vec(),
            Goal::Pair => pairs().map(|(one, other)| one | other).collect(),
            Goal::CrossingPair => pairs()
                .filter(|(one, other)| one.intersects(*other))
                .map(|(one, other)| one | other)
                .collect(),
        };
        sets.retain(|set| set.len() <= pieces);
        sets.sort();
        sets.dedup();
        let squares: Vec<Squares> = sets.iter().map(|set| set.0 as Squares).collect();
        let through = std::array::from_fn(|square| {
            (0..squares.len())
                .filter(|&target| squares[target] >> square & 1 != 0)
                .fold(0, |set, t| set | 1 << t)
        });
        let inside = (0..1_usize << board.squares())
            .map(|set| {
                (0..squares.len())
                    .filter(|&t| usize::from(squares[t]) & !set == 0)
                    .fold(0, |all, t| all | 1 << t)
            })
            .collect();
        let maps = if all_symmetries { exchanges(board) } else { of_the_board(board) };
        let symmetries = maps.into_iter().filter_map(|square| Map::of(square, &squares)).collect();
        Some(Targets { squares, board_squares: board.squares(), through, inside, symmetries })
    }

    /// The least code of a position's images. Only the symmetries that take its living targets to the least possible
    /// set count.
    pub fn least_image<C: Ord + Default>(&self, living: TargetSet, code: impl Fn(&Map, TargetSet) -> C) -> C {
        let least = self.symmetries.iter().map(|map| map.targets(living)).min().unwrap_or(living);
        let maps = self.symmetries.iter().filter(|map| map.targets(living) == least);
        maps.map(|map| code(map, least)).min().unwrap_or_default()
    }

    /// How many targets there are.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// The squares of a target.
    #[inline]
    pub fn squares(&self, target: usize) -> Squares {
        self.squares[target]
    }

    /// The targets inside a set of squares.
    #[inline]
    pub fn inside(&self, squares: Squares) -> TargetSet {
        self.inside[usize::from(squares) & (self.inside.len() - 1)]
    }
}

/// The maps of the symmetries of a board.
fn of_the_board(board: Board) -> Vec<[u8; MOST_SQUARES]> {
    let map = |symmetry: &Symmetry| {
        std::array::from_fn(|square| {
            let square = crate::board::Square::new(square).unwrap_or_default();
            symmetry.square(square).index() as u8
        })
    };
    board.symmetries().iter().map(map).collect()
}

/// All exchanges of rows among themselves, of columns among themselves, and of rows with columns.
fn exchanges(board: Board) -> Vec<[u8; MOST_SQUARES]> {
    let Some(side) = board.side() else { return of_the_board(board) };
    let orders = orders(side);
    let mut maps = Vec::new();
    for rows in &orders {
        for columns in &orders {
            let map = |square: usize| (rows[square / side], columns[square % side]);
            let square_at = |square: usize, (row, column): (usize, usize)| {
                if square < side * side { (row * side + column) as u8 } else { square as u8 }
            };
            maps.push(std::array::from_fn(|square| square_at(square, map(square % (side * side)))));
            maps.push(std::array::from_fn(|square| {
                let (row, column) = map(square % (side * side));
                square_at(square, (column, row))
            }));
        }
    }
    maps
}

/// All orders of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(count - 1);
    let with = |place: usize| {
        shorter.iter().map(move |order| {
            let mut order = order.clone();
            order.insert(place, count - 1);
            order
        })
    };
    (0..count).flat_map(with).collect()
}
