//! `gqt3 nash`: the value of a game under perfect play (the paper's section 8).

mod certificate;
mod checkpoint;
mod published;

use std::path::PathBuf;

use crate::board::SquareSet;
use crate::game::Game;
use crate::number::group_digits;
use crate::random_play::Outcome;
use crate::report::{AtomicFile, Column, Report, TIE, Table, Tone};
use crate::rules::{Margin, Player, Rules, Variant};
use crate::search::{Basis, MAX_SQUARES, SolveOptions, SolvedGame, default_table_bytes, solve_games};
use clap::Args;
use serde_json::{Value, json};

use super::columns::{caption, common, interval, rules, sizes_or_caption, tone};
use super::failure::{Failure, complete, unproven};
use super::files::Named;
use super::limited::LimitArgs;
use super::output::create;
use super::rule_args::{RuleLists, all_parameters, unless_default};
use super::session::Session;
use super::size_args::SizeArgs;
use checkpoint::Checkpoint;

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
    /// blocking, for examples/check_blocking. With --bound both: FILE.lower and FILE.upper
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Which bound: what player 1 can force at least, or player 2 at most
    #[arg(long, value_name = "BOUND", default_value = "lower", requires = "certificate", value_parser = ["lower", "upper", "both"])]
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
  gqt3 nash --certificate proof --bound both
  gqt3 nash --board 4 --time-limit 600 --certificate proof.blocking --bound lower
  gqt3 nash --board 4 --time-limit 2 --checkpoint 4x4.table";

pub fn run(args: &NashArgs, session: Session) -> Result<(), Failure> {
    let games = args.games()?;
    let certificates = args.certificates();
    let of_certificates = certificates.iter().map(|(_, path)| Named::output("--certificate", Some(path)));
    let of_checkpoint = Named::output("--checkpoint", args.checkpoint.as_deref());
    session.distinct(&of_certificates.chain([of_checkpoint]).collect::<Vec<_>>())?;
    let files = [("--certificate", &args.certificate), ("--checkpoint", &args.checkpoint)];
    if let Some((flag, _)) = files.iter().find(|(_, path)| path.is_some() && games.len() != 1) {
        return Err(Failure::BadInput(format!("{flag} is for one game; name one variant, board and n")));
    }
    if args.checkpoint.is_some() && games.iter().any(|game| game.squares() <= MAX_SQUARES) {
        let message = "--checkpoint is for boards beyond 3x3: smaller ones take seconds, so leave it out";
        return Err(Failure::BadInput(message.to_owned()));
    }
    let create =
        |(prover, path): (Player, PathBuf)| Ok((prover, create("--certificate", &path, session.progress())?));
    let certificates = certificates.into_iter().map(create).collect::<Result<Vec<_>, Failure>>()?;
    let checkpoint = args.checkpoint.as_deref().map(Checkpoint::open).transpose()?;
    let (solved, saved) = match (checkpoint, &games[..]) {
        (Some(checkpoint), &[game]) => {
            let (solved, saved) = checkpoint.solve(game, &args.options(&game), args.memory, &session)?;
            (vec![solved], saved)
        }
        _ => (solve_games(&games, |game: &Game| args.options(game), session.progress())?, Ok(())),
    };
    let of_one = certificates.into_iter().zip(solved.iter().cycle());
    let certify = |((prover, file), one): ((Player, AtomicFile), &SolvedGame)| {
        certificate::write(one, prover, &args.options(&one.game), file, &session)
    };
    let certified: Vec<Result<(), Failure>> = of_one.map(certify).collect();
    for SolvedGame { game, solution, .. } in &solved {
        let by_blocking = solution.basis.contains(&Basis::Blocking);
        let blocking = if by_blocking { "proofs by blocking and " } else { "" };
        let nodes = group_digits(solution.nodes);
        session.remark(|| format!("{game}: {blocking}alpha-beta with a table, {nodes} nodes"));
    }
    let interrupted = session.progress().interrupted();
    session.finish_partial(&Report {
        summary: json!({"lines": solved.iter().map(line).collect::<Vec<_>>()}),
        ..Report::new("nash", args.asked(), table(&solved, args.first_moves))
    })?;
    // The answer has been given, whatever became of the files.
    saved?;
    certified.into_iter().collect::<Result<(), Failure>>()?;
    is_proven(&solved, args.first_moves, interrupted)
}

impl NashArgs {
    fn games(&self) -> Result<Vec<Game>, Failure> {
        let flag = if self.all_variants { "--all-variants" } else { "--all-rules" };
        let rules: Vec<Rules> = match (self.all_variants, self.all_rules) {
            (false, false) => self.rules.rules.clone(),
            _ if self.rules.any => {
                return Err(Failure::BadInput(format!(
                    "{flag} sets all rules (--ties to dense); drop it, or list values of the rule flags"
                )));
            }
            (true, _) => Variant::ALL.iter().map(|variant| variant.rules()).collect(),
            (_, true) => Rules::combinations().collect(),
        };
        self.size.games(&rules)
    }

