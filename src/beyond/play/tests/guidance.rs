//! What helps a player: the page that sets up a game, the tutorial, hints on mistakes, the review.

use super::*;
use crate::beyond::play::thinking::Judged;
use crate::beyond::players::Judgement;
use crate::engine::interval::Interval;
use crate::engine::rules::Margin;
use crate::perfect_play::Decision;

#[test]
fn the_end_is_told_in_the_words_of_the_player() {
    let computer = Kind::Computer(players::Kind::Random);
    let text = "1-2 1-2=1 4-5 7-9 5-7 7-9=7 6-8 6-8=6 3";
    for (kinds, told) in [
        ([Kind::Human, computer], "You win, 1 to 0"),
        ([computer, Kind::Human], "You lose, 0 to 1"),
        ([Kind::Human; 2], "X wins, 1 to 0"),
        ([computer; 2], "X wins, 1 to 0"),
    ] {
        assert!(
            shown(&mut app(3, 2, kinds, text)).contains(&format!("\n{told}\n")),
            "{told}"
        );
    }
    let mut drawn = app(2, 1, [Kind::Human, computer], "1 2 4 3");
    assert!(
        shown(&mut drawn).contains("\nYou win, 1 to 1/2\n"),
        "{}",
        shown(&mut drawn)
    );
    let mut yours = app(3, 2, [computer, Kind::Human], "1-2");
    assert!(shown(&mut yours).contains("\nYour turn: choose 2 squares\n"));
    let mut theirs = app(3, 2, [computer, Kind::Human], "1-2 2-3");
    assert!(shown(&mut theirs).contains("\nX (random) is to choose 2 squares, thinking\n"));
}

#[test]
fn a_new_game_is_set_up_on_a_page() {
    let mut app = app(
        3,
        2,
        [Kind::Human, Kind::Computer(players::Kind::Perfect)],
        "",
    );
    press(&mut app, "n");
    let text = shown(&mut app);
    assert!(
        text.contains("< level 2 >"),
        "nobody has to meet the perfect player first: {text}"
    );
    snapshot("setup", &text);
    // An easier opponent, who begins, under other rules on another board with other series.
    press(&mut app, "←←↓→↓→→→→→↓→↓→→");
    let text = shown(&mut app);
    for chosen in ["< beginner >", "< O >", "< goff >", "< 4x4 >", "< 4 >"] {
        assert!(text.contains(chosen), "{chosen}: {text}");
    }
    press(&mut app, "\r");
    assert!(shown(&mut app).starts_with(" 4x4, n = 4   X random against O human   rules: goff"));
    assert!(matches!(&app.players, Some([Some(_), None])));
    // It opens with what was chosen, and can be left again.
    press(&mut app, "n");
    assert!(shown(&mut app).contains("< beginner >"));
    press(&mut app, "←\r");
    assert_eq!(app.game.kinds(), [Kind::Human; 2], "a friend");
    press(&mut app, "01020304n↓↓↓←\x1b");
    assert_eq!(
        (app.game.record().to_string().as_str(), &app.mode),
        ("1-2-3-4", &Mode::Play)
    );
    // Who cannot play a game says so; n is at most the number of squares.
    press(&mut app, "n→→→→→→→→\r");
    press(&mut app, "n←\r");
    assert!(
        app.message
            .as_deref()
            .unwrap()
            .starts_with("perfect cannot play this: "),
        "{:?}",
        app.message
    );
    press(&mut app, "↓↓↓←↓←←←←←");
    assert!(
        shown(&mut app).contains("< 8 >"),
        "1, and then 9: {}",
        shown(&mut app)
    );
    press(&mut app, "\r");
    assert_eq!(app.position().game().pieces(), 8);
}

#[test]
fn the_next_opponent_is_as_strong_as_the_last_game_says() {
    let level = |number| Kind::Computer(players::Kind::Level(players::Level::new(number).unwrap()));
    let text = "1-2 1-2=1 4-5 7-9 5-7 7-9=7 6-8 6-8=6 3";
    for (kinds, proposed) in [
        ([Kind::Human, level(2)], "< level 3 >"),
        ([level(2), Kind::Human], "< level 1 >"),
        ([level(1), Kind::Human], "< beginner >"),
        ([Kind::Human, level(5)], "< level 5 >"),
        (
            [Kind::Human, Kind::Computer(players::Kind::Heuristic)],
            "< level 5 >",
        ),
        ([Kind::Human; 2], "< a friend >"),
    ] {
        let mut app = app(3, 2, kinds, text);
        app.seats.take(kinds, &Game::default());
        press(&mut app, "n");
        assert!(
            shown(&mut app).contains(proposed),
            "{proposed}: {}",
            shown(&mut app)
        );
    }
}

