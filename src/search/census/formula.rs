//! The formulas of [the module above](super).

use num_bigint::BigUint;

use super::count::{Count, TurnCensus};
use crate::board::{Board, Square, Symmetry};
use crate::game::Game;
use crate::tree_size::{binomial, factorial};

/// The census of a game to the full board with n <= 2 or n >= s; the caller checks that.
pub(super) fn turns(game: &Game) -> Vec<TurnCensus> {
    let (board, squares) = (game.board(), game.squares());
    if game.stops_at(squares) {
        let one = Count { positions: 1_u32.into(), orbits: 1_u32.into() };
        return vec![TurnCensus { turn: 0, quiescent: one, waiting: Count::default() }];
    }
    let series = match game.pieces_to_place(squares) {
        1 => Series::Singles,
        pieces if pieces == squares => Series::Whole { squares },
        _ => Series::Pairs(Forests::up_to(squares)),
    };
    let shapes: Vec<Shape> = board.symmetries().iter().map(|symmetry| Shape::of(board, symmetry)).collect();
    // Burnside: the number of orbits is the mean over all symmetries. The first one is the identity.
    let count = |unmoved: &dyn Fn(&Shape) -> BigUint| Count {
        positions: unmoved(&shapes[0]),
        orbits: shapes.iter().map(unmoved).sum::<BigUint>() / shapes.len(),
    };
    (0..=squares)
        .map(|turn| TurnCensus {
            turn,
            quiescent: count(&|shape| series.quiescent(turn, shape)),
            waiting: count(&|shape| series.waiting(turn, shape)),
        })
        .collect()
}

/// What a symmetry does to squares.
struct Shape {
    /// How many squares it leaves where they are.
    fixed: usize,
    /// How many pairs of squares it exchanges.
    exchanged: usize,
}

impl Shape {
    fn of(board: Board, symmetry: &Symmetry) -> Shape {
        let squares = || (0..board.squares()).map(Square::from_index);
        let fixed = squares().filter(|&square| symmetry.square(square) == square).count();
        let returning =
            squares().filter(|&square| symmetry.square(symmetry.square(square)) == square).count();
        Shape { fixed, exchanged: (returning - fixed) / 2 }
    }
}

/// The series of a game.
enum Series {
    /// Single pieces, classical at once.
    Singles,
    /// Series that cover the board.
    Whole { squares: usize },
    /// n = 2 on three squares or more.
    Pairs(Forests),
}

impl Series {
    /// How many quiescent positions after a turn are unchanged by a symmetry.
    fn quiescent(&self, turn: usize, shape: &Shape) -> BigUint {
        match self {
            Series::Whole { squares } if turn < *squares => 1_u32.into(),
            Series::Singles | Series::Whole { .. } => factorial(turn) * binomial(shape.fixed, turn),
            Series::Pairs(forests) => {
                factorial(turn) * sum(turn, shape, |squares, edges, _| forests.forests(squares, edges))
            }
        }
    }

    /// How many positions that wait for a collapse after a turn are unchanged by a symmetry.
    fn waiting(&self, turn: usize, shape: &Shape) -> BigUint {
        match (self, turn.checked_sub(1)) {
            (Series::Whole { squares }, _) => u32::from(turn == *squares).into(),
            (Series::Pairs(forests), Some(edges)) => {
                let closed = |squares, edges, pairs: usize| {
                    forests.joined_pairs(squares, edges) + forests.forests(squares, edges) * pairs
                };
                factorial(edges) * sum(edges, shape, closed)
            }
            _ => BigUint::ZERO,
        }
    }
}

/// The sum over k and j of C(f, k) C(c, j) rest(f - k, e - k - j, j), where k is the number of classical series, j that
/// of exchanged pairs among the series, f and c are those of the shape, and e is `edges`.
fn sum(edges: usize, shape: &Shape, rest: impl Fn(usize, usize, usize) -> BigUint) -> BigUint {
    let classical = (0..=edges.min(shape.fixed)).filter(|&classical| classical != 1);
    let terms = classical.flat_map(|classical| {
        let pairs = 0..=shape.exchanged.min(edges - classical);
        pairs.map(move |pairs| (classical, pairs))
    });
    terms
        .map(|(classical, pairs)| {
            let ways = binomial(shape.fixed, classical) * binomial(shape.exchanged, pairs);
            ways * rest(shape.fixed - classical, edges - classical - pairs, pairs)
        })
        .sum()
}

/// Forests on labelled squares, by squares and edges.
struct Forests(Vec<Vec<BigUint>>);

impl Forests {
    /// F(v, e) for all v up to `squares`: about squares^3 products.
    fn up_to(squares: usize) -> Forests {
        let mut forests = Forests(vec![vec![1_u32.into()]]);
        for squares in 1..=squares {
            let of = |edges| {
                // By the component of the first square.
                let component = |size: usize| binomial(squares - 1, size - 1) * trees(size);
                (1..=edges + 1).map(|size| component(size) * forests.without_tree(squares, edges, size)).sum()
            };
            let row = (0..squares).map(of).collect();
            forests.0.push(row);
        }
        forests
    }

    /// F(v, e).
    fn forests(&self, squares: usize, edges: usize) -> BigUint {
        self.0[squares].get(edges).cloned().unwrap_or_default()
    }

    /// The number of forests on the squares and edges that a tree on `size` of the squares leaves.
    fn without_tree(&self, squares: usize, edges: usize, size: usize) -> BigUint {
        self.forests(squares - size, edges + 1 - size)
    }

    /// W(v, e), the number of forests with a chosen pair of squares in one component.
    fn joined_pairs(&self, squares: usize, edges: usize) -> BigUint {
        (2..=squares.min(edges + 1))
            .map(|size| {
                let trees = binomial(squares, size) * trees(size) * binomial(size, 2);
                trees * self.without_tree(squares, edges, size)
            })
            .sum()
    }
}

/// The number of trees on so many labelled squares (Cayley 1889).
fn trees(squares: usize) -> BigUint {
    BigUint::from(squares).pow(squares.saturating_sub(2) as u32)
}
