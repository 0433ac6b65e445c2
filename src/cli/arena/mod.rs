//! `gqt3 arena`: many games between two players, and how often their choices keep the value.

pub(super) mod accuracy;

use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gqt3::number::decimal;
use gqt3::players::{Contest, Effort, Kind};
use gqt3::position::Position;
use gqt3::random_play::{Estimate, Outcome, Simulation};
use gqt3::report::{self, Cell, Report, Table};
use gqt3::rules::Rules;
use num_bigint::BigInt;
use num_rational::BigRational;
use serde_json::{Value, json};

use super::columns::sizes;
use super::failure::Failure;
use super::limited::seconds;
use super::numbers::Numbers;
use super::rule_args::{RuleArgs, in_brackets, named_values, parameters};
use super::session::Session;
use super::size_args::SizeArgs;

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
    size: SizeArgs,
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
    let rules = args.rules.rules();
    let games = args.size.games(&[rules])?;
    let starts = games.into_iter().map(Position::new);
    if args.accuracy {
        return accuracy::run(args, starts, &rules, session);
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
                let games = contest.play(args.games, session.progress())?;
                matches.push(Match { contest, games });
            }
        }
    }
    let table = Table::of(columns(), &matches);
    session.finish(&Report {
        summary: json!({"matches": matches.iter().map(Match::summary).collect::<Vec<_>>()}),
        ..Report::new(
            "arena",
            asked(args, &rules),
            table.captioned(format!("Games between players{}", in_brackets(&rules))),
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

/// All efforts that were named.
fn efforts(args: &ArenaArgs) -> Vec<Effort> {
    let effort = args.node_limit.map_or_else(Effort::default, Effort::of_nodes);
    let effort = Effort { exact_end: !args.no_exact_end, ..effort };
    match &args.depth {
        Some(depths) => depths.iter().map(|depth| Effort { depth, ..effort }).collect(),
        None => vec![effort],
    }
}

fn asked(args: &ArenaArgs, rules: &Rules) -> Value {
    let names = |kinds: &[Kind]| json!(kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>());
    let mut asked = json!({"board": args.size.board.as_slice(), "pieces": args.size.pieces().as_slice()});
    if !args.accuracy {
        asked["player1"] = names(&args.player1);
        asked["player2"] = names(&args.player2);
    }
    asked["games"] = json!(args.games);
    asked["seed"] = json!(args.seed);
    asked["depth"] = json!(args.depth.as_ref().map(Numbers::as_slice));
    asked["move_time"] = json!(args.move_time.map(|time| time.as_secs_f64()));
    asked["node_limit"] = json!(args.node_limit);
    asked["no_exact_end"] = json!(args.no_exact_end);
    asked["opening"] = json!(args.opening);
    parameters(rules, asked)
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

/// The digits of a decimal in CSV and JSON.
const DIGITS: usize = 6;

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
        Column::new("games", |one| one.games.games()),
        Match::count("player1_wins", "P1 wins", Outcome::Player1Wins),
        Match::count("draws", "draws", Outcome::Draw),
        Match::count("player2_wins", "P2 wins", Outcome::Player2Wins),
        Column::new("mean_margin", |one| Cell::float(one.margin().0, DIGITS))
            .in_text(|one| signed(one.margin().0)),
        Column::text("95% interval", interval),
        Column::data("margin_low", move |one| end(one, 0)),
        Column::data("margin_high", move |one| end(one, 1)),
        Column::new("mean_turns", move |one| Cell::float(turns(one), DIGITS))
            .headed("turns")
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
