pub mod analysis;
pub mod estimates;
pub mod moves;

use crate::report::Table;
use clap::Args;
use gqt3::beyond::every_board::{AnyBoardSolver, default_table_bytes};
use gqt3::beyond::players::MoveBudget;
use gqt3::engine::position::Phase;
use gqt3::engine::rules::Player;
use gqt3::support::number::group_digits;
use gqt3::support::progress::Progress;

use super::failure::{Failure, complete};
use super::game_args::RecordArgs;
use super::limited::LimitArgs;
use super::session::{ADVANCED, SHORT_HELP, Session};
use crate::play::board_text::{self, Numbers};
use crate::results::columns::{caption, unless_default};
use analysis::{Analysis, MOST_ACTIONS, set_parameters};
use estimates::{EstimateArgs, Estimates};

/// Analyze a position: its value, every move, and best play from it
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORT_HELP, after_long_help = EXAMPLES)]
pub struct AnalyzeArgs {
    /// Print the game, continued by best play, in Goff's notation
    #[arg(long)]
    goff: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    record: RecordArgs,
    /// Print no estimates
    #[arg(long, hide_short_help = true, help_heading = ADVANCED)]
    no_estimate: bool,
    #[command(flatten)]
    estimates: EstimateArgs,
}

const EXAMPLES: &str = "\
White space separates moves. A move is its squares, 1-5 or 1,5, and a collapse follows as 1-5=5, 1-5 =5 or 1-5 5. A record in \
Goff's notation may have one move per line, 0 for O, and 9:X(6-6) for the last square. The game without moves is the word \
start. A file may begin with a header, as play writes it, which sets the board, n and the rules:
  # gqt3 game: board 4, pieces 3, variant goff

Values are player 1's points minus player 2's. In text, moves that are equivalent by symmetry share a row. A proved move \
that entangles is shown with a best collapse of its chooser. If no best move is proved, as on most boards beyond 3x3, \
moves are estimated: the margin, the wins and the draws are means of games of the heuristic player's search, and prove \
nothing. The same flags give the same estimates on every machine.

Examples:
  gqt3 analyze 1-2 2-5 5-9 1-5
  gqt3 analyze 1-2 2-5 5-9 1-5=5 --format json
  gqt3 analyze '1:X(1-2),2:O(2-5),3:X(5-9),4:O(1-5),4c:X(O4(5))' --goff
  gqt3 analyze 1-2 --variant complete-win
  gqt3 analyze --board 4 1-6 --time-limit 1 --playouts 20000 --seed 7";

pub fn run(args: &AnalyzeArgs, mut session: Session) -> Result<(), Failure> {
    session.distinct(&[args.record.named()])?;
    let estimates = args
        .estimates
        .estimates(!args.no_estimate, "drop --no-estimate")?;
    let record = args.record.record(session.progress())?;
    let game = *record.start().game();
    let budget = estimates.map(|how| MoveBudget::from_playouts(how.playouts()));
    let estimating = budget.map_or(0.0, |budget| budget.seconds(&game));
    session.announce(args.limits.seconds(&game) + estimating);
    let mut solver = AnyBoardSolver::new(game, default_table_bytes(&game))?;
    let progress = args.limits.begin(&game, &mut solver, session.progress());
    progress.begin("analysis", None);
    let mut analysis = Analysis::of(record, true, &mut solver, &progress);
    let estimates = estimates.filter(|_| analysis.needs_estimates());
    // An interruption costs only the estimates; the proved bounds are still reported.
    let estimates = estimates.filter(|how| {
        let estimates = how.of(analysis.position(), session.progress());
        estimates
            .map(|estimates| analysis.add_estimates(estimates, true, &mut solver, &progress))
            .is_ok()
    });
    progress.end();
    let interrupted = session.progress().interrupted();
    let (record, estimates) = (&analysis.record, estimates.as_ref());
    let parameters = &mut session.parameters;
    set_parameters(parameters, record, &args.limits);
    parameters.set("playouts", estimates.map(Estimates::playouts));
    parameters.set("seed", estimates.map(Estimates::seed));
    session.finish_partial(tables(&analysis, estimates, args.goff))?;
    complete(analysis.is_complete(), interrupted, || {
        match analysis.has_all {
            true => {
                "not every value is proven; a higher --time-limit or --node-limit may prove more"
                    .to_owned()
            }
            false => format!(
                "there are more than {} ways to go on, too many to list",
                group_digits(MOST_ACTIONS)
            ),
        }
    })
}

impl AnalyzeArgs {
    pub fn tables(&self) -> Vec<Table<'_>> {
        vec![
            moves::table(Vec::new(), None),
            analysis::table(None, self.goff),
        ]
    }
}

fn tables<'a>(analysis: &'a Analysis, estimates: Option<&Estimates>, goff: bool) -> Vec<Table<'a>> {
    let position = analysis.position();
    let caption = caption(&situation(analysis), &[unless_default(position.rules())]);
    let mut board = board_text::table(position, Numbers::Empty).captioned(caption);
    let mut moves = moves::table(analysis.moves().collect(), estimates);
    let line = analysis.continuation(goff);
    if !line.is_empty() {
        let title = match position.phase() {
            Phase::Over => "Record",
            _ => "Best play",
        };
        let last = match analysis.groups.is_empty() {
            true => &mut board,
            false => &mut moves,
        };
        last.note(format!("{title}: {line}"));
    }
    vec![board, moves, analysis::table(Some(analysis), goff)]
}

fn situation(analysis: &Analysis) -> String {
    let position = analysis.position();
    let value = analysis.bounds;
    let who = match position.to_move() {
        Some(Player::One) => "player 1 (X)",
        Some(Player::Two) => "player 2 (O)",
        None => return format!("The game is over: {value}"),
    };
    let does = match position.phase() {
        Phase::Collapse => {
            let squares = position
                .entangled_squares()
                .iter()
                .map(|square| square.to_string());
            format!("{who} collapses {}", squares.collect::<Vec<_>>().join(", "))
        }
        _ => format!("{who} moves"),
    };
    format!("Turn {}: {does}, value {value}", position.turn())
}
