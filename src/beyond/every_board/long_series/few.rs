//! What the chooser of the last collapse gets on 4x4 with n = 9 and 10, where no theorem says anything: the other
//! player's series may make the prover take any g squares H (the lemma of `docs/every-board.md`), and for each H the best
//! eight squares with H in them are looked for.
//!
//! Cost: all sets of eight and of g squares, half a second.

use std::cmp::Reverse;

use super::ending::Ending;
use super::setting::{Setting, keeps_loose, spread};
use crate::engine::board::SquareSet;
use crate::engine::rules::{Margin, Offset, Player, Scoring};

/// The prover's gaps.
#[derive(Clone)]
pub struct Few {
    /// What the prover's series leave out, in their order.
    gaps: Vec<SquareSet>,
    /// Replaces a gap that is also the gap of the opponent's first series, where that must not be: if player 2 proves
    /// something for n = 9, all series of the opponent and one more could collapse early.
    spare: Option<SquareSet>,
}

impl Few {
    /// The gaps, and how much the prover leads by at least; `None` if nothing is proven.
    pub fn of(setting: &Setting) -> Option<(Few, Margin)> {
        let room = setting.squares() - 1 - setting.gap();
        let must_differ = setting.prover == Player::Two && room <= setting.others_before_last();
        let every_second = setting
            .all()
            .iter()
            .filter(|square| square.index() % 2 == 1);
        let spare = must_differ.then(|| every_second.take(setting.gap()).collect());
        let gaps = (0..setting.own())
            .map(|index| spread(setting.all(), setting.gap(), index))
            .collect();
        let few = Few { gaps, spare };
        let firsts = few
            .gaps
            .iter()
            .map(|gap| Some(*gap))
            .filter(|_| spare.is_some());
        let lists = std::iter::once(None)
            .chain(firsts)
            .map(|first| few.gaps_after(first));
        let leads: Option<Vec<Margin>> = lists
            .map(|gaps| {
                let is_loose = keeps_loose(setting, &gaps, spare.is_some());
                guaranteed(setting, &endings(setting, &setting.series(&gaps))).filter(|_| is_loose)
            })
            .collect();
        let least = leads?.into_iter().min()?;
        Some((few, least))
    }

    /// The prover's gaps if the opponent's first series has this one.
    pub fn gaps_after(&self, first: Option<SquareSet>) -> Vec<SquareSet> {
        let gap = |&gap: &SquareSet| self.spare.filter(|_| first == Some(gap)).unwrap_or(gap);
        self.gaps.iter().map(gap).collect()
    }
}

/// All ways to take eight squares that the prover's series can fill, with the lead; best first.
pub fn endings(setting: &Setting, own: &[SquareSet]) -> Vec<(Margin, Ending)> {
    let boards = setting.all().subsets(own.len());
    let mut found: Vec<(Margin, Ending)> = boards
        .filter_map(|squares| ending(setting, own, squares))
        .collect();
    found.sort_by_key(|(lead, _)| Reverse(*lead));
    found
}

/// The lead that the prover has at least with exactly these squares, if the other player then has one line at most.
fn ending(setting: &Setting, own: &[SquareSet], squares: SquareSet) -> Option<(Margin, Ending)> {
    let within = |set: SquareSet| {
        setting
            .lines()
            .iter()
            .filter(move |line| line.is_subset(set))
    };
    let has_line = within(squares).next().is_some();
    let with = |place: &dyn Fn(usize) -> SquareSet| {
        let ending = Ending {
            taken: squares,
            own: (0..own.len()).map(place).collect(),
        };
        ending.fits(own, squares).then_some(ending)
    };
    let anyhow = |lead: Margin| with(&|_| squares).map(|ending| (lead, ending));
    let half = Margin::from_rank(2);
    match (
        within(setting.all() - squares).count(),
        setting.rules.scoring,
    ) {
        (0, _) => anyhow(if has_line { Margin::ONE } else { Margin::ZERO }),
        (1, Scoring::Shared) => anyhow(if has_line { Margin::ZERO } else { -Margin::ONE }),
        (1, scoring) => {
            // A line that player 1's first series fill comes before any of player 2, unless subscripts are made equal.
            let comes_first = setting.prover == Player::One && setting.rules.offset == Offset::Zero;
            let lead = if scoring == Scoring::Harmonic {
                half
            } else {
                Margin::ONE
            };
            let first = |line: SquareSet| {
                with(&|index| {
                    if index < setting.side {
                        line
                    } else {
                        squares - line
                    }
                })
            };
            let mut lines = within(squares).filter(|_| comes_first);
            lines
                .find_map(|line| Some((lead, first(*line)?)))
                .or_else(|| anyhow(-Margin::ONE))
        }
        _ => None,
    }
}

/// The least lead over all sets H of g squares that the other player's series can make the prover take; `None` if one
/// of them is in no ending.
fn guaranteed(setting: &Setting, endings: &[(Margin, Ending)]) -> Option<Margin> {
    let best = |forced: SquareSet| {
        endings
            .iter()
            .find(|(_, ending)| forced.is_subset(ending.taken))
    };
    let leads: Option<Vec<Margin>> = setting
        .all()
        .subsets(setting.gap())
        .map(|forced| best(forced).map(|(lead, _)| *lead))
        .collect();
    leads?.into_iter().min()
}
