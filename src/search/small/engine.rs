//! The engine for small boards.

use std::cmp::Reverse;

use super::context::Context;
use super::limits::{MOST, halves_up, of_halves};
use super::move_order::scores;
use super::node::Node;
use super::search::Search;
use super::squares::Mask;
use super::state::{SearchState, TableEntry};
use super::tables::Tables;
use crate::game::Game;
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{CollapseChooser, Margin, Player};
use crate::search::engine::Engine;
use crate::search::interval::Interval;
use crate::search::meter::Meter;
use crate::search::saved::Entries;
use crate::table::Table;

/// The version of what the table holds: to be raised when [`Tables::key`] or [`TableEntry`] changes its meaning, so that
/// no older file is read.
const KEYS: u32 = 2;

/// The tables of one game, and what its searches have found.
pub struct SmallEngine {
    tables: Tables,
    state: SearchState,
}

impl SmallEngine {
    /// An engine for a game on a board with lines and at most 9 squares.
    pub fn new(game: Game, table: Table) -> SmallEngine {
        SmallEngine { tables: Tables::new(game), state: SearchState::new(table, game.squares()) }
    }

    /// An engine for the game whose margin is the worst for the prover among those that some games give, which differ in the
    /// offset and in ties alone. What the prover forces in it, it forces in each of them.
    pub fn of_all(games: &[Game], prover: Player, table: Table) -> SmallEngine {
        SmallEngine {
            tables: Tables::of_all(games, prover),
            state: SearchState::new(table, games[0].squares()),
        }
    }

    fn searching<'a>(&'a mut self, progress: &'a dyn Progress) -> Search<'a> {
        Search { tables: &self.tables, state: &mut self.state, progress }
    }

    /// Narrows an interval down to the value, by questions about thresholds outwards from a guess.
    fn narrow(
        &mut self,
        position: &Position,
        proven: &mut Interval,
        progress: &dyn Progress,
    ) -> Result<(), Interrupted> {
        let (mut lower, mut upper) = self.tables.range();
        let step = self.tables.step();
        let mut next = self.tables.margin_from(halves_up(self.guess())).clamp(lower + step, upper);
        while lower < upper {
            let question = interval(lower, upper).question(of_halves(next));
            self.state.meter.turns_to(&question, progress);
            if self.searching(progress).forces(position, next)? {
                lower = next;
                next = lower + step;
            } else {
                upper = next - step;
                next = upper;
            }
            *proven = proven.intersect(interval(lower, upper));
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
        &self.state.meter
    }

    fn meter_mut(&mut self) -> &mut Meter {
        &mut self.state.meter
    }

    fn forget(&mut self) {
        self.state.forget();
    }

    fn known(&self, position: &Position) -> Interval {
        let (lower, upper) = self.tables.range();
        if position.phase() != Phase::Place {
            return interval(lower, upper);
        }
        let known = TableEntry::of_word(self.state.table.load(self.tables.key(&Node::of(position))));
        interval(lower.max(known.lower), upper.min(known.upper))
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
        let threshold = (halves_up(value) + i32::from(for_two)).min(MOST);
        let scores = scores(&Context::new(&self.tables, &node, threshold));
        let mut placements: Vec<_> = position.placements().collect();
        placements.sort_by_key(|squares| Reverse(scores.of(squares.0 as Mask)));
        Box::new(placements.into_iter().map(Action::Place))
    }

    fn keys(&self) -> String {
        format!("{KEYS} {:016x}", self.tables.fingerprint())
    }

    fn entries(&self) -> &dyn Entries {
        &self.state.table
    }

    fn entries_mut(&mut self) -> &mut dyn Entries {
        &mut self.state.table
    }
}

/// The interval between two numbers of half points.
fn interval(lower: i32, upper: i32) -> Interval {
    Interval { lower: of_halves(lower), upper: of_halves(upper) }
}
