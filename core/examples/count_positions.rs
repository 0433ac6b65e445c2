//! Counts the positions of three 3x3 games after each turn: all of them, and up to symmetry.
//!
//! Two positions count as the same if they differ only in subscripts, but not in the owners of the
//! series. For n = 2 the quantum series are the edges of a forest. Any set of squares that the
//! forest does not touch can be classical, except a single square. Any half of all series, rounded
//! up, can be player 1's.
use gqt3::engine::board::{Board, SquareSet};
use gqt3::engine::{game::Game, position::Phase, position::Position, rules::Variant};
use std::collections::{BTreeSet, HashSet};

/// Counts by playing all games, but for n = 2 only three turns.
fn played(game: Game) -> Vec<[u64; 2]> {
    let (mut open, mut counts) = (vec![Position::new(game)], vec![[1, 1]]);
    let symmetries = game.board().symmetries();
    for _ in 0..[9, 3][game.pieces() - 1] {
        let (mut seen, mut next, mut all) = (HashSet::new(), Vec::new(), 0);
        while let Some(position) = open.pop() {
            for after in position.actions().map(|a| position.after_unchecked(&a)) {
                let images = symmetries.iter().map(|symmetry| {
                    let series = |i| (symmetry.set(after.squares_of(i)), i % 2);
                    (0..after.turns()).map(series).collect::<BTreeSet<_>>()
                });
                let images: BTreeSet<_> = images.collect();
                if after.phase() == Phase::Collapse {
                    open.push(after);
                } else if seen.insert(images.first().cloned()) {
                    all += images.len() as u64;
                    next.push(after);
                }
            }
        }
        counts.push([all, next.len() as u64]);
        open = next;
    }
    counts
}

/// Counts for Burnside's lemma, by turns, the positions for n = 2 that a symmetry leaves the same.
///
/// Each is a union of some of the symmetry's `orbits`, which list those of classical squares before
/// those of series. `tree` has the tree of each square, or 9 if the square is classical. `ways[x]`
/// is the number of ways to give player 1 x of the series.
fn add(orbits: &[BTreeSet<SquareSet>], tree: [usize; 9], ways: &[u64], counts: &mut [u64]) {
    if tree.iter().filter(|&&tree| tree == 9).count() != 1 {
        counts[ways.len() - 1] += ways[ways.len() / 2];
    }
    'orbits: for (i, orbit) in orbits.iter().enumerate() {
        let mut tree = tree;
        for set in orbit {
            let [a, b] = [set.iter().min(), set.iter().max()].map(|s| tree[s.unwrap().index()]);
            if a == 9 || b == 9 || (a == b && set.len() == 2) {
                continue 'orbits;
            }
            let to = if a == b { 9 } else { b };
            tree = tree.map(|t| if t == a { to } else { t });
        }
        let mut more = [ways, &vec![0; orbit.len()]].concat();
        (0..ways.len()).for_each(|x| more[x + orbit.len()] += ways[x]);
        add(&orbits[i + 1..], tree, &more, counts);
    }
}

fn main() {
    let all = Board::new(3).unwrap().all();
    let fixed = Board::new(3).unwrap().symmetries().into_iter().map(|g| {
        let images = |set| std::iter::successors(Some(set), |&set| Some(g.set(set)));
        let orbit = |set| images(set).take(4).collect::<BTreeSet<_>>();
        let orbits = |size| all.subsets(size).map(orbit).collect::<BTreeSet<_>>();
        let orbits: Vec<_> = orbits(1).into_iter().chain(orbits(2)).collect();
        let mut counts = [0; 10];
        add(&orbits, [0, 1, 2, 3, 4, 5, 6, 7, 8], &[1], &mut counts);
        counts
    });
    let fixed: Vec<[u64; 10]> = fixed.collect();
    let orbits = |turn| fixed.iter().map(|counts| counts[turn]).sum::<u64>() / 8;
    let pairs: Vec<_> = (0..10).map(|t| [fixed[0][t], orbits(t)]).collect();
    let play = |n, rules: Variant| played(Game::from_side(3, n, rules.rules()).unwrap());
    assert_eq!(pairs[..4], play(2, Variant::Paper)[..4]);
    let (line, full) = (play(1, Variant::Goff), play(1, Variant::Paper));
    for (game, counts) in [("1, to the first line", line), ("1", full), ("2", pairs)] {
        let [all, orbits] = [0, 1].map(|i| counts.iter().map(|c| c[i]).sum::<u64>());
        println!("n = {game}: {all} positions, {orbits} up to symmetry; by turn {counts:?}");
    }
}
