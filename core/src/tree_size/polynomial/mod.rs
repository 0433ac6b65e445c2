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
//! The root's weight separates likewise (in the tail it is 1), and its colour is carried next to f
//! through its turn's layers. Let f_j be the f for j dead squares. Horner's rule sums all layers
//! that end at K: sum_m D^m / m! f_(K-m), or f_(K-1-m) with the root, from the largest m.
//!
//! # Many s at once
//!
//! At most t squares are dead after t turns, so the tail cannot begin before turn s - n + 2, and
//! until then all s >= n share one run of turns. For each, turn s - n + 2 is then corrected for the
//! tail, and the last n - 2 turns are played separately. In the very last turn all squares die, so
//! its root needs no colour.
//!
//! # Exactness and cost
//!
//! We compute N modulo primes just below 2^28 whose product exceeds max(1, C(s-1, n-1))^s >= N, and
//! the Chinese remainder theorem gives N.
//!
//! This takes about s^(n+2) n / ((n + 1) (n - 1)!) steps for each of about s log2 C(s-1, n-1) / 27
//! primes. Each thread needs up to (n + 6) C(s+n-1, n) words of 32 bits.

mod field;
mod monomials;

use std::ops::RangeInclusive;

use num_bigint::BigUint;
use num_traits::One;
use rayon::prelude::*;

