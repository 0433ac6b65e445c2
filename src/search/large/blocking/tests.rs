use super::node::{Move, Node};
use super::search::Search;
use super::targets::TargetSet;
use super::*;
use crate::progress::Silent;
use crate::random_play::UniformPolicy;
use crate::rules::{CollapseChooser, Rules};
use crate::search::large::blocking::state::{Prospects, each};

/// Random positions that wait for a placement.
fn positions(side: usize, pieces: usize, games: u64) -> impl Iterator<Item = Position> {
    let start = Position::new(Game::of_side(side, pieces, Rules::default()).unwrap());
    (0..games).flat_map(move |stream| {
        let mut drawer = UniformPolicy::new(22, stream);
        let next = move |position: &Position| Some(position.after_unchecked(&drawer.action(position)?));
        std::iter::successors(Some(start), next).filter(|position| position.phase() == Phase::Place)
    })
}

/// A position for a blocker, with its targets and the series that the players still place.
fn with_targets<S: State>(position: &Position, blocker: Player, goal: Goal) -> (S, Question<S>, usize) {
    let question: Question<S> = question(position.game(), blocker, goal, 0).unwrap();
    let turns_left = position.board().squares() - position.turns();
    let blocking = Blocking::new(position.game(), blocker, goal, 0).unwrap();
    (blocking.state(position), question, turns_left)
}

/// What lives, from all final boards of a position one after the other.
fn by_definition(
    position: &Position,
    blocker: Player,
    targets: &Targets,
    series_left: usize,
    count: usize,
) -> Prospects {
    let mut prospects = Prospects { living: 0, with: [[0; MOST_SQUARES]; 2] };
    let owned = |player: Player| position.owned_by(player).0 as Squares;
    let series: Vec<(usize, Squares)> = position
        .quantum_series()
        .iter()
        .map(|series| (side(series + 1, blocker), position.squares_of(series).0 as Squares))
        .collect();
    let mut boards = vec![(owned(blocker.opponent()), owned(blocker), position.quantum().0 as Squares)];
    for (side, squares) in series {
        boards = boards
            .iter()
            .flat_map(|&(attacker, blocker, left)| {
                each(squares & left).map(move |square| match side {
                    ATTACKER => (attacker | 1 << square, blocker, left & !(1 << square)),
                    _ => (attacker, blocker | 1 << square, left & !(1 << square)),
                })
            })
            .collect();
        boards.sort_unstable();
        boards.dedup();
    }
    for target in 0..count {
        let squares = targets.squares(target);
        let bit: TargetSet = 1 << target;
        for &(_, blocked, left) in boards.iter().filter(|(_, blocked, _)| blocked & squares == 0) {
            debug_assert_eq!(blocked & squares, 0);
            let missing = left & squares;
            let fits = |squares: Squares| squares.count_ones() as usize <= series_left;
            if fits(missing) {
                prospects.living |= bit;
                each(left & !missing).for_each(|square| prospects.with[BLOCKER][square] |= bit);
            }
            for square in each(left).filter(|square| series_left > 0 && fits(missing | 1 << square)) {
                prospects.with[ATTACKER][square] |= bit;
            }
        }
    }
    prospects
}

fn assert_same(found: &Prospects, expected: &Prospects, blocker_places: bool, position: &Position) {
    assert_eq!(found.living, expected.living, "{position:?}");
    assert_eq!(found.with[ATTACKER], expected.with[ATTACKER], "{position:?}");
    if blocker_places {
        assert_eq!(found.with[BLOCKER], expected.with[BLOCKER], "{position:?}");
    }
}

fn tells_what_lives<S: State>(position: &Position) {
    if position.quantum().len() > 8 && position.quantum_series().len() > 3 {
        // Too many final boards.
        return;
    }
    for blocker in [Player::One, Player::Two] {
        for goal in Goal::ALL {
            let (state, question, turns_left) = with_targets::<S>(position, blocker, goal);
            let series = question.series[turns_left];
            let found = state.prospects(&question.targets, series);
            let count = question.targets.len();
            let expected = by_definition(position, blocker, &question.targets, series, count);
            assert_same(&found, &expected, turns_left > series, position);
        }
    }
    let state: S = Blocking::new(position.game(), Player::One, Goal::Line, 0).unwrap().state(position);
    let blocks = state.blocks();
    for square in position.quantum() {
        assert_eq!(u64::from(blocks[square.index()]), position.blocks().of(square).0, "{position:?}");
    }
}

