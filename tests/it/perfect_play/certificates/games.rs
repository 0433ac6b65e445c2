//! Certificates of games, and their texts.

use gqt3::engine::game::Game;
use gqt3::engine::position::Position;
use gqt3::engine::rules::{Margin, Player, Rules};
use gqt3::perfect_play::certificate::{Certificate, ClaimedBound};
use gqt3::perfect_play::{Solver, TABLE_BYTES, default_table_bytes};
use gqt3::support::progress::Silent;

pub struct SolvedGame {
    pub start: Position,
    pub solver: Solver,
    pub value: Margin,
}

impl SolvedGame {
    pub fn new(side: usize, pieces: usize, rules: Rules) -> SolvedGame {
        let start = Position::new(Game::from_side(side, pieces, rules).unwrap());
        let bytes = if side < 3 {
            TABLE_BYTES
        } else {
            default_table_bytes(start.game())
        };
        let mut solver = Solver::new(*start.game(), bytes).unwrap();
        let value = solver.bounds(&start, &Silent).value().unwrap();
        SolvedGame {
            start,
            solver,
            value,
        }
    }

    /// Returns a proof that the prover can force the value.
    pub fn prove(&mut self, prover: Player) -> Certificate {
        let claim = ClaimedBound {
            prover,
            margin: self.value,
        };
        Certificate::new(&self.start, claim, &mut self.solver, &Silent).unwrap()
    }

    /// Returns proofs of both bounds.
    pub fn both(&mut self) -> [Certificate; 2] {
        [Player::One, Player::Two].map(|prover| self.prove(prover))
    }
}

/// Returns the text form.
pub fn text(certificate: &Certificate) -> String {
    let mut text = Vec::new();
    certificate.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Returns the text with another value in a line of the header.
pub fn with(text: &str, name: &str, value: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once(' ') {
        Some((found, _)) if found == name => format!("{name} {value}\n"),
        _ => format!("{line}\n"),
    });
    lines.collect()
}

/// Returns the text with other choices and their correct number.
pub fn with_choices(text: &str, choices: &[String]) -> String {
    let header: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("choices "))
        .collect();
    format!(
        "{}\nchoices {}\n{}",
        header.join("\n"),
        choices.len(),
        lines(choices)
    )
}

/// Returns the lines of the choices.
pub fn choices(text: &str) -> Vec<String> {
    text.lines()
        .filter(|line| line.contains(" -> "))
        .map(str::to_owned)
        .collect()
}

fn lines(choices: &[String]) -> String {
    choices.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns the text with a claim that is half a point stronger.
pub fn stronger(certificate: &Certificate) -> String {
    let ClaimedBound { prover, margin } = certificate.claim();
    let half = Margin::from_rank(2);
    let margin = if prover == Player::One {
        margin + half
    } else {
        margin - half
    };
    with(&text(certificate), "margin", &margin.to_ratio().to_string())
}
