//! Texts about a game, for the screen and for lines.

use std::cmp::Ordering;

use crate::beyond::players::{Estimate, Judgement};
use crate::engine::notation::action_text;
use crate::engine::position::{Action, Collapse, Phase, Position, piece};
use crate::engine::rules::{Margin, Player};
use crate::perfect_play::Decision;
use crate::random_play::Outcome;
use crate::support::number::group_digits;
use num_rational::Ratio;

use super::game::{Kind, Match};
use super::thinking::{Advice, Judged};
use crate::cli::board_view::{self, Numbers};
use crate::cli::columns::signed;

/// The most entangled squares that [`turn`] names one by one.
const NAMED: usize = 6;

/// The columns for the actions that would have been better.
const KEPT: usize = 40;

/// The most actions that are listed at once.
const LISTED: usize = 12;

/// `player 1 (X, human)`.
pub fn who(game: &Match, side: Player) -> String {
    format!("{side} ({}, {})", side.letter(), game.kind(side).name())
}

/// Who is to decide, and what; or how the game ended.
pub fn situation(game: &Match) -> String {
    let position = game.position();
    let Some(side) = position.to_move() else {
        return result(position);
    };
    let who = who(game, side);
    match position.phase() {
        Phase::Collapse => {
            format!(
                "Turn {}: {who} collapses {}",
                position.turns(),
                position.entangled_squares()
            )
        }
        _ => format!(
            "Turn {}: {who} moves: {}",
            position.turns() + 1,
            squares(position.pieces_to_place())
        ),
    }
}

fn squares(count: usize) -> String {
    if count == 1 {
        "1 square".to_owned()
    } else {
        format!("{count} squares")
    }
}

/// The board below [`situation`], for a terminal of some columns.
pub fn standing(game: &Match, width: Option<usize>) -> String {
    let board = board_view::table(game.position(), Numbers::Quantum);
    board.captioned(situation(game)).to_text(width)
}

/// How a game ended.
fn result(position: &Position) -> String {
    let winner = match winner(position) {
        None => "a draw".to_owned(),
        Some(side) => format!("{side} ({}) wins", side.letter()),
    };
    // The winner's points come first.
    let [one, two] = [Player::One, Player::Two].map(|side| points(position, side));
    let (more, less) = (one.max(two), one.min(two));
    format!(
        "The game is over: {winner}, {more} to {less} points, margin {}",
        position.margin()
    )
}

fn winner(position: &Position) -> Option<Player> {
    match position.margin().cmp(&Margin::ZERO) {
        Ordering::Greater => Some(Player::One),
        Ordering::Equal => None,
        Ordering::Less => Some(Player::Two),
    }
}

fn points(position: &Position, side: Player) -> Ratio<i64> {
    let points = position.points();
    let from_side = if side == Player::One {
        points.player_1
    } else {
        points.player_2
    };
    from_side.to_ratio()
}

/// Who is to decide, and what, or how the game ended: as the players are told on the screen.
pub fn turn(game: &Match) -> String {
    let position = game.position();
    let Some(side) = position.to_move() else {
        return end(game);
    };
    let task = match (position.phase(), position.entangled_squares()) {
        // Many squares would leave no room for the rest of the line; the board marks them.
        (Phase::Collapse, many) if many.len() > NAMED => {
            format!("collapse {}", squares(many.len()))
        }
        (Phase::Collapse, few) => format!("collapse {few}"),
        _ => format!("choose {}", squares(position.pieces_to_place())),
    };
    match (game.kind(side), game.you()) {
        (Kind::Human, Some(_)) => format!("Your turn: {task}"),
        (Kind::Human, None) => format!("{}'s turn: {task}", side.letter()),
        (kind, _) => format!("{} ({}) is to {task}", side.letter(), kind.name()),
    }
}

/// How a game ended: for the one human if there is one, with that player's points first, and else for the winner.
fn end(game: &Match) -> String {
    let (position, you, winner) = (game.position(), game.you(), winner(game.position()));
    let how = match winner {
        None => "A draw".to_owned(),
        Some(side) if you == Some(side) => "You win".to_owned(),
        Some(_) if you.is_some() => "You lose".to_owned(),
        Some(side) => format!("{} wins", side.letter()),
    };
    let first = you.or(winner).unwrap_or(Player::One);
    format!(
        "{how}, {} to {}",
        points(position, first),
        points(position, first.opponent())
    )
}

/// Where a collapse puts the pieces, newest first: with `:` and a space, `O4:5 X3:9`.
pub fn places(collapse: &Collapse, on: &str, and: &str) -> String {
    let places = collapse
        .newest_first()
        .map(|(series, square)| format!("{}{on}{square}", piece(series)));
    places.collect::<Vec<_>>().join(and)
}

