//! Section 4: whether entanglements can collapse, and in how many ways.
//!
//! **Theorem** (before and after any placement).
//! 1. No set of quantum series has fewer squares than members. So the largest set with no more
//!    squares than members has |n(E)| = |E|, and every tight set has a perfect matching.
//! 2. Unions of tight sets are tight, so if there are any, one is the largest: the entanglement.
//! 3. After a collapse no tight set is left, and every quantum series keeps at least 2 pieces.
//! 4. The series that caused an entanglement can collapse to each of its squares, so with k pieces
//!    there are at least k collapses.
//! 5. If n <= s, a game's first entanglement has at least n! collapses.
//!
//! *Proof.* Between turns no set is tight, so every nonempty set E has |n(E)| >= |E| + 1. After one
//! more series |n(E)| >= |E|, which is Hall's condition and gives (1). For (2) let E and F be tight
//! sets with union E + F and intersection E & F. Then
//!
//! ```text
//! |n(E + F)| <= |n(E)| + |n(F)| - |n(E & F)| <= |E| + |F| - |E & F| = |E + F|.
//! ```
//!
//! (3) is proved in [`gqt3::engine::position`]. For (4) put the newest series on any of its
//! squares. The older series have |n(E)| >= |E| + 1, so without that square they still have as many
//! squares as they need. (5) follows from [`super::matchings`], because all series in a first
//! entanglement have n pieces.
//!
//! **Correction.** The paper claims that "there are always >= 2 collapses", because "deg(v) >= 2
//! for all v in E". But when fewer than n squares are quantum, a single piece is placed, and if it
//! completes a tight set with older series, there may be only one collapse. In the smallest case,
//! n = 3 and s = 5 ([`forced_game`]), 3-4-5 is played three times, and 1-2-5 before the last time.
//! The collapse leaves 1-2-5 its pieces on 1 and 2. A single piece on 1 then sends that series to 2
//! ([`Consistency::forced`]). For n = 1 every entanglement is one piece, with one collapse.
//!
//! Statement 5 is sharp, because n series on the same n squares have n! collapses
//! ([`Consistency::first`]).

use std::fmt;

use crate::paper::error::LedgerError;
use crate::paper::extremes::{Counterexample, Spread, expect, factorial};
use crate::paper::positions::{
    Placement, entanglement, for_each_placement, neighbourhoods, tight_sets, union,
};
use gqt3::engine::board::{Board, Square, SquareSet};
use gqt3::engine::game::Game;
use gqt3::engine::hypergraph::Hypergraph;
use gqt3::engine::matching::SeriesSet;
use gqt3::engine::position::{Action, Position};
use gqt3::engine::rules::Rules;
use gqt3::support::progress::Progress;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Consistency {
    pub squares: usize,
    pub pieces: usize,
    pub positions: u64,
    pub tight_sets: u64,
    /// Collapses of a first entanglement.
    pub first: Option<Spread>,
    /// Collapses of later entanglements that a series of at least 2 pieces causes.
    pub later: Option<Spread>,
    pub by_single: Option<Spread>,
    /// How many pieces a quantum series has after a collapse.
    pub pieces_left: Option<Spread>,
    pub first_pieces: Option<Spread>,
    /// How many pieces a series in a later entanglement has.
    pub later_pieces: Option<Spread>,
    /// The smallest position in which several series are entangled but have only one collapse.
    pub forced: Option<Counterexample>,
    /// The smallest position in which one of the statements 1 to 5 fails.
    pub counterexample: Option<Counterexample>,
}

pub fn consistency(
    squares: usize,
    pieces: usize,
    progress: &dyn Progress,
) -> Result<Consistency, LedgerError> {
    let mut result = Consistency {
        squares,
        pieces,
        ..Consistency::default()
    };
    let walked = for_each_placement(squares, pieces, progress, &mut |placed| {
        result.look_at(placed)
    })?;
    result.positions = walked.positions;
    Ok(result)
}

