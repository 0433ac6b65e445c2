//! `gqt3 nash`: the value of a game under perfect play (the paper's section 8).

use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use gqt3::board::Board;
use gqt3::progress::Progress;
use gqt3::report::{Cell, Column, Report, Shown, Table, group_digits};
use gqt3::rules::{Margin, Rules, Variant};
use gqt3::search::{Solution, solve_game};
use num_rational::BigRational;
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::failure::Failure;
use super::rule_args::{RuleArgs, parameters};
use super::session::Session;
use super::size_args::{BoardArgs, PiecesArgs};

/// Solve a game: its value when both players make no mistake
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct NashArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    pieces: PiecesArgs,
    /// Solve every named variant
    #[arg(long, conflicts_with = "all_rules")]
    all_variants: bool,
    /// Solve every combination of --collapse, --offset, --ending, --scoring and --tail
    #[arg(long)]
    all_rules: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

const EXAMPLES: &str = "\
Without flags: the 3-by-3 board with two pieces under the paper's rules. The value is player 1's points minus
player 2's. In a line of best play a collapse follows its move: 1-5=1 puts the newest series on square 1.

Examples:
  gqt3 nash
  gqt3 nash --variant player1-collapses
  gqt3 nash --collapse mover --offset 1
  gqt3 nash --all-variants
  gqt3 nash --board 2,3 --pieces 1,2 --format csv";

/// One game to solve.
pub(super) struct Game {
    pub variant: Option<Variant>,
    pub board: Board,
    pub pieces: usize,
    pub rules: Rules,
}

/// A game and what is proven about it.
pub(super) struct Solved {
    pub game: Game,
    pub solution: Solution,
}

pub fn run(args: &NashArgs, session: Session) -> Result<(), Failure> {
    let games = games(args)?;
    let solved = solve_all(games, session.progress())?;
    for Solved { game, solution } in &solved {
        session.remark(|| {
            let nodes = group_digits(&solution.nodes.to_string());
            format!("{}: alpha-beta with a table, {nodes} nodes", title(game))
        });
    }
    let lines = solved.iter().map(|Solved { game, solution }| {
        json!({
            "variant": game.variant.map(Variant::name),
            "board": game.board.side(),
            "pieces": game.pieces,
            "rules": game.rules.to_string(),
            "line": solution.line.to_string(),
        })
    });
    let mut summary = Map::new();
    summary.insert("lines".to_owned(), Value::Array(lines.collect()));
    let report = Report {
        command: "nash",
        parameters: asked(args)?,
        table: data(&solved),
        views: vec![view(&solved)],
        summary,
    };
    let unproven = solved.iter().filter(|solved| solved.solution.value().is_none()).count();
    let interrupted = session.progress().interrupted();
    session.finish_partial(&report)?;
    match (unproven, interrupted) {
        (0, _) => Ok(()),
        (_, true) => Err(Failure::Interrupted("the intervals above are what is proven")),
        (_, false) => Err(Failure::Incomplete(format!("{unproven} of the values are not proven"))),
    }
}

fn games(args: &NashArgs) -> Result<Vec<Game>, Failure> {
    let chosen = args.rules.rules()?;
    if (args.all_variants || args.all_rules) && args.rules.any() {
        let flag = if args.all_variants { "--all-variants" } else { "--all-rules" };
        return Err(Failure::BadInput(format!("{flag} sets all rules; drop it or the rule flags")));
    }
    let rules: Vec<(Option<Variant>, Rules)> = if args.all_variants {
        Variant::ALL.iter().map(|&variant| (Some(variant), variant.rules())).collect()
    } else if args.all_rules {
        Rules::combinations().map(|rules| (Variant::of(rules), rules)).collect()
    } else {
        vec![(args.rules.variant.or(Variant::of(chosen)), chosen)]
    };
    let mut games = Vec::new();
    for side in args.board.board.iter() {
        let board = Board::new(side).map_err(|error| Failure::BadInput(format!("--board: {error}")))?;
        for pieces in args.pieces.pieces.iter() {
            games.extend(rules.iter().map(|&(variant, rules)| Game { variant, board, pieces, rules }));
        }
    }
    Ok(games)
}

fn asked(args: &NashArgs) -> Result<Map<String, Value>, Failure> {
    let mut asked = match (args.all_variants, args.all_rules) {
        (true, _) => Map::from_iter([("all_variants".to_owned(), json!(true))]),
        (_, true) => Map::from_iter([("all_rules".to_owned(), json!(true))]),
        _ => parameters(&args.rules.rules()?),
    };
    asked.insert("board".to_owned(), json!(args.board.board.iter().collect::<Vec<_>>()));
    asked.insert("pieces".to_owned(), json!(args.pieces.pieces.iter().collect::<Vec<_>>()));
    Ok(asked)
}

