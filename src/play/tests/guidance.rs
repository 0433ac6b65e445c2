use super::*;
use crate::play::lesson;
use gqt3::engine::notation::{SavedGame, action_text};
use gqt3::engine::position::Action;
use gqt3::perfect_play::{Solver, TABLE_BYTES};
use gqt3::support::progress::Silent;

const LESSON: [&str; 9] = ["\r", "12", "59", "5\r", "47", "47", "8\r", "6", "\r"];

fn keys_of(position: &Position, action: &Action) -> String {
    let digits: String = action_text(position, action)
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    match action {
        Action::Place(_) => digits,
        Action::Collapse(_) => digits + "\r",
    }
}

#[test]
fn a_beginner_takes_the_lesson_and_wins_the_first_game() {
    let mut app = app(3, 2, [Seat::Human, EASY], "");
    app.set_up();
    let page = text_of(&mut app, 40, 15);
    assert!(
        page.contains("Versus <easy>") && page.contains("New to the game? t is a short lesson")
    );
    press(&mut app, "t");
    for (step, keys) in LESSON.into_iter().enumerate() {
        assert!(shown(&mut app).contains(&format!("Lesson, {} of 9", step + 1)));
        press(&mut app, keys);
    }
    assert!(
        shown(&mut app).contains("Versus <easy>"),
        "a game of one's own follows"
    );
    press(&mut app, "←\r");
    assert_eq!(
        app.game.seats(),
        [Seat::Human, Seat::Computer(Computer::VeryEasy)]
    );
    let mut thinker = thinker_of(&app);
    let mut solver = Solver::new(*app.position().game(), TABLE_BYTES).unwrap();
    while !app.game.is_over() {
        let position = *app.position();
        if app.game.human().is_some() {
            let best = solver.best_action(&position, &Silent).unwrap();
            press(&mut app, &keys_of(&position, &best));
        } else {
            press(&mut app, "\r");
            decide(&mut app, &mut thinker);
        }
        assert!(!shown(&mut app).contains('…'), "cut: {}", shown(&mut app));
    }
    assert!(shown(&mut app).contains("You win"), "{}", shown(&mut app));
}

#[test]
fn a_game_is_set_up_on_a_page() {
    let mut app = app(3, 2, [Seat::Human, EASY], "1-2 3-4");
    press(&mut app, "n");
    snapshot("setup", &text_of(&mut app, 40, 15));
    shown(&mut app);
    press(&mut app, "→→→↓→↓→↓→↓→");
    let text = shown(&mut app);
    for chosen in [
        "<strongest>",
        "<O>",
        "<4x4>",
        "<3>",
        "<first line ends the game (Goff)>",
    ] {
        assert!(text.contains(chosen), "{chosen}: {text}");
    }
    press(&mut app, "t\x1b");
    assert_eq!(shown(&mut app), text);
    press(&mut app, "?");
    assert!(shown(&mut app).contains("Help"));
    press(&mut app, "\x1b\x1b");
    assert_eq!(app.game.record().to_string(), "1-2 3-4");
    press(&mut app, "n←↓↓→→→→→↓→↓→\r");
    assert!(shown(&mut app).contains("The last game is not over; enter again discards it."));
    press(&mut app, "\r");
    let text = shown(&mut app);
    assert!(
        text.starts_with(" You are X, very-easy is O   4x4, n = 3   rules: goff"),
        "{text}"
    );
    press(&mut app, "n↓→\r");
    assert_eq!(app.game.seats()[1], Seat::Human);
    press(&mut app, "n←\r");
    assert_eq!(app.game.seats(), [Seat::Human; 2], "a friend");
    // If there is no game to go back to, esc quits.
    app.set_up();
    press(&mut app, "\x1b");
    assert_eq!((app.leave, app.position().turns()), (Some(Leave::Quit), 0));
}

#[test]
fn the_page_offers_the_pieces_of_the_last_game() {
    let mut app = app(4, 4, [Seat::Human, EASY], "");
    press(&mut app, "n↓↓↓");
    let text = shown(&mut app);
    assert!(
        text.contains("Pieces <4>") && text.contains("4 squares at once"),
        "{text}"
    );
}

