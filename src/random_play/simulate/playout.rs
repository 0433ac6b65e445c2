//! One random game, turn by turn.

use super::collapse::TooManyMatchings;
use super::numbers::Numbers;
use crate::engine::board::{MAX_SQUARES, Square, SquareSet};
use crate::engine::game::Game;
use crate::engine::position::CompletedLines;
use crate::engine::rules::Margin;

/// The quantum series of a playout, and how they collapse.
pub(super) trait Quantum {
    /// No series yet.
    fn new(game: Game) -> Self;

    /// Forgets the last game.
    fn start(&mut self, squares: usize);

    /// Places a series on the squares just drawn, `placed`. If that entangles, draws a perfect matching of the
    /// entanglement, each as likely as another, and makes its squares classical. Returns those squares.
    ///
    /// # Errors
    /// If the perfect matchings are too many to draw one uniformly.
    fn place(
        &mut self,
        squares: &mut Squares,
        series: usize,
        placed: SquareSet,
        numbers: &mut Numbers,
    ) -> Result<SquareSet, TooManyMatchings>;
}

/// A game as far as it has come.
#[derive(Clone, Debug)]
pub(super) struct Playout<Q> {
    game: Game,
    squares: Squares,
    quantum: Q,
    turns: usize,
}

impl<Q: Quantum> Playout<Q> {
    pub(super) fn new(game: Game) -> Playout<Q> {
        Playout {
            game,
            squares: Squares::new(),
            quantum: Q::new(game),
            turns: 0,
        }
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    /// Plays a random game from its beginning; returns how many turns it took.
    ///
    /// # Errors
    /// If a collapse has too many perfect matchings to draw one uniformly.
    #[inline]
    pub(super) fn play(&mut self, numbers: &mut Numbers) -> Result<usize, TooManyMatchings> {
        self.start();
        let mut over = self.game.stops_at(self.squares.count);
        while !over {
            let (_, classical) = self.turn(numbers)?;
            over =
                !classical.is_empty() && self.game.is_over(self.squares.owned, self.squares.count);
        }
        Ok(self.turns)
    }

    #[inline]
    fn start(&mut self) {
        self.squares.start(self.game.squares());
        self.quantum.start(self.game.squares());
        self.turns = 0;
    }

    /// Plays a turn; returns the squares of the series and those that became classical.
    #[inline]
    fn turn(&mut self, numbers: &mut Numbers) -> Result<(SquareSet, SquareSet), TooManyMatchings> {
        let placed = self
            .squares
            .draw(self.game.pieces_to_place(self.squares.count), numbers);
        let classical = self
            .quantum
            .place(&mut self.squares, self.turns, placed, numbers)?;
        self.turns += 1;
        Ok((placed, classical))
    }

    /// What the lines are worth.
    #[inline]
    pub(super) fn margin(&self) -> Margin {
        let Squares {
            owned, subscripts, ..
        } = &self.squares;
        let rules = self.game.rules();
        CompletedLines::find(self.game.board(), rules, *owned, |index| subscripts[index])
            .margin(rules)
    }
}

/// The squares of a game: which are quantum, and whose classical pieces stand on the others.
#[derive(Clone, Debug)]
pub(super) struct Squares {
    /// The quantum squares, in no particular order: the first `count` entries.
    open: [u8; MAX_SQUARES],
    count: usize,
    /// Of each player the squares of the classical pieces.
    owned: [SquareSet; 2],
    /// The turn whose piece is classical on a square, from 1; meaningless for quantum squares.
    subscripts: [u8; MAX_SQUARES],
}

impl Squares {
    fn new() -> Squares {
        Squares {
            open: [0; MAX_SQUARES],
            count: 0,
            owned: [SquareSet::EMPTY; 2],
            subscripts: [0; MAX_SQUARES],
        }
    }

