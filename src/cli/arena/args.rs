//! The flags of `gqt3 arena`, and what they ask for.

use std::time::Duration;

use crate::players::{Contest, Effort, Kind};
use crate::position::Position;
use crate::rules::Rules;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};

use crate::cli::limited::seconds;
use crate::cli::rule_args::{RuleArgs, named_values, parameters};
use crate::cli::size_args::SizeArgs;

/// The digits of a decimal in CSV and JSON.
pub const DIGITS: usize = 6;

/// Play many games between players
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ArenaArgs {
    /// Who plays player 1: one kind, or several after commas
    #[arg(long, value_name = "KIND", default_value = "heuristic", value_delimiter = ',', value_parser = named_values!(Kind))]
    pub player1: Vec<Kind>,
    /// Who plays player 2
    #[arg(long, value_name = "KIND", default_value = "random", value_delimiter = ',', value_parser = named_values!(Kind))]
    pub player2: Vec<Kind>,
    /// Let each of these play against each of the others, as player 1 and as player 2, and rate them
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = named_values!(Kind), conflicts_with_all = ["player1", "player2", "accuracy"])]
    pub players: Vec<Kind>,
    /// How many games for each pair
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000), allow_negative_numbers = true)]
    pub games: u64,
    /// The seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// Let a heuristic player think so long about each action; then games depend on the machine
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub move_time: Option<Duration>,
    /// Let a heuristic player take so many playouts for each action [default: 2000]; with --accuracy several, such as 10,100
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true, conflicts_with = "move_time")]
    pub node_limit: Vec<u64>,
    /// Heuristic players do not ask the solver
    #[arg(long)]
    pub no_exact_end: bool,
    /// How many turns at the beginning of each game are played at random
    #[arg(long, value_name = "TURNS", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=64), allow_negative_numbers = true)]
    pub opening: u8,
    /// Measure how often choices keep the value, in positions from --games games of each kind of player with itself
    #[arg(long, conflicts_with_all = ["player1", "player2"])]
    pub accuracy: bool,
    #[command(flatten)]
    pub size: SizeArgs,
    #[command(flatten)]
    pub rules: RuleArgs,
}

const EXAMPLES: &str = "\
Margins are player 1's points minus player 2's. The games depend on the seed alone, not on threads or machine, unless \
--move-time is given. Players vary their play where they see no difference.

A heuristic player searches a tree of games: 2,000 playouts for each action, or --node-limit of them, or as many as \
--move-time allows. On boards up to 3x3 it asks the solver first, and is exact as soon as that knows the value in about half \
of the limit. level1 to level5 are the players of gqt3 play --level.

With --players each pair plays --games games with either beginning. A win counts 1, a draw 1/2. Elo: a player who is 400 \
above another one is expected to score 10 to 1; the mean of all is 0, and so that every rating is finite, each pair is given \
one draw more.

With --accuracy: in each position the solver tells which actions keep the value under perfect play. A decision is \
critical if some action does not. The heuristic player is asked for its choice; for the random player the share of \
right actions is its chance.

Examples:
  gqt3 arena
  gqt3 arena --player1 heuristic,random --player2 heuristic,random --games 50
  gqt3 arena --player1 perfect --player2 heuristic --games 20
  gqt3 arena --board 4 --pieces 3 --player1 heuristic --node-limit 500 --games 10
  gqt3 arena --players level1,level2,level3,perfect --games 20
  gqt3 arena --accuracy --games 10 --node-limit 10,100";

/// The efforts that the flags name: one, or with several limits of playouts as many.
pub fn efforts(args: &ArenaArgs) -> Vec<Effort> {
    let efforts = match (args.move_time, &args.node_limit[..]) {
        (Some(time), _) => vec![Effort::of_time(time)],
        (None, []) => vec![Effort::default()],
        (None, limits) => limits.iter().map(|&limit| Effort::of_nodes(limit)).collect(),
    };
    let asked = |effort: Effort| if args.no_exact_end { effort.by_search_alone() } else { effort };
    efforts.into_iter().map(asked).collect()
}

/// A contest of two players from a position on.
pub fn contest(args: &ArenaArgs, start: Position, players: [Kind; 2], effort: Effort) -> Contest {
    Contest { start, players, effort, seed: args.seed, opening: args.opening.into() }
}

/// The parameters of the command, for JSON.
pub fn asked(args: &ArenaArgs, rules: &Rules) -> Value {
    let names = |kinds: &[Kind]| json!(kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>());
    let mut asked = json!({"board": args.size.board.as_slice(), "pieces": args.size.pieces().as_slice()});
    if !args.players.is_empty() {
        asked["players"] = names(&args.players);
    } else if !args.accuracy {
        asked["player1"] = names(&args.player1);
        asked["player2"] = names(&args.player2);
    }
    asked["games"] = json!(args.games);
    asked["seed"] = json!(args.seed);
    asked["move_time"] = json!(args.move_time.map(|time| time.as_secs_f64()));
    asked["node_limit"] = json!(args.node_limit);
    asked["no_exact_end"] = json!(args.no_exact_end);
    asked["opening"] = json!(args.opening);
    parameters(rules, asked)
}
