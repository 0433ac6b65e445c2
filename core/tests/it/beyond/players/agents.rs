use std::collections::{BTreeMap, HashMap, HashSet};

use gqt3::beyond::players::{
    Agent, Computer, Heuristic, Match, MatchError, MoveBudget, Perfect, Random, Tally, accuracy,
};
use gqt3::engine::canonical::Canonical;
use gqt3::engine::game::Game;
use gqt3::engine::notation::Record;
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::{Margin, Player, Rules, Variant};
use gqt3::perfect_play::{Solver, TABLE_BYTES, minimax, solve};
use gqt3::random_play::{Outcome, Simulation};
use gqt3::support::number::NORMAL_95;
use gqt3::support::progress::{Interrupted, Silent};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
use proptest::prelude::*;

use crate::shared::stop::Stop;

fn start(side: usize, pieces: usize, rules: Rules) -> Position {
    Position::new(Game::from_side(side, pieces, rules).unwrap())
}

fn worst(player: &mut dyn Agent, side: Player, from: Position) -> Margin {
    let mut seen: HashSet<String> = HashSet::new();
    let mut open = vec![from];
    let mut ends: Vec<Margin> = Vec::new();
    while let Some(position) = open.pop() {
        match position.to_move() {
            None => ends.push(position.margin()),
            Some(decides) => {
                let all: Vec<Action> = if decides == side {
                    player
                        .choose(&position, &Silent)
                        .unwrap()
                        .into_iter()
                        .collect()
                } else {
                    position.actions().collect()
                };
                for action in all {
                    let next = position.play(action).unwrap();
                    let text = format!(
                        "{:?} {:?}",
                        next.phase(),
                        &next.neighbours()[..next.turns()]
                    );
                    if seen.insert(text) {
                        open.push(next);
                    }
                }
            }
        }
    }
    let worst = if side == Player::One {
        ends.iter().min()
    } else {
        ends.iter().max()
    };
    *worst.expect("every game ends")
}

#[test]
fn the_perfect_player_never_ends_below_the_value_whatever_the_replies() {
    let paper = Rules::default();
    for (side, pieces, rules) in [1, 2, 3]
        .into_iter()
        .flat_map(|pieces| {
            Rules::combinations()
                .into_iter()
                .map(move |rules| (2, pieces, rules))
        })
        .chain([(1, 1, paper), (3, 1, paper)])
    {
        let start = start(side, pieces, rules);
        let value = solve(&start, &Silent).unwrap().value().unwrap();
        let mut player = Perfect::new(*start.game(), None).unwrap();
        for of in [Player::One, Player::Two] {
            assert_eq!(
                worst(&mut player, of, start),
                value,
                "{side}x{side}, n = {pieces}, {rules}, {of}"
            );
        }
    }
}

#[test]
#[ignore = "minutes"]
fn the_perfect_player_never_ends_below_the_value_of_the_standard_game() {
    let start = start(3, 2, Rules::default());
    let mut player = Perfect::new(*start.game(), None).unwrap();
    for side in [Player::One, Player::Two] {
        assert_eq!(
            worst(&mut player, side, start),
            Margin::from_rank(2),
            "{side}"
        );
    }
}

#[test]
fn the_perfect_player_takes_the_reply_that_goes_wrong_most_often() {
    let start = start(2, 2, Rules::default());
    let mut player = Perfect::new(*start.game(), None).unwrap();
    let mut random = Random::new(5);
    for game in 0..30 {
        random.begin(game);
        let mut position = start;
        while let Some(side) = position.to_move() {
            let chosen = player.choose(&position, &Silent).unwrap().unwrap();
            let share = |action: &Action| {
                let next = position.play(*action).unwrap();
                if next.to_move().is_none_or(|decides| decides == side) {
                    return None;
                }
                let replies: Vec<Action> = next.actions().collect();
                let value = minimax(&next);
                let wrong = replies
                    .iter()
                    .filter(|reply| minimax(&next.play(**reply).unwrap()) != value);
                Some(wrong.count() as f64 / replies.len() as f64)
            };
            let value = minimax(&position);
            let keeping: Vec<Action> = position
                .actions()
                .filter(|a| minimax(&position.play(*a).unwrap()) == value)
                .collect();
            assert!(keeping.contains(&chosen));
            let shares: Vec<Option<f64>> = keeping.iter().map(share).collect();
            if shares.iter().all(Option::is_some) {
                let best = shares.iter().flatten().copied().fold(0.0, f64::max);
                assert_eq!(share(&chosen), Some(best), "{position:?}");
            }
            position = position
                .play(random.choose(&position, &Silent).unwrap().unwrap())
                .unwrap();
        }
    }
}

