//! `gqt3 arena`: many games between two players, and how often their choices keep the value.

pub(super) mod accuracy;
mod args;

use gqt3::number::decimal;
use gqt3::players::{Contest, Effort, Kind, play_all};
use gqt3::position::Position;
use gqt3::random_play::{Estimate, Outcome, Simulation};
use gqt3::report::{self, Cell, Report, Table};
use num_bigint::BigInt;
use num_rational::BigRational;
use serde_json::{Value, json};

use super::columns::sizes;
use super::failure::Failure;
use super::rule_args::unless_default;
use super::session::Session;
pub use args::ArenaArgs;
use args::{DIGITS, asked, efforts};

pub fn run(args: &ArenaArgs, session: Session) -> Result<(), Failure> {
    let rules = args.rules.rules();
    let games = args.size.games(&[rules])?;
    let starts = games.into_iter().map(Position::new);
    if args.accuracy {
        return accuracy::run(args, starts, &rules, session);
    }
    check_heuristic(args)?;
    let effort = effort(args)?;
    let mut contests = Vec::new();
    for start in starts {
        for &one in &args.player1 {
            for &two in &args.player2 {
                let players = [one, two];
                contests.push(Contest {
                    start,
                    players,
                    effort,
                    seed: args.seed,
                    opening: args.opening.into(),
                });
            }
        }
    }
    let games = play_all(&contests, args.games, session.progress())?;
    let matches = contests.into_iter().zip(games).map(|(contest, games)| Match { contest, games });
    let matches: Vec<Match> = matches.collect();
    let table = Table::of(columns(), &matches);
    session.finish(&Report {
        summary: json!({"matches": matches.iter().map(Match::summary).collect::<Vec<_>>()}),
        ..Report::new(
            "arena",
            asked(args, &rules),
            table.captioned("Games between players").saying(unless_default(&rules)),
        )
    })
}

/// Refuses flags of heuristic players if there is none.
fn check_heuristic(args: &ArenaArgs) -> Result<(), Failure> {
    if args.player1.iter().chain(&args.player2).any(|&kind| kind == Kind::Heuristic) {
        return Ok(());
    }
    let flags = [
        ("--depth", args.depth.is_some()),
        ("--move-time", args.move_time.is_some()),
        ("--node-limit", args.node_limit.is_some()),
        ("--no-exact-end", args.no_exact_end),
    ];
    match flags.into_iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((flag, _)) => Err(Failure::BadInput(format!(
            "{flag} is for a heuristic player, and there is none; add --player1 heuristic, or drop it"
        ))),
    }
}

/// The one effort of games.
fn effort(args: &ArenaArgs) -> Result<Effort, Failure> {
    if let Some(time) = args.move_time {
        return Ok(Effort { exact_end: !args.no_exact_end, ..Effort::of_time(time) });
    }
    match efforts(args)[..] {
        [one] => Ok(one),
        _ => Err(Failure::BadInput("--depth: several depths are for --accuracy; name one".to_owned())),
    }
}

/// A contest and how its games ended.
struct Match {
    contest: Contest,
    games: Simulation,
}

/// Half the width of a 95 % interval, in standard errors: of a normal distribution.
const NORMAL_95: f64 = 1.959_964;

impl Match {
    fn sizes(&self) -> (usize, usize) {
        accuracy::size(&self.contest)
    }

    /// How many games ended so, and in text their share.
    fn count(key: &'static str, heading: &str, outcome: Outcome) -> Column {
        let share = move |one: &Match| {
            let ratio = BigRational::new(
                BigInt::from(100 * one.games.count(outcome)),
                BigInt::from(one.games.games().max(1)),
            );
            format!("{}%", decimal(&ratio, 1))
        };
        Column::new(key, move |one| one.games.count(outcome)).headed(heading).in_text(share)
    }

    /// The mean margin with the ends of its interval, if there are games enough for one.
    fn margin(&self) -> (f64, Option<[f64; 2]>) {
        let Estimate { value, standard_error } = self.games.mean_margin();
        let half = NORMAL_95 * standard_error;
        (value, half.is_finite().then_some([value - half, value + half]))
    }

    fn summary(&self) -> Value {
        let margins = self.games.margins().iter();
        let margins = margins.map(|(margin, games)| (margin.to_ratio().to_string(), json!(games)));
        let turns = self.games.lengths().iter().map(|(turns, games)| (turns.to_string(), json!(games)));
        let (board, pieces) = self.sizes();
        json!({
            "board": board,
            "pieces": pieces,
            "player1": self.contest.players[0].name(),
            "player2": self.contest.players[1].name(),
            "margins": Value::Object(margins.rev().collect()),
            "turns": Value::Object(turns.collect()),
        })
    }
}

type Column = report::Column<'static, Match>;

fn columns() -> Vec<Column> {
    let end = |one: &Match, end: usize| one.margin().1.map(|ends| Cell::float(ends[end], DIGITS));
    let interval = |one: &Match| match one.margin().1 {
        Some([low, high]) => format!("{} .. {}", signed(low), signed(high)),
        None => String::new(),
    };
    let turns = |one: &Match| one.games.mean_length().value;
    let mut columns = sizes(Match::sizes);
    columns.extend([
        Column::new("player1", |one| one.contest.players[0].name()).headed("player 1"),
        Column::new("player2", |one| one.contest.players[1].name()).headed("player 2"),
        Column::new("games", |one| one.games.games()).once("{} games each"),
        Match::count("player1_wins", "P1 wins", Outcome::Player1Wins),
        Match::count("draws", "draws", Outcome::Draw),
        Match::count("player2_wins", "P2 wins", Outcome::Player2Wins),
        Column::new("mean_margin", |one| Cell::float(one.margin().0, DIGITS))
            .in_text(|one| signed(one.margin().0)),
        Column::text("95% interval", interval).spare(),
        Column::data("margin_low", move |one| end(one, 0)),
        Column::data("margin_high", move |one| end(one, 1)),
        Column::new("mean_turns", move |one| Cell::float(turns(one), DIGITS))
            .headed("turns")
            .spare()
            .in_text(move |one| Cell::float(turns(one), 2)),
    ]);
    columns
}

fn signed(value: f64) -> String {
    match Cell::float(value, 3).plain() {
        text if text.starts_with('-') || text.is_empty() => text,
        text => format!("+{text}"),
    }
}
