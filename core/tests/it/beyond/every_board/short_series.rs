mod theorems;

use gqt3::engine::board::SquareSet;
use gqt3::engine::game::Game;
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::CollapseChooser;
use gqt3::random_play::UniformPolicy;

use crate::shared::games::rules_of;

fn start(side: usize, pieces: usize, collapse: CollapseChooser) -> Position {
    Position::new(Game::from_side(side, pieces, rules_of(collapse)).unwrap())
}

fn classical(position: &Position) -> SquareSet {
    position.board().all() - position.quantum()
}

/// The functions d(W) and c(U) of `1-rank.md` for all sets, by definition from the placed series.
struct Definition {
    d: Vec<i32>,
    c: Vec<i32>,
}

impl Definition {
    fn of(squares: usize, placed: &[SquareSet]) -> Definition {
        let mut inside = vec![0; 1 << squares];
        placed
            .iter()
            .for_each(|series| inside[series.0 as usize] += 1);
        for square in 0..squares {
            for set in 0..inside.len() {
                if set >> square & 1 == 1 {
                    inside[set] += inside[set ^ 1 << square];
                }
            }
        }
        let d: Vec<i32> = (0..)
            .zip(&inside)
            .map(|(set, inside)| u32::count_ones(set) as i32 - inside)
            .collect();
        let mut c = d.clone();
        for square in 0..squares {
            for set in 0..c.len() {
                if set >> square & 1 == 0 {
                    c[set] = c[set].min(c[set | 1 << square]);
                }
            }
        }
        Definition { d, c }
    }

    fn c(&self, set: SquareSet) -> i32 {
        self.c[set.0 as usize]
    }
}

fn drawn(squares: usize, drawer: &mut UniformPolicy) -> SquareSet {
    SquareSet(drawer.below(1 << squares))
}

/// Draws four placements and returns one with the fewest new squares, so that many entangle.
fn placement(position: &Position, drawer: &mut UniformPolicy) -> SquareSet {
    let mut any = || match drawer.action(position) {
        Some(Action::Place(squares)) => squares,
        _ => unreachable!("a series is to be placed"),
    };
    let touched = (0..position.turns())
        .map(|series| position.squares_of(series))
        .fold(SquareSet::EMPTY, |all, squares| all | squares);
    let drawn: Vec<SquareSet> = (0..4).map(|_| any()).collect();
    drawn
        .into_iter()
        .min_by_key(|squares| (*squares - touched).len())
        .unwrap()
}

fn check_between_turns(position: &Position, definition: &Definition, drawer: &mut UniformPolicy) {
    let (squares, classical) = (position.board().squares(), classical(position));
    assert_eq!(definition.d[classical.0 as usize], 0, "F2: d(Cl) = 0");
    let greatest = (0..)
        .zip(&definition.d)
        .filter(|(_, d)| **d == 0)
        .fold(0, |all, (set, _): (u64, _)| all | set);
    assert_eq!(
        SquareSet(greatest),
        classical,
        "F2: d(W) = 0 only inside Cl"
    );
    assert!(definition.d.iter().all(|d| *d >= 0), "F1");
    let all = 1_u64 << squares;
    let sets: Vec<u64> = if squares <= 9 {
        (0..all).collect()
    } else {
        (0..300).map(|_| drawer.below(all)).collect()
    };
    for set in sets.into_iter().map(SquareSet) {
        assert!(definition.c(set) <= (set - classical).len() as i32, "F4");
        let other = drawn(squares, drawer);
        let [both, shared] = [definition.c(set | other), definition.c(set & other)];
        assert!(
            both + shared <= definition.c(set) + definition.c(other),
            "F3: submodular"
        );
        assert!(both >= definition.c(set), "F3: monotone");
    }
}

#[test]
fn the_rank_is_what_its_definition_says_and_changes_as_it_should() {
    let (mut collapses, mut turns) = (0, 0);
    for (side, games) in [(1, 1), (2, 6), (3, 12), (4, 1)] {
        for pieces in 2..=5 {
            for number in 0..games {
                let mut drawer = UniformPolicy::new(30, 100 * pieces as u64 + number);
                let mut position = start(side, pieces, CollapseChooser::Opponent);
                let squares = position.board().squares();
                let mut placed = Vec::new();
                let mut before = Definition::of(squares, &placed);
                while position.phase() == Phase::Place {
                    check_between_turns(&position, &before, &mut drawer);
                    let series = placement(&position, &mut drawer);
                    position = position.play(Action::Place(series)).unwrap();
                    placed.push(series);
                    let after = Definition::of(squares, &placed);
                    for (set, found) in (0..).map(SquareSet).zip(&after.c) {
                        let expected = before.c(set).min(before.c(set | series) - 1);
                        assert_eq!(*found, expected, "F5: {series} on {set}");
                    }
                    while position.phase() == Phase::Collapse {
                        position = position.play(drawer.action(&position).unwrap()).unwrap();
                        collapses += 1;
                    }
                    (before, turns) = (after, turns + 1);
                }
            }
        }
    }
    assert!(
        collapses > 100 && turns > 500,
        "{collapses} collapses, {turns} turns"
    );
}

#[test]
fn which_squares_are_classical_does_not_depend_on_the_choice_of_collapses() {
    let mut collapses = 0;
    for (side, pieces) in [(3, 2), (4, 3), (5, 2), (6, 3), (6, 5), (8, 2), (8, 4)] {
        for number in 0..4 {
            let mut drawer = UniformPolicy::new(31, 100 * (10 * side + pieces) as u64 + number);
            let mut games = [start(side, pieces, CollapseChooser::Opponent); 2];
            let mut placed = Vec::new();
            while games[0].phase() == Phase::Place {
                let series = placement(&games[0], &mut drawer);
                placed.push(series);
                for game in &mut games {
                    *game = game.play(Action::Place(series)).unwrap();
                    while game.phase() == Phase::Collapse {
                        *game = game.play(drawer.action(game).unwrap()).unwrap();
                        collapses += 1;
                    }
                }
                let classical = classical(&games[0]);
                assert_eq!(games[0].quantum(), games[1].quantum());
                let inside = placed
                    .iter()
                    .filter(|series| series.is_subset(classical))
                    .count();
                assert_eq!(classical.len(), inside, "F2: d(Cl) = 0");
            }
            assert_eq!(games[1].phase(), Phase::Over);
        }
    }
    assert!(collapses > 100, "{collapses} collapses");
}
