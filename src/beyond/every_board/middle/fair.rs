//! Fair collapses: how a player who chooses all collapses keeps the other one from every line, if the series are not
//! short.
//!
//! Let E be the player who chooses (`player1` or `player2`) and O the other one. E answers a series of O by another
//! one on the same squares, unless O's series has collapsed. In a collapse the two stand on two squares, and E may put
//! them on these either way. If E tossed a coin for each two, a line on which E has no piece yet would keep its
//! *weight* on the average: it is 2 to the power of the number of O's pieces on it, and 0 once E has one. So E can
//! choose a collapse that does not raise the sum of all weights, the *danger*, but for what O's newest series does,
//! which has no answer. A line of O weighs 2^m; if the danger stays below that, O has none. `docs/every-board.md`,
//! section 16, proves that it does if 16 (m + 1) (1 + m/n)^⌊m²/n⌋ < 2^m.
//!
//! Cost of an action: one matching.

use num_bigint::BigUint;

use crate::engine::board::{Square, SquareSet};
use crate::engine::game::Game;
use crate::engine::matching::{Matching, SeriesSet};
use crate::engine::position::{Action, Collapse, Phase, Position};
use crate::engine::rules::{CollapseChooser, Player, Rules};

/// The strategy of the player who chooses all collapses.
///
/// ```
/// use gqt3::engine::rules::{CollapseChooser, Player, Rules};
/// use gqt3::beyond::every_board::middle::Fair;
/// let rules = Rules { collapse: CollapseChooser::Player1, ..Rules::default() };
/// assert_eq!(Fair::blocker(10, 21, &rules), Some(Player::One));
/// assert_eq!(Fair::blocker(10, 20, &rules), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fair {
    game: Game,
    blocker: Player,
}

/// A collapse in the making.
struct Making<'a> {
    /// The lines with what each adds to what is to be kept small.
    lines: Vec<(&'a SquareSet, u128)>,
}

impl Fair {
    /// The player who can keep the other one from every line of the m-by-m board with n pieces in a series; `None` if
    /// nobody chooses all collapses, or if the theorem does not cover it.
    pub fn blocker(side: usize, pieces: usize, rules: &Rules) -> Option<Player> {
        let blocker = Fair::chooser(rules)?;
        let is_game = side < pieces && pieces <= side * side;
        let power = |base: usize, times: usize| {
            BigUint::from(base).pow(u32::try_from(times).unwrap_or(u32::MAX))
        };
        let holds = || {
            let events = side * side / pieces;
            let danger = BigUint::from(16 * (side + 1)) * power(pieces + side, events);
            danger < power(2, side) * power(pieces, events)
        };
        (is_game && holds()).then_some(blocker)
    }

    /// The strategy of who chooses all collapses, on any board; it is proved to work where [`Fair::blocker`] says so.
    /// `None` if nobody does, and for n = 1.
    pub fn of(game: &Game) -> Option<Fair> {
        let blocker = Fair::chooser(game.rules()).filter(|_| game.pieces() > 1)?;
        Some(Fair {
            game: *game,
            blocker,
        })
    }

    fn chooser(rules: &Rules) -> Option<Player> {
        match rules.collapse {
            CollapseChooser::Player1 => Some(Player::One),
            CollapseChooser::Player2 => Some(Player::Two),
            CollapseChooser::Opponent | CollapseChooser::Mover => None,
        }
    }

    /// The sum of the weights of all lines.
    pub fn danger(&self, position: &Position) -> u128 {
        position
            .board()
            .lines()
            .iter()
            .map(|line| self.weight(position, *line))
            .sum()
    }

    fn weight(&self, position: &Position, line: SquareSet) -> u128 {
        let is_dead = line.intersects(position.owned_by(self.blocker));
        if is_dead {
            0
        } else {
            1 << (line & position.owned_by(self.blocker.opponent())).len()
        }
    }

    /// What the player does in a position that came about by this strategy; `None` if the player is not to decide, or
    /// if the position did not come about by it.
    pub fn action(&self, position: &Position) -> Option<Action> {
        if position.game() != &self.game || position.to_move() != Some(self.blocker) {
            return None;
        }
        match position.phase() {
            Phase::Place => Some(Action::Place(self.placement(position))),
            Phase::Collapse => self.collapse(position).map(Action::Collapse),
            Phase::Over => None,
        }
    }

