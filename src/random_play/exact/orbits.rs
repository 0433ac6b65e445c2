//! Sets of lines of an m-by-m board, m >= 2, up to symmetries that keep the size of every union of lines.
//!
//! The indices i and m+1-i form a *pair*. For odd m the middle index is a pair with itself, the *centre*. Row i meets
//! the main diagonal in column i and the other diagonal in column m+1-i. So all intersections of lines stay as they
//! are if two pairs change places, in rows and in columns at once, or if the two indices of a pair do; if the board
//! is transposed; and if it is reflected, which exchanges the two columns of each pair and the two diagonals.
//!
//! An [`Orbit`] is a set of lines up to these symmetries. Of each pair it matters which of its two rows and two
//! columns are in the set, up to exchanging the two indices. That makes 10 types of pairs and 4 of the centre; the
//! orbit counts the pairs of each type.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::support::progress::{Interrupted, Progress};

/// The types of pairs: first row, second row, first column and second column as bits, the lesser of the two forms that
/// exchanging the indices gives. The centre has a first row and a first column only.
const TYPES: [u8; 14] = [
    0,
    1,
    3,
    4,
    5,
    6,
    7,
    12,
    13,
    15,
    CENTRE,
    CENTRE | 1,
    CENTRE | 4,
    CENTRE | 5,
];

/// The bit that marks the types of the centre.
const CENTRE: u8 = 16;

/// A set of lines up to symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Orbit {
    /// How many pairs there are of each type.
    pairs: [u8; TYPES.len()],
    /// Whether the main diagonal (bit 0) and the other one (bit 1) are in the set.
    diagonals: u8,
}

/// One of the two indices of a pair, or the centre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Index {
    /// The type of the pair, as a place in [`TYPES`].
    kind: usize,
    /// Whether it is the second one; the centre is the first.
    second: bool,
}

/// A block: one line, or several lines through one square.
#[derive(Clone, Copy, Default)]
struct Block {
    row: Option<Index>,
    column: Option<Index>,
    /// Whether row and column belong to the same pair, if both are there.
    one_pair: bool,
    diagonals: u8,
}

/// The blocks with the same number of lines that lead from an orbit to another.
#[derive(Clone, Copy, Debug)]
pub struct Step<To> {
    /// Where they lead: an orbit, or its place among all of them.
    pub to: To,
    /// How many lines each of them has.
    pub lines: usize,
    /// How many of them are single lines.
    pub ways: u64,
    /// On how many squares the last piece of a block can stand, summed over the blocks.
    pub places: u64,
}

/// All orbits whose union is small enough, by rising number of lines, and the steps between them.
pub struct Orbits {
    side: usize,
    pub orbits: Vec<Orbit>,
    pub steps: Vec<Vec<Step<usize>>>,
}

/// By its bits the place of a pair in [`TYPES`].
const PLACES: [u8; 32] = {
    let mut places = [0; 32];
    let mut bits = 0;
    while bits < 32 {
        let exchanged = (bits & 5) << 1 | (bits & 10) >> 1;
        // The centre's row or column counts as its first, even where a reflection has made it the second.
        let least = if bits & CENTRE != 0 {
            (bits | exchanged) & (CENTRE | 5)
        } else if exchanged < bits {
            exchanged
        } else {
            bits
        };
        while TYPES[places[bits as usize] as usize] != least {
            places[bits as usize] += 1;
        }
        bits += 1;
    }
    places
};

fn type_of(bits: u8) -> usize {
    usize::from(PLACES[usize::from(bits)])
}

impl Index {
    /// The bit of the row (direction 0) or the column (direction 1) of this index.
    const fn bit(self, direction: u8) -> u8 {
        1 << (2 * direction + self.second as u8)
    }

    const fn is_centre(self) -> bool {
        TYPES[self.kind] & CENTRE != 0
    }
}

