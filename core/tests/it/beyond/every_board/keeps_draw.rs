use gqt3::beyond::every_board::short_series::{Keeper, Safe};
use gqt3::beyond::players::{Agent, Computer, Heuristic, Match, MoveBudget, Random};
use gqt3::engine::board::SquareSet;
use gqt3::engine::game::Game;
use gqt3::engine::notation::Record;
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::{CollapseChooser, Ending, Margin, Player, Rules, Tail};
use gqt3::random_play::UniformPolicy;
use gqt3::support::progress::Silent;
use rayon::prelude::*;

/// An attacker that completes and threatens lines, but prefers entanglements whose collapse it
/// chooses.
struct Greedy(UniformPolicy);

/// Grows with the attacker's squares and series on the line. It is 0 if the opponent owns a square
/// there.
fn threat(position: &Position, attacker: Player, line: SquareSet) -> u64 {
    if line.intersects(position.owned_by(attacker.opponent())) {
        return 0;
    }
    let own = (line & position.owned_by(attacker)).len();
    let series = position
        .quantum_series()
        .iter()
        .filter(|one| Player::from_turn(one + 1) == attacker);
    let coming = series
        .filter(|&one| position.squares_of(one).intersects(line))
        .count();
    1 << (4 * own + coming.min(8))
}

fn threats(position: &Position, attacker: Player) -> u64 {
    position
        .board()
        .lines()
        .iter()
        .map(|line| threat(position, attacker, *line))
        .sum()
}

impl Greedy {
    /// Returns the value to the attacker. If a collapse is pending, the chooser picks the best of
    /// the first eight.
    fn worth(position: &Position, attacker: Player) -> u64 {
        let outcomes = position
            .collapses()
            .take(8)
            .map(|one| threats(&position.after_unchecked(&Action::Collapse(one)), attacker));
        match (position.phase(), position.to_move()) {
            (Phase::Collapse, Some(player)) if player == attacker => {
                1 << 60 | outcomes.max().unwrap_or(0)
            }
            (Phase::Collapse, _) => outcomes.min().unwrap_or(0),
            _ => threats(position, attacker),
        }
    }

