//! Random games that may stop before the board is full, for n <= 2.
//!
//! Let a game that stops go on at random to the full board. Its *schedule* C_1 ⊆ C_2 ⊆ ... holds
//! the classical turns after each turn. The schedule does not depend on the choice of a collapse,
//! because for n = 2 the whole component in which a cycle closes turns classical. Relabelling
//! squares maps games to equally likely games with an equal schedule, so all s! endgames are
//! equally likely, whatever the schedule is.
//!
//! If games stop at the first line, a game stops once some line that one player owns in its endgame
//! has only classical turns. Its margin comes from all such lines. Therefore
//!
//! ```text
//! P(first line in turn t, margin x) = sum over (C, C') of
//!     P(C before turn t and C' after it)
//!     * share of endgames with no line in C, but a line and margin x in C'.
//! ```
//!
//! The schedules' probabilities follow turn by turn from [`PairForest`]s whose trees are labelled
//! with their turns. All that matters in an endgame is which turns fill each line of one player:
//! the 9! endgames on 3x3 have only 70 such sets of lines.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use super::enumerate::{MAX_SIDE, permute};
use super::{Distribution, RandomPlayError};
use crate::engine::board::{Board, SquareSet};
use crate::engine::game::Game;
use crate::engine::position::CompletedLines;
use crate::engine::rules::{Ending, Margin};
use crate::support::progress::{Interrupted, Progress};
use crate::tree_size::factorial;
use crate::tree_size::pair_forest::{PairForest, TurnLabel};

/// The results of random games that may stop early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EarlyGames {
    pub distribution: Distribution,
    /// The probability of each possible number of turns.
    pub lengths: Vec<(usize, BigRational)>,
}

/// A set of turns, bit 0 for turn 1.
type Turns = u16;

/// Computes the results of random games, under any ending and tail.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::support::progress::Silent;
/// use gqt3::random_play::{Outcome, early_stopping};
/// use gqt3::engine::rules::Variant;
/// let goff = early_stopping(Game::from_side(3, 2, Variant::Goff.rules())?, &Silent)?;
/// let chance = |outcome| goff.distribution.probability(outcome);
/// assert!(chance(Outcome::Player1Wins) > chance(Outcome::Player2Wins));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails if the side is 0 or exceeds [`MAX_SIDE`], if n exceeds 2, if the probabilities do not add
/// up to 1, or if interrupted.
pub fn early_stopping(game: Game, progress: &dyn Progress) -> Result<EarlyGames, RandomPlayError> {
    let (squares, pieces, rules) = (game.squares(), game.pieces(), game.rules());
    RandomPlayError::check_side(game.side(), MAX_SIDE)?;
    if pieces > 2 {
        return Err(RandomPlayError::StopsEarly { pieces });
    }
    let endgames = endgames(game.board(), progress)?;
    let mut ends = Ends::default();
    // Adds games that end after `length` turns, for the endgames that `picks` accepts.
    let mut add =
        |classical: Turns, length: usize, share: &BigRational, picks: &dyn Fn(&Endgame) -> bool| {
            for endgame in endgames.iter().filter(|endgame| picks(endgame)) {
                ends.add(
                    endgame.margin(&game, classical),
                    length,
                    share * BigInt::from(endgame.count),
                );
            }
        };
    let goes_on =
        |endgame: &Endgame, classical| rules.ending == Ending::Full || !endgame.has_line(classical);
    let one_endgame = BigRational::new(BigInt::one(), factorial(squares).into());
    // Each forest's probability times that of one endgame.
    let mut forests =
        FxHashMap::from_iter([(PairForest::<Turns>::new(squares, pieces), one_endgame)]);
    progress.begin("turns", Some(squares as u64));
    for turn in 0..squares {
        let mut next: FxHashMap<PairForest<Turns>, BigRational> = FxHashMap::default();
        for (forest, share) in forests {
            progress.check()?;
            let classical = forest.classical();
            if game.stops_at(squares - classical.turns()) {
                add(classical, turn, &share, &|endgame| {
                    goes_on(endgame, classical)
                });
                continue;
            }
            let placements = BigInt::from(forest.placements());
            for (after, ways, _) in forest.turns(turn) {
                let share = &share * BigRational::new(ways.into(), placements.clone());
                if after.classical() != classical && rules.ending == Ending::FirstLine {
                    let has_its_first = |endgame: &Endgame| {
                        !endgame.has_line(classical) && endgame.has_line(after.classical())
                    };
                    add(after.classical(), turn + 1, &share, &has_its_first);
                }
                *next.entry(after).or_default() += share;
            }
        }
        forests = next;
        progress.advance(1);
    }
    progress.end();
    for (forest, share) in forests {
        add(forest.classical(), squares, &share, &|endgame| {
            goes_on(endgame, forest.classical())
        });
    }
    let total: BigRational = ends.lengths.iter().sum();
    if !total.is_one() {
        return Err(RandomPlayError::WrongTotal {
            total: format!("{total} times s!"),
        });
    }
    Ok(ends.games(game.side()))
}

