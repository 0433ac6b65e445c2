//! Positions: what may be played, what a move entangles, and how lines score, under every rule.
//!
//! Turn t of a game (paper, section 3) places series t: n pieces on n distinct quantum squares, or
//! one piece if fewer than n squares are quantum. If a set of quantum series then has no more
//! squares than members, it is *tight*. The largest tight set, the *entanglement*, collapses: the
//! chooser picks a perfect matching of its series onto its squares. Those squares become classical,
//! and the other series lose their pieces there.
//!
//! ```
//! use gqt3::engine::board::SquareSet;
//! use gqt3::engine::game::Game;
//! use gqt3::engine::position::{Phase, Position};
//!
//! // Goff's example: X1 on 1-2, O2 on 2-5, X3 on 5-9; O4 on 1-5 closes a cycle with the stem X3.
//! let mut position = Position::new(Game::default());
//! for squares in [0b000_000_011, 0b000_010_010, 0b100_010_000, 0b000_010_001] {
//!     position.place_unchecked(SquareSet(squares));
//! }
//! assert_eq!(position.phase(), Phase::Collapse);
//! assert_eq!(position.entangled_squares().to_string(), "1-2-5-9");
//! assert_eq!(position.collapses().count(), 2);
//! ```
//!
//! # Representation
//!
//! A [`Position`] holds each series' squares and one matching that covers all series. Each turn
//! extends the matching by a single [alternating path](crate::engine::matching). Before a turn no
//! set is tight, so nothing is entangled if a path leads from the new series to an unmatched
//! square. A position has about 700 bytes, and playing uses no heap memory.
//!
//! After a collapse no tight set is left. *Proof.* Let the entanglement E collapse. If the other
//! series now had a tight set F, E and F together would have had |E| + |F| squares before. But then
//! E was not the largest tight set. ∎ So a series that stays quantum keeps at least two squares,
//! because on a single square it would be tight.

mod display;
mod play;
mod scoring;

#[doc(hidden)]
pub use display::piece;
pub use play::{Action, Illegal, PlayError};
#[doc(hidden)]
pub use scoring::endgame_margin;
pub use scoring::{CompletedLine, CompletedLines, Points};

use crate::engine::board::{Board, Square, SquareSet, Subsets};
use crate::engine::game::Game;
use crate::engine::matching::{
    Assignments, Blocks, MAX_SERIES, Matching, Neighbours, PerfectMatching, PerfectMatchings,
    SeriesSet, has_exactly_one_perfect_matching, neighbourhood,
};
use crate::engine::rules::{Margin, Player, Rules};

/// [`Position::ensemble`] gives up if connected series can fill more sets of squares than this.
const MOST_FILLED: usize = 100_000;

/// The decision that a position waits for, if any.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    Place,
    Collapse,
    Over,
}

/// A perfect matching from the entangled series onto their squares.
pub type Collapse = PerfectMatching;

/// A position of a game, with its rules.
///
/// Two positions are equal if game, turn, phase and every series' squares agree.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    game: Game,
    turns: usize,
    phase: Phase,
    quantum: SquareSet,
    quantum_series: SeriesSet,
    entangled: SeriesSet,
    owned: [SquareSet; 2],
    squares_of: Neighbours,
    matching: Matching,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
            && self.turns == other.turns
            && self.phase == other.phase
            && self.squares_of[..self.turns] == other.squares_of[..self.turns]
    }
}

impl Eq for Position {}

impl Position {
    /// Creates the start of a game.
    pub fn new(game: Game) -> Position {
        Position {
            game,
            turns: 0,
            phase: if game.stops_at(game.squares()) {
                Phase::Over
            } else {
                Phase::Place
            },
            quantum: game.board().all(),
            quantum_series: SeriesSet::EMPTY,
            entangled: SeriesSet::EMPTY,
            owned: [SquareSet::EMPTY; 2],
            squares_of: [SquareSet::EMPTY; MAX_SERIES],
            matching: Matching::new(),
        }
    }

    #[inline]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    #[inline]
    pub const fn board(&self) -> Board {
        self.game.board()
    }

    /// Returns n, the number of pieces in a series.
    #[inline]
    pub const fn pieces(&self) -> usize {
        self.game.pieces()
    }

    #[inline]
    pub const fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// Counts the series placed.
    #[inline]
    pub const fn turns(&self) -> usize {
        self.turns
    }

    /// Returns the turn, from 1, that comes next or waits for its collapse; after the end, one more
    /// than the turns played.
    #[inline]
    pub const fn turn(&self) -> usize {
        match self.phase {
            Phase::Collapse => self.turns,
            Phase::Place | Phase::Over => self.turns + 1,
        }
    }

