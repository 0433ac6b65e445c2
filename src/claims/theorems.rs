//! What the checks of the paper's theorems found, for the ledger.

use rayon::prelude::*;

use super::evidence::Error;
use crate::progress::Progress;
use crate::theory;
use crate::theory::appendix_a::{Example, LastSquare, last_square, worked_example};
use crate::theory::appendix_b::{TwoCollapses, two_collapses};
use crate::theory::hall::{MatchingCounts, all_graphs, random_graphs, without_series};
use crate::theory::section2::{FirstCycles, PairBoards, boards_of_pairs, first_cycles};
use crate::theory::section3::Comparison;
use crate::theory::section3::one_piece::{FullBoard, tic_tac_toe, to_the_full_board};
use crate::theory::section3::two_pieces::{RandomGames, every_position, random_games};
use crate::theory::section4::{Consistency, ForcedGame, consistency, forced_game};
use crate::theory::section5::{Agreement, compare_at_random, compare_everywhere};
use crate::theory::symmetry::{Symmetry, symmetry};

/// The seed of everything random here.
const SEED: u64 = 2011;

/// The squares of the largest random games.
pub const RANDOM_SQUARES: usize = 64;

/// The squares of the standard board.
const STANDARD_SQUARES: usize = 9;

/// How far the checks go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Section 2: sequences of edges on up to so many vertices.
    pub vertices: usize,
    /// Section 2: boards with one pair more than squares, on up to so many squares.
    pub overfull_squares: usize,
    /// Section 3: all positions of QT3 in so many turns.
    pub qt3_turns: usize,
    /// Section 3: so many random games.
    pub qt3_games: usize,
    /// Sections 4 and 5: all histories of n <= s up to so many squares, up to isomorphism.
    pub squares: usize,
    /// Section 4: all bipartite graphs with up to so many series and squares.
    pub graph_series: usize,
    /// Section 4: random graphs with so many series and squares.
    pub random_series: usize,
    /// Section 4: how many random graphs.
    pub random_graphs: usize,
    /// Section 5: how many random games on up to 64 squares.
    pub random_games: usize,
    /// Appendices A and B: all n = 2 entanglements on up to so many squares.
    pub pair_squares: usize,
    /// Sections 6 and 7: every history of n <= s up to so many squares.
    pub symmetry_squares: usize,
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
        symmetry_squares: 5,
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
        symmetry_squares: 5,
    };
}

/// What the checks found.
#[derive(Clone, Debug)]
pub struct Theorems {
    /// How far they went.
    pub reach: Reach,
    /// Section 2, for each number of vertices.
    pub first_cycles: Vec<FirstCycles>,
    /// Section 2: boards with one pair too many, for each number of squares.
    pub overfull: Vec<PairBoards>,
    /// Section 3: n = 1 that stops at the first line, beside tic-tac-toe.
    pub tic_tac_toe: Comparison,
    /// Section 3: n = 1 as the paper has it, to the full board.
    pub full_board: FullBoard,
    /// Section 3: n = 2 beside QT3, all positions of some turns.
    pub qt3: Comparison,
    /// Section 3: n = 2 beside QT3 and Goff's game, random games.
    pub qt3_at_random: RandomGames,
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
    /// Section 5: random games.
    pub detections_at_random: Agreement,
    /// Appendix A: its worked example.
    pub example: Example,
    /// Appendix A: the last square of the standard board.
    pub last_square: LastSquare,
    /// Appendices A and B, for each number of squares.
    pub pairs: Vec<TwoCollapses>,
    /// Sections 6 and 7, for each s and n.
    pub symmetry: Vec<Symmetry>,
}

/// Checks all 1 <= n <= s <= `most`, the largest first, so that the threads stay busy; gives them by rising size.
fn each_size<T: Send>(
    most: usize,
    progress: &dyn Progress,
    check: impl Fn(usize, usize, &dyn Progress) -> Result<T, theory::Error> + Sync,
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
    /// Checks everything as far as `reach` says.
    ///
    /// # Errors
    /// If it was interrupted, or a size is out of reach.
    pub fn check(reach: Reach, progress: &dyn Progress) -> Result<Theorems, Error> {
        let steps = sizes(reach.squares) + sizes(reach.symmetry_squares) + 4;
        progress.begin("theorems", Some(steps as u64));
        let (section_4, (section_5, (section_6, small))) = rayon::join(
            || each_size(reach.squares, progress, consistency),
            || {
                rayon::join(
                    || compare_everywhere(reach.squares, progress).inspect(|_| progress.advance(1)),
                    || {
                        rayon::join(
                            || each_size(reach.symmetry_squares, progress, symmetry),
                            || Theorems::small(reach, progress),
                        )
                    },
                )
            },
        );
        progress.end();
        Ok(Theorems { consistency: section_4?, detections: section_5?, symmetry: section_6?, ..small? })
    }

    /// The checks that take little time; the others are left empty.
    fn small(reach: Reach, progress: &dyn Progress) -> Result<Theorems, Error> {
        let qt3 = every_position(reach.qt3_turns, progress)?;
        progress.advance(1);
        let detections_at_random = compare_at_random(RANDOM_SQUARES, reach.random_games, SEED, progress)?;
        progress.advance(1);
        let full_board = to_the_full_board(progress)?;
        progress.advance(1);
        let cycles = (1..=reach.vertices).map(|vertices| first_cycles(vertices, progress));
        let overfull = (2..=reach.overfull_squares).map(|x| boards_of_pairs(x, x + 1, progress));
        let graphs = (1..=reach.graph_series).map(|series| all_graphs(series, progress));
        let pairs = (1..=reach.pair_squares).map(|squares| two_collapses(squares, progress));
        Ok(Theorems {
            reach,
            first_cycles: cycles.collect::<Result<_, _>>()?,
            overfull: overfull.collect::<Result<_, _>>()?,
            tic_tac_toe: tic_tac_toe(progress)?,
            full_board,
            qt3,
            qt3_at_random: random_games(reach.qt3_games, SEED, progress)?,
            consistency: Vec::new(),
            forced_game: forced_game()?,
            matchings_of_nothing: without_series(),
            graphs: graphs.collect::<Result<_, _>>()?,
            random_graphs: random_graphs(reach.random_series, reach.random_graphs, SEED, progress)?,
            detections: Agreement::default(),
            detections_at_random,
            example: worked_example()?,
            last_square: last_square(STANDARD_SQUARES, progress)?,
            pairs: pairs.collect::<Result<_, _>>()?,
            symmetry: Vec::new(),
        })
    }
}