/// What happened last: a placement, a collapse, or a placement after a collapse.
pub fn news(past: &[(Position, Action)]) -> String {
    match past {
        [
            ..,
            (before, collapse @ Action::Collapse(_)),
            (after, place @ Action::Place(_)),
        ] => {
            format!(
                "{}; {}",
                told(before, collapse, [":", " "]),
                told(after, place, [":", " "])
            )
        }
        [.., (before, last)] => told(before, last, [" on ", ", "]),
        [] => String::new(),
    }
}

/// An action in words; `on` and `and` are for [`places`].
fn told(before: &Position, action: &Action, [on, and]: [&str; 2]) -> String {
    let after = before.after_unchecked(action);
    let who = before.to_move().map_or(' ', Player::letter);
    let what = match action {
        Action::Place(squares) => format!("placed {} on {squares}", piece(before.turns())),
        Action::Collapse(collapse) => format!("collapsed {}", places(collapse, on, and)),
    };
    let count = |position: &Position, side: Player| {
        position
            .completed_lines()
            .as_slice()
            .iter()
            .filter(|line| line.owner == side)
            .count()
    };
    let of = |lines: usize, side: Player| {
        format!(
            ": {} of {}",
            if lines == 1 { "a line" } else { "lines" },
            side.letter()
        )
    };
    let line =
        match [Player::One, Player::Two].map(|side| count(&after, side) - count(before, side)) {
            [0, 0] => String::new(),
            [1, 1] => ": a line each".to_owned(),
            [lines, 0] => of(lines, Player::One),
            [0, lines] => of(lines, Player::Two),
            _ => ": lines of both".to_owned(),
        };
    format!("{who} {what}{line}")
}

/// The mark of a decision in a review: `?` for a mistake, `??` for one of more than half a point, `!` for the only move
/// that kept the value. Where nothing is proved, mistakes are those by estimate.
pub fn mark(judged: &Judged) -> &'static str {
    let [slight, grave] = [" ?", " ??"];
    if let Some((estimate, _)) = judged.by_estimate() {
        return if estimate.loss > 0.5 { grave } else { slight };
    }
    match *judged.decision.loss().start() {
        Margin::ZERO if judged.is_only => " !",
        Margin::ZERO => "",
        loss if loss <= Margin::from_rank(2) => slight,
        _ => grave,
    }
}

/// The value before and after a decision, or where that is open what is expected of it, with its [`mark`]: in so many columns, and
/// less of it if there is no room for all.
pub fn course(judged: &Judged, columns: usize) -> String {
    let (decision, mark) = (&judged.decision, mark(judged));
    let forms = match judged.estimate {
        None => {
            let Decision { before, after, .. } = decision;
            [
                format!("{before} → {after}{mark}"),
                format!("→ {after}{mark}"),
            ]
        }
        Some(Judgement { before, after, .. }) => [
            format!("≈{before:+.2} → {after:+.2}{mark}"),
            format!("→ ≈{after:+.2}{mark}"),
        ],
    };
    let fitting = forms
        .into_iter()
        .find(|form| form.chars().count() <= columns);
    fitting.unwrap_or_else(|| mark.trim_start().to_owned())
}

/// The judgement of a review on a decision.
pub fn judged(judged: &Judged) -> String {
    let decision = &judged.decision;
    let better = listed(&decision.position, &decision.better);
    if decision.is_mistake() {
        let at_least = if decision.is_judged() {
            ""
        } else {
            "at least "
        };
        let better = match decision.better.len() {
            0 => "better: not known".to_owned(),
            1 if decision.is_judged() => format!("the only good move: {better}"),
            _ => format!("better: {better}"),
        };
        return format!(
            "a mistake, gives away {at_least}{}; {better}",
            decision.loss().start().to_ratio()
        );
    }
    match (decision.is_judged(), judged.estimate, judged.by_estimate()) {
        (true, ..) if judged.is_only => {
            format!(
                "keeps the value, {}: the only move that does",
                decision.after
            )
        }
        (true, ..) => format!("keeps the value, {}", decision.after),
        (.., Some((estimate, better))) => {
            let better = action_text(&decision.position, &better);
            format!(
                "by estimate gives away about {:.1}; better: {better}",
                estimate.loss
            )
        }
        (_, Some(_), _) => "by estimate no mistake".to_owned(),
        (_, None, _) => "too much is open to judge it".to_owned(),
    }
}

