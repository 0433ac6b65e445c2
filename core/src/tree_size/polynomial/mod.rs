//! T(s, n) in polynomial time for fixed n: the blocks of [`blocks`](super::blocks) as polynomials.
//!
//! # Layers and colours
//!
//! If you unroll the exclusion formula for G, it counts a block's squares as if they died in
//! *layers*: first some layers of members that are cut off from the root, each with a factor -1,
//! and at last a layer with the root. If K squares are dead after a layer, a square in it that was
//! opened when k were dead has the weight C(K - 1 - k, n - 1). A layer needs at least one member,
//! but the last layer may have only the root.
//!
//! By Vandermonde's identity this weight is sum_c C(K - 1, c) C(-k, n - 1 - c), over the *colours*
//! c = 0, ..., n - 1. One factor is known when the square dies and one when it is opened, so we
//! need not list the k of pending squares. Let f be a homogeneous polynomial in y_0, ..., y_(n-1)
//! whose degree is the number of pending squares:
//!
//! * Opening a square when k are dead multiplies f by sum_c C(-k, n - 1 - c) y_c.
//! * A layer of m members after which K squares are dead applies D^m / m!, where D = sum_c
//!   C(K - 1, c) d/dy_c. It chooses the members and completes their weights.
//!
//! Let f_k be the f for k dead squares. One cut-off layer takes f to L f, where (L f)_K is the sum
//! of D^m / m! f_(K-m) over m >= 1, by Horner's rule from the largest m. All sequences of cut-off
//! layers together, with their signs, are (1 + L)^-1.
//!
//! # A turn
//!
//! A turn opens a square, or it plays a root after any cut-off layers. The root's weight is
//! separated like the others. Let a_c = C(-k, n - 1 - c), and let g = (1 + L)^-1 (a_c f). Then the
//! root's layer gives R_K = C(K - 1, c) times the sum of D^m / m! g_(K-1-m) over m >= 0. By the
//! product rule
//!
//! ```text
//! D^m / m! (y_c g) = y_c D^m / m! g + C(K - 1, c) D^(m-1) / (m-1)! g,
//! ```
//!
//! and the sum over m is (1 + L)(y_c g) = y_c a_c f + R. Summed over c, the first term is what
//! opening a square gives. So a turn takes f to (1 + L) sum_c y_c (1 + L)^-1 (a_c f). Since
//! a_(n-1) = 1, we keep (1 + L)^-1 f from turn to turn.
//!
//! In the tail a root has the weight 1 = C(K - 1, 0), so there a_0 is 1 and the other a_c are 0.
//! This also opens squares, which a turn in the tail does not. But they have no arrows and never
//! reach a root, so they add nothing to the number of games.
//!
//! # Many s at once
//!
//! At most t squares are dead after t turns, so the tail cannot begin before turn s - n + 2, and
//! until then all s >= n share one run of turns. For each, turn s - n + 2 is then corrected for the
//! tail: the root there is added, and the square that was opened instead has too few squares for
//! its arrows, so it adds nothing. The last n - 2 turns are played separately. In the very last
//! turn all squares die, so K = s and the root's weight needs no colours, which saves a fifth of the
//! time for n = 4 and 5, and more for longer series.
//!
//! # Exactness and cost
//!
//! We compute N modulo primes just below 2^28 whose product exceeds max(1, C(s-1, n-1))^s >= N, and
//! the Chinese remainder theorem gives N.
//!
//! This takes about n^3 s^(n+2) / (n + 2)! products for each of about s log2 C(s-1, n-1) / 27
//! primes. Each thread needs about 6 C(s+n-1, n) words of 32 bits.

mod field;
mod monomials;

use std::ops::RangeInclusive;

use num_bigint::BigUint;
use num_traits::One;
use rayon::prelude::*;

use self::field::{BITS, Field, chinese_remainder, primes};
use self::monomials::{MOST, Monomials, OfVariables, Polynomial};
use super::{binomial, factorial};
use crate::engine::rules::Ending;
use crate::support::progress::{Interrupted, Progress};
use crate::tree_size::Counter;

