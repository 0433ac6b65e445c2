//! Threshold search: can player 1 force a margin of at least theta?
//!
//! One boolean question per threshold, answered by depth-first search; all questions share one table, which
//! keeps for each position the thresholds known to be reached and known to be out of reach.

use super::limits::{FullBoards, LimitTable};
use super::node::{Lines, Node, Placed, bits};
use crate::board::{Board, SquareSet};
use crate::canonical::{Canonical, Mask};
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{CollapseChooser, Ending, Margin, Player, Rules, Scoring, Tail};
use crate::table::Table;

/// The margins that can occur on boards up to 3x3, in half points from -2 to 4 (two lines at once).
const LEAST: i32 = -2;
const MOST: i32 = 4;

/// With fewer squares left than this, looking a position up costs more than searching it.
const KEYED_QUANTUM_SQUARES: u32 = 3;

/// How many nodes pass between two questions whether to stop.
const NODES_BETWEEN_CHECKS: u64 = 1 << 14;

/// A solver for one board, n and set of rules, with what it has found so far.
pub struct Solver<'a> {
    board: Board,
    pieces: usize,
    rules: Rules,
    lines: Lines,
    limits: LimitTable,
    full_boards: FullBoards,
    canonical: Canonical,
    table: Table,
    /// How often a placement settled the question, for each turn and set of squares.
    history: Vec<[u32; 1 << super::node::SQUARES]>,
    nodes: u64,
    progress: &'a dyn Progress,
}

/// What is known of a margin, in half points.
#[derive(Clone, Copy)]
struct Known {
    lower: i32,
    upper: i32,
}

impl Known {
    fn of_word(word: Option<u32>) -> Known {
        let [lower, upper, ..] = word.map_or([LEAST as u8, MOST as u8, 0, 0], u32::to_le_bytes);
        Known { lower: i32::from(lower as i8), upper: i32::from(upper as i8) }
    }

    fn word(self) -> u32 {
        u32::from_le_bytes([self.lower as u8, self.upper as u8, 0, 0])
    }
}

fn halves(margin: Margin) -> i32 {
    let half = Margin::UNIT / 2;
    debug_assert!(margin.units() % half == 0, "boards up to 3x3 have no thirds");
    margin.units() / half
}

pub(super) fn of_halves(halves: i32) -> Margin {
    (0..halves.abs()).fold(Margin::ZERO, |sum, _| {
        if halves > 0 { sum + Margin::of_rank(2) } else { sum - Margin::of_rank(2) }
    })
}

