use std::ops::RangeInclusive;
use std::str::FromStr;

use super::stderr::escaped;

const LARGEST: usize = 10_000;

const MOST: usize = 10_000;

/// The sizes that a flag names, in its order: `9`, `2,3`, `1..9` (which includes 9), `1..4,9`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers(Vec<usize>);

impl Numbers {
    /// Parses the sides of boards with at most [`LARGEST`] squares.
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

    pub fn as_slice(&self) -> &[usize] {
        &self.0
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().copied()
    }
}

pub fn within<N>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: TryFrom<u64>,
{
    move |text| {
        let number = text
            .trim()
            .parse()
            .ok()
            .filter(|number| range.contains(number));
        let number = number.and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| match (range.start(), range.end()) {
            (least, &u64::MAX) => format!("use a whole number, {least} or more"),
            (least, most) => format!("use a whole number from {least} to {most}"),
        })
    }
}

/// Escapes a text for a message, and shortens a long one.
pub fn short(text: &str) -> String {
    const LONGEST: usize = 40;
    let text = escaped(text);
    if text.chars().count() <= LONGEST {
        return text;
    }
    let first: String = text.chars().take(LONGEST).collect();
    format!("{first}...")
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
            "'{}' is not a size; give a number (9), a list (2,3) or a range (1..9)",
            short(text)
        ));
    }
    if text.starts_with('-') {
        return Err(format!("{} is negative; use 1 or more", short(text)));
    }
    match text.parse::<usize>() {
        Ok(0) => Err("0 is too small; use 1 or more".to_owned()),
        Ok(number) if number <= LARGEST => Ok(number),
        _ => Err(format!(
            "{} is too large; use at most {LARGEST}",
            short(text)
        )),
    }
}
