//! One form for all positions that are the same game: symmetries of the board and subscripts that cannot matter.
//!
//! * *Symmetry.* The rotations and reflections of the board map lines to lines.
//! * *Subscripts.* On an m-by-m board the owner of a line has m subscripts on it. The largest of them is the player's
//!   m-th subscript if the line holds exactly the player's first m, and a later one otherwise. So if two of a player's
//!   first m subscripts are exchanged, quantum or classical, no largest subscript changes. Hence no score changes under
//!   any rule, and neither does the end of the game or who chooses. On 3x3 the subscripts 1, 3 and 5 are
//!   interchangeable, and so are 2, 4 and 6.
//!
//! Canonical form: in each image of the position under a symmetry the first m series of each player are sorted among
//! their places. The image with the smallest list of series is taken, a series being read as a binary number with
//! square 1 as the lowest bit. The solver for small boards treats even more positions as one ([`crate::perfect_play`]).

use crate::engine::board::{Board, SquareSet, Symmetry};
use crate::engine::position::{Action, Position};

/// The squares of the series of a position in canonical form, in the order of the turns.
///
/// Together with the game it determines the position: a series of one square is classical unless others are on it, too,
/// and the series tell whether an entanglement waits for its collapse.
pub type Key = Vec<u64>;

/// A position in canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    /// The squares of its series.
    pub key: Key,
    /// The symmetry that leads from the position to this image.
    pub symmetry: Symmetry,
    /// `series[i]` is the series of the position that stands in place i of the canonical form.
    pub series: Vec<usize>,
}

impl Canonical {
    /// The canonical form of a position. `symmetries` are those of its board.
    pub fn of(position: &Position, symmetries: &[Symmetry]) -> Canonical {
        let images = symmetries
            .iter()
            .map(|&symmetry| Canonical::image(position, symmetry));
        let least = images.reduce(|least, image| if image.key < least.key { image } else { least });
        least.unwrap_or_else(|| Canonical::image(position, position.board().symmetries()[0]))
    }

    /// The symmetries of its board that leave a position unchanged up to the order of interchangeable subscripts. The
    /// identity is one of them.
    pub fn symmetries_of(position: &Position) -> Vec<Symmetry> {
        let mut symmetries = position.board().symmetries();
        let key = Canonical::image(position, symmetries[0]).key;
        symmetries.retain(|&symmetry| Canonical::image(position, symmetry).key == key);
        symmetries
    }

    /// The action with the least squares among those that a symmetry of the position exchanges with this one.
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

    /// Returns `true` if a list of series is the key of a canonical form on a board.
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

    /// Returns the image of some series under a symmetry, with the first m series of each player sorted.
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
