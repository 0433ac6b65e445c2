//! The positions that a search has seen, what they look worth, and what is proven of them.

use super::candidates::Candidates;
use super::evaluation::{SMALL, Score};
use crate::engine::board::SquareSet;
use crate::engine::position::{Action, Collapse, Position};
use crate::engine::rules::{Margin, Player};

/// How much a search explores what it has seen little of: on small boards, and on others.
const EXPLORATION: [f32; 2] = [2.0, 1.2];

/// A node with v visits considers this number of actions and the square root of v more.
const WIDTH: f32 = 4.0;

/// How much worse than its node an action is taken to be that was never followed.
const UNSEEN: f32 = 0.1;

/// The most actions that a tree keeps, half a gigabyte; then no node gets any more.
const ROOM: usize = 1 << 24;

/// No node yet.
const NONE: u32 = u32::MAX;

/// A placement or a collapse, in little memory.
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

/// An action of a node.
struct Choice {
    played: Move,
    /// How likely it looked at first that it is the best.
    share: f32,
    /// The node of the position after it; `NONE` before it was followed.
    node: u32,
    /// What that node is worth to the player who decides; minus infinity if another look at it cannot help.
    worth: f32,
    /// The bonus of an action that is little explored: its share by its visits and one more. To be multiplied by the
    /// exploration of the search and the square root of the visits of the node that has the choice.
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

/// How the actions of a node were found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// There are none yet.
    Leaf,
    /// By the weights of their squares.
    Weighed,
    /// By an evaluation of each.
    Evaluated,
}

/// A position.
struct Node {
    visits: u32,
    depth: Depth,
    /// Whether the choices are all actions.
    complete: bool,
    for_one: bool,
    /// The sum of what the visits were worth to player 1.
    total: f64,
    choices: Vec<Choice>,
    /// What is proven of the margin.
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

    /// What it is worth to player 1: the mean of its visits, within what is proven.
    fn worth(&self) -> f64 {
        let mean = if self.visits > 0 {
            self.total / f64::from(self.visits)
        } else {
            0.0
        };
        mean.clamp(reward(self.lower), reward(self.upper))
    }

    /// Counts a visit that was worth so much to player 1.
    fn count(&mut self, worth: f64) {
        self.visits += 1;
        self.total += worth;
    }

    /// What turns player 1's worth into that of the player who decides here: 1 or -1.
    fn sign(&self) -> f64 {
        if self.for_one { 1.0 } else { -1.0 }
    }

    /// Whether a child can be no better than what is proven for the player who decides here.
    const fn is_matched(&self, child: &Node) -> bool {
        if self.for_one {
            child.upper <= self.lower
        } else {
            child.lower >= self.upper
        }
    }
}

/// What a margin is worth to player 1: half of it counts as points, half as who wins.
pub fn reward(score: Score) -> f64 {
    (f64::from(score) / f64::from(Margin::UNIT) + f64::from(score.signum())) / 2.0
}

/// A search tree. Its nodes are known by their numbers; the root is 0.
pub struct Tree {
    nodes: Vec<Node>,
    /// How many choices there are.
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

    /// What is proven of the margin at a node.
    #[cfg(test)]
    pub fn bounds(&self, node: usize) -> [Score; 2] {
        [self.nodes[node].lower, self.nodes[node].upper]
    }

    /// What a node is worth to player 1.
    pub fn worth(&self, node: usize) -> f64 {
        self.nodes[node].worth()
    }

    /// What is proven to be there for the player who decides at a node.
    pub fn sure(&self, node: usize) -> Score {
        let node = &self.nodes[node];
        if node.for_one { node.lower } else { node.upper }
    }

    /// The action of a choice of the root.
    pub fn action(&self, choice: usize) -> Option<Action> {
        self.nodes[0]
            .choices
            .get(choice)
            .map(|choice| choice.played.action())
    }

    /// The value after a choice of the root, if it is proven.
    pub fn proven_after(&self, choice: usize) -> Option<Score> {
        let after = self.child(self.nodes[0].choices.get(choice)?)?;
        after.is_proven().then_some(after.lower)
    }

    /// Proves the value of a node.
    pub fn settle(&mut self, node: usize, score: Score) {
        (self.nodes[node].lower, self.nodes[node].upper) = (score, score);
    }

    /// Gives a node its actions; those that it had and that were followed stay.
    pub fn expand(&mut self, at: usize, found: Candidates, depth: Depth) {
        let node = &mut self.nodes[at];
        let old = std::mem::take(&mut node.choices);
        self.choices -= old.len();
        let choices = found.list.into_iter();
        node.choices = choices
            .map(|one| Choice::new(Move::of(one.action), one.share as f32))
            .collect();
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
        (node.depth, node.complete) = (depth, found.complete);
        self.choices += node.choices.len();
        self.refresh_all(at);
    }

    /// Brings what a node remembers of a choice up to date.
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

    /// The choice to follow from a node: the one with the greatest sum of worth and bonus (PUCT). `None` if no choice
    /// can be better than what is proven.
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

    /// Follows a choice from a position to the next one; returns its node.
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

    /// Counts a visit that was worth so much to player 1. `path` holds the nodes from the root on with the choices that
    /// were followed from them, and ends at the node `end`. With `proved` the value of that node is proven, and what
    /// follows from that is.
    pub fn back_up(&mut self, path: &[(usize, usize)], end: usize, worth: f64, mut proved: bool) {
        self.nodes[end].count(worth);
        for &(at, choice) in path.iter().rev() {
            proved = proved && self.prove(at);
            self.nodes[at].count(worth);
            self.refresh(at, choice);
        }
    }

    /// What the choices of a node prove; says whether that is more than before.
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

    /// The action to play at the root: one that is proven to be best, or the one visited most that is not proven to be
    /// worse than another; if none was followed, what looked best. `None` if there was no time even for that.
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
        // The last of equals is taken; the first ones look better.
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
