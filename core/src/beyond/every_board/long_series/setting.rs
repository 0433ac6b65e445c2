use crate::engine::rules::{Player, Rules};

const SMALLEST_SIDE: usize = 3;

#[derive(Clone, Copy)]
pub struct Setting {
    pub side: usize,
    pub pieces: usize,
    pub rules: Rules,
    pub prover: Player,
}

impl Setting {
    /// Returns `None` if a series has at most half the squares or more than all, or if the board is
    /// smaller than 3x3.
    pub fn new(side: usize, pieces: usize, rules: &Rules) -> Option<Setting> {
        let squares = side * side;
        let is_long = pieces <= squares && squares - pieces < pieces;
        (side >= SMALLEST_SIDE && is_long).then_some(Setting {
            side,
            pieces,
            rules: *rules,
            prover: rules.chooser(Player::from_turn(squares)),
        })
    }

    pub const fn squares(&self) -> usize {
        self.side * self.side
    }

    pub const fn gap(&self) -> usize {
        self.squares() - self.pieces
    }

    pub const fn own(&self) -> usize {
        self.prover.turns_of(self.squares())
    }

    pub const fn others(&self) -> usize {
        self.squares() - self.own()
    }

    pub fn moves_last(&self) -> bool {
        Player::from_turn(self.squares()) == self.prover
    }

    pub fn own_before_last(&self) -> usize {
        self.own() - usize::from(self.moves_last())
    }
}
