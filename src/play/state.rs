use std::path::PathBuf;
use std::time::Duration;

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::notation::Record;
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::perfect_play::Decision;

use super::collapse::Choice;
use super::files::SIDES;
use super::game::SeatedGame;
use super::layout::{LESSON, SETUP, has_room, least};
use super::seats::{Agents, Setting};
use super::setup::{LEAST_SIDE, SetUp};
use super::thinking::{Advice, Task};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    Quit,
    Interrupted,
}

#[derive(Debug)]
pub enum State {
    SetUp {
        page: SetUp,
        back: Option<Box<State>>,
    },
    /// `turn` is the state of the lesson's game, and `later` and `back` are the game and state to
    /// go back to.
    Lesson {
        at: usize,
        turn: Box<State>,
        later: Box<SeatedGame>,
        back: Box<State>,
    },
    Squares {
        chosen: SquareSet,
    },
    Collapse(Box<Choice>),
    /// A computer's decision has been due since `since`. The computer begins to think only at
    /// `from`, because people need time to look at a collapse that a computer chose just before.
    Watching {
        since: Duration,
        from: Duration,
    },
    Over,
    /// The review of a game that is over, at the position after its first `at` decisions.
    Review {
        at: usize,
        decisions: Option<Vec<Decision>>,
    },
}

impl State {
    pub fn of(game: &SeatedGame, now: Duration) -> State {
        match (game.is_over(), game.human(), game.position().phase()) {
            (true, ..) => State::Over,
            (_, None, _) => State::Watching {
                since: now,
                from: now,
            },
            (.., Phase::Collapse) => {
                State::Collapse(Box::new(Choice::new(*game.position(), Vec::new())))
            }
            _ => State::Squares {
                chosen: SquareSet::EMPTY,
            },
        }
    }
}

pub struct App {
    pub game: SeatedGame,
    pub state: State,
    /// The first row of the help that is visible, or `None` while the help is closed.
    pub help: Option<u16>,
    pub cursor: Square,
    pub hints: bool,
    pub advice: Option<Advice>,
    /// A human's last decision, if hints were on and it is not judged yet.
    pub unjudged: Option<Record>,
    /// Kept until a human decides again, undoes a decision, or turns to another game.
    pub mistake: Option<Decision>,
    /// Shown until the next key or click.
    pub message: Option<String>,
    /// The key that leaves or discards a game if the next key is the same.
    pub asks: Option<KeyCode>,
    /// The number typed so far, while it may get another digit; otherwise 0.
    pub typed: usize,
    pub typed_at: Duration,
    pub setting: Setting,
    /// For a new game, until the screen takes them.
    pub agents: Option<Agents>,
    pub save_to: Option<PathBuf>,
    /// The file that this game was saved to, and what it contains.
    pub saved: Option<(PathBuf, Record)>,
    pub colour: bool,
    pub leave: Option<Leave>,
    pub area: Rect,
    /// How long the screen has been open.
    pub now: Duration,
    pub steps: u64,
}

impl App {
    pub fn new(game: SeatedGame, setting: Setting, save_to: Option<PathBuf>, colour: bool) -> App {
        let mut app = App {
            state: State::Over,
            game: SeatedGame::default(),
            help: None,
            cursor: Square::default(),
            hints: false,
            advice: None,
            unjudged: None,
            mistake: None,
            message: None,
            asks: None,
            typed: 0,
            typed_at: Duration::ZERO,
            setting,
            agents: None,
            save_to,
            saved: None,
            colour,
            leave: None,
            area: Rect::ZERO,
            now: Duration::ZERO,
            steps: 0,
        };
        app.turn_to(game);
        app
    }

    pub fn turn_to(&mut self, game: SeatedGame) {
        let middle = (game.position().game().side() - 1) / 2;
        self.cursor = Square::new(middle * (game.position().game().side() + 1)).unwrap_or_default();
        self.typed = 0;
        self.mistake = None;
        self.unjudged = None;
        self.state = State::of(&game, self.now);
        self.game = game;
    }

    /// A game that was begun, even a loaded one, counts as unsaved until it is saved as it is now.
    pub fn is_unsaved(&self) -> bool {
        let saved = self.saved.as_ref().map(|(_, record)| record);
        self.position().turns() > 0 && saved != Some(self.game.record())
    }

    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    pub fn side_length(&self) -> usize {
        self.position().game().side()
    }