    #[inline]
    fn start(&mut self, squares: usize) {
        for (index, square) in self.open[..squares].iter_mut().enumerate() {
            *square = index as u8;
        }
        self.count = squares;
        self.owned = [SquareSet::EMPTY; 2];
    }

    /// How many squares are quantum.
    #[inline]
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// The `index`-th of the squares that were drawn last.
    #[inline]
    pub(super) const fn drawn(&self, index: usize) -> usize {
        self.open[index] as usize
    }

    /// Draws `pieces` different quantum squares, every set of them as likely as another: the beginning of a
    /// Fisher-Yates shuffle, which brings them to the front of `open`.
    #[inline]
    fn draw(&mut self, pieces: usize, numbers: &mut Numbers) -> SquareSet {
        let mut from = 0;
        while pieces - from > 3 {
            self.shuffle::<3>(from, numbers);
            from += 3;
        }
        match pieces - from {
            1 => self.shuffle::<1>(from, numbers),
            2 => self.shuffle::<2>(from, numbers),
            _ => self.shuffle::<3>(from, numbers),
        }
        SquareSet(
            self.open[..pieces]
                .iter()
                .fold(0, |set, &square| set | 1 << square),
        )
    }

    #[inline]
    fn shuffle<const N: usize>(&mut self, from: usize, numbers: &mut Numbers) {
        let sides = std::array::from_fn(|index| (self.count - from - index) as u32);
        let dice: [usize; N] = numbers.dice(sides);
        for (index, die) in dice.into_iter().enumerate() {
            self.open.swap(from + index, from + index + die);
        }
    }

    /// Makes the first drawn square classical.
    #[inline]
    pub(super) fn fix_drawn(&mut self, series: usize) -> SquareSet {
        let square = Square::from_index(self.drawn(0));
        self.count -= 1;
        self.open[0] = self.open[self.count];
        self.own(square, series);
        SquareSet::single(square)
    }

    /// Makes these quantum squares classical.
    #[inline]
    pub(super) fn fix(&mut self, squares: SquareSet, series_on: impl Fn(usize) -> usize) {
        let mut kept = 0;
        for index in 0..self.count {
            let square = self.drawn(index);
            self.open[kept] = square as u8;
            if squares.contains(Square::from_index(square)) {
                self.own(Square::from_index(square), series_on(square));
            } else {
                kept += 1;
            }
        }
        self.count = kept;
    }

    #[inline]
    fn own(&mut self, square: Square, series: usize) {
        self.subscripts[square.index()] = series as u8 + 1;
        self.owned[series & 1].insert(square);
    }
}

#[cfg(test)]
mod tests {
    use super::super::ChiSquare;
    use super::super::pairs::{Pairs, Singles};
    use super::super::series::Series;
    use super::*;
    use crate::engine::board::Board;
    use crate::engine::matching::PerfectMatching;
    use crate::engine::position::{Action, Phase, Position};
    use crate::engine::rules::{Ending, Offset, Rules, Scoring, Tail, Ties, Variant};

    /// Plays games beside the engine, which checks that every placement and collapse is legal and comes when it should.
    fn assert_engine_agrees<Q: Quantum>(game: Game, games: usize) {
        let mut playout = Playout::<Q>::new(game);
        let mut numbers = Numbers::new(1_000 + game.pieces() as u64, 0);
        for _ in 0..games {
            let mut again = numbers.clone();
            let mut position = Position::new(game);
            playout.start();
            while position.phase() != Phase::Over {
                let (placed, classical) = playout.turn(&mut numbers).unwrap();
                let quantum = position.quantum();
                position = position.play(Action::Place(placed)).unwrap();
                if position.phase() == Phase::Collapse {
                    let series_on = |square: Square| playout.squares.subscripts[square.index()] - 1;
                    let places = classical
                        .iter()
                        .map(|square| (series_on(square).into(), square));
                    let collapse = PerfectMatching::new(places).unwrap();
                    position = position.play(Action::Collapse(collapse)).unwrap();
                }
                assert_eq!(
                    quantum - position.quantum(),
                    classical,
                    "n = {}",
                    game.pieces()
                );
            }
            assert_eq!(
                position.margin(),
                playout.margin(),
                "n = {}, {}",
                game.pieces(),
                game.rules()
            );
            // The whole game is made of the same turns.
            assert_eq!(playout.play(&mut again), Ok(position.turns()));
            assert_eq!(position.margin(), playout.margin());
        }
    }

