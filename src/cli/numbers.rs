//! Sizes on the command line: a number, a list, or an inclusive range.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The most digits of a result: what fits into a gigabyte or two.
pub const MOST_DIGITS: f64 = 5e8;

/// The largest size a flag takes. A result for a larger one would have millions of digits.
pub const LARGEST: usize = 100_000;

/// The most sizes one flag can name.
const MOST: usize = 10_000;

/// The sizes that a flag names, in its order: `9`, `2,3`, `1..9`, `1..4,9`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers(Vec<usize>);

impl Numbers {
    /// One size.
    pub fn one(number: usize) -> Numbers {
        Numbers(vec![number])
    }

    /// A range of sizes.
    pub fn range(range: RangeInclusive<usize>) -> Numbers {
        Numbers(range.collect())
    }

    /// Reads the sides of boards that have at most [`LARGEST`] squares.
    pub fn sides(text: &str) -> Result<Numbers, String> {
        let sides: Numbers = text.parse()?;
        let most = LARGEST.isqrt();
        let too_large = sides.iter().find(|&side| side > most);
        match too_large {
            None => Ok(sides),
            Some(side) => Err(format!(
                "{side} is too large: the {side}-by-{side} board has more than {LARGEST} squares; use at most {most}"
            )),
        }
    }

    /// The sizes as a list.
    pub fn as_slice(&self) -> &[usize] {
        &self.0
    }

    /// The sizes.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().copied()
    }
}

impl fmt::Display for Numbers {
    /// A list; ranges as ranges.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for number in self.iter() {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == number => *last = number,
                _ => runs.push((number, number)),
            }
        }
        let text = |&(first, last): &(usize, usize)| match last - first {
            0 => first.to_string(),
            _ => format!("{first}..{last}"),
        };
        f.write_str(&runs.iter().map(text).collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbers, String> {
        let mut numbers = Vec::new();
        for part in text.split(',') {
            let range = match part.split_once("..") {
                None => number(part).map(|number| number..=number)?,
                Some((first, last)) => {
                    let (first, last) = (number(first)?, number(last.strip_prefix('=').unwrap_or(last))?);
                    if first > last {
                        return Err(format!("the range runs backwards; write {last}..{first}"));
                    }
                    first..=last
                }
            };
            if numbers.len() + (range.end() - range.start()) >= MOST {
                return Err(format!("more than {MOST} sizes; name fewer"));
            }
            numbers.extend(range);
        }
        Ok(Numbers(numbers))
    }
}

fn number(text: &str) -> Result<usize, String> {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("'{text}' is not a size; give a number (9), a list (2,3) or a range (1..9)"));
    }
    if text.starts_with('-') {
        return Err(format!("{text} is negative; use 1 or more"));
    }
    match text.parse::<usize>() {
        Ok(0) => Err("0 is too small; use 1 or more".to_owned()),
        Ok(number) if number <= LARGEST => Ok(number),
        _ => Err(format!("{text} is too large; use at most {LARGEST}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Vec<usize> {
        text.parse::<Numbers>().unwrap().0
    }

    fn refused(text: &str) -> String {
        text.parse::<Numbers>().unwrap_err()
    }

    #[test]
    fn a_number_a_list_and_a_range_are_read() {
        assert_eq!(parsed("9"), [9]);
        assert_eq!(parsed("2,3"), [2, 3]);
        assert_eq!(parsed("1..4,9"), [1, 2, 3, 4, 9]);
        assert_eq!("1..4,9,11".parse::<Numbers>().unwrap().to_string(), "1..4,9,11");
    }

    #[test]
    fn a_board_has_no_more_squares_than_can_be_named() {
        assert_eq!("316".parse::<Numbers>(), Numbers::sides("316"));
        for text in ["317", "2,65536", "1..400"] {
            assert!(Numbers::sides(text).unwrap_err().contains("use at most 316"), "{text}");
        }
        assert_eq!(Numbers::sides("0"), "0".parse::<Numbers>());
    }

    #[test]
    fn every_mistake_has_its_own_remedy() {
        assert_eq!(refused("0"), "0 is too small; use 1 or more");
        assert_eq!(refused("-3"), "-3 is negative; use 1 or more");
        assert_eq!(refused("9..1"), "the range runs backwards; write 1..9");
        assert!(refused("99999999999").contains("too large; use at most"));
        assert!(refused("99999999999999999999999999").contains("too large; use at most"));
        assert!(refused("1..100000").contains("name fewer"));
        for text in ["", "x", "1..", "..9", "1,,2", "3.5", "--", "1..2..3"] {
            assert!(refused(text).contains("is not a size"), "{text}: {}", refused(text));
        }
    }
}
