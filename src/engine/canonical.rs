//! One form for all positions that symmetries or exchanges of subscripts make equivalent.
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

use crate::engine::board::{Board, SquareSet, Symmetry};
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
    pub fn of(position: &Position, symmetries: &[Symmetry]) -> Canonical {
        let images = symmetries
            .iter()
            .map(|&symmetry| Canonical::image(position, symmetry));
        let least = images.reduce(|least, image| if image.key < least.key { image } else { least });
        least.unwrap_or_else(|| Canonical::image(position, position.board().symmetries()[0]))
    }

    /// Returns the symmetries of the board that leave a position unchanged.
    ///
    /// The order of interchangeable subscripts may change. The identity is always included.
    pub fn symmetries_of(position: &Position) -> Vec<Symmetry> {
        let mut symmetries = position.board().symmetries();
        let key = Canonical::image(position, symmetries[0]).key;
        symmetries.retain(|&symmetry| Canonical::image(position, symmetry).key == key);
        symmetries
    }

    /// Returns the first of the legal actions that are equivalent to `action`.
    ///
    /// These are its images under symmetries of the board that lead to the same canonical form.
    pub fn least_action(position: &Position, action: Action) -> Action {
        let Action::Place(squares) = action else {
            return action;
        };
        let symmetries = position.board().symmetries();
        let key =
            |action: &Action| Canonical::of(&position.after_unchecked(action), &symmetries).key;
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

    /// Returns `true` if `series` is the key of a canonical form on a board.
    pub fn is_key(series: &[u64], board: &Board) -> bool {
        let images = board.symmetries().into_iter();
        let mut keys = images.map(|symmetry| Canonical::of_series(series, board, symmetry).key);
        keys.all(|key| *series <= *key)
    }

    /// Returns the image of a position under a symmetry.
    fn image(position: &Position, symmetry: Symmetry) -> Canonical {
        let series: Vec<u64> = (0..position.turns())
            .map(|series| position.squares_of(series).0)
            .collect();
        Canonical::of_series(&series, &position.board(), symmetry)
    }

    /// Returns the image of `series` under a symmetry.
    ///
    /// The first m series of each player are sorted among their places.
    fn of_series(series: &[u64], board: &Board, symmetry: Symmetry) -> Canonical {
        let interchangeable = 2 * board.side().unwrap_or(0);
        let squares: Vec<u64> = series
            .iter()
            .map(|&squares| symmetry.set(SquareSet(squares)).0)
            .collect();
        let mut series: Vec<usize> = (0..squares.len()).collect();
        for player in 0..2 {
            let places: Vec<usize> = (player..squares.len().min(interchangeable))
                .step_by(2)
                .collect();
            let mut sorted = places.clone();
            sorted.sort_by_key(|&series| squares[series]);
            places
                .iter()
                .zip(sorted)
                .for_each(|(&place, member)| series[place] = member);
        }
        Canonical {
            key: series.iter().map(|&member| squares[member]).collect(),
            symmetry,
            series,
        }
    }
}
