//! Positions for n = 1 and 2: forests whose edges have owners. [`super`] defines the terms.
//!
//! The quantum squares are the forest's nodes, and the quantum series its edges. Each block is a
//! tree, so exactly one series to come takes one of its squares, the *root*, and each of the tree's
//! series goes to its end farther from the root. For each root, [`Forest`] keeps in `attackers`
//! which other squares become the attacker's.
//!
//! For example, let player 1 be the attacker after 1-2 2-3 1-4. The tree is 4-1-2-3, and only 2-3
//! is the blocker's. With the root 3, 2-3 goes to 2, 1-2 to 1 and 1-4 to 4, so the attacker gets
//! `attackers[3] = {1, 4}` (the code numbers squares from 0). Likewise `attackers[2] = {1, 4}`.
//!
//! *Joining.* If a series joins two trees and the root is in the first, the series goes to its end
//! e in the second, as if e were the root there. So each root's set in the first tree grows by
//! `attackers[e]`, and by e itself if the series is the attacker's.
//!
//! *Groups.* Squares that one player's series join are this player's *group*: in the example, the
//! attacker has the group 1, 2, 4 and the blocker 2, 3. It makes no difference on which of the
//! group's squares another of this player's series ends. If that series goes into the group, the
//! group's series take the rest, so all these squares become the player's. If it goes to its other
//! end, nothing depends on its end in the group. For the same reason a group's series could be any
//! other tree on the group's squares.

use super::targets::{MOST_SQUARES, Map, Squares, TargetSet, Targets, each, ends, squares_where};
use crate::engine::refinement::mix;
use crate::engine::rules::Player;

/// Arrays by side have the attacker first.
pub const ATTACKER: usize = 0;
pub const BLOCKER: usize = 1;

pub fn side_of(series: usize, blocker: Player) -> usize {
    if Player::from_turn(series + 1) == blocker {
        BLOCKER
    } else {
        ATTACKER
    }
}

/// A position that does not wait for a collapse.
#[derive(Clone, Copy)]
pub struct Forest {
    pub quantum: Squares,
    /// The attacker's classical squares.
    pub taken: Squares,
    pub tree: [Squares; MOST_SQUARES],
    /// By side and square.
    pub group: [[Squares; MOST_SQUARES]; 2],
    attackers: [Squares; MOST_SQUARES],
}

#[derive(Clone, Copy)]
pub struct LivingTargets {
    pub all: TargetSet,
    /// The sets L(p, v) of [`super`], by p's side and by v.
    ///
    /// The blocker's sets mean nothing if it has no series to come.
    pub with: [[TargetSet; MOST_SQUARES]; 2],
}

/// The quantum squares that the living targets need.
#[derive(Clone, Copy, Default)]
pub struct Wanted {
    pub squares: Squares,
    /// For each quantum square, the lower ones that are in the same living targets.
    pub alike: [Squares; MOST_SQUARES],
}

impl Wanted {
    pub fn of(targets: &Targets, living: TargetSet, quantum: Squares) -> Wanted {
        let asks = |square: usize| targets.through[square] & living;
        let mut alike = [0; MOST_SQUARES];
        for square in each(quantum) {
            let lower = quantum & ((1 << square) - 1);
            alike[square] = squares_where(lower, |other| asks(other) == asks(square));
        }
        Wanted {
            squares: squares_where(quantum, |square| asks(square) != 0),
            alike,
        }
    }
}

pub type Probabilities = [f32; MOST_SQUARES];

#[inline]
fn attackers_by(side: usize, square: usize) -> Squares {
    Squares::from(side == ATTACKER) << square
}

#[inline]
fn probabilities_in(
    tree: Squares,
    share: f32,
    attackers: impl Fn(usize) -> Squares,
    probabilities: &mut Probabilities,
) {
    each(tree).for_each(|square| probabilities[square] = 0.0);
    for root in each(tree) {
        probabilities[root] += share;
        each(attackers(root)).for_each(|square| probabilities[square] += 1.0);
    }
    each(tree).for_each(|square| probabilities[square] /= tree.count_ones() as f32);
}

