//! How often a player's choice keeps the value of the position: the question of the paper's section 9.
//!
//! Positions come from games of one kind of player against itself. In each of them the solver tells which actions keep the value,
//! and each player that is measured is asked for its choice, with no regard to what was played. A random player is not asked: its
//! chance to keep the value is the share of the actions that do. A decision is *critical* if some action gives value away.

use std::collections::BTreeMap;
use std::ops::Range;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rayon::prelude::*;

use super::contest::{Contest, Error};
use super::heuristic::{Effort, Heuristic};
use super::player::Player;
use crate::notation::Record;
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress, Quiet};
use crate::search::{self, MAX_SQUARES, MoveClasses, Solver};

/// What was counted of some decisions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many decisions.
    pub decisions: u64,
    /// How many of them were critical.
    pub critical: u64,
    /// How many critical ones were decided so that the value is kept; an expectation for random players. The shares of many
    /// different numbers of collapses have a denominator of any size.
    pub kept: BigRational,
}

impl Tally {
    /// The share of all decisions that keep the value.
    #[must_use]
    pub fn accuracy(&self) -> Option<BigRational> {
        let easy = BigInt::from(self.decisions - self.critical);
        (self.decisions > 0).then(|| (&self.kept + easy) / BigInt::from(self.decisions))
    }

    /// The share of the critical decisions that keep it.
    #[must_use]
    pub fn critical_accuracy(&self) -> Option<BigRational> {
        (self.critical > 0).then(|| &self.kept / BigInt::from(self.critical))
    }

    fn add(&mut self, other: &Tally) {
        self.decisions += other.decisions;
        self.critical += other.critical;
        if !other.kept.is_zero() {
            self.kept += &other.kept;
        }
    }
}

/// By turn, and whether the decision is a collapse (then the turn is the one that entangled): for each player, in their order,
/// what it kept.
pub type ByTurn = BTreeMap<(usize, bool), Vec<Tally>>;

/// What was measured on the positions of the games of a contest.
#[derive(Clone, Debug)]
pub struct Accuracy {
    /// The contest.
    pub contest: Contest,
    /// The efforts of the heuristic players that were asked; the random player comes after them.
    pub efforts: Vec<Effort>,
    /// What they kept.
    pub by_turn: ByTurn,
}

impl Accuracy {
    /// The names of the players, each heuristic one with its playouts if there is a limit to them.
    #[must_use]
    pub fn players(&self) -> Vec<String> {
        let heuristic = self.efforts.iter().map(|effort| match effort.node_limit {
            None => "heuristic".to_owned(),
            Some(playouts) => format!("heuristic-{playouts}"),
        });
        heuristic.chain(["random".to_owned()]).collect()
    }

    /// What a player kept in all, by its place in [`Accuracy::players`].
    #[must_use]
    pub fn total(&self, player: usize) -> Tally {
        let mut total = Tally::default();
        self.by_turn.values().for_each(|tallies| total.add(&tallies[player]));
        total
    }
}

/// Measures heuristic players of some efforts, and the random player, on the positions of each of some contests of one game, all
/// side by side. Keeps counts only: the memory does not depend on the number of
/// games.
///
/// # Errors
/// If the game is too large to be solved, or as [`Contest::play`].
pub fn accuracy(
    contests: &[Contest],
    games: u64,
    efforts: &[Effort],
    progress: &dyn Progress,
) -> Result<Vec<Accuracy>, Error> {
    let Some(start) = contests.first().map(|contest| contest.start) else { return Ok(Vec::new()) };
    if start.board().squares() > MAX_SQUARES {
        return Err(search::Error::Board { squares: start.board().squares() }.into());
    }
    if games == 0 {
        return Err(Error::NoGames);
    }
    progress.begin("games and their decisions", Some(games.saturating_mul(contests.len() as u64)));
    let measured: Result<Vec<Accuracy>, Error> = contests
        .par_iter()
        .map(|contest| {
            let blocks = (0..games.div_ceil(GAMES_OF_A_JUDGE)).into_par_iter().map(|block| {
                let first = block * GAMES_OF_A_JUDGE;
                block_sum(contest, first..games.min(first + GAMES_OF_A_JUDGE), efforts, progress)
            });
            let by_turn = blocks.try_reduce(ByTurn::new, |mut sum, other| {
                other.into_iter().for_each(|(place, tallies)| add(&mut sum, place, &tallies));
                Ok(sum)
            })?;
            Ok(Accuracy { contest: contest.clone(), efforts: efforts.to_vec(), by_turn })
        })
        .collect();
    progress.end();
    measured
}