#[test]
fn what_was_asked_before_changes_no_choice() {
    for rules in [Rules::default(), Variant::MoverCollapses.rules()] {
        let start = start(3, 2, rules);
        let fresh = |position: Position| {
            Perfect::new(*start.game(), None)
                .unwrap()
                .choose(&position, &Silent)
                .unwrap()
        };
        let mut player = Perfect::new(*start.game(), None).unwrap();
        let first = player.choose(&start, &Silent).unwrap();
        let mut random = Random::new(7);
        let mut position = start;
        while let Some(action) = random.choose(&position, &Silent).unwrap() {
            position = position.play(action).unwrap();
            let choice = player.choose(&position, &Silent).unwrap();
            assert_eq!(choice, fresh(position), "{rules} {position:?}");
        }
        assert_eq!(player.choose(&start, &Silent).unwrap(), first, "{rules}");
    }
}

#[test]
fn a_seed_varies_play_and_keeps_the_value() {
    let start = start(3, 2, Rules::default());
    let mut player = Perfect::new(*start.game(), Some(1)).unwrap();
    let mut firsts = HashSet::new();
    for game in 0..8 {
        player.begin(game);
        let Some(Action::Place(squares)) = player.choose(&start, &Silent).unwrap() else {
            panic!("moves")
        };
        // Only the two pairs of opposite corners are best first moves.
        assert!(
            ["1-9", "3-7"].contains(&squares.to_string().as_str()),
            "{squares}"
        );
        firsts.insert(squares);
    }
    assert_eq!(firsts.len(), 2);
}

#[test]
fn the_heuristic_player_is_perfect_where_the_solver_knows_the_value_in_time() {
    // The node limit is more than the solver needs from here on.
    let start = start(3, 2, Rules::default());
    let start = *Record::parse("1-2 3-4", start).unwrap().end();
    let mut player = Heuristic::new(
        MoveBudget {
            node_limit: Some(20_000),
            ..MoveBudget::default()
        },
        None,
    );
    let mut random = Random::new(11);
    let mut solver = Solver::new(*start.game(), TABLE_BYTES).unwrap();
    let mut value = |position: &Position| solver.bounds(position, &Silent).value().unwrap();
    for game in 0..2 {
        random.begin(game);
        let mut position = start;
        while position.phase() != Phase::Over {
            let action = player.choose(&position, &Silent).unwrap().unwrap();
            let next = position.play(action).unwrap();
            assert_eq!(value(&next), value(&position), "{position:?}");
            position = position
                .play(random.choose(&position, &Silent).unwrap().unwrap())
                .unwrap();
        }
    }
}

fn pairing(side: usize, pieces: usize, players: [Computer; 2]) -> Match {
    let start = start(side, pieces, Rules::default());
    Match {
        start,
        players,
        budget: MoveBudget::from_playouts(60),
        seed: 1,
        opening: 0,
    }
}

#[test]
fn the_heuristic_player_beats_the_random_player() {
    for (side, pieces, games) in [(3, 2, 30), (4, 2, 8), (4, 3, 4)] {
        for (players, wins) in [
            (
                [Computer::Heuristic, Computer::Random],
                Outcome::Player1Wins,
            ),
            (
                [Computer::Random, Computer::Heuristic],
                Outcome::Player2Wins,
            ),
        ] {
            let games = pairing(side, pieces, players).play(games, &Silent).unwrap();
            let won = games.count(wins);
            assert!(
                10 * won >= 8 * games.games(),
                "{side}x{side}, n = {pieces}, {players:?}: {won}"
            );
        }
    }
}

