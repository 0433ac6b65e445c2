//! Checks that a blocker B can keep an attacker A from every line on 5x5 and 6x6 with n = 2.
//!
//! This is the part of Theorem 5 that is not proved by hand. The program, which shares no code with
//! gqt3, plays the *game of trees*. `docs/beyond/every-board/2-short-series.md` ("6x6 and 5x5: the
//! game of trees") proves that if B never fails in this game, A never has a line in the real game.
//!
//! ```sh
//! cargo run --release --locked -p gqt3-theorems --bin check_trees
//! ```
//!
//! The program stops with exit code 1 after a part that is not proved.

use std::collections::{HashMap, HashSet};
use std::process::ExitCode;

type Lines = u16;

/// A tree: the open lines that it meets, and `true` if it has two squares or more.
type Tree = (Lines, bool);

/// A double move that B has begun: the lines of its squares u and v, and of trees joined to them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Pending {
    u: Lines,
    v: Lines,
    attached: Option<Lines>,
}

/// A position of the game of trees. Trees that meet no open line are left out.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    open: Lines,
    trees: Vec<Tree>,
    pending: Option<Pending>,
}

/// Returns each line as a set of its own.
fn each(lines: Lines) -> impl Iterator<Item = Lines> {
    (0..Lines::BITS)
        .map(|place| 1 << place)
        .filter(move |line| lines & line != 0)
}

/// splitmix64, as a hash.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

impl Position {
    fn without_lines(mut self, dead: Lines) -> Position {
        let open = self.open & !dead;
        self.open = open;
        for tree in &mut self.trees {
            tree.0 &= open;
        }
        self.trees.retain(|tree| tree.0 != 0);
        self.trees.sort_unstable();
        if let Some(pending) = &mut self.pending {
            let (u, v) = (pending.u & open, pending.v & open);
            *pending = Pending {
                u: u.min(v),
                v: u.max(v),
                attached: pending.attached.map(|lines| lines & open),
            };
        }
        self
    }

    fn with_trees(&self, gone: &[Tree], new: Option<Tree>) -> Position {
        let mut next = self.clone();
        for tree in gone {
            let place = next.trees.binary_search(tree).expect("the tree is there");
            next.trees.remove(place);
        }
        next.trees.extend(new);
        next.without_lines(0)
    }

    /// Returns the rank c, the number of trees that meet one of the lines. The pending pair counts
    /// as one tree.
    fn rank(&self, lines: Lines) -> usize {
        let of_pending = self.pending.map_or(0, |pending| {
            pending.u | pending.v | pending.attached.unwrap_or(0)
        });
        let met = self.trees.iter().filter(|tree| tree.0 & lines != 0).count();
        met + usize::from(of_pending & lines != 0)
    }

    /// Lines of a pending pair do not count, because B kills them next.
    fn fails(&self) -> bool {
        let dying = self.pending.map_or(0, |pending| pending.u | pending.v);
        each(self.open & !dying).any(|line| self.rank(line) <= 1)
    }

    /// Returns `true` if Lemma 6 proves that B wins by killing lines of least rank.
    fn is_won_by_criterion(&self) -> bool {
        let lines: Vec<Lines> = each(self.open).collect();
        let count = lines.len();
        if self.pending.is_some() || lines.iter().any(|line| self.rank(*line) <= 1) {
            return count == 0;
        }
        let without_own = lines
            .iter()
            .filter(|line| self.trees.iter().all(|tree| tree.0 != **line))
            .count();
        // For each set of lines, the number of trees that meet no other line.
        let mut inside = vec![0_usize; 1 << count];
        for tree in &self.trees {
            let places = lines
                .iter()
                .enumerate()
                .filter(|(_, line)| tree.0 & **line != 0);
            inside[places.map(|(place, _)| 1_usize << place).sum::<usize>()] += 1;
        }
        for place in 0..count {
            for set in (0..1 << count).filter(|set| set >> place & 1 == 1) {
                inside[set] += inside[set ^ 1 << place];
            }
        }
        // P_k, the least number of trees that k lines meet.
        let mut least = vec![usize::MAX; count + 1];
        for set in 0..1_usize << count {
            let met = self.trees.len() - inside[set ^ ((1 << count) - 1)];
            let size = set.count_ones() as usize;
            least[size] = least[size].min(met);
        }
        (1..count).all(|tau| {
            (1..=count.min(tau + 1)).any(|k| {
                let series = tau + 1 - k;
                series + without_own.min(series) + k * k < least[k]
            })
        })
    }

