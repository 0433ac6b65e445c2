//! Threads for computer players and the adviser, which keep the screen and Ctrl-C responsive.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use gqt3::beyond::every_board::{AnyBoardSolver, LARGE_BOARD_TIME, default_table_bytes};
use gqt3::beyond::players::{ActionEstimate, estimate};
use gqt3::engine::game::Game;
use gqt3::engine::interval::Interval;
use gqt3::engine::notation::Record;
use gqt3::engine::position::{Action, Position};
use gqt3::engine::rules::Margin;
use gqt3::perfect_play::{Decision, LARGE_TABLE_BYTES, MAX_SOLVED_SQUARES, Review};
use gqt3::support::progress::Progress;
use gqt3::support::threads::{self, NoThread};

use super::seats::Agents;

/// The most positions that advice visits on a large board to bound the value.
const NODES: u64 = 200_000;

/// The limit to judge a single decision is lower, because the next hint waits for it.
const NODES_OF_DECISION: u64 = 50_000;

/// Tests need no thorough review.
const TIME_OF_REVIEW: Duration = if cfg!(test) {
    Duration::from_millis(500)
} else {
    LARGE_BOARD_TIME
};

const MOST_ACTIONS: usize = 5_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    Decide(Position),
    Advise(Position),
    Review(Box<Record>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    pub position: Position,
    pub value: Interval,
    /// The actions that keep the value, but only one if there are more than [`MOST_ACTIONS`]
    /// actions; on a large board, the first of `estimates`.
    pub best: Vec<Action>,
    /// The game's value after every action. Empty on large boards, and if there are more than
    /// [`MOST_ACTIONS`] actions.
    pub values: Vec<(Action, Margin)>,
    /// On a large board, what [`estimate`] returns.
    pub estimates: Vec<ActionEstimate>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    Decision(Action),
    Advice(Box<Advice>),
    Review(Vec<Decision>),
}

pub struct Thinker {
    requests: Sender<Request>,
    job: Option<Job>,
}

struct Request {
    task: Task,
    answers: Sender<Reply>,
    wanted: Wanted,
}

struct Job {
    task: Task,
    answers: Receiver<Reply>,
    steps: Arc<AtomicU64>,
}

/// Counts steps, and interrupts once the job, which shares the count, is dropped.
struct Wanted(Arc<AtomicU64>);

impl Progress for Wanted {
    fn advance(&self, steps: u64) {
        self.0.fetch_add(steps, Ordering::Relaxed);
    }

    fn interrupted(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }
}

impl Thinker {
    pub fn new(agents: Agents) -> Result<Thinker, NoThread> {
        let (requests, received) = channel();
        threads::start(move || work(&received, agents))?;
        Ok(Thinker {
            requests,
            job: None,
        })
    }

    /// Replaces the thread's task by this one, unless they are equal.
    pub fn want(&mut self, task: Option<Task>) {
        if self.job.as_ref().map(|job| &job.task) == task.as_ref() {
            return;
        }
        self.job = task.map(|task| {
            let (sender, answers) = channel();
            let steps = Arc::new(AtomicU64::new(0));
            let request = Request {
                task: task.clone(),
                answers: sender,
                wanted: Wanted(steps.clone()),
            };
            // If the thread has gone, `poll` finds that no answer comes.
            let _ = self.requests.send(request);
            Job {
                task,
                answers,
                steps,
            }
        });
    }

    pub fn steps(&self) -> u64 {
        self.job
            .as_ref()
            .map_or(0, |job| job.steps.load(Ordering::Relaxed))
    }

    /// Waits for the next answer to the task. A decision or a review comes once, but better advice
    /// may follow the first.
    ///
    /// # Errors
    /// `Timeout` if nothing came in time or there is no task, `Disconnected` if no more answers
    /// will come.
    pub fn poll(&mut self, patience: Duration) -> Result<Reply, RecvTimeoutError> {
        let job = self.job.as_ref().ok_or(RecvTimeoutError::Timeout)?;
        let answer = job.answers.recv_timeout(patience)?;
        if matches!(answer, Reply::Decision(_)) {
            // After an undo the same task may come again, and `want` must not ignore it then.
            self.job = None;
        }
        Ok(answer)
    }
}

