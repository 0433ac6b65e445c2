use num_rational::BigRational;

use super::{
    Distribution, EarlyGames, MAX_EXACT_SIDE, MAX_SIDE, RandomPlayError, Simulation, by_histories,
    early_stopping, enumerate, exact, simulate_until_interrupted,
};
use crate::engine::game::Game;
use crate::engine::rules::{Rules, Tail};
use crate::support::progress::{Interrupted, Progress};

const MOST_HISTORIES_SIDE: usize = 2;

const QUICK_SIDE: usize = 8;

/// How to find a distribution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// An exact method that suits the game.
    Auto,
    /// Every endgame of a full board, or every history if games may stop early.
    Enumerate,
    /// By [`exact()`], or by [`early_stopping()`] if games may stop early.
    Exact,
    Simulate {
        games: u64,
        seed: u64,
    },
}

impl Method {
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Enumerate => "enumerate",
            Method::Exact => "exact",
            Method::Simulate { .. } => "simulate",
        }
    }
}

/// A query about random play with n `pieces` in a series.
///
/// If [`exact()`] answers it, the side may exceed that of any playable [`Game`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Query {
    pub side: usize,
    pub pieces: usize,
    pub rules: Rules,
    pub method: Method,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomPlay {
    /// Never [`Method::Auto`].
    pub method: Method,
    pub answer: Answer,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The margin's distribution and, from [`early_stopping()`] and [`by_histories`], each number
    /// of turns with its probability.
    Margins(Distribution, Option<Vec<(usize, BigRational)>>),
    Simulation(Simulation),
}

/// Answers a query about random play.
///
/// ```
/// use gqt3::support::progress::Silent;
/// use gqt3::random_play::{Answer, Method, Query, random_play};
/// let table_2 = Query { side: 3, pieces: 2, rules: Default::default(), method: Method::Auto };
/// let Answer::Margins(distribution, _) = random_play(&table_2, &Silent)?.answer else {
///     unreachable!()
/// };
/// assert_eq!(distribution.expected_margin().to_string(), "569/1260");
/// # Ok::<(), gqt3::random_play::RandomPlayError>(())
/// ```
///
/// # Errors
///
/// Fails as [`Query::check`] does, if a simulation has no games or meets a collapse that it cannot
/// draw uniformly, or if a check of the counts fails. Also fails if interrupted, but a simulation
/// that has finished games returns them instead.
pub fn random_play(query: &Query, progress: &dyn Progress) -> Result<RandomPlay, RandomPlayError> {
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
                return Err(RandomPlayError::Interrupted(Interrupted));
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

#[derive(Clone, Copy)]
enum Route {
    /// Every endgame, or every game with n = 1.
    Endgames(Game),
    Histories(Game),
    Lines(Rules),
    EarlyStopping(Game),
    Simulation {
        game: Game,
        games: u64,
        seed: u64,
    },
}

impl Query {
    /// Checks that the method can answer the query, without starting it.
    ///
    /// # Errors
    ///
    /// Fails if the game does not exist, or if the board or n is too large for the method.
    pub fn check(&self) -> Result<(), RandomPlayError> {
        self.route().map(drop)
    }

    /// Returns the exact answer to a simulation's query where finding it takes almost no time: for
    /// full boards up to 8x8, and otherwise up to 3x3 with n <= 2 or up to 2x2.
    ///
    /// # Errors
    ///
    /// Fails as [`random_play`] does.
    pub fn at_hand(&self, progress: &dyn Progress) -> Result<Option<RandomPlay>, RandomPlayError> {
        let most = match Game::always_fills(self.pieces, &self.rules) {
            true => QUICK_SIDE,
            false if self.pieces <= 2 => MAX_SIDE,
            false => MOST_HISTORIES_SIDE,
        };
        if self.side > most {
            return Ok(None);
        }
        let method = Method::Auto;
        random_play(&Query { method, ..*self }, progress).map(Some)
    }

    fn route(&self) -> Result<Route, RandomPlayError> {
        let Query {
            side,
            pieces,
            method,
            ..
        } = *self;
        let full = Game::always_fills(pieces, &self.rules);
        // If the board always fills, the tail has no effect.
        let rules = if full {
            Rules {
                tail: Tail::Classical,
                ..self.rules
            }
        } else {
            self.rules
        };
        let game = |most| {
            RandomPlayError::check_side(side, most)?;
            Ok(Game::from_side(side, pieces, rules)?)
        };
        // Refuse n = 0 even on a board that is too large to be played on.
        Game::from_side(1, pieces, rules)?;
        match method {
            Method::Simulate { games, seed } => Ok(Route::Simulation {
                game: Game::from_side(side, pieces, rules)?,
                games,
                seed,
            }),
            Method::Enumerate if full || pieces == 1 => game(MAX_SIDE).map(Route::Endgames),
            Method::Enumerate => game(MOST_HISTORIES_SIDE).map(Route::Histories),
            _ if full => {
                RandomPlayError::check_side(side, MAX_EXACT_SIDE).map(|()| Route::Lines(rules))
            }
            Method::Auto if pieces > 2 && side <= MOST_HISTORIES_SIDE => {
                game(MOST_HISTORIES_SIDE).map(Route::Histories)
            }
            _ => match game(MAX_SIDE) {
                Ok(_) if pieces > 2 => Err(RandomPlayError::StopsEarly { pieces }),
                game => game.map(Route::EarlyStopping),
            },
        }
    }
}
