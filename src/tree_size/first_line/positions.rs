//! Counting with a memory of positions.
//!
//! Two positions have equally many games below them if a symmetry of the board maps one to the other as far as
//! owners go. For the quantum part of n = 2 that is less than the forest itself. A tree of k squares holds k - 1
//! series; when a piece from outside lands on its square r, every series moves away from r, and each other square
//! of the tree gets an owner. Call the squares that player 1 then owns won(r).
//!
//! **Lemma.** The trees as sets of squares and the map won determine all further games as far as owners go.
//! *Proof.* Player p places a series on u and v. If they are in one tree, it closes a cycle with two collapses: in one
//! p gets u and the other squares of the tree go as won(u) says, in the other p gets v and the others go as won(v) says.
//! If they are in two trees, the series joins these. When a piece later lands on a square r of the tree of u, the
//! squares of this tree go as the old won(r) says, p gets v, and the rest of the tree of v goes as won(v) says; likewise
//! with u and v exchanged. So the owners and the map after a turn follow from those before it. ∎
//!
//! The memory holds trees and map; positions with different forests and the same map are one entry. For n = 1 there
//! are no trees. For n >= 3 the engine is walked and the memory holds the series themselves.
//!
//! Cost: one step per position met, up to the 8 symmetries, and per placement in it.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::board::{Board, Square, SquareSet, Symmetry};
use crate::game::Game;
use crate::position::{Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::Player;

/// Whether this game has few enough positions: with n >= 3 those of a 3x3 board are too many, unless every series
/// covers all of it.
pub(in crate::tree_size) fn has_few_positions(board: Board, pieces: usize) -> bool {
    let squares = board.squares();
    squares < SQUARES || squares == SQUARES && (pieces <= 2 || pieces >= squares)
}

/// The number of games by a memory of positions, under the paper's rules but for the first-line ending.
pub(in crate::tree_size) fn by_positions(
    game: Game,
    progress: &dyn Progress,
) -> Result<BigUint, Interrupted> {
    progress.begin("positions", None);
    let games = Memory::new(game.board(), progress).games_from(&Position::new(game));
    progress.end();
    Ok(BigUint::from(games?))
}

/// The most squares of a forest.
const SQUARES: usize = 9;

type Mask = u16;

/// Owners, trees and the map won, for n <= 2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Forest {
    /// The squares of each player's classical pieces.
    owned: [Mask; 2],
    /// For each quantum square its tree; 0 for a classical one.
    trees: [Mask; SQUARES],
    /// For each quantum square which other squares of its tree player 1 owns when it is taken from outside.
    won: [Mask; SQUARES],
}

impl Forest {
    /// The forest of a position that waits for a placement.
    fn of(position: &Position) -> Forest {
        let mut forest = Forest {
            owned: [Player::One, Player::Two].map(|player| position.owned_by(player).0 as Mask),
            trees: [0; SQUARES],
            won: [0; SQUARES],
        };
        for square in position.quantum() {
            forest.trees[square.index()] = 1 << square.index();
        }
        for series in position.quantum_series() {
            let mut squares = position.squares_of(series).iter().map(Square::index);
            if let (Some(first), Some(second)) = (squares.next(), squares.next()) {
                forest = forest.joined(first, second, series % 2);
            }
        }
        forest
    }

    fn quantum(&self) -> Mask {
        (0..SQUARES).filter(|&square| self.trees[square] != 0).fold(0, |mask, square| mask | 1 << square)
    }

    /// After a piece of `player` takes a square, and its tree collapses away from it.
    fn taken(&self, square: usize, player: usize) -> Forest {
        let mut after = *self;
        let tree = self.trees[square];
        let others = tree & !(1 << square);
        after.owned[0] |= self.won[square];
        after.owned[1] |= others & !self.won[square];
        after.owned[player] |= 1 << square;
        for member in bits(tree) {
            after.trees[member] = 0;
            after.won[member] = 0;
        }
        after
    }

    /// After a series of `player` between squares of two trees.
    fn joined(&self, first: usize, second: usize, player: usize) -> Forest {
        let mut after = *self;
        for (near, far) in [(first, second), (second, first)] {
            let own = if player == 0 { 1 << far } else { 0 };
            for member in bits(self.trees[near]) {
                after.trees[member] |= self.trees[far];
                after.won[member] |= own | self.won[far];
            }
        }
        after
    }

    fn image(&self, images: &[Mask; 1 << SQUARES]) -> Forest {
        let image = |mask: Mask| images[mask as usize];
        let mut forest = Forest { owned: self.owned.map(image), trees: [0; SQUARES], won: [0; SQUARES] };
        for square in 0..SQUARES {
            let place = image(1 << square).trailing_zeros() as usize;
            if place < SQUARES {
                forest.trees[place] = image(self.trees[square]);
                forest.won[place] = image(self.won[square]);
            }
        }
        forest
    }
}

fn bits(mask: Mask) -> impl Iterator<Item = usize> {
    SquareSet(u64::from(mask)).iter().map(Square::index)
}

