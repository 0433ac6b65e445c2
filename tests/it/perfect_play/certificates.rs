use std::fs::{self, File};
use std::path::Path;

use gqt3::beyond::players::{Agent as _, Random};
use gqt3::engine::game::Game;
use gqt3::engine::position::{Phase, Position};
use gqt3::engine::rules::{CollapseChooser, Margin, Player, Rules};
use gqt3::perfect_play::certificate::{Certificate, CertificateError, ClaimedBound};
use gqt3::perfect_play::{Solver, TABLE_BYTES, default_table_bytes};
use gqt3::support::progress::Silent;
use tempfile::TempDir;

use crate::command::{Said, stdout};
use crate::python::python;

/// Returns `None` if [`python`] does.
fn run(script: &str, argument: Option<&Path>) -> Option<Said> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(script);
    Some(Said::after(python()?.arg(script).args(argument), ""))
}

/// Writes a proof of a position's value for each player. Stronger claims must fail.
///
/// A file's name is its number and the position's series.
fn write(folder: &Path, position: &Position) {
    let game = *position.game();
    let bytes = if game.squares() < 9 {
        TABLE_BYTES
    } else {
        default_table_bytes(&game)
    };
    let mut solver = Solver::new(game, bytes).unwrap();
    let value = solver.bounds(position, &Silent).value().unwrap();
    let half = Margin::from_rank(2);
    for (prover, stronger) in [(Player::One, value + half), (Player::Two, value - half)] {
        let mut prove = |margin| {
            let claim = ClaimedBound { prover, margin };
            Certificate::new(position, claim, &mut solver, &Silent)
        };
        assert_eq!(
            prove(stronger),
            Err(CertificateError::False),
            "{prover} in {position}"
        );
        let number = fs::read_dir(folder).unwrap().count();
        let series = (0..position.turns()).map(|turn| position.squares_of(turn));
        let series: Vec<String> = series.map(|series| series.to_string()).collect();
        let name = format!("{number:04} {}", series.join(" "));
        let mut file = File::create(folder.join(name)).unwrap();
        prove(value).unwrap().write(&mut file).unwrap();
    }
}

/// Plays at random until seven turns are over, so that the strategy for the rest is small.
fn late(game: Game) -> Position {
    let mut position = Position::new(game);
    let mut player = Random::new(game.pieces() as u64);
    while position.turns() < 7 || position.phase() == Phase::Collapse {
        let action = player.choose(&position, &Silent).unwrap().unwrap();
        position = position.after_unchecked(&action);
    }
    position
}

#[test]
fn true_certificates_are_accepted_and_forged_ones_refused() {
    let folder = TempDir::new().unwrap();
    for rules in Rules::combinations() {
        for (side, pieces) in [(1, 2), (2, 1), (2, 2)] {
            let game = Game::from_side(side, pieces, rules).unwrap();
            write(folder.path(), &Position::new(game));
        }
    }
    for &collapse in CollapseChooser::ALL {
        let rules = Rules {
            collapse,
            ..Rules::default()
        };
        let game = |side, pieces| Game::from_side(side, pieces, rules).unwrap();
        for (side, pieces) in [(1, 1), (2, 5), (3, 1), (3, 9)] {
            write(folder.path(), &Position::new(game(side, pieces)));
        }
        for pieces in 2..=8 {
            write(folder.path(), &late(game(3, pieces)));
        }
    }
    let script = "tests/it/perfect_play/certificates/forge.py";
    if let Some(said) = run(script, Some(folder.path())) {
        said.code(0);
    }
}

#[test]
fn the_script_accepts_what_the_command_line_writes() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("proof");
    for (game, choices) in [
        ("--board 1 --pieces 2 --tail stop", "choices 0"),
        ("--board 2 --bound upper", "choices"),
        ("--pieces 7", "choices 0"),
    ] {
        stdout(&format!("nash {game} --certificate {}", path.display()));
        let written = fs::read_to_string(&path).unwrap();
        let has_choices = written.lines().any(|line| line.starts_with(choices));
        assert!(has_choices, "{game}: {written}");
        let Some(said) = run("scripts/check_certificate.py", Some(&path)) else {
            return;
        };
        said.code(0).prints("\nproven: ");
    }
    let said = run("scripts/check_certificate.py", Some(folder.path())).unwrap();
    assert_eq!(said.code(2).stderr.lines().count(), 1);
}

#[test]
fn the_script_agrees_with_the_definitions() {
    let script = "tests/it/perfect_play/certificates/self_test.py";
    if let Some(said) = run(script, None) {
        said.code(0);
    }
}
