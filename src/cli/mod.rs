//! The command line: parses, dispatches, prints one error and sets the exit code. One file per subcommand.

mod analyze;
mod arena;
mod board_view;
mod bounds;
mod census;
mod columns;
mod completions;
pub mod failure;
mod files;
mod game_args;
mod input;
mod limited;
mod man;
mod nash;
mod numbers;
mod output;
mod play;
mod plots;
mod progress;
mod random;
mod reproduce;
mod results;
mod rule_args;
mod session;
mod signals;
mod size_args;
mod stderr;
mod terminal;
mod tree_size;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use failure::Failure;
use session::{Session, SharedArgs};

/// Generalized Quantum Tic-Tac-Toe, exactly: game-tree sizes, random play and perfect play.
#[derive(Debug, Parser)]
#[command(name = "gqt3", version, max_term_width = 110, propagate_version = true, after_long_help = EXIT_CODES)]
struct Cli {
    #[command(flatten)]
    shared: SharedArgs,
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Results go to standard output, progress and messages to standard error.

Exit codes: 0 done, 1 a check failed or the answer is incomplete, 2 bad usage or bad input, 130 interrupted.";

#[derive(Debug, Subcommand)]
enum Command {
    TreeSize(tree_size::TreeSizeArgs),
    Bounds(bounds::BoundsArgs),
    Random(random::RandomArgs),
    Nash(nash::NashArgs),
    Census(census::CensusArgs),
    Analyze(analyze::AnalyzeArgs),
    Play(play::PlayArgs),
    Arena(arena::ArenaArgs),
    Reproduce(reproduce::ReproduceArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Runs the command that the arguments ask for.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let printed = error.print().and_then(|()| io::stdout().flush());
            // What is wrong with the usage counts even where nobody can be told. Help and version are results.
            if error.use_stderr() {
                return ExitCode::from(failure::BAD_USAGE);
            }
            return exit(printed.map_err(Failure::from));
        }
    };
    exit(run(&cli))
}

/// Says what went wrong, and with which code the process ends.
fn exit(end: Result<(), Failure>) -> ExitCode {
    match end {
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            // Where the terminal has gone there is nobody to tell, and the exit code still counts.
            stderr::tell(format_args!("error: {failure}"));
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run(cli: &Cli) -> Result<(), Failure> {
    if let Command::Man(_) = &cli.command {
        return man::run(Cli::command(), &cli.shared);
    }
    let session = Session::open(&cli.shared)?;
    match &cli.command {
        Command::TreeSize(args) => tree_size::run(args, session),
        Command::Bounds(args) => bounds::run(args, session),
        Command::Random(args) => random::run(args, session),
        Command::Nash(args) => nash::run(args, session),
        Command::Census(args) => census::run(args, session),
        Command::Analyze(args) => analyze::run(args, session),
        Command::Play(args) => play::run(args, session),
        Command::Arena(args) => arena::run(args, session),
        Command::Reproduce(args) => reproduce::run(args, session),
        Command::Completions(args) => completions::run(args, Cli::command(), session),
        Command::Man(_) => Ok(()),
    }
}
