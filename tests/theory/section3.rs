//! Section 3: n = 1 is tic-tac-toe and n = 2 is Goff's game, position by position.
//!
//! The games here know nothing of matchings: boards are arrays, entanglements are cycles.

use std::collections::{BTreeSet, HashMap};

use gqt3::board::{Board, Square, SquareSet};
use gqt3::position::{Collapse, Phase, Position};
use gqt3::rules::{Ending, Player, Rules};
use gqt3::theory::random::SplitMix;
use num_rational::Ratio;

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The turn (from 1) of the classical piece on each square, 0 if there is none.
type Turns = [usize; 9];

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

/// Plays n = 1 from a board on in both ways, comparing everything; returns the number of games.
fn tic_tac_toe(position: &Position, turns: Turns, turn: usize, known: &mut HashMap<[u8; 9], u64>) -> u64 {
    let first_line = position.rules().ending == Ending::FirstLine;
    let marks = turns.map(|turn| if turn == 0 { 0 } else { 1 + turn as u8 % 2 });
    if let Some(&games) = known.get(&marks).filter(|_| first_line) {
        return games;
    }
    assert_eq!(turns_of(position), turns);
    let over = turn > 9 || (first_line && !lines(&turns).is_empty());
    let free: BTreeSet<Vec<usize>> =
        (0..9).filter(|&at| !over && turns[at] == 0).map(|at| vec![at]).collect();
    assert_eq!(placements(position), free);
    assert_eq!(position.phase() == Phase::Over, over);
    let mover = if turn % 2 == 1 { Player::One } else { Player::Two };
    assert_eq!(position.to_move(), (!over).then_some(mover));
    let mut games = u64::from(over);
    if over {
        assert_eq!(position.margin().to_ratio(), margin(&turns));
    }
    for square in free.into_iter().flatten() {
        let (mut next, mut turns) = (*position, turns);
        next.place_unchecked(SquareSet::single(Square::new(square)));
        turns[square] = turn;
        games += tic_tac_toe(&next, turns, turn + 1, known);
    }
    known.insert(marks, games);
    games
}

#[test]
fn one_piece_is_tic_tac_toe() {
    let board = Board::new(3).unwrap();
    let mut known = HashMap::new();
    let first_line = Rules { ending: Ending::FirstLine, ..Rules::default() };
    assert_eq!(tic_tac_toe(&Position::new(board, 1, first_line), [0; 9], 1, &mut known), 255_168);
    assert_eq!(known.len(), 5478);
    let full = Position::new(board, 1, Rules::default());
    assert_eq!(tic_tac_toe(&full, [0; 9], 1, &mut HashMap::new()), 362_880);
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

    /// The board after the newest pair is measured on a square: its neighbours are pushed away, and so on.
    fn measured(&self, square: usize) -> Turns {
        let mut turns = self.turns;
        let newest = self.pairs.last().unwrap();
        turns[square] = newest.0;
        let mut pushing = vec![(square, newest.0)];
        while let Some((square, by)) = pushing.pop() {
            for &(turn, [a, b]) in &self.pairs {
                if turn != by && !turns.contains(&turn) && (a == square || b == square) {
                    let other = if a == square { b } else { a };
                    assert_eq!(turns[other], 0, "a measurement contradicts itself");
                    turns[other] = turn;
                    pushing.push((other, turn));
                }
            }
        }
        turns
    }

    fn measurements(&self) -> BTreeSet<Turns> {
        let newest = self.pairs.last().filter(|_| self.measuring);
        newest.into_iter().flat_map(|(_, squares)| squares.map(|square| self.measured(square))).collect()
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

/// Everything that can be asked of a position of either game; what the collapses lead to.
fn assert_same_game(position: &Position, game: &Goff) -> Vec<(Position, Goff)> {
    assert_eq!(turns_of(position), game.turns);
    assert_eq!(placements(position), game.moves());
    assert_eq!(position.phase() == Phase::Collapse, game.measuring);
    assert_eq!(position.phase() == Phase::Over, !game.measuring && game.over());
    assert_eq!(position.margin().to_ratio(), margin(&game.turns));
    let quantum = position.quantum_series().iter().map(|series| (series + 1, position.squares_of(series)));
    let pairs = game.pairs.iter().map(|&(turn, pair)| (turn, pair.map(Square::new).into_iter().collect()));
    assert!(quantum.eq(pairs));
    let collapsed: Vec<Position> = position.collapses().map(|collapse| after(position, &collapse)).collect();
    assert_eq!(collapsed.len(), if game.measuring { 2 } else { 0 });
    assert_eq!(collapsed.iter().map(turns_of).collect::<BTreeSet<_>>(), game.measurements());
    let follow = |position: Position| {
        let mut game = game.clone();
        game.measure(turns_of(&position));
        (position, game)
    };
    collapsed.into_iter().map(follow).collect()
}

fn played(position: &Position, game: &Goff, squares: &[usize]) -> (Position, Goff) {
    let (mut position, mut game) = (*position, game.clone());
    position.place_unchecked(squares.iter().map(|&square| Square::new(square)).collect());
    game.play(squares);
    (position, game)
}

/// Compares everything down to some number of turns from here; returns the positions met.
fn compare(position: &Position, game: &Goff, depth: usize) -> u64 {
    let collapsed = assert_same_game(position, game);
    let mut met = 1;
    for (position, game) in collapsed {
        met += compare(&position, &game, depth);
    }
    if depth > 0 {
        for squares in game.moves() {
            let (position, game) = played(position, game, &squares);
            met += compare(&position, &game, depth - 1);
        }
    }
    met
}

#[test]
fn two_pieces_are_goffs_game_for_four_turns() {
    let start = Position::new(Board::new(3).unwrap(), 2, Rules::default());
    let symmetries = start.board().symmetries();
    let mut met = 0;
    for first in start.placements() {
        // One first move for each of its images.
        if symmetries.iter().all(|symmetry| first <= symmetry.set(first)) {
            let squares: Vec<usize> = first.iter().map(Square::index).collect();
            let (position, game) = played(&start, &Goff::new(false), &squares);
            met += compare(&position, &game, 3);
        }
    }
    assert!(met > 300_000);
}

#[test]
fn two_pieces_are_goffs_game_in_random_games() {
    let mut numbers = SplitMix::new(2002);
    for number in 0..6000 {
        let first_line = number % 2 == 1;
        let ending = if first_line { Ending::FirstLine } else { Ending::Full };
        let rules = Rules { ending, ..Rules::default() };
        let mut position = Position::new(Board::new(3).unwrap(), 2, rules);
        let mut game = Goff::new(first_line);
        loop {
            let mut collapsed = assert_same_game(&position, &game);
            let moves: Vec<Vec<usize>> = game.moves().into_iter().collect();
            if game.measuring {
                let choice = numbers.below(collapsed.len());
                (position, game) = collapsed.swap_remove(choice);
            } else if let Some(squares) = moves.get(numbers.below(moves.len())) {
                (position, game) = played(&position, &game, squares);
            } else {
                break;
            }
        }
    }
}
