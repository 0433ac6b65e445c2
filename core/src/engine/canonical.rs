//! One form for positions that differ only by a symmetry or by the order of early series.
//!
//! * *Symmetry.* The rotations and reflections of the board map lines to lines.
//! * *Subscripts.* A line counts by its largest subscript. Its m pieces belong to one player, so
//!   the largest is the player's m-th if the line holds the player's first m, and otherwise a later
//!   one. Either way the largest stays the same if we exchange two of the first m, quantum or
//!   classical. So no score changes under any rule, nor does the end of the game or the chooser. On
//!   3x3 the subscripts 1, 3 and 5 are interchangeable.
//!
//! To find the canonical form, map the position by every symmetry, and sort each player's first m
//! series. The smallest list of [words](SquareSet) is the form.

use crate::engine::board::{Board, MAX_SQUARES, SquareSet, Symmetry};
use crate::engine::position::{Action, Position};

/// The squares of each series in canonical form, by turn.
///
/// The key and the game determine the canonical position, because a series on one square is
/// classical unless another series shares this square, and a tight set that is not classical waits
/// for its collapse.
pub type Key = Vec<u64>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    pub key: Key,
    pub symmetry: Symmetry,
    /// The position's index for each series in `key`.
    pub series: Vec<usize>,
}

impl Canonical {
    pub fn new(position: &Position, symmetries: &[Symmetry]) -> Canonical {
        let series = Series::of(position);
        let mut least = series.image(symmetries[0]);
        let mut next = least.clone();
        for &symmetry in &symmetries[1..] {
            series.fill(symmetry, &mut next);
            if next.key() < least.key() {
                std::mem::swap(&mut least, &mut next);
            }
        }
        Canonical {
            key: least.key().to_vec(),
            symmetry: least.symmetry,
            series: least.indices[..least.len]
                .iter()
                .map(|&index| index.into())
                .collect(),
        }
    }

    /// Returns the symmetries that change at most the order of interchangeable series.
    pub fn symmetries_of(position: &Position) -> Vec<Symmetry> {
        let series = Series::of(position);
        let mut symmetries = position.board().symmetries();
        let itself = series.image(symmetries[0]);
        symmetries.retain(|&symmetry| series.image(symmetry).key() == itself.key());
        symmetries
    }

    /// Returns the first placement by [`Action::in_order`] that is an image of `action` under a
    /// symmetry of the board and leads to the same canonical form. A collapse is returned
    /// unchanged.
    pub fn least_action(position: &Position, action: Action) -> Action {
        let Action::Place(squares) = action else {
            return action;
        };
        let symmetries = position.board().symmetries();
        let key =
            |action: &Action| Canonical::new(&position.after_unchecked(action), &symmetries).key;
        let images = symmetries.iter().map(|symmetry| symmetry.set(squares));
        let legal = images
            .filter(|image| image.is_subset(position.quantum()))
            .map(Action::Place);
        let wanted = key(&action);
        legal
            .filter(|image| key(image) == wanted)
            .min_by(Action::in_order)
            .unwrap_or(action)
    }
}

struct Series {
    squares: [u64; MAX_SQUARES],
    len: usize,
    /// Below this index a player's series are interchangeable.
    interchangeable: usize,
}

/// The series under a symmetry, with interchangeable ones sorted.
#[derive(Clone)]
struct Image {
    squares: [u64; MAX_SQUARES],
    /// The series' indices before sorting.
    indices: [u8; MAX_SQUARES],
    len: usize,
    symmetry: Symmetry,
}

impl Series {
    fn of(position: &Position) -> Series {
        let series = (0..position.turns()).map(|series| position.squares_of(series).0);
        Series::new(series, &position.board())
    }

    fn new(series: impl ExactSizeIterator<Item = u64>, board: &Board) -> Series {
        let len = series.len();
        let mut squares = [0; MAX_SQUARES];
        squares
            .iter_mut()
            .zip(series)
            .for_each(|(slot, set)| *slot = set);
        Series {
            squares,
            len,
            interchangeable: len.min(2 * board.side().unwrap_or(0)),
        }
    }

    fn image(&self, symmetry: Symmetry) -> Image {
        let mut image = Image {
            squares: [0; MAX_SQUARES],
            indices: [0; MAX_SQUARES],
            len: self.len,
            symmetry,
        };
        self.fill(symmetry, &mut image);
        image
    }

    fn fill(&self, symmetry: Symmetry, image: &mut Image) {
        image.symmetry = symmetry;
        for index in 0..self.len {
            image.squares[index] = symmetry.set(SquareSet(self.squares[index])).0;
            image.indices[index] = index as u8;
        }
        // A stable insertion sort of both players at once: their series alternate.
        for last in 2..self.interchangeable {
            let mut index = last;
            while index >= 2 && image.squares[index - 2] > image.squares[index] {
                image.squares.swap(index - 2, index);
                image.indices.swap(index - 2, index);
                index -= 2;
            }
        }
    }
}

impl Image {
    fn key(&self) -> &[u64] {
        &self.squares[..self.len]
    }
}
