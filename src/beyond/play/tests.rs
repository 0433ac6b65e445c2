//! Games on the screen, drawn into memory.

mod files;
mod guidance;
mod picture;

use std::path::Path;
use std::time::Duration;

use crate::beyond::players::{self, Random};
use crate::engine::game::Game;
use crate::engine::notation::Record;
use crate::engine::position::Position;
use crate::engine::rules::{Offset, Player, Rules, Tail};
use crate::random_play::UniformPolicy;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use ratatui::style::Color;
use snapbox::data::DataFormat;
use snapbox::{Assert, Data};

use super::game::{Kind, Match};
use super::screen::message;
use super::seats::Seats;
use super::state::{App, Leave, Mode};
use super::thinking::{Answer, Task, Thinker};
use super::tutorial::Step;
use super::update::Message;
use super::view::view;

const LONG: Duration = Duration::from_secs(120);

fn app(side: usize, pieces: usize, kinds: [Kind; 2], text: &str) -> App {
    let start = Position::new(Game::from_side(side, pieces, Rules::default()).unwrap());
    let game = Match::new(Record::parse(text, start).unwrap(), kinds);
    let mut app = App::new(game, Seats::default(), None, true);
    app.update(Message::Tick(Duration::ZERO, Rect::new(0, 0, 80, 24)));
    app
}

fn drawn(app: &mut App, width: u16, height: u16) -> Buffer {
    app.update(Message::Tick(app.now, Rect::new(0, 0, width, height)));
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view(app, frame)).unwrap();
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let row = |row: u16| {
        let cells = (0..buffer.area.width).map(|column| buffer[(column, row)].symbol());
        cells.collect::<String>().trim_end().to_owned() + "\n"
    };
    (0..buffer.area.height).map(row).collect()
}

fn shown(app: &mut App) -> String {
    text(&drawn(app, 80, 24))
}

/// Presses keys one after the other: letters, and signs for the others.
fn press(app: &mut App, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '\r' => KeyCode::Enter,
            '\x1b' => KeyCode::Esc,
            '\x08' => KeyCode::Backspace,
            '←' => KeyCode::Left,
            '→' => KeyCode::Right,
            '↑' => KeyCode::Up,
            '↓' => KeyCode::Down,
            '⇤' => KeyCode::Home,
            '⇥' => KeyCode::End,
            letter => KeyCode::Char(letter),
        };
        app.update(Message::Key(code));
    }
}

/// Compares with a file of `snapshots`, which `SNAPSHOTS=overwrite` writes anew.
fn snapshot(name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/beyond/play/snapshots");
    let file = Data::read_from(&folder.join(format!("{name}.txt")), Some(DataFormat::Text));
    Assert::new().action_env("SNAPSHOTS").eq(text, file);
}

/// Thinks to the end about what the screen wants, as often as it wants something.
fn think(app: &mut App, thinker: &mut Thinker) {
    decide(app, thinker);
    if let Some(task) = app.question() {
        thinker.want(Some(task));
        let answer = loop {
            match thinker.poll(LONG).unwrap() {
                Answer::Advice(advice) if advice.best.is_empty() => {}
                answer => break answer,
            }
        };
        app.update(Message::Answer(answer));
        thinker.want(None);
    }
}

fn decide(app: &mut App, thinker: &mut Thinker) {
    while let Some(task) = app.decision() {
        thinker.want(Some(task));
        app.update(Message::Answer(thinker.poll(LONG).unwrap()));
    }
}

fn random_players() -> Thinker {
    Thinker::new([
        Some(Box::new(Random::new(1))),
        Some(Box::new(Random::new(2))),
    ])
}

#[test]
fn a_game_looks_like_this_from_the_start_to_the_collapse() {
    let mut app = app(3, 2, [Kind::Human; 2], "");
    snapshot("start", &shown(&mut app));
    press(&mut app, "12255↓→");
    snapshot("middle", &shown(&mut app));
    press(&mut app, "915");
    snapshot("entangled", &shown(&mut app));
    press(&mut app, "←");
    snapshot("preview", &shown(&mut app));
    press(&mut app, "\r");
    assert_eq!(app.game.record().to_string(), "1-2 2-5 5-9 1-5=5");
    press(&mut app, "?");
    snapshot("help", &shown(&mut app));
}

#[test]
fn hints_show_the_value_of_every_square_and_collapse() {
    let mut thinker = random_players();
    let mut asked = app(3, 2, [Kind::Human; 2], "1-2 2-5 5-9 1-5=5");
    press(&mut asked, "h");
    think(&mut asked, &mut thinker);
    snapshot("hints", &shown(&mut asked));
    let mut asked = app(3, 2, [Kind::Human; 2], "1-2 2-5 5-9 1-5");
    press(&mut asked, "h5");
    think(&mut asked, &mut thinker);
    snapshot("hints_collapse", &shown(&mut asked));
    let mut asked = app(4, 3, [Kind::Human; 2], "1-2-3");
    press(&mut asked, "h");
    think(&mut asked, &mut thinker);
    let text = shown(&mut asked);
    assert!(
        text.contains("▒┼▒") && text.contains("; estimate "),
        "{text}"
    );
}

