//! The values of games as a table.

use crate::board::SquareSet;
use crate::game::Game;
use crate::random_play::Outcome;
use crate::report::{Column, TIE, Table, Tone};
use crate::rules::{Margin, Variant};
use crate::search::{Basis, MAX_SQUARES, Solution, SolvedGame};

use crate::cli::columns::{caption, common, interval, rules, sizes_or_caption, tone};
use crate::cli::rule_args::unless_default;

/// A row for each game; `first_moves` if they were asked for.
pub(in crate::cli) fn table(solved: &[SolvedGame], first_moves: bool) -> Table<'_> {
    let (sizes, mut said) = sizes_or_caption(solved, |one: &SolvedGame| (one.game.side(), one.game.pieces()));
    let same = common(solved.iter().map(|one| *one.game.rules()));
    if let Some(rules) = same {
        let variant = Variant::of(rules).map(|variant| format!("variant {}", variant.name()));
        said.splice(..0, variant.into_iter().chain([unless_default(&rules)]));
    }
    let basis_is_told = solved.iter().any(|one| basis(one) != Basis::Search.name());
    // On small boards it is known of every first move whether it keeps the value.
    let is_large = solved.iter().any(|one| one.game.squares() > MAX_SQUARES);

    let mut columns =
        vec![Column::new("variant", |one: &SolvedGame| variant(&one.game)).in_text_if(same.is_none())];
    let differing =
        || Column::text("rules that differ from the paper's", |one: &SolvedGame| flags(&one.game));
    columns.extend(same.is_none().then(differing));
    columns.extend(sizes);
    let axes = &["collapse", "offset", "ending", "scoring", "tail", "ties"];
    columns.extend(rules(axes, |one: &SolvedGame| one.game.rules()));
    columns.extend(interval("value", |one: &SolvedGame| Some(one.solution.interval)));
    columns.extend([
        Column::data("proven", |one: &SolvedGame| one.solution.value().is_some()),
        Column::new("basis", basis).headed("proved by").in_text_if(basis_is_told),
        Column::text("result", |one| result(one).0).toned(|one| result(one).1),
        Column::data("turns", SolvedGame::turns),
    ]);
    if first_moves {
        let found = |one: &SolvedGame| one.first_moves.as_deref().map(names);
        let text = move |one: &SolvedGame| found(one).unwrap_or_else(|| "not found".to_owned());
        columns.push(Column::new("first_moves", found).headed("best first moves").in_text(text));
        columns.extend(is_large.then(|| {
            Column::new("undecided_moves", |one: &SolvedGame| names(&one.undecided_moves)).headed("not known")
        }));
    }
    columns.push(Column::json("nodes", |one: &SolvedGame| one.solution.nodes));

    let title = "Perfect play: player 1's points minus player 2's";
    let mut table = Table::of(columns, solved).captioned(caption(title, &said));
    if let [SolvedGame { solution: Solution { line: Some(line), .. }, .. }] = solved {
        table.note(format!("A line of best play: {line}"));
    }
    table
}

fn variant(game: &Game) -> Option<&'static str> {
    Variant::of(*game.rules()).map(Variant::name)
}

/// The rules that are not the paper's, as flags: lines are broken between them, not before their values.
fn flags(game: &Game) -> String {
    unless_default(game.rules()).replace(' ', TIE).replace(&format!("{TIE}--"), " --")
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
