use std::collections::{HashMap, HashSet};

use super::search::key;
use super::state::{Lines, State, Tree, each};
use super::{AfterDefence, SearchCache, open_lines};
use crate::engine::board::SquareSet;
use crate::engine::game::Game;
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::{Player, Rules};
use crate::random_play::UniformPolicy;
use crate::support::progress::Silent;

/// The game of trees by its definition, with all moves and no criterion.
#[derive(Default)]
struct Literal(HashMap<State, bool>);

impl Literal {
    fn is_won(&mut self, state: &State) -> bool {
        if each(state.open).any(|line| state.rank(line) <= 1) {
            return false;
        }
        if state.open == 0 {
            return true;
        }
        if let Some(&known) = self.0.get(state) {
            return known;
        }
        let is_won = self.kills(state) || self.doubles(state);
        self.0.insert(state.clone(), is_won);
        is_won
    }

    fn kills(&mut self, state: &State) -> bool {
        each(state.open).any(|line| {
            pairs(state).any(|(one, other, rest)| {
                let joined = Tree {
                    lines: one.lines | other.lines,
                    single: false,
                };
                let next = State::new(state.open & !line, rest.into_iter().chain([joined]));
                one.lines & other.lines & line != 0
                    && attacks(&next).iter().all(|next| self.is_won(next))
            })
        })
    }

    fn doubles(&mut self, state: &State) -> bool {
        pairs(state).any(|(one, other, rest)| {
            let (both, either) = (one.lines & other.lines, one.lines | other.lines);
            let placed = State::new(state.open & !both, rest);
            one.single
                && other.single
                && [one, other]
                    .iter()
                    .all(|kept| self.is_won(&placed.clone().without_lines(kept.lines)))
                && during_double(&placed).iter().all(|(next, attached)| {
                    let fails = |line| next.rank(line) + usize::from(attached & line != 0) <= 1;
                    let repeated = next.clone().without_lines(either);
                    !each(repeated.open).any(fails)
                        && attacks(&repeated).iter().all(|next| self.is_won(next))
                })
        })
    }
}

fn pairs(state: &State) -> impl Iterator<Item = (Tree, Tree, Vec<Tree>)> + '_ {
    let count = state.trees.len();
    (0..count)
        .flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
        .map(|(one, other)| {
            let mut rest = state.trees.clone();
            let other = rest.remove(other);
            (rest.remove(one), other, rest)
        })
}

fn attacks(state: &State) -> Vec<State> {
    let mut all = vec![state.clone()];
    for (index, tree) in state.trees.iter().enumerate() {
        let mut others = state.trees.clone();
        others.remove(index);
        let marked = tree.single.then_some(Tree {
            single: false,
            ..*tree
        });
        all.push(State::new(state.open, others.into_iter().chain(marked)));
    }
    all.extend(pairs(state).map(|(one, other, rest)| {
        let joined = Tree {
            lines: one.lines | other.lines,
            single: false,
        };
        State::new(state.open, rest.into_iter().chain([joined]))
    }));
    all
}

/// Returns the positions after A's moves that do not answer a pending pair, each with the lines of
/// the tree that A attaches to the pair, if any.
fn during_double(placed: &State) -> Vec<(State, Lines)> {
    let attached = placed.trees.iter().enumerate().map(|(index, tree)| {
        let mut others = placed.trees.clone();
        others.remove(index);
        (State::new(placed.open, others), tree.lines)
    });
    attacks(placed)
        .into_iter()
        .map(|next| (next, 0))
        .chain(attached)
        .collect()
}

#[test]
fn the_search_finds_what_the_literal_game_gives() {
    let mut draw = UniformPolicy::new(5, 0);
    let (mut known, mut literal) = (SearchCache::default(), Literal::default());
    let mut won = 0;
    for _ in 0..400 {
        let count = 1 + draw.below(4);
        let mut tree = || Tree {
            lines: draw.below(1 << count) as Lines,
            single: draw.below(3) > 0,
        };
        let state = State::new((1 << count) - 1, (0..7).map(|_| tree()));
        let result = known.search(u64::MAX, &Silent).is_won(&state);
        assert_eq!(result, Ok(literal.is_won(&state)), "{state:?}");
        won += usize::from(result == Ok(true));
    }
    assert!((40..360).contains(&won), "{won} of 400 positions are won");
}

fn trees_that_meet(position: &Position, line: SquareSet) -> usize {
    let (mut left, mut trees) = (line & position.quantum(), 0);
    while let Some(square) = left.lowest() {
        let mut tree = SquareSet::single(square);
        while let Some(series) = position
            .quantum_series()
            .iter()
            .map(|series| position.squares_of(series))
            .find(|series| series.intersects(tree) && !series.is_subset(tree))
        {
            tree |= series;
        }
        (left, trees) = (left - tree, trees + 1);
    }
    trees
}

