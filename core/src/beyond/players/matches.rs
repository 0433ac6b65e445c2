use std::ops::Range;

use rayon::prelude::*;

use super::agent::Agent;
use super::computer::{Computer, NoPerfectPlayer};
use super::heuristic::MoveBudget;
use crate::engine::notation::Record;
use crate::engine::position::Position;
use crate::engine::rules::Player;
use crate::perfect_play;
use crate::random_play::{Simulation, UniformPolicy};
use crate::support::progress::{Interrupted, Progress, Quiet};

/// The first stream of random numbers for openings. The players use smaller ones.
const OPENINGS: u64 = 1 << 63;

/// Why matches could not be played, or their decisions not judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    #[error("a match needs at least 1 game")]
    NoGames,
    #[error("no perfect player: {0}")]
    NoPerfectPlayer(#[from] NoPerfectPlayer),
    /// Only in [`accuracy`](fn@super::accuracy), whose solver judges decisions.
    #[error(transparent)]
    Unsolved(#[from] perfect_play::SolveError),
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Two players who play many games from one position.
#[derive(Clone, Debug)]
pub struct Match {
    pub start: Position,
    pub players: [Computer; 2],
    /// The limits of [`Computer::Heuristic`].
    pub budget: MoveBudget,
    pub seed: u64,
    /// How many placements are drawn at random first, with the collapses between them, so that the
    /// games differ.
    pub opening: usize,
}

/// Plays `games` games of each match in parallel and counts its outcomes.
///
/// `show` gets each finished game with its number, in any order and from any thread. The games
/// depend on the number of threads only if the budget has a time limit. An interruption is no
/// error: the finished games are counted.
///
/// # Errors
/// Fails if `games` is 0, or as [`Computer::agent`] does.
pub fn play_all(
    matches: &[Match],
    games: u64,
    show: impl Fn(&Match, u64, Record) + Sync,
    progress: &dyn Progress,
) -> Result<Vec<Simulation>, MatchError> {
    let block = |pairing: &Match, numbers: Range<u64>| {
        let (mut ends, mut numbered) = (Vec::new(), numbers.clone());
        let played = pairing.each(numbers, progress, |record| {
            ends.push((record.end().margin(), record.end().turns()));
            show(pairing, numbered.next().unwrap_or_default(), record);
            progress.advance(1);
            Ok(())
        });
        match played {
            Ok(()) | Err(MatchError::Interrupted(_)) => Ok(Simulation::from_games(ends)),
            Err(error) => Err(error),
        }
    };
    let size = |pairing: &Match| pairing.games_per_block(games);
    in_blocks(
        matches,
        games,
        "games",
        progress,
        size,
        block,
        Simulation::merge,
    )
}

/// Runs `block` in parallel on the games of each match, `size` at a time, and merges the results.
///
/// After an interruption no new block begins.
pub(super) fn in_blocks<Sum: Default + Send>(
    matches: &[Match],
    games: u64,
    label: &str,
    progress: &dyn Progress,
    size: impl Fn(&Match) -> u64 + Sync,
    block: impl Fn(&Match, Range<u64>) -> Result<Sum, MatchError> + Sync,
    merge: impl Fn(Sum, Sum) -> Sum + Sync,
) -> Result<Vec<Sum>, MatchError> {
    if games == 0 {
        return Err(MatchError::NoGames);
    }
    progress.begin(label, Some(games.saturating_mul(matches.len() as u64)));
    let of_match = |pairing: &Match| {
        let size = size(pairing);
        let blocks = (0..games.div_ceil(size)).into_par_iter();
        let blocks = blocks.take_any_while(|_| !progress.interrupted());
        let sums =
            blocks.map(|number| block(pairing, number * size..games.min((number + 1) * size)));
        sums.try_reduce(Sum::default, |one, other| Ok(merge(one, other)))
    };
    let sums = matches.par_iter().map(of_match).collect();
    progress.end();
    sums
}

impl Match {
    /// Estimates how many seconds a game takes on one core, not counting a solver without a time
    /// limit.
    pub fn seconds(&self) -> f64 {
        let game = self.start.game();
        let seconds = |player: Computer| player.seconds(game, self.budget);
        self.players.into_iter().map(seconds).sum::<f64>() * game.squares() as f64 / 2.0
    }

    /// Plays `games` games as [`play_all`] does, in memory that does not grow with `games`.
    ///
    /// # Errors
    /// Fails as [`play_all`] does, or if interrupted.
    pub fn play(&self, games: u64, progress: &dyn Progress) -> Result<Simulation, MatchError> {
        let played = play_all(std::slice::from_ref(self), games, |_, _, _| {}, progress)?
            .pop()
            .unwrap_or_default();
        if played.games() < games {
            Err(Interrupted.into())
        } else {
            Ok(played)
        }
    }

    /// How many consecutive games the same two agents play.
    ///
    /// A perfect player gets 16, because it reuses its results from earlier games. Others get one,
    /// which keeps all threads busy to the end. But in a match of more than 4,096 games, up to 16
    /// share the cost of making the agents.
    fn games_per_block(&self, games: u64) -> u64 {
        if self.players.contains(&Computer::Perfect) {
            16
        } else {
            games.div_ceil(4_096).clamp(1, 16)
        }
    }

    /// Plays the games with these numbers, one after the other on this thread.
    ///
    /// [`Match::play`] numbers its games from 0.
    ///
    /// # Errors
    /// Fails as [`Computer::agent`] does, or if interrupted.
    pub fn records(
        &self,
        numbers: Range<u64>,
        progress: &dyn Progress,
    ) -> Result<Vec<Record>, MatchError> {
        let mut records = Vec::new();
        self.each(numbers, progress, |record| {
            records.push(record);
            Ok(())
        })?;
        Ok(records)
    }

    pub(super) fn each(
        &self,
        numbers: Range<u64>,
        progress: &dyn Progress,
        mut show: impl FnMut(Record) -> Result<(), MatchError>,
    ) -> Result<(), MatchError> {
        let player = |side: Player| {
            self.players[side as usize].agent(*self.start.game(), self.budget, Some(self.seed))
        };
        let mut players = [player(Player::One)?, player(Player::Two)?];
        for number in numbers {
            // Without `Quiet`, `progress` would count the solver's nodes as games.
            show(self.game(number, &mut players, &Quiet(progress))?)?;
        }
        Ok(())
    }

    fn game(
        &self,
        number: u64,
        players: &mut [Box<dyn Agent>; 2],
        progress: &dyn Progress,
    ) -> Result<Record, Interrupted> {
        let mut record = Record::new(self.start);
        let mut opening = UniformPolicy::new(self.seed, OPENINGS | number);
        for (side, player) in players.iter_mut().enumerate() {
            player.begin(2 * number + side as u64);
        }
        while let Some(side) = record.end().to_move() {
            // Neither an opening nor the random player checks for an interruption.
            progress.check()?;
            let action = if record.end().turns() < self.start.turns() + self.opening {
                opening.action(record.end())
            } else {
                players[usize::from(side == Player::Two)].choose(record.end(), progress)?
            };
            let legal = action.is_some_and(|action| record.play(action).is_ok());
            assert!(
                legal,
                "a player has a legal action as long as the game is not over"
            );
        }
        Ok(record)
    }
}
