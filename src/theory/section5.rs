//! Section 5: finding the entanglement in polynomial time.
//!
//! **Theorem.** Let all series of a position be matched to squares. Double one of them, v. If v is in a tight
//! set the doubled graph has no matching of all series and the copy; otherwise it has.
//!
//! *Proof.* If E is tight and holds v, then E and the copy have |E| squares for |E| + 1 members. Otherwise
//! every set S that holds v has |n(S)| >= |S| + 1, room for the copy: Hall's condition holds. ∎
//!
//! **Correction** (to the proof only). The paper's case 2.1 claims |n(S)| >= |S| + 1 for sets S without v as
//! well. Such a set may be tight: 1-2 and 1-2 while v is 3-4 ([`Agreement::tight_without`]). |n(S)| >= |S| is
//! true, and enough.
//!
//! **Condition.** The graph must have a matching of all series to begin with. In the game it always has
//! ([`super::section4`]); without it no size need equal |B| or |B| + 1.
//!
//! Three detections are compared:
//! * [`by_doubling`], the paper's own: a maximum matching by Hopcroft and Karp for each series;
//! * [`by_one_matching`], the engine's, see [`crate::matching`];
//! * [`by_definition`]: the union of all tight sets among all subsets.

use super::family::{Family, Walked, for_each_placement, tight_sets};
use super::hopcroft_karp::maximum_matching;
use super::random::Numbers;
use super::{Counterexample, Error};
use crate::board::{Board, MAX_SQUARES, Square, SquareSet};
use crate::game::Game;
use crate::matching::{Matching, SeriesSet};
use crate::position::{Phase, Position};
use crate::progress::Progress;
use crate::rules::Rules;

/// The most series whose subsets [`by_definition`] goes through.
pub const MAX_SERIES_BY_DEFINITION: usize = 20;

/// The series that are in a tight set, by the paper's method: those whose doubling adds nothing to the size
/// of a maximum matching.
///
/// Cost: a matching by Hopcroft and Karp for each series, O(k^2.5 n) for k series of n pieces.
///
/// ```
/// use gqt3::board::SquareSet;
/// use gqt3::theory::{family::Family, section5::by_doubling};
/// let series = [0b0011, 0b0110, 0b0101, 0b1100].map(SquareSet).to_vec();
/// assert_eq!(by_doubling(&Family { squares: 4, series }).len(), 4);
/// ```
#[must_use]
pub fn by_doubling(family: &Family) -> SeriesSet {
    let mut doubled = family.series.clone();
    let adds_nothing = |member: &usize| {
        doubled.push(family.series[*member]);
        let size = maximum_matching(&doubled);
        doubled.pop();
        size == family.series.len()
    };
    (0..family.series.len()).filter(adds_nothing).collect()
}

/// The entanglement by the engine's method; `None` if the series cannot all be matched.
///
/// Cost: O(k^2) for k series from scratch; in a game one augmentation a turn.
#[must_use]
pub fn by_one_matching(family: &Family) -> Option<SeriesSet> {
    let neighbours = family.neighbours();
    let matching = Matching::of_all(family.all(), &neighbours).ok()?;
    Some(matching.entanglement(family.all(), &neighbours))
}

/// The union of all tight sets; `None` if there are more than [`MAX_SERIES_BY_DEFINITION`] series. Cost: 2^k.
#[must_use]
pub fn by_definition(family: &Family) -> Option<SeriesSet> {
    if family.series.len() > MAX_SERIES_BY_DEFINITION {
        return None;
    }
    let tight = tight_sets(&family.neighbourhoods());
    Some(tight.into_iter().fold(SeriesSet::EMPTY, |union, set| SeriesSet(union.0 | set.0)))
}

/// How the detections compare.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Agreement {
    /// Positions after a placement that were looked at.
    pub positions: u64,
    /// Those with an entanglement.
    pub entangled: u64,
    /// The most series that were entangled at once.
    pub largest: usize,
    /// The smallest position in which a series of 2 pieces or more made a set tight and some series is in
    /// none.
    pub tight_without: Option<Counterexample>,
    /// A position in which two detections differ.
    pub counterexample: Option<Counterexample>,
}

