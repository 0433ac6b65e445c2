//! A proof for n = 2: a list of the blocker's replies for `scripts/theorems/check_blocking`, a
//! checker that shares no code with gqt3.
//!
//! The checker walks through the attacker's moves as this module does, so a reply does not have to
//! name its position. The walk is depth-first, with placements and collapses in the order of their
//! squares. It turns back if the blocker holds the attacker at once, or if it has met a position
//! with an equal structure.
//!
//! # Structure
//! The rest of a game depends on each side's groups, and on the quantum squares of the *needed*
//! targets. A living target is not needed if it contains all quantum squares of another one,
//! because the attacker cannot get it without the other. Of several with the same quantum squares,
//! only one is needed. Two positions have equal structures if and only if a bijection of their
//! quantum squares maps each side's groups to the same side's groups, and needed targets to needed
//! targets.
//!
//! To find the structure, we order the squares by colours that depend on the sets. If squares of
//! one colour are in different sets, then each of them in turn gets a colour of its own, but of
//! several in the same sets only one does. Each order gives a code, and the structure is the least
//! code.

use rustc_hash::FxHashSet;

use super::forest::{ATTACKER, BLOCKER, Forest, Wanted};
use super::order::Node;
use super::question::Question;
use super::search::{Search, WIDTHS, Work};
use super::targets::{MOST_SQUARES, Squares, TargetSet, Targets, each, ends};
use crate::engine::board::SquareSet;
use crate::engine::refinement::{by_colour, mix, refine};
use crate::support::progress::Interrupted;

pub struct Writer<'a> {
    question: &'a Question,
    work: &'a Work<'a>,
    met: FxHashSet<Structure>,
    replies: Vec<u8>,
}

impl<'a> Writer<'a> {
    /// Returns `None` if the blocker does not hold the attacker.
    pub fn replies(
        question: &'a Question,
        work: &'a Work<'a>,
        position: &Forest,
        turns_left: usize,
    ) -> Result<Option<Vec<u8>>, Interrupted> {
        let mut writer = Writer {
            question,
            work,
            met: FxHashSet::default(),
            replies: Vec::new(),
        };
        let held = writer.visit(position, turns_left)?;
        Ok(held.then_some(writer.replies))
    }

