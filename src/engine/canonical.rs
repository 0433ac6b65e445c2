//! One form for all positions that are equivalent by symmetries or exchanges of subscripts.
//!
//! * *Symmetry.* The rotations and reflections of the board map lines to lines.
//! * *Subscripts.* On an m-by-m board the owner of a line has m subscripts on it. The largest of
//!   them is the player's m-th subscript if the line holds exactly the player's first m. Otherwise
//!   it is a later one. So if two of a player's first m subscripts are exchanged, quantum or
//!   classical, no largest subscript changes. Hence no score changes under any rule, and neither
//!   does the end of the game or the chooser. On 3x3 the subscripts 1, 3 and 5 are interchangeable,
//!   and so are 2, 4 and 6.
//!
//! *Canonical form.* In each image of the position under a symmetry, the first m series of each
//! player are sorted among their places. The form is the image with the smallest list of series,
//! where a series is read as a binary number with square 1 as the lowest bit.
//!
//! The solver for small boards treats even more positions as one ([`crate::perfect_play`]).

use crate::engine::board::{Board, MAX_SQUARES, SquareSet, Symmetry};
use crate::engine::position::{Action, Position};

/// The squares of the series of a position in canonical form, by turn.
///
/// Together with the game they determine the position. A series of one square is classical unless
/// others are on that square, too. The series also show whether an entanglement waits for its
/// collapse.
pub type Key = Vec<u64>;

/// A position in canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    /// The squares of its series.
    pub key: Key,
    /// The symmetry that maps the position to this image.
    pub symmetry: Symmetry,
    /// The series of the position, by their places in the canonical form.
    pub series: Vec<usize>,
}

impl Canonical {
    /// Returns the canonical form of a position, given the symmetries of its board.
    pub fn new(position: &Position, symmetries: &[Symmetry]) -> Canonical {
        let series = Series::of(position);
        let mut symmetries = symmetries.iter().copied();
        let first = symmetries.next();
        let mut least = series.image(first.unwrap_or_else(|| position.board().symmetries()[0]));
        let mut next = least.clone();
        for symmetry in symmetries {
            series.fill(symmetry, &mut next);
            if next.key() < least.key() {
                std::mem::swap(&mut least, &mut next);
            }
        }
        Canonical {
            key: least.key().to_vec(),
            symmetry: least.symmetry,
            series: least.places[..least.len]
                .iter()
                .map(|&place| place.into())
                .collect(),
        }
    }

    /// Returns the symmetries of the board that leave a position unchanged.
    ///
    /// The order of interchangeable subscripts may change. The identity is always included.
    pub fn symmetries_of(position: &Position) -> Vec<Symmetry> {
        let series = Series::of(position);
        let mut symmetries = position.board().symmetries();
        let itself = series.image(symmetries[0]);
        symmetries.retain(|&symmetry| series.image(symmetry).key() == itself.key());
        symmetries
    }

    /// Returns the first of the legal actions that are equivalent to `action`.
    ///
    /// Two placements are equivalent if a symmetry of the board maps one to the other and both lead
    /// to one canonical form.
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

/// The series of a position.
struct Series {
    squares: [u64; MAX_SQUARES],
    len: usize,
    /// The end of the interchangeable series, for both players.
    interchangeable: usize,
}

/// The image of the series of a position, with interchangeable series sorted.
#[derive(Clone)]
struct Image {
    squares: [u64; MAX_SQUARES],
    /// The places of the series before they were sorted.
    places: [u8; MAX_SQUARES],
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
            .for_each(|(place, set)| *place = set);
        Series {
            squares,
            len,
            interchangeable: len.min(2 * board.side().unwrap_or(0)),
        }
    }

    /// Returns the image under a symmetry.
    fn image(&self, symmetry: Symmetry) -> Image {
        let mut image = Image {
            squares: [0; MAX_SQUARES],
            places: [0; MAX_SQUARES],
            len: self.len,
            symmetry,
        };
        self.fill(symmetry, &mut image);
        image
    }

    /// Replaces `image` by the image of these series under a symmetry.
    fn fill(&self, symmetry: Symmetry, image: &mut Image) {
        image.symmetry = symmetry;
        for place in 0..self.len {
            image.squares[place] = symmetry.set(SquareSet(self.squares[place])).0;
            image.places[place] = place as u8;
        }
        // A stable insertion sort. Series of one player are two places apart.
        for last in 2..self.interchangeable {
            let mut place = last;
            while place >= 2 && image.squares[place - 2] > image.squares[place] {
                image.squares.swap(place - 2, place);
                image.places.swap(place - 2, place);
                place -= 2;
            }
        }
    }
}

impl Image {
    fn key(&self) -> &[u64] {
        &self.squares[..self.len]
    }
}
