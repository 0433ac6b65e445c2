//! The strategy that proves the bound, as a player follows it.

use super::endings::endings;
use super::repeats::Plan;
use super::theorem::LongSeries;
use crate::board::SquareSet;
use crate::matching::{Matching, Neighbours, SeriesSet};
use crate::position::{Action, Collapse, Phase, Position};
use crate::rules::Player;
use crate::search::minimax;

impl LongSeries {
    /// What the prover does in a position that came about by this strategy; `None` if the prover is not to decide, or
    /// if the position did not come about by it.
    #[must_use]
    pub fn action(&self, position: &Position) -> Option<Action> {
        if position.game() != &self.setting.game || position.to_move() != Some(self.prover()) {
            return None;
        }
        match position.phase() {
            Phase::Place if position.quantum() != self.setting.all() => {
                Some(Action::Place(self.single(position)?))
            }
            Phase::Place => Some(Action::Place(self.placement(position)?)),
            Phase::Collapse => self.collapse(position).map(Action::Collapse),
            Phase::Over => None,
        }
    }

    /// The squares of a player's series so far, in their order.
    fn series_of(position: &Position, player: Player) -> impl Iterator<Item = SquareSet> {
        let own = (0..position.turns()).filter(move |series| Player::of_turn(series + 1) == player);
        own.map(|series| position.squares_of(series))
    }

    /// The gaps of a player's series so far.
    fn gaps_of(&self, position: &Position, player: Player) -> Vec<SquareSet> {
        LongSeries::series_of(position, player).map(|series| self.setting.all() - series).collect()
    }

    /// The next series, while nothing has collapsed.
    fn placement(&self, position: &Position) -> Option<SquareSet> {
        let all = self.setting.all();
        let theirs = self.gaps_of(position, self.prover().opponent());
        let index = self.prover().turns_of(position.turns());
        if self.setting.moves_last() && index + 1 == self.setting.own() {
            return self.last_series(position);
        }
        let first = theirs.first().copied();
        let gap = match first.and_then(|first| self.plans.against.get(&first)) {
            Some(plan) => plan.gap(&self.setting, index, &theirs)?,
            None => {
                let alike = first.filter(|first| theirs.iter().all(|gap| gap == first));
                let last = alike.and_then(|first| self.plans.lasts.get(&first).copied());
                let last = last.filter(|_| index + 1 == self.setting.own());
                last.or(self.gaps_after(first).get(index).copied())?
            }
        };
        Some(all - gap)
    }

    /// The last series of the game: it has all squares that the prover wants.
    fn last_series(&self, position: &Position) -> Option<SquareSet> {
        let gaps = self.gaps_of(position, self.prover());
        let mut own = self.setting.series(&gaps);
        own.push(self.setting.all());
        let (mut neighbours, last) = (*position.neighbours(), position.turns());
        neighbours[last] = self.setting.all();
        let matching = self.best(&own, &neighbours, SeriesSet::first(last + 1))?;
        let theirs = |series: &usize| Player::of_turn(series + 1) != self.prover();
        let left = (0..=last).filter(theirs).map(|series| matching.square_of(series));
        Some(self.setting.all() - left.take(self.setting.gap()).collect())
    }

    /// All series matched to the best ending that they can be matched to.
    fn best(&self, own: &[SquareSet], all: &Neighbours, series: SeriesSet) -> Option<Matching> {
        let endings = endings(&self.setting, own).into_iter();
        endings.filter_map(|ending| self.matched(&ending.own, ending.squares, all, series)).next()
    }

    /// Matches some series: the prover's inside their places, the others beside the prover's squares.
    fn matched(
        &self,
        places: &[SquareSet],
        squares: SquareSet,
        all: &Neighbours,
        series: SeriesSet,
    ) -> Option<Matching> {
        let mut neighbours = *all;
        for one in series {
            let index = one / 2;
            let is_own = Player::of_turn(one + 1) == self.prover();
            neighbours[one] = if is_own { all[one] & places[index] } else { all[one] - squares };
        }
        Matching::of_all(series, &neighbours).ok()
    }

    fn collapse(&self, position: &Position) -> Option<Collapse> {
        let (series, neighbours) = (position.entangled(), position.neighbours());
        let matching = if position.turns() == self.setting.game.squares() {
            let own: Vec<SquareSet> = LongSeries::series_of(position, self.prover()).collect();
            self.best(&own, neighbours, series)?
        } else {
            let plan = self.plan(position)?;
            let last = plan.gaps.len() - 1;
            let top = SquareSet::single(plan.top);
            let place = |index: usize| if index == last { top } else { plan.lines - top };
            let places: Vec<SquareSet> = (0..=last).map(place).collect();
            self.matched(&places, plan.lines, neighbours, series)?
        };
        Collapse::new(series.iter().map(|one| (one, matching.square_of(one))))
    }

    /// The plan that the opponent's first series called for.
    fn plan(&self, position: &Position) -> Option<&Plan> {
        let classical = position.squares_of(usize::from(self.prover() == Player::One));
        let first = self.setting.all() - classical;
        self.plans.against.get(&first)
    }

    /// A single piece after the collapse of a plan, when two or three are left to be played.
    fn single(&self, position: &Position) -> Option<SquareSet> {
        let value = |square: &SquareSet| {
            let value = minimax(&position.after_unchecked(&Action::Place(*square)));
            if self.prover() == Player::One { value } else { -value }
        };
        position.placements().max_by_key(value)
    }
}
