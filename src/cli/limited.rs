use std::time::Duration;

use super::numbers::within;
use crate::report::Parameters;
use clap::Args;
use gqt3::beyond::every_board::{AnyBoardSolver, LARGE_BOARD_TIME};
use gqt3::engine::game::Game;
use gqt3::perfect_play::{MAX_SOLVED_SQUARES, SolveOptions};
use gqt3::support::progress::{Deadline, Progress};

/// The longest limit in seconds: ten years.
const LONGEST: f64 = 3.2e8;

pub fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > LONGEST => {
            Err("too large; use at most 320000000, ten years".to_owned())
        }
        Ok(seconds) if seconds > 0.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("use a number of seconds above 0, such as 0.5 or 60".to_owned()),
    }
}

/// The limits of a search.
#[derive(Args, Clone, Copy, Debug)]
pub struct LimitArgs {
    /// Stop the search after SECONDS for each game and report the proven interval [default: none;
    /// beyond 3x3: at most 10, without --node-limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time_limit: Option<Duration>,
    /// Stop after N positions for each game; without --time-limit, every machine reports the same
    /// interval
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub node_limit: Option<u64>,
}

impl LimitArgs {
    /// A game on a board beyond 3x3 always has a time limit, unless there is a `--node-limit`.
    pub fn time(&self, game: &Game) -> Option<Duration> {
        let large = game.squares() > MAX_SOLVED_SQUARES && self.node_limit.is_none();
        self.time_limit.or(large.then_some(LARGE_BOARD_TIME))
    }

    pub fn seconds(&self, game: &Game) -> f64 {
        let options = SolveOptions {
            time_limit: self.time(game),
            node_limit: self.node_limit,
            ..SolveOptions::new(game)
        };
        options.milliseconds(game) as f64 / 1e3
    }

    /// Sets the parameter `time_limit` to these games' longest limit, in seconds.
    pub fn set<'a>(&self, parameters: &mut Parameters, games: impl IntoIterator<Item = &'a Game>) {
        let time = games.into_iter().filter_map(|game| self.time(game)).max();
        parameters.set("time_limit", time.map(|time| time.as_secs_f64()));
    }

    /// Limits a solver from now on. Pass the returned progress to the solver's queries, because
    /// only this progress ends them in time.
    pub fn begin<'a>(
        &self,
        game: &Game,
        solver: &mut AnyBoardSolver,
        progress: &'a dyn Progress,
    ) -> Deadline<'a> {
        solver.limited(self.node_limit, self.time(game), progress)
    }
}
