//! Positions of the game with pairs (n = 2), as far as owners matter: forests whose edges have owners.
//!
//! Every block is a tree. Once a later series ends on one of its squares, the *root*, each of its own series goes to the
//! endpoint that is farther from the root. So a block can end in as many ways as it has squares, and all that matters of it
//! is, for each root, which of the other squares become the attacker's. That is kept for each square. When a series joins
//! two blocks, a root in the one makes its end in the other the root there, and that end becomes the placer's: a
//! union for each square.
//!
//! Squares joined by series of one player alone form a *group* of that player. The player's next series may end on any
//! square of a group without a difference: on the way from one of these squares to another all series are the player's, and
//! so are all squares of the group if one more series of the player lands there. For the same reason the series of a
//! group could be any other tree on its squares.

use std::ops::ControlFlow;

use super::state::{ATTACKER, BLOCKER, Prospects, State, Wanted, each, mix, places, squares_where};
use super::targets::{MOST_SQUARES, Map, Squares, TargetSet, Targets};

/// A forest.
#[derive(Clone, Copy)]
pub struct Pairs {
    quantum: Squares,
    /// By side: the classical squares.
    owned: [Squares; 2],
    /// By square: its block.
    block: [Squares; MOST_SQUARES],
    /// By root: the other squares of its block that become the attacker's.
    attackers: [Squares; MOST_SQUARES],
    /// By side and square: its group.
    group: [[Squares; MOST_SQUARES]; 2],
}

/// A square, if it becomes the attacker's by a series of a side.
#[inline]
fn attackers_by(side: usize, square: usize) -> Squares {
    Squares::from(side == ATTACKER) << square
}

impl Pairs {
    /// The position after a block has become classical, with a series of a side on the root.
    #[inline]
    pub fn collapsed(&self, side: usize, root: usize) -> Pairs {
        let mut next = *self;
        let block = self.block[root];
        let attackers = self.attackers[root] | attackers_by(side, root);
        next.owned[ATTACKER] |= attackers;
        next.owned[BLOCKER] |= block & !attackers;
        next.quantum &= !block;
        next
    }

    /// By square: the squares that are joined to it by series of a side.
    pub fn groups(&self, side: usize) -> &[Squares; MOST_SQUARES] {
        &self.group[side]
    }

    /// Whether a square stands for its group, and is the lowest of those squares that have no series and are alike.
    #[inline]
    fn stands(&self, side: usize, square: usize, wanted: &Wanted) -> bool {
        self.group[side][square].trailing_zeros() as usize == square && self.lower_alike(square, wanted) == 0
    }

    /// Lower squares that can be exchanged for this one.
    #[inline]
    fn lower_alike(&self, square: usize, wanted: &Wanted) -> Squares {
        let alone = |square: usize| self.block[square] == 1 << square;
        if alone(square) { squares_where(wanted.alike[square], alone) } else { 0 }
    }

    fn code(&self, targets: &Targets, map: &Map, living: TargetSet) -> u128 {
        let shade = |label: &[u64; MOST_SQUARES]| {
            let sum = |set: Squares| each(set).fold(0_u64, |sum, square| sum.wrapping_add(label[square]));
            let mut shades = [0; MOST_SQUARES];
            for square in each(self.quantum) {
                let around = sum(self.block[square])
                    .wrapping_mul(0xA076_1D64_78BD_642F)
                    .wrapping_add(sum(self.group[ATTACKER][square]).wrapping_mul(0x9E37_79B9_7F4A_7C15))
                    .wrapping_add(sum(self.group[BLOCKER][square]).wrapping_mul(0xBF58_476D_1CE4_E5B9))
                    .wrapping_add(sum(self.attackers[square]).wrapping_mul(0x94D0_49BB_1331_11EB));
                shades[square] = mix(around);
            }
            shades
        };
        let place = places(targets, &map.square, living, self.quantum, shade);
        let mut digits: [u8; MOST_SQUARES] = std::array::from_fn(|square| 16 | square as u8);
        let mut left = self.quantum;
        while left != 0 {
            let block = self.block[left.trailing_zeros() as usize];
            left &= !block;
            let root = each(block).min_by_key(|&square| place[square]).unwrap_or(0);
            let attackers = self.attackers[root];
            digits[place[root] as usize] = place[root];
            for square in each(block & !(1 << root)) {
                let side = if attackers >> square & 1 != 0 { ATTACKER } else { BLOCKER };
                // Of the group that brings the square its owner the one that is nearest to the root.
                let nearer = if side == ATTACKER { !attackers } else { attackers | 1 << root };
                let parent = (self.group[side][square] & nearer).trailing_zeros() as usize;
                digits[place[square] as usize] = place[parent] | (side as u8) << 4;
            }
        }
        digits.iter().rev().fold(0_u128, |code, &digit| code << 5 | u128::from(digit))
    }
}

impl State for Pairs {
    type Key = [u64; 2];

    const ROOTED: bool = true;

    const LONG: bool = false;

    fn series(&self) -> &[Squares] {
        &[]
    }

    fn start(squares: usize) -> Pairs {
        let alone = std::array::from_fn(|square| 1 << square);
        Pairs {
            quantum: ((1_u32 << squares) - 1) as Squares,
            owned: [0; 2],
            block: alone,
            attackers: [0; MOST_SQUARES],
            group: [alone; 2],
        }
    }

    fn owning(mut self, side: usize, squares: Squares) -> Pairs {
        self.owned[side] |= squares;
        self.quantum &= !squares;
        self
    }

    #[inline]
    fn quantum(&self) -> Squares {
        self.quantum
    }

    #[inline]
    fn taken(&self) -> Squares {
        self.owned[ATTACKER]
    }

