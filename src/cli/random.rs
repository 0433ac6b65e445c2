use std::time::Instant;

use crate::results::random::{RandomRow, tables};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gqt3::engine::game::Game;
use gqt3::random_play::{
    Answer, MAX_EXACT_SIDE, Method, Query, RandomPlay, RandomPlayError, random_play,
};
use gqt3::support::number::counted;

use super::failure::{Failure, GAMES_COUNTED};
use super::numbers::within;
use super::parameters::set_rules;
use super::rule_args::RuleLists;
use super::session::{SHORT_HELP, Session};
use super::size_args::SizeArgs;

/// Find the distribution of the margin under random play, exactly or by simulation
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORT_HELP, after_long_help = EXAMPLES)]
pub struct RandomArgs {
    #[command(flatten)]
    size: SizeArgs,
    /// Select the method
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = methods())]
    method: Method,
    /// Play N games with --method simulate [default: 1000000]
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    games: Option<u64>,
    /// Seed the random numbers of --method simulate [default: 1]
    #[arg(long, value_name = "S", value_parser = within::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    rules: RuleLists,
}

const EXAMPLES: &str = "\
Without flags: the 3-by-3 board, the paper's Table 2. On a full board the distribution does not depend on n. \
The chooser of the collapse never affects random play.

Exact for full boards up to 24x24 (seconds up to 20x20, about a minute for 24x24), and for games that may stop early on \
boards up to 3x3 with n = 1 or 2, or up to 2x2. Simulation supports all rules, for n = 1 and 2 on boards up to 8x8 and for \
any n on boards up to 4x4. On larger boards with n >= 3, it fails if an entanglement is too large to draw its collapse \
uniformly.

Examples:
  gqt3 random
  gqt3 random --board 1..8
  gqt3 random --board 4 --scoring shared
  gqt3 random --ending first-line --pieces 1,2
  gqt3 random --method simulate --pieces 3 --games 2000000 --seed 7
  gqt3 random --format csv";

/// The simulation has its default games and seed.
const METHODS: [(Method, &str); 4] = [
    (Method::Auto, "an exact method"),
    (
        Method::Enumerate,
        "enumerate all endgames up to 3x3, or all histories up to 2x2",
    ),
    (
        Method::Exact,
        "count endgames by their lines, or games by their classical squares",
    ),
    (
        Method::Simulate {
            games: 1_000_000,
            seed: 1,
        },
        "play --games random games, under any rules",
    ),
];

fn methods() -> impl TypedValueParser<Value = Method> {
    let values = METHODS.map(|(method, help)| PossibleValue::new(method.name()).help(help));
    PossibleValuesParser::new(values).map(|name| {
        let named = METHODS
            .into_iter()
            .find(|(method, _)| method.name() == name);
        named.map_or(Method::Auto, |(method, _)| method)
    })
}

pub fn run(args: &RandomArgs, mut session: Session) -> Result<(), Failure> {
    check(args)?;
    let method = match args.method {
        Method::Simulate { games, seed } => Method::Simulate {
            games: args.games.unwrap_or(games),
            seed: args.seed.unwrap_or(seed),
        },
        exact => exact,
    };
    let (games, seed) = match method {
        Method::Simulate { games, seed } => (Some(games.to_string()), Some(seed)),
        _ => (None, None),
    };
    let rules = args.rules.rules();
    set_rules(&mut session.parameters, &rules);
    session.parameters.set("games", games);
    session.parameters.set("seed", seed);
    let mut queries = Vec::new();
    for pieces in args.size.pieces().iter() {
        for side in args.size.board.iter() {
            queries.extend(rules.iter().map(|&rules| Query {
                side,
                pieces,
                rules,
                method,
            }));
        }
    }
    // Refuse impossible queries before a long computation begins.
    queries
        .iter()
        .try_for_each(|query| query.check().map_err(|error| refused(query, error)))?;
    session.announce(queries.iter().map(seconds).sum());
    let mut rows = Vec::new();
    for query in &queries {
        match find(query, &session) {
            Err(Failure::Interrupted(_)) if !rows.is_empty() => break,
            row => rows.push(row?),
        }
    }
    let is_finished = rows.len() == queries.len() && rows.iter().all(|row| is_whole(row, method));
    session.finish_partial(tables(&rows))?;
    if is_finished {
        Ok(())
    } else {
        Err(Failure::Interrupted(GAMES_COUNTED))
    }
}

