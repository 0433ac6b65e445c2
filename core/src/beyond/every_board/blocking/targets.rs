use crate::engine::board::{Board, Square, SquareSet, Symmetry};

/// A set of squares, on a board with at most 16.
pub type Squares = u16;

/// A set of targets, by their indices.
pub type TargetSet = u64;

pub const MOST_SQUARES: usize = 16;

/// Iterates over a set of squares or targets, lowest first.
#[inline]
pub fn each(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut left = set.into();
    std::iter::from_fn(move || {
        let member = (left != 0).then_some(left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(member)
    })
}

/// Returns the lowest and the highest square.
#[inline]
pub fn ends(set: Squares) -> [usize; 2] {
    [set.trailing_zeros() as usize, set.ilog2() as usize]
}

#[inline]
pub fn squares_where(squares: Squares, mut is_so: impl FnMut(usize) -> bool) -> Squares {
    each(squares).fold(0, |set, square| {
        set | Squares::from(is_so(square)) << square
    })
}

/// The lines that the attacker wants to own on the full board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goal {
    CrossingPair,
    Pair,
    Line,
}

impl Goal {
    /// All goals, from the easiest for the blocker to the hardest.
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

#[derive(Debug)]
pub struct Targets {
    squares: Vec<Squares>,
    pub board_squares: usize,
    /// The targets that contain each square.
    pub through: [TargetSet; MOST_SQUARES],
    inside: Vec<TargetSet>,
    pub symmetries: Vec<Map>,
}

/// A board symmetry's effect on squares and targets.
#[derive(Debug)]
pub struct Map {
    pub square: [u8; MOST_SQUARES],
    target: Vec<u8>,
}

impl Map {
    /// `targets` must be sorted.
    fn of(symmetry: &Symmetry, targets: &[Squares]) -> Map {
        let square: [u8; MOST_SQUARES] = std::array::from_fn(|square| {
            symmetry
                .square(Square::new(square).unwrap_or_default())
                .index() as u8
        });
        let image =
            |set: Squares| each(set).fold(0, |image: Squares, from| image | 1 << square[from]);
        let number = |set: Squares| targets.binary_search(&image(set)).unwrap_or_default() as u8;
        Map {
            square,
            target: targets.iter().map(|&set| number(set)).collect(),
        }
    }

    pub fn targets(&self, set: TargetSet) -> TargetSet {
        each(set).fold(0, |image, target| image | 1 << self.target[target])
    }
}

impl Targets {
    /// The attacker can own at most `pieces` squares, so larger targets are left out. Returns
    /// `None` if the board has more than [`MOST_SQUARES`] squares.
    pub fn new(board: Board, goal: Goal, pieces: usize) -> Option<Targets> {
        if board.squares() > MOST_SQUARES {
            return None;
        }
        let lines = board.lines();
        let pairs = || {
            lines
                .iter()
                .enumerate()
                .flat_map(|(i, one)| lines[i + 1..].iter().map(move |other| (*one, *other)))
        };
        let mut sets: Vec<SquareSet> = match goal {
            Goal::Line => lines.to_vec(),
            Goal::Pair => pairs().map(|(one, other)| one | other).collect(),
            Goal::CrossingPair => pairs()
                .filter(|(one, other)| one.intersects(*other))
                .map(|(one, other)| one | other)
                .collect(),
        };
        sets.retain(|set| set.len() <= pieces);
        let mut squares: Vec<Squares> = sets.iter().map(|set| set.0 as Squares).collect();
        squares.sort_unstable();
        squares.dedup();
        let targets = |is_so: &dyn Fn(Squares) -> bool| {
            (0..squares.len())
                .filter(|&target| is_so(squares[target]))
                .fold(0, |set, target| set | 1 << target)
        };
        Some(Targets {
            board_squares: board.squares(),
            through: std::array::from_fn(|square| targets(&|target| target >> square & 1 != 0)),
            inside: (0..1_usize << board.squares())
                .map(|set| targets(&|target| usize::from(target) & !set == 0))
                .collect(),
            symmetries: board
                .symmetries()
                .iter()
                .map(|symmetry| Map::of(symmetry, &squares))
                .collect(),
            squares,
        })
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    #[inline]
    pub fn squares(&self, target: usize) -> Squares {
        self.squares[target]
    }

    #[inline]
    pub fn inside(&self, squares: Squares) -> TargetSet {
        self.inside[usize::from(squares) & (self.inside.len() - 1)]
    }
}
