use super::forest::{ATTACKER, BLOCKER, Forest, LivingTargets, Probabilities, Wanted};
use super::question::Question;
use super::targets::{Goal, Squares, TargetSet, each, squares_where};

/// A position to search, with its living targets and free squares ([`super`]).
pub struct Node<'a> {
    question: &'a Question,
    pub position: &'a Forest,
    pub turns_left: usize,
    pub side: usize,
    pub living: LivingTargets,
    pub wanted: Wanted,
    free: Squares,
}

impl<'a> Node<'a> {
    /// Returns `None` if the blocker holds the attacker at once.
    pub fn open(
        question: &'a Question,
        position: &'a Forest,
        turns_left: usize,
    ) -> Option<Node<'a>> {
        let living = position.living(&question.targets, question.series(turns_left));
        let side = question.side(turns_left);
        let free = squares_where(position.quantum, |square| living.with[BLOCKER][square] == 0);
        let mut node = Node {
            question,
            position,
            turns_left,
            side,
            living,
            wanted: Wanted::default(),
            free,
        };
        if living.all == 0 || side == BLOCKER && node.ends_all(0) {
            return None;
        }
        node.wanted = Wanted::of(&question.targets, living.all, position.quantum);
        Some(node)
    }

    /// Returns `true` if the blocker could end all targets by a placement that avoids `beside`.
    fn ends_all(&self, beside: Squares) -> bool {
        let free = self.free & !beside;
        let pieces = self.question.pieces_on(self.position.quantum & !beside);
        let has_room = |square: usize| self.position.tree[square].count_ones() as usize >= pieces;
        free.count_ones() as usize >= pieces
            || self.question.blocker_chooses[BLOCKER] && each(free).any(has_room)
    }

    pub fn placements(&self) -> Vec<Squares> {
        let pieces = self.question.pieces_on(self.position.quantum);
        let mut placements = self.position.placements(self.side, pieces, &self.wanted);
        if self.side == ATTACKER {
            placements.retain(|&placement| !self.is_refuted(placement));
        }
        placements
    }

    fn is_refuted(&self, placement: Squares) -> bool {
        let lives = |square: usize| self.living.with[ATTACKER][square] != 0;
        let tree = self.position.entangled_by(placement);
        let is_answered = self.turns_left > 1 && self.ends_all(tree.unwrap_or(0));
        is_answered
            || match tree {
                Some(_) if self.question.blocker_chooses[ATTACKER] => !each(placement).all(lives),
                _ => !each(placement).any(lives),
            }
    }

    /// Sorts placements: the attacker's most dangerous first, or the blocker's safest first.
    pub fn sort(&self, placements: &mut [Squares]) {
        let likely = self.question.goal == Goal::Line;
        let probabilities = likely.then(|| self.position.probabilities(self.share()));
        let key = |placement: Squares| {
            u64::from(self.danger(placement, probabilities)) << 16 | u64::from(placement)
        };
        let reversed = if self.side == ATTACKER { !0 } else { 0 };
        let mut keys: Vec<u64> = placements
            .iter()
            .map(|&placement| key(placement) ^ reversed)
            .collect();
        keys.sort_unstable();
        placements
            .iter_mut()
            .zip(keys)
            .for_each(|(placement, key)| *placement = (key ^ reversed) as Squares);
    }

    fn share(&self) -> f32 {
        let turns_left = self.turns_left - 1;
        self.question.series(turns_left) as f32 / turns_left.max(1) as f32
    }

    /// The more targets live after a placement, the more dangerous it is to the blocker. But if the
    /// goal is a line, the attacker's placements are sorted by the lines that the attacker can
    /// expect, and so are the blocker's placements after which equally many targets live.
    ///
    /// `probabilities` are those before the placement, but `None` unless the goal is a line.
    fn danger(&self, placement: Squares, mut probabilities: Option<Probabilities>) -> u32 {
        let with = |square: usize| self.living.with[self.side][square];
        let Some(tree) = self.position.entangled_by(placement) else {
            let living = each(placement).fold(0, |living, square| living | with(square));
            if let Some(probabilities) = &mut probabilities {
                self.position
                    .join_probabilities(self.side, placement, self.share(), probabilities);
            }
            return self.danger_of(living, probabilities.as_ref());
        };
        if let Some(probabilities) = &mut probabilities {
            each(tree).for_each(|square| probabilities[square] = 1.0);
        }
        let outcomes =
            each(placement).map(|root| self.danger_of(with(root), probabilities.as_ref()));
        let chosen = if self.question.blocker_chooses[self.side] {
            outcomes.min()
        } else {
            outcomes.max()
        };
        chosen.unwrap_or(0)
    }

    fn danger_of(&self, living: TargetSet, probabilities: Option<&Probabilities>) -> u32 {
        let count = 16_000_000 * living.count_ones();
        match probabilities {
            Some(probabilities) if self.side == ATTACKER => self.expected(living, probabilities),
            Some(probabilities) => count + self.expected(living, probabilities),
            None => count,
        }
    }

    /// Estimates the lines that the attacker gets, in millionths, as if a line's squares were
    /// independent.
    fn expected(&self, living: TargetSet, probabilities: &Probabilities) -> u32 {
        let probability = |target: usize| {
            each(self.question.targets.squares(target))
                .fold(1.0, |product, square| product * probabilities[square])
        };
        (1e6 * each(living).map(probability).sum::<f32>()) as u32
    }
}
