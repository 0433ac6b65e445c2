//! What the search asks of a position, whichever way the position keeps its series.

use std::ops::ControlFlow;

use super::table::ProofKey;
use super::targets::{MOST_SQUARES, Squares, TargetSet, Targets};

/// The place of the attacker in arrays.
pub const ATTACKER: usize = 0;
/// The place of the blocker.
pub const BLOCKER: usize = 1;

/// The members of a set of squares or of targets, lowest first.
#[inline]
pub fn each(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut left = set.into();
    std::iter::from_fn(move || {
        let member = (left != 0).then_some(left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(member)
    })
}

/// Those squares of a set that have a property.
#[inline]
pub fn squares_where(squares: Squares, mut is_so: impl FnMut(usize) -> bool) -> Squares {
    each(squares).fold(0, |set, square| set | Squares::from(is_so(square)) << square)
}

/// Which targets the attacker gets on some final board of a position; see [`super`].
#[derive(Clone, Copy)]
pub struct Prospects {
    /// The targets that live.
    pub living: TargetSet,
    /// L of the module's text, by side and square: the targets that live if the next series is of that side and ends
    /// there.
    pub with: [[TargetSet; MOST_SQUARES]; 2],
}

/// A position that waits for a placement. Of classical pieces and of series only the owners are known.
pub trait State: Clone + Send + Sync {
    /// The exact key of a position.
    type Key: ProofKey;

    /// Whether all series are pairs. Then the square that the newest series takes decides a whole collapse. With longer
    /// series a position takes so much time that it pays to make plans, and to look for its least image under all
    /// symmetries of the targets.
    const PAIRS: bool;

    /// The squares of each series; asked for plans alone, and so never for pairs.
    fn series(&self) -> &[Squares];

    /// A position without series: these squares are quantum, and those are `taken` by the attacker.
    fn new(quantum: Squares, taken: Squares) -> Self;

    /// The squares that are quantum.
    fn quantum(&self) -> Squares;

    /// The attacker's classical squares.
    fn taken(&self) -> Squares;

    /// By square: its block (see [`crate::matching::Blocks`]).
    fn blocks(&self) -> [Squares; MOST_SQUARES];

    /// What lives if the attacker has so many series to place.
    fn prospects(&self, targets: &Targets, series: usize) -> Prospects;

    /// Visits placements of a side with so many pieces: of those that lead to the same game at least one, and only
    /// those `within` some squares have to be visited.
    fn placements(
        &self,
        side: usize,
        pieces: usize,
        within: Squares,
        wanted: &Wanted,
        visit: impl FnMut(Squares),
    );

    /// Places a series that entangles nothing.
    fn place(&mut self, side: usize, placement: Squares);

    /// Visits the positions after the collapses of a block, by a placement inside it. Of collapses that give the
    /// attacker the same `wanted` squares one is enough. One that gives fewer of them than another can be left out if
    /// `most`, and one that gives more if not.
    fn collapses(
        &self,
        side: usize,
        placement: Squares,
        block: Squares,
        wanted: Squares,
        most: bool,
        visit: impl FnMut(Self) -> ControlFlow<()>,
    );

    /// About how likely the attacker is to get each square; `share` is the attacker's share of the turns left.
    fn chances(&self, share: f32) -> [f32; MOST_SQUARES];

    /// The key. Two positions have equal keys only if an exchange of squares takes one to the other, and its living
    /// targets to those of the other.
    fn key(&self, targets: &Targets, living: TargetSet) -> Self::Key;
}

/// What the living targets ask for.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// All their squares.
    pub squares: Squares,
    /// By square: the lower squares that are in the same targets.
    pub alike: [Squares; MOST_SQUARES],
}

impl Wanted {
    /// What some targets ask for.
    pub fn of(targets: &Targets, living: TargetSet, quantum: Squares) -> Wanted {
        let mut wanted = Wanted { squares: 0, alike: [0; MOST_SQUARES] };
        for square in each(quantum) {
            let asks = targets.through[square] & living;
            wanted.squares |= Squares::from(asks != 0) << square;
            let lower = quantum & ((1 << square) - 1);
            wanted.alike[square] = squares_where(lower, |other| targets.through[other] & living == asks);
        }
        wanted
    }
}

/// The living targets that are needed: those that do not contain all open squares of another one.
pub fn needed(targets: &Targets, living: TargetSet, taken: Squares) -> TargetSet {
    let mut kept = living;
    for target in each(living) {
        let within = targets.inside(targets.squares(target) | taken);
        if within & kept & !(1 << target) != 0 {
            kept &= !(1 << target);
        }
    }
    kept
}

/// The place to which each quantum square goes, so that positions that differ by an exchange of alike squares become
/// the same.
///
/// Squares are alike if the same targets need them; alike squares form a class. `shade` tells squares of a class apart
/// by how the series lie around them. Where it does not, they stay in their order, so that positions that are the same
/// game may get different keys.
pub fn places(
    targets: &Targets,
    square_of: &[u8; MOST_SQUARES],
    living: TargetSet,
    quantum: Squares,
    shade: impl Fn(&[u64; MOST_SQUARES]) -> [u64; MOST_SQUARES],
) -> [u8; MOST_SQUARES] {
    let mut class = [0_u8; MOST_SQUARES];
    let mut members = [0 as Squares; MOST_SQUARES];
    for square in each((1_u64 << targets.board_squares) - 1) {
        let asks = targets.through[square] & living;
        let first = (0..square).find(|&other| targets.through[other] & living == asks).unwrap_or(square);
        class[square] = first as u8;
        members[first] |= 1 << square;
    }
    let mut label = [0; MOST_SQUARES];
    for square in each(quantum) {
        label[square] = mix(u64::from(class[usize::from(square_of[square])]) + 1);
    }
    let shades = shade(&label);
    let mut order = [0_u64; MOST_SQUARES];
    let mut count = 0;
    for square in each(quantum) {
        let class = u64::from(class[usize::from(square_of[square])]);
        order[count] = class << 60 | shades[square] >> 8 << 4 | square as u64;
        count += 1;
    }
    order[..count].sort_unstable();
    let mut place = [0; MOST_SQUARES];
    for entry in &order[..count] {
        let class = &mut members[(entry >> 60) as usize];
        place[(entry & 15) as usize] = class.trailing_zeros() as u8;
        *class &= *class - 1;
    }
    place
}

/// Mixes the bits of a word.
pub fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    word ^ word >> 29
}
