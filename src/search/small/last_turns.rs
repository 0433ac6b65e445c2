//! Turns 7 and 8 of a 3x3 game, searched with the tables of [`endgame`](super::endgame) and
//! [`third_last`](super::third_last), or decided by [`forest`](super::forest).

use super::Mask;
use super::endgame::{self, Ends, Question, Replies};
use super::forest;
use super::node::Node;
use super::placements::{Placements, promise};
use super::sets_of_size::{meeting, places, set_at};
use super::solver::Solver;
use super::third_last::ThirdLast;
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
        let replies = endgame::replies(&ends, self.question(node));
        let eighths = |last, good| endgame::eighths(&ends, last, good);
        self.withstands(|| *node, &replies, eighths, threshold)
    }

    /// Whether player 1 reaches the threshold whatever the reply of turn 8; `eighths` are its squares with a good collapse (or
    /// a bad one) and the last piece on a square.
    fn withstands(
        &mut self,
        node: impl FnOnce() -> Node,
        replies: &Replies,
        eighths: impl Fn(usize, bool) -> Mask,
        threshold: i32,
    ) -> Result<bool, Interrupted> {
        if replies.refuting != 0 {
            return Ok(false);
        }
        let mut undecided = replies.entangling;
        if undecided == 0 {
            return Ok(true);
        }
        // With one square left the game goes on unless these rules end it.
        let rules = &self.tables.rules;
        if rules.ending == Ending::Full && rules.tail == Tail::Classical {
            let chooser_is_one = self.chooser_is_one(false);
            for (last, sets) in replies.with_one_left() {
                let good = meeting(replies.size, eighths(last, chooser_is_one));
                if sets & if chooser_is_one { !good } else { good } != 0 {
                    return Ok(false);
                }
                undecided &= !sets;
            }
        }
        if undecided != 0 {
            let node = node();
            for place in places(undecided) {
                let squares = set_at(replies.size, place);
                if !self.try_placement(&node, squares, threshold)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Turn 7 of 3x3: only what entangles is searched.
    pub fn third_last(&mut self, node: &Node, threshold: i32) -> Result<bool, Interrupted> {
        let ends = Ends::new(self.tables, node, threshold);
        let question = self.question(node);
        let table = ThirdLast::new(&ends, question);
        let killers = &self.found.killers[node.turns];
        let mut placements = Placements::new(node.quantum, question.pieces, &promise(&ends), killers);
        while let Some(squares) = placements.next() {
            let reached = match table.replies(squares) {
                None => self.try_placement(node, squares, threshold)?,
                Some(replies) if replies.refuting != 0 => {
                    placements.drop(table.refuted(self.found.likely_reply(&replies)));
                    false
                }
                Some(replies) => {
                    let eighths = |last, good| table.with_one_left(squares, last, good);
                    self.withstands(|| node.place(squares).0, &replies, eighths, threshold)?
                }
            };
            if reached {
                self.found.settled_by(node.turns, squares);
                return Ok(true);
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
    use crate::game::Game;
    use proptest::prelude::*;

    use crate::position::{Action, Phase, Position};
    use crate::progress::Silent;
    use crate::rules::Rules;
    use crate::search::small::node::Node;
    use crate::search::small::{LEAST, MOST, Memory};
    use crate::table::Table;

    fn rules() -> impl Strategy<Value = Rules> {
        proptest::sample::select(Rules::combinations().collect::<Vec<_>>())
    }

    /// A random position before turn 7.
    fn before_turn_7(pieces: usize, rules: Rules, choices: &[u16]) -> Option<Position> {
        let mut position = Position::new(Game::of_side(3, pieces, rules).unwrap());
        for &choice in choices {
            let actions: Vec<Action> = position.actions().collect();
            if actions.is_empty() || position.turns() == 6 && position.phase() == Phase::Place {
                break;
            }
            position = position.after_unchecked(&actions[usize::from(choice) % actions.len()]);
        }
        (position.turns() == 6 && position.phase() == Phase::Place).then_some(position)
    }

    fn choices() -> impl Strategy<Value = Vec<u16>> {
        proptest::collection::vec(prop_oneof![any::<u16>(), 0_u16..8], 12)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]

        #[test]
        fn trees_and_tables_agree_on_turn_7(rules in rules(), choices in choices()) {
            let position = before_turn_7(2, rules, &choices);
            prop_assume!(position.is_some_and(|position| position.quantum().len() >= 3));
            let position = position.expect("there is one");
            let node = Node::of(&position);
            let mut memory = Memory::new(position.board(), 2, rules, Table::with_bytes(1 << 12));
            let mut solver = memory.solver(&Silent);
            for threshold in LEAST + 1..=MOST {
                let by_tables = solver.third_last(&node, threshold).expect("nothing interrupts");
                prop_assert_eq!(solver.third_last_of_forest(&node, threshold), by_tables, "{} {:?}", rules, position);
            }
        }

        #[test]
        fn all_placements_of_turn_7_together_are_as_one_by_one(rules in rules(), pieces in 2_usize..=6, choices in choices()) {
            let position = before_turn_7(pieces, rules, &choices);
            prop_assume!(position.is_some_and(|position| position.quantum().len() >= 3));
            let position = position.expect("there is one");
            let node = Node::of(&position);
            let mut memory = Memory::new(position.board(), pieces, rules, Table::with_bytes(1 << 12));
            let mut solver = memory.solver(&Silent);
            for threshold in LEAST + 1..=MOST {
                let mut placements = position.placements();
                let one_by_one = placements.any(|squares| {
                    solver.try_placement(&node, squares.0 as u16, threshold).expect("nothing interrupts")
                });
                let together = solver.third_last(&node, threshold).expect("nothing interrupts");
                prop_assert_eq!(together, one_by_one, "{} {:?}", rules, position);
            }
        }
    }
}