impl<'a> Solver<'a> {
    /// A solver with a table of `table_bytes` bytes. The caller sees to it that the board has at most 9 squares
    /// and `pieces` is 1 or 2.
    pub(super) fn new(
        board: Board,
        pieces: usize,
        rules: Rules,
        table_bytes: usize,
        progress: &'a dyn Progress,
    ) -> Solver<'a> {
        let lines = Lines::new(board);
        Solver {
            board,
            pieces,
            rules,
            limits: LimitTable::new(&lines, board.squares(), &rules),
            full_boards: FullBoards::new(&lines, board.squares(), &rules),
            lines,
            canonical: Canonical::new(board),
            table: Table::with_bytes(table_bytes),
            history: vec![[0; 512]; board.squares()],
            nodes: 0,
            progress,
        }
    }

    /// How many positions were visited.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether player 1 can force at least `threshold` half points from this position on.
    pub(super) fn forces(&mut self, position: &Position, threshold: i32) -> Result<bool, Interrupted> {
        match position.phase() {
            Phase::Over => Ok(halves(position.margin()) >= threshold),
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
    pub(super) fn value(
        &mut self,
        position: &Position,
        guess: Margin,
        proven: &mut dyn FnMut(Margin, Margin),
    ) -> Result<Margin, Interrupted> {
        let (mut lower, mut upper) = self.range();
        let mut next = halves(guess).clamp(lower + 1, upper);
        while lower < upper {
            self.progress.note(&format!("value at least {}?", of_halves(next)));
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

    /// The least and the greatest margin the rules allow, in half points.
    pub(super) fn range(&self) -> (i32, i32) {
        match self.rules.scoring {
            Scoring::Harmonic => (LEAST, MOST),
            Scoring::Decisive | Scoring::Shared => (-2, 2),
        }
    }

    /// An action that keeps a known value: of the placements the one that settled most questions, of the collapses
    /// the first.
    pub(super) fn best_action(
        &mut self,
        position: &Position,
        value: Margin,
    ) -> Result<Option<Action>, Interrupted> {
        let Some(player) = position.to_move() else {
            return Ok(None);
        };
        let mut placements: Vec<SquareSet> = position.placements().collect();
        if let Some(history) = self.history.get(position.turns()) {
            placements.sort_by_key(|squares| std::cmp::Reverse(history[squares.0 as usize]));
        }
        let placements = placements.into_iter().map(Action::Place);
        for action in placements.chain(position.collapses().map(Action::Collapse)) {
            let mut next = *position;
            match &action {
                Action::Place(squares) => next.place_unchecked(*squares),
                Action::Collapse(collapse) => next.collapse_unchecked(collapse),
            }
            let keeps = match player {
                Player::One => self.forces(&next, halves(value))?,
                Player::Two => !self.forces(&next, halves(value) + 1)?,
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
        let has_line = |owned: Mask| self.lines.squares.iter().any(|line| line & !owned == 0);
        (self.rules.ending == Ending::FirstLine && node.owned.into_iter().any(has_line))
            || (self.rules.tail == Tail::Stop && (node.quantum.count_ones() as usize) < self.pieces)
    }

    /// The margin of the lines completed so far, in half points.
    #[inline]
    fn margin(&self, node: &Node) -> i32 {
        match self.full_boards.margin(node.owned[0]) {
            Some(margin) if node.quantum == 0 => i32::from(margin),
            _ => self.ordered_margin(node),
        }
    }

    /// The same by looking at every line and its subscripts.
    fn ordered_margin(&self, node: &Node) -> i32 {
        let mut subscripts = [0_u8; super::node::SQUARES];
        for series in 0..node.turns {
            if node.series[series] & node.quantum == 0 {
                subscripts[node.series[series].trailing_zeros() as usize] = series as u8 + 1;
            }
        }
        let owned = node.owned.map(|mask| SquareSet(u64::from(mask)));
        let completed =
            crate::position::CompletedLines::find(self.board, &self.rules, owned, |index| subscripts[index]);
        halves(completed.margin(&self.rules))
    }

    /// Whether player 1 can force `threshold` from a position without a waiting collapse.
    fn reaches(&mut self, node: &Node, threshold: i32) -> Result<bool, Interrupted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) {
            self.progress.check()?;
            self.progress.advance(NODES_BETWEEN_CHECKS);
        }
        if node.quantum == 0 || self.stops(node) {
            return Ok(self.margin(node) >= threshold);
        }
        if node.quantum.is_power_of_two() {
            // The last piece has no choice.
            return Ok(self.margin(&node.filled()) >= threshold);
        }
        let open = self.lines.open(node.owned);
        let certain = self.limits.of(node.owned);
        if i32::from(certain.lower) >= threshold {
            return Ok(true);
        }
        if i32::from(certain.upper) < threshold {
            return Ok(false);
        }
        if node.quantum.count_ones() < KEYED_QUANTUM_SQUARES {
            return self.search(node, threshold);
        }
        let key = node.key(&self.canonical, &open);
        let known = Known::of_word(self.table.load(key));
        if known.lower >= threshold {
            return Ok(true);
        }
        if known.upper < threshold {
            return Ok(false);
        }
        let reached = self.search(node, threshold)?;
        // The search below may have learnt more about this very position.
        let mut known = Known::of_word(self.table.load(key));
        if reached {
            known.lower = known.lower.max(threshold);
        } else {
            known.upper = known.upper.min(threshold - 1);
        }
        self.table.store(key, known.word());
        Ok(reached)
    }

    /// Tries the placements, likely ones first.
    fn search(&mut self, node: &Node, threshold: i32) -> Result<bool, Interrupted> {
        let turn = node.turns;
        let mover_is_one = turn.is_multiple_of(2);
        let mut placements = Placements::of(node, self.pieces, &self.history[turn]);
        while let Some(squares) = placements.next() {
            let reached = match node.place(squares) {
                Placed::Quiet(next) => self.reaches(&next, threshold)?,
                Placed::Entangled([first, second]) => {
                    let chooser_is_one = match self.rules.collapse {
                        CollapseChooser::Opponent => !mover_is_one,
                        CollapseChooser::Mover => mover_is_one,
                        CollapseChooser::Player1 => true,
                        CollapseChooser::Player2 => false,
                    };
                    // A first collapse that suits the chooser settles it; else the second one decides.
                    if self.reaches(&first, threshold)? == chooser_is_one {
                        chooser_is_one
                    } else {
                        self.reaches(&second, threshold)?
                    }
                }
            };
            if reached == mover_is_one {
                let score = &mut self.history[turn][squares as usize];
                *score = score.saturating_add(1 << node.quantum.count_ones());
                return Ok(mover_is_one);
            }
        }
        Ok(!mover_is_one)
    }
}

/// The placements of a node, those with the best history first.
struct Placements {
    scored: [(u32, Mask); 36],
    count: usize,
    given: usize,
}

impl Placements {
    fn of(node: &Node, pieces: usize, history: &[u32; 512]) -> Placements {
        let mut placements = Placements { scored: [(0, 0); 36], count: 0, given: 0 };
        if pieces == 1 || node.quantum.count_ones() == 1 {
            bits(node.quantum).for_each(|square| placements.push(1 << square, history));
            return placements;
        }
        for first in bits(node.quantum) {
            let above = node.quantum & !((2 << first) - 1);
            bits(above).for_each(|second| placements.push(1 << first | 1 << second, history));
        }
        placements
    }

    #[inline]
    fn push(&mut self, squares: Mask, history: &[u32; 512]) {
        self.scored[self.count] = (history[squares as usize], squares);
        self.count += 1;
    }
}

impl Placements {
    /// The best placement not yet given: usually one of the first settles the question, so nothing is sorted.
    #[inline]
    fn next(&mut self) -> Option<Mask> {
        let rest = &mut self.scored[self.given..self.count];
        let best = (0..rest.len()).max_by_key(|&index| (rest[index].0, std::cmp::Reverse(index)))?;
        rest.swap(0, best);
        self.given += 1;
        Some(rest[0].1)
    }
}
