//! Scores lines in the order in which they are completed. Lines completed on turns with equal
//! subscripts share a *rank* (see [`Ties`]).

use num_integer::Integer;

use crate::engine::rules::{Scoring, Ties};

/// The score of completed lines, with the margin in units of 1/[`Scores::unit`] of a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Score {
    /// Under [`Scoring::Harmonic`] the number of ranks, or the number of lines with
    /// [`Ties::Competition`]. Under [`Scoring::Decisive`] 1 if there is a line. Under
    /// [`Scoring::Shared`] bit 0 is set if player 1 owns a line, and bit 1 if player 2 does. In
    /// each case 0 only if there are no lines.
    pub ranks: u32,
    pub margin: i64,
}

#[derive(Clone, Copy, Debug)]
pub struct Scores {
    scoring: Scoring,
    ties: Ties,
    unit: i64,
}

impl Scores {
    /// Chooses a unit in which up to `lines` lines score a whole number.
    pub fn new(scoring: Scoring, ties: Ties, lines: usize) -> Scores {
        let unit = match scoring {
            Scoring::Harmonic => (1..=lines as i64).fold(1, |lcm, rank| lcm.lcm(&rank)),
            Scoring::Decisive | Scoring::Shared => 1,
        };
        Scores {
            scoring,
            ties,
            unit,
        }
    }

    pub fn unit(&self) -> i64 {
        self.unit
    }

    /// Adds the lines that each player completes at one rank, at least one in all.
    pub fn after(&self, score: Score, lines: (usize, usize)) -> Score {
        let (player_1, player_2) = lines;
        let (ranks, more) = (score.ranks, player_1 as i64 - player_2 as i64);
        let (ranks, more) = match self.scoring {
            Scoring::Harmonic => {
                let points = self.unit / i64::from(ranks + 1);
                let taken = match self.ties {
                    Ties::Dense => 1,
                    Ties::Competition => (player_1 + player_2) as u32,
                };
                (ranks + taken, more * points)
            }
            Scoring::Decisive if ranks == 0 => (1, more.signum()),
            Scoring::Decisive => (ranks, 0),
            Scoring::Shared => {
                let margin = |ranks| i64::from(ranks == 1) - i64::from(ranks == 2);
                let after = ranks | u32::from(player_1 > 0) | u32::from(player_2 > 0) << 1;
                (after, margin(after) - margin(ranks))
            }
        };
        Score {
            ranks,
            margin: score.margin + more,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_follow_from_the_lines_of_each_rank() {
        use {Scoring::*, Ties::*};
        type Lines = &'static [(usize, usize)];
        let cases: [(Scoring, Ties, Lines, i64); 9] = [
            (Harmonic, Dense, &[(1, 0), (0, 1), (1, 0)], 12 - 6 + 4),
            (Harmonic, Dense, &[(2, 0), (0, 1)], 24 - 6),
            (Harmonic, Competition, &[(2, 0), (0, 1)], 24 - 4),
            (Decisive, Dense, &[(0, 2), (1, 0)], -1),
            (Decisive, Dense, &[(1, 1), (1, 0)], 0),
            (Shared, Dense, &[(2, 0), (1, 0)], 1),
            (Shared, Dense, &[(0, 1)], -1),
            (Shared, Dense, &[(0, 1), (1, 0)], 0),
            (Shared, Dense, &[(1, 1), (0, 1)], 0),
        ];
        for (scoring, ties, lines, expected) in cases {
            let scores = Scores::new(scoring, ties, 4);
            assert_eq!(scores.unit(), if scoring == Harmonic { 12 } else { 1 });
            let after = |score, &more: &(usize, usize)| scores.after(score, more);
            let score = lines.iter().fold(Score::default(), after);
            assert_eq!(score.margin, expected, "{scoring}, {ties}, {lines:?}");
        }
    }
}
