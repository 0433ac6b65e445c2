//! What is found of random play, and what is said of it on the way.

use std::time::Instant;

use gqt3::random_play::{self, Distribution, Method, Query, RandomPlay, Simulation, Summary, random_play};
use gqt3::report::group_digits;
use gqt3::rules::Rules;
use num_rational::BigRational;

use crate::cli::failure::Failure;
use crate::cli::session::Session;

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
        Found { method: Method::Enumerate.name(), ..Found::exact(2, Rules::default(), what) }
    }

    /// What was found by counting.
    pub fn exact(pieces: usize, rules: Rules, what: What) -> Found {
        let side = match &what {
            What::Margins(distribution, _) => distribution.side(),
            What::Summary(summary) => summary.side(),
            What::Simulation(..) => 0,
        };
        Found { side, pieces, rules, method: Method::Exact.name(), what }
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

/// Finds what is asked, and tells on standard error how.
///
/// # Errors
/// If it cannot be found, or it was interrupted.
pub fn find(query: &Query, session: &Session) -> Result<Found, Failure> {
    let Query { side, pieces, rules, .. } = *query;
    let started = Instant::now();
    let RandomPlay { method, found } = random_play(query, session.progress())?;
    let seconds = started.elapsed().as_secs_f64();
    let what = match found {
        random_play::Found::Margins(distribution, lengths) => What::Margins(distribution, lengths),
        random_play::Found::Summary(summary) => What::Summary(summary),
        random_play::Found::Simulation(simulation) => {
            session.message(|| {
                let games = group_digits(&simulation.games().to_string());
                let rate = group_digits(&format!("{:.0}", simulation.games() as f64 / seconds.max(1e-9)));
                format!(
                    "{side}-by-{side}, n = {pieces}: {games} games in {seconds:.3} s, {rate} games a second"
                )
            });
            What::Simulation(simulation, at_hand(query, session))
        }
    };
    session.remark(|| format!("{side}-by-{side}, n = {pieces}: by {}", method.name()));
    Ok(Found { side, pieces, rules, method: method.name(), what })
}

/// The exact distribution beside a simulation, if it takes no time to speak of.
fn at_hand(query: &Query, session: &Session) -> Option<Distribution> {
    match query.at_hand(session.progress()).ok()??.found {
        random_play::Found::Margins(distribution, _) => Some(distribution),
        _ => None,
    }
}