impl Forest {
    pub fn new(quantum: Squares, taken: Squares) -> Forest {
        let alone = std::array::from_fn(|square| 1 << square);
        Forest {
            quantum,
            taken,
            tree: alone,
            attackers: [0; MOST_SQUARES],
            group: [alone; 2],
        }
    }

    /// Places a series that joins two trees.
    #[inline]
    pub fn join(&mut self, side: usize, placement: Squares) {
        let [one, other] = ends(placement);
        let [(first, to_first), (second, to_second)] = self.joined(side, placement);
        for (tree, grown) in [(first, to_first), (second, to_second)] {
            for square in each(tree) {
                self.attackers[square] |= grown;
                self.tree[square] = first | second;
            }
        }
        let group = self.group[side][one] | self.group[side][other];
        each(group).for_each(|square| self.group[side][square] = group);
    }

    #[inline]
    fn trees(&self) -> impl Iterator<Item = Squares> {
        let mut left = self.quantum;
        std::iter::from_fn(move || {
            let tree = (left != 0).then(|| self.tree[left.trailing_zeros() as usize])?;
            left &= !tree;
            Some(tree)
        })
    }

    /// Returns the two trees that a series joins, each with the squares of the other tree that the
    /// attacker gets if the root is in this one.
    #[inline]
    fn joined(&self, side: usize, placement: Squares) -> [(Squares, Squares); 2] {
        let [one, other] = ends(placement);
        let attackers = |end: usize| self.attackers[end] | attackers_by(side, end);
        [
            (self.tree[one], attackers(other)),
            (self.tree[other], attackers(one)),
        ]
    }

    /// Returns the position after a series of `side` entangles and collapses to `root`.
    #[inline]
    pub fn collapsed(&self, side: usize, root: usize) -> Forest {
        let mut next = *self;
        next.taken |= self.attackers[root] | attackers_by(side, root);
        next.quantum &= !self.tree[root];
        next
    }

    #[inline]
    pub fn entangled_by(&self, placement: Squares) -> Option<Squares> {
        let tree = self.tree[placement.trailing_zeros() as usize];
        (placement & !tree == 0).then_some(tree)
    }

    /// Returns the roots that a chooser should try after a placement that entangles: both its
    /// squares, or only one if the other is no better. The attacker wants more of the `wanted`
    /// squares, the blocker fewer.
    #[inline]
    pub fn roots(
        &self,
        side: usize,
        placement: Squares,
        wanted: Squares,
        chooser: usize,
    ) -> Squares {
        let ends = ends(placement);
        let [first, second] =
            ends.map(|root| (self.attackers[root] | attackers_by(side, root)) & wanted);
        let (more, fewer) = if chooser == ATTACKER {
            (first, second)
        } else {
            (second, first)
        };
        if fewer & !more == 0 {
            1 << ends[0]
        } else if more & !fewer == 0 {
            1 << ends[1]
        } else {
            placement
        }
    }

