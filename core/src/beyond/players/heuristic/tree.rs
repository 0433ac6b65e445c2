//! The search tree: the visited positions, their estimated worth and their proved bounds.

use super::candidates::Candidates;
use super::evaluation::{SMALL, Score};
use crate::engine::board::SquareSet;
use crate::engine::position::{Action, Collapse, Position};
use crate::engine::rules::{Margin, Player};

/// How much exploration weighs, on small boards and on others.
const EXPLORATION: [f32; 2] = [2.0, 1.2];

/// A node with v visits considers its first `WIDTH` + √v actions, and a later one only if none of
/// these can help.
const WIDTH: f32 = 4.0;

/// An action that was not followed yet counts as worth this much less than its parent node.
const UNSEEN: f32 = 0.1;

/// A tree with this many actions is full, and no node below the root gets more. They take half a
/// gigabyte, without the nodes and the boxed collapses.
const ROOM: usize = 1 << 24;

const NONE: u32 = u32::MAX;

/// An action in little memory: a collapse is boxed, because it is large.
#[derive(PartialEq, Eq)]
enum Move {
    Place(SquareSet),
    Collapse(Box<Collapse>),
}

impl Move {
    fn of(action: Action) -> Move {
        match action {
            Action::Place(squares) => Move::Place(squares),
            Action::Collapse(collapse) => Move::Collapse(Box::new(collapse)),
        }
    }

    fn action(&self) -> Action {
        match self {
            Move::Place(squares) => Action::Place(*squares),
            Move::Collapse(collapse) => Action::Collapse(**collapse),
        }
    }
}

struct Choice {
    played: Move,
    /// The prior probability that it is the best action.
    share: f32,
    /// The node after the action, or `NONE` before the action was followed.
    node: u32,
    /// What that node is worth to the player who decides, or minus infinity if another visit cannot
    /// help.
    worth: f32,
    /// The share, divided by one more than the node's visits.
    bonus: f32,
}

impl Choice {
    fn new(played: Move, share: f32) -> Choice {
        Choice {
            played,
            share,
            node: NONE,
            worth: 0.0,
            bonus: share,
        }
    }
}

/// How a node's actions were found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// The node has no actions yet.
    Leaf,
    Weighed,
    Evaluated,
}

struct Node {
    visits: u32,
    depth: Depth,
    /// See [`Candidates::complete`].
    complete: bool,
    for_one: bool,
    /// The sum of the visits' worth to player 1.
    total: f64,
    choices: Vec<Choice>,
    lower: Score,
    upper: Score,
}

impl Node {
    fn new(position: &Position) -> Node {
        Node {
            visits: 0,
            depth: Depth::Leaf,
            complete: false,
            for_one: position.to_move() == Some(Player::One),
            total: 0.0,
            choices: Vec::new(),
            lower: Score::MIN,
            upper: Score::MAX,
        }
    }

    const fn is_proven(&self) -> bool {
        self.lower == self.upper
    }

    /// What the node is worth to player 1: its visits' mean, within the proved bounds.
    fn worth(&self) -> f64 {
        let mean = if self.visits > 0 {
            self.total / f64::from(self.visits)
        } else {
            0.0
        };
        mean.clamp(reward(self.lower), reward(self.upper))
    }

    fn count(&mut self, worth: f64) {
        self.visits += 1;
        self.total += worth;
    }

    fn sign(&self) -> f64 {
        if self.for_one { 1.0 } else { -1.0 }
    }

    /// Returns `true` if a child cannot improve the deciding player's proved bound.
    const fn is_matched(&self, child: &Node) -> bool {
        if self.for_one {
            child.upper <= self.lower
        } else {
            child.lower >= self.upper
        }
    }
}

/// What a margin is worth to player 1: half for the points, half for winning.
pub fn reward(score: Score) -> f64 {
    (f64::from(score) / f64::from(Margin::UNIT) + f64::from(score.signum())) / 2.0
}

/// The root is node 0.
pub struct Tree {
    nodes: Vec<Node>,
    choices: usize,
    exploration: f32,
}

impl Tree {
    pub fn new(start: &Position) -> Tree {
        let exploration = EXPLORATION[usize::from(start.board().squares() > SMALL)];
        Tree {
            nodes: vec![Node::new(start)],
            choices: 0,
            exploration,
        }
    }

    pub fn visits(&self, node: usize) -> u32 {
        self.nodes[node].visits
    }

    pub fn depth(&self, node: usize) -> Depth {
        self.nodes[node].depth
    }

    pub fn is_full(&self) -> bool {
        self.choices >= ROOM
    }

    pub fn is_proven(&self, node: usize) -> bool {
        self.nodes[node].is_proven()
    }

    #[cfg(test)]
    pub fn bounds(&self, node: usize) -> [Score; 2] {
        [self.nodes[node].lower, self.nodes[node].upper]
    }

    pub fn worth(&self, node: usize) -> f64 {
        self.nodes[node].worth()
    }

    /// The margin that the deciding player is proved to secure.
    pub fn sure(&self, node: usize) -> Score {
        let node = &self.nodes[node];
        if node.for_one { node.lower } else { node.upper }
    }

    pub fn action(&self, choice: usize) -> Option<Action> {
        self.nodes[0]
            .choices
            .get(choice)
            .map(|choice| choice.played.action())
    }

    pub fn proven_after(&self, choice: usize) -> Option<Score> {
        let after = self.child(self.nodes[0].choices.get(choice)?)?;
        after.is_proven().then_some(after.lower)
    }

    pub fn settle(&mut self, node: usize, score: Score) {
        (self.nodes[node].lower, self.nodes[node].upper) = (score, score);
    }

