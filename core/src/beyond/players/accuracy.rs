//! How often a player's choices keep a position's value. Section 9 of the paper leaves the accuracy
//! of heuristics to further research.
//!
//! The positions are those before each action of a game except the first, and equivalent ones count
//! once (see [`crate::engine::canonical`]). In each *critical* decision, where some action gives
//! value away, every heuristic player chooses again. The random player need not, because it keeps
//! the value with a known probability: the share of actions that do.
//!
//! A game has at most one decision of each kind on a turn. So positions that agree in turn and kind
//! come from different games, and Wilson's interval applies (*Probable inference, the law of
//! succession, and statistical inference*, 1927), even to small samples and to shares near 0 and 1.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::agent::Agent;
use super::heuristic::{Heuristic, MoveBudget};
use super::matches::{Match, MatchError, in_blocks};
use crate::engine::canonical::{Canonical, Key};
use crate::engine::game::Game;
use crate::engine::position::{Action, Phase, Position};
use crate::perfect_play::{self, MAX_SOLVED_SQUARES, MoveClasses, Solver, warm_table_bytes};
use crate::support::number::NORMAL_95;
use crate::support::progress::{Interrupted, Progress, Quiet};

/// How one player did in some decisions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub decisions: u64,
    /// Decisions in which some action gives value away.
    pub critical: u64,
    /// How many critical decisions kept the value; for the random player, the expected number.
    pub kept: BigRational,
}

impl Tally {
    /// Returns the share of all decisions that keep the value, or `None` if there are none.
    pub fn accuracy(&self) -> Option<BigRational> {
        let easy = BigInt::from(self.decisions - self.critical);
        (self.decisions > 0).then(|| (&self.kept + easy) / BigInt::from(self.decisions))
    }

    /// Returns the share of the critical decisions that keep the value, or `None` if there are
    /// none.
    pub fn critical_accuracy(&self) -> Option<BigRational> {
        (self.critical > 0).then(|| &self.kept / BigInt::from(self.critical))
    }

    /// Returns Wilson's 95 % interval for [`Tally::critical_accuracy`].
    ///
    /// It is too wide for the random player, because probabilities scatter less than choices.
    pub fn critical_interval(&self) -> Option<[f64; 2]> {
        let share = self.critical_accuracy()?.to_f64()?;
        let number = self.critical as f64;
        let square = NORMAL_95 * NORMAL_95;
        let centre = share + square / (2.0 * number);
        let variance = share * (1.0 - share) / number + square / (4.0 * number * number);
        let half = NORMAL_95 * variance.sqrt();
        Some(
            [centre - half, centre + half]
                .map(|end| (end / (1.0 + square / number)).clamp(0.0, 1.0)),
        )
    }

    pub fn add(&mut self, other: &Tally) {
        self.decisions += other.decisions;
        self.critical += other.critical;
        if !other.kept.is_zero() {
            self.kept += &other.kept;
        }
    }
}

type Place = (usize, bool);

/// The players' tallies, in the order of [`Accuracy::players`], by turn and kind: `true` for a
/// collapse, which belongs to the turn that entangled.
pub type ByTurn = BTreeMap<Place, Vec<Tally>>;

#[derive(Clone, Debug)]
pub struct Accuracy {
    pub game: Game,
    /// The heuristic players' budgets.
    pub budgets: Vec<MoveBudget>,
    pub all: ByTurn,
    /// The tallies by match, without the random opening and the turn after it.
    pub of_match: Vec<(Match, ByTurn)>,
}

impl Accuracy {
    /// Returns the names of the measured players, for example `heuristic-100` for 100 playouts.
    pub fn players(&self) -> Vec<String> {
        let heuristic = self.budgets.iter().map(|budget| match budget.node_limit {
            None => "heuristic".to_owned(),
            Some(playouts) => format!("heuristic-{playouts}"),
        });
        heuristic.chain(["random".to_owned()]).collect()
    }
}

struct Sample {
    position: Position,
    place: Place,
    met_in: Vec<bool>,
}

