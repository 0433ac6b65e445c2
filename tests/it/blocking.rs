//! Blocks, and proofs that a player can be kept from every target, against the literal rules.

use gqt3::board::{Board, SquareSet};
use gqt3::game::Game;
use gqt3::position::{Action, Phase, Position};
use gqt3::progress::Silent;
use gqt3::random_play::UniformPolicy;
use gqt3::rules::{CollapseChooser, Margin, Player, Rules, Scoring};
use gqt3::search::blocking::{Blocking, Effort, Goal};
use gqt3::search::{Solver, TABLE_BYTES};

/// What the engine collapses after a placement, whether the chooser has a choice or not.
fn collapsed(position: &Position, placement: SquareSet) -> Option<SquareSet> {
    let mut after = *position;
    after.place_unchecked(placement);
    let forced = position.quantum() - after.quantum();
    let squares = if after.phase() == Phase::Collapse { after.entangled_squares() } else { forced };
    (!squares.is_empty()).then_some(squares)
}

#[test]
fn blocks_tell_what_every_placement_collapses() {
    let (mut entangling, mut free) = (0, 0);
    for side in 2..=5 {
        for pieces in 1..=side * side {
            for game in 0..if side < 4 { 8 } else { 1 } {
                let start = Position::new(Game::of_side(side, pieces, Rules::default()).unwrap());
                let mut drawer = UniformPolicy::new(18, game);
                let mut position = start;
                while let Some(action) = drawer.action(&position) {
                    let blocks = position.blocks();
                    assert_eq!(
                        blocks.iter().map(SquareSet::len).sum::<usize>(),
                        if position.phase() == Phase::Place { position.quantum().len() } else { 0 }
                    );
                    // The first placements, and some that are drawn.
                    let mut placements: Vec<SquareSet> = position.placements().take(30).collect();
                    placements.extend((0..15).filter_map(|_| match drawer.action(&position)? {
                        Action::Place(squares) => Some(squares),
                        Action::Collapse(_) => None,
                    }));
                    for placement in placements {
                        let expected = collapsed(&position, placement);
                        assert_eq!(blocks.entangled_by(placement), expected, "{placement} in {position:?}");
                        *(if expected.is_some() { &mut entangling } else { &mut free }) += 1;
                    }
                    position = position.play(action).unwrap();
                }
            }
        }
    }
    assert!(entangling > 1_000 && free > 1_000, "{entangling} entangle, {free} do not");
}

/// What an attacker wants, from the lines of the board.
fn targets(side: usize, goal: Goal) -> Vec<SquareSet> {
    let lines = Board::new(side).unwrap().lines();
    let mut targets = Vec::new();
    for (place, &one) in lines.iter().enumerate() {
        match goal {
            Goal::Line => targets.push(one),
            _ => targets.extend(
                lines[place + 1..]
                    .iter()
                    .filter(|other| goal == Goal::Pair || one.intersects(**other))
                    .map(|&other| one | other),
            ),
        }
    }
    targets
}

/// Whether the blocker can keep the attacker from all targets, by definition.
fn kept(position: &Position, blocker: Player, targets: &[SquareSet]) -> bool {
    match position.to_move() {
        None => {
            let owned = position.owned_by(blocker.opponent());
            !targets.iter().any(|target| target.is_subset(owned))
        }
        Some(player) => {
            let mut after =
                position.actions().map(|action| kept(&position.after_unchecked(&action), blocker, targets));
            if player == blocker { after.any(|kept| kept) } else { after.all(|kept| kept) }
        }
    }
}

/// A random position with so few turns left and quantum squares that all games from it can be played.
fn late(game: Game, turns_left: usize, quantum: usize, drawer: &mut UniformPolicy) -> Position {
    let mut position = Position::new(game);
    while position.quantum().len() > quantum || game.squares() - position.turns() > turns_left {
        let Some(action) = drawer.action(&position) else { break };
        position = position.play(action).unwrap();
    }
    position
}

const GOALS: [Goal; 3] = [Goal::CrossingPair, Goal::Pair, Goal::Line];

