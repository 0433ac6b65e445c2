//! Answers in pairs: what player 2 can hold player 1 to on a board of even side, for every n, if each player chooses
//! the collapses after his own turns (`mover`), or player 2 chooses all of them (`player2`).
//!
//! All squares are put into pairs. Player 2 answers each series of player 1 on the partners of its squares. Then the
//! position is the same, but for the colours, if each square changes places with its partner; and a collapse that
//! player 1 causes leaves the partners of its squares alone, so that player 2 can bring about its mirror image. So
//! each player gets one square of each pair. From 6x6 on every line has a pair of its own, and player 1 has no line.
//! On 4x4 eight of the ten lines have a pair, and the other two are partners of each other, so that player 2 has one
//! of them, a turn later, if player 1 has the other one. The proof is in `docs/every-board.md`, section 15.
//!
//! ```
//! use gqt3::engine::rules::{CollapseChooser, Rules};
//! use gqt3::beyond::every_board::middle::Answers;
//! let most = |side, collapse| Answers::most(side, &Rules { collapse, ..Rules::default() });
//! assert_eq!(most(4, CollapseChooser::Mover).map(|most| most.to_string()).as_deref(), Some("+1/2"));
//! assert_eq!(most(6, CollapseChooser::Player2).map(|most| most.to_string()).as_deref(), Some("0"));
//! assert_eq!((most(6, CollapseChooser::Opponent), most(7, CollapseChooser::Mover)), (None, None));
//! ```

use std::collections::BTreeSet;

use crate::beyond::every_board::short_series::pairing;
use crate::engine::board::{Square, SquareSet};
use crate::engine::game::Game;
use crate::engine::matching::{MAX_SERIES, Matching, SeriesSet};
use crate::engine::position::{Action, Collapse, Phase, Position};
use crate::engine::rules::{CollapseChooser, Ending, Margin, Offset, Player, Rules, Scoring};

/// The smallest side of a board on which each line has a pair of its own, if the side is even.
const ALL_LINES: usize = 6;

/// The pairs on 4x4: the columns have theirs in the first two rows, the other two rows and the diagonals in the last
/// two.
const FOUR: [[usize; 2]; 8] = [
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
    [8, 11],
    [9, 12],
    [10, 15],
    [13, 14],
];

/// Player 2's strategy.
#[derive(Clone, Debug)]
pub struct Answers {
    game: Game,
    /// The partner of each square.
    partners: Vec<Square>,
}

impl Answers {
    /// What player 2 can hold player 1 to on the m-by-m board, whatever n is; `None` if the theorem does not say, or
    /// no more than that nobody wins by more than 1 under `decisive` and `shared`. Cost: nothing.
    pub fn most(side: usize, rules: &Rules) -> Option<Margin> {
        let chooses = matches!(
            rules.collapse,
            CollapseChooser::Mover | CollapseChooser::Player2
        );
        if !chooses || side % 2 == 1 || side < 4 {
            return None;
        }
        let (is_full, is_tie) = (rules.ending == Ending::Full, rules.offset == Offset::One);
        match rules.scoring {
            _ if side >= ALL_LINES => Some(Margin::ZERO),
            // Both have a line, at the same time or player 2 one turn later; or neither has one.
            Scoring::Harmonic | Scoring::Decisive if is_full && is_tie => Some(Margin::ZERO),
            Scoring::Harmonic if is_full => Some(Margin::ONE - Margin::from_rank(2)),
            Scoring::Shared if is_full => Some(Margin::ZERO),
            // The game may stop before player 2's line.
            Scoring::Harmonic => Some(Margin::ONE),
            Scoring::Decisive | Scoring::Shared => None,
        }
    }

