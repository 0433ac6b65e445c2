use std::collections::{BTreeMap, BTreeSet};

use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::hypergraph::{Classes, Hypergraph};
use gqt3::engine::matching::SeriesSet;
use proptest::prelude::*;

use super::canonical::orders;

fn hypergraph(squares: usize, series: &[u64]) -> Hypergraph {
    Hypergraph {
        squares,
        series: series.iter().map(|&set| SquareSet(set)).collect(),
    }
}

fn any_hypergraph() -> impl Strategy<Value = Hypergraph> {
    (1_usize..=5).prop_flat_map(|squares| {
        proptest::collection::vec(1_u64..1 << squares, 0..=4)
            .prop_map(move |series| hypergraph(squares, &series))
    })
}

fn images(hypergraph: &Hypergraph) -> BTreeSet<Vec<SquareSet>> {
    let squares: Vec<usize> = (0..hypergraph.squares).collect();
    let image = |order: Vec<usize>| {
        let moved =
            |set: &SquareSet| SquareSet(set.iter().map(|square| 1 << order[square.index()]).sum());
        let mut series: Vec<SquareSet> = hypergraph.series.iter().map(moved).collect();
        series.sort_unstable();
        series
    };
    orders(&squares).into_iter().map(image).collect()
}

fn assignments(hypergraph: &Hypergraph, series: SeriesSet) -> Vec<Vec<Square>> {
    series.iter().fold(vec![Vec::new()], |all, member| {
        let longer = |one: Vec<Square>| {
            let free = hypergraph.series[member]
                .iter()
                .filter(|square| !one.contains(square));
            free.map(|square| [&one[..], &[square]].concat())
                .collect::<Vec<_>>()
        };
        all.into_iter().flat_map(longer).collect()
    })
}

proptest! {
    #[test]
    fn perfect_matchings_are_counted_as_they_are_listed(hypergraph in any_hypergraph(), set in 0_u64..16) {
        let series = SeriesSet(set & hypergraph.all().0);
        prop_assert_eq!(hypergraph.all(), SeriesSet::first(hypergraph.series.len()));
        let squares: BTreeSet<Square> =
            series.iter().flat_map(|member| hypergraph.series[member].iter()).collect();
        prop_assert_eq!(hypergraph.neighbourhood(series), squares.iter().copied().collect());
        let mut perfect = assignments(&hypergraph, series);
        perfect.retain(|one| one.len() == squares.len());
        prop_assert_eq!(hypergraph.perfect_matchings(series), perfect.len() as u64);
        for (place, member) in series.iter().enumerate() {
            let mut expected: BTreeMap<Square, u64> =
                hypergraph.series[member].iter().map(|square| (square, 0)).collect();
            for one in &perfect {
                *expected.get_mut(&one[place]).unwrap() += 1;
            }
            let counted = hypergraph.perfect_matchings_by_place(series, member);
            prop_assert_eq!(counted, Vec::from_iter(expected));
        }
    }

    #[test]
    fn isomorphic_hypergraphs_have_one_canonical_form(
        hypergraph in any_hypergraph(),
        other in any_hypergraph(),
    ) {
        let all = images(&hypergraph);
        let canonical = hypergraph.canonical();
        prop_assert!(all.contains(&canonical.series));
        prop_assert!(all.contains(&hypergraph.sorted().series));
        prop_assert_eq!(Some(&hypergraph.least().series), all.first());
        for series in &all {
            let image = Hypergraph { squares: hypergraph.squares, series: series.clone() };
            prop_assert_eq!(&image.canonical(), &canonical);
        }
        let isomorphic = hypergraph.squares == other.squares && images(&other) == all;
        prop_assert_eq!(other.canonical() == canonical, isomorphic);
    }
}

#[test]
fn each_class_is_met_once() {
    let pairs: Vec<u64> = (0_u64..16).filter(|set| set.count_ones() == 2).collect();
    let mut classes = Classes::default();
    let mut expected = BTreeSet::new();
    for &a in &pairs {
        for &b in &pairs {
            for &c in &pairs {
                let hypergraph = hypergraph(4, &[a, b, c]);
                let new = expected.insert(images(&hypergraph));
                let met = classes.meet(&hypergraph);
                assert_eq!(met, new.then(|| hypergraph.canonical()));
                assert_eq!(classes.count(), expected.len() as u64);
            }
        }
    }
}

#[test]
fn colours_cost_few_duplicates() {
    // The path 1-2-3 and its images, where the middle differs in colour from the ends.
    let sorted: BTreeSet<Vec<SquareSet>> = [[0b011, 0b110], [0b011, 0b101], [0b101, 0b110]]
        .iter()
        .map(|path| hypergraph(3, path).sorted().series)
        .collect();
    assert_eq!(sorted.len(), 1);
}

#[test]
fn a_turn_has_one_square_if_fewer_than_n_are_left() {
    let placements = |squares| -> Vec<String> {
        let all = Hypergraph::empty(squares).placements(2);
        all.map(|set| set.to_string()).collect()
    };
    assert_eq!(placements(3), ["1-2", "1-3", "2-3"]);
    assert_eq!(placements(2), ["1-2"]);
    assert_eq!(placements(1), ["1"]);
}

#[test]
fn a_collapse_removes_series_and_squares() {
    let hypergraph = hypergraph(5, &[0b00011, 0b01100, 0b00011, 0b11001]);
    assert_eq!(hypergraph.to_string(), "1-2 3-4 1-2 1-4-5");
    let left = hypergraph.collapsed(SeriesSet(0b101));
    assert_eq!((left.squares, left.to_string().as_str()), (3, "1-2 2-3"));
    let nothing = left.collapsed(left.all());
    assert_eq!((nothing.squares, nothing.to_string().as_str()), (0, "-"));
    assert_eq!(left.with(SquareSet(0b101)).to_string(), "1-2 2-3 1-3");
}
