//! Section 4: an entanglement can always collapse, and in many ways.
//!
//! **Theorem** (before and after any turn, for n <= s unless said otherwise).
//! 1. No set of quantum series has fewer squares than members, so the largest set with at most as many squares as
//!    members has |n(E)| = |E|; every tight set has a perfect matching.
//! 2. Unions of tight sets are tight, so there is one largest tight set: the entanglement.
//! 3. After a collapse no tight set is left, and every quantum series keeps at least 2 pieces.
//! 4. An entanglement has a collapse for each square of the series that caused it: at least k if that has k
//!    pieces.
//! 5. The first entanglement of a game has at least n! collapses.
//!
//! *Reason.* Between turns no set is tight, so every nonempty set E has |n(E)| >= |E| + 1; one more series
//! makes that |n(E)| >= |E|, which is Hall's condition: 1. Let E and F be tight. Their union E + F and common
//! part E & F have |n(E + F)| <= |n(E)| + |n(F)| - |n(E & F)| <= |E| + |F| - |E & F| = |E + F|: 2. Were F
//! tight after E collapsed, E + F would have been a larger tight set, and a series with one piece is tight by
//! itself: 3. Put the newest series on any of its squares: the older ones have |n(E)| >= |E| + 1, so without
//! that square still as many squares as they need: 4. All series of a first entanglement have n pieces, so
//! [`super::hall`] gives 5.
//!
//! **Correction.** The paper says "there are always >= 2 collapses", because "deg(v) >= 2 for all v in E": it
//! overlooks the last turns. When fewer than n squares are quantum, a single piece is placed. Alone on an isolated
//! square it is no more than what Appendix A fills "automatically"; but it may complete a tight set with quantum
//! series, and then there may be nothing to choose. The smallest case has n = 3 and s = 5 ([`forced_game`]): after
//! the collapse of 3-4-5 three times, 1-2-5 keeps its pieces on 1 and 2, and a single piece on 1 sends it to 2
//! ([`Consistency::forced`]). Other such entanglements have several collapses: [`Consistency::by_single`]. For
//! n = 1 every entanglement is one piece on one square, with 1 = 1! collapse; and for n > s turn 1 already places
//! a single piece, so that 5 needs n <= s.
//!
//! 4 is more than the paper's 2. Both bounds are sharp: n series on the same n squares have n! collapses
//! ([`Consistency::first`]), and from s = 2n on some later entanglement has exactly n
//! ([`Consistency::later`]).

use super::family::{Family, Placement, for_each_placement, tight_sets};
use super::{Counterexample, Error, Spread};
use crate::board::{Board, Square, SquareSet};
use crate::game::Game;
use crate::matching::SeriesSet;
use crate::position::Position;
use crate::progress::Progress;
use crate::rules::Rules;

/// What all positions of one game size show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consistency {
    /// s.
    pub squares: usize,
    /// n.
    pub pieces: usize,
    /// Positions between turns, up to isomorphism.
    pub positions: u64,
    /// Placements tried in them.
    pub placements: u64,
    /// Placements that entangle.
    pub entanglements: u64,
    /// Tight sets in all of them.
    pub tight_sets: u64,
    /// Collapses of the first entanglement of a game; `None` if there are none to count, here and below.
    pub first: Option<Spread>,
    /// Collapses of later entanglements that a series of 2 pieces or more (n, then) causes.
    pub later: Option<Spread>,
    /// Collapses of entanglements that a single piece causes: in the tail, or always for n = 1.
    pub by_single: Option<Spread>,
    /// Pieces that a quantum series has after a collapse.
    pub pieces_left: Option<Spread>,
    /// Pieces of each series of a first entanglement.
    pub first_pieces: Option<Spread>,
    /// Pieces of each series of a later entanglement, the one that caused it included.
    pub later_pieces: Option<Spread>,
    /// The smallest entanglement of two series or more with one collapse only, if there is one.
    pub forced: Option<Counterexample>,
    /// The smallest position in which one of the statements 1 to 5 fails.
    pub counterexample: Option<Counterexample>,
}

/// Checks every position of the game on `squares` squares with `pieces` pieces.
///
/// ```
/// use gqt3::progress::Silent;
/// use gqt3::theory::section4::consistency;
/// let found = consistency(4, 3, &Silent)?;
/// assert!(found.counterexample.is_none());
/// assert_eq!(found.first.map(|collapses| collapses.fewest), Some(6));
/// # Ok::<(), gqt3::theory::Error>(())
/// ```
///
/// # Errors
/// As [`for_each_placement`].
pub fn consistency(squares: usize, pieces: usize, progress: &dyn Progress) -> Result<Consistency, Error> {
    let mut found = Consistency::new(squares, pieces);
    let walked = for_each_placement(squares, pieces, progress, &mut |placed| found.look_at(placed))?;
    found.positions = walked.positions;
    found.placements = walked.placements;
    Ok(found)
}

/// [`consistency`] for all 1 <= n <= s <= `most_squares`, ordered by s and then n.
///
/// Cost: 0.01 s for s <= 6, 0.4 s for s <= 7, a minute for s <= 8.
///
/// # Errors
/// As [`for_each_placement`].
pub fn consistency_up_to(most_squares: usize, progress: &dyn Progress) -> Result<Vec<Consistency>, Error> {
    let sizes = (1..=most_squares).flat_map(|squares| (1..=squares).map(move |pieces| (squares, pieces)));
    sizes.map(|(squares, pieces)| consistency(squares, pieces, progress)).collect()
}

impl Consistency {
    const fn new(squares: usize, pieces: usize) -> Consistency {
        Consistency {
            squares,
            pieces,
            positions: 0,
            placements: 0,
            entanglements: 0,
            tight_sets: 0,
            first: None,
            later: None,
            by_single: None,
            pieces_left: None,
            first_pieces: None,
            later_pieces: None,
            forced: None,
            counterexample: None,
        }
    }

