//! Upper bound of a lead, from completed and still possible lines.
//!
//! Let a player have completed `has` lines. A line can be the player's in the end only if no classical piece of the
//! other player stands on it, and all such lines together must fit on the pieces that the player has in a game, beside
//! the squares that it owns. Let `may` be the most lines that do.
//!
//! **Bound.** For harmonic scoring a player is ahead by at most 1 + 1 + 1 + 1 + 1/2 + ... (`may` terms, each four times,
//! or less often where four lines through one square have more squares than the player gets in a game) minus
//! 1/(`may` + 1) + ... + 1/(`may` + k), where k is `has` of the other player.
//!
//! *Proof.* Let the player end with a <= `may` lines. Lines that share a rank go through one square, and have nothing
//! else in common: k of them have 1 + k (m - 1) squares, and k is at most 4. So the lines that share a rank are at most
//! four, and no more than fit on the player's squares.
//! The other player's i-th line has at most a lines of the player and i - 1 own ones before it, so its rank is at most
//! a + i, under both rules for ties. A greater a only raises the bound: it adds a line and lets the other lines rank
//! later. ∎
//!
//! For the other two scorings the bound is what the lines give in the best case. Cost: sets of open lines that fit, some
//! hundred on 4x4.

use super::interval::Interval;
use crate::engine::board::SquareSet;
use crate::engine::game::Game;
use crate::engine::position::Position;
use crate::engine::rules::{Margin, Player, Scoring};

/// The most lines that go through one square, and so share a rank.
const LINES_OF_SQUARE: usize = 4;

/// Bounds the margins of a game by lines alone.
pub struct StaticBound {
    lines: &'static [SquareSet],
    scoring: Scoring,
    /// How many pieces each player has in a game.
    pieces: [usize; 2],
    side: usize,
}

/// The lines of one player.
#[derive(Clone, Copy)]
struct Lines {
    /// How many are completed.
    has: usize,
    /// How many there can be in the end at most.
    may: usize,
    /// How many of them can share a rank at most.
    at_once: usize,
}

impl StaticBound {
    /// The bound for a game.
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

    /// The margin lies in this interval, whatever is played from a position of the game on.
    pub fn of(&self, position: &Position) -> Interval {
        self.of_owners([Player::One, Player::Two].map(|player| position.owned_by(player)))
    }

    /// The same, told by the squares of each player's classical pieces.
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

    /// The most points that a player can be ahead of the other.
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

/// The most of some lines that fit on `squares` squares, beside those taken, without a square of the other player.
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
