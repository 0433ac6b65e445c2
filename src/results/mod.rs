//! Tables and plots for the result files and the commands.

mod accuracy;
pub(crate) mod bounds;
pub(crate) mod columns;
pub(crate) mod ledger;
mod map;
pub(crate) mod nash;
mod paper_tables;
mod plots;
pub(crate) mod random;
mod shared;
pub(crate) mod tree_size;

use crate::paper::{Claim, LedgerError};
use crate::report::Table;
use crate::report::plot::PlotError;
use gqt3::beyond::every_board::{default_table_bytes, solve_any_games};
use gqt3::beyond::players::MatchError;
use gqt3::engine::game::Game;
use gqt3::engine::rules::{Offset, Rules};
use gqt3::perfect_play::SolveOptions;
use gqt3::random_play::Method;
use gqt3::support::progress::{Interrupted, Progress, Silent};
use gqt3::tree_size::{Tree, TreeSize};
use paper_tables::{table_1, table_2};
use random::RandomRow;
use shared::games;
use tree_size::CountedTree;

pub use paper_tables::PaperTables;
pub use shared::Shared;

#[derive(Debug, thiserror::Error)]
pub enum ResultError {
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error(transparent)]
    Plot(#[from] PlotError),
}

impl From<Interrupted> for ResultError {
    fn from(interrupted: Interrupted) -> ResultError {
        ResultError::Ledger(interrupted.into())
    }
}

type Contents = Result<Vec<u8>, ResultError>;

/// Only `claims.csv` needs the claims.
type Make = fn(&Shared, &[Claim]) -> Contents;

/// All result files but those of [`long_files`]. Their contents don't depend on time or threads.
const FILES: [(&str, Make); 13] = [
    ("table1.csv", |shared, _| {
        csv(&bounds::table(&table_1(shared)?))
    }),
    ("table2.csv", |shared, _| {
        csv(&random::margins(&table_2(shared)?, LISTED_SIDE))
    }),
    ("tree_size.csv", |shared, _| {
        csv(&tree_size::table(tree_sizes(shared)?))
    }),
    ("random.csv", |shared, _| {
        csv(&random::margins(&random_games(shared)?, LISTED_SIDE))
    }),
    ("random_boards.csv", |shared, _| {
        csv(&random::games(&random_games(shared)?))
    }),
    ("nash.csv", |shared, _| {
        csv(&nash::solved(&shared.solved()?, true))
    }),
    ("beyond/nash_4x4.csv", |_, _| nash_4x4(&Silent)),
    ("beyond/map.csv", |shared, _| {
        csv(&map::table(shared.map()?))
    }),
    ("claims.csv", |_, claims| csv(&ledger::table(claims))),
    ("tree_size.svg", |shared, _| {
        svg(plots::tree_sizes(shared.context.tree_sizes()?))
    }),
    ("random_margins.svg", |shared, _| {
        svg(plots::margins(shared.context.full()?))
    }),
    ("beyond/map.svg", |shared, _| {
        svg(map::picture(shared.map()?))
    }),
    ("random_boards.svg", |shared, _| {
        svg(plots::outcomes(shared.context.full()?))
    }),
];

pub const BEYOND: &str = "beyond";

/// `random.csv` lists all margins on boards up to this side.
const LISTED_SIDE: usize = 8;

/// The best first moves in the games for which `nash.csv` has none.
pub const FIRST_MOVES: &str = "beyond/first_moves.csv";

pub const ACCURACY: [&str; 2] = ["beyond/accuracy.csv", "beyond/accuracy.svg"];

/// Limits nodes, not time, because nodes mean the same on every machine.
///
/// With three pieces or more the limit is low, because a search improves no theorem's bound, for
/// example in `gqt3 nash --board 4 --pieces 3 --node-limit 30000000`.
fn nash_4x4(progress: &dyn Progress) -> Contents {
    let options = |game: &Game| {
        let nodes = if game.pieces() <= 2 {
            100_000_000
        } else {
            1_000
        };
        SolveOptions {
            table_bytes: default_table_bytes(game),
            node_limit: Some(nodes),
            ..SolveOptions::new(game)
        }
    };
    solved(&games(4, 1..=16, &[Offset::Zero])?, options, progress)
}

/// Takes minutes of one core: `gqt3 reproduce --format csv --table first_moves --threads 1`.
fn first_moves(progress: &dyn Progress) -> Contents {
    let options = |game: &Game| SolveOptions {
        first_moves: true,
        ..SolveOptions::new(game)
    };
    solved(&games_with_slow_first_moves()?, options, progress)
}

fn games_with_slow_first_moves() -> Result<Vec<Game>, LedgerError> {
    games(3, shared::FIRST_MOVES_TAKE_LONG, Offset::ALL)
}