/// The counts below the positions met so far.
struct Memory<'a> {
    progress: &'a dyn Progress,
    symmetries: Vec<Symmetry>,
    lines: Vec<Mask>,
    /// For each symmetry the image of every set of squares.
    images: Vec<[Mask; 1 << SQUARES]>,
    /// By forests, for n <= 2.
    forests: FxHashMap<Forest, u128>,
    /// By owners and series, for larger n.
    series: FxHashMap<Box<[u64]>, u128>,
}

impl Memory<'_> {
    fn new(board: Board, progress: &dyn Progress) -> Memory<'_> {
        let symmetries = board.symmetries();
        let images = symmetries.iter().map(|symmetry| {
            let mut images = [0; 1 << SQUARES];
            for (mask, image) in images.iter_mut().enumerate().take(1 << board.squares()) {
                *image = symmetry.set(SquareSet(mask as u64)).0 as Mask;
            }
            images
        });
        Memory {
            progress,
            lines: board.lines().iter().map(|line| line.0 as Mask).collect(),
            images: images.collect(),
            symmetries,
            forests: FxHashMap::default(),
            series: FxHashMap::default(),
        }
    }

    /// The games from a position on.
    fn games_from(&mut self, position: &Position) -> Result<u128, Interrupted> {
        let key = match position.phase() {
            Phase::Over => return Ok(1),
            Phase::Place if position.pieces() <= 2 => {
                return self.games_from_forest(&Forest::of(position), position.turns(), position.pieces());
            }
            Phase::Place => Some(self.key(position)),
            Phase::Collapse => None,
        };
        if let Some(&games) = key.as_ref().and_then(|key| self.series.get(key)) {
            return Ok(games);
        }
        self.progress.check()?;
        self.progress.advance(1);
        let mut games = 0;
        for action in position.actions() {
            games += self.games_from(&position.after_unchecked(&action))?;
        }
        if let Some(key) = key {
            self.series.insert(key, games);
        }
        Ok(games)
    }

    /// The least image of owners and quantum series under the symmetries.
    fn key(&self, position: &Position) -> Box<[u64]> {
        let images = self.symmetries.iter().map(|symmetry| {
            let image = |set: SquareSet| symmetry.set(set).0;
            let mut key: Vec<u64> =
                [Player::One, Player::Two].map(|player| image(position.owned_by(player))).to_vec();
            for parity in 0..2 {
                let from = key.len();
                let series = position.quantum_series().into_iter().filter(|series| series % 2 == parity);
                key.extend(series.map(|series| image(position.squares_of(series))));
                key[from..].sort_unstable();
                // Between the players' series: no set is empty.
                key.push(0);
            }
            key.into_boxed_slice()
        });
        images.min().unwrap_or_default()
    }

    /// The games from a forest on; the turn, from 0, tells who moves.
    fn games_from_forest(
        &mut self,
        forest: &Forest,
        turn: usize,
        pieces: usize,
    ) -> Result<u128, Interrupted> {
        let quantum = forest.quantum();
        let is_lined = |owned: Mask| self.lines.iter().any(|line| line & !owned == 0);
        if quantum == 0 || forest.owned.into_iter().any(is_lined) {
            return Ok(1);
        }
        let key = self.images.iter().map(|images| forest.image(images)).min().unwrap_or(*forest);
        if let Some(&games) = self.forests.get(&key) {
            return Ok(games);
        }
        self.progress.check()?;
        self.progress.advance(1);
        let player = turn % 2;
        let mut games = 0;
        if pieces == 1 || quantum.is_power_of_two() {
            for square in bits(quantum) {
                games += self.games_from_forest(&forest.taken(square, player), turn + 1, pieces)?;
            }
        } else {
            for first in bits(quantum) {
                for second in bits(quantum & !((2 << first) - 1)) {
                    if forest.trees[first] >> second & 1 == 0 {
                        let after = forest.joined(first, second, player);
                        games += self.games_from_forest(&after, turn + 1, pieces)?;
                    } else {
                        for square in [first, second] {
                            games +=
                                self.games_from_forest(&forest.taken(square, player), turn + 1, pieces)?;
                        }
                    }
                }
            }
        }
        self.forests.insert(key, games);
        Ok(games)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::progress::Silent;
    use crate::rules::{Ending, Rules};
    use crate::tree_size::brute_force::leaves_from;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn random_subtrees_are_counted_as_they_are_played(
            pieces in 1_usize..=4,
            choices in proptest::collection::vec(any::<u16>(), 18),
        ) {
            let rules = Rules { ending: Ending::FirstLine, ..Rules::default() };
            let game = Game::of_side(3, pieces, rules).unwrap();
            let mut position = Position::new(game);
            let small = |position: &Position| position.turns() >= 7 || position.quantum().len() <= 4;
            for choice in choices {
                if position.phase() == Phase::Over || small(&position) {
                    break;
                }
                let actions: Vec<_> = position.actions().collect();
                position = position.after_unchecked(&actions[usize::from(choice) % actions.len()]);
            }
            let found = Memory::new(game.board(), &Silent).games_from(&position);
            prop_assert_eq!(found, leaves_from(&position, &Silent));
        }
    }
}
