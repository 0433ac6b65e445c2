//! The state of the screen, and what follows from it. `update` changes it, `view` draws it.

use std::path::PathBuf;
use std::time::Duration;

use crate::engine::board::{Square, SquareSet};
use crate::engine::interval::Interval;
use crate::engine::notation::Record;
use crate::engine::position::{Action, Phase, Position};
use ratatui::layout::Rect;

use super::collapse::Choice;
use super::game::Match;
use super::seats::Seats;
use super::setup::Setup;
use super::thinking::{Advice, Judged, Players, Task, is_large};
use super::tutorial::Tutorial;

/// How a game is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    Quit,
    Interrupted,
}

/// What the keys act on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Mode {
    #[default]
    Play,
    /// The help, shown from this row on.
    Help(u16),
    /// The choice of a new game.
    Setup(Setup),
    /// The name of the file to load, as far as it is typed.
    Load(String),
    /// A game that is over, shown after so many of its decisions.
    Review(usize),
}

/// The state of the screen.
#[derive(Default)]
pub struct App {
    pub game: Match,
    /// What the flags say of players, for a game that is loaded.
    pub seats: Seats,
    /// The computer players of another game, until they take their seats.
    pub players: Option<Players>,
    pub cursor: Square,
    /// The squares chosen so far for a placement.
    pub chosen: SquareSet,
    /// The first digit of a square's number, if a second one may follow.
    pub typed: Option<usize>,
    /// The collapses to choose from, while a human does so.
    pub choice: Option<Choice>,
    pub hints: bool,
    /// The last advice.
    pub advice: Option<Advice>,
    /// A human's decision that is to be judged once its alternatives are known, and the position before it.
    pub unjudged: Option<(Position, Action)>,
    /// The last review, and the game that it is of.
    pub reviewed: Option<(Record, Vec<Judged>)>,
    /// Whether the review waits for the first mistake, to open there.
    pub seeks_mistake: bool,
    /// What is told until the next key.
    pub message: Option<String>,
    pub mode: Mode,
    pub tutorial: Option<Tutorial>,
    pub colour: bool,
    pub leave: Option<Leave>,
    /// The file of `--save`.
    pub save_to: Option<PathBuf>,
    /// The file that this game was saved to.
    pub saved: Option<PathBuf>,
    /// Whether the next `q` leaves a game that is not over.
    pub asks: bool,
    /// The whole screen.
    pub area: Rect,
    /// How long the screen has been there.
    pub now: Duration,
    /// When the computer player that is to decide began to think.
    pub thinking: Option<Duration>,
    /// When the next decision of a computer player may come.
    pub paused_until: Duration,
}

impl App {
    pub fn new(game: Match, seats: Seats, save_to: Option<PathBuf>, colour: bool) -> App {
        let mut app = App {
            seats,
            save_to,
            colour,
            ..App::default()
        };
        app.turn_to(game);
        app
    }

    /// Shows another game.
    pub fn turn_to(&mut self, game: Match) {
        self.game = game;
        let squares = self.position().board().squares();
        self.cursor = Square::new((squares - 1) / 2).unwrap_or_default();
        self.moved_on();
    }

    /// To be called after every change of the position: forgets what was chosen for the one before.
    pub fn moved_on(&mut self) {
        self.chosen = SquareSet::EMPTY;
        self.typed = None;
        self.paused_until = self.now;
        let collapses = self.game.human().is_some() && self.position().phase() == Phase::Collapse;
        self.choice = collapses.then(|| Choice::new(*self.position(), Vec::new()));
        self.thinking = self.game.computer().map(|_| self.now);
    }

    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    pub fn side_length(&self) -> usize {
        self.position().game().side()
    }

    /// What was played up to the position on the screen, each action with the position before it.
    pub fn past(&self) -> Vec<(Position, Action)> {
        let shown = if let Mode::Review(at) = self.mode {
            at
        } else {
            usize::MAX
        };
        self.game.record().steps().take(shown).collect()
    }

    /// The position on the screen.
    pub fn here(&self) -> Position {
        let last = self.past().pop();
        last.map_or(*self.game.record().start(), |(before, action)| {
            before.after_unchecked(&action)
        })
    }

