use gqt3::engine::game::Game;
use gqt3::engine::rules::{Ending, Offset, Rules, Scoring, Tail, Ties, Variant};
use gqt3::random_play::{
    ChiSquare, Distribution, Outcome, RandomPlayError, Simulation, by_histories, early_stopping,
    enumerate, exact, simulate, simulate_until_interrupted,
};
use gqt3::support::progress::{Interrupted, Silent};
use num_traits::ToPrimitive;

use crate::shared::stop::Stop;

/// The number of games that share a stream of random numbers.
const BLOCK: u64 = 256;

fn game(side: usize, pieces: usize, rules: Rules) -> Game {
    Game::from_side(side, pieces, rules).unwrap()
}

fn played(side: usize, pieces: usize, rules: Rules, games: u64, seed: u64) -> Simulation {
    simulate(game(side, pieces, rules), games, seed, &Silent).unwrap()
}

fn rules_to_try() -> Vec<Rules> {
    let mut all: Vec<Rules> = Variant::ALL.iter().map(|variant| variant.rules()).collect();
    let stop = Rules {
        tail: Tail::Stop,
        ..Rules::default()
    };
    all.extend(Scoring::ALL.iter().map(|&scoring| Rules {
        scoring,
        offset: Offset::One,
        ..stop
    }));
    all.push(Rules {
        ties: Ties::Competition,
        ending: Ending::FirstLine,
        offset: Offset::One,
        ..stop
    });
    all
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let with = |threads, pieces, seed| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| played(3, pieces, Rules::default(), 20 * BLOCK + 7, seed))
    };
    for pieces in 1..=4 {
        assert_eq!(with(1, pieces, 5), with(2, pieces, 5));
        assert_ne!(with(1, pieces, 5), with(1, pieces, 6));
    }
}

/// Chi-square exceeds this with a probability below 1e-6 (Wilson and Hilferty's approximation):
/// 1.6e-7 for one degree of freedom, near 1e-6 for many.
fn critical(degrees: usize) -> f64 {
    let ninth = 2.0 / (9.0 * degrees as f64);
    degrees as f64 * (1.0 - ninth + 4.753_424 * ninth.sqrt()).powi(3)
}

fn assert_fits(found: &Simulation, exact: &Distribution, what: &str) {
    let fit = found.chi_square(exact);
    let degrees = exact.margins().len() - 1;
    assert_eq!(fit.degrees_of_freedom, degrees, "{what}");
    assert!(
        fit.statistic <= if degrees == 0 { 0.0 } else { critical(degrees) },
        "{what}: {fit:?}"
    );
}

fn assert_outcomes_fit(found: &Simulation, exact: &Distribution, what: &str) {
    for outcome in [Outcome::Player1Wins, Outcome::Draw, Outcome::Player2Wins] {
        let exact = exact.probability(outcome).to_f64().unwrap();
        let estimate = found.probability(outcome);
        let off = (estimate.value - exact).abs();
        assert!(
            off < 5.0 * estimate.standard_error,
            "{what}, {outcome:?}: {estimate:?}, not {exact}"
        );
    }
}

#[test]
fn margins_are_distributed_as_the_endgames_say_whatever_n() {
    let rules = Rules::default();
    let exact = enumerate(game(3, 2, rules), &Silent).unwrap();
    for pieces in 1..=9 {
        let games = if pieces < 4 { 50_000 } else { 10_000 };
        let found = played(3, pieces, rules, games, 20);
        assert_fits(&found, &exact, &format!("n = {pieces}"));
        assert_eq!(found.lengths().keys().collect::<Vec<_>>(), [&9]);
    }
    // The check above can fail: another scoring has other margins.
    let decisive = enumerate(
        game(
            3,
            2,
            Rules {
                scoring: Scoring::Decisive,
                ..rules
            },
        ),
        &Silent,
    )
    .unwrap();
    assert_eq!(
        played(3, 2, rules, 10_000, 20)
            .chi_square(&decisive)
            .statistic,
        f64::INFINITY
    );
}

#[test]
fn large_boards_are_won_as_often_as_their_lines_say() {
    let rules = Rules::default();
    for (side, pieces, games) in [
        (4, 2, 20_000),
        (4, 3, 5_000),
        (4, 8, 1_000),
        (5, 4, 200),
        (8, 2, 1_000),
    ] {
        let found = played(side, pieces, rules, games, 24);
        assert_outcomes_fit(
            &found,
            &exact(side, &rules, &Silent).unwrap(),
            &format!("{side}, n = {pieces}"),
        );
        assert_eq!(found.lengths().keys().collect::<Vec<_>>(), [&(side * side)]);
    }
}

