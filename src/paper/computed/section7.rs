//! Section 7: random play, computed in several ways.

use super::error::{Error, found, found_all};
use crate::game::Game;
use crate::random_play::{
    self, Distribution, EarlyGames, Histories, Simulation, Summary, by_histories, early_stopping, enumerate,
    exact, simulate, summary,
};
use crate::rules::{Ending, Rules, Scoring};
use crate::tasks::Tasks;

/// The largest board whose margins are all listed.
pub const LISTED_SIDE: usize = 8;

/// The largest board that is summed up.
const SUMMED_UP_SIDE: usize = 16;

/// The n for which the distribution is compared.
pub const COMPARED_PIECES: usize = 4;

/// The seed of the games that are played.
const SEED: u64 = 2011;

/// How many games are played for each n on 3x3.
pub const GAMES: u64 = 100_000;

/// Random play of one game that stops at the first line.
#[derive(Clone, Debug)]
pub struct FirstLine {
    /// n.
    pub pieces: usize,
    /// Its margins and lengths.
    pub games: EarlyGames,
}

/// Random play, computed in several ways.
#[derive(Clone, Debug)]
pub struct RandomGames {
    /// Full boards of side 1, 2 and 3, every endgame gone through.
    pub enumerated: [Distribution; 3],
    /// Full boards of side 1 to 8.
    pub full: Vec<Distribution>,
    /// The same where the owner of the first line wins.
    pub decisive: Vec<Distribution>,
    /// Full boards of side 1 to 16, summed up.
    pub summaries: Vec<Summary>,
    /// Ordinary tic-tac-toe (3x3, n = 1, to the first line), every game played.
    pub ordinary: Distribution,
    /// 2x2 and 3x3 to the first line, n = 1 and 2.
    pub first_line: Vec<FirstLine>,
    /// 2x2, n = 1 to 4: every history weighted.
    pub histories: Vec<Histories>,
    /// 3x3, n = 1 to 4: games played.
    pub simulated: Vec<Simulation>,
}

impl RandomGames {
    /// Adds everything to the tasks.
    pub fn plan<'a>(tasks: &mut Tasks<'a>) -> impl FnOnce() -> Result<RandomGames, Error> + use<'a> {
        let paper = Rules::default();
        let to_first_line = Rules { ending: Ending::FirstLine, ..paper };
        let decisive = Rules { scoring: Scoring::Decisive, ..paper };
        let game = |side, pieces, rules| Game::of_side(side, pieces, rules).map_err(random_play::Error::from);
        let enumerated = [1, 2, 3].map(|side| {
            tasks.add("random play, enumerated", if side == 3 { 60 } else { 1 }, move |progress| {
                Ok(enumerate(game(side, 2, paper)?, progress)?)
            })
        });
        let mut exactly = |rules: Rules| {
            let sides = (1..=LISTED_SIDE)
                .map(|side| tasks.add("random play", 2, move |progress| Ok(exact(side, &rules, progress)?)));
            sides.collect::<Vec<_>>()
        };
        let (full, decisive) = (exactly(paper), exactly(decisive));
        let summaries: Vec<_> = (1..=SUMMED_UP_SIDE)
            .map(|side| {
                tasks.add("random play, large boards", side as u64, move |progress| {
                    Ok(summary(side, &paper, progress)?)
                })
            })
            .collect();
        let ordinary = tasks.add("random tic-tac-toe", 60, move |progress| {
            Ok(enumerate(game(3, 1, to_first_line)?, progress)?)
        });
        let first_line = [(2, 1), (2, 2), (3, 1), (3, 2)].map(|(side, pieces)| {
            tasks.add("random play to the first line", 20, move |progress| {
                let games = early_stopping(game(side, pieces, to_first_line)?, progress)?;
                Ok(FirstLine { pieces, games })
            })
        });
        let histories: Vec<_> = (1..=COMPARED_PIECES)
            .map(|pieces| {
                tasks.add("random play, histories", 2, move |progress| {
                    Ok(by_histories(game(2, pieces, paper)?, progress)?)
                })
            })
            .collect();
        let simulated: Vec<_> = (1..=COMPARED_PIECES)
            .map(|pieces| {
                tasks.add("random games", 100, move |progress| {
                    Ok(simulate(game(3, pieces, paper)?, GAMES, SEED + pieces as u64, progress)?)
                })
            })
            .collect();
        move || {
            let [one, two, three] = enumerated;
            Ok(RandomGames {
                enumerated: [found(one)?, found(two)?, found(three)?],
                full: found_all(full)?,
                decisive: found_all(decisive)?,
                summaries: found_all(summaries)?,
                ordinary: found(ordinary)?,
                first_line: found_all(first_line)?,
                histories: found_all(histories)?,
                simulated: found_all(simulated)?,
            })
        }
    }
}
