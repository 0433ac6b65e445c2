//! Section 3: n = 1 on 3x3 is tic-tac-toe, and n = 2 is Goff's game.
//!
//! Both games are played beside the engine, position by position. They know nothing of matchings: a board is
//! an array of turns, an entanglement of pairs is a path that closes, a measurement pushes neighbours away.
//! Whatever can be asked of a position is compared: the classical pieces, the quantum pairs, what may be
//! placed, what a collapse may lead to, whether the game is over, and the margin.

use std::collections::{BTreeSet, HashSet};

use num_rational::Ratio;

use super::Error;
use super::random::Numbers;
use crate::board::{Board, Square, SquareSet};
use crate::position::{Collapse, Phase, Position};
use crate::progress::Progress;
use crate::rules::{Ending, Player, Rules};

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The turn (from 1) of the classical piece on each square, 0 if there is none.
type Turns = [usize; 9];

/// How the engine compares with the other game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// Positions compared.
    pub positions: u64,
    /// What differs, in the first position in which something does.
    pub difference: Option<&'static str>,
}

impl Comparison {
    fn expect(&mut self, holds: bool, what: &'static str) {
        if !holds && self.difference.is_none() {
            self.difference = Some(what);
        }
    }
}

/// The completed lines: largest turn and player (1 or 2).
fn lines(turns: &Turns) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for line in LINES {
        let [a, b, c] = line.map(|square| turns[square]);
        if a * b * c > 0 && a % 2 == b % 2 && b % 2 == c % 2 {
            found.push((a.max(b).max(c), 2 - a % 2));
        }
    }
    found
}

/// Player 1's points minus player 2's: 1 for the first line, 1/2 for the next, together if they come
/// together.
fn margin(turns: &Turns) -> Ratio<i64> {
    let lines = lines(turns);
    let times: BTreeSet<usize> = lines.iter().map(|line| line.0).collect();
    let points = |&(time, player): &(usize, usize)| {
        let rank = times.range(..time).count() as i64 + 1;
        Ratio::new(if player == 1 { 1 } else { -1 }, rank)
    };
    lines.iter().map(points).sum()
}

fn turns_of(position: &Position) -> Turns {
    std::array::from_fn(|square| {
        position.classical_series_on(Square::new(square)).map_or(0, |series| series + 1)
    })
}

fn placements(position: &Position) -> BTreeSet<Vec<usize>> {
    position.placements().map(|set| set.iter().map(Square::index).collect()).collect()
}

fn start(pieces: usize, ending: Ending) -> Result<Position, Error> {
    let board = Board::new(3).map_err(|_| Error::Empty)?;
    Ok(Position::new(board, pieces, Rules { ending, ..Rules::default() }))
}

/// Compares n = 1 with tic-tac-toe, the games that stop at the first line: every board once.
///
/// ```
/// use gqt3::{progress::Silent, theory::section3::tic_tac_toe};
/// let found = tic_tac_toe(&Silent)?;
/// assert_eq!((found.positions, found.difference), (5_478, None));
/// # Ok::<(), gqt3::theory::Error>(())
/// ```
///
/// Cost: 10 ms.
///
/// # Errors
/// If it was interrupted.
pub fn tic_tac_toe(progress: &dyn Progress) -> Result<Comparison, Error> {
    let mut found = Comparison::default();
    let position = start(1, Ending::FirstLine)?;
    follow(&position, [0; 9], 1, &mut HashSet::new(), &mut found, progress)?;
    Ok(found)
}

fn follow(
    position: &Position,
    turns: Turns,
    turn: usize,
    known: &mut HashSet<[u8; 9]>,
    found: &mut Comparison,
    progress: &dyn Progress,
) -> Result<(), Error> {
    if !known.insert(turns.map(|turn| if turn == 0 { 0 } else { 1 + turn as u8 % 2 })) {
        return Ok(());
    }
    progress.check()?;
    found.positions += 1;
    found.expect(turns_of(position) == turns, "the marks on the board");
    let over = turn > 9 || !lines(&turns).is_empty();
    let free: BTreeSet<Vec<usize>> =
        (0..9).filter(|&at| !over && turns[at] == 0).map(|at| vec![at]).collect();
    found.expect(placements(position) == free, "the legal moves");
    found.expect((position.phase() == Phase::Over) == over, "whether the game is over");
    let mover = if turn % 2 == 1 { Player::One } else { Player::Two };
    found.expect(position.to_move() == (!over).then_some(mover), "who moves");
    found.expect(!over || position.margin().to_ratio() == margin(&turns), "the margin");
    for square in free.into_iter().flatten() {
        let (mut next, mut turns) = (*position, turns);
        next.place_unchecked(SquareSet::single(Square::new(square)));
        turns[square] = turn;
        follow(&next, turns, turn + 1, known, found, progress)?;
    }
    Ok(())
}

