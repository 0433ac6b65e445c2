//! Counting with a memory of positions.
//!
//! Two positions have equally many games below them if a symmetry of the board maps one to the other as far as
//! owners go. For the quantum part of n = 2 that is less than the forest itself. A tree of k squares holds k - 1
//! series; when a piece from outside lands on its square r, every series moves away from r, and each other square
//! of the tree gets an owner. Call the squares that player 1 then owns won(r).
//!
//! **Lemma.** The trees as sets of squares and the map won determine all further games as far as owners go.
//! *Proof.* A series of player p between u and v in one tree closes a cycle: one collapse gives u to p and the others
//! as won(u) says, the other one v and won(v). Between two trees it joins them; then for r in the tree of u the new
//! won(r) is the old one, with v owned by p and the rest of the tree of v as won(v) says; and the other way round.
//! So the map after a turn depends on the map before it. ∎
//!
//! The memory holds trees and map; positions with different forests and the same map are one entry. For n = 1 there
//! are no trees. For n >= 3 the engine is walked and the memory holds the series themselves.
//!
//! Cost: one step per position met, up to the 8 symmetries, and per placement in it.

use crate::game::Game;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::board::{Board, Square, SquareSet, Symmetry};
use crate::position::{Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{Ending, Player, Rules};
use crate::tree_size::Error;

/// The number of games by a memory of positions.
///
/// ```
/// use gqt3::{board::Board, progress::Silent, tree_size::first_line};
/// // Ordinary tic-tac-toe.
/// assert_eq!(first_line::by_positions(Board::new(3)?, 1, &Silent)?, 255_168_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If it was interrupted.
pub fn by_positions(board: Board, pieces: usize, progress: &dyn Progress) -> Result<BigUint, Error> {
    let rules = Rules { ending: Ending::FirstLine, ..Rules::default() };
    progress.begin("positions", None);
    let games = games_from(&Position::new(Game::new(board, pieces, rules).unwrap()), progress);
    progress.end();
    Ok(BigUint::from(games?))
}

/// The number of games from a position on; its rules must be those of the paper but for the first-line ending.
///
/// # Errors
/// If it was interrupted.
pub fn games_from(position: &Position, progress: &dyn Progress) -> Result<u128, Interrupted> {
    if position.pieces() <= 2 && position.board().squares() <= SQUARES {
        Forests::new(position.board()).games_from(position, progress)
    } else {
        let symmetries = position.board().symmetries();
        Series { symmetries, games: FxHashMap::default() }.games_from(position, progress)
    }
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

/// The counts below the forests met so far.
struct Forests {
    lines: Vec<Mask>,
    images: Vec<[Mask; 1 << SQUARES]>,
    games: FxHashMap<Forest, u128>,
}

impl Forests {
    fn new(board: Board) -> Forests {
        let images = board.symmetries().into_iter().map(|symmetry| {
            let mut images = [0; 1 << SQUARES];
            for (mask, image) in images.iter_mut().enumerate().take(1 << board.squares()) {
                *image = symmetry.set(SquareSet(mask as u64)).0 as Mask;
            }
            images
        });
        Forests {
            lines: board.lines().iter().map(|line| line.0 as Mask).collect(),
            images: images.collect(),
            games: FxHashMap::default(),
        }
    }

    fn games_from(&mut self, position: &Position, progress: &dyn Progress) -> Result<u128, Interrupted> {
        match position.phase() {
            Phase::Over => Ok(1),
            Phase::Collapse => {
                let mut games = 0;
                for collapse in position.collapses() {
                    let mut next = *position;
                    next.collapse_unchecked(&collapse);
                    games += self.games_from(&next, progress)?;
                }
                Ok(games)
            }
            Phase::Place => {
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
                self.count(&forest, position.turns(), position.pieces(), progress)
            }
        }
    }

    fn is_lined(&self, forest: &Forest) -> bool {
        self.lines.iter().any(|line| forest.owned.iter().any(|owned| line & !owned == 0))
    }

    /// The games from a forest on; the turn tells who moves.
    fn count(
        &mut self,
        forest: &Forest,
        turn: usize,
        pieces: usize,
        progress: &dyn Progress,
    ) -> Result<u128, Interrupted> {
        let quantum = forest.quantum();
        if quantum == 0 || self.is_lined(forest) {
            return Ok(1);
        }
        let key = self.images.iter().map(|images| forest.image(images)).min().unwrap_or(*forest);
        if let Some(&games) = self.games.get(&key) {
            return Ok(games);
        }
        progress.check()?;
        progress.advance(1);
        let player = turn % 2;
        let mut games = 0;
        if pieces == 1 || quantum.is_power_of_two() {
            for square in bits(quantum) {
                games += self.count(&forest.taken(square, player), turn + 1, pieces, progress)?;
            }
        } else {
            for first in bits(quantum) {
                for second in bits(quantum & !((2 << first) - 1)) {
                    if forest.trees[first] >> second & 1 == 0 {
                        let after = forest.joined(first, second, player);
                        games += self.count(&after, turn + 1, pieces, progress)?;
                    } else {
                        for square in [first, second] {
                            games += self.count(&forest.taken(square, player), turn + 1, pieces, progress)?;
                        }
                    }
                }
            }
        }
        self.games.insert(key, games);
        Ok(games)
    }
}

/// The counts below the positions met so far, for any n.
struct Series {
    symmetries: Vec<Symmetry>,
    games: FxHashMap<Box<[u64]>, u128>,
}

impl Series {
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

    fn games_from(&mut self, position: &Position, progress: &dyn Progress) -> Result<u128, Interrupted> {
        if position.phase() == Phase::Over {
            return Ok(1);
        }
        let mut games = 0;
        if position.phase() == Phase::Collapse {
            for collapse in position.collapses() {
                let mut next = *position;
                next.collapse_unchecked(&collapse);
                games += self.games_from(&next, progress)?;
            }
            return Ok(games);
        }
        let key = self.key(position);
        if let Some(&games) = self.games.get(&key) {
            return Ok(games);
        }
        progress.check()?;
        progress.advance(1);
        for squares in position.placements() {
            let mut next = *position;
            next.place_unchecked(squares);
            games += self.games_from(&next, progress)?;
        }
        self.games.insert(key, games);
        Ok(games)
    }
}
