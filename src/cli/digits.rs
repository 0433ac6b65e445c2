//! The digits of long counts: finding them may take longer than the counts.

use gqt3::progress::Progress;
use gqt3::report::{Cell, Table, digits};

use super::failure::{Failure, NOTHING_WRITTEN};

/// The most digits of a result: what fits into a gigabyte or two.
pub const MOST_DIGITS: f64 = 5e8;

/// Turns the counts and fractions of a table into their digits, for the forms that show them all.
///
/// # Errors
/// If it was interrupted.
pub fn write_out(table: &mut Table, progress: &dyn Progress) -> Result<(), Failure> {
    progress.begin("digits", Some(table.rows.len() as u64));
    for row in &mut table.rows {
        for cell in row {
            progress.check().map_err(|_| Failure::Interrupted(NOTHING_WRITTEN))?;
            match cell {
                Cell::Integer(count) => {
                    let text = digits(count, progress).map_err(|_| Failure::Interrupted(NOTHING_WRITTEN))?;
                    *cell = Cell::Text(text);
                }
                Cell::Rational(_) => *cell = Cell::Text(cell.plain()),
                _ => {}
            }
        }
        progress.advance(1);
    }
    progress.end();
    Ok(())
}
