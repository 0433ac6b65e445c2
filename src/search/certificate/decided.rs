//! Positions in which a claim is decided, so that no further play is needed.
//!
//! **Bound.** On any board, under every rule for ties and subscripts, a player with a lines is ahead of one with b
//! lines by at most a - 1/2 - 1/3 - ... - 1/(b + 1) points if a > 0, and -(1 + 1/2 + ... + 1/b) if a = 0: as if all the
//! player's lines had the first rank, and the other's the next ones, one after the other.
//!
//! *Proof.* Write H(k) = 1 + 1/2 + ... + 1/k. If b = 0, each of the a lines earns 1 at most. If a = 0, the other's k-th
//! line has rank k at most. Let both be positive.
//!
//! Then no two lines of one player have the same largest subscript. For they would cross in its square, and a line of
//! the other player would cross neither of them. But a row crosses all columns and diagonals, and a column crosses all
//! diagonals; so the three lines would be all rows, all columns or all diagonals. Rows do not cross each other, nor do
//! columns, and there are only two diagonals.
//!
//! So the player's lines have ranks of at least 1, 2, ..., a, and the other's k-th line has at most rank a + k. Both
//! hold for dense and for competition ranks, and also if a line of one player ties with a line of the other. So the
//! player is ahead by at most H(a) - (H(a + b) - H(a)) = 2H(a) - H(a + b). For a = 1 this is the bound, 2 - H(b + 1).
//! With each further line of the player 2H(a) - H(a + b) grows by less than 2/a <= 1, and the bound grows by 1. ∎

use super::claim::Claim;
use crate::board::{Board, SquareSet};
use crate::position::Position;
use crate::rules::{Margin, Player, Scoring};
use crate::search::prospects::{Prospects, greatest_lead};

/// Whether the classical squares of a position alone decide a claim.
///
/// In a game that fills the board player 1 ends with half of the squares, rounded up. For every way to share out the
/// quantum squares like that, the lines that each player then owns bound the margin, as above; the claim must hold
/// within all these bounds. In a game that may stop early it must hold even if the other player completes all the lines
/// that are still open to it, each at the first rank, and the prover has none.
pub fn is_decided(position: &Position, claim: Claim) -> bool {
    let (board, scoring) = (position.board(), position.rules().scoring);
    let mine = position.owned_by(claim.prover);
    let target = match claim.prover {
        Player::One => claim.margin,
        Player::Two => -claim.margin,
    };
    if !position.game().fills_the_board() {
        let open = count(board, board.all() - mine);
        return -most(open, 0, scoring) >= target;
    }
    let free = board.all() - mine - position.owned_by(claim.prover.opponent());
    free.subsets(claim.prover.turns_of(board.squares()) - mine.len()).all(|more| {
        let mine = mine | more;
        -most(count(board, board.all() - mine), count(board, mine), scoring) >= target
    })
}

/// How many lines lie within some squares.
fn count(board: Board, squares: SquareSet) -> usize {
    board.lines().iter().filter(|line| line.is_subset(squares)).count()
}

