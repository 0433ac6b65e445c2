//! A walk through every history of small games: how many collapses an entanglement has, and how many games end
//! in each endgame (paper, sections 4 and 6, Appendix B).
//!
//! Cost: T(s, n) steps for each game walked; s <= 5 takes a fraction of a second.

use rustc_hash::FxHashMap;

use crate::board::Board;
use crate::position::{Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::Rules;

/// The smallest and the largest number of collapses seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Collapses {
    /// The fewest.
    pub fewest: u64,
    /// The most.
    pub most: u64,
}

impl Collapses {
    const NONE: Collapses = Collapses { fewest: u64::MAX, most: 0 };

    fn add(&mut self, count: u64) {
        self.fewest = self.fewest.min(count);
        self.most = self.most.max(count);
    }
}

/// What all histories of one game size show.
#[derive(Clone, Debug)]
pub struct Histories {
    /// s.
    pub squares: usize,
    /// n.
    pub pieces: usize,
    /// Collapses of the first entanglement.
    pub first: Collapses,
    /// Collapses of entanglements brought about by a full series.
    pub by_series: Collapses,
    /// Collapses of entanglements brought about by a single classical piece in the tail, for n >= 2.
    pub by_single_piece: Collapses,
    /// How many endgames there are.
    pub endgames: usize,
    /// The fewest and the most histories of an endgame.
    pub per_endgame: Collapses,
}

/// Walks through every history of a game on `board` with `pieces` pieces.
///
/// # Errors
/// If it was interrupted.
pub fn walk(board: Board, pieces: usize, progress: &dyn Progress) -> Result<Histories, Interrupted> {
    let mut found = Histories {
        squares: board.squares(),
        pieces,
        first: Collapses::NONE,
        by_series: Collapses::NONE,
        by_single_piece: Collapses::NONE,
        endgames: 0,
        per_endgame: Collapses::NONE,
    };
    let mut endgames: FxHashMap<u64, u64> = FxHashMap::default();
    visit(&Position::new(board, pieces, Rules::default()), &mut found, &mut endgames, progress)?;
    found.endgames = endgames.len();
    endgames.values().for_each(|&count| found.per_endgame.add(count));
    Ok(found)
}

fn visit(
    position: &Position,
    found: &mut Histories,
    endgames: &mut FxHashMap<u64, u64>,
    progress: &dyn Progress,
) -> Result<(), Interrupted> {
    match position.phase() {
        Phase::Over => *endgames.entry(endgame(position)).or_default() += 1,
        Phase::Place => {
            progress.check()?;
            for squares in position.placements() {
                let mut next = *position;
                next.place_unchecked(squares);
                note_entanglement(position, &next, found);
                visit(&next, found, endgames, progress)?;
            }
        }
        Phase::Collapse => {
            for collapse in position.collapses() {
                let mut next = *position;
                next.collapse_unchecked(&collapse);
                visit(&next, found, endgames, progress)?;
            }
        }
    }
    Ok(())
}

/// Notes how many collapses a placement left to choose from; one, if it collapsed by force.
fn note_entanglement(before: &Position, after: &Position, found: &mut Histories) {
    let count = match after.phase() {
        Phase::Collapse => after.collapses().count() as u64,
        _ if after.quantum() != before.quantum() => 1,
        _ => return,
    };
    if before.quantum() == before.board().all() {
        found.first.add(count);
    }
    if before.pieces_to_place() == before.pieces() {
        found.by_series.add(count);
    } else {
        found.by_single_piece.add(count);
    }
}

/// The endgame as a number: the series on each square, four bits each.
fn endgame(position: &Position) -> u64 {
    let series = position.board().all().iter().filter_map(|square| position.classical_series_on(square));
    series.fold(0, |word, series| word << 4 | series as u64)
}
