//! `gqt3 analyze --review`: every decision of a game, with what it gave away.

use crate::beyond::every_board::{Solver, warm_table_bytes};
use crate::beyond::players::Judgement;
use crate::engine::interval::Interval;
use crate::engine::notation::{Record, action_text};
use crate::engine::position::Phase;
use crate::engine::rules::{Margin, Player};
use crate::perfect_play::{Decision, Review};
use crate::report::{Cell, Column, Report, Table, Tone};
use crate::support::number::group_digits;
use serde_json::{Value, json};

use super::analysis::{asked, value};
use super::estimates::{DIGITS, Estimates};
use crate::cli::columns::{interval, signed};
use crate::cli::failure::{Failure, complete};
use crate::cli::limited::LimitArgs;
use crate::cli::session::Session;

/// How wide the list of better moves is at most in text, so that the table fits 80 columns; the data forms have them all.
const WIDEST: usize = 15;

/// A decision, and what estimates say of it where nothing is proved.
type Row<'a> = (&'a Decision, Option<Judgement>);

pub fn run(
    record: &Record,
    limits: LimitArgs,
    estimates: Option<Estimates>,
    session: Session,
) -> Result<(), Failure> {
    let game = *record.start().game();
    let mut solver = Solver::new(game, warm_table_bytes(&game))?;
    let progress = limits.begin(&game, &mut solver, session.progress());
    let review = Review::of(record, &mut solver, &progress)?;
    let estimates = estimates.filter(|_| review.decisions.iter().any(Decision::is_open));
    // An interruption leaves what is proven.
    let judged = |how: Estimates| {
        let judged = how.judge(record, &review.decisions, session.progress());
        judged.ok().map(|judged| (how, judged))
    };
    let (estimates, judgements) = estimates.and_then(judged).unzip();
    let judgements = judgements.unwrap_or_else(|| vec![None; review.decisions.len()]);
    let rows: Vec<Row> = review.decisions.iter().zip(judgements).collect();
    let asked = asked(record, &limits, estimates.as_ref());
    let report = Report {
        summary: summary(record, &review),
        ..Report::new("analyze", asked, table(record, &review, &rows, estimates))
    };
    let interrupted = session.progress().interrupted();
    session.finish_partial(&report)?;
    complete(review.is_complete(), interrupted, || {
        "not every decision is judged; a higher --time-limit or --node-limit may judge more"
            .to_owned()
    })
}

/// A row for each decision. The data forms have every number and the least better action of each class of actions that lead to the
/// same game; text has the first of them, and fits 80 columns.
fn table<'a>(
    record: &Record,
    review: &'a Review,
    rows: &'a [Row<'a>],
    estimates: Option<Estimates>,
) -> Table<'a> {
    let caption = format!("Review, {}: {record}", record.start().game());
    let mut table = Table::of(columns(), rows).captioned(caption);
    table.note(format!(
        "{}; {}. {}",
        mistakes(review, rows, Player::One),
        mistakes(review, rows, Player::Two),
        end(record, review)
    ));
    if let Some(how) = estimates {
        table.note(how.note());
    }
    table
}

fn columns<'a>() -> Vec<Column<'a, Row<'a>>> {
    let loss = |(decision, _): &Row| {
        let loss = decision.loss();
        Some(Interval {
            lower: *loss.start(),
            upper: *loss.end(),
        })
    };
    let [loss, loss_data @ ..] = interval("loss", loss);
    let mut columns = vec![
        Column::new("turn", |(decision, _): &Row| decision.turn()),
        Column::new("player", |(decision, _): &Row| decision.player.name())
            .in_text(|(decision, _)| decision.player.letter().to_string()),
        Column::new("move", |(decision, _): &Row| {
            action_text(&decision.position, &decision.action)
        }),
    ];
    columns.extend(interval("before", |(decision, _): &Row| {
        Some(decision.before)
    }));
    columns.extend(interval("after", |(decision, _): &Row| {
        Some(decision.after)
    }));
    columns.push(
        loss.headed("gave away")
            .in_text(given_away)
            .toned(|_| Tone::Bad),
    );
    columns.extend(loss_data);
    columns.extend([
        Column::data("mistake", |(decision, _): &Row| is_mistake(decision)),
        Column::new("better", |(decision, _): &Row| better(decision).join(" "))
            .in_text(better_in_text),
    ]);
    columns.extend(estimate_columns());
    columns
}

