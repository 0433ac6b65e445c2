use std::num::NonZero;

use super::bounds::{Bounds, Halves};
use super::collapse::{Collapse, Outcome, outcomes};
use super::last_turn;
use super::last_turns;
use super::move_order::{Killers, Placements};
use super::node::Node;
use super::node_families::NodeFamilies;
use super::squares::{Mask, bits};
use super::tables::Tables;
use crate::engine::position::{Phase, Position};
use crate::engine::rules::Player;
use crate::support::meter::Meter;
use crate::support::progress::{Interrupted, Progress};
use crate::support::table::TranspositionTable;

/// Nodes with fewer turns left are not kept in the table, because on 3x3 they have late series,
/// which keys do not hold.
const KEYED_TURNS: usize = 3;

const NODES_BETWEEN_CHECKS: u64 = 1 << 12;

#[derive(Debug)]
pub struct Memory {
    pub table: TranspositionTable,
    killers: Vec<Killers>,
    /// A stack with the outcomes of all collapses on the current path, the innermost last.
    outcomes: Vec<Outcome>,
    pub meter: Meter,
}

impl Memory {
    pub fn new(table: TranspositionTable, squares: usize) -> Memory {
        let killers = vec![Killers::default(); squares];
        Memory {
            table,
            killers,
            outcomes: Vec::new(),
            meter: Meter::new(NODES_BETWEEN_CHECKS),
        }
    }

    pub fn clear(&mut self) {
        self.table.clear();
        self.killers.fill(Killers::default());
    }
}

pub fn key(tables: &Tables, node: &Node) -> Option<u128> {
    let turns_left = tables.game.squares() - node.turns;
    (turns_left >= KEYED_TURNS).then(|| tables.key(node))
}

pub struct Search<'a> {
    pub tables: &'a Tables,
    pub memory: &'a mut Memory,
    pub progress: &'a dyn Progress,
}

