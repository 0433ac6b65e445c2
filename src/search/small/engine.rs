//! The engine for small boards.

use std::cmp::Reverse;

use super::best_play::scores;
use super::bounds::{Bounds, MOST, halves_up, of_halves};
use super::context::Context;
use super::node::Node;
use super::search::{Found, Search, key};
use super::squares::Mask;
use super::tables::Tables;
use crate::game::Game;
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{CollapseChooser, Margin, Player};
use crate::search::engine::Engine;
use crate::search::error::Error;
use crate::search::interval::Interval;
use crate::search::meter::Meter;
use crate::table::Table;

/// The tables of one game, and what its searches have found.
pub struct SmallEngine {
    tables: Tables,
    found: Found,
}

impl SmallEngine {
    /// An engine for a game on a board with lines and at most 9 squares, with a table of so many bytes.
    pub fn new(game: Game, table_bytes: usize) -> Result<SmallEngine, Error> {
        SmallEngine::of_all(&[game], Player::One, table_bytes)
    }

    /// An engine for the worst case of some games, which differ in the offset alone: each full board has the margin that
    /// is the worst for the prover among those of the games.
    pub fn of_all(games: &[Game], prover: Player, table_bytes: usize) -> Result<SmallEngine, Error> {
        let table = Table::try_with_bytes(table_bytes).ok_or(Error::Memory { bytes: table_bytes })?;
        let found = Found::new(table, games[0].squares());
        Ok(SmallEngine { tables: Tables::new(games, prover), found })
    }

    fn searching<'a>(&'a mut self, progress: &'a dyn Progress) -> Search<'a> {
        Search { tables: &self.tables, found: &mut self.found, progress }
    }

    /// Narrows an interval down to the value, by questions about thresholds outwards from a guess.
    fn narrow(
        &mut self,
        position: &Position,
        proven: &mut Interval,
        progress: &dyn Progress,
    ) -> Result<(), Interrupted> {
        let mut bounds = self.tables.range();
        let step = self.tables.step();
        let mut next =
            self.tables.margin_from(halves_up(self.guess())).clamp(bounds.lower + step, bounds.upper);
        while bounds.lower < bounds.upper {
            let question = bounds.interval().question(of_halves(next));
            self.found.meter.turns_to(&question, progress);
            if self.searching(progress).forces(position, next)? {
                bounds.lower = next;
                next += step;
            } else {
                next -= step;
                bounds.upper = next;
            }
            *proven = proven.intersect(bounds.interval());
        }
        Ok(())
    }

    /// Where the value is looked for first: more if player 1 chooses the last collapse. Changes the time alone.
    fn guess(&self) -> Margin {
        match (self.tables.game.rules().collapse, self.tables.game.pieces()) {
            (CollapseChooser::Player1, _) => Margin::ONE,
            (_, 2) => Margin::of_rank(2),
            (CollapseChooser::Mover, _) => Margin::ONE,
            _ => Margin::ZERO,
        }
    }
}

impl Engine for SmallEngine {
    fn meter(&self) -> &Meter {
        &self.found.meter
    }

    fn meter_mut(&mut self) -> &mut Meter {
        &mut self.found.meter
    }

    fn forget(&mut self) {
        self.found.forget();
    }

    fn known(&self, position: &Position) -> Interval {
        let range = self.tables.range().interval();
        if position.phase() != Phase::Place {
            return range;
        }
        let key = key(&self.tables, &Node::of(position));
        let known = Bounds::of_word(key.and_then(|key| self.found.table.load(key)));
        range.intersect(known.interval())
    }

    fn search(&mut self, position: &Position, progress: &dyn Progress) -> Interval {
        let mut proven = self.known(position);
        // An interruption leaves what was proven so far.
        let _ = self.narrow(position, &mut proven, progress);
        proven
    }

    fn forces(
        &mut self,
        position: &Position,
        margin: Margin,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        self.searching(progress).forces(position, halves_up(margin))
    }

    /// Placements with the highest score first.
    fn actions(&self, position: &Position, value: Margin) -> Box<dyn Iterator<Item = Action>> {
        if position.phase() != Phase::Place {
            return Box::new(position.actions());
        }
        let node = Node::of(position);
        let for_two = position.to_move() == Some(Player::Two);
        let threshold = (halves_up(value) + i8::from(for_two)).min(MOST);
        let scores = scores(&Context::new(&self.tables, &node, threshold));
        let mut placements: Vec<_> = position.placements().collect();
        placements.sort_by_key(|squares| Reverse(scores.of(squares.0 as Mask)));
        Box::new(placements.into_iter().map(Action::Place))
    }
}
