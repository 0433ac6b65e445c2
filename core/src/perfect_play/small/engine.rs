use std::cmp::Reverse;

use super::best_play::scores;
use super::bounds::{Bounds, margin, threshold};
use super::node::Node;
use super::node_families::NodeFamilies;
use super::search::{Memory, Search, key};
use super::squares::Mask;
use super::tables::Tables;
use crate::engine::game::Game;
use crate::engine::interval::{Basis, Interval};
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::{CollapseChooser, Margin, Scoring};
use crate::perfect_play::backend::{Backend, question};
use crate::perfect_play::error::{SolveError, expect_small};
use crate::support::meter::Meter;
use crate::support::progress::{Interrupted, Progress};
use crate::support::table::TranspositionTable;

#[derive(Debug)]
pub struct SmallEngine {
    scoring: Scoring,
    tables: Tables,
    memory: Memory,
}

impl SmallEngine {
    pub fn new(game: Game, table_bytes: usize) -> Result<SmallEngine, SolveError> {
        expect_small(&game)?;
        let table = TranspositionTable::try_with_bytes(table_bytes)
            .ok_or(SolveError::Memory { bytes: table_bytes })?;
        let memory = Memory::new(table, game.squares());
        Ok(SmallEngine {
            scoring: game.rules().scoring,
            tables: Tables::new(game),
            memory,
        })
    }

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
}

/// Guesses a game's value, for the first query.
fn guess(game: &Game) -> Margin {
    let half = Margin::from_rank(2);
    match (game.rules().collapse, game.pieces()) {
        (CollapseChooser::Mover | CollapseChooser::Player1, ..7) => Margin::ONE,
        (CollapseChooser::Mover | CollapseChooser::Player1, _) => Margin::ONE + Margin::ONE,
        (CollapseChooser::Opponent, ..=2) => half,
        (CollapseChooser::Opponent, 3) | (CollapseChooser::Player2, ..=2) => Margin::ZERO,
        (CollapseChooser::Opponent, ..7) | (CollapseChooser::Player2, ..6) => -half,
        (CollapseChooser::Opponent | CollapseChooser::Player2, _) => -Margin::ONE,
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
        let (scoring, guess) = (self.scoring, guess(&self.tables.game));
        // An interruption leaves the bounds proved so far.
        let _ = proven.narrow(guess, |proven, target| {
            let meter = &mut self.memory.meter;
            meter.turns_to(&proven.question(target), progress);
            let target = threshold(scoring, target);
            let reached = self.searching(progress).forces(position, target)?;
            Ok(margin(scoring, if reached { target } else { target - 1 }))
        });
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
        let target = threshold(self.scoring, margin);
        self.searching(progress).forces(position, target)
    }

    fn actions(&self, position: &Position, value: Margin) -> Box<dyn Iterator<Item = Action>> {
        let (Phase::Place, Some(player)) = (position.phase(), position.to_move()) else {
            return Box::new(position.actions());
        };
        let node = Node::of(position);
        let (target, _) = question(player, value);
        let threshold = threshold(self.scoring, target);
        let scores = scores(&NodeFamilies::new(&self.tables, &node, threshold));
        let mut placements: Vec<_> = position.placements().collect();
        placements.sort_by_key(|squares| Reverse(scores.of(squares.0 as Mask)));
        Box::new(placements.into_iter().map(Action::Place))
    }
}
