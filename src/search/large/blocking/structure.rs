//! The structure of a position for n = 2: the position up to renaming its squares.
//!
//! How a game can go on depends on the groups of either side, and on which quantum squares the needed targets ask for.
//! Two positions have the same structure exactly if a bijection of their quantum squares takes groups to groups of the
//! same side, and targets to targets. (The search uses weaker keys, which cost less.)
//!
//! The structure is found by colour refinement with individualisation. Squares get new colours by the colours of the
//! sets that they are in, and sets by those of their squares, until no more squares are told apart. If some squares
//! still have the same colour, one of them gets a colour of its own, and the refinement goes on; each of them is tried
//! in turn, but of squares that are in exactly the same sets only one. Each way ends with an order of the squares. The
//! structure is the least code of the sets among all these orders.

use super::pairs::Pairs;
use super::state::{ATTACKER, BLOCKER, State, each, mix};
use super::targets::{MOST_SQUARES, Squares, TargetSet, Targets};

/// A structure, exact: for each kind of sets how many there are and which.
pub type Structure = Box<[Squares]>;

/// The structure of a position with some targets that are needed.
pub fn structure(position: &Pairs, targets: &Targets, needed: TargetSet) -> Structure {
    let mut sets: [Vec<Squares>; 3] = [ATTACKER, BLOCKER, 2].map(|_| Vec::new());
    for side in [ATTACKER, BLOCKER] {
        let groups = position.groups(side);
        let first = |square: &usize| groups[*square].trailing_zeros() as usize == *square;
        let several = each(position.quantum()).filter(first).map(|square| groups[square]);
        sets[side].extend(several.filter(|group| group.count_ones() > 1));
    }
    sets[2].extend(each(needed).map(|target| targets.squares(target) & position.quantum()));
    let mut sorter = Sorter { quantum: position.quantum(), sets, least: None };
    sorter.tell_apart([0; MOST_SQUARES]);
    sorter.least.unwrap_or_default().into()
}

struct Sorter {
    quantum: Squares,
    sets: [Vec<Squares>; 3],
    least: Option<Vec<Squares>>,
}

impl Sorter {
    /// Refines the colours of squares and tries all orders that go with them.
    fn tell_apart(&mut self, mut colour: [u64; MOST_SQUARES]) {
        let mut before = 0;
        let mut classes = self.classes(&colour);
        while classes.len() > before && classes.iter().any(|class| class.count_ones() > 1) {
            before = classes.len();
            self.refine(&mut colour);
            classes = self.classes(&colour);
        }
        for class in classes.iter().filter(|class| class.count_ones() > 1) {
            let mut kinds: Vec<usize> = Vec::new();
            for square in each(*class) {
                if !kinds.iter().any(|&other| self.in_same_sets(other, square)) {
                    kinds.push(square);
                }
            }
            if kinds.len() > 1 {
                for square in kinds {
                    let mut chosen = colour;
                    chosen[square] = mix(!colour[square]);
                    self.tell_apart(chosen);
                }
                return;
            }
        }
        let code = self.code(&classes);
        if self.least.as_ref().is_none_or(|least| code < *least) {
            self.least = Some(code);
        }
    }

    fn refine(&self, colour: &mut [u64; MOST_SQUARES]) {
        let mut sums = [0_u64; MOST_SQUARES];
        for (kind, sets) in (1..).zip(&self.sets) {
            for &set in sets {
                let label =
                    mix(each(set).fold(kind, |sum: u64, one| sum.wrapping_add(mix(colour[one] ^ 0xA5))));
                each(set).for_each(|square| sums[square] = sums[square].wrapping_add(label));
            }
        }
        each(self.quantum)
            .for_each(|square| colour[square] = mix(colour[square].rotate_left(9) ^ sums[square]));
    }

    /// The squares of each colour, in the order of the colours.
    fn classes(&self, colour: &[u64; MOST_SQUARES]) -> Vec<Squares> {
        let mut order: Vec<usize> = each(self.quantum).collect();
        order.sort_unstable_by_key(|&square| colour[square]);
        let classes = order.chunk_by(|&one, &other| colour[one] == colour[other]);
        classes.map(|class| class.iter().fold(0, |set, square| set | 1 << square)).collect()
    }

    fn in_same_sets(&self, one: usize, other: usize) -> bool {
        self.sets.iter().flatten().all(|set| set >> one & 1 == set >> other & 1)
    }

    fn code(&self, classes: &[Squares]) -> Vec<Squares> {
        let mut place = [0; MOST_SQUARES];
        for (name, square) in classes.iter().flat_map(|&class| each(class)).enumerate() {
            place[square] = name;
        }
        let mut code = vec![self.quantum.count_ones() as Squares];
        for sets in &self.sets {
            code.push(sets.len() as Squares);
            let from = code.len();
            code.extend(sets.iter().map(|&set| each(set).fold(0, |image, one| image | 1 << place[one])));
            code[from..].sort_unstable();
        }
        code
    }
}
