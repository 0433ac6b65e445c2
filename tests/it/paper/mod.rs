mod appendix_a;
mod ledger;
mod section3;

use chacha20::ChaCha8Rng;
use gqt3::engine::board::{Board, Square, SquareSet};
use gqt3::engine::game::Game;
use gqt3::engine::hypergraph::{Classes, Hypergraph};
use gqt3::engine::matching::Matching;
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::Rules;
use gqt3::support::progress::{Interrupted, Silent};
use gqt3::tree_size::{Counter, Tree, count};
use gqt3_cli::paper::LedgerError;
use gqt3_cli::paper::claims::appendix_a::evidence::last_square;
use gqt3_cli::paper::claims::appendix_b::evidence::two_collapses;
use gqt3_cli::paper::claims::section2::evidence::{
    self as section2, boards_of_pairs, first_cycles,
};
use gqt3_cli::paper::claims::section3::evidence::{self as games, to_the_full_board};
use gqt3_cli::paper::claims::section4::consistency::{consistency, forced_game};
use gqt3_cli::paper::claims::section4::matchings::{all_graphs, random_graphs, without_series};
use gqt3_cli::paper::claims::section5::evidence::{
    self as section5, compare_at_random, compare_everywhere,
};
use gqt3_cli::paper::claims::section5::hopcroft_karp::maximum_matching;
use gqt3_cli::paper::claims::section6::endgames::endgames;
use gqt3_cli::paper::claims::section9::evidence::solved_positions;
use gqt3_cli::paper::extremes::{Spread, factorial};
use gqt3_cli::paper::positions::{entanglement, for_each_placement};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};

use crate::shared::stop::Stop;

fn start(squares: usize, pieces: usize) -> Position {
    let board = Board::without_lines(squares).unwrap();
    Position::new(Game::new(board, pieces, Rules::default()).unwrap())
}

fn sizes(most: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=most).flat_map(|squares| (1..=squares).map(move |pieces| (squares, pieces)))
}

fn family(squares: usize, series: &[&[usize]]) -> Hypergraph {
    let set = |numbers: &&[usize]| {
        numbers
            .iter()
            .map(|&number| Square::new(number - 1).unwrap())
            .collect()
    };
    Hypergraph {
        squares,
        series: series.iter().map(set).collect(),
    }
}

// Section 2.

#[test]
fn the_first_cycle_is_the_first_entanglement() {
    // The numbers of forests on unlabelled vertices are OEIS A005195.
    for (vertices, forests) in [1, 2, 3, 6, 10, 20, 37].into_iter().enumerate() {
        let found = first_cycles(vertices + 1, &Silent).unwrap();
        assert_eq!(found.counterexample, None);
        assert_eq!(found.forests, forests);
        assert_eq!(
            found.graphs,
            forests * (vertices * (vertices + 1) / 2) as u64
        );
    }
    // On three vertices, a second edge closes a cycle only if it repeats the first, but any third
    // edge closes one.
    assert_eq!(first_cycles(3, &Silent).unwrap().sequences, 3 + 3 * 2 * 3);
}

#[test]
fn cycles_are_counted_one_by_one() {
    assert_eq!(section2::cycles(&family(3, &[&[1, 2], &[2, 3]])), 0);
    assert_eq!(
        section2::cycles(&family(2, &[&[1, 2], &[1, 2], &[1, 2]])),
        3
    );
    // Four vertices have four triangles and three cycles of length 4.
    let complete = Hypergraph {
        squares: 4,
        series: SquareSet::first(4).subsets(2).collect(),
    };
    assert_eq!(section2::cycles(&complete), 7);
}

// Section 4.

#[test]
fn every_entanglement_can_collapse_in_enough_ways() {
    for (s, n) in sizes(6) {
        let found = consistency(s, n, &Silent).unwrap();
        assert_eq!(found.counterexample, None);
        assert_eq!(
            found.first.unwrap().fewest,
            factorial(n),
            "sharp at the first entanglement, s={s}, n={n}"
        );
        let later = found.later.map(|collapses| collapses.fewest);
        assert_eq!(
            later,
            (n > 1 && s >= 2 * n).then_some(n as u64),
            "sharp later, s={s}, n={n}"
        );
        assert_eq!(
            found.by_single.map(|collapses| collapses.fewest),
            (n == 1 || n < s).then_some(1)
        );
        // Several series can have only one collapse if a single piece takes a square of theirs.
        assert_eq!(found.forced.is_some(), n >= 3 && s >= n + 2, "s={s}, n={n}");
        let pieces = |pieces: Option<Spread>| pieces.map(|pieces| (pieces.fewest, pieces.most));
        assert_eq!(
            pieces(found.first_pieces),
            Some((n as u64, n as u64)),
            "s={s}, n={n}"
        );
        let later = pieces(found.later_pieces);
        assert_eq!(
            later.map(|pieces| pieces.0),
            (n < s).then_some(1),
            "s={s}, n={n}"
        );
        assert!(
            found
                .pieces_left
                .is_none_or(|pieces| pieces.fewest >= 2 && pieces.most <= n as u64)
        );
    }
}

