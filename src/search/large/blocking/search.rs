//! The search for a proof.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::node::{Move, Node, Question, WIDTHS};
use super::state::{ATTACKER, BLOCKER, State, squares_where};
use super::table::Known;
use super::targets::Squares;
use crate::progress::{Interrupted, Progress};

/// A position with fewer turns left is not looked up.
const LOOK_UP: usize = 3;

/// How many positions pass between two questions whether to stop.
const NODES_BETWEEN_CHECKS: u64 = 1 << 12;

/// How many positions pass between two remarks.
const NODES_BETWEEN_NOTES: u64 = 1 << 18;

/// In so many first turns the attacker's placements are shared out to the threads.
const SHARED_TURNS: usize = 3;

/// What limits a search, and its work.
pub struct Work<'a> {
    /// Whom to ask whether to go on.
    pub progress: &'a dyn Progress,
    /// What is told to it.
    pub what: String,
    /// At most so many positions are visited, or a few more where threads share the work.
    pub most_nodes: u64,
    /// How many positions were visited.
    pub nodes: AtomicU64,
    /// Whether to use all threads; which positions are visited then depends on them.
    pub parallel: bool,
}

/// A race that is over as soon as one of its searches has an answer; races can be parts of others.
pub struct Race<'a> {
    over: AtomicBool,
    part_of: Option<&'a Race<'a>>,
}

impl Race<'_> {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.part_of.is_some_and(Race::is_over)
    }
}

/// A search on one thread.
pub struct Search<'a, S: State> {
    question: &'a Question<S>,
    work: &'a Work<'a>,
    race: Option<&'a Race<'a>>,
    width: usize,
    /// How many positions may be visited before the next question whether to stop.
    granted: u64,
    /// Placements still to be tried.
    moves: Vec<Move>,
}

impl<S: State> Drop for Search<'_, S> {
    /// Gives back what was not used.
    fn drop(&mut self) {
        self.work.nodes.fetch_sub(self.granted, Ordering::Relaxed);
    }
}

/// Whether the blocker can keep the attacker from all targets, as far as a width tells; see the module.
pub fn answer<S: State>(
    question: &Question<S>,
    position: &S,
    turns_left: usize,
    width: usize,
    work: &Work,
) -> Result<bool, Interrupted> {
    work.progress.note(&format!("{}, {}", work.what, tried(width)));
    Search::new(question, work, None, width).holds(position, turns_left)
}

fn tried(width: usize) -> String {
    match WIDTHS[width] {
        usize::MAX => "all placements".to_owned(),
        width => format!("the best {width} placements"),
    }
}

impl<'a, S: State> Search<'a, S> {
    /// A search with nothing done.
    pub fn new(
        question: &'a Question<S>,
        work: &'a Work<'a>,
        race: Option<&'a Race<'a>>,
        width: usize,
    ) -> Self {
        Search { question, work, race, width, granted: 0, moves: Vec::new() }
    }

    pub fn visit(&mut self) -> Result<(), Interrupted> {
        if self.granted == 0 {
            self.pause()?;
        }
        self.granted -= 1;
        Ok(())
    }

    #[cold]
    fn pause(&mut self) -> Result<(), Interrupted> {
        let work = self.work;
        let nodes = work.nodes.load(Ordering::Relaxed);
        work.progress.check()?;
        if nodes >= work.most_nodes || self.race.is_some_and(Race::is_over) {
            return Err(Interrupted);
        }
        self.granted = (work.most_nodes - nodes).min(NODES_BETWEEN_CHECKS);
        let after = work.nodes.fetch_add(self.granted, Ordering::Relaxed) + self.granted;
        work.progress.advance(self.granted);
        if after / NODES_BETWEEN_NOTES > (after - self.granted) / NODES_BETWEEN_NOTES {
            let (what, tried, million) = (&work.what, tried(self.width), after as f64 / 1e6);
            work.progress.note(&format!("{what}, {tried}: {million:.1} M positions"));
        }
        Ok(())
    }

    /// Whether the blocker holds the attacker from a position on, as far as this width tells.
    pub fn holds(&mut self, position: &S, turns_left: usize) -> Result<bool, Interrupted> {
        self.visit()?;
        let question = self.question;
        if turns_left == 0 {
            return Ok(question.targets.inside(position.taken()) == 0);
        }
        let Some(node) = Node::open(question, position, turns_left) else { return Ok(true) };
        if turns_left == 1
            && let Some(held) = self.last_turn(&node)
        {
            return Ok(held);
        }
        let first = self.moves.len();
        node.list(question, &mut self.moves);
        let held = self.holds_by(&node, first);
        self.moves.truncate(first);
        held
    }

