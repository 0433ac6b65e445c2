//! What needs no further play.
//!
//! **Bound.** On any board, under every rule for ties and subscripts, a player with a lines is ahead of one with b lines by at
//! most a - 1/2 - 1/3 - ... - 1/(b + 1) points if a > 0, and -(1 + 1/2 + ... + 1/b) if a = 0: as if all the player's lines
//! had the first rank, and the other's the next ones, one after the other.
//!
//! *Proof.* Write H(k) = 1 + 1/2 + ... + 1/k. If b = 0, each of the a lines earns 1 at most. If a = 0, the other's k-th line
//! has rank k at most. Let both be positive.
//!
//! Then no two lines of one player end with the same subscript. For they would cross in its square, and a line of the other
//! player would cross neither. But a row crosses all columns and diagonals, and a column all diagonals; so the three would all
//! be rows, all columns or all diagonals. Rows do not cross, nor do columns, and there are only two diagonals.
//!
//! So the player's lines have ranks of at least 1, 2, ..., a, and the other's k-th line has rank a + k at most: ranks without
//! a gap and ranks that count the lines before are alike in this, and so it does not matter if a line of one player ties with
//! one of the other. The player is ahead by at most H(a) - (H(a + b) - H(a)) = 2H(a) - H(a + b). For a = 1 that is what is
//! claimed, 2 - H(b + 1). Each further line adds less than 2/a <= 1 to 2H(a) - H(a + b), and 1 to what is claimed. ∎

use super::claim::Claim;
use crate::board::SquareSet;
use crate::position::Position;
use crate::rules::{Margin, Player, Rules, Scoring};

/// Whether the classical squares alone decide a claim.
///
/// On a full board player 1 ends with half of the squares, rounded up. However the quantum squares are shared out so, the lines
/// that each player then owns bound the margin, as above. A game that may stop early is decided by the lines that the other
/// player can still complete: all of them at the first rank, and none of the prover's.
pub struct Decided {
    lines: &'static [SquareSet],
    squares: SquareSet,
    claim: Claim,
    rules: Rules,
    full: bool,
}

impl Decided {
    pub fn new(start: &Position, claim: Claim) -> Decided {
        let (board, full) = (start.board(), start.game().fills_the_board());
        Decided { lines: board.lines(), squares: board.all(), claim, rules: *start.rules(), full }
    }

    pub fn is(&self, position: &Position) -> bool {
        let owned = [position.owned_by(Player::One), position.owned_by(Player::Two)];
        let (mine, theirs) = match self.claim.prover {
            Player::One => (owned[0], owned[1]),
            Player::Two => (owned[1], owned[0]),
        };
        let target = match self.claim.prover {
            Player::One => self.claim.margin,
            Player::Two => -self.claim.margin,
        };
        if !self.full {
            // The other player's open lines, all at the first rank; nothing for the prover.
            let open = self.count(self.squares - mine);
            return -self.most(open, 0) >= target;
        }
        let free = self.squares - mine - theirs;
        let first = self.squares.len().div_ceil(2);
        let end = if self.claim.prover == Player::One { first } else { self.squares.len() - first };
        free.subsets(end - mine.len()).all(|more| {
            let mine = SquareSet(mine.0 | more.0);
            -self.most(self.count(self.squares - mine), self.count(mine)) >= target
        })
    }

    fn count(&self, owned: SquareSet) -> usize {
        self.lines.iter().filter(|line| line.is_subset(owned)).count()
    }

