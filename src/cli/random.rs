//! `gqt3 random`: the margin under random play (the paper's Table 2).

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use gqt3::random_play::{Distribution, Error, Outcome, enumerate};
use gqt3::report::{Cell, Column, Report, Shown, Table, decimal, group_digits};
use gqt3::rules::{Ending, Rules};
use num_rational::BigRational;
use num_traits::Signed;
use serde_json::{Map, Value, json};

use super::failure::{Failure, NOTHING_WRITTEN};
use super::rule_args::{RuleArgs, parameters};
use super::session::Session;
use super::size_args::{BoardArgs, PiecesArgs};

/// Find the exact distribution of the margin under random play
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct RandomArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    pieces: PiecesArgs,
    /// How to find it
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = methods())]
    method: String,
    #[command(flatten)]
    rules: RuleArgs,
}

const EXAMPLES: &str = "\
Without flags: the 3-by-3 board, the paper's Table 2. On a full board the distribution does not depend on n.
Who collapses never matters to random play.

Examples:
  gqt3 random
  gqt3 random --board 1..3
  gqt3 random --pieces 1 --ending first-line
  gqt3 random --format csv";

/// The one method there is.
const ENUMERATE: &str = "enumerate";

/// Digits of the decimals in result files.
const DIGITS: usize = 12;

fn methods() -> PossibleValuesParser {
    PossibleValuesParser::new([
        PossibleValue::new("auto").help("the fastest one"),
        PossibleValue::new(ENUMERATE).help("go through all endgames"),
    ])
}

/// The distribution of one game.
pub(super) struct Found {
    pub pieces: usize,
    pub distribution: Distribution,
}

pub fn run(args: &RandomArgs, session: Session) -> Result<(), Failure> {
    let rules = args.rules.rules()?;
    let mut found = Vec::new();
    for pieces in args.pieces.pieces.iter() {
        for side in args.board.board.iter() {
            let distribution = enumerate(side, pieces, &rules, session.progress()).map_err(failure)?;
            session.remark(|| {
                let endgames = group_digits(&distribution.total().to_string());
                format!("{side}-by-{side}, n = {pieces}: {endgames} endgames by {ENUMERATE}")
            });
            found.push(Found { pieces, distribution });
        }
    }
    let mut asked = parameters(&rules);
    asked.insert("board".to_owned(), json!(args.board.board.iter().collect::<Vec<_>>()));
    asked.insert("pieces".to_owned(), json!(args.pieces.pieces.iter().collect::<Vec<_>>()));
    asked.insert("method".to_owned(), json!(args.method));
    let views = match &found[..] {
        [one] => vec![as_table_2(one, &rules), outcomes(&found)],
        _ => vec![outcomes(&found)],
    };
    let mut summary = Map::new();
    summary.insert("boards".to_owned(), Value::Array(found.iter().map(summary_of).collect()));
    session.finish(&Report {
        command: "random",
        parameters: asked,
        table: data(&found, &rules),
        views,
        summary,
    })
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Interrupted => Failure::Interrupted(NOTHING_WRITTEN),
        Error::WrongTotal { .. } => Failure::Incomplete(error.to_string()),
        Error::Side { .. } | Error::NoPieces | Error::StopsEarly { .. } => {
            Failure::BadInput(error.to_string())
        }
    }
}

/// The rows of CSV and JSON.
pub(super) fn data(found: &[Found], rules: &Rules) -> Table {
    let keys = ["board", "pieces", "ending", "scoring", "ties", "offset", "method", "margin", "endgames"];
    let mut columns: Vec<Column> = keys.into_iter().map(Column::new).collect();
    columns.push(Column::new("probability"));
    columns.push(Column::new("probability_decimal"));
    let mut table = Table::new(columns);
    for Found { pieces, distribution } in found {
        for count in distribution.margins() {
            let probability = distribution.share(&count.endgames);
            // A game that stops early has no endgame to count.
            let endgames = match rules.ending {
                Ending::Full => Cell::Integer(count.endgames.clone()),
                Ending::FirstLine => Cell::Absent,
            };
            table.push(vec![
                Cell::size(distribution.side()),
                Cell::size(*pieces),
                Cell::text(rules.ending.name()),
                Cell::text(rules.scoring.name()),
                Cell::text(rules.ties.name()),
                Cell::text(rules.offset.name()),
                Cell::text(ENUMERATE),
                Cell::Rational(count.margin.clone()),
                endgames,
                Cell::Rational(probability.clone()),
                Cell::Decimal(probability, DIGITS),
            ]);
        }
    }
    table
}

const OUTCOMES: [(Outcome, &str, &str); 3] = [
    (Outcome::Player1Wins, "player1_wins", "P1"),
    (Outcome::Draw, "draws", "draw"),
    (Outcome::Player2Wins, "player2_wins", "P2"),
];

