//! The middle: answers in pairs and fair collapses, by the literal rules, whatever the other player does.

use gqt3::beyond::every_board::middle::{Answers, Fair};
use gqt3::beyond::every_board::theorem::Theorem;
use gqt3::beyond::players::{Agent as _, Effort, Heuristic};
use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::game::Game;
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::{CollapseChooser, Ending, Margin, Offset, Player, Rules, Scoring};
use gqt3::random_play::UniformPolicy;
use gqt3::support::progress::Silent;

fn start(side: usize, pieces: usize, rules: Rules) -> Position {
    Position::new(Game::from_side(side, pieces, rules).unwrap())
}

/// The rules to which the theorem applies.
fn all_rules() -> Vec<Rules> {
    let applies = |rules: &Rules| {
        matches!(
            rules.collapse,
            CollapseChooser::Mover | CollapseChooser::Player2
        )
    };
    Rules::combinations().filter(applies).collect()
}

/// Before a turn of player 1 each pair is quantum, or each player has one square of it.
fn check(answers: &Answers, position: &Position) {
    let [one, two] = [Player::One, Player::Two].map(|player| position.owned_by(player));
    for square in position.board().all() {
        let partner = answers.partner(square);
        assert!(partner != square && answers.partner(partner) == square);
        assert_eq!(
            one.contains(square),
            two.contains(partner),
            "{square} and {partner} in {position:?}"
        );
    }
}

/// Plays a game to its end.
fn played(
    answers: &Answers,
    start: Position,
    mut attacker: impl FnMut(&Position) -> Action,
) -> Position {
    let mut position = start;
    while let Some(player) = position.to_move() {
        let is_begun = position.phase() == Phase::Place && player == Player::One;
        if is_begun {
            check(answers, &position);
        }
        let action = if player == Player::Two {
            answers
                .action(&position)
                .unwrap_or_else(|| panic!("no action in {position:?}"))
        } else {
            attacker(&position)
        };
        position = position.play(action).unwrap();
    }
    position
}

/// Whether the end is as good for player 2 as the theorem says.
fn holds(end: &Position) -> bool {
    let (side, rules) = (end.game().side(), end.rules());
    Answers::most(side, rules).is_none_or(|most| end.margin() <= most)
        && (side == 4 || !has_line(end))
}

fn has_line(end: &Position) -> bool {
    end.board()
        .lines()
        .iter()
        .any(|line| line.is_subset(end.owned_by(Player::One)))
}

/// Player 1 fills a line: repeats a series on squares of the line, and others by chance, and takes collapses that
/// leave much of the line.
fn filling(line: SquareSet, position: &Position, drawer: &mut UniformPolicy) -> Action {
    if position.phase() == Phase::Collapse {
        let gain =
            |action: &Action| (position.after_unchecked(action).owned_by(Player::One) & line).len();
        return position.actions().take(60).max_by_key(gain).unwrap();
    }
    let last = position
        .turns()
        .checked_sub(2)
        .map(|last| position.squares_of(last));
    let is_again =
        last.filter(|last| last.len() == position.pieces_to_place() && drawer.below(8) > 0);
    if let Some(last) = is_again.filter(|last| last.is_subset(position.quantum())) {
        return Action::Place(last);
    }
    let mut order: Vec<Square> = (line & position.quantum()).iter().collect();
    let mut others: Vec<Square> = (position.quantum() - line).iter().collect();
    (1..others.len()).for_each(|place| others.swap(place, drawer.below(place as u64 + 1) as usize));
    order.extend(others);
    Action::Place(order.into_iter().take(position.pieces_to_place()).collect())
}

