//! The table of theorems about the starts of games on boards up to 64x64.
//!
//! Each [`Theorem`] gives bounds for the games that it covers, and [`known`] intersects them all.
//! The proofs are in `docs/beyond/every-board/`.

use super::long_series::{self, Greatest, Setting};
use super::middle;
use super::short_series;
use crate::engine::game::Game;
use crate::engine::interval::{Basis, Interval};
use crate::engine::rules::{Margin, Player, Rules, Scoring, Tail};

/// The largest board side that [`known`] covers.
#[doc(hidden)]
pub const MAX_SIDE: usize = 64;

/// A theorem on game values. Its texts are Markdown, as in `docs/beyond/every-board/README.md`.
#[derive(Debug)]
pub struct Theorem {
    pub name: &'static str,
    /// Where `docs/beyond/every-board/` states it, for example `Theorem 12`.
    pub section: &'static str,
    /// The page and the anchor of its proof in `docs/beyond/every-board/`.
    pub link: &'static str,
    pub rules: &'static str,
    /// The boards and series lengths that it covers.
    pub sizes: &'static str,
    pub interval: &'static str,
    /// The kind of proof. "Arithmetic" is the part that [`known`] computes.
    pub proof: &'static str,
    /// How to run the finite check or to play the strategy, or `none`.
    pub check: &'static str,
    basis: Basis,
    bounds: fn(&Start) -> Bounds,
}

struct Start<'a> {
    side: usize,
    pieces: usize,
    rules: &'a Rules,
}

/// A lower and an upper bound, if any.
type Bounds = [Option<Margin>; 2];

/// What the theorems together prove about the start of a game.
#[derive(Clone, Copy, Debug)]
pub struct KnownBounds {
    pub interval: Interval,
    /// The theorems that prove the interval's lower and upper end.
    pub theorems: [&'static Theorem; 2],
}

impl KnownBounds {
    pub fn basis(&self) -> [Basis; 2] {
        self.theorems.map(|theorem| theorem.basis)
    }

