//! How far the checks of the theorems go.

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
    /// Section 4: all bipartite graphs with up to so many series and squares; 5 ms, 2 s.
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

/// The seed of everything random in the evidence.
pub(super) const SEED: u64 = 2011;
