//! Which method finds a distribution, and what it found.

use gqt3::game::Game;
use std::time::Instant;

use gqt3::board::Board;
use gqt3::position::Position;
use gqt3::random_play::{
    self, Distribution, MAX_EXACT_SIDE, MAX_SIDE, MAX_SUMMARY_SIDE, Simulation, Summary, early, enumerate,
    exact, fills_the_board, simulate, summary, weigh_histories,
};
use gqt3::report::group_digits;
use gqt3::rules::{Rules, Tail};
use num_rational::BigRational;

use crate::cli::failure::Failure;
use crate::cli::session::Session;

pub const ENUMERATE: &str = "enumerate";
pub const EXACT: &str = "exact";
pub const SIMULATE: &str = "simulate";

/// The largest board whose histories are all played.
const MOST_HISTORIES_SIDE: usize = 2;

/// What is known of random play of one game.
pub struct Found {
    pub side: usize,
    pub pieces: usize,
    pub rules: Rules,
    pub method: &'static str,
    pub what: What,
}

impl Found {
    /// The margins by going through all endgames, n = 2.
    pub fn enumerated(distribution: Distribution) -> Found {
        let what = What::Margins(distribution, None);
        Found { method: ENUMERATE, ..Found::exact(2, Rules::default(), what) }
    }

    /// What was found by counting.
    pub fn exact(pieces: usize, rules: Rules, what: What) -> Found {
        let side = match &what {
            What::Margins(distribution, _) => distribution.side(),
            What::Summary(summary) => summary.side(),
            What::Simulation(..) => 0,
        };
        Found { side, pieces, rules, method: EXACT, what }
    }
}

pub enum What {
    /// The distribution of the margin, and of the number of turns where games may stop early.
    Margins(Distribution, Option<Vec<(usize, BigRational)>>),
    /// Who wins, and the expected margin.
    Summary(Summary),
    /// Games played; the exact distribution beside them, where it is at hand.
    Simulation(Simulation, Option<Distribution>),
}

/// What is asked of every game.
pub struct Query<'a> {
    pub method: &'a str,
    pub summary_only: bool,
    pub games: u64,
    pub seed: u64,
    pub rules: &'a Rules,
}

/// How a distribution is found.
#[derive(Clone, Copy)]
pub enum Route {
    /// All endgames, each of which is reached once; or all games with single pieces.
    Endgames,
    Histories,
    /// A full board, by its lines.
    Full,
    FullSummary,
    Early,
    Played(Board),
}

impl Route {
    const fn method(self) -> &'static str {
        match self {
            Route::Endgames | Route::Histories => ENUMERATE,
            Route::Full | Route::FullSummary | Route::Early => EXACT,
            Route::Played(_) => SIMULATE,
        }
    }
}

impl Query<'_> {
    /// How the distribution of a game is found.
    ///
    /// # Errors
    /// If the board or n is too large for it.
    pub fn route(&self, side: usize, pieces: usize) -> Result<Route, Failure> {
        let up_to = |most, route| match side <= most {
            true => Ok(route),
            false => Err(random_play::Error::Side { side, most }.into()),
        };
        let full = fills_the_board(pieces, self.rules);
        match self.method {
            _ if pieces == 0 => Err(random_play::Error::NoPieces.into()),
            SIMULATE => Ok(Route::Played(Board::new(side)?)),
            ENUMERATE if full || pieces == 1 => up_to(MAX_SIDE, Route::Endgames),
            ENUMERATE => up_to(MOST_HISTORIES_SIDE, Route::Histories),
            _ if full && self.summary_only => up_to(MAX_SUMMARY_SIDE, Route::FullSummary),
            _ if full && side > MAX_EXACT_SIDE => Err(Failure::BadInput(format!(
                "all margins of the {side}-by-{side} board are too many; use --board 1 to {MAX_EXACT_SIDE}, or \
                 --summary-only"
            ))),
            _ if full => Ok(Route::Full),
            // All histories are at hand for any n.
            method if method != EXACT && pieces > 2 && side <= MOST_HISTORIES_SIDE => Ok(Route::Histories),
            _ => match up_to(MAX_SIDE, Route::Early) {
                Ok(_) if pieces > 2 => Err(random_play::Error::StopsEarly { pieces }.into()),
                route => route,
            },
        }
    }

    pub fn find(&self, side: usize, pieces: usize, session: &Session) -> Result<Found, Failure> {
        let route = self.route(side, pieces)?;
        let progress = session.progress();
        // What cannot matter on a full board is left out.
        let full = Rules { tail: Tail::Classical, ..*self.rules };
        let what = match route {
            Route::Played(board) => self.play(board, pieces, session)?,
            Route::Endgames => {
                let rules = if fills_the_board(pieces, self.rules) { &full } else { self.rules };
                What::Margins(enumerate(side, pieces, rules, progress)?, None)
            }
            Route::Histories => self.histories(side, pieces, session)?,
            Route::Full => What::Margins(exact(side, &full, progress)?, None),
            Route::FullSummary => What::Summary(summary(side, &full, progress)?),
            Route::Early => {
                let games = early(side, pieces, self.rules, progress)?;
                What::Margins(games.distribution, Some(games.lengths))
            }
        };
        let method = route.method();
        session.remark(|| format!("{side}-by-{side}, n = {pieces}: by {method}"));
        let what = match what {
            What::Margins(distribution, _) if self.summary_only => What::Summary((&distribution).into()),
            other => other,
        };
        Ok(Found { side, pieces, rules: *self.rules, method, what })
    }

    fn histories(&self, side: usize, pieces: usize, session: &Session) -> Result<What, Failure> {
        let start = Position::new(Game::of_side(side, pieces, *self.rules)?);
        let weighted = weigh_histories(&start, session.progress())?;
        let lengths = weighted.lengths.iter().map(|(&turns, share)| (turns, share.clone())).collect();
        Ok(What::Margins(weighted.distribution(side), Some(lengths)))
    }

    fn play(&self, board: Board, pieces: usize, session: &Session) -> Result<What, Failure> {
        let side = board.side().unwrap_or_default();
        let started = Instant::now();
        let simulation = simulate(board, pieces, self.rules, self.games, self.seed, session.progress())?;
        let seconds = started.elapsed().as_secs_f64();
        session.message(|| {
            let games = group_digits(&self.games.to_string());
            let rate = group_digits(&format!("{:.0}", self.games as f64 / seconds.max(1e-9)));
            format!("{side}-by-{side}, n = {pieces}: {games} games in {seconds:.3} s, {rate} games a second")
        });
        let exact = self.at_hand(side, pieces, session);
        Ok(What::Simulation(simulation, exact))
    }

    /// The exact distribution if it takes no time to speak of.
    fn at_hand(&self, side: usize, pieces: usize, session: &Session) -> Option<Distribution> {
        let quick = Query { method: "auto", summary_only: false, ..*self };
        let at_hand = match fills_the_board(pieces, self.rules) {
            true => side <= 8,
            false => side <= MAX_SIDE && pieces <= 2,
        };
        if !at_hand {
            return None;
        }
        match quick.find(side, pieces, session).ok()?.what {
            What::Margins(distribution, _) => Some(distribution),
            _ => None,
        }
    }
}
