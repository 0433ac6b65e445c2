//! Plans: what the blocker places next, whatever the attacker does.
//!
//! Let the attacker be to move. A *plan* consists of *steps* K_1, ..., K_k, which are placements of the blocker, and of
//! a set F of squares such that no target lives on any final board of the position that has the blocker's next series
//! on the steps and one more on a square of F, wherever the attacker's series to come are. If the blocker can place the
//! steps, in this order, and then a series inside F, then the final boards that are left are among those, and no target
//! lives. So a placement S of the attacker is answered if no collapse, whoever chooses it, can keep the blocker from
//! doing so.
//!
//! Before the blocker's placement j + 1 the series on the board are those of the position, S, K_1, ..., K_j (the
//! *known* ones), and j more of the attacker (the *unknown* ones). Let U be the set of squares that became classical
//! since the position. Every collapse makes as many squares classical as series, and those series are left without
//! other squares; so at least |U| series are inside U. Let E be the set of the known ones among them, and N(E) the set
//! of their squares. Then N(E) is a part of U, and |U| <= |E| + j.
//!
//! * If one of the unknown series is inside U, then |U| >= n, and so |E| + j >= n.
//! * If none is, then |N(E)| <= |U| <= |E|.
//!
//! Let X be the squares that the blocker wants for its next placement: K_(j+1) or F. Of these at least
//! |X - N(E)| - (|E| + j - |N(E)|) are left in the first case, and |X - N(E)| in the second. So the blocker can go on if
//! this number is at least n in the first case for each set E of known series with |N(E)| <= |E| + j and n <= |E| + j,
//! and in the second for each set with |N(E)| <= |E|. (While n squares are quantum, every series has n pieces.)
//!
//! The sets E that matter are few. They are listed once for all placements S, without S.

use super::node::{Move, Node, Question};
use super::order::MOST_SCORED;
use super::state::{BLOCKER, State, squares_where};
use super::targets::Squares;

/// How many placements are tried as the next one of a plan, by how many placements of the plan are left.
const TRIED: [usize; 4] = [0, 1, 4, 3];

/// With more series than this no plan is made: the sets of series would be too many.
const MOST_SERIES: usize = 14;

/// So few placements are searched one by one rather than answered by plans.
const FEW: usize = 2;

/// The sets E of known series that can collapse together with one more and the unknown ones.
struct Near {
    /// The squares of each set, and how many series it has.
    sets: Vec<(Squares, usize)>,
    /// How many series are unknown.
    unknown: usize,
    /// How many pieces a series has.
    pieces: usize,
}

impl Near {
    fn new<S: State>(position: &S, unknown: usize, pieces: usize) -> Near {
        let series = position.series();
        let mut sets = vec![(0, 0)];
        let mut squares = vec![0; 1 << series.len()];
        for set in 1..squares.len() {
            squares[set] = squares[set & (set - 1)] | series[set.trailing_zeros() as usize];
            let count = set.count_ones() as usize;
            if squares[set].count_ones() as usize <= count + unknown + 1 {
                sets.push((squares[set], count));
            }
        }
        sets.sort_unstable();
        sets.dedup();
        Near { sets, unknown, pieces }
    }

    /// Whether enough of the wanted squares are left if `count` known series on these squares collapse, with unknown
    /// ones or alone.
    fn leave(&self, wanted: Squares, squares: Squares, count: usize) -> bool {
        let (size, most) = (squares.count_ones() as usize, count + self.unknown);
        let left = (wanted & !squares).count_ones() as usize;
        if size <= most && most >= self.pieces {
            left >= self.pieces + (most - size)
        } else {
            size > count || left >= self.pieces
        }
    }

    /// Whether enough of the wanted squares are left in any case, without the placement S.
    fn always_leave(&self, wanted: Squares) -> bool {
        self.sets.iter().all(|&(squares, count)| self.leave(wanted, squares, count))
    }
}

