//! The checks of the theorems: how far they go, and what they found.

use super::appendix_a::{Example, LastSquare, last_square, worked_example};
use super::appendix_b::{TwoCollapses, two_collapses};
use super::error::Error;
use super::plan::{each, found, found_all};
use super::section2::{FirstCycles, PairBoards, boards_of_pairs, first_cycles};
use super::section3::{Comparison, FullBoard, every_position, random_games, tic_tac_toe, to_the_full_board};
use super::section4::consistency::{Consistency, ForcedGame, consistency, forced_game};
use super::section4::matchings::{MatchingCounts, all_graphs, random_graphs, without_series};
use super::section5::{Agreement, compare_at_random, compare_everywhere};
use super::section6::endgames::{Endgames, endgames};
use crate::board::MAX_SQUARES;
use crate::tasks::Tasks;

/// The seed of everything random here.
const SEED: u64 = 2011;

/// The squares of the standard board.
const STANDARD_SQUARES: usize = 9;

/// How far the checks of the theorems go: each field is the largest size, or the number of random cases. The times are
/// those of one core, for [`Reach::QUICK`] and for [`Reach::THOROUGH`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Section 2: vertices of the sequences of edges; 1 ms, 0.03 s.
    pub vertices: usize,
    /// Section 2: squares of the boards with one pair more than squares; 5 ms, 0.1 s.
    pub overfull_squares: usize,
    /// Section 3: turns of QT3 whose positions are all compared; 0.1 s, 4 s.
    pub qt3_turns: usize,
    /// Section 3: random games; 50 ms, 1 s.
    pub qt3_games: usize,
    /// Sections 4 and 5: squares of the games, n <= s, whose positions are all checked up to isomorphism; 0.7 s, 85 s.
    pub squares: usize,
    /// Section 4: series, and squares, of the bipartite graphs that are all checked; 10 ms, a few seconds.
    pub graph_series: usize,
    /// Section 4: series, and squares, of the random graphs; 2 ms, 2 s.
    pub random_series: usize,
    /// Section 4: how many random graphs.
    pub random_graphs: usize,
    /// Section 5: how many random games on up to 64 squares; 0.15 s, 7 s.
    pub random_games: usize,
    /// Appendices A and B: squares of the n = 2 games whose entanglements are all checked; 6 ms, 0.08 s.
    pub pair_squares: usize,
    /// Sections 6 and 7: squares of the games, n <= s, whose histories are all played; 0.8 s.
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

/// All (s, n) with 1 <= n <= s <= `most`.
fn games_up_to(most: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=most).flat_map(|squares| (1..=squares).map(move |pieces| (squares, pieces)))
}

impl Theorems {
    /// Adds to the tasks all checks as far as `reach` says.
    pub fn plan<'a>(
        tasks: &mut Tasks<'a>,
        reach: Reach,
    ) -> impl FnOnce() -> Result<Theorems, Error> + use<'a> {
        let further = |cost: u64, factor: u64| if reach == Reach::QUICK { cost } else { cost * factor };
        let quick = |_| further(5, 100);
        let first_cycles = each(tasks, "first cycles", 1..=reach.vertices, quick, first_cycles);
        let overfull = each(tasks, "boards of pairs", 2..=reach.overfull_squares, quick, |x, progress| {
            boards_of_pairs(x, x + 1, progress)
        });
        let tic_tac_toe = tasks.add("tic-tac-toe", 10, tic_tac_toe);
        let consistency = each(
            tasks,
            "consistency",
            games_up_to(reach.squares),
            |_| further(10, 200),
            |(s, n), progress| consistency(s, n, progress),
        );
        let graphs = each(tasks, "bipartite graphs", 1..=reach.graph_series, quick, all_graphs);
        let random_graphs = tasks.add("random graphs", further(5, 100), move |progress| {
            random_graphs(reach.random_series, reach.random_graphs, SEED, progress)
        });
        let cost = |(squares, _)| if squares == 5 { 100 } else { 1 };
        let endgames =
            each(tasks, "endgames", games_up_to(reach.endgame_squares), cost, |(s, n), progress| {
                endgames(s, n, progress)
            });
        let last_square =
            tasks.add("the last square", 50, |progress| last_square(STANDARD_SQUARES, progress));
        let pairs = each(tasks, "collapses of pairs", 1..=reach.pair_squares, quick, two_collapses);
        let detections = tasks.add("detection of entanglements", further(300, 100), move |progress| {
            compare_everywhere(reach.squares, progress)
        });
        let at_random = tasks.add("detection in random games", further(150, 50), move |progress| {
            compare_at_random(MAX_SQUARES, reach.random_games, SEED, progress)
        });
        let full_board = tasks.add("tic-tac-toe to the full board", 300, to_the_full_board);
        let qt3 = tasks.add("positions of QT3", further(100, 40), move |progress| {
            every_position(reach.qt3_turns, progress)
        });
        let qt3_at_random = tasks.add("random games of QT3", further(50, 20), move |progress| {
            random_games(reach.qt3_games, SEED, progress)
        });
        move || {
            Ok(Theorems {
                reach,
                first_cycles: found_all(first_cycles)?,
                overfull: found_all(overfull)?,
                tic_tac_toe: found(tic_tac_toe)?,
                full_board: found(full_board)?,
                qt3: found(qt3)?,
                qt3_at_random: found(qt3_at_random)?,
                consistency: found_all(consistency)?,
                forced_game: forced_game()?,
                matchings_of_nothing: without_series(),
                graphs: found_all(graphs)?,
                random_graphs: found(random_graphs)?,
                detections: found(detections)?,
                detections_at_random: found(at_random)?,
                endgames: found_all(endgames)?,
                example: worked_example()?,
                last_square: found(last_square)?,
                pairs: found_all(pairs)?,
            })
        }
    }
}
