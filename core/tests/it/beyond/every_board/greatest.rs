use gqt3::beyond::every_board::long_series::Greatest;
use gqt3::beyond::every_board::theorems::known;
use gqt3::engine::board::{Board, SquareSet};
use gqt3::engine::rules::{CollapseChooser, Margin, Player, Rules, Ties};
use num_rational::Ratio;

use super::CHOOSERS;
use crate::shared::games::rules_of;

/// Returns the most points of these lines in any order of completion, or `None` if they cannot all
/// be completed, because the last piece of a line must not be on a filled square.
fn most_points(
    lines: &[SquareSet],
    filled: SquareSet,
    ties: Ties,
    rank: usize,
) -> Option<Ratio<i64>> {
    if lines.is_empty() {
        return Some(Ratio::from_integer(0));
    }
    let mut best = None;
    for chosen in 1_u32..1 << lines.len() {
        let is_now = |line: &usize| chosen >> line & 1 == 1;
        let (now, later): (Vec<usize>, Vec<usize>) = (0..lines.len()).partition(is_now);
        let of = |chosen: &[usize]| chosen.iter().map(|line| lines[*line]).collect::<Vec<_>>();
        let (now, later) = (of(&now), of(&later));
        // One piece completes all of these, so it stands where they meet.
        if now
            .iter()
            .fold(now[0], |common, line| common & *line)
            .is_subset(filled)
        {
            continue;
        }
        let squares = now.iter().fold(filled, |all, line| all | *line);
        let step = if ties == Ties::Dense { 1 } else { now.len() };
        let points = Ratio::new(now.len() as i64, rank as i64);
        let others = most_points(&later, squares, ties, rank + step);
        best = best.max(others.map(|others| points + others));
    }
    best
}

#[test]
fn no_set_of_lines_on_a_small_board_has_more_points() {
    for side in 2..=6 {
        let lines = Board::new(side).unwrap().lines();
        for player in [Player::One, Player::Two] {
            let squares = player.turns_of(side * side);
            for &ties in Ties::ALL {
                let mut most = Ratio::from_integer(0);
                for chosen in 0_u32..1 << lines.len() {
                    let of_set: Vec<SquareSet> = (0..lines.len())
                        .filter(|line| chosen >> line & 1 == 1)
                        .map(|line| lines[line])
                        .collect();
                    let union = of_set
                        .iter()
                        .fold(SquareSet::EMPTY, |all, line| all | *line);
                    if union.len() <= squares && !of_set.is_empty() {
                        most = most
                            .max(most_points(&of_set, SquareSet::EMPTY, ties, 1).unwrap_or(most));
                    }
                }
                let found = Greatest::new(side, squares, ties).unwrap();
                assert_eq!(found.points(), most, "{side}, {squares}, {ties}");
            }
        }
    }
}

/// At the smallest n for which Theorem 27 applies, the player who chooses the collapses can be made
/// to take any s - n squares. Tries all sets of so many.
#[test]
fn where_the_margin_is_reached_there_is_room_for_the_lines() {
    let mut sets = 0;
    for side in [5, 6, 7] {
        let squares = side * side;
        let lines = Board::new(side).unwrap().lines();
        for (player, collapse) in CHOOSERS {
            let own = player.turns_of(squares);
            let greatest = Greatest::new(side, own, Ties::Dense).unwrap();
            let is_reached = |gap: &usize| {
                let found = known(side, squares - gap, &rules_of(collapse)).unwrap();
                found.theorems[player as usize].name == "greatest margin"
            };
            let most = (0..squares / 2).take_while(is_reached).last().unwrap();
            let unions: Vec<SquareSet> = (1..if side == 7 { 5 } else { 4 })
                .flat_map(|count| SquareSet::first(lines.len()).subsets(count))
                .filter_map(|chosen| {
                    let of_set: Vec<SquareSet> =
                        chosen.iter().map(|line| lines[line.index()]).collect();
                    let union = of_set
                        .iter()
                        .fold(SquareSet::EMPTY, |all, line| all | *line);
                    let points = most_points(&of_set, SquareSet::EMPTY, Ties::Dense, 1);
                    (union.len() <= own && points == Some(greatest.points())).then_some(union)
                })
                .collect();
            for forced in SquareSet::first(squares).subsets(most) {
                let has_room = |union: &SquareSet| (*union | forced).len() <= own;
                assert!(unions.iter().any(has_room), "{side}: {forced}");
                sets += 1;
            }
        }
    }
    assert!(sets > 130_000, "{sets}");
}

#[test]
fn the_value_is_known_down_to_so_many_pieces() {
    let least = |side: usize, collapse| {
        let rules = rules_of(collapse);
        let all = (1..=side * side).rev();
        let is_value = |n: &usize| known(side, *n, &rules).unwrap().interval.value().is_some();
        all.take_while(is_value).last()
    };
    let of = |collapse| {
        (5..=16)
            .map(|side| least(side, collapse).unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        of(CollapseChooser::Player1),
        [24, 32, 49, 57, 78, 99, 114, 140, 168, 187, 221, 242]
    );
    assert_eq!(
        of(CollapseChooser::Player2),
        [23, 32, 46, 57, 79, 99, 115, 140, 159, 187, 223, 242]
    );
    for side in 9..=64_usize {
        for squares in [side * side / 2, (side * side).div_ceil(2)] {
            for &ties in Ties::ALL {
                let found = Greatest::new(side, squares, ties).unwrap();
                assert!(found.has_plans(), "{side}, {ties}");
            }
        }
        assert!(
            least(side, CollapseChooser::Player1).is_some() || side > 35,
            "{side}"
        );
    }
}

#[test]
fn the_best_result_of_the_whole_board_is_known_at_once() {
    let value = |side: usize, pieces: usize| {
        known(side, pieces, &Rules::default())
            .unwrap()
            .interval
            .to_string()
    };
    assert_eq!(value(5, 25), "-5/2");
    assert_eq!(value(6, 36), "+3");
    assert_eq!(value(8, 64), "+7/2");
    assert_eq!(value(16, 256), "+65/12");
    for side in 1..=8 {
        for rules in Rules::combinations() {
            let game = gqt3::engine::game::Game::from_side(side, 1, rules).unwrap();
            let by_lines = gqt3::engine::static_bound::StaticBound::new(&game)
                .of(&gqt3::engine::position::Position::new(game));
            let found = known(side, (side * side / 2).max(1), &rules)
                .unwrap()
                .interval;
            assert!(
                by_lines.lower <= found.lower && found.upper <= by_lines.upper,
                "{game}"
            );
        }
    }
    let none = Margin::ZERO;
    assert!(known(1, 1, &Rules::default()).unwrap().interval.upper > none);
}
