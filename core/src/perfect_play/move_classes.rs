use rustc_hash::FxHashMap;

use super::backend::Backend;
use super::solver::SolverWith;
use crate::engine::board::SquareSet;
use crate::engine::canonical::{Canonical, Key};
use crate::engine::position::{Action, Position};
use crate::engine::rules::{Margin, Player};
use crate::support::progress::Progress;

/// A position's actions in classes: two are in one class if the positions after them have the same
/// [canonical form](crate::engine::canonical).
#[derive(Clone, Debug)]
pub struct MoveClasses {
    /// The player who acts, `None` if the game is over.
    pub to_move: Option<Player>,
    /// The actions in the engine's order, each with its class. Classes are numbered as they appear.
    pub actions: Vec<(Action, usize)>,
    /// The position after each class's first action.
    pub after: Vec<Position>,
}

impl MoveClasses {
    /// Returns the classes of a position, or `None` if interrupted.
    ///
    /// This can take long, because nine series can have 9! collapses.
    pub fn new(position: &Position, progress: &dyn Progress) -> Option<MoveClasses> {
        let symmetries = position.board().symmetries();
        let mut classes = MoveClasses {
            to_move: position.to_move(),
            actions: Vec::new(),
            after: Vec::new(),
        };
        let mut known: FxHashMap<Key, usize> = FxHashMap::default();
        for action in position.actions() {
            if progress.interrupted() {
                return None;
            }
            let next = position.after_unchecked(&action);
            let new = classes.after.len();
            let class = *known
                .entry(Canonical::new(&next, &symmetries).key)
                .or_insert(new);
            if class == new {
                classes.after.push(next);
            }
            classes.actions.push((action, class));
        }
        Some(classes)
    }

    pub fn actions_of(&self, chosen: &[bool]) -> impl Iterator<Item = Action> {
        self.actions
            .iter()
            .filter(|(_, class)| chosen[*class])
            .map(|(action, _)| *action)
    }

    /// Returns each `chosen` class's first action by [`Action::in_order`], sorted in this order.
    pub fn least(&self, chosen: &[bool]) -> Vec<Action> {
        let mut seen = vec![false; chosen.len()];
        let mut actions: Vec<&(Action, usize)> = self
            .actions
            .iter()
            .filter(|(_, class)| chosen[*class])
            .collect();
        actions.sort_by(|(one, _), (other, _)| one.in_order(other));
        actions.retain(|(_, class)| !std::mem::replace(&mut seen[*class], true));
        actions.into_iter().map(|(action, _)| *action).collect()
    }

    /// Returns the squares of [`MoveClasses::least`], for a position whose actions are placements.
    pub(crate) fn least_placements(&self, chosen: &[bool]) -> Vec<SquareSet> {
        let squares = |action| match action {
            Action::Place(squares) => Some(squares),
            Action::Collapse(_) => None,
        };
        self.least(chosen).into_iter().filter_map(squares).collect()
    }
}

impl<B: Backend> SolverWith<B> {
    /// Returns which classes keep `value`, or `None` if interrupted or limited.
    pub(crate) fn keeps(
        &mut self,
        classes: &MoveClasses,
        value: Margin,
        progress: &dyn Progress,
    ) -> Option<Vec<bool>> {
        let Some(side) = classes.to_move else {
            return Some(Vec::new());
        };
        classes
            .after
            .iter()
            .map(|next| self.gives(next, side, value, progress))
            .collect()
    }

    /// Returns the best placements, one of each class, or `None` if interrupted or limited.
    ///
    /// `start` must not wait for a collapse.
    pub(crate) fn best_first_moves(
        &mut self,
        start: &Position,
        progress: &dyn Progress,
    ) -> Option<Vec<SquareSet>> {
        let value = self.bounds(start, progress).value()?;
        let classes = MoveClasses::new(start, progress)?;
        let keeps = self.keeps(&classes, value, progress)?;
        Some(classes.least_placements(&keeps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Game;
    use crate::support::progress::{Silent, Stopped};

    #[test]
    fn putting_actions_into_classes_can_be_interrupted() {
        let start = Position::new(Game::default());
        assert_eq!(MoveClasses::new(&start, &Silent).unwrap().actions.len(), 36);
        assert!(MoveClasses::new(&start, &Stopped).is_none());
    }
}
