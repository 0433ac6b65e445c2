//! `gqt3 nash`: the value of a game under perfect play (the paper's section 8).

mod census;
mod saved;
mod views;

use std::cmp::Reverse;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use gqt3::board::{Board, SquareSet};
use gqt3::position::Position;
use gqt3::progress::Progress;
use gqt3::report::{AtomicFile, Report, group_digits};
use gqt3::rules::{Player, Rules, Variant};
use gqt3::search::certificate::{Certificate, CertificateError, Claim};
use gqt3::search::{
    LARGE_BOARD_BYTES, LARGE_TABLE_BYTES, MAX_SQUARES, Solution, Solver, default_table_bytes, limits,
};
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use sysinfo::System;

use crate::cli::failure::{Failure, NOTHING_WRITTEN};
use crate::cli::files::Named;
use crate::cli::limited::LimitArgs;
use crate::cli::rule_args::{RuleArgs, parameters};
use crate::cli::session::Session;
use crate::cli::size_args::{BoardArgs, PiecesArgs};
use saved::SavedTable;
pub(in crate::cli) use views::data;
use views::{points, title, view};

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
    limits: LimitArgs,
    /// Memory for the table of each game, in MiB [default: what is fastest, 1 or for n >= 3 32; beyond 3x3 a quarter of what is
    /// free, at most 4096]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20), allow_negative_numbers = true)]
    memory: Option<u64>,
    /// Write a strategy that proves a bound of the value, for scripts/check_certificate.py
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Which bound: what player 1 can force at least, or player 2 at most
    #[arg(long, value_name = "BOUND", default_value = "lower", requires = "certificate", value_parser = ["lower", "upper"])]
    bound: String,
    /// Keep the work in a file: read it if it is there, and write it at the end, also after --time-limit or Ctrl-C
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Find all best first moves too, one of each symmetry class
    #[arg(long)]
    first_moves: bool,
    /// Count the positions after each turn instead, and those of the first four turns by their value
    #[arg(long, conflicts_with_all = ["all_variants", "all_rules", "time_limit", "node_limit", "memory", "certificate", "bound", "table", "first_moves"])]
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
  gqt3 nash --board 4 --node-limit 100000
  gqt3 nash --variant player1-collapses --certificate proof.txt --bound upper
  gqt3 nash --pieces 4 --time-limit 2 --table pieces4.table
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
    /// The best first moves by symmetry class, if they were asked for.
    pub first_moves: Option<Vec<SquareSet>>,
}

pub fn run(args: &NashArgs, session: Session) -> Result<(), Failure> {
    if args.census { census::run(args, session) } else { solve(args, session) }
}

fn solve(args: &NashArgs, session: Session) -> Result<(), Failure> {
    let mut games = games(args)?;
    session.distinct(&[
        Named::output("--certificate", args.certificate.as_deref()),
        Named::output("--table", args.table.as_deref()),
    ])?;
    for (flag, file) in [("--certificate", &args.certificate), ("--table", &args.table)] {
        if file.is_some() && games.len() != 1 {
            let message = format!("{flag} is for one game; name one variant, board and n");
            return Err(Failure::BadInput(message));
        }
    }
    let file = args.certificate.as_deref().map(AtomicFile::create).transpose();
    let file = file.map_err(|error| Failure::BadInput(format!("--certificate: {error}")))?;
    let table = args.table.as_deref().map(SavedTable::open).transpose()?;
    let effort = Effort::of(args, &games);
    let (solved, saved) = match (table, games.pop()) {
        (Some(table), Some(game)) => {
            let (solved, saved) = table.solve(game, effort, &session)?;
            (vec![solved], saved)
        }
        (_, last) => {
            (solve_all(games.into_iter().chain(last).collect(), effort, session.progress())?, Ok(()))
        }
    };
    let certified = match (file, &solved[..]) {
        (Some(file), [one]) => certify(one, &args.bound, effort, file, &session),
        _ => Ok(()),
    };
    for Solved { game, solution, .. } in &solved {
        session.remark(|| {
            let nodes = group_digits(&solution.nodes.to_string());
            format!("{}: alpha-beta with a table, {nodes} nodes", title(game))
        });
    }
    let interrupted = session.progress().interrupted();
    session.finish_partial(&report(args, &solved)?)?;
    // The answer has been given, whatever became of the files.
    saved?;
    certified?;
    complete(&solved, effort, interrupted)
}

