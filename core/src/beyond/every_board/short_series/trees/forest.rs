//! Converts real positions with n = 2 to the game of trees.

use super::state::{AfterDefence, Lines, State, Tree};
use crate::engine::board::SquareSet;
use crate::engine::position::Position;
use crate::engine::rules::Player;

pub fn open_lines(position: &Position, blocker: Player) -> Lines {
    let series = || own_series(position, blocker);
    let is_open = |line: &SquareSet| {
        !line.intersects(position.owned_by(blocker))
            && !series().any(|series| series.is_subset(*line))
    };
    let lines = position.board().lines().iter().enumerate();
    lines
        .filter(|(_, line)| is_open(line))
        .fold(0, |open, (index, _)| open | 1 << index)
}

fn own_series(position: &Position, player: Player) -> impl Iterator<Item = SquareSet> + '_ {
    let is_own = move |series: &usize| Player::from_turn(series + 1) == player;
    position
        .quantum_series()
        .iter()
        .filter(is_own)
        .map(|series| position.squares_of(series))
}

fn lines_through(position: &Position, squares: SquareSet, open: Lines) -> Lines {
    let lines = position.board().lines().iter().enumerate();
    let met = lines.filter(|(_, line)| line.intersects(squares));
    met.fold(0, |met, (index, _)| met | 1 << index) & open
}

fn components(position: &Position) -> Vec<SquareSet> {
    let mut components = position.connected();
    let all = components
        .iter()
        .fold(SquareSet::EMPTY, |all, one| all | *one);
    components.extend((position.quantum() - all).iter().map(SquareSet::single));
    components
}

impl State {
    pub fn of(position: &Position, blocker: Player) -> State {
        debug_assert!(position.pieces() == 2 && position.entangled().is_empty());
        let open = open_lines(position, blocker);
        let trees = components(position);
        State::new(
            open,
            trees.iter().map(|tree| Tree::of(position, *tree, open)),
        )
    }
}

impl Tree {
    fn of(position: &Position, squares: SquareSet, open: Lines) -> Tree {
        Tree {
            lines: lines_through(position, squares, open),
            single: squares.len() == 1,
        }
    }
}

impl AfterDefence {
    /// Converts a real position with the attacker to move: to a plain position, and also to a
    /// double move if the blocker's last pair can begin one.
    pub fn all_of(position: &Position, blocker: Player) -> Vec<AfterDefence> {
        let mut all = vec![AfterDefence::Plain(State::of(position, blocker))];
        let last = position.turns().checked_sub(1);
        if let Some(pair) = last.map(|last| position.squares_of(last)) {
            let (of_pair, others): (Vec<_>, Vec<_>) = components(position)
                .into_iter()
                .partition(|tree| pair.is_subset(*tree));
            if of_pair == [pair] && pair.len() == 2 {
                let open = open_lines(position, blocker);
                let others = others.iter().map(|tree| Tree::of(position, *tree, open));
                let mut ends = pair
                    .iter()
                    .map(|end| lines_through(position, SquareSet::single(end), open));
                let ends = std::array::from_fn(|_| ends.next().unwrap_or_default());
                all.push(State::new(open, others).doubled(ends));
            }
        }
        all
    }
}
