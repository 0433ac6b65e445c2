use crate::engine::reference::{Game as Literal, Waiting};
use crate::shared::games::any_rules;
use gqt3::engine::board::{Board, Square, SquareSet};
use gqt3::engine::game::Game;
use gqt3::engine::matching::PerfectMatching;
use gqt3::engine::position::{Action, Collapse, Phase, Position};
use gqt3::engine::rules::{Player, Rules, Tail};
use proptest::prelude::*;

fn indices(set: SquareSet) -> Vec<usize> {
    set.iter().map(Square::index).collect()
}

fn set(squares: &[usize]) -> SquareSet {
    squares
        .iter()
        .map(|&square| Square::new(square).unwrap())
        .collect()
}

fn places(collapse: &Collapse) -> Vec<(usize, usize)> {
    collapse
        .newest_first()
        .map(|(series, square)| (series, square.index()))
        .collect()
}

fn assert_same(position: &Position, game: &Literal) {
    let waiting = match position.phase() {
        Phase::Place => Waiting::Placement,
        Phase::Collapse => Waiting::Collapse,
        Phase::Over => Waiting::Nothing,
    };
    assert_eq!(waiting, game.waiting);
    assert_eq!(position.to_move(), game.to_move());
    assert_eq!(indices(position.quantum()), game.quantum_squares());
    assert_eq!(position.turns(), game.series.len());
    for (series, squares) in game.series.iter().enumerate() {
        assert_eq!(indices(position.squares_of(series)), *squares);
    }
    for square in 0..game.squares {
        assert_eq!(
            position.classical_series_on(Square::new(square).unwrap()),
            game.classical[square]
        );
    }
    let mut placements: Vec<Vec<usize>> = position.placements().map(indices).collect();
    let mut expected = game.placements();
    placements.sort();
    expected.sort();
    assert_eq!(placements, expected);
    let collapses: Vec<_> = position
        .collapses()
        .map(|collapse| places(&collapse))
        .collect();
    assert_eq!(collapses, game.collapses());
    if waiting == Waiting::Collapse {
        assert_eq!(
            position.entangled().iter().collect::<Vec<_>>(),
            game.entanglement()
        );
    }
    assert_eq!(position.margin().to_ratio(), game.margin());
}

fn place_both(position: &Position, game: &Literal, squares: SquareSet) -> (Position, Literal) {
    let mut game = game.clone();
    game.place(&indices(squares));
    (
        position
            .play(Action::Place(squares))
            .expect("listed placements are legal"),
        game,
    )
}

fn collapse_both(position: &Position, game: &Literal, collapse: &Collapse) -> (Position, Literal) {
    let mut game = game.clone();
    game.collapse(&places(collapse));
    (
        position
            .play(Action::Collapse(*collapse))
            .expect("listed collapses are legal"),
        game,
    )
}

fn walk(position: &Position, game: &Literal) -> u64 {
    assert_same(position, game);
    match position.phase() {
        Phase::Over => 1,
        Phase::Place => {
            let next = position
                .placements()
                .map(|squares| place_both(position, game, squares));
            next.map(|(position, game)| walk(&position, &game)).sum()
        }
        Phase::Collapse => {
            let next = position
                .collapses()
                .map(|collapse| collapse_both(position, game, &collapse));
            next.map(|(position, game)| walk(&position, &game)).sum()
        }
    }
}

#[test]
fn every_game_on_boards_up_to_two_by_two_goes_as_the_rules_say() {
    for side in 1..=2 {
        for pieces in 1..=side * side + 1 {
            // Scoring, offset and ties do not change which games there are, so one n is enough for
            // them.
            let paper = Rules::default();
            for rules in Rules::combinations().into_iter().filter(|rules| {
                pieces == 2
                    || (rules.scoring, rules.offset, rules.ties)
                        == (paper.scoring, paper.offset, paper.ties)
            }) {
                let position = Position::new(Game::from_side(side, pieces, rules).unwrap());
                let games = walk(
                    &position,
                    &Literal::new(side * side, Some(side), pieces, rules),
                );
                assert!(games > 0);
            }
        }
    }
}

#[test]
fn every_game_on_up_to_four_squares_and_pairs_on_five_go_as_the_rules_say() {
    let rules = Rules::default();
    let count = |squares, pieces| {
        let position = Position::new(
            Game::new(Board::without_lines(squares).unwrap(), pieces, rules).unwrap(),
        );
        walk(&position, &Literal::new(squares, None, pieces, rules))
    };
    for squares in 1..=4 {
        let factorial = (1..=squares as u64).product::<u64>();
        assert_eq!(count(squares, 1), factorial);
        assert_eq!(count(squares, squares), factorial);
        assert_eq!(count(squares, squares + 1), factorial);
    }
    assert!(count(5, 2) > count(4, 2));
}

fn any_board() -> impl Strategy<Value = Board> {
    prop_oneof![
        (1_usize..=3).prop_map(|side| Board::new(side).unwrap()),
        (1_usize..=9).prop_map(|squares| Board::without_lines(squares).unwrap()),
    ]
}

