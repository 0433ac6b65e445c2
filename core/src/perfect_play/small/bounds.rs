//! Margins on small boards, in half points.
//!
//! Up to 3x3 player 1 can complete at most two lines, and then player 2 completes none. Player 2
//! completes at most one, because it has at most four pieces. So margins are multiples of 1/2 from
//! -1 to 2 points.
//!
//! **One search for all scorings.** A game ends in one of three ways:
//!
//! * Only one player has lines. It is ahead by at least a point under every scoring.
//! * Nobody has lines.
//! * Each player has one line. The harmonic margin is 1/2 or -1/2, or 0 if the two lines share a
//!   rank.
//!
//! So the `decisive` margin is the sign of the harmonic one, and the `shared` margin is the
//! harmonic one rounded towards 0, but at most 1. Neither decreases when the harmonic margin grows.
//! So each of their thresholds corresponds to a harmonic one ([`threshold`]), and the search needs
//! only harmonic ones.

use crate::engine::interval::Interval;
use crate::engine::rules::{Margin, Scoring};

pub type Halves = i8;

pub const LEAST: Halves = -2;

pub const MOST: Halves = 4;

pub fn halves(margin: Margin) -> Halves {
    let half = Margin::UNIT / 2;
    debug_assert!(
        margin.units() % half == 0,
        "boards up to 3x3 have no thirds"
    );
    (margin.units() / half) as Halves
}

/// Returns the harmonic threshold that is equivalent to `target` under a scoring, or `MOST + 1` if
/// no margin reaches it.
pub fn threshold(scoring: Scoring, target: Margin) -> Halves {
    let margins = (LEAST..=MOST).filter(|&halves| margin(scoring, halves) >= target);
    margins.min().unwrap_or(MOST + 1)
}

pub fn margin(scoring: Scoring, halves: Halves) -> Margin {
    match scoring {
        Scoring::Harmonic => of_halves(halves),
        Scoring::Decisive => of_halves(2 * halves.signum()),
        Scoring::Shared => of_halves(halves / 2 * 2).clamp(-Margin::ONE, Margin::ONE),
    }
}

fn of_halves(halves: Halves) -> Margin {
    let half = if halves > 0 {
        Margin::from_rank(2)
    } else {
        -Margin::from_rank(2)
    };
    std::iter::repeat_n(half, halves.unsigned_abs().into()).sum()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub lower: Halves,
    pub upper: Halves,
}

impl Bounds {
    pub const NONE: Bounds = Bounds {
        lower: Halves::MAX,
        upper: Halves::MIN,
    };

    pub const fn exactly(margin: Halves) -> Bounds {
        Bounds {
            lower: margin,
            upper: margin,
        }
    }

    pub fn or(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.min(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    /// Returns `true` if all margins within the bounds reach a threshold, `false` if all miss it.
    #[inline(always)]
    pub fn decide(self, threshold: Halves) -> Option<bool> {
        let reached = self.lower >= threshold;
        (reached || self.upper < threshold).then_some(reached)
    }

    /// If there is no word, returns bounds that hold on every small board.
    #[inline]
    pub fn of_word(word: Option<u32>) -> Bounds {
        let [lower, upper, ..] = word.map_or([LEAST as u8, MOST as u8, 0, 0], u32::to_le_bytes);
        Bounds {
            lower: lower as Halves,
            upper: upper as Halves,
        }
    }

    #[inline]
    pub fn word(self) -> u32 {
        u32::from_le_bytes([self.lower as u8, self.upper as u8, 0, 0])
    }

    /// Rounds an interval's ends inwards.
    pub fn within(interval: Interval) -> Bounds {
        let half = Margin::UNIT / 2;
        let (lower, upper) = (interval.lower.units(), interval.upper.units());
        Bounds {
            lower: -(-lower).div_euclid(half) as Halves,
            upper: upper.div_euclid(half) as Halves,
        }
    }

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
    use crate::engine::position::Position;
    use crate::engine::rules::{Offset, Rules};
    use crate::perfect_play::small::played;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn margins_follow_from_the_harmonic_one_and_are_no_greater_with_an_offset(
            rules in proptest::sample::select(Rules::combinations()),
            side in 1_usize..=3,
            pieces in 1_usize..=4,
            choices in proptest::collection::vec(any::<u16>(), 20),
        ) {
            prop_assume!(pieces <= side * side);
            let start = |scoring, offset| {
                Position::new(Game::from_side(side, pieces, Rules { scoring, offset, ..rules }).expect("a game"))
            };
            let end = |start| played(start, &choices, |_| false).margin();
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
            for target in (2 * LEAST..=2 * MOST).map(of_halves) {
                for halves in LEAST..=MOST {
                    assert_eq!(
                        halves >= threshold(scoring, target),
                        margin(scoring, halves) >= target
                    );
                }
            }
        }
    }
}
