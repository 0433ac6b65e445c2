//! The number of games.

use crate::report::{self, formula};
use crate::tree_size::{Tree, TreeSize};

use super::columns::common;

/// A tree, and its size if a method found it.
pub type CountedTree = (Tree, Option<TreeSize>);

/// Returns the name of the method that counted.
pub fn method(size: Option<&TreeSize>) -> Option<&'static str> {
    size.map(|size| size.method.name())
}

/// Returns the columns of the result. Text has n and the method if they differ between the rows.
pub fn columns(rows: &[CountedTree]) -> Vec<report::Column<'static, CountedTree>> {
    type Column = report::Column<'static, CountedTree>;
    let pieces = common(rows.iter().map(|(tree, _)| tree.pieces()));
    let same_method = common(rows.iter().map(|(_, size)| method(size.as_ref())));
    vec![
        Column::new("squares", |(tree, _)| tree.squares()),
        Column::new("pieces", |(tree, _)| tree.pieces())
            .headed(formula("n"))
            .in_text_if(pieces.is_none()),
        Column::data("ending", |(tree, _)| tree.ending().name()),
        Column::new("method", |(_, size)| method(size.as_ref())).in_text_if(same_method.is_none()),
        Column::new("games", |(_, size)| {
            size.as_ref().map(|size| size.games.clone())
        }),
    ]
}