impl Orbit {
    fn empty(side: usize) -> Orbit {
        let mut pairs = [0; TYPES.len()];
        pairs[type_of(0)] = (side / 2) as u8;
        pairs[type_of(CENTRE)] = (side % 2) as u8;
        Orbit {
            pairs,
            diagonals: 0,
        }
    }

    fn sum(&self, of: impl Fn(u8) -> u32) -> usize {
        let pairs = self
            .pairs
            .iter()
            .zip(TYPES)
            .map(|(&count, kind)| usize::from(count) * of(kind) as usize);
        pairs.sum()
    }

    fn rows(&self) -> usize {
        self.sum(|kind| (kind & 3).count_ones())
    }

    fn columns(&self) -> usize {
        self.sum(|kind| (kind & 12).count_ones())
    }

    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.rows() + self.columns() + self.diagonals.count_ones() as usize
    }

    /// On how many squares of a diagonal other than the centre neither the row nor the column is in the set.
    fn bare(&self, diagonal: usize) -> usize {
        self.sum(|kind| {
            let columns = if diagonal == 0 {
                kind >> 2
            } else {
                (kind >> 3) & 1 | (kind >> 1) & 2
            };
            if kind & CENTRE == 0 {
                (!(kind | columns) & 3).count_ones()
            } else {
                0
            }
        })
    }

    /// How many squares the lines cover.
    pub fn squares(&self, side: usize) -> usize {
        let (rows, columns) = (self.rows(), self.columns());
        let diagonals = (0..2)
            .filter(|d| self.diagonals >> d & 1 == 1)
            .map(|d| self.bare(d))
            .sum::<usize>();
        let centre = self.diagonals != 0 && self.pairs[type_of(CENTRE)] == 1;
        side * (rows + columns) - rows * columns + diagonals + usize::from(centre)
    }

    /// The least of the orbits that transposing and reflecting the board make of this one.
    fn canonical(self) -> Orbit {
        let mapped = |orbit: Orbit, image: fn(u8) -> u8| {
            let mut pairs = [0; TYPES.len()];
            for (&count, kind) in orbit
                .pairs
                .iter()
                .zip(TYPES)
                .filter(|(count, _)| **count > 0)
            {
                pairs[type_of(kind & CENTRE | image(kind & 15))] += count;
            }
            pairs
        };
        let transposed = |orbit: Orbit| Orbit {
            pairs: mapped(orbit, |kind| kind >> 2 | (kind & 3) << 2),
            ..orbit
        };
        let reflected = Orbit {
            pairs: mapped(self, |kind| kind & 3 | (kind & 4) << 1 | (kind & 8) >> 1),
            diagonals: self.diagonals >> 1 | (self.diagonals & 1) << 1,
        };
        self.min(transposed(self))
            .min(reflected)
            .min(transposed(reflected))
    }

    /// The indices up to symmetry, and how many there are of each.
    fn indices(&self) -> impl Iterator<Item = (Index, u64)> + Clone {
        let pairs = self
            .pairs
            .into_iter()
            .enumerate()
            .filter(|(_, count)| *count > 0);
        let both = pairs.flat_map(|(kind, count)| {
            [false, true].map(|second| (Index { kind, second }, u64::from(count)))
        });
        both.filter(|(index, _)| !(index.is_centre() && index.second))
    }

    /// The indices whose row (direction 0) or column (direction 1) is not in the set.
    fn open(&self, direction: u8) -> impl Iterator<Item = (Index, u64)> + Clone {
        self.indices()
            .filter(move |(index, _)| TYPES[index.kind] & index.bit(direction) == 0)
    }

    fn with(mut self, block: Block) -> Orbit {
        self.diagonals |= block.diagonals;
        let mut add = |kind: usize, bits: u8| {
            self.pairs[kind] -= 1;
            self.pairs[type_of(TYPES[kind] | bits)] += 1;
        };
        match (block.row, block.column) {
            (Some(row), Some(column)) if block.one_pair => {
                add(row.kind, row.bit(0) | column.bit(1))
            }
            (row, column) => {
                row.into_iter().for_each(|row| add(row.kind, row.bit(0)));
                column
                    .into_iter()
                    .for_each(|column| add(column.kind, column.bit(1)));
            }
        }
        self.canonical()
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
            let steps = single_lines(&found[next], side);
            for Step { to, .. } in &steps {
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
            let mut merged: BTreeMap<(usize, usize), Step<usize>> = BTreeMap::new();
            for Step {
                to,
                lines,
                ways,
                places: squares,
            } in singles.into_iter().chain(ties(orbit))
            {
                if let Some(&to) = places.get(&to) {
                    let sum = merged.entry((to, lines)).or_insert(Step {
                        to,
                        lines,
                        ways: 0,
                        places: 0,
                    });
                    sum.ways += ways;
                    sum.places += squares;
                }
            }
            Ok(merged.into_values().collect())
        });
        let steps = steps.collect::<Result<_, Interrupted>>()?;
        progress.end();
        Ok(Orbits {
            side,
            orbits: found,
            steps,
        })
    }

    /// How many squares each orbit covers.
    pub fn squares(&self) -> Vec<usize> {
        self.orbits
            .iter()
            .map(|orbit| orbit.squares(self.side))
            .collect()
    }
}

