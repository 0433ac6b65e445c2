//! Positions of the games with n = 1 and n = 2, as far as owners matter: forests whose edges have owners.
//!
//! The squares are the nodes of the forest and the quantum series are its edges, so every block is a tree. (For n = 1
//! each block is a single square, on which a placement collapses at once.) Once a later series takes a square of a
//! tree, the *root*, each edge goes to its endpoint that is farther from the root. So a tree can collapse in as many
//! ways as it has squares, and all that matters of it is, for each root, which of the other squares become the
//! attacker's. That is what a forest keeps for each square. Suppose that a series of player p joins two trees, with an
//! end in each. If the root lies in one tree, the series goes to its end in the other tree: that end becomes p's, and
//! is the root of the other tree. So the set of a square in one tree grows by the set of the end in the other, and by
//! that end if p is the attacker.
//!
//! Squares that are joined by series of one player alone form a *group* of this player. Another series of this player
//! may stand on any square of the group without a difference: whichever square it takes, the series on the way to any
//! other square are the player's, so that all squares of the group become the player's. For the same reason the series
//! of a group could be any other tree on its squares.

use super::targets::{MOST_SQUARES, Map, Squares, TargetSet, Targets, each, squares_where};
use crate::engine::refinement::mix;

/// The place of the attacker in arrays.
pub const ATTACKER: usize = 0;
/// The place of the blocker.
pub const BLOCKER: usize = 1;

/// A position that waits for a placement.
#[derive(Clone, Copy)]
pub struct Forest {
    /// The squares that are quantum.
    pub quantum: Squares,
    /// The attacker's classical squares.
    pub taken: Squares,
    /// By square: its tree.
    pub tree: [Squares; MOST_SQUARES],
    /// By side and square: its group.
    pub group: [[Squares; MOST_SQUARES]; 2],
    /// By root: the other squares of its tree that become the attacker's.
    attackers: [Squares; MOST_SQUARES],
}

/// Which targets the attacker gets on some final board of a position; see [`super`].
#[derive(Clone, Copy)]
pub struct Outlook {
    /// The targets that live.
    pub living: TargetSet,
    /// L of the module's text, by side and square: the targets that live if the next series is of that side and ends
    /// there.
    pub with: [[TargetSet; MOST_SQUARES]; 2],
}

/// What some targets ask of the quantum squares.
#[derive(Clone, Copy, Default)]
pub struct Wanted {
    /// All their squares.
    pub squares: Squares,
    /// By square: the lower squares that are in the same targets.
    pub alike: [Squares; MOST_SQUARES],
}

impl Wanted {
    /// What some targets ask for.
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

/// By square the attacker's chance to get it.
pub type Chances = [f32; MOST_SQUARES];

/// The set of a square that a series of a side takes, if that side is the attacker; else no square.
#[inline]
fn attackers_by(side: usize, square: usize) -> Squares {
    Squares::from(side == ATTACKER) << square
}

/// Finds the chances in one tree; `attackers` are the squares that the attacker gets with a root.
#[inline]
fn chances_in(
    tree: Squares,
    share: f32,
    attackers: impl Fn(usize) -> Squares,
    chances: &mut Chances,
) {
    each(tree).for_each(|square| chances[square] = 0.0);
    for root in each(tree) {
        chances[root] += share;
        each(attackers(root)).for_each(|square| chances[square] += 1.0);
    }
    each(tree).for_each(|square| chances[square] /= tree.count_ones() as f32);
}

impl Forest {
    /// A position without series: these squares are quantum, and those are `taken` by the attacker.
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

    /// All trees.
    #[inline]
    fn trees(&self) -> impl Iterator<Item = Squares> {
        let mut left = self.quantum;
        std::iter::from_fn(move || {
            let tree = (left != 0).then(|| self.tree[left.trailing_zeros() as usize])?;
            left &= !tree;
            Some(tree)
        })
    }

    /// The trees that a series joins, each with the squares that the attacker gets besides if the root is in it.
    #[inline]
    fn joined(&self, side: usize, placement: Squares) -> [(Squares, Squares); 2] {
        let ends = [
            placement.trailing_zeros() as usize,
            placement.ilog2() as usize,
        ];
        let [first, second] = ends.map(|end| self.attackers[end] | attackers_by(side, end));
        [(self.tree[ends[0]], second), (self.tree[ends[1]], first)]
    }

