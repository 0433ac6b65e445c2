use std::cmp::Ordering;

use gqt3::beyond::players::ActionEstimate;
use gqt3::engine::board::SquareSet;
use gqt3::engine::notation::action_text;
use gqt3::engine::position::{Action, Collapse, Phase, Position, piece};
use gqt3::engine::rules::{Margin, Player};
use gqt3::perfect_play::Decision;
use gqt3::random_play::Outcome;
use gqt3::support::number::counted;

use super::board_text::{self, Numbers};
use super::collapse::Choice;
use super::game::{Seat, SeatedGame};
use super::thinking::Advice;

const LISTED: usize = 12;

/// Returns the first text that fits, or else the last one.
pub fn fitting(texts: impl IntoIterator<Item = String>, columns: usize) -> String {
    let mut last = String::new();
    for text in texts {
        last = text;
        if last.chars().count() <= columns {
            break;
        }
    }
    last
}

/// For example `You are O, easy is X`.
pub fn players(game: &SeatedGame) -> String {
    let named = |side: Player| match game.seat(side) {
        Seat::Human => format!("a friend is {}", side.letter()),
        seat => format!("{} is {}", seat.name(), side.letter()),
    };
    match game.you() {
        Some(you) => format!("You are {}, {}", you.letter(), named(you.opponent())),
        None if game.has_computer() => format!("{}, {}", named(Player::One), named(Player::Two)),
        None => "X and O, two people".to_owned(),
    }
}

pub fn farewell(game: &SeatedGame, seed: u64) -> String {
    let mut text = String::new();
    if game.has_computer() {
        text += &format!(
            "Seed {seed}: with --seed {seed} and the same flags the computer answers the same input in the same way, unless --move-time is given.\n"
        );
    }
    if game.is_over() {
        text += "gqt3 review --file FILE shows the mistakes of a saved game.\n";
    }
    format!("{text}{}\n", game.record())
}

pub fn standing(game: &SeatedGame, width: Option<usize>) -> String {
    let caption = match game.position().to_move() {
        Some(_) => turn(game),
        None => format!("{}. {}", result(game).join(", "), lines_of(game.position())),
    };
    let board = board_text::table(game.position(), Numbers::Quantum);
    board.captioned(caption.trim_end()).to_text(width)
}

/// The next task, as in `Your turn: place X3 on 2 squares`, or the result.
pub fn turn(game: &SeatedGame) -> String {
    let position = game.position();
    let Some(side) = position.to_move() else {
        return result(game).join(", ");
    };
    let task = match position.phase() {
        Phase::Collapse => {
            let newest = position.entangled().iter().next_back();
            let squares = newest.map_or(SquareSet::EMPTY, |newest| position.squares_of(newest));
            let piece = newest.map_or_else(String::new, piece);
            format!("choose where {piece} goes: {}", either(squares))
        }
        _ => format!(
            "place {} on {}",
            piece(position.turns()),
            counted(position.pieces_to_place(), "square")
        ),
    };
    match (game.seat(side), game.you()) {
        (Seat::Human, Some(_)) => format!("Your turn: {task}"),
        (Seat::Human, None) => format!("{}'s turn: {task}", side.letter()),
        (seat, _) => format!("{} ({}) is to {task}", side.letter(), seat.name()),
    }
}

/// Asks for the rest of a placement, as in `X3 is on 5: choose 1 more square`.
pub fn placing(position: &Position, chosen: SquareSet) -> String {
    let missing = position.pieces_to_place() - chosen.len();
    let newest = piece(position.turns());
    format!(
        "{newest} is on {chosen}: choose {}",
        counted(missing, "more square")
    )
}

pub fn collapsing(choice: &Choice) -> String {
    let newest = choice.current().and_then(|one| one.newest_first().next());
    if let (Some(at), Some((newest, square))) = (choice.at, newest) {
        let way = match (choice.options.len(), choice.more) {
            (1, _) => String::new(),
            (count, more) => format!(", way {} of {count}{}", at + 1, if more { "+" } else { "" }),
        };
        return format!("{} on {square}{way}: enter plays it", piece(newest));
    }
    let next = choice.next_series().map_or_else(String::new, piece);
    format!(
        "Choose where {next} goes: {}",
        either(choice.squares_of_next())
    )
}

