//! The positions that a search has seen, what they look worth, and what is proven of them.

use super::candidates::Candidates;
use super::evaluation::Score;
use crate::board::SquareSet;
use crate::position::{Action, Collapse, Position};
use crate::rules::{Margin, Player};

/// How much a search explores what it has seen little of.
const EXPLORATION: f64 = 1.2;

/// A node with v visits considers so many actions and the square root of v more.
const WIDTH: f64 = 4.0;

/// How much worse than its node an action is taken to be that was never followed.
const UNSEEN: f64 = 0.1;

/// No node yet.
const NONE: u32 = u32::MAX;

/// A placement or a collapse, in little memory.
#[derive(Clone, PartialEq, Eq)]
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
        let mean = if self.visits > 0 { self.total / f64::from(self.visits) } else { 0.0 };
        mean.clamp(reward(self.lower), reward(self.upper))
    }

    /// Adds what another search has found of the same position.
    fn add(&mut self, other: &Node) {
        self.visits += other.visits;
        self.total += other.total;
        (self.lower, self.upper) = (self.lower.max(other.lower), self.upper.min(other.upper));
    }

    /// The same for the player who decides here.
    fn sign(&self) -> f64 {
        if self.for_one { 1.0 } else { -1.0 }
    }

    /// Whether a child can be no better than what is proven for the player who decides here.
    const fn is_matched(&self, child: &Node) -> bool {
        if self.for_one { child.upper <= self.lower } else { child.lower >= self.upper }
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
    /// When there are so many, no node gets any more.
    room: usize,
}

impl Tree {
    pub fn new(start: &Position, room: usize) -> Tree {
        Tree { nodes: vec![Node::new(start)], choices: 0, room }
    }

    pub fn visits(&self, node: usize) -> u32 {
        self.nodes[node].visits
    }

    pub fn depth(&self, node: usize) -> Depth {
        self.nodes[node].depth
    }

    pub fn is_full(&self) -> bool {
        self.choices >= self.room
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

    /// Proves the value of a node.
    pub fn settle(&mut self, node: usize, score: Score) {
        (self.nodes[node].lower, self.nodes[node].upper) = (score, score);
    }

    /// Gives a node its actions, or orders those that it has anew.
    pub fn expand(&mut self, at: usize, found: Candidates, depth: Depth) {
        let node = &mut self.nodes[at];
        let old = std::mem::take(&mut node.choices);
        self.choices -= old.len();
        let choice = |(action, share)| Choice { played: Move::of(action), share, node: NONE };
        let found_choices = found.list.into_iter().map(|one| choice((one.action, one.share as f32)));
        node.choices = found_choices.collect();
        for known in old.into_iter().filter(|choice| choice.node != NONE) {
            match node.choices.iter_mut().find(|choice| choice.played == known.played) {
                Some(choice) => choice.node = known.node,
                None => node.choices.push(known),
            }
        }
        (node.depth, node.complete) = (depth, found.complete);
        self.choices += node.choices.len();
    }

    /// The choice to follow from a node: what looks best if little is known of it, or what is best by what is known (PUCT).
    /// None if nothing that it has can be better than what is proven.
    pub fn select(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let root = f64::from(node.visits.max(1)).sqrt();
        let considered = (WIDTH + root) as usize;
        let sign = node.sign();
        let mut best: Option<(f64, usize)> = None;
        for (index, choice) in node.choices.iter().enumerate() {
            if index >= considered && best.is_some() {
                break;
            }
            let exploration = EXPLORATION * f64::from(choice.share) * root;
            let score = match self.child(choice) {
                None => sign * node.worth() - UNSEEN + exploration,
                Some(child) if child.is_proven() || node.is_matched(child) => continue,
                Some(child) => sign * child.worth() + exploration / f64::from(1 + child.visits),
            };
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, index));
            }
        }
        best.map(|(_, index)| index)
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

    /// Counts a visit of a path from the root that was worth so much to player 1. With `proved` the value of its last node
    /// is proven, and what follows from that is.
    pub fn back_up(&mut self, path: &[usize], worth: f64, mut proved: bool) {
        for (from_end, &at) in path.iter().rev().enumerate() {
            if proved && from_end > 0 {
                proved = self.prove(at);
            }
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.total += worth;
        }
    }

    /// What the choices of a node prove; says whether that is more than before.
    fn prove(&mut self, at: usize) -> bool {
        let node = &self.nodes[at];
        let unknown = [Score::MIN, Score::MAX];
        let bounds = node
            .choices
            .iter()
            .map(|choice| self.child(choice).map_or(unknown, |one| [one.lower, one.upper]));
        let best = |one: [Score; 2], other: [Score; 2]| match node.for_one {
            true => [one[0].max(other[0]), one[1].max(other[1])],
            false => [one[0].min(other[0]), one[1].min(other[1])],
        };
        let rest = (!node.complete).then_some(unknown);
        let Some([lower, upper]) = bounds.chain(rest).reduce(best) else { return false };
        let node = &mut self.nodes[at];
        let before = [node.lower, node.upper];
        (node.lower, node.upper) = (node.lower.max(lower), node.upper.min(upper));
        before != [node.lower, node.upper]
    }

    /// What two searches of one position have found of it and of the positions after it.
    pub fn merged(mut self, other: Tree) -> Tree {
        for found in &other.nodes[0].choices {
            let Some(theirs) = other.child(found) else { continue };
            let place = self.nodes[0].choices.iter().position(|choice| choice.played == found.played);
            let place = place.unwrap_or_else(|| {
                self.nodes[0].choices.push(Choice { played: found.played.clone(), node: NONE, ..*found });
                self.nodes[0].choices.len() - 1
            });
            let known = self.nodes[0].choices[place].node;
            if known == NONE {
                self.nodes[0].choices[place].node = self.nodes.len() as u32;
                self.nodes.push(Node { choices: Vec::new(), ..*theirs });
            } else {
                self.nodes[known as usize].add(theirs);
            }
        }
        self.nodes[0].add(&other.nodes[0]);
        self
    }

    /// The action to play at the root: one that is proven to be best, or the one visited most that is not proven to be worse
    /// than another. `None` if none was followed.
    pub fn chosen(&self) -> Option<Action> {
        let root = &self.nodes[0];
        let sign = root.sign();
        let followed = || root.choices.iter().filter_map(|choice| Some((choice, self.child(choice)?)));
        let proven = followed().filter(|(_, child)| child.is_proven());
        let proven =
            proven.max_by(|(_, one), (_, other)| (sign * one.worth()).total_cmp(&(sign * other.worth())));
        // The last of equals is taken; the first ones look better.
        let open = followed().filter(|(_, child)| !child.is_proven() && !root.is_matched(child));
        let open = open.rev().max_by_key(|(_, child)| child.visits);
        let (choice, _) = match (proven, open) {
            (Some(proven), Some(open)) if sign * proven.1.worth() < sign * open.1.worth() => open,
            (Some(proven), _) => proven,
            (None, open) => open?,
        };
        Some(choice.played.action())
    }
}
