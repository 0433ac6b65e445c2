//! The counting methods: their scope and their estimated cost.

use std::fmt;

use num_bigint::BigUint;

use super::{Tree, blocks, closed_form, first_line, fixed_endgame, hypergraph, polynomial};
use crate::engine::board;
use crate::engine::rules::Ending;

/// The width of the counters in the methods that go through games one by one.
const COUNT_BITS: f64 = 128.0;

/// A way to count games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Method {
    /// A formula, for n <= 2 and n >= s.
    ClosedForm,
    /// Games to the first line, n <= 2, by the owned squares after each collapse.
    Schedules,
    /// Blocks of squares that turn classical together, in the planted form.
    Blocks,
    /// The blocks as polynomials: polynomial time for fixed n.
    Polynomial,
    /// The game itself, with a memory of hypergraphs.
    Hypergraph,
    /// The paper's method: an exhaustive search of the planted form.
    FixedEndgame,
    /// An exhaustive search of the game itself.
    BruteForce,
}

impl Method {
    /// Returns every method for games with this ending, roughly from fast to slow.
    pub const fn all(ending: Ending) -> &'static [Method] {
        match ending {
            Ending::Full => &[
                Method::ClosedForm,
                Method::Blocks,
                Method::Polynomial,
                Method::Hypergraph,
                Method::FixedEndgame,
                Method::BruteForce,
            ],
            Ending::FirstLine => &[Method::Schedules, Method::Blocks, Method::BruteForce],
        }
    }

    /// Returns the name on the command line and in result files.
    pub const fn name(self) -> &'static str {
        match self {
            Method::ClosedForm => "closed-form",
            Method::Schedules => "schedules",
            Method::Blocks => "blocks",
            Method::Polynomial => "polynomial",
            Method::Hypergraph => "hypergraph",
            Method::FixedEndgame => "fixed-endgame",
            Method::BruteForce => "brute-force",
        }
    }

    /// Returns `true` if the method can count this tree, given time.
    pub fn applies(self, tree: &Tree) -> bool {
        match *tree {
            Tree::Full { squares, pieces } => self.applies_to_full(squares, pieces),
            Tree::FirstLine { board, pieces } => match self {
                Method::Schedules => first_line::has_schedules(board, pieces),
                Method::Blocks | Method::BruteForce => {
                    board.squares() <= first_line::MAX_BLOCK_SQUARES
                }
                _ => false,
            },
        }
    }

    fn applies_to_full(self, squares: usize, pieces: usize) -> bool {
        match self {
            Method::ClosedForm => {
                squares <= closed_form::MAX_SQUARES && (pieces <= 2 || pieces >= squares)
            }
            Method::Blocks => squares <= blocks::MAX_SQUARES,
            Method::Polynomial => polynomial::applies(squares, pieces),
            Method::Hypergraph => squares <= hypergraph::MAX_SQUARES,
            Method::FixedEndgame => {
                let planted = log2_options(squares, pieces) * squares as f64;
                squares <= fixed_endgame::MAX_SQUARES && planted <= COUNT_BITS
            }
            Method::BruteForce => {
                squares <= board::MAX_SQUARES && log2_games(squares, pieces) <= COUNT_BITS
            }
            Method::Schedules => false,
        }
    }

    /// Describes the trees that the method can count instead of this one.
    pub(super) fn reach(self, tree: &Tree) -> String {
        let pieces = tree.pieces();
        let most = || {
            let largest = (1..=blocks::MAX_SQUARES)
                .rev()
                .find(|&s| self.applies(&Tree::full(s, pieces)));
            largest.unwrap_or(0)
        };
        match self {
            _ if !Method::all(tree.ending()).contains(&self) => {
                "it counts games with another ending".to_owned()
            }
            Method::Schedules => format!(
                "it takes n = 1 and 2 on boards of side 1 to {}",
                first_line::MAX_SCHEDULE_SIDE
            ),
            _ if tree.ending() == Ending::FirstLine => format!(
                "to the first line it supports boards of up to {} squares",
                first_line::MAX_BLOCK_SQUARES
            ),
            Method::ClosedForm => format!(
                "a formula is known for n = 1, n = 2 and n >= s only (s up to {})",
                closed_form::MAX_SQUARES
            ),
            Method::Polynomial if !polynomial::PIECES.contains(&pieces) => {
                format!(
                    "it takes n = {} to {}",
                    polynomial::PIECES.start(),
                    polynomial::PIECES.end()
                )
            }
            Method::Polynomial => {
                let most = (1..=polynomial::MAX_SQUARES)
                    .rev()
                    .find(|&s| polynomial::applies(s, pieces));
                format!(
                    "with n = {pieces} its polynomials are kept up to {} squares",
                    most.unwrap_or(0)
                )
            }
            Method::FixedEndgame | Method::BruteForce => {
                format!(
                    "it counts in 128 bits, which with n = {pieces} are enough up to {} squares",
                    most()
                )
            }
            _ => format!("it takes up to {} squares", most()),
        }
    }

    /// Estimates the number of steps as a logarithm to base 2.
    ///
    /// This is a rough upper bound. It ranks the methods, selects those for a cross-check, and
    /// decides which trees [`count_feasible`](super::count_feasible) skips.
    ///
    /// The planted game has at most C(s-1, n-1)^(s-2) prefixes whose last two turns are counted at
    /// once. The game itself has s! times as many games.
    pub fn cost(self, tree: &Tree) -> f64 {
        let (squares, pieces) = (tree.squares(), tree.pieces());
        let log2 = |count: usize| (count as f64).log2();
        match (tree.ending(), self) {
            (_, Method::BruteForce) => log2_games(squares, pieces),
            // Both need 3^s steps for the shares of open placements, and then a few states or
            // families.
            (Ending::FirstLine, Method::Schedules) => 1.6 * squares as f64,
            (Ending::FirstLine, _) => 1.6 * squares as f64 + 4.0,
            _ if pieces >= squares => 0.0,
            (_, Method::ClosedForm) => 2.0 * log2(squares),
            // Fitted to measured times.
            (_, Method::Blocks) => log2(squares) * (2.0 + 0.7 * squares as f64 / pieces as f64),
            (_, Method::Polynomial) => polynomial::cost(squares, pieces),
            (_, Method::Hypergraph) => {
                4.0 + squares as f64 * (1.5 + pieces.min(squares - pieces) as f64 / 2.0)
            }
            _ => log2_options(squares, pieces) * squares.saturating_sub(2) as f64,
        }
    }
}

