//! Limits for a search: of time, and of the positions that it visits.

use std::time::Duration;

use crate::beyond::every_board::Solver;
use crate::engine::game::Game;
use crate::perfect_play::MAX_SOLVED_SQUARES;
use crate::support::progress::{Deadline, Progress};
use clap::Args;

/// The longest limit: ten years.
const LONGEST: f64 = 3.2e8;

/// How long a game on a large board is looked at if nobody says.
const LARGE_BOARD: Duration = Duration::from_secs(10);

/// Reads a time limit.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text
        .parse()
        .ok()
        .filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST);
    let seconds = seconds.map(Duration::from_secs_f64);
    seconds.ok_or_else(|| "use a number of seconds above 0, such as 0.5 or 60".to_owned())
}

/// How far a search may go.
#[derive(Args, Clone, Copy, Debug)]
pub struct LimitArgs {
    /// Stop after this time for each game, with what is proven by then [default: none; 10 on boards beyond 3x3, unless
    /// --node-limit is given]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time_limit: Option<Duration>,
    /// Stop after visiting this number of positions for each game: a limit that means the same on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true)]
    pub node_limit: Option<u64>,
}

impl LimitArgs {
    /// How long a game may take. Games on boards that are too large to be solved have a limit in any case.
    pub fn time(&self, game: &Game) -> Option<Duration> {
        let large = game.squares() > MAX_SOLVED_SQUARES && self.node_limit.is_none();
        self.time_limit.or(large.then_some(LARGE_BOARD))
    }

    /// Limits what a solver is asked from now on. The questions are to be asked with the progress that is returned: it
    /// interrupts when the time is over.
    pub fn begin<'a>(
        &self,
        game: &Game,
        solver: &mut Solver,
        progress: &'a dyn Progress,
    ) -> Deadline<'a> {
        solver.limited(self.node_limit, self.time(game), progress)
    }
}
