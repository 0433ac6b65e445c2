use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{fs, io};

use crate::play::error::ScreenError;
use crate::play::files::save;
use crate::play::game::{Seat, SeatedGame};
use crate::report::{Cell, Column, Kind, TIE, Table};
use clap::Args;
use gqt3::beyond::players::{Computer, Match, MoveBudget, play_all};
use gqt3::engine::game::Game;
use gqt3::engine::notation::Record;
use gqt3::engine::position::Position;
use gqt3::engine::rules::Margin;
use gqt3::perfect_play::MAX_SOLVED_SQUARES;
use gqt3::random_play::{Estimate, Outcome, Simulation};
use gqt3::support::number::{NORMAL_95, counted, decimal, group_digits};
use gqt3::support::progress::Interrupted;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

use super::failure::{Failure, GAMES_COUNTED};
use super::limited::seconds;
use super::numbers::within;
use super::parameters::set_rules;
use super::rule_args::{RuleArgs, named_values};
use super::session::{ADVANCED, SHORT_HELP, Session};
use super::size_args::SizeArgs;
use crate::results::columns::{
    MEASURED_DIGITS, caption, signed, sizes, sizes_or_caption, unless_default,
};

/// Play matches between computer players
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORT_HELP, after_long_help = EXAMPLES)]
pub struct ArenaArgs {
    /// Set player 1: one player, or a list separated by commas
    #[arg(long, value_name = "PLAYER", default_value = "heuristic", value_delimiter = ',', value_parser = named_values(Computer::ALL, Computer::name, Computer::help))]
    player1: Vec<Computer>,
    /// Set player 2: each player 1 meets each player 2
    #[arg(long, value_name = "PLAYER", default_value = "random", value_delimiter = ',', value_parser = named_values(Computer::ALL, Computer::name, Computer::help), hide_possible_values = true)]
    player2: Vec<Computer>,
    /// Play N games for each pair
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within::<u64>(1..=1_000_000_000), allow_negative_numbers = true)]
    games: u64,
    /// Seed the random numbers
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = within::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
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
    /// Save each game in FOLDER, which is new or empty, as gqt3 review reads it
    #[arg(long, help_heading = ADVANCED, hide_short_help = true, value_name = "FOLDER")]
    save: Option<PathBuf>,
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

const EXAMPLES: &str = "\
Margins are player 1's points minus player 2's. The games depend only on the seed, not on threads or machine, unless \
--move-time is given.

A heuristic player searches a tree of games, with 2,000 playouts, --node-limit playouts or --move-time seconds for each \
action. On boards up to 3x3 it runs the solver first, on about half of that, and plays exactly if that proves the value. The \
levels of gqt3 play ignore these flags.

Examples:
  gqt3 arena
  gqt3 arena --player1 heuristic,random --player2 heuristic,random --games 50
  gqt3 arena --board 4 --pieces 3 --player1 heuristic --node-limit 500 --games 10
  gqt3 arena --player1 easy,normal --player2 very-easy --games 20 --save games";

pub struct Played {
    pairing: Match,
    games: Simulation,
}

pub fn run(args: &ArenaArgs, mut session: Session) -> Result<(), Failure> {
    let rules = args.rules.rules();
    let games = args.size.games(&[rules])?;
    args.check(&games)?;
    set_rules(&mut session.parameters, &[rules]);
    let budget = args.budget();
    session.parameters.set("node_limit", budget.node_limit);
    let matches: Vec<Match> = games
        .into_iter()
        .flat_map(|game| args.matches(game))
        .collect();
    if let Some(folder) = &args.save {
        prepare(folder).map_err(|error| of_save(folder, &error))?;
    }
    let seconds = |pairing: &Match| pairing.seconds() * args.games as f64;
    let threads = rayon::current_num_threads() as f64;
    session.announce(matches.iter().map(seconds).sum::<f64>() / threads);
    let unsaved = Mutex::new(None);
    let save = |pairing: &Match, number: u64, record: Record| {
        if let Some(folder) = &args.save
            && let Err(error) = args.save(folder, pairing, number, record)
        {
            *unsaved.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    };
    let games = play_all(&matches, args.games, save, session.progress())?;
    if let Some(error) = unsaved.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(Failure::BadInput(format!("--save: {error}")));
    }
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
    let mut parts = vec![unless_default(&rules)];
    parts.extend(sizes_or_caption(&matches, Played::sizes).1);
    parts.extend(games_each(&matches));
    parts.push(random_turns(args.opening));
    let [table, more @ ..] = tables(&matches);
    let table = table.captioned(caption("Games between players", &parts));
    session.finish_partial([table].into_iter().chain(more).collect())?;
    if is_whole {
        Ok(())
    } else {
        Err(Failure::Interrupted(GAMES_COUNTED))
    }
}

