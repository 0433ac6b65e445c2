//! A solver's table as a file, so that a long solve can be interrupted and resumed.
//!
//! # Form
//! Lines of text for people and for the check that the file belongs to the game, an empty line, then the entries and a checksum:
//!
//! ```text
//! gqt3 table
//! format 1
//! keys 1 9ae16a3b2f90404f
//! board 3
//! pieces 4
//! rules paper
//! slots 16777216
//! entries 5201234
//! ```
//!
//! An entry is a slot of [`Table`]: 16 bytes, the lowest first; on boards of more than 9 squares a byte with the number of
//! series of the canonical form (and 128 if blocking proves the bounds), the squares of each as a word of 8 bytes, and both
//! bounds in units of a margin, 4 bytes each. The checksum is FNV-1a of all bytes before it (64 bits;
//! Fowler, Noll and Vo), 8 bytes: every step of it is a bijection, so that no change of one byte goes unnoticed.
//! `keys` tells how positions are written as keys: a version, raised by whoever changes them, and a fingerprint of the numbers of the classes.
//! Only entries in use are written, and each is stored anew when read: a table of any size takes them, a smaller one
//! as many as it has room for.
//!
//! What is read is believed: the checksum finds damage, not lies. An honest file changes no value; which of several lines
//! of best play is shown may depend on it.
//!
//! Cost: about a second for 500 MB; no memory beside the table.

use std::io::{self, BufRead, BufReader, Read, Write};

use crate::game::Game;
use crate::table::{Checksum, Table};

/// The form of the file.
const FORMAT: u32 = 1;

/// The first line.
const MAGIC: &str = "gqt3 table";

/// The longest header that is read.
const LONGEST_HEADER: u64 = 4096;

/// Why a saved table is of no use.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
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
    #[error("it was saved with {}{found}, not {expected}", flag(field))]
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
    if field == "rules" { "the rules ".to_owned() } else { format!("--{field} ") }
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

/// What a solver knows of positions, entry by entry.
pub trait Entries {
    /// For how many entries there is room.
    fn room(&self) -> usize;

    /// How many entries there are.
    fn count(&self) -> usize;

    /// Gives the bytes of each.
    fn write(&self, out: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>;

    /// Takes in an entry; `fill` reads its bytes. An entry that cannot be one is [`LoadError::Damaged`].
    fn read(&mut self, fill: &mut dyn FnMut(&mut [u8]) -> io::Result<()>) -> Result<(), LoadError>;
}

impl Entries for Table {
    fn room(&self) -> usize {
        self.slots()
    }

    fn count(&self) -> usize {
        self.entries().count()
    }

    fn write(&self, out: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        self.entries().try_for_each(|entry| out(&entry.to_le_bytes()))
    }

    fn read(&mut self, fill: &mut dyn FnMut(&mut [u8]) -> io::Result<()>) -> Result<(), LoadError> {
        let mut entry = [0; 16];
        fill(&mut entry)?;
        if self.store_entry(u128::from_le_bytes(entry)) { Ok(()) } else { Err(LoadError::Damaged) }
    }
}

/// Writes what a solver of a game knows. `keys` tells how positions are written as keys.
pub(super) fn save(entries: &dyn Entries, keys: &str, game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let mut checksum = Checksum::new();
    let mut write = |bytes: &[u8]| {
        checksum.add(bytes);
        out.write_all(bytes)
    };
    let game: String = fields(game).map(|(name, value)| format!("{name} {value}\n")).concat();
    let (slots, count) = (entries.room(), entries.count());
    let header = format!("{MAGIC}\nformat {FORMAT}\nkeys {keys}\n{game}slots {slots}\nentries {count}\n\n");
    write(header.as_bytes())?;
    entries.write(&mut write)?;
    out.write_all(&checksum.value().to_le_bytes())
}

/// Takes in what a file holds and returns how many entries that were. After an error what is known may be
/// anything and must not be used.
pub(super) fn load(
    known: &mut dyn Entries,
    keys: &str,
    game: &Game,
    input: &mut dyn Read,
) -> Result<u64, LoadError> {
    let mut input = Summed { inner: BufReader::new(input), checksum: Checksum::new() };
    let Header { verdict, entries } = header(&mut input, keys, game)?;
    let mut checksum = [0; 8];
    let expected = if verdict.is_ok() {
        for _ in 0..entries {
            known.read(&mut |bytes| input.read_exact(bytes))?;
        }
        let expected = input.checksum.value();
        input.read_exact(&mut checksum)?;
        expected
    } else {
        // The entries of another game may have another form.
        input.skip_to_last(&mut checksum)?
    };
    let ends = input.inner.fill_buf()?.is_empty();
    if u64::from_le_bytes(checksum) != expected || !ends {
        return Err(LoadError::Damaged);
    }
    // Of a file that is as it was written the difference is what counts.
    verdict.map(|()| entries)
}

/// What the header says.
struct Header {
    /// The first difference from the solver's game and keys, if there is one.
    verdict: Result<(), LoadError>,
    /// How many entries follow.
    entries: u64,
}

fn header(input: &mut Summed<impl Read>, keys: &str, game: &Game) -> Result<Header, LoadError> {
    let mut left = LONGEST_HEADER;
    match input.line(&mut left) {
        Ok(line) if line == MAGIC => {}
        Err(LoadError::Io(error)) => return Err(LoadError::Io(error)),
        _ => return Err(LoadError::NotATable),
    }
    let mut field = |name: &str| -> Result<String, LoadError> {
        let line = input.line(&mut left)?;
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        value.map(str::to_owned).ok_or(LoadError::Damaged)
    };
    if field("format")? != FORMAT.to_string() {
        return Err(LoadError::OtherVersion);
    }
    // Boards differ in their keys, too: a difference of the keys alone is one of versions.
    let mut verdict = if field("keys")? == keys { Ok(()) } else { Err(LoadError::OtherVersion) };
    for (name, expected) in fields(game) {
        let found = field(name)?;
        if found != expected && !matches!(verdict, Err(LoadError::OtherGame { .. })) {
            verdict = Err(LoadError::OtherGame { field: name, found, expected });
        }
    }
    field("slots")?;
    let entries = field("entries")?.parse().map_err(|_| LoadError::Damaged)?;
    if input.line(&mut left)?.is_empty() { Ok(Header { verdict, entries }) } else { Err(LoadError::Damaged) }
}

/// A reader that adds up what it gives.
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

    /// Reads on to the last 8 bytes; the checksum of what is before them.
    fn skip_to_last(&mut self, last: &mut [u8; 8]) -> io::Result<u64> {
        self.inner.read_exact(last)?;
        let mut next = [0];
        while self.inner.read(&mut next)? == 1 {
            self.checksum.add(&last[..1]);
            last.rotate_left(1);
            last[7] = next[0];
        }
        Ok(self.checksum.value())
    }

    /// A line of text without its end; the header has `left` bytes left.
    fn line(&mut self, left: &mut u64) -> Result<String, LoadError> {
        let mut line = Vec::new();
        let read = (&mut self.inner).take(*left).read_until(b'\n', &mut line)?;
        *left -= read as u64;
        self.checksum.add(&line);
        match line.pop() {
            Some(b'\n') => String::from_utf8(line).map_err(|_| LoadError::Damaged),
            _ if *left > 0 => Err(LoadError::Truncated),
            _ => Err(LoadError::Damaged),
        }
    }
}
