use super::Shared;
use super::bounds::BoundsRow;
use super::random::RandomRow;
use crate::paper::LedgerError;
use gqt3::engine::rules::Rules;
use gqt3::random_play::Method;
use gqt3::tree_size::TreeSize;
use gqt3::tree_size::bounds::Bounds;

#[derive(Default)]
#[allow(missing_debug_implementations)] // It holds rows of tables.
pub struct PaperTables {
    pub(super) bounds: Vec<BoundsRow>,
    pub(super) random: Vec<RandomRow>,
}

impl PaperTables {
    pub fn new(shared: &Shared) -> Result<PaperTables, LedgerError> {
        Ok(PaperTables {
            bounds: table_1(shared)?,
            random: table_2(shared)?,
        })
    }
}

pub(super) fn table_1(shared: &Shared) -> Result<Vec<BoundsRow>, LedgerError> {
    let row = |size: &TreeSize| BoundsRow {
        bounds: Bounds::from_size(size),
        games: Some(size.games.clone()),
    };
    Ok(shared.context.table_1()?.iter().map(row).collect())
}

pub(super) fn table_2(shared: &Shared) -> Result<Vec<RandomRow>, LedgerError> {
    let distribution = shared.context.enumerated_3x3()?.clone();
    let row = RandomRow::exact(2, Rules::default(), Method::Enumerate, distribution);
    Ok(vec![row])
}
