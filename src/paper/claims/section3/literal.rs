//! Tic-tac-toe and QT3 on 3x3, without the engine except for sets of squares.

use std::collections::BTreeSet;

use num_rational::Ratio;
use rustc_hash::FxHashSet;

use gqt3::engine::board::{Square, SquareSet};

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// The turn, from 1, of the classical piece on each square, or 0 if there is none.
pub(super) type Turns = [usize; 9];

/// Returns each completed line's largest turn and player (1 or 2).
pub(super) fn lines(turns: &Turns) -> Vec<(usize, usize)> {
    let mut result = Vec::new();
    for line in LINES {
        let [a, b, c] = line.map(|square| turns[square]);
        if a * b * c > 0 && a % 2 == b % 2 && b % 2 == c % 2 {
            result.push((a.max(b).max(c), 2 - a % 2));
        }
    }
    result
}

/// Plays single pieces (tic-tac-toe) or pairs (QT3).
#[derive(Clone)]
pub(super) struct Literal {
    pub pairs: bool,
    /// Stops at the first line.
    pub first_line: bool,
    pub turns: Turns,
    /// Each quantum pair's turn and squares, oldest first.
    pub quantum: Vec<(usize, SquareSet)>,
    /// The next turn, from 1.
    pub turn: usize,
    pub measuring: bool,
}

impl Literal {
    pub fn new(pairs: bool, first_line: bool) -> Literal {
        Literal {
            pairs,
            first_line,
            turns: [0; 9],
            quantum: Vec::new(),
            turn: 1,
            measuring: false,
        }
    }

    pub fn over(&self) -> bool {
        !self.turns.contains(&0) || (self.first_line && !lines(&self.turns).is_empty())
    }

    /// Returns 1 or 2: the next turn's player, who also chooses the collapse before it.
    pub fn mover(&self) -> usize {
        2 - self.turn % 2
    }

    /// The first line earns 1, the next one 1/2, and so on; lines with the same largest turn share
    /// a rank. If tic-tac-toe stops at the first line, two lines completed at once count as one.
    pub fn margin(&self) -> Ratio<i64> {
        let lines = lines(&self.turns);
        let times: BTreeSet<usize> = lines.iter().map(|line| line.0).collect();
        let points = |&(time, player): &(usize, usize)| {
            let rank = times.range(..time).count() as i64 + 1;
            Ratio::new(if player == 1 { 1 } else { -1 }, rank)
        };
        let margin: Ratio<i64> = lines.iter().map(points).sum();
        if self.first_line && !self.pairs {
            margin.numer().signum().into()
        } else {
            margin
        }
    }

    pub fn moves(&self) -> Vec<SquareSet> {
        if self.measuring || self.over() {
            return Vec::new();
        }
        let empty = (0..9)
            .filter(|&square| self.turns[square] == 0)
            .map(Square::from_index);
        let empty: Vec<SquareSet> = empty.map(SquareSet::single).collect();
        if !self.pairs || empty.len() == 1 {
            return empty;
        }
        let first = empty.iter().enumerate();
        first
            .flat_map(|(at, &a)| empty[at + 1..].iter().map(move |&b| a | b))
            .collect()
    }

    fn connected(&self, from: Square, reached: &mut SquareSet) {
        if !reached.contains(from) {
            reached.insert(from);
            for (_, pair) in self.quantum.iter().filter(|(_, pair)| pair.contains(from)) {
                pair.iter()
                    .for_each(|square| self.connected(square, reached));
            }
        }
    }

    pub fn play(&mut self, squares: SquareSet) {
        let mut places = squares.iter();
        match (places.next(), places.next()) {
            (Some(a), Some(b)) => {
                let mut reached = SquareSet::EMPTY;
                self.connected(a, &mut reached);
                self.measuring = reached.contains(b);
                self.quantum.push((self.turn, squares));
            }
            _ => squares
                .iter()
                .for_each(|square| self.turns[square.index()] = self.turn),
        }
        self.turn += 1;
    }

    /// Puts the newest pair on a square. Each other pair there is pushed to its other square, and
    /// so on. `None` if a pair would be pushed onto a taken square.
    fn measured(&self, newest: usize, square: Square) -> Option<Turns> {
        let mut turns = self.turns;
        turns[square.index()] = newest;
        let mut pushing = vec![(square, newest)];
        while let Some((square, by)) = pushing.pop() {
            for &(turn, pair) in &self.quantum {
                if turn != by && !turns.contains(&turn) && pair.contains(square) {
                    let other = pair.iter().find(|&other| other != square)?;
                    if turns[other.index()] != 0 {
                        return None;
                    }
                    turns[other.index()] = turn;
                    pushing.push((other, turn));
                }
            }
        }
        Some(turns)
    }

    pub fn measurements(&self) -> FxHashSet<Option<Turns>> {
        let newest = self.quantum.last().filter(|_| self.measuring);
        let squares = newest
            .into_iter()
            .flat_map(|&(turn, pair)| pair.iter().map(move |square| (turn, square)));
        squares
            .map(|(turn, square)| self.measured(turn, square))
            .collect()
    }

    pub fn measure(&mut self, turns: Turns) {
        self.turns = turns;
        self.quantum.retain(|(turn, _)| !turns.contains(turn));
        self.measuring = false;
    }
}
