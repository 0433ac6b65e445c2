//! The checks of the theorems: how far they go, and what they found.

use super::appendix_a::{Example, LastSquare, last_square, worked_example};
use super::appendix_b::{TwoCollapses, two_collapses};
use super::error::{Error, found, found_all};
use super::section2::{FirstCycles, PairBoards, boards_of_pairs, first_cycles};
use super::section3::{Comparison, FullBoard, every_position, random_games, tic_tac_toe, to_the_full_board};
use super::section4::consistency::{Consistency, ForcedGame, consistency, forced_game};
use super::section4::matchings::{MatchingCounts, all_graphs, random_graphs, without_series};
use super::section5::{Agreement, compare_at_random, compare_everywhere};
use super::section6::endgames::{Endgames, endgames};
use crate::board::MAX_SQUARES;
use crate::progress::Progress;
use crate::tasks::{Answer, Tasks};

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

/// Adds a check for all 1 <= n <= s <= `most`; the answers are by rising size.
fn each_size<'a, T: Send + 'a>(
    tasks: &mut Tasks<'a>,
    what: &str,
    most: usize,
    cost: impl Fn(usize, usize) -> u64,
    check: impl Fn(usize, usize, &dyn Progress) -> Result<T, Error> + Send + Copy + 'a,
) -> Vec<Answer<Result<T, Error>>> {
    let sizes = (1..=most).flat_map(|squares| (1..=squares).map(move |pieces| (squares, pieces)));
    let task = |(squares, pieces)| {
        tasks.add(what, cost(squares, pieces), move |progress| check(squares, pieces, progress))
    };
    sizes.map(task).collect()
}

impl Theorems {
    /// Adds to the tasks all checks as far as `reach` says.
    pub fn plan<'a>(
        tasks: &mut Tasks<'a>,
        reach: Reach,
    ) -> impl FnOnce() -> Result<Theorems, Error> + use<'a> {
        let further = |cost: u64, factor: u64| if reach == Reach::QUICK { cost } else { cost * factor };
        let consistency =
            each_size(tasks, "consistency", reach.squares, |_, _| further(10, 200), consistency);
        let endgames = each_size(
            tasks,
            "endgames",
            reach.endgame_squares,
            |squares, _| if squares == 5 { 100 } else { 1 },
            endgames,
        );
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
        let others = tasks.add("theorems", further(50, 100), move |progress| Others::check(reach, progress));
        move || {
            let others = found(others)?;
            Ok(Theorems {
                reach,
                first_cycles: others.first_cycles,
                overfull: others.overfull,
                tic_tac_toe: others.tic_tac_toe,
                full_board: found(full_board)?,
                qt3: found(qt3)?,
                qt3_at_random: found(qt3_at_random)?,
                consistency: found_all(consistency)?,
                forced_game: others.forced_game,
                matchings_of_nothing: without_series(),
                graphs: others.graphs,
                random_graphs: others.random_graphs,
                detections: found(detections)?,
                detections_at_random: found(at_random)?,
                endgames: found_all(endgames)?,
                example: others.example,
                last_square: others.last_square,
                pairs: others.pairs,
            })
        }
    }
}

/// The checks that take little time.
struct Others {
    first_cycles: Vec<FirstCycles>,
    overfull: Vec<PairBoards>,
    tic_tac_toe: Comparison,
    forced_game: Option<ForcedGame>,
    graphs: Vec<MatchingCounts>,
    random_graphs: MatchingCounts,
    example: Example,
    last_square: LastSquare,
    pairs: Vec<TwoCollapses>,
}

impl Others {
    fn check(reach: Reach, progress: &dyn Progress) -> Result<Others, Error> {
        let first_cycles = (1..=reach.vertices).map(|vertices| first_cycles(vertices, progress));
        let overfull = (2..=reach.overfull_squares).map(|x| boards_of_pairs(x, x + 1, progress));
        let graphs = (1..=reach.graph_series).map(|series| all_graphs(series, progress));
        let pairs = (1..=reach.pair_squares).map(|squares| two_collapses(squares, progress));
        Ok(Others {
            first_cycles: first_cycles.collect::<Result<_, _>>()?,
            overfull: overfull.collect::<Result<_, _>>()?,
            tic_tac_toe: tic_tac_toe(progress)?,
            forced_game: forced_game()?,
            graphs: graphs.collect::<Result<_, _>>()?,
            random_graphs: random_graphs(reach.random_series, reach.random_graphs, SEED, progress)?,
            example: worked_example()?,
            last_square: last_square(STANDARD_SQUARES, progress)?,
            pairs: pairs.collect::<Result<_, _>>()?,
        })
    }
}
