//! A game with long series, from the side of the player who chooses the last collapse, and gaps that have little in
//! common.

use crate::engine::board::{Board, Square, SquareSet};
use crate::engine::game::Game;
use crate::engine::rules::{Player, Rules};

/// The smallest and the greatest side of a board about which something is said.
const SIDES: std::ops::RangeInclusive<usize> = 3..=64;

/// The numbers of a game with n > s/2, and the player who proves something about it.
#[derive(Clone, Copy)]
pub struct Setting {
    pub side: usize,
    pub pieces: usize,
    pub rules: Rules,
    /// The player who chooses the collapse of the last turn.
    pub prover: Player,
}

impl Setting {
    /// `None` unless a series has more than half of the squares, and no more than there are.
    pub fn of(side: usize, pieces: usize, rules: &Rules) -> Option<Setting> {
        let squares = side.checked_mul(side).filter(|_| SIDES.contains(&side))?;
        // Who chooses does not depend on the board.
        let prover = Game::default()
            .with_rules(*rules)
            .chooser(Player::from_turn(squares));
        let is_long = pieces <= squares && squares - pieces < pieces;
        is_long.then_some(Setting {
            side,
            pieces,
            rules: *rules,
            prover,
        })
    }

    /// How many squares there are (s).
    pub const fn squares(&self) -> usize {
        self.side * self.side
    }

    /// How many squares a series leaves out (g).
    pub const fn gap(&self) -> usize {
        self.squares() - self.pieces
    }

    /// How many series the prover has in all (a).
    pub const fn own(&self) -> usize {
        self.prover.turns_of(self.squares())
    }

    /// How many series the other player has in all (b).
    pub const fn others(&self) -> usize {
        self.squares() - self.own()
    }

    /// How many series the other player places before the last turn.
    pub const fn others_before_last(&self) -> usize {
        self.prover.opponent().turns_of(self.squares() - 1)
    }

    /// Whether the prover places the last series, and so knows all others before.
    pub fn moves_last(&self) -> bool {
        Player::from_turn(self.squares()) == self.prover
    }

    /// All squares of a board of at most 64 squares.
    pub const fn all(&self) -> SquareSet {
        SquareSet::first(self.squares())
    }

    /// The lines of such a board: rows, columns, diagonals.
    pub fn lines(&self) -> &'static [SquareSet] {
        Board::new(self.side).map_or(&[], Board::lines)
    }

    /// The squares of the prover's series with these gaps. A last series of the prover that knows all others counts as
    /// if it had all squares: whichever squares the prover wants, a gap of g squares fits among those that the other
    /// player gets.
    pub fn series(&self, gaps: &[SquareSet]) -> Vec<SquareSet> {
        let is_free = |index: usize| self.moves_last() && index + 1 == self.own();
        let squares = |(index, &gap)| {
            if is_free(index) {
                self.all()
            } else {
                self.all() - gap
            }
        };
        gaps.iter().enumerate().map(squares).collect()
    }

    /// The prover's gap for a series in general: an arc of the ring of all squares. The arcs begin at different squares,
    /// and the last has nothing in common with the last but one, nor this with the one before, and so on.
    pub fn arc(&self, index: usize) -> SquareSet {
        let before_last = self.own() - 1 - index;
        let opposite = if before_last % 2 == 1 {
            self.own().div_ceil(2)
        } else {
            0
        };
        spread(self.all(), self.gap(), before_last / 2 + opposite)
    }
}

/// `size` squares that follow one another on the ring of some squares. In the order of `index`, such rows begin at every
/// second square of the ring, and then at those between, so that few rows have much in common.
pub fn spread(squares: SquareSet, size: usize, index: usize) -> SquareSet {
    let ring: Vec<Square> = squares.iter().collect();
    let shift = if ring.len().is_multiple_of(2) {
        2 * index / ring.len()
    } else {
        0
    };
    (0..size)
        .map(|place| ring[(2 * index + shift + place) % ring.len()])
        .collect()
}

/// Whether every set of squares lies in no more gaps than it may.
pub fn each_in_few(gaps: &[SquareSet], most: impl Fn(SquareSet) -> usize) -> bool {
    let lies_in_few =
        |set: SquareSet| gaps.iter().filter(|gap| set.is_subset(**gap)).count() <= most(set);
    gaps.iter()
        .all(|gap| (1..=gap.len()).all(|size| gap.subsets(size).all(lies_in_few)))
}

/// Whether with these gaps of the prover nothing collapses before the last turn, whatever the opponent places. With
/// `differs` none of them is the gap of the opponent's first series; so none is the gap of all series of the opponent.
pub fn keeps_loose(setting: &Setting, gaps: &[SquareSet], differs: bool) -> bool {
    let before = gaps.len() - usize::from(setting.moves_last());
    let room = |set: SquareSet| {
        let differs = usize::from(differs && set.len() == setting.gap());
        (setting.squares() - 1 - set.len() + differs).saturating_sub(setting.others_before_last())
    };
    each_in_few(&gaps[..before], room)
}