/// The most that a player with `own` lines can be ahead of one with `other` lines: for harmonic scoring the bound
/// above.
fn most(own: usize, other: usize, scoring: Scoring) -> Margin {
    match scoring {
        Scoring::Harmonic => {
            let next = usize::from(own > 0) + 1;
            let lost = (next..next + other).map(|rank| -Margin::of_rank(rank));
            std::iter::repeat_n(Margin::ONE, own).chain(lost).sum()
        }
        Scoring::Decisive | Scoring::Shared => {
            greatest_lead(Prospects { has: own, may: own }, Prospects { has: other, may: other }, scoring)
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
    use crate::rules::{Rules, Ties};

    /// What the margin of a full board depends on.
    fn scorings() -> Vec<Rules> {
        let distinct = |rules: &Rules| {
            *rules == Rules { offset: rules.offset, scoring: rules.scoring, ..Rules::default() }
        };
        let of_ties = |rules| Ties::ALL.iter().map(move |&ties| Rules { ties, ..rules });
        Rules::combinations().filter(distinct).flat_map(of_ties).collect()
    }

    /// Checks the bounds on a full board: `subscripts[i]` is the turn whose piece stands on square i. Says whether
    /// somebody is as far ahead as a bound allows although both own lines.
    fn check(board: Board, scorings: &[Rules], subscripts: &[u8]) -> bool {
        let owned = |player| -> SquareSet {
            let squares = board.all().iter();
            squares.filter(|square| Player::of_turn(subscripts[square.index()].into()) == player).collect()
        };
        let [one, two] = [Player::One, Player::Two].map(|player| count(board, owned(player)));
        let attained = scorings.iter().filter(|rules| {
            let margin = endgame_margin(board, rules, subscripts);
            let bounds = [most(one, two, rules.scoring), most(two, one, rules.scoring)];
            assert!(margin <= bounds[0] && -margin <= bounds[1], "{subscripts:?}, {rules}: {margin}");
            margin == bounds[0] || -margin == bounds[1]
        });
        attained.count() > 0 && one > 0 && two > 0
    }

    /// Checks every order of the subscripts from `fixed` on; returns on how many boards the bound is attained.
    fn check_all(board: Board, scorings: &[Rules], subscripts: &mut [u8], fixed: usize) -> usize {
        if fixed == subscripts.len() {
            return usize::from(check(board, scorings, subscripts));
        }
        let mut attained = 0;
        for other in fixed..subscripts.len() {
            subscripts.swap(fixed, other);
            attained += check_all(board, scorings, subscripts, fixed + 1);
            subscripts.swap(fixed, other);
        }
        attained
    }

    #[test]
    fn nobody_is_further_ahead_on_any_full_board_of_up_to_3x3() {
        for (side, both_own_lines) in [(1, false), (2, true), (3, true)] {
            let board = Board::new(side).unwrap();
            let mut subscripts: Vec<u8> = (1..=board.squares() as u8).collect();
            let attained = check_all(board, &scorings(), &mut subscripts, 0);
            assert_eq!(attained > 0, both_own_lines, "{side}x{side}: {attained}");
        }
    }

    #[test]
    fn nobody_is_further_ahead_on_random_boards_of_4x4_and_5x5() {
        let mut generator = ChaCha8Rng::seed_from_u64(15);
        for side in [4, 5] {
            let board = Board::new(side).unwrap();
            let (scorings, mut attained) = (scorings(), 0);
            for _ in 0..20_000 {
                let subscripts = with_two_lines(board, &mut generator);
                attained += usize::from(check(board, &scorings, &subscripts));
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
        let mut turns = [1, 2].map(|first| (first..=board.squares() as u8).step_by(2).collect::<Vec<_>>());
        turns.iter_mut().for_each(|turns| turns.shuffle(generator));
        turns.shuffle(generator);
        let [of_first, of_second] = &mut turns;
        let mut subscripts = vec![0; board.squares()];
        first.iter().for_each(|square| subscripts[square.index()] = of_first.pop().unwrap());
        second.iter().for_each(|square| subscripts[square.index()] = of_second.pop().unwrap());
        let mut rest = turns.concat();
        rest.shuffle(generator);
        let squares = (board.all() - first - second).iter();
        squares.zip(rest).for_each(|(square, turn)| subscripts[square.index()] = turn);
        subscripts
    }

    /// The least and the greatest margin with which the game can still end; checks what is decided on the way, and
    /// counts it.
    fn range(position: &Position, claims: &[Claim], found: &mut usize) -> (Margin, Margin) {
        if position.phase() == Phase::Over {
            return (position.margin(), position.margin());
        }
        let next = position.actions().map(|action| range(&position.after_unchecked(&action), claims, found));
        let (least, greatest) =
            next.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).expect("an action");
        for claim in claims.iter().filter(|claim| is_decided(position, **claim)) {
            *found += 1;
            assert!(claim.allows(least) && claim.allows(greatest), "{claim:?}, {}", position.rules());
        }
        (least, greatest)
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
                let claims = |prover| margins.map(|margin| Claim { prover, margin });
                range(&start, &[claims(Player::One), claims(Player::Two)].concat(), &mut found);
            }
            assert!(found > 0, "{rules}");
        }
    }
}