fn estimate_columns<'a>() -> [Column<'a, Row<'a>>; 4] {
    let margin = |of: fn(Judgement) -> f64| {
        move |(_, judged): &Row| judged.map(|judged| Cell::float(of(judged), DIGITS))
    };
    [
        Column::data("estimate_before_decimal", margin(|judged| judged.before)),
        Column::new("estimate_after_decimal", margin(|judged| judged.after))
            .headed("estimated after")
            .in_text(|(_, judged)| {
                judged
                    .map(|judged| signed(judged.after))
                    .unwrap_or_default()
            })
            .numeric(),
        Column::data("estimate_loss_decimal", margin(|judged| judged.loss)),
        Column::data("estimate_better", better_by_estimate),
    ]
}

/// What a decision gave away, as text.
fn given_away((decision, judged): &Row) -> String {
    let by_estimate = judged.filter(|judged| judged.better.is_some());
    let least = decision.loss().start().to_ratio();
    match (is_mistake(decision), decision.is_judged()) {
        (Some(false), _) => String::new(),
        (Some(true), true) => least.to_string(),
        (Some(true), false) => format!("at least {least}"),
        (None, _) => {
            by_estimate.map_or("?".to_owned(), |one| format!("{:.2} by estimate", one.loss))
        }
    }
}

/// What looks better by estimate than a decision that looks like a mistake.
fn better_by_estimate((decision, judged): &Row) -> Option<String> {
    judged
        .and_then(|judged| judged.better)
        .map(|action| action_text(&decision.position, &action))
}

fn better_in_text(row: &Row) -> String {
    better_by_estimate(row).unwrap_or_else(|| first_of(&better(row.0)))
}

/// Whether a decision gave value away; `None` where that is not known.
fn is_mistake(decision: &Decision) -> Option<bool> {
    (!decision.is_open()).then(|| decision.is_mistake())
}

/// The better actions as text.
fn better(decision: &Decision) -> Vec<String> {
    decision
        .better
        .iter()
        .map(|action| action_text(&decision.position, action))
        .collect()
}

/// The first of some words, and how many more there are.
fn first_of(words: &[String]) -> String {
    let fits = |&count: &usize| words[..count].join(" ").len() <= WIDEST;
    let shown = (1..=words.len())
        .rev()
        .find(fits)
        .unwrap_or(words.len().min(1));
    let listed = words[..shown].join(" ");
    match words.len() - shown {
        0 => listed,
        more => format!("{listed} +{}", group_digits(more)),
    }
}

fn mistakes(review: &Review, rows: &[Row], player: Player) -> String {
    let who = format!("{player} ({})", player.letter());
    let by_estimate = rows
        .iter()
        .filter(|row| row.0.player == player && better_by_estimate(row).is_some());
    let by_estimate = match by_estimate.count() {
        0 => String::new(),
        number => format!(", {number} by estimate"),
    };
    let proven = match review.mistakes(player).count() {
        0 if review.is_complete() => format!("{who}: no mistake"),
        0 => format!("{who}: no mistake that is proven"),
        number => {
            let noun = if number == 1 { "mistake" } else { "mistakes" };
            let given = review.given_away(player).to_ratio();
            format!("{who}: {number} {noun} ({given} given away)")
        }
    };
    proven + &by_estimate
}

fn end(record: &Record, review: &Review) -> String {
    let unjudged = review
        .decisions
        .iter()
        .filter(|decision| decision.is_open())
        .count();
    let unjudged = match unjudged {
        0 => String::new(),
        number => format!(" Not decided within the limits: {number}."),
    };
    match (record.end().phase(), review.decisions.last()) {
        (Phase::Over, _) => format!("The game ended {}.{unjudged}", record.end().margin()),
        (_, Some(last)) => format!(
            "The game is not over; its value is {}.{unjudged}",
            last.after
        ),
        (_, None) => "Nothing has been played.".to_owned(),
    }
}

fn summary(record: &Record, review: &Review) -> Value {
    let of = |player: Player| {
        json!({
            "mistakes": review.mistakes(player).count(),
            "given_away": review.given_away(player).to_ratio().to_string(),
        })
    };
    let ended = (record.end().phase() == Phase::Over).then(|| record.end().margin());
    json!({
        "player1": of(Player::One),
        "player2": of(Player::Two),
        "margin": ended.map(|margin: Margin| margin.to_ratio().to_string()),
        "value": review.decisions.last().and_then(|last| value(&last.after)),
    })
}