fn pick<T>(options: &[T], choice: u16) -> &T {
    &options[usize::from(choice) % options.len()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn random_games_go_as_the_rules_say(
        board in any_board(),
        pieces in 1_usize..=10,
        rules in any_rules(),
        choices in proptest::collection::vec(any::<u16>(), 18),
    ) {
        let mut position = Position::new(Game::new(board, pieces, rules).unwrap());
        let mut game = Literal::new(board.squares(), board.side(), pieces, rules);
        let mut choices = choices.into_iter();
        loop {
            assert_same(&position, &game);
            (position, game) = match position.phase() {
                Phase::Over => break,
                Phase::Place => {
                    let all: Vec<_> = position.placements().collect();
                    place_both(&position, &game, *pick(&all, choices.next().unwrap()))
                }
                Phase::Collapse => {
                    let some: Vec<_> = position.collapses().take(5_000).collect();
                    collapse_both(&position, &game, pick(&some, choices.next().unwrap()))
                }
            };
        }
    }

    #[test]
    fn pairs_collapse_as_appendix_a_and_b_say(choices in proptest::collection::vec(any::<u16>(), 18)) {
        let mut position = Position::new(Game::default());
        let mut game = Literal::new(9, Some(3), 2, Rules::default());
        let mut choices = choices.into_iter();
        while position.phase() != Phase::Over {
            (position, game) = if position.phase() == Phase::Place {
                let all: Vec<_> = position.placements().collect();
                place_both(&position, &game, *pick(&all, choices.next().unwrap()))
            } else {
                let all: Vec<_> = position.collapses().collect();
                prop_assert_eq!(all.len(), 2);
                let entangled = game.entanglement();
                let pieces = entangled.iter().flat_map(|&t| game.series[t].iter().map(move |&s| (t, s)));
                let mut cascades: Vec<_> = pieces.filter_map(|(t, s)| game.cascade(t, s)).collect();
                cascades.sort();
                cascades.dedup();
                let mut expected: Vec<_> = all.iter().map(places).collect();
                expected.sort();
                prop_assert_eq!(cascades, expected);
                collapse_both(&position, &game, pick(&all, choices.next().unwrap()))
            };
        }
    }

    #[test]
    fn games_on_large_boards_end_with_every_square_classical(
        squares in 10_usize..=64,
        pieces in 1_usize..=8,
        choices in proptest::collection::vec(any::<u64>(), 64),
    ) {
        let mut position = Position::new(Game::new(Board::without_lines(squares).unwrap(), pieces, Rules::default()).unwrap());
        for choice in choices {
            if position.phase() == Phase::Over {
                break;
            }
            // A pseudo-random placement: its squares come first in an order drawn from the choice.
            let mut order = indices(position.quantum());
            order.sort_by_key(|&square| (square as u64 + 1).wrapping_mul(choice | 1));
            let squares = set(&order[..position.pieces_to_place()]);
            let (before, expected) = (position.quantum(), position.blocks().entangled_by(squares));
            position.place_unchecked(squares);
            let collapsing = position.entangled_squares() | (before - position.quantum());
            prop_assert_eq!(collapsing, expected.unwrap_or_default());
            if position.phase() == Phase::Collapse {
                prop_assert_eq!(position.blocks().iter().count(), 0);
                let mut collapses = position.collapses();
                let first = collapses.next().expect("there is a collapse");
                let second = collapses.next().expect("there are two");
                let chosen = if choice & 1 == 0 { first } else { second };
                position = position.play(Action::Collapse(chosen)).expect("it is legal");
            }
            prop_assert!(position.quantum_series().into_iter().all(|t| position.squares_of(t).len() >= 2 || pieces == 1));
        }
        prop_assert_eq!(position.phase(), Phase::Over);
        prop_assert_eq!(position.turns(), squares);
    }
}

#[test]
fn illegal_actions_are_refused_and_leave_the_position_as_it_was() {
    let start = Position::new(Game::default());
    let refuse = |position: &Position, action: Action, text: &str| {
        let error = position.play(action).unwrap_err();
        assert_eq!(error.reason.to_string(), text);
        assert_eq!(*error.position, *position);
    };
    refuse(
        &start,
        Action::Place(set(&[0])),
        "this turn places 2 pieces on different squares, not 1",
    );
    refuse(
        &start,
        Action::Place(set(&[0, 9])),
        "square 10 is not quantum",
    );
    let single = Position::new(Game::from_side(3, 1, Rules::default()).unwrap());
    refuse(
        &single,
        Action::Place(set(&[0, 1])),
        "this turn places one piece on one square, not 2",
    );
    let nothing = PerfectMatching::new([]).unwrap();
    refuse(&start, Action::Collapse(nothing), "nothing is entangled");
    let twice = start
        .play(Action::Place(set(&[0, 1])))
        .unwrap()
        .play(Action::Place(set(&[0, 1])))
        .unwrap();
    assert_eq!(twice.to_move(), Some(Player::One));
    assert_eq!((start.turn(), twice.turn()), (1, 2));
    refuse(
        &twice,
        Action::Place(set(&[2, 3])),
        "the entanglement must be collapsed first",
    );
    refuse(
        &twice,
        Action::Collapse(nothing),
        "that is not a collapse of the entanglement",
    );
    let first = PerfectMatching::new([(0, Square::new(0).unwrap())]).unwrap();
    refuse(
        &twice,
        Action::Collapse(first),
        "that is not a collapse of the entanglement",
    );
    let elsewhere =
        PerfectMatching::new([(0, Square::new(0).unwrap()), (1, Square::new(2).unwrap())]).unwrap();
    refuse(
        &twice,
        Action::Collapse(elsewhere),
        "that is not a collapse of the entanglement",
    );
}

#[test]
fn positions_are_equal_if_rules_turn_phase_and_squares_are() {
    let start = Position::new(Game::default());
    let after = |position: Position, squares: &[usize]| {
        position.after_unchecked(&Action::Place(set(squares)))
    };
    let one = after(start, &[0, 1]);
    assert_eq!(one, after(start, &[0, 1]));
    assert_ne!(one, start);
    assert_ne!(one, after(start, &[0, 2]));
    let waiting = after(one, &[0, 1]);
    assert_ne!(waiting, after(one, &[0, 2]));
    let stopping = Rules {
        tail: Tail::Stop,
        ..Rules::default()
    };
    let other = Position::new(Game::from_side(3, 2, stopping).unwrap());
    assert_ne!(start, other);
    assert_ne!(one, after(other, &[0, 1]));
}

#[test]
fn one_collapse_may_give_both_players_a_line() {
    // A cycle through the two upper rows: X1 1-2, O2 6-5, X3 2-3, O4 5-4, X5 3-6, O6 4-1.
    let mut position = Position::new(Game::default());
    for squares in [[0, 1], [5, 4], [1, 2], [4, 3], [2, 5], [3, 0]] {
        assert_eq!(position.phase(), Phase::Place);
        position.place_unchecked(set(&squares));
    }
    let mut results: Vec<(String, Vec<(Player, u8)>)> = position
        .collapses()
        .map(|collapse| {
            let after = position.play(Action::Collapse(collapse)).unwrap();
            let lines = after.completed_lines();
            let lines = lines.as_slice().iter();
            let lines = lines.map(|line| (line.owner, line.largest));
            (after.margin().to_string(), lines.collect())
        })
        .collect();
    results.sort();
    let both = vec![(Player::One, 5), (Player::Two, 6)];
    assert_eq!(
        results,
        [("+1/2".to_owned(), both), ("0".to_owned(), vec![])]
    );
}

/// A single piece takes one of three squares on which two series stand.
#[test]
fn a_single_piece_may_leave_a_choice() {
    let board = Board::without_lines(7).unwrap();
    let mut position = Position::new(Game::new(board, 4, Rules::default()).unwrap());
    let [low, high] = [set(&[0, 1, 2, 3]), set(&[3, 4, 5, 6])];
    for squares in [low, low, high, high, high, high] {
        position.place_unchecked(squares);
    }
    let collapse = position.collapses().next().unwrap();
    position.collapse_unchecked(&collapse);
    assert_eq!(position.pieces_to_place(), 1);
    position.place_unchecked(set(&[2]));
    assert_eq!(position.phase(), Phase::Collapse);
    assert_eq!(position.collapses().count(), 2);
}

#[test]
fn a_position_is_shown_by_its_pieces() {
    let mut position = Position::new(Game::default());
    for squares in [[0, 1], [1, 4], [4, 0]] {
        position.place_unchecked(set(&squares));
    }
    let one = Square::new(0).unwrap();
    assert_eq!(position.pieces_on(one), "X1 X3");
    assert_eq!(
        position.to_string(),
        "X1 X3 X1 O2 3\n4     O2 X3 6\n7     8     9"
    );
    let collapse = position.collapses().next().unwrap();
    position.collapse_unchecked(&collapse);
    assert_eq!(position.pieces_on(one), "[X3]");
    assert_eq!(
        position.to_string(),
        "[X3] [X1] 3\n4    [O2] 6\n7    8    9"
    );
}

#[test]
fn a_game_under_other_rules_differs_in_the_rules_only() {
    for rules in Rules::combinations() {
        let game = Game::from_side(3, 2, Rules::default()).unwrap();
        assert_eq!(
            game.with_rules(rules),
            Game::from_side(3, 2, rules).unwrap()
        );
    }
}

#[test]
fn games_fill_the_board_if_they_are_said_to() {
    fn stays_open(position: &Position) -> bool {
        match position.phase() {
            Phase::Over => !position.quantum().is_empty(),
            _ => position
                .actions()
                .any(|action| stays_open(&position.after_unchecked(&action))),
        }
    }
    for rules in Rules::combinations() {
        for pieces in 1..=3 {
            let game = Game::from_side(2, pieces, rules).unwrap();
            let fills = !stays_open(&Position::new(game));
            assert_eq!(game.fills_the_board(), fills, "{game}");
            assert_eq!(Game::always_fills(pieces, &rules), fills, "{game}");
        }
    }
}
