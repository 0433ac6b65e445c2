//! The checks of the theorems: how far they go, and what they found.

use rayon::prelude::*;

use super::appendix_a::{Example, LastSquare, last_square, worked_example};
use super::appendix_b::{TwoCollapses, two_collapses};
use super::error::Error;
use super::section2::{FirstCycles, PairBoards, boards_of_pairs, first_cycles};
use super::section3::{Comparison, FullBoard, every_position, random_games, tic_tac_toe, to_the_full_board};
use super::section4::consistency::{Consistency, ForcedGame, consistency, forced_game};
use super::section4::matchings::{MatchingCounts, all_graphs, random_graphs, without_series};
use super::section5::{Agreement, compare_at_random, compare_everywhere};
use super::section6::endgames::{Endgames, endgames};
use crate::board::MAX_SQUARES;
use crate::progress::Progress;

/// The seed of everything random here.
const SEED: u64 = 2011;

/// The squares of the standard board.
const STANDARD_SQUARES: usize = 9;

/// How far the checks of the theorems go. The times are those of one core, for [`Reach::QUICK`] and
/// [`Reach::THOROUGH`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Section 2: sequences of edges on up to so many vertices; 1 ms, 0.03 s.
    pub vertices: usize,
    /// Section 2: boards with one pair more than squares, on up to so many squares; 5 ms, 0.1 s.
    pub overfull_squares: usize,
    /// Section 3: all positions of QT3 in so many turns; 0.1 s, 4 s.
    pub qt3_turns: usize,
    /// Section 3: so many random games; 50 ms, 1 s.
    pub qt3_games: usize,
    /// Sections 4 and 5: all positions of n <= s up to so many squares, up to isomorphism; 0.7 s, 85 s.
    pub squares: usize,
    /// Section 4: all bipartite graphs with up to so many series and squares; 10 ms, a few seconds.
    pub graph_series: usize,
    /// Section 4: random graphs with so many series and squares; 2 ms, 2 s.
    pub random_series: usize,
    /// Section 4: how many random graphs.
    pub random_graphs: usize,
    /// Section 5: how many random games on up to 64 squares; 0.15 s, 7 s.
    pub random_games: usize,
    /// Appendices A and B: all n = 2 entanglements on up to so many squares; 6 ms, 0.08 s.
    pub pair_squares: usize,
    /// Sections 6 and 7: every history of n <= s up to so many squares; 0.8 s.
    pub endgame_squares: usize,
}

impl Reach {
    /// A second or two.
    pub const QUICK: Reach = Reach {
        vertices: 7,
        overfull_squares: 6,
        qt3_turns: 3,
        qt3_games: 500,
        squares: 7,
        graph_series: 5,
        random_series: 10,
        random_graphs: 100,
        random_games: 200,
        pair_squares: 7,
        endgame_squares: 5,
    };

    /// A minute or two.
    pub const THOROUGH: Reach = Reach {
        vertices: 9,
        overfull_squares: 7,
        qt3_turns: 4,
        qt3_games: 10_000,
        squares: 8,
        graph_series: 6,
        random_series: 16,
        random_graphs: 1_000,
        random_games: 10_000,
        pair_squares: 9,
        endgame_squares: 5,
    };
}

/// What the checks of the theorems found.
#[derive(Clone, Debug)]
pub struct Theorems {
    /// How far they went.
    pub reach: Reach,
    /// Section 2, for each number of vertices from 1 on.
    pub first_cycles: Vec<FirstCycles>,
    /// Section 2: boards with one pair too many, for each number of squares from 2 on.
    pub overfull: Vec<PairBoards>,
    /// Section 3: n = 1 that stops at the first line, beside tic-tac-toe.
    pub tic_tac_toe: Comparison,
    /// Section 3: n = 1 as the paper has it, to the full board.
    pub full_board: FullBoard,
    /// Section 3: n = 2 beside QT3, all positions of some turns.
    pub qt3: Comparison,
    /// Section 3: n = 2 beside QT3 and beside Goff's game, random games.
    pub qt3_at_random: [Comparison; 2],
    /// Section 4, for each s and n.
    pub consistency: Vec<Consistency>,
    /// Section 4: a game whose last piece leaves no choice.
    pub forced_game: Option<ForcedGame>,
    /// Section 4: perfect matchings of the graph without vertices.
    pub matchings_of_nothing: u64,
    /// Section 4: every bipartite graph, for each number of series.
    pub graphs: Vec<MatchingCounts>,
    /// Section 4: random graphs.
    pub random_graphs: MatchingCounts,
    /// Section 5: every position.
    pub detections: Agreement,
    /// Section 5: random games on up to 64 squares.
    pub detections_at_random: Agreement,
    /// Sections 6 and 7, for each s and n.
    pub endgames: Vec<Endgames>,
    /// Appendix A: its worked example.
    pub example: Example,
    /// Appendix A: the last square of the standard board.
    pub last_square: LastSquare,
    /// Appendices A and B, for each number of squares.
    pub pairs: Vec<TwoCollapses>,
}