    /// The most a player with `own` lines can be ahead of one with `other`: the bound above, for this scoring.
    fn most(&self, own: usize, other: usize) -> Margin {
        match self.rules.scoring {
            Scoring::Harmonic => {
                let ahead = (0..own).fold(Margin::ZERO, |sum, _| sum + Margin::ONE);
                let from = usize::from(own > 0) + 1;
                (from..from + other).fold(ahead, |sum, rank| sum - Margin::of_rank(rank))
            }
            Scoring::Decisive if own > 0 => Margin::ONE,
            Scoring::Shared if own > 0 && other == 0 => Margin::ONE,
            Scoring::Shared if own > 0 => Margin::ZERO,
            Scoring::Decisive | Scoring::Shared if other > 0 => -Margin::ONE,
            Scoring::Decisive | Scoring::Shared => Margin::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::Board;
    use crate::game::Game;
    use crate::position::{Phase, endgame_margin};
    use crate::rules::Ties;

    /// What the margin of a full board depends on.
    fn scorings() -> impl Iterator<Item = Rules> {
        let distinct = |rules: &Rules| {
            *rules == Rules { offset: rules.offset, scoring: rules.scoring, ..Rules::default() }
        };
        let of_ties = |rules| Ties::ALL.iter().map(move |&ties| Rules { ties, ..rules });
        Rules::combinations().filter(distinct).flat_map(of_ties)
    }

    fn bounds(board: Board) -> Vec<Decided> {
        let claim = Claim { prover: Player::One, margin: Margin::ZERO };
        scorings()
            .map(|rules| Decided::new(&Position::new(Game::new(board, 1, rules).unwrap()), claim))
            .collect()
    }

    /// Checks the bounds on a full board: `subscripts[i]` is the turn whose piece stands on square i. Says whether somebody is
    /// as far ahead as a bound allows although both own lines.
    fn check(board: Board, bounds: &[Decided], subscripts: &[u8]) -> bool {
        let owned = |player| -> SquareSet {
            let squares = board.all().iter();
            squares.filter(|square| Player::of_turn(subscripts[square.index()].into()) == player).collect()
        };
        let lines = [Player::One, Player::Two].map(|player| bounds[0].count(owned(player)));
        let attained = bounds.iter().filter(|bound| {
            let margin = endgame_margin(board, &bound.rules, subscripts);
            let most = [bound.most(lines[0], lines[1]), bound.most(lines[1], lines[0])];
            assert!(margin <= most[0] && -margin <= most[1], "{subscripts:?}, {:?}: {margin}", bound.rules);
            margin == most[0] || -margin == most[1]
        });
        attained.count() > 0 && lines[0] > 0 && lines[1] > 0
    }

    /// Checks every order of the subscripts from `fixed` on; returns on how many boards the bound is attained.
    fn check_all(board: Board, bounds: &[Decided], subscripts: &mut [u8], fixed: usize) -> usize {
        if fixed == subscripts.len() {
            return usize::from(check(board, bounds, subscripts));
        }
        let mut attained = 0;
        for other in fixed..subscripts.len() {
            subscripts.swap(fixed, other);
            attained += check_all(board, bounds, subscripts, fixed + 1);
            subscripts.swap(fixed, other);
        }
        attained
    }

    #[test]
    fn nobody_is_further_ahead_on_any_full_board_of_up_to_3x3() {
        for (side, both_own_lines) in [(1, false), (2, true), (3, true)] {
            let board = Board::new(side).unwrap();
            let mut subscripts: Vec<u8> = (1..=board.squares() as u8).collect();
            let attained = check_all(board, &bounds(board), &mut subscripts, 0);
            assert_eq!(attained > 0, both_own_lines, "{side}x{side}: {attained}");
        }
    }

    #[test]
    fn nobody_is_further_ahead_on_random_boards_of_4x4_and_5x5() {
        let mut generator = ChaCha8Rng::seed_from_u64(15);
        for side in [4, 5] {
            let board = Board::new(side).unwrap();
            let (bounds, mut attained) = (bounds(board), 0);
            for _ in 0..20_000 {
                let subscripts = with_two_lines(board, &mut generator);
                attained += usize::from(check(board, &bounds, &subscripts));
            }
            assert!(attained > 0, "{side}x{side}");
        }
    }

    /// A random full board on which each player owns a line: of random boards few are such.
    fn with_two_lines(board: Board, generator: &mut ChaCha8Rng) -> Vec<u8> {
        let lines = board.lines();
        let [first, second] = loop {
            let pair = [0; 2].map(|_| lines[generator.random_range(0..lines.len())]);
            if !pair[0].intersects(pair[1]) {
                break pair;
            }
        };
        let mut turns: Vec<u8> = (1..=board.squares() as u8).collect();
        turns.shuffle(generator);
        let mut subscripts = vec![0; board.squares()];
        let mut take = |odd: Option<bool>| {
            let wanted = |turn: &u8| odd.is_none_or(|odd| (turn % 2 == 1) == odd);
            let place = turns.iter().position(wanted).unwrap();
            turns.remove(place)
        };
        let owner = generator.random_bool(0.5);
        for square in first {
            subscripts[square.index()] = take(Some(owner));
        }
        for square in second {
            subscripts[square.index()] = take(Some(!owner));
        }
        for square in board.all() - first - second {
            subscripts[square.index()] = take(None);
        }
        subscripts
    }

    /// The least and the greatest margin with which the game can still end; checks what is decided on the way, and counts it.
    fn range(position: &Position, decided: &[(Claim, Decided)], found: &mut usize) -> (Margin, Margin) {
        let mut range_of = (position.margin(), position.margin());
        if position.phase() != Phase::Over {
            let next: Vec<_> = position
                .actions()
                .map(|action| range(&position.after_unchecked(&action), decided, found))
                .collect();
            range_of =
                (next.iter().map(|one| one.0).min().unwrap(), next.iter().map(|one| one.1).max().unwrap());
            for (claim, decided) in decided {
                if decided.is(position) {
                    *found += 1;
                    assert!(
                        claim.allows(range_of.0) && claim.allows(range_of.1),
                        "{claim:?}, {}",
                        position.rules()
                    );
                }
            }
        }
        range_of
    }

    #[test]
    fn what_is_decided_holds_at_every_end_that_can_follow() {
        let board = Board::new(2).unwrap();
        let three = Margin::ONE + Margin::ONE + Margin::ONE;
        let margins =
            [-three, -Margin::ONE, -Margin::of_rank(2), Margin::ZERO, Margin::of_rank(2), Margin::ONE, three];
        for rules in Rules::combinations().filter(|rules| rules.collapse == Rules::default().collapse) {
            let mut found = 0;
            for pieces in 1..=5 {
                let start = Position::new(Game::new(board, pieces, rules).unwrap());
                let claims = [Player::One, Player::Two]
                    .into_iter()
                    .flat_map(|prover| margins.map(|margin| Claim { prover, margin }));
                let decided: Vec<_> = claims.map(|claim| (claim, Decided::new(&start, claim))).collect();
                range(&start, &decided, &mut found);
            }
            assert!(found > 0, "{rules}");
        }
    }
}
