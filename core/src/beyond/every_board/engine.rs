//! A search for boards with more than 9 squares.
//!
//! It is alpha-beta on null windows, but a query returns a bound instead of yes or no, because a
//! bound often tightens the interval further than the threshold (MTD(f), Plaat and others 1996).
//! The search proves little from the start of a game, even on 4x4. So the [`theorems`] bound the
//! start. On 4x4 with n = 1 or 2, before a placement and while more than 9 squares are quantum, the
//! engine also tries to prove that a player can be kept from lines ([`proofs`]). Search and proofs
//! take turns in growing rounds, so that neither waits long for the other.

use std::cell::{Cell, OnceCell};

use rustc_hash::FxHashMap;

use super::blocking::Budget;
use super::proofs::{self, Blockers, Proof};
use super::theorems::{self, KnownBounds};
use crate::engine::board::{SquareSet, Symmetry};
use crate::engine::canonical::{Canonical, Key};
use crate::engine::game::Game;
use crate::engine::interval::{Basis, Interval};
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::{Margin, Player};
use crate::engine::static_bound::StaticBound;
use crate::perfect_play::backend::Backend;
use crate::support::meter::Meter;
use crate::support::progress::{Interrupted, Progress};

const FIRST_ROUND: u64 = 1 << 11;

/// How many positions a proof may visit in a round for each one that the search may visit.
const PROOF_SHARE: u64 = 8;

const NODES_BETWEEN_CHECKS: u64 = 1 << 6;

const MOST_SORTED: usize = 4_096;

#[derive(Debug)]
pub struct LargeEngine {
    game: Game,
    symmetries: Vec<Symmetry>,
    bound: StaticBound,
    /// The classical squares of the last call of [`LargeEngine::by_lines`], and its result.
    last: Cell<Option<([SquareSet; 2], Interval)>>,
    known: FxHashMap<Key, Interval>,
    start: OnceCell<Option<KnownBounds>>,
    /// The bounds of positions in which blocking was tried, including what was known before.
    blocked: FxHashMap<Key, Interval>,
    blockers: Blockers,
    most_known: usize,
    /// How many cutoffs each placement caused, by turn and squares.
    cutoffs: FxHashMap<(usize, u64), u32>,
    meter: Meter,
}

impl LargeEngine {
    /// Returns an engine whose search and blocking tables take at most about `table_bytes` bytes.
    pub fn new(game: Game, table_bytes: usize) -> LargeEngine {
        // The bytes of an entry: up to 8 for each square on the heap, and about 64 in the table.
        let entry = 8 * game.squares() + 64;
        LargeEngine {
            game,
            symmetries: game.board().symmetries(),
            bound: StaticBound::new(&game),
            last: Cell::new(None),
            known: FxHashMap::default(),
            start: OnceCell::new(),
            blocked: FxHashMap::default(),
            blockers: Blockers::new(game, table_bytes / 4),
            most_known: (table_bytes / 2 / entry).max(1),
            cutoffs: FxHashMap::default(),
            meter: Meter::new(NODES_BETWEEN_CHECKS),
        }
    }

    fn remember(&mut self, key: Key, interval: Interval) {
        if self.known.len() >= self.most_known {
            self.known.clear();
        }
        self.known.insert(key, interval);
    }

    /// Returns a bound on the value: a lower bound if it is at least `target`, else an upper one.
    fn bound(
        &mut self,
        position: &Position,
        target: Margin,
        progress: &dyn Progress,
    ) -> Result<Margin, Interrupted> {
        let fill = self.known.len() as f64 / self.most_known as f64;
        self.meter.visit(|| fill, progress)?;
        if position.phase() == Phase::Over {
            return Ok(position.margin());
        }
        let key = Canonical::new(position, &self.symmetries).key;
        let mut known = self.known_as(position, &key);
        if known.lower >= target {
            return Ok(known.lower);
        }
        if known.upper < target {
            return Ok(known.upper);
        }
        let result = self.best(position, target, progress)?;
        known.learn(target, result);
        self.remember(key, known);
        Ok(result)
    }

    fn best(
        &mut self,
        position: &Position,
        target: Margin,
        progress: &dyn Progress,
    ) -> Result<Margin, Interrupted> {
        let for_one = position.to_move() == Some(Player::One);
        let mut best: Option<Margin> = None;
        let turn = position.turns();
        for action in self.ordered(position) {
            let result = self.bound(&position.after_unchecked(&action), target, progress)?;
            best = Some(match best {
                Some(best) if for_one => best.max(result),
                Some(best) => best.min(result),
                None => result,
            });
            if (result >= target) == for_one {
                if let Action::Place(squares) = action {
                    *self.cutoffs.entry((turn, squares.0)).or_default() += 1;
                }
                break;
            }
        }
        // A game that is not over has an action.
        Ok(best.unwrap_or_else(|| position.margin()))
    }

    /// Placements that caused the most cutoffs come first. But collapses, and more than
    /// [`MOST_SORTED`] placements, are generated one by one, because there can be very many.
    fn ordered(&self, position: &Position) -> Box<dyn Iterator<Item = Action>> {
        let mut first: Vec<SquareSet> = position.placements().take(MOST_SORTED + 1).collect();
        if position.phase() == Phase::Collapse || first.len() > MOST_SORTED {
            return Box::new(position.actions());
        }
        let cutoffs =
            |squares: &SquareSet| self.cutoffs.get(&(position.turns(), squares.0)).copied();
        first.sort_by_key(|squares| std::cmp::Reverse(cutoffs(squares).unwrap_or(0)));
        Box::new(first.into_iter().map(Action::Place))
    }