    #[inline]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    #[inline]
    pub const fn quantum(&self) -> SquareSet {
        self.quantum
    }

    #[inline]
    pub const fn quantum_series(&self) -> SeriesSet {
        self.quantum_series
    }

    /// Returns the squares with a series' pieces, quantum or classical.
    ///
    /// # Panics
    /// Panics if the series has not been placed.
    #[inline]
    pub fn squares_of(&self, series: usize) -> SquareSet {
        self.squares_of[..self.turns][series]
    }

    /// Returns each placed series' squares, by index. Later entries mean nothing.
    #[inline]
    pub const fn neighbours(&self) -> &Neighbours {
        &self.squares_of
    }

    #[inline]
    pub(crate) const fn matching(&self) -> &Matching {
        &self.matching
    }

    /// Returns the series whose classical piece stands on this square, if any.
    #[inline]
    pub fn classical_series_on(&self, square: Square) -> Option<usize> {
        let classical = (self.owned[0] | self.owned[1]).contains(square);
        classical.then(|| self.matching.series_on(square))
    }

    /// Returns the squares with a player's classical pieces.
    #[inline]
    pub const fn owned_by(&self, player: Player) -> SquareSet {
        self.owned[player as usize]
    }

    /// Returns the series whose collapse is pending, if any.
    #[inline]
    pub const fn entangled(&self) -> SeriesSet {
        self.entangled
    }

    /// Returns the squares that are about to collapse.
    pub fn entangled_squares(&self) -> SquareSet {
        neighbourhood(self.entangled, &self.squares_of)
    }

    /// Returns the player who decides next; `None` when the game is over.
    #[inline]
    pub const fn to_move(&self) -> Option<Player> {
        match self.phase {
            Phase::Place => Some(Player::from_turn(self.turns + 1)),
            Phase::Collapse => Some(self.game.chooser(Player::from_turn(self.turns))),
            Phase::Over => None,
        }
    }

    /// Counts the pieces to place in [`Phase::Place`]; see [`Game::pieces_to_place`].
    #[inline]
    pub const fn pieces_to_place(&self) -> usize {
        self.game.pieces_to_place(self.quantum.len())
    }

    /// Iterates over the legal placements in the order of [`SquareSet::subsets`]; none unless the
    /// phase is [`Phase::Place`].
    #[inline]
    pub fn placements(&self) -> Subsets {
        let squares = if self.phase == Phase::Place {
            self.quantum
        } else {
            SquareSet::EMPTY
        };
        squares.subsets(self.pieces_to_place())
    }

    /// Partitions the quantum squares into blocks: a placement entangles exactly if it lies inside
    /// a block, which then collapses. There are none unless the phase is [`Phase::Place`].
    pub fn blocks(&self) -> Blocks {
        let squares = if self.phase == Phase::Place {
            self.quantum
        } else {
            SquareSet::EMPTY
        };
        self.matching
            .blocks(squares, self.quantum_series, &self.squares_of)
    }

    /// Returns the sets of squares that quantum series connect, ordered by lowest square.
    pub fn connected(&self) -> Vec<SquareSet> {
        let mut sets: Vec<SquareSet> = Vec::new();
        for series in self.quantum_series {
            let mut joined = self.squares_of(series);
            sets.retain(|&set| {
                let apart = !set.intersects(joined);
                if !apart {
                    joined |= set;
                }
                apart
            });
            let index = sets.partition_point(|set| set.lowest() < joined.lowest());
            sets.insert(index, joined);
        }
        sets
    }