/// Goff's game: pairs of quantum pieces are edges, a cycle must be measured.
#[derive(Clone)]
struct Goff {
    turns: Turns,
    /// Turn and squares of each quantum pair, oldest first.
    pairs: Vec<(usize, [usize; 2])>,
    turn: usize,
    first_line: bool,
    measuring: bool,
}

impl Goff {
    fn new(first_line: bool) -> Goff {
        Goff { turns: [0; 9], pairs: Vec::new(), turn: 1, first_line, measuring: false }
    }

    fn over(&self) -> bool {
        !self.turns.contains(&0) || (self.first_line && !lines(&self.turns).is_empty())
    }

    /// Pairs of empty squares; the last square alone.
    fn moves(&self) -> BTreeSet<Vec<usize>> {
        let empty: Vec<usize> = (0..9).filter(|&square| self.turns[square] == 0).collect();
        if self.measuring || self.over() {
            return BTreeSet::new();
        }
        if let [last] = empty[..] {
            return BTreeSet::from([vec![last]]);
        }
        empty.iter().flat_map(|&a| empty.iter().filter(move |&&b| a < b).map(move |&b| vec![a, b])).collect()
    }

    /// The squares that pairs lead to from a square, by depth-first search.
    fn connected(&self, from: usize, reached: &mut BTreeSet<usize>) {
        if reached.insert(from) {
            for (_, [a, b]) in &self.pairs {
                if *a == from {
                    self.connected(*b, reached);
                } else if *b == from {
                    self.connected(*a, reached);
                }
            }
        }
    }

    fn play(&mut self, squares: &[usize]) {
        match *squares {
            [a, b] => {
                let mut reached = BTreeSet::new();
                self.connected(a, &mut reached);
                self.measuring = reached.contains(&b);
                self.pairs.push((self.turn, [a, b]));
            }
            _ => squares.iter().for_each(|&square| self.turns[square] = self.turn),
        }
        self.turn += 1;
    }

    /// The board after a pair is measured on a square: its neighbours are pushed away, and so on. `None` if a
    /// pair were pushed onto a square that is taken.
    fn measured(&self, newest: usize, square: usize) -> Option<Turns> {
        let mut turns = self.turns;
        turns[square] = newest;
        let mut pushing = vec![(square, newest)];
        while let Some((square, by)) = pushing.pop() {
            for &(turn, [a, b]) in &self.pairs {
                if turn != by && !turns.contains(&turn) && (a == square || b == square) {
                    let other = if a == square { b } else { a };
                    if turns[other] != 0 {
                        return None;
                    }
                    turns[other] = turn;
                    pushing.push((other, turn));
                }
            }
        }
        Some(turns)
    }

    fn measurements(&self) -> BTreeSet<Option<Turns>> {
        let newest = self.pairs.last().filter(|_| self.measuring);
        let on_both = |(turn, squares): &(usize, [usize; 2])| {
            let turn = *turn;
            squares.map(|square| self.measured(turn, square))
        };
        newest.into_iter().flat_map(on_both).collect()
    }

    fn measure(&mut self, turns: Turns) {
        self.turns = turns;
        self.pairs.retain(|(turn, _)| !turns.contains(turn));
        self.measuring = false;
    }
}

fn after(position: &Position, collapse: &Collapse) -> Position {
    let mut next = *position;
    next.collapse_unchecked(collapse);
    next
}