/// How many bits of N a prime gave when the cost was fitted; now it gives [`BITS`] - 1.
const BITS_A_WORD: u64 = 59;

const MOST_COEFFICIENTS: f64 = 2e5;

const MAX_SQUARES: usize = 400;

/// The monomials need at least two variables, and n = 1 has a formula.
const PIECES: RangeInclusive<usize> = 2..=MOST;

pub(super) const COUNTER: Counter = Counter {
    name: "polynomial",
    help: "the blocks as polynomials modulo primes, for small n",
    endings: &[Ending::Full],
    applies: |tree| applies(tree.squares(), tree.pieces()),
    reach: |tree| match tree.pieces() {
        pieces if PIECES.contains(&pieces) => format!(
            "with n = {pieces} its polynomials are kept up to {} squares",
            (1..=MAX_SQUARES)
                .rev()
                .find(|&squares| applies(squares, pieces))
                .unwrap_or(0)
        ),
        _ => format!("it takes n = {} to {}", PIECES.start(), PIECES.end()),
    },
    cost: |tree| cost(tree.squares(), tree.pieces()),
    speed: 8e8,
    count: |tree, progress| Ok(games(&[tree.squares()], tree.pieces(), progress)?.remove(0)),
};

fn applies(squares: usize, pieces: usize) -> bool {
    squares <= MAX_SQUARES
        && PIECES.contains(&pieces)
        && coefficients(squares, pieces) <= MOST_COEFFICIENTS
}

fn coefficients(squares: usize, pieces: usize) -> f64 {
    (1..pieces)
        .map(|k| (squares + k) as f64 / k as f64)
        .product()
}

fn cost(squares: usize, pieces: usize) -> f64 {
    if pieces >= squares {
        return 0.0;
    }
    let s = squares as f64;
    let steps = s * s * s / 40.0 * coefficients(squares, pieces) * (pieces * (pieces + 1)) as f64;
    (steps * (bits(squares, pieces) / BITS_A_WORD + 1) as f64).log2()
}

/// An upper bound on the bits of N.
fn bits(squares: usize, pieces: usize) -> u64 {
    binomial(squares - 1, pieces - 1).max(BigUint::one()).bits() * squares as u64
}

fn prime_count(squares: usize, pieces: usize) -> usize {
    (bits(squares, pieces) / u64::from(BITS - 1) + 1) as usize
}

/// Computes T(s, n) for each of the given s, to which the method must apply.
pub(super) fn games(
    squares: &[usize],
    pieces: usize,
    progress: &dyn Progress,
) -> Result<Vec<BigUint>, Interrupted> {
    let most = squares.iter().copied().max().unwrap_or_default();
    let needed: Vec<usize> = squares
        .iter()
        .map(|&squares| prime_count(squares, pieces))
        .collect();
    let primes = primes(needed.iter().copied().max().unwrap_or_default(), progress)?;
    let monomials = Monomials::new(pieces, most);
    let cost: u64 = (0..most).map(|turn| monomials.cost(turn)).sum();
    progress.begin("residues", Some(primes.len() as u64 * cost));
    let residues: Result<Vec<Vec<u32>>, Interrupted> = primes
        .par_iter()
        .with_max_len(1)
        .enumerate()
        .map(|(index, &prime)| {
            let wanted: Vec<bool> = needed.iter().map(|&needed| index < needed).collect();
            Residue::new(prime, pieces, most, &monomials).planted_games(squares, &wanted, progress)
        })
        .collect();
    progress.end();
    let residues = residues?;
    let games = squares
        .iter()
        .zip(&needed)
        .enumerate()
        .map(|(index, (&squares, &needed))| {
            let of_square: Vec<u32> = residues[..needed]
                .iter()
                .map(|residues| residues[index])
                .collect();
            Ok(chinese_remainder(&primes[..needed], &of_square, progress)? * factorial(squares))
        });
    games.collect()
}

