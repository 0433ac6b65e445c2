use std::time::Duration;

use super::*;
use crate::game::Game;
use crate::players::Random;
use crate::progress::Silent;
use crate::rules::Rules;

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

fn thought(position: &Position, effort: Effort) -> Thought {
    Heuristic::new(effort, None).think(position, &Silent).unwrap()
}

#[test]
fn a_larger_node_limit_sees_at_least_as_much() {
    let mut most = Seen::Turns(0);
    for (side, pieces) in [(3, 2), (3, 3), (4, 2), (4, 4)] {
        for position in positions(side, pieces, 1) {
            let mut last = Seen::Turns(0);
            for limit in [1, 30, 300] {
                let seen = thought(&position, Effort::of_nodes(limit)).seen;
                assert!(seen >= last, "{limit} of {position:?}: {seen:?} after {last:?}");
                last = seen;
                if let Seen::Turns(_) = seen {
                    most = most.max(seen);
                }
            }
        }
    }
    assert!(most >= Seen::Turns(2), "{most:?}");
}

#[test]
fn an_attempt_at_the_end_that_fails_leaves_the_move_of_the_last_finished_depth() {
    let (mut failed, mut other) = (0, 0);
    for position in positions(3, 2, 4).into_iter().chain(positions(3, 3, 2)) {
        let limit = 200;
        let found = thought(&position, Effort::of_nodes(limit));
        let Seen::Turns(depth) = found.seen else { continue };
        let same = Effort { depth, exact_end: false, ..Effort::default() };
        if depth > 0 {
            assert_eq!(found.action, thought(&position, same).action, "{depth} turns of {position:?}");
        }
        if may_be_exact(&position) {
            failed += 1;
            assert!(depth > 0, "the attempt took everything: {position:?}");
            let nothing = thought(&position, Effort { exact_end: false, ..Effort::of_nodes(1) });
            assert_eq!(nothing.seen, Seen::Turns(0));
            other += usize::from(nothing.action != found.action);
        }
    }
    // Without these the test says nothing.
    assert!(failed > 5 && other > 0, "{failed} {other}");
}

#[test]
fn the_attempt_at_the_end_has_a_quarter_of_each_limit() {
    let now = Instant::now();
    let timed = Effort::of_time(Duration::from_secs(4));
    assert_eq!(timed.exact_limits(now).until, Some(now + Duration::from_secs(1)));
    assert_eq!(timed.exact_limits(now).positions, EXACT_POSITIONS);
    assert_eq!(timed.limits(now).until, Some(now + Duration::from_secs(4)));
    let counted = Effort::of_nodes(4_000);
    assert_eq!(counted.exact_limits(now), Limits { until: None, positions: 1_000 });
    assert_eq!(counted.limits(now), Limits { until: None, positions: 4_000 });
    let free = Effort::default();
    assert_eq!(free.exact_limits(now), Limits { until: None, positions: EXACT_POSITIONS });
    assert_eq!(free.limits(now), Limits { until: None, positions: u64::MAX });
}
