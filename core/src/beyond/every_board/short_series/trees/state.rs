/// A set of lines, by their indices in [`crate::engine::board::Board::lines`].
pub type Lines = u32;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tree {
    /// The open lines that the tree meets.
    pub lines: Lines,
    /// `true` for a single square that is not marked.
    pub single: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub open: Lines,
    /// In increasing order. Each meets an open line.
    pub trees: Vec<Tree>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AfterDefence {
    /// A is to move.
    Plain(State),
    Double {
        /// If A answers, it chooses one of these, and B is to move.
        answered: [State; 2],
        /// If not, B repeats the pair. A's moves before and after this are still to come.
        repeated: State,
    },
}

/// Splits a set into sets of one line each.
pub fn each(mut lines: Lines) -> impl Iterator<Item = Lines> {
    std::iter::from_fn(move || {
        let lowest = lines & lines.wrapping_neg();
        lines ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

impl State {
    pub fn new(open: Lines, trees: impl IntoIterator<Item = Tree>) -> State {
        State {
            open,
            trees: trees.into_iter().collect(),
        }
        .without_lines(0)
    }

    pub fn without_lines(mut self, dead: Lines) -> State {
        let open = self.open & !dead;
        self.open = open;
        self.trees.retain_mut(|tree| {
            tree.lines &= open;
            tree.lines != 0
        });
        self.trees.sort_unstable();
        self
    }

    pub fn rank(&self, lines: Lines) -> usize {
        self.trees
            .iter()
            .filter(|tree| tree.lines & lines != 0)
            .count()
    }

    pub fn has_line_of_rank(&self, most: usize) -> bool {
        each(self.open).any(|line| self.rank(line) <= most)
    }

    /// The indices `gone` must be in increasing order.
    fn replaced(&self, gone: &[usize], new: Option<Tree>) -> State {
        let mut next = self.clone();
        for &index in gone.iter().rev() {
            next.trees.remove(index);
        }
        if let Some(new) = new {
            let index = next.trees.partition_point(|tree| *tree < new);
            next.trees.insert(index, new);
        }
        next
    }

    fn joined(&self, one: usize, other: usize) -> State {
        let lines = self.trees[one].lines | self.trees[other].lines;
        self.replaced(
            &[one, other],
            Some(Tree {
                lines,
                single: false,
            }),
        )
    }

    fn marked(&self, index: usize) -> State {
        self.replaced(
            &[index],
            Some(Tree {
                single: false,
                ..self.trees[index]
            }),
        )
    }

    /// Returns the index of the first tree of each kind. Equal trees are of one kind.
    fn kinds(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.trees.len())
            .filter(|&index| index == 0 || self.trees[index - 1] != self.trees[index])
    }

    /// Returns one pair of indices for each two kinds of trees, and for each kind with at least two
    /// trees.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.kinds().flat_map(move |one| {
            let later = one + 1..self.trees.len();
            let is_new = move |&other: &usize| {
                other == one + 1 || self.trees[other - 1] != self.trees[other]
            };
            later.filter(is_new).map(move |other| (one, other))
        })
    }

    /// Returns the result of a pair that B places on two single squares, which must not be in
    /// `trees` any more. `ends` are the open lines through each square.
    pub fn doubled(self, ends: [Lines; 2]) -> AfterDefence {
        let placed = self.without_lines(ends[0] & ends[1]);
        AfterDefence::Double {
            answered: ends.map(|kept| placed.clone().without_lines(kept)),
            repeated: placed.without_lines(ends[0] | ends[1]),
        }
    }

    /// Returns the positions after each useful move of A.
    ///
    /// If `takes_singles`, A can attach single squares to a pending pair, so that they vanish.
    pub fn attacks(&self, takes_singles: bool) -> Vec<State> {
        let can_vanish = |index: usize| takes_singles || !self.trees[index].single;
        let mut moves = Vec::new();
        for index in self.kinds() {
            moves.push(if can_vanish(index) {
                self.replaced(&[index], None)
            } else {
                self.marked(index)
            });
        }
        let is_single = |index: usize| self.trees[index].single;
        let pairs = self.pairs().filter(|&(one, other)| {
            is_single(one) && is_single(other)
                || !takes_singles && (is_single(one) || is_single(other))
        });
        moves.extend(pairs.map(|(one, other)| self.joined(one, other)));
        moves
    }

    pub fn defences(&self) -> Vec<AfterDefence> {
        let mut kills = Vec::new();
        each(self.open).for_each(|line| self.kills(line, &mut kills));
        let mut moves: Vec<AfterDefence> = kills.into_iter().map(AfterDefence::Plain).collect();
        for (one, other) in self.pairs() {
            let (u, v) = (self.trees[one], self.trees[other]);
            if u.single && v.single {
                moves.push(
                    self.replaced(&[one, other], None)
                        .doubled([u.lines, v.lines]),
                );
            }
        }
        moves
    }

    fn kills(&self, line: Lines, moves: &mut Vec<State>) {
        let on_line: Vec<usize> = (0..self.trees.len())
            .filter(|&index| self.trees[index].lines & line != 0)
            .collect();
        let is_own = |index: usize| self.trees[index].lines == line;
        let is_cheap = |index: usize| is_own(index) || !self.trees[index].single;
        let cheap = on_line.iter().filter(|&&index| is_cheap(index)).count();
        match on_line.iter().find(|&&index| is_own(index)) {
            Some(_) if cheap > 1 => moves.push(self.clone().without_lines(line)),
            Some(own) => {
                let is_first =
                    |index: usize| index == 0 || self.trees[index - 1] != self.trees[index];
                let others = on_line
                    .iter()
                    .filter(|&&index| index != *own && is_first(index));
                moves.extend(others.map(|&index| self.marked(index).without_lines(line)));
            }
            None => {
                let pairs = self.pairs();
                let both = pairs.filter(|&(one, other)| {
                    self.trees[one].lines & self.trees[other].lines & line != 0
                });
                moves.extend(both.map(|(one, other)| self.joined(one, other).without_lines(line)));
            }
        }
    }
}
