//! Results that the files share, each computed on first use.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use rayon::prelude::*;

use super::map::{self, MapGame};
use super::random::RandomRow;
use crate::paper::{Context, LedgerError};
use gqt3::engine::game::Game;
use gqt3::engine::rules::{CollapseChooser, Ending, Offset, Rules};
use gqt3::perfect_play::{SolvedGame, solve_alike};
use gqt3::random_play::{Method, early_stopping};
use gqt3::support::progress::{Progress, Quiet};
use gqt3::support::tasks::Tasks;

/// On 3x3 with these n, finding the best first moves takes much longer than the value.
pub(super) const FIRST_MOVES_TAKE_LONG: RangeInclusive<usize> = 3..=5;

type Once<T> = OnceLock<Result<T, LedgerError>>;

#[allow(missing_debug_implementations)] // Its rows have no Debug.
pub struct Shared<'a> {
    pub context: Context<'a>,
    progress: Quiet<'a>,
    games_of_more: Once<Vec<SolvedGame>>,
    first_line: Once<Vec<RandomRow>>,
    map: Once<Vec<MapGame>>,
}

impl<'a> Shared<'a> {
    pub fn new(progress: &'a dyn Progress) -> Shared<'a> {
        Shared {
            context: Context::new(progress),
            progress: Quiet(progress),
            games_of_more: Once::new(),
            first_line: Once::new(),
            map: Once::new(),
        }
    }

    /// Adds a task for each result except the map, which needs the solved games.
    pub fn add_to<'b>(&'b self, tasks: &mut Tasks<'b>) {
        self.context.add_to(tasks);
        tasks.add("games of more", 4_000, |_| self.games_of_more().is_ok());
        tasks.add("games to the first line", 80, |_| self.first_line().is_ok());
    }

    pub(super) fn solved(&self) -> Result<Vec<SolvedGame>, LedgerError> {
        Ok([
            self.context.games_of_two()?.as_slice(),
            self.games_of_more()?,
        ]
        .concat())
    }

    fn games_of_more(&self) -> Result<&[SolvedGame], LedgerError> {
        let solve = |pieces| {
            let games = games(3, [pieces], Offset::ALL)?;
            let first_moves = !FIRST_MOVES_TAKE_LONG.contains(&pieces);
            Ok(solve_alike(&games, first_moves, &self.progress)?)
        };
        once(&self.games_of_more, || {
            let solved = (3..10_usize).into_par_iter().with_max_len(1).map(solve);
            Ok(solved.collect::<Result<Vec<_>, LedgerError>>()?.concat())
        })
    }

    pub(super) fn first_line(&self) -> Result<&[RandomRow], LedgerError> {
        let rules = Rules {
            ending: Ending::FirstLine,
            ..Rules::default()
        };
        once(&self.first_line, || {
            let sizes = [(2, 1), (2, 2), (3, 1), (3, 2)].into_iter();
            sizes
                .map(|(side, pieces)| {
                    let game = Game::from_side(side, pieces, rules)?;
                    let distribution = early_stopping(game, &self.progress)?.distribution;
                    Ok(RandomRow::exact(pieces, rules, Method::Exact, distribution))
                })
                .collect()
        })
    }

    pub(super) fn map(&self) -> Result<&[MapGame], LedgerError> {
        once(&self.map, || map::games(&self.solved()?))
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
    cell: &Once<Vec<T>>,
    compute: impl FnOnce() -> Result<Vec<T>, LedgerError>,
) -> Result<&[T], LedgerError> {
    let result = cell.get_or_init(compute).as_ref();
    result.map(Vec::as_slice).map_err(Clone::clone)
}
