//! Everything the ledger and the result files rest on, computed once.

use crate::game::{Game, GameError};
use std::fmt;
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::equilibria::{self, SolvedGame};
use super::random_games::RandomGames;
use super::strongly_solved::{SolvedPositions, solved_positions};
use super::theorems::{Reach, Theorems};
use crate::board::{Board, BoardError};
use crate::players::{self, Accuracy, Contest, Effort, Kind};
use crate::position::Position;
use crate::progress::{Interrupted, Progress};
use crate::rules::{Ending, Rules, Variant};
use crate::search::Solution;
use crate::tree_size::{Method, Tree, TreeSize, brute_force, count, count_all};
use crate::{random_play, search, theory, tree_size};

/// The largest number of squares of Table 1.
pub const TABLE_1_SQUARES: usize = 9;

/// The largest number of squares of the triangle of all n <= s.
pub const TRIANGLE_SQUARES: usize = 16;

/// For these n the sizes go on to so many squares.
pub const COLUMNS: [(usize, usize); 3] = [(2, 64), (3, 64), (4, 25)];

/// From how many games of each kind of player with itself the positions come in which choices are measured.
const ACCURACY_GAMES: u64 = 24;

/// The game whose games are played one by one to learn how long that takes: T(5, 2), some milliseconds.
const TIMED_SQUARES: usize = 5;

/// How far the heuristic players look ahead whose choices are measured.
const ACCURACY_DEPTHS: [usize; 3] = [1, 2, 3];

/// How many turns of these games are played at random, so that they differ.
const ACCURACY_OPENING: usize = 2;

/// The computed side of the ledger.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// T(s, 2) for s = 1..9, by the paper's method.
    pub table_1: Vec<TreeSize>,
    /// T(s, n) for every n <= s <= 16 and for `COLUMNS`, by the fastest method; by rising s, then n.
    pub sizes: Vec<TreeSize>,
    /// The number of games of ordinary tic-tac-toe, which stop at the first line.
    pub ordinary_games: BigUint,
    /// The number of games of QT3 (3x3, n = 2) that stop at the first line.
    pub first_line_games: BigUint,
    /// The theorems, as far as [`Reach::QUICK`].
    pub theorems: Theorems,
    /// Random play.
    pub random: RandomGames,
    /// All 96 rules on 2x2 and 3x3 with one and two pieces; on 3x3 with more the paper's rules under every collapse rule and
    /// offset. Without the best first moves of n = 3 to 5, which [`with_first_moves`](super::with_first_moves) finds.
    pub solved: Vec<SolvedGame>,
    /// Every position of random games on boards up to 3x3, n = 1 and 2, solved.
    pub solved_positions: Vec<SolvedPositions>,
    /// How often choices keep the value on 3x3 with two pieces, in games of each kind of player.
    pub accuracy: Vec<Accuracy>,
    /// How long some of it took.
    pub times: Times,
}

/// How long parts of the computation took in this run: for the reader, never for a result file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Times {
    /// T(9, 2) by the paper's method.
    pub fixed_endgame: Duration,
    /// How many games were played one by one.
    pub games_played: BigUint,
    /// How long that took.
    pub playing: Duration,
}

/// Why there is no evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// Stopped before it was done.
    Interrupted,
    /// A computation refused its result or could not run.
    Failed(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Interrupted => Interrupted.fmt(f),
            Error::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Error {}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Error {
        Error::Interrupted
    }
}

impl From<tree_size::Error> for Error {
    fn from(error: tree_size::Error) -> Error {
        match error {
            tree_size::Error::Interrupted(_) => Error::Interrupted,
            other => Error::Failed(other.to_string()),
        }
    }
}

impl From<random_play::Error> for Error {
    fn from(error: random_play::Error) -> Error {
        match error {
            random_play::Error::Interrupted(_) => Error::Interrupted,
            other => Error::Failed(other.to_string()),
        }
    }
}

impl From<theory::Error> for Error {
    fn from(error: theory::Error) -> Error {
        match error {
            theory::Error::Interrupted => Error::Interrupted,
            other => Error::Failed(other.to_string()),
        }
    }
}

impl From<search::Error> for Error {
    fn from(error: search::Error) -> Error {
        Error::Failed(error.to_string())
    }
}