    /// Returns the living targets if the attacker has `series` more series to place.
    ///
    /// A target *costs* nothing in a tree if some root outside the target gives the attacker all of
    /// the target's squares there. It costs one series if only a root in the target gives the
    /// attacker the other ones, because the attacker must then take the root, too. Otherwise the
    /// tree *fails* the target. A target lives if it has no classical square of the blocker's, no
    /// tree fails it, and its costs add up to at most `series`. This is enough, because as many
    /// series are to come as there are trees, so the series that the target does not cost can take
    /// the other roots.
    ///
    /// In the example above on 3x3, the tree 4-1-2-3 fails the row 1-2-3, because the blocker's 2-3
    /// takes 2 or 3. The column 1-4-7 costs nothing there, because the root 2 gives the attacker 1
    /// and 4, but one series in the tree of square 7.
    pub fn living(&self, targets: &Targets, series: usize) -> LivingTargets {
        const MOST: usize = MOST_SQUARES / 2;
        let mut with = [[0; MOST_SQUARES]; 2];
        // Each tree, the targets that cost a series there, and the targets that it does not fail.
        let mut trees: [(Squares, TargetSet, TargetSet); MOST_SQUARES] = [(0, 0, 0); MOST_SQUARES];
        let mut count = 0;
        let (mut fails_once, mut fails_twice) = (0, 0);
        // `cost[i]` holds the targets that cost at least i series.
        let mut cost: [TargetSet; MOST + 3] = [0; MOST + 3];
        cost[0] = !0;
        for tree in self.trees() {
            let (mut free, mut possible) = (0, 0);
            for root in each(tree) {
                let attackers = self.attackers[root] | !tree;
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
            trees[count] = (tree, costly, possible);
            count += 1;
        }
        let possible = targets.inside(self.quantum | self.taken);
        for &(tree, costly, here) in &trees[..count] {
            let others = possible & (!fails_once | (!here & !fails_twice));
            // The targets that cost at most `most` series in the other trees.
            let within =
                |most: usize| others & ((costly & !cost[most + 2]) | (!costly & !cost[most + 1]));
            let all_but_one = if series == 0 { 0 } else { within(series - 1) };
            for root in each(tree) {
                with[BLOCKER][root] &= within(series);
                with[ATTACKER][root] &= all_but_one;
            }
        }
        LivingTargets {
            all: possible & !fails_once & !cost[series + 1],
            with,
        }
    }

    /// Returns the placements, but leaves out most that [`super`] calls equivalent to others.
    pub fn placements(&self, side: usize, pieces: usize, wanted: &Wanted) -> Vec<Squares> {
        // The lowest square represents a group, or all squares without series that the same living
        // targets need. A series can end on two of the latter, so `second` holds the second lowest,
        // at the lowest one's index.
        let (mut standing, mut second): (Squares, [Squares; MOST_SQUARES]) = (0, [0; MOST_SQUARES]);
        let alone = squares_where(self.quantum, |square| self.tree[square] == 1 << square);
        for square in each(self.quantum) {
            let lower = if alone >> square & 1 != 0 {
                wanted.alike[square] & alone
            } else {
                0
            };
            if lower == 0 && self.group[side][square].trailing_zeros() as usize == square {
                standing |= 1 << square;
            } else if lower.count_ones() == 1 {
                second[lower.trailing_zeros() as usize] |= 1 << square;
            }
        }
        if pieces == 1 {
            return each(standing).map(|square| 1 << square).collect();
        }
        let mut placements = Vec::with_capacity(MOST_SQUARES * (MOST_SQUARES - 1) / 2);
        for one in each(standing) {
            let group_rest = self.group[side][one] & !(1 << one);
            if group_rest != 0 {
                placements.push(1 << one | 1 << group_rest.trailing_zeros());
            }
            let others = (standing | second[one]) & (!1 << one);
            placements.extend(each(others).map(|other| 1 << one | 1 << other));
        }
        placements
    }

    /// Estimates how likely the attacker is to get each square, as if all squares of a tree were
    /// equally likely to be its root, and the attacker took a root with probability `share`.
    ///
    /// Classical squares get 1, because living targets contain none of the blocker's.
    pub fn probabilities(&self, share: f32) -> Probabilities {
        let mut probabilities = [1.0; MOST_SQUARES];
        self.trees().for_each(|tree| {
            probabilities_in(tree, share, |root| self.attackers[root], &mut probabilities)
        });
        probabilities
    }

    pub fn join_probabilities(
        &self,
        side: usize,
        placement: Squares,
        share: f32,
        probabilities: &mut Probabilities,
    ) {
        let [(first, to_first), (second, to_second)] = self.joined(side, placement);
        let attackers = |root: usize| {
            self.attackers[root]
                | if first >> root & 1 != 0 {
                    to_first
                } else {
                    to_second
                }
        };
        probabilities_in(first | second, share, attackers, probabilities);
    }

    /// Two positions have equal keys only if a permutation of the squares maps one's trees, groups
    /// and living targets to the other's.
    pub fn key(&self, targets: &Targets, living: TargetSet) -> u128 {
        let least = targets
            .symmetries
            .iter()
            .map(|map| map.targets(living))
            .min()
            .unwrap_or(living);
        let maps = targets
            .symmetries
            .iter()
            .filter(|map| map.targets(living) == least);
        // 5 bits for each of 16 squares, then 48 for at most 45 targets, the pairs of 10 lines.
        maps.map(|map| self.code(targets, map, least))
            .min()
            .unwrap_or_default()
            | u128::from(least) << 80
    }

    /// Encodes each square's parent in its tree, and who owns the series to it, under the names
    /// from [`Forest::names`].
    fn code(&self, targets: &Targets, map: &Map, living: TargetSet) -> u128 {
        let names = self.names(targets, map, living);
        let mut digits: [u8; MOST_SQUARES] = std::array::from_fn(|square| 16 | square as u8);
        for tree in self.trees() {
            let root = each(tree).min_by_key(|&square| names[square]).unwrap_or(0);
            let attackers = self.attackers[root];
            digits[names[root] as usize] = names[root];
            for square in each(tree & !(1 << root)) {
                let side = if attackers >> square & 1 != 0 {
                    ATTACKER
                } else {
                    BLOCKER
                };
                // The parent is the square nearest to the root in the owner's group: the root
                // itself, or a square that the other side gets. The group's series take its other
                // squares.
                let nearer = if side == ATTACKER {
                    !attackers
                } else {
                    attackers | 1 << root
                };
                let parent = (self.group[side][square] & nearer).trailing_zeros() as usize;
                digits[names[square] as usize] = names[parent] | (side as u8) << 4;
            }
        }
        digits
            .iter()
            .rev()
            .fold(0_u128, |code, &digit| code << 5 | u128::from(digit))
    }

    /// Renames the quantum squares, so that most positions become equal if they differ only by
    /// exchanges of *alike* squares, which are in the same living targets.
    ///
    /// Alike squares form a class, and are sorted by the classes of the squares in their trees,
    /// groups and `attackers`. If this does not distinguish them, they keep their order.
    fn names(&self, targets: &Targets, map: &Map, living: TargetSet) -> [u8; MOST_SQUARES] {
        let mut class = [0_u8; MOST_SQUARES];
        let mut members = [0 as Squares; MOST_SQUARES];
        let asks = |square: usize| targets.through[square] & living;
        for (square, class) in class.iter_mut().enumerate().take(targets.board_squares) {
            let first = (0..square)
                .find(|&other| asks(other) == asks(square))
                .unwrap_or(square);
            *class = first as u8;
            members[first] |= 1 << square;
        }
        let class = |square: usize| u64::from(class[usize::from(map.square[square])]);
        let mut label = [0; MOST_SQUARES];
        each(self.quantum).for_each(|square| label[square] = mix(class(square) + 1));
        let sum =
            |set: Squares| each(set).fold(0_u64, |sum, square| sum.wrapping_add(label[square]));
        let mut order: Vec<u64> = Vec::with_capacity(MOST_SQUARES);
        for square in each(self.quantum) {
            let [attackers, blockers] = self.group.map(|group| sum(group[square]));
            let sets = [
                sum(self.tree[square]),
                attackers,
                blockers,
                sum(self.attackers[square]),
            ];
            let shade = sets.iter().fold(0, |shade, &sum| mix(shade ^ sum));
            order.push(class(square) << 60 | shade >> 8 << 4 | square as u64);
        }
        order.sort_unstable();
        let mut names = [0; MOST_SQUARES];
        for entry in order {
            let class = &mut members[(entry >> 60) as usize];
            names[(entry & 15) as usize] = class.trailing_zeros() as u8;
            *class &= *class - 1;
        }
        names
    }
}
