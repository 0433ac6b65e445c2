use std::io;

use crate::report::FileError;
use gqt3::beyond::players::NoPerfectPlayer;
use gqt3::engine::rules::Player;
use gqt3::support::progress::Interrupted;
use gqt3::support::threads::NoThread;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScreenError {
    #[error("--{flag} {given}: use {least} to {most} to play")]
    Size {
        flag: &'static str,
        given: usize,
        least: usize,
        most: usize,
    },
    #[error("--{} {name}: {why}", side.name())]
    Seat {
        side: Player,
        name: &'static str,
        why: WhyNot,
    },
    #[error("there is nothing to save, because no move was played yet")]
    NothingPlayed,
    /// The game started from a later position, which a file cannot hold.
    #[error("this game did not start at its beginning")]
    NoBeginning,
    #[error(transparent)]
    File(#[from] FileError),
    #[error("cannot use the terminal: {0}; try --plain")]
    Terminal(#[from] io::Error),
    #[error(transparent)]
    NoThread(#[from] NoThread),
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

#[derive(Debug, thiserror::Error)]
pub enum WhyNot {
    #[error("{0}, or choose strongest")]
    NotPerfect(#[from] NoPerfectPlayer),
    #[error("no proof for this position; begin a new game, or choose strongest")]
    Unproved,
}
