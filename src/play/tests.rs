//! Games on the screen, drawn into memory.

mod guidance;
mod links;
mod picture;

use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::game::{Seat, SeatedGame};
use super::screen::message;
use super::seats::Setting;
use super::state::{App, Leave, State};
use super::thinking::{Task, Thinker};
use super::update::Message;
use super::view::view;
use crate::snapshot::assert_file;
use gqt3::beyond::players::{Computer, MoveBudget};
use gqt3::engine::game::Game;
use gqt3::engine::notation::Record;
use gqt3::engine::position::{Phase, Position};
use gqt3::engine::rules::{Offset, Rules, Tail};
use gqt3::random_play::UniformPolicy;

const LONG: Duration = Duration::from_secs(120);

const RANDOM: Seat = Seat::Computer(Computer::Random);
const EASY: Seat = Seat::Computer(Computer::Easy);

/// A finished game that X wins by 1.
const WON: &str = "1-2 1-2=1 4-5 7-9 5-7 7-9=7 6-8 6-8=6 3";

pub fn record(side: usize, pieces: usize, text: &str) -> Record {
    let start = Position::new(Game::from_side(side, pieces, Rules::default()).unwrap());
    Record::parse(text, start).unwrap()
}

fn app(side: usize, pieces: usize, seats: [Seat; 2], text: &str) -> App {
    let game = SeatedGame::new(record(side, pieces, text), seats);
    let setting = Setting {
        seed: 1,
        budget: MoveBudget::from_playouts(10),
    };
    let mut app = App::new(game, setting, None, true);
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

fn text_of(app: &mut App, width: u16, height: u16) -> String {
    text(&drawn(app, width, height))
}

fn shown(app: &mut App) -> String {
    text_of(app, 80, 24)
}

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

fn snapshot(name: &str, text: &str) {
    assert_file(&format!("src/play/snapshots/{name}.txt"), text);
}

fn advise(app: &mut App) {
    let mut thinker = Thinker::new([None, None]).unwrap();
    if let Some(task) = app.question() {
        thinker.want(Some(task));
        app.update(Message::Reply(thinker.poll(LONG).unwrap()));
    }
}

fn decide(app: &mut App, thinker: &mut Thinker) {
    if let Some(agents) = app.agents.take() {
        *thinker = Thinker::new(agents).unwrap();
    }
    while let Some(task) = app.decision() {
        thinker.want(Some(task));
        app.update(Message::Reply(thinker.poll(LONG).unwrap()));
    }
}

fn thinker_of(app: &App) -> Thinker {
    let agents = app.setting.agents(
        app.position(),
        app.game.seats(),
        &gqt3::support::progress::Silent,
    );
    Thinker::new(agents.unwrap()).unwrap()
}

fn at(app: &App) -> usize {
    match app.state {
        State::Review { at, .. } => at,
        _ => panic!("no review"),
    }
}

#[test]
fn a_game_looks_like_this_from_the_start_to_the_collapse() {
    let mut app = app(3, 2, [Seat::Human, EASY], "");
    assert!(shown(&mut app).contains("Your turn: place X1 on 2 squares"));
    let mut app = self::app(3, 2, [Seat::Human, EASY], "1-2 2-5");
    press(&mut app, "1");
    snapshot("closes", &shown(&mut app));
    press(&mut app, "\x08");
    let mut app = self::app(3, 2, [Seat::Human, EASY], "1-2 2-5 5-9 1-5");
    let text = shown(&mut app);
    assert!(
        text.contains("Your turn: choose where O4 goes: 1 or 5"),
        "{text}"
    );
    press(&mut app, "5");
    snapshot("preview", &shown(&mut app));
    press(&mut app, "\r");
    assert_eq!(app.game.record().to_string(), "1-2 2-5 5-9 1-5=5");
    press(&mut app, "?");
    snapshot("help", &text_of(&mut app, 80, 40));
}

#[test]
fn hints_are_from_the_point_of_view_of_who_asks() {
    let mut as_x = app(3, 2, [Seat::Human; 2], "1-2 2-5 5-9 1-5=5");
    press(&mut as_x, "h");
    advise(&mut as_x);
    snapshot("hints", &shown(&mut as_x));
    // After 1-2, which gives 1/2 away, the value is 0; after O's 2-3 it is +1/2 for X.
    let mut as_o = app(3, 2, [EASY, Seat::Human], "1-2");
    press(&mut as_o, "h");
    advise(&mut as_o);
    let text = shown(&mut as_o);
    assert!(text.contains("You can end at 0; best: "), "{text}");
    assert!(text.contains("-1/2") && text.contains("0!"), "{text}");
    assert!(!text.contains("+1/2"), "O can only lose: {text}");
    let mut large = app(4, 3, [Seat::Human; 2], "1-2-3");
    press(&mut large, "h");
    advise(&mut large);
    let text = shown(&mut large);
    assert!(
        text.contains("Estimate ") && text.contains("; best: "),
        "{text}"
    );
}

#[test]
fn the_result_is_large_and_names_the_lines() {
    let mut over = app(3, 2, [Seat::Human, EASY], WON);
    snapshot("over", &shown(&mut over));
    for (seats, expected) in [
        ([Seat::Human, EASY], "You win, 1 to 0. X has 2-5-8 with X7."),
        (
            [EASY, Seat::Human],
            "You lose, 0 to 1. X has 2-5-8 with X7.",
        ),
        ([Seat::Human; 2], "X wins, 1 to 0. X has 2-5-8 with X7."),
    ] {
        let text = shown(&mut app(3, 2, seats, WON));
        assert!(text.contains(expected), "{expected}: {text}");
    }
    press(&mut over, "1");
    assert_eq!(
        over.message.as_deref(),
        Some("The game is over; r plays another.")
    );
    press(&mut over, "\rr");
    assert_eq!(
        over.message.as_deref(),
        Some("The last game is not saved; r again discards it.")
    );
    assert!(over.game.is_over());
    press(&mut over, "r");
    assert_eq!(
        (over.position().turns(), over.game.seats()),
        (0, [Seat::Human, EASY])
    );
    assert!(over.agents.is_some() && over.setting.seed == 2);
}

#[test]
fn ways_to_collapse_keep_what_tells_them_apart() {
    let moves = "1-2-3 1-2-4 1-2-5 1-2-6 1-2-7 1-2-3";
    let mut app = app(3, 3, [Seat::Human; 2], moves);
    while app.position().phase() == Phase::Place {
        app.game
            .play(app.position().actions().next().unwrap())
            .unwrap();
    }
    app.turn_to(app.game.clone());
    let text = shown(&mut app);
    let first = app.choice().unwrap().options[0].newest_first();
    let first: Vec<String> = first.map(|(_, square)| square.to_string()).collect();
    for row in ["O6 X5 O4 X3 O2 X1", &first.join(" ")] {
        assert!(text.contains(row), "{row}: {text}");
    }
}

#[test]
fn without_colours_nothing_is_lost() {
    let mut coloured = app(3, 2, [Seat::Human; 2], "1-2 2-5 5-9");
    let mut plain = app(3, 2, [Seat::Human; 2], "1-2 2-5 5-9");
    plain.colour = false;
    let (coloured, plain) = (drawn(&mut coloured, 80, 24), drawn(&mut plain, 80, 24));
    assert_eq!(text(&coloured), text(&plain));
    assert!(coloured.content.iter().any(|cell| cell.bg != Color::Reset));
    let is_plain =
        |cell: &ratatui::buffer::Cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset);
    assert!(plain.content.iter().all(is_plain));
}

