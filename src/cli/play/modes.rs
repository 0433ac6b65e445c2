//! The tutorial, the review, and files, as far as keys ask for them.

use std::path::{Path, PathBuf};

use gqt3::search::Decision;

use super::app::{App, Mode};
use super::table::{load, save};
use super::tutorial::Tutorial;

impl App {
    pub fn begin_tutorial(&mut self) {
        let (tutorial, game) = Tutorial::begin(self.game.clone());
        self.tutorial = Some(tutorial);
        self.turn_to(game);
    }

    pub fn leave_tutorial(&mut self) {
        if let Some(tutorial) = self.tutorial.take() {
            self.turn_to(tutorial.later);
        }
    }

    pub fn next_step(&mut self) {
        if let Some(tutorial) = &mut self.tutorial {
            if tutorial.go_on(&mut self.game) {
                self.moved_on();
            } else {
                self.leave_tutorial();
            }
        }
    }

    /// Something else was done than the tutorial waits for.
    pub fn remind(&mut self) {
        self.message = self.tutorial.as_ref().map(|tutorial| format!("Not yet. {}", tutorial.step().todo));
    }

    /// Goes through the game from its end.
    pub fn begin_review(&mut self) {
        if self.game.is_over() {
            self.mode = Mode::Review(self.game.steps().len());
        } else {
            self.message = Some("the review comes when the game is over; h gives hints".to_owned());
        }
    }

    /// In a review: what was decided before a position.
    pub fn decision_before(&self, at: usize) -> Option<&Decision> {
        self.review()?.decisions.get(at.checked_sub(1)?)
    }

    /// In a review: after how many decisions the next mistake is seen, from the start on after the last one.
    pub fn next_mistake(&self, at: usize) -> Option<usize> {
        let decisions = self.review()?.decisions.iter();
        let mistakes: Vec<usize> =
            (1..).zip(decisions).filter(|(_, decision)| decision.is_mistake()).map(|(at, _)| at).collect();
        mistakes.iter().find(|&&mistake| mistake > at).or(mistakes.first()).copied()
    }

    pub fn save(&mut self) {
        let path = self.file.clone().unwrap_or_else(free_name);
        self.message = Some(match save(self.game.record(), &path) {
            Ok(()) => format!("saved to {}", path.display()),
            Err(error) => error,
        });
        self.file = Some(path);
    }

    /// Asks for the name of a file to load.
    pub fn ask_for_file(&mut self) {
        let name = self.file.as_ref().map_or_else(String::new, |path| path.display().to_string());
        self.mode = Mode::Load(name);
    }

    /// Goes on with the game in a file, if it can be read; otherwise asks again.
    pub fn load(&mut self, name: &str) {
        match load(Path::new(name), &self.game) {
            Ok(game) => {
                self.mode = Mode::Play;
                self.turn_to(game);
                self.message = Some(format!("loaded {name}"));
            }
            Err(error) => self.message = Some(error),
        }
    }
}

/// A name that no file has yet.
fn free_name() -> PathBuf {
    let names = (1..).map(|number| PathBuf::from(format!("gqt3-game-{number}.txt")));
    names.into_iter().find(|path| !Path::exists(path)).unwrap_or_default()
}