/// What a decision gave away and what would have kept it, if it was a mistake or looks like one by estimate.
pub fn mistake_of(judged: &Judged) -> Option<String> {
    let Decision {
        position,
        action,
        better,
        ..
    } = &judged.decision;
    if let Some((estimate, better)) = judged.by_estimate() {
        let lost = format!("about {:.1}", estimate.loss);
        let text = gave_away(position, action, &lost, &action_text(position, &better));
        return Some(format!("by estimate, {text}"));
    }
    let at_least = if judged.decision.is_judged() {
        ""
    } else {
        "at least "
    };
    let lost = format!("{at_least}{}", judged.decision.loss().start().to_ratio());
    let kept = listed_within(position, better, KEPT);
    judged
        .decision
        .is_mistake()
        .then(|| gave_away(position, action, &lost, &kept))
}

fn gave_away(position: &Position, action: &Action, lost: &str, kept: &str) -> String {
    let lost = format!("{} gave away {lost}", action_text(position, action));
    if kept.is_empty() {
        lost
    } else {
        format!("{lost}; {kept} kept it")
    }
}

/// What an action gave away and what would have kept it, if advice says that it was a mistake.
pub fn mistake(advice: &Advice, action: &Action) -> Option<String> {
    let position = &advice.position;
    let after = advice.values.iter().find(|(other, _)| other == action)?.1;
    let loss = match position.to_move()? {
        Player::One => advice.value.value()? - after,
        Player::Two => after - advice.value.value()?,
    };
    let kept = listed_within(position, &advice.best, KEPT);
    (loss > Margin::ZERO).then(|| gave_away(position, action, &loss.to_ratio().to_string(), &kept))
}

/// Advice in a few words.
pub fn advice(position: &Position, advice: &Advice) -> String {
    let proven = if advice.value.value().is_some() {
        ""
    } else {
        " (as far as proven)"
    };
    let value = format!("value {}{proven}", advice.value);
    match &listed(position, &advice.best)[..] {
        "" => value,
        best => format!("{value}; {}: {best}", kind(advice)),
    }
}

/// Why actions are advised: they are best, or look best by an estimate of what they are worth.
pub fn kind(advice: &Advice) -> String {
    advice
        .estimates
        .first()
        .map_or_else(|| "best".to_owned(), |best| expected(best.margin()))
}

/// A margin that is expected.
pub fn expected(margin: f64) -> String {
    format!("estimate {}", signed(margin))
}

/// The estimates of advice that people are told of.
pub fn told_estimates(advice: &Advice) -> impl Iterator<Item = &Estimate> {
    let told = advice
        .estimates
        .iter()
        .enumerate()
        .filter(|(place, one)| one.is_told(*place));
    told.map(|(_, estimate)| estimate)
}

/// What is expected of an action.
pub fn estimated(position: &Position, estimate: &Estimate) -> String {
    let percent = |outcome| format!("{:.0}%", 100.0 * estimate.share(outcome));
    format!(
        "estimate {}: {} ({} won by X, {} drawn, playouts: {})",
        signed(estimate.margin()),
        action_text(position, &estimate.action),
        percent(Outcome::Player1Wins),
        percent(Outcome::Draw),
        group_digits(estimate.playouts()),
    )
}

/// The first few actions as text, and how many more there are.
pub fn listed(position: &Position, actions: &[Action]) -> String {
    listed_within(position, actions, usize::MAX)
}

/// The same in so many columns; empty if there is no room for one action.
pub fn listed_within(position: &Position, actions: &[Action], columns: usize) -> String {
    let texts: Vec<String> = actions
        .iter()
        .take(LISTED)
        .map(|action| action_text(position, action))
        .collect();
    let first = |count: usize| match actions.len() - count {
        0 => texts.join(" "),
        more => format!("{} and {more} more", texts[..count].join(" ")),
    };
    let lists = (1..=texts.len()).rev().map(first);
    lists
        .into_iter()
        .find(|list| list.chars().count() <= columns)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::engine::game::Game;

    use super::*;

    #[test]
    fn as_many_actions_are_listed_as_there_is_room_for() {
        let start = Position::new(Game::default());
        let actions: Vec<Action> = start.actions().collect();
        let all = listed(&start, &actions);
        assert!(
            all.starts_with("1-2 1-3 ") && all.ends_with(" and 24 more"),
            "{all}"
        );
        assert_eq!(listed_within(&start, &actions, 20), "1-2 1-3 and 34 more");
        assert_eq!(listed_within(&start, &actions, 15), "1-2 and 35 more");
        assert_eq!(listed_within(&start, &actions, 14), "");
        assert_eq!(listed_within(&start, &actions[..2], 7), "1-2 1-3");
    }
}
