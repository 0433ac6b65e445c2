//! `gqt3 nash`: the value of a game under perfect play (the paper's section 8).

mod checkpoint;
mod table;

use std::path::PathBuf;

use crate::game::Game;
use crate::number::group_digits;
use crate::position::Position;
use crate::report::{AtomicFile, Report};
use crate::rules::{Player, Rules, Variant};
use crate::search::blocking::Effort;
use crate::search::certificate::{BlockingProof, Certificate, CertificateError, Claim};
use crate::search::{Basis, MAX_SQUARES, SolveOptions, SolvedGame, default_table_bytes, solve_games};
use clap::Args;
use serde_json::{Value, json};

use crate::cli::failure::{Failure, complete, unproven};
use crate::cli::files::Named;
use crate::cli::limited::LimitArgs;
use crate::cli::output::create;
use crate::cli::rule_args::{RuleLists, all_parameters};
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
    /// Memory for the table of each game, in MiB [default: 1, or 32 for n >= 3; 1024 beyond 3x3]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20), allow_negative_numbers = true)]
    memory: Option<u64>,
    /// Write a strategy that proves a bound of the value, for scripts/check_certificate.py; of a bound that is proved by
    /// blocking, for examples/check_blocking
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Which bound: what player 1 can force at least, or player 2 at most
    #[arg(long, value_name = "BOUND", default_value = "lower", requires = "certificate", value_parser = ["lower", "upper"])]
    bound: String,
    /// Keep the work in a file, beyond 3x3: read it if it is there, and write it at the end, also after --time-limit or Ctrl-C
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Find all best first moves too, one of each symmetry class
    #[arg(long)]
    first_moves: bool,
    #[command(flatten)]
    rules: RuleLists,
}

const EXAMPLES: &str = "\
Without flags: the 3-by-3 board with two pieces under the paper's rules. The value is player 1's points minus \
player 2's. In a line of best play a collapse follows its move: 1-5=1 puts the newest series on square 1. A rule flag takes a \
list, too: every combination is solved.

Examples:
  gqt3 nash
  gqt3 nash --variant player1-collapses
  gqt3 nash --collapse opponent,mover --offset 0,1
  gqt3 nash --all-variants
  gqt3 nash --board 2,3 --pieces 1,2 --format csv
  gqt3 nash --pieces 7..9
  gqt3 nash --pieces 4 --time-limit 2
  gqt3 nash --board 4 --node-limit 100000
  gqt3 nash --variant player1-collapses --certificate proof.txt --bound upper
  gqt3 nash --board 4 --time-limit 600 --certificate proof.blocking --bound lower
  gqt3 nash --board 4 --time-limit 2 --checkpoint 4x4.table";

pub fn run(args: &NashArgs, session: Session) -> Result<(), Failure> {
    let games = games(args)?;
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
    if args.checkpoint.is_some() && games.iter().any(|game| game.squares() <= MAX_SQUARES) {
        let message =
            "--checkpoint is for boards beyond 3x3: smaller ones take seconds, so leave it out".to_owned();
        return Err(Failure::BadInput(message));
    }
    let create = |path| create("--certificate", path, session.progress());
    let file = args.certificate.as_deref().map(create).transpose()?;
    let checkpoint = args.checkpoint.as_deref().map(Checkpoint::open).transpose()?;
    let (solved, saved) = match (checkpoint, &games[..]) {
        (Some(checkpoint), &[game]) => {
            let (solved, saved) = checkpoint.solve(game, &options(args, &game), args.memory, &session)?;
            (vec![solved], saved)
        }
        _ => (solve_games(&games, |game: &Game| options(args, game), session.progress())?, Ok(())),
    };
    let certified = match (file, &solved[..]) {
        (Some(file), [one]) => certify(one, &args.bound, &options(args, &one.game), file, &session),
        _ => Ok(()),
    };
    for one in &solved {
        let blocking =
            if one.solution.basis.contains(&Basis::Blocking) { "proofs by blocking and " } else { "" };
        let nodes = group_digits(one.solution.nodes);
        session.remark(|| format!("{}: {blocking}alpha-beta with a table, {nodes} nodes", one.game));
    }
    let interrupted = session.progress().interrupted();
    session.finish_partial(&Report {
        summary: json!({"lines": solved.iter().map(line).collect::<Vec<_>>()}),
        ..Report::new("nash", asked(args), table(&solved, args.first_moves))
    })?;
    // The answer has been given, whatever became of the files.
    saved?;
    certified?;
    is_proven(&solved, args.first_moves, interrupted)
}