    /// The answer in the last turn, where the square of the last series decides, if it can be told without a search.
    fn last_turn(&self, node: &Node<S>) -> Option<bool> {
        let Node { side, ref prospects, living, .. } = *node;
        let quantum = node.position.quantum();
        let chooses = self.question.blocker_chooses[side];
        let pieces = self.question.pieces_on(quantum);
        if side == BLOCKER {
            return S::PAIRS.then_some(false);
        }
        let lost = squares_where(quantum, |square| prospects.with[ATTACKER][square] & living != 0)
            .count_ones() as usize;
        if !chooses || pieces == 1 {
            Some(lost == 0)
        } else if lost < pieces {
            Some(true)
        } else {
            S::PAIRS.then_some(false)
        }
    }

    /// Whether the blocker holds the attacker in a position whose placements are listed from `first` on.
    fn holds_by(&mut self, node: &Node<S>, first: usize) -> Result<bool, Interrupted> {
        if self.moves.len() == first {
            return Ok(node.side == ATTACKER);
        }
        let question = self.question;
        let key = (node.turns_left >= LOOK_UP).then(|| node.position.key(&question.targets, node.living));
        if let Some(known) = key.and_then(|key| question.table.load(&key)) {
            if known.proved {
                return Ok(true);
            }
            if usize::from(known.width) >= self.width {
                return Ok(false);
            }
        }
        let held = if node.side == ATTACKER {
            if question.plans {
                node.drop_answered(question, &mut self.moves, first);
            }
            node.order(question, &mut self.moves[first..], usize::MAX);
            self.holds_against_all(node, first)?
        } else {
            node.order(question, &mut self.moves[first..], WIDTHS[self.width]);
            self.holds_by_one(node, first)?
        };
        if let Some(key) = key {
            let known = Known { proved: held, width: self.width as u8, turns_left: node.turns_left as u8 };
            question.table.store(&key, known);
        }
        Ok(held)
    }

    fn holds_by_one(&mut self, node: &Node<S>, first: usize) -> Result<bool, Interrupted> {
        let end = self.moves.len().min(first.saturating_add(WIDTHS[self.width]));
        for place in first..end {
            if self.after(node, self.moves[place].placement)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn holds_against_all(&mut self, node: &Node<S>, first: usize) -> Result<bool, Interrupted> {
        let shared =
            self.work.parallel && node.turns_left + SHARED_TURNS > self.question.targets.board_squares;
        if shared {
            return self.holds_against_all_in_parallel(node, first);
        }
        for place in first..self.moves.len() {
            if !self.after(node, self.moves[place].placement)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The first placement alone, which refutes most positions that the blocker does not hold; then the others in
    /// parallel.
    fn holds_against_all_in_parallel(&mut self, node: &Node<S>, first: usize) -> Result<bool, Interrupted> {
        if first == self.moves.len() {
            return Ok(true);
        }
        if !self.after(node, self.moves[first].placement)? {
            return Ok(false);
        }
        let race = Race { over: AtomicBool::new(false), part_of: self.race };
        let (question, work, width) = (self.question, self.work, self.width);
        let answers = self.moves[first + 1..].par_iter().map(|placed| {
            let mut search = Search::new(question, work, Some(&race), width);
            let held = if race.is_over() { Err(Interrupted) } else { search.after(node, placed.placement) };
            race.over.fetch_or(held == Ok(false), Ordering::Relaxed);
            held
        });
        let answers: Vec<Result<bool, Interrupted>> = answers.collect();
        if answers.contains(&Ok(false)) {
            return Ok(false);
        }
        answers.into_iter().collect::<Result<Vec<bool>, Interrupted>>().map(|_| true)
    }

    /// Whether the blocker holds the attacker after a placement.
    pub fn after(&mut self, node: &Node<S>, placement: Squares) -> Result<bool, Interrupted> {
        let Some(block) = node.entangled_by(placement) else {
            let mut next = node.position.clone();
            next.place(node.side, placement);
            return self.holds(&next, node.turns_left - 1);
        };
        // One outcome is enough for who chooses.
        let chooses = self.question.blocker_chooses[node.side];
        let mut answer = Ok(!chooses);
        node.position.collapses(node.side, placement, block, node.wanted.squares, !chooses, |next| {
            answer = self.holds(&next, node.turns_left - 1);
            if answer == Ok(!chooses) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        answer
    }
}