#[test]
fn a_mistake_is_named_when_it_happens_if_hints_are_on() {
    let mut thinker = random_players();
    let mut app = app(
        3,
        2,
        [Kind::Human, Kind::Computer(players::Kind::Random)],
        "",
    );
    press(&mut app, "h");
    // The move comes before the hint.
    press(&mut app, "12");
    assert_eq!(
        app.question(),
        Some(Task::Advise(*app.game.record().start()))
    );
    think(&mut app, &mut thinker);
    assert_eq!(
        app.message.as_deref(),
        Some("1-2 gave away 1/2; 1-9 3-7 kept it")
    );
    assert_eq!(app.game.record().actions().len(), 2, "and the game went on");
    // The hint comes before the move.
    press(&mut app, "u");
    think(&mut app, &mut thinker);
    press(&mut app, "12");
    assert_eq!(
        app.message.as_deref(),
        Some("1-2 gave away 1/2; 1-9 3-7 kept it")
    );
    // What keeps the value is not named, and without hints nothing is.
    press(&mut app, "u");
    think(&mut app, &mut thinker);
    press(&mut app, "19");
    assert_eq!((app.message.as_deref(), app.unjudged), (None, None));
    press(&mut app, "uh12");
    assert_eq!((app.message.as_deref(), app.unjudged), (None, None));
}

#[test]
fn the_computers_collapse_is_shown_before_its_next_move() {
    let mut thinker = random_players();
    let second = Duration::from_secs(1);
    for key in ["", "\r"] {
        let mut app = app(
            3,
            2,
            [Kind::Human, Kind::Computer(players::Kind::Random)],
            "1-2 2-5",
        );
        shown(&mut app);
        // X entangles, so O collapses, and then O moves.
        press(&mut app, "15");
        decide(&mut app, &mut thinker);
        assert_eq!(app.game.record().actions().len(), 4, "O has collapsed");
        let text = shown(&mut app);
        assert!(
            text.contains("O collapsed X3 on") && text.contains(": a key goes on"),
            "{text}"
        );
        press(&mut app, key);
        if key.is_empty() {
            app.update(Message::Tick(app.now + second / 2, app.area));
            assert_eq!(app.decision(), None);
            app.update(Message::Tick(app.now + second / 2, app.area));
        }
        decide(&mut app, &mut thinker);
        assert_eq!(app.game.record().actions().len(), 5, "O has moved, too");
    }
}

#[test]
fn an_unfinished_game_is_not_left_by_a_slip() {
    let mut unfinished = app(3, 2, [Kind::Human; 2], "1-2");
    for keys in ["q", "hq", "nq", "\x1bt q"] {
        press(&mut unfinished, keys);
        assert_eq!(unfinished.leave, None, "{keys}");
        assert!(
            shown(&mut unfinished).contains("this game is not over; q again leaves it"),
            "{keys}"
        );
    }
    press(&mut unfinished, "q");
    assert_eq!(unfinished.leave, Some(Leave::Quit));
    let mut begun = app(3, 2, [Kind::Human; 2], "");
    press(&mut begun, "q");
    assert_eq!(begun.leave, Some(Leave::Quit), "nothing was played");
}

/// The keys that do what the tutorial asks for, one step after the other.
const LESSON: [&str; 9] = ["\r", "12", "59", "→→\r", "47", "47", "→\r", "6", "\r"];

