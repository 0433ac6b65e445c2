//! Computer players and the adviser think on threads of their own, so that the screen and Ctrl-C always answer.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::game::Game;
use crate::notation::Record;
use crate::players::{Agent, Heuristic};
use crate::position::{Action, Position};
use crate::progress::Progress;
use crate::rules::{Margin, Player};
use crate::search::{Interval, LARGE_TABLE_BYTES, MAX_SQUARES, Review, Solver, default_table_bytes};

/// On a large board, how many positions are searched for the value: at first few, so that something is soon known, and
/// then more each time. All of them together take some seconds.
const NODES: [u64; 5] = [0, 2_000, 20_000, 100_000, 400_000];

/// The same for the review of a whole game on a large board.
const NODES_OF_REVIEW: [Option<u64>; 3] = [Some(5_000), Some(50_000), Some(250_000)];

/// What there is to think about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// The computer's decision in a position.
    Decide(Position),
    /// Advice for a human.
    Advise(Position),
    /// Which decisions of a game were right, and which were mistakes.
    Review(Box<Record>),
}

/// Advice on the decision that a position waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Where the value of the position lies.
    pub value: Interval,
    /// The actions that keep the value, empty until they are found; on a board too large to be solved, what the heuristic
    /// player would do.
    pub best: Vec<Action>,
    /// Every action with the exact value of the game after it; empty on a board too large to be solved.
    pub values: Vec<(Action, Margin)>,
}

impl Advice {
    /// What the board and the list of collapses say of some actions of a side: the value of the best of them, if it is
    /// known, and `!` if one of them is among the best of all. `(+1/2)!`, for example.
    pub fn mark(&self, side: Player, fits: impl Fn(&Action) -> bool) -> String {
        let values = self.values.iter().filter(|(action, _)| fits(action)).map(|(_, value)| *value);
        let value = side.best(values).map_or_else(String::new, |value| format!("({value})"));
        value + if self.best.iter().any(fits) { "!" } else { "" }
    }
}

/// The result of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Decision(Action),
    Advice(Advice),
    Review(Review),
}

/// The computer players of both sides; `None` for a human.
pub type Players = [Option<Box<dyn Agent>>; 2];

/// A thread that thinks, and the task it is given at the moment.
pub struct Thinker {
    requests: Sender<Request>,
    job: Option<Job>,
}

/// A task for the thread, and where its answers go.
struct Request {
    task: Task,
    answers: Sender<Answer>,
    wanted: Wanted,
}

/// The task that the thread has now. Dropping the job, and `wanted` with it, stops the thread.
struct Job {
    task: Task,
    answers: Receiver<Answer>,
    _wanted: Arc<()>,
}

/// Interrupts once the job is dropped.
struct Wanted(Weak<()>);

impl Progress for Wanted {
    fn interrupted(&self) -> bool {
        self.0.strong_count() == 0
    }
}

impl Thinker {
    pub fn new(players: Players) -> Thinker {
        let (requests, asked) = channel();
        std::thread::spawn(move || work(&asked, players));
        Thinker { requests, job: None }
    }

    /// Makes the thread think about this task and nothing else. If it already does, it goes on.
    pub fn want(&mut self, task: Option<Task>) {
        if self.job.as_ref().map(|job| &job.task) == task.as_ref() {
            return;
        }
        self.job = task.map(|task| {
            let (sender, answers) = channel();
            let wanted = Arc::new(());
            let request =
                Request { task: task.clone(), answers: sender, wanted: Wanted(Arc::downgrade(&wanted)) };
            // If the thread has gone, `poll` finds that no answer comes.
            let _ = self.requests.send(request);
            Job { task, answers, _wanted: wanted }
        });
    }

    /// Waits for the next answer to the task. There is one decision, while advice and reviews get better.
    ///
    /// # Errors
    /// `Timeout` if nothing came in time or there is no task, `Disconnected` if no more answers will come.
    pub fn poll(&mut self, patience: Duration) -> Result<Answer, RecvTimeoutError> {
        let job = self.job.as_ref().ok_or(RecvTimeoutError::Timeout)?;
        let answer = job.answers.recv_timeout(patience)?;
        if matches!(answer, Answer::Decision(_)) {
            // The task is done. After an undo the same one may come again.
            self.job = None;
        }
        Ok(answer)
    }
}