    fn choose(&mut self, position: &Position) -> Action {
        let attacker = position.to_move().unwrap();
        let actions: Vec<Action> = position.actions().take(20_000).collect();
        let worth = |action: &Action| Greedy::worth(&position.after_unchecked(action), attacker);
        // Skips some actions at random, so that games differ.
        let seen: Vec<&Action> = actions.iter().filter(|_| self.0.below(8) > 0).collect();
        **seen
            .iter()
            .max_by_key(|action| worth(action))
            .unwrap_or(&&actions[0])
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Attacker {
    Random,
    Greedy,
    Heuristic,
}

#[derive(Clone, Copy)]
struct Setting {
    game: Game,
    blocker: Player,
    attacker: Attacker,
    seed: u64,
}

impl Setting {
    fn play(self, keeper: &mut Keeper) {
        let mut random = Random::new(self.seed);
        let mut heuristic = Heuristic::new(
            MoveBudget::from_playouts(40).without_solver(),
            Some(self.seed),
        );
        let mut greedy = Greedy(UniformPolicy::new(self.seed, 1));
        let mut any = UniformPolicy::new(self.seed, 2);
        let mut record = Record::new(Position::new(self.game));
        while let Some(side) = record.end().to_move() {
            let position = record.end();
            let action = if side == self.blocker {
                match keeper.safe_actions(position, &Silent).unwrap() {
                    Safe::All => any.action(position).unwrap(),
                    Safe::These(safe) => {
                        assert!(
                            !safe.is_empty(),
                            "{:?} has no safe action after {record}",
                            self.blocker
                        );
                        safe[any.below(safe.len() as u64) as usize]
                    }
                }
            } else {
                match self.attacker {
                    Attacker::Random => random.choose(position, &Silent).unwrap().unwrap(),
                    Attacker::Greedy => greedy.choose(position),
                    Attacker::Heuristic => heuristic.choose(position, &Silent).unwrap().unwrap(),
                }
            };
            record.play(action).unwrap();
            let end = record.end();
            let own = end.owned_by(self.blocker.opponent());
            assert!(
                !end.board().lines().iter().any(|line| line.is_subset(own)),
                "a line in {record}"
            );
        }
    }
}

const BOTH: [Player; 2] = [Player::One, Player::Two];

fn play(side: usize, pieces: usize, rules: &[CollapseChooser], blockers: &[Player], each: u64) {
    let mut settings = Vec::new();
    for &collapse in rules {
        for &blocker in blockers {
            for attacker in [Attacker::Random, Attacker::Greedy, Attacker::Heuristic] {
                for seed in 0..each {
                    let (ending, tail) = match settings.len() % 3 {
                        0 => (Ending::Full, Tail::Classical),
                        1 => (Ending::FirstLine, Tail::Classical),
                        _ => (Ending::Full, Tail::Stop),
                    };
                    let rules = Rules {
                        collapse,
                        ending,
                        tail,
                        ..Rules::default()
                    };
                    let game = Game::from_side(side, pieces, rules).unwrap();
                    settings.push(Setting {
                        game,
                        blocker,
                        attacker,
                        seed,
                    });
                }
            }
        }
    }
    settings
        .par_chunks(settings.len() / rules.len())
        .for_each(|settings| {
            let mut keeper = Keeper::default();
            settings
                .iter()
                .for_each(|setting| setting.play(&mut keeper));
        });
}

#[test]
fn safe_actions_keep_the_opponent_from_every_line() {
    for (side, pieces) in [(4, 1), (5, 1)] {
        play(side, pieces, CollapseChooser::ALL, &BOTH, 1);
    }
    play(4, 2, &[CollapseChooser::Opponent], &[Player::One], 1);
    play(5, 2, &[CollapseChooser::Mover], &BOTH, 1);
}

#[test]
#[ignore = "takes an hour"]
fn safe_actions_keep_the_opponent_from_every_line_in_thousands_of_games() {
    for (side, pieces, each) in [(4, 2, 64), (8, 2, 64), (7, 2, 16), (6, 2, 8), (5, 2, 8)] {
        play(side, pieces, CollapseChooser::ALL, &BOTH, each);
    }
}

#[test]
fn the_perfect_player_never_loses_on_a_large_board() {
    let play = |players| {
        let start = Position::new(Game::from_side(7, 2, Rules::default()).unwrap());
        let pairing = Match {
            start,
            players,
            budget: MoveBudget::from_playouts(5),
            seed: 1,
            opening: 0,
        };
        pairing.play(1, &Silent).unwrap()
    };
    let as_one = play([Computer::Perfect, Computer::Random]);
    assert!(
        as_one
            .margins()
            .keys()
            .all(|&margin| margin >= Margin::ZERO),
        "{:?}",
        as_one.margins()
    );
    let as_two = play([Computer::Random, Computer::Perfect]);
    assert!(
        as_two
            .margins()
            .keys()
            .all(|&margin| margin <= Margin::ZERO),
        "{:?}",
        as_two.margins()
    );
}

/// Longer series are refused, even if a theorem gives a lead.
#[test]
fn no_perfect_player_plays_longer_series_on_large_boards() {
    for (side, pieces) in [(4, 3), (4, 13), (6, 5), (7, 3), (8, 3), (8, 41)] {
        let start = Position::new(Game::from_side(side, pieces, Rules::default()).unwrap());
        let pairing = Match {
            start,
            players: [Computer::Perfect, Computer::Random],
            budget: MoveBudget::from_playouts(20),
            seed: 1,
            opening: 0,
        };
        let refused = pairing.play(1, &Silent).unwrap_err().to_string();
        assert!(
            refused.contains("--board 3 or less, --pieces 1 or 2"),
            "{refused}"
        );
    }
}

#[test]
fn what_cannot_be_kept_is_not_proved() {
    let mut keeper = Keeper::default();
    for (side, pieces) in [(3, 2), (4, 3), (6, 3), (7, 3), (5, 4)] {
        let start = Position::new(Game::from_side(side, pieces, Rules::default()).unwrap());
        assert!(!Keeper::plays(start.game()));
        assert_eq!(
            keeper.safe_actions(&start, &Silent),
            Ok(Safe::These(Vec::new()))
        );
        assert_eq!(keeper.is_proved(&start, Player::One, &Silent), Ok(false));
    }
    // Player 1 owns four squares of the first row, and no series is on square 5.
    let start = Position::new(Game::from_side(5, 2, Rules::default()).unwrap());
    let record = Record::parse("1-2 11-16 1-2=2 11-16=16 3-4 17-22 3-4=4 17-22=22", start).unwrap();
    let end = record.end();
    let row = end.board().lines()[0];
    assert_eq!((row & end.owned_by(Player::One)).len(), 4);
    assert_eq!(
        keeper.is_proved(end, Player::Two, &Silent),
        Ok(false),
        "player 1 takes 5 by two series"
    );
}
