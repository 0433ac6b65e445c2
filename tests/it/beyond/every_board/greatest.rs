//! The greatest margins of full boards, against all sets of lines and all boards.

use gqt3::beyond::every_board::long_series::{Greatest, Line};
use gqt3::beyond::every_board::theorems::known;
use gqt3::engine::board::{Board, SquareSet};
use gqt3::engine::rules::{Margin, Player, Rules, Ties};
use num_rational::Ratio;

/// The most points of some lines in any order of completion; the filled squares cannot complete a
/// line any more. `None` if a line is filled already.
fn most_points(
    lines: &[SquareSet],
    filled: SquareSet,
    ties: Ties,
    rank: usize,
) -> Option<Ratio<i64>> {
    if lines.is_empty() {
        return Some(Ratio::from_integer(0));
    }
    let all = lines.iter().fold(SquareSet::EMPTY, |all, line| all | *line);
    let mut best = None;
    for top in all - filled {
        let through: Vec<usize> = (0..lines.len())
            .filter(|line| lines[*line].contains(top))
            .collect();
        for chosen in 1_u32..1 << through.len() {
            let is_now = |line: &usize| {
                through
                    .iter()
                    .position(|other| other == line)
                    .is_some_and(|place| chosen >> place & 1 == 1)
            };
            let (now, later): (Vec<usize>, Vec<usize>) = (0..lines.len()).partition(is_now);
            let squares = now.iter().fold(filled, |all, line| all | lines[*line]);
            let later: Vec<SquareSet> = later.iter().map(|line| lines[*line]).collect();
            let step = if ties == Ties::Dense { 1 } else { now.len() };
            let points = Ratio::new(now.len() as i64, rank as i64);
            let others = most_points(&later, squares, ties, rank + step);
            best = best.max(others.map(|others| points + others));
        }
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
                assert_eq!(found.points(), Some(most), "{side}, {squares}, {ties}");
            }
        }
    }
}

#[test]
fn the_lines_are_placed_as_the_margin_says() {
    for side in 4..=64 {
        for player in [Player::One, Player::Two] {
            for &ties in Ties::ALL {
                let squares = player.turns_of(side * side);
                let greatest = Greatest::new(side, squares, ties).unwrap();
                let groups = greatest.lines().expect("there is room");
                assert!(greatest.squares() <= squares);
                // The order of the tops is the order of completion: each is on its own lines alone.
                let mut rank = 1;
                let mut points = Ratio::from_integer(0);
                for group in &groups {
                    let through = |line: &&Line| line.contains(side, group.top);
                    let count = groups
                        .iter()
                        .flat_map(|group| &group.lines)
                        .filter(through)
                        .count();
                    assert_eq!(count, group.lines.len());
                    points += Ratio::new(count as i64, rank);
                    rank += if ties == Ties::Dense { 1 } else { count as i64 };
                }
                assert_eq!(Some(points), greatest.points(), "{side}, {ties}");
            }
        }
    }
}

/// For every set that the other player can force, some lines of the greatest margin have room and
/// tops that the gaps of the last series do not contain: on 5x5 and 6x6, by all placements.
#[test]
fn where_the_margin_is_reached_there_is_room_for_the_lines() {
    let mut games = 0;
    for side in [5, 6] {
        let squares = side * side;
        let all = SquareSet::first(squares);
        let lines = Board::new(side).unwrap().lines();
        for player in [Player::One, Player::Two] {
            let own = player.turns_of(squares);
            let greatest = Greatest::new(side, own, Ties::Dense).unwrap();
            let reached =
                |gap: &usize| greatest.is_reached(*gap, own, Player::of_turn(squares) == player);
            let most = (0..squares / 2).take_while(reached).last();
            let Some(most) = most else { continue };
            // All sets of as many lines with as many points.
            let count = greatest
                .lines()
                .unwrap()
                .iter()
                .map(|group| group.lines.len())
                .sum::<usize>();
            let sets = SquareSet::first(lines.len())
                .subsets(count)
                .filter_map(|chosen| {
                    let of_set: Vec<SquareSet> =
                        chosen.iter().map(|line| lines[line.index()]).collect();
                    let union = of_set
                        .iter()
                        .fold(SquareSet::EMPTY, |all, line| all | *line);
                    let fits = union.len() <= own
                        && most_points(&of_set, SquareSet::EMPTY, Ties::Dense, 1)
                            == greatest.points();
                    fits.then_some(union)
                });
            let unions: Vec<SquareSet> = sets.collect();
            for forced in all.subsets(most) {
                assert!(
                    unions.iter().any(|union| (*union | forced).len() <= own),
                    "{side}: {forced}"
                );
                games += 1;
            }
        }
    }
    assert!(games > 1_000, "{games}");
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
    // Counting lines is no worse than what positions are bounded by.
    for side in 1..=8 {
        for rules in Rules::combinations() {
            let game = gqt3::engine::game::Game::from_side(side, 1, rules).unwrap();
            let by_lines = gqt3::engine::static_bound::StaticBound::new(&game)
                .of(&gqt3::engine::position::Position::new(game));
            let found = known(side, side * side / 2, &rules).unwrap().interval;
            assert!(
                by_lines.lower <= found.lower && found.upper <= by_lines.upper,
                "{game}"
            );
        }
    }
    let none = Margin::ZERO;
    assert!(known(1, 1, &Rules::default()).unwrap().interval.upper > none);
}