    fn kinds(&self) -> Vec<(Tree, usize)> {
        let groups = self.trees.chunk_by(|one, other| one == other);
        groups.map(|group| (group[0], group.len())).collect()
    }

    fn pairs(&self) -> Vec<(Tree, Tree)> {
        let kinds = self.kinds();
        let mut pairs = Vec::new();
        for (place, &(one, count)) in kinds.iter().enumerate() {
            pairs.extend((count > 1).then_some((one, one)));
            pairs.extend(kinds[place + 1..].iter().map(|&(other, _)| (one, other)));
        }
        pairs
    }

    /// The most promising move comes first.
    fn moves_of_blocker(&self) -> Vec<Position> {
        if let Some(pending) = self.pending {
            // B must repeat the pair. Then he owns u and v, and the attached trees vanish.
            return vec![
                Position {
                    pending: None,
                    ..self.clone()
                }
                .without_lines(pending.u | pending.v),
            ];
        }
        let mut moves = Vec::new();
        for (one, other) in self.pairs() {
            let both = one.0 | other.0;
            let joined = self.with_trees(&[one, other], Some((both, true)));
            for line in each(one.0 & other.0) {
                // Prefer a kill with just one own square, because Lemma 6 counts a kill without an
                // own square, and a second own square is wasted.
                let cost = match (one.0 == line, other.0 == line) {
                    (true, true) => 1,
                    (false, false) => 2,
                    _ => 0,
                };
                let order = (1, self.rank(line), cost, both.count_ones());
                moves.push((order, joined.clone().without_lines(line)));
            }
            if !one.1 && !other.1 && both.count_ones() >= 4 {
                let pending = Some(Pending {
                    u: one.0,
                    v: other.0,
                    attached: None,
                });
                let placed = Position {
                    pending,
                    ..self.with_trees(&[one, other], None)
                };
                let ranks = each(both).map(|line| self.rank(line)).sum();
                let order = (0, usize::MAX - both.count_ones() as usize, ranks, 0);
                moves.push((order, placed.without_lines(one.0 & other.0)));
            }
        }
        moves.sort_by_key(|(order, _)| *order);
        // An open line without a tree would be A's.
        moves
            .into_iter()
            .map(|(_, next)| next)
            .filter(|next| each(next.open).all(|l| next.rank(l) > 0))
            .collect()
    }

    /// The most dangerous move comes first. If `takes_all` is set, A can make any tree vanish, even
    /// a single square.
    fn moves_of_attacker(&self, takes_all: bool) -> Vec<Position> {
        let mut moves = vec![self.clone()];
        if let Some(pending @ Pending { u, v, attached }) = self.pending {
            if attached.is_none() {
                // A places the same pair, and B owns one square of it.
                let answered = Position {
                    pending: None,
                    ..self.clone()
                };
                moves.extend([u, v].map(|kept| answered.clone().without_lines(kept)));
            }
            for (tree, _) in self.kinds() {
                let attached = Some(attached.unwrap_or(0) | tree.0);
                let next = Position {
                    pending: Some(Pending {
                        attached,
                        ..pending
                    }),
                    ..self.with_trees(&[tree], None)
                };
                moves.push(next.without_lines(0));
            }
        }
        for (tree, _) in self.kinds() {
            if tree.1 || takes_all {
                moves.push(self.with_trees(&[tree], None));
            }
            // A joins the single square to a square on dead lines only, so that both may vanish
            // later.
            if !tree.1 {
                moves.push(self.with_trees(&[tree], Some((tree.0, true))));
            }
        }
        let joined = |(one, other): (Tree, Tree)| {
            self.with_trees(&[one, other], Some((one.0 | other.0, true)))
        };
        moves.extend(self.pairs().into_iter().map(joined));
        moves.sort_by_cached_key(|next| {
            let ranks = || each(next.open).map(|line| next.rank(line));
            (ranks().min(), ranks().sum::<usize>())
        });
        moves
    }

