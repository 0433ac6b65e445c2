//! Sets of lines of an m-by-m board, m >= 2, up to what matters for the size of their union.
//!
//! Let the indices i and m+1-i form a *pair*; for odd m the middle index is the *centre*. Row i meets the main diagonal in
//! column i and the other one in column m+1-i. So exchanging pairs, or the two indices of a pair in rows and columns
//! at once, keeps all intersections; so does transposing the board, and reflecting it (which exchanges the columns of each
//! pair, and the diagonals). An [`Orbit`] counts the pairs of each of 10 types: which of its two rows and two columns are in
//! the set, up to exchanging the indices.

use rustc_hash::FxHashMap;

use crate::progress::{Interrupted, Progress};

/// What a pair has in the set: its first row, second row, first column, second column, as bits. The least of the two
/// forms of each type.
const TYPES: [u8; 10] = [0, 1, 3, 4, 5, 6, 7, 12, 13, 15];

/// A set of lines up to symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Orbit {
    pairs: [u8; TYPES.len()],
    /// Whether the centre's row (bit 0) and column (bit 1) are in the set; 0 for even m.
    centre: u8,
    /// Whether the main diagonal (bit 0) and the other one (bit 1) are.
    diagonals: u8,
}

/// An index as far as it matters: one of the two of a pair of this type, or the centre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Index {
    OfPair { kind: usize, second: bool },
    Centre,
}

/// Lines through one square that is not yet covered, or one line.
#[derive(Clone, Copy, Default)]
struct Added {
    row: Option<Index>,
    column: Option<Index>,
    /// Whether row and column are of one pair; only read if both are there.
    one_pair: bool,
    diagonals: u8,
}

/// A block of lines that can join a set.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The place of the orbit that it leads to.
    pub to: usize,
    /// How many lines it has.
    pub lines: usize,
    /// How many such blocks there are.
    pub ways: u64,
    /// The number of squares that the block's last piece can take, summed over the blocks.
    pub places: u64,
}

/// All orbits whose union is small enough, by rising number of lines, and the steps between them.
pub struct Orbits {
    side: usize,
    pub orbits: Vec<Orbit>,
    pub steps: Vec<Vec<Step>>,
}

fn least_form(bits: u8) -> usize {
    let exchanged = (bits & 5) << 1 | (bits & 10) >> 1;
    let least = bits.min(exchanged);
    TYPES.iter().position(|&kind| kind == least).unwrap_or_default()
}

impl Orbit {
    fn empty(side: usize) -> Orbit {
        let mut empty = Orbit::default();
        empty.pairs[0] = (side / 2) as u8;
        empty
    }

    fn sum(&self, of: impl Fn(u8) -> u32) -> usize {
        let pairs = self.pairs.iter().zip(TYPES).map(|(&count, kind)| usize::from(count) * of(kind) as usize);
        pairs.sum()
    }

    fn rows(&self) -> usize {
        self.sum(|kind| (kind & 3).count_ones()) + usize::from(self.centre & 1)
    }

