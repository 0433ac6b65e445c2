//! n = 2 on 3x3 beside QT3.

use std::collections::BTreeSet;

use super::{Comparison, Turns, lines, margin, placements, start, turns_of};
use crate::board::Square;
use crate::position::{Collapse, Phase, Position};
use crate::progress::Progress;
use crate::rules::{Ending, Rules};
use crate::theory::Error;
use crate::theory::random::Numbers;

/// QT3: pairs of quantum pieces are edges, a cycle must be measured. The game goes on to the full board
/// (Appendix A) or to the first line (Goff).
#[derive(Clone)]
struct Qt3 {
    turns: Turns,
    /// Turn and squares of each quantum pair, oldest first.
    pairs: Vec<(usize, [usize; 2])>,
    turn: usize,
    first_line: bool,
    measuring: bool,
}

impl Qt3 {
    fn new(first_line: bool) -> Qt3 {
        Qt3 { turns: [0; 9], pairs: Vec::new(), turn: 1, first_line, measuring: false }
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
    fn look_at(&mut self, position: &Position, game: &Qt3) -> Vec<(Position, Qt3)> {
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
        game: &Qt3,
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

fn played(position: &Position, game: &Qt3, squares: &[usize]) -> (Position, Qt3) {
    let (mut position, mut game) = (*position, game.clone());
    position.place_unchecked(squares.iter().map(|&square| Square::new(square)).collect());
    game.play(squares);
    (position, game)
}

/// Compares n = 2 with Appendix A's game in all positions of the first `turns` turns; of first moves that are
/// images of one another under the symmetries of the board, one is followed.
///
/// Cost: 5 ms for 2 turns, 0.1 s for 3, 4 s for 4.
///
/// # Errors
/// If it was interrupted.
pub fn every_position(turns: usize, progress: &dyn Progress) -> Result<Comparison, Error> {
    let mut found = Comparison::default();
    let start = start(2, Rules::default())?;
    let symmetries = start.board().symmetries();
    let game = Qt3::new(false);
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

/// Random games to the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RandomGames {
    /// Appendix A's rules: to the full board.
    pub full_board: Comparison,
    /// Goff's rules: to the first line.
    pub first_line: Comparison,
}

/// The same in random games to the end; every second stops at the first line.
///
/// Cost: 0.1 ms a game.
///
/// # Errors
/// If it was interrupted.
pub fn random_games(games: usize, seed: u64, progress: &dyn Progress) -> Result<RandomGames, Error> {
    let mut found = RandomGames::default();
    let mut numbers = Numbers::new(seed);
    for number in 0..games {
        progress.check()?;
        let first_line = number % 2 == 1;
        let (ending, comparison) = match first_line {
            true => (Ending::FirstLine, &mut found.first_line),
            false => (Ending::Full, &mut found.full_board),
        };
        comparison.play(start(2, Rules { ending, ..Rules::default() })?, Qt3::new(first_line), &mut numbers);
    }
    Ok(found)
}

impl Comparison {
    /// Compares every position of one random game.
    fn play(&mut self, mut position: Position, mut game: Qt3, numbers: &mut Numbers) {
        loop {
            let mut collapsed = self.look_at(&position, &game);
            let moves: Vec<Vec<usize>> = game.moves().into_iter().collect();
            if !collapsed.is_empty() {
                let choice = numbers.below(collapsed.len());
                (position, game) = collapsed.swap_remove(choice);
            } else if let Some(squares) = moves.get(numbers.below(moves.len())) {
                (position, game) = played(&position, &game, squares);
            } else {
                return;
            }
        }
    }
}
