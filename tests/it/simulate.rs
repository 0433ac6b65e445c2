//! Random games: they are games of the engine, reproducible, and distributed as exact enumeration says.

use gqt3::game::Game;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use gqt3::board::Board;
use gqt3::position::{Action, Phase, Position};
use gqt3::progress::{Progress, Silent};
use gqt3::random_play::simulate::{BLOCK, ChiSquare, Error, PlayedGame, endgame_counts, sample};
use gqt3::random_play::{Outcome, Simulation, enumerate, simulate};
use gqt3::rules::{Ending, Margin, Offset, Rules, Scoring, Tail, Ties, Variant};

fn board(side: usize) -> Board {
    Board::new(side).unwrap()
}

fn played(side: usize, pieces: usize, rules: Rules, games: u64, seed: u64) -> Simulation {
    simulate(board(side), pieces, &rules, games, seed, &Silent).unwrap()
}

/// The rules that change what is played or what it is worth: every preset, and every ending, tail, scoring,
/// offset and tie.
fn rules_to_try() -> Vec<Rules> {
    let mut all: Vec<Rules> = Variant::ALL.iter().map(|variant| variant.rules()).collect();
    let stop = Rules { tail: Tail::Stop, ..Rules::default() };
    all.extend(Scoring::ALL.iter().map(|&scoring| Rules { scoring, offset: Offset::One, ..stop }));
    all.push(Rules { ties: Ties::Competition, ending: Ending::FirstLine, offset: Offset::One, ..stop });
    all
}

/// Plays a game again with the engine, which checks that every placement and collapse is legal.
fn replay(start: Position, game: &PlayedGame) -> Position {
    let mut position = start;
    for turn in &game.turns {
        position = position.play(Action::Place(turn.squares)).unwrap();
        // The engine waits exactly where the game chose.
        assert_eq!(position.phase() == Phase::Collapse, turn.collapse.is_some());
        if let Some(collapse) = turn.collapse {
            position = position.play(Action::Collapse(collapse)).unwrap();
        }
    }
    assert_eq!(position.phase(), Phase::Over);
    assert_eq!(position.margin(), game.margin);
    position
}

fn count_replayed(start: Position, games: &[PlayedGame]) -> (BTreeMap<Margin, u64>, BTreeMap<usize, u64>) {
    let (mut margins, mut lengths) = (BTreeMap::new(), BTreeMap::new());
    for game in games {
        let end = replay(start, game);
        *margins.entry(end.margin()).or_default() += 1;
        *lengths.entry(end.turns()).or_default() += 1;
    }
    (margins, lengths)
}

fn assert_engine_agrees(board: Board, pieces: usize, rules: Rules, games: u64) {
    let seed = 1_000 + pieces as u64;
    let sampled = sample(board, pieces, &rules, games, seed, &Silent).unwrap();
    let (margins, lengths) =
        count_replayed(Position::new(Game::new(board, pieces, rules).unwrap()), &sampled);
    let counted = simulate(board, pieces, &rules, games, seed, &Silent).unwrap();
    assert_eq!(counted.margins(), &margins, "n = {pieces}, {rules}");
    assert_eq!(counted.lengths(), &lengths, "n = {pieces}, {rules}");
    assert_eq!(counted.games(), games);
}

#[test]
fn the_engine_agrees_with_every_game() {
    for rules in rules_to_try() {
        for pieces in 1..=5 {
            assert_engine_agrees(board(2), pieces, rules, 2 * BLOCK);
            assert_engine_agrees(board(3), pieces, rules, 4 * BLOCK + 1);
            assert_engine_agrees(board(4), pieces, rules, if pieces < 4 { BLOCK } else { 40 });
        }
    }
}

