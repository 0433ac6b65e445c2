//! What commands share, such as the format, the output and the threads.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::report::{Format, Origin, Parameters, Report, Table};
use anstream::ColorChoice;
use clap::Args;
use gqt3::support::number::{about, counted};
use gqt3::support::progress::{Interrupted, Progress, Silent};
use gqt3::support::threads::STACK_BYTES;

use super::failure::Failure;
use super::files::{self, Named};
use super::numbers::within;
use super::output::Output;
use super::progress::TerminalProgress;
use super::rule_args::named_values;
use super::signals;
use super::stderr::tell;

pub const SHORT_HELP: &str = "Run with --help for all flags and examples.";

pub const ADVANCED: &str = "Advanced";

const MOST_THREADS: usize = 1024;

/// The flags of all commands, but some commands refuse or ignore a few of them.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct SharedArgs {
    /// Set the format: table, csv, json, markdown or latex [default: by the extension of --output,
    /// or table]
    #[arg(long, global = true, value_name = "FORMAT", value_parser = named_values(Format::ALL, Format::name, Format::help), hide_possible_values = true)]
    pub format: Option<Format>,
    /// Select the table of CSV, by its name [default: the first]
    #[arg(long, global = true, hide_short_help = true, value_name = "NAME")]
    pub table: Option<String>,
    /// Write the result to FILE; - is standard output
    #[arg(short, long, global = true, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Set the number of threads [default: one per core]
    #[arg(short = 'j', long, global = true, hide_short_help = true, value_name = "N", allow_negative_numbers = true, value_parser = within::<usize>(1..=MOST_THREADS as u64))]
    pub threads: Option<usize>,
    /// Use colours: auto, always or never; auto follows NO_COLOR and the terminal
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub color: clap::ColorChoice,
    /// Print no progress and no remarks
    #[arg(
        short,
        long,
        global = true,
        hide_short_help = true,
        conflicts_with = "verbose"
    )]
    pub quiet: bool,
    /// Print the time and other remarks to standard error
    #[arg(short, long, global = true, hide_short_help = true)]
    pub verbose: bool,
}

impl SharedArgs {
    /// Returns the format that `--format` or else the output's extension names. A name such as
    /// `.notes` has no extension, but `.csv` does, because `csv` names a format.
    ///
    /// # Errors
    /// Fails for an unknown extension if there is no `--format`. But a command without tables fails
    /// only for the extension of a format other than text.
    fn format(&self, command: &str, has_tables: bool) -> Result<Option<Format>, Failure> {
        let name = self.output.as_deref().and_then(Path::file_name);
        let name = name.map(|name| name.to_string_lossy()).unwrap_or_default();
        let (before, ending) = name.rsplit_once('.').unwrap_or_default();
        let refused = |why: String| Err(Failure::BadInput(format!("--output {name}: {why}")));
        match (self.format, Format::of_ending(ending)) {
            (None, Some(Format::Table)) => Ok(Some(Format::Table)),
            (None, Some(_)) if !has_tables => refused(format!(
                "gqt3 {command} writes no tables; use another extension"
            )),
            (Some(format), _) | (None, Some(format)) => Ok(Some(format)),
            (None, None) if before.is_empty() || !has_tables => Ok(None),
            (None, None) => {
                let known: Vec<&str> = Format::ALL.iter().map(|format| format.ending()).collect();
                refused(format!(
                    "no format has the extension .{ending}; use .{}, or add --format",
                    known.join(", .")
                ))
            }
        }
    }
}

pub struct Session {
    pub parameters: Parameters,
    command: String,
    format: Option<Format>,
    args: SharedArgs,
    output: Output,
    progress: TerminalProgress,
    started: Instant,
}