    /// The squares of the other player's last series, if it is quantum. Else any series; a single piece kills a line.
    fn placement(&self, position: &Position) -> SquareSet {
        let last = position.turns().checked_sub(1);
        if let Some(last) = last.filter(|last| position.quantum_series().contains(*last)) {
            return position.squares_of(last);
        }
        if position.pieces_to_place() > 1 {
            return position
                .quantum()
                .iter()
                .take(position.pieces_to_place())
                .collect();
        }
        let taken = last.map_or(SquareSet::EMPTY, |last| position.squares_of(last));
        let lines = position.board().lines();
        let worth = |place: &usize| {
            let line = lines[*place];
            (
                self.weight(position, line) > 0,
                is_diagonal(position, *place),
                line.intersects(taken),
                self.weight(position, line),
            )
        };
        let open = (0..lines.len()).filter(|place| lines[*place].intersects(position.quantum()));
        let line = open
            .max_by_key(worth)
            .map_or(position.quantum(), |place| lines[place]);
        (line & position.quantum()).iter().take(1).collect()
    }

    /// A collapse that raises the danger as little as the proof says.
    fn collapse(&self, position: &Position) -> Option<Collapse> {
        let (series, mut neighbours) = (position.entangled(), *position.neighbours());
        let newest = position.turns().checked_sub(1)?;
        let share = |line| self.weight(position, line) << self.game.side();
        let lines = position.board().lines().iter();
        let mut making = Making {
            lines: lines.map(|line| (line, share(*line))).collect(),
        };
        if Player::from_turn(position.turn()) != self.blocker {
            let squares = position.squares_of(newest);
            let square = squares
                .iter()
                .min_by_key(|square| making.through(*square))?;
            if squares.len() == 1 {
                self.spare(position, square, &mut making);
            }
            for one in series.iter() {
                neighbours[one] -= SquareSet::single(square);
            }
            neighbours[newest] = SquareSet::single(square);
            making.other_takes(square);
        }
        let matching = Matching::from_series(series, &neighbours).ok()?;
        let pairs: Vec<usize> = series
            .iter()
            .filter(|one| self.is_answered(position, *one))
            .collect();
        let in_pairs: SeriesSet = pairs.iter().flat_map(|one| [*one, one + 1]).collect();
        for one in series
            .without(in_pairs)
            .iter()
            .filter(|one| Player::from_turn(one + 1) == self.blocker)
        {
            making.blocker_takes(matching.square_of(one));
        }
        let of = |one: &usize| [matching.square_of(*one), matching.square_of(one + 1)];
        for [square, other] in pairs.iter().map(of) {
            making
                .lines
                .retain(|(line, _)| !(line.contains(square) && line.contains(other)));
        }
        let mut places: Vec<(usize, Square)> = series
            .without(in_pairs)
            .iter()
            .map(|one| (one, matching.square_of(one)))
            .collect();
        for one in pairs {
            let [square, other] = of(&one);
            // The blocker had better be where the lines through the square have more.
            let is_better = making.through(other) >= making.through(square);
            let [lost, kept] = if is_better {
                [square, other]
            } else {
                [other, square]
            };
            making.other_takes(lost);
            making.blocker_takes(kept);
            places.extend([(one, lost), (one + 1, kept)]);
        }
        Collapse::new(places)
    }

    /// Whether a series is the other player's, with an answer on the same squares.
    fn is_answered(&self, position: &Position, series: usize) -> bool {
        Player::from_turn(series + 1) != self.blocker
            && series + 1 < position.turns()
            && position.entangled().contains(series + 1)
            && position.squares_of(series) == position.squares_of(series + 1)
    }

    /// When the other player has put a single piece on a square: leaves out of account the line that is to be killed
    /// next, and counts those that this collapse decides by the danger that there is, so that none of them is
    /// completed.
    fn spare(&self, position: &Position, square: Square, making: &mut Making<'_>) {
        let lines = position.board().lines();
        if (0..lines.len())
            .any(|place| is_diagonal(position, place) && self.weight(position, lines[place]) > 0)
        {
            return;
        }
        let danger = self.danger(position);
        let block = position.entangled_squares();
        let through = making
            .lines
            .iter_mut()
            .filter(|(line, _)| line.contains(square));
        let (decided, others): (Vec<_>, Vec<_>) =
            through.partition(|(line, _)| (**line & position.quantum()).is_subset(block));
        for (_, share) in decided {
            *share = (*share >> self.game.side()) * danger;
        }
        if let Some((_, share)) = others.into_iter().max_by_key(|(_, share)| *share) {
            *share = 0;
        }
    }
}

impl Making<'_> {
    /// What the lines through a square add.
    fn through(&self, square: Square) -> u128 {
        self.lines
            .iter()
            .filter(|(line, _)| line.contains(square))
            .map(|(_, share)| share)
            .sum()
    }

    fn other_takes(&mut self, square: Square) {
        self.lines
            .iter_mut()
            .filter(|(line, _)| line.contains(square))
            .for_each(|(_, share)| *share *= 2);
    }

    fn blocker_takes(&mut self, square: Square) {
        self.lines.retain(|(line, _)| !line.contains(square));
    }
}

/// Whether the line with this index is a diagonal: they come last.
fn is_diagonal(position: &Position, line: usize) -> bool {
    line + 2 >= position.board().lines().len()
}
