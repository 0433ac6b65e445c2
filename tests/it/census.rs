//! The state space: formulas and orbits against the positions themselves, values against the definition.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use gqt3::board::{Board, SquareSet};
use gqt3::game::Game;
use gqt3::position::{Phase, Position};
use gqt3::progress::{Interrupted, Progress, Silent};
use gqt3::rules::{Margin, Offset, Rules, Variant};
use gqt3::search::census::{Count, TurnCensus, ValueCount, census, enumerate, values};
use gqt3::search::{Error, minimax, solve};

fn board(side: usize) -> Board {
    Board::new(side).unwrap()
}

fn game(side: usize, pieces: usize, rules: Rules) -> Game {
    Game::of_side(side, pieces, rules).unwrap()
}

/// What makes positions of one game equal: the squares of every series, and the phase.
type Identity = (Vec<SquareSet>, Phase);

fn identity(position: &Position) -> Identity {
    ((0..position.turns()).map(|series| position.squares_of(series)).collect(), position.phase())
}

/// Every position after each turn, settled ones and those that wait for a collapse; nothing left out by symmetry.
fn all_positions(start: Position, last: usize) -> Vec<[Vec<Position>; 2]> {
    let mut turns = vec![[vec![start], Vec::new()]];
    for turn in 0..last {
        let mut known: HashSet<Identity> = HashSet::new();
        let mut next_turn = [Vec::new(), Vec::new()];
        let mut add = |position: Position, place: usize| {
            let new = known.insert(identity(&position));
            if new {
                next_turn[place].push(position);
            }
            new
        };
        for position in &turns[turn][0] {
            for squares in position.placements() {
                let mut next = *position;
                next.place_unchecked(squares);
                if next.phase() != Phase::Collapse {
                    add(next, 0);
                } else if add(next, 1) {
                    for collapse in next.collapses() {
                        let mut next = next;
                        next.collapse_unchecked(&collapse);
                        add(next, 0);
                    }
                }
            }
        }
        turns.push(next_turn);
    }
    turns
}

/// The number of positions, and of their orbits: each orbit is all images of one of its positions.
fn count(positions: &[Position], board: Board) -> Count {
    let all: HashSet<Identity> = positions.iter().map(identity).collect();
    assert_eq!(all.len(), positions.len());
    let mut seen: HashSet<Identity> = HashSet::new();
    let mut orbits = 0_u32;
    for (squares, phase) in &all {
        if seen.contains(&(squares.clone(), *phase)) {
            continue;
        }
        orbits += 1;
        for symmetry in board.symmetries() {
            let image = (squares.iter().map(|set| symmetry.set(*set)).collect(), *phase);
            assert!(all.contains(&image), "the image of a position is a position");
            seen.insert(image);
        }
    }
    Count { positions: positions.len().into(), orbits: orbits.into() }
}

fn by_definition(game: Game, last: usize) -> Vec<TurnCensus> {
    let (turns, board) = (all_positions(Position::new(game), last), game.board());
    let counted = turns.iter().enumerate().map(|(turn, [settled, waiting])| TurnCensus {
        turn,
        quiescent: count(settled, board),
        waiting: count(waiting, board),
    });
    counted.collect()
}

/// Without the turns after the end of the game.
fn trimmed(mut turns: Vec<TurnCensus>) -> Vec<TurnCensus> {
    while turns.last().is_some_and(|turn| *turn == TurnCensus { turn: turn.turn, ..nothing() }) {
        turns.pop();
    }
    turns
}

fn nothing() -> TurnCensus {
    TurnCensus { turn: 0, quiescent: Count::default(), waiting: Count::default() }
}

#[test]
fn small_boards_have_the_positions_that_play_finds_under_all_rules() {
    for side in 1..=2 {
        for pieces in 1..=5 {
            for rules in Rules::combinations() {
                let found = census(&game(side, pieces, rules), &Silent).unwrap();
                let played = trimmed(by_definition(game(side, pieces, rules), side * side));
                assert_eq!(found, played, "{side}x{side}, n = {pieces}, {rules}");
                assert_eq!(enumerate(&game(side, pieces, rules), &Silent).unwrap(), found);
            }
        }
    }
}