    /// The position on the screen after the collapse that is looked at, if there is one.
    pub fn shown(&self) -> Position {
        let preview = self.choice.as_ref().and_then(Choice::current);
        preview.map_or(self.here(), |collapse| {
            self.here().after_unchecked(&Action::Collapse(*collapse))
        })
    }

    /// The squares of the last collapse, if at most one placement came after it.
    pub fn last_collapse(&self) -> SquareSet {
        // While the next collapse is awaited, its squares have the same mark.
        let latest = if self.here().phase() == Phase::Collapse {
            0
        } else {
            2
        };
        let collapsed =
            self.past()
                .iter()
                .rev()
                .take(latest)
                .find_map(|(_, action)| match action {
                    Action::Collapse(collapse) => Some(collapse.squares()),
                    Action::Place(_) => None,
                });
        collapsed.unwrap_or_default()
    }

    /// Whether the value of the position is shown: in a review, with hints, and when computers play each other.
    pub fn shows_value(&self) -> bool {
        matches!(self.mode, Mode::Review(_))
            || (self.hints || self.game.is_watched()) && self.tutorial.is_none()
    }

    /// What is known of the value of the position on the screen.
    pub fn value(&self) -> Option<Interval> {
        if let Mode::Review(at) = self.mode {
            let judged = self.review()?;
            let next = judged.get(at).map(|next| next.decision.before);
            return next.or_else(|| Some(judged.last()?.decision.after));
        }
        if self.game.is_over() {
            let margin = self.position().margin();
            return Some(Interval {
                lower: margin,
                upper: margin,
            });
        }
        self.advice().map(|advice| advice.value)
    }

    /// In a review, the margin that is expected of the position on the screen, where its value is not known.
    pub fn expected(&self) -> Option<f64> {
        let Mode::Review(at) = self.mode else {
            return None;
        };
        let judged = self.review()?;
        let before = judged.get(at).and_then(|next| Some(next.estimate?.before));
        before.or_else(|| Some(self.judged_before(at)?.estimate?.after))
    }

    /// The advice on the position, once there is any.
    fn advice(&self) -> Option<&Advice> {
        self.advice
            .as_ref()
            .filter(|advice| advice.position == *self.position())
    }

    /// The advice, if a human is to decide and wants hints.
    pub fn hint(&self) -> Option<&Advice> {
        self.advice()
            .filter(|_| self.hints && self.tutorial.is_none() && self.game.human().is_some())
    }

    /// The review of the game, once there is one.
    pub fn review(&self) -> Option<&[Judged]> {
        let reviewed = self
            .reviewed
            .as_ref()
            .filter(|(record, _)| record == self.game.record());
        reviewed.map(|(_, judged)| &judged[..])
    }

    /// In a review, the last of the first `at` decisions.
    pub fn judged_before(&self, at: usize) -> Option<&Judged> {
        self.review()?.get(at.checked_sub(1)?)
    }

    /// Whether what a computer player did is shown before it goes on.
    pub fn is_paused(&self) -> bool {
        self.game.computer().is_some() && self.now < self.paused_until
    }

    /// The task for the computer players, if one of them is to decide now.
    pub fn decision(&self) -> Option<Task> {
        let waits = self.is_paused() || matches!(self.mode, Mode::Setup(_));
        let computer = self.game.computer().filter(|_| !waits);
        computer.map(|_| Task::Decide(*self.position()))
    }

    /// The task for the adviser, if a value or a review is shown.
    pub fn question(&self) -> Option<Task> {
        match self.mode {
            Mode::Review(_) => Some(Task::Review(Box::new(self.game.record().clone()))),
            _ if self.shows_value() && self.unjudged.is_some() => {
                let task = |(position, action)| match is_large(&position) {
                    true => Task::Judge(position, action),
                    false => Task::Advise(position),
                };
                self.unjudged.map(task)
            }
            _ if self.shows_value() && !self.game.is_over() => Some(Task::Advise(*self.position())),
            _ => None,
        }
    }
}
