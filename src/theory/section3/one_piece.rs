//! n = 1 on 3x3 beside tic-tac-toe: the same moves, another ending and another scoring.

use std::collections::{BTreeSet, HashSet};

use num_rational::Ratio;

use super::{Comparison, Turns, lines, margin, placements, start, turns_of};
use crate::board::{Square, SquareSet};
use crate::position::{Phase, Position};
use crate::progress::Progress;
use crate::rules::{Ending, Player, Rules, Scoring};
use crate::theory::Error;

/// Compares n = 1 that stops at the first line, which alone counts, with tic-tac-toe: every board once.
///
/// ```
/// use gqt3::{progress::Silent, theory::section3::one_piece::tic_tac_toe};
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
    let rules = Rules { ending: Ending::FirstLine, scoring: Scoring::Decisive, ..Rules::default() };
    let position = start(1, rules)?;
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
    let result = lines(&turns).first().map_or(0, |&(_, player)| if player == 1 { 1 } else { -1 });
    found.expect(!over || position.margin().to_ratio() == Ratio::from_integer(result), "who wins");
    for square in free.into_iter().flatten() {
        let (mut next, mut turns) = (*position, turns);
        next.place_unchecked(SquareSet::single(Square::new(square)));
        turns[square] = turn;
        follow(&next, turns, turn + 1, known, found, progress)?;
    }
    Ok(())
}

/// n = 1 by section 3's rules, beside the moves of tic-tac-toe played on to the full board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FullBoard {
    /// What was compared: every position of every game.
    pub comparison: Comparison,
    /// How many games there are by section 3's rules.
    pub games: u64,
    /// How many games of tic-tac-toe they begin with: those stop at the first line.
    pub stopped_games: u64,
    /// Player 1's expected margin in random play: the points of all lines.
    pub mean: Ratio<i64>,
    /// The same in tic-tac-toe, where the first line wins 1 and no other counts.
    pub stopped_mean: Ratio<i64>,
}

/// Plays every game of n = 1 to the full board.
///
/// Random play makes all orders of the nine squares equally likely, and a game of tic-tac-toe that stops early is
/// as likely as the orders that begin with it; so both means are averages over the full games.
///
/// Cost: 986,410 positions, 0.2 s.
///
/// # Errors
/// If it was interrupted.
pub fn to_the_full_board(progress: &dyn Progress) -> Result<FullBoard, Error> {
    let mut walk = FullWalk { found: FullBoard::default(), points: Ratio::default(), wins: 0, progress };
    walk.visit(&start(1, Rules::default())?, [0; 9], 1, None)?;
    let FullWalk { mut found, points, wins, .. } = walk;
    let games = i64::try_from(found.games.max(1)).unwrap_or(i64::MAX);
    found.mean = points / games;
    found.stopped_mean = Ratio::new(wins, games);
    Ok(found)
}

struct FullWalk<'a> {
    found: FullBoard,
    /// The sum of all margins.
    points: Ratio<i64>,
    /// Games whose first line is player 1's, minus those in which it is player 2's.
    wins: i64,
    progress: &'a dyn Progress,
}

impl FullWalk<'_> {
    /// Follows every game from here; `winner` (1 or 2) has the first line.
    fn visit(
        &mut self,
        position: &Position,
        turns: Turns,
        turn: usize,
        winner: Option<usize>,
    ) -> Result<(), Error> {
        let comparison = &mut self.found.comparison;
        comparison.positions += 1;
        comparison.expect(turns_of(position) == turns, "the marks on the board");
        let single = |square| SquareSet::single(Square::new(square));
        let free = (0..9).filter(|&square| turns[square] == 0);
        comparison.expect(position.placements().eq(free.clone().map(single)), "the legal moves");
        let over = turn > 9;
        comparison.expect((position.phase() == Phase::Over) == over, "whether the board is full");
        let first = winner.is_none().then(|| lines(&turns).first().map(|line| line.1)).flatten();
        self.found.stopped_games += u64::from(first.is_some() || (over && winner.is_none()));
        let winner = winner.or(first);
        if over {
            let points = margin(&turns);
            self.found.comparison.expect(position.margin().to_ratio() == points, "the points of all lines");
            self.found.games += 1;
            self.points += points;
            self.wins += winner.map_or(0, |player| if player == 1 { 1 } else { -1 });
            return Ok(());
        }
        self.progress.check()?;
        for square in free {
            let (mut next, mut turns) = (*position, turns);
            next.place_unchecked(single(square));
            turns[square] = turn;
            self.visit(&next, turns, turn + 1, winner)?;
        }
        Ok(())
    }
}
