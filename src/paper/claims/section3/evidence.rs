//! Section 3: "GQT3 with m = 3, n = 1 is normal Tic-Tac-Toe, and m = 3, n = 2 is equivalent to
//! QT3".
//!
//! * n = 1 has tic-tac-toe's moves, but by section 3's rules every game fills the board and every
//!   line scores. Tic-tac-toe is n = 1 with a stop at the first line, whose owner wins.
//! * n = 2 is QT3 as Appendix A states it, where games fill the board, too. Goff's own rules are
//!   the same, but stop at the first line.
//!
//! A second program without matchings (`literal`) plays both games along with the engine: a pair
//! entangles if a path of older pairs joins its squares, and a collapse pushes pieces from square
//! to square.

use chacha20::ChaCha8Rng;
use num_rational::Ratio;
use rand::{RngExt, SeedableRng};
use rustc_hash::FxHashSet;

use super::literal::{Literal, Turns, lines};
use crate::paper::error::LedgerError;
use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::game::Game;
use gqt3::engine::position::{Action, Collapse, Phase, Position};
use gqt3::engine::rules::{Ending, Player, Rules, Scoring};
use gqt3::support::progress::Progress;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    pub positions: u64,
    /// What differs in the first position in which the programs disagree.
    pub difference: Option<&'static str>,
}

fn turns_of(position: &Position) -> Turns {
    std::array::from_fn(|square| {
        position
            .classical_series_on(Square::from_index(square))
            .map_or(0, |series| series + 1)
    })
}

fn start(pieces: usize, rules: Rules) -> Result<Position, LedgerError> {
    Ok(Position::new(Game::from_side(3, pieces, rules)?))
}

impl Comparison {
    fn expect(&mut self, holds: bool, what: &'static str) {
        if !holds && self.difference.is_none() {
            self.difference = Some(what);
        }
    }

    /// Compares one position, and returns the positions after its collapses.
    fn look_at(&mut self, position: &Position, game: &Literal) -> Vec<(Position, Literal)> {
        self.positions += 1;
        self.expect(turns_of(position) == game.turns, "the classical pieces");
        let mut moves = game.moves();
        moves.sort_unstable();
        self.expect(position.placements().eq(moves), "the legal placements");
        self.expect(
            (position.phase() == Phase::Collapse) == game.measuring,
            "whether there is a cycle",
        );
        let over = !game.measuring && game.over();
        self.expect(
            (position.phase() == Phase::Over) == over,
            "whether the game is over",
        );
        let mover = if game.mover() == 1 {
            Player::One
        } else {
            Player::Two
        };
        self.expect(position.to_move() == (!over).then_some(mover), "who moves");
        self.expect(position.margin().to_ratio() == game.margin(), "the margin");
        let quantum = position.quantum_series().iter();
        let quantum = quantum.map(|series| (series + 1, position.squares_of(series)));
        self.expect(
            quantum.eq(game.quantum.iter().copied()),
            "the quantum pairs",
        );
        let after = |collapse: Collapse| position.after_unchecked(&Action::Collapse(collapse));
        let collapsed: Vec<Position> = position.collapses().map(after).collect();
        self.expect(
            collapsed.len() == if game.measuring { 2 } else { 0 },
            "the number of collapses",
        );
        let boards: FxHashSet<_> = collapsed
            .iter()
            .map(|position| Some(turns_of(position)))
            .collect();
        self.expect(boards == game.measurements(), "what the collapses lead to");
        let follow = |position: Position| {
            let mut game = game.clone();
            game.measure(turns_of(&position));
            (position, game)
        };
        collapsed.into_iter().map(follow).collect()
    }

    /// Compares a position and its successors within `turns` turns. Skips positions that are not
    /// `wanted`, with their successors.
    fn look_below(
        &mut self,
        position: &Position,
        game: &Literal,
        turns: usize,
        wanted: &mut dyn FnMut(&Literal) -> bool,
        progress: &dyn Progress,
    ) -> Result<(), LedgerError> {
        if !wanted(game) {
            return Ok(());
        }
        progress.check()?;
        for (position, game) in self.look_at(position, game) {
            self.look_below(&position, &game, turns, wanted, progress)?;
        }
        if turns > 0 {
            for squares in game.moves() {
                let (position, game) = played(position, game, squares);
                self.look_below(&position, &game, turns - 1, wanted, progress)?;
            }
        }
        Ok(())
    }

    fn play(&mut self, mut position: Position, mut game: Literal, random: &mut ChaCha8Rng) {
        loop {
            let mut collapsed = self.look_at(&position, &game);
            let moves = game.moves();
            let choices = collapsed.len().max(moves.len()).max(1);
            let choice = random.random_range(0..choices);
            if !collapsed.is_empty() {
                (position, game) = collapsed.swap_remove(choice);
            } else if let Some(&squares) = moves.get(choice) {
                (position, game) = played(&position, &game, squares);
            } else {
                return;
            }
        }
    }
}