#[test]
fn the_tutorial_is_a_whole_game_and_then_ones_own_begins() {
    let mut app = app(4, 3, [Kind::Human; 2], "1-2-3");
    press(&mut app, "t");
    for (step, keys) in LESSON.into_iter().enumerate() {
        let Some(tutorial) = &app.tutorial else {
            panic!("it ends at step {step}")
        };
        assert_eq!(tutorial.progress(), format!("{} of 9", step + 1));
        let Step {
            todo,
            text: explanation,
            ..
        } = tutorial.step();
        let (text, record) = (shown(&mut app), app.game.record().clone());
        assert!(text.contains(*todo), "{text}");
        let footer = text.lines().last().unwrap();
        let collapses = keys.starts_with('→');
        assert_eq!(footer.contains("enter go on"), keys == "\r", "{footer}");
        assert_eq!(footer.contains("left/right look"), collapses, "{footer}");
        assert_eq!(
            footer.contains("make the move to go on"),
            keys != "\r" && !collapses,
            "{footer}"
        );
        if step == 3 {
            snapshot("tutorial", &text);
        }
        // All of it can be read on terminals of every size.
        let last_word = explanation.split_whitespace().next_back().unwrap();
        for (width, height) in [(60, 20), (80, 24), (140, 40)] {
            let text = self::text(&drawn(&mut app, width, height));
            assert!(
                text.contains(last_word) && !text.contains('…'),
                "cut at {width}x{height}: {text}"
            );
        }
        // Whatever else is done gets a reminder, and the game stays as it is.
        let digits: &[&str] = if step == 6 { &[] } else { &["7", "3"] };
        for wrong in ["u", "n", "s"]
            .iter()
            .chain(digits)
            .filter(|wrong| !keys.contains(**wrong))
        {
            press(&mut app, wrong);
            assert_eq!(
                app.message,
                Some(format!("Not yet. {todo}")),
                "{wrong} at step {step}"
            );
            assert_eq!(*app.game.record(), record);
        }
        press(&mut app, keys);
        assert_eq!(app.message, None, "step {step}");
    }
    assert!(app.tutorial.is_none());
    assert_eq!(app.game.record().to_string(), "1-2-3");
    // It can be left at any time.
    press(&mut app, "t\r12\x1b");
    assert!(app.tutorial.is_none());
    assert_eq!(
        (app.game.record().to_string().as_str(), &app.mode),
        ("1-2-3", &Mode::Play)
    );
    // Where nothing was played, an opponent is to be chosen, who can be beaten.
    app = self::app(
        3,
        2,
        [Kind::Human, Kind::Computer(players::Kind::Perfect)],
        "",
    );
    press(&mut app, &format!("t{}", LESSON.concat()));
    let text = shown(&mut app);
    assert!(
        text.contains("< level 2 >") && text.contains("Now a game of your own"),
        "{text}"
    );
}

#[test]
fn a_review_shows_each_mistake_and_what_was_better() {
    let mut thinker = random_players();
    let mut app = app(
        3,
        2,
        [Kind::Human; 2],
        "1-2 2-5 5-9 1-5=5 4-7 3-8 4-7=7 3-8=8",
    );
    press(&mut app, "v");
    assert_eq!(app.mode, Mode::Play, "the game is not over");
    press(&mut app, "6v");
    let all = app.game.record().actions().len();
    assert_eq!(app.mode, Mode::Review(all), "as long as nothing is known");
    thinker.want(app.question());
    for _ in 0..2 {
        app.update(Message::Answer(thinker.poll(LONG).unwrap()));
    }
    assert_eq!(app.mode, Mode::Review(1), "the first mistake");
    snapshot("review", &shown(&mut app));
    let mistakes = app
        .review()
        .unwrap()
        .iter()
        .filter(|judged| judged.is_mistake())
        .count();
    assert!(mistakes > 0 && app.review().unwrap().len() == all);
    for _ in 0..mistakes {
        assert!(
            shown(&mut app).contains("a mistake, gives away "),
            "{}",
            shown(&mut app)
        );
        press(&mut app, "\r");
    }
    assert_eq!(
        app.mode,
        Mode::Review(1),
        "after the last mistake comes the first"
    );
    let text = shown(&mut app);
    assert!(
        text.contains("+1/2 → 0 ?  ") && text.contains("-1/2 → +1/2 ??"),
        "{text}"
    );
    assert!(
        app.review().unwrap().iter().any(|judged| judged.is_only) && text.contains(" !"),
        "{text}"
    );
    press(&mut app, "⇥");
    assert_eq!(app.here(), *app.position());
    press(&mut app, "⇤←");
    assert_eq!(app.here().turns(), 0);
    press(&mut app, "\x1b");
    assert_eq!(app.mode, Mode::Play);
}

