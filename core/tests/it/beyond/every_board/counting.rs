//! Steps of the proofs for long series, tried on small boards.

use std::collections::BTreeMap;

use gqt3::beyond::every_board::theorems::known;
use gqt3::engine::board::{Board, Square, SquareSet};
use gqt3::engine::matching::{MAX_SERIES, Matching, SeriesSet};
use gqt3::engine::rules::{Rules, Scoring};
use gqt3::random_play::UniformPolicy;

use super::CHOOSERS;
use crate::shared::games::rules_of;

/// Returns `true` if series that leave out these gaps can be put on different squares of `squares`.
fn fill(gaps: &[SquareSet], squares: SquareSet) -> bool {
    let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
    gaps.iter()
        .enumerate()
        .for_each(|(series, gap)| neighbours[series] = squares - *gap);
    Matching::from_series(SeriesSet::first(gaps.len()), &neighbours).is_ok()
}

fn mutated(
    set: SquareSet,
    all: SquareSet,
    changes: usize,
    drawer: &mut UniformPolicy,
) -> SquareSet {
    let mut pick = |from: SquareSet| -> Option<Square> {
        let bound = from.len() as u64;
        (bound > 0).then(|| from.iter().nth(drawer.below(bound) as usize))?
    };
    (0..changes).fold(set, |set, _| match (pick(set), pick(all - set)) {
        (Some(old), Some(new)) => (set - SquareSet::single(old)) | SquareSet::single(new),
        _ => set,
    })
}

#[test]
fn the_size_of_a_gap_is_all_that_series_can_force_on_the_prover() {
    let mut drawer = UniformPolicy::new(22, 0);
    let all = SquareSet::first(9);
    let mut needed = [0; 5];
    for _ in 0..400 {
        let (own, gap) = [(4, 4), (4, 3), (5, 4), (5, 3), (5, 2)][drawer.below(5) as usize];
        let others = 9 - own;
        // Gaps with many common squares force the most.
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
        let least = least.expect("some set of at most g squares is enough");
        needed[least] += 1;
        // If there are more series than a gap has squares, only equal gaps can force as many
        // squares as a gap has.
        let are_equal = gaps.iter().all(|other| *other == gaps[0]);
        assert!(least < gap || others <= gap || are_equal, "{gaps:?}");
    }
    assert!(needed[1..].iter().all(|count| *count > 0), "{needed:?}");
}

struct Lines {
    parallel: [Vec<SquareSet>; 2],
    diagonals: Vec<SquareSet>,
}

impl Lines {
    fn new(side: usize) -> Lines {
        let lines = Board::new(side).unwrap().lines();
        Lines {
            parallel: [&lines[..side], &lines[side..2 * side]].map(<[SquareSet]>::to_vec),
            diagonals: lines[2 * side..].to_vec(),
        }
    }

    fn pairs(&self) -> impl Iterator<Item = SquareSet> {
        let [rows, columns] = &self.parallel;
        rows.iter()
            .flat_map(move |row| columns.iter().map(move |column| *row | *column))
    }

    /// Returns the size of the smallest set that contains the forced squares and a row (or a
    /// column), and meets all other rows (or columns) except for at most `left`.
    fn with_row(&self, forced: SquareSet, left: usize) -> usize {
        let unions = self.parallel.iter().flat_map(|parallel| {
            parallel.iter().map(move |line| {
                let met = *line | forced;
                let open = parallel
                    .iter()
                    .filter(|other| !other.intersects(met))
                    .count();
                met.len() + open.saturating_sub(left)
            })
        });
        unions.min().unwrap()
    }

    /// Returns the size of the smallest set with the forced squares that meets each line.
    fn met(&self, forced: SquareSet) -> usize {
        let all = self.parallel.iter().flatten().chain(&self.diagonals);
        let open: Vec<SquareSet> = all
            .copied()
            .filter(|line| !line.intersects(forced))
            .collect();
        let squares = self.parallel[0]
            .iter()
            .fold(SquareSet::EMPTY, |all, row| all | *row);
        let more = (0..).find(|&size| {
            let mut sets = (squares - forced).subsets(size);
            sets.any(|set| open.iter().all(|line| line.intersects(set)))
        });
        forced.len() + more.unwrap()
    }