#[test]
fn boards_that_the_screen_has_no_room_for_are_not_offered() {
    let mut app = app(3, 2, [Seat::Human, EASY], "");
    press(&mut app, "n↓↓");
    let boards = |app: &mut App, height: u16| {
        drawn(app, 80, height);
        let mut boards = std::collections::BTreeSet::new();
        for _ in 0..8 {
            press(app, "→");
            let text = text_of(app, 80, height);
            boards.insert(text.split_once("Board  <").unwrap().1[..3].to_owned());
        }
        boards.into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(boards(&mut app, 15), "3x3");
    assert_eq!(boards(&mut app, 24), "3x3 4x4 5x5 6x6");
    assert_eq!(boards(&mut app, 40), "3x3 4x4 5x5 6x6 7x7 8x8");
}

#[test]
fn the_lesson_can_be_read_and_reminds_of_its_task() {
    let mut app = app(4, 3, [Seat::Human; 2], "1-2-3");
    press(&mut app, "t");
    for (step, keys) in LESSON.into_iter().enumerate() {
        let lesson::Step {
            todo,
            text: explanation,
            ..
        } = lesson::step(step).unwrap();
        let (text, record) = (shown(&mut app), app.game.record().clone());
        assert!(text.contains(*todo), "{text}");
        if step == 3 {
            snapshot("lesson", &text);
        }
        let last_word = explanation.split_whitespace().next_back().unwrap();
        for (width, height) in [(60, 20), (80, 24), (140, 40)] {
            let text = text_of(&mut app, width, height);
            assert!(text.contains(last_word), "cut at {width}x{height}: {text}");
            assert!(!text.contains('…'), "cut at {width}x{height}: {text}");
        }
        let digits: &[&str] = if step == 6 { &[] } else { &["7", "3"] };
        for wrong in ["u", "n", "s"].iter().chain(digits) {
            if !keys.contains(*wrong) {
                press(&mut app, wrong);
                let reminder = format!("Not yet. {todo}");
                assert_eq!(app.message, Some(reminder), "{wrong} at step {step}");
                assert_eq!(*app.game.record(), record);
            }
        }
        press(&mut app, keys);
        assert_eq!(app.message, None, "step {step}");
    }
    assert_eq!(app.game.record().to_string(), "1-2-3");
    press(&mut app, "t\r12\x1b");
    assert_eq!(app.game.record().to_string(), "1-2-3");
}

#[test]
fn a_mistake_is_named_next_to_the_computers_move_if_hints_are_on() {
    let mut app = app(3, 2, [Seat::Human, RANDOM], "");
    let mut thinker = thinker_of(&app);
    press(&mut app, "h12");
    advise(&mut app);
    decide(&mut app, &mut thinker);
    let text = shown(&mut app);
    assert!(
        text.contains("Mistake: 1-2 gave away 1/2; better, up to symmetry: 1-9"),
        "{text}"
    );
    assert!(text.contains("O placed O2 on "), "{text}");
    press(&mut app, "u19");
    advise(&mut app);
    assert!(app.mistake.is_none());
    press(&mut app, "uh12");
    assert_eq!((app.question(), app.unjudged.is_none()), (None, true));
}

#[test]
fn the_computers_last_move_stays_until_its_next_one() {
    let mut app = app(3, 2, [Seat::Human, RANDOM], "1-2 2-5");
    let mut thinker = thinker_of(&app);
    assert!(shown(&mut app).contains("O placed O2 on 2-5."));
    press(&mut app, "1");
    assert!(shown(&mut app).contains("O placed O2 on 2-5."));
    // X entangles, so O collapses. The collapse is shown for a while before O moves.
    press(&mut app, "5");
    assert!(shown(&mut app).contains("O placed O2 on 2-5."));
    decide(&mut app, &mut thinker);
    assert_eq!(app.game.record().actions().len(), 4, "O has collapsed");
    let text = shown(&mut app);
    assert!(
        text.contains("O chose X3 on ") && text.contains("enter goes on"),
        "{text}"
    );
    app.update(Message::Tick(app.now + Duration::from_secs(2), app.area));
    decide(&mut app, &mut thinker);
    assert_eq!(app.game.record().actions().len(), 5, "O has moved, too");
    let text = shown(&mut app);
    assert!(
        text.contains("O chose X3 on ") && text.contains("O placed O4 on "),
        "{text}"
    );
}

#[test]
fn an_unfinished_game_is_not_left_by_a_slip() {
    let mut unfinished = app(3, 2, [Seat::Human; 2], "1-2");
    for keys in ["q", "hq", "nq", "\x1bt q"] {
        press(&mut unfinished, keys);
        assert_eq!(unfinished.leave, None, "{keys}");
        assert!(
            shown(&mut unfinished).contains("q again leaves it"),
            "{keys}"
        );
    }
    press(&mut unfinished, "q");
    assert_eq!(unfinished.leave, Some(Leave::Quit));
    let mut begun = app(3, 2, [Seat::Human; 2], "");
    press(&mut begun, "q");
    assert_eq!(begun.leave, Some(Leave::Quit), "nothing was played");
}

#[test]
fn a_review_shows_each_mistake_and_what_was_better() {
    let text = "1-2 2-5 5-9 1-5=5 4-7 3-8 4-7=7 3-8=8 6";
    let mut app = app(3, 2, [Seat::Human, EASY], text);
    press(&mut app, "v");
    let all = app.game.record().actions().len();
    assert_eq!(at(&app), all, "as long as nothing is known");
    advise(&mut app);
    assert_eq!(at(&app), 1, "the first mistake");
    snapshot("review", &shown(&mut app));
    for _ in 0..5 {
        assert!(shown(&mut app).contains("Mistake: "), "{}", shown(&mut app));
        press(&mut app, "\r");
    }
    assert_eq!(at(&app), 1, "after the last mistake comes the first");
    press(&mut app, "⇥");
    assert_eq!(app.here(), *app.position());
    press(&mut app, "⇤←");
    assert_eq!(app.here().turns(), 0);
    press(&mut app, "\x1b");
    assert!(matches!(app.state, State::Over));
}

#[test]
fn a_review_of_a_large_board_judges_what_is_proved_and_estimates_the_rest() {
    let mut app = app(
        4,
        2,
        [Seat::Human; 2],
        "1-2 1-2=1 3-4 3-4=3 5-6 5-6=6 7-8 7-8=7 9-10 9-10=9 11-12",
    );
    while let Some(action) = app.position().actions().next() {
        app.game.play(action).unwrap();
    }
    app.state = State::Over;
    press(&mut app, "v");
    advise(&mut app);
    press(&mut app, "⇤→");
    let text = shown(&mut app);
    assert!(
        text.contains("No mistake is proved.") && text.contains("open"),
        "{text}"
    );
    assert_eq!(app.question(), Some(Task::Advise(app.here())));
    advise(&mut app);
    assert!(shown(&mut app).contains("Estimate "), "{}", shown(&mut app));
}

#[test]
fn saving_never_writes_over_another_game_and_keeps_the_opponent() {
    let folder = tempfile::tempdir().unwrap();
    let named = folder.path().join("named.txt");
    let mut app = app(3, 2, [Seat::Human, EASY], "");
    app.save_to = Some(named.clone());
    press(&mut app, "s");
    assert_eq!(
        app.message.as_deref(),
        Some("there is nothing to save, because no move was played yet")
    );
    press(&mut app, "12s");
    assert_eq!(app.saved.as_ref().map(|(path, _)| path), Some(&named));
    let text = std::fs::read_to_string(&named).unwrap();
    let saved = SavedGame::read(&text).unwrap();
    assert_eq!(saved.players, Some(["human", "easy"]));
    assert_eq!(saved.game, Some(Game::default()));
    assert_eq!(saved.moves.trim(), app.game.record().to_string());
    press(&mut app, "n\r");
    assert_eq!(app.saved, None, "another game has no file yet");
}
