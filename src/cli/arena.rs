//! `gqt3 arena`: matches between players.

use std::time::Duration;

use crate::beyond::players::{Budget, Computer, Match, play_all};
use crate::engine::game::Game;
use crate::engine::position::Position;
use crate::engine::rules::Rules;
use crate::perfect_play::MAX_SOLVED_SQUARES;
use crate::random_play::{Estimate, Outcome, Simulation};
use crate::report::{self, Cell, Report, TIE, Table};
use crate::support::number::{NORMAL_95, decimal, group_digits};
use crate::support::progress::Interrupted;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use serde_json::{Value, json};

use super::failure::{Failure, GAMES_COUNTED};
use super::limited::seconds;
use super::numbers::within;
use super::rule_args::{RuleArgs, named_values, parameters};
use super::session::{ADVANCED, SHORT_HELP, Session};
use super::size_args::SizeArgs;
use crate::results::columns::{caption, signed, sizes_or_caption, unless_default};

/// The number of digits of decimals in CSV and JSON.
const DIGITS: usize = 6;

/// Play matches between computer players
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORT_HELP, after_long_help = EXAMPLES)]
pub struct ArenaArgs {
    /// Set player 1: one player, or a list separated by commas
    #[arg(long, value_name = "PLAYER", default_value = "heuristic", value_delimiter = ',', value_parser = named_values!(Computer))]
    player1: Vec<Computer>,
    /// Set player 2: each player 1 meets each player 2
    #[arg(long, value_name = "PLAYER", default_value = "random", value_delimiter = ',', value_parser = named_values!(Computer))]
    player2: Vec<Computer>,
    /// Play N games for each pair
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within::<u64>(1..=1_000_000_000), allow_negative_numbers = true)]
    games: u64,
    /// Seed the random numbers
    #[arg(
        long,
        value_name = "S",
        default_value_t = 1,
        allow_negative_numbers = true
    )]
    seed: u64,
    /// Give a heuristic player SECONDS for each action; games then depend on the machine
    #[arg(long, help_heading = ADVANCED, hide_short_help = true, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    move_time: Option<Duration>,
    /// Give a heuristic player N playouts for each action [default: 2000]
    #[arg(long, help_heading = ADVANCED, hide_short_help = true, value_name = "N", value_parser = within::<u64>(1..=u64::MAX), allow_negative_numbers = true, conflicts_with = "move_time")]
    node_limit: Option<u64>,
    /// Play the first TURNS turns of each game at random
    #[arg(long, help_heading = ADVANCED, hide_short_help = true, value_name = "TURNS", default_value_t = 0, value_parser = within::<u8>(0..=64), allow_negative_numbers = true)]
    opening: u8,
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

const EXAMPLES: &str = "\
Margins are player 1's points minus player 2's. The games depend only on the seed, not on threads or machine, unless \
--move-time is given. Players choose at random among actions of equal evaluation.

A heuristic player searches a tree of games. Its budget for each action is 2,000 playouts, --node-limit playouts or \
--move-time seconds. On boards up to 3x3 it runs the solver first, on about half of the budget, and plays exactly if that \
proves the value. very-easy to hard and strongest are the levels of gqt3 play --level; these flags do not change them.

Examples:
  gqt3 arena
  gqt3 arena --player1 heuristic,random --player2 heuristic,random --games 50
  gqt3 arena --player1 perfect --player2 heuristic --games 20
  gqt3 arena --board 5 --player1 heuristic --player2 perfect --games 4
  gqt3 arena --board 4 --pieces 3 --player1 heuristic --node-limit 500 --games 10
  gqt3 arena --player1 easy,normal --player2 very-easy --games 20";

/// A match and its results.
struct Played {
    pairing: Match,
    games: Simulation,
}

