//! `gqt3 random`: the margin under random play (the paper's Table 2, and beyond).

mod find;
mod rows;
mod views;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use gqt3::report::{Report, Table};
use gqt3::rules::Rules;
use serde_json::{Map, Value, json};

use super::failure::Failure;
use super::rule_args::{RuleArgs, parameters};
use super::session::Session;
use super::size_args::{BoardArgs, PiecesArgs};
pub(super) use find::Found;
use find::{ENUMERATE, EXACT, Query, SIMULATE};
pub(super) use rows::{boards, margins};

/// Find the distribution of the margin under random play, exactly or by playing
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
    /// Only who wins and the expected margin, one row a board; for boards up to 40x40
    #[arg(long)]
    summary_only: bool,
    /// With --method simulate: how many games
    #[arg(long, value_name = "N", default_value_t = 1_000_000, allow_negative_numbers = true)]
    games: u64,
    /// With --method simulate: the seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    rules: RuleArgs,
}

const EXAMPLES: &str = "\
Without flags: the 3-by-3 board, the paper's Table 2. On a full board the distribution does not depend on n.
Who collapses never matters to random play.

Exact on full boards up to 24x24 (seconds up to 20x20, minutes beyond), with --summary-only up to
40x40 (2 minutes and 2 GB), and for games that may stop early on boards up to 3x3 with n = 1 or 2. Other games can be
simulated: any n, any rules, boards up to 8x8. With n >= 4 on large boards some collapses have too many ways to draw one
exactly uniformly; a Markov chain draws them nearly so, and the answer says how many there were.

Examples:
  gqt3 random
  gqt3 random --board 1..8
  gqt3 random --board 4 --scoring shared
  gqt3 random --ending first-line --pieces 1,2
  gqt3 random --board 30 --summary-only
  gqt3 random --method simulate --pieces 3 --ending first-line --games 5000000 --seed 7
  gqt3 random --format csv";

fn methods() -> PossibleValuesParser {
    PossibleValuesParser::new([
        PossibleValue::new("auto").help("the fastest exact one"),
        PossibleValue::new(ENUMERATE).help("go through all endgames, or all histories: up to 3x3"),
        PossibleValue::new(EXACT).help("count endgames by their lines, or games by what is classical when"),
        PossibleValue::new(SIMULATE).help("play --games random games: any n, any rules"),
    ])
}

pub fn run(args: &RandomArgs, session: Session) -> Result<(), Failure> {
    let rules = args.rules.rules()?;
    let query = Query {
        method: &args.method,
        summary_only: args.summary_only,
        games: args.games,
        seed: args.seed,
        rules: &rules,
    };
    if args.games == 0 {
        return Err(Failure::BadInput("--games 0 is too small; use 1 or more".to_owned()));
    }
    let mut found = Vec::new();
    for pieces in args.pieces.pieces.iter() {
        for side in args.board.board.iter() {
            found.push(query.find(side, pieces, &session)?);
        }
    }
    let report = Report {
        command: "random",
        parameters: asked(args, &rules),
        table: if args.summary_only { boards(&found, &rules) } else { margins(&found, &rules) },
        views: shown(&found, &rules),
        summary: Map::from_iter([(
            "boards".to_owned(),
            Value::Array(found.iter().map(rows::summary).collect()),
        )]),
    };
    session.finish(&report)
}

fn asked(args: &RandomArgs, rules: &Rules) -> Map<String, Value> {
    let mut asked = parameters(rules);
    asked.insert("board".to_owned(), json!(args.board.board.iter().collect::<Vec<_>>()));
    asked.insert("pieces".to_owned(), json!(args.pieces.pieces.iter().collect::<Vec<_>>()));
    asked.insert("method".to_owned(), json!(args.method));
    asked.insert("summary_only".to_owned(), json!(args.summary_only));
    if args.method == SIMULATE {
        asked.insert("games".to_owned(), json!(args.games));
        asked.insert("seed".to_owned(), json!(args.seed));
    }
    asked
}

/// One game as Table 2 and more; several as one row each.
fn shown(found: &[Found], rules: &Rules) -> Vec<Table> {
    let mut shown = match found {
        [one] => views::margins(one, rules).into_iter().collect(),
        _ => Vec::new(),
    };
    shown.push(views::boards(found, rules));
    shown.extend(views::lengths(found));
    shown
}
