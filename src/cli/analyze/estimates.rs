use crate::report::{Cell, Column, Kind};
use clap::Args;
use gqt3::beyond::players::{ActionEstimate, estimate};
use gqt3::engine::position::Position;
use gqt3::random_play::Outcome;
use gqt3::support::number::{counted, group_digits};
use gqt3::support::progress::{Interrupted, Progress};

use crate::cli::failure::Failure;
use crate::cli::numbers::within;
use crate::cli::session::ADVANCED;
use crate::results::columns::{MEASURED_DIGITS, signed};

#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = ADVANCED)]
pub struct EstimateArgs {
    /// Estimate a position by N games, with the same result on every machine [default: 2000, which
    /// take a few seconds at most]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = within::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    playouts: Option<u64>,
    /// Seed the games of the estimates [default: 0]
    #[arg(long, hide_short_help = true, value_name = "SEED", value_parser = within::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
pub struct Estimates {
    playouts: u64,
    seed: u64,
}

impl EstimateArgs {
    /// Fails if estimates are not `wanted`, but a flag for them is given.
    pub fn estimates(&self, wanted: bool, remedy: &str) -> Result<Option<Estimates>, Failure> {
        let flags = [
            ("--playouts", self.playouts.is_some()),
            ("--seed", self.seed.is_some()),
        ];
        match flags.into_iter().find(|&(_, given)| given && !wanted) {
            Some((flag, _)) => Err(Failure::BadInput(format!(
                "{flag} applies only to estimates; drop it, or {remedy}"
            ))),
            None => Ok(wanted.then(|| Estimates {
                playouts: self.playouts.unwrap_or(ActionEstimate::PLAYOUTS),
                seed: self.seed.unwrap_or(0),
            })),
        }
    }
}

impl Estimates {
    pub fn of(
        &self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Vec<ActionEstimate>, Interrupted> {
        estimate(position, self.playouts, self.seed, progress)
    }

    pub const fn playouts(&self) -> u64 {
        self.playouts
    }

    pub const fn seed(&self) -> u64 {
        self.seed
    }

    pub fn note(&self) -> String {
        let Estimates { playouts, seed } = self;
        let playouts = counted(playouts, "playout");
        format!(
            "Estimates are the means of games of the heuristic player's search ({playouts}, \
             seed {seed}); they prove nothing."
        )
    }
}

pub fn columns<'a, Row: 'a>(
    get: impl Fn(&Row) -> Option<ActionEstimate> + Copy + 'a,
) -> [Column<'a, Row>; 4] {
    let share = |key, help, heading, outcome| {
        let share = move |row: &Row| get(row).map(|estimate| estimate.share(outcome));
        let percent = move |share: f64| format!("{}%", Cell::float(100.0 * share, 1).plain());
        Column::new(key, help, move |row| {
            share(row).map(|share| Cell::float(share, MEASURED_DIGITS))
        })
        .of_kind(Kind::Decimal)
        .headed(heading)
        .in_text(move |row| share(row).map_or_else(String::new, percent))
        .numeric()
    };
    let margin = move |row: &Row| get(row).map(|estimate| estimate.margin());
    [
        Column::new(
            "estimate_margin_decimal",
            "the estimated mean margin",
            move |row| margin(row).map(|margin| Cell::float(margin, MEASURED_DIGITS)),
        )
        .of_kind(Kind::Decimal)
        .headed("estimated margin")
        .in_text(move |row| margin(row).map(signed).unwrap_or_default())
        .numeric(),
        share(
            "estimate_player1_wins_decimal",
            "the estimated share of games that player 1 wins",
            "estimated P1 wins",
            Outcome::Player1Wins,
        ),
        share(
            "estimate_draws_decimal",
            "the estimated share of draws",
            "estimated draws",
            Outcome::Draw,
        ),
        Column::new(
            "estimate_playouts",
            "the number of games with this move",
            move |row| get(row).map(|estimate| estimate.playouts()),
        )
        .headed("playouts")
        .in_text(move |row| {
            get(row).map_or_else(String::new, |estimate| group_digits(estimate.playouts()))
        })
        .numeric(),
    ]
}