/// Checks all 1 <= n <= s <= `most`, the largest first, so that the threads stay busy; gives them by rising size.
fn each_size<T: Send>(
    most: usize,
    progress: &dyn Progress,
    check: impl Fn(usize, usize, &dyn Progress) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    let sizes: Vec<(usize, usize)> = (1..=most).flat_map(|s| (1..=s).map(move |n| (s, n))).rev().collect();
    let found = sizes.par_iter().with_max_len(1).map(|&(squares, pieces)| {
        let found = check(squares, pieces, progress)?;
        progress.advance(1);
        Ok(found)
    });
    let mut found: Vec<T> = found.collect::<Result<_, Error>>()?;
    found.reverse();
    Ok(found)
}

/// How many sizes [`each_size`] checks.
const fn sizes(most: usize) -> usize {
    most * (most + 1) / 2
}

impl Theorems {
    /// Checks everything as far as `reach` says: the checks that take long beside one another and the others.
    pub fn check(reach: Reach, progress: &dyn Progress) -> Result<Theorems, Error> {
        let steps = sizes(reach.squares) + sizes(reach.endgame_squares) + 2;
        progress.begin("theorems", Some(steps as u64));
        let in_one_step = |found: Result<Agreement, Error>| found.inspect(|_| progress.advance(1));
        let ((consistency, detections), (endgames, others)) = rayon::join(
            || {
                rayon::join(
                    || each_size(reach.squares, progress, consistency),
                    || in_one_step(compare_everywhere(reach.squares, progress)),
                )
            },
            || {
                rayon::join(
                    || each_size(reach.endgame_squares, progress, endgames),
                    || {
                        let at_random = compare_at_random(MAX_SQUARES, reach.random_games, SEED, progress);
                        Theorems::others(reach, in_one_step(at_random)?, progress)
                    },
                )
            },
        );
        progress.end();
        Ok(Theorems { consistency: consistency?, detections: detections?, endgames: endgames?, ..others? })
    }

    /// The checks that take little time; the others are left empty.
    fn others(
        reach: Reach,
        detections_at_random: Agreement,
        progress: &dyn Progress,
    ) -> Result<Theorems, Error> {
        let first_cycles = (1..=reach.vertices).map(|vertices| first_cycles(vertices, progress));
        let overfull = (2..=reach.overfull_squares).map(|x| boards_of_pairs(x, x + 1, progress));
        let graphs = (1..=reach.graph_series).map(|series| all_graphs(series, progress));
        let pairs = (1..=reach.pair_squares).map(|squares| two_collapses(squares, progress));
        Ok(Theorems {
            reach,
            first_cycles: first_cycles.collect::<Result<_, _>>()?,
            overfull: overfull.collect::<Result<_, _>>()?,
            tic_tac_toe: tic_tac_toe(progress)?,
            full_board: to_the_full_board(progress)?,
            qt3: every_position(reach.qt3_turns, progress)?,
            qt3_at_random: random_games(reach.qt3_games, SEED, progress)?,
            consistency: Vec::new(),
            forced_game: forced_game()?,
            matchings_of_nothing: without_series(),
            graphs: graphs.collect::<Result<_, _>>()?,
            random_graphs: random_graphs(reach.random_series, reach.random_graphs, SEED, progress)?,
            detections: Agreement::default(),
            detections_at_random,
            endgames: Vec::new(),
            example: worked_example()?,
            last_square: last_square(STANDARD_SQUARES, progress)?,
            pairs: pairs.collect::<Result<_, _>>()?,
        })
    }
}