#[test]
fn player_1_is_held_to_the_bound_by_chance_and_on_lines() {
    let (mut games, mut lines) = (0, 0);
    for (side, step, rounds) in [(4, 1, 6), (6, 4, 2), (8, 9, 1)] {
        for (pieces, rules) in (1..=side * side)
            .step_by(step)
            .flat_map(|pieces| all_rules().into_iter().map(move |rules| (pieces, rules)))
        {
            let start = start(side, pieces, rules);
            let Some(answers) = Answers::of(start.game()) else {
                continue;
            };
            for round in 0..rounds {
                let mut drawer = UniformPolicy::new(round, pieces as u64);
                let line = start.board().lines()[round as usize % 2];
                let end = played(&answers, start, |position| match round % 3 {
                    0 => drawer.action(position).unwrap(),
                    _ => filling(line, position, &mut drawer),
                });
                assert!(holds(&end), "{}\n{end}", start.game());
                games += 1;
                lines += u64::from(has_line(&end));
            }
        }
    }
    assert!(
        games > 2_000 && lines > 100,
        "{games} games, {lines} of them with a line of player 1"
    );
}

#[test]
fn a_player_does_no_better() {
    for (side, pieces) in [(4, 3), (4, 5), (4, 8), (6, 3), (6, 9)] {
        for rules in all_rules()
            .into_iter()
            .filter(|rules| rules.ending == Ending::Full)
            .step_by(3)
        {
            let start = start(side, pieces, rules);
            let Some(answers) = Answers::of(start.game()) else {
                continue;
            };
            let mut heuristic = Heuristic::new(Effort::of_nodes(20), Some(1));
            let end = played(&answers, start, |position| {
                heuristic.choose(position, &Silent).unwrap().unwrap()
            });
            assert!(holds(&end), "{}\n{end}", end.game());
        }
    }
}

/// Follows whatever player 1 can do to the ends of the games, until `left` positions have been looked at.
fn ends(answers: &Answers, position: &Position, left: &mut usize) {
    *left = left.saturating_sub(1);
    match position.to_move() {
        None => assert!(holds(position), "{}\n{position}", position.game()),
        Some(Player::Two) => {
            let action = answers
                .action(position)
                .unwrap_or_else(|| panic!("no action in {position:?}"));
            ends(answers, &(*position).play(action).unwrap(), left);
        }
        Some(Player::One) => {
            if position.phase() == Phase::Place {
                check(answers, position);
            }
            let mut actions = position.actions();
            while *left > 0
                && let Some(action) = actions.next()
            {
                ends(answers, &position.after_unchecked(&action), left);
            }
        }
    }
}

#[test]
fn late_in_a_game_nothing_that_player_1_does_helps() {
    for pieces in 2..=10 {
        for (index, rules) in all_rules().into_iter().enumerate() {
            let start = start(4, pieces, rules);
            let Some(answers) = Answers::of(start.game()) else {
                continue;
            };
            let mut drawer = UniformPolicy::new(pieces as u64, index as u64);
            let mut position = start;
            // Until few squares are left, by chance.
            while let Some(player) = position.to_move()
                && (player == Player::Two || position.quantum().len() > 6 && position.turns() < 10)
            {
                let action = if player == Player::Two {
                    answers.action(&position)
                } else {
                    drawer.action(&position)
                };
                position = position.play(action.unwrap()).unwrap();
            }
            ends(&answers, &position, &mut 3_000);
        }
    }
}

#[test]
fn the_pairs_of_the_smallest_board_leave_two_lines_that_are_partners() {
    let start = start(
        4,
        5,
        Rules {
            collapse: CollapseChooser::Mover,
            ..Rules::default()
        },
    );
    let answers = Answers::of(start.game()).unwrap();
    let partners = |set: SquareSet| -> SquareSet {
        set.iter().map(|square| answers.partner(square)).collect()
    };
    let has_none = |line: &SquareSet| !line.intersects(partners(*line));
    let open: Vec<SquareSet> = start
        .board()
        .lines()
        .iter()
        .copied()
        .filter(has_none)
        .collect();
    assert_eq!(open, [SquareSet(0xF), SquareSet(0xF0)]);
    assert_eq!(partners(open[0]), open[1]);
}

