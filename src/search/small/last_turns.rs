//! Turns 7 and 8 of a 3x3 game, searched with the tables of [`endgame`](super::endgame), or decided by
//! [`forest`](super::forest).

use super::endgame::{Ends, Question, SecondLast, ThirdLast};
use super::forest;
use super::node::Node;
use super::placements::{Placements, promise};
use super::solver::Solver;
use super::{FIRST_REPLIES, Mask, to_front};
use crate::progress::Interrupted;
use crate::rules::{Ending, Tail};

impl Solver<'_> {
    /// How many pieces the next series has.
    #[inline]
    pub fn size(&self, node: &Node) -> usize {
        let quantum = node.quantum.count_ones() as usize;
        if quantum < self.pieces { 1 } else { self.pieces }
    }

    fn question(&self, node: &Node) -> Question {
        let quantum = node.quantum;
        Question { quantum, last_is_one: self.chooser_is_one(true), pieces: self.size(node) }
    }

    /// Turn 8 of 3x3: most placements are answered by a table.
    pub fn second_last(&mut self, node: &Node, threshold: i32) -> Result<bool, Interrupted> {
        let ends = Ends::new(self.tables, node, threshold);
        let question = self.question(node);
        let mut table = SecondLast::new(&ends, question);
        for squares in self.found.replies.into_iter().filter(|&squares| question.allows(squares)) {
            if table.reached(squares) == Some(false) {
                self.settled_by_reply(node, squares);
                return Ok(false);
            }
        }
        table.complete();
        // With one square left the game goes on unless these rules end it.
        let rules = &self.tables.rules;
        let goes_on = rules.ending == Ending::Full && rules.tail == Tail::Classical;
        let chooser_is_one = self.chooser_is_one(false);
        let mut placements = Placements::of(node.quantum, question.pieces);
        let mut refutation = None;
        placements.retain(|squares| {
            if refutation.is_some() {
                return false;
            }
            let mut reached = table.reached_by(squares);
            if reached.is_none() && goes_on {
                reached = table.reached_with_one_left(squares, chooser_is_one);
            }
            if reached == Some(false) {
                refutation = Some(squares);
            }
            reached.is_none()
        });
        if let Some(squares) = refutation {
            self.settled_by_reply(node, squares);
            return Ok(false);
        }
        while let Some(squares) = placements.next() {
            if !self.try_placement(node, squares, threshold)? {
                self.settled_by_reply(node, squares);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn settled_by_reply(&mut self, node: &Node, squares: Mask) {
        self.found.settled_by(node.turns, squares);
        to_front(&mut self.found.replies, squares);
    }

    /// Turn 7 of 3x3: a reply that refutes one placement is tried against all the others at once.
    pub fn third_last(&mut self, node: &Node, threshold: i32) -> Result<bool, Interrupted> {
        let ends = Ends::new(self.tables, node, threshold);
        let question = self.question(node);
        let table = ThirdLast::new(&ends, question);
        let mut placements = Placements::of(node.quantum, question.pieces);
        let drop_refuted = |placements: &mut Placements, squares: Mask| {
            let reply = table.reply(squares);
            placements.retain(|placement| table.entangles(placement) || !reply.refutes(placement))
        };
        let mut best = 0;
        for place in 0..FIRST_REPLIES {
            let squares = self.found.replies[place];
            if !question.allows(squares) {
                continue;
            }
            let dropped = drop_refuted(&mut placements, squares);
            if dropped > best {
                best = dropped;
                self.found.replies[..=place].rotate_right(1);
            }
        }
        placements.rank(&promise(&ends), &self.found.killers[node.turns]);
        while let Some(squares) = placements.next() {
            if self.try_placement(node, squares, threshold)? {
                self.found.settled_by(node.turns, squares);
                return Ok(true);
            }
            if placements.left() > 2 && !table.entangles(squares) {
                drop_refuted(&mut placements, self.found.replies[0]);
            }
        }
        Ok(false)
    }

    /// Turn 7 of 3x3 with two pieces in a series.
    pub fn third_last_of_forest(&mut self, node: &Node, threshold: i32) -> bool {
        let one_chooses = [true, false].map(|one| self.chooser_is_one(one));
        let likely = self.found.killers[node.turns][0];
        let found = forest::third_last(self.tables, node, threshold, one_chooses, likely);
        found.inspect(|&squares| self.found.settled_by(node.turns, squares));
        found.is_some()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::board::Board;
    use crate::position::{Action, Phase, Position};
    use crate::progress::Silent;
    use crate::rules::Rules;
    use crate::search::small::node::Node;
    use crate::search::small::{LEAST, MOST, Memory};
    use crate::table::Table;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]

        #[test]
        fn trees_and_tables_agree_on_turn_7(
            rules in proptest::sample::select(Rules::combinations().collect::<Vec<_>>()),
            choices in proptest::collection::vec(prop_oneof![any::<u16>(), 0_u16..8], 12),
        ) {
            let board = Board::new(3).expect("a board");
            let mut position = Position::new(board, 2, rules);
            for choice in choices {
                let actions: Vec<Action> = position.actions().collect();
                if actions.is_empty() || position.turns() == 6 && position.phase() == Phase::Place {
                    break;
                }
                position = position.after(&actions[usize::from(choice) % actions.len()]);
            }
            prop_assume!(position.turns() == 6 && position.phase() == Phase::Place && position.quantum().len() >= 3);
            let node = Node::of(&position);
            let mut memory = Memory::new(board, 2, rules, Table::with_bytes(1 << 12));
            let mut solver = memory.solver(&Silent);
            for threshold in LEAST + 1..=MOST {
                let by_tables = solver.third_last(&node, threshold).expect("nothing interrupts");
                prop_assert_eq!(solver.third_last_of_forest(&node, threshold), by_tables, "{} {:?}", rules, position);
            }
        }
    }
}
