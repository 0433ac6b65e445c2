use super::collapse::evaluate_after_collapse;
use super::evaluation::{Score, evaluate};
use super::sampling::place_carefully;
use super::*;
use crate::beyond::players::Random;
use crate::engine::board::{Square, SquareSet};
use crate::engine::game::Game;
use crate::engine::rules::{CollapseChooser, Margin, Rules, Variant};
use crate::perfect_play::{Solver, TABLE_BYTES, solve};
use crate::random_play::Outcome;
use crate::support::progress::Silent;

fn positions(side: usize, pieces: usize, games: u64) -> Vec<Position> {
    let mut random = Random::new(3);
    let mut positions = Vec::new();
    for game in 0..games {
        random.begin(game);
        let mut position = Position::new(Game::from_side(side, pieces, Rules::default()).unwrap());
        while let Some(action) = random.choose(&position, &Silent).unwrap() {
            positions.push(position);
            position = position.play(action).unwrap();
        }
    }
    positions
}

fn searched(position: &Position, playouts: u64, seed: u64, keeping: Option<&[Action]>) -> Tree {
    let mut search = Search::new(
        position,
        seed,
        0,
        Watch {
            progress: &Silent,
            until: None,
        },
    );
    search.keeping = keeping;
    search.rounds(position, playouts).unwrap();
    search.tree
}

#[test]
fn what_the_search_proves_is_true() {
    let (mut proven, mut bounded) = (0, 0);
    for positions in [positions(3, 2, 3), positions(3, 3, 1), positions(2, 2, 3)] {
        let mut solver = Solver::new(*positions[0].game(), TABLE_BYTES).unwrap();
        let mut value =
            |position: &Position| solver.bounds(position, &Silent).value().unwrap().units();
        for position in positions {
            let tree = searched(&position, 1_500, 1, None);
            let exact = value(&position);
            let [lower, upper] = tree.bounds(0);
            assert!(
                (lower..=upper).contains(&exact),
                "{lower} {exact} {upper} {position:?}"
            );
            bounded += usize::from([lower, upper] != [Score::MIN, Score::MAX]);
            if tree.is_proven(0) {
                proven += 1;
                assert_eq!(
                    value(&position.after_unchecked(&tree.chosen().unwrap())),
                    exact,
                    "{position:?}"
                );
            }
        }
    }
    assert!(proven > 20 && bounded > proven, "{proven} {bounded}");
}

#[test]
fn estimates_add_up_to_what_the_tree_knows() {
    let mut count = 0;
    for position in positions(4, 2, 1)
        .into_iter()
        .take(9)
        .chain(positions(4, 3, 1).into_iter().take(6))
    {
        let mut search = Search::new(
            &position,
            2,
            0,
            Watch {
                progress: &Silent,
                until: None,
            },
        );
        search.rounds(&position, 400).unwrap();
        let estimates = search.estimates();
        let visits: u64 = estimates.iter().map(ActionEstimate::playouts).sum();
        assert_eq!(visits, u64::from(search.tree.visits(0)));
        if search.tree.bounds(0) != [Score::MIN, Score::MAX] {
            continue;
        }
        // While nothing is proved, the root is worth the mean reward of all games.
        let rewards = estimates.iter().map(|one| {
            let [won, _, lost] = Outcome::ALL.map(|outcome| one.count(outcome) as f64);
            (one.margin() * one.playouts() as f64 + won - lost) / 2.0
        });
        let mean = rewards.sum::<f64>() / visits as f64;
        assert!(
            (mean - search.tree.worth(0)).abs() < 1e-9,
            "{mean} {}",
            search.tree.worth(0)
        );
        count += 1;
    }
    assert!(count > 8, "{count}");
}

#[test]
fn a_game_that_is_over_is_worth_its_margin() {
    for &variant in Variant::ALL {
        let start = Position::new(Game::from_side(3, 2, variant.rules()).unwrap());
        for game in 0..9 {
            let (mut end, mut drawer) = (start, UniformPolicy::new(3, game));
            while let Some(action) = drawer.action(&end) {
                end = end.after_unchecked(&action);
            }
            assert_eq!(evaluate(&end), end.margin().units(), "{end:?}");
        }
    }
}

#[test]
fn playouts_end_as_games_do() {
    let mut drawer = UniformPolicy::new(4, 4);
    for (side, pieces) in [(3, 1), (3, 4), (4, 3), (5, 2), (6, 4)] {
        let start = Position::new(Game::from_side(side, pieces, Rules::default()).unwrap());
        let margins: std::collections::BTreeSet<_> =
            (0..50).map(|_| playout(start, &mut drawer)).collect();
        assert!(
            margins.len() > 1,
            "{side}x{side}, n = {pieces}: {margins:?}"
        );
    }
}