pub fn run(args: &ArenaArgs, session: Session) -> Result<(), Failure> {
    let rules = args.rules.rules();
    let games = args.size.games(&[rules])?;
    args.check(&games)?;
    let matches: Vec<Match> = games
        .into_iter()
        .flat_map(|game| args.matches(game))
        .collect();
    let games = play_all(&matches, args.games, session.progress())?;
    let is_whole = games.iter().all(|games| games.games() == args.games);
    let matches = matches
        .into_iter()
        .zip(games)
        .map(|(pairing, games)| Played { pairing, games });
    // After an interruption, some pairs may have no games.
    let matches: Vec<Played> = matches.filter(|one| one.games.games() > 0).collect();
    if matches.is_empty() {
        return Err(Interrupted.into());
    }
    let (columns, mut said) = columns(&matches);
    said.splice(..0, [unless_default(&rules)]);
    said.push(random_turns(args.opening));
    let table = Table::of(columns, &matches).captioned(caption("Games between players", &said));
    session.finish_partial(&Report {
        summary: json!({"matches": matches.iter().map(Played::summary).collect::<Vec<_>>()}),
        ..Report::new("arena", args.asked(&rules), table)
    })?;
    if is_whole {
        Ok(())
    } else {
        Err(Failure::Interrupted(GAMES_COUNTED))
    }
}

/// Describes a random opening for a caption. Empty without an opening.
fn random_turns(opening: u8) -> String {
    match opening {
        0 => String::new(),
        1 => "after a random turn".to_owned(),
        turns => format!("after {turns} random turns"),
    }
}

impl ArenaArgs {
    /// Refuses inconsistent flags.
    ///
    /// These are players named twice, flags for heuristic players without such a player, and
    /// openings that leave the players nothing to decide. On boards that cannot be solved, an
    /// opening is also refused for the perfect player.
    fn check(&self, games: &[Game]) -> Result<(), Failure> {
        for (flag, kinds) in [("player1", &self.player1), ("player2", &self.player2)] {
            if let Some(place) =
                (1..kinds.len()).find(|&place| kinds[..place].contains(&kinds[place]))
            {
                let name = kinds[place].name();
                return Err(Failure::BadInput(format!(
                    "--{flag}: {name} is named twice; name each player once"
                )));
            }
        }
        let flags = [
            ("--move-time", self.move_time.is_some()),
            ("--node-limit", self.node_limit.is_some()),
        ];
        let has_one = self
            .player1
            .iter()
            .chain(&self.player2)
            .any(|&kind| kind == Computer::Heuristic);
        if let Some((flag, _)) = flags.into_iter().find(|&(_, given)| given && !has_one) {
            return Err(Failure::BadInput(format!(
                "{flag} applies only to a heuristic player; add --player1 heuristic, or drop it"
            )));
        }
        let opening = usize::from(self.opening);
        let perfect = self
            .player1
            .iter()
            .chain(&self.player2)
            .any(|&kind| kind == Computer::Perfect);
        if opening > 0 && perfect && games.iter().any(|game| game.squares() > MAX_SOLVED_SQUARES) {
            return Err(Failure::BadInput(format!(
                "--opening {opening}: on boards larger than 3x3 the perfect player plays from the start; drop it, or name \
                 another player"
            )));
        }
        match games
            .iter()
            .map(Game::squares)
            .find(|&turns| opening >= turns)
        {
            None => Ok(()),
            Some(turns) => Err(Failure::BadInput(format!(
                "--opening {opening}: the game has {turns} turns at most; use fewer random turns"
            ))),
        }
    }

    /// Returns the matches of one game: each player 1 against each player 2.
    fn matches(&self, game: Game) -> Vec<Match> {
        let budget = match (self.move_time, self.node_limit) {
            (Some(time), _) => Budget::from_time(time),
            (None, Some(playouts)) => Budget::from_playouts(playouts),
            (None, None) => Budget::default(),
        };
        let pairs = self
            .player1
            .iter()
            .flat_map(|&one| self.player2.iter().map(move |&two| [one, two]));
        let pairing = |(number, players)| Match {
            start: Position::new(game),
            players,
            budget,
            seed: seed_of_pair(self.seed, number),
            opening: self.opening.into(),
        };
        pairs.enumerate().map(pairing).collect()
    }

    /// Returns the parameters of the command, for JSON.
    fn asked(&self, rules: &Rules) -> Value {
        let names = |kinds: &[Computer]| kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>();
        let asked = json!({
            "board": self.size.board.as_slice(),
            "pieces": self.size.pieces().as_slice(),
            "player1": names(&self.player1),
            "player2": names(&self.player2),
            "games": self.games.to_string(),
            "seed": self.seed,
            "move_time": self.move_time.map(|time| time.as_secs_f64()),
            "node_limit": self.node_limit,
            "opening": self.opening,
        });
        parameters(&[*rules], asked)
    }
}

