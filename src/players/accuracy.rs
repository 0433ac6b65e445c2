//! How often a player's choice keeps the value of the position: the question of the paper's section 9.
//!
//! Positions come from games of one kind of player against itself. In each position the solver tells which actions keep the value,
//! and each player that is measured is asked for its choice, whatever was played in the game. A random player is not asked: its
//! chance to keep the value is the share of the actions that do. A decision is *critical* if some action gives value away.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::agent::Agent;
use super::contest::{Contest, Error, in_blocks};
use super::heuristic::{Effort, Heuristic};
use crate::notation::Record;
use crate::position::{Action, Phase};
use crate::progress::{Interrupted, Progress, Quiet};
use crate::search::{self, MAX_SQUARES, MoveClasses, Solver, warm_table_bytes};

/// What one player did in some decisions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many decisions.
    pub decisions: u64,
    /// How many of them were critical.
    pub critical: u64,
    /// In how many critical ones the choice kept the value; for the random player, the expected number. That is a sum of fractions
    /// with many different numbers of collapses below, so its denominator has no bound.
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

/// For each turn, and separately for placements (`false`) and collapses (`true`), the tallies of the players in their order. A
/// collapse belongs to the turn that entangled.
pub type ByTurn = BTreeMap<(usize, bool), Vec<Tally>>;

/// What was measured on the positions of the games of a contest.
#[derive(Clone, Debug)]
pub struct Accuracy {
    /// The contest.
    pub contest: Contest,
    /// The efforts of the heuristic players that were asked. The random player comes after them.
    pub efforts: Vec<Effort>,
    /// How well they decided.
    pub by_turn: ByTurn,
}

impl Accuracy {
    /// The names of the players; that of a heuristic player has its limit of playouts, if there is one.
    #[must_use]
    pub fn players(&self) -> Vec<String> {
        let heuristic = self.efforts.iter().map(|effort| match effort.node_limit {
            None => "heuristic".to_owned(),
            Some(playouts) => format!("heuristic-{playouts}"),
        });
        heuristic.chain(["random".to_owned()]).collect()
    }

    /// The tally of a player over all turns; `player` is its place in [`Accuracy::players`].
    #[must_use]
    pub fn total(&self, player: usize) -> Tally {
        let mut total = Tally::default();
        self.by_turn.values().for_each(|tallies| total.add(&tallies[player]));
        total
    }
}

/// Measures heuristic players of some efforts, and the random player, on the positions of some contests, all side by side. The
/// contests are of one game. Only counts are kept: the memory does not depend on the number of games.
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
    let block = |contest: &Contest, numbers| {
        let mut judge = Solver::new(*contest.start.game(), warm_table_bytes(contest.start.game()))?;
        let mut players: Vec<Heuristic> =
            efforts.iter().map(|&effort| Heuristic::new(effort, None)).collect();
        let mut sum = ByTurn::new();
        contest.each(numbers, progress, |record| {
            add_game(&record, &mut judge, &mut players, &mut sum, &Quiet(progress))?;
            progress.advance(1);
            Ok(())
        })?;
        Ok::<_, Error>(sum)
    };
    let merge = |mut sum: ByTurn, other: ByTurn| {
        other.into_iter().for_each(|(place, tallies)| add(&mut sum, place, &tallies));
        sum
    };
    let label = "games and their decisions";
    let measured = in_blocks(contests, games, label, progress, |_| GAMES_OF_A_JUDGE, block, merge)?;
    progress.check()?;
    let of = |(contest, by_turn): (&Contest, _)| Accuracy {
        contest: contest.clone(),
        efforts: efforts.to_vec(),
        by_turn,
    };
    Ok(contests.iter().zip(measured).map(of).collect())
}

/// How many games share a solver, which keeps what it has found.
const GAMES_OF_A_JUDGE: u64 = 12;

fn add(sum: &mut ByTurn, place: (usize, bool), tallies: &[Tally]) {
    let known = sum.entry(place).or_insert_with(|| vec![Tally::default(); tallies.len()]);
    known.iter_mut().zip(tallies).for_each(|(known, tally)| known.add(tally));
}

/// Tallies the decisions of a game.
fn add_game(
    record: &Record,
    judge: &mut Solver,
    players: &mut [Heuristic],
    sum: &mut ByTurn,
    progress: &dyn Progress,
) -> Result<(), Error> {
    for (position, _) in record.steps() {
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
