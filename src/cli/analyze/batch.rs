//! `gqt3 analyze --batch`: many games, one in each line, and an answer to each in the same order.
//!
//! Lines that are there already are answered together, by all threads, and their answers written out before the next line
//! is waited for: a program that writes one line and waits for its answer gets it. How many lines are answered together
//! depends on how long the last ones took.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::scope;
use std::time::{Duration, Instant};

use crate::game::Game;
use crate::notation::Header;
use crate::number::group_digits;
use crate::progress::Progress;
use crate::report::Format;

use super::answer::{Answer, Clerk, Question, columns, heading};
use super::args::AnalyzeArgs;
use crate::cli::failure::{Failure, unproven};
use crate::cli::game_args::GameArgs;
use crate::cli::input::{InputLines, Next};
use crate::cli::session::Session;
use crate::cli::stderr::tell;

/// How many lines for each thread are answered together at most.
const MOST_TOGETHER: usize = 1 << 10;

/// Fewer lines are answered together if the last ones took longer than this, else more.
const SOON: Duration = Duration::from_millis(50);

pub fn run(path: &Path, args: &AnalyzeArgs, session: Session) -> Result<(), Failure> {
    let format = session.format();
    if args.moves && format != Format::Json {
        return Err(Failure::BadInput("--moves needs --format json".to_owned()));
    }
    if session.asks_for(Format::Table) {
        return Err(Failure::BadInput(
            "--batch answers in --format csv or json; name one of them".to_owned(),
        ));
    }
    let game = Ok(args.flags.game()?);
    let input = InputLines::open("--batch", path)?;
    let mut lines = Lines { input, flags: &args.flags, game, number: 0 };
    let (mut all, mut bad, mut open) = (0_usize, 0, 0);
    // A program that asks through a pipe has the terminal to itself, and answers on the terminal tell how far they are.
    let shows_progress = path != Path::new("-") && session.width().is_none();
    session.finish_stream(|progress, out| {
        if shows_progress {
            progress.begin("answers", None);
        }
        let mut clerks: Vec<Clerk> =
            (0..rayon::current_num_threads()).map(|_| Clerk::new(args, format)).collect();
        out.write_all(&heading(&columns(args.goff), format))?;
        out.flush()?;
        let mut together = clerks.len();
        loop {
            let questions = lines.read(together, progress);
            if questions.is_empty() {
                break;
            }
            let started = Instant::now();
            for answer in answers(&questions, &mut clerks, args.goff, progress) {
                all += 1;
                open += usize::from(answer.is_open);
                out.write_all(&answer.row)?;
                if let Some(error) = &answer.error {
                    bad += 1;
                    tell(error);
                }
            }
            out.flush()?;
            progress.note(&group_digits(all));
            together = if started.elapsed() < SOON { 2 * together } else { together / 2 };
            together = together.clamp(clerks.len(), MOST_TOGETHER * clerks.len());
        }
        progress.end();
        Ok(())
    })?;
    match (bad, open) {
        (0, 0) => Ok(()),
        (0, open) => Err(Failure::Incomplete(unproven(open))),
        (1, _) => Err(Failure::BadInput("1 line of --batch is no game".to_owned())),
        (bad, _) => Err(Failure::BadInput(format!("{bad} lines of --batch are no games"))),
    }
}

/// The answers to some questions, as far as no interruption came.
fn answers(
    questions: &[Question],
    clerks: &mut [Clerk],
    goff: bool,
    progress: &dyn Progress,
) -> impl Iterator<Item = Answer> + use<> {
    let next = AtomicUsize::new(0);
    let answers: Vec<OnceLock<Answer>> = questions.iter().map(|_| OnceLock::new()).collect();
    let work = |clerk: &mut Clerk| {
        let columns = columns(goff);
        while let Some((question, place)) = {
            let number = next.fetch_add(1, Ordering::Relaxed);
            questions.get(number).zip(answers.get(number))
        } {
            if let Some(answer) = clerk.answer(question, &columns, progress) {
                // Nobody else answers this question.
                let _ = place.set(answer);
            }
        }
    };
    match questions {
        [_] => work(&mut clerks[0]),
        _ => scope(|scope| clerks.iter_mut().for_each(|clerk| drop(scope.spawn(|| work(clerk))))),
    }
    answers.into_iter().map_while(OnceLock::into_inner)
}

/// The lines that are read.
struct Lines<'a> {
    input: InputLines,
    flags: &'a GameArgs,
    /// The game of the lines to come, that of the flags or of the last header; or why they have none.
    game: Result<Game, String>,
    number: usize,
}

impl Lines<'_> {
    /// Waits for a line, and takes the others that are there already, `most` at most. There are none at the end, or if it
    /// was interrupted.
    fn read(&mut self, most: usize, progress: &dyn Progress) -> Vec<Question> {
        let mut questions = Vec::new();
        while questions.len() < most {
            let next =
                if questions.is_empty() { Some(self.input.next(progress)) } else { self.input.ready() };
            let (text, game, is_header) = match next {
                None | Some(Next::End | Next::Interrupted) => break,
                Some(Next::Line(text)) if Header::is_in(&text) => {
                    self.number += 1;
                    match self.turn_to(&text) {
                        Ok(()) => continue,
                        Err(error) => (text, Err(error), true),
                    }
                }
                Some(Next::Line(text)) => {
                    self.number += 1;
                    (text, self.game.clone(), false)
                }
                Some(Next::Bad(error)) => {
                    self.number += 1;
                    (error.text, Err(error.reason), false)
                }
            };
            questions.push(Question { number: self.number, text, game, is_header });
        }
        questions
    }

    /// Goes on with the game that a header says; if it is wrong, no line has a game until the next one.
    fn turn_to(&mut self, header: &str) -> Result<(), String> {
        let header = header.parse::<Header>().map_err(|error| error.to_string());
        let agreed = |Header(game)| self.flags.game_under(Some(game)).map_err(|error| error.to_string());
        let game = header.and_then(agreed);
        self.game = game.clone().map_err(|_| format!("the header in line {} is wrong", self.number));
        game.map(|_| ())
    }
}