use self::field::{BITS, Field, chinese_remainder, primes};
use self::monomials::{MOST, Monomials, OfVariables, Polynomial, combine};
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
        let mut states: States = vec![vec![self.field.one()]];
        for turn in 0..self.opening.len() {
            let next = self.turn(&states, turn, None, progress)?;
            for (index, &squares) in squares
                .iter()
                .enumerate()
                .filter(|&(index, _)| wanted[index])
            {
                if squares < self.pieces && turn == 0 {
                    residues[index] = self.finished(states.clone(), turn, squares, progress)?;
                } else if squares + 1 == turn + self.pieces {
                    let next = self.with_first_tail(&states, next.clone());
                    residues[index] = self.finished(next, turn + 1, squares, progress)?;
                }
            }
            if squares.iter().all(|&squares| squares < turn + self.pieces) {
                break;
            }
            states = next;
        }
        Ok(residues)
    }

    /// Corrects the states after turn s - n + 2, which was played like the turns before it.
    ///
    /// Only a state in which all squares opened so far are dead is in the tail. There the turn
    /// plays a root without arrows instead of opening a square.
    fn with_first_tail(&self, states: &States, mut next: States) -> States {
        let dead = states.len() - 1;
        let ways = states[dead][0];
        let opened = [self.field.negate(ways)];
        self.monomials.add_product(
            self.field,
            &opened,
            &self.opening[dead],
            &self.numbers,
            &mut next[dead],
        );
        next[dead + 1][0] = self.field.plus(next[dead + 1][0], ways);
        next
    }

    fn finished(
        &self,
        mut states: States,
        from: usize,
        squares: usize,
        progress: &dyn Progress,
    ) -> Result<u32, Interrupted> {
        for turn in from..squares - 1 {
            states = self.turn(&states, turn, Some(squares), progress)?;
        }
        if from < squares {
            states = vec![self.last_turn(&states, squares, progress)?];
        }
        let only = states.last().and_then(|state| state.first().copied());
        Ok(self.field.decode(only.unwrap_or_default()))
    }

    fn last_turn(
        &self,
        states: &States,
        squares: usize,
        progress: &dyn Progress,
    ) -> Result<Polynomial, Interrupted> {
        let weight = |dead: usize| match squares - dead {
            quantum if quantum < self.pieces => self.field.one(),
            quantum => self.field.of_big(&binomial(quantum - 1, self.pieces - 1)),
        };
        let mut rooted = states
            .iter()
            .enumerate()
            .map(|(dead, state)| self.scaled(state, weight(dead)))
            .collect();
        self.cut_off(&mut rooted, squares - 1, progress)?;
        Ok(self.layers(&rooted, squares, squares - 1, 0))
    }

    fn scaled(&self, state: &Polynomial, factor: u32) -> Polynomial {
        state
            .iter()
            .map(|&coefficient| self.field.times(coefficient, factor))
            .collect()
    }

    /// Plays a turn, for all s if `squares` is `None`. For a given s the tail may have begun.
    fn turn(
        &self,
        states: &States,
        turn: usize,
        squares: Option<usize>,
        progress: &dyn Progress,
    ) -> Result<States, Interrupted> {
        progress.check()?;
        let in_tail = |dead: usize| squares.is_some_and(|squares| squares - dead < self.pieces);
        let mut next: States = (0..=turn + 1)
            .map(|dead| vec![0; self.monomials.count(turn + 1 - dead)])
            .collect();
        for (dead, state) in states
            .iter()
            .enumerate()
            .filter(|&(dead, _)| !in_tail(dead))
        {
            self.monomials.add_product(
                self.field,
                state,
                &self.opening[dead],
                &self.numbers,
                &mut next[dead],
            );
        }
        // By the root's colour; colour n is the tail.
        let mut carried: Vec<(usize, States)> = (0..=self.pieces)
            .map(|colour| (colour, self.roots(states, colour, &in_tail)))
            .collect();
        carried.retain(|(_, states)| states.iter().flatten().any(|&coefficient| coefficient != 0));
        carried
            .iter_mut()
            .try_for_each(|(_, states)| self.cut_off(states, turn, progress))?;
        let (mut merged, mut sums) = (States::new(), Vec::new());
        for (dead, next) in next.iter_mut().enumerate().skip(1) {
            progress.check()?;
            let weight = |colour: usize| {
                if colour == self.pieces {
                    self.field.one()
                } else {
                    self.dying[dead][colour]
                }
            };
            let weights: Vec<u32> = carried.iter().map(|(colour, _)| weight(*colour)).collect();
            merged.resize(dead, Polynomial::new());
            for (start, merged) in merged.iter_mut().enumerate() {
                let of_colours = carried.iter().map(|(_, states)| &states[start]);
                combine(
                    self.field,
                    of_colours.zip(weights.iter().copied()),
                    &mut sums,
                    merged,
                );
            }
            let last = self.layers(&merged, dead, turn, 0);
            next.iter_mut()
                .zip(last)
                .for_each(|(sum, term)| *sum = self.field.plus(*sum, term));
        }
        if squares.is_none() {
            progress.advance(self.monomials.cost(turn));
        }
        Ok(next)
    }

    /// The states in which a root may have this colour c, times the factor C(-k, n - 1 - c) of its
    /// weight, or 1 in the tail.
    fn roots(&self, states: &States, colour: usize, in_tail: &impl Fn(usize) -> bool) -> States {
        let scaled = states.iter().enumerate().map(|(dead, state)| {
            let factor = match (colour == self.pieces, in_tail(dead)) {
                (true, true) => self.field.one(),
                (false, false) => self.opening[dead][colour],
                _ => 0,
            };
            self.scaled(state, factor)
        });
        scaled.collect()
    }

    /// Adds all sequences of cut-off layers, with a factor -1 for each layer.
    fn cut_off(
        &self,
        states: &mut States,
        turn: usize,
        progress: &dyn Progress,
    ) -> Result<(), Interrupted> {
        for dead in 1..states.len() {
            progress.check()?;
            let (before, here) = states.split_at_mut(dead);
            let layers = self.layers(before, dead, turn, 1);
            let subtract = |(sum, term): (&mut u32, u32)| {
                *sum = self.field.plus(*sum, self.field.negate(term))
            };
            here[0].iter_mut().zip(layers).for_each(subtract);
        }
        Ok(())
    }

    /// Sums over `before` the results of one layer, after which `dead` squares are dead.
    ///
    /// `members_of_last` is m for the layer that starts at `dead - 1`: 0 with the root, else 1.
    fn layers(
        &self,
        before: &[Polynomial],
        dead: usize,
        turn: usize,
        members_of_last: usize,
    ) -> Polynomial {
        let (mut sum, mut lower) = (before[0].clone(), Polynomial::new());
        for start in 0..before.len() - 1 + members_of_last {
            let members = dead - start - 1 + members_of_last;
            let along = (&self.dying[dead], self.inverses[members]);
            let (plus, degree) = (before.get(start + 1), turn - start - 1);
            self.monomials
                .derivative(self.field, &sum, along, plus, degree, &mut lower);
            std::mem::swap(&mut sum, &mut lower);
        }
        sum
    }
}
