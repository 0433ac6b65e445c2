use super::forest::{ATTACKER, BLOCKER, LivingTargets};
use super::order::Node;
use super::targets::{MOST_SQUARES, TargetSet, each};
use super::*;
use crate::engine::rules::{CollapseChooser, Rules};
use crate::random_play::UniformPolicy;

fn positions(side: usize, pieces: usize, games: u64) -> impl Iterator<Item = Position> {
    let start = Position::new(Game::from_side(side, pieces, Rules::default()).unwrap());
    (0..games).flat_map(move |stream| {
        let mut drawer = UniformPolicy::new(22, stream);
        let next =
            move |position: &Position| Some(position.after_unchecked(&drawer.action(position)?));
        std::iter::successors(Some(start), next).filter(|position| position.phase() == Phase::Place)
    })
}

fn forest_of(position: &Position, blocker: Player, goal: Goal) -> (Blocking, Forest, usize) {
    let blocking = Blocking::new(position.game(), blocker, goal, 0).unwrap();
    let forest = blocking.forest(position);
    (
        blocking,
        forest,
        position.board().squares() - position.turns(),
    )
}

fn by_definition(
    position: &Position,
    blocker: Player,
    targets: &Targets,
    series_left: usize,
    count: usize,
) -> LivingTargets {
    let mut living = LivingTargets {
        all: 0,
        with: [[0; MOST_SQUARES]; 2],
    };
    let owned = |player: Player| position.owned_by(player).0 as Squares;
    let series: Vec<(usize, Squares)> = position
        .quantum_series()
        .iter()
        .map(|series| {
            let squares = position.squares_of(series).0 as Squares;
            (side_of(series, blocker), squares)
        })
        .collect();
    let mut boards = vec![(
        owned(blocker.opponent()),
        owned(blocker),
        position.quantum().0 as Squares,
    )];
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
        for &(_, _, left) in boards
            .iter()
            .filter(|(_, blocked, _)| blocked & squares == 0)
        {
            let missing = left & squares;
            let fits = |squares: Squares| squares.count_ones() as usize <= series_left;
            if fits(missing) {
                living.all |= bit;
                each(left & !missing).for_each(|square| living.with[BLOCKER][square] |= bit);
            }
            for square in each(left).filter(|square| series_left > 0 && fits(missing | 1 << square))
            {
                living.with[ATTACKER][square] |= bit;
            }
        }
    }
    living
}

fn assert_same(
    result: &LivingTargets,
    expected: &LivingTargets,
    blocker_places: bool,
    position: &Position,
) {
    assert_eq!(result.all, expected.all, "{position:?}");
    assert_eq!(
        result.with[ATTACKER], expected.with[ATTACKER],
        "{position:?}"
    );
    if blocker_places {
        assert_eq!(result.with[BLOCKER], expected.with[BLOCKER], "{position:?}");
    }
}

fn tells_what_lives(position: &Position) {
    for blocker in [Player::One, Player::Two] {
        for goal in Goal::ALL {
            let (blocking, forest, turns_left) = forest_of(position, blocker, goal);
            let (targets, series) = (
                &blocking.question.targets,
                blocking.question.series(turns_left),
            );
            let result = forest.living(targets, series);
            let expected = by_definition(position, blocker, targets, series, targets.len());
            assert_same(&result, &expected, turns_left > series, position);
        }
    }
    let (_, forest, _) = forest_of(position, Player::One, Goal::Line);
    for square in position.quantum() {
        assert_eq!(
            u64::from(forest.tree[square.index()]),
            position.blocks().of(square).0,
            "{position:?}"
        );
    }
}

#[test]
fn what_lives_is_what_some_final_board_has() {
    for side in 2..=4 {
        let all = positions(side, 2, 12).chain(positions(side, 1, 4));
        let has_few_boards = |position: &Position| {
            position.quantum().len() <= 8 || position.quantum_series().len() <= 3
        };
        all.filter(has_few_boards)
            .for_each(|position| tells_what_lives(&position));
    }
}

#[test]
fn a_null_move_leaves_one_placement_in_the_example() {
    let game = Game::from_side(
        3,
        2,
        Rules {
            collapse: CollapseChooser::Mover,
            ..Rules::default()
        },
    )
    .unwrap();
    let blocking = Blocking::new(&game, Player::Two, Goal::Line, 0).unwrap();
    let squares = |squares: &[usize]| {
        squares
            .iter()
            .fold(0, |set, square| set | 1 << (square - 1))
    };
    let mut forest = Forest::new(squares(&[3, 6, 8, 9]), squares(&[1, 2]));
    forest.join(ATTACKER, squares(&[3, 6]));
    let node = Node::open(&blocking.question, &forest, 3).expect("X has the row");
    assert_eq!((node.side, node.living.all.count_ones()), (ATTACKER, 2));
    assert_eq!(node.placements(), [squares(&[3, 6])]);
}

#[test]
fn a_position_and_its_images_have_one_key() {
    let symmetries = Game::from_side(4, 2, Rules::default())
        .unwrap()
        .board()
        .symmetries();
    let mut missed = 0;
    for position in positions(4, 2, 20).filter(|position| position.turns() > 2) {
        let (blocking, forest, turns_left) = forest_of(&position, Player::One, Goal::Line);
        let question = &blocking.question;
        let key = |forest: &Forest| {
            let living = forest.living(&question.targets, question.series(turns_left));
            forest.key(&question.targets, living.all)
        };
        for symmetry in &symmetries {
            let moved = |set: SquareSet| symmetry.set(set).0 as Squares;
            let mut image = Forest::new(
                moved(position.quantum()),
                moved(position.owned_by(Player::Two)),
            );
            for series in position.quantum_series() {
                let placement = moved(position.squares_of(series));
                image.join(side_of(series, Player::One), placement);
            }
            missed += usize::from(key(&forest) != key(&image));
        }
    }
    // The order of alike squares matters to a key, so a few images have another key.
    assert!(missed < 30, "{missed} images were not recognised");
}
