//! A game's rules as data: one enum for each choice (*axis*), all in [`Rules`], and named
//! presets.
//!
//! The default is the paper's game (section 3). Every combination is legal.

mod margin;

use std::fmt;
use std::str::FromStr;

pub use margin::Margin;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// Player 1, who plays X on the odd turns.
    One,
    /// Player 2, who plays O on the even turns.
    Two,
}

impl Player {
    /// Returns the player of a turn, counted from 1.
    #[inline]
    pub const fn from_turn(turn: usize) -> Player {
        if turn % 2 == 1 {
            Player::One
        } else {
            Player::Two
        }
    }

    /// Counts the player's turns among the first `turns` turns.
    #[inline]
    pub const fn turns_of(self, turns: usize) -> usize {
        match self {
            Player::One => turns.div_ceil(2),
            Player::Two => turns / 2,
        }
    }

    #[inline]
    pub const fn opponent(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// Returns the greatest margin for player 1, and the least for player 2; `None` if there are no
    /// margins.
    #[inline]
    pub fn best(self, margins: impl IntoIterator<Item = Margin>) -> Option<Margin> {
        match self {
            Player::One => margins.into_iter().max(),
            Player::Two => margins.into_iter().min(),
        }
    }

    /// Returns the name in data and files.
    pub const fn name(self) -> &'static str {
        match self {
            Player::One => "player1",
            Player::Two => "player2",
        }
    }

    pub const fn letter(self) -> char {
        match self {
            Player::One => 'X',
            Player::Two => 'O',
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::One => "player 1",
            Player::Two => "player 2",
        })
    }
}

macro_rules! axis {
    ($(#[$meta:meta])* $name:ident, $flag:literal, $default:ident {
        $($variant:ident = $text:literal, $help:literal;)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $(#[doc = $help] $variant,)+
        }

        impl $name {
            /// Every value, in the order of the help text.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// The command line flag that sets it, without `--`.
            pub const FLAG: &'static str = $flag;

            /// Returns its name on the command line and in result files.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)+ }
            }

            pub const fn help(self) -> &'static str {
                match self { $($name::$variant => $help,)+ }
            }
        }

        impl Default for $name {
            fn default() -> Self {
                $name::$default
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $name {
            type Err = UnknownName;
            fn from_str(text: &str) -> Result<Self, UnknownName> {
                let is_named = |value: &$name| value.name() == text;
                Self::ALL.iter().copied().find(is_named).ok_or_else(|| UnknownName {
                    flag: Self::FLAG,
                    text: text.to_owned(),
                    known: Self::ALL.iter().map(|value| value.name()).collect(),
                })
            }
        }
    };
}

axis! {
    /// The player who chooses a collapse (paper, section 8).
    CollapseChooser, "collapse", Opponent {
        Opponent = "opponent", "the opponent of the player who entangled";
        Mover = "mover", "the player who entangled";
        Player1 = "player1", "always player 1";
        Player2 = "player2", "always player 2";
    }
}

axis! {
    /// The offset that lowers player 2's subscripts when lines are ordered (paper, section 8).
    Offset, "offset", Zero {
        Zero = "0", "subscripts are unchanged";
        One = "1", "player 2's subscripts are lowered by one, so lines of both players can tie";
    }
}

axis! {
    /// When the game ends.
    Ending, "ending", Full {
        Full = "full", "when every square is classical";
        FirstLine = "first-line", "after the first collapse (for n = 1: move) that completes a line";
    }
}

axis! {
    /// What lines earn.
    Scoring, "scoring", Harmonic {
        Harmonic = "harmonic", "the i-th completed line, ordered by largest subscript, earns 1/i";
        Decisive = "decisive", "the owner of the earliest line wins by 1 (both at once: a draw)";
        Shared = "shared", "a player with a line wins by 1 if the other has none";
    }
}

axis! {
    /// The last turns, with fewer than n quantum squares.
    Tail, "tail", Classical {
        Classical = "classical", "players place single classical pieces";
        Stop = "stop", "the game ends, and quantum squares have no owner";
    }
}

axis! {
    /// The rank of the line that follows tied lines.
    ///
    /// This can matter to `harmonic` on boards larger than 3x3.
    Ties, "ties", Dense {
        Dense = "dense", "ranks without gaps: 1, 1, 2";
        Competition = "competition", "ranks with gaps after ties: 1, 1, 3";
    }
}

/// Calls a macro with the axes: field in [`Rules`], type, value name in the help, meaning.
#[doc(hidden)]
#[macro_export]
macro_rules! with_axes {
    ($macro:ident $($first:tt)*) => {
        $macro! {
            $($first)*
            collapse: CollapseChooser, "WHO", "The chooser of the collapse";
            offset: Offset, "K", "The offset by which player 2's subscripts are lowered before lines are ordered";
            ending: Ending, "WHEN", "The end of the game";
            scoring: Scoring, "HOW", "The value of lines";
            tail: Tail, "HOW", "The play with fewer than n quantum squares";
            ties: Ties, "HOW", "The rank after tied lines, which matters only beyond 3x3";
        }
    };
}

macro_rules! rules {
    ($($axis:ident: $type:ident, $value:literal, $meaning:literal;)+) => {
        /// A game's rules: a value for each axis, by default the paper's.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct Rules {
            $(#[doc = $meaning] pub $axis: $type,)+
        }

        impl Rules {
            /// Returns each axis's flag with the name of its value.
            pub const fn axes(&self) -> [(&'static str, &'static str); [$($type::FLAG),+].len()] {
                [$(($type::FLAG, self.$axis.name())),+]
            }

            /// Sets an axis by its flag and a value's name. Returns `false` if there is no such
            /// axis.
            ///
            /// # Errors
            /// Fails if the axis has no such value.
            pub fn set(&mut self, flag: &str, name: &str) -> Result<bool, UnknownName> {
                match flag {
                    $($type::FLAG => self.$axis = name.parse()?,)+
                    _ => return Ok(false),
                }
                Ok(true)
            }

            /// Lists all 4 * 2 * 2 * 3 * 2 = 96 combinations with the default ties.
            pub fn combinations() -> Vec<Rules> {
                let mut all = vec![Rules::default()];
                $(
                    let mut more = Vec::new();
                    for rules in all {
                        more.extend($type::ALL.iter().map(|&$axis| Rules { $axis, ..rules }));
                    }
                    all = more;
                )+
                all.retain(|rules| rules.ties == Ties::default());
                all
            }
        }
    };
}

with_axes!(rules);

impl Rules {
    #[inline]
    pub(crate) const fn chooser(&self, mover: Player) -> Player {
        match self.collapse {
            CollapseChooser::Opponent => mover.opponent(),
            CollapseChooser::Mover => mover,
            CollapseChooser::Player1 => Player::One,
            CollapseChooser::Player2 => Player::Two,
        }
    }

    /// Returns the axes of [`Rules::axes`] in which the rules differ from the paper's.
    pub(crate) fn differing(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let papers = Rules::default().axes();
        self.axes()
            .into_iter()
            .filter(move |axis| !papers.contains(axis))
    }
}

impl fmt::Display for Rules {
    /// Writes the differences from the paper's game as flags, or `paper` if there are none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags: Vec<String> = self
            .differing()
            .map(|(flag, name)| format!("--{flag} {name}"))
            .collect();
        f.pad(&if flags.is_empty() {
            "paper".to_owned()
        } else {
            flags.join(" ")
        })
    }
}

