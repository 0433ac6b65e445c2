//! The game tree sizes of section 6, and of the games they are compared with.

use std::time::{Duration, Instant};

use num_bigint::BigUint;

use crate::board::Board;
use crate::game::Game;
use crate::paper::computed::error::Error;
use crate::paper::computed::plan::{found, found_all};
use crate::position::Position;
use crate::progress::Progress;
use crate::rules::{Ending, Rules};
use crate::tasks::Tasks;
use crate::tree_size::{Method, Tree, TreeSize, brute_force, count, count_all};

/// The largest number of squares of Table 1.
const TABLE_1_SQUARES: usize = 9;

/// The largest number of squares of the triangle of all n <= s.
pub const TRIANGLE_SQUARES: usize = 16;

/// Pairs (n, s): for these n, T is counted for every number of squares up to s.
pub const COLUMNS: [(usize, usize); 3] = [(2, 64), (3, 64), (4, 25)];

/// The game whose games are played one by one to learn how long that takes: T(5, 2), some milliseconds.
const TIMED_SQUARES: usize = 5;

/// How many games there are.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// T(s, 2) for s = 1..9, by the paper's method.
    pub table_1: Vec<TreeSize>,
    /// T(9, 2), the last of them.
    pub standard: BigUint,
    /// T(s, n) for every n <= s <= 16 and for `COLUMNS`, by the fastest method; by rising s, then n.
    pub all: Vec<TreeSize>,
    /// The number of games of ordinary tic-tac-toe, which stop at the first line.
    pub ordinary_games: BigUint,
    /// The number of games of QT3 (3x3, n = 2) that stop at the first line.
    pub first_line_games: BigUint,
    /// How long T(9, 2) took in this run: for the reader, never for a result file. The same holds for
    /// [`Self::playing`].
    pub fixed_endgame: Duration,
    /// How many games were played one by one.
    pub games_played: BigUint,
    /// How long that took.
    pub playing: Duration,
}

impl Sizes {
    /// Adds the counts to the tasks. Those that are timed are done at once: 0.1 s.
    pub fn plan<'a>(
        tasks: &mut Tasks<'a>,
        progress: &dyn Progress,
    ) -> Result<impl FnOnce() -> Result<Sizes, Error> + use<'a>, Error> {
        let smaller =
            (1..TABLE_1_SQUARES).map(|squares| count(Tree::full(squares, 2), Method::FixedEndgame, progress));
        let mut table_1: Vec<TreeSize> = smaller.collect::<Result<_, _>>()?;
        let (standard, fixed_endgame) =
            timed(|| count(Tree::full(TABLE_1_SQUARES, 2), Method::FixedEndgame, progress))?;
        table_1.push(standard.clone());
        let (played, playing) = timed(|| count(Tree::full(TIMED_SQUARES, 2), Method::BruteForce, progress))?;
        let columns = (1..=TRIANGLE_SQUARES).map(|pieces| {
            let cost = match pieces {
                3 => 1_500,
                4 => 300,
                _ => 3,
            };
            tasks.add(format!("tree sizes, n = {pieces}"), cost, move |progress| column(pieces, progress))
        });
        let columns: Vec<_> = columns.collect();
        let ordinary_games = tasks.add("games of tic-tac-toe", 30, |progress| {
            let first_line = Rules { ending: Ending::FirstLine, ..Rules::default() };
            let start = Position::new(Game::of_side(3, 1, first_line)?);
            Ok(BigUint::from(brute_force::leaves_from(&start, progress)?))
        });
        let first_line_games = tasks.add("games of QT3 to the first line", 30, |progress| {
            Ok(count(Tree::first_line(Board::new(3)?, 2), Method::Schedules, progress)?.games)
        });
        Ok(move || {
            let mut sizes = found_all(columns)?.concat();
            sizes.sort_by_key(|size| (size.squares, size.pieces));
            Ok(Sizes {
                table_1,
                standard: standard.games,
                all: sizes,
                ordinary_games: found(ordinary_games)?,
                first_line_games: found(first_line_games)?,
                fixed_endgame,
                games_played: played.games,
                playing,
            })
        })
    }
}

/// What a computation finds, and how long it takes.
fn timed<T, E>(computation: impl FnOnce() -> Result<T, E>) -> Result<(T, Duration), E> {
    let began = Instant::now();
    let found = computation()?;
    Ok((found, began.elapsed()))
}

/// T(s, n) for one n.
fn column(pieces: usize, progress: &dyn Progress) -> Result<Vec<TreeSize>, Error> {
    let longer = COLUMNS.iter().find(|column| column.0 == pieces);
    let asked: Result<Vec<_>, Error> = (pieces..=longer.map_or(TRIANGLE_SQUARES, |column| column.1))
        .map(|squares| Tree::full(squares, pieces))
        .map(|tree| Ok((tree, Method::fastest(&tree)?)))
        .collect();
    Ok(count_all(&asked?, progress)?)
}
