//! What the search asks of a position, however its series are kept.

use std::ops::ControlFlow;

use super::table::ProofKey;
use super::targets::{MOST_SQUARES, Squares, TargetSet, Targets};

/// The place of the attacker in arrays.
pub const ATTACKER: usize = 0;
/// The place of the blocker.
pub const BLOCKER: usize = 1;

/// The squares of a set, lowest first.
#[inline]
pub fn each(mut squares: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (squares != 0).then_some(squares.trailing_zeros() as usize)?;
        squares &= squares - 1;
        Some(square)
    })
}

/// The squares for which something is so.
#[inline]
pub fn squares_where(squares: Squares, mut is_so: impl FnMut(usize) -> bool) -> Squares {
    each(squares).fold(0, |set, square| set | Squares::from(is_so(square)) << square)
}

/// What can still come about, whatever the players do: final boards are all ways to place the series, those placed and
/// those to come, one on each square.
#[derive(Clone, Copy)]
pub struct Prospects {
    /// The targets that live: some final board gives them to the attacker.
    pub living: TargetSet,
    /// By side and square: those that live if the next series is of that side and ends on the square.
    pub with: [[TargetSet; MOST_SQUARES]; 2],
}

/// A position that waits for a placement. Of classical pieces and of series only the owners are known.
pub trait State: Clone + Send + Sync {
    /// The exact key of a position.
    type Key: ProofKey;

    /// Whether the square on which the newest series ends decides a whole collapse.
    const ROOTED: bool;

    /// Whether series may be longer than pairs. A position then takes long enough to make plans, and to look for the least
    /// image under all symmetries of the targets.
    const LONG: bool;

    /// The squares of each series.
    fn series(&self) -> &[Squares];

    /// The start of a game on so many squares.
    fn start(squares: usize) -> Self;

    /// The position in which these squares of a side are classical.
    fn owning(self, side: usize, squares: Squares) -> Self;

    /// The squares that are quantum.
    fn quantum(&self) -> Squares;

    /// The attacker's classical squares.
    fn taken(&self) -> Squares;

    /// By square: its block (see [`crate::matching::Blocks`]).
    fn blocks(&self) -> [Squares; MOST_SQUARES];

    /// What can still come about when the attacker has so many series to place.
    fn prospects(&self, targets: &Targets, series: usize) -> Prospects;

    /// The placements of a side, with so many pieces; of those that lead to the same game at least one. None but those
    /// `within` some squares are needed, for instance in some blocks.
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

    /// The collapses of a block after a placement in it; of those that give the attacker the same `wanted` squares one,
    /// and none that gives fewer than another one if `most`, or more if not.
    fn collapses(
        &self,
        side: usize,
        placement: Squares,
        block: Squares,
        wanted: Squares,
        most: bool,
        visit: impl FnMut(Self) -> ControlFlow<()>,
    );

    /// How likely the attacker is to get each square, about; `share` is the attacker's share of the turns left.
    fn chances(&self, share: f32) -> [f32; MOST_SQUARES];

    /// The key: equal for positions only if an exchange of squares leads from one to the other and takes the living targets
    /// along.
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

/// Of some living targets those that are needed: no other one asks for the same squares or for fewer.
pub fn needed(targets: &Targets, living: TargetSet, taken: Squares) -> TargetSet {
    let (mut kept, mut left) = (living, living);
    while left != 0 {
        let target = left.trailing_zeros() as usize;
        left &= left - 1;
        let within = targets.inside(targets.squares(target) | taken);
        if within & kept & !(1 << target) != 0 {
            kept &= !(1 << target);
        }
    }
    kept
}

/// One name for each square such that positions that differ by an exchange of alike squares look the same: the place to
/// which each quantum square goes.
///
/// Squares are alike if the same targets need them. `shade` tells squares of a class apart by how the series lie
/// around them; where it does not, their order counts, and positions that are the same game can get different keys.
pub fn places(
    targets: &Targets,
    square_of: &[u8; MOST_SQUARES],
    living: TargetSet,
    quantum: Squares,
    shade: impl Fn(&[u64; MOST_SQUARES]) -> [u64; MOST_SQUARES],
) -> [u8; MOST_SQUARES] {
    let mut class = [0_u8; MOST_SQUARES];
    let mut members = [0 as Squares; MOST_SQUARES];
    for square in each(((1_u32 << targets.board_squares) - 1) as Squares) {
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
