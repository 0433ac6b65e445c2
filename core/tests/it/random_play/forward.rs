//! Counts all 16! endgames of the 4x4 board by their margins, turn by turn.
//!
//! After each turn, we count the ways to each `State`, for each division of the squares taken so
//! far between the players, up to symmetry.

use std::collections::{BTreeMap, HashMap};

use num_bigint::BigUint;
use num_rational::{BigRational, Ratio};

const SIDE: usize = 4;
const SQUARES: usize = SIDE * SIDE;

/// The number of ranks given so far, and the margin in sixtieths.
type State = (i64, i64);

fn lines() -> Vec<u16> {
    let line = |squares: [usize; SIDE]| {
        squares
            .iter()
            .fold(0, |line, square| line | 1_u16 << square)
    };
    let mut lines: Vec<u16> = (0..SIDE)
        .map(|row| line([0, 1, 2, 3].map(|column| SIDE * row + column)))
        .collect();
    lines.extend((0..SIDE).map(|column| line([0, 1, 2, 3].map(|row| SIDE * row + column))));
    lines.push(line([0, 5, 10, 15]));
    lines.push(line([3, 6, 9, 12]));
    lines
}

fn symmetries() -> Vec<[usize; SQUARES]> {
    let mut symmetries = Vec::new();
    for transposed in [false, true] {
        for upside_down in [false, true] {
            for mirrored in [false, true] {
                symmetries.push(std::array::from_fn(|square| {
                    let (mut row, mut column) = (square / SIDE, square % SIDE);
                    if transposed {
                        (row, column) = (column, row);
                    }
                    if upside_down {
                        row = SIDE - 1 - row;
                    }
                    if mirrored {
                        column = SIDE - 1 - column;
                    }
                    SIDE * row + column
                }));
            }
        }
    }
    symmetries
}

/// The images of the low and the high half of each set, for each symmetry.
fn images() -> Vec<[[u16; 256]; 2]> {
    let image = |symmetry: &[usize; SQUARES], set: usize| {
        (0..SQUARES)
            .filter(|square| set >> square & 1 == 1)
            .fold(0, |image, square| image | 1_u16 << symmetry[square])
    };
    let halves = |symmetry: &[usize; SQUARES]| {
        [
            std::array::from_fn(|low| image(symmetry, low)),
            std::array::from_fn(|high| image(symmetry, high << 8)),
        ]
    };
    symmetries().iter().map(halves).collect()
}

pub fn margins_of_4x4() -> BTreeMap<BigRational, BigUint> {
    let (lines, images) = (lines(), images());
    let mut layer: HashMap<[u16; 2], Vec<(State, u64)>> =
        HashMap::from([([0, 0], vec![((0, 0), 1)])]);
    for turn in 0..SQUARES {
        let player = turn % 2;
        let mut next: HashMap<[u16; 2], Vec<(State, u64)>> = HashMap::new();
        for (sets, states) in layer {
            for square in (0..SQUARES).filter(|square| (sets[0] | sets[1]) >> square & 1 == 0) {
                let mut after = sets;
                after[player] |= 1 << square;
                let completed = lines
                    .iter()
                    .filter(|&&line| line >> square & 1 == 1 && line & !after[player] == 0);
                let completed = completed.count() as i64;
                let image = |half: &[[u16; 256]; 2]| {
                    after
                        .map(|set| half[0][usize::from(set & 255)] | half[1][usize::from(set >> 8)])
                };
                let target = next
                    .entry(images.iter().map(image).min().unwrap())
                    .or_default();
                for &((rank, margin), ways) in &states {
                    let state = match completed {
                        0 => (rank, margin),
                        _ if player == 0 => (rank + 1, margin + completed * 60 / (rank + 1)),
                        _ => (rank + 1, margin - completed * 60 / (rank + 1)),
                    };
                    match target.iter_mut().find(|(known, _)| *known == state) {
                        Some((_, known)) => *known += ways,
                        None => target.push((state, ways)),
                    }
                }
            }
        }
        layer = next;
    }
    let mut margins: BTreeMap<BigRational, BigUint> = BTreeMap::new();
    for ((_, margin), ways) in layer.into_values().flatten() {
        let margin = Ratio::new(margin.into(), 60.into());
        *margins.entry(margin).or_default() += ways;
    }
    margins
}
