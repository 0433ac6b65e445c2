//! The search.

use super::endgame::{Question, SecondLast, ThirdLast};
use super::node::Node;
use super::outcomes::{LastTurn, Outcome, Split};
use super::placements::Placements;
use super::{
    KEYED_QUANTUM_SQUARES, Known, Mask, Memory, NODES_BETWEEN_CHECKS, REPLIES, SQUARES, bits, halves,
    halves_up, of_halves,
};
use crate::board::SquareSet;
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{CollapseChooser, Ending, Margin, Player, Tail};

/// A solver at work.
pub struct Solver<'a> {
    pub memory: &'a mut Memory,
    pub progress: &'a dyn Progress,
}

impl Solver<'_> {
    /// Whether player 1 can force at least `threshold` half points from this position on.
    pub fn forces(&mut self, position: &Position, threshold: i32) -> Result<bool, Interrupted> {
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
        let (mut lower, mut upper) = self.memory.range();
        let mut next = halves_up(guess).clamp(lower + 1, upper);
        while lower < upper {
            self.memory.turns_to(&format!("value at least {}?", of_halves(next)), self.progress);
            if self.forces(position, next)? {
                lower = next;
                next = lower + 1;
            } else {
                upper = next - 1;
                next = upper;
            }
            proven(of_halves(lower), of_halves(upper));
        }
        Ok(of_halves(lower))
    }

    /// An action that keeps a known value: of the placements the one that settled most questions, of the collapses
    /// the first.
    pub fn best_action(&mut self, position: &Position, value: Margin) -> Result<Option<Action>, Interrupted> {
        let Some(player) = position.to_move() else {
            return Ok(None);
        };
        self.memory.turns_to("best play:", self.progress);
        let mut placements: Vec<SquareSet> = position.placements().collect();
        if let Some(history) = self.memory.history.get(position.turns()) {
            placements.sort_by_key(|squares| std::cmp::Reverse(history[squares.0 as usize]));
        }
        let value = halves_up(value);
        let placements = placements.into_iter().map(Action::Place);
        for action in placements.chain(position.collapses().map(Action::Collapse)) {
            let next = position.after(&action);
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

    /// Whether the game ends here although squares are quantum.
    #[inline]
    fn stops(&self, node: &Node) -> bool {
        let rules = &self.memory.tables.rules;
        (rules.ending == Ending::FirstLine && self.memory.tables.has_line(node.owned))
            || (rules.tail == Tail::Stop && (node.quantum.count_ones() as usize) < self.memory.pieces)
    }

    /// Whether player 1 can force `threshold` from a position without a waiting collapse.
    fn reaches(&mut self, node: &Node, threshold: i32) -> Result<bool, Interrupted> {
        self.memory.nodes += 1;
        if self.memory.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) {
            self.progress.check()?;
            self.progress.advance(NODES_BETWEEN_CHECKS);
            self.memory.report(self.progress);
        }
        if node.quantum == 0 || self.stops(node) {
            return Ok(i32::from(self.memory.tables.margin(node)) >= threshold);
        }
        let certain = self.memory.tables.limits(node.owned);
        if i32::from(certain.lower) >= threshold {
            return Ok(true);
        }
        if i32::from(certain.upper) < threshold {
            return Ok(false);
        }
        if node.turns + 1 == self.memory.tables.board.squares() {
            return Ok(self.last_turn(node, threshold));
        }
        if node.quantum.count_ones() < KEYED_QUANTUM_SQUARES
            || node.turns + 2 == self.memory.tables.board.squares()
        {
            return self.search(node, threshold);
        }
        let key = self.memory.tables.key(node);
        let known = Known::of_word(self.memory.table.load(key));
        if known.lower >= threshold {
            return Ok(true);
        }
        if known.upper < threshold {
            return Ok(false);
        }
        let reached = self.search(node, threshold)?;
        // The search below may have learnt more about this very position.
        let mut known = Known::of_word(self.memory.table.load(key));
        if reached {
            known.lower = known.lower.max(threshold);
        } else {
            known.upper = known.upper.min(threshold - 1);
        }
        self.memory.table.store(key, known.word());
        Ok(reached)
    }

    /// Tries the placements, likely ones first.
    fn search(&mut self, node: &Node, threshold: i32) -> Result<bool, Interrupted> {
        let turn = node.turns;
        let mover_is_one = turn.is_multiple_of(2);
        let size =
            if (node.quantum.count_ones() as usize) < self.memory.pieces { 1 } else { self.memory.pieces };
        let mut placements =
            Placements::of(node.quantum, size, &self.memory.history[turn]).prefer(&self.memory.killers[turn]);
        match (self.memory.tables.board.squares(), turn) {
            (SQUARES, 7) => return self.second_last(node, placements, threshold),
            (SQUARES, 6) if placements.count > 25 => self.drop_refuted(node, &mut placements, threshold),
            _ => {}
        }
        while let Some(squares) = placements.next() {
            let (next, entangled) = node.place(squares);
            let reached = if entangled == 0 {
                self.reaches(&next, threshold)?
            } else {
                self.collapse(&next, entangled, mover_is_one, threshold)?
            };
            if reached == mover_is_one {
                self.memory.settled_by(node, squares);
                return Ok(mover_is_one);
            }
        }
        Ok(!mover_is_one)
    }

    fn question(&self, node: &Node, threshold: i32) -> Question {
        let quantum = node.quantum.count_ones() as usize;
        let pieces = if quantum < self.memory.pieces { 1 } else { self.memory.pieces };
        Question { threshold, last_is_one: self.chooser_is_one(true), pieces }
    }

    /// Turn 8 of 3x3: placements that do not entangle are answered by a table.
    fn second_last(
        &mut self,
        node: &Node,
        mut placements: Placements,
        threshold: i32,
    ) -> Result<bool, Interrupted> {
        let families = Split::new(node, node.live, self.memory.tables.merged).families();
        let question = self.question(node, threshold);
        let table = SecondLast::new(&self.memory.tables, node, &families, question);
        while let Some(squares) = placements.next() {
            let reached = match table.reached(squares) {
                Some(reached) => reached,
                None => {
                    let (next, entangled) = node.place(squares);
                    if entangled == 0 {
                        self.reaches(&next, threshold)?
                    } else {
                        self.collapse(&next, entangled, false, threshold)?
                    }
                }
            };
            if !reached {
                self.memory.settled_by(node, squares);
                let replies = &mut self.memory.replies;
                let place = replies.iter().position(|&reply| reply == squares).unwrap_or(REPLIES - 1);
                replies[..=place].rotate_right(1);
                replies[0] = squares;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Turn 7 of 3x3: takes out placements that do not entangle and that a likely reply refutes.
    fn drop_refuted(&mut self, node: &Node, placements: &mut Placements, threshold: i32) {
        let families = Split::new(node, node.live, self.memory.tables.merged).families();
        let question = self.question(node, threshold);
        let table = ThirdLast::new(&self.memory.tables, node, &families, question);
        let mut best = 0;
        for place in 0..REPLIES {
            let squares = self.memory.replies[place];
            if squares & !node.quantum != 0 || squares.count_ones() as usize != question.pieces {
                continue;
            }
            let reply = table.reply(squares);
            let before = placements.count;
            placements.retain(|placement| table.entangles(placement) || !reply.refutes(placement));
            if before - placements.count > best {
                best = before - placements.count;
                self.memory.replies[..=place].rotate_right(1);
            }
            if placements.count == 0 {
                break;
            }
        }
    }

    fn chooser_is_one(&self, mover_is_one: bool) -> bool {
        match self.memory.tables.rules.collapse {
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
        let split = Split::new(node, entangled, self.memory.tables.merged);
        let collapsed = node.collapsed(entangled, squares);
        let mut outcomes = self.memory.spare.pop().unwrap_or_default();
        outcomes.clear();
        let settled =
            self.list_outcomes(&collapsed, &split, squares, chooser_is_one, threshold, &mut outcomes);
        let result = if settled {
            Ok(chooser_is_one)
        } else {
            self.try_outcomes(&collapsed, entangled, &outcomes, chooser_is_one, threshold)
        };
        self.memory.spare.push(outcomes);
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
        let tables = &self.memory.tables;
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
        if self.memory.tables.rules.ending == Ending::Full {
            self.drop_dominated(outcomes, chooser_is_one);
        }
        outcomes.sort_unstable();
        false
    }

    /// Leaves out the collapses that another one is at least as good as for the chooser.
    fn drop_dominated(&self, outcomes: &mut Vec<Outcome>, chooser_is_one: bool) {
        let open = |outcome: &Outcome| {
            let [one, two] = self.memory.tables.class(outcome.owned).open;
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
        let first = 2 * self.memory.tables.merged;
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
        let pieces = if quantum < self.memory.pieces { 1 } else { self.memory.pieces };
        let split = Split::new(node, node.live, self.memory.tables.merged);
        let last = LastTurn::new(&self.memory.tables, node, &split, threshold, mover_is_one);
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
