//! `gqt3 arena`: many games between players, their ratings, and how often their choices keep the value.

pub(super) mod accuracy;
mod args;
mod cross_table;
mod matches;

use crate::game::Game;
use crate::players::{Contest, Effort, Kind, play_all};
use crate::position::Position;
use crate::report::{Report, Table};
use serde_json::json;

use super::columns::caption;
use super::failure::Failure;
use super::rule_args::unless_default;
use super::session::Session;
pub use args::ArenaArgs;
use args::{asked, contest, efforts};
use cross_table::CrossTable;
use matches::{Match, columns};

pub fn run(args: &ArenaArgs, session: Session) -> Result<(), Failure> {
    let rules = args.rules.rules();
    let games = args.size.games(&[rules])?;
    check_opening(args.opening.into(), &games)?;
    let starts = games.into_iter().map(Position::new);
    if args.accuracy {
        return accuracy::run(args, starts, &rules, session);
    }
    let effort = effort(args)?;
    let pairs = pairs(args)?;
    let of = |start: Position| {
        let contest = move |(number, &pair)| Contest {
            seed: seed_of_pair(args.seed, number),
            ..contest(args, start, pair, effort)
        };
        pairs.iter().enumerate().map(contest)
    };
    let contests: Vec<Contest> = starts.flat_map(of).collect();
    check_heuristic(args, &contests)?;
    let games = play_all(&contests, args.games, session.progress())?;
    let matches = contests.into_iter().zip(games).map(|(contest, games)| Match { contest, games });
    let matches: Vec<Match> = matches.collect();
    let table = Table::of(columns(), &matches);
    let asked = asked(args, &rules);
    if args.players.is_empty() {
        let table = table.captioned(caption(
            "Games between players",
            &[unless_default(&rules), random_turns(args.opening)],
        ));
        let summary = json!({"matches": matches.iter().map(Match::summary).collect::<Vec<_>>()});
        return session.finish(&Report { summary, ..Report::new("arena", asked, table) });
    }
    let cross_tables = matches.chunks(pairs.len()).map(|matches| CrossTable::of(&args.players, matches));
    let cross_tables: Vec<CrossTable> = cross_tables.collect();
    session.finish(&Report {
        views: cross_tables
            .iter()
            .map(|table| table.view(args.games, &rules, random_turns(args.opening)))
            .collect(),
        summary: json!({"ratings": cross_tables.iter().map(CrossTable::summary).collect::<Vec<_>>()}),
        ..Report::new("arena", asked, table)
    })
}

/// The turns of an opening for a caption; nothing if there are none.
fn random_turns(opening: u8) -> String {
    match opening {
        0 => String::new(),
        1 => "after a random turn".to_owned(),
        turns => format!("after {turns} random turns"),
    }
}

/// Each pair plays games of its own: with the same random numbers players that choose alike would play the same games again.
const fn seed_of_pair(seed: u64, number: usize) -> u64 {
    // The odd number that is next to 2^64 divided by the golden ratio: its multiples are far apart.
    seed.wrapping_add((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Who plays whom: pairs of player 1 and player 2.
fn pairs(args: &ArenaArgs) -> Result<Vec<[Kind; 2]>, Failure> {
    for (flag, kinds) in [("player1", &args.player1), ("player2", &args.player2), ("players", &args.players)]
    {
        let twice = (1..kinds.len()).find(|&place| kinds[..place].contains(&kinds[place]));
        if let Some(place) = twice {
            let name = kinds[place].name();
            return Err(Failure::BadInput(format!("--{flag}: {name} is named twice; name each player once")));
        }
    }
    let of = |ones: &[Kind], twos: &[Kind]| -> Vec<[Kind; 2]> {
        ones.iter().flat_map(|&one| twos.iter().map(move |&two| [one, two])).collect()
    };
    if args.players.is_empty() {
        return Ok(of(&args.player1, &args.player2));
    }
    if args.players.len() < 2 {
        return Err(Failure::BadInput("--players: one player has no opponent; name two or more".to_owned()));
    }
    let mut pairs = of(&args.players, &args.players);
    pairs.retain(|[one, two]| one != two);
    Ok(pairs)
}

/// Refuses an opening that leaves the players nothing to decide.
fn check_opening(opening: usize, games: &[Game]) -> Result<(), Failure> {
    let shortest = games.iter().map(Game::squares).min();
    match shortest.filter(|&turns| opening >= turns) {
        None => Ok(()),
        Some(turns) => Err(Failure::BadInput(format!(
            "--opening {opening}: the game has {turns} turns at most; leave some of them to the players"
        ))),
    }
}

/// Refuses flags for heuristic players if there is none.
fn check_heuristic(args: &ArenaArgs, contests: &[Contest]) -> Result<(), Failure> {
    let has_one = |one: &Contest| one.players.iter().any(|kind| kind.uses_effort(one.start.game()));
    if contests.iter().any(has_one) {
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

/// The effort of heuristic players in games; only `--accuracy` takes several.
fn effort(args: &ArenaArgs) -> Result<Effort, Failure> {
    match efforts(args)[..] {
        [one] => Ok(one),
        _ => Err(Failure::BadInput("--node-limit: several limits are for --accuracy; name one".to_owned())),
    }
}
