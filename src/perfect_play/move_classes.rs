//! Classes of moves that lead to the same game, and which of them keep the value of a position.

use rustc_hash::FxHashMap;

use super::backend::Backend;
use super::solver::SolverWith;
use crate::engine::board::SquareSet;
use crate::engine::canonical::{Canonical, Key};
use crate::engine::position::{Action, Position};
use crate::engine::rules::{Margin, Player};
use crate::support::progress::Progress;

/// The actions of a position, placements or collapses, in classes: those that lead to positions with the same canonical
/// form ([`crate::engine::canonical`]) are one class.
#[derive(Clone, Debug)]
pub struct MoveClasses {
    /// Who acts; `None` if the game is over, and then there are no actions.
    pub to_move: Option<Player>,
    /// The actions in the order of the engine, each with the number of its class. Classes are numbered as they appear.
    pub actions: Vec<(Action, usize)>,
    /// For each class the position after its first action.
    pub after: Vec<Position>,
}

impl MoveClasses {
    /// The classes of a position; `None` if interrupted. Nine series can have 9! collapses.
    pub fn of(position: &Position, progress: &dyn Progress) -> Option<MoveClasses> {
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
                .entry(Canonical::of(&next, &symmetries).key)
                .or_insert(new);
            if class == new {
                classes.after.push(next);
            }
            classes.actions.push((action, class));
        }
        Some(classes)
    }

    /// The actions of the classes that are `chosen`.
    pub fn actions_of(&self, chosen: &[bool]) -> impl Iterator<Item = Action> {
        self.actions
            .iter()
            .filter(|(_, class)| chosen[*class])
            .map(|(action, _)| *action)
    }

    /// From each class that is `chosen` the action with the least squares, sorted by these squares: for example 1-9
    /// stands for both diagonals of the 3-by-3 board. Collapses stay in the order of the engine.
    pub fn least(&self, chosen: &[bool]) -> Vec<Action> {
        let mut found = vec![false; chosen.len()];
        let mut actions: Vec<&(Action, usize)> = self
            .actions
            .iter()
            .filter(|(_, class)| chosen[*class])
            .collect();
        actions.sort_by(|(one, _), (other, _)| one.in_order(other));
        actions.retain(|(_, class)| !std::mem::replace(&mut found[*class], true));
        actions.into_iter().map(|(action, _)| *action).collect()
    }

    /// The same where all actions are placements: their squares.
    pub(crate) fn least_placements(&self, chosen: &[bool]) -> Vec<SquareSet> {
        let squares = |action| match action {
            Action::Place(squares) => Some(squares),
            Action::Collapse(_) => None,
        };
        self.least(chosen).into_iter().filter_map(squares).collect()
    }
}

impl<B: Backend> SolverWith<B> {
    /// For each class of moves whether it keeps the value of the position; `None` if interrupted. One question to the
    /// solver for each class.
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

    /// The best first moves of a position that waits for a placement, one of each class; `None` if interrupted.
    pub(crate) fn best_first_moves(
        &mut self,
        start: &Position,
        progress: &dyn Progress,
    ) -> Option<Vec<SquareSet>> {
        let value = self.bounds(start, progress).value()?;
        let classes = MoveClasses::of(start, progress)?;
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
        assert_eq!(MoveClasses::of(&start, &Silent).unwrap().actions.len(), 36);
        assert!(MoveClasses::of(&start, &Stopped).is_none());
    }
}
