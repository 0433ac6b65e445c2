use std::time::{Duration, Instant};

use num_traits::ToPrimitive;

use super::context::Context;
use super::error::LedgerError;
use super::ledger::lines;
use gqt3::engine::rules::Variant;
use gqt3::support::number::{about, group_digits};
use gqt3::support::progress::Progress;
use gqt3::tree_size::{Counter, Tree, TreeSize, count};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunningTime {
    pub what: String,
    pub paper: String,
    /// The time in this run, measured or extrapolated.
    pub here: String,
}

/// The T(5, 2) = 73,320 games are played to measure the speed.
const TIMED_SQUARES: usize = 5;

/// Pairs the paper's running times with this run's.
///
/// # Errors
/// Fails if a computation fails or is interrupted, or if `claims.csv` cannot be parsed.
pub fn running_times(
    context: &Context,
    progress: &dyn Progress,
) -> Result<Vec<RunningTime>, LedgerError> {
    let timed = |squares, method| -> Result<(TreeSize, Duration), LedgerError> {
        let began = Instant::now();
        Ok((
            count(Tree::full(squares, 2), method, progress)?,
            began.elapsed(),
        ))
    };
    let (all, fixed_endgame) = timed(9, Counter::FIXED_ENDGAME)?;
    let (played, playing) = timed(TIMED_SQUARES, Counter::BRUTE_FORCE)?;
    let games = |size: &TreeSize| size.games.to_f64().unwrap_or(f64::NAN);
    let one_by_one = playing.as_secs_f64() * games(&all) / games(&played);
    let played = group_digits(&played.games);
    let equilibrium = context.standard(Variant::Paper)?.time;
    let here = |id: &str| match id {
        "6.time.fixed-endgame" => seconds(fixed_endgame),
        "6.time.one-by-one" => format!(
            "{}, estimated from {played} games in {}",
            about(one_by_one),
            seconds(playing)
        ),
        _ => seconds(equilibrium),
    };
    let times = lines()?
        .into_iter()
        .filter(|line| line.is_time())
        .map(|line| RunningTime {
            what: line.get("claim").to_owned(),
            paper: line.get("paper").to_owned(),
            here: here(line.get("id")),
        });
    Ok(times.collect())
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
