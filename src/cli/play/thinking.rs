//! The computer players, and who gives advice, think on a thread of their own, so that the screen and Ctrl-C stay
//! alive.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use gqt3::notation::Record;
use gqt3::players::{Heuristic, Player};
use gqt3::position::{Action, Position};
use gqt3::progress::Progress;
use gqt3::rules::Margin;
use gqt3::search::{Interval, LARGE_TABLE_BYTES, MAX_SQUARES, Review, Solver, default_table_bytes};

/// On a large board the value is sought among so many positions, then among more: some seconds in all.
const NODES: [u64; 5] = [0, 2_000, 20_000, 100_000, 400_000];

/// The same for the review of a whole game.
const NODES_OF_REVIEW: [Option<u64>; 3] = [Some(5_000), Some(50_000), Some(250_000)];

/// What there is to think about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// The computer's decision in a position.
    Decide(Position),
    /// Advice for a human.
    Advise(Position),
    /// What was right and wrong in a game.
    Review(Box<Record>),
}

/// Advice on the decision that a position waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Where the value of the position lies.
    pub value: Interval,
    /// The actions that keep the value; on a board too large for that, what the heuristic player would do.
    pub best: Vec<Action>,
    /// Every action with the exact value of the game after it; empty on a board too large for that.
    pub values: Vec<(Action, Margin)>,
}

/// What was thought out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Decision(Action),
    Advice(Advice),
    Review(Review),
}

/// The computer players of both sides, as far as there are.
pub type Players = [Option<Box<dyn Player>>; 2];

struct Request {
    task: Task,
    stop: Arc<AtomicBool>,
}

struct Job {
    task: Task,
    stop: Arc<AtomicBool>,
    answers: Receiver<Answer>,
    stage: Stage,
}

/// How far a job is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Asked,
    Answered,
    Done,
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
    pub fn want(&mut self, wanted: Option<Task>) {
        if self.job.as_ref().map(|job| &job.task) == wanted.as_ref() {
            return;
        }
        self.drop_job();
        if let Some(task) = wanted {
            let stop = Arc::new(AtomicBool::new(false));
            let (sender, answers) = channel();
            let request = Request { task: task.clone(), stop: stop.clone() };
            // A thread that has gone shows as an answer that never comes; see `poll`.
            let _ = self.requests.send((request, sender));
            self.job = Some(Job { task, stop, answers, stage: Stage::Asked });
        }
    }

    /// The next answer, if it comes within a time: a decision is one answer, advice may get better. An answer to an
    /// older question never comes.
    pub fn poll(&mut self, patience: Duration) -> Option<Result<Answer, NoAnswer>> {
        let job = self.job.as_mut().filter(|job| job.stage != Stage::Done)?;
        match job.answers.recv_timeout(patience) {
            Ok(Answer::Decision(action)) => {
                self.job = None;
                Some(Ok(Answer::Decision(action)))
            }
            Ok(advice) => {
                job.stage = Stage::Answered;
                Some(Ok(advice))
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                let unanswered = std::mem::replace(&mut job.stage, Stage::Done) == Stage::Asked;
                unanswered.then_some(Err(NoAnswer))
            }
        }
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
    fn interrupted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

fn work(asked: &Receiver<(Request, Sender<Answer>)>, mut players: Players) {
    let mut solver = None;
    for (Request { task, stop }, sender) in asked {
        let progress = Wanted(stop);
        // Nobody may be waiting any more.
        let answer = |answer| drop(sender.send(answer));
        match task {
            Task::Decide(position) => {
                let player = position.to_move().and_then(|side| players[side as usize].as_mut());
                let action = player.and_then(|player| player.choose(&position, &progress).ok()?);
                action.map(Answer::Decision).map(answer);
            }
            Task::Advise(position) => {
                let advise = |advice| answer(Answer::Advice(advice));
                if is_large(&position) {
                    advise_roughly(&position, &mut solver, &progress, advise);
                } else {
                    advise_exactly(&position, &mut solver, &progress).map(advise);
                }
            }
            Task::Review(record) => {
                let Some(solver) = solver_for(record.start(), &mut solver) else { continue };
                review(&record, solver, &progress, |review| answer(Answer::Review(review)));
            }
        }
    }
}

fn is_large(position: &Position) -> bool {
    position.board().squares() > MAX_SQUARES
}

/// `None` if interrupted, or if there is nothing to decide.
fn advise_exactly(
    position: &Position,
    solver: &mut Option<Solver>,
    progress: &dyn Progress,
) -> Option<Advice> {
    let side = position.to_move()?;
    let solver = solver_for(position, solver)?;
    solver.limit_nodes(None);
    let actions = solver.actions(position, progress).into_iter();
    let values: Vec<(Action, Margin)> =
        actions.map(|(action, bounds)| Some((action, bounds.value()?))).collect::<Option<_>>()?;
    let value = side.best(values.iter().map(|(_, value)| *value))?;
    let best = values.iter().filter(|(_, other)| *other == value).map(|(action, _)| *action).collect();
    Some(Advice { value: Interval { lower: value, upper: value }, best, values })
}

/// What the heuristic player would do, and more and more of what can be proven about the value.
fn advise_roughly(
    position: &Position,
    solver: &mut Option<Solver>,
    progress: &dyn Progress,
    advise: impl Fn(Advice),
) {
    let Ok(Some(action)) = Heuristic::default().choose(position, progress) else { return };
    let Some(solver) = solver_for(position, solver) else { return };
    for nodes in NODES {
        solver.limit_nodes(Some(nodes));
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

/// What was right and wrong in a game; on a large board first what is soon proven, then more.
fn review(record: &Record, solver: &mut Solver, progress: &dyn Progress, tell: impl Fn(Review)) {
    let limits = if is_large(record.start()) { &NODES_OF_REVIEW[..] } else { &[None] };
    for &nodes in limits {
        solver.limit_nodes(nodes);
        let review = Review::of(record, solver, progress);
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

fn solver_for<'a>(position: &Position, solver: &'a mut Option<Solver>) -> Option<&'a mut Solver> {
    if solver.is_none() {
        let game = *position.game();
        *solver = Solver::new(game, default_table_bytes(&game).min(LARGE_TABLE_BYTES)).ok();
    }
    solver.as_mut()
}