fn random_turns(opening: u8) -> String {
    match opening {
        0 => String::new(),
        1 => "after a random turn".to_owned(),
        turns => format!("after {turns} random turns"),
    }
}

fn prepare(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    if fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::other(
            "the folder is not empty; name a new or an empty one",
        ));
    }
    tempfile::tempfile_in(folder).map(drop)
}

fn of_save(folder: &Path, error: &io::Error) -> Failure {
    Failure::BadInput(format!("--save {}: {error}", folder.display()))
}

impl ArenaArgs {
    /// Writes a game to a file such as `3x3-n2-easy-random-07.txt`, the seventh of 10 to 99 games.
    fn save(
        &self,
        folder: &Path,
        pairing: &Match,
        number: u64,
        record: Record,
    ) -> Result<(), ScreenError> {
        let (game, [one, two]) = (pairing.start.game(), pairing.players);
        let name = format!(
            "{side}x{side}-n{}-{}-{}-{:0digits$}.txt",
            game.pieces(),
            one.name(),
            two.name(),
            number + 1,
            side = game.side(),
            digits = self.games.to_string().len()
        );
        let seated = SeatedGame::new(record, [one, two].map(Seat::Computer));
        save(&seated, &folder.join(name))
    }

    fn check(&self, games: &[Game]) -> Result<(), Failure> {
        for (flag, kinds) in [("player1", &self.player1), ("player2", &self.player2)] {
            if let Some(index) =
                (1..kinds.len()).find(|&index| kinds[..index].contains(&kinds[index]))
            {
                let name = kinds[index].name();
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
                "--opening {opening}: the game has {} at most; use fewer random turns",
                counted(turns, "turn")
            ))),
        }
    }

    fn budget(&self) -> MoveBudget {
        match (self.move_time, self.node_limit) {
            (Some(time), _) => MoveBudget::from_time(time),
            (None, Some(playouts)) => MoveBudget::from_playouts(playouts),
            (None, None) => MoveBudget::default(),
        }
    }

    fn matches(&self, game: Game) -> Vec<Match> {
        let budget = self.budget();
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
}

