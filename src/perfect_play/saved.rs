//! What a solver knows of positions of more than 9 squares as a file, so that a long solve can be interrupted and
//! resumed.
//!
//! # Form
//! First come lines of text, which people can read and which tell whether the file belongs to a game; then an empty
//! line, the entries and a checksum:
//!
//! ```text
//! gqt3 table
//! format 1
//! keys large 4
//! board 4
//! pieces 4
//! rules paper
//! slots 16777216
//! entries 5201234
//! ```
//!
//! An entry is a byte with the number of series of the canonical form (plus 128 if blocking proves the bounds), the
//! squares of each series as a word of 8 bytes, and both bounds in units of a margin, 4 bytes each. The checksum is
//! FNV-1a of all bytes before it (Fowler, Noll and Vo; 64 bits), in 8 bytes. Every step of it is a bijection, so it
//! notices every change of a single byte. `keys` is the version of the keys, which whoever changes them must raise. The
//! sizes of the tables may differ; a smaller table takes as many entries as it has room for.
//!
//! What is read is believed: the checksum finds damage, not forgery. A file that a solver has written changes no value;
//! it may change which of several lines of best play is shown.
//!
//! Cost: about a second for 500 MB; no memory beside the table.

use std::io::{self, BufRead, BufReader, Read, Write};

use crate::beyond::every_board::{KEYS, LargeEngine};
use crate::engine::game::Game;
use crate::engine::notation::Beginning;

/// The form of the file.
const FORMAT: u32 = 1;

/// The first line.
const MAGIC: &str = "gqt3 table";

/// The longest line of the header that is read.
const LONGEST_LINE: u64 = 4096;

/// Why a saved table is of no use.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The board is too small for it to be worth while.
    #[error("nothing is saved on boards up to 3x3, where it is found again in seconds")]
    SmallBoard,
    /// It cannot be read.
    #[error(transparent)]
    Io(io::Error),
    /// It is something else.
    #[error("it is not a saved table")]
    NotATable,
    /// It ends too early.
    #[error("it is truncated")]
    Truncated,
    /// It is not as it was written.
    #[error("it is damaged: its checksum does not fit")]
    Damaged,
    /// Its form or its keys are those of another version of this program.
    #[error("it was saved by another version of gqt3")]
    OtherVersion,
    /// It is the table of another game.
    #[error(
        "it was saved with {}{}, not {expected}",
        flag(field),
        Beginning(found)
    )]
    OtherGame {
        /// What differs: `board`, `pieces` or `rules`.
        field: &'static str,
        /// What the file says.
        found: String,
        /// What the solver's game has.
        expected: String,
    },
}

/// The text before the value of a field; rules are written as flags already.
fn flag(field: &str) -> String {
    if field == "rules" {
        "the rules ".to_owned()
    } else {
        format!("--{field} ")
    }
}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> LoadError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => LoadError::Truncated,
            _ => LoadError::Io(error),
        }
    }
}

/// The lines of the header that tell the game.
fn fields(game: &Game) -> [(&'static str, String); 3] {
    [
        ("board", game.side().to_string()),
        ("pieces", game.pieces().to_string()),
        ("rules", game.rules().to_string()),
    ]
}

/// Writes what is known of the positions of a game.
pub(crate) fn save(known: &LargeEngine, out: &mut dyn Write) -> io::Result<()> {
    let mut checksum = Checksum::default();
    let mut write = |bytes: &[u8]| {
        checksum.add(bytes);
        out.write_all(bytes)
    };
    let game: String = fields(known.game())
        .map(|(name, value)| format!("{name} {value}\n"))
        .concat();
    let (slots, count) = (known.slots(), known.count());
    let header =
        format!("{MAGIC}\nformat {FORMAT}\nkeys {KEYS}\n{game}slots {slots}\nentries {count}\n\n");
    write(header.as_bytes())?;
    known.write(&mut write)?;
    out.write_all(&checksum.0.to_le_bytes())
}

/// Takes in what a file holds. After an error some wrong entries may have been
/// taken in, so that nothing in `known` may be used.
pub(crate) fn load(known: &mut LargeEngine, input: &mut dyn Read) -> Result<Header, LoadError> {
    let mut input = Summed {
        inner: BufReader::new(input),
        checksum: Checksum::default(),
    };
    let header = header(&mut input, known.game())?;
    for _ in 0..header.entries {
        known.read(&mut |bytes| input.read_exact(bytes))?;
    }
    let expected = input.checksum.0;
    let mut checksum = [0; 8];
    input.read_exact(&mut checksum)?;
    let ends = input.inner.fill_buf()?.is_empty();
    if u64::from_le_bytes(checksum) == expected && ends {
        Ok(header)
    } else {
        Err(LoadError::Damaged)
    }
}

/// What the header says of the table.
pub struct Header {
    /// For how many entries there was room.
    pub slots: u64,
    /// How many entries follow.
    pub entries: u64,
}

fn header(input: &mut Summed<impl Read>, game: &Game) -> Result<Header, LoadError> {
    match input.line() {
        Ok(line) if line == MAGIC => {}
        Err(LoadError::Io(error)) => return Err(LoadError::Io(error)),
        _ => return Err(LoadError::NotATable),
    }
    let mut field = |name: &str| -> Result<String, LoadError> {
        let line = input.line()?;
        let value = line
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(' '));
        value.map(str::to_owned).ok_or(LoadError::Damaged)
    };
    if field("format")? != FORMAT.to_string() {
        return Err(LoadError::OtherVersion);
    }
    // Games may differ in their keys, too: only for the same game does that mean another version.
    let has_our_keys = field("keys")? == KEYS;
    for (name, expected) in fields(game) {
        let found = field(name)?;
        if found != expected {
            return Err(LoadError::OtherGame {
                field: name,
                found,
                expected,
            });
        }
    }
    if !has_our_keys {
        return Err(LoadError::OtherVersion);
    }
    let mut number = |name: &str| field(name)?.parse().map_err(|_| LoadError::Damaged);
    let header = Header {
        slots: number("slots")?,
        entries: number("entries")?,
    };
    if input.line()?.is_empty() {
        Ok(header)
    } else {
        Err(LoadError::Damaged)
    }
}

/// A reader that keeps the checksum of what it has read.
struct Summed<R> {
    inner: BufReader<R>,
    checksum: Checksum,
}

impl<R: Read> Summed<R> {
    fn read_exact(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.inner.read_exact(bytes)?;
        self.checksum.add(bytes);
        Ok(())
    }

    /// A line of the header, without its end.
    fn line(&mut self) -> Result<String, LoadError> {
        let mut line = Vec::new();
        let read = (&mut self.inner)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)?;
        self.checksum.add(&line);
        match line.pop() {
            Some(b'\n') => String::from_utf8(line).map_err(|_| LoadError::Damaged),
            _ if (read as u64) < LONGEST_LINE => Err(LoadError::Truncated),
            _ => Err(LoadError::Damaged),
        }
    }
}

/// The checksum of some bytes.
struct Checksum(u64);

impl Default for Checksum {
    /// The checksum of nothing.
    fn default() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// With some more bytes.
    fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |sum, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_published_one() {
        let mut checksum = Checksum::default();
        checksum.add(b"a");
        assert_eq!(checksum.0, 0xaf63_dc4c_8601_ec8c);
    }
}