#[test]
fn the_theorem_answers_for_even_boards_and_two_rules_of_collapse() {
    let rules = |collapse| Rules {
        collapse,
        ..Rules::default()
    };
    let upper = |side, pieces, rules: Rules| {
        Theorem::of(side, pieces, &rules).and_then(|found| found.upper)
    };
    for pieces in 2..=8 {
        for collapse in [CollapseChooser::Mover, CollapseChooser::Player2] {
            let rules = rules(collapse);
            let half = Margin::ONE - Margin::from_rank(2);
            assert_eq!(upper(4, pieces, rules), Some(half));
            assert_eq!(
                upper(
                    4,
                    pieces,
                    Rules {
                        offset: Offset::One,
                        ..rules
                    }
                ),
                Some(Margin::ZERO)
            );
            let first_line = Rules {
                ending: Ending::FirstLine,
                ..rules
            };
            assert_eq!(upper(4, pieces, first_line), Some(Margin::ONE));
            assert_eq!(
                upper(
                    4,
                    pieces,
                    Rules {
                        scoring: Scoring::Decisive,
                        ..rules
                    }
                ),
                None
            );
            assert_eq!(
                upper(
                    4,
                    pieces,
                    Rules {
                        scoring: Scoring::Shared,
                        ..rules
                    }
                ),
                Some(Margin::ZERO)
            );
            assert_eq!(upper(6, pieces, first_line), Some(Margin::ZERO));
        }
        assert_eq!(upper(6, pieces + 1, rules(CollapseChooser::Opponent)), None);
        assert_eq!(upper(5, pieces + 1, rules(CollapseChooser::Player2)), None);
    }
    for side in (4..=64).step_by(2) {
        let long = upper(side, side * side, rules(CollapseChooser::Mover)).unwrap();
        assert!(long < Margin::ZERO, "theorem 1 says more");
    }
}

/// The squares of most weight for the other player: an attacker that wants the danger to grow.
fn heaviest(
    fair: &Fair,
    blocker: Player,
    position: &Position,
    drawer: &mut UniformPolicy,
) -> SquareSet {
    let weight = |line: &SquareSet| {
        let is_dead = line.intersects(position.owned_by(blocker));
        if is_dead {
            0
        } else {
            1_u64 << (*line & position.owned_by(blocker.opponent())).len()
        }
    };
    let lines = position.board().lines();
    let sum: u64 = lines.iter().map(weight).sum();
    assert_eq!(u128::from(sum), fair.danger(position));
    let mut squares: Vec<(u64, u64, Square)> = Vec::new();
    for square in position.quantum() {
        let through = lines.iter().filter(|line| line.contains(square));
        squares.push((through.map(weight).sum(), drawer.below(1 << 20), square));
    }
    squares.sort_unstable_by(|one, other| other.cmp(one));
    squares
        .into_iter()
        .take(position.pieces_to_place())
        .map(|(.., square)| square)
        .collect()
}

/// A game of the player who chooses all collapses, with what the proof says of the danger after each action and round.
fn fair_game(fair: &Fair, start: Position, kind: u64, drawer: &mut UniformPolicy) -> Position {
    let (game, rules) = (*start.game(), *start.rules());
    let blocker = if rules.collapse == CollapseChooser::Player1 {
        Player::One
    } else {
        Player::Two
    };
    let (side, pieces) = (game.side() as u128, game.pieces() as u128);
    let mut position = start;
    let mut last: Option<SquareSet> = None;
    let mut rounds: Option<u128> = None;
    while let Some(player) = position.to_move() {
        let danger = fair.danger(&position);
        let is_others = player != blocker;
        if is_others {
            // A round of single pieces without diagonals does not raise the danger, if it is low.
            assert!(
                rounds.is_none_or(|before| danger <= before),
                "{game}: {position:?}"
            );
            let lines = &position.board().lines()[2 * game.side()..];
            let has_diagonal = lines
                .iter()
                .any(|line| !line.intersects(position.owned_by(blocker)));
            let is_low = position.pieces_to_place() == 1 && !has_diagonal && 2 * danger < 1 << side;
            rounds = is_low.then_some(danger);
        }
        let action = if is_others {
            let again =
                last.filter(|last| last.is_subset(position.quantum()) && drawer.below(4) > 0);
            let squares = match kind {
                0 => None,
                1 => Some(heaviest(fair, blocker, &position, drawer)),
                _ => again.filter(|last| last.len() == position.pieces_to_place()),
            };
            squares.map_or_else(|| drawer.action(&position).unwrap(), Action::Place)
        } else {
            fair.action(&position)
                .unwrap_or_else(|| panic!("no action in {position:?}"))
        };
        let newest = position.turns().saturating_sub(1);
        let is_event =
            position.phase() == Phase::Collapse && Player::from_turn(position.turn()) != blocker;
        let is_single = is_event && position.squares_of(newest).len() == 1;
        if let (true, Action::Place(squares)) = (is_others, action) {
            last = Some(squares);
        }
        position = position.play(action).unwrap();
        let now = fair.danger(&position);
        if is_event && !is_single {
            assert!(
                now * pieces <= danger * (side + pieces),
                "{game}: from {danger} to {now} in {position:?}"
            );
        } else if !is_others && !is_event {
            assert!(
                now <= danger,
                "{game}: from {danger} to {now} in {position:?}"
            );
        }
        let is_covered = Fair::blocker(game.side(), game.pieces(), &rules).is_some();
        assert!(
            !is_covered || 2 * now < 1 << side,
            "{game}: danger {now} in {position:?}"
        );
    }
    position
}