/// Whether everything that was asked for is proven.
fn complete(solved: &[Solved], effort: Effort, interrupted: bool) -> Result<(), Failure> {
    let unproven = solved.iter().filter(|solved| solved.solution.value().is_none()).count();
    let unlisted = solved.iter().filter(|solved| effort.first_moves && solved.first_moves.is_none()).count();
    let message = match (unproven, unlisted) {
        (0, 0) => return Ok(()),
        (0, _) if interrupted => {
            return Err(Failure::Interrupted("the values above are proven, not all first moves"));
        }
        (_, _) if interrupted => return Err(Failure::Interrupted("the intervals above are what is proven")),
        (0, 1) if solved.len() == 1 => "the value is proven, but not which first moves keep it".to_owned(),
        (0, _) => format!("{unlisted} of the values are proven without the first moves that keep them"),
        (1, _) if solved.len() == 1 => "the value is not proven; the interval above is".to_owned(),
        _ => format!("{unproven} of the values are not proven"),
    };
    Err(Failure::Incomplete(message))
}

fn report(args: &NashArgs, solved: &[Solved]) -> Result<Report, Failure> {
    let lines = solved.iter().map(|Solved { game, solution, .. }| {
        json!({
            "variant": game.variant.map(Variant::name),
            "board": game.board.side(),
            "pieces": game.pieces,
            "rules": game.rules.to_string(),
            "line": solution.line.as_ref().map_or_else(String::new, ToString::to_string),
        })
    });
    let mut summary = Map::new();
    summary.insert("lines".to_owned(), Value::Array(lines.collect()));
    let (table, views) = (data(solved, args.first_moves), vec![view(solved, args.first_moves)]);
    Ok(Report { command: "nash", parameters: asked(args)?, table, views, summary })
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
    limits: LimitArgs,
    /// MiB.
    memory: Option<u64>,
    /// The bytes of the table of each large board, if `memory` does not say.
    large_table: usize,
    first_moves: bool,
}

impl Effort {
    fn of(args: &NashArgs, games: &[Game]) -> Effort {
        let (memory, limits, first_moves) = (args.memory, args.limits, args.first_moves);
        let unasked = memory.is_none() && games.iter().any(|game| game.board.squares() > MAX_SQUARES);
        // Asked once, for games that have begun leave less; as many run side by side as there are threads.
        let at_once = games.len().clamp(1, rayon::current_num_threads());
        let large_table = match limits.node_limit {
            // What so many nodes prove must not depend on the machine, so neither may the table.
            Some(_) => LARGE_BOARD_BYTES,
            None if unasked => quarter_of_free_memory() / at_once,
            None => 0,
        };
        Effort { limits, memory, large_table, first_moves }
    }

    fn table_bytes(&self, board: Board, pieces: usize) -> usize {
        match self.memory {
            Some(mib) => (mib as usize) << 20,
            None if board.squares() > MAX_SQUARES => self.large_table,
            None => default_table_bytes(&gqt3::game::Game::new(board, pieces, Rules::default()).unwrap()),
        }
    }

    fn solver(&self, game: &Game) -> Result<Solver, Failure> {
        let of = gqt3::game::Game::new(game.board, game.pieces, game.rules).unwrap();
        Solver::new(of, self.table_bytes(game.board, game.pieces)).map_err(bad_input)
    }