/// Returns the logarithm of C(s-1, n-1) to base 2; 0 for n > s.
fn log2_options(squares: usize, pieces: usize) -> f64 {
    let chosen = pieces.saturating_sub(1).min(squares.saturating_sub(pieces));
    (0..chosen)
        .map(|k| ((squares - 1 - k) as f64 / (k + 1) as f64).log2())
        .sum()
}

/// Returns the logarithm of s! C(s-1, n-1)^s to base 2, an upper bound on that of T.
fn log2_games(squares: usize, pieces: usize) -> f64 {
    let log2_factorial: f64 = (1..=squares).map(|number| (number as f64).log2()).sum();
    log2_factorial + log2_options(squares, pieces) * squares as f64
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The size of a game tree, with the method that counted it.
///
/// Only the counting functions construct it, so it has squares and pieces.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeSize {
    /// The number of squares s.
    pub squares: usize,
    /// The number of pieces n in a series.
    pub pieces: usize,
    /// The end of the games: the full board or the first line.
    pub ending: Ending,
    /// The method that counted them.
    pub method: Method,
    /// The number of games.
    pub games: BigUint,
}

impl TreeSize {
    pub(super) const fn new(tree: &Tree, method: Method, games: BigUint) -> TreeSize {
        TreeSize {
            squares: tree.squares(),
            pieces: tree.pieces(),
            ending: tree.ending(),
            method,
            games,
        }
    }
}
