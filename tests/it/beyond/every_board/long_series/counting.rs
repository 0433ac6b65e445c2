//! The steps of the proofs, each by brute force on small boards.

use gqt3::beyond::every_board::long_series::{Lead, LongSeries, Theorem};
use gqt3::engine::board::{Board, SquareSet};
use gqt3::engine::matching::{MAX_SERIES, Matching, SeriesSet};
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::{CollapseChooser, Margin, Player, Rules, Scoring, Ties};
use gqt3::random_play::UniformPolicy;

use super::{game, least_pieces, mutated, of};
use crate::published;

/// Whether these series can fill some squares, one each.
fn fill(gaps: &[SquareSet], squares: SquareSet) -> bool {
    let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
    gaps.iter()
        .enumerate()
        .for_each(|(series, gap)| neighbours[series] = squares - *gap);
    Matching::from_series(SeriesSet::first(gaps.len()), &neighbours).is_ok()
}

#[test]
fn the_size_of_a_gap_is_all_that_series_can_force_on_the_prover() {
    let mut drawer = UniformPolicy::new(22, 0);
    let all = SquareSet::first(9);
    let mut needed = [0; 5];
    for _ in 0..400 {
        let (own, gap) = [(4, 4), (4, 3), (5, 4), (5, 3), (5, 2)][drawer.below(5) as usize];
        let others = 9 - own;
        // Gaps that have much in common force most.
        let common = mutated(SquareSet::first(gap), all, 20, &mut drawer);
        let gaps: Vec<SquareSet> = (0..others)
            .map(|_| {
                let changes = drawer.below(3) as usize;
                mutated(common, all, changes, &mut drawer)
            })
            .collect();
        let is_enough = |forced: &SquareSet| {
            let boards = all.subsets(own).filter(|board| forced.is_subset(*board));
            boards.into_iter().all(|board| fill(&gaps, all - board))
        };
        let least = (0..=gap).find(|&size| all.subsets(size).any(|forced| is_enough(&forced)));
        needed[least.expect("some set of at most g squares is enough")] += 1;
    }
    assert!(needed[1..].iter().all(|count| *count > 0), "{needed:?}");
}

/// The prover's series in a game, but for a last one that is placed when all others are known.
fn own_gaps(side: usize, pieces: usize, collapse: CollapseChooser, stream: u64) -> Vec<SquareSet> {
    let game = game(side, pieces, of(collapse));
    let theorem = LongSeries::of(&game).unwrap();
    let mut drawer = UniformPolicy::new(29, stream);
    let (mut position, mut own) = (Position::new(game), Vec::new());
    while position.turns() + 1 < game.squares() {
        let action = if position.to_move() == Some(theorem.prover()) {
            theorem.action(&position).unwrap()
        } else {
            drawer.action(&position).unwrap()
        };
        if let (Action::Place(squares), true) =
            (&action, position.to_move() == Some(theorem.prover()))
        {
            own.push(game.board().all() - *squares);
        }
        position = position.play(action).unwrap();
        assert_eq!(position.phase(), Phase::Place);
    }
    own
}

#[test]
fn few_gaps_of_the_prover_have_much_in_common() {
    // The arcs of Theorems 2 and 3: a set of w squares lies in g - w + 1 of them at most. The last gap of Theorem 1 may
    // be any, if player 2 moves last: then in one more.
    for (side, pieces) in [
        (4, 13),
        (4, 14),
        (5, 15),
        (5, 17),
        (5, 19),
        (5, 22),
        (6, 25),
        (6, 31),
    ] {
        for &collapse in CollapseChooser::ALL {
            let Some(lead) = Lead::of(side, pieces, &of(collapse)) else {
                continue;
            };
            let gaps = own_gaps(side, pieces, collapse, pieces as u64);
            let spare = if lead.theorem == Theorem::Cross { 1 } else { 0 };
            let gap = side * side - pieces;
            for (index, set) in gaps.iter().enumerate() {
                assert_eq!(set.len(), gap);
                for inside in (1..=gap).flat_map(|size| set.subsets(size)) {
                    let lies_in = gaps.iter().filter(|gap| inside.is_subset(**gap)).count();
                    assert!(
                        lies_in <= gap - inside.len() + 1 + spare,
                        "{side}, {pieces}, series {index}"
                    );
                    assert!(
                        lies_in + inside.len() <= gaps.len(),
                        "something could collapse early"
                    );
                }
            }
        }
    }
}