#[test]
fn the_engine_agrees_with_games_of_any_size() {
    let paper = Rules::default();
    for pieces in 1..=10 {
        assert_engine_agrees(board(3), pieces, paper, BLOCK);
        assert_engine_agrees(board(1), pieces, paper, 3);
        assert_engine_agrees(Board::without_lines(10).unwrap(), pieces, paper, BLOCK);
    }
    for pieces in [8, 12, 15, 16, 17] {
        assert_engine_agrees(board(4), pieces, paper, 10);
    }
    assert_engine_agrees(board(5), 3, paper, 100);
    assert_engine_agrees(board(6), 3, paper, 20);
    assert_engine_agrees(board(8), 1, paper, BLOCK);
    assert_engine_agrees(board(8), 2, paper, BLOCK);
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let with = |threads, pieces, seed| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| played(3, pieces, Rules::default(), 20 * BLOCK + 7, seed))
    };
    for pieces in 1..=4 {
        assert_eq!(with(1, pieces, 5), with(2, pieces, 5));
        assert_ne!(with(1, pieces, 5), with(1, pieces, 6));
    }
}

/// The value that a chi-square of `degrees` exceeds with a probability of about 1e-6 (Wilson and Hilferty).
fn critical(degrees: usize) -> f64 {
    let ninth = 2.0 / (9.0 * degrees as f64);
    degrees as f64 * (1.0 - ninth + 4.753_424 * ninth.sqrt()).powi(3)
}

fn assert_fits(fit: ChiSquare, degrees: usize, what: &str) {
    assert_eq!(fit.degrees_of_freedom, degrees, "{what}");
    assert!(fit.statistic < critical(degrees), "{what}: {fit:?}");
}

#[test]
fn margins_are_distributed_as_the_endgames_say_whatever_n() {
    let rules = Rules::default();
    let exact = enumerate(3, 2, &rules, &Silent).unwrap();
    for pieces in 1..=9 {
        let games = if pieces < 4 { 300_000 } else { 30_000 };
        let found = played(3, pieces, rules, games, 20);
        assert_fits(found.chi_square(&exact), exact.margins().len() - 1, &format!("n = {pieces}"));
        assert_eq!(found.lengths().keys().collect::<Vec<_>>(), [&9]);
    }
    // The test can fail: under another scoring the margins are others.
    let narrow = Rules { scoring: Scoring::Decisive, ..rules };
    assert_eq!(
        played(3, 2, rules, 10_000, 20).chi_square(&enumerate(3, 2, &narrow, &Silent).unwrap()).statistic,
        f64::INFINITY
    );
}

#[test]
fn ordinary_tic_tac_toe_is_distributed_as_all_its_games_say() {
    let rules = Rules { ending: Ending::FirstLine, ..Rules::default() };
    let exact = enumerate(3, 1, &rules, &Silent).unwrap();
    let found = played(3, 1, rules, 500_000, 21);
    assert_fits(found.chi_square(&exact), 3, "first line");
    for outcome in [Outcome::Player1Wins, Outcome::Draw, Outcome::Player2Wins] {
        let probability = exact.probability(outcome);
        let exact = num_traits::ToPrimitive::to_f64(&probability).unwrap();
        let estimate = found.probability(outcome);
        assert!((estimate.value - exact).abs() < 5.0 * estimate.standard_error, "{outcome:?}: {estimate:?}");
    }
    assert!(found.lengths().keys().all(|turns| (5..=9).contains(turns)));
}

#[test]
fn the_endgames_of_the_two_by_two_board_are_equally_likely_whatever_n() {
    for pieces in 1..=5 {
        let games = 240_000;
        let counts = endgame_counts(pieces, games, 22, &Silent).unwrap();
        assert_eq!(counts.len(), 24);
        let fit = ChiSquare::of(counts.values().map(|&count| (count, games as f64 / 24.0)));
        assert_fits(fit, 23, &format!("n = {pieces}"));
    }
}