    /// A star is a diagonal with the row and the column through one of its squares.
    fn stars(&self) -> impl Iterator<Item = SquareSet> {
        self.diagonals.iter().flat_map(move |diagonal| {
            diagonal.iter().map(move |square| {
                let through = self.parallel.iter().flatten();
                through
                    .filter(|line| line.contains(square))
                    .fold(*diagonal, |star, line| star | *line)
            })
        })
    }

    /// Returns the size of the smallest set that contains the forced squares and is enough for a
    /// theorem, or `None` for a theorem that is not tested here.
    fn least_union(&self, theorem: &str, forced: SquareSet) -> Option<usize> {
        let union = |wanted: SquareSet| (forced | wanted).len();
        Some(match theorem {
            "two lines that cross" => self.pairs().map(union).min().unwrap(),
            "a row or a column" => self.with_row(forced, 0),
            "three lines through one square" => self.stars().map(union).min().unwrap(),
            // The tests force as many squares as a gap has. Then Theorem 21 leaves the other player
            // at most one row here, and at most two in the next two cases.
            "one row left" => self.with_row(forced, 1),
            "two rows left" => self.with_row(forced, 2),
            "no loss" => self.met(forced).min(self.with_row(forced, 2)),
            "two rows and a column" => {
                let combs = self.pairs().flat_map(|pair| {
                    self.parallel
                        .iter()
                        .flatten()
                        .map(move |line| (pair, *line))
                });
                let combs = combs.filter(|(pair, line)| !line.is_subset(*pair));
                combs.map(|(pair, line)| union(pair | line)).min().unwrap()
            }
            _ => return None,
        })
    }
}

#[test]
fn whatever_squares_are_forced_there_is_room_for_the_lines() {
    let mut asked = BTreeMap::new();
    for (side, most) in [(3, 9), (4, 7), (5, 9)] {
        let lines = Lines::new(side);
        let all = SquareSet::first(side * side);
        for (player, collapse) in CHOOSERS {
            for scoring in [Scoring::Harmonic, Scoring::Shared] {
                let rules = Rules {
                    scoring,
                    ..rules_of(collapse)
                };
                let own = player.turns_of(side * side);
                for pieces in (side * side - most).max(1)..=side * side {
                    let theorem = known(side, pieces, &rules).unwrap().theorems[player as usize];
                    if lines.least_union(theorem.name, all).is_none() {
                        continue;
                    }
                    for forced in all.subsets(side * side - pieces) {
                        let least = lines.least_union(theorem.name, forced).unwrap();
                        assert!(
                            least <= own,
                            "{} on {side}x{side}, n = {pieces}: {forced}",
                            theorem.name
                        );
                    }
                    *asked.entry(theorem.name).or_insert(0) += 1;
                }
            }
        }
    }
    for (theorem, times) in [
        ("two lines that cross", 2),
        ("a row or a column", 4),
        ("one row left", 2),
    ] {
        assert!(
            asked.get(theorem).is_some_and(|count| *count >= times),
            "{theorem}: {asked:?}"
        );
    }
}

/// On larger boards and for shorter series there are too many sets of forced squares to try all.
#[test]
fn rectangles_of_forced_squares_leave_room_for_the_lines() {
    let mut asked = BTreeMap::new();
    for side in 5..=8 {
        let lines = Lines::new(side);
        for (player, collapse) in CHOOSERS {
            let rules = rules_of(collapse);
            let squares = side * side;
            for pieces in squares / 2 + 1..=squares {
                let theorem = known(side, pieces, &rules).unwrap().theorems[player as usize];
                for (rows, columns) in
                    (1..=side).flat_map(|rows| (1..=side).map(move |columns| (rows, columns)))
                {
                    let rectangle = SquareSet::first(squares).iter().filter(|square| {
                        square.index() / side < rows && square.index() % side < columns
                    });
                    let forced: SquareSet = rectangle.take(squares - pieces).collect();
                    if forced.len() < squares - pieces || (theorem.name == "no loss" && side == 8) {
                        continue;
                    }
                    if let Some(least) = lines.least_union(theorem.name, forced) {
                        assert!(
                            least <= player.turns_of(squares),
                            "{} on {side}x{side}, n = {pieces}",
                            theorem.name
                        );
                        *asked.entry(theorem.name).or_insert(0) += 1;
                    }
                }
            }
        }
    }
    assert!(asked.len() > 4, "{asked:?}");
}
