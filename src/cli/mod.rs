//! The command line. Each subcommand has a module of its name.

mod analyze;
mod arena;
mod batch;
mod bounds;
mod completions;
mod draw;
pub mod failure;
pub(crate) mod files;
mod folder;
mod game_args;
pub(crate) mod input;
pub(crate) mod limited;
mod man;
mod nash;
mod numbers;
mod output;
mod parameters;
mod play;
mod progress;
mod random;
mod reproduce;
mod review;
mod rule_args;
mod rules;
mod schema;
pub(crate) mod session;
mod signals;
mod size_args;
pub(crate) mod stderr;
mod tree_size;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};

pub use schema::schemas;

use crate::report::{Parameters, Table};
use crate::results;
use failure::Failure;
use gqt3::engine::rules::{Rules, Variant};
use session::{Session, SharedArgs};

const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("GQT3_COMMIT"), ")");

/// Generalized Quantum Tic-Tac-Toe, exactly: game-tree sizes, random play and perfect play.
#[derive(Debug, Parser)]
#[command(
    name = "gqt3",
    version = VERSION,
    max_term_width = 100,
    args_override_self = true
)]
#[command(override_usage = "gqt3 <COMMAND> [OPTIONS]", help_template = TEMPLATE, after_help = EXIT_CODES)]
struct Cli {
    #[command(flatten)]
    shared: SharedArgs,
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Run gqt3 help COMMAND for help on a command, and gqt3 help rules for the rules of the game. gqt3 completions and gqt3 man print shell completions and manual pages. The last of repeated flags wins, but lists of players and of the values of rule flags add up.

Results go to standard output, progress and messages to standard error.

Exit codes: 0 done, 1 a check failed or the answer is incomplete, 2 bad usage, bad input or a failed write, 130 interrupted, 143 after SIGTERM, 129 after SIGHUP.";

#[derive(Debug, Subcommand)]
enum Command {
    TreeSize(tree_size::TreeSizeArgs),
    Bounds(bounds::BoundsArgs),
    Random(random::RandomArgs),
    Nash(nash::NashArgs),
    Reproduce(reproduce::ReproduceArgs),
    Analyze(analyze::AnalyzeArgs),
    Review(review::ReviewArgs),
    Batch(batch::BatchArgs),
    Draw(draw::DrawArgs),
    Play(play::PlayArgs),
    Arena(arena::ArenaArgs),
    Rules(rules::RulesArgs),
    #[command(hide = true)]
    Completions(completions::CompletionsArgs),
    #[command(hide = true)]
    Man(man::ManArgs),
}

impl Command {
    /// Returns the tables of the command's JSON, without rows.
    fn tables(&self) -> Vec<Table<'_>> {
        match self {
            Command::TreeSize(_) => vec![results::tree_size::table(Vec::new())],
            Command::Bounds(_) => vec![results::bounds::table(&[])],
            Command::Random(_) => results::random::tables(&[]),
            Command::Nash(_) => vec![results::nash::solved(&[], false)],
            Command::Analyze(args) => args.tables(),
            Command::Review(_) => review::tables(&[], Vec::new()).into(),
            Command::Batch(_) => vec![batch::table()],
            Command::Arena(_) => arena::tables(&[]).into(),
            Command::Reproduce(_) => reproduce::tables(),
            Command::Draw(_)
            | Command::Play(_)
            | Command::Rules(_)
            | Command::Completions(_)
            | Command::Man(_) => Vec::new(),
        }
    }

    fn table_names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = self.tables().iter().map(Table::name).collect();
        if let Command::Reproduce(_) = self {
            names.extend(reproduce::file_tables());
        }
        names
    }
}

/// Shared flags that a command's help hides, because they do not apply to it.
const USELESS: [(&str, &[&str]); 6] = [
    ("batch", &["table"]),
    ("draw", OF_TABLES),
    ("rules", OF_TABLES),
    ("completions", OF_TABLES),
    ("man", OF_TABLES),
    ("play", &["format", "table"]),
];
const OF_TABLES: &[&str] = &["format", "table", "threads", "color", "quiet", "verbose"];

/// The hidden flags that are refused, because ignoring them would mislead.
const REFUSED: [&str; 3] = ["format", "table", "threads"];

fn is_useless(command: &str, flag: &str) -> bool {
    USELESS
        .iter()
        .any(|(name, flags)| *name == command && flags.contains(&flag))
}

/// The help of `gqt3` itself. The commands are in `before-help`.
const TEMPLATE: &str = "\
{about-with-newline}
{usage-heading} {usage}

{before-help}Options:
{options}{after-help}";

const GROUPS: [(&str, &[&str]); 3] = [
    (
        "The paper",
        &["tree-size", "bounds", "random", "nash", "reproduce"],
    ),
    (
        "Positions and play",
        &["analyze", "review", "batch", "draw", "play", "arena"],
    ),
    ("Help", &["rules"]),
];

fn groups(command: &clap::Command) -> String {
    let line = |name: &&str| {
        let about = command
            .find_subcommand(name)
            .and_then(clap::Command::get_about);
        format!(
            "  {name:<10} {}\n",
            about.map(StyledStr::to_string).unwrap_or_default()
        )
    };
    let group = |(title, names): &(&str, &[&str])| {
        format!("{title}:\n{}\n", names.iter().map(line).collect::<String>())
    };
    GROUPS.iter().map(group).collect()
}

/// Moves a flag's default into its help, because clap's long help would give it a line of its own.
fn with_default(arg: Arg) -> Arg {
    let [default] = arg.get_default_values() else {
        return arg;
    };
    let text = arg.get_help().map(StyledStr::to_string).unwrap_or_default();
    let text = format!("{text} [default: {}]", default.to_string_lossy());
    arg.help(text).hide_default_value(true)
}