    #[inline]
    fn blocks(&self) -> [Squares; MOST_SQUARES] {
        self.block
    }

    /// A target costs a block nothing if some root outside the target gives all its squares there to the attacker, and one
    /// series of the attacker if only a root inside does; else the block fails it. A target lives if no block fails it and it
    /// costs no more than the attacker has: the roots of the other blocks go to the other series in any order.
    #[inline]
    fn prospects(&self, targets: &Targets, series: usize) -> Prospects {
        const MOST: usize = MOST_SQUARES / 2;
        let mut with = [[0; MOST_SQUARES]; 2];
        let mut blocks: [(Squares, TargetSet, TargetSet); MOST_SQUARES] = [(0, 0, 0); MOST_SQUARES];
        let mut count = 0;
        let mut left = self.quantum;
        let (mut fails_once, mut fails_twice) = (0, 0);
        // The targets that cost at least so many series.
        let mut cost: [TargetSet; MOST + 3] = [0; MOST + 3];
        let series = series.min(MOST);
        cost[0] = !0;
        while left != 0 {
            let block = self.block[left.trailing_zeros() as usize];
            left &= !block;
            let (mut free, mut possible) = (0, 0);
            for root in each(block) {
                let attackers = self.attackers[root] | !block;
                with[BLOCKER][root] = targets.inside(attackers);
                with[ATTACKER][root] = targets.inside(attackers | 1 << root);
                free |= with[BLOCKER][root];
                possible |= with[ATTACKER][root];
            }
            let costly = possible & !free;
            for level in (1..=series + 2).rev() {
                cost[level] |= cost[level - 1] & costly;
            }
            fails_twice |= fails_once & !possible;
            fails_once |= !possible;
            blocks[count] = (block, costly, possible);
            count += 1;
        }
        let possible = targets.inside(!self.owned[BLOCKER]);
        for &(block, costly, here) in &blocks[..count] {
            let others = possible & (!fails_once | (!here & !fails_twice));
            // The targets that cost the other blocks no more than all series, or all but one.
            let within = |most: usize| others & ((costly & !cost[most + 2]) | (!costly & !cost[most + 1]));
            let all_but_one = if series == 0 { 0 } else { within(series - 1) };
            for root in each(block) {
                with[BLOCKER][root] &= within(series);
                with[ATTACKER][root] &= all_but_one;
            }
        }
        Prospects { living: possible & !fails_once & !cost[series + 1], with }
    }

    fn placements(
        &self,
        side: usize,
        pieces: usize,
        _within: Squares,
        wanted: &Wanted,
        mut visit: impl FnMut(Squares),
    ) {
        if pieces == 1 {
            return visit(self.quantum);
        }
        for one in each(self.quantum) {
            if !self.stands(side, one, wanted) {
                continue;
            }
            let group_rest = self.group[side][one] & !(1 << one);
            if group_rest != 0 {
                visit(1 << one | 1 << group_rest.trailing_zeros());
            }
            for other in each(self.quantum & (!1 << one)) {
                let second_of_class = self.lower_alike(other, wanted) == 1 << one;
                if second_of_class || self.stands(side, other, wanted) {
                    visit(1 << one | 1 << other);
                }
            }
        }
    }

    #[inline]
    fn place(&mut self, side: usize, placement: Squares) {
        let (one, other) = (placement.trailing_zeros() as usize, placement.ilog2() as usize);
        let rooted = [one, other].map(|end| self.attackers[end] | attackers_by(side, end));
        let blocks = [self.block[one], self.block[other]];
        for (block, grown) in [(blocks[0], rooted[1]), (blocks[1], rooted[0])] {
            for square in each(block) {
                self.attackers[square] |= grown;
                self.block[square] = blocks[0] | blocks[1];
            }
        }
        let group = self.group[side][one] | self.group[side][other];
        each(group).for_each(|square| self.group[side][square] = group);
    }

    fn collapses(
        &self,
        side: usize,
        placement: Squares,
        _block: Squares,
        wanted: Squares,
        most: bool,
        mut visit: impl FnMut(Self) -> ControlFlow<()>,
    ) {
        let (one, other) = (placement.trailing_zeros() as usize, placement.ilog2() as usize);
        let [first, second] =
            [one, other].map(|root| (self.attackers[root] | attackers_by(side, root)) & wanted);
        // The first is not needed if the second is at least as good for whoever chooses.
        let (more, fewer) = if most { (first, second) } else { (second, first) };
        let first_needed = more & !fewer != 0;
        let second_needed = !first_needed || fewer & !more != 0;
        if first_needed && visit(self.collapsed(side, one)).is_break() {
            return;
        }
        if second_needed {
            let _ = visit(self.collapsed(side, other));
        }
    }

    /// As if every square of a block were its root equally often.
    fn chances(&self, share: f32) -> [f32; MOST_SQUARES] {
        // The bits of the number of roots that give each square to the attacker.
        let mut planes = [0; 4];
        for root in each(self.quantum) {
            let mut carry = self.attackers[root];
            for plane in &mut planes {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
            }
        }
        let mut chances = [0.0; MOST_SQUARES];
        for square in each(self.quantum) {
            let count = (0..4).map(|bit| (planes[bit] >> square & 1) << bit).sum::<Squares>();
            chances[square] = (f32::from(count) + share) / self.block[square].count_ones() as f32;
        }
        chances
    }

    fn key(&self, targets: &Targets, living: TargetSet) -> [u64; 2] {
        let key = targets.least_image(living, |map, image| {
            // 5 bits for each of 16 squares, and at most 48 targets.
            self.code(targets, map, image) | u128::from(image) << 80
        });
        [key as u64, (key >> 64) as u64]
    }
}