    fn check(board: Board, pieces: usize, rules: Rules, games: usize) {
        let game = Game::new(board, pieces, rules).unwrap();
        match pieces {
            1 => assert_engine_agrees::<Singles>(game, games),
            2 => assert_engine_agrees::<Pairs>(game, games),
            _ => {}
        }
        assert_engine_agrees::<Series>(game, games);
    }

    fn board(side: usize) -> Board {
        Board::new(side).unwrap()
    }

    /// Every preset, and every ending, tail, scoring, offset and tie.
    fn rules_to_try() -> Vec<Rules> {
        let mut all: Vec<Rules> = Variant::ALL.iter().map(|variant| variant.rules()).collect();
        let stop = Rules {
            tail: Tail::Stop,
            ..Rules::default()
        };
        all.extend(Scoring::ALL.iter().map(|&scoring| Rules {
            scoring,
            offset: Offset::One,
            ..stop
        }));
        all.push(Rules {
            ties: Ties::Competition,
            ending: Ending::FirstLine,
            offset: Offset::One,
            ..stop
        });
        all
    }

    #[test]
    fn the_engine_agrees_with_every_game() {
        for rules in rules_to_try() {
            for pieces in 1..=5 {
                check(board(2), pieces, rules, 500);
                check(board(3), pieces, rules, 1_000);
                check(board(4), pieces, rules, if pieces < 4 { 250 } else { 40 });
            }
        }
    }

    #[test]
    fn the_engine_agrees_with_games_of_any_size() {
        let paper = Rules::default();
        for pieces in 1..=10 {
            check(board(3), pieces, paper, 250);
            check(board(1), pieces, paper, 3);
            check(Board::without_lines(10).unwrap(), pieces, paper, 250);
        }
        for pieces in [8, 12, 15, 16, 17] {
            check(board(4), pieces, paper, 10);
        }
        for (side, pieces, games) in [(5, 3, 100), (6, 3, 20), (8, 1, 250), (8, 2, 250)] {
            check(board(side), pieces, paper, games);
        }
    }

    /// Of the 24 endgames of the 2x2 board one is as likely as another, whatever n is. A chi-square with 23 degrees of
    /// freedom exceeds 69.7 once in a million times.
    #[test]
    fn endgames_are_equally_likely() {
        fn chi_square<Q: Quantum>(pieces: usize) -> f64 {
            let games = 240_000;
            let mut playout =
                Playout::<Q>::new(Game::of_side(2, pieces, Rules::default()).unwrap());
            let mut numbers = Numbers::new(22, pieces as u64);
            let mut counts = std::collections::BTreeMap::<[u8; 4], u64>::new();
            for _ in 0..games {
                playout.play(&mut numbers).unwrap();
                let [a, b, c, d, ..] = playout.squares.subscripts;
                *counts.entry([a, b, c, d]).or_default() += 1;
            }
            assert_eq!(counts.len(), 24);
            let expected = games as f64 / 24.0;
            ChiSquare::of(counts.into_values().map(|count| (count, expected))).statistic
        }
        let found = [
            chi_square::<Singles>(1),
            chi_square::<Pairs>(2),
            chi_square::<Series>(2),
            chi_square::<Series>(3),
            chi_square::<Series>(4),
            chi_square::<Singles>(5),
        ];
        assert!(found.iter().all(|&statistic| statistic < 69.7), "{found:?}");
    }
}
