//! What completed lines earn, step by step.

use num_integer::Integer;

use crate::rules::{Scoring, Ties};

/// How far the ranks have come, and player 1's points minus player 2's in units of [`Scores::unit`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Score {
    /// How many ranks are taken; how many lines under [`Ties::Competition`].
    ranks: u32,
    pub margin: i64,
}

/// The rules as far as they matter here.
#[derive(Clone, Copy, Debug)]
pub struct Scores {
    scoring: Scoring,
    ties: Ties,
    /// One point.
    unit: i64,
}

impl Scores {
    /// For games in which at most `lines` lines are completed.
    pub fn new(scoring: Scoring, ties: Ties, lines: usize) -> Scores {
        let unit = match scoring {
            Scoring::Harmonic => (1..=lines as i64).fold(1, |lcm, rank| lcm.lcm(&rank)),
            Scoring::Decisive | Scoring::Shared => 1,
        };
        Scores { scoring, ties, unit }
    }

    /// One point in the units of a margin.
    pub fn unit(&self) -> i64 {
        self.unit
    }

    /// After player 1 completes this many lines with one piece.
    pub fn after(&self, score: Score, lines: usize) -> Score {
        self.after_both(score, lines, 0)
    }

    /// After the players complete these many lines at the same rank.
    pub fn after_both(&self, score: Score, player_1: usize, player_2: usize) -> Score {
        let more = player_1 as i64 - player_2 as i64;
        match self.scoring {
            Scoring::Harmonic => {
                let points = self.unit / i64::from(score.ranks + 1);
                let ranks = match self.ties {
                    Ties::Dense => 1,
                    Ties::Competition => (player_1 + player_2) as u32,
                };
                Score { ranks: score.ranks + ranks, margin: score.margin + more * points }
            }
            // The first lines decide.
            Scoring::Decisive if score.ranks == 0 => Score { ranks: 1, margin: more.signum() },
            Scoring::Decisive => score,
            // A line of each leaves nothing; the ranks tell who owns one.
            Scoring::Shared => {
                let ranks = score.ranks | u32::from(player_1 > 0) | u32::from(player_2 > 0) << 1;
                Score { ranks, margin: i64::from(ranks == 1) - i64::from(ranks == 2) }
            }
        }
    }
}
