//! What the keys for the tutorial, the review, saving and loading do.

use std::path::{Path, PathBuf};

use crate::search::Decision;

use super::app::{App, Mode};
use super::game::Match;
use super::table::{load, save};
use super::tutorial::Tutorial;

impl App {
    pub fn begin_tutorial(&mut self) {
        self.tutorial = Some(Tutorial::new(self.game.clone()));
        self.turn_to(Match::default());
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

    /// Reminds of what the tutorial wants, after something else was tried.
    pub fn remind(&mut self) {
        self.message = self.tutorial.as_ref().map(|tutorial| format!("Not yet. {}", tutorial.step().todo));
    }

    /// Begins a review, which shows the game after its last decision first.
    pub fn begin_review(&mut self) {
        if self.game.is_over() {
            self.mode = Mode::Review(self.game.record().actions().count());
        } else {
            self.message = Some("the review comes when the game is over; h gives hints".to_owned());
        }
    }

    /// In a review, the last of the first `at` decisions.
    pub fn decision_before(&self, at: usize) -> Option<&Decision> {
        self.review()?.decisions.get(at.checked_sub(1)?)
    }

    /// In a review, how many decisions have been taken right after the next mistake. After the last mistake comes
    /// the first again.
    pub fn next_mistake(&self, at: usize) -> Option<usize> {
        let decisions = &self.review()?.decisions;
        let mut after = (at..decisions.len()).chain(0..at);
        after.find(|&index| decisions[index].is_mistake()).map(|index| index + 1)
    }

    pub fn save(&mut self) {
        let path = self.saved.as_ref().or(self.save_to.as_ref()).cloned().unwrap_or_else(free_name);
        let saved = save(self.game.record(), &path);
        self.message = Some(saved.err().unwrap_or_else(|| {
            let message = format!("saved to {}", path.display());
            // Once written, the file is this game's, and may be written again.
            self.saved = Some(path);
            message
        }));
    }

    /// Asks for the name of a file to load.
    pub fn ask_for_file(&mut self) {
        let file = self.saved.as_ref().or(self.save_to.as_ref());
        let name = file.map_or_else(String::new, |path| path.display().to_string());
        self.mode = Mode::Load(name);
    }

    /// Goes on with the game in a file, if it can be read; otherwise asks again.
    pub fn load(&mut self, name: &str) {
        match load(Path::new(name), self.position().game(), &self.seats) {
            Ok((game, players)) => {
                self.mode = Mode::Play;
                self.players = Some(players);
                self.saved = None;
                self.turn_to(game);
                self.message = Some(format!("loaded {name}"));
            }
            Err(error) => self.message = Some(error),
        }
    }
}

/// A name that no file has yet.
fn free_name() -> PathBuf {
    let mut names = (1..).map(|number| PathBuf::from(format!("gqt3-game-{number}.txt")));
    names.find(|path| !path.exists()).unwrap_or_default()
}
