//! Levels of strength, so that everybody finds an opponent as strong as they are.

use super::heuristic::Effort;

/// The name of each level on the command line, what it does, and the effort of the heuristic player that it is.
const LEVELS: [(&str, &str, Effort); 5] = [
    (
        "level1",
        "the heuristic player with 2 playouts, without the solver",
        of_playouts(2),
    ),
    ("level2", "with 20 playouts", of_playouts(20)),
    ("level3", "with 200 playouts", of_playouts(200)),
    ("level4", "with 2000 playouts", of_playouts(2_000)),
    (
        "level5",
        "with 20000 playouts, and the solver on boards up to 3x3",
        Effort::of_nodes(20_000),
    ),
];

/// The effort of a level below the strongest.
const fn of_playouts(playouts: u64) -> Effort {
    Effort::of_nodes(playouts).by_search_alone()
}

/// A level, from 1 to 5: an effort of the heuristic player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 5] = [Level(1), Level(2), Level(3), Level(4), Level(5)];

    /// The strongest.
    pub const STRONGEST: Level = Level(5);

    /// The level with this number; `None` if there is none.
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        LEVELS[self.0 as usize - 1].0
    }

    /// What it does, in a few words.
    pub const fn help(self) -> &'static str {
        LEVELS[self.0 as usize - 1].1
    }

    /// How much it thinks.
    pub const fn effort(self) -> Effort {
        LEVELS[self.0 as usize - 1].2
    }
}
