//! Which method finds a distribution, and what it found.

use std::time::Instant;

use gqt3::board::Board;
use gqt3::position::Position;
use gqt3::random_play::{
    self, Distribution, MAX_EXACT_SIDE, MAX_SIDE, Simulation, Summary, early, enumerate, exact, simulate,
    summary, weigh_histories,
};
use gqt3::report::group_digits;
use gqt3::rules::{Ending, Rules, Tail};
use num_rational::BigRational;

use crate::cli::failure::{Failure, NOTHING_WRITTEN};
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
    pub method: &'static str,
    pub what: What,
}

impl Found {
    /// By going through all endgames, n = 2.
    pub fn enumerated(distribution: Distribution) -> Found {
        let side = distribution.side();
        Found { side, pieces: 2, method: ENUMERATE, what: What::Margins(distribution, None) }
    }

    /// By counting.
    pub fn exact(
        pieces: usize,
        distribution: Distribution,
        lengths: Option<Vec<(usize, BigRational)>>,
    ) -> Found {
        let side = distribution.side();
        Found { side, pieces, method: EXACT, what: What::Margins(distribution, lengths) }
    }

    /// Summed up, n = 2.
    pub fn summary(summary: Summary) -> Found {
        Found { side: summary.side(), pieces: 2, method: EXACT, what: What::Summary(summary) }
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

impl Query<'_> {
    pub fn find(&self, side: usize, pieces: usize, session: &Session) -> Result<Found, Failure> {
        if pieces == 0 {
            return Err(failure(random_play::Error::NoPieces));
        }
        if self.method == SIMULATE {
            return self.play(side, pieces, session);
        }
        let full = self.rules.ending == Ending::Full && (self.rules.tail == Tail::Classical || pieces == 1);
        let (method, what) = match self.method {
            ENUMERATE => (ENUMERATE, self.enumerate(side, pieces, full, session)?),
            _ if full => (EXACT, self.full_board(side, session)?),
            EXACT => (EXACT, self.early(side, pieces, session)?),
            // All histories are at hand for any n.
            _ if pieces > 2 && side <= MOST_HISTORIES_SIDE => {
                (ENUMERATE, self.enumerate(side, pieces, full, session)?)
            }
            _ => (EXACT, self.early(side, pieces, session)?),
        };
        session.remark(|| format!("{side}-by-{side}, n = {pieces}: by {method}"));
        let what = match what {
            What::Margins(distribution, _) if self.summary_only => What::Summary((&distribution).into()),
            other => other,
        };
        Ok(Found { side, pieces, method, what })
    }

    /// The rules without what cannot matter on a full board.
    fn on_full_boards(&self) -> Rules {
        Rules { tail: Tail::Classical, ..*self.rules }
    }

    fn full_board(&self, side: usize, session: &Session) -> Result<What, Failure> {
        let rules = self.on_full_boards();
        if self.summary_only {
            return Ok(What::Summary(summary(side, &rules, session.progress()).map_err(failure)?));
        }
        if side > MAX_EXACT_SIDE {
            return Err(Failure::BadInput(format!(
                "all margins of the {side}-by-{side} board are too many; use --board 1 to {MAX_EXACT_SIDE}, or \
                 --summary-only"
            )));
        }
        Ok(What::Margins(exact(side, &rules, session.progress()).map_err(failure)?, None))
    }

    fn early(&self, side: usize, pieces: usize, session: &Session) -> Result<What, Failure> {
        let games = early(side, pieces, self.rules, session.progress()).map_err(failure)?;
        Ok(What::Margins(games.distribution, Some(games.lengths)))
    }

    /// All endgames where each is reached once, else all histories.
    fn enumerate(&self, side: usize, pieces: usize, full: bool, session: &Session) -> Result<What, Failure> {
        if full {
            let found = enumerate(side, pieces, &self.on_full_boards(), session.progress());
            return Ok(What::Margins(found.map_err(failure)?, None));
        }
        if pieces == 1 {
            let found = enumerate(side, pieces, self.rules, session.progress());
            return Ok(What::Margins(found.map_err(failure)?, None));
        }
        let most = MOST_HISTORIES_SIDE;
        let board = Board::new(side).ok().filter(|_| side <= most);
        let board = board.ok_or_else(|| failure(random_play::Error::Side { side, most }))?;
        let weighted = weigh_histories(&Position::new(board, pieces, *self.rules), session.progress());
        let weighted = weighted.map_err(|interrupted| failure(interrupted.into()))?;
        let lengths = weighted.lengths.iter().map(|(&turns, share)| (turns, share.clone())).collect();
        Ok(What::Margins(weighted.distribution(side), Some(lengths)))
    }

    fn play(&self, side: usize, pieces: usize, session: &Session) -> Result<Found, Failure> {
        let board = Board::new(side).map_err(|error| Failure::BadInput(format!("--board: {error}")))?;
        let started = Instant::now();
        let played = simulate(board, pieces, self.rules, self.games, self.seed, session.progress());
        let simulation = played.map_err(|error| match error {
            random_play::simulate::Error::Interrupted => Failure::Interrupted(NOTHING_WRITTEN),
            other => Failure::BadInput(other.to_string()),
        })?;
        let seconds = started.elapsed().as_secs_f64();
        session.message(|| {
            let games = group_digits(&self.games.to_string());
            let rate = group_digits(&format!("{:.0}", self.games as f64 / seconds.max(1e-9)));
            format!("{side}-by-{side}, n = {pieces}: {games} games in {seconds:.3} s, {rate} games a second")
        });
        let exact = self.at_hand(side, pieces, session);
        Ok(Found { side, pieces, method: SIMULATE, what: What::Simulation(simulation, exact) })
    }

    /// The exact distribution if it takes no time to speak of.
    fn at_hand(&self, side: usize, pieces: usize, session: &Session) -> Option<Distribution> {
        let quick = Query { method: "auto", summary_only: false, ..*self };
        let full = self.rules.ending == Ending::Full && self.rules.tail == Tail::Classical;
        if !(if full { side <= 8 } else { side <= MAX_SIDE && pieces <= 2 }) {
            return None;
        }
        match quick.find(side, pieces, session).ok()?.what {
            What::Margins(distribution, _) => Some(distribution),
            _ => None,
        }
    }
}

fn failure(error: random_play::Error) -> Failure {
    match error {
        random_play::Error::Interrupted => Failure::Interrupted(NOTHING_WRITTEN),
        random_play::Error::WrongTotal { .. } => Failure::Incomplete(error.to_string()),
        random_play::Error::Side { .. }
        | random_play::Error::NoPieces
        | random_play::Error::StopsEarly { .. } => Failure::BadInput(error.to_string()),
    }
}
