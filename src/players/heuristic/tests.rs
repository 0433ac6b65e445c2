use std::time::Duration;

use super::evaluation::Score;
use super::*;
use crate::game::Game;
use crate::players::Random;
use crate::progress::Silent;
use crate::rules::Rules;
use crate::search::solve;

/// The positions of some random games.
fn positions(side: usize, pieces: usize, games: u64) -> Vec<Position> {
    let mut random = Random::new(3);
    let mut positions = Vec::new();
    for game in 0..games {
        random.begin(game);
        let mut position = Position::new(Game::of_side(side, pieces, Rules::default()).unwrap());
        while let Some(action) = random.choose(&position, &Silent).unwrap() {
            positions.push(position);
            position = position.play(action).unwrap();
        }
    }
    positions
}

/// A search of a position, after so many playouts.
fn searched(position: &Position, playouts: u64) -> Search<'static> {
    let mut search = Search {
        tree: Tree::new(position),
        drawer: UniformPolicy::new(1, 0),
        watch: Watch { progress: &Silent, until: None },
        keeping: None,
    };
    search.rounds(position, playouts).unwrap();
    search
}

#[test]
fn what_the_search_proves_is_true() {
    let (mut proven, mut bounded) = (0, 0);
    for position in positions(3, 2, 6).into_iter().chain(positions(3, 3, 3)).chain(positions(2, 2, 4)) {
        let search = searched(&position, 1_500);
        let value = solve(&position, &Silent).unwrap().value().unwrap().units();
        let [lower, upper] = search.tree.bounds(0);
        assert!((lower..=upper).contains(&value), "{lower} {value} {upper} {position:?}");
        bounded += usize::from([lower, upper] != [Score::MIN, Score::MAX]);
        if search.tree.is_proven(0) {
            proven += 1;
            let next = position.after_unchecked(&search.chosen(&position).unwrap());
            assert_eq!(solve(&next, &Silent).unwrap().value().unwrap().units(), value, "{position:?}");
        }
    }
    assert!(proven > 30 && bounded > proven, "{proven} {bounded}");
}

#[test]
fn playouts_end_as_games_do() {
    let mut drawer = UniformPolicy::new(4, 4);
    for (side, pieces) in [(3, 1), (3, 4), (4, 3), (5, 2), (6, 4)] {
        let start = Position::new(Game::of_side(side, pieces, Rules::default()).unwrap());
        let margins: std::collections::BTreeSet<_> = (0..50).map(|_| playout(start, &mut drawer)).collect();
        assert!(margins.len() > 1, "{side}x{side}, n = {pieces}: {margins:?}");
    }
}

#[test]
fn the_solver_is_asked_first_and_what_gives_value_away_is_not_played() {
    for position in positions(3, 2, 3) {
        let mut player = Heuristic::new(Effort { node_limit: Some(100_000), ..Effort::default() }, None);
        let keeping = player.keeping(&position, &Silent).expect("there are nodes enough");
        let mut hasty = Heuristic::new(Effort::of_nodes(3), None);
        hasty.solver = player.solver.take();
        let action = hasty.choose(&position, &Silent).unwrap().unwrap();
        assert!(position.play(action).is_ok());
        let value = solve(&position, &Silent).unwrap().value();
        for action in &keeping {
            assert_eq!(solve(&position.after_unchecked(action), &Silent).unwrap().value(), value);
        }
        if keeping.len() > 1 {
            let mut search = Search { keeping: Some(keeping.clone()), ..searched(&position, 0) };
            search.tree = Tree::new(&position);
            search.rounds(&position, 20).unwrap();
            assert!(keeping.contains(&search.chosen(&position).unwrap()));
        }
    }
}

#[test]
fn a_limit_of_time_is_shared_with_the_solver() {
    let now = Instant::now();
    let timed = Effort::of_time(Duration::from_secs(4));
    assert_eq!(timed.of_solver(), (None, Some(Duration::from_secs(2))));
    assert_eq!(timed.limits(now).until, Some(now + Duration::from_secs(4)));
    let counted = Effort::of_nodes(1_000).limits(now);
    assert_eq!((counted.until, counted.playouts), (None, 1_000));
}
