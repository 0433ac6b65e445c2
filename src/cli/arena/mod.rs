//! `gqt3 arena`: many games between players, their ratings, and how often their choices keep the value.

pub(super) mod accuracy;
mod args;
mod cross_table;

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
use cross_table::CrossTable;

pub fn run(args: &ArenaArgs, session: Session) -> Result<(), Failure> {
    let rules = args.rules.rules();
    let games = args.size.games(&[rules])?;
    let starts = games.into_iter().map(Position::new);
    if args.accuracy {
        return accuracy::run(args, starts, &rules, session);
    }
    let effort = effort(args)?;
    let starts: Vec<Position> = starts.collect();
    check_heuristic(args, &starts)?;
    let contest = |&start: &Position, players| Contest {
        start,
        players,
        effort,
        seed: args.seed,
        opening: args.opening.into(),
    };
    let pairs = pairs(args)?;
    let contests = starts.iter().flat_map(|start| pairs.iter().map(move |pair| contest(start, *pair)));
    let contests: Vec<Contest> = contests.collect();
    let games = play_all(&contests, args.games, session.progress())?;
    let matches = contests.into_iter().zip(games).map(|(contest, games)| Match { contest, games });
    let matches: Vec<Match> = matches.collect();
    let table = Table::of(columns(), &matches);
    if !args.players.is_empty() {
        let tables: Vec<CrossTable> =
            matches.chunks(pairs.len()).map(|of| CrossTable::of(&args.players, of)).collect();
        return session.finish(&Report {
            views: tables.iter().map(|table| table.view(args.games, &rules)).collect(),
            summary: json!({"ratings": tables.iter().map(CrossTable::summary).collect::<Vec<_>>()}),
            ..Report::new("arena", asked(args, &rules), table)
        });
    }
    session.finish(&Report {
        summary: json!({"matches": matches.iter().map(Match::summary).collect::<Vec<_>>()}),
        ..Report::new(
            "arena",
            asked(args, &rules),
            table.captioned("Games between players").saying(unless_default(&rules)),
        )
    })
}

/// Who plays whom: player 1 and player 2.
fn pairs(args: &ArenaArgs) -> Result<Vec<[Kind; 2]>, Failure> {
    let of = |ones: &[Kind], twos: &[Kind]| -> Vec<[Kind; 2]> {
        ones.iter().flat_map(|&one| twos.iter().map(move |&two| [one, two])).collect()
    };
    if args.players.is_empty() {
        return Ok(of(&args.player1, &args.player2));
    }
    let twice = (1..args.players.len()).find(|&place| args.players[..place].contains(&args.players[place]));
    if let Some(place) = twice {
        let name = args.players[place].name();
        return Err(Failure::BadInput(format!("--players: {name} is named twice; name each player once")));
    }
    if args.players.len() < 2 {
        return Err(Failure::BadInput("--players: one player has no opponent; name two or more".to_owned()));
    }
    let mut pairs = of(&args.players, &args.players);
    pairs.retain(|[one, two]| one != two);
    Ok(pairs)
}

/// Refuses flags of heuristic players if there is none.
fn check_heuristic(args: &ArenaArgs, starts: &[Position]) -> Result<(), Failure> {
    let kinds =
        || args.player1.iter().chain(&args.player2).filter(|_| args.players.is_empty()).chain(&args.players);
    if starts.iter().any(|start| kinds().any(|kind| kind.uses_effort(start.game()))) {
        return Ok(());
    }
    let flags = [
        ("--move-time", args.move_time.is_some()),
        ("--node-limit", !args.node_limit.is_empty()),
        ("--no-exact-end", args.no_exact_end),
    ];
    let add = if args.players.is_empty() { "--player1 heuristic" } else { "heuristic to --players" };
    match flags.into_iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((flag, _)) => Err(Failure::BadInput(format!(
            "{flag} is for a heuristic player, and there is none; add {add}, or drop it"
        ))),
    }
}

/// The one effort of games.
fn effort(args: &ArenaArgs) -> Result<Effort, Failure> {
    match efforts(args)[..] {
        [one] => Ok(one),
        _ => Err(Failure::BadInput("--node-limit: several limits are for --accuracy; name one".to_owned())),
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
