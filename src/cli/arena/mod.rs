//! `gqt3 arena`: many games between two players, and how often their choices keep the value.

pub(super) mod accuracy;

use gqt3::game::Game;
use std::time::Duration;

use clap::Args;
use gqt3::board::Board;
use gqt3::players::{Contest, Effort, Error, Kind};
use gqt3::position::Position;
use gqt3::random_play::simulate::Estimate;
use gqt3::random_play::{Outcome, Simulation};
use gqt3::report::{Cell, Column, Report, Shown, Table, decimal};
use gqt3::rules::Rules;
use num_bigint::BigInt;
use num_rational::BigRational;
use serde_json::{Map, Value, json};

use super::failure::{Failure, NOTHING_WRITTEN};
use super::limited::seconds;
use super::numbers::Numbers;
use super::rule_args::{RuleArgs, named_values, parameters};
use super::session::Session;
use super::size_args::{BoardArgs, PiecesArgs};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Play many games between two players
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ArenaArgs {
    /// Who plays player 1: one kind, or several after commas
    #[arg(long, value_name = "KIND", default_value = "heuristic", value_delimiter = ',', value_parser = named_values!(Kind))]
    player1: Vec<Kind>,
    /// Who plays player 2
    #[arg(long, value_name = "KIND", default_value = "random", value_delimiter = ',', value_parser = named_values!(Kind))]
    player2: Vec<Kind>,
    /// How many games for each pair
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000), allow_negative_numbers = true)]
    games: u64,
    /// The seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    /// How many turns a heuristic player looks ahead; with --accuracy several, such as 1..3
    #[arg(long, value_name = "TURNS", allow_negative_numbers = true)]
    depth: Option<Numbers>,
    /// Let a heuristic player think so long about each action, as deep as it gets; then games depend on the machine
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, conflicts_with = "depth")]
    move_time: Option<Duration>,
    /// Let a heuristic player visit so many positions for each action, as deep as it gets or to --depth; the same on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true, conflicts_with = "move_time")]
    node_limit: Option<u64>,
    /// Heuristic players do not search the end of a game in full
    #[arg(long)]
    no_exact_end: bool,
    /// How many turns at the beginning of each game are played at random
    #[arg(long, value_name = "TURNS", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=64), allow_negative_numbers = true)]
    opening: u8,
    /// Measure how often choices keep the value, in positions from --games games of each kind of player with itself
    #[arg(long, conflicts_with_all = ["player1", "player2"])]
    accuracy: bool,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    pieces: PiecesArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

const EXAMPLES: &str = "\
Margins are player 1's points minus player 2's. The games depend on the seed alone, not on threads or machine, unless
--move-time is given. Players vary their play where they see no difference.

A heuristic player looks 3 turns ahead, or --depth turns. With --move-time or --node-limit it looks
one turn further at a time, and its choice is that of the last search that was finished. Up to a
quarter of the limit is for an attempt to search the end of the game in full.

With --accuracy: in each position the solver tells which actions keep the value under perfect play. A decision is
critical if some action does not. The heuristic player is asked for its choice; for the random player the share of
right actions is its chance.

Examples:
  gqt3 arena
  gqt3 arena --player1 heuristic,random --player2 heuristic,random --games 50
  gqt3 arena --player1 perfect --player2 heuristic --games 20
  gqt3 arena --board 5 --player1 heuristic --depth 1 --games 20
  gqt3 arena --board 4 --player1 heuristic --node-limit 500 --games 10
  gqt3 arena --accuracy --games 10 --depth 1,2";

