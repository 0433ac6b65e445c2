//! The files in the result folder, from the evidence.

use gqt3::board::Board;
use gqt3::bounds::Bounds;
use gqt3::claims::{Evidence, FirstLine, LISTED_SIDE, SolvedGame};
use gqt3::random_play::EarlyGames;
use gqt3::report::Table;
use gqt3::rules::{Ending, Rules, Variant};

use super::failure::Failure;
use super::{arena, bounds, nash, plots, random, tree_size};

/// What stands in the folder beside the tables.
const README: &str = include_str!("results_readme.md");

/// A result file: its name and contents.
pub(super) struct ResultFile {
    pub name: &'static str,
    pub contents: Vec<u8>,
}

impl ResultFile {
    fn of(name: &'static str, table: &Table) -> Result<ResultFile, Failure> {
        let mut contents = Vec::new();
        table.write_csv(&mut contents)?;
        Ok(ResultFile { name, contents })
    }
}

/// The result file of the games whose best first moves take long.
pub(super) fn first_moves(solved: &[SolvedGame]) -> Result<ResultFile, Failure> {
    ResultFile::of("first_moves.csv", &nash::data(&solved_games(solved)?, true))
}

/// Every result file but [`first_moves`]. They depend on the evidence alone: not on time, threads or machine.
pub(super) fn result_files(evidence: &Evidence, claims: Table) -> Result<Vec<ResultFile>, Failure> {
    let paper = Rules::default();
    let tables = [
        ("table1.csv", table_1(evidence)),
        ("table2.csv", table_2(evidence, &paper)),
        ("tree_size.csv", tree_sizes(evidence)),
        ("random.csv", random_games(evidence, random::margins)),
        ("random_boards.csv", random_games(evidence, random::boards)),
        ("nash.csv", nash::data(&solved_games(&evidence.solved)?, true)),
        ("accuracy.csv", arena::accuracy::data(&evidence.accuracy)),
        ("claims.csv", claims),
    ];
    let mut files = vec![ResultFile { name: "README.md", contents: README.as_bytes().to_vec() }];
    for (name, table) in tables {
        files.push(ResultFile::of(name, &table)?);
    }
    let plots = [
        ("tree_size.svg", plots::tree_sizes(&evidence.sizes)),
        ("random_margins.svg", plots::margins(&evidence.random.full)),
        ("accuracy.svg", plots::accuracies(&evidence.accuracy)),
        ("random_boards.svg", plots::outcomes(&evidence.random.summaries)),
    ];
    for (name, plot) in plots {
        let plot = plot.map_err(|error| Failure::Incomplete(error.to_string()))?;
        files.push(ResultFile { name, contents: plot.into_bytes() });
    }
    Ok(files)
}

fn table_1(evidence: &Evidence) -> Table {
    let found: Vec<bounds::Found> = evidence
        .table_1
        .iter()
        .map(|size| bounds::Found {
            bounds: Bounds::new(size.squares, size.pieces),
            games: Some(size.games.clone()),
        })
        .collect();
    bounds::data(&found)
}

fn tree_sizes(evidence: &Evidence) -> Table {
    let mut table = Table::new(tree_size::columns());
    for size in &evidence.sizes {
        table.push(tree_size::row(size.squares, size.pieces, Some(size)));
    }
    table
}

/// The enumeration that the paper's Table 2 is.
fn table_2(evidence: &Evidence, paper: &Rules) -> Table {
    let found = evidence.random.enumerated.iter().filter(|distribution| distribution.side() == 3);
    let found: Vec<random::Found> = found.map(|of| random::Found::enumerated(of.clone())).collect();
    random::margins(&found, paper)
}

/// Full boards, the larger ones summed up.
fn full_boards(evidence: &Evidence) -> Vec<random::Found> {
    let listed = evidence.random.full.iter().map(|of| random::Found::exact(2, of.clone(), None));
    let summaries = evidence.random.summaries.iter().filter(|summary| summary.side() > LISTED_SIDE);
    listed.chain(summaries.map(|summary| random::Found::summary(summary.clone()))).collect()
}

fn first_line_games(evidence: &Evidence) -> Vec<random::Found> {
    let exact = |found: &FirstLine| {
        let EarlyGames { distribution, lengths } = found.games.clone();
        random::Found::exact(found.pieces, distribution, Some(lengths))
    };
    evidence.random.first_line.iter().map(exact).collect()
}

/// The same rows of full boards and of games to the first line.
fn random_games(evidence: &Evidence, rows: fn(&[random::Found], &Rules) -> Table) -> Table {
    let paper = Rules::default();
    let mut table = rows(&full_boards(evidence), &paper);
    let first_line = Rules { ending: Ending::FirstLine, ..paper };
    table.rows.extend(rows(&first_line_games(evidence), &first_line).rows);
    table
}

fn solved_games(solved: &[SolvedGame]) -> Result<Vec<nash::Solved>, Failure> {
    let solved = solved.iter().map(|solved| {
        let board = Board::new(solved.side).map_err(|error| Failure::Incomplete(error.to_string()))?;
        let rules = solved.rules;
        let game = nash::Game { variant: Variant::of(rules), board, pieces: solved.pieces, rules };
        let first_moves = solved.first_moves.clone();
        Ok(nash::Solved { game, solution: solved.solution.clone(), first_moves })
    });
    solved.collect()
}