#[test]
fn ordinary_tic_tac_toe_is_distributed_as_all_its_games_say() {
    let rules = Rules {
        ending: Ending::FirstLine,
        ..Rules::default()
    };
    let exact = enumerate(game(3, 1, rules), &Silent).unwrap();
    let found = played(3, 1, rules, 100_000, 21);
    assert_fits(&found, &exact, "first line");
    assert_outcomes_fit(&found, &exact, "first line");
    assert!(found.lengths().keys().all(|turns| (5..=9).contains(turns)));
}

#[test]
fn games_that_stop_early_are_distributed_as_all_histories_say() {
    let games = 4_000;
    for rules in rules_to_try() {
        let mut all: Vec<(Game, _)> = (1..=3)
            .map(|pieces| game(2, pieces, rules))
            .map(|game| (game, by_histories(game, &Silent).unwrap().games))
            .collect();
        // Pairs on 3x3 take longest, and the rules of points do not change when a game stops.
        let most = if rules.scoring == Scoring::Harmonic {
            2
        } else {
            1
        };
        all.extend((1..=most).map(|pieces| {
            let game = game(3, pieces, rules);
            (game, early_stopping(game, &Silent).unwrap())
        }));
        for (game, exactly) in all {
            let what = format!("{}, n = {}, {rules}", game.side(), game.pieces());
            let found = simulate(game, games, 23, &Silent).unwrap();
            assert_fits(&found, &exactly.distribution, &what);
            let played: u64 = exactly
                .lengths
                .iter()
                .filter_map(|(turns, _)| found.lengths().get(turns))
                .sum();
            assert_eq!(played, games, "{what}: a length is impossible");
            let expected =
                |share: &num_rational::BigRational| share.to_f64().unwrap() * games as f64;
            let often = exactly
                .lengths
                .iter()
                .filter(|(_, share)| expected(share) > 5.0);
            let fit = ChiSquare::from_counts(often.map(|(turns, share)| {
                (
                    found.lengths().get(turns).copied().unwrap_or(0),
                    expected(share),
                )
            }));
            let degrees = fit.degrees_of_freedom;
            assert!(
                degrees == 0 || fit.statistic < critical(degrees),
                "{what}: lengths {fit:?}"
            );
        }
    }
}

#[test]
fn a_simulation_needs_games() {
    assert_eq!(
        simulate(game(3, 2, Rules::default()), 0, 0, &Silent),
        Err(RandomPlayError::NoGames)
    );
}

/// Whether a game is refused depends on the seed, but not on the threads.
#[test]
fn collapses_too_large_to_draw_uniformly_are_refused() {
    let refused = |side, pieces, games| {
        let game = game(side, pieces, Rules::default());
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| simulate(game, games, 1, &Silent))
        };
        let error = with(1).unwrap_err();
        assert_eq!(
            error,
            RandomPlayError::TooLargeToDraw {
                squares: side * side,
                pieces
            }
        );
        assert_eq!(with(3), Err(error.clone()));
        error.to_string()
    };
    for (side, pieces, games) in [(5, 24, 1), (6, 12, 1_000), (8, 5, 600)] {
        let text = refused(side, pieces, games);
        assert!(
            text.contains(&format!("{} squares with --pieces {pieces}", side * side)),
            "{text}"
        );
    }
    // Up to 20 squares, no game is refused.
    for pieces in [3, 8, 15, 16, 17] {
        assert_eq!(played(4, pieces, Rules::default(), 20, 1).games(), 20);
    }
}

#[test]
fn games_are_reported_and_may_be_interrupted() {
    let with = |checks| {
        let stop = Stop::after(checks);
        let result = simulate(game(3, 2, Rules::default()), 10 * BLOCK + 3, 0, &stop);
        assert_eq!(stop.steps.into_inner(), 10 * BLOCK + 3);
        (
            result.map(|simulation| simulation.games()),
            stop.done.into_inner(),
        )
    };
    assert_eq!(with(u64::MAX), (Ok(10 * BLOCK + 3), 10 * BLOCK + 3));
    let (result, done) = with(1);
    assert_eq!(result, Err(RandomPlayError::Interrupted(Interrupted)));
    assert!(done <= BLOCK, "only one block began");
}

#[test]
fn an_interruption_keeps_the_games_that_were_over() {
    let with = |checks| {
        let stop = Stop::after(checks);
        simulate_until_interrupted(game(3, 2, Rules::default()), 10 * BLOCK + 3, 0, &stop).unwrap()
    };
    assert_eq!(with(0).games(), 0);
    // A check precedes each game, and at most 11 more precede blocks of games.
    let some = with(2 * BLOCK);
    assert!(
        (2 * BLOCK - 11..2 * BLOCK).contains(&some.games()),
        "{}",
        some.games()
    );
    assert_eq!(some.margins().values().sum::<u64>(), some.games());
    assert_eq!(some.lengths().values().sum::<u64>(), some.games());
    assert_eq!(with(u64::MAX).games(), 10 * BLOCK + 3);
}