#[test]
fn matches_do_not_depend_on_threads_and_begin_alike() {
    let pairing = pairing(3, 2, [Computer::Random, Computer::Random]);
    let all = pairing.records(0..50, &Silent).unwrap();
    let ends = |records: &[Record]| {
        Simulation::from_games(records.iter().map(|r| (r.end().margin(), r.end().turns())))
    };
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        assert_eq!(
            pool.install(|| pairing.play(50, &Silent)).unwrap(),
            ends(&all),
            "{threads} threads"
        );
    }
    assert_eq!(pairing.play(20, &Silent).unwrap(), ends(&all[..20]));
    assert_eq!(pairing.records(20..50, &Silent).unwrap()[..], all[20..]);
    let squares: HashSet<String> = all.iter().map(|record| record.to_string()).collect();
    assert_eq!(squares.len(), 50);
    let opening = Match {
        opening: 3,
        players: [Computer::Heuristic; 2],
        ..pairing
    };
    let openings: HashSet<String> = opening
        .records(0..10, &Silent)
        .unwrap()
        .iter()
        .map(|r| format!("{:?}", r.actions().next()))
        .collect();
    assert!(openings.len() > 5);
}

#[test]
fn a_node_limit_gives_the_same_games_on_any_number_of_threads() {
    let of = |limit| Match {
        budget: MoveBudget::from_playouts(limit),
        ..pairing(4, 2, [Computer::Heuristic; 2])
    };
    let [few, more] = [20, 150].map(|limit| {
        let games = of(limit).play(18, &Silent).unwrap();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .unwrap();
        assert_eq!(
            pool.install(|| of(limit).play(18, &Silent)).unwrap(),
            games,
            "{limit}"
        );
        games
    });
    assert_ne!(few.margins(), more.margins());
}

/// Returns the share of games that `players[0]` wins, as X and as O together. A draw counts half.
fn score(players: [Computer; 2], games: u64) -> f64 {
    let [one, two] = players;
    let seats = [
        ([one, two], Outcome::Player1Wins),
        ([two, one], Outcome::Player2Wins),
    ];
    let halves: u64 = seats
        .into_iter()
        .map(|(players, wins)| {
            let games = pairing(3, 2, players).play(games, &Silent).unwrap();
            2 * games.count(wins) + games.count(Outcome::Draw)
        })
        .sum();
    halves as f64 / (4 * games) as f64
}

#[test]
fn each_level_is_stronger_than_the_one_below_and_not_hopelessly_so() {
    let [very_easy, easy, normal, hard, perfect] = Computer::levels(&Game::default());
    for (pair, games) in [
        ([Computer::Random, very_easy], 50),
        ([very_easy, easy], 50),
        ([easy, normal], 50),
        ([normal, hard], 10),
        ([hard, perfect], 10),
    ] {
        let weaker = score(pair, games);
        assert!((0.05..0.45).contains(&weaker), "{pair:?}: {weaker}");
    }
}

#[test]
fn a_weak_level_plays_another_game_each_time() {
    let pairing = pairing(3, 2, [Computer::VeryEasy; 2]);
    let games = pairing.records(0..10, &Silent).unwrap();
    let different: HashSet<String> = games.iter().map(|game| game.to_string()).collect();
    assert!(different.len() >= 8, "{different:?}");
}