fn command() -> clap::Command {
    let command = Cli::command().mut_args(with_default);
    let groups = groups(&command);
    let command = command.before_help(groups);
    let shared: Vec<Arg> = command.get_arguments().cloned().collect();
    command.mut_subcommands(|command| {
        let command = rule_args::brief(command.mut_args(with_default));
        let useless = shared
            .iter()
            .filter(|arg| is_useless(command.get_name(), arg.get_id().as_str()));
        let hidden = useless.map(|arg| arg.clone().hide(true));
        let narrower = shared
            .iter()
            .filter(|arg| command.get_name() == "batch" && arg.get_id() == "format")
            .map(|arg| arg.clone().help(batch::FORMAT));
        let own: Vec<Arg> = hidden.chain(narrower).collect();
        command.args(own)
    })
}

struct Parsed {
    cli: Cli,
    name: String,
    parameters: Parameters,
}

fn parse<S: Into<OsString> + Clone>(
    arguments: impl IntoIterator<Item = S>,
) -> Result<Parsed, clap::Error> {
    let mut command = command();
    let matches = command
        .try_get_matches_from_mut(arguments)
        .map_err(plainer)?;
    let (mut name, mut parameters) = (String::new(), Parameters::default());
    if let Some((command_name, of_command)) = matches.subcommand() {
        command_name.clone_into(&mut name);
        let is_given =
            |flag: &&&str| of_command.value_source(flag) == Some(ValueSource::CommandLine);
        let refused = REFUSED.iter().filter(|flag| is_useless(&name, flag));
        if let Some(flag) = refused.into_iter().find(is_given) {
            let message = format!("--{flag} does not apply to gqt3 {name}; drop it");
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        if let Some(own) = command.find_subcommand(&name) {
            parameters = parameters::parameters(&command, own, of_command);
        }
    }
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    Ok(Parsed {
        cli,
        name,
        parameters,
    })
}

/// Drops a far-fetched suggestion, shortens a long value, and explains that a command takes no rule
/// flags.
fn plainer(mut error: clap::Error) -> clap::Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let (flag, suggested) = (
        text(ContextKind::InvalidArg),
        text(ContextKind::SuggestedArg),
    );
    for kind in [
        ContextKind::InvalidValue,
        ContextKind::InvalidArg,
        ContextKind::InvalidSubcommand,
    ] {
        if let Some(ContextValue::String(text)) = error.get(kind) {
            let text = ContextValue::String(numbers::short(text));
            error.insert(kind, text);
        }
    }
    let Some(flag) = flag.filter(|_| error.kind() == ErrorKind::UnknownArgument) else {
        return error;
    };
    if suggested.is_some_and(|suggested| !is_near(&flag, &suggested)) {
        error.remove(ContextKind::SuggestedArg);
        // The usage is that of the suggested flag.
        error.remove(ContextKind::Usage);
    }
    // Drop the hint to pass the flag as a move or a file, because few of these begin with a dash.
    error.remove(ContextKind::Suggested);
    let name = flag.trim_start_matches('-');
    let axes = Rules::default().axes();
    if name == Variant::FLAG || axes.iter().any(|(axis, _)| *axis == name) {
        let message = format!("{flag} does not apply here: this command takes no rule flags");
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![message.into()]),
        );
    }
    error
}

/// Allows one edit for every three characters of `flag`.
fn is_near(flag: &str, other: &str) -> bool {
    let (flag, other): (Vec<char>, Vec<char>) = (flag.chars().collect(), other.chars().collect());
    let mut distances: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in flag.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut distances[0], row + 1);
        for (column, same) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != same);
            diagonal = distances[column + 1];
            distances[column + 1] = changed.min(diagonal + 1).min(distances[column] + 1);
        }
    }
    3 * distances[other.len()] <= flag.len()
}

pub fn main() -> ExitCode {
    let parsed = match parse(std::env::args_os()) {
        Ok(parsed) => parsed,
        Err(error) => {
            let printed = error.print().and_then(|()| io::stdout().flush());
            // Wrong usage has its exit code even if the message cannot be written. But help and
            // version are results, so losing them is an error.
            if error.use_stderr() {
                return ExitCode::from(failure::BAD_USAGE);
            }
            return exit(printed.map_err(Failure::from));
        }
    };
    exit(run(parsed))
}

fn exit(end: Result<(), Failure>) -> ExitCode {
    match end {
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            stderr::tell_failure(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run(parsed: Parsed) -> Result<(), Failure> {
    let Parsed {
        cli,
        name,
        parameters,
    } = parsed;
    let session = || Session::open(&cli.shared, &name, &cli.command.table_names(), parameters);
    match &cli.command {
        Command::TreeSize(args) => tree_size::run(args, session()?),
        Command::Bounds(args) => bounds::run(args, session()?),
        Command::Random(args) => random::run(args, session()?),
        Command::Nash(args) => nash::run(args, session()?),
        Command::Analyze(args) => analyze::run(args, session()?),
        Command::Review(args) => review::run(args, session()?),
        Command::Batch(args) => batch::run(args, session()?),
        Command::Draw(args) => draw::run(args, session()?),
        Command::Play(args) => play::run(args, session()?),
        Command::Arena(args) => arena::run(args, session()?),
        Command::Reproduce(args) => reproduce::run(args, session()?),
        Command::Rules(args) => rules::run(args, command(), session()?),
        Command::Completions(args) => completions::run(args, command(), session()?),
        Command::Man(_) => man::run(command(), &cli.shared),
    }
}