    fn known_as(&self, position: &Position, key: &Key) -> Interval {
        let theorem = self.by_theorem(position);
        [&self.known, &self.blocked]
            .iter()
            .filter_map(|bounds| bounds.get(key))
            .fold(theorem, |all, bounds| all.intersect(*bounds))
    }

    fn narrow(
        &mut self,
        position: &Position,
        proven: &mut Interval,
        nodes: u64,
        progress: &dyn Progress,
    ) {
        let limit = self.meter.narrow_to(nodes);
        // A limit or an interruption leaves the bounds proved so far.
        let _ = proven.narrow(Margin::ZERO, |proven, target| {
            self.meter.turns_to(&proven.question(target), progress);
            self.bound(position, target, progress)
        });
        self.meter.restore(limit);
    }

    fn budget(&self, nodes: u64) -> Budget {
        Budget {
            most_nodes: nodes.min(self.meter.left()),
            parallel: self.meter.is_unlimited(),
        }
    }

    fn block(
        &mut self,
        proof: &mut Proof,
        position: &Position,
        proven: &mut Interval,
        nodes: u64,
        progress: &dyn Progress,
    ) {
        let budget = self.budget(nodes);
        let (result, visited) =
            proof.attempt(&mut self.blockers, position, *proven, budget, progress);
        self.meter.add(visited);
        let key = Canonical::new(position, &self.symmetries).key;
        let known = self.blocked.entry(key).or_insert(result);
        *known = known.intersect(result);
        *proven = proven.intersect(result);
    }

    fn by_theorem(&self, position: &Position) -> Interval {
        let by_lines = self.by_lines(position);
        self.of_start(position)
            .map_or(by_lines, |known| by_lines.intersect(known.interval))
    }

    /// Bounds the value by the lines that each player has or can still complete.
    ///
    /// The bounds depend only on the classical squares, which most moves leave as they are, so the
    /// last result is kept. Without this, `gqt3 analyze 14-31-39 --board 8 --pieces 3 --no-estimate
    /// --node-limit 1` takes 19 times as long.
    fn by_lines(&self, position: &Position) -> Interval {
        let owned = [Player::One, Player::Two].map(|player| position.owned_by(player));
        if let Some((_, bounds)) = self.last.get().filter(|(last, _)| *last == owned) {
            return bounds;
        }
        let bounds = self.bound.of_owners(owned);
        self.last.set(Some((owned, bounds)));
        bounds
    }

    fn of_start(&self, position: &Position) -> Option<KnownBounds> {
        let game = &self.game;
        let known = || theorems::known(game.side(), game.pieces(), game.rules());
        (position.turns() == 0)
            .then(|| *self.start.get_or_init(known))
            .flatten()
    }

    /// Returns `true` if the blocker proves a bound by blocking.
    ///
    /// Returns `None` if no goal of blocking suffices for the bound, if blocking does not cover the
    /// game, if `nodes` or the search's limit is too low, or if interrupted.
    pub fn blocks(
        &mut self,
        position: &Position,
        blocker: Player,
        bound: Margin,
        nodes: u64,
        progress: &dyn Progress,
    ) -> Option<bool> {
        let budget = self.budget(nodes);
        let goal = proofs::goal_for(position.game(), blocker, bound)?;
        let blocking = self.blockers.about(blocker, goal)?;
        let before = blocking.nodes();
        let held = blocking.holds(position, budget, progress);
        self.meter.add(blocking.nodes() - before);
        held.ok()
    }
}

impl Backend for LargeEngine {
    fn meter(&self) -> &Meter {
        &self.meter
    }

    fn meter_mut(&mut self) -> &mut Meter {
        &mut self.meter
    }

    fn clear(&mut self) {
        self.known.clear();
        self.blocked.clear();
        self.blockers.clear();
        self.cutoffs.clear();
    }

    fn known(&self, position: &Position) -> Interval {
        self.known_as(position, &Canonical::new(position, &self.symmetries).key)
    }

    fn search(&mut self, position: &Position, progress: &dyn Progress) -> Interval {
        let mut proven = self.known(position);
        let mut proofs = proofs::of(position);
        let mut nodes = FIRST_ROUND;
        while !proofs.is_empty() && proven.value().is_none() && self.meter.may_begin(progress) {
            self.narrow(position, &mut proven, nodes, progress);
            for proof in &mut proofs {
                if proven.value().is_none() && self.meter.may_begin(progress) {
                    self.block(proof, position, &mut proven, PROOF_SHARE * nodes, progress);
                }
            }
            proofs.retain(Proof::is_open);
            nodes *= 4;
        }
        self.narrow(position, &mut proven, u64::MAX, progress);
        proven
    }

    fn basis(&self, position: &Position, result: Interval) -> [Basis; 2] {
        let theorem = self.by_theorem(position);
        let blocked = self
            .blocked
            .get(&Canonical::new(position, &self.symmetries).key)
            .copied()
            .unwrap_or(theorem);
        let by_theorem = self
            .of_start(position)
            .map_or([Basis::Theorem; 2], |known| known.basis());
        let basis = |result: Margin, theorem: Margin, blocked: Margin, by_theorem| match result {
            _ if result == theorem => by_theorem,
            _ if result == blocked => Basis::Blocking,
            _ => Basis::Search,
        };
        [
            basis(result.lower, theorem.lower, blocked.lower, by_theorem[0]),
            basis(result.upper, theorem.upper, blocked.upper, by_theorem[1]),
        ]
    }

    fn forces(
        &mut self,
        position: &Position,
        margin: Margin,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        Ok(self.bound(position, margin, progress)? >= margin)
    }

    fn actions(&self, position: &Position, _: Margin) -> Box<dyn Iterator<Item = Action>> {
        Box::new(position.actions())
    }
}
