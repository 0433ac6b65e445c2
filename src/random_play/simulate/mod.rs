//! Random play by playing: many random games, counted.
//!
//! Every game is the literal process. Each turn draws its squares, every set of n quantum squares as likely as
//! another; each entanglement draws its collapse, every perfect matching as likely as another. Nothing is
//! taken from the theorem that all endgames are equally likely, so the games can bear witness for it.
//!
//! # Random numbers
//! Games are played in blocks of [`BLOCK`]. The b-th block takes all its numbers from stream b of ChaCha8
//! under the given seed, so the games are the same whatever the number of threads, and a longer simulation
//! begins with the games of a shorter one. All draws are exactly uniform: numbers are rejected, never rounded.
//!
//! # Cost
//! A game needs no heap memory for one or two pieces. A 3x3 game takes a fraction of a microsecond. For three
//! pieces and more a collapse has to count perfect matchings: always possible up to 20 squares, and on larger
//! boards as long as the series are sparse enough. Where it is not, a Markov chain draws the collapse, which is
//! nearly uniform and takes milliseconds; [`Simulation::chained`] tells how many there were.

mod chain;
mod collapse;
mod draw;
mod estimate;
mod field;
mod numbers;
mod pairs;
mod series;

use std::collections::BTreeMap;
use std::fmt;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

pub use draw::Drawer;
pub use estimate::{ChiSquare, Estimate, Simulation};

use crate::board::{Board, MAX_SQUARES, Square, SquareSet};
use crate::matching::PerfectMatching;
use crate::position::Turn;
use crate::progress::{Interrupted, Progress};
use crate::rules::{Margin, Rules};
use field::{Collapsed, Field, Game, Nobody, Quantum, SeriesOn, Watcher, bits};
use numbers::{Numbers, Streams};
use pairs::{Pairs, Singles};
use series::Series;

/// How many games share a stream of random numbers.
pub const BLOCK: u64 = 256;