/// Passes on the question whether to stop, and nothing else: many games share one bar.
struct OneOfMany<'a> {
    all: &'a dyn Progress,
    failed: &'a AtomicBool,
}

impl Progress for OneOfMany<'_> {
    fn begin(&self, _what: &str, _steps: Option<u64>) {}
    fn advance(&self, _steps: u64) {}
    fn interrupted(&self) -> bool {
        self.failed.load(Ordering::Relaxed) || self.all.interrupted()
    }
}

/// Solves the games side by side; their order stays.
fn solve_all(games: Vec<Game>, progress: &dyn Progress) -> Result<Vec<Solved>, Failure> {
    if let [game] = &games[..] {
        let solution = solve_game(game.board, game.pieces, game.rules, progress).map_err(bad_input)?;
        return Ok(games.into_iter().map(|game| Solved { game, solution: solution.clone() }).collect());
    }
    let failed = AtomicBool::new(false);
    progress.begin("games", Some(games.len() as u64));
    let solved = games
        .into_par_iter()
        .map(|game| {
            let one = OneOfMany { all: progress, failed: &failed };
            let solution = solve_game(game.board, game.pieces, game.rules, &one).map_err(|error| {
                failed.store(true, Ordering::Relaxed);
                bad_input(error)
            })?;
            progress.advance(1);
            Ok(Solved { game, solution })
        })
        .collect();
    progress.end();
    solved
}

fn bad_input(error: gqt3::search::Error) -> Failure {
    Failure::BadInput(error.to_string())
}

fn points(margin: Margin) -> Cell {
    let ratio = margin.to_ratio();
    Cell::Rational(BigRational::new((*ratio.numer()).into(), (*ratio.denom()).into()))
}

fn side(game: &Game) -> usize {
    game.board.side().unwrap_or(0)
}

fn title(game: &Game) -> String {
    let name = game.variant.map_or_else(|| game.rules.to_string(), |variant| variant.name().to_owned());
    format!("{name}, {m}x{m}, n = {}", game.pieces, m = side(game))
}

/// The rows of CSV and JSON.
pub(super) fn data(solved: &[Solved]) -> Table {
    let keys = ["variant", "board", "pieces", "collapse", "offset", "ending", "scoring", "tail", "ties"];
    let mut columns: Vec<Column> = keys.into_iter().map(Column::new).collect();
    columns.extend(["value", "lower", "upper", "proven"].map(Column::new));
    columns.push(Column::new("nodes").shown(Shown::JsonOnly));
    let mut table = Table::new(columns);
    for Solved { game, solution } in solved {
        let rules = &game.rules;
        table.push(vec![
            game.variant.map_or(Cell::Absent, |variant| Cell::text(variant.name())),
            Cell::size(side(game)),
            Cell::size(game.pieces),
            Cell::text(rules.collapse.name()),
            Cell::text(rules.offset.name()),
            Cell::text(rules.ending.name()),
            Cell::text(rules.scoring.name()),
            Cell::text(rules.tail.name()),
            Cell::text(rules.ties.name()),
            solution.value().map_or(Cell::Absent, points),
            points(solution.lower),
            points(solution.upper),
            Cell::Truth(solution.value().is_some()),
            Cell::Number(solution.nodes),
        ]);
    }
    table
}

fn result(solution: &Solution) -> &'static str {
    match solution.value() {
        None => "not decided",
        Some(value) if value > Margin::ZERO => "player 1 wins",
        Some(value) if value < Margin::ZERO => "player 2 wins",
        Some(_) => "draw",
    }
}

fn view(solved: &[Solved]) -> Table {
    let mut table = Table::new(vec![
        Column::new("variant"),
        Column::new("rules").headed("rules that differ from the paper's"),
        Column::new("board"),
        Column::new("pieces").headed("n"),
        Column::new("value"),
        Column::new("result"),
    ])
    .captioned("Perfect play: player 1's points minus player 2's");
    for Solved { game, solution } in solved {
        let rules = game.rules.to_string();
        let value = match solution.value() {
            Some(value) => value.to_string(),
            None => format!("{}..{}", solution.lower, solution.upper),
        };
        table.push(vec![
            game.variant.map_or(Cell::Absent, |variant| Cell::text(variant.name())),
            Cell::text(if rules == Variant::Paper.name() { String::new() } else { rules }),
            Cell::Text(format!("{m}x{m}", m = side(game))),
            Cell::size(game.pieces),
            Cell::Text(value),
            Cell::text(result(solution)),
        ]);
    }
    if let [one] = solved
        && one.solution.value().is_some()
    {
        table.note(format!("A line of best play: {}", one.solution.line));
    }
    table
}
