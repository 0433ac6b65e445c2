//! The table of theorems: all that is proved about the starts of games on boards up to 64x64.
//!
//! Each [`Theorem`] gives bounds for the games that it covers. [`known`] intersects them all. The
//! solver, the commands and the computer players use this function and nothing else. The proofs are
//! in `docs/every-board/`; a test writes the table there from [`ALL`].

use super::long_series::{self, Greatest, Setting};
use super::middle;
use super::short_series;
use crate::engine::interval::{Basis, Interval};
use crate::engine::rules::{Margin, Player, Rules, Scoring, Tail};

/// The largest side of a board about which theorems are asked.
pub const MAX_SIDE: usize = 64;

/// A theorem on the values of games.
pub struct Theorem {
    /// The name, as in the notes.
    pub name: &'static str,
    /// The page of `docs/every-board/` with the proof.
    pub page: &'static str,
    /// The sizes and rules that it covers, in words.
    pub covers: &'static str,
    /// The bounds that it gives, in words.
    pub gives: &'static str,
    /// How it is proved.
    pub proof: Proof,
    bounds: fn(&Start) -> Bounds,
}

/// How a theorem is proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// By hand. Inequalities that are left to computing are computed by [`known`] each time.
    ByHand,
    /// By hand, and by a finite check that a command runs.
    Checked {
        /// The command.
        command: &'static str,
        /// The time that it takes on two cores.
        time: &'static str,
    },
    /// By a search for a strategy of the blocker, which a program of its own checks.
    Blocking {
        /// The command that runs the search again.
        command: &'static str,
        /// The time that it takes on two cores.
        time: &'static str,
    },
}

/// The start of a game on a board of any side.
struct Start<'a> {
    side: usize,
    pieces: usize,
    rules: &'a Rules,
}

/// A lower and an upper bound of a value; `None` is no bound.
type Bounds = [Option<Margin>; 2];

/// All that the theorems give for the start of a game.
#[derive(Clone, Copy)]
pub struct Known {
    /// The proved interval of the value.
    pub interval: Interval,
    /// The theorems that give its lower and its upper end.
    pub theorems: [&'static Theorem; 2],
}

impl Known {
    /// Returns how the ends of the interval are proved.
    pub fn basis(&self) -> [Basis; 2] {
        self.theorems.map(Theorem::basis)
    }