    pub fn names(&self) -> String {
        match self.theorems.map(|theorem| theorem.name) {
            [lower, upper] if lower == upper => lower.to_owned(),
            [lower, upper] => format!("{lower}; {upper}"),
        }
    }
}

/// Returns the proved interval of a game's value, and the theorems behind it.
///
/// Returns `None` if `side` or `pieces` is 0, or if `side` is more than [`MAX_SIDE`].
///
/// ```
/// use gqt3::beyond::every_board::theorems::known;
/// use gqt3::engine::rules::{CollapseChooser, Rules};
/// let paper = Rules::default();
/// let interval = |side, pieces, rules| {
///     known(side, pieces, rules).map(|known| known.interval.to_string())
/// };
/// assert_eq!(interval(64, 2, &paper).as_deref(), Some("0"));
/// assert_eq!(interval(5, 25, &paper).as_deref(), Some("-5/2"));
/// assert_eq!(interval(8, 30, &paper).as_deref(), Some("-7/2..+7/2"));
/// let mover = Rules { collapse: CollapseChooser::Mover, ..paper };
/// assert_eq!(interval(8, 30, &mover).as_deref(), Some("-7/2..0"));
/// ```
pub fn known(side: usize, pieces: usize, rules: &Rules) -> Option<KnownBounds> {
    if !(1..=MAX_SIDE).contains(&side) || pieces == 0 {
        return None;
    }
    let only_singles = pieces > side * side;
    if only_singles && rules.tail == Tail::Stop {
        return Some(KnownBounds {
            interval: draw(),
            theorems: [&NO_TURN; 2],
        });
    }
    let start = Start {
        side,
        pieces: if only_singles { 1 } else { pieces },
        rules,
    };
    let mut result = KnownBounds {
        interval: full_boards(&start),
        theorems: [&ALL[0]; 2],
    };
    for theorem in ALL {
        let [lower, upper] = (theorem.bounds)(&start);
        if let Some(lower) = lower.filter(|lower| *lower > result.interval.lower) {
            result.interval.lower = lower;
            result.theorems[0] = theorem;
        }
        if let Some(upper) = upper.filter(|upper| *upper < result.interval.upper) {
            result.interval.upper = upper;
            result.theorems[1] = theorem;
        }
    }
    Some(result)
}

/// If a series has more pieces than the board has squares, `--tail stop` ends the game before the
/// first turn.
static NO_TURN: Theorem = Theorem {
    name: "no turn",
    section: "Rules",
    link: "1-rank.md#the-rules-exactly",
    rules: "`--tail stop`",
    sizes: "$n > m^2$",
    interval: "0",
    proof: "by hand",
    check: "none",
    basis: Basis::Theorem,
    bounds: |_| both(true),
};

/// The theorems of the table in `docs/beyond/every-board/README.md`. If several prove one bound,
/// [`known`] names the first. The very first covers every game.
pub static ALL: &[Theorem] = &[
    Theorem {
        name: "full boards",
        section: "Theorem 26",
        link: "3-long-series.md#the-most-points-on-a-full-board",
        rules: "all",
        sizes: "all",
        interval: r"at most $M(\lceil m^2/2 \rceil)$, at least $-M(\lfloor m^2/2 \rfloor)$",
        proof: "by hand, arithmetic",
        check: "`scripts/theorems/check_repeats.py --part greatest` to 9x9, 20 s",
        basis: Basis::Theorem,
        bounds: |start| {
            let Interval { lower, upper } = full_boards(start);
            [Some(lower), Some(upper)]
        },
    },
    Theorem {
        name: "single pieces",
        section: "Theorem 12",
        link: "2-short-series.md#theorem-12-single-pieces",
        rules: "all",
        sizes: r"$n = 1$ or $n > m^2$, $m \ge 5$",
        interval: "0",
        proof: "by hand",
        check: "none",
        basis: Basis::Theorem,
        bounds: |start| both(start.pieces == 1 && start.side >= 5),
    },
    Theorem {
        name: "4x4",
        section: "Theorem 13",
        link: "2-short-series.md#theorem-13-4x4",
        rules: "all",
        sizes: "4x4, $n = 1$, $2$ and $n > 16$",
        interval: "0",
        proof: "by program",
        check: "`gqt3 nash --board 4 --pieces 2 --time-limit 1200 --certificate FILE --bound upper`, half a minute",
        basis: Basis::Blocking,
        bounds: |start| both(start.side == 4 && start.pieces <= 2),
    },
    Theorem {
        name: "game of trees",
        section: "Theorem 5",
        link: "2-short-series.md#theorem-5-trees",
        rules: "all",
        sizes: r"$n = 2$, $m \ge 5$",
        interval: "0",
        proof: "by hand; 5x5 and 6x6 by program",
        check: "`cargo run --release -p gqt3-theorems --bin check_trees`, 3 minutes",
        basis: Basis::Theorem,
        bounds: |start| {
            let is_searched = start.pieces == 2 && (5..=6).contains(&start.side);
            both(is_searched || short_series::double_moves(start.side, start.pieces))
        },
    },
    Theorem {
        name: "kills",
        section: "Theorem 4",
        link: "2-short-series.md#theorem-4-kills",
        rules: "all",
        sizes: r"$n < m + 3 - \sqrt{10m + 32}$, and a little more",
        interval: "0",
        proof: "by hand, arithmetic",
        check: "`scripts/theorems/play_theorems.py --theorem kills`, 21 s",
        basis: Basis::Theorem,
        bounds: |start| both(short_series::kills(start.side, start.pieces)),
    },
    Theorem {
        name: "blocks",
        section: "Theorem 9",
        link: "2-short-series.md#theorem-9-blocks",
        rules: "all",
        sizes: r"$n = 3$, $m \ge 8$; $n = 4$ to $10$, $m \ge 10, 11, 13, 14, 16, 18, 20$",
        interval: "0",
        proof: "by hand, arithmetic",
        check: "`scripts/theorems/play_theorems.py --theorem blocks`, 66 s",
        basis: Basis::Theorem,
        bounds: |start| {
            let (side, pieces) = (start.side, start.pieces);
            both(short_series::block(side, pieces) || short_series::two_blocks(side, pieces))
        },
    },
    Theorem {
        name: "unions",
        section: "Theorem 10",
        link: "2-short-series.md#theorem-10-unions",
        rules: "all",
        sizes: "7x7, $n = 3$",
        interval: "0",
        proof: "by hand and by program",
        check: "`scripts/theorems/check_unions.py`, 4 s; `scripts/theorems/play_theorems.py --theorem unions`, 53 s",
        basis: Basis::Theorem,
        bounds: |start| both((start.side, start.pieces) == (7, 3)),
    },
    Theorem {
        name: "two lines that cross",
        section: "Theorem 19",
        link: "3-long-series.md#theorem-19-cross",
        rules: "all",
        sizes: r"even $m$: $n \ge m^2/2 + m + 1$; odd $m$: $n \ge (m^2 + 2m - 1)/2$ for player 1, $(m^2 + 2m + 3)/2$ for player 2",
        interval: r"C leads by $\ge 2$",
        proof: "by hand",
        check: "`scripts/theorems/play_theorems.py --theorem cross --games 10`, 4 s",
        basis: Basis::Theorem,
        bounds: |start| lead(start, long_series::cross),
    },
    Theorem {
        name: "a row or a column",
        section: "Theorem 20",
        link: "3-long-series.md#theorem-20-row",
        rules: "all",
        sizes: r"$n \ge m^2 - Q - \lceil 2\sqrt{Q} \rceil$, $Q = \alpha - 2m + 2 \ge 1$",
        interval: r"C leads by $\ge 1$",
        proof: "by hand",
        check: "`scripts/theorems/play_theorems.py --theorem row --games 10`, 6 s",
        basis: Basis::Theorem,
        bounds: |start| lead(start, long_series::row),
    },
    Theorem {
        name: "one row left",
        section: "Theorem 21",
        link: "3-long-series.md#theorem-21-rows-left-over",
        rules: "offset 0, or C is player 2; `harmonic` and `decisive`",
        sizes: r"one less than for a row, $4 \le m \le 64$",
        interval: r"C leads by $\ge 1/2$",
        proof: "by hand, arithmetic",
        check: "`scripts/theorems/play_theorems.py --theorem half --games 10`, 2 s",
        basis: Basis::Theorem,
        bounds: |start| lead(start, long_series::one_row_left),
    },
    Theorem {
        name: "two rows left",
        section: "Theorem 21",
        link: "3-long-series.md#theorem-21-rows-left-over",
        rules: "the same",
        sizes: "two less than for a row; $m = 9, 11, 13, 15, 17$ for player 1, $14$, $16$, $18$ to $64$",
        interval: r"C leads by $\ge 1/6$",
        proof: "by hand, arithmetic",
        check: "none",
        basis: Basis::Theorem,
        bounds: |start| lead(start, long_series::two_rows_left),
    },
    Theorem {
        name: "no loss",
        section: "Theorem 21",
        link: "3-long-series.md#theorem-21-rows-left-over",
        rules: "offset 0, or C is player 2, or `shared`",
        sizes: "one to seven less than for a row",
        interval: r"C leads by $\ge 0$",
        proof: "by hand, arithmetic",
        check: "none",
        basis: Basis::Theorem,
        bounds: |start| lead(start, long_series::no_loss),
    },
    Theorem {
        name: "rows and columns",
        section: "Theorem 22",
        link: "3-long-series.md#theorems-22-23-and-24",
        rules: "all",
        sizes: r"$n(1 - t/m)^2 > \omega + t - 1$, $g \le \alpha - 2t - 1$",
        interval: r"C leads by $\ge 2, 8/3, 46/15, \dots$ (less under `competition`)",
        proof: "by hand",
        check: "none",
        basis: Basis::Theorem,
        bounds: |start| lead(start, long_series::grid),
    },
    Theorem {
        name: "three lines through one square",
        section: "Theorem 23",
        link: "3-long-series.md#theorems-22-23-and-24",
        rules: "all",
        sizes: r"$g + 3m - 2 - \lceil 2g/m \rceil \le \alpha$, $g \le \alpha - 3$ or C moves last",
        interval: r"C leads by $\ge 5/2$",
        proof: "by hand",
        check: "`scripts/theorems/play_theorems.py --theorem star --games 10`, 3 s",
        basis: Basis::Theorem,
        bounds: |start| lead(start, long_series::star),
    },
    Theorem {
        name: "two rows and a column",
        section: "Theorem 24",
        link: "3-long-series.md#theorems-22-23-and-24",
        rules: "all",
        sizes: r"5x5, $n \ge 22$ for player 1; 6x6, $n \ge 31$",
        interval: r"C leads by $\ge 5/2$ ($7/3$ under `competition`)",
        proof: "by hand",
        check: "none",
        basis: Basis::Theorem,
        bounds: |start| lead(start, long_series::comb),
    },
    Theorem {
        name: "early collapse",
        section: "Theorem 25",
        link: "3-long-series.md#theorem-25-early-cross",
        rules: "all",
        sizes: r"even $m \ge 6$, $n = m^2/2 + m$; odd $m \ge 5$, $n = (m^2 + 2m - 3)/2$ for player 1",
        interval: r"C leads by $\ge 2$",
        proof: "by hand",
        check: "`scripts/theorems/play_theorems.py --theorem early --games 10`, 2 s",
        basis: Basis::Theorem,
        bounds: |start| lead(start, long_series::early),
    },
    Theorem {
        name: "greatest margin",
        section: "Theorem 27",
        link: "3-long-series.md#theorem-27-the-greatest-plan",
        rules: "all",
        sizes: r"$n = m^2$, and a little less for $m \le 44$",
        interval: r"C leads by $M(\alpha)$, the value",
        proof: "by hand, arithmetic",
        check: "`scripts/theorems/play_theorems.py --theorem greatest --games 10`, 6 s",
        basis: Basis::Theorem,
        bounds: |start| lead(start, long_series::greatest_margin),
    },
    Theorem {
        name: "repeated series",
        section: "Theorem 28",
        link: "3-long-series.md#theorem-28-4x4",
        rules: "all",
        sizes: "4x4, $n = 9$, $11$, $12$",
        interval: r"C leads by $\ge -1$, $2$, $2$ (player 1 by 1 if games may stop early)",
        proof: "by hand and by program",
        check: "`scripts/theorems/check_repeats.py`, 2 minutes",
        basis: Basis::Theorem,
        bounds: |start| lead(start, four_by_four),
    },
    Theorem {
        name: "answers in pairs",
        section: "Theorem 29",
        link: "4-middle.md#theorem-29-answers-in-pairs",
        rules: "`mover`, `player2`",
        sizes: r"even $m \ge 6$, every $n$; a weaker result on 4x4",
        interval: "at most 0; on 4x4 at most $1/2$ on a full board",
        proof: "by hand",
        check: "`scripts/theorems/play_theorems.py --theorem pairs`, 40 s",
        basis: Basis::Theorem,
        bounds: |start| [None, middle::answers_in_pairs(start.side, start.rules)],
    },
    Theorem {
        name: "fair collapses",
        section: "Theorem 30",
        link: "4-middle.md#theorem-30-fair-collapses",
        rules: "`player1`, `player2`",
        sizes: r"$n \ge m$, $k = \lfloor m^2/n \rfloor$: $k = 1$ and $m \ge 7$, or $8(2m + 5)(1 + m/n)^{k-2} \le 2^m$",
        interval: r"C leads by $\ge 0$",
        proof: "by hand",
        check: "`scripts/theorems/play_theorems.py --theorem fair`, 2 minutes",
        basis: Basis::Theorem,
        bounds: |start| no_loss_if(start, middle::fair_collapses(start.side, start.pieces)),
    },
    Theorem {
        name: "weighted danger",
        section: "Theorem 31",
        link: "4-middle.md#theorem-31-weighted-danger",
        rules: "`player1`, `player2`",
        sizes: r"$n \ge 2$ and $(9m + 4)(1 + 1/n)^{m-1} < 2^m$; $n > m^2/2$ and $m \ge 6$",
        interval: r"C leads by $\ge 0$",
        proof: "by hand",
        check: "`scripts/theorems/play_theorems.py --theorem weighted`",
        basis: Basis::Theorem,
        bounds: |start| no_loss_if(start, middle::weighted_danger(start.side, start.pieces)),
    },
];

fn draw() -> Interval {
    Interval {
        lower: Margin::ZERO,
        upper: Margin::ZERO,
    }
}

fn both(holds: bool) -> Bounds {
    [holds.then_some(Margin::ZERO); 2]
}

/// Bounds the value by a lead that is proved for the player who chooses the last turn's collapse.
fn lead(start: &Start, least: impl Fn(&Setting) -> Option<Margin>) -> Bounds {
    let Some(setting) = Setting::new(start.side, start.pieces, start.rules) else {
        return [None, None];
    };
    let least = least(&setting);
    match setting.prover {
        Player::One => [least, None],
        Player::Two => [None, least.map(|least| -least)],
    }
}

fn full_boards(start: &Start) -> Interval {
    let most = |player: Player| {
        let lines = Greatest::of_player(start.side, player, start.rules.ties);
        match (lines.map(|lines| lines.points()), start.rules.scoring) {
            // On 1x1 the row, the column and the diagonals are one line.
            _ if (start.side, player) == (1, Player::One) => Margin::ONE,
            (None, _) => Margin::ZERO,
            (Some(_), Scoring::Decisive | Scoring::Shared) => Margin::ONE,
            // A sum with ranks above 18 may not be a `Margin`, so it is rounded up.
            (Some(points), Scoring::Harmonic) => Margin::from_ratio(points)
                .or_else(|| Margin::from_ratio(points.ceil()))
                .unwrap_or(Margin::ZERO),
        }
    };
    Interval {
        lower: -most(Player::Two),
        upper: most(Player::One),
    }
}

/// Leads that `scripts/theorems/check_repeats.py` proves.
fn four_by_four(setting: &Setting) -> Option<Margin> {
    let is_full = Game::always_fills(setting.pieces, &setting.rules);
    let is_harmonic = setting.rules.scoring == Scoring::Harmonic;
    match (setting.side, setting.pieces, setting.prover) {
        (4, 9, Player::One) => Some(-Margin::ONE),
        (4, 11 | 12, Player::One) if is_harmonic && is_full => Some(Margin::ONE + Margin::ONE),
        (4, 11 | 12, Player::Two) if is_harmonic => Some(Margin::ONE + Margin::ONE),
        _ => None,
    }
}

fn no_loss_if(start: &Start, holds: bool) -> Bounds {
    let players = [Player::One, Player::Two];
    let choosers = players.map(|mover| start.rules.chooser(mover));
    players.map(|player| (holds && choosers == [player; 2]).then_some(Margin::ZERO))
}
