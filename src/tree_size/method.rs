//! The methods: which trees each one counts, and about how long that takes.

use std::fmt;

use num_bigint::BigUint;

use super::{Tree, blocks, closed_form, first_line, fixed_endgame, hypergraph, polynomial};
use crate::engine::board;
use crate::engine::rules::Ending;

/// The size of the counters of the methods that go through games one by one.
const COUNT_BITS: f64 = 128.0;

/// A way to count games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Method {
    /// A formula where there is one.
    ClosedForm,
    /// Games to the first line by how many squares each player owns after each collapse, for n <= 2.
    Schedules,
    /// The planted game by blocks of squares that turn classical together.
    Blocks,
    /// The blocks as polynomials: polynomial time for fixed n.
    Polynomial,
    /// The game itself with a memory of hypergraphs.
    Hypergraph,
    /// The planted game, exhaustively.
    FixedEndgame,
    /// The game itself, exhaustively.
    BruteForce,
}

impl Method {
    /// Every method for games with this ending, fastest first.
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

    /// Its name on the command line and in result files.
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

    /// Whether the method can count these games at all, given time.
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

    /// What the method can count instead of this tree.
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

    /// About how many steps the method takes, as a power of two (a rough upper bound; it only ranks methods
    /// and decides what a cross-check runs).
    ///
    /// The planted game has at most C(s-1, n-1)^(s-2) prefixes whose last two turns are counted at once; the
    /// game itself has s! times as many games.
    pub fn effort(self, tree: &Tree) -> f64 {
        let (squares, pieces) = (tree.squares(), tree.pieces());
        let log2 = |count: usize| (count as f64).log2();
        match (tree.ending(), self) {
            (_, Method::BruteForce) => log2_games(squares, pieces),
            // Both need the shares of open placements, 3^s steps; then few states, or some families.
            (Ending::FirstLine, Method::Schedules) => 1.6 * squares as f64,
            (Ending::FirstLine, _) => 1.6 * squares as f64 + 4.0,
            _ if pieces >= squares => 0.0,
            (_, Method::ClosedForm) => 2.0 * log2(squares),
            // Fitted to measured times.
            (_, Method::Blocks) => log2(squares) * (2.0 + 0.7 * squares as f64 / pieces as f64),
            (_, Method::Polynomial) => polynomial::effort(squares, pieces),
            (_, Method::Hypergraph) => {
                4.0 + squares as f64 * (1.5 + pieces.min(squares - pieces) as f64 / 2.0)
            }
            _ => log2_options(squares, pieces) * squares.saturating_sub(2) as f64,
        }
    }
}

/// The logarithm of C(s-1, n-1) to base 2, and 0 for n > s.
fn log2_options(squares: usize, pieces: usize) -> f64 {
    let chosen = pieces.saturating_sub(1).min(squares.saturating_sub(pieces));
    (0..chosen)
        .map(|k| ((squares - 1 - k) as f64 / (k + 1) as f64).log2())
        .sum()
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

/// The size of a game tree, and how it was found. Only counting makes one, so it has squares and pieces.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeSize {
    /// s.
    pub squares: usize,
    /// n.
    pub pieces: usize,
    /// When the games end.
    pub ending: Ending,
    /// The method that counted them.
    pub method: Method,
    /// How many games there are.
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