/// Why there is no simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A series needs a piece.
    NoPieces,
    /// Nothing follows from no games.
    NoGames,
    /// Stopped before it was done.
    Interrupted,
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Error {
        Error::Interrupted
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoPieces => f.write_str("a series needs at least 1 piece"),
            Error::NoGames => f.write_str("a simulation needs at least 1 game"),
            Error::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// The perfect matchings of an entanglement cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TooLarge;

/// Plays random games and counts their margins and lengths.
///
/// ```
/// use gqt3::{board::Board, progress::Silent, random_play::simulate, rules::Rules};
/// let simulation = simulate(Board::new(2)?, 2, &Rules::default(), 1_000, 7, &Silent)?;
/// // Player 1's two pieces always share a line, and hold the earlier one.
/// let mean = simulation.mean_margin();
/// assert_eq!((mean.value, mean.standard_error), (0.5, 0.0));
/// assert_eq!(simulation.lengths()[&4], 1_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If `pieces` or `games` is 0, if an entanglement has too many collapses, or if it was interrupted.
pub fn simulate(
    board: Board,
    pieces: usize,
    rules: &Rules,
    games: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Simulation, Error> {
    run::<MarginTally>(Game { board, pieces, rules: *rules }, games, seed, progress)
}

/// Plays random games on the 2-by-2 board to the end and counts their endgames: for each square the subscript
/// of the piece that came to stand there. There are 24.
///
/// # Errors
/// If `pieces` or `games` is 0, or if it was interrupted.
pub fn endgame_counts(
    pieces: usize,
    games: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<BTreeMap<[u8; 4], u64>, Error> {
    let board = TWO_BY_TWO.ok_or(Error::NoPieces)?;
    run::<EndgameTally>(Game { board, pieces, rules: Rules::default() }, games, seed, progress)
}

/// The 2-by-2 board; it is in range, so this is always there.
const TWO_BY_TWO: Option<Board> = match Board::new(2) {
    Ok(board) => Some(board),
    Err(_) => None,
};

/// A random game, turn by turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Its turns.
    pub turns: Vec<Turn>,
    /// What it ended with.
    pub margin: Margin,
}

/// The first games that [`simulate()`] counts under the same seed, turn by turn. Plays them on one thread.
///
/// # Errors
/// As [`simulate()`].
pub fn sample(
    board: Board,
    pieces: usize,
    rules: &Rules,
    games: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<PlayedGame>, Error> {
    let game = Game { board, pieces, rules: *rules };
    match game.kind() {
        Kind::Singles => sample_with::<Singles>(game, games, seed, progress),
        Kind::Pairs => sample_with::<Pairs>(game, games, seed, progress),
        Kind::Series => sample_with::<Series>(game, games, seed, progress),
    }
}

fn sample_with<Q: Quantum>(
    game: Game,
    games: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<PlayedGame>, Error> {
    let streams = Streams::new(seed);
    let (mut field, mut quantum) = (Field::new(), Q::new());
    let mut played = Vec::new();
    for block in 0..game.blocks(games)? {
        let mut numbers = streams.stream(block);
        for _ in 0..block_size(block, games) {
            progress.check()?;
            let mut turns = Turns(Vec::new());
            game.play(&mut field, &mut quantum, &mut numbers, &mut turns);
            played.push(PlayedGame { turns: turns.0, margin: field.margin(game.board, &game.rules) });
        }
    }
    Ok(played)
}

/// Keeps the turns of a game.
struct Turns(Vec<Turn>);

impl Watcher for Turns {
    fn placed(&mut self, squares: u64) {
        self.0.push(Turn { squares: SquareSet(squares), collapse: None });
    }

    fn collapsed(&mut self, collapsed: Collapsed, series_on: &SeriesOn) {
        if let Some(turn) = self.0.last_mut()
            && collapsed.chosen
        {
            let places =
                bits(collapsed.squares).map(|square| (series_on[square].into(), Square::new(square)));
            turn.collapse = PerfectMatching::new(places);
        }
    }
}

/// How the series of a game are kept.
enum Kind {
    Singles,
    Pairs,
    Series,
}

impl Game {
    fn kind(&self) -> Kind {
        match self.pieces {
            1 => Kind::Singles,
            // Fewer squares than pieces: only single classical pieces are ever placed.
            pieces if pieces > self.board.squares() => Kind::Singles,
            2 => Kind::Pairs,
            _ => Kind::Series,
        }
    }

    /// How many blocks this many games make.
    fn blocks(&self, games: u64) -> Result<u64, Error> {
        match (self.pieces, games) {
            (0, _) => Err(Error::NoPieces),
            (_, 0) => Err(Error::NoGames),
            _ => Ok(games.div_ceil(BLOCK)),
        }
    }
}

/// How many of the games belong to a block.
fn block_size(block: u64, games: u64) -> u64 {
    (games - block * BLOCK).min(BLOCK)
}

/// What is counted of each game.
trait Tally: Default {
    type Counts: Default + Send;
    fn count(&mut self, game: &Game, field: &Field, turns: usize);
    /// Takes note of collapses that were drawn by a Markov chain.
    fn chained(&mut self, _: u64) {}
    fn counts(self) -> Self::Counts;
    fn merge(into: Self::Counts, from: Self::Counts) -> Self::Counts;
}

fn run<T: Tally>(game: Game, games: u64, seed: u64, progress: &dyn Progress) -> Result<T::Counts, Error> {
    match game.kind() {
        Kind::Singles => run_with::<Singles, T>(game, games, seed, progress),
        Kind::Pairs => run_with::<Pairs, T>(game, games, seed, progress),
        Kind::Series => run_with::<Series, T>(game, games, seed, progress),
    }
}

fn run_with<Q: Quantum, T: Tally>(
    game: Game,
    games: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<T::Counts, Error> {
    let blocks = game.blocks(games)?;
    let streams = Streams::new(seed);
    progress.begin("games", Some(games));
    let counts = (0..blocks)
        .into_par_iter()
        .map_init(
            || (Field::new(), Q::new()),
            |(field, quantum), block| {
                let size = block_size(block, games);
                let counts =
                    play_block::<Q, T>(&game, size, (field, quantum), streams.stream(block), progress)?;
                progress.advance(size);
                Ok(counts)
            },
        )
        .try_reduce(T::Counts::default, |a, b| Ok(T::merge(a, b)));
    progress.end();
    counts
}

fn play_block<Q: Quantum, T: Tally>(
    game: &Game,
    games: u64,
    (field, quantum): (&mut Field, &mut Q),
    mut numbers: Numbers,
    progress: &dyn Progress,
) -> Result<T::Counts, Error> {
    let mut tally = T::default();
    for _ in 0..games {
        // Some large boards take long for a game.
        progress.check()?;
        let turns = game.play(field, quantum, &mut numbers, &mut Nobody);
        tally.count(game, field, turns);
    }
    tally.chained(quantum.take_chained());
    Ok(tally.counts())
}

struct MarginTally {
    margins: FxHashMap<Margin, u64>,
    lengths: [u64; MAX_SQUARES + 1],
    chained: u64,
}

impl Default for MarginTally {
    fn default() -> MarginTally {
        MarginTally { margins: FxHashMap::default(), lengths: [0; MAX_SQUARES + 1], chained: 0 }
    }
}

impl Tally for MarginTally {
    type Counts = Simulation;

    #[inline]
    fn count(&mut self, game: &Game, field: &Field, turns: usize) {
        *self.margins.entry(field.margin(game.board, &game.rules)).or_default() += 1;
        self.lengths[turns] += 1;
    }

    fn chained(&mut self, collapses: u64) {
        self.chained += collapses;
    }

    fn counts(self) -> Simulation {
        let lengths = self.lengths.into_iter().enumerate().filter(|(_, count)| *count > 0);
        Simulation {
            games: self.lengths.iter().sum(),
            margins: self.margins.into_iter().collect(),
            lengths: lengths.collect(),
            chained: self.chained,
        }
    }

    fn merge(into: Simulation, from: Simulation) -> Simulation {
        into.merge(from)
    }
}

#[derive(Default)]
struct EndgameTally(BTreeMap<[u8; 4], u64>);

impl Tally for EndgameTally {
    type Counts = BTreeMap<[u8; 4], u64>;

    fn count(&mut self, _: &Game, field: &Field, _: usize) {
        let [a, b, c, d, ..] = *field.subscripts();
        *self.0.entry([a, b, c, d]).or_default() += 1;
    }

    fn counts(self) -> Self::Counts {
        self.0
    }

    fn merge(mut into: Self::Counts, from: Self::Counts) -> Self::Counts {
        for (endgame, count) in from {
            *into.entry(endgame).or_default() += count;
        }
        into
    }
}