impl Comparison {
    /// Compares a position of both games; gives what the collapses lead to.
    fn look_at(&mut self, position: &Position, game: &Goff) -> Vec<(Position, Goff)> {
        self.positions += 1;
        self.expect(turns_of(position) == game.turns, "the classical pieces");
        self.expect(placements(position) == game.moves(), "the legal placements");
        self.expect((position.phase() == Phase::Collapse) == game.measuring, "whether there is a cycle");
        let over = !game.measuring && game.over();
        self.expect((position.phase() == Phase::Over) == over, "whether the game is over");
        self.expect(position.margin().to_ratio() == margin(&game.turns), "the margin");
        let quantum = position.quantum_series().iter();
        let quantum = quantum.map(|series| (series + 1, position.squares_of(series)));
        let pairs = game.pairs.iter();
        let pairs = pairs.map(|&(turn, pair)| (turn, pair.map(Square::new).into_iter().collect()));
        self.expect(quantum.eq(pairs), "the quantum pairs");
        let collapsed: Vec<Position> =
            position.collapses().map(|collapse| after(position, &collapse)).collect();
        self.expect(collapsed.len() == if game.measuring { 2 } else { 0 }, "the number of collapses");
        let boards: BTreeSet<_> = collapsed.iter().map(|position| Some(turns_of(position))).collect();
        self.expect(boards == game.measurements(), "what the collapses lead to");
        let follow = |position: Position| {
            let mut game = game.clone();
            game.measure(turns_of(&position));
            (position, game)
        };
        collapsed.into_iter().map(follow).collect()
    }

    /// Compares everything down to some number of turns from here.
    fn look_below(
        &mut self,
        position: &Position,
        game: &Goff,
        depth: usize,
        progress: &dyn Progress,
    ) -> Result<(), Error> {
        progress.check()?;
        for (position, game) in self.look_at(position, game) {
            self.look_below(&position, &game, depth, progress)?;
        }
        if depth > 0 {
            for squares in game.moves() {
                let (position, game) = played(position, game, &squares);
                self.look_below(&position, &game, depth - 1, progress)?;
            }
        }
        Ok(())
    }
}

fn played(position: &Position, game: &Goff, squares: &[usize]) -> (Position, Goff) {
    let (mut position, mut game) = (*position, game.clone());
    position.place_unchecked(squares.iter().map(|&square| Square::new(square)).collect());
    game.play(squares);
    (position, game)
}

/// Compares n = 2 with Goff's game in all positions of the first `turns` turns; of first moves that are
/// images of one another under the symmetries of the board, one is followed.
///
/// Cost: 5 ms for 2 turns, 0.1 s for 3, 4 s for 4.
///
/// # Errors
/// If it was interrupted.
pub fn goffs_game(turns: usize, progress: &dyn Progress) -> Result<Comparison, Error> {
    let mut found = Comparison::default();
    let start = start(2, Ending::Full)?;
    let symmetries = start.board().symmetries();
    let game = Goff::new(false);
    found.look_at(&start, &game);
    for first in start.placements() {
        if turns > 0 && symmetries.iter().all(|symmetry| first <= symmetry.set(first)) {
            let squares: Vec<usize> = first.iter().map(Square::index).collect();
            let (position, game) = played(&start, &game, &squares);
            found.look_below(&position, &game, turns - 1, progress)?;
        }
    }
    Ok(found)
}

/// The same in random games to the end; every second stops at the first line.
///
/// Cost: 0.1 ms a game.
///
/// # Errors
/// If it was interrupted.
pub fn goffs_game_at_random(games: usize, seed: u64, progress: &dyn Progress) -> Result<Comparison, Error> {
    let mut found = Comparison::default();
    let mut numbers = Numbers::new(seed);
    for number in 0..games {
        progress.check()?;
        let first_line = number % 2 == 1;
        let mut position = start(2, if first_line { Ending::FirstLine } else { Ending::Full })?;
        let mut game = Goff::new(first_line);
        loop {
            let mut collapsed = found.look_at(&position, &game);
            let moves: Vec<Vec<usize>> = game.moves().into_iter().collect();
            if !collapsed.is_empty() {
                let choice = numbers.below(collapsed.len());
                (position, game) = collapsed.swap_remove(choice);
            } else if let Some(squares) = moves.get(numbers.below(moves.len())) {
                (position, game) = played(&position, &game, squares);
            } else {
                break;
            }
        }
    }
    Ok(found)
}
