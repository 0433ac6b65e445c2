//! The computer players think on a thread of their own, so that the screen and Ctrl-C stay alive.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use gqt3::players::{Heuristic, Player};
use gqt3::position::{Action, Position};
use gqt3::progress::{Interrupted, Progress};
use gqt3::rules::{Margin, Player as Side};
use gqt3::search::{MAX_SQUARES, Solver, default_table_bytes};

/// What there is to think about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// The computer's decision for a side.
    Decide(Side),
    /// Advice for a human.
    Advise,
}

/// Advice on the decision that a position waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// Every action with the exact value of the game after it.
    Values(Vec<(Action, Margin)>),
    /// The board is too large for that: what the heuristic player would do.
    Choice(Action),
}

/// What was thought out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Decision(Action),
    Advice(Advice),
}

/// The computer players of both sides, as far as there are.
pub type Players = [Option<Box<dyn Player>>; 2];

struct Request {
    task: Task,
    position: Position,
    stop: Arc<AtomicBool>,
}

struct Job {
    task: Task,
    position: Position,
    stop: Arc<AtomicBool>,
    answers: Receiver<Answer>,
}

/// The thread, and what it is asked at the moment.
pub struct Thinker {
    requests: Sender<(Request, Sender<Answer>)>,
    job: Option<Job>,
}

impl Thinker {
    pub fn new(players: Players) -> Thinker {
        let (requests, asked) = channel();
        std::thread::spawn(move || work(&asked, players));
        Thinker { requests, job: None }
    }

    /// Sees to it that this, and nothing else, is being thought about.
    pub fn want(&mut self, wanted: Option<(Task, &Position)>) {
        let current = self.job.as_ref().map(|job| (job.task, &job.position));
        if current == wanted {
            return;
        }
        self.drop_job();
        if let Some((task, position)) = wanted {
            let stop = Arc::new(AtomicBool::new(false));
            let (sender, answers) = channel();
            let request = Request { task, position: *position, stop: stop.clone() };
            // A thread that has gone shows as an answer that never comes; see `poll`.
            let _ = self.requests.send((request, sender));
            self.job = Some(Job { task, position: *position, stop, answers });
        }
    }

    /// The answer, if it comes within a time. An answer to an older question never does.
    pub fn poll(&mut self, patience: Duration) -> Option<Result<Answer, NoAnswer>> {
        let answer = match self.job.as_ref()?.answers.recv_timeout(patience) {
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => Err(NoAnswer),
        };
        self.job = None;
        Some(answer)
    }

    fn drop_job(&mut self) {
        if let Some(job) = self.job.take() {
            job.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// A player gave up, which none should.
#[derive(Debug)]
pub struct NoAnswer;

impl Drop for Thinker {
    fn drop(&mut self) {
        self.drop_job();
    }
}

/// Stops when nobody wants the answer any more.
struct Wanted(Arc<AtomicBool>);

impl Progress for Wanted {
    fn begin(&self, _what: &str, _steps: Option<u64>) {}
    fn advance(&self, _steps: u64) {}
    fn interrupted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

fn work(asked: &Receiver<(Request, Sender<Answer>)>, mut players: Players) {
    let mut solver = None;
    for (Request { task, position, stop }, sender) in asked {
        let progress = Wanted(stop);
        let answer = match task {
            Task::Decide(side) => players[side as usize]
                .as_mut()
                .and_then(|player| player.choose(&position, &progress).ok()?)
                .map(Answer::Decision),
            Task::Advise => advise(&position, &mut solver, &progress).map(Answer::Advice),
        };
        if let Some(answer) = answer {
            // Nobody may be waiting any more.
            let _ = sender.send(answer);
        }
    }
}

/// `None` if interrupted, or if there is nothing to decide.
fn advise(position: &Position, solver: &mut Option<Solver>, progress: &dyn Progress) -> Option<Advice> {
    let board = position.board();
    if board.squares() > MAX_SQUARES {
        return Heuristic::default().choose(position, progress).ok()?.map(Advice::Choice);
    }
    if solver.is_none() {
        *solver = Solver::new(*position.game(), default_table_bytes(position.game())).ok();
    }
    let actions = solver.as_mut()?.actions(position, progress);
    let values = actions.into_iter().map(|(action, bounds)| Ok((action, bounds.value().ok_or(Interrupted)?)));
    values.collect::<Result<_, Interrupted>>().ok().map(Advice::Values)
}

/// The best of the values for a side, and the actions that have it.
pub fn best(values: &[(Action, Margin)], side: Side) -> Option<(Margin, Vec<Action>)> {
    let best = side.best(values.iter().map(|(_, value)| *value))?;
    let actions = values.iter().filter(|(_, value)| *value == best).map(|(action, _)| *action);
    Some((best, actions.collect()))
}
