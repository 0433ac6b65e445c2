//! Positions of games with any n, as far as owners matter: the squares and the owner of every series.
//!
//! Matchings tell whether a target lives. Forbid its squares to the blocker's series, and match all series so that as
//! few squares of the target as possible are left over. The target lives exactly if that can be done and the attacker
//! still has a series for each of these squares. All other squares go to the series to come in any order.

use std::ops::ControlFlow;

use super::state::{ATTACKER, BLOCKER, Prospects, State, Wanted, each, mix, places, squares_where};
use super::targets::{MOST_SQUARES, Map, Squares, TargetSet, Targets};

/// The series of a position, each with its squares and its side.
#[derive(Clone, Copy)]
pub struct Series {
    quantum: Squares,
    taken: Squares,
    squares: [Squares; MOST_SQUARES],
    /// Which places of the list have series of the blocker, as a set.
    blockers: u16,
    count: usize,
}

/// A matching of all series.
#[derive(Clone)]
struct Matched {
    /// By series: where it may go, and where it is.
    allowed: [Squares; MOST_SQUARES],
    square_of: [u8; MOST_SQUARES],
    series_on: [u8; MOST_SQUARES],
    /// Squares without a series.
    left_over: Squares,
}

impl Matched {
    /// Matches all series, if that can be, and so that as many of the `target` squares as can be have one: first as
    /// many series as possible to squares of the target alone, and then the others along paths that leave no matched
    /// square.
    fn of(series: &Series, allowed: impl Fn(usize) -> Squares, target: Squares) -> Option<Matched> {
        let mut matched = Matched {
            allowed: [0; MOST_SQUARES],
            square_of: [0; MOST_SQUARES],
            series_on: [0; MOST_SQUARES],
            left_over: series.quantum,
        };
        let mut others: Squares = 0;
        for member in 0..series.count {
            matched.allowed[member] = allowed(member);
            if matched.allowed[member] & target == 0 || !matched.augment(member, target) {
                others |= 1 << member;
            }
        }
        each(others).all(|member| matched.augment(member, !0)).then_some(matched)
    }

    fn put(&mut self, member: usize, square: usize) {
        self.square_of[member] = square as u8;
        self.series_on[square] = member as u8;
    }

    /// Finds a place for one more series along an alternating path inside some squares; says whether there is one.
    fn augment(&mut self, member: usize, within: Squares) -> bool {
        let mut found_by = [0_u8; MOST_SQUARES];
        let mut open = within;
        let mut queue = [0_u8; MOST_SQUARES];
        let (mut first, mut last) = (0, 1);
        queue[0] = member as u8;
        while first < last {
            let current = queue[first];
            first += 1;
            let new = self.allowed[usize::from(current)] & open;
            open &= !new;
            each(new).for_each(|square| found_by[square] = current);
            if new & self.left_over != 0 {
                let mut square = (new & self.left_over).trailing_zeros() as usize;
                self.left_over &= !(1 << square);
                loop {
                    let mover = usize::from(found_by[square]);
                    let left = usize::from(self.square_of[mover]);
                    self.put(mover, square);
                    if mover == member {
                        return true;
                    }
                    square = left;
                }
            }
            for square in each(new) {
                queue[last] = self.series_on[square];
                last += 1;
            }
        }
        false
    }

    /// These squares without a series, and all that can be left over instead of one of them: a series that can move to
    /// one of them leaves its own square over.
    fn exchangeable(&self, from: Squares, count: usize) -> Squares {
        let mut reached = from;
        let mut unmoved: u16 = ((1_u32 << count) - 1) as u16;
        loop {
            let before = reached;
            for member in each(unmoved) {
                if self.allowed[member] & reached != 0 {
                    reached |= 1 << self.square_of[member];
                    unmoved &= !(1 << member);
                }
            }
            if reached == before {
                return reached;
            }
        }
    }
}

impl Series {
    fn side(&self, member: usize) -> usize {
        if self.blockers >> member & 1 != 0 { BLOCKER } else { ATTACKER }
    }