#[test]
fn who_chooses_all_collapses_keeps_the_danger_low() {
    let mut covered = 0;
    for (side, sizes) in [
        (3, vec![2, 5]),
        (4, vec![2, 3, 5, 8, 12]),
        (5, vec![3, 6, 9]),
        (7, vec![9, 20]),
        (8, vec![10, 25, 26, 31, 40, 64]),
    ] {
        for (pieces, collapse) in sizes
            .into_iter()
            .flat_map(|n| [CollapseChooser::Player1, CollapseChooser::Player2].map(|c| (n, c)))
        {
            for kind in 0..9 {
                let mut drawer = UniformPolicy::new(kind, (100 * side + pieces) as u64);
                let of_collapse = Rules::combinations().filter(|rules| rules.collapse == collapse);
                let all: Vec<Rules> = of_collapse.collect();
                let rules = all[drawer.below(all.len() as u64) as usize];
                let start = start(side, pieces, rules);
                let fair = Fair::of(start.game()).unwrap();
                let end = fair_game(&fair, start, kind % 3, &mut drawer);
                if let Some(blocker) = Fair::blocker(side, pieces, &rules) {
                    let theirs = end.owned_by(blocker.opponent());
                    assert!(
                        !end.board()
                            .lines()
                            .iter()
                            .any(|line| line.is_subset(theirs)),
                        "{end}"
                    );
                    covered += 1;
                }
            }
        }
    }
    assert_eq!(covered, 5 * 2 * 9);
}

#[test]
fn fair_collapses_are_enough_from_so_many_pieces_on() {
    let of = |collapse| Rules {
        collapse,
        ..Rules::default()
    };
    let holds = |side: usize, pieces: usize| {
        let found = Fair::blocker(side, pieces, &of(CollapseChooser::Player1));
        assert_eq!(
            found.is_some(),
            Fair::blocker(side, pieces, &of(CollapseChooser::Player2)).is_some()
        );
        assert_eq!(
            Fair::blocker(side, pieces, &of(CollapseChooser::Opponent)),
            None
        );
        found == Some(Player::One)
    };
    let least = |side: usize| (1..=side * side).find(|&pieces| holds(side, pieces));
    let found: Vec<Option<usize>> = (3..=16).map(least).collect();
    let table = [25, 21, 21, 21, 21, 22, 22, 23, 24].map(Some);
    assert!(
        found[..5].iter().all(Option::is_none) && found[5..] == table,
        "{found:?}"
    );
    for side in 8..=24 {
        assert!((least(side).unwrap()..=side * side).all(|pieces| holds(side, pieces)));
        assert!(!holds(side, side * side + 1));
    }
    let bounds =
        |collapse| Theorem::of(9, 30, &of(collapse)).map(|found| (found.lower, found.upper));
    assert_eq!(
        bounds(CollapseChooser::Player1),
        Some((Some(Margin::ZERO), None))
    );
    assert_eq!(
        bounds(CollapseChooser::Player2),
        Some((None, Some(Margin::ZERO)))
    );
    assert_eq!(
        (
            bounds(CollapseChooser::Mover),
            bounds(CollapseChooser::Opponent)
        ),
        (None, None)
    );
}