#[test]
fn the_forced_game_is_legal_and_leaves_no_choice() {
    let game = forced_game().unwrap().unwrap();
    let mut position = start(5, 3);
    for (turn, &squares) in (1..).zip(&game.placements) {
        assert_eq!(position.phase(), Phase::Place, "turn {turn}");
        position = position.play(Action::Place(squares)).unwrap();
        let choices: Vec<_> = position.collapses().collect();
        assert_eq!(choices.len(), if turn == 4 { 6 } else { 0 }, "turn {turn}");
        if let Some(choice) = choices.first() {
            position.collapse_unchecked(choice);
            assert_eq!(position.quantum().to_string(), "1-2");
            assert_eq!(position.squares_of(2).to_string(), "1-2");
        }
    }
    // The single piece on square 1 leaves the third series only square 2.
    assert_eq!(position.phase(), Phase::Over);
    assert_eq!((game.entangled, game.collapses), (2, 1));
    assert_eq!(
        position.classical_series_on(Square::new(1).unwrap()),
        Some(2)
    );
}

#[test]
fn a_single_piece_may_leave_a_choice_too() {
    let found = consistency(7, 4, &Silent).unwrap().by_single.unwrap();
    assert_eq!((found.fewest, found.most), (1, 2));
}

#[test]
fn with_n_above_s_the_first_entanglement_is_one_piece() {
    let found = consistency(3, 4, &Silent).unwrap();
    assert_eq!(found.counterexample, None);
    assert_eq!(found.first.unwrap().fewest, 1);
}

#[test]
fn the_walk_meets_the_positions_of_the_engine() {
    for squares in 1..=6 {
        for pieces in 1..=squares + 1 {
            let walked = for_each_placement(squares, pieces, &Silent, &mut |_| {}).unwrap();
            let mut classes = Classes::default();
            meet(&start(squares, pieces), &mut classes);
            assert_eq!(walked.positions, classes.count(), "s={squares}, n={pieces}");
        }
    }
}

/// Visits every quantum part that the engine reaches. All collapses of an entanglement leave the
/// same quantum part, so the first collapse is enough.
fn meet(position: &Position, classes: &mut Classes) {
    if position.phase() == Phase::Over || classes.meet(&quantum_part(position)).is_none() {
        return;
    }
    for squares in position.placements() {
        let mut next = *position;
        next.place_unchecked(squares);
        if let Some(collapse) = next.collapses().next() {
            next.collapse_unchecked(&collapse);
        }
        meet(&next, classes);
    }
}

fn quantum_part(position: &Position) -> Hypergraph {
    let places: Vec<Square> = position.quantum().iter().collect();
    let squeezed = |set: SquareSet| {
        let held = places
            .iter()
            .enumerate()
            .filter(|(_, square)| set.contains(**square));
        held.map(|(place, _)| Square::new(place).unwrap()).collect()
    };
    let series = position
        .quantum_series()
        .iter()
        .map(|member| squeezed(position.squares_of(member)));
    Hypergraph {
        squares: places.len(),
        series: series.collect(),
    }
}

#[test]
fn canonical_forms_decide_isomorphism() {
    let mut numbers = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..500 {
        let squares = 1 + numbers.random_range(0..6);
        let sets = (0..numbers.random_range(0..6))
            .map(|_| SquareSet(numbers.next_u64() & ((1 << squares) - 1)));
        let original = Hypergraph {
            squares,
            series: sets.collect(),
        };
        let mut places: Vec<usize> = (0..squares).collect();
        places.shuffle(&mut numbers);
        let image = |set: &SquareSet| {
            set.iter()
                .map(|square| Square::new(places[square.index()]).unwrap())
                .collect()
        };
        let mut series: Vec<SquareSet> = original.series.iter().map(image).collect();
        series.shuffle(&mut numbers);
        assert_eq!(
            original.canonical(),
            Hypergraph { squares, series }.canonical()
        );
    }
    // A path and a star of three edges have equal numbers of edges, vertices and pieces.
    let path = family(4, &[&[1, 2], &[2, 3], &[3, 4]]);
    let star = family(4, &[&[1, 2], &[1, 3], &[1, 4]]);
    assert_ne!(path.canonical(), star.canonical());
}

