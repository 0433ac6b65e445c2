//! The game tree size T(s, n): the number of different games on s squares with n pieces in a series, counted
//! to the full board (paper, section 6). Placements differ by their squares, collapses by their matching; there
//! are no lines, so s need not be a square number.
//!
//! | method | how | good for | cost |
//! |---|---|---|---|
//! | `brute-force` | plays every game with the engine | s <= 6 | T steps |
//! | `blocks` | blocks of squares that turn classical together | any n, s/n up to about 6 | few states for large n |
//! | `colour` | the blocks as polynomials, modulo primes | n = 3, 4, 5 and large s | about s^(n+3) steps |
//! | `hypergraph` | the game itself with a memory | a check, s <= 9 | the hypergraphs up to isomorphism |
//! | [`fixed-endgame`](fixed_endgame) | the paper's: every game that ends in one given endgame, times s! | s <= 10 | T / s! steps |
//! | [`closed-form`](closed_form) | a formula for n = 2 (and n = 1, n >= s) | any s | s additions of big integers |
//!
//! The game that stops at the first line has another tree; [`first_line`] tells how it is counted. Either is a [`Tree`].
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

mod blocks;
pub mod brute_force;
pub mod closed_form;
mod colour;
pub(crate) mod field;
pub mod first_line;
pub mod fixed_endgame;
mod hypergraph;
mod method;
mod tree;

pub use method::Method;
pub use tree::{Tree, TreeSize};

use num_bigint::BigUint;

use crate::position::Position;
use crate::progress::{Interrupted, Progress};

/// Why a tree size is not found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// A game needs a square.
    #[error("a game needs at least 1 square")]
    NoSquares,
    /// A series needs a piece.
    #[error("a series needs at least 1 piece")]
    NoPieces,
    /// The method cannot count this tree.
    #[error("method {method} cannot compute {tree}: {}", method.reach(tree))]
    NotApplicable {
        /// The method.
        method: Method,
        /// What was to be counted.
        tree: Tree,
    },
    /// No method can.
    #[error("{}", tree.out_of_reach())]
    OutOfReach {
        /// What was to be counted.
        tree: Tree,
    },
    /// Two methods differ: one of them is wrong, and no result is given.
    #[error("the methods disagree:{}; please report this", listed(found))]
    Disagreement {
        /// What each method found.
        found: Vec<TreeSize>,
    },
    /// Stopped before it was done.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

fn listed(found: &[TreeSize]) -> String {
    let each = found.iter().map(|size| format!(" {} gives {}", size.method, size.games));
    each.collect::<Vec<_>>().join(";")
}

/// The number of games by the given method.
///
/// ```
/// use gqt3::progress::Silent;
/// use gqt3::tree_size::{Method, Tree, count};
/// assert_eq!(count(Tree::full(4, 2), Method::BruteForce, &Silent)?.games, 1368_u32.into());
/// # Ok::<(), gqt3::tree_size::Error>(())
/// ```
///
/// # Errors
/// If there are no squares or pieces, if the method does not apply, or if it was interrupted.
pub fn count(tree: Tree, method: Method, progress: &dyn Progress) -> Result<TreeSize, Error> {
    method.check(&tree)?;
    let games = match tree {
        Tree::Full { squares, pieces } => match method {
            Method::ClosedForm => closed_form::games(squares, pieces, progress)?,
            Method::Blocks => blocks::games(squares, pieces, progress)?,
            Method::Colour => colour::games(&[squares], pieces, progress)?.remove(0),
            Method::Hypergraph => hypergraph::games(squares, pieces, progress)?,
            Method::FixedEndgame => fixed_endgame::games(squares, pieces, progress)?,
            Method::BruteForce => brute_force::leaves_from(&Position::new(tree.game()?), progress)?.into(),
            Method::Schedules | Method::Positions => return Err(Error::NotApplicable { method, tree }),
        },
        Tree::FirstLine { board, pieces } => match method {
            Method::Schedules => first_line::by_schedules(board, pieces, progress)?,
            Method::Blocks => first_line::by_blocks(board, pieces, progress)?,
            Method::Positions => first_line::by_positions(tree.game()?, progress)?,
            _ => return Err(Error::NotApplicable { method, tree }),
        },
    };
    Ok(TreeSize::new(&tree, method, games))
}

