//! The files in the result folder, from the evidence.

use gqt3::board::Board;
use gqt3::bounds::Bounds;
use gqt3::claims::Evidence;
use gqt3::report::Table;
use gqt3::rules::{Ending, Rules};

use super::failure::Failure;
use super::{bounds, nash, plots, random, tree_size};

/// What stands in the folder beside the tables.
const README: &str = include_str!("results_readme.md");

/// A result file: its name and contents.
pub(super) struct ResultFile {
    pub name: &'static str,
    pub contents: Vec<u8>,
}

/// Every result file. They depend on the evidence alone: not on time, threads or machine.
pub(super) fn result_files(evidence: &Evidence, claims: Table) -> Result<Vec<ResultFile>, Failure> {
    let paper = Rules::default();
    let first_line = Rules { ending: Ending::FirstLine, ..paper };
    let tables = [
        ("table1.csv", table_1(evidence)),
        ("table2.csv", random::data(&full_boards(evidence)[2..], &paper)),
        ("tree_size.csv", tree_sizes(evidence)),
        ("random.csv", random_games(evidence, &paper, &first_line)),
        ("nash.csv", nash::data(&solved_variants(evidence)?)),
        ("claims.csv", claims),
    ];
    let mut files = vec![ResultFile { name: "README.md", contents: README.as_bytes().to_vec() }];
    for (name, table) in tables {
        let mut contents = Vec::new();
        table.write_csv(&mut contents)?;
        files.push(ResultFile { name, contents });
    }
    let sizes = plots::tree_sizes(&evidence.sizes).map_err(|error| Failure::Incomplete(error.to_string()))?;
    files.push(ResultFile { name: "tree_size.svg", contents: sizes.into_bytes() });
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

fn full_boards(evidence: &Evidence) -> Vec<random::Found> {
    let distributions = evidence.random.iter().cloned();
    distributions.map(|distribution| random::Found { pieces: 2, distribution }).collect()
}

fn random_games(evidence: &Evidence, paper: &Rules, first_line: &Rules) -> Table {
    let mut table = random::data(&full_boards(evidence), paper);
    let ordinary = random::Found { pieces: 1, distribution: evidence.ordinary_random.clone() };
    table.rows.extend(random::data(&[ordinary], first_line).rows);
    table
}

fn solved_variants(evidence: &Evidence) -> Result<Vec<nash::Solved>, Failure> {
    let solved = evidence.variants.iter().map(|solved| {
        let board = Board::new(solved.side).map_err(|error| Failure::Incomplete(error.to_string()))?;
        let (variant, rules) = (Some(solved.variant), solved.variant.rules());
        let game = nash::Game { variant, board, pieces: solved.pieces, rules };
        Ok(nash::Solved { game, solution: solved.solution.clone() })
    });
    solved.collect()
}
