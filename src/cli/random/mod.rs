//! `gqt3 random`: the margin under random play (the paper's Table 2, and beyond).

mod find;
mod rows;
mod views;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use gqt3::random_play::{Method, Query};
use gqt3::report::{Format, Report, Table};
use gqt3::rules::Rules;
use serde_json::{Map, Value, json};

use super::digits::write_out;
use super::failure::{Failure, NOTHING_WRITTEN};
use super::rule_args::{RuleArgs, parameters};
use super::session::Session;
use super::size_args::{BoardArgs, PiecesArgs};
pub(super) use find::Found;
use find::{failure, find};
use rows::margins_until;
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
    /// With --method simulate: how many games [default: 1000000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    games: Option<u64>,
    /// With --method simulate: the seed of the random numbers [default: 1]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    rules: RuleArgs,
}

const EXAMPLES: &str = "\
Without flags: the 3-by-3 board, the paper's Table 2. On a full board the distribution does not depend on n.
Who collapses never matters to random play.

Exact on full boards up to 24x24 (seconds up to 20x20, minutes beyond), with --summary-only up to
40x40 (2 minutes and 2 GB), and for games that may stop early on boards up to 3x3 with n = 1 or 2. Other games can be
simulated: any rules, n = 1 and 2 on boards up to 8x8, any n on boards up to 4x4. On larger boards n >= 3 is simulated as
far as every collapse can be drawn exactly uniformly; a game with a collapse that has too many ways for that is refused.

Examples:
  gqt3 random
  gqt3 random --board 1..8
  gqt3 random --board 4 --scoring shared
  gqt3 random --ending first-line --pieces 1,2
  gqt3 random --board 30 --summary-only
  gqt3 random --method simulate --pieces 3 --ending first-line --games 5000000 --seed 7
  gqt3 random --format csv";

const ENUMERATE: &str = Method::Enumerate.name();
const EXACT: &str = Method::Exact.name();
const SIMULATE: &str = Method::Simulate { games: GAMES, seed: SEED }.name();

fn methods() -> PossibleValuesParser {
    PossibleValuesParser::new([
        PossibleValue::new("auto").help("the fastest exact one"),
        PossibleValue::new(ENUMERATE).help("go through all endgames, or all histories: up to 3x3"),
        PossibleValue::new(EXACT).help("count endgames by their lines, or games by what is classical when"),
        PossibleValue::new(SIMULATE).help("play --games random games: any n, any rules"),
    ])
}

/// The games of a simulation if nobody says.
const GAMES: u64 = 1_000_000;

/// And their seed.
const SEED: u64 = 1;

pub fn run(args: &RandomArgs, session: Session) -> Result<(), Failure> {
    let rules = args.rules.rules()?;
    check(args)?;
    let (games, seed) = (args.games.unwrap_or(GAMES), args.seed.unwrap_or(SEED));
    let method = match args.method.as_str() {
        ENUMERATE => Method::Enumerate,
        EXACT => Method::Exact,
        SIMULATE => Method::Simulate { games, seed },
        _ => Method::Auto,
    };
    let asked_for = || {
        let pieces = args.pieces.pieces.iter();
        let sizes = pieces.flat_map(|pieces| args.board.board.iter().map(move |side| (side, pieces)));
        sizes.map(|(side, pieces)| Query { side, pieces, rules, method, summary_only: args.summary_only })
    };
    // What cannot be done is known before the long computations.
    asked_for().try_for_each(|query| query.check()).map_err(failure)?;
    let found = asked_for().map(|query| find(&query, &session)).collect::<Result<Vec<_>, Failure>>()?;
    let (mut table, mut views) = (Table::default(), Vec::new());
    if session.format() == Format::Table {
        views = shown(&found, &rules);
    } else {
        let progress = session.progress();
        let rows = if args.summary_only {
            Ok(boards(&found, &rules))
        } else {
            margins_until(&found, &rules, progress)
        };
        table = rows.map_err(|_| Failure::Interrupted(NOTHING_WRITTEN))?;
        write_out(&mut table, progress)?;
    }
    let summaries = found.iter().map(rows::summary).collect();
    let report = Report {
        command: "random",
        parameters: asked(args, &rules),
        table,
        views,
        summary: Map::from_iter([("boards".to_owned(), Value::Array(summaries))]),
    };
    session.finish(&report)
}

/// Refuses flags that the method has no use for.
fn check(args: &RandomArgs) -> Result<(), Failure> {
    let of_no_use = [
        ("--games", args.games.is_some() && args.method != SIMULATE),
        ("--seed", args.seed.is_some() && args.method != SIMULATE),
        ("--summary-only", args.summary_only && args.method == SIMULATE),
    ];
    if let Some((flag, _)) = of_no_use.iter().find(|(_, said)| *said) {
        return Err(Failure::BadInput(match args.method.as_str() {
            SIMULATE => {
                format!("{flag} is for exact methods, not --method simulate; drop one of the two")
            }
            method => format!("{flag} is for simulated games, not --method {method}; add --method simulate"),
        }));
    }
    match args.games {
        Some(0) => Err(Failure::BadInput("--games 0 is too small; use 1 or more".to_owned())),
        _ => Ok(()),
    }
}

fn asked(args: &RandomArgs, rules: &Rules) -> Map<String, Value> {
    let mut asked = parameters(rules);
    asked.insert("board".to_owned(), json!(args.board.board.iter().collect::<Vec<_>>()));
    asked.insert("pieces".to_owned(), json!(args.pieces.pieces.iter().collect::<Vec<_>>()));
    asked.insert("method".to_owned(), json!(args.method));
    asked.insert("summary_only".to_owned(), json!(args.summary_only));
    if args.method == SIMULATE {
        asked.insert("games".to_owned(), json!(args.games.unwrap_or(GAMES)));
        asked.insert("seed".to_owned(), json!(args.seed.unwrap_or(SEED)));
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