    fn solve(&self, game: Game, solver: &mut Solver, progress: &dyn Progress) -> Solved {
        let start = Position::new(gqt3::game::Game::new(game.board, game.pieces, game.rules).unwrap());
        let progress = self.limits.begin(solver, game.board, progress);
        let solution = solver.solve(&start, &progress);
        let first_moves = self.first_moves.then(|| solver.best_first_moves(&start, &progress)).flatten();
        Solved { game, solution, first_moves }
    }

    /// A game that was not begun: what is known without a search.
    fn not_begun(game: Game) -> Solved {
        let start = Position::new(gqt3::game::Game::new(game.board, game.pieces, game.rules).unwrap());
        Solved {
            game,
            solution: Solution { interval: limits(&start), line: None, nodes: 0 },
            first_moves: None,
        }
    }
}

/// The most memory that a table takes unasked.
const MOST_TABLE_BYTES: u64 = 4 << 30;

/// A quarter of the memory that is free, or the most that a table takes, in bytes.
fn quarter_of_free_memory() -> usize {
    let mut system = System::new();
    system.refresh_memory();
    // Containers may have less than the machine.
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    let free = system.available_memory().min(limit);
    (free / 4).clamp(LARGE_TABLE_BYTES as u64, MOST_TABLE_BYTES) as usize
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
        "upper" => Claim { prover: Player::Two, margin: solved.solution.interval.upper },
        _ => Claim { prover: Player::One, margin: solved.solution.interval.lower },
    };
    let mut solver = effort.solver(&solved.game)?;
    let start = Position::new(gqt3::game::Game::new(board, pieces, rules).unwrap());
    let progress = effort.limits.begin(&mut solver, board, session.progress());
    let certificate = Certificate::of(&start, claim, &mut solver, &progress);
    let certificate = certificate.map_err(|error| match error {
        CertificateError::Interrupted(_) if session.progress().interrupted() => {
            Failure::Interrupted("the certificate was not written")
        }
        CertificateError::Interrupted(_) => Failure::Incomplete(
            "--certificate: the limit came before the strategy was complete, and nothing was written; \
             raise --time-limit or --node-limit"
                .to_owned(),
        ),
        other => Failure::Incomplete(format!("--certificate: {other}")),
    })?;
    let written = file.commit(|out| certificate.write(out));
    written.map_err(|error| Failure::Incomplete(format!("--certificate: {error}")))?;
    session.remark(|| format!("certificate: {} choices", group_digits(&certificate.choices().to_string())));
    Ok(())
}

/// Solves the games side by side; their order stays.
fn solve_all(mut games: Vec<Game>, effort: Effort, progress: &dyn Progress) -> Result<Vec<Solved>, Failure> {
    if games.len() == 1
        && let Some(game) = games.pop()
    {
        let mut solver = effort.solver(&game)?;
        return Ok(vec![effort.solve(game, &mut solver, progress)]);
    }
    let failed = AtomicBool::new(false);
    progress.begin("games", Some(games.len() as u64));
    // One after the other to whichever thread is free, the longest first: large boards, and n = 3 and 4 on them.
    let mut games: Vec<(usize, Game)> = games.into_iter().enumerate().collect();
    games.sort_by_key(|(_, game)| (Reverse(game.board.squares()), game.pieces.abs_diff(4)));
    let solved: Result<Vec<(usize, Solved)>, Failure> = games
        .into_iter()
        .par_bridge()
        .map(|(place, game)| {
            let one = OneOfMany { all: progress, failed: &failed };
            if one.interrupted() {
                return Ok((place, Effort::not_begun(game)));
            }
            let solver = effort.solver(&game);
            let mut solver = solver.inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            let solved = effort.solve(game, &mut solver, &one);
            progress.advance(1);
            Ok((place, solved))
        })
        .collect();
    progress.end();
    let mut solved = solved?;
    solved.sort_by_key(|(place, _)| *place);
    Ok(solved.into_iter().map(|(_, solved)| solved).collect())
}

fn bad_input(error: gqt3::search::Error) -> Failure {
    Failure::BadInput(error.to_string())
}