    /// Counts the classical games that are still possible, Goff's *ensemble*: the ways to put each
    /// quantum series on a square of its own.
    ///
    /// Returns `None` if the count or its cost would be huge, which takes n >= 3 and at least 20
    /// squares.
    ///
    /// ```
    /// use gqt3::{Game, Position, Record};
    /// let tree = Record::parse("1-2 2-5 7-8", Position::new(Game::default()))?;
    /// assert_eq!(tree.end().ensemble(), Some(3 * 2), "one square of each tree stays free");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ensemble(&self) -> Option<u128> {
        let mut left = self.quantum_series();
        let mut ensemble = 1_u128;
        while let Some(first) = left.iter().next() {
            let (mut ways, mut joined) = (Assignments::default(), self.squares_of(first));
            // Connected series are counted one after the other, because a tree of pairs then fills
            // only as many sets as it has squares.
            while let Some(next) = left
                .iter()
                .find(|&next| self.squares_of(next).intersects(joined))
            {
                ways = ways.with(self.squares_of(next));
                joined |= self.squares_of(next);
                left.remove(next);
                if ways.iter().count() > MOST_FILLED {
                    return None;
                }
            }
            let counts = ways.iter().map(|(_, count)| count);
            let sum = counts.map(|count| (count < u64::MAX).then_some(u128::from(count)));
            ensemble = ensemble.checked_mul(sum.sum::<Option<u128>>()?)?;
        }
        Some(ensemble)
    }

    /// Iterates over the collapses in lexicographic order of the final squares, newest series
    /// first; none unless the phase is [`Phase::Collapse`].
    pub fn collapses(&self) -> impl Iterator<Item = Collapse> + use<> {
        let all = || PerfectMatchings::new(self.entangled, &self.squares_of, &self.matching);
        (self.phase == Phase::Collapse)
            .then(all)
            .into_iter()
            .flatten()
    }

    /// Iterates over the legal placements or collapses.
    pub fn actions(&self) -> impl Iterator<Item = Action> + use<> {
        self.placements()
            .map(Action::Place)
            .chain(self.collapses().map(Action::Collapse))
    }

    /// Returns the position after an action, which must be one of [`Position::actions`].
    /// [`Position::play`] checks this.
    #[inline]
    pub fn after_unchecked(&self, action: &Action) -> Position {
        let mut next = *self;
        match action {
            Action::Place(squares) => next.place_unchecked(*squares),
            Action::Collapse(collapse) => next.collapse_unchecked(collapse),
        }
        next
    }

    /// Places a series on one of [`Position::placements`]. A forced collapse happens at once.
    #[inline]
    pub fn place_unchecked(&mut self, squares: SquareSet) {
        debug_assert!(self.phase == Phase::Place);
        debug_assert!(squares.is_subset(self.quantum) && squares.len() == self.pieces_to_place());
        let series = self.turns;
        self.turns += 1;
        self.squares_of[series] = squares;
        self.quantum_series.insert(series);
        let augmented = self.matching.augment(series, &self.squares_of);
        debug_assert!(
            augmented.is_ok(),
            "without a tight set there is room for one more series"
        );
        if self.matching.reaches_unmatched(series, &self.squares_of) {
            return;
        }
        self.entangled = self
            .matching
            .entanglement(self.quantum_series, &self.squares_of);
        // Series on two squares or more have at least two perfect matchings (theorem in section 4),
        // so only a series with one piece can leave the chooser no choice.
        if squares.len() == 1 && has_exactly_one_perfect_matching(self.entangled, &self.squares_of)
        {
            self.fix_entangled();
        } else {
            self.phase = Phase::Collapse;
        }
    }

    /// Collapses the entanglement by one of [`Position::collapses`].
    #[inline]
    pub fn collapse_unchecked(&mut self, collapse: &Collapse) {
        debug_assert!(self.phase == Phase::Collapse && collapse.series() == self.entangled);
        for series in self.entangled {
            self.matching.assign(series, collapse.square_of(series));
        }
        self.fix_entangled();
    }

    /// Returns the two collapses for n = 2, as matchings that cover all series.
    #[inline]
    pub(crate) fn collapses_of_pairs(&self) -> [Matching; 2] {
        debug_assert!(self.phase == Phase::Collapse && self.pieces() == 2);
        [
            self.matching,
            self.matching.around(self.turns - 1, &self.squares_of),
        ]
    }

    /// Becomes a copy of another position in the same game, but copies only the series placed.
    #[inline]
    pub(crate) fn set_to(&mut self, other: &Position) {
        debug_assert!(self.game == other.game);
        (self.turns, self.phase) = (other.turns, other.phase);
        (self.quantum, self.owned) = (other.quantum, other.owned);
        (self.quantum_series, self.entangled) = (other.quantum_series, other.entangled);
        self.squares_of[..other.turns].copy_from_slice(&other.squares_of[..other.turns]);
        self.matching = other.matching;
    }

    /// Collapses by this matching, which becomes the position's own and so must cover every series.
    #[inline]
    pub(crate) fn collapse_to(&mut self, matching: &Matching) {
        debug_assert!(self.phase == Phase::Collapse);
        self.matching = *matching;
        self.fix_entangled();
    }

    fn fix_entangled(&mut self) {
        let mut fixed = SquareSet::EMPTY;
        for series in self.entangled {
            let square = SquareSet::single(self.matching.square_of(series));
            self.squares_of[series] = square;
            self.owned[Player::from_turn(series + 1) as usize] |= square;
            fixed |= square;
        }
        self.quantum -= fixed;
        self.quantum_series = self.quantum_series.without(self.entangled);
        self.entangled = SeriesSet::EMPTY;
        for series in self.quantum_series {
            self.squares_of[series] -= fixed;
        }
        let over = self.game.is_over(self.owned, self.quantum.len());
        self.phase = if over { Phase::Over } else { Phase::Place };
    }

    #[inline]
    pub fn completed_lines(&self) -> CompletedLines {
        CompletedLines::find(self.board(), self.rules(), self.owned, |index| {
            self.matching.series_on(Square::from_index(index)) as u8 + 1
        })
    }

    /// Returns each player's points for the lines completed so far.
    pub fn points(&self) -> Points {
        self.completed_lines().points(self.rules())
    }

    /// Returns the margin of the lines completed so far; once the game is over, the result.
    #[inline]
    pub fn margin(&self) -> Margin {
        self.completed_lines().margin(self.rules())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::notation::Record;

    #[test]
    fn series_that_share_a_square_are_connected() {
        let connected = |text: &str| {
            let record = Record::parse(text, Position::new(Game::default())).unwrap();
            let sets = record.end().connected().into_iter();
            sets.map(|set| set.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(connected("1-2 8-9 2-3"), ["1-2-3", "8-9"]);
        assert_eq!(connected("1-2 8-9 2-8"), ["1-2-8-9"]);
        assert_eq!(connected("1-2 1-2=1 4-7"), ["4-7"]);
    }

    fn ways(series: &[SquareSet], taken: SquareSet) -> u128 {
        let Some((first, rest)) = series.split_first() else {
            return 1;
        };
        let next = (*first - taken).iter();
        next.map(|square| ways(rest, taken | SquareSet::single(square)))
            .sum()
    }

    #[test]
    fn an_ensemble_beyond_64_bits_on_the_same_squares_is_not_counted() {
        let mut position = Position::new(Game::from_side(8, 10, Rules::default()).unwrap());
        // Nine series fill any nine of ten squares in 9! ways, and a tenth series leads to the next
        // ten squares.
        let counted = [0, 10, 20, 30].map(|first| {
            for first in [[first; 9].as_slice(), &[first + 5]].concat() {
                let series = (first..first + 10).map(Square::from_index).collect();
                position = position.after_unchecked(&Action::Place(series));
            }
            position.ensemble().is_some()
        });
        assert_eq!(counted, [true, true, true, false]);
    }

    proptest! {
        #[test]
        fn the_ensemble_is_what_counting_one_by_one_gives(
            pieces in 1..5_usize,
            choices in proptest::collection::vec(any::<usize>(), 18),
        ) {
            let game = Game::from_side(3, pieces, Rules::default()).unwrap();
            let mut position = Position::new(game);
            for choice in choices {
                let series = position.quantum_series().iter();
                let series: Vec<SquareSet> =
                    series.map(|series| position.squares_of(series)).collect();
                prop_assert_eq!(position.ensemble(), Some(ways(&series, SquareSet::EMPTY)));
                let actions: Vec<Action> = position.actions().collect();
                let Some(action) = actions.get(choice % actions.len().max(1)) else { break };
                position = position.after_unchecked(action);
            }
        }

        #[test]
        fn collapses_are_played_on_a_copy_as_on_the_position(
            pieces in 1..5_usize,
            choices in proptest::collection::vec(any::<usize>(), 18),
        ) {
            let game = Game::from_side(3, pieces, Rules::default()).unwrap();
            let mut position = Position::new(game);
            let mut copy = position;
            for choice in choices {
                let actions: Vec<Action> = position.actions().collect();
                if actions.is_empty() {
                    break;
                }
                if position.phase() == Phase::Collapse {
                    let expected: Vec<Position> =
                        actions.iter().map(|action| position.after_unchecked(action)).collect();
                    let collapsed = |matching| {
                        let mut after = copy;
                        after.collapse_to(&matching);
                        after
                    };
                    let matchings = copy.collapses().map(|collapse| {
                        let mut matching = *copy.matching();
                        for (series, square) in collapse.newest_first() {
                            matching.assign(series, square);
                        }
                        matching
                    });
                    prop_assert!(matchings.map(collapsed).eq(expected.iter().copied()));
                    if pieces == 2 {
                        let mut both = copy.collapses_of_pairs().map(collapsed);
                        if both[0] != expected[0] {
                            both.reverse();
                        }
                        prop_assert_eq!(&both[..], &expected);
                    }
                }
                position = position.after_unchecked(&actions[choice % actions.len()]);
                copy.set_to(&position);
                prop_assert_eq!(copy, position);
                prop_assert_eq!(copy.quantum(), position.quantum());
                prop_assert!(copy.placements().eq(position.placements()));
                prop_assert_eq!(copy.margin(), position.margin());
                for series in 0..position.turns() {
                    let square = copy.matching().square_of(series);
                    prop_assert!(position.squares_of(series).contains(square));
                }
            }
        }
    }
}
