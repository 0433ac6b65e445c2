use crate::report::{Column, Table, Tone};
use clap::Args;
use gqt3::beyond::every_board::{AnyBoardSolver, warm_table_bytes};
use gqt3::engine::interval::Interval;
use gqt3::engine::notation::{Record, action_text};
use gqt3::engine::position::Phase;
use gqt3::engine::rules::{Margin, Player};
use gqt3::perfect_play::{Decision, Review};
use gqt3::support::number::{counted, group_digits};
use num_rational::BigRational;

use super::analyze::analysis::set_parameters;
use super::analyze::moves::{kind, squares};
use super::failure::{Failure, complete};
use super::game_args::RecordArgs;
use super::limited::LimitArgs;
use super::session::{SHORT_HELP, Session};
use crate::results::columns::interval;

/// The most characters of better moves before `, 2 more`, unless the first move is longer. So a
/// table for n = 2 on 3x3 usually fits 80 columns.
const WIDEST: usize = 15;

/// Review the decisions of a game: their values, what they gave away, and better actions
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORT_HELP, after_long_help = EXAMPLES)]
pub struct ReviewArgs {
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    record: RecordArgs,
}

const EXAMPLES: &str = "\
Values are player 1's points minus player 2's, and all of them are proved. A ? marks a decision that may be a mistake or not: \
the limits left it open. gqt3 help analyze explains how a game is written.

Examples:
  gqt3 review 1-2 2-5 5-9 1-5=5 3-4 3-4=4
  gqt3 review --file examples/saved_game.txt
  gqt3 review --board 4 --time-limit 1 1-2 3-4 5-6 7-8 --format csv";

pub fn run(args: &ReviewArgs, mut session: Session) -> Result<(), Failure> {
    session.distinct(&[args.record.named()])?;
    let (record, limits) = (args.record.record(session.progress())?, args.limits);
    let game = *record.start().game();
    let mut solver = AnyBoardSolver::new(game, warm_table_bytes(&game))?;
    session.announce(limits.seconds(&game));
    let progress = limits.begin(&game, &mut solver, session.progress());
    let review = Review::new(&record, &mut solver, &progress)?;
    let interrupted = session.progress().interrupted();
    set_parameters(&mut session.parameters, &record, &limits);
    let players = [Player::One, Player::Two].map(|player| PlayerRow {
        player,
        mistakes: review.mistakes(player).count(),
        given_away: review.given_away(player),
    });
    let [decisions, players] = tables(&review.decisions, players.into());
    let caption = format!("Review, {}: {record}", record.start().game());
    let mut decisions = decisions.captioned(caption);
    decisions.note(format!(
        "{}; {}. {}",
        mistakes(&review, Player::One),
        mistakes(&review, Player::Two),
        end(&record, &review)
    ));
    session.finish_partial(vec![decisions, players])?;
    complete(review.is_complete(), interrupted, || {
        "not every decision is judged; a higher --time-limit or --node-limit may judge more"
            .to_owned()
    })
}

pub struct PlayerRow {
    player: Player,
    mistakes: usize,
    given_away: Margin,
}

pub fn tables<'a>(decisions: &'a [Decision], players: Vec<PlayerRow>) -> [Table<'a>; 2] {
    let mut columns = vec![
        Column::new("player", "the player", |row: &PlayerRow| row.player.name())
            .one_of([Player::One, Player::Two].map(Player::name)),
        Column::new(
            "mistakes",
            "the number of proved mistakes",
            |row: &PlayerRow| row.mistakes,
        ),
    ];
    columns.extend(Column::fraction(
        "given_away",
        "the value that they surely gave away",
        |row: &PlayerRow| BigRational::from(row.given_away),
    ));
    [
        Table::of("decisions", self::columns(), decisions),
        Table::of("players", columns, players).in_text_if(false),
    ]
}

fn columns<'a>() -> Vec<Column<'a, Decision>> {
    let loss = |decision: &Decision| {
        let loss = decision.loss();
        Some(Interval {
            lower: *loss.start(),
            upper: *loss.end(),
        })
    };
    let [loss, loss_data @ ..] = interval("loss", "the value that it gave away", loss);
    let mut columns = vec![
        Column::new("turn", "the turn of the decision", |decision: &Decision| {
            decision.turn()
        }),
        Column::new("player", "the player who decided", |decision: &Decision| {
            decision.player.name()
        })
        .one_of([Player::One, Player::Two].map(Player::name))
        .in_text(|decision| decision.player.letter().to_string()),
        Column::new(
            "move",
            "the placement or the collapse",
            |decision: &Decision| squares(&text(decision)).to_owned(),
        )
        .in_text(text),
        kind(text),
    ];
    columns.extend(interval(
        "before",
        "the value before",
        |decision: &Decision| Some(decision.before),
    ));
    columns.extend(interval(
        "after",
        "the value after it",
        |decision: &Decision| Some(decision.after),
    ));
    columns.push(
        loss.headed("gave away")
            .in_text(given_away)
            .toned(|_| Tone::Bad),
    );
    columns.extend(loss_data);
    columns.extend([
        Column::data(
            "mistake",
            "whether it gave value away; null if open",
            is_mistake,
        ),
        Column::new(
            "better",
            "better moves, one of each symmetry class",
            |decision: &Decision| {
                let better = better(decision);
                let better: Vec<&str> = better.iter().map(|text| squares(text)).collect();
                better.join(" ")
            },
        )
        .in_text(|decision| first_of(&better(decision))),
    ]);
    columns
}

fn text(decision: &Decision) -> String {
    action_text(&decision.position, &decision.action)
}

fn given_away(decision: &Decision) -> String {
    let least = decision.loss().start().to_ratio();
    match (is_mistake(decision), decision.is_judged()) {
        (Some(false), _) => String::new(),
        (Some(true), true) => least.to_string(),
        (Some(true), false) => format!("at least {least}"),
        (None, _) => "?".to_owned(),
    }
}

fn is_mistake(decision: &Decision) -> Option<bool> {
    (!decision.is_open()).then(|| decision.is_mistake())
}

fn better(decision: &Decision) -> Vec<String> {
    decision
        .better
        .iter()
        .map(|action| action_text(&decision.position, action))
        .collect()
}

fn first_of(words: &[String]) -> String {
    let fits = |&count: &usize| words[..count].join(" ").len() <= WIDEST;
    let shown = (1..=words.len())
        .rev()
        .find(fits)
        .unwrap_or(words.len().min(1));
    let listed = words[..shown].join(" ");
    match words.len() - shown {
        0 => listed,
        more => format!("{listed}, {} more", group_digits(more)),
    }
}

fn mistakes(review: &Review, player: Player) -> String {
    let who = format!("{player} ({})", player.letter());
    match review.mistakes(player).count() {
        0 if review.is_complete() => format!("{who}: no mistake"),
        0 => format!("{who}: no mistake that is proven"),
        number => {
            let given = review.given_away(player).to_ratio();
            let least = if review.is_complete() {
                ""
            } else {
                "at least "
            };
            let mistakes = counted(number, "mistake");
            format!("{who}: {least}{mistakes} ({given} given away)")
        }
    }
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