#[test]
fn the_solver_is_asked_first_and_what_gives_value_away_is_not_played() {
    for position in positions(3, 2, 2) {
        let mut player = Heuristic::new(
            MoveBudget {
                node_limit: Some(100_000),
                ..MoveBudget::default()
            },
            None,
        );
        let keeping = player
            .keeping(&position, &Silent)
            .expect("there are nodes enough");
        let mut hasty = Heuristic::new(MoveBudget::from_playouts(3), None);
        hasty.solver = player.solver.take();
        let action = hasty.choose(&position, &Silent).unwrap().unwrap();
        assert!(position.play(action).is_ok());
        let value = solve(&position, &Silent).unwrap().value();
        for action in &keeping {
            assert_eq!(
                solve(&position.after_unchecked(action), &Silent)
                    .unwrap()
                    .value(),
                value
            );
        }
        if keeping.len() > 1 {
            let tree = searched(&position, 20, 1, Some(&keeping));
            assert!(keeping.contains(&tree.chosen().unwrap()));
        }
    }
}

#[test]
fn of_placements_that_a_symmetry_exchanges_one_is_searched() {
    let start = Position::new(Game::default());
    let searched = evaluated(
        &start,
        Watch {
            progress: &Silent,
            until: None,
        },
    )
    .unwrap()
    .list;
    // The empty board's 36 pairs of squares form 8 classes.
    assert_eq!(searched.len(), 8);
    assert!((searched.iter().map(|one| one.share).sum::<f64>() - 1.0).abs() < 1e-9);
}

/// The series form a chain on a circle of squares, so one more series on these squares entangles
/// them.
fn crowded(game: Game, circle: usize) -> Position {
    let mut position = Position::new(game);
    for first in 0..circle - 1 {
        let series = (first..first + game.pieces())
            .map(|at| Square::from_index(at % circle))
            .collect();
        position.place_unchecked(series);
    }
    assert_eq!(position.phase(), Phase::Place);
    assert_eq!(
        position.blocks().of(Square::from_index(0)),
        SquareSet::first(circle)
    );
    position
}

#[test]
fn what_looks_best_leaves_no_collapse_as_long_as_it_can() {
    for (side, pieces) in [(5, 8), (7, 12)] {
        let mut position = Position::new(Game::from_side(side, pieces, Rules::default()).unwrap());
        while position.phase() == Phase::Place {
            let candidates = weighed(&position).list;
            let best = candidates
                .iter()
                .max_by(|one, other| one.share.total_cmp(&other.share))
                .unwrap();
            position = position.play(best.action).unwrap();
        }
        // Only the last turn cannot avoid a collapse.
        assert_eq!(position.turns(), side * side);
    }
}

#[test]
fn who_draws_a_placement_carefully_leaves_the_other_player_no_collapse() {
    let mut drawer = UniformPolicy::new(8, 0);
    for &collapse in CollapseChooser::ALL {
        let rules = Rules {
            collapse,
            ..Rules::default()
        };
        // Five series lie on six of the nine squares, so 20 of the 84 triples entangle.
        let position = crowded(Game::from_side(3, 3, rules).unwrap(), 6);
        let mover = position.to_move().unwrap();
        let chooses = position.game().chooser(mover) == mover;
        let entangling = (0..400).filter(|_| {
            let mut after = position;
            place_carefully(&mut after, &mut drawer);
            after.phase() == Phase::Collapse
        });
        let count = entangling.count();
        assert!(
            if chooses { count > 200 } else { count < 20 },
            "{collapse:?} {count}"
        );
    }
}

#[test]
fn collapses_lead_to_lines_that_are_within_reach() {
    // A single collapse fills the board.
    let mut drawer = UniformPolicy::new(9, 0);
    let (mut sum, mut random) = (0, 0);
    for number in 0..20 {
        let mut position = Position::new(Game::from_side(6, 19, Rules::default()).unwrap());
        let mut draw = UniformPolicy::new(10, number);
        while position.phase() == Phase::Place {
            place_carefully(&mut position, &mut draw);
        }
        let sign = sign(&position);
        let good = evaluate_after_collapse(&position, &mut drawer);
        let blind = position.after_unchecked(&drawer.action(&position).unwrap());
        sum += sign * good / Margin::UNIT;
        random += sign * blind.margin().units() / Margin::UNIT;
    }
    assert!(sum >= 35 && random < 10, "{sum} {random}");
}
