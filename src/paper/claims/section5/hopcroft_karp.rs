//! Finds the size of a maximum matching by Hopcroft and Karp (1973), which section 5 names.
//!
//! Each phase searches breadth-first from the unmatched series to the nearest unmatched squares,
//! then augments along as many disjoint shortest paths as it can. For k series there are O(sqrt k)
//! phases, each linear in the graph's size.

use gqt3::engine::board::{MAX_SQUARES, Square, SquareSet};

pub fn maximum_matching(series: &[SquareSet]) -> usize {
    let mut search = Search {
        series,
        square_of: vec![None; series.len()],
        series_on: [None; MAX_SQUARES],
        distance: vec![None; series.len()],
        matched: 0,
    };
    while search.layers() {
        for start in 0..series.len() {
            if search.square_of[start].is_none() && search.augment(start) {
                search.matched += 1;
            }
        }
    }
    search.matched
}

struct Search<'a> {
    series: &'a [SquareSet],
    square_of: Vec<Option<Square>>,
    series_on: [Option<usize>; MAX_SQUARES],
    /// How many series precede each series on a shortest alternating path from an unmatched one.
    distance: Vec<Option<usize>>,
    matched: usize,
}

impl Search<'_> {
    /// Returns `false` if no unmatched square can be reached.
    fn layers(&mut self) -> bool {
        let unmatched = |member: &usize| self.square_of[*member].is_none();
        let mut layer: Vec<usize> = (0..self.series.len()).filter(unmatched).collect();
        self.distance.fill(None);
        layer
            .iter()
            .for_each(|&member| self.distance[member] = Some(0));
        let mut visited = SquareSet::EMPTY;
        let mut depth = 0;
        while !layer.is_empty() {
            depth += 1;
            let (mut next, mut found) = (Vec::new(), false);
            for &member in &layer {
                for square in self.series[member] - visited {
                    visited.insert(square);
                    match self.series_on[square.index()] {
                        None => found = true,
                        Some(other) => {
                            self.distance[other] = Some(depth);
                            next.push(other);
                        }
                    }
                }
            }
            if found {
                // A path through one of these series is not a shortest one.
                next.iter().for_each(|&member| self.distance[member] = None);
                return true;
            }
            layer = next;
        }
        false
    }

    /// Tries to augment along a shortest path from the series, and visits no series twice in a
    /// phase.
    fn augment(&mut self, member: usize) -> bool {
        let Some(depth) = self.distance[member].take() else {
            return false;
        };
        for square in self.series[member] {
            let free = match self.series_on[square.index()] {
                None => true,
                Some(other) => self.distance[other] == Some(depth + 1) && self.augment(other),
            };
            if free {
                self.square_of[member] = Some(square);
                self.series_on[square.index()] = Some(member);
                return true;
            }
        }
        false
    }
}
