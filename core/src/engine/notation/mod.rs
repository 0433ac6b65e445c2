//! Games as text and back.
//!
//! A game is a list of moves, separated by white space. A move is its squares joined by `-`, in any
//! order: `1-5`, `1-2-6`, `9`. A move that entangles carries the collapse after `=`: the final
//! squares of the entangled series, newest series first, separated by commas. We write them only
//! until the rest is forced, so for n = 2 there is one (paper, Appendix B), and a forced collapse
//! has no `=`. Any other collapse may be missing only after the last move, and is then pending.
//!
//! A text may also join squares by commas or by a dash that looks like a hyphen. It may give a
//! collapse after a space, even without `=`: `1,5 =5` and `1-5 5` are `1-5=5`.
//!
//! ```
//! use gqt3::engine::game::Game;
//! use gqt3::engine::notation::Record;
//! use gqt3::engine::position::{Phase, Position};
//!
//! let start = Position::new(Game::default());
//! let record = Record::parse("1-2 2-5 5-9 1-5=5", start)?;
//! assert_eq!(record.end().phase(), Phase::Place);
//! assert_eq!(record.to_string(), "1-2 2-5 5-9 1-5=5");
//! assert_eq!(record.to_goff(), "1:X(1-2),2:O(2-5),3:X(5-9),4:O(1-5),4c:X(O4(5))");
//! assert_eq!(Record::parse(&record.to_goff(), start)?, record);
//!
//! let error = Record::parse("1-2 2-5 5-9 1-5=2", start).unwrap_err();
//! assert_eq!(error.to_string(), "move 4, '1-5=2': no collapse puts O4 on 2; legal: 1-5=1, 1-5=5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A text with a colon is read as Goff's own record of a game (2025).
//!
//! A game may start from any position, and its text must be read from there. If a collapse is
//! pending there, the text first repeats the last move, with the collapse (`1-5=1`), and Goff's
//! record begins with `4c:X(O4(1))`.
//!
//! In a file ([`SavedGame`]) a [`Header`] above the moves can give the board, n and the rules.

mod error;
mod goff;
mod moves;
mod record;
mod saved;

#[doc(hidden)]
pub use error::Beginning;
pub use error::{NotationError, Reason};
pub use moves::{action_text, collapse_text};
pub use record::Record;
#[doc(hidden)]
pub use saved::{Header, HeaderError, HeaderReason, PLAYERS, players};
pub use saved::{SavedGame, SavedGameError};

use crate::engine::position::Position;

/// Two hyphens, the en dash and the minus sign.
const DASHES: [char; 4] = ['\u{2010}', '\u{2011}', '\u{2013}', '\u{2212}'];

impl Record {
    /// Reads a game in either notation.
    ///
    /// The word `start`, like an empty text, is the game without a move.
    ///
    /// # Errors
    /// Fails at the first move that cannot be read or is not legal, or if Goff's record has wrong
    /// points, or points too early. If a whole game in his notation, with its points, is
    /// right under other [`Variant`](crate::engine::rules::Variant)s, the message names them.
    pub fn parse(text: &str, start: Position) -> Result<Record, NotationError> {
        let mut record = Record::new(start);
        if text.trim() != "start" {
            record.play_text(text).map_err(|mut error| {
                goff::name_variants(&mut error, text, &start);
                error
            })?;
        }
        Ok(record)
    }

    /// Reads and plays moves in either notation.
    ///
    /// # Errors
    /// Fails as [`Record::parse`] does, but names no variants, and leaves the game unchanged.
    pub fn play_text(&mut self, text: &str) -> Result<(), NotationError> {
        let text = text.replace(DASHES, "-");
        let mut next = self.clone();
        if text.contains(':') {
            goff::play(&mut next, &text)?;
        } else {
            moves::play(&mut next, &text)?;
        }
        *self = next;
        Ok(())
    }

    /// Writes Goff's notation, with the points if the game is over.
    pub fn to_goff(&self) -> String {
        goff::format(self)
    }
}
