//! The game tree size T(s, n): the number of different games on s squares with n pieces in a series, counted
//! to the full board (paper, section 6). Placements differ by their squares, collapses by their matching; there
//! are no lines, so s need not be a square number.
//!
//! | method | how | good for | cost |
//! |---|---|---|---|
//! | [`brute_force`] | plays every game with the engine | s <= 6 | T steps |
//! | `epoch` | blocks of squares that turn classical together | any n, s/n up to about 6 | few states for large n |
//! | `colour` | the blocks as polynomials, modulo primes | n = 3, 4, 5 and large s | about s^(n+3) steps |
//! | `reach-set` | the planted game with a memory | a check, s <= 12 | the families of reach sets |
//! | `hypergraph` | the game itself with a memory | a check, s <= 9 | the hypergraphs up to isomorphism |
//! | [`fixed_endgame`] | the paper's: every game that ends in one given endgame, times s! | s <= 10 | T / s! steps |
//! | [`closed_form`] | a formula for n = 2 (and n = 1, n >= s) | any s | s additions of big integers |
//!
//! The game that stops at the first line has another tree; [`first_line`] counts it.
//!
//! # The planted form
//! Every endgame (bijection of series to squares) is reached by equally many games, because relabelling the
//! squares maps games to games and endgames to one another. So T = s! N, where N counts the games that end with
//! series i on square i. In such a game turn t puts a piece on square t and n - 1 on other quantum squares, or
//! just the one piece when fewer than n squares are quantum. Which squares then turn classical does not depend
//! on the matching that is chosen, and exactly one matching leads to the given endgame: so no collapse has to
//! be enumerated, and N counts sequences of placements.
//!
//! Draw an arrow from square t to each other square of series t. Squares up to t are *open*, later ones are
//! not. A set of open squares with no arrow leaving it holds as many series as squares, so it is tight; and the
//! squares of a tight set are its series' own squares, with no arrow leaving. Hence an open square turns
//! classical as soon as no path of arrows leads from it to an unopened square.

pub mod brute_force;
pub mod closed_form;
mod colour;
mod epoch;
mod error;
mod family;
pub(crate) mod field;
pub mod first_line;
pub mod fixed_endgame;
mod hypergraph;
mod reach_set;

pub use error::Error;

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;

use crate::progress::Progress;
use crate::rules::UnknownName;

/// The most squares [`factorial`] and the closed form accept; beyond it a result has millions of digits.
pub const MAX_CLOSED_FORM_SQUARES: usize = 200_000;

/// The most squares the block method takes.
pub const MAX_EPOCH_SQUARES: usize = 200;

/// The methods that go through games one by one count them in so many bits.
const COUNT_BITS: f64 = 128.0;

/// A way to compute T(s, n).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Method {
    /// A formula where there is one.
    ClosedForm,
    /// The planted game by blocks of squares that die together.
    Epoch,
    /// The blocks as polynomials: polynomial time for fixed n.
    Colour,
    /// The planted game with a memory of reach sets.
    ReachSet,
    /// The game itself with a memory of hypergraphs.
    Hypergraph,
    /// The planted game, exhaustively.
    FixedEndgame,
    /// The game itself, exhaustively.
    BruteForce,
}

