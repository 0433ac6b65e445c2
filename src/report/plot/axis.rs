use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::prelude::Ranged;

#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    pub label: String,
    pub scale: Scale,
    /// The least and greatest numbers, in `scale`'s units.
    pub range: (f64, f64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    Numbers,
    /// Shares of 1, labelled in percent.
    Percent,
    /// Base-10 logarithms, labelled as powers of ten.
    Powers,
    /// Base-10 logarithms, labelled with the numbers written out.
    Logarithmic,
    /// Base-10 logarithms of shares of 1, labelled in percent.
    LogarithmicPercent,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (first, last): (i32, i32)) -> i32 {
        let (low, high) = self.range;
        first + ((value - low) / (high - low) * f64::from(last - first)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() {
            Vec::new()
        } else {
            self.ticks()
        }
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.range.0..self.range.1
    }
}

impl Axis {
    /// Chooses where the labels are, at most ten.
    fn ticks(&self) -> Vec<f64> {
        let (low, high) = self.range;
        let logarithmic = matches!(self.scale, Scale::Logarithmic | Scale::LogarithmicPercent);
        if logarithmic && high - low < 2.5 {
            let decades = (low.floor() as i32..=high.ceil() as i32).flat_map(|decade| {
                [1.0, 2.0, 5.0].map(|digit: f64| digit.log10() + f64::from(decade))
            });
            return decades.filter(|at| (low..=high).contains(at)).collect();
        }
        // The step is 1, 2 or 5 times a power of ten, but for logarithms at least 1.
        let least = (high - low) / 9.0;
        let power = 10_f64.powf(least.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|digit| digit * power)
            .into_iter()
            .find(|step| *step >= least);
        let step = step.unwrap_or(10.0 * power);
        let step = if logarithmic || self.scale == Scale::Powers {
            step.max(1.0)
        } else {
            step
        };
        let (first, last) = (
            (low / step - 1e-9).ceil() as i64,
            (high / step + 1e-9).floor() as i64,
        );
        (first..=last).map(|at| at as f64 * step).collect()
    }

    pub(super) fn text(&self, at: f64) -> String {
        match self.scale {
            Scale::Numbers => short(at),
            Scale::Percent => format!("{}%", short(100.0 * at)),
            Scale::Powers => power(at),
            Scale::Logarithmic => short(10_f64.powf(at)),
            Scale::LogarithmicPercent => format!("{}%", short(10_f64.powf(at + 2.0))),
        }
    }
}

/// Formats with at most three significant digits, but a number of 1,000 or more as a whole number.
fn short(number: f64) -> String {
    if number == 0.0 {
        // This includes negative zero.
        return "0".to_owned();
    }
    let digits = (2.0 - number.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    let text = format!("{number:.digits$}");
    match text.split_once('.') {
        Some((whole, behind)) if behind.trim_end_matches('0').is_empty() => whole.to_owned(),
        Some(_) => text.trim_end_matches('0').to_owned(),
        None => text,
    }
}

fn power(exponent: f64) -> String {
    let digit = |digit: char| match digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => digit
            .to_digit(10)
            .and_then(|value| char::from_u32(0x2070 + value))
            .unwrap_or(digit),
    };
    format!(
        "10{}",
        short(exponent).chars().map(digit).collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_labels_have_no_needless_digits() {
        let labels = |scale, range| {
            let axis = Axis {
                label: String::new(),
                scale,
                range,
            };
            axis.ticks()
                .into_iter()
                .map(|at| axis.text(at))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            labels(Scale::Numbers, (0.7, 4.2)),
            ["1", "1.5", "2", "2.5", "3", "3.5", "4"]
        );
        assert_eq!(
            labels(Scale::Percent, (0.0, 0.65)),
            ["0%", "10%", "20%", "30%", "40%", "50%", "60%"]
        );
        assert_eq!(
            labels(Scale::Powers, (-1.0, 2.0)),
            ["10⁻¹", "10⁰", "10¹", "10²"]
        );
        assert_eq!(labels(Scale::Powers, (0.0, 170.0))[..2], ["10⁰", "10²⁰"]);
        assert_eq!(
            labels(Scale::Logarithmic, (-0.4, 0.8)),
            ["0.5", "1", "2", "5"]
        );
        assert_eq!(
            labels(Scale::LogarithmicPercent, (-4.1, 0.0)),
            ["0.01%", "0.1%", "1%", "10%", "100%"]
        );
        assert_eq!(
            [short(-0.0), short(12.0), short(0.125)],
            ["0", "12", "0.125"]
        );
    }

    #[test]
    fn an_axis_maps_its_ends_to_the_ends_and_its_middle_to_the_middle() {
        let axis = Axis {
            label: String::new(),
            scale: Scale::Numbers,
            range: (2.0, 6.0),
        };
        let mapped = [2.0, 4.0, 6.0].map(|value| axis.map(&value, (100, 700)));
        assert_eq!(mapped, [100, 400, 700]);
        let upwards = [2.0, 4.0, 6.0].map(|value| axis.map(&value, (700, 100)));
        assert_eq!(upwards, [700, 400, 100]);
    }
}