#[test]
fn proofs_agree_with_the_definition_late_in_games() {
    let mut counts = [0; 2];
    for side in 2..=4 {
        for pieces in 1..=side * side {
            for &collapse in CollapseChooser::ALL {
                let game = Game::of_side(side, pieces, Rules { collapse, ..Rules::default() }).unwrap();
                for blocker in [Player::One, Player::Two] {
                    let mut proofs =
                        GOALS.map(|goal| (goal, Blocking::new(&game, blocker, goal, 1 << 12).unwrap()));
                    for stream in 0..if pieces == 2 { 40 } else { 8 } {
                        let mut drawer = UniformPolicy::new(19, stream);
                        let (turns, quantum) = if stream % 4 == 0 && pieces < 4 { (4, 5) } else { (3, 6) };
                        let position = late(game, turns, quantum, &mut drawer);
                        for (goal, blocking) in &mut proofs {
                            let expected = kept(&position, blocker, &targets(side, *goal));
                            let found = blocking.holds(&position, Effort::UNLIMITED, &Silent).unwrap();
                            assert_eq!(found, expected, "{blocker} against {goal} in {position:?}");
                            counts[usize::from(found && position.phase() != Phase::Over)] += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 1_000), "{counts:?}");
}

#[test]
fn who_is_kept_from_lines_wins_under_no_rules() {
    let (mut proved, mut refuted) = (0, 0);
    let rules: Vec<Rules> = Rules::combinations().collect();
    for (stream, &rules) in rules.iter().cycle().take(8 * rules.len()).enumerate() {
        let pieces = 1 + stream % 9;
        let game = Game::of_side(3, pieces, rules).unwrap();
        let mut drawer = UniformPolicy::new(20, stream as u64);
        let position = late(game, 5, 7, &mut drawer);
        if position.phase() == Phase::Over {
            continue;
        }
        let value = Solver::new(game, TABLE_BYTES).unwrap().bounds(&position, &Silent).value().unwrap();
        for blocker in [Player::One, Player::Two] {
            let mut blocking = Blocking::new(&game, blocker, Goal::Line, 1 << 16).unwrap();
            let lead = if blocker == Player::One { value } else { -value };
            if blocking.holds(&position, Effort::UNLIMITED, &Silent).unwrap() {
                proved += 1;
                assert!(lead >= Margin::ZERO, "{blocker} is worth {value} in {position:?}");
            } else if rules.scoring == Scoring::Shared && game.fills_the_board() {
                // The attacker can get a line, which the blocker can at most match.
                refuted += 1;
                assert!(lead <= Margin::ZERO, "{blocker} is worth {value} in {position:?}");
            }
        }
    }
    assert!(proved > 50 && refuted > 5, "{proved} proved, {refuted} refuted");
}

/// Plays a game in which the blocker follows the proof and the other plays at random; the end.
fn played_against_random(
    start: Position,
    blocker: Player,
    blocking: &mut Blocking,
    drawer: &mut UniformPolicy,
) -> Position {
    let mut position = start;
    while let Some(player) = position.to_move() {
        let action = if player == blocker {
            blocking.action(&position, Effort::UNLIMITED, &Silent).unwrap().expect("the attacker is held")
        } else {
            drawer.action(&position).unwrap()
        };
        position = position.play(action).unwrap();
    }
    position
}

#[test]
fn a_proof_is_a_strategy_that_no_opponent_breaks() {
    let cases = [
        (3, 2, CollapseChooser::Opponent, Player::One, Goal::Line),
        (3, 8, CollapseChooser::Opponent, Player::Two, Goal::Line),
        (3, 1, CollapseChooser::Mover, Player::One, Goal::Line),
        (4, 2, CollapseChooser::Opponent, Player::One, Goal::Pair),
        (4, 2, CollapseChooser::Mover, Player::One, Goal::Pair),
        (4, 2, CollapseChooser::Player2, Player::One, Goal::CrossingPair),
    ];
    for (side, pieces, collapse, blocker, goal) in cases {
        let game = Game::of_side(side, pieces, Rules { collapse, ..Rules::default() }).unwrap();
        let start = Position::new(game);
        let mut blocking = Blocking::new(&game, blocker, goal, 1 << 24).unwrap();
        assert_eq!(
            blocking.holds(&start, Effort::UNLIMITED, &Silent),
            Ok(true),
            "{game}: {blocker} against {goal}"
        );
        for stream in 0..if side < 4 { 20 } else { 4 } {
            let mut drawer = UniformPolicy::new(21, stream);
            let end = played_against_random(start, blocker, &mut blocking, &mut drawer);
            let owned = end.owned_by(blocker.opponent());
            assert!(!targets(side, goal).iter().any(|target| target.is_subset(owned)), "{end}");
        }
    }
}