/// The probability of every margin of every game of the engine, each choice as likely as another.
fn weighted(position: &Position, weight: f64, found: &mut BTreeMap<Margin, f64>) {
    match position.phase() {
        Phase::Over => *found.entry(position.margin()).or_default() += weight,
        Phase::Place => {
            let share = weight / position.placements().count() as f64;
            for squares in position.placements() {
                let mut next = *position;
                next.place_unchecked(squares);
                weighted(&next, share, found);
            }
        }
        Phase::Collapse => {
            let share = weight / position.collapses().count() as f64;
            for collapse in position.collapses() {
                let mut next = *position;
                next.collapse_unchecked(&collapse);
                weighted(&next, share, found);
            }
        }
    }
}

#[test]
fn games_that_stop_early_are_distributed_as_all_histories_say() {
    for rules in rules_to_try() {
        for pieces in 1..=3 {
            let mut expected = BTreeMap::new();
            weighted(&Position::new(Game::of_side(2, pieces, rules).unwrap()), 1.0, &mut expected);
            let games = 50_000;
            let found = played(2, pieces, rules, games, 23);
            let count = |margin| found.margins().get(margin).copied().unwrap_or(0);
            let fit =
                ChiSquare::of(expected.iter().map(|(margin, share)| (count(margin), share * games as f64)));
            assert!(found.margins().keys().all(|margin| expected.contains_key(margin)));
            if expected.len() > 1 {
                assert_fits(fit, expected.len() - 1, &format!("n = {pieces}, {rules}"));
            }
        }
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let refused = |side, pieces, games| {
        simulate(board(side), pieces, &Rules::default(), games, 0, &Silent).unwrap_err()
    };
    assert_eq!(refused(3, 0, 10), Error::NoPieces);
    assert_eq!(refused(3, 2, 0), Error::NoGames);
    assert_eq!(endgame_counts(0, 1, 0, &Silent), Err(Error::NoPieces));
}

#[test]
fn entanglements_too_large_to_count_are_drawn_by_a_chain_and_told() {
    assert_eq!(played(4, 8, Rules::default(), 20, 1).chained(), 0);
    let large = played(6, 12, Rules::default(), 20, 1);
    assert!(large.chained() > 0);
    assert_eq!((large.games(), large.lengths().keys().collect::<Vec<_>>()), (20, vec![&36]));
    assert_engine_agrees(board(5), 24, Rules::default(), 3);
    assert_engine_agrees(board(8), 5, Variant::Goff.rules(), 2);
    // The margins of 5x5 are those of all endgames, as far as 2,000 games tell.
    let exact = gqt3::random_play::exact(5, &Rules::default(), &Silent).unwrap();
    let found = played(5, 12, Rules::default(), 2_000, 3);
    assert!(found.chained() > 0);
    for outcome in [Outcome::Player1Wins, Outcome::Draw, Outcome::Player2Wins] {
        let exact = num_traits::ToPrimitive::to_f64(&exact.probability(outcome)).unwrap();
        let estimate = found.probability(outcome);
        assert!((estimate.value - exact).abs() < 5.0 * estimate.standard_error, "{outcome:?}: {estimate:?}");
    }
}

/// Counts steps, and interrupts when it has seen enough.
struct Counter {
    done: AtomicU64,
    enough: u64,
}

impl Progress for Counter {
    fn begin(&self, _: &str, steps: Option<u64>) {
        assert_eq!(steps, Some(10 * BLOCK + 3));
    }
    fn advance(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }
    fn interrupted(&self) -> bool {
        self.done.load(Ordering::Relaxed) >= self.enough
    }
}

#[test]
fn games_are_reported_and_may_be_interrupted() {
    let with = |enough| {
        let counter = Counter { done: AtomicU64::new(0), enough };
        let result = simulate(board(3), 2, &Rules::default(), 10 * BLOCK + 3, 0, &counter);
        (result.map(|simulation| simulation.games()), counter.done.into_inner())
    };
    assert_eq!(with(u64::MAX), (Ok(10 * BLOCK + 3), 10 * BLOCK + 3));
    let (result, done) = with(BLOCK);
    assert_eq!(result, Err(Error::Interrupted));
    assert!(done < 10 * BLOCK);
}
