//! The search.

use super::endgame::Ends;
use super::family::Family;
use super::node::Node;
use super::outcomes::{LastTurn, Outcome, Split};
use super::placements::{Placements, promise};
use super::tables::Tables;
use super::{
    Found, KEYED_QUANTUM_SQUARES, Known, MOST, Mask, SQUARES, TABLED_QUANTUM_SQUARES, bits, halves,
    halves_up, of_halves,
};
use crate::board::SquareSet;
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{CollapseChooser, Ending, Margin, Player};

/// A solver at work.
pub struct Solver<'a> {
    pub tables: &'a Tables,
    pub pieces: usize,
    pub found: &'a mut Found,
    pub progress: &'a dyn Progress,
}

impl Solver<'_> {
    /// Whether player 1 can force at least `threshold` half points from this position on.
    pub fn forces(&mut self, position: &Position, threshold: i32) -> Result<bool, Interrupted> {
        let threshold = self.tables.margin_from(threshold);
        match position.phase() {
            Phase::Over => Ok(i32::from(halves(position.margin())) >= threshold),
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

    /// The margins between which the value lies for certain. Asks about thresholds outwards from `guess`, and
    /// tells `proven` each interval as it narrows.
    pub fn value(
        &mut self,
        position: &Position,
        guess: Margin,
        proven: &mut dyn FnMut(Margin, Margin),
    ) -> Result<Margin, Interrupted> {
        let (mut lower, mut upper) = self.tables.range();
        let step = self.tables.step();
        let mut next = self.tables.margin_from(halves_up(guess)).clamp(lower + step, upper);
        while lower < upper {
            self.found.turns_to(&format!("value at least {}?", of_halves(next)), self.progress);
            if self.forces(position, next)? {
                lower = next;
                next = lower + step;
            } else {
                upper = next - step;
                next = upper;
            }
            proven(of_halves(lower), of_halves(upper));
        }
        Ok(of_halves(lower))
    }

    /// An action that keeps a known value: of the placements the one that promises most, of the collapses the first.
    pub fn best_action(&mut self, position: &Position, value: Margin) -> Result<Option<Action>, Interrupted> {
        let Some(player) = position.to_move() else {
            return Ok(None);
        };
        self.found.turns_to("best play:", self.progress);
        let value = halves_up(value);
        let mut placements: Vec<SquareSet> = position.placements().collect();
        if position.phase() == Phase::Place {
            let node = Node::of(position);
            let threshold = (value + i32::from(player == Player::Two)).min(MOST);
            let promise = promise(&Ends::new(self.tables, &node, threshold));
            placements.sort_by_key(|squares| std::cmp::Reverse(promise.of(squares.0 as Mask)));
        }
        let placements = placements.into_iter().map(Action::Place);
        for action in placements.chain(position.collapses().map(Action::Collapse)) {
            let next = position.after_unchecked(&action);
            let keeps = match player {
                Player::One => self.forces(&next, value)?,
                Player::Two => !self.forces(&next, value + 1)?,
            };
            if keeps {
                return Ok(Some(action));
            }
        }
        Ok(None)
    }

    /// Whether player 1 can force `threshold` from a position without a waiting collapse.
    fn reaches(&mut self, node: &Node, threshold: i32) -> Result<bool, Interrupted> {
        self.found.visit(self.progress)?;
        if let Some(reached) = self.tables.settled(node.owned, threshold) {
            return Ok(reached);
        }
        if node.quantum == 0 || self.tables.stops(node.owned, node.quantum, self.pieces) {
            let late = node.late(2 * self.tables.merged);
            return Ok(i32::from(self.tables.margin(node.owned, late)) >= threshold);
        }
        if node.turns + 1 == self.tables.board.squares() {
            return Ok(self.last_turn(node, threshold));
        }
        if node.quantum.count_ones() < KEYED_QUANTUM_SQUARES || node.turns + 2 == self.tables.board.squares()
        {
            return self.search(node, threshold);
        }
        let key = self.tables.key(node);
        let known = Known::of_word(self.found.table.load(key));
        if known.lower >= threshold {
            return Ok(true);
        }
        if known.upper < threshold {
            return Ok(false);
        }
        let reached = self.search(node, threshold)?;
        // The search below may have learnt more about this very position.
        let mut known = Known::of_word(self.found.table.load(key));
        if reached {
            known.lower = known.lower.max(threshold);
        } else {
            known.upper = known.upper.min(threshold - 1);
        }
        self.found.table.store(key, known.word());
        Ok(reached)
    }

    /// Tries the placements, likely ones first.
    fn search(&mut self, node: &Node, threshold: i32) -> Result<bool, Interrupted> {
        let turn = node.turns;
        if self.tables.board.squares() == SQUARES {
            match turn {
                7 => return self.second_last(node, threshold),
                6 if self.pieces == 2 => return Ok(self.third_last_of_forest(node, threshold)),
                6 if node.quantum.count_ones() >= TABLED_QUANTUM_SQUARES => {
                    return self.third_last(node, threshold);
                }
                _ => {}
            }
        }
        let mover_is_one = turn.is_multiple_of(2);
        let promise = promise(&Ends::new(self.tables, node, threshold));
        let mut placements =
            Placements::new(node.quantum, self.size(node), &promise, &self.found.killers[turn]);
        let mut tried = Family::NONE;
        while let Some(squares) = placements.next() {
            let full = self.tables.full_placement(node, squares);
            if tried.contains(full) {
                continue;
            }
            tried.insert(full);
            if self.try_placement(node, squares, threshold)? == mover_is_one {
                self.found.settled_by(turn, squares);
                return Ok(mover_is_one);
            }
        }
        Ok(!mover_is_one)
    }

    /// Whether player 1 can force `threshold` after a placement.
    #[inline]
    pub fn try_placement(&mut self, node: &Node, squares: Mask, threshold: i32) -> Result<bool, Interrupted> {
        let (next, entangled) = node.place(squares);
        if entangled == 0 {
            self.reaches(&next, threshold)
        } else {
            self.collapse(&next, entangled, node.turns.is_multiple_of(2), threshold)
        }
    }

    pub fn chooser_is_one(&self, mover_is_one: bool) -> bool {
        match self.tables.rules.collapse {
            CollapseChooser::Opponent => !mover_is_one,
            CollapseChooser::Mover => mover_is_one,
            CollapseChooser::Player1 => true,
            CollapseChooser::Player2 => false,
        }
    }

    /// Whether player 1 can force `threshold` when these squares collapse, and others stay quantum.
    fn collapse(
        &mut self,
        node: &Node,
        squares: Mask,
        mover_is_one: bool,
        threshold: i32,
    ) -> Result<bool, Interrupted> {
        let chooser_is_one = self.chooser_is_one(mover_is_one);
        let entangled = node.within(squares);
        let split = Split::new(node, entangled, self.tables.merged);
        let collapsed = node.collapsed(entangled, squares);
        let mut outcomes = self.found.spare.pop().unwrap_or_default();
        outcomes.clear();
        let settled =
            self.list_outcomes(&collapsed, &split, squares, chooser_is_one, threshold, &mut outcomes);
        let result = if settled {
            Ok(chooser_is_one)
        } else {
            self.try_outcomes(&collapsed, entangled, &outcomes, chooser_is_one, threshold)
        };
        self.found.spare.push(outcomes);
        result
    }

    /// The collapses that the classical squares do not settle, once for each way that matters, the chooser's best first;
    /// true if one of them is settled for the chooser.
    fn list_outcomes(
        &self,
        collapsed: &Node,
        split: &Split,
        squares: Mask,
        chooser_is_one: bool,
        threshold: i32,
        outcomes: &mut Vec<Outcome>,
    ) -> bool {
        let tables = self.tables;
        let [ones, twos] = split.families();
        for one in ones.and(&twos.complements(squares)).members() {
            let added = [one, squares & !one];
            let owned = [collapsed.owned[0] | added[0], collapsed.owned[1] | added[1]];
            let limits = tables.limits(owned);
            let (lower, upper) = (i32::from(limits.lower), i32::from(limits.upper));
            let (for_one, for_two) = (lower >= threshold, upper < threshold);
            if for_one || for_two {
                if for_one == chooser_is_one {
                    return true;
                }
                continue;
            }
            let merit = if chooser_is_one { -lower - upper } else { lower + upper };
            let relevant = tables.class(owned).relevant;
            let late = [0, 1].map(|player| split.late_squares(player, added[player], relevant[player]));
            late[0].each(|seven| {
                late[1].each(|eight| outcomes.push(Outcome { merit, owned, late: [seven, eight] }));
            });
        }
        if self.tables.rules.ending == Ending::Full && outcomes.len() > 1 {
            self.drop_dominated(outcomes, chooser_is_one);
        }
        outcomes.sort_unstable();
        false
    }

    /// Leaves out the collapses that another one is at least as good as for the chooser.
    fn drop_dominated(&self, outcomes: &mut Vec<Outcome>, chooser_is_one: bool) {
        let open = |outcome: &Outcome| {
            let [one, two] = self.tables.class(outcome.owned).open;
            if chooser_is_one { [one, two] } else { [two, one] }
        };
        let mut kept: Vec<([u8; 2], Outcome)> = Vec::new();
        for outcome in outcomes.iter() {
            let mine = open(outcome);
            let worse = |than: &([u8; 2], Outcome), this: [u8; 2], late: [Mask; 2]| {
                this[0] & !than.0[0] == 0 && than.0[1] & !this[1] == 0 && late == than.1.late
            };
            if kept.iter().any(|other| worse(other, mine, outcome.late)) {
                continue;
            }
            kept.retain(|other| !worse(&(mine, *outcome), other.0, other.1.late));
            kept.push((mine, *outcome));
        }
        outcomes.clear();
        outcomes.extend(kept.into_iter().map(|(_, outcome)| outcome));
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

    /// Whether player 1 can force `threshold` in the last turn: after it everything collapses.
    ///
    /// The collapses of a placement are those of its squares, one by one: the newest series goes to one of them. So if the
    /// mover chooses, some square must have a good collapse; else there must be as many squares with good ones alone as the
    /// placement needs.
    fn last_turn(&self, node: &Node, threshold: i32) -> bool {
        let mover_is_one = node.turns.is_multiple_of(2);
        let chooser_is_one = self.chooser_is_one(mover_is_one);
        let quantum = node.quantum.count_ones() as usize;
        let pieces = self.size(node);
        let split = Split::new(node, node.live, self.tables.merged);
        let last = LastTurn::new(self.tables, node, &split, threshold, mover_is_one);
        // What the chooser can get where the newest series goes to a square.
        let reached = bits(node.quantum).filter(|&square| last.reaches(square, chooser_is_one)).count();
        match (mover_is_one, chooser_is_one) {
            (true, true) => reached > 0,
            (true, false) => reached >= pieces,
            // Player 2 moves: of its squares player 1 gets the best, or player 2 the worst.
            (false, true) => quantum - reached < pieces,
            (false, false) => reached == quantum,
        }
    }
}