/// Measures heuristic players and the random player on positions from matches.
///
/// All matches must have the same game. Each game played takes some kilobytes of memory.
///
/// # Errors
/// Fails if there is no match or no game, if the game cannot be solved, or if interrupted.
pub fn accuracy(
    matches: &[Match],
    games: u64,
    budgets: &[MoveBudget],
    progress: &dyn Progress,
) -> Result<Accuracy, MatchError> {
    let game = *matches.first().ok_or(MatchError::NoGames)?.start.game();
    if game.squares() > MAX_SOLVED_SQUARES {
        return Err(perfect_play::SolveError::Board {
            squares: game.squares(),
        }
        .into());
    }
    let samples = distinct(matches, games, progress)?;
    progress.begin("decisions", Some(samples.len() as u64));
    let measured: Result<Vec<_>, MatchError> = samples
        .par_chunks(SAMPLES_OF_A_JUDGE)
        .map(|samples| judged(&game, samples, budgets, progress))
        .collect();
    progress.end();
    let mut all = ByTurn::new();
    let mut of_match: Vec<_> = matches
        .iter()
        .map(|pairing| (pairing.clone(), ByTurn::new()))
        .collect();
    for (sample, tallies) in samples.iter().zip(measured?.iter().flatten()) {
        add(&mut all, sample.place, tallies);
        let met = of_match
            .iter_mut()
            .zip(&sample.met_in)
            .filter(|(_, is_met)| **is_met);
        for ((pairing, sum), _) in met {
            if sample.place.0 > pairing.start.turns() + pairing.opening + 1 {
                add(sum, sample.place, tallies);
            }
        }
    }
    Ok(Accuracy {
        game,
        budgets: budgets.to_vec(),
        all,
        of_match,
    })
}

/// A perfect player reuses its results within a block of games.
const GAMES_OF_A_BLOCK: u64 = 256;

const SAMPLES_OF_A_JUDGE: usize = 500;

fn distinct(
    matches: &[Match],
    games: u64,
    progress: &dyn Progress,
) -> Result<Vec<Sample>, MatchError> {
    let block = |pairing: &Match, numbers| {
        let mut met = Vec::new();
        pairing.each(numbers, progress, |record| {
            met.extend(record.steps().skip(1).map(|(position, _)| position));
            progress.advance(1);
            Ok(())
        })?;
        Ok(met)
    };
    let merge = |mut one: Vec<Position>, other| {
        one.extend(other);
        one
    };
    let met = in_blocks(
        matches,
        games,
        "games",
        progress,
        |_| GAMES_OF_A_BLOCK,
        block,
        merge,
    )?;
    progress.check()?;
    let mut samples: Vec<Sample> = Vec::new();
    let mut known: FxHashMap<Key, usize> = FxHashMap::default();
    for (pairing, met) in met.iter().enumerate() {
        for position in met {
            progress.check()?;
            let key = Canonical::new(position, &position.board().symmetries()).key;
            let number = *known.entry(key).or_insert(samples.len());
            if number == samples.len() {
                let collapse = position.phase() == Phase::Collapse;
                let place = (position.turns() + usize::from(!collapse), collapse);
                samples.push(Sample {
                    position: *position,
                    place,
                    met_in: vec![false; matches.len()],
                });
            }
            samples[number].met_in[pairing] = true;
        }
    }
    samples.sort_by_key(|sample| sample.place);
    Ok(samples)
}

fn judged(
    game: &Game,
    samples: &[Sample],
    budgets: &[MoveBudget],
    progress: &dyn Progress,
) -> Result<Vec<Vec<Tally>>, MatchError> {
    let mut judge = Solver::new(*game, warm_table_bytes(game))?;
    let mut players: Vec<Heuristic> = budgets
        .iter()
        .map(|&budget| Heuristic::new(budget, None))
        .collect();
    let tallies = samples.iter().map(|sample| {
        progress.check()?;
        let tallies = decide(&sample.position, &mut judge, &mut players, &Quiet(progress))?;
        progress.advance(1);
        Ok(tallies)
    });
    tallies.collect()
}

fn decide(
    position: &Position,
    judge: &mut Solver,
    players: &mut [Heuristic],
    progress: &dyn Progress,
) -> Result<Vec<Tally>, Interrupted> {
    let value = judge
        .bounds(position, progress)
        .value()
        .ok_or(Interrupted)?;
    let classes = MoveClasses::new(position, progress).ok_or(Interrupted)?;
    let keeps = judge.keeps(&classes, value, progress).ok_or(Interrupted)?;
    let keeping: Vec<Action> = classes.actions_of(&keeps).collect();
    let all = classes.actions.len();
    let critical = keeping.len() < all;
    let tally = |kept| Tally {
        decisions: 1,
        critical: u64::from(critical),
        kept,
    };
    let mut tallies = Vec::new();
    for player in players {
        let keeps = critical
            && player
                .choose(position, progress)?
                .is_some_and(|action| keeping.contains(&action));
        tallies.push(tally(BigInt::from(u8::from(keeps)).into()));
    }
    let probability = BigRational::new(keeping.len().into(), all.into());
    tallies.push(tally(if critical {
        probability
    } else {
        BigRational::zero()
    }));
    Ok(tallies)
}

fn add(sum: &mut ByTurn, place: Place, tallies: &[Tally]) {
    let known = sum
        .entry(place)
        .or_insert_with(|| vec![Tally::default(); tallies.len()]);
    known
        .iter_mut()
        .zip(tallies)
        .for_each(|(known, tally)| known.add(tally));
}
