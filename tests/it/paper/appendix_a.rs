use gqt3::engine::hypergraph::Hypergraph;
use gqt3::engine::rules::Player;
use gqt3::support::progress::Silent;
use gqt3_cli::paper::claims::appendix_a::evidence::{
    alternating_cycle, any_cycle, last_square, worked_example,
};
use gqt3_cli::paper::claims::section2::evidence::{boards_of_pairs, cycles, first_cycles};

use super::family;

#[test]
fn three_pieces_on_one_square_are_a_cycle_only_if_read_literally() {
    let cases: [(&[&[usize]], bool, bool); 6] = [
        (&[], false, false),
        (&[&[1, 2], &[2, 3], &[3, 4]], false, false),
        (&[&[1, 2], &[1, 3], &[1, 4]], true, false),
        (&[&[1, 2], &[1, 2]], true, true),
        (&[&[1, 2], &[2, 3], &[1, 3]], true, true),
        // A triangle with an edge attached.
        (&[&[1, 4], &[2, 3], &[3, 4], &[2, 4]], true, true),
    ];
    for (series, literally, as_meant) in cases {
        let pairs = family(4, series);
        assert_eq!(
            (any_cycle(&pairs), alternating_cycle(&pairs)),
            (literally, as_meant),
            "{pairs}"
        );
        assert_eq!(cycles(&pairs) > 0, as_meant, "{pairs}");
    }
    assert!(!any_cycle(&Hypergraph::empty(0)) && !alternating_cycle(&Hypergraph::empty(0)));
}

#[test]
fn the_smallest_literal_cycle_without_one_of_squares_needs_four_squares() {
    for vertices in 1..=3 {
        assert_eq!(
            first_cycles(vertices, &Silent).unwrap().cycle_of_pieces,
            None
        );
    }
    let case = first_cycles(4, &Silent)
        .unwrap()
        .cycle_of_pieces
        .unwrap()
        .series;
    assert_eq!((case.squares, case.series.len(), cycles(&case)), (4, 3, 0));
    assert!(any_cycle(&case));
    assert_eq!(case.least().to_string(), "1-2 1-3 1-4");
}

#[test]
fn the_worked_example_goes_as_the_appendix_says() {
    let found = worked_example().unwrap();
    assert_eq!(
        (found.entangled_at, found.series, found.chooser),
        (Some(3), 3, Some(Player::Two))
    );
    assert!(found.named_cycle && found.closed);
    let mut collapses = found.collapses;
    collapses.sort();
    assert_eq!(collapses, [[1, 2, 3], [2, 3, 1]]);
}

#[test]
fn the_last_square_leaves_no_choice() {
    for squares in 1..=7 {
        let found = last_square(squares, &Silent).unwrap();
        assert_eq!(found.counterexample, None);
        // On a board of two squares, the squares collapse together, so neither is last.
        assert_eq!(found.on_last, u64::from(squares != 2), "s={squares}");
    }
}

#[test]
fn one_pair_too_many_cannot_collapse_and_one_fewer_can() {
    for squares in 2..=5 {
        let too_many = boards_of_pairs(squares, squares + 1, &Silent).unwrap();
        assert!(too_many.boards > 0);
        assert_eq!(too_many.collapsible, 0, "x={squares}");
        assert!(
            boards_of_pairs(squares, squares, &Silent)
                .unwrap()
                .collapsible
                > 0,
            "x={squares}"
        );
    }
    assert_eq!(boards_of_pairs(2, 2, &Silent).unwrap().collapsible, 1);
    // Three pairs form 15 multisets of size 4, and 10 of size 3. Of the 10, only the three that
    // repeat one pair three times cannot collapse.
    assert_eq!(boards_of_pairs(3, 4, &Silent).unwrap().boards, 15);
    let three = boards_of_pairs(3, 3, &Silent).unwrap();
    assert_eq!((three.boards, three.collapsible), (10, 7));
}
