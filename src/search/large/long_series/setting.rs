//! A game with long series, from the side of the player who chooses the last collapse.

use crate::board::{Square, SquareSet};
use crate::game::Game;
use crate::rules::{Offset, Player};

/// A game with n > s/2, and the player who proves something about it.
#[derive(Clone, Copy)]
pub struct Setting {
    pub game: Game,
    /// The player who chooses the collapse of the last turn.
    pub prover: Player,
}

impl Setting {
    /// `None` unless a series has more than half of the squares.
    pub fn of(game: &Game) -> Option<Setting> {
        let (squares, pieces) = (game.squares(), game.pieces());
        let is_long = (2..=squares).contains(&pieces) && 2 * pieces > squares && game.side() > 1;
        is_long.then(|| Setting { game: *game, prover: game.chooser(Player::of_turn(squares)) })
    }

    pub const fn all(&self) -> SquareSet {
        self.game.board().all()
    }

    pub fn lines(&self) -> &'static [SquareSet] {
        self.game.board().lines()
    }

    /// How many squares a series leaves out.
    pub const fn gap(&self) -> usize {
        self.game.squares() - self.game.pieces()
    }

    /// How many series the prover has in all.
    pub const fn own(&self) -> usize {
        self.prover.turns_of(self.game.squares())
    }

    /// How many series the other player places before the last turn.
    pub const fn others_before_last(&self) -> usize {
        self.prover.opponent().turns_of(self.game.squares() - 1)
    }

    /// Whether the prover places the last series, and so knows all others before.
    pub fn moves_last(&self) -> bool {
        Player::of_turn(self.game.squares()) == self.prover
    }

    /// The squares of the prover's series with these gaps. A last series of the prover that knows all others counts as
    /// if it had all squares: whichever squares the prover wants, a gap of g squares fits among those that the other
    /// player gets.
    pub fn series(&self, gaps: &[SquareSet]) -> Vec<SquareSet> {
        let is_free = |index: usize| self.moves_last() && index + 1 == self.own();
        let squares = |(index, &gap)| if is_free(index) { self.all() } else { self.all() - gap };
        gaps.iter().enumerate().map(squares).collect()
    }

    /// The subscript by which lines are ordered, of the last of so many first series of a player.
    pub fn subscript(&self, player: Player, series: usize) -> usize {
        match player {
            Player::One => 2 * series - 1,
            Player::Two => 2 * series - usize::from(self.game.rules().offset == Offset::One),
        }
    }
}

/// So many squares that follow one another on a ring of some squares. With the index the row begins at every second
/// square of the ring, and then at those between, so that few rows have much in common.
pub fn spread(squares: SquareSet, size: usize, index: usize) -> SquareSet {
    let ring: Vec<Square> = squares.iter().collect();
    let shift = if ring.len().is_multiple_of(2) { 2 * index / ring.len() } else { 0 };
    (0..size).map(|place| ring[(2 * index + shift + place) % ring.len()]).collect()
}

/// Whether every set of squares lies in no more gaps than it may.
pub fn each_in_few(gaps: &[SquareSet], most: impl Fn(SquareSet) -> usize) -> bool {
    let lies_in_few = |set: SquareSet| gaps.iter().filter(|gap| set.is_subset(**gap)).count() <= most(set);
    gaps.iter().all(|gap| (1..=gap.len()).all(|size| gap.subsets(size).all(lies_in_few)))
}

/// Whether with these gaps of the prover nothing collapses before the last turn, whatever the opponent places. With
/// `differs` none of them is the gap of the opponent's first series; so none is the gap of all series of the opponent.
pub fn keeps_loose(setting: &Setting, gaps: &[SquareSet], differs: bool) -> bool {
    let before = gaps.len() - usize::from(setting.moves_last());
    let room = |set: SquareSet| {
        let differs = usize::from(differs && set.len() == setting.gap());
        (setting.game.squares() - 1 - set.len() + differs).saturating_sub(setting.others_before_last())
    };
    each_in_few(&gaps[..before], room)
}
