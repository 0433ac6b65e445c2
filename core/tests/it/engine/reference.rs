//! A second, slow implementation of the rules, by all subsets of series and all assignments of
//! squares.
//!
//! It shares only the types of players and rules with the engine. Squares and series are counted
//! from 0.

use gqt3::engine::rules::{CollapseChooser, Ending, Offset, Player, Rules, Scoring, Tail, Ties};
use num_rational::Ratio;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    Placement,
    Collapse,
    Nothing,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    pub squares: usize,
    pub side: Option<usize>,
    pub pieces: usize,
    pub rules: Rules,
    pub series: Vec<Vec<usize>>,
    /// The series whose classical piece is on each square.
    pub classical: Vec<Option<usize>>,
    pub waiting: Waiting,
}

impl Game {
    pub fn new(squares: usize, side: Option<usize>, pieces: usize, rules: Rules) -> Game {
        let classical = vec![None; squares];
        let waiting = Waiting::Placement;
        let mut game = Game {
            squares,
            side,
            pieces,
            rules,
            series: Vec::new(),
            classical,
            waiting,
        };
        game.end_if_over();
        game
    }

    pub fn quantum_squares(&self) -> Vec<usize> {
        (0..self.squares)
            .filter(|&square| self.classical[square].is_none())
            .collect()
    }

    fn is_classical(&self, series: usize) -> bool {
        self.classical.contains(&Some(series))
    }

    pub fn placements(&self) -> Vec<Vec<usize>> {
        if self.waiting != Waiting::Placement {
            return Vec::new();
        }
        let quantum = self.quantum_squares();
        let size = if quantum.len() < self.pieces {
            1
        } else {
            self.pieces
        };
        subsets(&quantum)
            .into_iter()
            .filter(|subset| subset.len() == size)
            .collect()
    }

    /// The largest set of quantum series with as many squares as members, which may be empty.
    pub fn entanglement(&self) -> Vec<usize> {
        let quantum: Vec<usize> = (0..self.series.len())
            .filter(|&t| !self.is_classical(t))
            .collect();
        subsets(&quantum)
            .into_iter()
            .filter(|set| !set.is_empty() && self.neighbourhood(set).len() == set.len())
            .max_by_key(Vec::len)
            .unwrap_or_default()
    }

    fn neighbourhood(&self, set: &[usize]) -> Vec<usize> {
        (0..self.squares)
            .filter(|square| set.iter().any(|&t| self.series[t].contains(square)))
            .collect()
    }

    /// Lists the ways to give each entangled series a square of its own, newest series first.
    pub fn collapses(&self) -> Vec<Vec<(usize, usize)>> {
        if self.waiting != Waiting::Collapse {
            return Vec::new();
        }
        self.assignments()
    }

    fn assignments(&self) -> Vec<Vec<(usize, usize)>> {
        let mut all: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        for &series in self.entanglement().iter().rev() {
            let extended = all.iter().flat_map(|places| {
                let free = self.series[series]
                    .iter()
                    .filter(|&&square| places.iter().all(|p| p.1 != square));
                free.map(|&square| [places.as_slice(), &[(series, square)]].concat())
            });
            all = extended.collect();
        }
        all
    }

    pub fn place(&mut self, squares: &[usize]) {
        self.series.push(squares.to_vec());
        if self.entanglement().is_empty() {
            return;
        }
        match self.assignments().as_slice() {
            [only] => self.collapse(&only.clone()),
            _ => self.waiting = Waiting::Collapse,
        }
    }

    pub fn collapse(&mut self, places: &[(usize, usize)]) {
        for &(series, square) in places {
            self.classical[square] = Some(series);
            self.series[series] = vec![square];
        }
        for series in 0..self.series.len() {
            if !self.is_classical(series) {
                let classical = &self.classical;
                self.series[series].retain(|&square| classical[square].is_none());
            }
        }
        self.waiting = Waiting::Placement;
        self.end_if_over();
    }

    fn end_if_over(&mut self) {
        let quantum = self.quantum_squares().len();
        let full = quantum == 0;
        let stopped = self.rules.tail == Tail::Stop && quantum < self.pieces;
        let lined = self.rules.ending == Ending::FirstLine && !self.lines().is_empty();
        if full || stopped || lined {
            self.waiting = Waiting::Nothing;
        }
    }

    pub fn to_move(&self) -> Option<Player> {
        let next = Player::from_turn(self.series.len() + 1);
        match self.waiting {
            Waiting::Nothing => None,
            Waiting::Placement => Some(next),
            Waiting::Collapse => Some(match self.rules.collapse {
                CollapseChooser::Opponent => next,
                CollapseChooser::Mover => next.opponent(),
                CollapseChooser::Player1 => Player::One,
                CollapseChooser::Player2 => Player::Two,
            }),
        }
    }