fn work(requests: &Receiver<Request>, mut players: Players) {
    let mut solver = None;
    for Request { task, answers, wanted } in requests {
        // An answer that nobody waits for any more is dropped.
        let answer = |answer| drop(answers.send(answer));
        match task {
            Task::Decide(position) => {
                let player = position.to_move().and_then(|side| players[side as usize].as_mut());
                let action = player.and_then(|player| player.choose(&position, &wanted).ok()?);
                action.map(Answer::Decision).map(answer);
            }
            Task::Advise(position) => {
                let advise = |advice| answer(Answer::Advice(advice));
                if is_large(&position) {
                    advise_roughly(&position, &mut solver, &wanted, advise);
                } else {
                    advise_exactly(&position, &mut solver, &wanted, advise);
                }
            }
            Task::Review(record) => {
                let Some(solver) = solver_for(record.start(), &mut solver) else { continue };
                review(&record, solver, &wanted, |review| answer(Answer::Review(review)));
            }
        }
    }
}

fn is_large(position: &Position) -> bool {
    position.board().squares() > MAX_SQUARES
}

/// The value of the position, and then of every action, which for long series may take some seconds more. `None` if interrupted,
/// or if there is nothing to decide.
fn advise_exactly(
    position: &Position,
    solver: &mut Option<(Game, Solver)>,
    progress: &dyn Progress,
    advise: impl Fn(Advice),
) -> Option<()> {
    position.to_move()?;
    let solver = solver_for(position, solver)?;
    let progress = &solver.limited(None, None, progress);
    let value = solver.bounds(position, progress);
    let exactly = value.value()?;
    advise(Advice { value, best: Vec::new(), values: Vec::new() });
    let actions = solver.actions(position, progress).into_iter();
    let values: Vec<(Action, Margin)> =
        actions.map(|(action, bounds)| Some((action, bounds.value()?))).collect::<Option<_>>()?;
    let best = values.iter().filter(|(_, other)| *other == exactly).map(|(action, _)| *action).collect();
    advise(Advice { value, best, values });
    Some(())
}

/// What the heuristic player would do, with bounds of the value that get better with each answer.
fn advise_roughly(
    position: &Position,
    solver: &mut Option<(Game, Solver)>,
    progress: &dyn Progress,
    advise: impl Fn(Advice),
) {
    let Ok(Some(action)) = Heuristic::default().choose(position, progress) else { return };
    let Some(solver) = solver_for(position, solver) else { return };
    for nodes in NODES {
        let progress = &solver.limited(Some(nodes), None, progress);
        let value = solver.bounds(position, progress);
        if progress.interrupted() {
            return;
        }
        advise(Advice { value, best: vec![action], values: Vec::new() });
        if value.value().is_some() {
            return;
        }
    }
}

/// Reviews a game. On a large board the first answer is what is soon proven, and later ones judge more decisions.
fn review(record: &Record, solver: &mut Solver, progress: &dyn Progress, tell: impl Fn(Review)) {
    let limits = if is_large(record.start()) { &NODES_OF_REVIEW[..] } else { &[None] };
    for &nodes in limits {
        let progress = &solver.limited(nodes, None, progress);
        let Ok(review) = Review::of(record, solver, progress) else { return };
        let is_complete = review.is_complete();
        if progress.interrupted() {
            return;
        }
        tell(review);
        if is_complete {
            return;
        }
    }
}

/// The solver of the thread for the game of a position, made when it is first needed.
fn solver_for<'a>(position: &Position, solver: &'a mut Option<(Game, Solver)>) -> Option<&'a mut Solver> {
    let game = *position.game();
    if solver.as_ref().is_none_or(|(other, _)| *other != game) {
        let bytes = default_table_bytes(&game).min(LARGE_TABLE_BYTES);
        *solver = Solver::new(game, bytes).ok().map(|solver| (game, solver));
    }
    solver.as_mut().map(|(_, solver)| solver)
}
