//! Points: what the completed lines of a board are worth under each rule.

use crate::board::{Board, MAX_LINES, SquareSet};
use crate::rules::{Margin, Offset, Player, Rules, Scoring, Ties};

/// A line filled with classical pieces of one player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CompletedLine {
    /// The line's largest subscript as the rules order it (after the offset).
    pub largest: u8,
    /// Who owns it.
    pub owner: Player,
}

/// The completed lines of a board, in the order of [`Board::lines`]. Holds no heap memory.
#[derive(Clone, Copy, Debug)]
pub struct CompletedLines {
    lines: [CompletedLine; MAX_LINES],
    count: usize,
}

impl CompletedLines {
    /// Finds the lines that one player's classical pieces fill.
    ///
    /// `owned` holds the squares of player 1's and of player 2's classical pieces; `subscript` gives the
    /// turn whose piece stands on a square's index. Cost: one step per line, and per square of a completed line.
    #[inline]
    #[must_use]
    pub fn find(
        board: Board,
        rules: &Rules,
        owned: [SquareSet; 2],
        subscript: impl Fn(usize) -> u8,
    ) -> CompletedLines {
        let nothing = CompletedLine { largest: 0, owner: Player::One };
        let mut found = CompletedLines { lines: [nothing; MAX_LINES], count: 0 };
        for &line in board.lines() {
            let owner = if line.is_subset(owned[0]) {
                Player::One
            } else if line.is_subset(owned[1]) {
                Player::Two
            } else {
                continue;
            };
            let largest = line.iter().map(|square| subscript(square.index())).max().unwrap_or(0);
            let shift = u8::from(rules.offset == Offset::One && owner == Player::Two);
            found.lines[found.count] = CompletedLine { largest: largest - shift, owner };
            found.count += 1;
        }
        found
    }

    /// The lines.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[CompletedLine] {
        &self.lines[..self.count]
    }

    /// What each player's lines earn.
    #[inline]
    #[must_use]
    pub fn points(mut self, rules: &Rules) -> Points {
        let lines = &mut self.lines[..self.count];
        match rules.scoring {
            Scoring::Harmonic => harmonic(lines, rules.ties),
            Scoring::Decisive => decisive(lines),
            Scoring::Shared => shared(lines),
        }
    }

    /// Player 1's points minus player 2's.
    #[inline]
    #[must_use]
    pub fn margin(self, rules: &Rules) -> Margin {
        let points = self.points(rules);
        points.player_1 - points.player_2
    }
}

/// What the players have earned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points {
    /// Player 1's points.
    pub player_1: Margin,
    /// Player 2's points.
    pub player_2: Margin,
}

/// The i-th line by largest subscript earns 1/i; equal subscripts share a rank.
fn harmonic(lines: &mut [CompletedLine], ties: Ties) -> Points {
    lines.sort_unstable();
    let mut points = Points::default();
    let mut rank = 0;
    for (position, line) in lines.iter().enumerate() {
        if position == 0 || line.largest != lines[position - 1].largest {
            rank = match ties {
                Ties::Dense => rank + 1,
                Ties::Competition => position + 1,
            };
        }
        match line.owner {
            Player::One => points.player_1 += Margin::of_rank(rank),
            Player::Two => points.player_2 += Margin::of_rank(rank),
        }
    }
    points
}

/// The owner of the earliest line wins; if both players own one, nobody does.
fn decisive(lines: &[CompletedLine]) -> Points {
    let first = lines.iter().map(|line| line.largest).min();
    let is_first = |player| lines.iter().any(|line| Some(line.largest) == first && line.owner == player);
    winner(is_first(Player::One), is_first(Player::Two))
}

/// A player who owns a line wins if the other owns none.
fn shared(lines: &[CompletedLine]) -> Points {
    let owns = |player| lines.iter().any(|line| line.owner == player);
    winner(owns(Player::One), owns(Player::Two))
}

/// One point to the player whose claim is not met by the other's.
fn winner(player_1: bool, player_2: bool) -> Points {
    let point = |wins| if wins { Margin::ONE } else { Margin::ZERO };
    Points { player_1: point(player_1 && !player_2), player_2: point(player_2 && !player_1) }
}

/// The margin of a full board: `subscripts[i]` is the turn whose piece stands on square index i.
///
/// ```
/// use gqt3::{board::Board, position::endgame_margin, rules::Rules};
/// // X1 O2 X3 / O4 X5 O6 / X7 O8 X9: both diagonals are player 1's; they end with 9 and with 7.
/// let margin = endgame_margin(Board::new(3)?, &Rules::default(), &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
/// assert_eq!(margin.to_string(), "+3/2");
/// # Ok::<(), gqt3::board::BoardError>(())
/// ```
///
/// # Panics
/// If `subscripts` is shorter than the board.
#[inline]
#[must_use]
pub fn endgame_margin(board: Board, rules: &Rules, subscripts: &[u8]) -> Margin {
    let mut player_1 = 0_u64;
    for (index, &turn) in subscripts[..board.squares()].iter().enumerate() {
        player_1 |= u64::from(turn & 1) << index;
    }
    let player_1 = SquareSet(player_1);
    let owned = [player_1, board.all() - player_1];
    CompletedLines::find(board, rules, owned, |index| subscripts[index]).margin(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The margin of lines written as owner and largest subscript: `O6 X7`.
    fn margin(text: &str, scoring: Scoring, ties: Ties) -> String {
        let mut found =
            CompletedLines { lines: [CompletedLine { largest: 0, owner: Player::One }; MAX_LINES], count: 0 };
        for word in text.split_whitespace() {
            let (letter, largest) = word.split_at(1);
            let owner = if letter == "X" { Player::One } else { Player::Two };
            found.lines[found.count] = CompletedLine { largest: largest.parse().unwrap(), owner };
            found.count += 1;
        }
        found.margin(&Rules { scoring, ties, ..Rules::default() }).to_string()
    }

    #[test]
    fn the_earlier_line_earns_more() {
        let harmonic = |text| margin(text, Scoring::Harmonic, Ties::Dense);
        assert_eq!(harmonic("O6 X7"), "-1/2");
        assert_eq!(harmonic("X9 X9"), "+2");
        assert_eq!(harmonic("X9 X7"), "+3/2");
        assert_eq!(harmonic("X7 O7"), "0");
    }

    #[test]
    fn ties_may_leave_a_gap_in_the_ranks() {
        assert_eq!(margin("X7 X7 O8", Scoring::Harmonic, Ties::Dense), "+3/2");
        assert_eq!(margin("X7 X7 O8", Scoring::Harmonic, Ties::Competition), "+5/3");
    }

    #[test]
    fn who_is_first_wins_and_who_is_alone_wins() {
        assert_eq!(margin("O6 X7", Scoring::Decisive, Ties::Dense), "-1");
        assert_eq!(margin("X7 O7 X9", Scoring::Decisive, Ties::Dense), "0");
        assert_eq!(margin("", Scoring::Decisive, Ties::Dense), "0");
        assert_eq!(margin("O6 X7", Scoring::Shared, Ties::Dense), "0");
        assert_eq!(margin("X7 X9", Scoring::Shared, Ties::Dense), "+1");
    }
}
