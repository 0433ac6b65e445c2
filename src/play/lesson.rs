//! A lesson: a short game by the paper's rules.

use gqt3::engine::board::Square;
use gqt3::engine::notation::action_text;
use gqt3::engine::position::{Action, Position};

use super::game::SeatedGame;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    Enter,
    /// In the notation.
    Action(&'static str),
}

#[derive(Debug)]
pub struct Step {
    pub text: &'static str,
    pub todo: &'static str,
    pub wanted: Wanted,
    /// What O then does, in the notation.
    reply: &'static str,
}

const STEPS: &[Step] = &[
    Step {
        text: "Welcome! As in tic-tac-toe, X and O take turns, and lines of three win. But here a turn puts a \
               quantum piece on two squares at once, and only later it becomes classical on one of them. Now you play a short game as X.",
        todo: "Press enter.",
        wanted: Wanted::Enter,
        reply: "",
    },
    Step {
        text: "X1, your first piece, is to be on 1 and 2 at once. Type the numbers of the squares, or go there with the arrows \
               and press space, or click.",
        todo: "Place X1: press 1, then 2.",
        wanted: Wanted::Action("1-2"),
        reply: "2-5",
    },
    Step {
        text: "X1 will become classical on 1 or on 2. O answered with O2 on 2 and 5: quantum pieces share \
               squares. The letter a marks connected squares. The number of a piece is its turn.",
        todo: "Place X3: press 5, then 9.",
        wanted: Wanted::Action("5-9"),
        reply: "1-5",
    },
    Step {
        text: "O4 closed a cycle: X1, O2 and O4 have only 1, 2 and 5, so they are entangled, and X3, which hangs on them, too. \
               All of them (~) collapse: they become classical. You choose one of the two ways, because O closed the cycle.",
        todo: "Choose where O4 goes: press 5, then enter.",
        wanted: Wanted::Action("=5"),
        reply: "",
    },
    Step {
        text: "That was the collapse. Large pieces, or [X1], are classical; their squares are closed. You own 1 and 9, O owns 2 and 5. \
               You want the column 1-4-7.",
        todo: "Place X5: press 4, then 7.",
        wanted: Wanted::Action("4-7"),
        reply: "3-8",
    },
    Step {
        text: "O wants the column 2-5-8. A second piece of yours on 4 and 7 closes a cycle of two (the marks show it): then both squares are \
               yours, whichever way O chooses.",
        todo: "Place X7: press 4, then 7.",
        wanted: Wanted::Action("4-7"),
        reply: "=7 3-8",
    },
    Step {
        text: "Your line! Its squares are marked < >. But O closed a cycle on 3 and 8 and will have a line, too. You choose the \
               collapse. Put O8 on 8, because then O's line is newer than yours; O6 on 8 would make it older.",
        todo: "Choose where O8 goes: press 8, then enter.",
        wanted: Wanted::Action("=8"),
        reply: "",
    },
    Step {
        text: "Two lines. A line is as old as its newest piece: yours ends with X7, O's with O8. The oldest line earns 1 point, \
               the next 1/2, then 1/3 and so on. One square is left.",
        todo: "Place X9: press 6.",
        wanted: Wanted::Action("6"),
        reply: "",
    },
    Step {
        text: "All squares are classical: the game is over, and you win, 1 to 1/2. That is all: place, link, close cycles, choose \
               collapses, be first with a line. ? has the rules, h gives hints.",
        todo: "Press enter for a game of your own.",
        wanted: Wanted::Enter,
        reply: "",
    },
];

impl Step {
    pub fn keys(&self) -> &'static str {
        match self.wanted {
            Wanted::Enter => "enter go on",
            Wanted::Action(collapse) if collapse.starts_with('=') => {
                "left/right look, enter play it"
            }
            Wanted::Action(_) => "make the move to go on",
        }
    }

    pub fn wants(&self, square: Square) -> bool {
        match self.wanted {
            Wanted::Enter => false,
            Wanted::Action(wanted) => wanted
                .split(['-', '='])
                .any(|number| number == square.to_string()),
        }
    }

    pub fn allows(&self, before: &Position, action: &Action) -> bool {
        match self.wanted {
            Wanted::Enter => false,
            Wanted::Action(wanted) => action_text(before, action) == wanted,
        }
    }

    pub fn reply(&self, game: &mut SeatedGame) {
        for token in self.reply.split_whitespace() {
            let played = game.play_text(token);
            debug_assert!(played.is_ok(), "{played:?}");
        }
    }
}

/// `at` counts from 0; `None` after the last step.
pub fn step(at: usize) -> Option<&'static Step> {
    STEPS.get(at)
}

pub fn progress(at: usize) -> String {
    format!("{} of {}", at + 1, STEPS.len())
}