/// The sizes of many trees, each by the given method, in the order given. Those of games to the full board with one n by
/// [`Method::Colour`] share their work: all of them cost not much more than the largest alone.
///
/// ```
/// use gqt3::progress::Silent;
/// use gqt3::tree_size::{Error, Method, Tree, count_all};
/// let asked = (3..=20).map(|s| Tree::full(s, 3)).map(|tree| Ok((tree, Method::fastest(&tree)?)));
/// let sizes = count_all(&asked.collect::<Result<Vec<_>, Error>>()?, &Silent)?;
/// assert_eq!(sizes[1].games, 1896_u32.into());
/// # Ok::<(), gqt3::tree_size::Error>(())
/// ```
///
/// # Errors
/// As for [`count`].
pub fn count_all(asked: &[(Tree, Method)], progress: &dyn Progress) -> Result<Vec<TreeSize>, Error> {
    // What cannot be done is known before the long computations.
    asked.iter().try_for_each(|(tree, method)| method.check(tree))?;
    let mut found: Vec<Option<TreeSize>> = vec![None; asked.len()];
    for place in 0..asked.len() {
        let (tree, method) = asked[place];
        if found[place].is_some() {
            continue;
        }
        if method != Method::Colour {
            found[place] = Some(count(tree, method, progress)?);
            continue;
        }
        let shares = |other: &(Tree, Method)| other.1 == method && other.0.pieces() == tree.pieces();
        let together: Vec<usize> = (place..asked.len()).filter(|&other| shares(&asked[other])).collect();
        let squares: Vec<usize> = together.iter().map(|&other| asked[other].0.squares()).collect();
        let games = colour::games(&squares, tree.pieces(), progress)?;
        for (other, games) in together.into_iter().zip(games) {
            found[other] = Some(TreeSize::new(&asked[other].0, method, games));
        }
    }
    Ok(found.into_iter().flatten().collect())
}

/// The sizes of trees by the fastest method for each; nothing where that takes more than 2^`effort` steps.
///
/// # Errors
/// If there are no squares or pieces, or if it was interrupted.
pub fn count_feasible(
    trees: &[Tree],
    effort: f64,
    progress: &dyn Progress,
) -> Result<Vec<Option<TreeSize>>, Error> {
    let method = |tree: &Tree| match Method::fastest(tree) {
        Ok(method) => Ok((method.effort(tree) <= effort).then_some(method)),
        Err(Error::OutOfReach { .. }) => Ok(None),
        Err(error) => Err(error),
    };
    let methods = trees.iter().map(method).collect::<Result<Vec<_>, Error>>()?;
    let asked: Vec<(Tree, Method)> =
        trees.iter().zip(&methods).filter_map(|(&tree, &method)| Some((tree, method?))).collect();
    let mut found = count_all(&asked, progress)?.into_iter();
    Ok(methods.into_iter().map(|method| method.and_then(|_| found.next())).collect())
}

/// Runs every method whose [`Method::effort`] is at most 2^`effort` steps, fastest first.
///
/// # Errors
/// [`Error::Disagreement`] if two results differ; [`Error::OutOfReach`] if no method fits.
pub fn cross_check(tree: Tree, effort: f64, progress: &dyn Progress) -> Result<Vec<TreeSize>, Error> {
    tree.check()?;
    let methods = Method::all(tree.ending()).iter();
    let feasible = methods.filter(|method| method.applies(&tree) && method.effort(&tree) <= effort);
    let found = feasible.map(|&method| count(tree, method, progress)).collect::<Result<Vec<_>, Error>>()?;
    match found.as_slice() {
        [] => Err(Error::OutOfReach { tree }),
        [first, rest @ ..] if rest.iter().any(|size| size.games != first.games) => {
            Err(Error::Disagreement { found })
        }
        _ => Ok(found),
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
