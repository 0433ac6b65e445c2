//! The one entry point: which method finds a distribution, and what it found.

use num_rational::BigRational;

use super::{
    Distribution, EarlyGames, Error, MAX_EXACT_SIDE, MAX_SIDE, Simulation, by_histories,
    early_stopping, enumerate, exact, simulate_until_interrupted,
};
use crate::engine::game::Game;
use crate::engine::rules::{Rules, Tail};
use crate::support::progress::{Interrupted, Progress};

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
}

/// What is known of random play, and how it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomPlay {
    /// The method that was used; not [`Method::Auto`].
    pub method: Method,
    /// What it found.
    pub answer: Answer,
}

/// What is known of random play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The distribution of the margin, and of the number of turns where games may stop early.
    Margins(Distribution, Option<Vec<(usize, BigRational)>>),
    /// Games played.
    Simulation(Simulation),
}

/// Random play of one game. A simulation that is interrupted is what was counted by then.
///
/// ```
/// use gqt3::support::progress::Silent;
/// use gqt3::random_play::{Answer, Method, Query, random_play};
/// let table_2 = Query { side: 3, pieces: 2, rules: Default::default(), method: Method::Auto };
/// let Answer::Margins(distribution, _) = random_play(&table_2, &Silent)?.answer else { unreachable!() };
/// assert_eq!(distribution.expected_margin().to_string(), "569/1260");
/// # Ok::<(), gqt3::random_play::Error>(())
/// ```
///
/// # Errors
/// As [`Query::check`]; if a simulation meets a collapse that cannot be drawn uniformly, if a check of the counts
/// fails, or if it was interrupted before a game was over.
pub fn random_play(query: &Query, progress: &dyn Progress) -> Result<RandomPlay, Error> {
    let (method, answer) = match query.route()? {
        Route::Endgames(game) => (
            Method::Enumerate,
            Answer::Margins(enumerate(game, progress)?, None),
        ),
        Route::Histories(game) => (
            Method::Enumerate,
            by_histories(game, progress)?.games.into(),
        ),
        Route::Lines(rules) => (
            Method::Exact,
            Answer::Margins(exact(query.side, &rules, progress)?, None),
        ),
        Route::EarlyStopping(game) => (Method::Exact, early_stopping(game, progress)?.into()),
        Route::Simulation { game, games, seed } => {
            let simulation = simulate_until_interrupted(game, games, seed, progress)?;
            if simulation.games() == 0 {
                return Err(Error::Interrupted(Interrupted));
            }
            (query.method, Answer::Simulation(simulation))
        }
    };
    Ok(RandomPlay { method, answer })
}

impl From<EarlyGames> for Answer {
    fn from(games: EarlyGames) -> Answer {
        Answer::Margins(games.distribution, Some(games.lengths))
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
        let exactly = Query {
            method: Method::Auto,
            ..*self
        };
        at_hand.then(|| random_play(&exactly, progress)).transpose()
    }

    fn route(&self) -> Result<Route, Error> {
        let Query {
            side,
            pieces,
            method,
            ..
        } = *self;
        let full = Game::always_fills(pieces, &self.rules);
        // On a full board the tail does not matter.
        let rules = if full {
            Rules {
                tail: Tail::Classical,
                ..self.rules
            }
        } else {
            self.rules
        };
        let game = |most| {
            Error::check_side(side, most)?;
            Ok(Game::of_side(side, pieces, rules)?)
        };
        // Without pieces there is no game, not even on a board too large to be played on.
        Game::of_side(1, pieces, rules)?;
        match method {
            Method::Simulate { games, seed } => Ok(Route::Simulation {
                game: Game::of_side(side, pieces, rules)?,
                games,
                seed,
            }),
            Method::Enumerate if full || pieces == 1 => game(MAX_SIDE).map(Route::Endgames),
            Method::Enumerate => game(MOST_HISTORIES_SIDE).map(Route::Histories),
            _ if full => Error::check_side(side, MAX_EXACT_SIDE).map(|()| Route::Lines(rules)),
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
