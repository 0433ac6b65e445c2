//! Section 4: entanglements collapse, and in how many ways.

pub mod consistency;
pub mod matchings;

use consistency::{Consistency, ForcedGame, consistency, forced_game};
use matchings::{MatchingCounts, all_graphs, random_graphs, without_series};

use super::error::Error;
use super::reach::{Reach, SEED};
use super::sizes::each_size;
use crate::progress::Progress;

/// The evidence for section 4.
#[derive(Clone, Debug)]
pub struct Section4 {
    /// For each s and n.
    pub consistency: Vec<Consistency>,
    /// A game whose last piece leaves no choice.
    pub forced_game: Option<ForcedGame>,
    /// Perfect matchings of the graph without vertices.
    pub matchings_of_nothing: u64,
    /// Every bipartite graph, for each number of series.
    pub graphs: Vec<MatchingCounts>,
    /// Random graphs.
    pub random_graphs: MatchingCounts,
}

impl Section4 {
    /// Checks as far as `reach` says.
    ///
    /// # Errors
    /// If it was interrupted, or a size is out of reach.
    pub fn check(reach: &Reach, progress: &dyn Progress) -> Result<Section4, Error> {
        let graphs = (1..=reach.graph_series).map(|series| all_graphs(series, progress));
        Ok(Section4 {
            consistency: each_size(reach.squares, progress, consistency)?,
            forced_game: forced_game()?,
            matchings_of_nothing: without_series(),
            graphs: graphs.collect::<Result<_, _>>()?,
            random_graphs: random_graphs(reach.random_series, reach.random_graphs, SEED, progress)?,
        })
    }
}