pub fn run(args: &ArenaArgs, session: Session) -> Result<(), Failure> {
    let rules = args.rules.rules()?;
    let mut starts = Vec::new();
    for side in args.board.board.iter() {
        let board = Board::new(side).map_err(|error| Failure::BadInput(format!("--board: {error}")))?;
        for pieces in args.pieces.pieces.iter() {
            starts.push(Position::new(Game::new(board, pieces, rules).unwrap()));
        }
    }
    if args.accuracy {
        return accuracy::run(args, &starts, &rules, session);
    }
    check_heuristic(args)?;
    let effort = effort(args)?;
    let mut matches = Vec::new();
    for start in starts {
        for &one in &args.player1 {
            for &two in &args.player2 {
                let contest = Contest {
                    start,
                    players: [one, two],
                    effort,
                    seed: args.seed,
                    opening: args.opening.into(),
                };
                let games = contest.play(args.games, session.progress()).map_err(failure)?;
                matches.push(Match { contest, games });
            }
        }
    }
    session.finish(&Report {
        command: "arena",
        parameters: asked(args, &rules),
        table: data(&matches),
        views: vec![view(&matches, &rules)],
        summary: Map::from_iter([(
            "matches".to_owned(),
            Value::Array(matches.iter().map(Match::summary).collect()),
        )]),
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

/// All efforts that were named.
fn efforts(args: &ArenaArgs) -> Vec<Effort> {
    let effort = args.node_limit.map_or_else(Effort::default, Effort::of_nodes);
    let effort = Effort { exact_end: !args.no_exact_end, ..effort };
    match &args.depth {
        Some(depths) => depths.iter().map(|depth| Effort { depth, ..effort }).collect(),
        None => vec![effort],
    }
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Interrupted(_) => Failure::Interrupted(NOTHING_WRITTEN),
        Error::NoGames => Failure::BadInput("--games 0 is too small; use 1 or more".to_owned()),
        Error::Unsolved(_) => Failure::BadInput(format!("{error}, or the heuristic player")),
    }
}

fn asked(args: &ArenaArgs, rules: &Rules) -> Map<String, Value> {
    let mut asked = parameters(rules);
    let names = |kinds: &[Kind]| json!(kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>());
    asked.insert("board".to_owned(), json!(args.board.board.iter().collect::<Vec<_>>()));
    asked.insert("pieces".to_owned(), json!(args.pieces.pieces.iter().collect::<Vec<_>>()));
    if !args.accuracy {
        asked.insert("player1".to_owned(), names(&args.player1));
        asked.insert("player2".to_owned(), names(&args.player2));
    }
    asked.insert("games".to_owned(), json!(args.games));
    asked.insert("seed".to_owned(), json!(args.seed));
    asked.insert(
        "depth".to_owned(),
        json!(args.depth.as_ref().map(|depths| depths.iter().collect::<Vec<_>>())),
    );
    asked.insert("move_time".to_owned(), json!(args.move_time.map(|time| time.as_secs_f64())));
    asked.insert("node_limit".to_owned(), json!(args.node_limit));
    asked.insert("no_exact_end".to_owned(), json!(args.no_exact_end));
    asked.insert("opening".to_owned(), json!(args.opening));
    asked
}

/// A contest and how its games ended.
struct Match {
    contest: Contest,
    games: Simulation,
}

/// Half the width of a 95 % interval, in standard errors: of a normal distribution.
const NORMAL_95: f64 = 1.959_964;

impl Match {
    fn sides(&self) -> [usize; 2] {
        [self.contest.start.board().side().unwrap_or(1), self.contest.start.pieces()]
    }

    fn counts(&self) -> [u64; 3] {
        [Outcome::Player1Wins, Outcome::Draw, Outcome::Player2Wins].map(|outcome| self.games.count(outcome))
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
        let [board, pieces] = self.sides();
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

/// A float as a cell.
fn rounded(value: f64, digits: usize) -> Cell {
    BigRational::from_float(value).map_or(Cell::Absent, |ratio| Cell::Decimal(ratio, digits))
}

const DIGITS: usize = 6;

fn data(matches: &[Match]) -> Table {
    let keys = ["board", "pieces", "player1", "player2", "games", "player1_wins", "draws", "player2_wins"];
    let floats = ["mean_margin", "margin_low", "margin_high", "mean_turns"];
    let mut table = Table::new(keys.into_iter().chain(floats).map(Column::new).collect());
    for one in matches {
        let [board, pieces] = one.sides();
        let (mean, interval) = one.margin();
        let [low, high] = [0, 1].map(|end| interval.map_or(Cell::Absent, |ends| rounded(ends[end], DIGITS)));
        let mut row = vec![Cell::size(board), Cell::size(pieces)];
        row.extend(one.contest.players.map(|kind| Cell::text(kind.name())));
        row.push(Cell::Number(one.games.games()));
        row.extend(one.counts().map(Cell::Number));
        row.extend([rounded(mean, DIGITS), low, high, rounded(one.games.mean_length().value, DIGITS)]);
        table.push(row);
    }
    table
}

/// A share in percent.
fn percent(count: u64, of: u64) -> String {
    let ratio = BigRational::new(BigInt::from(100 * count), BigInt::from(of.max(1)));
    format!("{}%", decimal(&ratio, 1))
}

fn signed(value: f64) -> String {
    BigRational::from_float(value).map_or_else(String::new, |ratio| {
        let text = decimal(&ratio, 3);
        if text.starts_with('-') { text } else { format!("+{text}") }
    })
}

fn view(matches: &[Match], rules: &Rules) -> Table {
    let rules = rules.to_string();
    let rules = if rules == "paper" { String::new() } else { format!(" ({rules})") };
    let columns = ["board", "n", "player 1", "player 2", "games", "P1 wins", "draws", "P2 wins"];
    let last = ["mean margin", "95% interval", "turns"];
    let columns = columns.into_iter().chain(last).map(|name| Column::new("arena").headed(name));
    let mut table = Table::new(columns.collect()).captioned(format!("Games between players{rules}"));
    for one in matches {
        let [board, pieces] = one.sides();
        let all = one.games.games();
        let (mean, interval) = one.margin();
        let interval =
            interval.map_or_else(String::new, |[low, high]| format!("{} .. {}", signed(low), signed(high)));
        let mut row = vec![Cell::Text(format!("{board}x{board}")), Cell::size(pieces)];
        row.extend(one.contest.players.map(|kind| Cell::text(kind.name())));
        row.push(Cell::Number(all));
        row.extend(one.counts().map(|count| Cell::Text(percent(count, all))));
        row.extend([
            Cell::Text(signed(mean)),
            Cell::Text(interval),
            rounded(one.games.mean_length().value, 2),
        ]);
        table.push(row);
    }
    debug_assert!(table.columns.iter().all(|column| column.shown == Shown::Everywhere));
    table
}