fn summary_of(found: &Found) -> Value {
    let distribution = &found.distribution;
    let mut summary = Map::new();
    summary.insert("board".to_owned(), json!(distribution.side()));
    summary.insert("pieces".to_owned(), json!(found.pieces));
    let mut insert = |key: &str, ratio: &BigRational| {
        summary.insert(key.to_owned(), json!(ratio.to_string()));
        summary.insert(format!("{key}_decimal"), json!(decimal(ratio, DIGITS).parse::<f64>().ok()));
    };
    for (outcome, key, _) in OUTCOMES {
        insert(key, &distribution.probability(outcome));
    }
    insert("expected_margin", &distribution.expected_margin());
    let modes: Vec<String> = distribution.modes().into_iter().map(ToString::to_string).collect();
    summary.insert("modes".to_owned(), json!(modes));
    Value::Object(summary)
}

fn percent(ratio: &BigRational) -> String {
    format!("{}%", decimal(&(ratio * BigRational::from_integer(100.into())), 1))
}

/// A margin as the paper writes it, `-0.5`; a fraction where a short decimal would not be exact.
fn margin(ratio: &BigRational) -> String {
    let tenths = ratio * BigRational::from_integer(10.into());
    match (ratio.is_integer(), tenths.is_integer()) {
        (true, _) => ratio.to_string(),
        (false, true) => decimal(ratio, 1),
        (false, false) => ratio.to_string(),
    }
}

/// The paper's Table 2: margins as columns, totals below the first column of each outcome.
fn as_table_2(found: &Found, rules: &Rules) -> Table {
    let distribution = &found.distribution;
    let (side, margins) = (distribution.side(), distribution.margins());
    let columns = margins.iter().map(|count| Column::new("margin").headed(margin(&count.margin)));
    let first = Column::new("type").headed("Margin");
    let ending = rules.ending;
    let rules = rules.to_string();
    let rules = if rules == "paper" { String::new() } else { format!(" ({rules})") };
    let mut table = Table::new(std::iter::once(first).chain(columns).collect())
        .captioned(format!("Random games on the {side}-by-{side} board, n = {}{rules}", found.pieces));
    let mut push = |name: &str, cells: Vec<Cell>| {
        table.push(std::iter::once(Cell::text(name)).chain(cells).collect());
    };
    let counted = match ending {
        Ending::Full => "Endgames",
        Ending::FirstLine => "Orders of play",
    };
    push(counted, margins.iter().map(|count| Cell::Integer(count.endgames.clone())).collect());
    let share = |count: &gqt3::random_play::MarginCount| percent(&distribution.share(&count.endgames));
    push("Probability", margins.iter().map(|count| Cell::Text(share(count))).collect());
    let starts = |place: usize| place == 0 || margins[place - 1].outcome() != margins[place].outcome();
    let at_starts = |text: &dyn Fn(Outcome) -> String| -> Vec<Cell> {
        let cell = |place: usize| if starts(place) { text(margins[place].outcome()) } else { String::new() };
        (0..margins.len()).map(|place| Cell::Text(cell(place))).collect()
    };
    let winner = |outcome| OUTCOMES.iter().find(|(o, ..)| *o == outcome).map_or("", |(.., name)| name);
    push("Winner", at_starts(&|outcome| winner(outcome).to_owned()));
    push("Total", at_starts(&|outcome| percent(&distribution.probability(outcome))));
    table
}

/// One row for each board.
fn outcomes(found: &[Found]) -> Table {
    let mut table = Table::new(vec![
        Column::new("board").headed("board"),
        Column::new("pieces").headed("n"),
        Column::new("player1_wins").headed("player 1 wins"),
        Column::new("draws").headed("draw"),
        Column::new("player2_wins").headed("player 2 wins"),
        Column::new("expected_margin").headed("expected margin"),
        Column::new("exactly").headed("exactly").shown(Shown::TextOnly),
        Column::new("mode").headed("most likely margin"),
    ]);
    for Found { pieces, distribution } in found {
        let side = distribution.side();
        let mut row = vec![Cell::text(format!("{side}x{side}")), Cell::size(*pieces)];
        row.extend(OUTCOMES.map(|(outcome, ..)| Cell::Text(percent(&distribution.probability(outcome)))));
        let expected = distribution.expected_margin();
        let sign = if expected.is_positive() { "+" } else { "" };
        row.push(Cell::Text(format!("{sign}{}", decimal(&expected, 3))));
        row.push(Cell::Rational(expected));
        let modes: Vec<String> = distribution.modes().into_iter().map(margin).collect();
        row.push(Cell::Text(modes.join(", ")));
        table.push(row);
    }
    table
}
