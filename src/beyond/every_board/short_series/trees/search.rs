//! Whether B wins the game of trees.

use rustc_hash::FxHashMap;

use super::state::{Left, Lines, State, each};
use crate::support::progress::Progress;

/// Why a search has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// It has visited as many positions as it may.
    OutOfNodes,
    /// Its progress interrupted it.
    Interrupted,
}

/// A position, but for the order of its lines as far as that is seen, and who is to move.
pub(super) type Key = Box<[u32]>;

/// Marks a tree of more than one square in a key.
const LARGE: u32 = 1 << 31;

/// Whether B wins positions, as far as it was found.
#[derive(Default)]
pub struct Known(FxHashMap<Key, bool>);

/// A search.
pub struct Search<'a> {
    /// What is known.
    known: &'a mut Known,
    /// How many more positions may be looked at.
    nodes_left: u64,
    progress: &'a dyn Progress,
}

impl Known {
    /// A search that looks at so many positions at most.
    pub fn search<'a>(&'a mut self, nodes: u64, progress: &'a dyn Progress) -> Search<'a> {
        Search {
            known: self,
            nodes_left: nodes,
            progress,
        }
    }

    /// How many positions are known.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Forgets what is known.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

impl Search<'_> {
    /// Whether B, to move, wins.
    pub fn is_won(&mut self, state: &State) -> Result<bool, Stopped> {
        if state.has_line_of_rank(1) {
            return Ok(false);
        }
        if state.doubts(0) == 0 {
            return Ok(true);
        }
        self.remembered(state, 0, |search| {
            let mut defences = state.defences();
            // Those that leave few open lines are likely to be proved at once: a tenth of the time is saved.
            defences.sort_by_key(Left::open_lines);
            let mut moves = Vec::new();
            for left in defences {
                match left.doubts() {
                    0 => return Ok(true),
                    doubts => moves.push((doubts, left)),
                }
            }
            moves.sort_by_key(|(doubts, _)| *doubts);
            for (_, left) in moves {
                if search.holds(&left)? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    /// Whether B wins whatever A does.
    pub fn holds(&mut self, left: &Left) -> Result<bool, Stopped> {
        match left {
            Left::Plain(state) => self.withstands(state),
            Left::Double {
                answered: [one, other],
                repeated,
            } => {
                // What A does in between may come after the repetition.
                Ok(!repeated.has_line_of_rank(3)
                    && self.is_won(one)?
                    && self.is_won(other)?
                    && (repeated.doubts(2) == 0
                        || self.remembered(repeated, 2, |search| {
                            search.all(repeated.attacks(true), 1, |search, next| {
                                search.withstands(next)
                            })
                        })?))
            }
        }
    }

    /// Whether B wins with A to move.
    fn withstands(&mut self, state: &State) -> Result<bool, Stopped> {
        // A lowers a rank by 1.
        if state.has_line_of_rank(2) {
            return Ok(false);
        }
        if state.doubts(1) == 0 {
            return Ok(true);
        }
        self.remembered(state, 1, |search| {
            search.all(state.attacks(false), 0, |search, next| search.is_won(next))
        })
    }

    /// Whether B wins all positions, after each of which A places so many series before B's turn. Those that look worst come
    /// first.
    fn all(
        &mut self,
        positions: Vec<State>,
        series: usize,
        wins: impl Fn(&mut Self, &State) -> Result<bool, Stopped>,
    ) -> Result<bool, Stopped> {
        let with_doubts = positions
            .into_iter()
            .map(|state| (state.doubts(series), state));
        let mut doubtful: Vec<(usize, State)> =
            with_doubts.filter(|(doubts, _)| *doubts > 0).collect();
        doubtful.sort_by_key(|(doubts, _)| std::cmp::Reverse(*doubts));
        for (_, state) in doubtful {
            if !wins(self, &state)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What is known of a position, or else what is found.
    fn remembered(
        &mut self,
        state: &State,
        to_move: u32,
        find: impl FnOnce(&mut Self) -> Result<bool, Stopped>,
    ) -> Result<bool, Stopped> {
        let key = key(state, to_move);
        if let Some(&known) = self.known.0.get(&key) {
            return Ok(known);
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Stopped::OutOfNodes)?;
        if self.progress.interrupted() {
            return Err(Stopped::Interrupted);
        }
        let found = find(self)?;
        self.known.0.insert(key, found);
        Ok(found)
    }
}

/// A number that depends on every bit of another one.
const fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    number ^ number >> 29
}

/// A key that is mostly the same for positions that differ in the order of their lines alone. Equal keys say that one
/// position becomes the other by a new order of its lines.
pub(super) fn key(state: &State, to_move: u32) -> Key {
    let order = order(state);
    let mut place = [0_u32; Lines::BITS as usize];
    for (new, old) in order.iter().enumerate() {
        place[*old as usize] = 1 << new;
    }
    let renamed =
        |lines: Lines| each(lines).fold(0, |all, line| all | place[line.trailing_zeros() as usize]);
    let mut key = Vec::with_capacity(state.trees.len() + 1);
    key.push(order.len() as u32 | to_move << 8);
    key.extend(
        state
            .trees
            .iter()
            .map(|tree| renamed(tree.lines) | if tree.single { 0 } else { LARGE }),
    );
    key[1..].sort_unstable();
    key.into()
}

/// The open lines in an order that depends on how trees meet them: each line has a colour, which is mixed some times with
/// those of the lines that it shares trees with.
fn order(state: &State) -> Vec<u32> {
    let mut colour = [1_u64; Lines::BITS as usize];
    let places = |lines: Lines| each(lines).map(|line| line.trailing_zeros() as usize);
    for _ in 0..2 {
        let mut next = [0_u64; Lines::BITS as usize];
        let mut add = |lines: Lines, salt: u64| {
            let sum = places(lines).fold(salt, |sum, place| sum.wrapping_add(colour[place]));
            places(lines).for_each(|place| next[place] = next[place].wrapping_add(mix(sum)));
        };
        state
            .trees
            .iter()
            .for_each(|tree| add(tree.lines, if tree.single { 1 << 40 } else { 3 << 40 }));
        for (old, new) in colour.iter_mut().zip(next) {
            *old = mix(old.rotate_left(17) ^ new);
        }
    }
    let mut order: Vec<u32> = each(state.open).map(Lines::trailing_zeros).collect();
    order.sort_unstable_by_key(|&line| (colour[line as usize], line));
    order
}