#[test]
fn the_last_level_is_perfect_where_there_is_a_perfect_player() {
    for (side, pieces, last) in [
        (3, 3, Computer::Perfect),
        (4, 2, Computer::Perfect),
        (8, 1, Computer::Perfect),
        (4, 3, Computer::Strongest),
    ] {
        let game = *start(side, pieces, Rules::default()).game();
        assert_eq!(
            Computer::levels(&game)[4],
            last,
            "{side}x{side}, n = {pieces}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]
    #[test]
    fn levels_play_every_game_to_its_end(
        side in 1_usize..=4, pieces in 1_usize..=4, level in 0_usize..4, seed: u64,
    ) {
        let level = Computer::LEVELS[level];
        let pairing = Match { seed, ..pairing(side, pieces, [level, Computer::Random]) };
        let records = pairing.records(0..1, &Silent).unwrap();
        prop_assert_eq!(records[0].end().phase(), Phase::Over);
        prop_assert_eq!(&records, &pairing.records(0..1, &Silent).unwrap());
    }
}

#[test]
fn the_smallest_node_limit_still_gives_legal_actions() {
    for (side, pieces) in [(1, 1), (2, 2), (3, 1), (3, 4), (4, 3), (5, 2), (6, 4)] {
        let pairing = Match {
            budget: MoveBudget::from_playouts(1),
            ..pairing(side, pieces, [Computer::Heuristic; 2])
        };
        let records = pairing.records(0..2, &Silent).unwrap();
        assert!(
            records
                .iter()
                .all(|record| record.end().phase() == Phase::Over),
            "{side}x{side}, n = {pieces}"
        );
    }
}

#[test]
fn a_collapse_with_too_many_choices_is_not_searched_in_full() {
    // Sixteen series on all sixteen squares have 16! collapses.
    let mut position = start(4, 16, Rules::default());
    while position.phase() == Phase::Place {
        position = position.play(Action::Place(position.quantum())).unwrap();
    }
    assert_eq!(position.phase(), Phase::Collapse);
    let action = Heuristic::default()
        .choose(&position, &Silent)
        .unwrap()
        .unwrap();
    assert!(position.play(action).is_ok());
}

#[test]
fn a_billion_games_stop_when_they_are_interrupted() {
    let games = 1_000_000_000;
    for checks in [0, 1, 500] {
        for pairing in [
            pairing(3, 2, [Computer::Random; 2]),
            pairing(2, 2, [Computer::Heuristic, Computer::Perfect]),
        ] {
            let stop = Stop::after(checks);
            assert_eq!(
                pairing.play(games, &stop),
                Err(Interrupted.into()),
                "{pairing:?}"
            );
            assert!(stop.done.into_inner() <= checks, "{pairing:?}");
            let stop = Stop::after(checks);
            let found = accuracy(
                std::slice::from_ref(&pairing),
                games,
                &[pairing.budget],
                &stop,
            );
            assert_eq!(found.err(), Some(Interrupted.into()), "{pairing:?}");
            assert!(stop.done.into_inner() <= checks, "{pairing:?}");
        }
    }
}

#[test]
fn the_steps_of_a_match_are_its_games() {
    let pairing = pairing(2, 2, [Computer::Random, Computer::Perfect]);
    let all = Stop::after(u64::MAX);
    pairing.play(20, &all).unwrap();
    assert_eq!(all.done.into_inner(), 20);
    let all = Stop::after(u64::MAX);
    let random = Match {
        players: [Computer::Random; 2],
        ..pairing.clone()
    };
    let found = accuracy(
        &[pairing, random],
        2,
        &[MoveBudget::from_playouts(10)],
        &all,
    )
    .unwrap();
    let decisions: u64 = found.all.values().map(|tallies| tallies[0].decisions).sum();
    assert_eq!(all.done.into_inner(), 4 + decisions);
}

#[test]
fn a_heuristic_player_asks_at_every_position_that_it_estimates() {
    // The first placement on 8x8 has some 600 candidates, which are all evaluated before the first
    // playout.
    let large = start(8, 2, Rules::default());
    let mut player = Heuristic::new(MoveBudget::from_playouts(1), None);
    assert_eq!(player.choose(&large, &Stop::after(400)), Err(Interrupted));
}

#[test]
fn what_cannot_be_played_is_refused() {
    let large = pairing(4, 3, [Computer::Perfect, Computer::Random]);
    assert!(matches!(
        large.play(1, &Silent),
        Err(MatchError::NoPerfectPlayer(_))
    ));
    assert!(matches!(
        accuracy(&[large], 1, &[], &Silent),
        Err(MatchError::Unsolved(_))
    ));
    assert_eq!(
        pairing(3, 2, [Computer::Random; 2]).play(0, &Silent),
        Err(MatchError::NoGames)
    );
}

/// For each class of equivalent positions after the start in which a game has a decision, returns
/// the turn, whether a collapse is pending, and one position.
fn met(pairing: &Match, games: u64) -> HashMap<Vec<u64>, (usize, bool, Position)> {
    let records = pairing.records(0..games, &Silent).unwrap();
    let steps = records
        .iter()
        .flat_map(|record| record.steps().skip(1).collect::<Vec<_>>());
    let place = |position: Position| {
        let collapse = position.phase() == Phase::Collapse;
        let key = Canonical::new(&position, &position.board().symmetries()).key;
        (
            key,
            (
                position.turns() + usize::from(!collapse),
                collapse,
                position,
            ),
        )
    };
    steps.map(|(position, _)| place(position)).collect()
}

#[test]
fn accuracy_is_that_of_the_definition() {
    let start = Record::parse("1-2 2-5 5-9 1-5=5", start(3, 2, Rules::default())).unwrap();
    let pairing = Match {
        start: *start.end(),
        ..pairing(3, 2, [Computer::Random; 2])
    };
    let found = accuracy(
        std::slice::from_ref(&pairing),
        20,
        &[pairing.budget],
        &Silent,
    )
    .unwrap();
    let mut expected: BTreeMap<(usize, bool), Tally> = BTreeMap::new();
    // What a random player keeps on average, by minimax.
    for (turn, collapse, position) in met(&pairing, 20).into_values() {
        let value = minimax(&position);
        let all: Vec<Action> = position.actions().collect();
        let keeping = all
            .iter()
            .filter(|action| minimax(&position.play(**action).unwrap()) == value)
            .count();
        let tally = expected.entry((turn, collapse)).or_default();
        tally.decisions += 1;
        if keeping < all.len() {
            tally.critical += 1;
            tally.kept += BigRational::new(keeping.into(), all.len().into());
        }
    }
    assert!(expected.values().any(|tally| tally.critical > 0));
    assert!(
        !expected.contains_key(&(5, false)),
        "every game has the same first position"
    );
    let random = found
        .all
        .iter()
        .map(|(place, tallies)| (*place, tallies[1].clone()));
    assert_eq!(random.collect::<BTreeMap<_, _>>(), expected);
}

#[test]
fn accuracy_counts_each_position_once_and_pools_those_of_openings() {
    let matches: Vec<Match> = [
        (Computer::Random, 1),
        (Computer::Perfect, 2),
        (Computer::Random, 1),
    ]
    .map(|(kind, seed)| Match {
        opening: 1,
        seed,
        ..pairing(2, 2, [kind; 2])
    })
    .into();
    let found = accuracy(&matches, 30, &[], &Silent).unwrap();
    let decisions =
        |by_turn: &BTreeMap<(usize, bool), Vec<Tally>>| -> BTreeMap<(usize, bool), u64> {
            by_turn
                .iter()
                .map(|(place, tallies)| (*place, tallies[0].decisions))
                .collect()
        };
    let count = |met: &HashMap<Vec<u64>, (usize, bool, Position)>, from: usize| {
        let mut counts = BTreeMap::new();
        met.values()
            .filter(|(turn, ..)| *turn >= from)
            .for_each(|(turn, collapse, _)| {
                *counts.entry((*turn, *collapse)).or_insert(0) += 1;
            });
        counts
    };
    let each: Vec<_> = matches.iter().map(|pairing| met(pairing, 30)).collect();
    assert_eq!(
        decisions(&found.all),
        count(
            &each
                .iter()
                .flatten()
                .map(|(k, v)| (k.clone(), *v))
                .collect(),
            1
        )
    );
    for ((_, by_turn), met) in found.of_match.iter().zip(&each) {
        // Turn 1 is the random opening, which also draws the position in which turn 2 begins. So
        // both turns are left out.
        assert_eq!(decisions(by_turn), count(met, 3));
    }
    assert!(accuracy(&[], 30, &[], &Silent).is_err());
}

#[test]
fn the_interval_of_wilson_solves_its_equation() {
    for (kept, critical) in [(0, 1), (1, 1), (3, 7), (57, 60), (60, 60), (500, 2000)] {
        let [kept, decisions] =
            [kept, critical + 1].map(|n: u64| BigRational::from_integer(n.into()));
        let tally = Tally {
            decisions: critical + 1,
            critical,
            kept: kept.clone(),
        };
        assert_eq!(
            tally.accuracy(),
            Some((kept + BigRational::one()) / decisions)
        );
        let share = tally.critical_accuracy().unwrap().to_f64().unwrap();
        // If `end` were the true share, `share` would be 1.96 standard deviations away from it.
        for end in tally.critical_interval().unwrap() {
            let square = NORMAL_95.powi(2) * end * (1.0 - end) / critical as f64;
            assert!(
                ((share - end).powi(2) - square).abs() < 1e-12,
                "{tally:?}: {end}"
            );
        }
    }
    assert_eq!(Tally::default().critical_interval(), None);
}