#[test]
fn the_mouse_chooses_squares_and_collapses() {
    let mut app = app(3, 2, [Seat::Human; 2], "1-2 2-5 5-9");
    drawn(&mut app, 80, 24);
    let click = |app: &mut App, column: u16, row: u16| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let modifiers = KeyModifiers::NONE;
        let event = Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers,
        });
        app.update(message(event).unwrap());
    };
    click(&mut app, 5, 3);
    assert_eq!(app.chosen().to_string(), "1");
    click(&mut app, 5, 3);
    assert!(app.chosen().is_empty(), "a second click drops the square");
    click(&mut app, 5, 3);
    click(&mut app, 25, 10);
    assert_eq!(app.game.record().to_string(), "1-2 2-5 5-9 1-5");
    // The second entry of the list, twice: looked at, then played.
    click(&mut app, 60, 3);
    assert_eq!(app.choice().and_then(|choice| choice.at), Some(1));
    click(&mut app, 60, 3);
    assert_eq!(app.game.record().to_string(), "1-2 2-5 5-9 1-5=5");
    press(&mut app, "n");
    click(&mut app, 5, 3);
    assert!(
        shown(&mut app).contains("Side   <O>"),
        "{}",
        shown(&mut app)
    );
    click(&mut app, 25, 20);
    assert!(matches!(app.state, State::SetUp { .. }));
}

#[test]
fn undo_while_the_computer_thinks_gives_the_move_back() {
    let mut app = app(3, 2, [Seat::Human, RANDOM], "");
    press(&mut app, "12");
    assert_eq!(app.decision(), Some(Task::Decide(*app.position())));
    press(&mut app, "3");
    assert_eq!(app.message.as_deref(), Some("It is the computer's turn."));
    press(&mut app, "u");
    assert_eq!((app.position().turns(), app.decision()), (0, None));
    press(&mut app, "u");
    assert!(app.message.as_deref().unwrap().contains("no move of yours"));
}