    /// Returns the position with its lines in an order that hardly depends on the present order, so
    /// that most positions that differ only in the order of lines are searched once.
    fn renamed(&self) -> Position {
        let mut colours = [0_u64; Lines::BITS as usize];
        let places =
            |lines: Lines| (0..Lines::BITS as usize).filter(move |place| lines >> place & 1 == 1);
        for _ in 0..3 {
            let mut sums = [0_u64; Lines::BITS as usize];
            let colour_of = |lines: Lines, salt: u64| {
                places(lines).fold(salt, |sum, place| {
                    sum.wrapping_add(mixed(colours[place] ^ salt))
                })
            };
            let mut add = |lines: Lines, colour: u64| {
                for place in places(lines) {
                    sums[place] = sums[place].wrapping_add(mixed(colour ^ colours[place]));
                }
            };
            for &(lines, is_large) in &self.trees {
                add(lines, mixed(colour_of(lines, 1 + u64::from(is_large))));
            }
            if let Some(Pending { u, v, attached }) = self.pending {
                let of_pair = mixed(colour_of(u, 3)).wrapping_add(mixed(colour_of(v, 3)));
                let attached = attached.unwrap_or(0);
                let colour = mixed(of_pair ^ colour_of(attached, 4));
                add(u, colour);
                add(v, colour);
                add(attached, colour ^ 5);
            }
            for (colour, sum) in colours.iter_mut().zip(sums) {
                *colour = mixed(sum ^ colour.rotate_left(9));
            }
        }
        let mut order: Vec<usize> = places(self.open).collect();
        order.sort_by_key(|&place| (colours[place], place));
        let renamed = |lines: Lines| -> Lines {
            let new = order
                .iter()
                .enumerate()
                .filter(|(_, old)| lines >> **old & 1 == 1);
            new.map(|(new, _)| 1 << new).sum()
        };
        let trees = self
            .trees
            .iter()
            .map(|&(lines, is_large)| (renamed(lines), is_large))
            .collect();
        let pending = self.pending.map(|Pending { u, v, attached }| Pending {
            u: renamed(u),
            v: renamed(v),
            attached: attached.map(renamed),
        });
        Position {
            open: renamed(self.open),
            trees,
            pending,
        }
        .without_lines(0)
    }
}

/// For the searched positions with B to move: whether B is proved to win.
#[derive(Default)]
struct Search {
    known: HashMap<Position, bool>,
}

impl Search {
    fn is_won(&mut self, position: &Position) -> bool {
        if position.fails() {
            return false;
        }
        if position.is_won_by_criterion() {
            return true;
        }
        let position = position.renamed();
        if let Some(&is_won) = self.known.get(&position) {
            return is_won;
        }
        let moves = position.moves_of_blocker();
        // Look first for a move after which nothing need be searched, because that is cheap.
        let is_won = moves.iter().any(|next| self.answers_all(next))
            || moves.iter().any(|next| self.holds(next));
        self.known.insert(position, is_won);
        is_won
    }

    /// Returns `true` if B wins after each move of A, by the criterion or what is known already.
    fn answers_all(&self, position: &Position) -> bool {
        position.moves_of_attacker(false).iter().all(|next| {
            !next.fails()
                && (next.is_won_by_criterion()
                    || self
                        .known
                        .get(&next.renamed())
                        .is_some_and(|is_won| *is_won))
        })
    }

    fn holds(&mut self, position: &Position) -> bool {
        position
            .moves_of_attacker(false)
            .iter()
            .all(|next| self.is_won(next))
    }
}

/// Returns `side` open rows and as many open columns, each line with `own` own squares, which are
/// on no other open line.
fn grid(side: usize, own: usize) -> Position {
    let lines = 2 * side;
    let crossings =
        (0..side).flat_map(|row| (side..lines).map(move |column| (1 << row | 1 << column, false)));
    let own = (0..lines).flat_map(|line| std::iter::repeat_n((1 << line, false), own));
    Position {
        open: (1 << lines) - 1,
        trees: crossings.chain(own).collect(),
        pending: None,
    }
    .without_lines(0)
}

