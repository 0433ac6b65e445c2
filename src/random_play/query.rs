//! The one entry point: which method finds a distribution, and what it found.

use num_rational::BigRational;

use super::{
    Distribution, Error, MAX_EXACT_SIDE, MAX_SIDE, MAX_SUMMARY_SIDE, Simulation, Summary, by_histories,
    early_stopping, enumerate, exact, simulate, summary,
};
use crate::game::Game;
use crate::progress::Progress;
use crate::rules::{Rules, Tail};

/// The largest board whose histories are all played.
const MOST_HISTORIES_SIDE: usize = 2;

/// The largest board whose exact distribution takes no time to speak of.
const QUICK_SIDE: usize = 8;

/// How a distribution is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The fastest exact one.
    Auto,
    /// By going through all endgames, or all histories.
    Enumerate,
    /// By counting the endgames of a full board by their lines; if games may stop early, by which turns are classical
    /// after each turn.
    Exact,
    /// By playing.
    Simulate {
        /// How many games.
        games: u64,
        /// The seed of the random numbers.
        seed: u64,
    },
}

impl Method {
    /// Its name on the command line and in result files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Enumerate => "enumerate",
            Method::Exact => "exact",
            Method::Simulate { .. } => "simulate",
        }
    }
}

/// A question about random play. On a full board the side may be larger than that of any [`Game`] that can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Query {
    /// The side m of the board.
    pub side: usize,
    /// How many pieces a series has (n).
    pub pieces: usize,
    /// The rules.
    pub rules: Rules,
    /// How to find the answer.
    pub method: Method,
    /// Whether only who wins and the expected margin are asked for. Does not matter to a simulation.
    pub summary_only: bool,
}

/// What is known of random play, and how it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomPlay {
    /// The method that was used; not [`Method::Auto`].
    pub method: Method,
    /// What it found.
    pub found: Found,
}

/// What is known of random play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The distribution of the margin, and of the number of turns where games may stop early.
    Margins(Distribution, Option<Vec<(usize, BigRational)>>),
    /// Who wins, and the expected margin.
    Summary(Summary),
    /// Games played.
    Simulation(Simulation),
}

/// Random play of one game.
///
/// ```
/// use gqt3::progress::Silent;
/// use gqt3::random_play::{Found, Method, Query, random_play};
/// let table_2 = Query { side: 3, pieces: 2, rules: Default::default(), method: Method::Auto, summary_only: false };
/// let Found::Margins(distribution, _) = random_play(&table_2, &Silent)?.found else { unreachable!() };
/// assert_eq!(distribution.expected_margin().to_string(), "569/1260");
/// # Ok::<(), gqt3::random_play::Error>(())
/// ```
///
/// # Errors
/// As [`Query::check`]; if a simulation meets a collapse that cannot be drawn uniformly, if a check of the counts
/// fails, or if it was interrupted.
pub fn random_play(query: &Query, progress: &dyn Progress) -> Result<RandomPlay, Error> {
    let (method, found) = match query.route()? {
        Route::Endgames(game) => (Method::Enumerate, Found::Margins(enumerate(game, progress)?, None)),
        Route::Histories(game) => (Method::Enumerate, by_histories(game, progress)?.games.into()),
        Route::Lines(rules) => (Method::Exact, Found::Margins(exact(query.side, &rules, progress)?, None)),
        Route::Summary(rules) => (Method::Exact, Found::Summary(summary(query.side, &rules, progress)?)),
        Route::EarlyStopping(game) => (Method::Exact, early_stopping(game, progress)?.into()),
        Route::Simulation { game, games, seed } => {
            (query.method, Found::Simulation(simulate(game, games, seed, progress)?))
        }
    };
    let found = match found {
        Found::Margins(distribution, _) if query.summary_only => Found::Summary((&distribution).into()),
        other => other,
    };
    Ok(RandomPlay { method, found })
}

impl From<super::EarlyGames> for Found {
    fn from(games: super::EarlyGames) -> Found {
        Found::Margins(games.distribution, Some(games.lengths))
    }
}

/// How a query is answered.
#[derive(Clone, Copy)]
enum Route {
    /// All endgames, each of which is reached once; or all games with single pieces.
    Endgames(Game),
    Histories(Game),
    /// A full board, by its lines.
    Lines(Rules),
    Summary(Rules),
    EarlyStopping(Game),
    Simulation {
        game: Game,
        games: u64,
        seed: u64,
    },
}

impl Query {
    /// Whether there is a method for this; it takes no time.
    ///
    /// # Errors
    /// If there is no such game, or the board or n is too large for the method.
    pub fn check(&self) -> Result<(), Error> {
        self.route().map(drop)
    }

    /// The exact answer to a simulation, where it takes no time to speak of.
    ///
    /// # Errors
    /// As [`random_play`].
    pub fn at_hand(&self, progress: &dyn Progress) -> Result<Option<RandomPlay>, Error> {
        let at_hand = match Game::always_fills(self.pieces, &self.rules) {
            true => self.side <= QUICK_SIDE,
            false => self.side <= MAX_SIDE && self.pieces <= 2,
        };
        let exactly = Query { method: Method::Auto, summary_only: false, ..*self };
        at_hand.then(|| random_play(&exactly, progress)).transpose()
    }

    /// Whether the answer comes from counting the endgames of a full board by their lines, which is all that there is
    /// for boards beyond 8x8.
    #[must_use]
    pub fn is_by_lines(&self) -> bool {
        Game::always_fills(self.pieces, &self.rules) && matches!(self.method, Method::Auto | Method::Exact)
    }

    fn route(&self) -> Result<Route, Error> {
        let Query { side, pieces, method, .. } = *self;
        let full = Game::always_fills(pieces, &self.rules);
        // On a full board the tail does not matter.
        let rules = if full { Rules { tail: Tail::Classical, ..self.rules } } else { self.rules };
        let game = |most| {
            Error::check_side(side, most)?;
            Ok(Game::of_side(side, pieces, rules)?)
        };
        // Without pieces there is no game, not even on a board too large to be played on.
        Game::of_side(1, pieces, rules)?;
        match method {
            Method::Simulate { games, seed } => {
                Ok(Route::Simulation { game: Game::of_side(side, pieces, rules)?, games, seed })
            }
            Method::Enumerate if full || pieces == 1 => game(MAX_SIDE).map(Route::Endgames),
            Method::Enumerate => game(MOST_HISTORIES_SIDE).map(Route::Histories),
            _ if full && self.summary_only => {
                Error::check_side(side, MAX_SUMMARY_SIDE).map(|()| Route::Summary(rules))
            }
            _ if full && side > MAX_EXACT_SIDE => Err(Error::TooManyMargins { side, most: MAX_EXACT_SIDE }),
            _ if full => Ok(Route::Lines(rules)),
            // On so small a board every history can be played, whatever n is.
            Method::Auto if pieces > 2 && side <= MOST_HISTORIES_SIDE => {
                game(MOST_HISTORIES_SIDE).map(Route::Histories)
            }
            _ => match game(MAX_SIDE) {
                Ok(_) if pieces > 2 => Err(Error::StopsEarly { pieces }),
                game => game.map(Route::EarlyStopping),
            },
        }
    }
}
