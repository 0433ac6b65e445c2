//! The flags of `gqt3 analyze`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::game_args::GameArgs;
use crate::cli::limited::LimitArgs;

/// Analyze a position: its value, every move, and best play from it
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct AnalyzeArgs {
    /// The game: moves such as 1-2 2-5 5-9 1-5=5, or Goff's record; - reads it from standard input
    #[arg(value_name = "GAME")]
    pub game: Vec<String>,
    /// Read the game from a file, as play saves it
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    pub file: Option<PathBuf>,
    /// Answer many games: one in each line of a file, or of standard input (-), one result a line in the same order
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "file"])]
    pub batch: Option<PathBuf>,
    /// With --batch and --format json: every move with its value too
    #[arg(long, requires = "batch", conflicts_with_all = ["game", "file", "review"])]
    pub moves: bool,
    /// Judge every decision of the game: its value before and after, what it gave away, and what would have been better
    #[arg(long, conflicts_with_all = ["batch", "goff"])]
    pub review: bool,
    /// Write best play as Goff's record
    #[arg(long)]
    pub goff: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub flags: GameArgs,
}

const EXAMPLES: &str = "\
Values are player 1's points minus player 2's. Moves that a symmetry of the board makes the same are one row. A move that \
entangles is shown with the collapse that its chooser would choose.

With --batch the answers are rows of CSV, or with --format json one object a line: the number of the line, the game as given, \
and what is known of it, or an error, which is told on standard error too; then the exit code is 2. An answer comes as soon as \
its line has come, so that another program can ask one line after the other (examples/oracle.py). A game without a move is the \
word start.

Files may begin with a header, as play writes it: # gqt3 game: board 4, pieces 3, variant goff. It says board, n and rules, \
and flags that contradict it are refused. In a batch it is for the lines below it, up to the next one, and has no answer.

Examples:
  gqt3 analyze
  gqt3 analyze 1-2 2-5 5-9 1-5
  gqt3 analyze 1-2 2-5 5-9 1-5=5 --format json
  gqt3 analyze '1:X(1-2),2:O(2-5),3:X(5-9),4:O(1-5),4c:X(O4(5))' --goff
  gqt3 analyze 1-2 --variant complete-win
  gqt3 analyze --review 1-2 2-5 5-9 1-5=5 3-4 3-4=4";
