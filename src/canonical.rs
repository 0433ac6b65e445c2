//! One form for all positions that are the same game: symmetries of the board and subscripts that cannot matter.
//!
//! * *Symmetry.* The rotations and reflections map lines to lines.
//! * *Subscripts.* On an m-by-m board a line has m subscripts of one player. Its largest is that player's m-th if the line
//!   holds exactly the first m, and one beyond the m-th otherwise. So exchanging two of a player's first m subscripts,
//!   quantum or classical, changes no largest subscript: hence no score under any rule, no end of the game, no choice. On
//!   3x3 this makes 1 = 3 = 5 and 2 = 4 = 6.
//!
//! The first m series of each player are sorted among their places; of the images under the symmetries the one whose list of
//! square sets, as binary numbers with square 1 lowest, is smallest stands for all. The solver merges more, see
//! [`crate::search`].

use crate::board::Symmetry;
use crate::position::Position;

/// The squares of the series of a position in normal form, in the order of the turns.
///
/// It tells everything of a position whose game is known: a series of one square is classical unless others are on it
/// too, and an entanglement that waits for its collapse is seen from the series.
pub type Key = Vec<u64>;

/// A position in normal form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Normal {
    /// The squares of its series.
    pub key: Key,
    /// The symmetry that leads there.
    pub symmetry: Symmetry,
    /// Which series of the position stands in each place.
    pub series: Vec<usize>,
}

impl Normal {
    /// The normal form of a position.
    #[must_use]
    pub fn of(position: &Position, symmetries: &[Symmetry]) -> Normal {
        let interchangeable = 2 * position.board().side().unwrap_or(0);
        let mut best: Option<Normal> = None;
        for symmetry in symmetries {
            let squares: Vec<u64> =
                (0..position.turns()).map(|series| symmetry.set(position.squares_of(series)).0).collect();
            let mut series: Vec<usize> = (0..squares.len()).collect();
            for player in 0..2 {
                let places: Vec<usize> = (player..squares.len().min(interchangeable)).step_by(2).collect();
                let mut sorted = places.clone();
                sorted.sort_by_key(|&series| squares[series]);
                places.iter().zip(sorted).for_each(|(&place, member)| series[place] = member);
            }
            let key: Key = series.iter().map(|&member| squares[member]).collect();
            if best.as_ref().is_none_or(|best| key < best.key) {
                best = Some(Normal { key, symmetry: *symmetry, series });
            }
        }
        // The identity is a symmetry of every board.
        best.unwrap_or(Normal { key: Key::new(), symmetry: symmetries[0], series: Vec::new() })
    }
}
