//! Positions of the games with n = 1 and n = 2 by owners: forests whose edges have owners.
//!
//! The quantum squares are the nodes of the forest and the quantum series are its edges. So every
//! block is a tree, with one square more than it has series. For n = 1 each block is a single
//! square, on which a placement collapses at once. In a collapse, the new series takes one square
//! of the tree, the *root*. Each series of the tree then goes to its end that is farther from the
//! root. So a tree can collapse in as many ways as it has squares. For each root, some other
//! squares of the tree become the attacker's. A forest keeps this set for each square.
//!
//! Suppose that a series of player p joins two trees, with an end in each. If the root is a square
//! r of one tree, the series goes to its end e in the other tree. So e becomes p's, and is the root
//! of the other tree. Hence the set of r grows by the set of e, and by e itself if p is the
//! attacker.
//!
//! Squares that are joined by series of one player alone form a *group* of this player. Another
//! series of this player can have its end on any square of the group without a difference. If the
//! series goes to this end, the series between it and any other square of the group are the
//! player's. So all squares of the group become the player's, wherever this end is. If the series
//! goes to its other end, the place of this end is irrelevant. For the same reason the series of a
//! group could be any other tree on its squares.

use super::targets::{MOST_SQUARES, Map, Squares, TargetSet, Targets, each, squares_where};
use crate::engine::refinement::mix;

/// The index of the attacker in arrays.
pub const ATTACKER: usize = 0;
/// The index of the blocker in arrays.
pub const BLOCKER: usize = 1;

/// A position that waits for a placement.
#[derive(Clone, Copy)]
pub struct Forest {
    /// The quantum squares.
    pub quantum: Squares,
    /// The attacker's classical squares.
    pub taken: Squares,
    /// The tree of each square.
    pub tree: [Squares; MOST_SQUARES],
    /// The group of each square, by side.
    pub group: [[Squares; MOST_SQUARES]; 2],
    /// The other squares of a tree that become the attacker's, by root.
    attackers: [Squares; MOST_SQUARES],
}

/// The targets that the attacker gets on some final board of a position (see [`super`]).
#[derive(Clone, Copy)]
pub struct LivingTargets {
    /// All living targets.
    pub all: TargetSet,
    /// The sets L of [the parent module](super), by side and square.
    ///
    /// These are the targets that live if the next series is of that side and ends there.
    pub with: [[TargetSet; MOST_SQUARES]; 2],
}

/// The quantum squares that some targets need.
#[derive(Clone, Copy, Default)]
pub struct Wanted {
    /// These squares.
    pub squares: Squares,
    /// For each square, the lower quantum squares that are in the same living targets.
    pub alike: [Squares; MOST_SQUARES],
}

impl Wanted {
    /// Finds the quantum squares that the living targets need.
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

/// The probability that the attacker gets each square.
pub type Probabilities = [f32; MOST_SQUARES];

/// Returns the attacker's gain from a series on a square: this square or none.
#[inline]
fn attackers_by(side: usize, square: usize) -> Squares {
    Squares::from(side == ATTACKER) << square
}

/// Computes the probabilities in one tree.
///
/// `attackers` returns the other squares that the attacker gets with a root.
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
    /// Returns a position without series.
    ///
    /// The squares of `quantum` are quantum, and the attacker owns the squares of `taken`.
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