    fn columns(&self) -> usize {
        self.sum(|kind| (kind >> 2).count_ones()) + usize::from(self.centre >> 1)
    }

    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.rows() + self.columns() + self.diagonals.count_ones() as usize
    }

    /// How many squares of a diagonal no row and no column of the set covers, the centre not counted.
    fn bare(&self, diagonal: usize) -> usize {
        self.sum(|kind| {
            let columns = if diagonal == 0 { kind >> 2 } else { (kind >> 3) & 1 | (kind >> 1) & 2 };
            (!(kind | columns) & 3).count_ones()
        })
    }

    /// How many squares the lines cover.
    pub fn squares(&self, side: usize) -> usize {
        let (rows, columns) = (self.rows(), self.columns());
        let diagonals = (0..2).filter(|d| self.diagonals >> d & 1 == 1).map(|d| self.bare(d)).sum::<usize>();
        let centre = side % 2 == 1 && self.centre == 0 && self.diagonals != 0;
        side * (rows + columns) - rows * columns + diagonals + usize::from(centre)
    }

    /// The same orbit after the two symmetries of the board that exchange rows and columns, or the diagonals.
    fn canonical(self) -> Orbit {
        let mapped = |orbit: Orbit, image: fn(u8) -> u8| {
            let mut pairs = [0; TYPES.len()];
            for (&count, kind) in orbit.pairs.iter().zip(TYPES) {
                pairs[least_form(image(kind))] += count;
            }
            pairs
        };
        let transposed = |orbit: Orbit| Orbit {
            pairs: mapped(orbit, |kind| kind >> 2 | (kind & 3) << 2),
            centre: orbit.centre >> 1 | (orbit.centre & 1) << 1,
            ..orbit
        };
        let reflected = Orbit {
            pairs: mapped(self, |kind| kind & 3 | (kind & 4) << 1 | (kind & 8) >> 1),
            diagonals: self.diagonals >> 1 | (self.diagonals & 1) << 1,
            ..self
        };
        self.min(transposed(self)).min(reflected).min(transposed(reflected))
    }

    /// The kinds of index that there are, and how many of each.
    fn indices(&self, side: usize) -> Vec<(Index, u64)> {
        let mut indices = Vec::new();
        for (kind, &count) in self.pairs.iter().enumerate().filter(|(_, count)| **count > 0) {
            for second in [false, true] {
                indices.push((Index::OfPair { kind, second }, u64::from(count)));
            }
        }
        if side % 2 == 1 {
            indices.push((Index::Centre, 1));
        }
        indices
    }

    /// Whether the row (0) or column (1) of an index is in the set.
    fn has(&self, direction: u8, index: Index) -> bool {
        let bit = match index {
            Index::OfPair { kind, second } => TYPES[kind] >> (2 * direction + u8::from(second)),
            Index::Centre => self.centre >> direction,
        };
        bit & 1 == 1
    }

    fn with(mut self, added: Added) -> Orbit {
        self.diagonals |= added.diagonals;
        let bit = |direction: u8, second: bool| 1 << (2 * direction + u8::from(second));
        if let (true, Some(Index::OfPair { kind, second: row }), Some(Index::OfPair { second: column, .. })) =
            (added.one_pair, added.row, added.column)
        {
            self.pairs[kind] -= 1;
            self.pairs[least_form(TYPES[kind] | bit(0, row) | bit(1, column))] += 1;
            return self.canonical();
        }
        for (direction, index) in [(0, added.row), (1, added.column)] {
            match index {
                Some(Index::OfPair { kind, second }) => {
                    self.pairs[kind] -= 1;
                    self.pairs[least_form(TYPES[kind] | bit(direction, second))] += 1;
                }
                Some(Index::Centre) => self.centre |= 1 << direction,
                None => {}
            }
        }
        self.canonical()
    }

    /// The squares of the row or column of an index that are not covered.
    fn new_squares(&self, side: usize, direction: u8, index: Index) -> usize {
        let across = if direction == 0 { self.columns() } else { self.rows() };
        let opposite = match index {
            Index::OfPair { kind, second } => Index::OfPair { kind, second: !second },
            Index::Centre => Index::Centre,
        };
        // The diagonals cover a square each, unless a line across does; in the centre they share it.
        let covered = [index, opposite].into_iter().enumerate().filter(|&(diagonal, crossing)| {
            self.diagonals >> diagonal & 1 == 1 && !self.has(1 - direction, crossing)
        });
        let covered = covered.count();
        side - across - if index == Index::Centre { covered.min(1) } else { covered }
    }
}