fn solved(
    games: &[Game],
    options: impl Fn(&Game) -> SolveOptions + Sync,
    progress: &dyn Progress,
) -> Contents {
    let solved = solve_any_games(games, options, progress).map_err(LedgerError::from)?;
    progress.check()?;
    let has_first_moves = solved.iter().any(|one| one.first_moves.is_some());
    csv(&nash::solved(&solved, has_first_moves))
}

/// Returns what [`FIRST_MOVES`] should contain except for its first moves, from the values of
/// `nash.csv`.
pub fn values_of_first_moves(shared: &Shared) -> Contents {
    let mut values = shared.solved()?;
    values.retain(|solved| solved.first_moves.is_none());
    csv(&nash::solved(&values, true))
}

/// Includes the files of [`long_files`] only if `long`.
pub fn names(long: bool) -> impl Iterator<Item = &'static str> {
    let slow = [FIRST_MOVES].into_iter().chain(ACCURACY);
    let slow = slow.filter(move |_| long);
    FILES.iter().map(|(name, _)| *name).chain(slow)
}

/// The names of the tables in result files, for example `nash` for `nash.csv`.
pub fn tables() -> impl Iterator<Item = &'static str> {
    names(true).filter_map(table_name)
}

fn table_name(file: &str) -> Option<&str> {
    file.rsplit('/').next()?.strip_suffix(".csv")
}

/// Computes the result file with the given table of [`tables`], but no ledger of claims, so the
/// table `claims` has no rows.
///
/// # Errors
/// Fails if interrupted, or if a computation fails.
pub fn table(name: &str, shared: &Shared, progress: &dyn Progress) -> Contents {
    let is_named = |file: &str| table_name(file) == Some(name);
    if let Some((_, make)) = FILES.into_iter().find(|(file, _)| is_named(file)) {
        return make(shared, &[]);
    }
    if is_named(FIRST_MOVES) {
        return first_moves(progress);
    }
    csv(&accuracy::table(&accuracy::measure(progress)?))
}

#[derive(Debug)]
pub struct ResultFile {
    /// Relative to the result folder.
    pub name: &'static str,
    pub contents: Vec<u8>,
}

pub fn result_files(shared: &Shared, claims: &[Claim]) -> Result<Vec<ResultFile>, ResultError> {
    let file = |(name, make): (&'static str, Make)| {
        let contents = make(shared, claims)?;
        Ok(ResultFile { name, contents })
    };
    FILES.into_iter().map(file).collect()
}

pub fn long_files(progress: &dyn Progress) -> Result<Vec<ResultFile>, ResultError> {
    let first_moves = first_moves(progress)?;
    let accuracy = accuracy::measure(progress)?;
    let [table, plot] = ACCURACY;
    let files = [
        (FIRST_MOVES, first_moves),
        (table, csv(&accuracy::table(&accuracy))?),
        (plot, svg(plots::accuracies(&accuracy))?),
    ];
    Ok(files
        .map(|(name, contents)| ResultFile { name, contents })
        .into())
}

fn csv(table: &Table) -> Contents {
    Ok(table.to_csv(&Silent)?)
}

fn svg(plot: Result<String, PlotError>) -> Contents {
    Ok(plot?.into_bytes())
}

fn tree_sizes(shared: &Shared) -> Result<Vec<CountedTree>, LedgerError> {
    let row = |size: &TreeSize| (Tree::full(size.squares, size.pieces), Some(size.clone()));
    Ok(shared.context.tree_sizes()?.iter().map(row).collect())
}

fn random_games(shared: &Shared) -> Result<Vec<RandomRow>, LedgerError> {
    let full = shared.context.full()?.iter();
    let full = full.map(|full| RandomRow::exact(2, Rules::default(), Method::Exact, full.clone()));
    Ok(full.chain(shared.first_line()?.iter().cloned()).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::*;

    /// Checks only which games the file contains, because computing the file takes minutes.
    #[test]
    fn the_file_of_first_moves_has_a_row_for_each_of_its_games() {
        let mut rows = csv::Reader::from_path(Path::new("results").join(FIRST_MOVES)).unwrap();
        let rows = rows.deserialize().map(Result::unwrap);
        let result = rows.map(|row: BTreeMap<String, String>| {
            ["board", "pieces", "collapse", "offset"].map(|key| row[key].clone())
        });
        let games = games_with_slow_first_moves().unwrap();
        let expected = games.iter().map(|game| {
            let rules = game.rules();
            [
                game.side().to_string(),
                game.pieces().to_string(),
                rules.collapse.name().to_owned(),
                rules.offset.name().to_owned(),
            ]
        });
        assert!(result.eq(expected));
    }
}