#[derive(Default)]
pub(super) struct Ends {
    margins: FxHashMap<Margin, BigRational>,
    /// By the number of turns.
    lengths: Vec<BigRational>,
}

impl Ends {
    pub(super) fn add(&mut self, margin: Margin, length: usize, share: BigRational) {
        if self.lengths.len() <= length {
            self.lengths.resize_with(length + 1, BigRational::default);
        }
        self.lengths[length] += &share;
        *self.margins.entry(margin).or_default() += share;
    }

    pub(super) fn games(self, side: usize) -> EarlyGames {
        let distribution = Distribution::from_shares(side, &self.margins);
        let lengths = self.lengths.into_iter().enumerate();
        EarlyGames {
            distribution,
            lengths: lengths.filter(|(_, share)| !share.is_zero()).collect(),
        }
    }
}

struct Endgame {
    /// The subscript on each square in one of the `count` endgames with these lines.
    subscripts: Vec<u8>,
    lines: Vec<Turns>,
    count: u64,
}

fn endgames(board: Board, progress: &dyn Progress) -> Result<Vec<Endgame>, Interrupted> {
    let mut result: FxHashMap<Vec<Turns>, Endgame> = FxHashMap::default();
    let mut subscripts: Vec<u8> = (1..=board.squares() as u8).collect();
    const ODD: Turns = 0x5555;
    progress.check()?;
    permute(&mut subscripts, board.squares(), &mut |subscripts| {
        let turns = board.lines().iter().map(|line| {
            line.iter().fold(0, |turns: Turns, square| {
                turns | 1 << (subscripts[square.index()] - 1)
            })
        });
        let mut lines: Vec<Turns> = turns
            .filter(|turns| turns & !ODD == 0 || turns & ODD == 0)
            .collect();
        lines.sort_unstable();
        let same = result.entry(lines).or_insert_with_key(|lines| Endgame {
            subscripts: subscripts.to_vec(),
            lines: lines.clone(),
            count: 0,
        });
        same.count += 1;
    });
    Ok(result.into_values().collect())
}

impl Endgame {
    fn margin(&self, game: &Game, classical: Turns) -> Margin {
        let mut owned = [SquareSet::EMPTY; 2];
        for (index, subscript) in self.subscripts.iter().enumerate() {
            if classical >> (subscript - 1) & 1 == 1 {
                owned[usize::from(subscript - 1) % 2].0 |= 1 << index;
            }
        }
        let rules = game.rules();
        CompletedLines::find(game.board(), rules, owned, |index| self.subscripts[index])
            .margin(rules)
    }

    fn has_line(&self, classical: Turns) -> bool {
        self.lines.iter().any(|line| line & !classical == 0)
    }
}