    /// Returns the names of the theorems.
    pub fn names(&self) -> String {
        match self.theorems.map(|theorem| theorem.name) {
            [lower, upper] if lower == upper => lower.to_owned(),
            [lower, upper] => format!("{lower}; {upper}"),
        }
    }
}

/// Returns the interval that the theorems prove for the value of a game, and the theorems.
///
/// The board has `side` rows and columns, at most [`MAX_SIDE`], and a series has `pieces` pieces.
/// `None` if there is no such game, or the board is larger.
///
/// ```
/// use gqt3::beyond::every_board::theorems::known;
/// use gqt3::engine::rules::{CollapseChooser, Rules};
/// let paper = Rules::default();
/// let interval = |side, pieces, rules| known(side, pieces, rules).map(|known| known.interval.to_string());
/// assert_eq!(interval(64, 2, &paper).as_deref(), Some("0"));
/// assert_eq!(interval(5, 25, &paper).as_deref(), Some("-5/2"));
/// assert_eq!(interval(8, 30, &paper).as_deref(), Some("-7/2..+7/2"));
/// let mover = Rules { collapse: CollapseChooser::Mover, ..paper };
/// assert_eq!(interval(8, 30, &mover).as_deref(), Some("-7/2..0"));
/// ```
///
/// # Cost
/// Some milliseconds at most.
pub fn known(side: usize, pieces: usize, rules: &Rules) -> Option<Known> {
    if !(1..=MAX_SIDE).contains(&side) || pieces == 0 {
        return None;
    }
    let start = if pieces > side * side {
        // Every turn places a single piece.
        Start {
            side,
            pieces: 1,
            rules,
        }
    } else {
        Start {
            side,
            pieces,
            rules,
        }
    };
    let ends_at_once = pieces > side * side && rules.tail == Tail::Stop;
    let rows = ALL.iter().filter(|_| !ends_at_once);
    let mut found: Option<Known> = ends_at_once.then_some(Known {
        interval: draw(),
        theorems: [&NO_TURN; 2],
    });
    for theorem in rows {
        let [lower, upper] = (theorem.bounds)(&start);
        found = match (found, lower, upper) {
            (None, Some(lower), Some(upper)) => Some(Known {
                interval: Interval { lower, upper },
                theorems: [theorem; 2],
            }),
            (None, ..) => None,
            (Some(mut known), ..) => {
                if let Some(lower) = lower.filter(|lower| *lower > known.interval.lower) {
                    known.interval.lower = lower;
                    known.theorems[0] = theorem;
                }
                if let Some(upper) = upper.filter(|upper| *upper < known.interval.upper) {
                    known.interval.upper = upper;
                    known.theorems[1] = theorem;
                }
                Some(known)
            }
        };
    }
    found
}

impl Theorem {
    fn basis(&self) -> Basis {
        match self.proof {
            Proof::Blocking { .. } => Basis::Blocking,
            Proof::ByHand | Proof::Checked { .. } => Basis::Theorem,
        }
    }
}

const CHECK_REPEATS: Proof = Proof::Checked {
    command: "python3 scripts/check_repeats.py",
    time: "a minute",
};

/// The game with more pieces than squares and `--tail stop`: it ends before the first turn.
static NO_TURN: Theorem = Theorem {
    name: "no turn",
    page: "1-rank.md",
    covers: "n > s with `--tail stop`",
    gives: "0",
    proof: Proof::ByHand,
    bounds: |_| both(true),
};

/// The theorems. The first one covers every game.
pub static ALL: &[Theorem] = &[
    Theorem {
        name: "full boards",
        page: "1-rank.md",
        covers: "every game",
        gives: "no more than the greatest margin of a full board",
        proof: Proof::ByHand,
        bounds: full_boards,
    },
    Theorem {
        name: "single pieces",
        page: "2-short-series.md",
        covers: "n = 1, m >= 5",
        gives: "0",
        proof: Proof::ByHand,
        bounds: |of| both(of.pieces == 1 && of.side >= 5),
    },
    Theorem {
        name: "4x4",
        page: "2-short-series.md",
        covers: "n = 1 and 2, m = 4",
        gives: "0",
        proof: Proof::Blocking {
            command: "gqt3 nash --board 4 --time-limit 1200 --certificate proof --bound both",
            time: "half a minute for each of the four collapse rules",
        },
        bounds: |of| both(of.side == 4 && of.pieces <= 2),
    },
    Theorem {
        name: "game of trees",
        page: "2-short-series.md",
        covers: "n = 2, m = 5 and 6",
        gives: "0",
        proof: Proof::Checked {
            command: "cargo run --release --example check_trees",
            time: "three minutes",
        },
        bounds: |of| both((5..=6).contains(&of.side) && of.pieces == 2),
    },
    Theorem {
        name: "double moves",
        page: "2-short-series.md",
        covers: "n = 2, m >= 7",
        gives: "0",
        proof: Proof::ByHand,
        bounds: |of| both(short_series::double_moves(of.side, of.pieces)),
    },
    Theorem {
        name: "kills",
        page: "2-short-series.md",
        covers: "n >= 2, m >= 11, 12, 13, 14, 15, 17, 18, ... for n = 2, 3, 4, ...",
        gives: "0",
        proof: Proof::ByHand,
        bounds: |of| both(short_series::kills(of.side, of.pieces)),
    },
    Theorem {
        name: "blocks",
        page: "2-short-series.md",
        covers: "n = 3, m >= 8; n = 4, 5, ..., 10, m >= 10, 11, 13, 14, 16, 18, 20",
        gives: "0",
        proof: Proof::ByHand,
        bounds: |of| {
            let (side, pieces) = (of.side, of.pieces);
            both(short_series::block(side, pieces) || short_series::two_blocks(side, pieces))
        },
    },
    Theorem {
        name: "unions",
        page: "2-short-series.md",
        covers: "n = 3, m = 7",
        gives: "0",
        proof: Proof::Checked {
            command: "python3 scripts/check_unions.py",
            time: "four minutes",
        },
        bounds: |of| both((of.side, of.pieces) == (7, 3)),
    },
    Theorem {
        name: "two lines that cross",
        page: "3-long-series.md",
        covers: "n >= m²/2 + m + 1 for even m; n >= (m² + 2m - 1)/2, or + 3 in place of - 1 if the \
                 chooser does not move last, for odd m",
        gives: "2 or more for the chooser of the last collapse",
        proof: Proof::ByHand,
        bounds: |of| lead(of, long_series::cross),
    },
    Theorem {
        name: "a row or a column",
        page: "3-long-series.md",
        covers: "n >= s - q - ⌈2√q⌉ with q = a - 2m + 2",
        gives: "1 or more for the chooser of the last collapse",
        proof: Proof::ByHand,
        bounds: |of| lead(of, long_series::row),
    },
    Theorem {
        name: "one row left",
        page: "3-long-series.md",
        covers: "one n less",
        gives: "1/2 or more, 1 under `decisive`, 0 or more under `shared`",
        proof: Proof::ByHand,
        bounds: |of| lead(of, long_series::one_row_left),
    },
    Theorem {
        name: "two rows left",
        page: "3-long-series.md",
        covers: "two n less",
        gives: "1/6 or more, 1 under `decisive`, 0 or more under `shared`",
        proof: Proof::ByHand,
        bounds: |of| lead(of, long_series::two_rows_left),
    },
    Theorem {
        name: "no loss",
        page: "3-long-series.md",
        covers: "two or three n less than for a row or a column, on most boards",
        gives: "0 or more for the chooser of the last collapse",
        proof: Proof::ByHand,
        bounds: |of| lead(of, long_series::no_loss),
    },
    Theorem {
        name: "rows and columns",
        page: "3-long-series.md",
        covers: "n (1 - t/m)² > b + t - 1 and g <= a - 2t - 1, for t >= 2",
        gives: "2 H(2t - 1) - H(t - 1) or more for the chooser of the last collapse",
        proof: Proof::ByHand,
        bounds: |of| lead(of, long_series::grid),
    },
    Theorem {
        name: "three lines through one square",
        page: "3-long-series.md",
        covers: "g + 3m - 2 - ⌈2g/m⌉ <= a - 1 and g <= a - 3",
        gives: "5/2 or more for the chooser of the last collapse",
        proof: Proof::ByHand,
        bounds: |of| lead(of, long_series::star),
    },
    Theorem {
        name: "two rows and a column",
        page: "3-long-series.md",
        covers: "5x5, n >= 22, the chooser is player 1; 6x6, n >= 31",
        gives: "5/2 or more, 7/3 under `competition`",
        proof: Proof::ByHand,
        bounds: |of| lead(of, long_series::comb),
    },
    Theorem {
        name: "early collapse",
        page: "3-long-series.md",
        covers: "n = m²/2 + m for even m >= 6",
        gives: "2 or more for the chooser of the last collapse",
        proof: Proof::ByHand,
        bounds: |of| lead(of, long_series::early),
    },
    Theorem {
        name: "greatest margin",
        page: "3-long-series.md",
        covers: "from n = m² down, a few n for each m",
        gives: "the greatest margin of a full board, for the chooser of the last collapse",
        proof: Proof::ByHand,
        bounds: |of| lead(of, long_series::full_boards),
    },
    Theorem {
        name: "repeated series",
        page: "3-long-series.md",
        covers: "4x4, n = 11 and 12, on full boards with `--tail classical` if the chooser is player 1",
        gives: "2 for the chooser of the last collapse",
        proof: CHECK_REPEATS,
        bounds: |of| lead(of, repeated_series),
    },
    Theorem {
        name: "few squares",
        page: "3-long-series.md",
        covers: "4x4, n = 9, if the chooser of the last collapse is player 1",
        gives: "-1 or more",
        proof: CHECK_REPEATS,
        bounds: |of| {
            let holds = |setting: &Setting| {
                (setting.side, setting.pieces, setting.prover) == (4, 9, Player::One)
            };
            lead(of, |setting| holds(setting).then_some(-Margin::ONE))
        },
    },
    Theorem {
        name: "answers in pairs",
        page: "4-middle.md",
        covers: "every n, even m >= 4, `--collapse mover` and `player2`",
        gives: "0 or less from 6x6 on, 1/2 or less on 4x4 on full boards",
        proof: Proof::ByHand,
        bounds: |of| [None, middle::answers_in_pairs(of.side, of.rules)],
    },
    Theorem {
        name: "fair collapses",
        page: "4-middle.md",
        covers: "n >= 25, 17, 17, 17, 17, 17, 17, 18, 19, 19 for m = 7, 8, ..., 16, \
                 `--collapse player1` and `player2`",
        gives: "the player who chooses does not lose",
        proof: Proof::ByHand,
        bounds: |of| match middle::fair_chooser(of.side, of.pieces, of.rules) {
            Some(Player::One) => [Some(Margin::ZERO), None],
            Some(Player::Two) => [None, Some(Margin::ZERO)],
            None => [None, None],
        },
    },
];

/// The interval of a draw.
fn draw() -> Interval {
    Interval {
        lower: Margin::ZERO,
        upper: Margin::ZERO,
    }
}

/// Bounds of 0 on both sides, if a theorem holds.
fn both(holds: bool) -> Bounds {
    [holds.then_some(Margin::ZERO); 2]
}

/// A lead of the player who chooses the last collapse, as a bound.
fn lead(of: &Start, least: impl Fn(&Setting) -> Option<Margin>) -> Bounds {
    let Some(setting) = Setting::new(of.side, of.pieces, of.rules) else {
        return [None, None];
    };
    let least = least(&setting);
    match setting.prover {
        Player::One => [least, None],
        Player::Two => [None, least.map(|least| -least)],
    }
}

/// The points of all lines that each player can have.
fn full_boards(of: &Start) -> Bounds {
    let most = |player: Player| {
        let squares = player.turns_of(of.side * of.side);
        let points = match of.side {
            // On 1x1 all lines are one.
            1 => {
                return if squares == 1 {
                    Margin::ONE
                } else {
                    Margin::ZERO
                };
            }
            _ => Greatest::new(of.side, squares, of.rules.ties).and_then(|lines| lines.points()),
        };
        match (points, of.rules.scoring) {
            (None, _) => Margin::ZERO,
            (Some(_), Scoring::Decisive | Scoring::Shared) => Margin::ONE,
            // A sum with ranks above 18 is rounded up to a whole number.
            (Some(points), Scoring::Harmonic) => Margin::from_ratio(points)
                .or_else(|| Margin::from_ratio(points.ceil()))
                .unwrap_or(Margin::ZERO),
        }
    };
    [Some(-most(Player::Two)), Some(most(Player::One))]
}

/// Two points on 4x4 with n = 11 and 12, by plans against series that are repeated.
fn repeated_series(setting: &Setting) -> Option<Margin> {
    let rules = &setting.rules;
    let is_full = crate::engine::game::Game::always_fills(setting.pieces, rules);
    let holds = setting.side == 4
        && (11..=12).contains(&setting.pieces)
        && rules.scoring == Scoring::Harmonic
        && (setting.prover == Player::Two || is_full);
    holds.then_some(Margin::ONE + Margin::ONE)
}
