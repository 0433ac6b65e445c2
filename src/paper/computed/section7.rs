//! Section 7: random play, computed in several ways.

use super::error::Error;
use super::plan::{each, found, found_all};
use crate::game::Game;
use crate::random_play::{
    Distribution, EarlyGames, Histories, Simulation, by_histories, early_stopping, enumerate, exact, simulate,
};
use crate::rules::{Ending, Rules, Scoring};
use crate::tasks::Tasks;

/// The largest board whose margins are all listed.
pub const LISTED_SIDE: usize = 8;

/// The largest board.
const LARGEST_SIDE: usize = 16;

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
    /// The full 2x2 board, every endgame gone through.
    pub enumerated_2x2: Distribution,
    /// The full 3x3 board, every endgame gone through.
    pub enumerated_3x3: Distribution,
    /// Full boards of side 1 to 8.
    pub full: Vec<Distribution>,
    /// The same where the owner of the first line wins.
    pub decisive: Vec<Distribution>,
    /// Full boards of side 1 to 16.
    pub larger: Vec<Distribution>,
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
        let mut enumerated = |side, pieces, rules| {
            tasks.add("random play, enumerated", 60, move |progress| {
                Ok(enumerate(Game::of_side(side, pieces, rules)?, progress)?)
            })
        };
        let [enumerated_2x2, enumerated_3x3] = [2, 3].map(|side| enumerated(side, 2, paper));
        let ordinary = enumerated(3, 1, to_first_line);
        let [full, decisive] = [paper, decisive].map(|rules| {
            each(
                tasks,
                "random play",
                1..=LISTED_SIDE,
                |_| 2,
                move |side, progress| Ok(exact(side, &rules, progress)?),
            )
        });
        let larger = each(
            tasks,
            "random play, large boards",
            1..=LARGEST_SIDE,
            |side| side as u64,
            move |side, progress| Ok(exact(side, &paper, progress)?),
        );
        let small = [(2, 1), (2, 2), (3, 1), (3, 2)];
        let first_line = each(
            tasks,
            "random play to the first line",
            small,
            |_| 20,
            move |(side, pieces), progress| {
                let games = early_stopping(Game::of_side(side, pieces, to_first_line)?, progress)?;
                Ok(FirstLine { pieces, games })
            },
        );
        let compared = 1..=COMPARED_PIECES;
        let histories = each(
            tasks,
            "random play, histories",
            compared.clone(),
            |_| 2,
            move |pieces, progress| Ok(by_histories(Game::of_side(2, pieces, paper)?, progress)?),
        );
        let simulated = each(
            tasks,
            "random games",
            compared,
            |_| 100,
            move |pieces, progress| {
                let game = Game::of_side(3, pieces, paper)?;
                Ok(simulate(game, GAMES, SEED + pieces as u64, progress)?)
            },
        );
        move || {
            Ok(RandomGames {
                enumerated_2x2: found(enumerated_2x2)?,
                enumerated_3x3: found(enumerated_3x3)?,
                full: found_all(full)?,
                decisive: found_all(decisive)?,
                larger: found_all(larger)?,
                ordinary: found(ordinary)?,
                first_line: found_all(first_line)?,
                histories: found_all(histories)?,
                simulated: found_all(simulated)?,
            })
        }
    }
}
