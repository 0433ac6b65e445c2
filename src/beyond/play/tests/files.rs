//! Games that are saved and loaded.

use super::*;

#[test]
fn a_game_is_saved_and_loaded_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.txt");
    let start = Position::new(Game::default());
    let record = Record::parse("1-2 2-5 5-9", start).unwrap();
    let mut app = App::new(
        Match::new(record, [Kind::Human; 2]),
        Seats::default(),
        Some(path.clone()),
        true,
    );
    shown(&mut app);
    app.seats.player2 = Some(Kind::Human);
    press(&mut app, "sn\rl");
    assert!(
        shown(&mut app).contains("Load which file? "),
        "the file of before is offered"
    );
    press(&mut app, "\x08?q\r");
    assert!(
        app.message
            .as_ref()
            .unwrap()
            .contains("g.tx?q: there is no such file"),
        "{:?}",
        app.message
    );
    press(&mut app, "\x08\x08");
    std::fs::write(&path, "1-2 2-2").unwrap();
    press(&mut app, "t\r");
    assert!(
        app.message.as_ref().unwrap().contains("move 2, '2-2'"),
        "{:?}",
        app.message
    );
    std::fs::write(&path, "1-2 2-5 5-9").unwrap();
    press(&mut app, "\r");
    assert_eq!(
        (app.game.record().to_string(), &app.mode),
        ("1-2 2-5 5-9".to_owned(), &Mode::Play)
    );
    // A file says which game it is.
    std::fs::write(
        &path,
        "# gqt3 game: board 4, pieces 3, variant goff\n1-2-16",
    )
    .unwrap();
    press(&mut app, "l\r");
    assert!(shown(&mut app).starts_with(" 4x4, n = 3   X human against O human   rules: goff"));
    press(&mut app, "l");
    std::fs::write(&path, "# gqt3 game: board 7, pieces 2").unwrap();
    press(&mut app, "\r");
    assert!(
        app.message.as_ref().unwrap().contains("use 2 to 6 to play"),
        "{:?}",
        app.message
    );
    press(&mut app, "\x1bl\x1b");
    assert_eq!(app.mode, Mode::Play);
}

#[test]
fn saving_never_writes_over_another_game() {
    let folder = tempfile::tempdir().unwrap();
    let named = folder.path().join("named.txt");
    let mut app = app(3, 2, [Kind::Human; 2], "");
    app.save_to = Some(named.clone());
    press(&mut app, "s");
    assert_eq!(
        (app.message.as_deref(), &app.saved),
        (Some("nothing was played yet"), &None)
    );
    press(&mut app, "12s");
    assert_eq!(app.saved, Some(named));
    for keys in ["n\r", "12n\r"] {
        press(&mut app, keys);
        assert_eq!(app.saved, None, "another game has no file yet");
    }
}

#[test]
fn a_game_that_is_loaded_has_the_players_that_it_would_have_from_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.txt");
    std::fs::write(&path, "# gqt3 game: board 4, pieces 3\n1-2-3").unwrap();
    let computer = |kind| Kind::Computer(kind);
    let mut app = app(3, 2, [Kind::Human, computer(players::Kind::Perfect)], "");
    press(&mut app, "l");
    app.mode = Mode::Load(path.display().to_string());
    press(&mut app, "\r");
    let kinds = |app: &App| [Player::One, Player::Two].map(|side| app.game.kind(side));
    assert_eq!(
        kinds(&app),
        [Kind::Human, computer(players::Kind::Heuristic)]
    );
    assert!(matches!(&app.players, Some([None, Some(_)])));
    app.seats.player2 = Some(computer(players::Kind::Perfect));
    app.mode = Mode::Load(path.display().to_string());
    press(&mut app, "\r");
    assert!(
        app.message
            .as_ref()
            .unwrap()
            .contains("--player2 perfect: "),
        "{:?}",
        app.message
    );
}
