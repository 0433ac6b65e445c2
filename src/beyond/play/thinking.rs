//! Computer players and the adviser think on threads of their own, so that the screen and Ctrl-C always answer.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::beyond::every_board::{Solver, default_table_bytes};
use crate::beyond::players::{Agent, Estimate, Expected, Judgement, estimate};
use crate::engine::game::Game;
use crate::engine::interval::Interval;
use crate::engine::notation::Record;
use crate::engine::position::{Action, Position};
use crate::engine::rules::{Margin, Player};
use crate::perfect_play::{Decision, LARGE_TABLE_BYTES, MAX_SOLVED_SQUARES, MoveClasses, Review};
use crate::support::progress::Progress;

/// On a large board, how many positions are searched for the value: at first few, so that something is soon known, and
/// then more each time. All of them together take some seconds.
const NODES: [u64; 5] = [0, 2_000, 20_000, 100_000, 400_000];

/// The same for the review of a whole game on a large board.
const NODES_OF_REVIEW: [Option<u64>; 3] = [Some(5_000), Some(50_000), Some(250_000)];

/// The same for a single decision there, which is judged while the game goes on.
const NODES_OF_DECISION: Option<u64> = NODES_OF_REVIEW[0];

/// In a position with more actions than this, their values are not asked for one by one.
const MOST_ACTIONS: usize = 5_000;

/// What there is to think about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// The computer's decision in a position.
    Decide(Position),
    /// Advice for a human.
    Advise(Position),
    /// Whether a decision on a large board was a mistake.
    Judge(Position, Action),
    /// Which decisions of a game were right, and which were mistakes.
    Review(Box<Record>),
}

/// Advice on the decision that a position waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The position that it is for.
    pub position: Position,
    /// Where the value of the position lies.
    pub value: Interval,
    /// The actions that keep the value, empty until they are found; on a board too large to be solved, what the heuristic
    /// player would do.
    pub best: Vec<Action>,
    /// Every action with the exact value of the game after it; empty where there are too many, and on a board too large
    /// to be solved.
    pub values: Vec<(Action, Margin)>,
    /// On a board too large to be solved, what the heuristic player expects of actions, the best first.
    pub estimates: Vec<Estimate>,
    /// Whether nothing more will be found.
    pub is_final: bool,
}

impl Advice {
    /// Advice that knows of no action.
    fn of(position: Position, value: Interval) -> Advice {
        let (best, values, estimates) = (Vec::new(), Vec::new(), Vec::new());
        Advice {
            position,
            value,
            best,
            values,
            estimates,
            is_final: false,
        }
    }

    /// What the board and the list of collapses say of some actions of a side: the value of the best of them, if it is
    /// known, and `!` if one of them is among the best of all. `(+1/2)!`, for example.
    pub fn mark(&self, side: Player, fits: impl Fn(&Action) -> bool) -> String {
        let values = self
            .values
            .iter()
            .filter(|(action, _)| fits(action))
            .map(|(_, value)| *value);
        let value = side
            .best(values)
            .map_or_else(String::new, |value| format!("({value})"));
        value + if self.best.iter().any(fits) { "!" } else { "" }
    }
}

/// A decision with all that was found out about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    pub decision: Decision,
    /// Whether nothing else would have kept the value, as far as that is known.
    pub is_only: bool,
    /// Where it is not proved whether it was a mistake, what estimates say, once they were made.
    pub estimate: Option<Judgement>,
}

impl Judged {
    /// Whether it gave something away, for certain or by estimate.
    pub fn is_mistake(&self) -> bool {
        self.decision.is_mistake() || self.by_estimate().is_some()
    }

    /// The estimate that calls it a mistake, and what looks better.
    pub fn by_estimate(&self) -> Option<(Judgement, Action)> {
        self.estimate
            .and_then(|estimate| Some((estimate, estimate.better?)))
    }

    /// For a mistake, the first action that was better or looks better, and `!` or `?` for that.
    pub fn better(&self) -> Option<(Action, char)> {
        let proven = self.decision.better.first().map(|action| (*action, '!'));
        proven.or_else(|| self.by_estimate().map(|(_, action)| (action, '?')))
    }
}

