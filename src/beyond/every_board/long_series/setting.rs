//! A game with long series in numbers: a, b, g and a' are α, ω, g and α' on the page of the proofs.

use crate::engine::game::Game;
use crate::engine::rules::{Player, Rules};

/// No theorem on long series covers a smaller board.
const SMALLEST_SIDE: usize = 3;

/// A game with n > s/2.
#[derive(Clone, Copy)]
pub struct Setting {
    pub side: usize,
    pub pieces: usize,
    pub rules: Rules,
    /// The player who chooses the collapse of the last turn, and whose lead is proved.
    pub prover: Player,
}

impl Setting {
    /// Returns `None` unless a series has more than half of the squares of a 3x3 board or larger.
    pub fn new(side: usize, pieces: usize, rules: &Rules) -> Option<Setting> {
        let squares = side * side;
        // The chooser does not depend on the board.
        let prover = Game::default()
            .with_rules(*rules)
            .chooser(Player::from_turn(squares));
        let is_long = pieces <= squares && squares - pieces < pieces;
        (side >= SMALLEST_SIDE && is_long).then_some(Setting {
            side,
            pieces,
            rules: *rules,
            prover,
        })
    }

    /// Counts the squares (s).
    pub const fn squares(&self) -> usize {
        self.side * self.side
    }

    /// Counts the squares that a series leaves out (g).
    pub const fn gap(&self) -> usize {
        self.squares() - self.pieces
    }

    /// Counts the prover's series (a).
    pub const fn own(&self) -> usize {
        self.prover.turns_of(self.squares())
    }

    /// Counts the other player's series (b).
    pub const fn others(&self) -> usize {
        self.squares() - self.own()
    }

    /// Returns `true` if the prover places the last series.
    pub fn moves_last(&self) -> bool {
        Player::from_turn(self.squares()) == self.prover
    }

    /// Counts the prover's series before the last turn (a').
    pub fn own_before_last(&self) -> usize {
        self.own() - usize::from(self.moves_last())
    }
}