/// Returns all positions that A can make by the given number of series, each of which may make any
/// tree vanish.
fn after_series(start: Position, series: usize) -> HashSet<Position> {
    (0..series).fold(HashSet::from([start.renamed()]), |all, _| {
        all.iter()
            .flat_map(|position| position.moves_of_attacker(true))
            .map(|next| next.renamed())
            .collect()
    })
}

fn search(start: Position, series: usize) -> (usize, usize, usize) {
    let mut search = Search::default();
    let starts = after_series(start, series);
    let open = starts.iter().filter(|start| !search.is_won(start)).count();
    (starts.len(), search.known.len(), open)
}

fn check_grid(name: &str, side: usize, own: usize, series: usize) -> bool {
    let (starts, searched, open) = search(grid(side, own), series);
    println!("{name}: {starts} positions, {searched} searched, {open} not proved");
    open == 0
}

/// Checks case 2 on the whole board, for every first series of A and for the case without one.
///
/// B plays a pair {u, v} that he chooses for this first series. A answers and leaves B one of the
/// two squares, as A likes, and B is to move.
fn check_answers(side: usize) -> bool {
    let diagonals: [Lines; 2] = [1 << (2 * side), 1 << (2 * side + 1)];
    let lines_of = |square: usize| -> Lines {
        let (row, column) = (square / side, square % side);
        let mut lines = 1 << row | 1 << (side + column);
        lines |= if row == column { diagonals[0] } else { 0 };
        lines
            | if row + column + 1 == side {
                diagonals[1]
            } else {
                0
            }
    };
    let on = |square: usize| diagonals.map(|diagonal| lines_of(square) & diagonal != 0);
    let squares = side * side;
    let pairs = (0..squares).flat_map(|one| (0..one).map(move |other| [one, other]));
    let firsts: Vec<Option<[usize; 2]>> = pairs.map(Some).chain([None]).collect();
    let mut search = Search::default();
    let mut is_proved = |first: &Option<[usize; 2]>| {
        let is_fresh = |square: &usize| first.is_none_or(|first| !first.contains(square));
        let fresh = |which: [bool; 2]| {
            (0..squares)
                .filter(is_fresh)
                .filter(move |square| on(*square) == which)
        };
        let mut answered = |u: usize, v: usize, kept: usize| {
            let singles =
                (0..squares).filter(|square| is_fresh(square) && *square != u && *square != v);
            let joined = first
                .iter()
                .map(|[x, y]| (lines_of(*x) | lines_of(*y), true));
            let trees = singles
                .map(|square| (lines_of(square), false))
                .chain(joined)
                .collect();
            let board = Position {
                open: (1 << (2 * side + 2)) - 1,
                trees,
                pending: None,
            };
            search.is_won(&board.without_lines(lines_of(kept)))
        };
        fresh([true, false]).any(|u| {
            fresh([false, true])
                .filter(|v| lines_of(u) & lines_of(*v) == 0)
                .any(|v| answered(u, v, u) && answered(u, v, v))
        })
    };
    let open = firsts.iter().filter(|first| !is_proved(first)).count();
    println!(
        "5x5, A answers {{u, v}}: {} first series, {} searched, {open} not proved",
        firsts.len(),
        search.known.len()
    );
    open == 0
}

fn main() -> ExitCode {
    if std::env::args().len() > 1 {
        eprintln!("usage: check_trees");
        return ExitCode::from(2);
    }
    let is_proved = check_answers(5)
        && check_grid("5x5, case 1", 3, 2, 3)
        && check_grid("6x6, case 2.2", 3, 3, 4)
        && check_grid("6x6, case 1 and 2.1", 4, 2, 3);
    ExitCode::from(u8::from(!is_proved))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attacker_who_begins_with_one_series_more_is_not_held() {
        for (side, own, series, expected) in
            [(1, 2, 0, 0), (1, 2, 1, 1), (2, 2, 1, 0), (2, 2, 2, 7)]
        {
            let (_, _, open) = search(grid(side, own), series);
            assert_eq!(
                open, expected,
                "{side}x{side} lines, {own} own squares, {series} series"
            );
        }
    }
}