    /// The owners of completed lines, and the largest subscripts after the offset.
    pub fn lines(&self) -> Vec<(Player, usize)> {
        let Some(side) = self.side else {
            return Vec::new();
        };
        let along = 0..side;
        let mut lines: Vec<Vec<usize>> = Vec::new();
        for i in along.clone() {
            lines.push(along.clone().map(|j| i * side + j).collect());
            lines.push(along.clone().map(|j| j * side + i).collect());
        }
        lines.push(along.clone().map(|i| i * side + i).collect());
        lines.push(along.clone().map(|i| i * side + side - 1 - i).collect());
        lines.iter_mut().for_each(|line| line.sort_unstable());
        lines.sort();
        lines.dedup();
        lines
            .iter()
            .filter_map(|line| self.owner_and_largest(line))
            .collect()
    }

    fn owner_and_largest(&self, line: &[usize]) -> Option<(Player, usize)> {
        let subscripts: Option<Vec<usize>> = line
            .iter()
            .map(|&square| self.classical[square].map(|series| series + 1))
            .collect();
        let subscripts = subscripts?;
        let owner = Player::from_turn(subscripts[0]);
        let largest = *subscripts.iter().max()?;
        let shift = usize::from(owner == Player::Two && self.rules.offset == Offset::One);
        subscripts
            .iter()
            .all(|&t| Player::from_turn(t) == owner)
            .then_some((owner, largest - shift))
    }

    pub fn margin(&self) -> Ratio<i64> {
        let lines = self.lines();
        let of = |player| {
            lines
                .iter()
                .filter(move |line| line.0 == player)
                .map(|line| line.1)
        };
        let sign = |first: bool, second: bool| Ratio::from(i64::from(first) - i64::from(second));
        match self.rules.scoring {
            Scoring::Shared => {
                let (one, two) = (
                    of(Player::One).next().is_some(),
                    of(Player::Two).next().is_some(),
                );
                sign(one && !two, two && !one)
            }
            Scoring::Decisive => {
                let (one, two) = (of(Player::One).min(), of(Player::Two).min());
                let never = usize::MAX;
                sign(
                    one.unwrap_or(never) < two.unwrap_or(never),
                    two.unwrap_or(never) < one.unwrap_or(never),
                )
            }
            Scoring::Harmonic => lines.iter().map(|&line| self.points(line, &lines)).sum(),
        }
    }

    fn points(&self, line: (Player, usize), lines: &[(Player, usize)]) -> Ratio<i64> {
        let mut before: Vec<usize> = lines
            .iter()
            .map(|other| other.1)
            .filter(|&t| t < line.1)
            .collect();
        before.sort_unstable();
        if self.rules.ties == Ties::Dense {
            before.dedup();
        }
        let points = Ratio::new(1, before.len() as i64 + 1);
        if line.0 == Player::One {
            points
        } else {
            -points
        }
    }

    /// Returns the collapse that Appendix A describes for n = 2.
    ///
    /// One quantum piece becomes classical. Its partner and the other pieces on its square vanish,
    /// and so on for each square or series with one piece left, although the appendix names only
    /// squares. Returns `None` unless this decides every entangled series.
    pub fn cascade(&self, series: usize, square: usize) -> Option<Vec<(usize, usize)>> {
        let entangled = self.entanglement();
        let mut pieces: Vec<(usize, usize)> = entangled
            .iter()
            .flat_map(|&t| self.series[t].iter().map(move |&s| (t, s)))
            .collect();
        let mut fixed: Vec<(usize, usize)> = Vec::new();
        let mut next = Some((series, square));
        while let Some((series, square)) = next {
            fixed.push((series, square));
            pieces.retain(|&(t, s)| t != series && s != square);
            let alone = |piece: &&(usize, usize)| {
                let on_square = pieces.iter().filter(|other| other.1 == piece.1).count();
                let of_series = pieces.iter().filter(|other| other.0 == piece.0).count();
                on_square == 1 || of_series == 1
            };
            next = pieces.iter().find(alone).copied();
        }
        fixed.sort_unstable_by(|a, b| b.cmp(a));
        (fixed.len() == entangled.len()).then_some(fixed)
    }
}

pub fn subsets(list: &[usize]) -> Vec<Vec<usize>> {
    (0..1_usize << list.len())
        .map(|mask| {
            let chosen = list.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
            chosen.map(|(_, &item)| item).collect()
        })
        .collect()
}