/// Estimates the time on one core.
fn seconds(query: &Query) -> f64 {
    match query.method {
        Method::Simulate { games, .. } => games as f64 * (5e-7 + seconds_to_collapse(query)),
        // `gqt3 random --board 19` and `--board 20` take 2 to 4 s each.
        _ => 4.0 * 2_f64.powi(query.side.next_multiple_of(2) as i32 - 20),
    }
}

/// Estimates how long it takes to draw the collapses of a game, by a formula fitted to full boards
/// up to 7x7. With n <= 2 this takes almost no time.
fn seconds_to_collapse(query: &Query) -> f64 {
    let (squares, pieces) = ((query.side * query.side) as f64, query.pieces as f64);
    if !(3.0..=squares).contains(&pieces) {
        return 0.0;
    }
    // A collapse that needs more than about 2^20 sets ends the simulation.
    let sets = (squares - 2.3 * (squares - pieces) / pieces)
        .min(20.0)
        .exp2();
    1.1e-9 * squares * sets
}

fn is_whole(row: &RandomRow, method: Method) -> bool {
    match (&row.answer, method) {
        (Answer::Simulation(simulation), Method::Simulate { games, .. }) => {
            simulation.games() == games
        }
        _ => true,
    }
}

fn check(args: &RandomArgs) -> Result<(), Failure> {
    let simulates = matches!(args.method, Method::Simulate { .. });
    let of_no_use = [
        ("--games", args.games.is_some() && !simulates),
        ("--seed", args.seed.is_some() && !simulates),
    ];
    if let Some((flag, _)) = of_no_use.iter().find(|(_, is_given)| *is_given) {
        let method = args.method.name();
        return Err(Failure::BadInput(format!(
            "{flag} applies only to simulated games, not to --method {method}; add --method simulate"
        )));
    }
    Ok(())
}

fn refused(query: &Query, error: RandomPlayError) -> Failure {
    match error {
        RandomPlayError::Side { side, most }
            if most < MAX_EXACT_SIDE && !Game::always_fills(query.pieces, &query.rules) =>
        {
            let limited = match query.method {
                Method::Enumerate => "--method enumerate plays games that may stop early",
                _ => "games that may stop early are counted exactly",
            };
            Failure::BadInput(format!(
                "--board {side} is too large: {limited} up to {most}x{most}; use --method simulate"
            ))
        }
        error => error.into(),
    }
}

fn find(query: &Query, session: &Session) -> Result<RandomRow, Failure> {
    let &Query {
        side,
        pieces,
        rules,
        ..
    } = query;
    let started = Instant::now();
    let RandomPlay { method, answer } = random_play(query, session.progress())?;
    let mut expected = None;
    if let Answer::Simulation(simulation) = &answer {
        let seconds = started.elapsed().as_secs_f64();
        session.message(|| {
            let games = counted(simulation.games(), "game");
            let rate = simulation.games() as f64 / seconds.max(1e-9);
            let rate = counted(format!("{rate:.0}"), "game");
            format!("{side}-by-{side}, n = {pieces}: {games} in {seconds:.3} s, {rate} a second")
        });
        if let Ok(Some(RandomPlay {
            answer: Answer::Margins(exact, _),
            ..
        })) = query.at_hand(session.progress())
        {
            expected = Some(exact);
        }
    }
    session.remark(|| format!("{side}-by-{side}, n = {pieces}: by {}", method.name()));
    Ok(RandomRow::new(
        (side, pieces),
        rules,
        method,
        answer,
        expected,
    ))
}
