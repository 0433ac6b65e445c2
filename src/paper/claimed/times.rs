//! The paper's running times beside those of this run.

use std::time::Duration;

use num_traits::ToPrimitive;

use crate::number::group_digits;
use crate::paper::computed::evidence::Evidence;
use crate::rules::Variant;

/// A running time that the paper gives, and this run's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunningTime {
    /// What was computed.
    pub what: &'static str,
    /// How long the paper says it takes.
    pub paper: &'static str,
    /// How long it took here, or would take.
    pub here: String,
}

/// The running times of the paper, which depend on the machine and so are in no result file.
#[must_use]
pub fn running_times(evidence: &Evidence) -> Vec<RunningTime> {
    let sizes = &evidence.sizes;
    let row = |what, paper, here| RunningTime { what, paper, here };
    let one_by_one = match sizes.standard.to_f64().zip(sizes.games_played.to_f64()) {
        Some((all, played)) if played > 0.0 => {
            let days = sizes.playing.as_secs_f64() * all / played / 86_400.0;
            let (games, took) = (group_digits(&sizes.games_played), seconds(sizes.playing));
            format!("about {days:.1} days, from {games} games in {took}")
        }
        _ => "not known".to_owned(),
    };
    vec![
        row("T(9,2) with a fixed endgame", "15 seconds", seconds(sizes.fixed_endgame)),
        row("T(9,2) game by game", "about a year", one_by_one),
        row("equilibrium of QT3", "under an hour", seconds(evidence.standard(Variant::Paper).time)),
    ]
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
