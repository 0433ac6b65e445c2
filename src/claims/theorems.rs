//! What the checks of the paper's theorems found, for the ledger.

use rayon::prelude::*;

use super::evidence::Error;
use crate::progress::Progress;
use crate::theory;
use crate::theory::appendix_b::{TwoCollapses, two_collapses};
use crate::theory::hall::{MatchingCounts, all_graphs, random_graphs};
use crate::theory::section2::{FirstCycles, first_cycles};
use crate::theory::section3::{Comparison, goffs_game, goffs_game_at_random, tic_tac_toe};
use crate::theory::section4::{Consistency, consistency};
use crate::theory::section5::{Agreement, compare_at_random, compare_everywhere};
use crate::theory::symmetry::{Symmetry, symmetry};

/// The seed of everything random here.
const SEED: u64 = 2011;

/// The squares of the largest random games.
pub const RANDOM_SQUARES: usize = 64;

/// How far the checks go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Section 2: sequences of edges on up to so many vertices.
    pub vertices: usize,
    /// Section 3: all positions of Goff's game in so many turns.
    pub goff_turns: usize,
    /// Section 3: so many random games.
    pub goff_games: usize,
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
        goff_turns: 3,
        goff_games: 500,
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
        goff_turns: 4,
        goff_games: 10_000,
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
    /// Section 3: n = 1 beside tic-tac-toe.
    pub tic_tac_toe: Comparison,
    /// Section 3: n = 2 beside Goff's game, all positions of some turns.
    pub goff: Comparison,
    /// Section 3: n = 2 beside Goff's game, random games.
    pub goff_at_random: Comparison,
    /// Section 4, for each s and n.
    pub consistency: Vec<Consistency>,
    /// Section 4: every bipartite graph, for each number of series.
    pub graphs: Vec<MatchingCounts>,
    /// Section 4: random graphs.
    pub random_graphs: MatchingCounts,
    /// Section 5: every position.
    pub detections: Agreement,
    /// Section 5: random games.
    pub detections_at_random: Agreement,
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
        let steps = sizes(reach.squares) + sizes(reach.symmetry_squares) + 3;
        progress.begin("theorems", Some(steps as u64));
        let (section_4, (section_5, (section_6, small))) = rayon::join(
            || each_size(reach.squares, progress, consistency),
            || {
                rayon::join(
                    || compare_everywhere(reach.squares, progress).inspect(|_| progress.advance(1)),
                    || {
                        rayon::join(
                            || each_size(reach.symmetry_squares, progress, symmetry),
                            || Small::check(reach, progress),
                        )
                    },
                )
            },
        );
        progress.end();
        let small = small?;
        Ok(Theorems {
            reach,
            first_cycles: small.first_cycles,
            tic_tac_toe: small.tic_tac_toe,
            goff: small.goff,
            goff_at_random: small.goff_at_random,
            consistency: section_4?,
            graphs: small.graphs,
            random_graphs: small.random_graphs,
            detections: section_5?,
            detections_at_random: small.detections_at_random,
            pairs: small.pairs,
            symmetry: section_6?,
        })
    }
}

/// The checks that take little time.
struct Small {
    first_cycles: Vec<FirstCycles>,
    tic_tac_toe: Comparison,
    goff: Comparison,
    goff_at_random: Comparison,
    graphs: Vec<MatchingCounts>,
    random_graphs: MatchingCounts,
    detections_at_random: Agreement,
    pairs: Vec<TwoCollapses>,
}

impl Small {
    fn check(reach: Reach, progress: &dyn Progress) -> Result<Small, Error> {
        let goff = goffs_game(reach.goff_turns, progress)?;
        progress.advance(1);
        let detections_at_random = compare_at_random(RANDOM_SQUARES, reach.random_games, SEED, progress)?;
        progress.advance(1);
        let cycles = (1..=reach.vertices).map(|vertices| first_cycles(vertices, progress));
        let graphs = (1..=reach.graph_series).map(|series| all_graphs(series, progress));
        let pairs = (1..=reach.pair_squares).map(|squares| two_collapses(squares, progress));
        Ok(Small {
            first_cycles: cycles.collect::<Result<_, _>>()?,
            tic_tac_toe: tic_tac_toe(progress)?,
            goff,
            goff_at_random: goffs_game_at_random(reach.goff_games, SEED, progress)?,
            graphs: graphs.collect::<Result<_, _>>()?,
            random_graphs: random_graphs(reach.random_series, reach.random_graphs, SEED, progress)?,
            detections_at_random,
            pairs: pairs.collect::<Result<_, _>>()?,
        })
    }
}