/// One placement of a plan: the squares that the blocker wants to be still quantum before it, and the stage before.
struct Stage<'a> {
    near: &'a Near,
    wanted: Squares,
    before: Option<&'a Stage<'a>>,
}

impl Stage<'_> {
    /// Whether the blocker certainly gets beyond this stage after a placement S of the attacker. Without S it does.
    fn is_reached_after(&self, placement: Squares) -> bool {
        let near = self.near;
        let with = |&(squares, count)| near.leave(self.wanted, squares | placement, count + 1);
        near.sets.iter().all(with) && self.before.is_none_or(|stage| stage.is_reached_after(placement))
    }
}

/// The attacker's placements that no plan answers as yet.
struct Unanswered<'a, S: State> {
    question: &'a Question<S>,
    moves: &'a mut Vec<Move>,
    first: usize,
}

impl<S: State> Node<'_, S> {
    /// Drops the attacker's placements that plans answer, of those from the `first` on.
    pub fn drop_answered(&self, question: &Question<S>, moves: &mut Vec<Move>, first: usize) {
        if question.pieces_on(self.position.quantum()) < question.pieces {
            return;
        }
        let turns = self.turns_left - question.series[self.turns_left];
        let mut unanswered = Unanswered { question, moves, first };
        for placements in 2..TRIED.len().min(turns + 1) {
            if unanswered.are_few() || self.position.series().len() + placements > MOST_SERIES {
                return;
            }
            unanswered.try_plans(self, placements, None);
        }
    }
}