impl Method {
    /// Every method, fastest first.
    pub const ALL: &'static [Method] = &[
        Method::ClosedForm,
        Method::Epoch,
        Method::Colour,
        Method::ReachSet,
        Method::Hypergraph,
        Method::FixedEndgame,
        Method::BruteForce,
    ];

    /// Its name on the command line and in result files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::ClosedForm => "closed-form",
            Method::Epoch => "epoch",
            Method::Colour => "colour",
            Method::ReachSet => "reach-set",
            Method::Hypergraph => "hypergraph",
            Method::FixedEndgame => "fixed-endgame",
            Method::BruteForce => "brute-force",
        }
    }

    /// Whether the method can compute T(s, n) at all, given time.
    #[must_use]
    pub fn applies(self, squares: usize, pieces: usize) -> bool {
        match self {
            Method::ClosedForm => squares <= MAX_CLOSED_FORM_SQUARES && (pieces <= 2 || pieces >= squares),
            Method::Epoch => squares <= MAX_EPOCH_SQUARES,
            Method::Colour => colour::applies(squares, pieces),
            Method::ReachSet => squares <= reach_set::MAX_SQUARES,
            Method::Hypergraph => squares <= hypergraph::MAX_SQUARES,
            Method::FixedEndgame => {
                let planted = log2_options(squares, pieces) * squares as f64;
                squares <= fixed_endgame::MAX_SQUARES && planted <= COUNT_BITS
            }
            Method::BruteForce => {
                squares <= crate::board::MAX_SQUARES && log2_games(squares, pieces) <= COUNT_BITS
            }
        }
    }

    /// The most squares that the method can take.
    fn most_squares(self, pieces: usize) -> usize {
        (1..=MAX_EPOCH_SQUARES).rev().find(|&squares| self.applies(squares, pieces)).unwrap_or(0)
    }

    /// About how many steps the method takes, as a power of two (a rough upper bound; it only ranks methods
    /// and decides what a cross-check runs).
    ///
    /// The planted game has at most C(s-1, n-1)^(s-2) prefixes whose last two turns are counted at once; the
    /// game itself has s! times as many games.
    #[must_use]
    pub fn effort(self, squares: usize, pieces: usize) -> f64 {
        if pieces >= squares && self != Method::BruteForce {
            return 0.0;
        }
        let log2 = |count: usize| (count as f64).log2();
        match self {
            Method::ClosedForm => 2.0 * log2(squares),
            // Fitted to measured times.
            Method::Epoch => log2(squares) * (2.0 + 0.7 * squares as f64 / pieces as f64),
            Method::Colour => colour::effort(squares, pieces),
            Method::ReachSet => 3.0 * squares as f64,
            Method::Hypergraph => 4.0 + squares as f64 * (1.5 + pieces.min(squares - pieces) as f64 / 2.0),
            Method::FixedEndgame => log2_options(squares, pieces) * squares.saturating_sub(2) as f64,
            Method::BruteForce => log2_games(squares, pieces),
        }
    }
}

/// The logarithm of C(s-1, n-1) to base 2, and 0 for n > s.
fn log2_options(squares: usize, pieces: usize) -> f64 {
    let chosen = pieces.saturating_sub(1).min(squares.saturating_sub(pieces));
    (0..chosen).map(|k| ((squares - 1 - k) as f64 / (k + 1) as f64).log2()).sum()
}

/// The logarithm of s! C(s-1, n-1)^s to base 2, which is at least that of T.
fn log2_games(squares: usize, pieces: usize) -> f64 {
    let log2_factorial: f64 = (1..=squares).map(|number| (number as f64).log2()).sum();
    log2_factorial + log2_options(squares, pieces) * squares as f64
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Self::ALL.iter().copied().find(|method| method.name() == text).ok_or_else(|| UnknownName {
            flag: "method",
            text: text.to_owned(),
            known: Self::ALL.iter().map(|method| method.name()).collect(),
        })
    }
}

/// T(s, n) and how it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeSize {
    /// s.
    pub squares: usize,
    /// n.
    pub pieces: usize,
    /// The method that computed it.
    pub method: Method,
    /// T(s, n).
    pub games: BigUint,
}

/// T(s, n) by the given method.
///
/// ```
/// use gqt3::progress::Silent;
/// use gqt3::tree_size::{Method, tree_size};
/// assert_eq!(tree_size(4, 2, Method::BruteForce, &Silent)?.games, 1368_u32.into());
/// # Ok::<(), gqt3::tree_size::Error>(())
/// ```
///
/// # Errors
/// If there are no squares or pieces, if the method does not apply, or if it was interrupted.
pub fn tree_size(
    squares: usize,
    pieces: usize,
    method: Method,
    progress: &dyn Progress,
) -> Result<TreeSize, Error> {
    check_method(squares, pieces, method)?;
    let games = match method {
        Method::ClosedForm => closed_form::games(squares, pieces, progress)?,
        Method::Epoch => epoch::games(squares, pieces, progress)?,
        Method::Colour => colour::games(&[squares], pieces, progress)?.remove(0),
        Method::ReachSet => reach_set::games(squares, pieces, progress)?,
        Method::Hypergraph => hypergraph::games(squares, pieces, progress)?,
        Method::FixedEndgame => fixed_endgame::games(squares, pieces, progress)?,
        Method::BruteForce => brute_force::games(squares, pieces, progress)?,
    };
    Ok(TreeSize { squares, pieces, method, games })
}