impl Session {
    /// Sets up the signal handlers and, for most commands, the threads, and opens the output.
    pub fn open(
        args: &SharedArgs,
        command: &str,
        tables: &[&str],
        parameters: Parameters,
    ) -> Result<Session, Failure> {
        let started = Instant::now();
        let format = args.format(command, !tables.is_empty())?;
        check_table(args.table.as_deref(), format, tables)?;
        match args.color {
            clap::ColorChoice::Auto => ColorChoice::Auto,
            clap::ColorChoice::Always => ColorChoice::Always,
            clap::ColorChoice::Never => ColorChoice::Never,
        }
        .write_global();
        // Before the output is opened, because Ctrl-C would otherwise leave a temporary file.
        signals::install();
        let progress = TerminalProgress::new(!args.quiet && io::stderr().is_terminal());
        let output = Output::open(args.output.as_deref(), &progress)?;
        // Not left to rayon, because RAYON_NUM_THREADS could request more threads than a process
        // can have.
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = args.threads.unwrap_or_else(cores).min(MOST_THREADS);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK_BYTES);
        if !["rules", "completions"].contains(&command) {
            let refused = |error| Failure::BadInput(format!("--threads {threads}: {error}"));
            pool.build_global().map_err(refused)?;
        }
        Ok(Session {
            parameters,
            command: command.to_owned(),
            format,
            args: args.clone(),
            output,
            progress,
            started,
        })
    }

    pub fn progress(&self) -> &dyn Progress {
        &self.progress
    }

    pub fn distinct(&self, files: &[Named]) -> Result<(), Failure> {
        files::distinct(self.named_output(), files)
    }

    /// Returns `None` if there is no `--output`, or if it is standard output
    /// ([`files::is_stdout`]).
    pub fn named_output(&self) -> Option<&Path> {
        self.args
            .output
            .as_deref()
            .filter(|_| matches!(self.output, Output::File(_)))
    }

    pub const fn is_quiet(&self) -> bool {
        self.args.quiet
    }

    pub fn remark(&self, remark: impl FnOnce() -> String) {
        if self.args.verbose {
            tell(remark());
        }
    }

    pub fn message(&self, message: impl FnOnce() -> String) {
        if !self.args.quiet {
            tell(message());
        }
    }

    pub fn announce(&self, seconds: f64) {
        if seconds > 30.0 {
            self.message(|| format!("this may take {}", about(seconds)));
        }
    }

    /// Writes the result, or nothing if the run was interrupted before.
    pub fn finish(self, tables: Vec<Table>) -> Result<(), Failure> {
        self.progress.check()?;
        let bytes = self.bytes(tables, &self.progress)?;
        self.finish_text(&bytes)
    }

    /// Writes the result even after Ctrl-C, when it may be partial.
    pub fn finish_partial(self, tables: Vec<Table>) -> Result<(), Failure> {
        let bytes = self.bytes(tables, &Silent)?;
        self.finish_text(&bytes)
    }

    fn bytes(&self, tables: Vec<Table>, progress: &dyn Progress) -> Result<Vec<u8>, Interrupted> {
        let report = Report {
            command: &self.command,
            parameters: self.parameters.clone(),
            tables,
        };
        let origin = Origin {
            version: env!("CARGO_PKG_VERSION"),
            commit: env!("GQT3_COMMIT"),
            command_line: command_line(),
        };
        let (format, table) = (self.format.unwrap_or_default(), self.args.table.as_deref());
        let bytes = report.to_bytes(format, table, self.output.page(), &origin, progress)?;
        self.remark(|| {
            let threads = counted(rayon::current_num_threads(), "thread");
            format!("{:.3} s on {threads}", self.started.elapsed().as_secs_f64())
        });
        Ok(bytes)
    }

    /// The width of the terminal, if the result goes to one.
    pub fn width(&self) -> Option<usize> {
        self.output.page().width
    }

    pub fn prints_text(&self) -> bool {
        self.format.unwrap_or_default() == Format::Table
    }

    /// Returns the requested format, which must be among `formats`. The first is the default.
    pub fn one_of(&self, what: &str, formats: &[Format]) -> Result<Format, Failure> {
        match self.format {
            None => Ok(formats[0]),
            Some(format) if formats.contains(&format) => Ok(format),
            Some(format) => Err(Failure::BadInput(format!(
                "{what} does not write {}; use --format {}",
                format.name(),
                formats
                    .iter()
                    .map(|format| format.name())
                    .collect::<Vec<_>>()
                    .join(" or ")
            ))),
        }
    }

    pub fn table(&self) -> Option<&str> {
        self.args.table.as_deref()
    }

    /// Writes a result piece by piece. After Ctrl-C, what was written so far stays.
    pub fn finish_stream(
        self,
        write: impl FnOnce(&dyn Progress, &mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let progress = &self.progress;
        self.output.write(|out| write(progress, out))?;
        progress
            .check()
            .map_err(|_| Failure::Interrupted("the answers written so far are complete"))
    }

    pub fn finish_text(self, text: &[u8]) -> Result<(), Failure> {
        self.output.write(|out| out.write_all(text))
    }
}

fn check_table(
    table: Option<&str>,
    format: Option<Format>,
    tables: &[&str],
) -> Result<(), Failure> {
    match table {
        None => Ok(()),
        Some(table) if !tables.contains(&table) => Err(Failure::BadInput(format!(
            "--table {table}: there is no such table; use {}",
            tables.join(", ")
        ))),
        Some(table) if format != Some(Format::Csv) => Err(Failure::BadInput(format!(
            "--table {table} applies only to CSV; drop it, or add --format csv"
        ))),
        Some(_) => Ok(()),
    }
}

fn command_line() -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_=.,:/+@%".contains(c);
    let quoted = |argument: OsString| match argument.to_string_lossy() {
        plain if !plain.is_empty() && plain.chars().all(is_plain) => plain.into_owned(),
        other => format!("'{}'", other.replace('\'', "'\\''")),
    };
    let arguments = std::env::args_os().skip(1).map(quoted);
    let words: Vec<String> = std::iter::once("gqt3".to_owned())
        .chain(arguments)
        .collect();
    words.join(" ")
}