    /// The certificates that are to be written: whose bound each proves, and its file.
    fn certificates(&self) -> Vec<(Player, PathBuf)> {
        let Some(path) = &self.certificate else { return Vec::new() };
        let with = |ending: &str| {
            let mut name = path.clone().into_os_string();
            name.push(ending);
            PathBuf::from(name)
        };
        match &*self.bound {
            "both" => vec![(Player::One, with(".lower")), (Player::Two, with(".upper"))],
            "upper" => vec![(Player::Two, path.clone())],
            _ => vec![(Player::One, path.clone())],
        }
    }

    /// What each game may cost.
    fn options(&self, game: &Game) -> SolveOptions {
        SolveOptions {
            table_bytes: self.memory.map_or_else(|| default_table_bytes(game), |mib| (mib as usize) << 20),
            time_limit: self.limits.time(game),
            node_limit: self.limits.node_limit,
            first_moves: self.first_moves,
        }
    }

    /// What was asked, for JSON.
    fn asked(&self) -> Value {
        let (board, pieces) = (self.size.board.as_slice(), self.size.pieces().as_slice());
        match (self.all_variants, self.all_rules) {
            (true, _) => json!({"all_variants": true, "board": board, "pieces": pieces}),
            (_, true) => json!({"all_rules": true, "board": board, "pieces": pieces}),
            _ => all_parameters(&self.rules.rules, json!({"board": board, "pieces": pieces})),
        }
    }
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

/// A row for each game; `first_moves` if they were asked for.
pub(super) fn table(solved: &[SolvedGame], first_moves: bool) -> Table<'_> {
    let (columns, said) = columns(solved, first_moves);
    let title = "Perfect play: player 1's points minus player 2's";
    let mut table = Table::of(columns, solved).captioned(caption(title, &said));
    if let [SolvedGame { solution, .. }] = solved {
        solution.line.iter().for_each(|line| table.note(format!("A line of best play: {line}")));
    }
    if solved.iter().any(|one| known(one).is_some()) {
        table.note(published::NOTE);
    }
    let has_name = |one: &SolvedGame| variant(one).is_some();
    if solved.iter().any(has_name) && !solved.iter().all(has_name) {
        table.note("The rules that have no variant are no named set of rules.");
    }
    table
}

/// The columns of a table of games, and what its caption says.
fn columns(solved: &[SolvedGame], first_moves: bool) -> (Vec<Column<'_, SolvedGame>>, Vec<String>) {
    let (sizes, mut said) = sizes_or_caption(solved, |one: &SolvedGame| (one.game.side(), one.game.pieces()));
    let same = common(solved.iter().map(|one| *one.game.rules()));
    if let Some(rules) = same {
        let variant = Variant::of(rules).map(|variant| format!("variant {}", variant.name()));
        said.splice(..0, variant.into_iter().chain([unless_default(&rules)]));
    }
    let mut columns = vec![Column::new("variant", variant).in_text_if(same.is_none())];
    columns.extend(same.is_none().then(|| Column::text("rules that differ from the paper's", flags)));
    columns.extend(sizes);
    let axes = &["collapse", "offset", "ending", "scoring", "tail", "ties"];
    columns.extend(rules(axes, |one: &SolvedGame| one.game.rules()));
    columns.extend(interval("value", |one: &SolvedGame| Some(one.solution.interval)));
    columns.push(Column::data("proven", |one: &SolvedGame| one.solution.value().is_some()));
    let basis_is_told = solved.iter().any(|one| basis(one) != Basis::Search.name());
    columns.push(Column::new("basis", basis).headed("proved by").in_text_if(basis_is_told));
    columns.push(Column::text("result", |one| result(one).0).toned(|one| result(one).1));
    columns.extend(solved.iter().any(|one| known(one).is_some()).then(|| Column::text("known", known)));
    columns.push(Column::data("turns", SolvedGame::turns));
    if first_moves {
        let found = |one: &SolvedGame| one.first_moves.as_deref().map(names);
        let text = move |one: &SolvedGame| found(one).unwrap_or_else(|| "not found".to_owned());
        columns.push(Column::new("first_moves", found).headed("best first moves").in_text(text));
        // On small boards it is known of every first move whether it keeps the value.
        if solved.iter().any(|one| one.game.squares() > MAX_SQUARES) {
            let undecided = |one: &SolvedGame| names(&one.undecided_moves);
            columns.push(Column::new("undecided_moves", undecided).headed("not known"));
        }
    }
    columns.push(Column::json("nodes", |one: &SolvedGame| one.solution.nodes));
    (columns, said)
}

/// The value of a game that was not proved now, if it was published.
fn known(solved: &SolvedGame) -> Option<String> {
    if solved.solution.value().is_some() { None } else { published::value(&solved.game) }
}

/// The line of best play, for the summary in JSON.
fn line(solved: &SolvedGame) -> Value {
    let SolvedGame { game, solution, .. } = solved;
    json!({
        "variant": variant(solved),
        "board": game.side(),
        "pieces": game.pieces(),
        "rules": game.rules().to_string(),
        "line": solution.line.as_ref().map_or_else(String::new, ToString::to_string),
    })
}

fn variant(solved: &SolvedGame) -> Option<&'static str> {
    Variant::of(*solved.game.rules()).map(Variant::name)
}

/// The rules that are not the paper's, as flags: lines are broken between them, not before their values.
fn flags(solved: &SolvedGame) -> String {
    unless_default(solved.game.rules()).replace(' ', TIE).replace(&format!("{TIE}--"), " --")
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
