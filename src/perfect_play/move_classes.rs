//! Classes of moves that lead to the same game, and which of them keep the value of a position.

use rustc_hash::FxHashMap;

use super::solver::Solver;
use crate::engine::board::SquareSet;
use crate::engine::canonical::{Canonical, Key};
use crate::engine::position::{Action, Position};
use crate::engine::rules::{Margin, Player};
use crate::support::progress::Progress;

/// How many positions the first question about a first move visits.
const FIRST_MOVE_NODES: u64 = 1 << 12;

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
    pub(super) fn least_placements(&self, chosen: &[bool]) -> Vec<SquareSet> {
        let squares = |action| match action {
            Action::Place(squares) => Some(squares),
            Action::Collapse(_) => None,
        };
        self.least(chosen).into_iter().filter_map(squares).collect()
    }
}

impl Solver {
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

    /// For a value that the player to move proves by blocking: the first moves after which blocking still proves it,
    /// and the other first moves, one of each class. Of the others it is not known whether they keep the value, for the
    /// other player may get a line there without gaining by it. All classes are asked about in rounds, with more and
    /// more positions, as long as the progress allows.
    pub(super) fn first_moves_by_blocking(
        &mut self,
        start: &Position,
        value: Margin,
        progress: &dyn Progress,
    ) -> Option<[Vec<SquareSet>; 2]> {
        let classes = MoveClasses::of(start, progress)?;
        let blocker = classes.to_move?;
        let mut keeps: Vec<Option<bool>> = vec![None; classes.after.len()];
        let mut nodes = FIRST_MOVE_NODES;
        while keeps.contains(&None) && self.may_search(progress) {
            for (keeps, after) in keeps
                .iter_mut()
                .zip(&classes.after)
                .filter(|(keeps, _)| keeps.is_none())
            {
                *keeps = self.blocks(after, blocker, value, nodes, progress);
            }
            nodes *= 4;
        }
        let moves = |wanted: bool| {
            let chosen: Vec<bool> = keeps
                .iter()
                .map(|keeps| (*keeps == Some(true)) == wanted)
                .collect();
            classes.least_placements(&chosen)
        };
        Some([moves(true), moves(false)])
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
    use crate::engine::rules::{CollapseChooser, Rules};
    use crate::support::progress::{Silent, Stopped};

    #[test]
    fn putting_actions_into_classes_can_be_interrupted() {
        let start = Position::new(Game::default());
        assert_eq!(MoveClasses::of(&start, &Silent).unwrap().actions.len(), 36);
        assert!(MoveClasses::of(&start, &Stopped).is_none());
    }

    #[test]
    fn of_a_bound_that_blocking_proves_some_first_moves_are_known_early() {
        let rules = Rules {
            collapse: CollapseChooser::Player2,
            ..Rules::default()
        };
        let start = Position::new(Game::of_side(4, 2, rules).unwrap());
        let mut solver = Solver::new(*start.game(), 1 << 24).unwrap();
        let classes = MoveClasses::of(&start, &Silent).unwrap();
        solver.limited(Some(90_000), None, &Silent);
        let [kept, unknown] = solver
            .first_moves_by_blocking(&start, -Margin::ONE, &Silent)
            .unwrap();
        assert!(
            !kept.is_empty() && !unknown.is_empty(),
            "{kept:?} {unknown:?}"
        );
        assert_eq!(kept.len() + unknown.len(), classes.after.len());
    }
}
