//! Who sits where: the flags that say who plays, and the computer players of a game.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::beyond::players::{self, Agent, Blocker, Effort, Level, NoPerfectPlayer};
use crate::engine::game::Game;
use crate::engine::position::Position;
use crate::engine::rules::Player;
use crate::perfect_play::MAX_SOLVED_SQUARES;
use crate::support::progress::Progress;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::game::Kind;
use super::thinking::Players;
use crate::cli::failure::Failure;
use crate::cli::limited::seconds;

/// Who plays, and how.
#[derive(Args, Clone, Default, PartialEq, Debug)]
pub struct Seats {
    /// Who plays X, and moves first [default: human]
    #[arg(long, value_name = "WHO", value_parser = kind())]
    pub player1: Option<Kind>,
    /// Who plays O [default: perfect, on boards larger than 3x3 heuristic]
    #[arg(long, value_name = "WHO", value_parser = kind())]
    pub player2: Option<Kind>,
    /// Seed of the computer players' random choices; without one, perfect and heuristic players play the same game each
    /// time, and the others another one
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How strong the computer is: a heuristic player with 2 playouts a move (1), 20, 200, 2000 or 20000 (5); the computer plays whoever is not named
    #[arg(long, value_name = "1..5", value_parser = clap::value_parser!(u8).range(1..=5), allow_negative_numbers = true)]
    level: Option<u8>,
    /// How long a heuristic player may think about a move [default: 20000 playouts, however long they take]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    move_time: Option<Duration>,
}

/// A human, or a computer player by its name.
fn kind() -> impl TypedValueParser<Value = Kind> {
    let human = PossibleValue::new(Kind::Human.name()).help("you, or somebody beside you");
    let computers = players::Kind::ALL.iter();
    let values = computers
        .clone()
        .map(|kind| PossibleValue::new(kind.name()).help(kind.help()));
    PossibleValuesParser::new(std::iter::once(human).chain(values)).map(move |name| {
        let computer = computers.clone().find(|kind| kind.name() == name);
        computer.map_or(Kind::Human, |kind| Kind::Computer(*kind))
    })
}

impl Seats {
    /// Who plays a game. With `--level` the computer plays a side that is not named, player 2 if neither is.
    ///
    /// # Errors
    /// If `--level` says nothing, as both players are named.
    pub fn kinds(&self, game: &Game) -> Result<[Kind; 2], Failure> {
        let level = self.level.and_then(Level::new);
        let computer = level.map_or(Seats::default_computer(game), players::Kind::Level);
        let computer = Kind::Computer(computer);
        match (level, self.player1, self.player2) {
            (Some(level), Some(_), Some(_)) => Err(Failure::BadInput(format!(
                "--level {}: both players are named; drop one of them, or name it {}",
                level.number(),
                level.name()
            ))),
            (Some(_), None, Some(two)) => Ok([computer, two]),
            (_, one, two) => Ok([one.unwrap_or(Kind::Human), two.unwrap_or(computer)]),
        }
    }

    /// Refuses a `--move-time` that no player would use.
    pub fn check_move_time(&self, kinds: &[Kind]) -> Result<(), Failure> {
        if self.move_time.is_some() && !kinds.contains(&Kind::Computer(players::Kind::Heuristic)) {
            return Err(Failure::BadInput(
                "--move-time is for a heuristic player, and there is none; add --player2 heuristic, or drop it"
                    .to_owned(),
            ));
        }
        Ok(())
    }

    /// The computer players of a game from a position on.
    ///
    /// # Errors
    /// If one of them cannot play it, or if interrupted.
    pub fn players(
        &self,
        position: &Position,
        kinds: [Kind; 2],
        progress: &dyn Progress,
    ) -> Result<Players, Failure> {
        let player = |side: Player| {
            let (kind, flag) = (kinds[side as usize], format!("--{}", side.name()));
            let refused = |why: String| {
                Failure::BadInput(format!(
                    "{flag} {}: {why}, or {flag} heuristic",
                    kind.name()
                ))
            };
            let is_perfect = kind == Kind::Computer(players::Kind::Perfect);
            if is_perfect && !Blocker::can_go_on(position, side, progress)? {
                return Err(refused(
                    "nothing is proved of this position; begin a new game".to_owned(),
                ));
            }
            self.agent(*position.game(), side, kind)
                .map_err(|error| refused(error.to_string()))
        };
        Ok([player(Player::One)?, player(Player::Two)?])
    }

    /// A computer player; `None` for a human.
    pub fn agent(
        &self,
        game: Game,
        side: Player,
        kind: Kind,
    ) -> Result<Option<Box<dyn Agent>>, NoPerfectPlayer> {
        let Kind::Computer(kind) = kind else {
            return Ok(None);
        };
        let effort = self
            .move_time
            .map_or(Level::STRONGEST.effort(), Effort::of_time);
        // The random player and the levels play another game each time unless they have a seed, the others the same.
        let draws = matches!(kind, players::Kind::Random | players::Kind::Level(_));
        let seed = self.seed.or_else(|| draws.then(some_seed));
        // Two players of the same kind draw different numbers.
        kind.agent(
            game,
            effort,
            seed.map(|seed| seed.wrapping_add(side as u64)),
        )
        .map(Some)
    }

    /// Whether nobody is named, so that the default players play.
    pub fn nobody_is_named(&self) -> bool {
        self.player1.is_none() && self.player2.is_none() && self.level.is_none()
    }

    /// Who plays O if nobody is named.
    fn default_computer(game: &Game) -> players::Kind {
        if game.squares() <= MAX_SOLVED_SQUARES {
            players::Kind::Perfect
        } else {
            players::Kind::Heuristic
        }
    }

    /// Names who plays from now on. Who plays O by default is not named, so that games of other sizes have their default.
    pub fn take(&mut self, [one, two]: [Kind; 2], game: &Game) {
        let named = Some(two).filter(|two| *two != Kind::Computer(Seats::default_computer(game)));
        (self.player1, self.player2, self.level) = (Some(one), named, None);
    }
}

/// A seed that is different every time.
fn some_seed() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| u64::from(time.subsec_nanos()))
}