    /// Replaces a node's actions by the candidates, but keeps those that were followed.
    pub fn expand(&mut self, at: usize, candidates: Candidates, depth: Depth) {
        let node = &mut self.nodes[at];
        let old = std::mem::take(&mut node.choices);
        self.choices -= old.len();
        let choices = candidates.list.into_iter();
        node.choices = choices
            .map(|one| Choice::new(Move::of(one.action), one.share as f32))
            .collect();
        // Collecting keeps the memory of the candidates, which are larger.
        node.choices.shrink_to_fit();
        for known in old.into_iter().filter(|choice| choice.node != NONE) {
            match node
                .choices
                .iter_mut()
                .find(|choice| choice.played == known.played)
            {
                Some(choice) => choice.node = known.node,
                None => node.choices.push(known),
            }
        }
        (node.depth, node.complete) = (depth, candidates.complete);
        self.choices += node.choices.len();
        self.refresh_all(at);
    }

    fn refresh(&mut self, at: usize, choice: usize) {
        let node = &self.nodes[at];
        let Some(child) = self.child(&node.choices[choice]) else {
            return;
        };
        let closed = child.is_proven() || node.is_matched(child);
        let worth = if closed {
            f32::NEG_INFINITY
        } else {
            (node.sign() * child.worth()) as f32
        };
        let visits = child.visits;
        let choice = &mut self.nodes[at].choices[choice];
        (choice.worth, choice.bonus) = (worth, choice.share / (1 + visits) as f32);
    }

    fn refresh_all(&mut self, at: usize) {
        (0..self.nodes[at].choices.len()).for_each(|choice| self.refresh(at, choice));
    }

    /// Returns the best choice by PUCT among those considered (see [`WIDTH`]), or `None` if no
    /// choice can improve on the proved bound.
    pub fn select(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let root = (node.visits.max(1) as f32).sqrt();
        let considered = (WIDTH + root) as usize;
        let exploration = self.exploration * root;
        let unseen = (node.sign() * node.worth()) as f32 - UNSEEN;
        let mut best = (f32::NEG_INFINITY, None);
        for (index, choice) in node.choices.iter().enumerate() {
            if index >= considered && best.1.is_some() {
                break;
            }
            let worth = if choice.node == NONE {
                unseen
            } else {
                choice.worth
            };
            let score = worth + choice.bonus * exploration;
            if score > best.0 {
                best = (score, Some(index));
            }
        }
        best.1
    }

    fn child(&self, choice: &Choice) -> Option<&Node> {
        (choice.node != NONE).then(|| &self.nodes[choice.node as usize])
    }

    pub fn follow(&mut self, at: usize, choice: usize, position: &mut Position) -> usize {
        let new = self.nodes.len();
        let choice = &mut self.nodes[at].choices[choice];
        match &choice.played {
            Move::Place(squares) => position.place_unchecked(*squares),
            Move::Collapse(collapse) => position.collapse_unchecked(collapse),
        }
        if choice.node == NONE {
            choice.node = new as u32;
            self.nodes.push(Node::new(position));
            return new;
        }
        choice.node as usize
    }

    /// Counts a visit, worth `worth` to player 1, at `end` and at each node of `path`. If the value
    /// of `end` is newly `proved`, updates the bounds on the path.
    pub fn back_up(&mut self, path: &[(usize, usize)], end: usize, worth: f64, mut proved: bool) {
        self.nodes[end].count(worth);
        for &(at, choice) in path.iter().rev() {
            proved = proved && self.prove(at);
            self.nodes[at].count(worth);
            self.refresh(at, choice);
        }
    }

    /// Tightens a node's bounds by its choices, and returns `true` if the bounds change.
    fn prove(&mut self, at: usize) -> bool {
        let node = &self.nodes[at];
        let unknown = [Score::MIN, Score::MAX];
        let bounds = node.choices.iter().map(|choice| {
            self.child(choice)
                .map_or(unknown, |one| [one.lower, one.upper])
        });
        let best = |one: [Score; 2], other: [Score; 2]| match node.for_one {
            true => [one[0].max(other[0]), one[1].max(other[1])],
            false => [one[0].min(other[0]), one[1].min(other[1])],
        };
        let rest = (!node.complete).then_some(unknown);
        let Some([lower, upper]) = bounds.chain(rest).reduce(best) else {
            return false;
        };
        let node = &mut self.nodes[at];
        let before = [node.lower, node.upper];
        (node.lower, node.upper) = (node.lower.max(lower), node.upper.min(upper));
        let more = before != [node.lower, node.upper];
        if more {
            self.refresh_all(at);
        }
        more
    }

    /// Returns the action to play at the root, or `None` if the root has no actions yet.
    ///
    /// It is the best action with a proved value, or the most visited one that may still be better
    /// than the proved bound, whichever is worth more. If no action was followed, it is the one
    /// with the greatest share.
    pub fn chosen(&self) -> Option<Action> {
        let root = &self.nodes[0];
        let sign = root.sign();
        let followed = || {
            root.choices
                .iter()
                .filter_map(|choice| Some((choice, self.child(choice)?)))
        };
        let proven = followed().filter(|(_, child)| child.is_proven());
        let proven = proven
            .max_by(|(_, one), (_, other)| (sign * one.worth()).total_cmp(&(sign * other.worth())));
        // `max_by_key` returns the last of equals, but earlier choices look better.
        let open = followed().filter(|(_, child)| !child.is_proven() && !root.is_matched(child));
        let open = open.rev().max_by_key(|(_, child)| child.visits);
        let (choice, _) = match (proven, open) {
            (Some(proven), Some(open)) if sign * proven.1.worth() < sign * open.1.worth() => open,
            (Some(proven), _) => proven,
            (None, Some(open)) => open,
            (None, None) => return root.choices.first().map(|choice| choice.played.action()),
        };
        Some(choice.played.action())
    }
}
