//! Many games between two players.

use std::ops::Range;

use rayon::prelude::*;

use super::agent::Agent;
use super::computer::{Computer, NoPerfectPlayer};
use super::heuristic::Effort;
use crate::engine::notation::Record;
use crate::engine::position::Position;
use crate::engine::rules::Player;
use crate::perfect_play;
use crate::random_play::{Simulation, UniformPolicy};
use crate::support::progress::{Interrupted, Progress, Quiet};

/// The first stream of random numbers for openings; smaller ones are for players.
const OPENINGS: u64 = 1 << 63;

/// Why games could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No game was asked for.
    #[error("a contest needs at least 1 game")]
    NoGames,
    /// There is no perfect player of this game.
    #[error("no perfect player: {0}")]
    NoPerfectPlayer(#[from] NoPerfectPlayer),
    /// The game cannot be solved, which is needed to judge choices.
    #[error(transparent)]
    Unsolved(#[from] perfect_play::SolveError),
    /// Interrupted before the end.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Games between two players.
///
/// ```
/// use gqt3::beyond::players::{Contest, Effort, Computer};
/// use gqt3::engine::game::Game;
/// use gqt3::engine::position::Position;
/// use gqt3::support::progress::Silent;
/// use gqt3::engine::rules::{Margin, Rules};
/// let contest = Contest {
///     start: Position::new(Game::from_side(2, 2, Rules::default())?),
///     players: [Computer::Perfect, Computer::Random],
///     effort: Effort::default(),
///     seed: 1,
///     opening: 0,
/// };
/// let games = contest.play(100, &Silent)?;
/// // The value of the game is +1/2, and the perfect player gets no less.
/// assert!(games.margins().keys().all(|&margin| margin >= Margin::from_rank(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Contest {
    /// Where every game starts.
    pub start: Position,
    /// Who plays player 1 and player 2.
    pub players: [Computer; 2],
    /// How much heuristic players think.
    pub effort: Effort,
    /// The seed of all random numbers.
    pub seed: u64,
    /// How many turns at the beginning are played at random.
    pub opening: usize,
}

/// Plays `games` games of each contest, all side by side, and counts how they end: one simulation for each contest, in
/// their order. The games do not depend on the number of threads. An interruption is no error: the games that were over
/// by then are counted.
///
/// # Errors
/// If there is no perfect player of one of the games, or if `games` is 0.
pub fn play_all(
    contests: &[Contest],
    games: u64,
    progress: &dyn Progress,
) -> Result<Vec<Simulation>, Error> {
    let block = |contest: &Contest, numbers| {
        let mut ends = Vec::new();
        let played = contest.each(numbers, progress, |record| {
            ends.push((record.end().margin(), record.end().turns()));
            progress.advance(1);
            Ok(())
        });
        match played {
            Ok(()) | Err(Error::Interrupted(_)) => Ok(Simulation::from_games(ends)),
            Err(error) => Err(error),
        }
    };
    let size = |contest: &Contest| contest.games_of_a_pair(games);
    in_blocks(
        contests,
        games,
        "games",
        progress,
        size,
        block,
        Simulation::merge,
    )
}

/// Plays `games` games of each contest in blocks of consecutive numbers, all side by side, and merges what `block`
/// makes of each block: one sum for each contest. An interruption is no error here, unless `block` makes one of it.
/// `size` tells how many games a block has, and `label` is the name of the work for `progress`.
pub(super) fn in_blocks<Sum: Default + Send>(
    contests: &[Contest],
    games: u64,
    label: &str,
    progress: &dyn Progress,
    size: impl Fn(&Contest) -> u64 + Sync,
    block: impl Fn(&Contest, Range<u64>) -> Result<Sum, Error> + Sync,
    merge: impl Fn(Sum, Sum) -> Sum + Sync,
) -> Result<Vec<Sum>, Error> {
    if games == 0 {
        return Err(Error::NoGames);
    }
    progress.begin(label, Some(games.saturating_mul(contests.len() as u64)));
    let of_contest = |contest: &Contest| {
        let size = size(contest);
        let blocks = (0..games.div_ceil(size)).into_par_iter();
        let blocks = blocks.take_any_while(|_| !progress.interrupted());
        let sums =
            blocks.map(|number| block(contest, number * size..games.min((number + 1) * size)));
        sums.try_reduce(Sum::default, |one, other| Ok(merge(one, other)))
    };
    let sums = contests.par_iter().map(of_contest).collect();
    progress.end();
    sums
}

impl Contest {
    /// Plays games and counts how they end. The games do not depend on the number of threads.
    ///
    /// Only counts are kept: the memory does not depend on the number of games.
    ///
    /// # Errors
    /// If there is no perfect player of this game, if `games` is 0, or if interrupted.
    pub fn play(&self, games: u64, progress: &dyn Progress) -> Result<Simulation, Error> {
        let played = play_all(std::slice::from_ref(self), games, progress)?
            .pop()
            .unwrap_or_default();
        if played.games() < games {
            Err(Interrupted.into())
        } else {
            Ok(played)
        }
    }

    /// How many games a pair of players plays one after the other. A perfect player uses in the next game what it has
    /// found in the one before; other players gain nothing from that.
    fn games_of_a_pair(&self, games: u64) -> u64 {
        if self.players.contains(&Computer::Perfect) {
            16
        } else {
            games.div_ceil(4_096).clamp(1, 16)
        }
    }

    /// The games with these numbers; [`Contest::play`] plays those from 0 on. They are played one after the other on this thread
    /// and kept, some kilobytes each.
    ///
    /// # Errors
    /// If there is no perfect player of this game, or if interrupted.
    pub fn records(
        &self,
        numbers: Range<u64>,
        progress: &dyn Progress,
    ) -> Result<Vec<Record>, Error> {
        let mut records = Vec::new();
        self.each(numbers, progress, |record| {
            records.push(record);
            Ok(())
        })?;
        Ok(records)
    }

    /// Plays the games with these numbers one after the other, and hands each of them to `show`.
    pub(super) fn each(
        &self,
        numbers: Range<u64>,
        progress: &dyn Progress,
        mut show: impl FnMut(Record) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let player = |side: Player| {
            self.players[side as usize].agent(*self.start.game(), self.effort, Some(self.seed))
        };
        let mut players = [player(Player::One)?, player(Player::Two)?];
        for number in numbers {
            // Without `Quiet` the progress would count the nodes of a solver as games.
            show(self.game(number, &mut players, &Quiet(progress))?)?;
        }
        Ok(())
    }

    /// The game with this number.
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
            // Some players never ask whether they should stop, and neither does an opening.
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
