use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::forest::{ATTACKER, BLOCKER, Forest};
use super::order::Node;
use super::question::Question;
use super::table::SearchResult;
use super::targets::{Squares, each};
use crate::support::progress::{Interrupted, Progress};

/// The widths ([`super`]): how many placements the blocker tries in a position.
pub const WIDTHS: [usize; 6] = [2, 4, 8, 16, 32, usize::MAX];

/// Positions with fewer turns left are not kept in the table.
const LOOK_UP: usize = 3;

const NODES_BETWEEN_CHECKS: u64 = 1 << 12;

const NODES_BETWEEN_NOTES: u64 = 1 << 18;

/// Threads share the attacker's placements only in the first turns of a game.
const SHARED_TURNS: usize = 3;

pub struct Work<'a> {
    pub progress: &'a dyn Progress,
    /// The beginning of each progress message.
    pub what: String,
    pub most_nodes: u64,
    /// Positions visited, or granted to a thread and not yet given back.
    pub nodes: AtomicU64,
    pub parallel: bool,
}

/// Parallel searches of one position's placements, which stop soon after one of them refutes.
pub struct Race<'a> {
    over: AtomicBool,
    part_of: Option<&'a Race<'a>>,
}

impl Race<'_> {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.part_of.is_some_and(Race::is_over)
    }
}

pub struct Search<'a> {
    question: &'a Question,
    work: &'a Work<'a>,
    race: Option<&'a Race<'a>>,
    width: usize,
    /// Positions that may be visited before the next check.
    granted: u64,
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        self.work.nodes.fetch_sub(self.granted, Ordering::Relaxed);
    }
}

/// Returns `true` if the blocker holds the attacker by placements within a width.
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
    pub const fn new(question: &'a Question, work: &'a Work<'a>, width: usize) -> Search<'a> {
        Search {
            question,
            work,
            race: None,
            width,
            granted: 0,
        }
    }

    /// Counts a position. Fails at the next check after a limit, an interruption or the end of the
    /// race.
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
        let key = position.key(&question.targets, node.living.all);
        if let Some(known) = question.table.load(key)
            && (known.proved || usize::from(known.width) >= self.width)
        {
            return Ok(known.proved);
        }
        let proved = self.holds_by(&node, placements)?;
        let known = SearchResult {
            proved,
            width: self.width as u8,
        };
        question.table.store(key, known);
        Ok(proved)
    }

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

    /// If any placement refutes, the first one usually does, so it is searched before the others.
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

    pub fn after(&mut self, node: &Node, placement: Squares) -> Result<bool, Interrupted> {
        let (position, side, turns_left) = (node.position, node.side, node.turns_left - 1);
        if position.entangled_by(placement).is_none() {
            let mut next = *position;
            next.join(side, placement);
            return self.holds(&next, turns_left);
        }
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
