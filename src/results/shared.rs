//! Results that the files share, each computed on first use.

use std::sync::OnceLock;

use super::accuracy;
use super::map::{self, MapGame};
use super::random::RandomRow;
use crate::paper::{Context, LedgerError};
use gqt3::beyond::players::{Accuracy, MatchError};
use gqt3::engine::game::Game;
use gqt3::engine::rules::{CollapseChooser, Ending, Offset, Rules};
use gqt3::perfect_play::{SolveOptions, SolvedGame, solve_games};
use gqt3::random_play::{Method, early_stopping};
use gqt3::support::progress::{Progress, Quiet};
use gqt3::support::tasks::Tasks;

type Once<T> = OnceLock<Result<T, LedgerError>>;

#[allow(missing_debug_implementations)] // Its rows have no Debug.
pub struct Shared<'a> {
    pub context: Context<'a>,
    pub(super) progress: &'a dyn Progress,
    games_of_more: Once<Vec<SolvedGame>>,
    first_line: Once<Vec<RandomRow>>,
    map: Once<Vec<MapGame>>,
    accuracy: Once<Accuracy>,
}

impl<'a> Shared<'a> {
    pub fn new(progress: &'a dyn Progress) -> Shared<'a> {
        Shared {
            context: Context::new(progress),
            progress,
            games_of_more: Once::new(),
            first_line: Once::new(),
            map: Once::new(),
            accuracy: Once::new(),
        }
    }

    /// Adds a task for each result that files without `--long` need.
    pub fn add_to<'b>(&'b self, tasks: &mut Tasks<'b>) {
        self.context.add_to(tasks);
        tasks.add("games to the first line", 80, |_| self.first_line().is_ok());
    }

    /// Takes minutes of one core for the first moves.
    pub(super) fn games_of_more(&self) -> Result<&Vec<SolvedGame>, LedgerError> {
        let options = |game: &Game| SolveOptions {
            first_moves: true,
            ..SolveOptions::new(game)
        };
        once(&self.games_of_more, || {
            let games = games(3, 3..=9, Offset::ALL)?;
            let solved = solve_games(&games, options, self.progress)?;
            self.progress.check()?;
            Ok(solved)
        })
    }

    pub(super) fn first_line(&self) -> Result<&Vec<RandomRow>, LedgerError> {
        let rules = Rules {
            ending: Ending::FirstLine,
            ..Rules::default()
        };
        once(&self.first_line, || {
            let sizes = [(2, 1), (2, 2), (3, 1), (3, 2)].into_iter();
            sizes
                .map(|(side, pieces)| {
                    let game = Game::from_side(side, pieces, rules)?;
                    let distribution = early_stopping(game, &Quiet(self.progress))?.distribution;
                    Ok(RandomRow::exact(pieces, rules, Method::Exact, distribution))
                })
                .collect()
        })
    }

    pub(super) fn map(&self) -> Result<&Vec<MapGame>, LedgerError> {
        let solved = self.context.games_of_two()?;
        once(&self.map, || map::games(solved, &Quiet(self.progress)))
    }

    pub(super) fn accuracy(&self) -> Result<&Accuracy, LedgerError> {
        once(&self.accuracy, || match accuracy::measure(self.progress) {
            Err(MatchError::Interrupted(interrupted)) => Err(interrupted.into()),
            measured => measured.map_err(|error| LedgerError::Failed(error.to_string())),
        })
    }
}

pub(super) fn games(
    side: usize,
    pieces: impl IntoIterator<Item = usize>,
    offsets: &[Offset],
) -> Result<Vec<Game>, LedgerError> {
    let mut games = Vec::new();
    for pieces in pieces {
        for &collapse in CollapseChooser::ALL {
            for &offset in offsets {
                let rules = Rules {
                    collapse,
                    offset,
                    ..Rules::default()
                };
                games.push(Game::from_side(side, pieces, rules)?);
            }
        }
    }
    Ok(games)
}

fn once<T>(
    cell: &Once<T>,
    compute: impl FnOnce() -> Result<T, LedgerError>,
) -> Result<&T, LedgerError> {
    cell.get_or_init(compute).as_ref().map_err(Clone::clone)
}
