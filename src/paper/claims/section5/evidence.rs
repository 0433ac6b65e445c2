//! Section 5: finding the entanglement in polynomial time.
//!
//! **Theorem.** Let all series in a position be matched to squares, which the game always allows
//! ([`crate::paper::claims::section4::consistency`]), and double one of them, v. The series and the
//! copy can all be matched if and only if v is in no tight set.
//!
//! *Proof.* If E is tight and contains v, then E and the copy have |E| squares for |E| + 1 members.
//! If no such E exists, every set S that contains v has |n(S)| >= |S| + 1, enough for the copy,
//! too, so Hall's condition holds. ∎
//!
//! **Correction** (to the proof only). The paper's case 2.1 claims |n(S)| >= |S| + 1 also for sets
//! S without v. But such a set may be tight, for example 1-2 and 1-2 if v is 3-4
//! ([`Agreement::tight_without`]). |n(S)| >= |S| is true, and enough.
//!
//! Three methods are compared: the paper's ([`by_doubling`]), the engine's ([`by_one_matching`]),
//! and the definition ([`crate::paper::positions::entanglement`]).

use chacha20::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::hopcroft_karp::maximum_matching;
use crate::paper::error::LedgerError;
use crate::paper::extremes::{Counterexample, expect};
use crate::paper::positions::for_each_placement;
use gqt3::engine::board::{Board, MAX_SQUARES, Square, SquareSet};
use gqt3::engine::game::Game;
use gqt3::engine::hypergraph::Hypergraph;
use gqt3::engine::matching::{Matching, SeriesSet};
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::Rules;
use gqt3::support::progress::Progress;

/// Finds the entanglement by the paper's method: a series is entangled if doubling it does not
/// enlarge a maximum matching.
///
/// # Cost
/// O(k^2.5 n) for k series of n pieces, because each series needs a matching by Hopcroft and Karp.
pub fn by_doubling(hypergraph: &Hypergraph) -> SeriesSet {
    let series = &hypergraph.series;
    let mut doubled = series.clone();
    let adds_nothing = |member: &usize| {
        doubled.push(series[*member]);
        let size = maximum_matching(&doubled);
        doubled.pop();
        size == series.len()
    };
    (0..series.len()).filter(adds_nothing).collect()
}

/// `None` if the series cannot all be matched.
pub fn by_one_matching(hypergraph: &Hypergraph) -> Option<SeriesSet> {
    let (all, neighbours) = (hypergraph.all(), hypergraph.neighbours());
    let matching = Matching::from_series(all, &neighbours).ok()?;
    Some(matching.entanglement(all, &neighbours))
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Agreement {
    /// Positions after a placement, and empty boards.
    pub positions: u64,
    /// The most series entangled at once.
    pub largest: usize,
    /// The smallest position in which a series with several pieces entangles some series, but not
    /// all.
    pub tight_without: Option<Counterexample>,
    pub counterexample: Option<Counterexample>,
}

/// Compares the three methods on empty boards and after every placement for n <= s <=
/// `most_squares`, up to isomorphism.
pub fn compare_everywhere(
    most_squares: usize,
    progress: &dyn Progress,
) -> Result<Agreement, LedgerError> {
    let mut result = Agreement::default();
    for squares in 1..=most_squares {
        result.compare(&Hypergraph::empty(squares), SeriesSet::EMPTY);
        for pieces in 1..=squares {
            for_each_placement(squares, pieces, progress, &mut |placed| {
                result.compare(placed.after, placed.entangled);
            })?;
        }
    }
    Ok(result)
}

/// Compares the paper's method with the engine's after every placement in random games.
///
/// The engine's method runs both from scratch and step by step in [`Position`].
pub fn compare_at_random(
    most_squares: usize,
    games: usize,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Agreement, LedgerError> {
    LedgerError::unless_within(most_squares, MAX_SQUARES)?;
    let mut result = Agreement::default();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for game in 0..games {
        let squares = if game % 4 == 0 {
            most_squares
        } else {
            1 + random.random_range(0..most_squares)
        };
        let pieces = 1 + random.random_range(0..5);
        let game = Game::new(Board::without_lines(squares)?, pieces, Rules::default())?;
        let mut position = Position::new(game);
        while position.phase() != Phase::Over {
            progress.check()?;
            position = result.compare_one_turn(&position, &mut random);
        }
    }
    Ok(result)
}

impl Agreement {
    fn compare(&mut self, series: &Hypergraph, known: SeriesSet) {
        let result = by_doubling(series);
        self.positions += 1;
        self.largest = self.largest.max(result.len());
        let by_a_series = series.series.last().is_some_and(|newest| newest.len() > 1);
        let all_or_none = result.is_empty() || result == series.all();
        let tight_without = &mut self.tight_without;
        expect(
            tight_without,
            !by_a_series || all_or_none,
            "a tight set beside a free series",
            series,
        );
        let wrong = &mut self.counterexample;
        expect(
            wrong,
            by_one_matching(series) == Some(result),
            "doubling and one matching differ",
            series,
        );
        expect(
            wrong,
            known == result,
            "doubling finds another entanglement",
            series,
        );
    }

    fn compare_one_turn(&mut self, before: &Position, random: &mut ChaCha8Rng) -> Position {
        let mut squares: Vec<Square> = before.quantum().iter().collect();
        squares.shuffle(random);
        let placement: SquareSet = squares.into_iter().take(before.pieces_to_place()).collect();
        let after = before.after_unchecked(&Action::Place(placement));
        let older: Vec<usize> = before.quantum_series().iter().collect();
        let series = older
            .iter()
            .map(|&member| before.squares_of(member))
            .chain([placement])
            .collect();
        // The engine has already played a forced collapse, whose series are no longer quantum.
        let is_entangled = |member: usize| match after.phase() {
            Phase::Collapse => after.entangled().contains(member),
            _ => !after.quantum_series().contains(member),
        };
        let members = older.iter().copied().chain([before.turns()]).enumerate();
        let entangled = members
            .filter(|&(_, member)| is_entangled(member))
            .map(|(index, _)| index)
            .collect();
        self.compare(
            &Hypergraph {
                squares: before.board().squares(),
                series,
            },
            entangled,
        );
        let choice = after.collapses().take(1 + random.random_range(0..4)).last();
        choice.map_or(after, |collapse| {
            after.after_unchecked(&Action::Collapse(collapse))
        })
    }
}
