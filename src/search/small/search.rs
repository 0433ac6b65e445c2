//! The search: depth-first, for one threshold. An action that answers the question for a position ends the search
//! there, which is called a cutoff.

use super::collapse::{Collapse, PlayerSeries};
use super::context::Context;
use super::family::Family;
use super::last_turns::turn7::Turn7;
use super::last_turns::turn8::{self, Replies};
use super::last_turns::{pairs, turn9};
use super::limits::{Halves, Limits};
use super::move_order::{Placements, scores};
use super::node::Node;
use super::placement_sets::{placement_at, places};
use super::squares::{Mask, SQUARES, bits};
use super::state::SearchState;
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
    pub fn forces(&mut self, position: &Position, threshold: Halves) -> Result<bool, Interrupted> {
        let threshold = self.tables.margin_from(threshold);
        match position.phase() {
            Phase::Over => Ok(self.tables.margin_of(&Node::of(position)) >= threshold),
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
    fn reaches(&mut self, node: &Node, threshold: Halves) -> Result<bool, Interrupted> {
        self.state.visit(self.progress)?;
        if let Some(reached) = self.tables.limits(node.owned).decide(threshold) {
            return Ok(reached);
        }
        if self.tables.is_over(node.owned, node.quantum) {
            return Ok(self.tables.margin_of(node) >= threshold);
        }
        let squares = self.tables.game.squares();
        if node.turns + 1 == squares {
            return Ok(turn9::reaches(&Context::new(self.tables, node, threshold)));
        }
        if node.quantum.count_ones() < KEYED_QUANTUM_SQUARES || node.turns + 2 == squares {
            return self.search(node, threshold);
        }
        let key = self.tables.key(node);
        if let Some(reached) = Limits::of_word(self.state.table.load(key)).decide(threshold) {
            return Ok(reached);
        }
        let reached = self.search(node, threshold)?;
        // Read again, for the table may have given up the entry in the meantime.
        let mut known = Limits::of_word(self.state.table.load(key));
        if reached {
            known.lower = known.lower.max(threshold);
        } else {
            known.upper = known.upper.min(threshold - 1);
        }
        self.state.table.store(key, known.word());
        Ok(reached)
    }

    /// Tries the placements, likely ones first.
    fn search(&mut self, node: &Node, threshold: Halves) -> Result<bool, Interrupted> {
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
        let context = Context::new(self.tables, node, threshold);
        let mut placements = Placements::new(&context, &scores(&context), &self.state.killers[turn]);
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

    /// Whether player 1 can force `threshold` after a placement.
    #[inline]
    fn try_placement(&mut self, node: &Node, squares: Mask, threshold: Halves) -> Result<bool, Interrupted> {
        let (next, entangled) = node.place(squares);
        if entangled == 0 {
            self.reaches(&next, threshold)
        } else {
            self.collapse(&next, entangled, threshold)
        }
    }

    /// Whether player 1 can force `threshold` when the newest series makes these squares collapse.
    fn collapse(&mut self, node: &Node, squares: Mask, threshold: Halves) -> Result<bool, Interrupted> {
        let (entangled, early) = (node.within(squares), self.tables.early);
        let collapse = Collapse {
            tables: self.tables,
            node: &node.collapsed(entangled, squares),
            squares,
            series: PlayerSeries::of(node, entangled, early),
            chooser_is_one: self.tables.one_chooses[(node.turns - 1) % 2],
            threshold,
        };
        let Some(outcomes) = collapse.outcomes() else { return Ok(collapse.chooser_is_one) };
        for outcome in outcomes {
            let mut next = *collapse.node;
            next.owned = outcome.owned;
            for series in bits(entangled) {
                // Where the early ones went does not matter.
                next.series[series] = if series < early { 0 } else { outcome.late[series - early] };
            }
            if self.reaches(&next, threshold)? == collapse.chooser_is_one {
                return Ok(collapse.chooser_is_one);
            }
        }
        Ok(!collapse.chooser_is_one)
    }

    /// Turn 8 of 3x3: a table answers for most placements.
    fn turn_8(&mut self, node: &Node, threshold: Halves) -> Result<bool, Interrupted> {
        let context = Context::new(self.tables, node, threshold);
        let replies = turn8::replies(&context);
        Ok(replies.refuting == 0 && self.withstands(&context, &replies)?)
    }

    /// Whether player 1 reaches the threshold of a context before turn 8 whatever the reply is. The replies that do not
    /// entangle do not refute.
    fn withstands(&mut self, context: &Context, replies: &Replies) -> Result<bool, Interrupted> {
        let mut undecided = replies.entangling;
        // With one square left turn 9 is played, unless the game may end before.
        if self.tables.fills_the_board && replies.one_left != 0 {
            if turn8::refutes_with_one_left(context, replies) {
                return Ok(false);
            }
            undecided &= !replies.one_left;
        }
        for place in places(undecided) {
            let squares = placement_at(replies.size, place);
            if !self.try_placement(context.node, squares, context.threshold)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Turn 7 of 3x3: only what entangles is searched.
    fn turn_7(&mut self, node: &Node, threshold: Halves) -> Result<bool, Interrupted> {
        let context = Context::new(self.tables, node, threshold);
        let table = Turn7::new(&context);
        let mut placements = Placements::new(&context, &scores(&context), &self.state.killers[node.turns]);
        while let Some(squares) = placements.next() {
            let reached = match table.replies(squares) {
                None => self.try_placement(node, squares, threshold)?,
                Some(replies) if replies.refuting != 0 => {
                    placements.drop(table.refuted(self.state.likely_reply(&replies)));
                    false
                }
                Some(replies) if replies.entangling == 0 => true,
                Some(replies) => {
                    let (next, _) = node.place(squares);
                    self.withstands(&context.after_turn_7(&next, squares), &replies)?
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
    fn turn_7_of_pairs(&mut self, node: &Node, threshold: Halves) -> bool {
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

    fn choices() -> impl Strategy<Value = Vec<u16>> {
        proptest::collection::vec(prop_oneof![any::<u16>(), 0_u16..8], 12)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn all_placements_of_turn_7_together_are_as_one_by_one(
            rules in rules(),
            pieces in prop_oneof![Just(2_usize), 3..=6_usize],
            choices in choices(),
        ) {
            let position = before_turn_7(pieces, rules, &choices);
            prop_assume!(position.is_some_and(|position| position.quantum().len() >= 3));
            let position = position.expect("there is one");
            let (tables, node) = (Tables::new(&[*position.game()], Player::One), Node::of(&position));
            let mut state = SearchState::new(Table::with_bytes(1 << 12), SQUARES);
            let mut search = Search { tables: &tables, state: &mut state, progress: &Silent };
            for threshold in LEAST + 1..=MOST {
                let mut placements = position.placements();
                let one_by_one = placements.any(|squares| {
                    search.try_placement(&node, squares.0 as Mask, threshold).expect("nothing interrupts")
                });
                let together = search.turn_7(&node, threshold).expect("nothing interrupts");
                prop_assert_eq!(together, one_by_one, "{} {:?}", rules, position);
                if pieces == 2 {
                    prop_assert_eq!(search.turn_7_of_pairs(&node, threshold), one_by_one, "{} {:?}", rules, position);
                }
            }
        }
    }
}