/// After this, 9-10 looks like a mistake, and nothing is proved.
const OPEN: &str = "1-2 1-2=1 3-4 3-4=3 5-6 5-6=6 7-8 7-8=7";

#[test]
fn on_a_large_board_a_mistake_is_named_by_estimate() {
    let mut thinker = random_players();
    let mut app = app(4, 2, [Kind::Human; 2], OPEN);
    press(&mut app, "h0910");
    let (before, action) = app.unjudged.unwrap();
    assert_eq!(app.question(), Some(Task::Judge(before, action)));
    // An answer that comes too late says nothing of another decision.
    thinker.want(app.question());
    let answer = thinker.poll(LONG).unwrap();
    let mut other = self::app(4, 2, [Kind::Human; 2], OPEN);
    press(&mut other, "h0911");
    other.update(Message::Answer(answer.clone()));
    assert!(other.message.is_none() && other.unjudged.is_some());
    app.update(Message::Answer(answer));
    let named = "by estimate, 9-10 gave away about 0.6; 11-16 kept it";
    assert_eq!((app.message.as_deref(), app.unjudged), (Some(named), None));
    assert_eq!(
        app.question(),
        Some(Task::Advise(*app.position())),
        "and then the next hint"
    );
    // The move that looks best is none.
    let mut app = self::app(4, 2, [Kind::Human; 2], OPEN);
    press(&mut app, "h1116");
    thinker.want(app.question());
    app.update(Message::Answer(thinker.poll(LONG).unwrap()));
    assert_eq!((app.message.as_deref(), app.unjudged), (None, None));
}

#[test]
fn a_review_of_a_large_board_goes_by_estimate_where_nothing_is_proved() {
    let mut thinker = random_players();
    let mut app = app(4, 2, [Kind::Human; 2], &format!("{OPEN} 9-10"));
    while let Some(action) = app.position().actions().next() {
        app.play(action);
    }
    press(&mut app, "v");
    thinker.want(app.question());
    app.update(Message::Answer(thinker.poll(LONG).unwrap()));
    assert!(shown(&mut app).contains(" open "), "{}", shown(&mut app));
    app.update(Message::Answer(thinker.poll(LONG).unwrap()));
    let by_estimate = |app: &App| {
        let at = if let Mode::Review(at) = app.mode {
            at
        } else {
            0
        };
        app.judged_before(at).unwrap().by_estimate()
    };
    while by_estimate(&app).is_none() {
        press(&mut app, "\r");
    }
    let text = shown(&mut app);
    snapshot("review_by_estimate", &text);
    assert!(
        text.contains(" better?") && text.contains("by estimate gives away about "),
        "{text}"
    );
    // In small squares there is room for the sign alone, and in a narrow list for what came after.
    let mut app = self::app(6, 3, [Kind::Human; 2], "1-2-3 34-35-36");
    while let Some(action) = app.position().actions().next() {
        app.play(action);
    }
    let margins = |before, after, better| Judgement {
        before,
        after,
        loss: before - after,
        better,
    };
    let record = app.game.record().clone();
    let best = record.start().actions().last();
    let judged = record.steps().map(|(position, action)| {
        let (player, before) = (
            position.to_move().unwrap(),
            Interval {
                lower: -Margin::ONE,
                upper: Margin::ONE,
            },
        );
        let decision = Decision {
            position,
            player,
            action,
            before,
            after: before,
            better: Vec::new(),
        };
        let better = best.filter(|_| position.turns() == 0);
        Judged {
            decision,
            is_only: false,
            estimate: Some(margins(0.25, -0.5, better)),
        }
    });
    let judged = judged.collect();
    press(&mut app, "v");
    app.update(Message::Answer(Answer::Review(judged)));
    assert_eq!(app.mode, Mode::Review(1));
    let text = shown(&mut app);
    for said in [
        "│34 ?",
        "│35 ?",
        "│36 ?",
        "X1  1-2-3 ≈+0.25 → -0.50 ??",
        "O2  34-35-36 ≈+0.25 → -0.50 ",
        "X 0 + ≈1, O 0",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}
