//! The rows of the paper's Tables 1 and 2.

use super::Shared;
use super::bounds::BoundsRow;
use super::random::RandomRow;
use crate::engine::rules::Rules;
use crate::paper::LedgerError;
use crate::random_play::Method;
use crate::tree_size::TreeSize;
use crate::tree_size::bounds::Bounds;

#[derive(Default)]
#[allow(missing_debug_implementations)] // It holds rows of tables.
pub struct PaperTables {
    pub(super) bounds: Vec<BoundsRow>,
    pub(super) random: Vec<RandomRow>,
}

impl PaperTables {
    pub fn new(of: &Shared) -> Result<PaperTables, LedgerError> {
        Ok(PaperTables {
            bounds: table_1(of)?,
            random: table_2(of)?,
        })
    }
}

pub(super) fn table_1(of: &Shared) -> Result<Vec<BoundsRow>, LedgerError> {
    let found = |size: &TreeSize| BoundsRow {
        bounds: Bounds::from_size(size),
        games: Some(size.games.clone()),
    };
    Ok(of.context.table_1()?.iter().map(found).collect())
}

pub(super) fn table_2(of: &Shared) -> Result<Vec<RandomRow>, LedgerError> {
    let found = of.context.enumerated_3x3()?.clone();
    let row = RandomRow::exact(2, Rules::default(), Method::Enumerate, found);
    Ok(vec![row])
}