/// The least number of squares that some squares have together with what a theorem wants, if that is chosen best.
fn least_union(lines: &[SquareSet], side: usize, theorem: Theorem, forced: SquareSet) -> usize {
    let (rows, columns) = (&lines[..side], &lines[side..2 * side]);
    let union = |wanted: SquareSet| (forced | wanted).len();
    let pairs = || {
        rows.iter()
            .flat_map(|row| columns.iter().map(|column| *row | *column))
    };
    let least = match theorem {
        Theorem::Cross => pairs().map(union).min(),
        Theorem::Row => [rows, columns]
            .into_iter()
            .flat_map(|parallel| {
                let empty = parallel
                    .iter()
                    .filter(|line| !line.intersects(forced))
                    .count();
                parallel
                    .iter()
                    .map(move |line| (line, empty - usize::from(!line.intersects(forced))))
            })
            .map(|(line, more)| union(*line) + more)
            .min(),
        Theorem::Star => lines[2 * side..]
            .iter()
            .flat_map(|diagonal| diagonal.iter().map(move |top| (diagonal, top.index())))
            .map(|(diagonal, top)| union(*diagonal | rows[top / side] | columns[top % side]))
            .min(),
        Theorem::Comb => pairs()
            .flat_map(|pair| rows.iter().chain(columns).map(move |line| (pair, *line)))
            .filter(|(pair, line)| !line.is_subset(*pair))
            .map(|(pair, line)| union(pair | line))
            .min(),
        Theorem::Grid(_) | Theorem::Early => None,
    };
    least.unwrap()
}

#[test]
fn whatever_squares_are_forced_there_is_room_for_the_lines() {
    let mut asked = Vec::new();
    for (side, most) in [(3, 9), (4, 16), (5, 9)] {
        let lines = Board::new(side).unwrap().lines();
        let all = SquareSet::first(side * side);
        for &collapse in &CollapseChooser::ALL[..2] {
            for rules in [
                of(collapse),
                Rules {
                    scoring: Scoring::Shared,
                    ..of(collapse)
                },
            ] {
                for pieces in side * side - most.min(side * side)..=side * side {
                    let Some(Lead {
                        theorem, player, ..
                    }) = Lead::of(side, pieces, &rules)
                    else {
                        continue;
                    };
                    // One square must be left for the series that comes after the star.
                    let own = player.turns_of(side * side) - usize::from(theorem == Theorem::Star);
                    for forced in all.subsets(side * side - pieces) {
                        let least = least_union(lines, side, theorem, forced);
                        assert!(
                            least <= own,
                            "{theorem} on {side}x{side}, n = {pieces}: {forced}"
                        );
                    }
                    asked.push((side, pieces, theorem));
                }
            }
        }
    }
    for theorem in [Theorem::Cross, Theorem::Row, Theorem::Comb] {
        assert!(
            asked
                .iter()
                .filter(|(_, _, other)| *other == theorem)
                .count()
                > 2,
            "{theorem}: {asked:?}"
        );
    }
}

#[test]
fn the_least_sizes_are_those_of_the_closed_forms() {
    let two = Margin::ONE + Margin::ONE;
    for m in (3..=20).chain(61..=64_usize) {
        let s = m * m;
        for &collapse in CollapseChooser::ALL {
            let rules = of(collapse);
            let player = Lead::of(m, s, &rules).map(|lead| lead.player);
            let own = player.map_or(0, |player| player.turns_of(s));
            // Two lines at once.
            let cross = match (m % 2, player) {
                // With the early collapses of Theorem 6.
                (0, _) => Some(s / 2 + m + usize::from(m == 4)),
                (_, Some(Player::One)) => Some((s + 2 * m - 1) / 2),
                _ => Some((s + 2 * m + 3) / 2).filter(|_| m > 3),
            };
            assert_eq!(least_pieces(m, rules, two), cross, "{m}, {collapse}");
            // One line.
            let row = (own + 2).checked_sub(2 * m).filter(|q| *q > 0).map(|q| {
                let root = (2.0 * (q as f64).sqrt()).ceil() as usize;
                s - q - root
            });
            assert_eq!(least_pieces(m, rules, Margin::ONE), row, "{m}, {collapse}");
        }
    }
}