/// T(s, n) for one n and many s, each by the given method, in the order given. The sizes by [`Method::Colour`] share their
/// work: all of them cost not much more than the largest alone.
///
/// ```
/// use gqt3::progress::Silent;
/// use gqt3::tree_size::{fastest_method, tree_sizes};
/// let asked = (3..=20).map(|s| Ok((s, fastest_method(s, 3)?))).collect::<Result<Vec<_>, gqt3::tree_size::Error>>()?;
/// let sizes = tree_sizes(&asked, 3, &Silent)?;
/// assert_eq!(sizes[1].games, 1896_u32.into());
/// # Ok::<(), gqt3::tree_size::Error>(())
/// ```
///
/// # Errors
/// As for [`tree_size`].
pub fn tree_sizes(
    asked: &[(usize, Method)],
    pieces: usize,
    progress: &dyn Progress,
) -> Result<Vec<TreeSize>, Error> {
    // What cannot be done is known before the long computations.
    asked.iter().try_for_each(|&(squares, method)| check_method(squares, pieces, method))?;
    let shares = |asked: &(usize, Method)| asked.1 == Method::Colour;
    let together: Vec<usize> =
        asked.iter().filter(|asked| shares(asked)).map(|(squares, _)| *squares).collect();
    let mut shared = colour::games(&together, pieces, progress)?.into_iter();
    let mut size = |asked: &(usize, Method)| match (shares(asked), asked) {
        (true, &(squares, method)) => {
            let games = shared.next().unwrap_or_default();
            Ok(TreeSize { squares, pieces, method, games })
        }
        (false, &(squares, method)) => tree_size(squares, pieces, method, progress),
    };
    asked.iter().map(&mut size).collect()
}

/// The method that takes the fewest steps: the formula where there is one, else the one of least
/// [`Method::effort`] that applies.
///
/// # Errors
/// If there are no squares or pieces, or no method applies.
pub fn fastest_method(squares: usize, pieces: usize) -> Result<Method, Error> {
    check(squares, pieces)?;
    if Method::ClosedForm.applies(squares, pieces) {
        return Ok(Method::ClosedForm);
    }
    Method::ALL
        .iter()
        .copied()
        .filter(|method| method.applies(squares, pieces))
        .min_by(|a, b| a.effort(squares, pieces).total_cmp(&b.effort(squares, pieces)))
        .ok_or(Error::OutOfReach { squares, pieces })
}

/// Runs every method whose [`Method::effort`] is at most 2^`budget` steps, fastest first.
///
/// # Errors
/// [`Error::Disagreement`] if two results differ; [`Error::OutOfReach`] if no method fits the budget.
pub fn cross_check(
    squares: usize,
    pieces: usize,
    budget: f64,
    progress: &dyn Progress,
) -> Result<Vec<TreeSize>, Error> {
    check(squares, pieces)?;
    let mut found: Vec<TreeSize> = Vec::new();
    for &method in Method::ALL {
        if method.applies(squares, pieces) && method.effort(squares, pieces) <= budget {
            found.push(tree_size(squares, pieces, method, progress)?);
        }
    }
    if found.is_empty() {
        return Err(Error::OutOfReach { squares, pieces });
    }
    if found.iter().any(|size| size.games != found[0].games) {
        return Err(Error::Disagreement { found });
    }
    Ok(found)
}

fn check(squares: usize, pieces: usize) -> Result<(), Error> {
    match (squares, pieces) {
        (0, _) => Err(Error::NoSquares),
        (_, 0) => Err(Error::NoPieces),
        _ => Ok(()),
    }
}

fn check_method(squares: usize, pieces: usize, method: Method) -> Result<(), Error> {
    check(squares, pieces)?;
    if method.applies(squares, pieces) {
        Ok(())
    } else {
        Err(Error::NotApplicable { method, squares, pieces })
    }
}

/// s!, by splitting the product in halves. Cost: O(M(s log s) log s) for multiplication cost M.
#[must_use]
pub fn factorial(squares: usize) -> BigUint {
    product(1, squares)
}

fn product(from: usize, to: usize) -> BigUint {
    if to < from + 16 {
        return (from..=to).fold(BigUint::from(1_u32), |product, factor| product * factor);
    }
    let middle = from.midpoint(to);
    product(from, middle) * product(middle + 1, to)
}

/// The binomial coefficient C(`of`, `chosen`), exactly; 0 if `chosen > of`.
#[must_use]
pub fn binomial(of: usize, chosen: usize) -> BigUint {
    if chosen > of {
        return BigUint::from(0_u32);
    }
    let chosen = chosen.min(of - chosen);
    product(of - chosen + 1, of) / factorial(chosen)
}
