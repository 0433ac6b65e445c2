//! Plans: what the blocker places next, whatever the attacker does.
//!
//! A *plan* for a position in which the attacker is to move has some *steps* K_1, ..., K_k and a set F of squares such that
//! no target lives on the final boards of the position that have the blocker's next series on the steps and one more on a square
//! of F, with the attacker's series to come on any squares. If the blocker can place the steps and then a series inside F,
//! nothing else matters: the final boards that are left are among these. So a placement S of the attacker is
//! answered if no collapse can prevent that, whoever chooses it.
//!
//! Before the blocker's placement j + 1 the series on the board are those of the position, S, K_1, ..., K_j and j others of the
//! attacker, the unknown ones. Let U be the squares that became classical since the position. Every collapse makes as many
//! squares classical as series, and each of these has no square elsewhere, so at least |U| series are inside U.
//! Let E be the known ones among them and N(E) their squares: N(E) is a part of U, and |U| <= |E| + j. If one of the
//! unknown ones is inside U, then |U| >= n; else |N(E)| <= |U| <= |E|. Of the squares X that the blocker wants,
//! K_(j+1) or F, at least |X - N(E)| - (|E| + j - |N(E)|) are left in the first case and |X - N(E)| in the second one. The
//! blocker can go on if that is n at least for every set E of known series with |N(E)| <= |E| + j <- n <= |E| + j, and for every
//! one with |N(E)| <= |E|. (While n squares are quantum, every series has n pieces.)
//!
//! The sets E that matter are few and are listed once without S, for all placements S.

use super::node::{Move, Node, Question};
use super::order::MOST_SCORED;
use super::state::{BLOCKER, State, squares_where};
use super::targets::Squares;

/// By the number of placements left in a plan: how many are tried as the next one.
const TRIED: [usize; 4] = [0, 1, 4, 3];

/// With more series than this no plan is made: the sets of series would be too many.
const MOST_SERIES: usize = 14;

/// So few placements are rather looked at one by one.
const FEW: usize = 2;

/// Sets of known series, by their squares and their number, that one more and the unknown ones can entangle.
struct Near {
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

    /// Whether enough of some squares are left if known series collapse with unknown ones, or alone.
    fn leave(&self, wanted: Squares, squares: Squares, count: usize) -> bool {
        let (size, most) = (squares.count_ones() as usize, count + self.unknown);
        let left = (wanted & !squares).count_ones() as usize;
        if size <= most && most >= self.pieces {
            left >= self.pieces + (most - size)
        } else {
            size > count || left >= self.pieces
        }
    }

    /// Whether enough of some squares are left without the placement S.
    fn always_leave(&self, wanted: Squares) -> bool {
        self.sets.iter().all(|&(squares, count)| self.leave(wanted, squares, count))
    }
}

/// What the blocker wants to be quantum still before a placement, and before those that come first.
struct Stage<'a> {
    near: &'a Near,
    wanted: Squares,
    before: Option<&'a Stage<'a>>,
}

impl Stage<'_> {
    /// Whether the blocker gets so far after a placement of the attacker; it is known that without one it does.
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
    /// Drops those of the attacker's placements that plans answer, from the `first` on.
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

    /// Tries plans that go on with so many placements; the node is what the position would be if the attacker passed.
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
