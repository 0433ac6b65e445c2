//! How often a player's choice keeps the value of the position: the question of the paper's section 9.
//!
//! Positions come from games of one kind of player against itself. In each of them the solver tells which actions keep the value,
//! and each player that is measured is asked for its choice, with no regard to what was played. A random player is not asked: its
//! chance to keep the value is the share of the actions that do. A decision is *critical* if some action gives value away.

use std::collections::BTreeMap;

use num_rational::Ratio;
use rayon::prelude::*;

use super::{Contest, Effort, Error, Heuristic, Player};
use crate::notation::Record;
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::search::{self, MAX_SQUARES, Solver};

/// What was counted of some decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many decisions.
    pub decisions: u64,
    /// How many of them were critical.
    pub critical: u64,
    /// How many critical ones were decided so that the value is kept; an expectation for random players.
    pub kept: Ratio<i128>,
}

impl Tally {
    /// The share of all decisions that keep the value.
    #[must_use]
    pub fn accuracy(&self) -> Option<Ratio<i128>> {
        let easy = self.decisions - self.critical;
        (self.decisions > 0).then(|| (self.kept + i128::from(easy)) / i128::from(self.decisions))
    }

    /// The share of the critical decisions that keep it.
    #[must_use]
    pub fn critical_accuracy(&self) -> Option<Ratio<i128>> {
        (self.critical > 0).then(|| self.kept / i128::from(self.critical))
    }

    fn add(&mut self, other: &Tally) {
        self.decisions += other.decisions;
        self.critical += other.critical;
        self.kept += other.kept;
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
    /// The names of the players, each heuristic one with the turns it looks ahead.
    #[must_use]
    pub fn players(&self) -> Vec<String> {
        let heuristic = self.efforts.iter().map(|effort| format!("heuristic-{}", effort.depth));
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

/// Measures heuristic players of some efforts, and the random player, on the positions of each of some contests of one game. One
/// solver judges the games of the same numbers, which begin alike.
///
/// # Errors
/// If the game is too large to be solved, or as [`Contest::play`].
///
/// # Panics
/// If the contests are of different games.
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
    let records: Result<Vec<_>, Error> = contests.iter().map(|one| one.records(games, progress)).collect();
    let records = records?;
    progress.begin("decisions of games", Some(games * contests.len() as u64));
    let blocks = (0..games as usize).step_by(GAMES_OF_A_JUDGE).collect::<Vec<_>>().into_par_iter();
    let found = blocks.map(|first| {
        let mut judge = Solver::new(start.board(), start.pieces(), start.rules(), JUDGE_BYTES)?;
        let mut players: Vec<Heuristic> =
            efforts.iter().map(|&effort| Heuristic::new(effort, None)).collect();
        let mut sums = vec![ByTurn::new(); contests.len()];
        for (sum, records) in sums.iter_mut().zip(&records) {
            for record in records.iter().skip(first).take(GAMES_OF_A_JUDGE) {
                add_game(record, &mut judge, &mut players, sum, progress)?;
                progress.advance(1);
            }
        }
        Ok(sums)
    });
    let found: Result<Vec<Vec<ByTurn>>, Error> = found.collect();
    progress.end();
    let mut sums = vec![ByTurn::new(); contests.len()];
    for block in found? {
        for (sum, found) in sums.iter_mut().zip(block) {
            found.into_iter().for_each(|(place, tallies)| add(sum, place, &tallies));
        }
    }
    let of = |(contest, by_turn): (&Contest, ByTurn)| Accuracy {
        contest: contest.clone(),
        efforts: efforts.to_vec(),
        by_turn,
    };
    Ok(contests.iter().zip(sums).map(of).collect())
}

/// The games of so many numbers share a solver.
const GAMES_OF_A_JUDGE: usize = 12;

/// The size of its table: many different positions are asked for.
const JUDGE_BYTES: usize = 64 << 20;

fn add(sum: &mut ByTurn, place: (usize, bool), tallies: &[Tally]) {
    let known = sum.entry(place).or_insert_with(|| vec![Tally::default(); tallies.len()]);
    known.iter_mut().zip(tallies).for_each(|(known, tally)| known.add(tally));
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
        let value = judge.bounds(&position, progress).value().ok_or(Interrupted)?;
        let groups = judge.groups(&position, value, progress).ok_or(Interrupted)?;
        let keeping: Vec<Action> = groups.keeping().collect();
        let all = groups.actions.len();
        let critical = keeping.len() < all;
        let tally = |kept| Tally { decisions: 1, critical: u64::from(critical), kept };
        let mut tallies = Vec::new();
        for player in &mut *players {
            let keeps = critical
                && player.choose(&position, progress)?.is_some_and(|action| keeping.contains(&action));
            tallies.push(tally(Ratio::from_integer(i128::from(keeps))));
        }
        let chance = Ratio::new(keeping.len() as i128, all as i128);
        tallies.push(tally(if critical { chance } else { Ratio::default() }));
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
        position = position.after(&action);
    }
    positions
}
