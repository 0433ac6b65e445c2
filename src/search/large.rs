//! Boards of more than 9 squares: what can be proved by searching positions one by one.
//!
//! Alpha-beta on null windows that return how far they got, so that each question tightens the interval as far as it can
//! (MTD(f), Plaat and others 1996). Positions are remembered by their exact normal form (see [`crate::canonical`]). The bounds of a
//! position count the lines that each player can still complete. From the start of a 4x4 game that proves little; from positions
//! late in a game it finds the value.

use std::io;

use num_rational::Ratio;
use rustc_hash::FxHashMap;

use crate::board::{Board, SquareSet, Symmetry};
use crate::canonical::{Key, Normal};
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{Margin, Player, Rules, Scoring};

use super::Bounds;
use super::meter::Meter;
use super::saved::{Entries, LoadError};

/// The version of what is saved: to be raised when the normal form or the bounds change their meaning.
pub const KEYS: &str = "large 1";

/// How many positions pass between two questions whether to stop.
const NODES_BETWEEN_CHECKS: u64 = 1 << 6;

/// Of more placements than this the best are not sought first.
const MOST_SORTED: usize = 4_096;

/// Lines through one square at most: that many can share a rank.
const LINES_OF_SQUARE: usize = 4;

/// What a solver for one large board knows.
pub struct Memory {
    pub board: Board,
    pub pieces: usize,
    pub rules: Rules,
    symmetries: Vec<Symmetry>,
    /// How many pieces each player has in a game, and how many lines fit on them.
    all_pieces: [usize; 2],
    most_lines: [usize; 2],
    known: FxHashMap<Key, Bounds>,
    most_known: usize,
    /// How often a placement settled the question, by turn and squares.
    history: FxHashMap<(usize, u64), u32>,
    pub meter: Meter,
}

impl Memory {
    /// Forgets what was found but how many positions were visited.
    pub fn forget(&mut self) {
        self.known.clear();
        self.history.clear();
    }

    pub fn new(board: Board, pieces: usize, rules: Rules, table_bytes: usize) -> Memory {
        let squares = board.squares();
        let all_pieces = [squares.div_ceil(2), squares / 2];
        // A key, its heap memory and its place in the table.
        let entry = 8 * squares + 64;
        Memory {
            board,
            pieces,
            rules,
            symmetries: board.symmetries(),
            all_pieces,
            most_lines: all_pieces.map(|pieces| most_lines(board.lines(), SquareSet::EMPTY, pieces)),
            known: FxHashMap::default(),
            most_known: (table_bytes / entry).max(1),
            history: FxHashMap::default(),
            meter: Meter::new(NODES_BETWEEN_CHECKS),
        }
    }

    /// From 0 to 1.
    pub fn fill(&self) -> f64 {
        self.known.len() as f64 / self.most_known as f64
    }

    fn remember(&mut self, key: Key, bounds: Bounds) {
        if self.known.len() >= self.most_known {
            self.known.clear();
        }
        self.known.insert(key, bounds);
    }

    /// The value of a position, or what is proven when it is interrupted.
    pub fn bounds(&mut self, position: &Position, progress: &dyn Progress) -> Bounds {
        let mut bounds = self.known(position);
        let mut guess = Margin::ZERO.clamp(bounds.lower, bounds.upper);
        while bounds.lower < bounds.upper {
            let asked = if guess == bounds.lower { guess + Margin::SMALLEST } else { guess };
            let question = format!("proven {}..{}, at least {asked}?", bounds.lower, bounds.upper);
            self.meter.turns_to(&question, progress);
            let Ok(found) = self.search(position, asked, progress) else { break };
            if found < asked {
                bounds.upper = found;
            } else {
                bounds.lower = found;
            }
            guess = found;
        }
        bounds
    }

    /// Whether player 1 can force a margin.
    pub fn forces(
        &mut self,
        position: &Position,
        margin: Margin,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        Ok(self.search(position, margin, progress)? >= margin)
    }

    /// A bound of the value: a lower one if it is at least `asked`, else an upper one.
    fn search(
        &mut self,
        position: &Position,
        asked: Margin,
        progress: &dyn Progress,
    ) -> Result<Margin, Interrupted> {
        let fill = self.fill();
        self.meter.visit(|| fill, progress)?;
        if position.phase() == Phase::Over {
            return Ok(position.margin());
        }
        let mut bounds = self.limits(position);
        let key = Normal::of(position, &self.symmetries).key;
        if let Some(known) = self.known.get(&key) {
            bounds.lower = bounds.lower.max(known.lower);
            bounds.upper = bounds.upper.min(known.upper);
        }
        if bounds.lower >= asked {
            return Ok(bounds.lower);
        }
        if bounds.upper < asked {
            return Ok(bounds.upper);
        }
        let found = self.best(position, asked, progress)?;
        if found < asked {
            bounds.upper = bounds.upper.min(found);
        } else {
            bounds.lower = bounds.lower.max(found);
        }
        self.remember(key, bounds);
        Ok(found)
    }

