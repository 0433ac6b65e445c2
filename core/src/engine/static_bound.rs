//! An upper bound on a lead, from the lines that are completed or still possible.
//!
//! Let `may` be the largest number of lines that hold none of the other player's classical pieces
//! and that, together with the player's own squares, have at most as many squares as the player has
//! turns in a whole game. The player can't own more lines at the end.
//!
//! **Bound.** For harmonic scoring a player is ahead by at most
//!
//! ```text
//! 1 + 1 + 1 + 1 + 1/2 + ... - 1/(may + 1) - ... - 1/(may + k),
//! ```
//!
//! where the other player has completed k lines. The positive part has `may` terms. Each value
//! occurs at most four times, and fewer times if the player has too few turns for four lines
//! through one square. For example, player 1 has five turns on 3x3, which are enough for two
//! crossing lines: at the start its bound is 1 + 1.
//!
//! *Proof.* Let a <= `may` be the number of lines that the player has at the end. Lines of the
//! player that share a rank meet in the square with their largest subscript, and nowhere else. So b
//! such lines have b (m - 1) + 1 squares, which the player must own, and b is at most 4.
//!
//! The other player's i-th line has at most a + i - 1 lines before it, so its rank is at most a + i
//! under both rules for ties. Putting `may` for a only raises the bound: it adds lines and lets the
//! other player's lines rank later. ∎
//!
//! For the other two scorings the bound assumes that the player ends with a line if that is
//! possible (under `decisive` with the earliest), and that the other player completes no more
//! lines.

use super::interval::Interval;
use crate::engine::board::SquareSet;
use crate::engine::game::Game;
use crate::engine::position::Position;
use crate::engine::rules::{Margin, Player, Scoring};

/// A row, a column and two diagonals.
const LINES_OF_SQUARE: usize = 4;

#[derive(Debug)]
pub struct StaticBound {
    lines: &'static [SquareSet],
    scoring: Scoring,
    pieces: [usize; 2],
    side: usize,
}

#[derive(Clone, Copy)]
struct Lines {
    has: usize,
    may: usize,
    /// At most this many of the player's lines share a rank.
    at_once: usize,
}

impl StaticBound {
    pub fn new(game: &Game) -> StaticBound {
        let lines = game.board().lines();
        let pieces = [Player::One, Player::Two].map(|player| player.turns_of(game.squares()));
        StaticBound {
            lines,
            scoring: game.rules().scoring,
            pieces,
            side: game.side(),
        }
    }

    pub fn of(&self, position: &Position) -> Interval {
        self.of_owners([Player::One, Player::Two].map(|player| position.owned_by(player)))
    }

    pub fn of_owners(&self, owned: [SquareSet; 2]) -> Interval {
        let [one, two] = [0, 1].map(|player| self.lines_of(player, owned));
        Interval {
            lower: -self.greatest_lead(two, one),
            upper: self.greatest_lead(one, two),
        }
    }

    fn lines_of(&self, player: usize, owned: [SquareSet; 2]) -> Lines {
        let (own, other) = (owned[player], owned[1 - player]);
        let has = self.lines.iter().filter(|line| line.is_subset(own)).count();
        let at_once = (self.pieces[player].saturating_sub(1) / self.side.saturating_sub(1).max(1))
            .clamp(1, LINES_OF_SQUARE);
        Lines {
            has,
            may: most_lines(self.lines, own, other, self.pieces[player]),
            at_once,
        }
    }

    fn greatest_lead(&self, own: Lines, other: Lines) -> Margin {
        let one_if = |condition: bool| if condition { Margin::ONE } else { Margin::ZERO };
        match self.scoring {
            Scoring::Harmonic => {
                let won = (0..own.may).map(|line| Margin::from_rank(1 + line / own.at_once));
                let lost = (1..=other.has).map(|line| -Margin::from_rank(own.may + line));
                won.chain(lost).sum()
            }
            Scoring::Decisive if own.may > 0 => Margin::ONE,
            Scoring::Decisive => -one_if(other.has > 0),
            Scoring::Shared => one_if(own.may > 0) - one_if(other.has > 0),
        }
    }
}

/// Returns the most `lines` that a player can own together if it owns `taken` and can own up to
/// `squares` squares in total. A line that meets `other` is lost.
fn most_lines(lines: &[SquareSet], taken: SquareSet, other: SquareSet, squares: usize) -> usize {
    let Some((line, rest)) = lines.split_first() else {
        return 0;
    };
    let without = most_lines(rest, taken, other, squares);
    let with = taken | *line;
    let fits = !line.intersects(other) && with.len() <= squares;
    if fits {
        without.max(1 + most_lines(rest, with, other, squares))
    } else {
        without
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rules::Rules;

    fn bounds(side: usize, scoring: Scoring, owned: [u64; 2]) -> String {
        let rules = Rules {
            scoring,
            ..Rules::default()
        };
        let game = Game::from_side(side, 1, rules).unwrap();
        StaticBound::new(&game)
            .of_owners(owned.map(SquareSet))
            .to_string()
    }

    #[test]
    fn bounds_count_lines_that_still_fit() {
        let cases = [
            (3, [0, 0], ["-1..+2", "-1..+1", "-1..+1"]),
            // A row each, and no second line for either player.
            (
                3,
                [0b000_000_111, 0b000_111_000],
                ["-1/2..+1/2", "-1..+1", "0"],
            ),
            // Player 1 has a row and can add one line. Player 2 can't complete any.
            (3, [0b000_010_111, 0b000_101_000], ["+1..+2", "+1", "+1"]),
            (3, [0b110_001_101, 0b001_110_010], ["0", "0", "0"]),
            // Three lines that meet in pairs have 12 squares, so either player can own them. Three
            // lines through one square have 13, so only player 1 can.
            (5, [0, 0], ["-5/2..+3", "-1..+1", "-1..+1"]),
            // Two rows, two columns and a diagonal fit on 32 squares. The bound lets any four lines
            // share rank 1.
            (8, [0, 0], ["-9/2..+9/2", "-1..+1", "-1..+1"]),
        ];
        for (side, owned, expected) in cases {
            let scorings = [Scoring::Harmonic, Scoring::Decisive, Scoring::Shared];
            let result = scorings.map(|scoring| bounds(side, scoring, owned));
            assert_eq!(result, expected, "{side} {owned:?}");
        }
    }
}
