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
use gqt3::engine::game::Game;
use gqt3::engine::rules::{Offset, Rules};
use gqt3::perfect_play::SolveOptions;
use gqt3::random_play::Method;
use gqt3::support::progress::Silent;
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
    Plot(#[from] PlotError),
}

type Contents = Result<Vec<u8>, ResultError>;

/// Only `claims.csv` needs the claims.
type Make = fn(&Shared, &[Claim]) -> Contents;

/// The result files. Their contents don't depend on time or threads.
const FILES: [(&str, Make); 16] = [
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
        csv(&nash::solved(shared.context.games_of_two()?, true))
    }),
    ("claims.csv", |_, claims| csv(&ledger::table(claims))),
    ("tree_size.svg", |shared, _| {
        svg(plots::tree_sizes(shared.context.tree_sizes()?))
    }),
    ("random_margins.svg", |shared, _| {
        svg(plots::margins(shared.context.full()?))
    }),
    ("random_boards.svg", |shared, _| {
        svg(plots::outcomes(shared.context.full()?))
    }),
    ("beyond/nash_3x3.csv", |shared, _| {
        csv(&nash::solved(shared.games_of_more()?, true))
    }),
    ("beyond/nash_4x4.csv", |shared, _| nash_4x4(shared)),
    ("beyond/map.csv", |shared, _| {
        csv(&map::table(shared.map()?))
    }),
    ("beyond/map.svg", |shared, _| {
        svg(map::picture(shared.map()?))
    }),
    ("beyond/accuracy.csv", |shared, _| {
        csv(&accuracy::table(shared.accuracy()?))
    }),
    ("beyond/accuracy.svg", |shared, _| {
        svg(plots::accuracies(shared.accuracy()?))
    }),
];

/// The folder of the files that only `--long` writes.
pub const BEYOND: &str = "beyond";

/// `random.csv` lists all margins on boards up to this side.
const LISTED_SIDE: usize = 8;

/// Limits nodes, not time, because nodes mean the same on every machine.
///
/// With three pieces or more the limit is low, because a search improves no theorem's bound, for
/// example in `gqt3 nash --board 4 --pieces 3 --node-limit 30000000`.
fn nash_4x4(shared: &Shared) -> Contents {
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
    let games = games(4, 1..=16, &[Offset::Zero])?;
    let solved = solve_any_games(&games, options, shared.progress).map_err(LedgerError::from)?;
    shared.progress.check().map_err(LedgerError::from)?;
    csv(&nash::solved(&solved, false))
}

/// Includes the files in [`BEYOND`] only if `long`.
pub fn names(long: bool) -> impl Iterator<Item = &'static str> {
    files(long).map(|(name, _)| name)
}

fn files(long: bool) -> impl Iterator<Item = (&'static str, Make)> {
    let is_included = move |(name, _): &(&str, Make)| long || !name.starts_with(BEYOND);
    FILES.into_iter().filter(is_included)
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
pub fn table(name: &str, shared: &Shared) -> Contents {
    let file = files(true).find(|(file, _)| table_name(file) == Some(name));
    file.map_or(Ok(Vec::new()), |(_, make)| make(shared, &[]))
}

#[derive(Debug)]
pub struct ResultFile {
    /// Relative to the result folder.
    pub name: &'static str,
    pub contents: Vec<u8>,
}

/// Computes the files of [`names`].
pub fn result_files(
    shared: &Shared,
    claims: &[Claim],
    long: bool,
) -> Result<Vec<ResultFile>, ResultError> {
    let file = |(name, make): (&'static str, Make)| {
        let contents = make(shared, claims)?;
        Ok(ResultFile { name, contents })
    };
    files(long).map(file).collect()
}

fn csv(table: &Table) -> Contents {
    Ok(table.to_csv(&Silent).map_err(LedgerError::from)?)
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
