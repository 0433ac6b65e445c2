use crate::engine::board::{Board, MAX_LINES, SquareSet};
use crate::engine::rules::{Margin, Offset, Player, Rules, Scoring, Ties};

/// A line filled with classical pieces of one player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CompletedLine {
    /// The line's largest subscript, after the offset.
    pub largest: u8,
    pub owner: Player,
}

/// A board's completed lines, in the order of [`Board::lines`].
#[derive(Clone, Copy, Debug)]
pub struct CompletedLines {
    lines: [CompletedLine; MAX_LINES],
    count: usize,
}

impl CompletedLines {
    /// Finds the completed lines.
    ///
    /// `owned` holds the squares with each player's classical pieces, and `subscript` maps a
    /// square's index to its piece's turn.
    #[inline]
    pub fn find(
        board: Board,
        rules: &Rules,
        owned: [SquareSet; 2],
        subscript: impl Fn(usize) -> u8,
    ) -> CompletedLines {
        let nothing = CompletedLine {
            largest: 0,
            owner: Player::One,
        };
        let mut result = CompletedLines {
            lines: [nothing; MAX_LINES],
            count: 0,
        };
        for &line in board.lines() {
            let owner = if line.is_subset(owned[0]) {
                Player::One
            } else if line.is_subset(owned[1]) {
                Player::Two
            } else {
                continue;
            };
            let largest = line
                .iter()
                .map(|square| subscript(square.index()))
                .max()
                .unwrap_or(0);
            let shift = u8::from(rules.offset == Offset::One && owner == Player::Two);
            result.lines[result.count] = CompletedLine {
                largest: largest - shift,
                owner,
            };
            result.count += 1;
        }
        result
    }

    #[inline]
    pub fn as_slice(&self) -> &[CompletedLine] {
        &self.lines[..self.count]
    }

    #[inline]
    pub fn points(mut self, rules: &Rules) -> Points {
        let lines = &mut self.lines[..self.count];
        match rules.scoring {
            Scoring::Harmonic => harmonic(lines, rules.ties),
            Scoring::Decisive => {
                let first = lines.iter().map(|line| line.largest).min();
                to_the_only_owner(lines.iter().filter(|line| Some(line.largest) == first))
            }
            Scoring::Shared => to_the_only_owner(lines.iter()),
        }
    }

    #[inline]
    pub fn margin(self, rules: &Rules) -> Margin {
        let points = self.points(rules);
        points.player_1 - points.player_2
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points {
    pub player_1: Margin,
    pub player_2: Margin,
}

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
            Player::One => points.player_1 += Margin::from_rank(rank),
            Player::Two => points.player_2 += Margin::from_rank(rank),
        }
    }
    points
}

fn to_the_only_owner<'a>(lines: impl Iterator<Item = &'a CompletedLine> + Clone) -> Points {
    let owns = |player| lines.clone().any(|line| line.owner == player);
    let (player_1, player_2) = (owns(Player::One), owns(Player::Two));
    let point = |wins| if wins { Margin::ONE } else { Margin::ZERO };
    Points {
        player_1: point(player_1 && !player_2),
        player_2: point(player_2 && !player_1),
    }
}

/// Returns a full board's margin.
///
/// `subscripts[i]` is the turn whose piece is on the square with index i.
///
/// # Panics
/// Panics if `subscripts` is shorter than the board.
#[inline]
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

    #[test]
    fn a_full_board_is_scored_by_its_lines() {
        let margin = |subscripts| {
            let board = Board::new(2).unwrap();
            let margin = endgame_margin(board, &Rules::default(), subscripts);
            margin.to_string()
        };
        // On 2x2 every two squares form a line.
        assert_eq!(margin(&[1, 2, 3, 4]), "+1/2");
        assert_eq!(margin(&[2, 4, 1, 3]), "+1/2");
    }

    #[test]
    fn lines_earn_what_the_rules_say() {
        use {Scoring::*, Ties::*};
        let cases = [
            ("O6 X7", Harmonic, Dense, "-1/2"),
            ("X9 X9", Harmonic, Dense, "+2"),
            ("X9 X7", Harmonic, Dense, "+3/2"),
            ("X7 O7", Harmonic, Dense, "0"),
            ("X7 X7 O8", Harmonic, Dense, "+3/2"),
            ("X7 X7 O8", Harmonic, Competition, "+5/3"),
            ("O6 X7", Decisive, Dense, "-1"),
            ("X7 O7 X9", Decisive, Dense, "0"),
            ("", Decisive, Dense, "0"),
            ("O6 X7", Shared, Dense, "0"),
            ("X7 X9", Shared, Dense, "+1"),
        ];
        for (text, scoring, ties, expected) in cases {
            let nothing = CompletedLine {
                largest: 0,
                owner: Player::One,
            };
            let mut result = CompletedLines {
                lines: [nothing; MAX_LINES],
                count: 0,
            };
            for word in text.split_whitespace() {
                let owner = if word.starts_with('X') {
                    Player::One
                } else {
                    Player::Two
                };
                result.lines[result.count] = CompletedLine {
                    largest: word[1..].parse().unwrap(),
                    owner,
                };
                result.count += 1;
            }
            let margin = result.margin(&Rules {
                scoring,
                ties,
                ..Rules::default()
            });
            assert_eq!(margin.to_string(), expected, "{text}, {scoring}, {ties}");
        }
    }
}
