//! Which actions keep the value of a position.

use rustc_hash::FxHashMap;

use super::Solver;
use crate::board::SquareSet;
use crate::canonical::{Key, Normal};
use crate::position::{Action, Position};
use crate::progress::Progress;
use crate::rules::Margin;

/// The actions of a position, placements or collapses, those together that lead to the same game.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// The actions in the order of the engine, with their groups.
    pub actions: Vec<(Action, usize)>,
    /// The position after the first action of each group.
    pub after: Vec<Position>,
    /// Whether a group's actions keep the value.
    pub keeps: Vec<bool>,
}

impl Groups {
    /// The actions of a position, without saying which of them keep the value; `None` if interrupted. Nine series can have 9! collapses.
    pub(crate) fn of(position: &Position, progress: &dyn Progress) -> Option<Groups> {
        let mut groups = Groups::default();
        let symmetries = position.board().symmetries();
        let mut known: FxHashMap<Key, usize> = FxHashMap::default();
        for action in position.actions() {
            if progress.interrupted() {
                return None;
            }
            let next = position.after_unchecked(&action);
            let new = groups.after.len();
            let group = *known.entry(Normal::of(&next, &symmetries).key).or_insert(new);
            if group == new {
                groups.after.push(next);
            }
            groups.actions.push((action, group));
        }
        Some(groups)
    }

    /// The actions that keep the value.
    pub fn keeping(&self) -> impl Iterator<Item = Action> {
        self.actions.iter().filter(|(_, group)| self.keeps[*group]).map(|(action, _)| *action)
    }

    /// The first action of each group that keeps the value.
    pub fn keeping_classes(&self) -> impl Iterator<Item = Action> {
        let first = |group: usize| self.actions.iter().find(move |(_, of)| *of == group);
        let kept = (0..self.after.len()).filter(|&group| self.keeps[group]);
        kept.filter_map(move |group| first(group).map(|(action, _)| *action))
    }
}

impl Solver {
    /// The actions of a position whose value is known, those that lead to the same game up to symmetry together, and which of them
    /// keep the value; `None` if interrupted. One question to the solver for each group.
    ///
    /// ```
    /// use gqt3::{game::Game, position::{Action, Position}, progress::Silent, rules::Rules, search::{Solver, TABLE_BYTES}};
    /// let start = Position::new(Game::of_side(2, 1, Rules::default())?);
    /// let mut solver = Solver::new(start.board(), 1, start.rules(), TABLE_BYTES)?;
    /// let value = solver.bounds(&start, &Silent).value().expect("it was not interrupted");
    /// let groups = solver.groups(&start, value, &Silent).expect("it was not interrupted");
    /// // All four squares are the same, and none is a mistake.
    /// assert_eq!((groups.after.len(), groups.keeping().count()), (1, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// As [`Solver::forces`].
    pub fn groups(&mut self, position: &Position, value: Margin, progress: &dyn Progress) -> Option<Groups> {
        let Some(side) = position.to_move() else { return Some(Groups::default()) };
        let mut groups = Groups::of(position, progress)?;
        let keeps = groups.after.iter().map(|next| self.gives(next, side, value, progress));
        groups.keeps = keeps.collect::<Option<_>>()?;
        Some(groups)
    }

    /// The best first moves of a position that waits for a placement, one of each symmetry class; `None` if interrupted.
    ///
    /// # Panics
    /// As [`Solver::forces`].
    pub fn best_first_moves(&mut self, start: &Position, progress: &dyn Progress) -> Option<Vec<SquareSet>> {
        let value = self.bounds(start, progress).value()?;
        let groups = self.groups(start, value, progress)?;
        let squares = groups.keeping_classes().filter_map(|action| match action {
            Action::Place(squares) => Some(squares),
            Action::Collapse(_) => None,
        });
        Some(squares.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::game::Game;
    use crate::progress::Silent;

    struct Stopped;

    impl Progress for Stopped {
        fn begin(&self, _what: &str, _steps: Option<u64>) {}
        fn advance(&self, _steps: u64) {}
        fn interrupted(&self) -> bool {
            true
        }
    }

    #[test]
    fn putting_actions_together_can_be_interrupted() {
        let start = Position::new(Game::default());
        assert_eq!(Groups::of(&start, &Silent).unwrap().actions.len(), 36);
        assert!(Groups::of(&start, &Stopped).is_none());
    }
}