fn either(squares: SquareSet) -> String {
    let mut texts: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
    match texts.pop() {
        Some(last) if !texts.is_empty() => format!("{} or {last}", texts.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// The result and the points. The only human's points come first, or else the winner's, or X's in a
/// draw.
pub fn result(game: &SeatedGame) -> [String; 2] {
    let (position, you) = (game.position(), game.you());
    let winner = match position.margin().cmp(&Margin::ZERO) {
        Ordering::Greater => Some(Player::One),
        Ordering::Equal => None,
        Ordering::Less => Some(Player::Two),
    };
    let how = match winner {
        None => "A draw".to_owned(),
        Some(side) if you == Some(side) => "You win".to_owned(),
        Some(_) if you.is_some() => "You lose".to_owned(),
        Some(side) => format!("{} wins", side.letter()),
    };
    let first = you.or(winner).unwrap_or(Player::One);
    let points = position.points();
    let earned = |side: Player| match side {
        Player::One => points.player_1.to_ratio(),
        Player::Two => points.player_2.to_ratio(),
    };
    [
        how,
        format!("{} to {}", earned(first), earned(first.opponent())),
    ]
}

/// The completed lines, ordered by their newest series: owner, squares, and that series.
pub fn completed(position: &Position) -> Vec<(Player, SquareSet, usize)> {
    let sides = [Player::One, Player::Two].into_iter();
    let mut lines: Vec<_> = sides
        .flat_map(|side| {
            let lines = position.board().lines_in(position.owned_by(side));
            lines.map(move |line| {
                let series = line
                    .iter()
                    .filter_map(|square| position.classical_series_on(square));
                (side, line, series.max().unwrap_or(0))
            })
        })
        .collect();
    lines.sort_by_key(|(.., newest)| *newest);
    lines
}

/// Describes one of the [`completed`] lines: `X has 1-4-7 with X7`.
pub fn line((side, squares, newest): (Player, SquareSet, usize)) -> String {
    format!("{} has {squares} with {}", side.letter(), piece(newest))
}

/// For example `X has 1-4-7 with X7, O has 2-5-8 with O8.`
pub fn lines_of(position: &Position) -> String {
    let lines: Vec<String> = completed(position).into_iter().map(line).collect();
    if lines.is_empty() {
        "No lines.".to_owned()
    } else {
        lines.join(", ") + "."
    }
}

/// Where a collapse puts the pieces, newest first: `O4 on 5, X3 on 9`.
pub fn places(collapse: &Collapse, on: &str, and: &str) -> String {
    let places = collapse
        .newest_first()
        .map(|(series, square)| format!("{}{on}{square}", piece(series)));
    places.collect::<Vec<_>>().join(and)
}

/// The lines that an action completes: ` X completes 1-4-7.`
pub fn gained(before: &Position, action: &Action) -> String {
    let old = completed(before);
    let new = completed(&before.after_unchecked(action)).into_iter();
    let new = new.filter(|line| !old.contains(line));
    new.map(|(side, squares, _)| format!(" {} completes {squares}.", side.letter()))
        .collect()
}

/// Describes the last decisions of `player`, or of whoever decided last if `player` is `None`: at
/// most two decisions, within `columns` if possible.
pub fn news(past: &[(Position, Action)], player: Option<Player>, columns: usize) -> String {
    let is_wanted =
        |(before, _): &&(Position, Action)| player.is_none() || before.to_move() == player;
    let Some(end) = past.iter().rposition(|step| is_wanted(&step)) else {
        return String::new();
    };
    let side = past[end].0.to_move();
    let run = past[..=end]
        .iter()
        .rev()
        .take_while(|(before, _)| before.to_move() == side);
    let mut run: Vec<&(Position, Action)> = run.collect();
    run.reverse();
    let latest = run.split_off(run.len().saturating_sub(2));
    let who = side.map_or(' ', Player::letter);
    let text = |length: usize| {
        let sentences = latest.iter().map(|(before, action)| {
            let what = match action {
                Action::Place(squares) => format!("placed {} on {squares}", piece(before.turns())),
                Action::Collapse(collapse) => match length {
                    0 => format!("chose {}", places(collapse, " on ", ", ")),
                    1 => format!("chose {}", places(collapse, ":", " ")),
                    _ => format!("collapsed {}", collapse.squares()),
                },
            };
            format!("{what}.{}", gained(before, action))
        });
        format!(
            "{who} {}",
            sentences.collect::<Vec<_>>().join(&format!(" {who} "))
        )
    };
    fitting((0..3).map(text), columns)
}

pub fn for_side(side: Player, margin: Margin) -> Margin {
    if side == Player::One { margin } else { -margin }
}

pub fn mistake(decision: &Decision, columns: usize) -> Option<String> {
    if !decision.is_mistake() {
        return None;
    }
    let at_least = if decision.is_judged() {
        ""
    } else {
        "at least "
    };
    let lost = decision.loss().start().to_ratio();
    let played = action_text(&decision.position, &decision.action);
    let text = format!("Mistake: {played} gave away {at_least}{lost}");
    let kept = decision.better.len().min(LISTED);
    let texts = (1..=kept).rev().map(|kept| {
        let better = listed(&decision.position, &decision.better, kept);
        format!("{text}; better, up to symmetry: {better}")
    });
    Some(fitting(texts.chain([text.clone()]), columns))
}

/// `?` for a mistake, and `??` if it surely gave away more than half a point.
pub fn mark(decision: &Decision) -> &'static str {
    match *decision.loss().start() {
        Margin::ZERO => "",
        loss if loss <= Margin::from_rank(2) => "?",
        _ => "??",
    }
}

pub fn judged(decision: &Decision, columns: usize) -> String {
    let kept = decision.after.value().filter(|_| decision.is_judged());
    mistake(decision, columns).unwrap_or_else(|| match kept {
        Some(value) => {
            format!("No mistake: the value for X is {value}")
        }
        None => "No mistake is proved.".to_owned(),
    })
}

pub fn advice(advice: &Advice, columns: usize) -> String {
    let position = &advice.position;
    let side = position.to_move().unwrap_or(Player::One);
    let value = match (advice.value.value(), advice.estimates.first()) {
        (Some(value), _) => format!("You can end at {}", for_side(side, value)),
        (None, Some(best)) => format!("Estimate {}", estimate(side, best)),
        (None, None) => "Nothing is proved".to_owned(),
    };
    let texts = (1..=advice.best.len().min(LISTED)).rev().map(|kept| {
        let best = listed(position, &advice.best, kept);
        format!("{value}; best: {best}")
    });
    fitting(texts.chain([value.clone()]), columns)
}

pub fn estimate(side: Player, estimate: &ActionEstimate) -> String {
    let margin = match side {
        Player::One => estimate.margin(),
        Player::Two => -estimate.margin(),
    };
    // Without this, a small negative margin would become -0.00.
    format!("{:+.2}", if margin.abs() < 0.005 { 0.0 } else { margin })
}

/// For example `+0.12: 1-6 (won 40%, drawn 30%, playouts 812)`.
pub fn estimated(position: &Position, one: &ActionEstimate) -> String {
    let side = position.to_move().unwrap_or(Player::One);
    let won = match side {
        Player::One => Outcome::Player1Wins,
        Player::Two => Outcome::Player2Wins,
    };
    let percent = |outcome| format!("{:.0}%", 100.0 * one.share(outcome));
    format!(
        "{}: {} (won {}, drawn {}, playouts {})",
        estimate(side, one),
        action_text(position, &one.action),
        percent(won),
        percent(Outcome::Draw),
        one.playouts(),
    )
}

pub fn listed(position: &Position, actions: &[Action], most: usize) -> String {
    let texts = actions.iter().take(most.min(LISTED));
    let texts: Vec<String> = texts.map(|action| action_text(position, action)).collect();
    match actions.len() - texts.len() {
        0 => texts.join(" "),
        more => format!("{} and {more} more", texts.join(" ")),
    }
}