#[test]
fn degrees_force_perfect_matchings() {
    for series in 1..=5 {
        let found = all_graphs(series, &Silent).unwrap();
        assert_eq!(found.counterexample, None);
        assert!(found.is_sharp(), "{found:?}");
    }
    for series in 6..=12 {
        let found = random_graphs(series, 100, 2011, &Silent).unwrap();
        assert_eq!((found.counterexample, found.graphs), (None, 100));
    }
    assert_eq!(
        all_graphs(3, &Silent).unwrap().fewest,
        [Some(1), Some(2), Some(6)]
    );
    assert_eq!(without_series(), 1);
}

// Section 5.

#[test]
fn three_ways_find_the_same_entanglement() {
    let found = compare_everywhere(6, &Silent).unwrap();
    assert_eq!((found.counterexample, found.largest), (None, 6));
    let case = found.tight_without.unwrap().series;
    assert_eq!(case.to_string(), "1-2 3-4 1-2");
    let found = compare_at_random(64, 60, 2012, &Silent).unwrap();
    assert_eq!((found.counterexample, found.largest), (None, 64));
}

#[test]
fn degenerate_positions_are_no_trouble() {
    let all_three = |family: &Hypergraph| {
        let found = section5::by_doubling(family);
        assert_eq!(section5::by_one_matching(family), Some(found));
        if family.series.len() < 20 {
            assert_eq!(entanglement(family), found);
        }
        found.len()
    };
    assert_eq!(all_three(&Hypergraph::empty(9)), 0);
    assert_eq!(all_three(&Hypergraph::empty(0)), 0);
    for pieces in 1..=8 {
        let identical = |count: usize| Hypergraph {
            squares: 9,
            series: vec![SquareSet::first(pieces); count],
        };
        assert_eq!(all_three(&identical(pieces - 1)), 0);
        assert_eq!(all_three(&identical(pieces)), pieces);
    }
    let full = Hypergraph {
        squares: 64,
        series: vec![SquareSet::first(64); 64],
    };
    assert_eq!(section5::by_doubling(&full).len(), 64);
    assert_eq!(section5::by_one_matching(&full).unwrap().len(), 64);
    assert_eq!(section5::by_one_matching(&family(1, &[&[1], &[1]])), None);
}

#[test]
fn hopcroft_and_karp_find_maximum_matchings() {
    assert_eq!(
        maximum_matching(&[SquareSet(0b011), SquareSet(0b001), SquareSet(0b011)]),
        2
    );
    let mut numbers = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..2000 {
        let squares = 1 + numbers.random_range(0..16);
        let rare = |numbers: &mut ChaCha8Rng| {
            numbers.next_u64() & numbers.next_u64() & ((1 << squares) - 1)
        };
        let series = (0..numbers.random_range(0..20))
            .map(|_| SquareSet(rare(&mut numbers)))
            .collect();
        let graph = Hypergraph { squares, series };
        let mut matching = Matching::new();
        let neighbours = graph.neighbours();
        let matched = graph
            .all()
            .iter()
            .filter(|&member| matching.augment(member, &neighbours).is_ok());
        assert_eq!(maximum_matching(&graph.series), matched.count(), "{graph}");
    }
}

// Appendices A and B.

#[test]
fn pairs_collapse_in_two_ways_and_the_newest_piece_decides() {
    let forests: Vec<u64> = (1..=7)
        .map(|vertices| first_cycles(vertices, &Silent).unwrap().forests)
        .collect();
    for squares in 1..=7 {
        let found = two_collapses(squares, &Silent).unwrap();
        assert_eq!(found.counterexample, None);
        // Between turns the quantum part can be any forest on s squares, or on at most s - 2.
        let smaller: u64 = forests[..squares.saturating_sub(2)].iter().sum();
        assert_eq!(found.positions, forests[squares - 1] + smaller);
        assert_eq!(
            found.undecided.map(|case| case.series.squares >= 3),
            (squares >= 3).then_some(true)
        );
        let astray = found.astray.map(|case| case.series.least().to_string());
        assert_eq!(astray.as_deref(), (squares >= 4).then_some("1-2 1-2 3-4"));
    }
}

// Sections 6 and 7.

#[test]
fn no_endgame_is_special() {
    for (s, n) in sizes(4) {
        let found = endgames(s, n, &Silent).unwrap();
        assert!(found.are_alike(), "{found:?}");
        assert_eq!(found.turns, Some(Spread::only(s as u64)));
        // All squares are quantum until at least n series collapse together. From then on, as few
        // as s - t are quantum after t turns.
        let fewest: Vec<usize> = (0..=s)
            .map(|turns| if turns < n { s } else { s - turns })
            .collect();
        assert_eq!(found.fewest_quantum, fewest, "s={s}, n={n}");
        let games = count(Tree::full(s, n), Counter::BLOCKS, &Silent)
            .unwrap()
            .games;
        assert_eq!(games, found.histories.into());
        let unequal = found.probabilities.unwrap().fewest > 1;
        assert_eq!(
            unequal,
            n > 1 && n < s,
            "histories of one endgame differ in probability, s={s}, n={n}"
        );
    }
    assert!(endgames(3, 5, &Silent).unwrap().are_alike());
    let found = endgames(3, 2, &Silent).unwrap();
    assert_eq!((found.histories, found.endgames), (42, 6));
    assert_eq!(found.probability.unwrap().to_string(), "1/6");
}

