use crate::report::{Column, Table, formula};
use gqt3::engine::rules::Ending;
use gqt3::tree_size::{Tree, TreeSize};

use super::columns::{caption, common, squares};

/// A tree, and its size if a method counted it.
pub type CountedTree = (Tree, Option<TreeSize>);

/// The caption has n, the method, and an ending other than the default, each if all rows share it.
pub fn table<'a>(rows: Vec<CountedTree>) -> Table<'a> {
    let method = |(_, size): &CountedTree| size.as_ref().map(|size| size.method.name);
    let pieces = common(rows.iter().map(|(tree, _)| tree.pieces()));
    let same_method = common(rows.iter().map(method));
    let ending = common(rows.iter().map(|(tree, _)| tree.ending()));
    let ending = ending.filter(|ending| *ending != Ending::default());
    let stated = [
        pieces.map(|pieces| formula(&format!("n = {pieces}"))),
        ending.map(|ending| format!("--ending {}", ending.name())),
        same_method.flatten().map(|method| format!("by {method}")),
    ];
    let title = caption(
        "Number of games",
        &stated.into_iter().flatten().collect::<Vec<_>>(),
    );
    let [squares, n] = squares(|(tree, _): &CountedTree| (tree.squares(), tree.pieces()));
    let columns = vec![
        squares,
        n.in_text_if(pieces.is_none()),
        Column::data(
            "ending",
            "the value of the rule flag of this name",
            |(tree, _): &CountedTree| tree.ending().name(),
        )
        .one_of(Ending::ALL.iter().map(|ending| ending.name())),
        Column::new(
            "method",
            "the method that counted; null if none finishes in reasonable time",
            method,
        )
        .in_text_if(same_method.is_none()),
        Column::new(
            "games",
            "T(s,n), the number of games",
            |(_, size): &CountedTree| size.as_ref().map(|size| size.games.clone()),
        ),
    ];
    Table::of("games", columns, rows).captioned(title)
}