impl<S: State> Unanswered<'_, S> {
    fn are_few(&self) -> bool {
        self.moves.len() <= self.first + FEW
    }

    /// Tries plans that have so many placements left. The node is the position with the steps so far, as if the
    /// attacker had passed each time.
    fn try_plans(&mut self, node: &Node<S>, placements: usize, before: Option<&Stage>) {
        let question = self.question;
        let unknown = std::iter::successors(before, |stage| stage.before).count();
        let near = Near::new(node.position, unknown, question.pieces);
        if placements == 1 {
            if near.always_leave(node.free) {
                self.drop_answered(&Stage { near: &near, wanted: node.free, before });
            }
            return;
        }
        let to_move = Node { side: BLOCKER, ..*node };
        let mut steps = Vec::new();
        to_move.list(question, &mut steps);
        to_move.order(question, &mut steps, MOST_SCORED);
        let can_be = |step: &Squares| near.always_leave(*step) && node.entangled_by(*step).is_none();
        let best = steps.iter().take(MOST_SCORED).map(|step| step.placement).filter(can_be);
        for step in best.take(TRIED[placements]) {
            let mut next = node.position.clone();
            next.place(BLOCKER, step);
            let prospects = next.prospects(&question.targets, question.series[node.turns_left]);
            let living = prospects.living & node.living;
            let free = squares_where(next.quantum(), |square| prospects.with[BLOCKER][square] & living == 0);
            let after = Node { position: &next, blocks: next.blocks(), prospects, living, free, ..*node };
            self.try_plans(&after, placements - 1, Some(&Stage { near: &near, wanted: step, before }));
            if self.are_few() {
                return;
            }
        }
    }

    fn drop_answered(&mut self, last: &Stage) {
        let mut kept = self.first;
        for place in self.first..self.moves.len() {
            if !last.is_reached_after(self.moves[place].placement) {
                self.moves[kept] = self.moves[place];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::super::series::Series;
    use super::super::{Blocking, Goal};
    use super::*;
    use crate::board::SquareSet;
    use crate::game::Game;
    use crate::position::{Action, Phase, Position};
    use crate::random_play::UniformPolicy;
    use crate::rules::Rules;

    /// After a placement, and any collapse: which squares collapse does not depend on how.
    fn after(position: &Position, placement: Squares) -> Position {
        let next = position.after_unchecked(&Action::Place(SquareSet(u64::from(placement))));
        match next.collapses().next() {
            Some(collapse) => next.after_unchecked(&Action::Collapse(collapse)),
            None => next,
        }
    }

    /// Whether the blocker can place the steps and then a series inside `last`, whatever the attacker places in
    /// between.
    fn can_be_played(position: &Position, steps: &[Squares], last: Squares) -> bool {
        let quantum = position.quantum().0 as Squares;
        let Some((&step, rest)) = steps.split_first() else {
            return (last & quantum).count_ones() as usize >= position.game().pieces();
        };
        let goes_on = |next: &Position| {
            next.placements().all(|placed| can_be_played(&after(next, placed.0 as Squares), rest, last))
        };
        step & !quantum == 0 && goes_on(&after(position, step))
    }

    /// A random set of so many squares.
    fn drawn(among: SquareSet, count: usize, drawer: &mut UniformPolicy) -> Squares {
        let all: Vec<SquareSet> = among.subsets(count).collect();
        all[drawer.below(all.len() as u64) as usize].0 as Squares
    }

    #[test]
    fn a_promised_plan_can_be_played_whatever_the_attacker_places() {
        let (mut promised, mut open) = ([0; 2], [0; 2]);
        for (stream, pieces) in (0..2_000).flat_map(|stream| [(stream, 2), (stream, 3), (stream, 4)]) {
            let game = Game::of_side(4, pieces, Rules::default()).unwrap();
            let mut drawer = UniformPolicy::new(29 + pieces as u64, stream);
            let mut position = Position::new(game);
            while position.phase() == Phase::Collapse || position.quantum().len() > 10 - stream as usize % 4 {
                position = position.after_unchecked(&drawer.action(&position).unwrap());
            }
            if position.quantum().len() < pieces + 1 {
                continue;
            }
            let blocking =
                Blocking::new(&game, position.to_move().unwrap().opponent(), Goal::Line, 0).unwrap();
            let state: Series = blocking.state(&position);
            let steps: Vec<Squares> =
                (0..1 + stream % 2).map(|_| drawn(position.quantum(), pieces, &mut drawer)).collect();
            let size = position.quantum().len() - (stream as usize / 6) % 2;
            let last = drawn(position.quantum(), size.max(pieces), &mut drawer);
            check(&position, state, &steps, last, [&mut promised, &mut open]);
        }
        assert!(promised.iter().chain(&open).all(|&count| count > 50), "{promised:?} {open:?}");
    }

    /// Holds what is promised of a plan against play; counts, by the steps, what is promised and what is not.
    fn check(
        position: &Position,
        mut state: Series,
        steps: &[Squares],
        last: Squares,
        [promised, open]: [&mut [usize; 2]; 2],
    ) {
        let mut nears = vec![Near::new(&state, 0, position.game().pieces())];
        let mut with_steps = *position;
        for (unknown, &step) in steps.iter().enumerate() {
            // As in a plan, the steps alone entangle nothing.
            with_steps.place_unchecked(SquareSet(u64::from(step)));
            if with_steps.phase() != Phase::Place {
                return;
            }
            state.place(BLOCKER, step);
            nears.push(Near::new(&state, unknown + 1, position.game().pieces()));
        }
        let wanted: Vec<Squares> = steps.iter().copied().chain([last]).collect();
        if !nears.iter().zip(&wanted).all(|(near, &wanted)| near.always_leave(wanted)) {
            return;
        }
        let first = Stage { near: &nears[0], wanted: wanted[0], before: None };
        let second = Stage { near: &nears[1], wanted: wanted[1], before: Some(&first) };
        let third = nears.get(2).map(|near| Stage { near, wanted: wanted[2], before: Some(&second) });
        let whole = third.as_ref().unwrap_or(&second);
        for placement in position.placements().step_by(5) {
            let placement = placement.0 as Squares;
            if whole.is_reached_after(placement) {
                assert!(
                    can_be_played(&after(position, placement), steps, last),
                    "{placement:b} {position:?}"
                );
                promised[steps.len() - 1] += 1;
            } else {
                open[steps.len() - 1] += 1;
            }
        }
    }
}