fn work(requests: &Receiver<Request>, mut agents: Agents) {
    let mut solver = None;
    for Request {
        task,
        answers,
        wanted,
    } in requests
    {
        let answer = |answer| drop(answers.send(answer));
        match task {
            Task::Decide(position) => {
                let agent = position
                    .to_move()
                    .and_then(|side| agents[side as usize].as_mut());
                let action = agent.and_then(|agent| agent.choose(&position, &wanted).ok()?);
                action.map(Reply::Decision).map(answer);
            }
            Task::Advise(position) => {
                let advise = |advice| answer(Reply::Advice(Box::new(advice)));
                if is_large(&position) {
                    advise_roughly(&position, &mut solver, &wanted, advise);
                } else {
                    advise_exactly(&position, &mut solver, &wanted, advise);
                }
            }
            Task::Review(record) => {
                let decisions = review(&record, &mut solver, &wanted);
                decisions.map(Reply::Review).map(answer);
            }
        }
    }
}

pub fn is_large(position: &Position) -> bool {
    position.board().squares() > MAX_SOLVED_SQUARES
}

fn advise_exactly(
    position: &Position,
    solver: &mut Option<(Game, AnyBoardSolver)>,
    progress: &dyn Progress,
    advise: impl Fn(Advice),
) -> Option<()> {
    position.to_move()?;
    let solver = solver_for(position, solver)?;
    let progress = &solver.limited(None, None, progress);
    let value = solver.bounds(position, progress);
    let exact = value.value()?;
    let mut advice = Advice {
        position: *position,
        value,
        best: Vec::new(),
        values: Vec::new(),
        estimates: Vec::new(),
    };
    if position.actions().nth(MOST_ACTIONS).is_some() {
        advice.best.push(solver.best_action(position, progress)?);
    } else {
        let actions = solver.actions(position, progress).into_iter();
        let values = actions.map(|(action, bounds)| Some((action, bounds.value()?)));
        advice.values = values.collect::<Option<_>>()?;
        let best = advice.values.iter().filter(|(_, other)| *other == exact);
        advice.best = best.map(|(action, _)| *action).collect();
        advice.best.sort_by(Action::in_order);
    }
    advise(advice);
    Some(())
}

fn advise_roughly(
    position: &Position,
    solver: &mut Option<(Game, AnyBoardSolver)>,
    progress: &dyn Progress,
    advise: impl Fn(Advice),
) -> Option<()> {
    let estimates = estimate(position, ActionEstimate::PLAYOUTS, 0, progress).ok()?;
    let best = vec![estimates.first()?.action];
    let solver = solver_for(position, solver)?;
    for nodes in [0, NODES] {
        let progress = &solver.limited(Some(nodes), None, progress);
        let value = solver.bounds(position, progress);
        progress.check().ok()?;
        advise(Advice {
            position: *position,
            value,
            best: best.clone(),
            values: Vec::new(),
            estimates: estimates.clone(),
        });
        if value.value().is_some() {
            break;
        }
    }
    Some(())
}

fn review(
    record: &Record,
    solver: &mut Option<(Game, AnyBoardSolver)>,
    progress: &dyn Progress,
) -> Option<Vec<Decision>> {
    let solver = solver_for(record.start(), solver)?;
    let (nodes, time) = match (is_large(record.start()), record.actions().len()) {
        (false, _) => (None, None),
        (true, 1) => (Some(NODES_OF_DECISION), None),
        (true, _) => (None, Some(TIME_OF_REVIEW)),
    };
    let limited = &solver.limited(nodes, time, progress);
    let review = Review::new(record, solver, limited).ok()?;
    progress.check().ok()?;
    Some(review.decisions)
}

fn solver_for<'a>(
    position: &Position,
    solver: &'a mut Option<(Game, AnyBoardSolver)>,
) -> Option<&'a mut AnyBoardSolver> {
    let game = *position.game();
    if solver.as_ref().is_none_or(|(other, _)| *other != game) {
        let bytes = default_table_bytes(&game).min(LARGE_TABLE_BYTES);
        *solver = AnyBoardSolver::new(game, bytes)
            .ok()
            .map(|solver| (game, solver));
    }
    solver.as_mut().map(|(_, solver)| solver)
}
