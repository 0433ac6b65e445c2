//! Which placements are tried, and which first.

use std::ops::ControlFlow;

use super::node::{Move, Node, Question};
use super::state::{ATTACKER, BLOCKER, State, each, squares_where};
use super::targets::{Squares, TargetSet};

/// So many placements are ordered by their scores; where there are more, the others are ordered roughly.
pub const MOST_SCORED: usize = 24;

impl<S: State> Node<'_, S> {
    /// The placements that are not decided at once, in their order.
    pub fn placements(&self, question: &Question<S>) -> Vec<Squares> {
        let mut moves = Vec::new();
        self.list(question, &mut moves);
        self.order(question, &mut moves, usize::MAX);
        moves.iter().map(|listed| listed.placement).collect()
    }

    /// Adds the placements that are not decided at once.
    pub fn list(&self, question: &Question<S>, moves: &mut Vec<Move>) {
        let quantum = self.position.quantum();
        let mut add = |placement| moves.push(Move { score: 0.0, placement });
        let pieces = question.pieces_on(quantum);
        if self.side == BLOCKER {
            return self.position.placements(BLOCKER, pieces, quantum, &self.wanted, add);
        }
        // The null move: see the module.
        let answered = self.turns_left > 1 && question.ends_all(quantum, self.free, &self.blocks);
        let answered_outside = |block: Squares| {
            let outside = self.free & !block;
            self.turns_left > 1
                && outside != 0
                && (outside.count_ones() as usize >= question.pieces_on(quantum & !block)
                    || question.ends_all(quantum & !block, outside, &self.blocks))
        };
        let lives = |square: usize| self.prospects.with[ATTACKER][square] & self.living != 0;
        let entangling = |square: usize| self.blocks[square].count_ones() as usize >= pieces;
        let within = if answered { squares_where(quantum, entangling) } else { quantum };
        self.position.placements(ATTACKER, pieces, within, &self.wanted, |placement| {
            let harmless = match self.entangled_by(placement) {
                None => answered || !each(placement).any(lives),
                Some(block) if answered_outside(block) => true,
                Some(_) if question.blocker_chooses[ATTACKER] => !each(placement).all(lives),
                Some(_) => !each(placement).any(lives),
            };
            if !harmless {
                add(placement);
            }
        });
    }

    /// Puts the most dangerous placements of the attacker first, or the safest ones of the blocker. If there are very
    /// many, the ones that look best by the number of targets alone get scores. The rest stays in any order if no more
    /// are `needed`.
    pub fn order(&self, question: &Question<S>, moves: &mut [Move], needed: usize) {
        let mut end = moves.len();
        if !S::PAIRS && end > MOST_SCORED {
            moves.iter_mut().for_each(|placed| {
                let living = |square: usize| self.prospects.with[self.side][square] & self.living;
                let all = each(placed.placement).fold(0, |all, square| all | living(square));
                placed.score = f32::from(all.count_ones() as u8);
            });
            if self.side == BLOCKER && needed <= MOST_SCORED {
                moves.select_nth_unstable_by(MOST_SCORED - 1, by_score);
            } else {
                sort(moves, self.side);
            }
            end = MOST_SCORED;
        }
        for placed in &mut moves[..end] {
            placed.score = self.score(question, placed.placement);
        }
        sort(&mut moves[..end], self.side);
    }

    /// About how dangerous a placement is to the blocker: how many targets live after it, and how likely the attacker
    /// gets them.
    fn score(&self, question: &Question<S>, placement: Squares) -> f32 {
        let with = |square: usize| self.prospects.with[self.side][square] & self.living;
        let chooses = question.blocker_chooses[self.side];
        let Some(block) = self.entangled_by(placement) else {
            let living = each(placement).fold(0, |living, square| living | with(square));
            let mut next = self.position.clone();
            next.place(self.side, placement);
            return self.weighted(living, danger(question, &next, living, self.turns_left - 1));
        };
        let better = |one: f32, other: f32| if chooses { one.min(other) } else { one.max(other) };
        let mut score: Option<f32> = None;
        let mut add = |found: f32| score = Some(score.map_or(found, |score| better(score, found)));
        if S::PAIRS {
            self.position.collapses(self.side, placement, block, self.wanted.squares, !chooses, |next| {
                let living = self.living & question.targets.inside(next.quantum() | next.taken());
                add(self.weighted(living, danger(question, &next, living, self.turns_left - 1)));
                ControlFlow::Continue(())
            });
        } else {
            for square in each(placement) {
                add(self
                    .weighted(with(square), danger(question, self.position, with(square), self.turns_left)));
            }
        }
        score.unwrap_or(0.0)
    }

    fn weighted(&self, living: TargetSet, danger: f32) -> f32 {
        if self.side == BLOCKER { 16.0 * living.count_ones() as f32 + danger } else { danger }
    }
}

/// The least score first.
fn by_score(a: &Move, b: &Move) -> std::cmp::Ordering {
    a.score.total_cmp(&b.score).then(a.placement.cmp(&b.placement))
}

/// By score: the attacker's greatest first, the blocker's least.
fn sort(moves: &mut [Move], side: usize) {
    match side {
        ATTACKER => moves.sort_unstable_by(|a, b| by_score(b, a)),
        _ => moves.sort_unstable_by(by_score),
    }
}

/// The sum of the probabilities of some targets, as if the squares of a target were independent of each other.
fn danger<S: State>(question: &Question<S>, position: &S, living: TargetSet, turns_left: usize) -> f32 {
    let share = question.series[turns_left] as f32 / turns_left.max(1) as f32;
    let chances = position.chances(share);
    let chance = |target: usize| {
        let squares = question.targets.squares(target) & position.quantum();
        each(squares).fold(1.0, |product, square| product * chances[square])
    };
    each(living).fold(0.0, |sum, target| sum + chance(target))
}