    /// The strategy; `None` for games in which it is not proved to hold player 1 to anything.
    pub fn of(game: &Game) -> Option<Answers> {
        Answers::most(game.side(), game.rules())?;
        let mut pairs = if game.side() < ALL_LINES {
            FOUR.to_vec()
        } else {
            pairing(game.side())?
        };
        let mut left: BTreeSet<usize> = (0..game.squares()).collect();
        pairs
            .iter()
            .flatten()
            .for_each(|square| _ = left.remove(square));
        // The squares that no line needs.
        pairs.extend(
            Vec::from_iter(left)
                .chunks_exact(2)
                .map(|pair| [pair[0], pair[1]]),
        );
        let mut partners = vec![Square::new(0)?; game.squares()];
        for [one, other] in pairs {
            partners[one] = Square::new(other)?;
            partners[other] = Square::new(one)?;
        }
        Some(Answers {
            game: *game,
            partners,
        })
    }

    /// The other square of the pair.
    ///
    /// # Panics
    /// If the square is not on the board.
    pub fn partner(&self, square: Square) -> Square {
        self.partners[square.index()]
    }

    /// What player 2 does in a position that came about by this strategy; `None` if player 2 is not to decide, or if
    /// the position did not come about by it.
    pub fn action(&self, position: &Position) -> Option<Action> {
        if position.game() != &self.game || position.to_move() != Some(Player::Two) {
            return None;
        }
        match position.phase() {
            Phase::Place => self.answer(position).map(Action::Place),
            Phase::Collapse if Player::from_turn(position.turn()) == Player::Two => {
                self.mirrored(position).map(Action::Collapse)
            }
            // Player 1's entanglement: any way will do.
            Phase::Collapse => position.collapses().next().map(Action::Collapse),
            Phase::Over => None,
        }
    }

    fn partners(&self, squares: SquareSet) -> SquareSet {
        squares.iter().map(|square| self.partner(square)).collect()
    }

    /// The quantum squares whose partners are classical. There are none but after a collapse that player 1 caused.
    fn owed(&self, position: &Position) -> SquareSet {
        position.quantum() - self.partners(position.quantum())
    }

    /// The partners of the squares of player 1's last series; if that has collapsed, the partner of its square, and
    /// other squares that collapse with it.
    fn answer(&self, position: &Position) -> Option<SquareSet> {
        let due = self.partners(position.squares_of(position.turns().checked_sub(1)?));
        let others = (self.owed(position) - due)
            .iter()
            .take(position.pieces_to_place().checked_sub(due.len())?);
        let answer = due | others.collect();
        let is_legal =
            answer.len() == position.pieces_to_place() && answer.is_subset(position.quantum());
        is_legal.then_some(answer)
    }

    /// A collapse that puts the two series of each turn and its answer on partners. One of them may be classical
    /// already.
    fn mirrored(&self, position: &Position) -> Option<Collapse> {
        let (series, owed) = (position.entangled(), self.owed(position));
        // Series 2k is player 1's, 2k + 1 the answer. Of two that both collapse now, the first one stands for both, and of
        // two partners the lower square.
        let both: SeriesSet = series
            .iter()
            .filter(|one| one % 2 == 0 && series.contains(one + 1))
            .collect();
        let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
        for one in both.iter() {
            let squares = position.squares_of(one) - owed;
            neighbours[one] = squares
                .iter()
                .map(|square| square.min(self.partner(square)))
                .collect();
        }
        let matching = Matching::from_series(both, &neighbours).ok()?;
        let square_of = |one: usize| {
            let (even, odd) = (one & !1, one | 1);
            if !both.contains(even) {
                return position
                    .squares_of(one ^ 1)
                    .lowest()
                    .map(|square| self.partner(square));
            }
            let low = matching.square_of(even);
            let is_there = position.squares_of(even).contains(low);
            Some(if is_there == (one == odd) {
                self.partner(low)
            } else {
                low
            })
        };
        let places: Option<Vec<_>> = series
            .iter()
            .map(|one| Some((one, square_of(one)?)))
            .collect();
        Collapse::new(places?)
    }
}