    /// Places a series of a side that joins two trees.
    #[inline]
    pub fn join(&mut self, side: usize, placement: Squares) {
        let (one, other) = (
            placement.trailing_zeros() as usize,
            placement.ilog2() as usize,
        );
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

    /// Returns the two trees that a series joins.
    ///
    /// Each comes with the squares of the other tree that the attacker gets if the root is in this
    /// one.
    #[inline]
    fn joined(&self, side: usize, placement: Squares) -> [(Squares, Squares); 2] {
        let ends = [
            placement.trailing_zeros() as usize,
            placement.ilog2() as usize,
        ];
        let [first, second] = ends.map(|end| self.attackers[end] | attackers_by(side, end));
        [(self.tree[ends[0]], second), (self.tree[ends[1]], first)]
    }

    /// Returns the position after the tree of `root` becomes classical, with a series on `root`.
    #[inline]
    pub fn collapsed(&self, side: usize, root: usize) -> Forest {
        let mut next = *self;
        next.taken |= self.attackers[root] | attackers_by(side, root);
        next.quantum &= !self.tree[root];
        next
    }

    /// Returns the tree that contains a placement, if the placement entangles.
    #[inline]
    pub fn entangled_by(&self, placement: Squares) -> Option<Squares> {
        let tree = self.tree[placement.trailing_zeros() as usize];
        (placement & !tree == 0).then_some(tree)
    }

    /// Returns the roots of the collapses after a placement that entangles.
    ///
    /// An outcome is omitted if it is no better for the chooser than the other one. The attacker
    /// prefers to get more of the `wanted` squares, and the blocker prefers that it gets fewer.
    #[inline]
    pub fn roots(
        &self,
        side: usize,
        placement: Squares,
        wanted: Squares,
        chooser: usize,
    ) -> Squares {
        let ends = [
            placement.trailing_zeros() as usize,
            placement.ilog2() as usize,
        ];
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
    /// Each tree gets exactly one of the series to come, on its root. Consider a target and one
    /// tree. The target *costs* nothing there if, with some root outside the target, all squares of
    /// the target in this tree become the attacker's. It costs one series of the attacker if this
    /// holds only with roots in the target, because the series on the root must then be the
    /// attacker's. Otherwise the tree *fails* the target.
    ///
    /// A target lives under three conditions: it has no classical square of the blocker, no tree
    /// fails it, and its cost in all trees is at most `series`. There are as many series to come as
    /// trees, so the others of them take the other roots in any order.
    pub fn living(&self, targets: &Targets, series: usize) -> LivingTargets {
        const MOST: usize = MOST_SQUARES / 2;
        let mut with = [[0; MOST_SQUARES]; 2];
        // For each tree: its squares, the targets that cost a series there, and the targets that it
        // does not fail.
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

    /// Returns the placements of `pieces` pieces of a side, up to equivalence.
    ///
    /// Most equivalent placements are omitted, but some may remain.
    pub fn placements(&self, side: usize, pieces: usize, wanted: &Wanted) -> Vec<Squares> {
        // The lowest square of a group represents the group. Squares without series that the same
        // targets need are alike, and the lowest represents all of them. `second` holds the second
        // of such squares, because a series can have both ends on squares that are alike.
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

    /// Estimates the probability that the attacker gets each quantum square.
    ///
    /// The estimate assumes that each square of a tree is equally often its root. `share` is the
    /// attacker's share of the turns left. Classical squares get probability 1, because living
    /// targets contain none of the blocker's.
    pub fn probabilities(&self, share: f32) -> Probabilities {
        let mut probabilities = [1.0; MOST_SQUARES];
        self.trees().for_each(|tree| {
            probabilities_in(tree, share, |root| self.attackers[root], &mut probabilities)
        });
        probabilities
    }

    /// Updates the probabilities for a series that joins two trees.
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

    /// Returns the exact key of a position.
    ///
    /// Two positions have equal keys only if a permutation of the squares maps one to the other,
    /// and its living targets to the living targets of the other. The key is the least code under
    /// the symmetries that map the living targets to the least possible set.
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
        // 5 bits for each of 16 squares, and at most 48 targets.
        maps.map(|map| self.code(targets, map, least))
            .min()
            .unwrap_or_default()
            | u128::from(least) << 80
    }

    /// Encodes each square's parent in its tree and the owner of the series to it.
    ///
    /// All squares are renamed to their places in [`Forest::places`].
    fn code(&self, targets: &Targets, map: &Map, living: TargetSet) -> u128 {
        let place = self.places(targets, map, living);
        let mut digits: [u8; MOST_SQUARES] = std::array::from_fn(|square| 16 | square as u8);
        for tree in self.trees() {
            let root = each(tree).min_by_key(|&square| place[square]).unwrap_or(0);
            let attackers = self.attackers[root];
            digits[place[root] as usize] = place[root];
            for square in each(tree & !(1 << root)) {
                let side = if attackers >> square & 1 != 0 {
                    ATTACKER
                } else {
                    BLOCKER
                };
                // The square goes to its owner by a series of this owner's group. Only the square
                // of the group that is nearest to the root does not: it is the root itself, or goes
                // to the other side. This square is taken as the parent, since the series of a
                // group could be any other tree.
                let nearer = if side == ATTACKER {
                    !attackers
                } else {
                    attackers | 1 << root
                };
                let parent = (self.group[side][square] & nearer).trailing_zeros() as usize;
                digits[place[square] as usize] = place[parent] | (side as u8) << 4;
            }
        }
        digits
            .iter()
            .rev()
            .fold(0_u128, |code, &digit| code << 5 | u128::from(digit))
    }

    /// Returns the place of each quantum square in a canonical order.
    ///
    /// Squares are alike if the same living targets need them, and alike squares form a class. The
    /// order makes most positions equal that differ only by exchanges of alike squares. It sorts
    /// the squares of a class by the classes of the squares in their trees, groups and sets
    /// `attackers`. If this does not distinguish two squares, they keep their order, so equivalent
    /// positions may get different keys.
    fn places(&self, targets: &Targets, map: &Map, living: TargetSet) -> [u8; MOST_SQUARES] {
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
        let mut place = [0; MOST_SQUARES];
        for entry in order {
            let class = &mut members[(entry >> 60) as usize];
            place[(entry & 15) as usize] = class.trailing_zeros() as u8;
            *class &= *class - 1;
        }
        place
    }
}