struct Residue<'a> {
    field: Field,
    pieces: usize,
    monomials: &'a Monomials,
    /// C(K - 1, c) for each K >= 1.
    dying: Vec<OfVariables<u32>>,
    /// C(-k, n - 1 - c) for each k.
    opening: Vec<OfVariables<u32>>,
    /// 0, 1, 2, ... in the field.
    numbers: Vec<u32>,
    inverses: Vec<u32>,
}

/// By the number of dead squares. This number plus the degree is the number of turns played.
type States = Vec<Polynomial>;

impl<'a> Residue<'a> {
    fn new(prime: u32, pieces: usize, squares: usize, monomials: &'a Monomials) -> Residue<'a> {
        let field = Field::new(prime);
        let choose = |total: usize, chosen: usize| field.of_big(&binomial(total, chosen));
        let dying = |dead: usize| {
            std::array::from_fn(|c| {
                if c < pieces {
                    choose(dead.saturating_sub(1), c)
                } else {
                    0
                }
            })
        };
        // C(-k, j) = (-1)^j C(k + j - 1, j).
        let opening = |dead: usize| {
            std::array::from_fn(|c| match (dead, (pieces - 1).checked_sub(c)) {
                (_, Some(0)) => field.one(),
                (0, _) | (_, None) => 0,
                (_, Some(j)) if j.is_multiple_of(2) => choose(dead + j - 1, j),
                (_, Some(j)) => field.negate(choose(dead + j - 1, j)),
            })
        };
        let numbers: Vec<u32> = (0..=squares as u64 + 1)
            .map(|number| field.encode(number))
            .collect();
        Residue {
            field,
            pieces,
            monomials,
            dying: (0..=squares).map(dying).collect(),
            opening: (0..=squares).map(opening).collect(),
            inverses: field.inverses(squares + 1),
            numbers,
        }
    }

    /// Computes N modulo the prime for each wanted s; 0 for the others.
    fn planted_games(
        &self,
        squares: &[usize],
        wanted: &[bool],
        progress: &dyn Progress,
    ) -> Result<Vec<u32>, Interrupted> {
        let mut residues = vec![0; squares.len()];
        let mut inverse: States = vec![vec![self.field.one()]];
        let mut states = inverse.clone();
        for turn in 0..self.opening.len() {
            inverse = self.opened(&states, Some(inverse), &|_| false, progress)?;
            let mut next = inverse.clone();
            self.add_layers(&mut next, progress)?;
            progress.advance(self.monomials.cost(turn));
            for (index, &squares) in squares
                .iter()
                .enumerate()
                .filter(|&(index, _)| wanted[index])
            {
                if squares < self.pieces && turn == 0 {
                    residues[index] = self.finished(states.clone(), squares, progress)?;
                } else if squares + 1 == turn + self.pieces {
                    // Only the state in which all squares opened so far are dead is in the tail.
                    let mut next = next.clone();
                    next[turn + 1][0] = self.field.plus(next[turn + 1][0], states[turn][0]);
                    residues[index] = self.finished(next, squares, progress)?;
                }
            }
            if squares.iter().all(|&squares| squares < turn + self.pieces) {
                break;
            }
            states = next;
        }
        Ok(residues)
    }

    /// Plays the turns that are left for this s, in which states can be in the tail.
    fn finished(
        &self,
        mut states: States,
        squares: usize,
        progress: &dyn Progress,
    ) -> Result<u32, Interrupted> {
        while states.len() < squares {
            let in_tail = |dead: usize| squares - dead < self.pieces;
            states = self.opened(&states, None, &in_tail, progress)?;
            self.add_layers(&mut states, progress)?;
        }
        if states.len() == squares {
            states = vec![self.last_turn(&states, progress)?];
        }
        let only = states.last().and_then(|state| state.first().copied());
        Ok(self.field.decode(only.unwrap_or_default()))
    }

    fn last_turn(
        &self,
        states: &States,
        progress: &dyn Progress,
    ) -> Result<Polynomial, Interrupted> {
        let squares = states.len();
        let weight = |dead: usize| {
            let arrows = binomial(squares - dead - 1, self.pieces - 1);
            self.field.of_big(&arrows.max(BigUint::one()))
        };
        let mut opened = self.empty(squares);
        self.add_opened(states, 0, weight, &mut opened, progress)?;
        Ok(self.layers(&opened[..squares], squares))
    }

    /// No games, after this many turns.
    fn empty(&self, turns: usize) -> States {
        let degrees = (0..=turns).rev();
        degrees
            .map(|degree| vec![0; self.monomials.count(degree)])
            .collect()
    }

    fn scaled(&self, state: &Polynomial, factor: u32) -> Polynomial {
        state
            .iter()
            .map(|&coefficient| self.field.times(coefficient, factor))
            .collect()
    }

    fn add_raised(&self, state: &Polynomial, colour: usize, target: &mut Polynomial) {
        self.monomials
            .add_raised(self.field, state, colour, &self.numbers, target);
    }

    /// Sums y_c (1 + L)^-1 (a_c f) over all colours c. `inverse` is (1 + L)^-1 f if known and if no
    /// state is in the tail.
    fn opened(
        &self,
        states: &States,
        inverse: Option<States>,
        in_tail: &impl Fn(usize) -> bool,
        progress: &dyn Progress,
    ) -> Result<States, Interrupted> {
        let mut next = self.empty(states.len());
        let last = self.pieces - 1;
        for colour in 0..self.pieces - usize::from(inverse.is_some()) {
            let factor = |dead: usize| match in_tail(dead) {
                false => self.opening[dead][colour],
                true if colour == 0 => self.field.one(),
                true => 0,
            };
            self.add_opened(states, colour, factor, &mut next, progress)?;
        }
        for (state, next) in inverse.iter().flatten().zip(&mut next) {
            self.add_raised(state, last, next);
        }
        Ok(next)
    }

    /// Adds y_c (1 + L)^-1 (a f), where a depends on the number of dead squares.
    fn add_opened(
        &self,
        states: &States,
        colour: usize,
        factor: impl Fn(usize) -> u32,
        next: &mut States,
        progress: &dyn Progress,
    ) -> Result<(), Interrupted> {
        let scaled = states.iter().enumerate();
        let scaled = scaled.map(|(dead, state)| self.scaled(state, factor(dead)));
        let mut cut: States = scaled.collect();
        if cut.iter().flatten().all(|&coefficient| coefficient == 0) {
            return Ok(());
        }
        for dead in 1..cut.len() {
            progress.check()?;
            let layers = self.layers(&cut[..dead], cut.len() - 1);
            for (sum, term) in cut[dead].iter_mut().zip(layers) {
                *sum = self.field.plus(*sum, self.field.negate(term));
            }
        }
        for (state, next) in cut.iter().zip(next) {
            self.add_raised(state, colour, next);
        }
        Ok(())
    }

    /// Applies 1 + L.
    fn add_layers(&self, states: &mut States, progress: &dyn Progress) -> Result<(), Interrupted> {
        for dead in (1..states.len()).rev() {
            progress.check()?;
            let layers = self.layers(&states[..dead], states.len() - 1);
            for (sum, term) in states[dead].iter_mut().zip(layers) {
                *sum = self.field.plus(*sum, term);
            }
        }
        Ok(())
    }

    /// Computes (L f)_K, where `before` are the f_k with k < K, after `turns` turns.
    fn layers(&self, before: &[Polynomial], turns: usize) -> Polynomial {
        let dead = before.len();
        let (mut sum, mut lower) = (before[0].clone(), Polynomial::new());
        for start in 0..dead {
            let along = (&self.dying[dead], self.inverses[dead - start]);
            let (plus, degree) = (before.get(start + 1), turns - start - 1);
            self.monomials
                .derivative(self.field, &sum, along, plus, degree, &mut lower);
            std::mem::swap(&mut sum, &mut lower);
        }
        sum
    }
}