impl Orbits {
    /// The orbits whose union has at most `most` squares.
    pub fn new(side: usize, most: usize, progress: &dyn Progress) -> Result<Orbits, Interrupted> {
        progress.begin("sets of lines", None);
        let mut found = vec![Orbit::empty(side)];
        let mut places = FxHashMap::from_iter([(found[0], 0)]);
        let mut singles = Vec::new();
        // By rising number of lines, because each single line leads to one more.
        let mut next = 0;
        while next < found.len() {
            progress.check()?;
            let orbit = found[next];
            let steps = single_lines(&orbit, side);
            for (to, ..) in &steps {
                if to.squares(side) <= most && !places.contains_key(to) {
                    places.insert(*to, found.len());
                    found.push(*to);
                }
            }
            singles.push(steps);
            next += 1;
            progress.advance(1);
        }
        let steps = found.iter().zip(singles).map(|(orbit, singles)| {
            progress.check()?;
            let mut merged: FxHashMap<(usize, usize), Step> = FxHashMap::default();
            let ties = ties(orbit, side).into_iter().map(|(to, lines, places)| (to, lines, 0, places));
            let singles = singles.into_iter().map(|(to, ways, places)| (to, 1, ways, places));
            for (to, lines, ways, number) in singles.chain(ties) {
                if let Some(&to) = places.get(&to) {
                    let step = Step { to, lines, ways: 0, places: 0 };
                    let step = merged.entry((to, lines)).or_insert(step);
                    step.ways += ways;
                    step.places += number;
                }
            }
            let mut steps: Vec<Step> = merged.into_values().collect();
            steps.sort_unstable_by_key(|step| (step.to, step.lines));
            Ok(steps)
        });
        let steps = steps.collect::<Result<_, Interrupted>>()?;
        progress.end();
        Ok(Orbits { side, orbits: found, steps })
    }

    /// How many squares each orbit covers.
    pub fn squares(&self) -> Vec<usize> {
        self.orbits.iter().map(|orbit| orbit.squares(self.side)).collect()
    }
}

/// For each kind of single line: where it leads, how many there are, and the new squares of all of them.
fn single_lines(orbit: &Orbit, side: usize) -> Vec<(Orbit, u64, u64)> {
    let mut lines = Vec::new();
    for (index, count) in orbit.indices(side) {
        for direction in 0..2 {
            if !orbit.has(direction, index) {
                let (row, column) = if direction == 0 { (Some(index), None) } else { (None, Some(index)) };
                let to = orbit.with(Added { row, column, ..Added::default() });
                lines.push((to, count, count * orbit.new_squares(side, direction, index) as u64));
            }
        }
    }
    for diagonal in (0..2).filter(|diagonal| orbit.diagonals >> diagonal & 1 == 0) {
        let to = orbit.with(Added { diagonals: 1 << diagonal, ..Added::default() });
        lines.push((to, 1, (to.squares(side) - orbit.squares(side)) as u64));
    }
    lines
}

/// For each kind of two or more lines through one square that is not covered: where they lead, how many lines they are,
/// and how many such squares there are.
fn ties(orbit: &Orbit, side: usize) -> Vec<(Orbit, usize, u64)> {
    let mut ties = Vec::new();
    let indices = orbit.indices(side);
    for &(row, rows) in indices.iter().filter(|(row, _)| !orbit.has(0, *row)) {
        for &(column, columns) in indices.iter().filter(|(column, _)| !orbit.has(1, *column)) {
            // The square lies in two pairs, or in one and on a diagonal, or is the centre.
            let (apart, together) = match (row, column) {
                (Index::OfPair { kind: a, second: i }, Index::OfPair { kind: b, second: j }) if a == b => {
                    (rows * (rows - 1), Some(if i == j { 1 } else { 2 }))
                }
                (Index::Centre, Index::Centre) => (0, Some(3)),
                _ => (rows * columns, None),
            };
            if apart > 0 {
                let added = Added { row: Some(row), column: Some(column), ..Added::default() };
                ties.push((orbit.with(added), 2, apart));
            }
            let Some(diagonals) = together.filter(|diagonals| orbit.diagonals & diagonals == 0) else {
                continue;
            };
            for chosen in 4..16_u8 {
                let added = Added {
                    row: (chosen & 4 != 0).then_some(row),
                    column: (chosen & 8 != 0).then_some(column),
                    one_pair: true,
                    diagonals: chosen & 3,
                };
                if added.diagonals & !diagonals == 0 && chosen.count_ones() >= 2 {
                    ties.push((orbit.with(added), chosen.count_ones() as usize, rows));
                }
            }
            if diagonals == 3 {
                ties.push((orbit.with(Added { diagonals: 3, ..Added::default() }), 2, 1));
            }
        }
    }
    ties
}