impl Agreement {
    /// Compares the detections with one another, and with what is `known`.
    fn compare(&mut self, family: &Family, known: Option<SeriesSet>) {
        let found = by_doubling(family);
        self.positions += 1;
        self.entangled += u64::from(!found.is_empty());
        self.largest = self.largest.max(found.len());
        let by_a_series = family.series.last().is_some_and(|newest| newest.len() > 1);
        if by_a_series && !found.is_empty() && found != family.all() {
            Counterexample::keep(&mut self.tight_without, "a tight set beside a free series", family);
        }
        if by_one_matching(family) != Some(found) {
            Counterexample::keep(&mut self.counterexample, "doubling and one matching differ", family);
        }
        if known.is_some_and(|known| known != found) {
            Counterexample::keep(&mut self.counterexample, "doubling finds another entanglement", family);
        }
    }
}

/// Compares all three after every placement of every game with n <= s <= `most_squares`, up to isomorphism.
///
/// Cost: 0.01 s for s <= 6, 0.3 s for s <= 7, 25 s for s <= 8.
///
/// # Errors
/// As [`for_each_placement`].
pub fn compare_everywhere(most_squares: usize, progress: &dyn Progress) -> Result<Agreement, Error> {
    let mut found = Agreement::default();
    for squares in 1..=most_squares {
        found.compare(&Family::empty(squares), Some(SeriesSet::EMPTY));
        for pieces in 1..=squares {
            let _: Walked = for_each_placement(squares, pieces, progress, &mut |placed| {
                found.compare(placed.after, Some(placed.entangled));
            })?;
        }
    }
    Ok(found)
}

/// Compares the paper's method with the engine's in `games` random games on up to `most_squares` squares,
/// after every placement: both with the matching from scratch and with what [`Position`] finds as it goes.
///
/// Every fourth game is played on `most_squares` squares, the others on a random number; n is random up to 5.
/// Cost: about 1 ms a game on up to 64 squares.
///
/// # Errors
/// If there are no squares or more than the engine's 64, or if it was interrupted.
pub fn compare_at_random(
    most_squares: usize,
    games: usize,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Agreement, Error> {
    super::at_most(most_squares, MAX_SQUARES)?;
    let mut found = Agreement::default();
    let mut numbers = Numbers::new(seed);
    for game in 0..games {
        let squares = if game % 4 == 0 { most_squares } else { 1 + numbers.below(most_squares) };
        let board = Board::without_lines(squares).map_err(|_| Error::Empty)?;
        let pieces = 1 + numbers.below(5);
        let mut position = Position::new(Game::new(board, pieces, Rules::default()).unwrap());
        while position.phase() != Phase::Over {
            progress.check()?;
            found.compare_one_turn(&mut position, &mut numbers);
        }
    }
    Ok(found)
}

impl Agreement {
    /// Plays a random placement and, if it entangles, a collapse.
    fn compare_one_turn(&mut self, position: &mut Position, numbers: &mut Numbers) {
        let placement = random_placement(position, numbers);
        let before = *position;
        position.place_unchecked(placement);
        let members: Vec<usize> = before.quantum_series().iter().chain([before.turns()]).collect();
        let squares_of = |&member: &usize| {
            if member == before.turns() { placement } else { before.squares_of(member) }
        };
        let series = members.iter().map(squares_of).collect();
        // A forced collapse has happened by now: what is no longer quantum was entangled.
        let is_entangled = |member: usize| match position.phase() {
            Phase::Collapse => position.entangled().contains(member),
            _ => !position.quantum_series().contains(member),
        };
        let entangled = (0..members.len()).filter(|&index| is_entangled(members[index])).collect();
        self.compare(&Family { squares: before.board().squares(), series }, Some(entangled));
        let choice = position.collapses().take(1 + numbers.below(4)).last();
        if let Some(collapse) = choice {
            position.collapse_unchecked(&collapse);
        }
    }
}

/// A random legal placement (the phase is [`Phase::Place`]).
fn random_placement(position: &Position, numbers: &mut Numbers) -> SquareSet {
    let mut squares: Vec<Square> = position.quantum().iter().collect();
    numbers.shuffle(&mut squares);
    squares.into_iter().take(position.pieces_to_place()).collect()
}