// Section 9.

#[test]
fn every_size_is_asked_early_and_late() {
    for (side, pieces) in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)] {
        let size = solved_positions(side, pieces, &Silent).unwrap();
        assert_eq!(size.wrong, 0, "{size:?}");
        // In 12 of the games every position is solved, at least one for each turn.
        let turns = (size.side * size.side * 12) as u64;
        assert!(size.positions >= turns && size.late >= 12, "{size:?}");
        assert!(size.side == 1 || size.positions > size.late, "{size:?}");
    }
}

/// To run it: `cargo test --release --test it everything_holds -- --ignored`.
#[test]
#[ignore = "takes minutes; nothing else covers these sizes"]
fn everything_holds_one_size_further() {
    assert_eq!(first_cycles(9, &Silent).unwrap().counterexample, None);
    for (s, n) in sizes(8) {
        let found = consistency(s, n, &Silent).unwrap();
        assert_eq!(found.counterexample, None);
        assert_eq!(found.first.unwrap().fewest, factorial(n));
        assert_eq!(
            found.later.map(|spread| spread.fewest),
            (n > 1 && s >= 2 * n).then_some(n as u64)
        );
    }
    let found = all_graphs(6, &Silent).unwrap();
    assert!(found.counterexample.is_none() && found.is_sharp());
    let found = random_graphs(16, 1_000, 2011, &Silent).unwrap();
    assert_eq!((found.counterexample, found.graphs), (None, 1_000));
    assert_eq!(boards_of_pairs(7, 8, &Silent).unwrap().collapsible, 0);
    let found = games::random_games(10_000, 2011, &Silent).unwrap();
    assert_eq!(found.map(|comparison| comparison.difference), [None; 2]);
    assert_eq!(compare_everywhere(8, &Silent).unwrap().counterexample, None);
    assert_eq!(
        compare_at_random(64, 10_000, 1, &Silent)
            .unwrap()
            .counterexample,
        None
    );
    assert_eq!(two_collapses(10, &Silent).unwrap().counterexample, None);
    assert!(endgames(6, 2, &Silent).unwrap().are_alike());
}

#[test]
fn sizes_out_of_reach_are_refused_and_interrupts_obeyed() {
    assert_eq!(
        first_cycles(50, &Silent),
        Err(LedgerError::OutOfReach { size: 50, most: 9 })
    );
    assert!(boards_of_pairs(10, 11, &Silent).is_err());
    assert!(consistency(99, 2, &Silent).is_err());
    assert!(consistency(3, 0, &Silent).is_err());
    assert!(endgames(0, 2, &Silent).is_err());
    assert!(all_graphs(0, &Silent).is_err());
    assert!(compare_at_random(65, 1, 0, &Silent).is_err());

    assert_eq!(
        first_cycles(6, &Stop::after(0)),
        Err(LedgerError::Interrupted(Interrupted))
    );
    assert_eq!(
        consistency(6, 3, &Stop::after(0)),
        Err(LedgerError::Interrupted(Interrupted))
    );
    assert_eq!(
        boards_of_pairs(3, 4, &Stop::after(0)),
        Err(LedgerError::Interrupted(Interrupted))
    );
    assert_eq!(
        to_the_full_board(&Stop::after(0)),
        Err(LedgerError::Interrupted(Interrupted))
    );
    assert_eq!(
        last_square(5, &Stop::after(0)),
        Err(LedgerError::Interrupted(Interrupted))
    );
    assert_eq!(
        all_graphs(5, &Stop::after(0)),
        Err(LedgerError::Interrupted(Interrupted))
    );
    assert_eq!(
        random_graphs(5, 1, 0, &Stop::after(0)),
        Err(LedgerError::Interrupted(Interrupted))
    );
    assert_eq!(
        compare_everywhere(5, &Stop::after(0)),
        Err(LedgerError::Interrupted(Interrupted))
    );
    assert_eq!(
        compare_at_random(9, 1, 0, &Stop::after(0)),
        Err(LedgerError::Interrupted(Interrupted))
    );
    assert_eq!(
        two_collapses(5, &Stop::after(0)),
        Err(LedgerError::Interrupted(Interrupted))
    );
    assert_eq!(
        endgames(4, 2, &Stop::after(0)),
        Err(LedgerError::Interrupted(Interrupted))
    );
}
