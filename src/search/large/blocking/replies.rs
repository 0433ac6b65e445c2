//! A proof for n = 2 as a sequence of replies, for a checker that knows the rules alone.
//!
//! The file lists the blocker's replies in the order in which one walk through all that the attacker can do needs them.
//! The checker makes the same walk, so a reply need not say to which position it belongs. The walk is described in
//! `examples/check_blocking`. It goes depth first, through placements and collapses in the order of their squares. It
//! turns back where the position tells at once that the blocker holds the attacker, and where it has met the same
//! [`structure`] before.

use rustc_hash::FxHashSet;

use super::node::{Node, Question, WIDTHS};
use super::pairs::Pairs;
use super::search::{Search, Work};
use super::state::{BLOCKER, State};
use super::structure::{Structure, structure};
use super::targets::Squares;
use crate::progress::Interrupted;

/// Writes down the replies.
pub struct Writer<'a> {
    question: &'a Question<Pairs>,
    work: &'a Work<'a>,
    met: FxHashSet<Structure>,
    replies: Vec<u8>,
}

impl<'a> Writer<'a> {
    /// The replies in all that can follow a position; `None` if the blocker does not hold the attacker.
    pub fn replies(
        question: &'a Question<Pairs>,
        work: &'a Work<'a>,
        position: &Pairs,
        turns_left: usize,
    ) -> Result<Option<Vec<u8>>, Interrupted> {
        let mut writer = Writer { question, work, met: FxHashSet::default(), replies: Vec::new() };
        let held = writer.visit(position, turns_left)?;
        Ok(held.then_some(writer.replies))
    }

    fn structure(&self, node: &Node<Pairs>) -> Structure {
        structure(node.position, &self.question.targets, node.living)
    }

    /// Writes down what follows a position; whether the attacker is held.
    fn visit(&mut self, position: &Pairs, turns_left: usize) -> Result<bool, Interrupted> {
        let Some(node) = Node::open(self.question, position, turns_left) else { return Ok(true) };
        let structure = self.structure(&node);
        if !self.met.insert(structure) {
            return Ok(true);
        }
        Search::new(self.question, self.work, None, 0).visit()?;
        let mut placements = node.placements(self.question);
        if node.side == BLOCKER {
            let Some(reply) = self.reply(&node, &placements)? else { return Ok(false) };
            self.replies.push((16 * reply.trailing_zeros() + reply.ilog2()) as u8);
            return self.after(&node, reply);
        }
        placements.sort_unstable_by_key(|placement| (placement.trailing_zeros(), placement.ilog2()));
        for placement in placements {
            if !self.after(&node, placement)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A placement of the blocker after which the attacker is still held.
    fn reply(&self, node: &Node<Pairs>, placements: &[Squares]) -> Result<Option<Squares>, Interrupted> {
        for (width, &best) in WIDTHS.iter().enumerate() {
            let mut search = Search::new(self.question, self.work, None, width);
            for &placement in placements.iter().take(best) {
                if search.after(node, placement)? {
                    return Ok(Some(placement));
                }
            }
        }
        Ok(None)
    }

    fn after(&mut self, node: &Node<Pairs>, placement: Squares) -> Result<bool, Interrupted> {
        let turns_left = node.turns_left - 1;
        let (first, last) = (placement.trailing_zeros() as usize, placement.ilog2() as usize);
        if node.entangled_by(placement).is_none() {
            let mut next = *node.position;
            next.place(node.side, placement);
            return self.visit(&next, turns_left);
        }
        let roots = if first == last { vec![first] } else { vec![first, last] };
        let outcome = |root: usize| (root, node.position.collapsed(node.side, root));
        let outcomes: Vec<(usize, Pairs)> = roots.into_iter().map(outcome).collect();
        if !self.question.blocker_chooses[node.side] {
            for (_, next) in &outcomes {
                if !self.visit(next, turns_left)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let known = |node: Node<Pairs>| self.met.contains(&self.structure(&node));
        if outcomes.iter().any(|(_, next)| Node::open(self.question, next, turns_left).is_none_or(known)) {
            return Ok(true);
        }
        for width in 0..WIDTHS.len() {
            for (root, next) in &outcomes {
                if Search::new(self.question, self.work, None, width).holds(next, turns_left)? {
                    self.replies.push(*root as u8);
                    return self.visit(next, turns_left);
                }
            }
        }
        Ok(false)
    }
}