    /// Returns a position with only its needed targets, or `None` if the blocker holds the attacker
    /// at once.
    fn open<'b>(&self, position: &'b Forest, turns_left: usize) -> Option<(Node<'b>, Structure)>
    where
        'a: 'b,
    {
        let mut node = Node::open(self.question, position, turns_left)?;
        let targets = &self.question.targets;
        node.living.all = needed(targets, node.living.all, position.taken);
        node.wanted = Wanted::of(targets, node.living.all, position.quantum);
        let structure = structure(position, targets, node.living.all);
        Some((node, structure))
    }

    /// Writes the replies that follow a position; `false` if the attacker is not held.
    fn visit(&mut self, position: &Forest, turns_left: usize) -> Result<bool, Interrupted> {
        let Some((node, structure)) = self.open(position, turns_left) else {
            return Ok(true);
        };
        if !self.met.insert(structure) {
            return Ok(true);
        }
        Search::new(self.question, self.work, 0).visit()?;
        let mut placements = node.placements();
        if node.side == BLOCKER {
            node.sort(&mut placements);
            let Some(reply) = self.reply(&node, &placements)? else {
                return Ok(false);
            };
            let [one, other] = ends(reply);
            self.replies.push((16 * one + other) as u8);
            return self.after(&node, reply);
        }
        placements.sort_unstable_by_key(|&placement| ends(placement));
        for placement in placements {
            if !self.after(&node, placement)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn reply(&self, node: &Node, placements: &[Squares]) -> Result<Option<Squares>, Interrupted> {
        for (width, &best) in WIDTHS.iter().enumerate() {
            let mut search = Search::new(self.question, self.work, width);
            for &placement in placements.iter().take(best) {
                if search.after(node, placement)? {
                    return Ok(Some(placement));
                }
            }
        }
        Ok(None)
    }

    fn after(&mut self, node: &Node, placement: Squares) -> Result<bool, Interrupted> {
        let (position, side, turns_left) = (node.position, node.side, node.turns_left - 1);
        if position.entangled_by(placement).is_none() {
            let mut next = *position;
            next.join(side, placement);
            return self.visit(&next, turns_left);
        }
        let outcomes: Vec<(usize, Forest)> = each(placement)
            .map(|root| (root, position.collapsed(side, root)))
            .collect();
        if !self.question.blocker_chooses[side] {
            for (_, next) in &outcomes {
                if !self.visit(next, turns_left)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let is_met = |(_, structure)| self.met.contains(&structure);
        if outcomes
            .iter()
            .any(|(_, next)| self.open(next, turns_left).is_none_or(is_met))
        {
            return Ok(true);
        }
        for width in 0..WIDTHS.len() {
            for (root, next) in &outcomes {
                if Search::new(self.question, self.work, width).holds(next, turns_left)? {
                    self.replies.push(*root as u8);
                    return self.visit(next, turns_left);
                }
            }
        }
        Ok(false)
    }
}

fn needed(targets: &Targets, living: TargetSet, taken: Squares) -> TargetSet {
    let mut needed = living;
    for target in each(living) {
        let within = targets.inside(targets.squares(target) | taken);
        if within & needed & !(1 << target) != 0 {
            needed &= !(1 << target);
        }
    }
    needed
}

/// The number of quantum squares, then the attacker's groups, the blocker's groups and the needed
/// targets, each list after its length. Groups of one square are left out.
type Structure = Box<[Squares]>;

fn structure(position: &Forest, targets: &Targets, needed: TargetSet) -> Structure {
    let mut sets: [Vec<Squares>; 3] = [ATTACKER, BLOCKER, 2].map(|_| Vec::new());
    for side in [ATTACKER, BLOCKER] {
        let groups = &position.group[side];
        let first = |square: &usize| groups[*square].trailing_zeros() as usize == *square;
        let several = each(position.quantum)
            .filter(first)
            .map(|square| groups[square]);
        sets[side].extend(several.filter(|group| group.count_ones() > 1));
    }
    sets[2].extend(each(needed).map(|target| targets.squares(target) & position.quantum));
    let mut sorter = Sorter {
        quantum: position.quantum,
        sets,
        least: None,
    };
    sorter.tell_apart([0; MOST_SQUARES]);
    sorter.least.unwrap_or_default().into()
}

struct Sorter {
    quantum: Squares,
    sets: [Vec<Squares>; 3],
    least: Option<Vec<Squares>>,
}

impl Sorter {
    fn tell_apart(&mut self, mut colour: [u64; MOST_SQUARES]) {
        let mut before = 0;
        let mut classes = self.classes(&colour);
        while classes.len() > before && classes.iter().any(|class| class.count_ones() > 1) {
            before = classes.len();
            let sets = (0..).zip(&self.sets);
            let sets = sets.flat_map(|(kind, sets)| sets.iter().map(move |&set| (kind, set)));
            refine(
                &mut colour,
                sets.map(|(kind, set)| (kind, SquareSet(set.into()))),
            );
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

    fn classes(&self, colour: &[u64; MOST_SQUARES]) -> Vec<Squares> {
        let order = by_colour(each(self.quantum), colour);
        let classes = order.chunk_by(|one, other| one.0 == other.0);
        classes
            .map(|class| class.iter().fold(0, |set, (_, square)| set | 1 << square))
            .collect()
    }

    fn in_same_sets(&self, one: usize, other: usize) -> bool {
        self.sets
            .iter()
            .flatten()
            .all(|set| set >> one & 1 == set >> other & 1)
    }

    fn code(&self, classes: &[Squares]) -> Vec<Squares> {
        let mut names = [0; MOST_SQUARES];
        for (name, square) in classes.iter().flat_map(|&class| each(class)).enumerate() {
            names[square] = name;
        }
        let mut code = vec![self.quantum.count_ones() as Squares];
        for sets in &self.sets {
            code.push(sets.len() as Squares);
            let from = code.len();
            code.extend(
                sets.iter()
                    .map(|&set| each(set).fold(0, |image, one| image | 1 << names[one])),
            );
            code[from..].sort_unstable();
        }
        code
    }
}
