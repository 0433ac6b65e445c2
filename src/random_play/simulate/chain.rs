//! A perfect matching from a Markov chain, where there are too many to count.
//!
//! States are the perfect matchings, and the matchings that leave one series and one square alone. Each step draws an edge, every
//! one as likely as another. If it joins the two that are left alone it is added; if it joins one of them to a matched
//! partner, the partner's old edge is replaced by it; if the matching is perfect and has the edge, the edge is taken out. A step and
//! its reverse are equally likely, so all states are equally likely in the long run (Jerrum and Sinclair, *Approximating
//! the permanent*, 1989), and among them the perfect matchings. The chain runs for [`STEPS`] steps, and on to the
//! next perfect matching.

use super::field::{SeriesOn, bits};
use super::numbers::Numbers;
use crate::board::MAX_SQUARES;

/// How many steps for each series: on 64 squares 65,536.
const STEPS: usize = 1 << 10;

/// What is left alone.
#[derive(Clone, Copy)]
enum Alone {
    Nobody,
    Both { series: usize, square: usize },
}

/// Moves a perfect matching of these series along the chain. `square_of` and `series_on` hold it before and after.
pub(super) fn walk(
    entangled: u64,
    rows: &[u64; MAX_SQUARES],
    numbers: &mut Numbers,
    square_of: &mut [u8; MAX_SQUARES],
    series_on: &mut SeriesOn,
) {
    for series in bits(entangled) {
        series_on[usize::from(square_of[series])] = series as u8;
    }
    let edges: Vec<(u8, u8)> = bits(entangled)
        .flat_map(|series| bits(rows[series]).map(move |square| (series as u8, square as u8)))
        .collect();
    let mut alone = Alone::Nobody;
    let mut steps = STEPS * entangled.count_ones() as usize;
    while steps > 0 || matches!(alone, Alone::Both { .. }) {
        steps = steps.saturating_sub(1);
        let [edge] = numbers.dice([edges.len() as u32]);
        let (series, square) = edges[edge];
        let (series, square) = (usize::from(series), usize::from(square));
        match alone {
            Alone::Nobody => {
                if usize::from(square_of[series]) == square {
                    alone = Alone::Both { series, square };
                }
            }
            Alone::Both { series: first, square: empty } => {
                let joins = |square_of: &mut [u8; MAX_SQUARES], series_on: &mut SeriesOn| {
                    square_of[series] = square as u8;
                    series_on[square] = series as u8;
                };
                if (series, square) == (first, empty) {
                    joins(square_of, series_on);
                    alone = Alone::Nobody;
                } else if series == first {
                    alone = Alone::Both { series: usize::from(series_on[square]), square: empty };
                    joins(square_of, series_on);
                } else if square == empty {
                    alone = Alone::Both { series: first, square: usize::from(square_of[series]) };
                    joins(square_of, series_on);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::super::numbers::Streams;
    use super::*;

    /// 4 series that may go anywhere but home: 9 perfect matchings.
    #[test]
    fn every_matching_is_about_as_likely_as_another() {
        let mut numbers = Streams::new(3).stream(0);
        let mut rows = [0; MAX_SQUARES];
        rows[..4].copy_from_slice(&[0b1110, 0b1101, 0b1011, 0b0111]);
        let mut counts = FxHashMap::<Vec<u8>, u32>::default();
        let (mut square_of, mut series_on) = ([0; MAX_SQUARES], [0; MAX_SQUARES]);
        square_of[..4].copy_from_slice(&[1, 0, 3, 2]);
        for _ in 0..9_000 {
            walk(0b1111, &rows, &mut numbers, &mut square_of, &mut series_on);
            assert!((0..4).all(|series| usize::from(series_on[usize::from(square_of[series])]) == series));
            *counts.entry(series_on[..4].to_vec()).or_default() += 1;
        }
        assert_eq!(counts.len(), 9);
        assert!(counts.values().all(|count| count.abs_diff(1_000) < 200), "{counts:?}");
    }
}