/// Derives a seed for each pair.
///
/// With equal random numbers, pairs that choose alike would repeat the same games.
const fn seed_of_pair(seed: u64, number: usize) -> u64 {
    // This is the odd number next to 2^64 divided by the golden ratio. Its multiples are far apart.
    seed.wrapping_add((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl Played {
    /// Returns the side of the board and n.
    fn sizes(&self) -> (usize, usize) {
        (
            self.pairing.start.game().side(),
            self.pairing.start.pieces(),
        )
    }

    /// Returns the mean margin, and its 95 % interval if there are enough games.
    fn margin(&self) -> (f64, Option<[f64; 2]>) {
        let Estimate {
            value,
            standard_error,
        } = self.games.mean_margin();
        let half = NORMAL_95 * standard_error;
        (
            value,
            half.is_finite().then_some([value - half, value + half]),
        )
    }

    fn summary(&self) -> Value {
        let margins = self.games.margins().iter();
        let margins = margins
            .map(|(margin, games)| (margin.to_ratio().to_string(), json!(games.to_string())));
        let turns = self
            .games
            .lengths()
            .iter()
            .map(|(turns, games)| (turns.to_string(), json!(games.to_string())));
        let (board, pieces) = self.sizes();
        json!({
            "board": board,
            "pieces": pieces,
            "player1": self.pairing.players[0].name(),
            "player2": self.pairing.players[1].name(),
            "margins": Value::Object(margins.rev().collect()),
            "lengths": Value::Object(turns.collect()),
        })
    }
}

type Column = report::Column<'static, Played>;

/// Returns the columns of a table of matches, and the items of its caption.
fn columns(matches: &[Played]) -> (Vec<Column>, Vec<String>) {
    let end = |one: &Played, end: usize| one.margin().1.map(|ends| Cell::float(ends[end], DIGITS));
    let interval = |one: &Played| match one.margin().1 {
        Some([low, high]) => format!("{}{TIE}..{TIE}{}", signed(low), signed(high)),
        None => String::new(),
    };
    let turns = |one: &Played| one.games.mean_length().value;
    let (mut columns, mut said) = sizes_or_caption(matches, Played::sizes);
    let games = || matches.iter().map(|one| one.games.games());
    said.extend(games().max().map(|most| match games().min() {
        Some(least) if least < most => {
            format!(
                "{} to {} games each",
                group_digits(least),
                group_digits(most)
            )
        }
        _ if most == 1 => "1 game each".to_owned(),
        _ => format!("{} games each", group_digits(most)),
    }));
    columns.extend([
        Column::new("player1", |one| one.pairing.players[0].name()).headed("player 1"),
        Column::new("player2", |one| one.pairing.players[1].name()).headed("player 2"),
        Column::data("games", |one| BigUint::from(one.games.games())),
        count("player1_wins", "P1 wins", Outcome::Player1Wins),
        count("draws", "draws", Outcome::Draw),
        count("player2_wins", "P2 wins", Outcome::Player2Wins),
        Column::new("mean_margin", |one| Cell::float(one.margin().0, DIGITS))
            .in_text(|one| signed(one.margin().0))
            .numeric(),
        Column::text("95% interval", interval).numeric(),
        Column::data("margin_low", move |one| end(one, 0)),
        Column::data("margin_high", move |one| end(one, 1)),
        Column::new("mean_turns", move |one| Cell::float(turns(one), DIGITS))
            .headed("turns")
            .in_text(move |one| Cell::float(turns(one), 2)),
    ]);
    (columns, said)
}

/// Returns a column with the number of games with an outcome.
///
/// Text shows their share instead.
fn count(key: &'static str, heading: &str, outcome: Outcome) -> Column {
    let share = move |one: &Played| {
        let percent = BigInt::from(100 * one.games.count(outcome));
        format!(
            "{}%",
            decimal(
                &BigRational::new(percent, one.games.games().max(1).into()),
                1
            )
        )
    };
    Column::new(key, move |one| BigUint::from(one.games.count(outcome)))
        .headed(heading)
        .in_text(share)
        .numeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_has_random_numbers_of_its_own() {
        let seeds: std::collections::HashSet<u64> =
            (0..100).map(|pair| seed_of_pair(7, pair)).collect();
        assert_eq!((seeds.len(), seed_of_pair(7, 0)), (100, 7));
    }
}