    /// The state of the game on the board, which in a lesson is the lesson's game.
    pub fn turn(&self) -> &State {
        match &self.state {
            State::Lesson { turn, .. } => turn,
            state => state,
        }
    }

    pub fn turn_mut(&mut self) -> &mut State {
        match &mut self.state {
            State::Lesson { turn, .. } => turn,
            state => state,
        }
    }

    pub fn chosen(&self) -> SquareSet {
        match self.turn() {
            State::Squares { chosen } => *chosen,
            _ => SquareSet::EMPTY,
        }
    }

    pub fn choice(&self) -> Option<&Choice> {
        match self.turn() {
            State::Collapse(choice) => Some(choice),
            _ => None,
        }
    }

    /// The decisions up to the position on the screen, each with the position before it.
    pub fn past(&self) -> Vec<(Position, Action)> {
        let shown = match self.state {
            State::Review { at, .. } => at,
            _ => usize::MAX,
        };
        self.game.record().steps().take(shown).collect()
    }

    pub fn here(&self) -> Position {
        let last = self.past().pop();
        last.map_or(*self.game.record().start(), |(before, action)| {
            before.after_unchecked(&action)
        })
    }

    /// The position on the screen, after the collapse that is previewed, if any.
    pub fn shown(&self) -> Position {
        let here = self.here();
        let preview = self.choice().and_then(Choice::current);
        preview.map_or(here, |collapse| {
            here.after_unchecked(&Action::Collapse(*collapse))
        })
    }

    /// The last chosen collapse's squares, until two placements follow or a collapse is awaited.
    pub fn last_collapse(&self) -> SquareSet {
        // While a collapse is awaited, `~` marks only the entangled squares.
        let latest = if self.here().phase() == Phase::Collapse {
            0
        } else {
            2
        };
        let past = self.past();
        let collapsed = past
            .iter()
            .rev()
            .take(latest)
            .find_map(|(_, action)| match action {
                Action::Collapse(collapse) => Some(collapse.squares()),
                Action::Place(_) => None,
            });
        collapsed.unwrap_or_default()
    }

    pub fn hint(&self) -> Option<&Advice> {
        let wanted = matches!(self.state, State::Squares { .. } | State::Collapse(_));
        let advice = self.advice.as_ref().filter(|_| self.hints && wanted);
        advice.filter(|advice| advice.position == *self.position())
    }

    pub fn reviewed(&self) -> Option<&Decision> {
        match &self.state {
            State::Review { at, decisions } => decisions.as_ref()?.get(at.checked_sub(1)?),
            _ => None,
        }
    }

    pub fn most_side(&self) -> usize {
        (LEAST_SIDE..=*SIDES.end())
            .rev()
            .find(|&side| has_room(self.area, least(side)))
            .unwrap_or(LEAST_SIDE)
    }

    pub fn least(&self) -> ratatui::layout::Size {
        match self.state {
            State::SetUp { .. } => SETUP,
            State::Lesson { .. } => LESSON,
            _ => least(self.side_length()),
        }
    }

    /// The task for the computer players.
    pub fn decision(&self) -> Option<Task> {
        match self.state {
            State::Watching { from, .. } if from <= self.now => {
                Some(Task::Decide(*self.position()))
            }
            _ => None,
        }
    }

    /// The task for the adviser.
    pub fn question(&self) -> Option<Task> {
        match &self.state {
            State::Review {
                decisions: None, ..
            } => {
                return Some(Task::Review(Box::new(self.game.record().clone())));
            }
            // As long as the value is not proved, an estimate helps.
            State::Review { .. } => {
                let is_open = self
                    .reviewed()
                    .is_some_and(|one| one.after.value().is_none());
                return is_open.then(|| Task::Advise(self.here()));
            }
            _ => {}
        }
        let own = matches!(self.state, State::Squares { .. } | State::Collapse(_));
        match &self.unjudged {
            _ if !self.hints => None,
            Some(record) => Some(Task::Review(Box::new(record.clone()))),
            None => own.then(|| Task::Advise(*self.position())),
        }
    }
}
