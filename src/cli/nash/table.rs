//! The values of games as a table.

use crate::board::SquareSet;
use crate::random_play::Outcome;
use crate::report::{self, Cell, TIE, Table, Tone};
use crate::rules::{Margin, Variant};
use crate::search::{Basis, MAX_SQUARES, Solution, SolvedGame};

use crate::cli::columns::{interval, rules, sizes, tone};
use crate::cli::rule_args::unless_default;

type Column = report::Column<'static, SolvedGame>;

/// A row for each game; `first_moves` if they were asked for.
pub(in crate::cli) fn table(solved: &[SolvedGame], first_moves: bool) -> Table<'_> {
    let mut columns = vec![
        Column::new("variant", |solved| Variant::of(*solved.game.rules()).map(Variant::name)),
        Column::text("rules that differ from the paper's", |solved: &SolvedGame| {
            // Lines are broken between flags, not before their values.
            unless_default(solved.game.rules()).replace(' ', TIE).replace(&format!("{TIE}--"), " --")
        }),
    ];
    columns.extend(sizes(|solved: &SolvedGame| (solved.game.side(), solved.game.pieces())));
    columns.extend(rules(
        &["collapse", "offset", "ending", "scoring", "tail", "ties"],
        |solved: &SolvedGame| solved.game.rules(),
    ));
    columns.extend(interval("value", |solved: &SolvedGame| Some(solved.solution.interval)));
    columns.extend([
        Column::data("proven", |solved| solved.solution.value().is_some()),
        Column::data("basis", basis),
        Column::text("proved by", |solved| {
            Some(basis(solved)).filter(|basis| basis != Basis::Search.name()).unwrap_or_default()
        }),
        Column::text("result", |solved| result(solved).0).toned(|solved| result(solved).1),
        Column::data("turns", SolvedGame::turns),
    ]);
    let moves = |solved: &SolvedGame| solved.first_moves.as_deref().map(names);
    columns.extend(first_moves.then(|| {
        Column::new("first_moves", moves)
            .headed("best first moves")
            .in_text(move |solved| Cell::from(moves(solved).unwrap_or_else(|| "not found".to_owned())))
    }));
    // On small boards it is known of every first move whether it keeps the value.
    let is_large = solved.iter().any(|solved| solved.game.squares() > MAX_SQUARES);
    columns.extend((first_moves && is_large).then(|| {
        let undecided = |solved: &SolvedGame| names(&solved.undecided_moves);
        Column::new("undecided_moves", undecided).headed("not known")
    }));
    columns.push(Column::json("nodes", |solved| solved.solution.nodes));
    let mut table = Table::of(columns, solved).captioned("Perfect play: player 1's points minus player 2's");
    if let [SolvedGame { solution: Solution { line: Some(line), .. }, .. }] = solved {
        table.note(format!("A line of best play: {line}"));
    }
    table
}

/// Moves one after the other.
fn names(moves: &[SquareSet]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// How the bounds are proved: one word if both are alike.
fn basis(solved: &SolvedGame) -> String {
    match solved.solution.basis.map(Basis::name) {
        [lower, upper] if lower == upper => lower.to_owned(),
        [lower, upper] => format!("{lower}, {upper}"),
    }
}

fn result(solved: &SolvedGame) -> (&'static str, Tone) {
    let Some(value) = solved.solution.value() else { return ("not decided", Tone::Plain) };
    let outcome = value.cmp(&Margin::ZERO).into();
    let words = match outcome {
        Outcome::Player1Wins => "player 1 wins",
        Outcome::Draw => "draw",
        Outcome::Player2Wins => "player 2 wins",
    };
    (words, tone(outcome))
}