    /// All sets of squares that the series of a side inside a block can fill.
    fn fillable(&self, side: usize, block: Squares) -> Vec<Squares> {
        let mut sets = vec![0];
        for member in (0..self.count).filter(|&member| self.side(member) == side) {
            if self.squares[member] & !block != 0 {
                continue;
            }
            let grown = sets
                .iter()
                .flat_map(|&set| each(self.squares[member] & !set).map(move |square| set | 1 << square));
            let mut grown: Vec<Squares> = grown.collect();
            grown.sort_unstable();
            grown.dedup();
            sets = grown;
        }
        sets
    }

    /// By square: the lower squares that can be exchanged for it, because the same targets need them and the same
    /// series stand on them.
    fn lower_alike(&self, wanted: &Wanted) -> [Squares; MOST_SQUARES] {
        let mut inside = [0_u16; MOST_SQUARES];
        for member in 0..self.count {
            each(self.squares[member]).for_each(|square| inside[square] |= 1 << member);
        }
        let lower =
            |square: usize| squares_where(wanted.alike[square], |other| inside[other] == inside[square]);
        let mut alike = [0; MOST_SQUARES];
        each(self.quantum).for_each(|square| alike[square] = lower(square));
        alike
    }

    fn code(&self, targets: &Targets, map: &Map, living: TargetSet, alike: bool) -> [u64; 5] {
        let shade = |label: &[u64; MOST_SQUARES]| {
            let mut shades = *label;
            for _ in 0..2 {
                let mut next = [0_u64; MOST_SQUARES];
                for member in 0..self.count {
                    let sum = each(self.squares[member])
                        .fold(0_u64, |sum, square| sum.wrapping_add(shades[square]));
                    let sum = mix(sum ^ 0x9E37_79B9_7F4A_7C15 << self.side(member));
                    each(self.squares[member])
                        .for_each(|square| next[square] = next[square].wrapping_add(sum));
                }
                each(self.quantum)
                    .for_each(|square| shades[square] = mix(shades[square] ^ next[square].rotate_left(17)));
            }
            shades
        };
        let place =
            if alike { places(targets, &map.square, living, self.quantum, shade) } else { map.square };
        let moved = |set: Squares| each(set).fold(0_u32, |image, square| image | 1 << place[square]);
        let mut series: [u32; MOST_SQUARES] =
            std::array::from_fn(|member| moved(self.squares[member]) << 1 | self.side(member) as u32);
        series[..self.count].sort_unstable();
        // At most 48 targets and 15 series of 17 bits: 319 bits.
        let mut words = [0_u64; 5];
        words[0] = living << 16 | u64::from(moved(self.quantum));
        for (member, &series) in series[..self.count].iter().enumerate() {
            let (word, shift) = (1 + member * 17 / 64, member * 17 % 64);
            words[word] |= u64::from(series) << shift;
            if shift > 64 - 17 {
                words[word + 1] |= u64::from(series) >> (64 - shift);
            }
        }
        words
    }
}

impl State for Series {
    type Key = [u64; 5];

    const PAIRS: bool = false;

    fn series(&self) -> &[Squares] {
        &self.squares[..self.count]
    }

    fn new(quantum: Squares, taken: Squares) -> Series {
        Series { quantum, taken, squares: [0; MOST_SQUARES], blockers: 0, count: 0 }
    }

    fn quantum(&self) -> Squares {
        self.quantum
    }

    fn taken(&self) -> Squares {
        self.taken
    }

    fn blocks(&self) -> [Squares; MOST_SQUARES] {
        let mut blocks = [0; MOST_SQUARES];
        // Without a tight set there is a matching.
        let Some(matched) = Matched::of(self, |member| self.squares[member], 0) else { return blocks };
        let mut left = self.quantum;
        while left != 0 {
            let square = left.trailing_zeros() as usize;
            // Let the next series take the square: no other square of its block can be left over then.
            let mut matched = matched.clone();
            if matched.left_over >> square & 1 == 0 {
                let evicted = usize::from(matched.series_on[square]);
                let moved = matched.augment(evicted, !(1 << square));
                debug_assert!(moved, "without a tight set every square can be left over");
            }
            let block = self.quantum & !matched.exchangeable(matched.left_over & !(1 << square), self.count);
            each(block).for_each(|member| blocks[member] = block);
            left &= !block;
        }
        blocks
    }