/// Whether everything that was asked for is proven.
fn is_proven(solved: &[SolvedGame], first_moves: bool, interrupted: bool) -> Result<(), Failure> {
    let open = solved.iter().filter(|solved| solved.solution.value().is_none()).count();
    let lists = |solved: &SolvedGame| solved.first_moves.is_some() && solved.undecided_moves.is_empty();
    let unlisted = solved.iter().filter(|solved| first_moves && !lists(solved)).count();
    if open == 0 && unlisted > 0 && interrupted {
        return Err(Failure::Interrupted("the values that are written are proven, not all first moves"));
    }
    complete(open + unlisted == 0, interrupted, || match (open, solved) {
        (0, [_]) => "the value is proven, but not which first moves keep it".to_owned(),
        (0, _) => format!("{unlisted} of the values are proven without the first moves that keep them"),
        _ => unproven(open),
    })
}

/// The line of best play, for the summary in JSON.
fn line(SolvedGame { game, solution, .. }: &SolvedGame) -> Value {
    json!({
        "variant": Variant::of(*game.rules()).map(Variant::name),
        "board": game.side(),
        "pieces": game.pieces(),
        "rules": game.rules().to_string(),
        "line": solution.line.as_ref().map_or_else(String::new, ToString::to_string),
    })
}

fn games(args: &NashArgs) -> Result<Vec<Game>, Failure> {
    if (args.all_variants || args.all_rules) && args.rules.any {
        let flag = if args.all_variants { "--all-variants" } else { "--all-rules" };
        return Err(Failure::BadInput(format!(
            "{flag} sets all rules (--ties to dense); drop it, or list values of the rule flags"
        )));
    }
    let rules: Vec<Rules> = match (args.all_variants, args.all_rules) {
        (true, _) => Variant::ALL.iter().map(|variant| variant.rules()).collect(),
        (_, true) => Rules::combinations().collect(),
        _ => args.rules.rules.clone(),
    };
    args.size.games(&rules)
}

fn asked(args: &NashArgs) -> Value {
    let sizes = json!({"board": args.size.board.as_slice(), "pieces": args.size.pieces().as_slice()});
    match (args.all_variants, args.all_rules) {
        (false, false) => all_parameters(&args.rules.rules, sizes),
        (all_variants, _) => {
            let all = if all_variants { "all_variants" } else { "all_rules" };
            json!({all: true, "board": sizes["board"], "pieces": sizes["pieces"]})
        }
    }
}

/// What each game may cost.
fn options(args: &NashArgs, game: &Game) -> SolveOptions {
    let table_bytes = args.memory.map_or_else(|| default_table_bytes(game), |mib| (mib as usize) << 20);
    SolveOptions {
        table_bytes,
        time_limit: args.limits.time(game),
        node_limit: args.limits.node_limit,
        first_moves: args.first_moves,
    }
}

/// Writes a strategy that proves a bound.
fn certify(
    solved: &SolvedGame,
    bound: &str,
    options: &SolveOptions,
    file: AtomicFile,
    session: &Session,
) -> Result<(), Failure> {
    let interval = solved.solution.interval;
    let claim = match bound {
        "upper" => Claim { prover: Player::Two, margin: interval.upper },
        _ => Claim { prover: Player::One, margin: interval.lower },
    };
    let basis = solved.solution.basis[claim.prover as usize];
    let mut solver = options.solver(solved.game)?;
    let progress = solver.limited(options.node_limit, options.time_limit, session.progress());
    let nothing_written = |why| Failure::Incomplete(format!("--certificate: {why}; nothing was written"));
    let failed = |error: CertificateError| match error {
        CertificateError::Interrupted(_) if session.progress().interrupted() => {
            Failure::Interrupted("the certificate was not written")
        }
        CertificateError::Interrupted(_) if basis == Basis::Theorem => nothing_written(
            "the bound is proved by a theorem, whose strategy has too many choices for the limit",
        ),
        CertificateError::Interrupted(_) => nothing_written(
            "the limit came before the strategy was complete, so raise --time-limit or --node-limit",
        ),
        other => Failure::Incomplete(format!("--certificate: {other}")),
    };
    let (written, what) = if basis == Basis::Blocking {
        let most_nodes = options.node_limit.unwrap_or(u64::MAX);
        let effort = Effort { most_nodes, parallel: options.node_limit.is_none() };
        let proof = BlockingProof::of(&solved.game, claim, options.table_bytes, effort, &progress);
        let proof = proof.map_err(failed)?;
        let replies = group_digits(proof.replies());
        let what = format!("{} against every {}, {replies} replies", claim.prover, proof.goal());
        (file.commit(|out| proof.write(out)), what)
    } else {
        let certificate = Certificate::of(&Position::new(solved.game), claim, &mut solver, &progress);
        let certificate = certificate.map_err(failed)?;
        let choices = group_digits(certificate.choices());
        (file.commit(|out| certificate.write(out)), format!("{choices} choices"))
    };
    written.map_err(|error| Failure::of_file("--certificate", error))?;
    session.remark(|| format!("certificate: {what}"));
    Ok(())
}
