//! The search: depth-first, one threshold at a time, until some action causes a cutoff, that is answers the question.

use super::collapse::{Collapse, Outcome, PlayerSeries};
use super::context::Context;
use super::family::Family;
use super::last_turns::turn7::Turn7;
use super::last_turns::turn8::{self, Query, Replies};
use super::last_turns::{pairs, turn9};
use super::move_order::{Placements, scores};
use super::node::Node;
use super::placement_sets::{meeting, placement_at, places};
use super::squares::{Mask, SQUARES, bits};
use super::state::{SearchState, TableEntry};
use super::tables::Tables;
use crate::position::{Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::Player;

/// With fewer squares left than this, looking a position up costs more than searching it.
const KEYED_QUANTUM_SQUARES: u32 = 3;

/// With fewer squares left than this in turn 7, a table of replies costs more than the searches that it saves.
const TABLED_QUANTUM_SQUARES: u32 = 7;

/// A search at work.
pub struct Search<'a> {
    pub tables: &'a Tables,
    pub state: &'a mut SearchState,
    pub progress: &'a dyn Progress,
}

impl Search<'_> {
    /// Whether player 1 can force at least `threshold` half points from this position on.
    pub fn forces(&mut self, position: &Position, threshold: i32) -> Result<bool, Interrupted> {
        let threshold = self.tables.margin_from(threshold);
        match position.phase() {
            Phase::Over => {
                let node = Node::of(position);
                let late = node.late(2 * self.tables.merged);
                Ok(i32::from(self.tables.margin(node.owned, late)) >= threshold)
            }
            Phase::Place => self.reaches(&Node::of(position), threshold),
            Phase::Collapse => {
                let chooser_is_one = position.to_move() == Some(Player::One);
                for collapse in position.collapses() {
                    let mut next = *position;
                    next.collapse_unchecked(&collapse);
                    if self.forces(&next, threshold)? == chooser_is_one {
                        return Ok(chooser_is_one);
                    }
                }
                Ok(!chooser_is_one)
            }
        }
    }

    /// Whether player 1 can force `threshold` from a position without a waiting collapse.
    fn reaches(&mut self, node: &Node, threshold: i32) -> Result<bool, Interrupted> {
        self.state.visit(self.progress)?;
        if let Some(reached) = self.tables.decided(node.owned, threshold) {
            return Ok(reached);
        }
        if self.tables.is_over(node.owned, node.quantum) {
            let late = node.late(2 * self.tables.merged);
            return Ok(i32::from(self.tables.margin(node.owned, late)) >= threshold);
        }
        let squares = self.tables.game.squares();
        if node.turns + 1 == squares {
            return Ok(turn9::reaches(&Context::new(self.tables, node, threshold), self.size(node)));
        }
        if node.quantum.count_ones() < KEYED_QUANTUM_SQUARES || node.turns + 2 == squares {
            return self.search(node, threshold);
        }
        let key = self.tables.key(node);
        let known = TableEntry::of_word(self.state.table.load(key));
        if known.lower >= threshold {
            return Ok(true);
        }
        if known.upper < threshold {
            return Ok(false);
        }
        let reached = self.search(node, threshold)?;
        // The search below may have learnt more about this very position.
        let mut known = TableEntry::of_word(self.state.table.load(key));
        if reached {
            known.lower = known.lower.max(threshold);
        } else {
            known.upper = known.upper.min(threshold - 1);
        }
        self.state.table.store(key, known.word());
        Ok(reached)
    }

    /// Tries the placements, likely ones first.
    fn search(&mut self, node: &Node, threshold: i32) -> Result<bool, Interrupted> {
        let turn = node.turns;
        if self.tables.game.squares() == SQUARES {
            match turn {
                7 => return self.turn_8(node, threshold),
                6 if self.tables.game.pieces() == 2 => return Ok(self.turn_7_of_pairs(node, threshold)),
                6 if node.quantum.count_ones() >= TABLED_QUANTUM_SQUARES => {
                    return self.turn_7(node, threshold);
                }
                _ => {}
            }
        }
        let mover_is_one = turn.is_multiple_of(2);
        let scores = scores(&Context::new(self.tables, node, threshold));
        let mut placements =
            Placements::new(node.quantum, self.size(node), &scores, &self.state.killers[turn]);
        // Placements with the same full placement are one move: they lead to positions that are the same game.
        let mut tried = Family::NONE;
        while let Some(squares) = placements.next() {
            let full = self.tables.full_placement(node, squares);
            if tried.contains(full) {
                continue;
            }
            tried.insert(full);
            if self.try_placement(node, squares, threshold)? == mover_is_one {
                self.state.note_cutoff(turn, squares);
                return Ok(mover_is_one);
            }
        }
        Ok(!mover_is_one)
    }

    /// How many pieces the next series has.
    #[inline]
    fn size(&self, node: &Node) -> usize {
        self.tables.game.pieces_to_place(node.quantum.count_ones() as usize)
    }

    /// Whether player 1 can force `threshold` after a placement.
    #[inline]
    fn try_placement(&mut self, node: &Node, squares: Mask, threshold: i32) -> Result<bool, Interrupted> {
        let (next, entangled) = node.place(squares);
        if entangled == 0 {
            self.reaches(&next, threshold)
        } else {
            self.collapse(&next, entangled, self.tables.one_chooses[node.turns % 2], threshold)
        }
    }

    /// Whether player 1 can force `threshold` when these squares collapse, and others stay quantum.
    fn collapse(
        &mut self,
        node: &Node,
        squares: Mask,
        chooser_is_one: bool,
        threshold: i32,
    ) -> Result<bool, Interrupted> {
        let entangled = node.within(squares);
        let series = &PlayerSeries::of(node, entangled, self.tables.merged);
        let collapsed = &node.collapsed(entangled, squares);
        let mut outcomes = self.state.spare.pop().unwrap_or_default();
        outcomes.clear();
        let collapse =
            Collapse { tables: self.tables, node: collapsed, squares, series, chooser_is_one, threshold };
        let decided = collapse.list(&mut outcomes);
        let result = if decided {
            Ok(chooser_is_one)
        } else {
            self.try_outcomes(collapsed, entangled, &outcomes, chooser_is_one, threshold)
        };
        self.state.spare.push(outcomes);
        result
    }

    fn try_outcomes(
        &mut self,
        collapsed: &Node,
        entangled: Mask,
        outcomes: &[Outcome],
        chooser_is_one: bool,
        threshold: i32,
    ) -> Result<bool, Interrupted> {
        let first = 2 * self.tables.merged;
        for outcome in outcomes {
            let mut next = *collapsed;
            next.owned = outcome.owned;
            for series in bits(entangled) {
                // Where the others went does not matter.
                next.series[series] = if series < first { 0 } else { outcome.late[series - first] };
            }
            if self.reaches(&next, threshold)? == chooser_is_one {
                return Ok(chooser_is_one);
            }
        }
        Ok(!chooser_is_one)
    }

    fn query(&self, node: &Node) -> Query {
        Query { quantum: node.quantum, last_is_one: self.tables.one_chooses[0], pieces: self.size(node) }
    }

    /// Turn 8 of 3x3: a table answers for most placements.
    fn turn_8(&mut self, node: &Node, threshold: i32) -> Result<bool, Interrupted> {
        let context = Context::new(self.tables, node, threshold);
        let replies = turn8::replies(&context, self.query(node));
        let eights = |nine, good| turn8::eights(&context, nine, good);
        self.withstands(|| *node, &replies, eights, threshold)
    }

    /// Whether player 1 reaches the threshold whatever the reply of turn 8 is. `eights` gives for a square of turn 9 the
    /// squares of turn 8 that make a good set with it (or a bad one).
    fn withstands(
        &mut self,
        node: impl FnOnce() -> Node,
        replies: &Replies,
        eights: impl Fn(usize, bool) -> Mask,
        threshold: i32,
    ) -> Result<bool, Interrupted> {
        if replies.refuting != 0 {
            return Ok(false);
        }
        let mut undecided = replies.entangling;
        if undecided == 0 {
            return Ok(true);
        }
        // With one square left turn 9 is played, unless the game may end before.
        if self.tables.fills_the_board {
            let chooser_is_one = self.tables.one_chooses[1];
            for (nine, sets) in replies.with_one_left() {
                let good = meeting(replies.size, eights(nine, chooser_is_one));
                if sets & if chooser_is_one { !good } else { good } != 0 {
                    return Ok(false);
                }
                undecided &= !sets;
            }
        }
        if undecided != 0 {
            let node = node();
            for place in places(undecided) {
                let squares = placement_at(replies.size, place);
                if !self.try_placement(&node, squares, threshold)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Turn 7 of 3x3: only what entangles is searched.
    fn turn_7(&mut self, node: &Node, threshold: i32) -> Result<bool, Interrupted> {
        let context = Context::new(self.tables, node, threshold);
        let query = self.query(node);
        let table = Turn7::new(&context, query);
        let killers = &self.state.killers[node.turns];
        let mut placements = Placements::new(node.quantum, query.pieces, &scores(&context), killers);
        while let Some(squares) = placements.next() {
            let reached = match table.replies(squares) {
                None => self.try_placement(node, squares, threshold)?,
                Some(replies) if replies.refuting != 0 => {
                    placements.drop(table.refuted(self.state.likely_reply(&replies)));
                    false
                }
                Some(replies) => {
                    let eights = |nine, good| table.eights(squares, nine, good);
                    self.withstands(|| node.place(squares).0, &replies, eights, threshold)?
                }
            };
            if reached {
                self.state.note_cutoff(node.turns, squares);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Turn 7 of 3x3 with two pieces in a series.
    fn turn_7_of_pairs(&mut self, node: &Node, threshold: i32) -> bool {
        let likely = self.state.killers[node.turns][0];
        let found = pairs::turn_7(self.tables, node, threshold, likely);
        found.inspect(|&squares| self.state.note_cutoff(node.turns, squares));
        found.is_some()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::Game;
    use crate::position::Action;
    use crate::progress::Silent;
    use crate::rules::Rules;
    use crate::search::small::limits::{LEAST, MOST};
    use crate::table::Table;

    fn rules() -> impl Strategy<Value = Rules> {
        proptest::sample::select(Rules::combinations().collect::<Vec<_>>())
    }

    /// A random position before turn 7.
    fn before_turn_7(pieces: usize, rules: Rules, choices: &[u16]) -> Option<Position> {
        let mut position = Position::new(Game::of_side(3, pieces, rules).expect("a game"));
        for &choice in choices {
            let actions: Vec<Action> = position.actions().collect();
            if actions.is_empty() || position.turns() == 6 && position.phase() == Phase::Place {
                break;
            }
            position = position.after_unchecked(&actions[usize::from(choice) % actions.len()]);
        }
        (position.turns() == 6 && position.phase() == Phase::Place).then_some(position)
    }

    /// Calls `check` with a new search of the game of a position.
    fn searching(
        position: &Position,
        check: impl FnOnce(&mut Search) -> Result<(), TestCaseError>,
    ) -> Result<(), TestCaseError> {
        let (tables, mut state) =
            (Tables::new(*position.game()), SearchState::new(Table::with_bytes(1 << 12), 9));
        check(&mut Search { tables: &tables, state: &mut state, progress: &Silent })
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
            searching(&position, |search| {
                for threshold in LEAST + 1..=MOST {
                    let by_tables = search.turn_7(&node, threshold).expect("nothing interrupts");
                    prop_assert_eq!(search.turn_7_of_pairs(&node, threshold), by_tables, "{} {:?}", rules, position);
                }
                Ok(())
            })?;
        }

        #[test]
        fn all_placements_of_turn_7_together_are_as_one_by_one(rules in rules(), pieces in 2_usize..=6, choices in choices()) {
            let position = before_turn_7(pieces, rules, &choices);
            prop_assume!(position.is_some_and(|position| position.quantum().len() >= 3));
            let position = position.expect("there is one");
            let node = Node::of(&position);
            searching(&position, |search| {
                for threshold in LEAST + 1..=MOST {
                    let mut placements = position.placements();
                    let one_by_one = placements.any(|squares| {
                        search.try_placement(&node, squares.0 as u16, threshold).expect("nothing interrupts")
                    });
                    let together = search.turn_7(&node, threshold).expect("nothing interrupts");
                    prop_assert_eq!(together, one_by_one, "{} {:?}", rules, position);
                }
                Ok(())
            })?;
        }
    }
}
