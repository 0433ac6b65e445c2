//! Margins of small boards in half points: on boards up to 3x3 every margin is a whole number of them.
//!
//! A player can complete two lines at most (ranks 1 and 2, or both of rank 1), and of the two players only one if it
//! completes two. So margins lie between -1 (player 2 has four pieces on 3x3, hence one line) and 2 points.
//!
//! **One search for all scorings.** At an end either one player alone has lines, and then is ahead by a point or more
//! under every scoring; or nobody has lines; or each player has one, and then the harmonic margin is 1/2, -1/2, or 0 if
//! both came at once. So the `decisive` margin is the sign of the harmonic one, and the `shared` margin is 1, 0 or -1
//! as the harmonic one is at least 1, between, or at most -1. Both grow with the harmonic margin, so the same holds of
//! values: it is enough to search for harmonic margins, and to ask for the threshold that belongs to a margin
//! ([`threshold`]).

use crate::engine::interval::Interval;
use crate::engine::rules::{Margin, Scoring};

/// A margin in half points.
pub type Halves = i8;

/// The least margin of any small board.
pub const LEAST: Halves = -2;

/// The greatest margin of any small board.
pub const MOST: Halves = 4;

/// A margin in half points.
pub fn halves(margin: Margin) -> Halves {
    let half = Margin::UNIT / 2;
    debug_assert!(
        margin.units() % half == 0,
        "boards up to 3x3 have no thirds"
    );
    (margin.units() / half) as Halves
}

/// The harmonic thresholds that tell the margins of a scoring apart, beginning with the one above its least margin.
pub const fn thresholds(scoring: Scoring) -> &'static [Halves] {
    match scoring {
        Scoring::Harmonic => &[-1, 0, 1, 2, 3, 4],
        Scoring::Decisive => &[0, 1],
        Scoring::Shared => &[-1, 2],
    }
}

/// The harmonic threshold that is reached where a margin is reached under some scoring. For a margin that no small board
/// has, it is the nearest threshold that every game reaches, or that none does.
pub fn threshold(scoring: Scoring, asked: Margin) -> Halves {
    let margins = (LEAST..=MOST).filter(|&halves| margin(scoring, halves) >= asked);
    margins.min().unwrap_or(MOST + 1)
}

/// The margin under some scoring where the harmonic one is `halves` half points.
pub fn margin(scoring: Scoring, halves: Halves) -> Margin {
    match scoring {
        Scoring::Harmonic => of_halves(halves),
        Scoring::Decisive => of_halves(2 * halves.signum()),
        Scoring::Shared => of_halves(halves / 2 * 2).clamp(-Margin::ONE, Margin::ONE),
    }
}

/// The margin of `halves` half points.
fn of_halves(halves: Halves) -> Margin {
    let half = if halves > 0 {
        Margin::from_rank(2)
    } else {
        -Margin::from_rank(2)
    };
    std::iter::repeat_n(half, halves.unsigned_abs().into()).sum()
}

/// A lower and an upper bound: of the margins of all full boards that can follow, or of the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub lower: Halves,
    pub upper: Halves,
}

impl Bounds {
    /// Those of no full board.
    pub const NONE: Bounds = Bounds {
        lower: Halves::MAX,
        upper: Halves::MIN,
    };

    /// Those of a single margin.
    pub const fn exactly(margin: Halves) -> Bounds {
        Bounds {
            lower: margin,
            upper: margin,
        }
    }

    /// Those of all full boards of either.
    pub fn or(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.min(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    /// Whether a margin within the bounds reaches a threshold; `None` if only some do.
    #[inline(always)]
    pub fn decide(self, threshold: Halves) -> Option<bool> {
        let reached = self.lower >= threshold;
        (reached || self.upper < threshold).then_some(reached)
    }

    /// The bounds that a word of the transposition table holds; without a word, those of every small board.
    #[inline]
    pub fn of_word(word: Option<u32>) -> Bounds {
        let [lower, upper, ..] = word.map_or([LEAST as u8, MOST as u8, 0, 0], u32::to_le_bytes);
        Bounds {
            lower: lower as Halves,
            upper: upper as Halves,
        }
    }

    /// The word of the transposition table.
    #[inline]
    pub fn word(self) -> u32 {
        u32::from_le_bytes([self.lower as u8, self.upper as u8, 0, 0])
    }

    /// The tightest bounds of all margins of small boards within an interval.
    pub fn within(interval: Interval) -> Bounds {
        let half = Margin::UNIT / 2;
        let (lower, upper) = (interval.lower.units(), interval.upper.units());
        Bounds {
            lower: -(-lower).div_euclid(half) as Halves,
            upper: upper.div_euclid(half) as Halves,
        }
    }

    /// The same as margins under some scoring.
    pub fn interval(self, scoring: Scoring) -> Interval {
        Interval {
            lower: margin(scoring, self.lower),
            upper: margin(scoring, self.upper),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::game::Game;
    use crate::engine::position::{Action, Phase, Position};
    use crate::engine::rules::{Offset, Rules};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn margins_follow_from_the_harmonic_one_and_are_no_greater_with_an_offset(
            rules in proptest::sample::select(Rules::combinations().collect::<Vec<_>>()),
            side in 1_usize..=3,
            pieces in 1_usize..=4,
            choices in proptest::collection::vec(any::<u16>(), 20),
        ) {
            prop_assume!(pieces <= side * side);
            let start = |scoring, offset| {
                Position::new(Game::from_side(side, pieces, Rules { scoring, offset, ..rules }).expect("a game"))
            };
            let end = |mut position: Position| {
                for choice in &choices {
                    let actions: Vec<Action> = position.actions().take(2_000).collect();
                    if position.phase() == Phase::Over {
                        break;
                    }
                    position = position.after_unchecked(&actions[usize::from(*choice) % actions.len()]);
                }
                position.margin()
            };
            let harmonic = end(start(Scoring::Harmonic, rules.offset));
            for scoring in [Scoring::Decisive, Scoring::Shared] {
                prop_assert_eq!(end(start(scoring, rules.offset)), margin(scoring, halves(harmonic)), "{}", rules);
            }
            let [zero, one] = [Offset::Zero, Offset::One].map(|offset| end(start(Scoring::Harmonic, offset)));
            prop_assert!(one <= zero, "{} {} {}", rules, one, zero);
        }
    }

    #[test]
    fn a_threshold_is_reached_where_its_margin_is() {
        for scoring in [Scoring::Harmonic, Scoring::Decisive, Scoring::Shared] {
            for asked in (2 * LEAST..=2 * MOST).map(of_halves) {
                for halves in LEAST..=MOST {
                    assert_eq!(
                        halves >= threshold(scoring, asked),
                        margin(scoring, halves) >= asked
                    );
                }
            }
            let jumps =
                (LEAST + 1..=MOST).filter(|&to| margin(scoring, to) > margin(scoring, to - 1));
            assert_eq!(jumps.collect::<Vec<_>>(), thresholds(scoring));
        }
    }
}
