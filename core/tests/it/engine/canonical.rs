use std::collections::BTreeSet;

use gqt3::engine::board::{Board, SquareSet, Symmetry};
use gqt3::engine::canonical::{Canonical, Key};
use gqt3::engine::game::Game;
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::Rules;
use gqt3::random_play::UniformPolicy;

pub fn orders(numbers: &[usize]) -> Vec<Vec<usize>> {
    if numbers.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for &first in numbers {
        let rest: Vec<usize> = numbers.iter().copied().filter(|&n| n != first).collect();
        for mut order in orders(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}

/// Returns the series' images under one symmetry and all orders of each player's first m series.
fn images(position: &Position, symmetry: Symmetry) -> BTreeSet<Key> {
    let side = position.board().side().unwrap();
    let series: Key = (0..position.turns())
        .map(|turn| symmetry.set(position.squares_of(turn)).0)
        .collect();
    let early =
        |player: usize| -> Vec<usize> { (player..series.len().min(2 * side)).step_by(2).collect() };
    let mut all = BTreeSet::new();
    for x in orders(&early(0)) {
        for o in orders(&early(1)) {
            let mut image = series.clone();
            for (places, from) in [(early(0), &x), (early(1), &o)] {
                for (&place, &other) in places.iter().zip(from) {
                    image[place] = series[other];
                }
            }
            all.insert(image);
        }
    }
    all
}

fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for (side, pieces, games) in [(2, 2, 20), (3, 1, 20), (3, 2, 20), (3, 3, 10)] {
        for game in 0..games {
            let start = Game::from_side(side, pieces, Rules::default()).unwrap();
            let mut position = Position::new(start);
            let mut policy = UniformPolicy::new(1, game);
            while position.phase() != Phase::Over {
                positions.push(position);
                let action = policy.action(&position).unwrap();
                position = position.after_unchecked(&action);
            }
            positions.push(position);
        }
    }
    positions
}

#[test]
fn symmetries_are_the_identity_and_seven_others_that_keep_lines() {
    for side in 2..=8 {
        let board = Board::new(side).unwrap();
        let symmetries = board.symmetries();
        let lines: BTreeSet<u64> = board.lines().iter().map(|line| line.0).collect();
        let last = side * side - 1;
        // The images of the first row's ends. The bits of a symmetry's index, from the highest, are
        // transpose, reverse rows and reverse columns.
        let (a, b, c, d) = (0, side - 1, last + 1 - side, last);
        let corners = [
            (a, b),
            (b, a),
            (c, d),
            (d, c),
            (a, c),
            (b, d),
            (c, a),
            (d, b),
        ];
        assert_eq!(symmetries.len(), 8);
        for (symmetry, corners) in symmetries.iter().zip(corners) {
            let of = |index: usize| {
                let image = symmetry.set(SquareSet(1 << index)).0;
                image.trailing_zeros() as usize
            };
            assert_eq!((of(a), of(b)), corners, "{side}");
            let images: BTreeSet<u64> = board
                .lines()
                .iter()
                .map(|&line| symmetry.set(line).0)
                .collect();
            assert_eq!(images, lines);
        }
        let all = SquareSet::first(side * side);
        assert!(
            all.iter()
                .all(|square| symmetries[0].square(square) == square)
        );
    }
}

#[test]
fn the_canonical_form_is_the_least_image() {
    for position in positions() {
        let board = position.board();
        let symmetries = board.symmetries();
        let sets: Vec<BTreeSet<Key>> = symmetries
            .iter()
            .map(|&symmetry| images(&position, symmetry))
            .collect();
        let least = sets.iter().flatten().min().unwrap();
        let form = Canonical::new(&position, &symmetries);
        assert_eq!(&form.key, least, "{position}");
        let first = sets.iter().position(|set| set.contains(least)).unwrap();
        assert_eq!(form.symmetry, symmetries[first]);
        let renamed: Key = form
            .series
            .iter()
            .map(|&series| form.symmetry.set(position.squares_of(series)).0)
            .collect();
        assert_eq!(renamed, form.key);
        // A player's equal series keep their order.
        for (place, one) in form.key.iter().enumerate() {
            let mut later = (place + 2..form.key.len()).step_by(2);
            assert!(later.all(|at| form.key[at] != *one || form.series[place] < form.series[at]));
        }
        // A symmetry keeps the position if some order of each player's first m series undoes it.
        let kept: Vec<Symmetry> = symmetries
            .iter()
            .zip(&sets)
            .filter(|(_, set)| *set == &sets[0])
            .map(|(&symmetry, _)| symmetry)
            .collect();
        assert_eq!(Canonical::symmetries_of(&position), kept, "{position}");
    }
}

#[test]
fn the_least_action_is_the_first_of_its_kind() {
    for position in positions() {
        let symmetries = position.board().symmetries();
        let key =
            |action: &Action| Canonical::new(&position.after_unchecked(action), &symmetries).key;
        let actions: Vec<Action> = position.actions().collect();
        for &action in &actions {
            let least = Canonical::least_action(&position, action);
            let Action::Place(squares) = action else {
                assert_eq!(least, action);
                continue;
            };
            let is_alike = |other: &&Action| match other {
                Action::Place(other_squares) => {
                    key(other) == key(&action)
                        && symmetries
                            .iter()
                            .any(|symmetry| symmetry.set(squares) == *other_squares)
                }
                Action::Collapse(_) => false,
            };
            let expected = actions
                .iter()
                .filter(is_alike)
                .min_by(|one, other| one.in_order(other));
            assert_eq!(Some(&least), expected, "{position}");
        }
    }
}
