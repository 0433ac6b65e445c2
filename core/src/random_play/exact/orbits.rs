//! Sets of lines on an m-by-m board, m >= 2, up to exchanges of lines after which every set covers
//! as many squares as before.
//!
//! Rows and columns have the indices 0 to m-1. The indices i and m-1-i form a *pair*; for odd m the
//! middle index, the *centre*, has no partner. Row i meets the main diagonal in column i and the
//! other diagonal in column m-1-i. So these exchanges keep all intersections of lines:
//!
//! * two pairs, or the two indices of one pair, change places, in rows and in columns at once;
//! * rows and columns change places (transposition);
//! * the columns of each pair change places, and so do the two diagonals (reflection).
//!
//! From m = 4 upward they generate more than the symmetries of the square.
//!
//! Two sets of lines belong to the same *orbit* if such exchanges map one to the other. For
//! example, on 4x4 the rows 0 and 1 share an orbit with the columns 0 and 2, but not with the rows
//! 0 and 3, which are a pair.

use rustc_hash::FxHashMap;

use crate::support::progress::{Interrupted, Progress};

/// A set of lines. Bit i of a mask is the line with index i.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Lines {
    rows: u32,
    columns: u32,
    /// The main diagonal (bit 0) and the other one (bit 1).
    diagonals: u32,
}

/// The blocks of `lines` lines (see [`blocks`]) that lead from a set of one orbit to another orbit.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub to: usize,
    pub lines: usize,
    /// How many such blocks there are if they are single lines, otherwise 0.
    pub ways: u64,
    /// The number of squares on which a block may be completed, summed over the blocks.
    pub places: u64,
}

/// The orbits, sorted by the number of lines, with the steps from each.
#[derive(Debug)]
pub struct Orbits {
    side: usize,
    pub orbits: Vec<Lines>,
    pub steps: Vec<Vec<Step>>,
}

impl Lines {
    const fn row(index: usize) -> Lines {
        Lines {
            rows: 1 << index,
            columns: 0,
            diagonals: 0,
        }
    }

    const fn diagonal(index: usize) -> Lines {
        Lines {
            rows: 0,
            columns: 0,
            diagonals: 1 << index,
        }
    }

    const fn transposed(self) -> Lines {
        Lines {
            rows: self.columns,
            columns: self.rows,
            ..self
        }
    }

    const fn with(self, other: Lines) -> Lines {
        Lines {
            rows: self.rows | other.rows,
            columns: self.columns | other.columns,
            diagonals: self.diagonals | other.diagonals,
        }
    }

    pub const fn count(self) -> usize {
        (self.rows.count_ones() + self.columns.count_ones() + self.diagonals.count_ones()) as usize
    }

    fn squares(self, side: usize) -> usize {
        let (rows, columns) = (self.rows.count_ones(), self.columns.count_ones());
        let all = u32::MAX >> (32 - side);
        let crossed = [self.columns, reversed(self.columns, side)];
        // For each diagonal in the set, the rows in which no row or column of the set covers the
        // diagonal's square.
        let bare = [0, 1].map(|diagonal| {
            let is_in_set = self.diagonals >> diagonal & 1 == 1;
            let covered = self.rows | crossed[diagonal];
            if is_in_set { all & !covered } else { 0 }
        });
        let centre = if side % 2 == 1 { 1 << (side / 2) } else { 0 };
        let twice = bare[0] & bare[1] & centre;
        side * (rows + columns) as usize - (rows * columns) as usize
            + (bare[0].count_ones() + bare[1].count_ones() - twice.count_ones()) as usize
    }

    /// Two sets have equal keys if and only if they belong to one orbit.
    fn key(self, side: usize) -> u64 {
        let reflected = Lines {
            columns: reversed(self.columns, side),
            diagonals: self.diagonals >> 1 | (self.diagonals & 1) << 1,
            ..self
        };
        let images = [self, self.transposed(), reflected, reflected.transposed()];
        let counts = images.map(|image| image.counts(side));
        counts.into_iter().fold(u64::MAX, u64::min)
    }

    /// Blocks with equal descriptions lead to the same orbit, because exchanges that map this set
    /// to itself map one block to the other.
    fn description(self, block: Lines, side: usize) -> u32 {
        let view = |mask: u32| {
            if mask == 0 {
                return 31;
            }
            let index = mask.trailing_zeros() as usize;
            let partner = side - 1 - index;
            let bits = [
                self.rows >> index,
                self.rows >> partner,
                self.columns >> index,
                self.columns >> partner,
                u32::from(index == partner),
            ];
            bits.iter().rev().fold(0, |view, bit| view << 1 | bit & 1)
        };
        let both = block.rows != 0 && block.columns != 0;
        let relation = [block.columns, reversed(block.columns, side)]
            .map(|columns| u32::from(both && block.rows == columns));
        view(block.rows) << 9
            | view(block.columns) << 4
            | relation[0] << 3
            | relation[1] << 2
            | block.diagonals
    }