#[test]
fn what_cannot_be_seen_cannot_be_played() {
    let mut app = app(3, 2, [Seat::Human; 2], "");
    drawn(&mut app, 30, 8);
    press(&mut app, "12h");
    assert_eq!((app.position().turns(), app.hints), (0, false));
    drawn(&mut app, 80, 24);
    press(&mut app, "t");
    let text = text_of(&mut app, 59, 24);
    assert!(text.contains("the lesson needs 60x20"), "{text}");
    press(&mut app, "\x1b");
    assert!(matches!(app.state, State::Squares { .. }));
    drawn(&mut app, 30, 8);
    press(&mut app, "q");
    assert_eq!(app.leave, Some(Leave::Quit));
}

#[test]
fn the_help_has_the_rules_that_are_played_and_can_be_read_to_its_end() {
    let rules = Rules {
        tail: Tail::Stop,
        offset: Offset::One,
        ..Rules::default()
    };
    let start = Position::new(Game::from_side(3, 2, rules).unwrap());
    let mut app = app(3, 2, [Seat::Human; 2], "");
    app.turn_to(SeatedGame::new(Record::new(start), [Seat::Human; 2]));
    press(&mut app, "?");
    let help = text_of(&mut app, 80, 40).replace('│', " ");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [
        "quantum squares have no owner",
        "subscripts are lowered by one",
    ] {
        assert!(help.contains(text), "{help}");
    }
    let small = |app: &mut App| text_of(app, 70, 15);
    assert!(small(&mut app).contains("q quit") && !small(&mut app).contains("? ??"));
    for _ in 0..60 {
        press(&mut app, "↓");
    }
    assert!(small(&mut app).contains("? ??"), "{}", small(&mut app));
    press(&mut app, "↑");
    assert!(!small(&mut app).contains("? ??"), "it stops at its end");
    press(&mut app, "x");
    assert_eq!(app.help, None);
    // On the set-up page, the help explains the chosen game, here by the paper's rules.
    press(&mut app, "n");
    for _ in 0..4 {
        press(&mut app, "↓");
    }
    press(&mut app, "→?");
    assert!(!text_of(&mut app, 80, 40).contains("no owner"));
}

#[test]
fn random_keys_on_every_board_do_no_harm() {
    let keys: Vec<char> = "←→↑↓\r \x08un?tvhlrx\x1b⇥0123456789".chars().collect();
    let (mut drawer, mut turns) = (UniformPolicy::new(5, 0), 0);
    let sizes = (2..=8).flat_map(|side| [1, 2, 3, side * side].map(|pieces| (side, pieces)));
    for (side, pieces) in sizes {
        let mut app = app(side, pieces, [Seat::Human, RANDOM], "");
        let mut thinker = thinker_of(&app);
        for _ in 0..15 {
            let (width, height) = (drawer.below(130) as u16 + 30, drawer.below(50) as u16 + 10);
            drawn(&mut app, width, height);
            for _ in 0..5 {
                let key = keys[drawer.below(keys.len() as u64) as usize];
                press(&mut app, &key.to_string());
                decide(&mut app, &mut thinker);
            }
        }
        app.leave_lesson();
        let record = app.game.record();
        let again = Record::parse(&record.to_string(), *record.start());
        assert_eq!(again.as_ref(), Ok(record));
        turns += record.end().turns();
    }
    assert!(turns > 30, "{turns}");
}

#[test]
fn a_number_waits_for_its_second_digit_while_a_square_begins_with_it() {
    let mut app = app(4, 2, [Seat::Human; 2], "");
    let chosen = |app: &mut App, keys: &str| {
        press(app, keys);
        app.chosen().to_string()
    };
    assert_eq!(chosen(&mut app, "1"), "");
    assert!(shown(&mut app).contains("Square 1_"));
    assert_eq!(chosen(&mut app, "5"), "15");
    assert_eq!(chosen(&mut app, "15"), "", "the same square drops it");
    assert_eq!(chosen(&mut app, "1\r"), "1");
    assert_eq!(
        chosen(&mut app, "1\x08\x08"),
        "",
        "backspace takes back first the digit"
    );
    press(&mut app, "1");
    app.update(Message::Tick(app.now + Duration::from_secs(1), app.area));
    assert_eq!(app.chosen().to_string(), "1", "a pause ends a number");
    press(&mut app, "10");
    assert_eq!(app.game.record().to_string(), "1-10");
    press(&mut app, "19");
    assert_eq!(
        app.game.record().to_string(),
        "1-10 1-9",
        "no square begins with 19"
    );
}

#[test]
fn every_group_has_a_letter() {
    let moves: String = (1..60)
        .step_by(2)
        .map(|one| format!("{one}-{} ", one + 1))
        .collect();
    let mut app = app(8, 2, [Seat::Human; 2], &moves);
    let text = text_of(&mut app, 90, 30);
    for named in ["2a ", "52z ", "54A ", "60D "] {
        assert!(text.contains(named), "{named}: {text}");
    }
}

#[test]
fn ctrl_c_leaves_from_everywhere() {
    let mut app = app(3, 2, [Seat::Human; 2], "");
    press(&mut app, "?");
    let event = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    app.update(message(event).unwrap());
    assert_eq!(app.leave, Some(Leave::Interrupted));
}
