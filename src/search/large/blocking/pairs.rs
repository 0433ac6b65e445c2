//! Positions of the game with pairs (n = 2), as far as owners matter: forests whose edges have owners.
//!
//! Every block is a tree. Once a later series takes one of its squares, the *root*, each edge of the tree goes to its
//! endpoint that is farther from the root. So a block can collapse in as many ways as it has squares, and all that
//! matters of it is, for each root, which of the other squares become the attacker's. That is what a forest keeps for
//! each square. Suppose that a series of player p joins two blocks, with an end in each. If the root lies in one block,
//! the series goes to its end in the other block: that end becomes p's, and is the root of the other block. So the set
//! of a square in one block grows by the set of the end in the other, and by that end if p is the attacker.
//!
//! Squares that are joined by series of one player alone form a *group* of this player. Another series of this player
//! may stand on any square of the group without a difference: whichever square it takes, the series on the way to any
//! other square are the player's, so that all squares of the group become the player's. For the same reason the series
//! of a group could be any other tree on its squares.

use std::ops::ControlFlow;

use super::state::{ATTACKER, BLOCKER, Prospects, State, Wanted, each, mix, places, squares_where};
use super::targets::{MOST_SQUARES, Map, Squares, TargetSet, Targets};

/// A forest.
#[derive(Clone, Copy)]
pub struct Pairs {
    quantum: Squares,
    taken: Squares,
    /// By square: its block.
    block: [Squares; MOST_SQUARES],
    /// By root: the other squares of its block that become the attacker's.
    attackers: [Squares; MOST_SQUARES],
    /// By side and square: its group.
    group: [[Squares; MOST_SQUARES]; 2],
}

/// The set of a square that a series of a side takes, if that side is the attacker; else no square.
#[inline]
fn attackers_by(side: usize, square: usize) -> Squares {
    Squares::from(side == ATTACKER) << square
}

impl Pairs {
    /// The position after a block has become classical, with a series of a side on the root.
    #[inline]
    pub fn collapsed(&self, side: usize, root: usize) -> Pairs {
        let mut next = *self;
        next.taken |= self.attackers[root] | attackers_by(side, root);
        next.quantum &= !self.block[root];
        next
    }

    /// By square: the squares that are joined to it by series of a side.
    pub fn groups(&self, side: usize) -> &[Squares; MOST_SQUARES] {
        &self.group[side]
    }

    /// Whether a square stands for all that lead to the same game: it is the lowest of its group, and if it has no
    /// series, the lowest of those without series that the same targets need.
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
                // The square goes to its owner by a series of a group of this owner. The square of the group that is
                // nearest to the root is the root itself, or goes to the other side.
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

    const PAIRS: bool = true;

    fn series(&self) -> &[Squares] {
        &[]
    }

    fn new(quantum: Squares, taken: Squares) -> Pairs {
        let alone = std::array::from_fn(|square| 1 << square);
        Pairs { quantum, taken, block: alone, attackers: [0; MOST_SQUARES], group: [alone; 2] }
    }

    #[inline]
    fn quantum(&self) -> Squares {
        self.quantum
    }

    #[inline]
    fn taken(&self) -> Squares {
        self.taken
    }

    #[inline]
    fn blocks(&self) -> [Squares; MOST_SQUARES] {
        self.block
    }

    /// Take one block. A target *costs* nothing there if with some root outside the target all squares of the target in
    /// this block become the attacker's. It costs one series of the attacker if that holds only for roots in the
    /// target, for the root must then be the attacker's, too. Else the block *fails* it. A target lives if no block
    /// fails it and if its cost in all blocks is no more than the number of series that the attacker still has: the
    /// roots of the other blocks go to the remaining series in any order.
    #[inline]
    fn prospects(&self, targets: &Targets, series: usize) -> Prospects {
        const MOST: usize = MOST_SQUARES / 2;
        let mut with = [[0; MOST_SQUARES]; 2];
        let mut blocks: [(Squares, TargetSet, TargetSet); MOST_SQUARES] = [(0, 0, 0); MOST_SQUARES];
        let mut count = 0;
        let mut left = self.quantum;
        let (mut fails_once, mut fails_twice) = (0, 0);
        // By a number of series: the targets that cost at least so many.
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
        let possible = targets.inside(self.quantum | self.taken);
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
        // Whoever chooses needs only the better of the two, if one is at least as good in every square.
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

    /// An estimate, as if every square of a block were its root equally often.
    fn chances(&self, share: f32) -> [f32; MOST_SQUARES] {
        // For each square the number of roots that give it to the attacker: one plane for each binary digit.
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
