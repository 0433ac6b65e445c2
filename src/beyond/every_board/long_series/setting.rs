//! The sizes of a game with long series.

use crate::engine::game::Game;
use crate::engine::rules::{Player, Rules};

/// The smallest side of a board on which a theorem on long series holds.
const SMALLEST_SIDE: usize = 3;

/// A game with n > s/2, and the player who proves something about it.
#[derive(Clone, Copy)]
pub struct Setting {
    pub side: usize,
    pub pieces: usize,
    pub rules: Rules,
    /// The player who chooses the collapse of the last turn.
    pub prover: Player,
}

impl Setting {
    /// Returns the setting of a game with long series.
    ///
    /// Returns `None` unless a series has more than half of the squares.
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

    /// Returns the number of squares (s).
    pub const fn squares(&self) -> usize {
        self.side * self.side
    }

    /// Returns the number of squares that a series leaves out (g).
    pub const fn gap(&self) -> usize {
        self.squares() - self.pieces
    }

    /// Returns the number of series of the prover in the whole game (a).
    pub const fn own(&self) -> usize {
        self.prover.turns_of(self.squares())
    }

    /// Returns the number of series of the other player in the whole game (b).
    pub const fn others(&self) -> usize {
        self.squares() - self.own()
    }

    /// Returns `true` if the prover places the last series, and so sees all others first.
    pub fn moves_last(&self) -> bool {
        Player::from_turn(self.squares()) == self.prover
    }

    /// Returns the number of series that the prover places before the last turn (a').
    pub fn own_before_last(&self) -> usize {
        self.own() - usize::from(self.moves_last())
    }
}