/// The single lines that an orbit does not have, and where they lead. The last piece of a line can stand on each of its
/// squares that is not covered yet.
fn single_lines(orbit: &Orbit, side: usize) -> Vec<Step<Orbit>> {
    let rows = orbit.open(0).map(|(row, count)| {
        (
            Block {
                row: Some(row),
                ..Block::default()
            },
            count,
        )
    });
    let columns = orbit.open(1).map(|(column, count)| {
        (
            Block {
                column: Some(column),
                ..Block::default()
            },
            count,
        )
    });
    let diagonals = [1, 2]
        .into_iter()
        .filter(|diagonal| orbit.diagonals & diagonal == 0);
    let diagonals = diagonals.map(|diagonals| {
        (
            Block {
                diagonals,
                ..Block::default()
            },
            1,
        )
    });
    let covered = orbit.squares(side);
    let leads = |(block, ways): (Block, u64)| {
        let to = orbit.with(block);
        Step {
            to,
            lines: 1,
            ways,
            places: ways * (to.squares(side) - covered) as u64,
        }
    };
    rows.chain(columns).chain(diagonals).map(leads).collect()
}

/// The blocks of two or more lines through a square that is not covered, and where they lead. The last piece of such
/// a block stands on that square.
fn ties(orbit: &Orbit) -> Vec<Step<Orbit>> {
    let mut ties = Vec::new();
    for (row, rows) in orbit.open(0) {
        for (column, columns) in orbit.open(1) {
            // Where row and column belong to two pairs, no diagonal passes through the square; where they belong to
            // one, one does, or both in the centre.
            let same = row.kind == column.kind;
            let apart = (false, rows * (columns - u64::from(same)), 0);
            let diagonals = if row.is_centre() {
                3
            } else {
                1 + u8::from(row != column)
            };
            let together = (true, if same { rows } else { 0 }, diagonals);
            for (one_pair, squares, diagonals) in [apart, together] {
                if squares == 0 || orbit.diagonals & diagonals != 0 {
                    continue;
                }
                // Bits 0 and 1 choose the diagonals, bit 2 the row, bit 3 the column.
                for chosen in (3..16_u8).filter(|chosen| chosen & 3 & !diagonals == 0) {
                    let lines = chosen.count_ones() as usize;
                    let block = Block {
                        row: (chosen & 4 != 0).then_some(row),
                        column: (chosen & 8 != 0).then_some(column),
                        one_pair,
                        diagonals: chosen & 3,
                    };
                    if lines >= 2 {
                        ties.push(Step {
                            to: orbit.with(block),
                            lines,
                            ways: 0,
                            places: squares,
                        });
                    }
                }
            }
        }
    }
    ties
}