fn played(position: &Position, game: &Literal, squares: SquareSet) -> (Position, Literal) {
    let mut game = game.clone();
    game.play(squares);
    (position.after_unchecked(&Action::Place(squares)), game)
}

/// Compares tic-tac-toe with n = 1 that stops at the first line, on every board once.
pub fn tic_tac_toe(progress: &dyn Progress) -> Result<Comparison, LedgerError> {
    let mut result = Comparison::default();
    let rules = Rules {
        ending: Ending::FirstLine,
        scoring: Scoring::Decisive,
        ..Rules::default()
    };
    // Boards with the same marks are one board, whatever the order of play.
    let mut known = FxHashSet::default();
    let mut wanted = |game: &Literal| {
        known.insert(
            game.turns
                .map(|turn| if turn == 0 { 0 } else { 1 + turn % 2 }),
        )
    };
    result.look_below(
        &start(1, rules)?,
        &Literal::new(false, true),
        9,
        &mut wanted,
        progress,
    )?;
    Ok(result)
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FullBoard {
    pub comparison: Comparison,
    pub games: u64,
    /// Games of tic-tac-toe.
    pub stopped_games: u64,
    /// Games to the full board in which somebody has a line.
    pub decided: u64,
    /// `true` if in each of these games the margin favours the owner of the first line.
    pub same_winner: bool,
    /// Player 1's expected margin in random play, from the points of all lines.
    pub mean: Ratio<i64>,
    /// `mean` for tic-tac-toe, where the first line wins 1 point.
    pub stopped_mean: Ratio<i64>,
}

/// Plays every game with n = 1 to the full board.
///
/// Both means are averages over the full games, because random play makes all orders of the nine
/// squares equally likely, and a game that stops early is as likely as all orders together that
/// begin with it.
pub fn to_the_full_board(progress: &dyn Progress) -> Result<FullBoard, LedgerError> {
    let mut result = FullBoard {
        same_winner: true,
        ..FullBoard::default()
    };
    let mut count = |game: &Literal| {
        let lines = lines(&game.turns);
        let first = lines.iter().min();
        // The last turn completed the line, or the board is full without one.
        let stops = first.map_or(game.over(), |first| first.0 + 1 == game.turn);
        result.stopped_games += u64::from(stops);
        if game.over() {
            let margin = game.margin();
            result.games += 1;
            result.mean += margin;
            let winner = first.map_or(0, |&(_, player)| if player == 1 { 1 } else { -1 });
            result.stopped_mean += winner;
            result.decided += u64::from(first.is_some());
            result.same_winner &= margin.numer().signum() == winner;
        }
        true
    };
    let mut comparison = Comparison::default();
    comparison.look_below(
        &start(1, Rules::default())?,
        &Literal::new(false, false),
        9,
        &mut count,
        progress,
    )?;
    let games = i64::try_from(result.games.max(1)).unwrap_or(i64::MAX);
    let [mean, stopped_mean] = [result.mean, result.stopped_mean].map(|sum| sum / games);
    Ok(FullBoard {
        comparison,
        mean,
        stopped_mean,
        ..result
    })
}

/// Compares n = 2 with Appendix A's game in all positions up to turn `turns`, but tries only one of
/// several symmetric first moves.
pub fn every_position(turns: usize, progress: &dyn Progress) -> Result<Comparison, LedgerError> {
    let mut result = Comparison::default();
    let start = start(2, Rules::default())?;
    let symmetries = start.board().symmetries();
    let mut wanted = |game: &Literal| match game.quantum[..] {
        [(1, first)] if game.turn == 2 => symmetries
            .iter()
            .all(|symmetry| first <= symmetry.set(first)),
        _ => true,
    };
    result.look_below(
        &start,
        &Literal::new(true, false),
        turns,
        &mut wanted,
        progress,
    )?;
    Ok(result)
}

/// Compares random games: every second game by Goff's rules, the others to the full board. Returns
/// the result for full boards first.
pub fn random_games(
    games: usize,
    seed: u64,
    progress: &dyn Progress,
) -> Result<[Comparison; 2], LedgerError> {
    let mut result = <[Comparison; 2]>::default();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for number in 0..games {
        progress.check()?;
        let first_line = number % 2 == 1;
        let ending = if first_line {
            Ending::FirstLine
        } else {
            Ending::Full
        };
        let start = start(
            2,
            Rules {
                ending,
                ..Rules::default()
            },
        )?;
        result[number % 2].play(start, Literal::new(true, first_line), &mut random);
    }
    Ok(result)
}
