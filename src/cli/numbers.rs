//! Sizes on the command line: a number, a list, or an inclusive range.

use std::str::FromStr;

/// The largest size a flag takes.
const LARGEST: usize = 10_000;

/// The most sizes one flag can name.
const MOST: usize = 10_000;

/// The sizes that a flag names, in its order: `9`, `2,3`, `1..9`, `1..4,9`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers(Vec<usize>);

impl Numbers {
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

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbers, String> {
        let mut numbers = Vec::new();
        for part in text.split(',') {
            let range = match part.split_once("..") {
                None => number(part).map(|number| number..=number)?,
                Some((first, last)) => {
                    let (first, last) = (
                        number(first)?,
                        number(last.strip_prefix('=').unwrap_or(last))?,
                    );
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
        return Err(format!(
            "'{text}' is not a size; give a number (9), a list (2,3) or a range (1..9)"
        ));
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
