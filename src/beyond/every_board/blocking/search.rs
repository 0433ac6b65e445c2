//! The search for a proof.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::forest::{ATTACKER, BLOCKER, Forest};
use super::order::Node;
use super::question::Question;
use super::table::Known;
use super::targets::{Squares, each};
use crate::support::progress::{Interrupted, Progress};

/// How many placements the blocker tries in a position. At first only the best ones, for a proof needs just one that is
/// good enough; all in the end, for only then is it a refutation that none is.
pub const WIDTHS: [usize; 6] = [2, 4, 8, 16, 32, usize::MAX];

/// A position with fewer turns left is not looked up.
const LOOK_UP: usize = 3;

/// How many positions pass between two questions whether to stop.
const NODES_BETWEEN_CHECKS: u64 = 1 << 12;

/// How many positions pass between two remarks.
const NODES_BETWEEN_NOTES: u64 = 1 << 18;

/// In how many turns, the first ones, the attacker's placements are shared out to the threads.
const SHARED_TURNS: usize = 3;

/// What limits a search, and its work.
pub struct Work<'a> {
    /// Whom to ask whether to go on.
    pub progress: &'a dyn Progress,
    /// What is told to it.
    pub what: String,
    /// How many positions are visited at most, or a few more where threads share the work.
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
pub struct Search<'a> {
    question: &'a Question,
    work: &'a Work<'a>,
    race: Option<&'a Race<'a>>,
    width: usize,
    /// How many positions may be visited before the next question whether to stop.
    granted: u64,
}

impl Drop for Search<'_> {
    /// Gives back what was not used.
    fn drop(&mut self) {
        self.work.nodes.fetch_sub(self.granted, Ordering::Relaxed);
    }
}

/// Whether the blocker can keep the attacker from all targets, as far as a width tells; see the module.
pub fn answer(
    question: &Question,
    position: &Forest,
    turns_left: usize,
    width: usize,
    work: &Work,
) -> Result<bool, Interrupted> {
    work.progress
        .note(&format!("{}, {}", work.what, tried(width)));
    Search::new(question, work, width).holds(position, turns_left)
}

fn tried(width: usize) -> String {
    match WIDTHS[width] {
        usize::MAX => "all placements".to_owned(),
        width => format!("the best {width} placements"),
    }
}

impl<'a> Search<'a> {
    /// A search with nothing done.
    pub const fn new(question: &'a Question, work: &'a Work<'a>, width: usize) -> Search<'a> {
        Search {
            question,
            work,
            race: None,
            width,
            granted: 0,
        }
    }

    /// Counts a position.
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
            work.progress
                .note(&format!("{what}, {tried}: {million:.1} M positions"));
        }
        Ok(())
    }

    /// Whether the blocker holds the attacker from a position on, as far as this width tells.
    pub fn holds(&mut self, position: &Forest, turns_left: usize) -> Result<bool, Interrupted> {
        self.visit()?;
        let question = self.question;
        if turns_left == 0 {
            return Ok(question.targets.inside(position.taken) == 0);
        }
        let Some(node) = Node::open(question, position, turns_left) else {
            return Ok(true);
        };
        let placements = node.placements();
        if placements.is_empty() {
            return Ok(true);
        }
        if turns_left < LOOK_UP {
            return self.holds_by(&node, placements);
        }
        let key = position.key(&question.targets, node.outlook.living);
        if let Some(known) = question.table.load(key)
            && (known.proved || usize::from(known.width) >= self.width)
        {
            return Ok(known.proved);
        }
        let proved = self.holds_by(&node, placements)?;
        let known = Known {
            proved,
            width: self.width as u8,
            turns_left: turns_left as u8,
        };
        question.table.store(key, known);
        Ok(proved)
    }

    /// Whether the blocker holds the attacker by the best of its placements, or against all of the attacker's.
    fn holds_by(&mut self, node: &Node, mut placements: Vec<Squares>) -> Result<bool, Interrupted> {
        node.sort(&mut placements);
        if node.side == BLOCKER {
            placements.truncate(WIDTHS[self.width]);
        } else if self.work.parallel
            && node.turns_left + SHARED_TURNS > self.question.targets.board_squares
        {
            return self.holds_against_all_in_parallel(node, &placements);
        }
        let wanted = node.side == BLOCKER;
        for placement in placements {
            if self.after(node, placement)? == wanted {
                return Ok(wanted);
            }
        }
        Ok(!wanted)
    }

    /// The first placement alone, which refutes most positions that the blocker does not hold; then the others in
    /// parallel.
    fn holds_against_all_in_parallel(
        &mut self,
        node: &Node,
        placements: &[Squares],
    ) -> Result<bool, Interrupted> {
        if !self.after(node, placements[0])? {
            return Ok(false);
        }
        let race = Race {
            over: AtomicBool::new(false),
            part_of: self.race,
        };
        let (question, work, width) = (self.question, self.work, self.width);
        let answers = placements[1..].par_iter().map(|&placement| {
            let mut search = Search {
                race: Some(&race),
                ..Search::new(question, work, width)
            };
            let held = if race.is_over() {
                Err(Interrupted)
            } else {
                search.after(node, placement)
            };
            race.over.fetch_or(held == Ok(false), Ordering::Relaxed);
            held
        });
        let answers: Vec<Result<bool, Interrupted>> = answers.collect();
        if answers.contains(&Ok(false)) {
            return Ok(false);
        }
        answers
            .into_iter()
            .collect::<Result<Vec<bool>, Interrupted>>()
            .map(|_| true)
    }

    /// Whether the blocker holds the attacker after a placement.
    pub fn after(&mut self, node: &Node, placement: Squares) -> Result<bool, Interrupted> {
        let (position, side, turns_left) = (node.position, node.side, node.turns_left - 1);
        if position.entangled_by(placement).is_none() {
            let mut next = *position;
            next.join(side, placement);
            return self.holds(&next, turns_left);
        }
        // One outcome is enough for who chooses.
        let blocker_chooses = self.question.blocker_chooses[side];
        let chooser = if blocker_chooses { BLOCKER } else { ATTACKER };
        for root in each(position.roots(side, placement, node.wanted.squares, chooser)) {
            if self.holds(&position.collapsed(side, root), turns_left)? == blocker_chooses {
                return Ok(blocker_chooses);
            }
        }
        Ok(!blocker_chooses)
    }
}