    fn prospects(&self, targets: &Targets, series: usize) -> Prospects {
        let mut prospects = Prospects { living: 0, with: [[0; MOST_SQUARES]; 2] };
        for target in each(targets.inside(self.quantum | self.taken)) {
            let wanted = targets.squares(target) & self.quantum;
            let allowed = |member: usize| match self.side(member) {
                BLOCKER => self.squares[member] & !wanted,
                _ => self.squares[member],
            };
            let Some(matched) = Matched::of(self, allowed, wanted) else { continue };
            let holes = matched.left_over & wanted;
            let cost = holes.count_ones() as usize;
            if cost > series {
                continue;
            }
            prospects.living |= 1 << target;
            let reached = matched.exchangeable(matched.left_over, self.count);
            // The attacker's next series takes a square of the target that is left over; or any other square that can
            // be left over, if the attacker has one more series than the target needs.
            let with_attacker = match series {
                0 => 0,
                _ if cost < series => reached,
                _ => matched.exchangeable(holes, self.count) & wanted,
            };
            each(reached & !wanted).for_each(|square| prospects.with[BLOCKER][square] |= 1 << target);
            each(with_attacker).for_each(|square| prospects.with[ATTACKER][square] |= 1 << target);
        }
        prospects
    }

    fn placements(
        &self,
        _side: usize,
        pieces: usize,
        within: Squares,
        wanted: &Wanted,
        mut visit: impl FnMut(Squares),
    ) {
        let alike = self.lower_alike(wanted);
        for placement in crate::board::SquareSet(u64::from(within)).subsets(pieces) {
            let placement = placement.0 as Squares;
            // Of squares that are alike the lowest ones.
            if each(placement).all(|square| alike[square] & !placement == 0) {
                visit(placement);
            }
        }
    }

    fn place(&mut self, side: usize, placement: Squares) {
        self.squares[self.count] = placement;
        self.blockers |= (side as u16) << self.count;
        self.count += 1;
    }

    fn collapses(
        &self,
        side: usize,
        placement: Squares,
        block: Squares,
        wanted: Squares,
        most: bool,
        mut visit: impl FnMut(Self) -> ControlFlow<()>,
    ) {
        let mut whole = *self;
        whole.place(side, placement);
        let [attackers, blockers] = [ATTACKER, BLOCKER].map(|side| whole.fillable(side, block));
        let mut rest = Series { count: 0, blockers: 0, quantum: self.quantum & !block, ..*self };
        for member in 0..self.count {
            if self.squares[member] & !block != 0 {
                rest.place(self.side(member), self.squares[member] & !block);
            }
        }
        let possible = attackers.into_iter().filter(|set| blockers.binary_search(&(block & !set)).is_ok());
        let mut outcomes: Vec<(Squares, Squares)> = possible.map(|set| (set & wanted, set)).collect();
        outcomes.sort_unstable();
        outcomes.dedup_by_key(|outcome| outcome.0);
        let better = |one: Squares, other: Squares| if most { other & !one == 0 } else { one & !other == 0 };
        for &(gets, set) in &outcomes {
            if outcomes.iter().any(|&(other, _)| other != gets && better(other, gets)) {
                continue;
            }
            if visit(Series { taken: rest.taken | set, ..rest }).is_break() {
                return;
            }
        }
    }

    /// An estimate, as if each series were on each of its squares equally often, and the series to come where room is
    /// left.
    fn chances(&self, share: f32) -> [f32; MOST_SQUARES] {
        let next =
            (self.quantum.count_ones() as usize - self.count) as f32 / self.quantum.count_ones() as f32;
        let mut weight = [[share * next, (1.0 - share) * next]; MOST_SQUARES];
        for member in 0..self.count {
            let part = 1.0 / self.squares[member].count_ones() as f32;
            each(self.squares[member]).for_each(|square| weight[square][self.side(member)] += part);
        }
        weight.map(|[attacker, blocker]| attacker / (attacker + blocker))
    }

    fn key(&self, targets: &Targets, living: TargetSet) -> [u64; 5] {
        let wanted = Wanted::of(targets, living, self.quantum);
        let alike = wanted.alike.iter().any(|&lower| lower != 0);
        targets.least_image(living, |map, image| self.code(targets, map, image, alike))
    }
}
