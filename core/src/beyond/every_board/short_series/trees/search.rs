//! A search for the winner of the game of trees.
//!
//! `is_won` (B to move) looks for one good move of B, and `withstands` (A to move) tries every
//! useful move of A. `holds` judges a move of B, since a double move leads to several positions.
//!
//! For example, let two lines be open, with two single squares each and none in common. B loses. If
//! B kills one line, A joins the other's squares. If B begins a double move on a square of each
//! line, A answers, and one line stays open with one square. If B begins a double move on both
//! squares of one line, A joins the other's squares before B can repeat the pair. With three
//! squares each B wins, by the criterion.

use rustc_hash::FxHashMap;

use super::state::{AfterDefence, Lines, State, each};
use crate::engine::board::SquareSet;
use crate::engine::refinement::{by_colour, refine};
use crate::support::progress::Progress;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    OutOfNodes,
    Interrupted,
}

pub(super) type Key = Box<[u32]>;

/// In a key, marks a tree that is not `single`.
const LARGE: u32 = 1 << 31;

/// The decided positions, `true` if B wins.
#[derive(Debug, Default)]
pub struct SearchCache(FxHashMap<Key, bool>);

pub struct Search<'a> {
    known: &'a mut SearchCache,
    nodes_left: u64,
    progress: &'a dyn Progress,
}

impl SearchCache {
    /// Returns a search of at most `nodes` positions. Positions that are known or decided at once
    /// do not count.
    pub fn search<'a>(&'a mut self, nodes: u64, progress: &'a dyn Progress) -> Search<'a> {
        Search {
            known: self,
            nodes_left: nodes,
            progress,
        }
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Search<'_> {
    pub fn is_won(&mut self, state: &State) -> Result<bool, Stopped> {
        if state.has_line_of_rank(1) {
            return Ok(false);
        }
        if state.shortfall(0) == 0 {
            return Ok(true);
        }
        self.remembered(state, 0, |search| {
            let mut defences = state.defences();
            // The criterion likely proves moves that leave few open lines.
            defences.sort_by_key(AfterDefence::open_lines);
            let mut moves = Vec::new();
            for (index, left) in defences.iter().enumerate() {
                match left.shortfall() {
                    0 => return Ok(true),
                    shortfall => moves.push((shortfall, index)),
                }
            }
            moves.sort_unstable();
            for (_, index) in moves {
                if search.holds(&defences[index])? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    pub fn holds(&mut self, left: &AfterDefence) -> Result<bool, Stopped> {
        match left {
            AfterDefence::Plain(state) => self.withstands(state),
            AfterDefence::Double {
                answered: [one, other],
                repeated,
            } => {
                // A moves once before the repeat. We postpone this move until after it, and let it
                // make any tree vanish, because a tree that it attaches to the pair vanishes, too.
                // So A moves twice after the repeat, which can reduce three trees on a line to one.
                Ok(!repeated.has_line_of_rank(3)
                    && self.is_won(one)?
                    && self.is_won(other)?
                    && (repeated.shortfall(2) == 0
                        || self.remembered(repeated, 2, |search| {
                            search.all(repeated.attacks(true), 1, Search::withstands)
                        })?))
            }
        }
    }

    fn withstands(&mut self, state: &State) -> Result<bool, Stopped> {
        // If a line meets at most two trees, A joins them.
        if state.has_line_of_rank(2) {
            return Ok(false);
        }
        if state.shortfall(1) == 0 {
            return Ok(true);
        }
        self.remembered(state, 1, |search| {
            search.all(state.attacks(false), 0, Search::is_won)
        })
    }

    /// Returns `true` if B wins all positions. A has `series` moves in each before B's next one.
    fn all(
        &mut self,
        positions: Vec<State>,
        series: usize,
        wins: fn(&mut Self, &State) -> Result<bool, Stopped>,
    ) -> Result<bool, Stopped> {
        let with_doubts = positions
            .into_iter()
            .map(|state| (state.shortfall(series), state));
        let mut doubtful: Vec<(usize, State)> = with_doubts
            .filter(|(shortfall, _)| *shortfall > 0)
            .collect();
        doubtful.sort_by_key(|(shortfall, _)| std::cmp::Reverse(*shortfall));
        for (_, state) in doubtful {
            if !wins(self, &state)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn remembered(
        &mut self,
        state: &State,
        attacks_due: u32,
        find: impl FnOnce(&mut Self) -> Result<bool, Stopped>,
    ) -> Result<bool, Stopped> {
        let key = key(state, attacks_due);
        if let Some(&known) = self.known.0.get(&key) {
            return Ok(known);
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Stopped::OutOfNodes)?;
        if self.progress.interrupted() {
            return Err(Stopped::Interrupted);
        }
        let result = find(self)?;
        self.known.0.insert(key, result);
        Ok(result)
    }
}

/// Positions with equal keys differ at most in the order of their lines, but the converse is not
/// true.
pub(super) fn key(state: &State, attacks_due: u32) -> Key {
    let order = order(state);
    let mut image = [0_u32; Lines::BITS as usize];
    for (new, old) in order.iter().enumerate() {
        image[*old] = 1 << new;
    }
    let renamed =
        |lines: Lines| each(lines).fold(0, |all, line| all | image[line.trailing_zeros() as usize]);
    let mut key = Vec::with_capacity(state.trees.len() + 1);
    key.push(order.len() as u32 | attacks_due << 8);
    key.extend(
        state
            .trees
            .iter()
            .map(|tree| renamed(tree.lines) | if tree.single { 0 } else { LARGE }),
    );
    key[1..].sort_unstable();
    key.into()
}

/// Orders the open lines by their colours after two rounds of [`refine`], with the trees as sets.
fn order(state: &State) -> Vec<usize> {
    let mut colour = [1_u64; Lines::BITS as usize];
    for _ in 0..2 {
        let trees = state.trees.iter();
        let sets = trees.map(|tree| (tree.single.into(), SquareSet(tree.lines.into())));
        refine(&mut colour, sets);
    }
    let lines = each(state.open).map(|line| line.trailing_zeros() as usize);
    let order = by_colour(lines, &colour).into_iter();
    order.map(|(_, line)| line).collect()
}