#[test]
fn the_end_shows_the_points() {
    let mut app = app(
        3,
        2,
        [Kind::Human; 2],
        "1-2 1-2=1 4-5 7-9 5-7 7-9=7 6-8 6-8=6",
    );
    press(&mut app, "3");
    snapshot("over", &shown(&mut app));
    press(&mut app, "1");
    assert_eq!(app.message.as_deref(), Some("the game is over"));
    press(&mut app, "n\rq");
    assert_eq!(app.position().turns(), 0);
    assert_eq!(app.leave, Some(Leave::Quit));
}

#[test]
fn without_colours_nothing_is_lost() {
    let mut coloured = app(3, 2, [Kind::Human; 2], "1-2 2-5 5-9");
    let mut plain = app(3, 2, [Kind::Human; 2], "1-2 2-5 5-9");
    plain.colour = false;
    let (coloured, plain) = (drawn(&mut coloured, 80, 24), drawn(&mut plain, 80, 24));
    assert_eq!(text(&coloured), text(&plain));
    assert!(coloured.content.iter().any(|cell| cell.fg != Color::Reset));
    assert!(
        plain
            .content
            .iter()
            .all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset)
    );
}

#[test]
fn the_mouse_chooses_squares_and_collapses() {
    let mut app = app(3, 2, [Kind::Human; 2], "1-2 2-5 5-9");
    drawn(&mut app, 80, 24);
    let click = |app: &mut App, column: u16, row: u16| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let event = Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        });
        app.update(message(event).unwrap());
    };
    click(&mut app, 5, 3);
    assert_eq!(app.chosen.to_string(), "1");
    click(&mut app, 5, 3);
    assert!(app.chosen.is_empty(), "a second click lets the square go");
    click(&mut app, 5, 3);
    click(&mut app, 25, 10);
    assert_eq!(app.game.record().to_string(), "1-2 2-5 5-9 1-5");
    // The second entry of the list, twice: looked at, then played.
    drawn(&mut app, 80, 24);
    click(&mut app, 60, 3);
    assert_eq!(app.choice.as_ref().and_then(|choice| choice.at), Some(1));
    click(&mut app, 60, 3);
    assert_eq!(app.game.record().to_string(), "1-2 2-5 5-9 1-5=5");
    // The row of the page that sets up a game.
    press(&mut app, "n");
    click(&mut app, 25, 4);
    assert!(shown(&mut app).contains("< O >"), "{}", shown(&mut app));
    click(&mut app, 25, 20);
    assert!(matches!(app.mode, Mode::Setup(_)));
}

#[test]
fn numbers_of_two_digits_wait_for_the_second() {
    let mut app = app(4, 2, [Kind::Human; 2], "");
    press(&mut app, "1");
    assert_eq!(app.typed, Some(1));
    press(&mut app, "6");
    assert_eq!(app.chosen.to_string(), "16");
    press(&mut app, "1\r");
    assert_eq!(app.game.record().to_string(), "1-16");
    press(&mut app, "0203");
    assert_eq!(app.game.record().to_string(), "1-16 2-3");
    press(&mut app, "19");
    assert!(
        app.message
            .as_deref()
            .unwrap()
            .contains("there is no square 19")
    );
    press(&mut app, "7");
    assert_eq!(app.chosen.to_string(), "7");
}

#[test]
fn undo_while_the_computer_thinks_gives_the_move_back() {
    let mut app = app(
        3,
        2,
        [Kind::Human, Kind::Computer(players::Kind::Random)],
        "",
    );
    press(&mut app, "12");
    assert_eq!(app.decision(), Some(Task::Decide(*app.position())));
    press(&mut app, "3");
    assert_eq!(app.message.as_deref(), Some("the computer is to decide"));
    press(&mut app, "u");
    assert_eq!((app.position().turns(), app.decision()), (0, None));
    press(&mut app, "u");
    assert!(app.message.as_deref().unwrap().contains("no move of yours"));
}

#[test]
fn a_line_is_credited_to_its_owner() {
    let mut app = app(3, 2, [Kind::Human; 2], "1-2 2-5 5-9 1-5=5 4-7 3-8 4-7=7");
    let text = shown(&mut app);
    assert!(
        text.contains("O collapsed X7 on 7, X5 on 4: a line of X"),
        "{text}"
    );
}

