//! `gqt3 nash`: the value of a game under perfect play (the paper's section 8).

mod checkpoint;
mod table;

use std::cmp::Reverse;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use gqt3::board::SquareSet;
use gqt3::game::Game;
use gqt3::notation::Record;
use gqt3::position::Position;
use gqt3::progress::Progress;
use gqt3::report::{AtomicFile, Report, group_digits};
use gqt3::rules::{Player, Rules, Variant};
use gqt3::search::certificate::{Certificate, CertificateError, Claim};
use gqt3::search::{
    Bounds, LARGE_BOARD_BYTES, LARGE_TABLE_BYTES, MAX_SQUARES, Solution, Solver, default_table_bytes, limits,
};
use rayon::prelude::*;
use serde_json::{Value, json};
use sysinfo::System;

use crate::cli::census;
use crate::cli::columns::by_side;
use crate::cli::failure::Failure;
use crate::cli::files::Named;
use crate::cli::limited::LimitArgs;
use crate::cli::rule_args::{RuleArgs, parameters};
use crate::cli::session::Session;
use crate::cli::size_args::SizeArgs;
use checkpoint::Checkpoint;
pub(in crate::cli) use table::table;

/// Solve a game: its value when both players make no mistake
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct NashArgs {
    #[command(flatten)]
    size: SizeArgs,
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
    #[arg(long, value_name = "FILE", alias = "table")]
    checkpoint: Option<PathBuf>,
    /// Find all best first moves too, one of each symmetry class
    #[arg(long)]
    first_moves: bool,
    /// The former name of the command census
    #[arg(long, hide = true, conflicts_with_all = ["all_variants", "all_rules", "time_limit", "node_limit", "memory", "certificate", "bound", "checkpoint", "first_moves"])]
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
  gqt3 nash --pieces 4 --time-limit 2 --checkpoint pieces4.table";

/// A game and what is proven about it.
pub(in crate::cli) struct Solved {
    pub game: Game,
    pub solution: Solution,
    /// The best first moves by symmetry class, if they were asked for.
    pub first_moves: Option<Vec<SquareSet>>,
}

pub fn run(args: &NashArgs, session: Session) -> Result<(), Failure> {
    if args.census {
        census::count_games(&args.size, args.rules.rules(), session)
    } else {
        solve(args, session)
    }
}

fn solve(args: &NashArgs, session: Session) -> Result<(), Failure> {
    let mut games = games(args)?;
    session.distinct(&[
        Named::output("--certificate", args.certificate.as_deref()),
        Named::output("--checkpoint", args.checkpoint.as_deref()),
    ])?;
    for (flag, file) in [("--certificate", &args.certificate), ("--checkpoint", &args.checkpoint)] {
        if file.is_some() && games.len() != 1 {
            let message = format!("{flag} is for one game; name one variant, board and n");
            return Err(Failure::BadInput(message));
        }
    }
    let file = args.certificate.as_deref().map(AtomicFile::create).transpose();
    let file = file.map_err(|error| Failure::of_file("--certificate", error))?;
    let checkpoint = args.checkpoint.as_deref().map(Checkpoint::open).transpose()?;
    let effort = Effort::of(args, &games);
    let (solved, saved) = match (checkpoint, games.pop()) {
        (Some(checkpoint), Some(game)) => {
            let (solved, saved) = checkpoint.solve(game, effort, &session)?;
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
    session.finish_partial(&Report {
        summary: json!({"lines": solved.iter().map(line).collect::<Vec<_>>()}),
        ..Report::new("nash", asked(args), table(&solved, args.first_moves))
    })?;
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

/// Which game it is, in a remark.
fn title(game: &Game) -> String {
    let name = Variant::of(*game.rules()).map_or_else(|| game.rules().to_string(), |name| name.to_string());
    format!("{name}, {}, n = {}", by_side(game.side()), game.pieces())
}

/// The line of best play, for the summary in JSON.
fn line(Solved { game, solution, .. }: &Solved) -> Value {
    json!({
        "variant": Variant::of(*game.rules()).map(Variant::name),
        "board": game.side(),
        "pieces": game.pieces(),
        "rules": game.rules().to_string(),
        "line": solution.line.to_string(),
    })
}

fn games(args: &NashArgs) -> Result<Vec<Game>, Failure> {
    if (args.all_variants || args.all_rules) && args.rules.any() {
        let flag = if args.all_variants { "--all-variants" } else { "--all-rules" };
        return Err(Failure::BadInput(format!("{flag} sets all rules; drop it or the rule flags")));
    }
    let rules: Vec<Rules> = match (args.all_variants, args.all_rules) {
        (true, _) => Variant::ALL.iter().map(|variant| variant.rules()).collect(),
        (_, true) => Rules::combinations().collect(),
        _ => vec![args.rules.rules()],
    };
    args.size.games(&rules)
}

fn asked(args: &NashArgs) -> Value {
    let sizes = json!({"board": args.size.board.as_slice(), "pieces": args.size.pieces().as_slice()});
    match (args.all_variants, args.all_rules) {
        (false, false) => parameters(&args.rules.rules(), sizes),
        (all_variants, _) => {
            let all = if all_variants { "all_variants" } else { "all_rules" };
            json!({all: true, "board": sizes["board"], "pieces": sizes["pieces"]})
        }
    }
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
        let unasked = memory.is_none() && games.iter().any(|game| game.squares() > MAX_SQUARES);
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

    fn table_bytes(&self, game: &Game) -> usize {
        match self.memory {
            Some(mib) => (mib as usize) << 20,
            None if game.squares() > MAX_SQUARES => self.large_table,
            None => default_table_bytes(game.board(), game.pieces()),
        }
    }

    fn solver(&self, game: &Game) -> Result<Solver, Failure> {
        Ok(Solver::new(game.board(), game.pieces(), game.rules(), self.table_bytes(game))?)
    }

    fn solve(&self, game: Game, solver: &mut Solver, progress: &dyn Progress) -> Solved {
        let start = Position::new(game);
        let progress = self.limits.begin(solver, game.board(), progress);
        let solution = solver.solve(&start, &progress);
        let first_moves = self.first_moves.then(|| solver.best_first_moves(&start, &progress)).flatten();
        Solved { game, solution, first_moves }
    }

    /// A game that was not begun: what is known without a search.
    fn not_begun(game: Game) -> Solved {
        let start = Position::new(game);
        let Bounds { lower, upper } = limits(&start);
        Solved {
            game,
            solution: Solution { lower, upper, line: Record::new(start), nodes: 0 },
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
    let claim = match bound {
        "upper" => Claim { prover: Player::Two, margin: solved.solution.upper },
        _ => Claim { prover: Player::One, margin: solved.solution.lower },
    };
    let mut solver = effort.solver(&solved.game)?;
    let progress = effort.limits.begin(&mut solver, solved.game.board(), session.progress());
    let certificate = Certificate::of(&Position::new(solved.game), claim, &mut solver, &progress);
    let certificate = certificate.map_err(|error| match error {
        CertificateError::Interrupted if session.progress().interrupted() => {
            Failure::Interrupted("the certificate was not written")
        }
        CertificateError::Interrupted => Failure::Incomplete(
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
    games.sort_by_key(|(_, game)| (Reverse(game.squares()), game.pieces().abs_diff(4)));
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