impl Search<'_> {
    pub fn forces(&mut self, position: &Position, threshold: Halves) -> Result<bool, Interrupted> {
        match position.phase() {
            Phase::Over => {
                let node = Node::of(position);
                let decided = self.tables.bounds(node.owned).decide(threshold);
                Ok(decided.unwrap_or_else(|| self.tables.margin_of(&node) >= threshold))
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

    fn reaches(&mut self, node: &Node, threshold: Halves) -> Result<bool, Interrupted> {
        let table = &self.memory.table;
        self.memory.meter.visit(|| table.fill(), self.progress)?;
        if let Some(reached) = self.tables.bounds(node.owned).decide(threshold) {
            return Ok(reached);
        }
        if self.tables.is_over(node.owned, node.quantum) {
            return Ok(self.tables.margin_of(node) >= threshold);
        }
        if node.turns + 1 == self.tables.game.squares() {
            return Ok(last_turn::reaches(&NodeFamilies::new(
                self.tables,
                node,
                threshold,
            )));
        }
        let Some(key) = key(self.tables, node) else {
            return self.search(node, threshold);
        };
        let mut known = Bounds::of_word(self.memory.table.load(key));
        if let Some(reached) = known.decide(threshold) {
            return Ok(reached);
        }
        let reached = self.search(node, threshold)?;
        if reached {
            known.lower = known.lower.max(threshold);
        } else {
            known.upper = known.upper.min(threshold - 1);
        }
        self.memory.table.store(key, known.word());
        Ok(reached)
    }

    fn search(&mut self, node: &Node, threshold: Halves) -> Result<bool, Interrupted> {
        let (tables, turn) = (self.tables, node.turns);
        let mut killers = self.memory.killers[turn];
        let answer = last_turns::answer(
            tables,
            node,
            threshold,
            &mut killers,
            &mut |node, squares| self.try_placement(node, squares, threshold),
        )?;
        self.memory.killers[turn] = killers;
        if let Some(reached) = answer {
            return Ok(reached);
        }
        let mover_is_one = turn.is_multiple_of(2);
        let mut placements = Placements::new(tables, node, killers);
        while let Some(squares) = placements.pop_best() {
            if self.try_placement(node, squares, threshold)? == mover_is_one {
                self.memory.killers[turn].note(squares);
                return Ok(mover_is_one);
            }
        }
        Ok(!mover_is_one)
    }

    #[inline]
    fn try_placement(
        &mut self,
        node: &Node,
        squares: Mask,
        threshold: Halves,
    ) -> Result<bool, Interrupted> {
        let (next, entangled) = node.place(squares);
        if entangled == 0 {
            self.reaches(&next, threshold)
        } else {
            self.collapse(&next, entangled, threshold)
        }
    }

    /// The node's newest series has entangled `squares`.
    fn collapse(
        &mut self,
        node: &Node,
        squares: Mask,
        threshold: Halves,
    ) -> Result<bool, Interrupted> {
        let first = self.memory.outcomes.len();
        let answer = self.best_outcome(node, squares, threshold);
        self.memory.outcomes.truncate(first);
        answer
    }

    /// Pushes outcomes, which [`Search::collapse`] truncates.
    fn best_outcome(
        &mut self,
        node: &Node,
        squares: Mask,
        threshold: Halves,
    ) -> Result<bool, Interrupted> {
        let (entangled, early) = (node.within(squares), self.tables.early);
        let chooser_is_one = self.tables.one_chooses[(node.turns - 1) % 2];
        let collapse = Collapse {
            tables: self.tables,
            node,
            squares,
            entangled,
            chooser_is_one,
            threshold,
        };
        let first = self.memory.outcomes.len();
        let Some(mut next) = outcomes(&collapse, &mut self.memory.outcomes) else {
            return Ok(chooser_is_one);
        };
        for place in first..self.memory.outcomes.len() {
            let outcome = self.memory.outcomes[place];
            next.owned = outcome.owned;
            for series in bits(entangled) {
                next.series[series] = if series < early {
                    0
                } else {
                    outcome.late[series - early].map_or(0, NonZero::get)
                };
            }
            if self.reaches(&next, threshold)? == chooser_is_one {
                return Ok(chooser_is_one);
            }
        }
        Ok(!chooser_is_one)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::last_turns::turn7;
    use super::*;
    use crate::engine::game::Game;
    use crate::engine::rules::Rules;
    use crate::perfect_play::small::bounds::{LEAST, MOST};
    use crate::perfect_play::small::played;
    use crate::perfect_play::small::squares::SQUARES;
    use crate::support::progress::Silent;

    fn rules() -> impl Strategy<Value = Rules> {
        proptest::sample::select(Rules::combinations())
    }

    fn before_turn_7(pieces: usize, rules: Rules, choices: &[u16]) -> Option<Position> {
        let start = Position::new(Game::from_side(3, pieces, rules).expect("a game"));
        let is_before =
            |position: &Position| position.turns() == 6 && position.phase() == Phase::Place;
        Some(played(start, choices, is_before)).filter(is_before)
    }

    fn choices() -> impl Strategy<Value = Vec<u16>> {
        proptest::collection::vec(prop_oneof![any::<u16>(), 0_u16..8], 12)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn all_placements_of_turn_7_together_are_as_one_by_one(
            rules in rules(),
            pieces in prop_oneof![Just(2_usize), 3..=6_usize],
            choices in choices(),
        ) {
            let position = before_turn_7(pieces, rules, &choices);
            prop_assume!(position.is_some_and(|position| position.quantum().len() >= 3));
            let position = position.expect("there is one");
            let (tables, node) = (Tables::new(*position.game()), Node::of(&position));
            let mut memory = Memory::new(TranspositionTable::with_bytes(1 << 12), SQUARES);
            let mut search = Search { tables: &tables, memory: &mut memory, progress: &Silent };
            for threshold in LEAST + 1..=MOST {
                let mut placements = position.placements();
                let one_by_one = placements.any(|squares| {
                    search.try_placement(&node, squares.0 as Mask, threshold).expect("nothing interrupts")
                });
                let context = NodeFamilies::new(&tables, &node, threshold);
                let together = turn7::reaches(&context, &mut Killers::default(), &mut |node, squares| {
                    search.try_placement(node, squares, threshold)
                });
                prop_assert_eq!(together, Ok(one_by_one), "{} {:?}", rules, position);
            }
        }
    }
}