#[test]
fn early_turns_of_3x3_have_the_positions_that_play_finds() {
    for (pieces, last) in [(1, 5), (2, 3), (9, 7)] {
        let found = census(&game(3, pieces, Rules::default()), &Silent).unwrap();
        assert_eq!(found.len(), 10);
        assert_eq!(found[..=last], by_definition(game(3, pieces, Rules::default()), last), "n = {pieces}");
    }
}

#[test]
fn all_turns_of_3x3_with_single_pieces_come_out_by_enumeration_too() {
    let rules = Rules::default();
    let formula = census(&game(3, 1, rules), &Silent).unwrap();
    assert_eq!(enumerate(&game(3, 1, rules), &Silent).unwrap(), formula);
}

/// Stops a count after so many questions.
struct Until(AtomicUsize);

impl Progress for Until {
    fn interrupted(&self) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

#[test]
fn what_cannot_be_counted_is_an_error() {
    let rules = Rules::default();
    let too_many = |result: Result<Vec<TurnCensus>, Error>| {
        assert!(matches!(result, Err(Error::TooManyPositions { .. })), "{result:?}");
    };
    too_many(census(&game(3, 4, rules), &Silent));
    for game in [game(4, 3, rules), game(4, 1, Variant::Goff.rules())] {
        assert_eq!(census(&game, &Silent), Err(Error::NoFormula));
    }
    let unsolvable = values(&game(4, 2, rules), 1, &Silent);
    assert_eq!(unsolvable, Err(Error::Board { squares: 16 }));
    for questions in [0, 3] {
        let stopped = values(&game(3, 2, rules), 3, &Until(questions.into()));
        assert_eq!(stopped, Err(Interrupted.into()));
    }
}

#[test]
fn large_boards_have_as_many_endgames_as_bijections() {
    let turns = census(&game(8, 2, Rules::default()), &Silent).unwrap();
    assert_eq!(turns[64].quiescent.positions, gqt3::tree_size::factorial(64));
    // No symmetry but the identity leaves every square where it is.
    assert_eq!(&turns[64].quiescent.orbits * 8_u32, turns[64].quiescent.positions);
    assert_eq!(turns[1].quiescent.positions, gqt3::tree_size::binomial(64, 2));
}

/// Values of all positions one by one.
fn values_by_definition(board: Board, start: Position, last: usize) -> Vec<ValueCount> {
    let mut counts = Vec::new();
    for (turn, kinds) in all_positions(start, last).into_iter().enumerate() {
        for (waiting, positions) in [false, true].into_iter().zip(kinds) {
            let mut by_value: BTreeMap<Margin, Vec<Position>> = BTreeMap::new();
            for position in positions {
                by_value.entry(minimax(&position)).or_default().push(position);
            }
            counts.extend(by_value.into_iter().map(|(value, positions)| ValueCount {
                turn,
                waiting,
                value,
                count: count(&positions, board),
            }));
        }
    }
    counts
}

#[test]
fn small_boards_have_the_values_of_minimax_under_all_rules() {
    for pieces in 1..=4 {
        for rules in Rules::combinations() {
            let start = Position::new(Game::of_side(2, pieces, rules).unwrap());
            // Turns to the end of the game, or positions in the middle that are solved by search.
            let last = if rules.offset == Offset::Zero { 4 } else { 2 };
            let found = values(&game(2, pieces, rules), last, &Silent).unwrap();
            assert_eq!(found, values_by_definition(board(2), start, last), "n = {pieces}, {rules}");
        }
    }
}

#[test]
fn values_of_3x3_add_up_to_the_positions_and_begin_with_the_value_of_the_game() {
    for (pieces, last) in [(1, 4), (2, 2)] {
        for variant in [Variant::Paper, Variant::Goff, Variant::Player2Collapses] {
            let rules = variant.rules();
            let found = values(&game(3, pieces, rules), last, &Silent).unwrap();
            let start = Position::new(game(3, pieces, rules));
            assert_eq!(Some(found[0].value), solve(&start, &Silent).unwrap().value(), "{variant}");
            // To the full board, and to a line that takes five turns, the first four are the same.
            let turns = census(&game(3, pieces, Rules::default()), &Silent).unwrap();
            for TurnCensus { turn, quiescent: settled, waiting } in &turns[..=last] {
                for (kind, expected) in [(false, settled), (true, waiting)] {
                    let of_turn = found.iter().filter(|found| found.turn == *turn && found.waiting == kind);
                    assert_eq!(of_turn.map(|found| &found.count).sum::<Count>(), *expected);
                }
            }
        }
    }
}