/// Pairs that choose alike would repeat the same games if they had the same random numbers.
const fn seed_of_pair(seed: u64, number: usize) -> u64 {
    // 2^64 divided by the golden ratio, rounded to an odd number. Its first multiples are far
    // apart modulo 2^64, so runs with near seeds have no pair's seed in common.
    seed.wrapping_add((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl Played {
    fn sizes(&self) -> (usize, usize) {
        (
            self.pairing.start.game().side(),
            self.pairing.start.pieces(),
        )
    }

    /// Returns the mean margin, with its 95 % interval if there are at least two games.
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
}

fn games_each(matches: &[Played]) -> Option<String> {
    let games = || matches.iter().map(|one| one.games.games());
    Some(match (games().min()?, games().max()?) {
        (least, most) if least < most => format!(
            "{} to {} games each",
            group_digits(least),
            group_digits(most)
        ),
        (_, most) => counted(most, "game") + " each",
    })
}

pub fn tables(matches: &[Played]) -> [Table<'_>; 3] {
    type ByMargin<'a> = (&'a Played, Margin, u64);
    type ByLength<'a> = (&'a Played, usize, u64);
    let margins = matches.iter().flat_map(|one| {
        let margins = one.games.margins().iter();
        margins.map(move |(&margin, &games)| (one, margin, games))
    });
    let lengths = matches.iter().flat_map(|one| {
        let lengths = one.games.lengths().iter();
        lengths.map(move |(&turns, &games)| (one, turns, games))
    });
    let mut of_margins = pairing(|(one, ..): &ByMargin| one);
    of_margins.extend(Column::fraction(
        "margin",
        "player 1's points minus player 2's",
        |(_, margin, _): &ByMargin| BigRational::from(*margin),
    ));
    of_margins.push(games(|(.., games): &ByMargin| *games));
    let mut of_lengths = pairing(|(one, ..): &ByLength| one);
    of_lengths.extend([
        Column::new(
            "turns",
            "the number of turns of a game",
            |(_, turns, _): &ByLength| *turns,
        ),
        games(|(.., games): &ByLength| *games),
    ]);
    [
        Table::of("matches", columns(matches), matches),
        Table::of("margins", of_margins, margins.collect::<Vec<_>>()).in_text_if(false),
        Table::of("lengths", of_lengths, lengths.collect::<Vec<_>>()).in_text_if(false),
    ]
}

fn pairing<'a, Row: 'a>(get: impl Fn(&Row) -> &Played + Copy + 'a) -> Vec<Column<'a, Row>> {
    let mut columns = sizes(move |row| get(row).sizes());
    columns.extend(players(get));
    columns
}

fn players<'a, Row: 'a>(get: impl Fn(&Row) -> &Played + Copy + 'a) -> [Column<'a, Row>; 2] {
    let name = move |row: &Row, index: usize| get(row).pairing.players[index].name();
    [
        Column::new("player1", "the player of X", move |row| name(row, 0)).headed("player 1"),
        Column::new("player2", "the player of O", move |row| name(row, 1)).headed("player 2"),
    ]
}

fn games<'a, Row: 'a>(get: impl Fn(&Row) -> u64 + 'a) -> Column<'a, Row> {
    Column::data("games", "the number of games", move |row| {
        BigUint::from(get(row))
    })
}

fn columns<'a>(matches: &[Played]) -> Vec<Column<'a, Played>> {
    let interval = |one: &Played| match one.margin().1 {
        Some([low, high]) => format!("{}{TIE}..{TIE}{}", signed(low), signed(high)),
        None => String::new(),
    };
    let decimal = |key, help, get: fn(&Played) -> Option<f64>| {
        let cell = move |one: &Played| get(one).map(|value| Cell::float(value, MEASURED_DIGITS));
        Column::new(key, help, cell).of_kind(Kind::Decimal)
    };
    let (mut columns, _) = sizes_or_caption(matches, Played::sizes);
    columns.extend(players(|one: &Played| one));
    columns.extend([
        games(|one: &Played| one.games.games()),
        count(
            "player1_wins",
            "the number of games that player 1 won",
            "P1 wins",
            Outcome::Player1Wins,
        ),
        count("draws", "the number of draws", "draws", Outcome::Draw),
        count(
            "player2_wins",
            "the number of games that player 2 won",
            "P2 wins",
            Outcome::Player2Wins,
        ),
        decimal("mean_margin", "the mean margin", |one| Some(one.margin().0))
            .in_text(|one| signed(one.margin().0))
            .numeric(),
        Column::text("95% interval", interval).numeric(),
        decimal(
            "margin_low",
            "the lower end of the 95% interval of the mean margin",
            |one| Some(one.margin().1?[0]),
        )
        .in_text_if(false),
        decimal(
            "margin_high",
            "the upper end of the 95% interval of the mean margin",
            |one| Some(one.margin().1?[1]),
        )
        .in_text_if(false),
        decimal("mean_turns", "the mean number of turns", |one| {
            Some(one.games.mean_length().value)
        })
        .headed("turns")
        .in_text(|one| Cell::float(one.games.mean_length().value, 2)),
    ]);
    columns
}

fn count<'a>(key: &str, help: &str, heading: &str, outcome: Outcome) -> Column<'a, Played> {
    let share = move |one: &Played| {
        let percent = BigInt::from(100 * one.games.count(outcome));
        format!(
            "{}%",
            decimal(&BigRational::new(percent, one.games.games().into()), 1)
        )
    };
    Column::new(key, help, move |one: &Played| {
        BigUint::from(one.games.count(outcome))
    })
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