impl Consistency {
    fn look_at(&mut self, placed: &Placement<'_>) {
        let mut holds =
            |holds, failure| expect(&mut self.counterexample, holds, failure, placed.after);
        let mut sets = placed.neighbourhoods.iter().enumerate();
        holds(
            sets.all(|(word, squares)| squares.len() >= SeriesSet(word as u64).len()),
            "a set of series has fewer squares than members",
        );
        let largest = largest_without_surplus(placed.neighbourhoods);
        holds(
            largest == placed.entangled,
            "the largest set with at most as many squares is not tight",
        );
        if placed.tight.is_empty() {
            return;
        }
        let count = |set: &SeriesSet| placed.after.perfect_matchings(*set);
        holds(
            placed.tight.iter().all(|set| count(set) > 0),
            "a tight set has no perfect matching",
        );
        holds(
            unions_are_tight(placed.tight),
            "a union of tight sets is not tight",
        );
        let left = placed.after.collapsed(placed.entangled);
        holds(
            tight_sets(&neighbourhoods(&left)).is_empty(),
            "a tight set is left after the collapse",
        );
        holds(
            left.series.iter().all(|set| set.len() >= 2),
            "a quantum series keeps fewer than 2 pieces",
        );
        let newest = placed.after.series.len() - 1;
        let places = placed
            .after
            .perfect_matchings_by_place(placed.entangled, newest);
        let possible = places.iter().filter(|(_, count)| *count > 0).count();
        holds(
            possible == placed.pieces,
            "a square of the newest series is in no collapse",
        );
        let collapses = places.iter().map(|(_, count)| count).sum();
        let exempt = !placed.first || self.pieces > self.squares;
        holds(
            exempt || collapses >= factorial(self.pieces),
            "fewer than n! at first",
        );
        self.count(placed, &left, collapses);
    }

    fn count(&mut self, placed: &Placement<'_>, left: &Hypergraph, collapses: u64) {
        self.tight_sets += placed.tight.len() as u64;
        if placed.first {
            Spread::add(&mut self.first, collapses);
        }
        if placed.pieces == 1 {
            Spread::add(&mut self.by_single, collapses);
        } else if !placed.first {
            Spread::add(&mut self.later, collapses);
        }
        for set in &left.series {
            Spread::add(&mut self.pieces_left, set.len() as u64);
        }
        let pieces = if placed.first {
            &mut self.first_pieces
        } else {
            &mut self.later_pieces
        };
        for member in placed.entangled {
            Spread::add(pieces, placed.after.series[member].len() as u64);
        }
        let choice = collapses > 1 || placed.entangled.len() == 1;
        expect(
            &mut self.forced,
            choice,
            "an entanglement with one collapse",
            placed.after,
        );
    }
}

fn largest_without_surplus(neighbourhoods: &[SquareSet]) -> SeriesSet {
    let sets = neighbourhoods
        .iter()
        .enumerate()
        .map(|(word, squares)| (SeriesSet(word as u64), squares));
    let without = sets
        .filter(|(set, squares)| squares.len() <= set.len())
        .map(|(set, _)| set);
    union(&without.collect::<Vec<_>>())
}

fn unions_are_tight(tight: &[SeriesSet]) -> bool {
    let is_tight = |a: SeriesSet, b: SeriesSet| tight.contains(&union(&[a, b]));
    tight
        .iter()
        .enumerate()
        .all(|(at, &a)| tight[..at].iter().all(|&b| is_tight(a, b)))
}

const FORCED_GAME: [&[usize]; 5] = [&[3, 4, 5], &[3, 4, 5], &[1, 2, 5], &[3, 4, 5], &[1]];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForcedGame {
    pub placements: Vec<SquareSet>,
    /// Series that the last placement entangles.
    pub entangled: usize,
    pub collapses: u64,
}

impl fmt::Display for ForcedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (last, before) = self.placements.split_last().ok_or(fmt::Error)?;
        for placement in before {
            write!(f, "{placement}, ")?;
        }
        write!(f, "then {last} alone")
    }
}

impl ForcedGame {
    pub(in crate::paper) fn is_of(&self, size: &Consistency) -> bool {
        let longest = self.placements.iter().map(|squares| squares.len()).max();
        longest == Some(size.pieces)
            && self.placements.len() == size.squares
            && self.entangled > 1
            && self.collapses == 1
    }
}

/// Plays the correction's example. It does not matter which collapse is chosen, because all leave
/// the same quantum pieces. `None` if the engine refuses a placement.
pub fn forced_game() -> Result<Option<ForcedGame>, LedgerError> {
    let mut position = Position::new(Game::new(Board::without_lines(5)?, 3, Rules::default())?);
    let mut result = ForcedGame {
        placements: Vec::new(),
        entangled: 0,
        collapses: 0,
    };
    for numbers in FORCED_GAME {
        let squares: SquareSet = numbers
            .iter()
            .map(|number| Square::from_index(number - 1))
            .collect();
        let Ok(next) = position.play(Action::Place(squares)) else {
            return Ok(None);
        };
        let quantum = position
            .quantum_series()
            .iter()
            .map(|series| position.squares_of(series));
        let placed = Hypergraph {
            squares: 5,
            series: quantum.chain([squares]).collect(),
        };
        let entangled = entanglement(&placed);
        result.entangled = entangled.len();
        result.collapses = placed.perfect_matchings(entangled);
        result.placements.push(squares);
        // The engine plays a forced collapse itself.
        let collapse = next.collapses().next();
        position = collapse.map_or(next, |collapse| {
            next.after_unchecked(&Action::Collapse(collapse))
        });
    }
    Ok(Some(result))
}