#[test]
fn what_lives_is_what_some_final_board_has() {
    for side in 2..=4 {
        positions(side, 2, 12).for_each(|position| tells_what_lives::<Pairs>(&position));
        for pieces in [1, 2, 3, 4, 6, 9, 12, 16].into_iter().filter(|&pieces| pieces <= side * side) {
            positions(side, pieces, 2).for_each(|position| tells_what_lives::<Series>(&position));
        }
    }
}

#[test]
fn pairs_and_series_are_the_same_game() {
    let mut answers = [0; 2];
    for position in positions(4, 2, 40).filter(|position| (8..=13).contains(&position.turns())) {
        for blocker in [Player::One, Player::Two] {
            let game = position.game();
            let mut pairs = Blocking::new(game, blocker, Goal::Line, 1 << 16).unwrap();
            let mut series = Blocking::new(game, blocker, Goal::Line, 1 << 16).unwrap();
            series.question = Kind::Series(Box::new(question(game, blocker, Goal::Line, 1 << 16).unwrap()));
            let effort = Effort { most_nodes: 2_000, parallel: false };
            let found = [&mut pairs, &mut series].map(|blocking| blocking.holds(&position, effort, &Silent));
            if let [Ok(one), Ok(other)] = found {
                assert_eq!(one, other, "{position:?}");
                answers[usize::from(one)] += 1;
            }
        }
    }
    assert!(answers.iter().all(|count| *count > 20), "{answers:?}");
}

#[test]
fn what_a_plan_answers_is_answered_by_a_search_without_plans() {
    let mut answered = [0; CollapseChooser::ALL.len()];
    for (number, &collapse) in CollapseChooser::ALL.iter().enumerate() {
        for (blocker, goal) in [(Player::One, Goal::Pair), (Player::Two, Goal::CrossingPair)] {
            let game = Game::of_side(4, 3, Rules { collapse, ..Rules::default() }).unwrap();
            let blocking = Blocking::new(&game, blocker, goal, 0).unwrap();
            let mut question: Question<Series> = question(&game, blocker, goal, 1 << 22).unwrap();
            question.plans = false;
            for stream in 0..2 {
                let mut drawer = UniformPolicy::new(23 + number as u64, stream);
                let next = |position: &Position| Some(position.after_unchecked(&drawer.action(position)?));
                for position in std::iter::successors(Some(Position::new(game)), next) {
                    let turns_left = game.squares() - position.turns();
                    if position.phase() != Phase::Place || !(5..=13).contains(&turns_left) {
                        continue;
                    }
                    let state: Series = blocking.state(&position);
                    let to_move = question.side[turns_left] == ATTACKER;
                    let node = Node::open(&question, &state, turns_left).filter(|_| to_move);
                    let Some(node) = node else { continue };
                    let mut all = Vec::new();
                    node.list(&question, &mut all);
                    let mut left = all.clone();
                    node.drop_answered(&question, &mut left, 0);
                    let is_left =
                        |placed: &Move| left.iter().any(|other| other.placement == placed.placement);
                    for placed in all.iter().filter(|placed| !is_left(placed)).step_by(67) {
                        let work = blocking.work(Effort { most_nodes: 1_000, parallel: false }, &Silent);
                        let mut search = Search::new(&question, &work, None, WIDTHS.len() - 1);
                        if let Ok(held) = search.after(&node, placed.placement) {
                            assert!(held, "{:b} in {position:?}", placed.placement);
                            answered[number] += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(answered.iter().all(|&count| count > 10), "{answered:?}");
}

#[test]
fn a_position_and_its_images_have_one_key() {
    let symmetries = Game::of_side(4, 2, Rules::default()).unwrap().board().symmetries();
    let mut missed = 0;
    for position in positions(4, 2, 20).filter(|position| position.turns() > 2) {
        let (state, question, turns_left) = with_targets::<Pairs>(&position, Player::One, Goal::Line);
        let living = state.prospects(&question.targets, question.series[turns_left]).living;
        for symmetry in &symmetries {
            let moved = |set: SquareSet| symmetry.set(set).0 as Squares;
            let mut image = Pairs::new(moved(position.quantum()), moved(position.owned_by(Player::Two)));
            for series in position.quantum_series() {
                image.place(side(series + 1, Player::One), moved(position.squares_of(series)));
            }
            let living_there = image.prospects(&question.targets, question.series[turns_left]).living;
            let keys = [state.key(&question.targets, living), image.key(&question.targets, living_there)];
            missed += usize::from(keys[0] != keys[1]);
        }
    }
    // Squares that look alike may be told apart by their order, so not every image is recognised; nearly all are.
    assert!(missed < 30, "{missed} images were not recognised");
}