    /// Goes through the actions until one settles the question.
    fn best(
        &mut self,
        position: &Position,
        asked: Margin,
        progress: &dyn Progress,
    ) -> Result<Margin, Interrupted> {
        let for_one = position.to_move() == Some(Player::One);
        let mut best: Option<Margin> = None;
        let turn = position.turns();
        for action in self.actions(position) {
            let found = self.search(&position.after_unchecked(&action), asked, progress)?;
            best = Some(match best {
                Some(best) if for_one => best.max(found),
                Some(best) => best.min(found),
                None => found,
            });
            if (found >= asked) == for_one {
                if let Action::Place(squares) = action {
                    *self.history.entry((turn, squares.0)).or_default() += 1;
                }
                break;
            }
        }
        // A game that is not over has an action.
        Ok(best.unwrap_or_else(|| position.margin()))
    }

    /// Placements that settled most questions first; collapses one by one, for there may be very many.
    fn actions(&self, position: &Position) -> Box<dyn Iterator<Item = Action>> {
        let mut first: Vec<SquareSet> = position.placements().take(MOST_SORTED + 1).collect();
        if position.phase() == Phase::Collapse || first.len() > MOST_SORTED {
            return Box::new(position.actions());
        }
        let settled = |squares: &SquareSet| self.history.get(&(position.turns(), squares.0)).copied();
        first.sort_by_key(|squares| std::cmp::Reverse(settled(squares).unwrap_or(0)));
        Box::new(first.into_iter().map(Action::Place))
    }

    /// What is known of a position without a search.
    pub fn known(&self, position: &Position) -> Bounds {
        let Bounds { lower, upper } = self.limits(position);
        match self.known.get(&Normal::of(position, &self.symmetries).key) {
            Some(known) => Bounds { lower: lower.max(known.lower), upper: upper.min(known.upper) },
            None => Bounds { lower, upper },
        }
    }

    /// What no play can leave, by the lines completed and those still open.
    pub fn limits(&self, position: &Position) -> Bounds {
        let [one, two] = [Player::One, Player::Two].map(|player| {
            let (own, other) = (position.owned_by(player), position.owned_by(player.opponent()));
            let left = self.all_pieces[player as usize] - own.len();
            let lines = self.board.lines().iter();
            let has = lines.clone().filter(|line| line.is_subset(own)).count();
            let open = lines.filter(|line| !line.intersects(other) && (**line - own).len() <= left);
            Prospect { has, may: open.count().min(self.most_lines[player as usize]) }
        });
        let scoring = self.rules.scoring;
        Bounds { lower: -most(two, one, scoring), upper: most(one, two, scoring) }
    }
}

impl Entries for Memory {
    fn room(&self) -> usize {
        self.most_known
    }

    fn count(&self) -> usize {
        self.known.len()
    }

    fn write(&self, out: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        for (key, bounds) in &self.known {
            // A board has at most 64 squares, and as many series.
            out(&[key.len() as u8])?;
            key.iter().try_for_each(|squares| out(&squares.to_le_bytes()))?;
            out(&bounds.lower.units().to_le_bytes())?;
            out(&bounds.upper.units().to_le_bytes())?;
        }
        Ok(())
    }

    fn read(&mut self, fill: &mut dyn FnMut(&mut [u8]) -> io::Result<()>) -> Result<(), LoadError> {
        let mut word = |bytes: usize| -> Result<u64, LoadError> {
            let mut word = [0; 8];
            fill(&mut word[..bytes])?;
            Ok(u64::from_le_bytes(word))
        };
        let series = word(1)? as usize;
        if series > self.board.squares() {
            return Err(LoadError::Damaged);
        }
        let key: Key = (0..series).map(|_| word(8)).collect::<Result<_, _>>()?;
        let mut margin = || -> Result<Margin, LoadError> {
            let units = i64::from(word(4)? as u32 as i32);
            Margin::from_ratio(Ratio::new(units, i64::from(Margin::UNIT))).ok_or(LoadError::Damaged)
        };
        let bounds = Bounds { lower: margin()?, upper: margin()? };
        self.remember(key, bounds);
        Ok(())
    }
}

/// The lines of one player: completed ones, and those that there can be in the end.
#[derive(Clone, Copy)]
struct Prospect {
    has: usize,
    may: usize,
}

/// The most that a player's points can exceed the other's.
fn most(own: Prospect, other: Prospect, scoring: Scoring) -> Margin {
    let one_if = |condition: bool| if condition { Margin::ONE } else { Margin::ZERO };
    match scoring {
        Scoring::Harmonic => {
            let won = (0..own.may).map(|line| Margin::of_rank(1 + line / LINES_OF_SQUARE));
            // The other's completed lines rank behind all others at worst.
            let lost = (1..=other.has).map(|line| -Margin::of_rank(own.may + line));
            won.chain(lost).fold(Margin::ZERO, |sum, points| sum + points)
        }
        Scoring::Decisive if own.may > 0 => Margin::ONE,
        Scoring::Decisive => -one_if(other.has > 0),
        Scoring::Shared => one_if(own.may > 0) - one_if(other.has > 0),
    }
}

/// The most of some lines that fit on so many squares, beside those taken.
fn most_lines(lines: &[SquareSet], taken: SquareSet, squares: usize) -> usize {
    let Some((line, rest)) = lines.split_first() else { return 0 };
    let without = most_lines(rest, taken, squares);
    let with = taken | *line;
    if with.len() > squares { without } else { without.max(1 + most_lines(rest, with, squares)) }
}