    /// The position after a tree has become classical, with a series of a side on the root.
    #[inline]
    pub fn collapsed(&self, side: usize, root: usize) -> Forest {
        let mut next = *self;
        next.taken |= self.attackers[root] | attackers_by(side, root);
        next.quantum &= !self.tree[root];
        next
    }

    /// The tree in which a placement lies, if it entangles.
    #[inline]
    pub fn entangled_by(&self, placement: Squares) -> Option<Squares> {
        let tree = self.tree[placement.trailing_zeros() as usize];
        (placement & !tree == 0).then_some(tree)
    }

    /// The roots of the collapses after a placement that entangles. Outcomes worse for the chooser may be skipped: those
    /// that give the attacker fewer of the `wanted` squares if the attacker chooses, or more if the blocker does.
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

    /// What lives if the attacker has `series` more series to place.
    ///
    /// Take one tree. A target *costs* nothing there if with some root outside the target all squares of the target in
    /// this tree become the attacker's. It costs one series of the attacker if that holds only for roots in the target,
    /// for the root must then be the attacker's, too. Else the tree *fails* it. A target lives if no tree fails it and
    /// if its cost in all trees is no more than the number of series that the attacker still has: the roots of the
    /// other trees go to the remaining series in any order.
    pub fn outlook(&self, targets: &Targets, series: usize) -> Outlook {
        const MOST: usize = MOST_SQUARES / 2;
        let mut with = [[0; MOST_SQUARES]; 2];
        // By tree: its squares, the targets that cost a series there, and those that it does not fail.
        let mut trees: [(Squares, TargetSet, TargetSet); MOST_SQUARES] = [(0, 0, 0); MOST_SQUARES];
        let mut count = 0;
        let (mut fails_once, mut fails_twice) = (0, 0);
        // By a number of series: the targets that cost at least this number.
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
            // The targets that cost the other trees no more than all series, or all but one.
            let within =
                |most: usize| others & ((costly & !cost[most + 2]) | (!costly & !cost[most + 1]));
            let all_but_one = if series == 0 { 0 } else { within(series - 1) };
            for root in each(tree) {
                with[BLOCKER][root] &= within(series);
                with[ATTACKER][root] &= all_but_one;
            }
        }
        Outlook {
            living: possible & !fails_once & !cost[series + 1],
            with,
        }
    }

    /// Placements of `pieces` pieces of a side: of those that lead to the same game at least one.
    pub fn placements(&self, side: usize, pieces: usize, wanted: &Wanted) -> Vec<Squares> {
        // The squares that stand for all that lead to the same game: each is the lowest of its group, and if it has no
        // series, the lowest of those without series that the same targets need. By such a square the second of these.
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

    /// About how likely the attacker is to get each quantum square, as if every square of a tree were its root equally
    /// often; `share` is the attacker's share of the turns left. What is taken is certain.
    pub fn chances(&self, share: f32) -> Chances {
        let mut chances = [1.0; MOST_SQUARES];
        self.trees()
            .for_each(|tree| chances_in(tree, share, |root| self.attackers[root], &mut chances));
        chances
    }

    /// Changes the chances to those after a series that joins two trees.
    pub fn join_chances(&self, side: usize, placement: Squares, share: f32, chances: &mut Chances) {
        let [(first, to_first), (second, to_second)] = self.joined(side, placement);
        let attackers = |root: usize| {
            self.attackers[root]
                | if first >> root & 1 != 0 {
                    to_first
                } else {
                    to_second
                }
        };
        chances_in(first | second, share, attackers, chances);
    }

    /// The exact key. Two positions have equal keys only if an exchange of squares takes one to the other, and its
    /// living targets to those of the other. Of all symmetries only those count that take the living targets to the
    /// least possible set.
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

    /// By square the square that its series comes from, and whose it is, with the squares in their places.
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
                // The square goes to its owner by a series of a group of this owner. The square of the group that is
                // nearest to the root is the root itself, or goes to the other side.
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

    /// The place to which each quantum square goes, so that positions that differ by an exchange of alike squares become
    /// the same.
    ///
    /// Squares are alike if the same targets need them; alike squares form a class. Squares of a class are told apart by
    /// the classes of the squares in the sets around them. Where that does not suffice, they stay in their order, so
    /// that positions that are the same game may get different keys.
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
