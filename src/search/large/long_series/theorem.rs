//! What is proven for a game with long series, and the strategy behind it.

use super::endings::{Ending, endings, guaranteed, most_points};
use super::repeats::{Plans, plans as plans_against_repeats};
use super::setting::{Setting, keeps_loose, spread};
use crate::board::SquareSet;
use crate::game::Game;
use crate::rules::{Margin, Player};
use crate::search::interval::Interval;

/// Boards with more squares are left out, and games with more sets of g squares.
const MOST_SQUARES: usize = 36;
const MOST_SETS: u64 = 10_000_000;

/// What the chooser of the last collapse can force in a game with long series, with a strategy for it.
///
/// ```
/// use gqt3::{game::Game, rules::{Player, Rules}, search::long_series::LongSeries};
/// let theorem = LongSeries::of(&Game::of_side(4, 16, Rules::default())?).expect("16 > 16/2");
/// assert_eq!(theorem.prover(), Player::One);
/// assert_eq!(theorem.lead().to_string(), "+2");
/// # Ok::<(), gqt3::game::GameError>(())
/// ```
#[derive(Clone)]
pub struct LongSeries {
    pub(super) setting: Setting,
    /// The squares that the prover's series leave out, in their order.
    gaps: Vec<SquareSet>,
    /// Replaces a gap that is also the gap of the opponent's first series, where that must not be.
    spare: Option<SquareSet>,
    pub(super) plans: Plans,
    lead: Margin,
    most: Margin,
}

impl LongSeries {
    /// What is proven; `None` if the series are too short for a proof (they have more than half of the squares, and on 5x5 17 of
    /// them at least), or the board is too large.
    #[must_use]
    pub fn of(game: &Game) -> Option<LongSeries> {
        let setting = Setting::of(game)?;
        let sets = num_integer::binomial(game.squares() as u64, setting.gap() as u64);
        if game.squares() > MOST_SQUARES || sets > MOST_SETS {
            return None;
        }
        let most = most_points(&setting, setting.lines(), setting.own());
        let spare = must_differ(&setting).then(|| every_second(&setting));
        let gaps = (0..setting.own()).map(|index| spread(setting.all(), setting.gap(), index)).collect();
        let plans = Plans::default();
        let mut theorem = LongSeries { setting, gaps, spare, plans, lead: Margin::ZERO, most };
        theorem.lead = theorem.guaranteed()?;
        let is_improved = theorem.lead < most && spare.is_none();
        let plans = is_improved.then(|| plans_against_repeats(&setting, &theorem.gaps, most)).flatten();
        if let Some(mut plans) = plans {
            theorem.gaps = std::mem::take(&mut plans.gaps);
            (theorem.plans, theorem.lead) = (plans, most);
        }
        Some(theorem)
    }

    /// The lead by the last collapse alone, whichever series the opponent places first.
    fn guaranteed(&self) -> Option<Margin> {
        let firsts = self.gaps.iter().map(|gap| Some(*gap)).filter(|_| self.spare.is_some());
        let lists = std::iter::once(None).chain(firsts).map(|first| self.gaps_after(first));
        let lead = |gaps: Vec<SquareSet>| -> Option<Margin> {
            let best: Vec<Ending> = endings(&self.setting, &self.setting.series(&gaps));
            if keeps_loose(&self.setting, &gaps, self.spare.is_some()) {
                guaranteed(&self.setting, &best)
            } else {
                None
            }
        };
        lists.map(lead).try_fold(self.most, |least, lead| lead.map(|lead| least.min(lead)))
    }

    /// The prover's gaps if the opponent's first series has this one.
    pub(super) fn gaps_after(&self, first: Option<SquareSet>) -> Vec<SquareSet> {
        let gap = |&gap: &SquareSet| self.spare.filter(|_| first == Some(gap)).unwrap_or(gap);
        self.gaps.iter().map(gap).collect()
    }

    /// The player who has the strategy: the chooser of the last collapse.
    #[must_use]
    pub const fn prover(&self) -> Player {
        self.setting.prover
    }

    /// The prover leads by so much at least, if the strategy is followed from the start.
    #[must_use]
    pub const fn lead(&self) -> Margin {
        self.lead
    }

    /// The first gaps of the opponent against which the strategy has plans of their own. A gap is what a series leaves
    /// out.
    #[must_use]
    pub fn planned(&self) -> Vec<SquareSet> {
        let mut planned: Vec<SquareSet> = self.plans.against.keys().copied().collect();
        planned.sort_unstable();
        planned
    }

    /// Where the value of the game lies.
    #[must_use]
    pub fn interval(&self) -> Interval {
        match self.setting.prover {
            Player::One => Interval { lower: self.lead, upper: self.most },
            Player::Two => Interval { lower: -self.most, upper: -self.lead },
        }
    }
}

/// Whether something may collapse before the last turn if a gap of the prover is also the gap of all series of the
/// opponent, and the prover can avoid that.
fn must_differ(setting: &Setting) -> bool {
    let room = setting.game.squares() - 1 - setting.gap();
    setting.prover == Player::Two && room <= setting.others_before_last()
}

/// A gap that has few squares in common with any gap of squares in a row.
fn every_second(setting: &Setting) -> SquareSet {
    setting.all().iter().filter(|square| square.index() % 2 == 1).take(setting.gap()).collect()
}