/// The result of a task.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    Decision(Action),
    Advice(Box<Advice>),
    Judged(Box<Judged>),
    /// Every decision of a game.
    Review(Vec<Judged>),
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
        Thinker {
            requests,
            job: None,
        }
    }

    /// Makes the thread think about this task and nothing else. If it already does, it goes on.
    pub fn want(&mut self, task: Option<Task>) {
        if self.job.as_ref().map(|job| &job.task) == task.as_ref() {
            return;
        }
        self.job = task.map(|task| {
            let (sender, answers) = channel();
            let wanted = Arc::new(());
            let request = Request {
                task: task.clone(),
                answers: sender,
                wanted: Wanted(Arc::downgrade(&wanted)),
            };
            // If the thread has gone, `poll` finds that no answer comes.
            let _ = self.requests.send(request);
            Job {
                task,
                answers,
                _wanted: wanted,
            }
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
    for Request {
        task,
        answers,
        wanted,
    } in requests
    {
        // An answer that nobody waits for any more is dropped.
        let answer = |answer| drop(answers.send(answer));
        match task {
            Task::Decide(position) => {
                let player = position
                    .to_move()
                    .and_then(|side| players[side as usize].as_mut());
                let action = player.and_then(|player| player.choose(&position, &wanted).ok()?);
                action.map(Answer::Decision).map(answer);
            }
            Task::Advise(position) => {
                let advise = |advice| answer(Answer::Advice(Box::new(advice)));
                if is_large(&position) {
                    advise_roughly(&position, &mut solver, &wanted, advise);
                } else {
                    advise_exactly(&position, &mut solver, &wanted, advise);
                }
            }
            Task::Judge(position, action) => {
                let Some(solver) = solver_for(&position, &mut solver) else {
                    continue;
                };
                let judged = judge(&position, &action, solver, &wanted);
                if let Some(judged) = judged {
                    answer(Answer::Judged(Box::new(judged)));
                }
            }
            Task::Review(record) => {
                let Some(solver) = solver_for(record.start(), &mut solver) else {
                    continue;
                };
                review(&record, solver, &wanted, |judged| {
                    answer(Answer::Review(judged))
                });
            }
        }
    }
}

/// Whether a position is on a board too large to be solved.
pub fn is_large(position: &Position) -> bool {
    position.board().squares() > MAX_SOLVED_SQUARES
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
    let position = *position;
    let beginning = Advice::of(position, value);
    advise(beginning.clone());
    if position.actions().nth(MOST_ACTIONS).is_some() {
        let best = vec![solver.best_action(&position, progress)?];
        advise(Advice {
            best,
            is_final: true,
            ..beginning
        });
        return Some(());
    }
    let actions = solver.actions(&position, progress).into_iter();
    let values: Vec<(Action, Margin)> = actions
        .map(|(action, bounds)| Some((action, bounds.value()?)))
        .collect::<Option<_>>()?;
    let mut best: Vec<Action> = values
        .iter()
        .filter(|(_, other)| *other == exactly)
        .map(|(action, _)| *action)
        .collect();
    best.sort_by(Action::in_order);
    advise(Advice {
        best,
        values,
        is_final: true,
        ..beginning
    });
    Some(())
}

/// What the heuristic player would do, and what it expects of that, with bounds of the value that get better with each answer.
fn advise_roughly(
    position: &Position,
    solver: &mut Option<(Game, Solver)>,
    progress: &dyn Progress,
    advise: impl Fn(Advice),
) {
    let Ok(estimates) = estimate(position, Estimate::PLAYOUTS, 0, progress) else {
        return;
    };
    let Some(best) = estimates.first() else {
        return;
    };
    let best = vec![best.action];
    let Some(solver) = solver_for(position, solver) else {
        return;
    };
    for nodes in NODES {
        let progress = &solver.limited(Some(nodes), None, progress);
        let value = solver.bounds(position, progress);
        if progress.interrupted() {
            return;
        }
        let is_final = value.value().is_some();
        let (best, estimates) = (best.clone(), estimates.clone());
        advise(Advice {
            best,
            estimates,
            is_final,
            ..Advice::of(*position, value)
        });
        if is_final {
            return;
        }
    }
}

/// Reviews a game. On a large board the first answer is what is soon proven, the second estimates the other decisions, and later
/// ones prove more. On a small one the second answer says which decisions were the only good ones.
fn review(
    record: &Record,
    solver: &mut Solver,
    progress: &dyn Progress,
    tell: impl Fn(Vec<Judged>),
) {
    let is_large = is_large(record.start());
    let mut expected = None;
    for &nodes in if is_large {
        &NODES_OF_REVIEW[..]
    } else {
        &[None]
    } {
        let limited = &solver.limited(nodes, None, progress);
        let Ok(review) = Review::of(record, solver, limited) else {
            return;
        };
        if limited.interrupted() {
            return;
        }
        tell(judged(&review, expected.as_ref()));
        if review.is_complete() {
            let progress = &solver.limited(nodes, None, progress);
            let mut judged = judged(&review, None);
            for judged in &mut judged {
                let Some(is_only) = is_only(&judged.decision, solver, progress) else {
                    return;
                };
                judged.is_only = is_only;
            }
            return tell(judged);
        }
        if is_large && expected.is_none() {
            let found = Expected::of(record, &review.decisions, Estimate::PLAYOUTS, 0, progress);
            let Ok(found) = found else { return };
            tell(judged(&review, Some(&found)));
            expected = Some(found);
        }
    }
}

/// Judges a decision on a large board; `None` if interrupted.
fn judge(
    position: &Position,
    action: &Action,
    solver: &mut Solver,
    progress: &dyn Progress,
) -> Option<Judged> {
    let record = Record::from_actions(*position, [*action]).ok()?;
    let limited = &solver.limited(NODES_OF_DECISION, None, progress);
    let review = Review::of(&record, solver, limited).ok()?;
    let expected =
        Expected::of(&record, &review.decisions, Estimate::PLAYOUTS, 0, progress).ok()?;
    judged(&review, Some(&expected)).pop()
}

/// The decisions of a review, with what is known about them by estimate.
fn judged(review: &Review, expected: Option<&Expected>) -> Vec<Judged> {
    let decisions = &review.decisions;
    let estimates = expected.map_or_else(
        || vec![None; decisions.len()],
        |expected| expected.judge(decisions),
    );
    let judged = decisions.iter().cloned().zip(estimates);
    judged
        .map(|(decision, estimate)| Judged {
            decision,
            is_only: false,
            estimate,
        })
        .collect()
}

/// Whether a decision kept the value and, but for symmetry, no other would have; `None` if interrupted.
fn is_only(decision: &Decision, solver: &mut Solver, progress: &dyn Progress) -> Option<bool> {
    let (position, value) = (&decision.position, decision.before.value());
    let (Some(value), false) = (value, decision.is_mistake()) else {
        return Some(false);
    };
    if position.actions().nth(1).is_none() || position.actions().nth(MOST_ACTIONS).is_some() {
        return Some(false);
    }
    let classes = MoveClasses::of(position, progress)?;
    let keeps = solver.keeps(&classes, value, progress)?;
    Some(keeps.len() > 1 && keeps.iter().filter(|&&keeps| keeps).count() == 1)
}

/// The solver of the thread for the game of a position, made when it is first needed.
fn solver_for<'a>(
    position: &Position,
    solver: &'a mut Option<(Game, Solver)>,
) -> Option<&'a mut Solver> {
    let game = *position.game();
    if solver.as_ref().is_none_or(|(other, _)| *other != game) {
        let bytes = default_table_bytes(&game).min(LARGE_TABLE_BYTES);
        *solver = Solver::new(game, bytes).ok().map(|solver| (game, solver));
    }
    solver.as_mut().map(|(_, solver)| solver)
}
