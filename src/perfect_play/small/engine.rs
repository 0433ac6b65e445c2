//! The engine for small boards.

use std::cmp::Reverse;

use super::best_play::scores;
use super::bounds::{Bounds, margin, threshold, thresholds};
use super::context::Context;
use super::node::Node;
use super::search::{Memory, Search, key};
use super::squares::Mask;
use super::tables::Tables;
use crate::engine::game::Game;
use crate::engine::interval::{Basis, Interval};
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::{CollapseChooser, Margin, Player, Scoring};
use crate::perfect_play::backend::Backend;
use crate::perfect_play::error::{SolveError, expect_small};
use crate::support::meter::Meter;
use crate::support::progress::{Interrupted, Progress};
use crate::support::table::Table;

/// The tables of one game, and what its searches keep.
pub struct SmallEngine {
    scoring: Scoring,
    tables: Tables,
    memory: Memory,
}

impl SmallEngine {
    /// Returns an engine with a table of `table_bytes` bytes.
    ///
    /// # Errors
    /// Fails if the board has no lines or more than 9 squares, or if there is no memory for the table.
    pub fn new(game: Game, table_bytes: usize) -> Result<SmallEngine, SolveError> {
        expect_small(&game)?;
        let table =
            Table::try_with_bytes(table_bytes).ok_or(SolveError::Memory { bytes: table_bytes })?;
        let memory = Memory::new(table, game.squares());
        Ok(SmallEngine {
            scoring: game.rules().scoring,
            tables: Tables::new(game),
            memory,
        })
    }

    /// Reuses the engine, with its results, for another scoring.
    pub fn scored_by(self, scoring: Scoring) -> SmallEngine {
        SmallEngine { scoring, ..self }
    }

    fn searching<'a>(&'a mut self, progress: &'a dyn Progress) -> Search<'a> {
        Search {
            tables: &self.tables,
            memory: &mut self.memory,
            progress,
        }
    }

    /// Narrows an interval down to the value, by questions about thresholds outwards from a guess.
    fn narrow(
        &mut self,
        position: &Position,
        proven: &mut Interval,
        progress: &dyn Progress,
    ) -> Result<(), Interrupted> {
        let mut bounds = Bounds::of_word(None);
        let mut asked = threshold(self.scoring, self.guess());
        while proven.lower < proven.upper {
            self.memory
                .meter
                .turns_to(&proven.question(margin(self.scoring, asked)), progress);
            if self.searching(progress).forces(position, asked)? {
                bounds.lower = asked;
            } else {
                bounds.upper = asked - 1;
            }
            *proven = proven.intersect(bounds.interval(self.scoring));
            let mut open = thresholds(self.scoring)
                .iter()
                .filter(|&next| (bounds.lower + 1..=bounds.upper).contains(next));
            let next = if bounds.lower == asked {
                open.next()
            } else {
                open.next_back()
            };
            let Some(&next) = next else { break };
            asked = next;
        }
        Ok(())
    }

    /// Where the value is looked for first: more if player 1 chooses the last collapse. Changes the time alone.
    fn guess(&self) -> Margin {
        match (self.tables.game.rules().collapse, self.tables.game.pieces()) {
            (CollapseChooser::Player1, _) => Margin::ONE,
            (_, 2) => Margin::from_rank(2),
            (CollapseChooser::Mover, _) => Margin::ONE,
            _ => Margin::ZERO,
        }
    }
}

impl Backend for SmallEngine {
    fn meter(&self) -> &Meter {
        &self.memory.meter
    }

    fn meter_mut(&mut self) -> &mut Meter {
        &mut self.memory.meter
    }

    fn clear(&mut self) {
        self.memory.clear();
    }

    fn known(&self, position: &Position) -> Interval {
        let node = (position.phase() == Phase::Place).then(|| Node::of(position));
        let key = node.and_then(|node| key(&self.tables, &node));
        Bounds::of_word(key.and_then(|key| self.memory.table.load(key))).interval(self.scoring)
    }

    fn search(&mut self, position: &Position, progress: &dyn Progress) -> Interval {
        let mut proven = self.known(position);
        // An interruption leaves what was proven so far.
        let _ = self.narrow(position, &mut proven, progress);
        proven
    }

    fn basis(&self, _: &Position, _: Interval) -> [Basis; 2] {
        [Basis::Search; 2]
    }

    fn forces(
        &mut self,
        position: &Position,
        margin: Margin,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        let asked = threshold(self.scoring, margin);
        self.searching(progress).forces(position, asked)
    }

    /// Placements with the highest score first.
    fn actions(&self, position: &Position, value: Margin) -> Box<dyn Iterator<Item = Action>> {
        if position.phase() != Phase::Place {
            return Box::new(position.actions());
        }
        let node = Node::of(position);
        let for_two = position.to_move() == Some(Player::Two);
        let asked = if for_two {
            value + Margin::SMALLEST
        } else {
            value
        };
        let threshold = threshold(self.scoring, asked);
        let scores = scores(&Context::new(&self.tables, &node, threshold));
        let mut placements: Vec<_> = position.placements().collect();
        placements.sort_by_key(|squares| Reverse(scores.of(squares.0 as Mask)));
        Box::new(placements.into_iter().map(Action::Place))
    }
}