/// The games of so many numbers share a solver.
const GAMES_OF_A_JUDGE: u64 = 12;

/// The size of its table: many different positions are asked for.
const JUDGE_BYTES: usize = 64 << 20;

fn add(sum: &mut ByTurn, place: (usize, bool), tallies: &[Tally]) {
    let known = sum.entry(place).or_insert_with(|| vec![Tally::default(); tallies.len()]);
    known.iter_mut().zip(tallies).for_each(|(known, tally)| known.add(tally));
}

/// The decisions of the games of a contest with some numbers.
fn block_sum(
    contest: &Contest,
    numbers: Range<u64>,
    efforts: &[Effort],
    progress: &dyn Progress,
) -> Result<ByTurn, Error> {
    let mut judge = Solver::new(*contest.start.game(), JUDGE_BYTES)?;
    let mut players: Vec<Heuristic> = efforts.iter().map(|&effort| Heuristic::new(effort, None)).collect();
    let mut sum = ByTurn::new();
    contest.each(numbers, progress, |record| {
        add_game(&record, &mut judge, &mut players, &mut sum, &Quiet(progress))?;
        progress.advance(1);
        Ok(())
    })?;
    Ok(sum)
}

/// Adds the decisions of a game.
fn add_game(
    record: &Record,
    judge: &mut Solver,
    players: &mut [Heuristic],
    sum: &mut ByTurn,
    progress: &dyn Progress,
) -> Result<(), Error> {
    for position in positions(record) {
        progress.check()?;
        let value = judge.bounds(&position, progress).value().ok_or(Interrupted)?;
        let classes = MoveClasses::of(&position, progress).ok_or(Interrupted)?;
        let keeps = judge.keeps(&classes, value, progress).ok_or(Interrupted)?;
        let keeping: Vec<Action> = classes.actions_of(&keeps).collect();
        let all = classes.actions.len();
        let critical = keeping.len() < all;
        let tally = |kept| Tally { decisions: 1, critical: u64::from(critical), kept };
        let mut tallies = Vec::new();
        for player in &mut *players {
            let keeps = critical
                && player.choose(&position, progress)?.is_some_and(|action| keeping.contains(&action));
            tallies.push(tally(BigInt::from(u8::from(keeps)).into()));
        }
        let chance = BigRational::new(keeping.len().into(), all.into());
        tallies.push(tally(if critical { chance } else { BigRational::zero() }));
        let collapse = position.phase() == Phase::Collapse;
        add(sum, (position.turns() + usize::from(!collapse), collapse), &tallies);
    }
    Ok(())
}

/// The positions of a game in which somebody had to decide.
fn positions(record: &Record) -> Vec<Position> {
    let mut position = *record.start();
    let mut positions = Vec::new();
    for action in record.actions() {
        positions.push(position);
        position = position.after_unchecked(&action);
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_of_any_denominators_are_added_exactly() {
        let primes = (2_u32..200).filter(|&number| (2..number).all(|divisor| number % divisor != 0));
        let mut sum = Tally::default();
        let (mut numerator, mut denominator) = (BigInt::from(0), BigInt::from(1));
        for prime in primes {
            sum.add(&Tally { decisions: 1, critical: 1, kept: BigRational::new(1.into(), prime.into()) });
            numerator = numerator * prime + &denominator;
            denominator *= prime;
        }
        // The product of 46 primes needs more than 256 bits.
        assert!(denominator.bits() > 256);
        assert_eq!(sum.kept, BigRational::new(numerator, denominator));
        assert_eq!((sum.decisions, sum.critical), (46, 46));
    }
}