    /// Counts the pairs of each type. Two sets have equal counts if and only if exchanges of pairs
    /// and within pairs map one to the other.
    ///
    /// A type holds a pair's rows and columns in 4 bits, read in the order of the two indices that
    /// makes the type smaller. Each type except 0 has a digit with 4 bits, enough for the 12 pairs
    /// on the largest board. The last digit holds the centre's lines and the diagonals.
    fn counts(self, side: usize) -> u64 {
        debug_assert!(side / 2 < 16, "a digit holds the number of pairs");
        let (second_rows, second_columns) =
            (reversed(self.rows, side), reversed(self.columns, side));
        let bit = |mask: u32, index: usize| u64::from(mask >> index & 1);
        let mut word = 0;
        for index in 0..side / 2 {
            let first = bit(self.rows, index) | bit(self.columns, index) << 2;
            let second = bit(second_rows, index) | bit(second_columns, index) << 2;
            let kind = (first | second << 1).min(second | first << 1);
            word += (1 << (4 * kind)) >> 4;
        }
        if side % 2 == 1 {
            word |= bit(self.rows, side / 2) << 60 | bit(self.columns, side / 2) << 61;
        }
        word | u64::from(self.diagonals) << 62
    }
}

const fn reversed(mask: u32, side: usize) -> u32 {
    mask.reverse_bits() >> (32 - side)
}

impl Orbits {
    /// Finds the orbits whose sets cover at most `most` squares.
    pub fn new(side: usize, most: usize, progress: &dyn Progress) -> Result<Orbits, Interrupted> {
        progress.begin("sets of lines", None);
        let mut orbits = vec![Lines::default()];
        let mut places = FxHashMap::from_iter([(orbits[0].key(side), 0)]);
        let mut steps_by_key = Vec::new();
        // Single lines lead to every orbit, so orbits with fewer lines are found first.
        while let Some(&orbit) = orbits.get(steps_by_key.len()) {
            progress.check()?;
            let covered = orbit.squares(side);
            let mut steps = Vec::new();
            for (block, count) in blocks(orbit, side) {
                let to = orbit.with(block);
                let (key, lines) = (to.key(side), block.count());
                let mut step = Step {
                    to: usize::MAX,
                    lines,
                    ways: 0,
                    places: count,
                };
                if lines == 1 {
                    let squares = to.squares(side);
                    step.ways = count;
                    step.places = count * (squares - covered) as u64;
                    if squares <= most {
                        places.entry(key).or_insert_with(|| {
                            orbits.push(to);
                            orbits.len() - 1
                        });
                    }
                }
                steps.push((key, step));
            }
            steps_by_key.push(steps);
            progress.advance(1);
        }
        let resolved = steps_by_key.into_iter().map(|steps| {
            let known = steps.into_iter().filter_map(|(key, step)| {
                let &to = places.get(&key)?;
                Some(Step { to, ..step })
            });
            merged(known.collect())
        });
        let steps = resolved.collect();
        progress.end();
        Ok(Orbits {
            side,
            orbits,
            steps,
        })
    }

    pub fn squares(&self) -> Vec<usize> {
        self.orbits
            .iter()
            .map(|orbit| orbit.squares(self.side))
            .collect()
    }
}

fn merged(mut steps: Vec<Step>) -> Vec<Step> {
    steps.sort_unstable_by_key(|step| (step.to, step.lines));
    steps.dedup_by(|step, sum| {
        let is_same = (step.to, step.lines) == (sum.to, sum.lines);
        if is_same {
            sum.ways += step.ways;
            sum.places += step.places;
        }
        is_same
    });
    steps
}

/// Lists the blocks that can follow a set: one for each description, with the number of blocks that
/// share it. A block is a line that is not in the set, or two or more lines through a square that
/// the set does not cover.
fn blocks(set: Lines, side: usize) -> Vec<(Lines, u64)> {
    let mut blocks: Vec<(u32, Lines)> = Vec::new();
    let mut add = |block: Lines| blocks.push((set.description(block, side), block));
    let lines = (0..side).flat_map(|index| [Lines::row(index), Lines::row(index).transposed()]);
    lines
        .chain([0, 1].map(Lines::diagonal))
        .filter(|&line| set.with(line) != set)
        .for_each(&mut add);
    for row in (0..side).filter(|row| set.rows >> row & 1 == 0) {
        for column in (0..side).filter(|column| set.columns >> column & 1 == 0) {
            let diagonals = u32::from(row == column) | u32::from(row + column == side - 1) << 1;
            if set.diagonals & diagonals != 0 {
                continue;
            }
            // Bits 0 and 1 choose the diagonals, bit 2 the row, bit 3 the column.
            for chosen in (3..16_u32).filter(|chosen| chosen & 3 & !diagonals == 0) {
                if chosen.count_ones() >= 2 {
                    add(Lines {
                        rows: (chosen >> 2 & 1) << row,
                        columns: (chosen >> 3) << column,
                        diagonals: chosen & 3,
                    });
                }
            }
        }
    }
    blocks.sort_unstable_by_key(|(description, _)| *description);
    let alike = blocks.chunk_by(|one, other| one.0 == other.0);
    alike
        .map(|chunk| (chunk[0].1, chunk.len() as u64))
        .collect()
}