impl From<GameError> for Error {
    fn from(error: GameError) -> Error {
        Error::Failed(error.to_string())
    }
}

impl From<BoardError> for Error {
    fn from(error: BoardError) -> Error {
        Error::Failed(error.to_string())
    }
}

impl Evidence {
    /// Computes everything. A few seconds on two cores; the solved games take most of it.
    ///
    /// # Errors
    /// If it was interrupted, or a computation refused its result.
    pub fn gather(progress: &dyn Progress) -> Result<Evidence, Error> {
        let first_line = Rules { ending: Ending::FirstLine, ..Rules::default() };
        let ordinary = Position::new(Game::of_side(3, 1, first_line)?);
        let (table_1, times) = table_1(progress)?;
        Ok(Evidence {
            table_1,
            sizes: sizes(progress)?,
            ordinary_games: BigUint::from(brute_force::leaves_from(&ordinary, progress)?),
            first_line_games: count(Tree::first_line(Board::new(3)?, 2), Method::Schedules, progress)?.games,
            theorems: Theorems::check(Reach::QUICK, progress)?,
            random: RandomGames::gather(progress)?,
            solved: equilibria::solved(progress)?,
            solved_positions: solved_positions(progress)?,
            accuracy: accuracies(progress)?,
            times,
        })
    }

    /// What is proven about a variant of 3x3 with two pieces.
    ///
    /// # Panics
    /// Never: all rules are solved by [`Evidence::gather`].
    #[must_use]
    pub fn standard(&self, variant: Variant) -> &Solution {
        &self.solved_game(variant).solution
    }

    /// The solved game of a variant of 3x3 with two pieces.
    ///
    /// # Panics
    /// As [`Evidence::standard`].
    #[must_use]
    pub fn solved_game(&self, variant: Variant) -> &SolvedGame {
        let asked = (variant.rules(), 3, 2);
        let found = self.solved.iter().find(|game| (game.rules, game.side, game.pieces) == asked);
        found.expect("all rules are solved")
    }
}

/// Table 1, and how long its last count takes beside games played one by one.
fn table_1(progress: &dyn Progress) -> Result<(Vec<TreeSize>, Times), Error> {
    let mut sizes = Vec::new();
    let mut fixed_endgame = Duration::ZERO;
    for squares in 1..=TABLE_1_SQUARES {
        let began = Instant::now();
        sizes.push(count(Tree::full(squares, 2), Method::FixedEndgame, progress)?);
        fixed_endgame = began.elapsed();
    }
    let began = Instant::now();
    let games_played = count(Tree::full(TIMED_SQUARES, 2), Method::BruteForce, progress)?.games;
    Ok((sizes, Times { fixed_endgame, games_played, playing: began.elapsed() }))
}

fn sizes(progress: &dyn Progress) -> Result<Vec<TreeSize>, Error> {
    let mut sizes = Vec::new();
    for pieces in 1..=TRIANGLE_SQUARES {
        let column = COLUMNS.iter().find(|column| column.0 == pieces);
        let asked: Result<Vec<_>, Error> = (pieces..=column.map_or(TRIANGLE_SQUARES, |column| column.1))
            .map(|squares| Tree::full(squares, pieces))
            .map(|tree| Ok((tree, Method::fastest(&tree)?)))
            .collect();
        sizes.extend(count_all(&asked?, progress)?);
    }
    sizes.sort_by_key(|size| (size.squares, size.pieces));
    Ok(sizes)
}

/// How often heuristic players, by their estimates alone, and the random player keep the value.
fn accuracies(progress: &dyn Progress) -> Result<Vec<Accuracy>, Error> {
    let start = Position::new(Game::default());
    let efforts = ACCURACY_DEPTHS.map(|depth| Effort { depth, exact_end: false, ..Effort::default() });
    let of = |&kind: &Kind| Contest {
        start,
        players: [kind; 2],
        effort: efforts[0],
        seed: 1,
        opening: ACCURACY_OPENING,
    };
    let contests: Vec<Contest> = Kind::ALL.iter().map(of).collect();
    let found = players::accuracy(&contests, ACCURACY_GAMES, &efforts, progress);
    found.map_err(|error| match error {
        players::Error::Interrupted => Error::Interrupted,
        other => Error::Failed(other.to_string()),
    })
}
