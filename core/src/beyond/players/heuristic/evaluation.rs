//! Evaluates a position without a search.
//!
//! A quantum series of k squares is taken to land on each of them with probability 1/k. If a
//! square's probabilities sum to more than 1, they are scaled to a sum of 1. If they sum to less,
//! the players get the rest in proportion to the turns that each has left on a full board. A player
//! gets a line with the product of its squares' probabilities, or not at all once the other player
//! has a classical piece on it. This is only an estimate, because squares are not independent.
//!
//! * *Harmonic* scoring: completed lines count their points. If there are c of them, a player's
//!   i-th most probable open line counts its probability divided by i + c.
//! * *Decisive* and *shared* scoring: the probability that player 1 gets any line minus the
//!   probability that player 2 does. But under *decisive* only completed lines count, if there are
//!   any.

use crate::engine::board::{MAX_LINES, MAX_SQUARES};
use crate::engine::position::{Phase, Position};
use crate::engine::rules::{Margin, Player, Scoring};

/// A small board has at most this many squares.
pub const SMALL: usize = 9;

/// A margin, estimated or exact, in units of 1/[`Margin::UNIT`] of a point.
pub type Score = i32;

pub struct Ownership([[f64; MAX_SQUARES]; 2]);

impl Ownership {
    const NONE: Ownership = Ownership([[0.0; MAX_SQUARES]; 2]);

    pub fn of(position: &Position) -> Ownership {
        let mut ownership = Ownership::NONE;
        ownership.find(position);
        ownership
    }

    /// The probabilities must be 0 before.
    fn find(&mut self, position: &Position) {
        let ownership = &mut self.0;
        for series in position.quantum_series() {
            let squares = position.squares_of(series);
            let share = 1.0 / squares.len() as f64;
            squares
                .iter()
                .for_each(|square| ownership[series % 2][square.index()] += share);
        }
        let (turns, all) = (position.turns(), position.board().squares());
        let share = |player: Player| {
            (player.turns_of(all) - player.turns_of(turns)) as f64 / (all - turns).max(1) as f64
        };
        let of_turns_left = [share(Player::One), share(Player::Two)];
        for square in position.quantum() {
            let square = square.index();
            let known = ownership[0][square] + ownership[1][square];
            let (rest, whole) = if known < 1.0 {
                (1.0 - known, 1.0)
            } else {
                (0.0, known)
            };
            for player in 0..2 {
                let probability = &mut ownership[player][square];
                *probability = (*probability + rest * of_turns_left[player]) / whole;
            }
        }
        for player in [Player::One, Player::Two] {
            for square in position.owned_by(player) {
                ownership[player as usize][square.index()] = 1.0;
            }
        }
    }

    /// The most probable line comes first.
    fn open_lines<'a>(
        &self,
        position: &Position,
        player: Player,
        lines: &'a mut [f64; MAX_LINES],
    ) -> &'a [f64] {
        let mut count = 0;
        let (owned, others) = (
            position.owned_by(player),
            position.owned_by(player.opponent()),
        );
        for line in position.board().lines() {
            if line.intersects(others) || line.is_subset(owned) {
                continue;
            }
            let probability = line.iter().fold(1.0, |all, square| {
                all * self.0[player as usize][square.index()]
            });
            lines[count] = probability;
            count += 1;
        }
        let lines = &mut lines[..count];
        lines.sort_unstable_by(|a, b| b.total_cmp(a));
        lines
    }

    /// A square's weight adds up the probabilities that either player gets the rest of a line
    /// through it.
    pub fn weights(&self, position: &Position) -> [f64; MAX_SQUARES] {
        let mut weights = [0.0; MAX_SQUARES];
        for player in [Player::One, Player::Two] {
            let ownership = &self.0[player as usize];
            let others = position.owned_by(player.opponent());
            for line in position
                .board()
                .lines()
                .iter()
                .filter(|line| !line.intersects(others))
            {
                for square in *line & position.quantum() {
                    let rest = line.iter().filter(|&other| other != square);
                    weights[square.index()] +=
                        rest.fold(1.0, |all, other| all * ownership[other.index()]);
                }
            }
        }
        weights
    }
}

/// The factor that turns player 1's scores into those of the player who decides next.
pub fn sign(position: &Position) -> Score {
    if position.to_move() == Some(Player::One) {
        1
    } else {
        -1
    }
}

pub fn evaluate(position: &Position) -> Score {
    let lines = position.completed_lines();
    let completed = lines.as_slice().len();
    let margin = lines.margin(position.rules()).units();
    // Lines that are still open can't be completed any more.
    if position.phase() == Phase::Over {
        return margin;
    }
    // Filled in place, because copying a kilobyte costs time.
    let mut ownership = Ownership::NONE;
    ownership.find(position);
    let (mut one, mut two) = ([0.0; MAX_LINES], [0.0; MAX_LINES]);
    let one = ownership.open_lines(position, Player::One, &mut one);
    let two = ownership.open_lines(position, Player::Two, &mut two);
    let (sure, open) = match position.rules().scoring {
        Scoring::Harmonic => {
            let points = |lines: &[f64]| {
                let ranked = lines.iter().enumerate();
                ranked
                    .map(|(rank, probability)| probability / (completed + rank + 1) as f64)
                    .sum::<f64>()
            };
            (margin, points(one) - points(two))
        }
        Scoring::Decisive if completed > 0 => (margin, 0.0),
        Scoring::Decisive | Scoring::Shared => {
            let any = |player: Player, lines: &[f64]| {
                let has = position.board().has_line(position.owned_by(player));
                if has {
                    1.0
                } else {
                    1.0 - lines
                        .iter()
                        .fold(1.0, |none, probability| none * (1.0 - probability))
                }
            };
            (0, any(Player::One, one) - any(Player::Two, two))
        }
    };
    sure + (open * f64::from(Margin::UNIT)) as Score
}
