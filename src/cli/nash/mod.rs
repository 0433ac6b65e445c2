//! `gqt3 nash`: the value of a game under perfect play (the paper's section 8).

mod census;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use gqt3::board::Board;
use gqt3::position::Position;
use gqt3::progress::Progress;
use gqt3::report::{AtomicFile, Cell, Column, Report, Shown, Table, group_digits};
use gqt3::rules::{Margin, Player, Rules, Variant};
use gqt3::search::certificate::{Certificate, CertificateError, Claim};
use gqt3::search::{Solution, Solver, default_table_bytes, solve_with_table};
use num_rational::BigRational;
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use crate::cli::failure::{Failure, NOTHING_WRITTEN};
use crate::cli::limited::{Limited, seconds};
use crate::cli::rule_args::{RuleArgs, parameters};
use crate::cli::session::Session;
use crate::cli::size_args::{BoardArgs, PiecesArgs};

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
    /// Stop after so many seconds for each game, with the interval proven by then
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
    /// Memory for the table of each game, in MiB [default: 4, or 256 for n >= 3]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20), allow_negative_numbers = true)]
    memory: Option<u64>,
    /// Write a strategy that proves a bound of the value, for scripts/check_certificate.py
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Which bound: what player 1 can force at least, or player 2 at most
    #[arg(long, value_name = "BOUND", default_value = "lower", requires = "certificate", value_parser = ["lower", "upper"])]
    bound: String,
    /// Count the positions after each turn instead, and those of the first four turns by their value
    #[arg(long, conflicts_with_all = ["all_variants", "all_rules", "time_limit", "memory", "certificate"])]
    census: bool,
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
  gqt3 nash --board 2,3 --pieces 1,2 --format csv
  gqt3 nash --pieces 7..9
  gqt3 nash --pieces 4 --time-limit 2
  gqt3 nash --variant player1-collapses --certificate proof.txt --bound upper
  gqt3 nash --census --board 2,3 --pieces 1";

/// One game to solve.
pub(in crate::cli) struct Game {
    pub variant: Option<Variant>,
    pub board: Board,
    pub pieces: usize,
    pub rules: Rules,
}

/// A game and what is proven about it.
pub(in crate::cli) struct Solved {
    pub game: Game,
    pub solution: Solution,
}

pub fn run(args: &NashArgs, session: Session) -> Result<(), Failure> {
    if args.census { census::run(args, session) } else { solve(args, session) }
}

fn solve(args: &NashArgs, session: Session) -> Result<(), Failure> {
    let games = games(args)?;
    if args.certificate.is_some() && games.len() != 1 {
        return Err(Failure::BadInput(
            "--certificate is for one game; name one variant, board and n".to_owned(),
        ));
    }
    let file = args.certificate.as_deref().map(AtomicFile::create).transpose();
    let file = file.map_err(|error| Failure::BadInput(format!("--certificate: {error}")))?;
    let effort = Effort { time_limit: args.time_limit, memory: args.memory };
    let solved = solve_all(games, effort, session.progress())?;
    if let (Some(file), [one]) = (file, &solved[..]) {
        certify(one, &args.bound, effort, file, &session)?;
    }
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
        (1, false) if solved.len() == 1 => {
            Err(Failure::Incomplete("the value is not proven; the interval above is".to_owned()))
        }
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

/// What a game may cost.
#[derive(Clone, Copy)]
struct Effort {
    time_limit: Option<Duration>,
    /// MiB.
    memory: Option<u64>,
}

impl Effort {
    fn table_bytes(&self, pieces: usize) -> usize {
        self.memory.map_or(default_table_bytes(pieces), |mib| (mib as usize) << 20)
    }

    fn solve(&self, game: &Game, progress: &dyn Progress) -> Result<Solution, Failure> {
        if game.pieces == 0 {
            return Err(bad_input(gqt3::search::Error::NoPieces));
        }
        let start = Position::new(game.board, game.pieces, game.rules);
        let limited = Limited::new(progress, self.time_limit);
        solve_with_table(&start, self.table_bytes(game.pieces), &limited).map_err(bad_input)
    }
}

/// Writes a strategy that proves a bound.
fn certify(
    solved: &Solved,
    bound: &str,
    effort: Effort,
    file: AtomicFile,
    session: &Session,
) -> Result<(), Failure> {
    let Game { board, pieces, rules, .. } = solved.game;
    let claim = match bound {
        "upper" => Claim { prover: Player::Two, margin: solved.solution.upper },
        _ => Claim { prover: Player::One, margin: solved.solution.lower },
    };
    let mut solver = Solver::new(board, pieces, &rules, effort.table_bytes(pieces)).map_err(bad_input)?;
    let start = Position::new(board, pieces, rules);
    let certificate = Certificate::of(&start, claim, &mut solver, session.progress());
    let certificate = certificate.map_err(|error| match error {
        CertificateError::Interrupted => Failure::Interrupted(NOTHING_WRITTEN),
        other => Failure::Incomplete(other.to_string()),
    })?;
    let written = file.commit(|out| certificate.write(out));
    written.map_err(|error| Failure::Incomplete(format!("--certificate: {error}")))?;
    session.remark(|| format!("certificate: {} choices", group_digits(&certificate.choices().to_string())));
    Ok(())
}

/// Solves the games side by side; their order stays.
fn solve_all(games: Vec<Game>, effort: Effort, progress: &dyn Progress) -> Result<Vec<Solved>, Failure> {
    if let [game] = &games[..] {
        let solution = effort.solve(game, progress)?;
        return Ok(games.into_iter().map(|game| Solved { game, solution: solution.clone() }).collect());
    }
    let failed = AtomicBool::new(false);
    progress.begin("games", Some(games.len() as u64));
    let solved = games
        .into_par_iter()
        .with_max_len(1)
        .map(|game| {
            let one = OneOfMany { all: progress, failed: &failed };
            let solution =
                effort.solve(&game, &one).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
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
pub(in crate::cli) fn data(solved: &[Solved]) -> Table {
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