#[test]
fn the_least_sizes_on_small_boards() {
    let of_player = |side: usize, last: CollapseChooser| {
        [Margin::ONE, Margin::ONE + Margin::ONE].map(|margin| least_pieces(side, of(last), margin))
    };
    for (side, one, two) in [
        (3, [6, 7], None),
        (4, [11, 13], Some([11, 13])),
        (5, [15, 17], Some([17, 19])),
        (6, [22, 24], Some([22, 24])),
        (7, [28, 31], Some([30, 33])),
        (8, [37, 40], Some([37, 40])),
        (9, [46, 49], Some([47, 51])),
        (10, [56, 60], Some([56, 60])),
    ] {
        assert_eq!(
            of_player(side, CollapseChooser::Player1),
            one.map(Some),
            "{side}"
        );
        let two = two.map_or([None; 2], |two| two.map(Some));
        assert_eq!(of_player(side, CollapseChooser::Player2), two, "{side}");
    }
}

#[test]
fn longer_series_and_dense_ties_never_give_less() {
    for side in (3..=16).chain([33, 64]) {
        for &collapse in &CollapseChooser::ALL[..2] {
            for &ties in Ties::ALL {
                let rules = Rules {
                    ties,
                    ..of(collapse)
                };
                let leads =
                    (1..=side * side).map(|n| Lead::of(side, n, &rules).map(|lead| lead.least));
                assert!(leads.is_sorted(), "{side} {rules}");
            }
        }
    }
    let most = |side: usize, ties: Ties| {
        let lead = Lead::of(
            side,
            side * side,
            &Rules {
                ties,
                ..Rules::default()
            },
        )
        .unwrap();
        (lead.theorem, lead.least.to_string())
    };
    assert_eq!(most(8, Ties::Dense), (Theorem::Grid(2), "+8/3".to_owned()));
    assert_eq!(
        most(8, Ties::Competition),
        (Theorem::Star, "+5/2".to_owned())
    );
    assert_eq!(
        most(12, Ties::Dense),
        (Theorem::Grid(3), "+46/15".to_owned())
    );
    // The third line of theorem 5 comes later than two that share a rank: it is the second or the third.
    for (side, pieces, collapse) in [
        (5, 22, CollapseChooser::Player1),
        (6, 31, CollapseChooser::Opponent),
    ] {
        for (ties, least) in [(Ties::Dense, "+5/2"), (Ties::Competition, "+7/3")] {
            let lead = Lead::of(
                side,
                pieces,
                &Rules {
                    ties,
                    ..of(collapse)
                },
            )
            .unwrap();
            assert_eq!(
                (lead.theorem, lead.least.to_string()),
                (Theorem::Comb, least.to_owned())
            );
        }
    }
    assert_eq!(most(64, Ties::Dense).0, Theorem::Grid(9));
    assert!(Lead::of(2, 4, &Rules::default()).is_none());
    assert!(Lead::of(65, 65 * 65, &Rules::default()).is_none());
    assert!(Lead::of(usize::MAX, usize::MAX, &Rules::default()).is_none());
    assert!(Lead::of(8, 65, &Rules::default()).is_none());
}

#[test]
fn the_bounds_of_the_enumeration_are_kept() {
    let mut less = 0;
    for row in published::rows("long_series.csv") {
        for (column, collapse) in [
            ("player 1", CollapseChooser::Player1),
            ("player 2", CollapseChooser::Player2),
        ] {
            // The plans for n = 11 on 4x4 take seconds, and are another test's.
            if row.text(column).is_empty() || (row.text("side"), row.text("pieces")) == ("4", "11")
            {
                continue;
            }
            let game = game(row.value("side"), row.value("pieces"), of(collapse));
            let lead = LongSeries::of(&game).unwrap().lead();
            let before = Margin::from_ratio(row.value(column)).unwrap();
            if lead < before {
                // The maximum on 5x5 and 6x6 is a matter of single squares.
                assert!(
                    game.side() > 4 && lead + Margin::from_rank(2) == before,
                    "{}",
                    row.place
                );
                less += 1;
            }
        }
    }
    assert_eq!(less, 3 + 2 + 2 * 5);
}