#[test]
fn a_message_stays_while_the_computer_plays() {
    let mut app = app(3, 2, [Kind::Computer(players::Kind::Random); 2], "1-2");
    press(&mut app, "v");
    let message = app.message.clone();
    let action = app.position().actions().next().unwrap();
    app.update(Message::Answer(Answer::Decision(action)));
    assert!(message.is_some() && app.message == message);
    assert_eq!(app.position().turns(), 2);
}

#[test]
fn large_letters_are_keys_and_arrows_forget_a_digit() {
    let mut app = app(4, 2, [Kind::Human; 2], "1-2");
    press(&mut app, "N");
    assert!(matches!(app.mode, Mode::Setup(_)));
    press(&mut app, "\x1b1↓ ");
    assert_eq!(app.chosen.to_string(), "12", "the square under the cursor");
}

#[test]
fn what_cannot_be_seen_cannot_be_played() {
    let mut app = app(3, 2, [Kind::Human; 2], "");
    drawn(&mut app, 30, 8);
    press(&mut app, "12h");
    assert_eq!((app.position().turns(), app.hints), (0, false));
    press(&mut app, "t");
    drawn(&mut app, 80, 24);
    press(&mut app, "ht");
    assert!(app.tutorial.is_some() && app.hint().is_none());
    let text = text(&drawn(&mut app, 59, 24));
    assert!(
        text.contains("the tutorial needs 60x20") && text.contains("esc leaves the tutorial"),
        "{text}"
    );
    press(&mut app, "\x1b");
    assert!(app.tutorial.is_none() && app.mode == Mode::Play);
    drawn(&mut app, 30, 8);
    press(&mut app, "q");
    assert_eq!(app.leave, Some(Leave::Quit));
}

#[test]
fn the_help_says_the_rules_that_are_played() {
    let rules = Rules {
        tail: Tail::Stop,
        offset: Offset::One,
        ..Rules::default()
    };
    let start = Position::new(Game::from_side(3, 2, rules).unwrap());
    let mut app = App::new(
        Match::new(Record::new(start), [Kind::Human; 2]),
        Seats::default(),
        None,
        true,
    );
    shown(&mut app);
    press(&mut app, "?");
    let help = text(&drawn(&mut app, 80, 40))
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    for said in [
        "squares still quantum belong to nobody",
        "subscripts count one less",
    ] {
        // A line of the frame stands between the rows.
        assert!(help.replace(" │ │ ", " ").contains(said), "{help}");
    }
}

#[test]
fn the_help_can_be_read_to_its_end_on_a_small_screen() {
    let mut app = app(3, 2, [Kind::Human; 2], "");
    press(&mut app, "?");
    let small = |app: &mut App| text(&drawn(app, 70, 15));
    let text = small(&mut app);
    assert!(
        text.contains("How to win") && !text.contains("q quit"),
        "{text}"
    );
    for _ in 0..60 {
        press(&mut app, "↓");
        small(&mut app);
    }
    assert!(small(&mut app).contains("q quit"), "{}", small(&mut app));
    press(&mut app, "↑");
    assert!(
        !small(&mut app).contains("q quit"),
        "it stops at its end: {}",
        small(&mut app)
    );
}

/// Any keys on any board at any size: no panic, and the game stays legal.
#[test]
fn random_keys_on_every_board_do_no_harm() {
    let keys: Vec<char> = "←→↑↓\r \x08un?tvl\x1b⇥0123456789".chars().collect();
    let (mut drawer, mut turns) = (UniformPolicy::new(5, 0), 0);
    let mut thinker = random_players();
    for (side, pieces) in
        (2..=6).flat_map(|side| [1, 2, 3, 4, side * side].map(|pieces| (side, pieces)))
    {
        let mut app = app(
            side,
            pieces,
            [Kind::Human, Kind::Computer(players::Kind::Random)],
            "",
        );
        for _ in 0..30 {
            let (width, height) = (drawer.below(130) as u16 + 30, drawer.below(50) as u16 + 10);
            drawn(&mut app, width, height);
            for _ in 0..5 {
                press(&mut app, &keys[drawer.below(25) as usize].to_string());
                decide(&mut app, &mut thinker);
            }
        }
        app.leave_tutorial();
        let record = app.game.record();
        assert_eq!(
            Record::parse(&record.to_string(), *record.start()).as_ref(),
            Ok(record)
        );
        turns += record.end().turns();
    }
    assert!(turns > 50, "{turns}");
}

#[test]
fn ctrl_c_leaves_from_everywhere() {
    let mut app = app(3, 2, [Kind::Human; 2], "");
    press(&mut app, "?");
    let event = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    app.update(message(event).unwrap());
    assert_eq!(app.leave, Some(Leave::Interrupted));
}