    fn look_at(&mut self, placed: &Placement<'_>) {
        let mut expect = |holds: bool, statement| {
            if !holds {
                Counterexample::keep(&mut self.counterexample, statement, placed.after);
            }
        };
        let mut sets = placed.neighbourhoods.iter().enumerate();
        expect(
            sets.all(|(word, squares)| squares.len() >= SeriesSet(word as u64).len()),
            "a set of series has fewer squares than members",
        );
        let largest = largest_without_surplus(placed.neighbourhoods);
        expect(largest == placed.entangled, "the largest set with at most as many squares is not tight");
        if placed.tight.is_empty() {
            return;
        }
        let count = |set: &SeriesSet| placed.after.perfect_matchings(*set);
        expect(placed.tight.iter().all(|set| count(set) > 0), "a tight set has no perfect matching");
        expect(unions_are_tight(placed.tight), "a union of tight sets is not tight");
        let left = placed.after.collapsed(placed.entangled);
        expect(tight_sets(&left.neighbourhoods()).is_empty(), "a tight set is left after the collapse");
        expect(left.series.iter().all(|set| set.len() >= 2), "a quantum series keeps fewer than 2 pieces");
        let newest = placed.after.series.len() - 1;
        let places = placed.after.perfect_matchings_by_place(placed.entangled, newest);
        let possible = places.iter().filter(|(_, count)| *count > 0).count();
        expect(possible == placed.pieces(), "a square of the newest series is in no collapse");
        let collapses = places.iter().map(|(_, count)| count).sum();
        let due = (1..=self.pieces as u64).product();
        expect(!placed.first || self.pieces > self.squares || collapses >= due, "fewer than n! at first");
        self.count(placed, &left, collapses);
    }

    fn count(&mut self, placed: &Placement<'_>, left: &Family, collapses: u64) {
        self.entanglements += 1;
        self.tight_sets += placed.tight.len() as u64;
        if placed.first {
            Spread::add(&mut self.first, collapses);
        }
        if placed.pieces() == 1 {
            Spread::add(&mut self.by_single, collapses);
        } else if !placed.first {
            Spread::add(&mut self.later, collapses);
        }
        for set in &left.series {
            Spread::add(&mut self.pieces_left, set.len() as u64);
        }
        let pieces = if placed.first { &mut self.first_pieces } else { &mut self.later_pieces };
        for member in placed.entangled {
            Spread::add(pieces, placed.after.series[member].len() as u64);
        }
        if collapses == 1 && placed.entangled.len() > 1 {
            Counterexample::keep(&mut self.forced, "an entanglement with one collapse", placed.after);
        }
    }
}

/// The union of all sets that have at most as many squares as members.
fn largest_without_surplus(neighbourhoods: &[SquareSet]) -> SeriesSet {
    let sets = neighbourhoods.iter().enumerate();
    let without = sets.filter(|(word, squares)| squares.len() <= SeriesSet(*word as u64).len());
    without.fold(SeriesSet::EMPTY, |union, (word, _)| SeriesSet(union.0 | word as u64))
}

/// The smallest game that ends in an entanglement of more than a single piece with one collapse: n = 3, s = 5.
const FORCED_GAME: [&[usize]; 5] = [&[3, 4, 5], &[3, 4, 5], &[1, 2, 5], &[3, 4, 5], &[1]];

/// What the engine makes of a game whose last piece leaves no choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForcedGame {
    /// The placements, in order.
    pub placements: Vec<SquareSet>,
    /// How many series its last placement entangles.
    pub entangled: usize,
    /// In how many ways they can collapse.
    pub collapses: u64,
}

/// Plays the example of the correction above; at its first collapse any choice leaves the same.
///
/// ```
/// let game = gqt3::theory::section4::forced_game()?.unwrap();
/// assert_eq!((game.entangled, game.collapses), (2, 1));
/// # Ok::<(), gqt3::theory::Error>(())
/// ```
///
/// `None` if the engine refuses a placement.
///
/// # Errors
/// Never: there is a board of 5 squares.
pub fn forced_game() -> Result<Option<ForcedGame>, Error> {
    let board = Board::without_lines(5).map_err(|_| Error::Empty)?;
    let mut position = Position::new(Game::new(board, 3, Rules::default()).unwrap());
    let mut found = ForcedGame { placements: Vec::new(), entangled: 0, collapses: 0 };
    for numbers in FORCED_GAME {
        let squares: SquareSet = numbers.iter().map(|number| Square::new(number - 1)).collect();
        if position.check_placement(squares).is_err() {
            return Ok(None);
        }
        let before = position;
        position.place_unchecked(squares);
        let quantum = before.quantum_series().iter().map(|series| before.squares_of(series));
        let family = Family { squares: 5, series: quantum.chain([squares]).collect() };
        let tight = tight_sets(&family.neighbourhoods());
        let entangled = tight.iter().fold(SeriesSet::EMPTY, |union, set| SeriesSet(union.0 | set.0));
        found.entangled = entangled.len();
        found.collapses = if entangled.is_empty() { 0 } else { family.perfect_matchings(entangled) };
        found.placements.push(squares);
        // A collapse without a choice has happened by now.
        if let Some(collapse) = position.collapses().next() {
            position.collapse_unchecked(&collapse);
        }
    }
    Ok(Some(found))
}

fn unions_are_tight(tight: &[SeriesSet]) -> bool {
    let union = |a: &SeriesSet, b: &SeriesSet| SeriesSet(a.0 | b.0);
    tight.iter().enumerate().all(|(at, a)| tight[..at].iter().all(|b| tight.contains(&union(a, b))))
}