axis! {
    /// A named set of rules.
    Variant, "variant", Paper {
        Paper = "paper", "the paper's game, section 3 (all defaults)";
        Offset = "offset", "paper, section 8: player 2's subscripts are lowered by one";
        Player1Collapses = "player1-collapses", "paper, section 8: player 1 always collapses";
        Player2Collapses = "player2-collapses", "paper, section 8: player 2 always collapses";
        MoverCollapses = "mover-collapses", "paper, section 8: the player who entangles collapses";
        Goff = "goff", "Goff's rules: the game ends at the first line; 1 point, then 1/2";
        NarrowWin = "narrow-win", "narrow win (Ishizeki and Matsuura 2010): the game ends at the first line, and its owner wins";
        CompleteWin = "complete-win", "complete win (Ishizeki and Matsuura 2010): the game ends at the first line; lines of both players draw";
        CompleteWinStop = "complete-win-stop",
            "complete-win that also ends with fewer than n quantum squares";
    }
}

impl Variant {
    pub fn rules(self) -> Rules {
        let paper = Rules::default();
        let first_line = Rules {
            ending: Ending::FirstLine,
            ..paper
        };
        let complete_win = Rules {
            scoring: Scoring::Shared,
            ..first_line
        };
        match self {
            Variant::Paper => paper,
            Variant::Offset => Rules {
                offset: Offset::One,
                ..paper
            },
            Variant::Player1Collapses => Rules {
                collapse: CollapseChooser::Player1,
                ..paper
            },
            Variant::Player2Collapses => Rules {
                collapse: CollapseChooser::Player2,
                ..paper
            },
            Variant::MoverCollapses => Rules {
                collapse: CollapseChooser::Mover,
                ..paper
            },
            Variant::Goff => first_line,
            Variant::NarrowWin => Rules {
                scoring: Scoring::Decisive,
                ..first_line
            },
            Variant::CompleteWin => complete_win,
            Variant::CompleteWinStop => Rules {
                tail: Tail::Stop,
                ..complete_win
            },
        }
    }

    /// Returns the preset with these rules, if any.
    pub fn from_rules(rules: Rules) -> Option<Variant> {
        Variant::ALL
            .iter()
            .copied()
            .find(|variant| variant.rules() == rules)
    }
}

/// A name that an axis or [`Variant`] does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--{flag} has no value '{text}'; use one of {}", known.join(", "))]
pub struct UnknownName {
    pub flag: &'static str,
    pub text: String,
    pub known: Vec<&'static str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for &variant in Variant::ALL {
            assert_eq!(variant.to_string().parse(), Ok(variant));
            assert_eq!(
                Variant::from_rules(variant.rules()),
                Some(variant),
                "no two presets are the same rules"
            );
        }
        assert!(
            "yaml"
                .parse::<Scoring>()
                .unwrap_err()
                .to_string()
                .contains("harmonic, decisive, shared")
        );
    }

    #[test]
    fn each_player_has_a_name_and_the_opposite_aim() {
        let margins = [Margin::ZERO, Margin::ONE, -Margin::ONE];
        let player = |player: Player| (player.name(), player.best(margins));
        assert_eq!(player(Player::One), ("player1", Some(Margin::ONE)));
        assert_eq!(player(Player::Two), ("player2", Some(-Margin::ONE)));
        assert_eq!(Player::One.best([]), None);
    }

    #[test]
    fn players_are_aligned_like_other_text() {
        assert_eq!(
            format!("{:>9}|{:9}|", Player::One, Player::Two),
            " player 1|player 2 |"
        );
    }

    #[test]
    fn there_are_96_combinations_all_different() {
        let mut all = Rules::combinations();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 96);
        assert!(all.contains(&Rules::default()));
    }
}