#[test]
fn the_rank_in_the_game_of_trees_is_the_number_of_trees_that_meet_a_line() {
    let mut draw = UniformPolicy::new(9, 0);
    for side in [4, 5, 6] {
        let mut position = Position::new(Game::from_side(side, 2, Rules::default()).unwrap());
        while let Some(action) = draw.action(&position) {
            position = position.play(action).unwrap();
            if position.phase() == Phase::Place {
                let state = State::of(&position, Player::One);
                for (index, line) in position.board().lines().iter().enumerate() {
                    let is_open = state.open >> index & 1 == 1;
                    assert!(
                        !is_open || state.rank(1 << index) == trees_that_meet(&position, *line),
                        "{position}"
                    );
                }
                assert_eq!(state.open, open_lines(&position, Player::One));
            }
        }
    }
}

/// Returns a position of open rows and columns that all cross, each with `own` own squares.
fn grid(side: usize, own: usize) -> State {
    let columns = || (side..2 * side).map(|column| 1 << column);
    let crossings = (0..side).flat_map(|row| columns().map(move |column: Lines| 1 << row | column));
    let own = (0..2 * side).flat_map(|line| std::iter::repeat_n(1 << line, own));
    let trees = crossings.chain(own).map(|lines| Tree {
        lines,
        single: true,
    });
    State::new((1 << (2 * side)) - 1, trees)
}

/// Lists the positions after `series` moves of A, once for each `key`. Each move is one of
/// [`attacks`], or removes a tree, even a single square.
fn after_series(start: State, series: usize) -> Vec<State> {
    (0..series).fold(vec![start], |all, _| {
        let mut seen = HashSet::new();
        let next = all.iter().flat_map(|state| {
            let attached = during_double(state).into_iter().map(|(next, _)| next);
            attached.collect::<Vec<_>>()
        });
        next.filter(|state| seen.insert(key(state, 0))).collect()
    })
}

/// Asserts that B wins from every `one_of`-th position of [`after_series`], and returns how many
/// positions it lists.
fn prove_grid(side: usize, own: usize, series: usize, one_of: usize) -> usize {
    let mut known = SearchCache::default();
    let starts = after_series(grid(side, own), series);
    for start in starts.iter().step_by(one_of) {
        assert_eq!(
            known.search(u64::MAX, &Silent).is_won(start),
            Ok(true),
            "{start:?}"
        );
    }
    starts.len()
}

/// Asserts that B wins by a double move on 5x5 after every `one_of`-th first series of A, and at
/// the start.
fn prove_first_moves(one_of: usize) {
    let start = Position::new(Game::from_side(5, 2, Rules::default()).unwrap());
    let firsts = start.placements().step_by(one_of);
    let after = firsts.map(|squares| (Player::Two, start.after_unchecked(&Action::Place(squares))));
    let mut known = SearchCache::default();
    for (blocker, position) in after.chain([(Player::One, start)]) {
        let touched = position
            .quantum_series()
            .iter()
            .map(|series| position.squares_of(series));
        let fresh = touched.fold(position.quantum(), |fresh, series| fresh - series);
        let placed = fresh.subsets(2).filter_map(|pair| {
            AfterDefence::all_of(&position.after_unchecked(&Action::Place(pair)), blocker).pop()
        });
        let mut doubles: Vec<AfterDefence> = placed.collect();
        doubles.sort_by_key(AfterDefence::shortfall);
        let mut search = known.search(u64::MAX, &Silent);
        assert!(
            doubles
                .iter()
                .any(|double| search.holds(double) == Ok(true)),
            "{position}"
        );
    }
}

/// Two rows in Theorem 5's table in `docs/beyond/every-board/2-short-series.md`: 6x6, cases 1 and
/// 2.1, and 5x5, case 1.
#[test]
fn positions_of_grids_are_proved() {
    assert!(prove_grid(4, 2, 3, 50) > 9_000);
    assert!(prove_grid(3, 2, 3, 20) > 6_000);
}

#[test]
fn first_moves_on_5x5_are_proved() {
    prove_first_moves(100);
}

#[test]
#[ignore = "takes half a minute"]
fn all_that_is_left_to_a_search_is_proved() {
    assert!(prove_grid(4, 2, 3, 1) > 9_000);
    assert!(prove_grid(3, 2, 3, 1) > 6_000);
    assert!(prove_grid(3, 3, 4, 1) > 130_000);
    prove_first_moves(1);
}
