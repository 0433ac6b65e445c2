//! Plots as SVG: panels side by side, each with curves or bars.

use std::fmt;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// A picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    /// Side by side, from left to right.
    pub panels: Vec<Panel>,
    /// Its width and height in pixels.
    pub size: (u32, u32),
}

/// One pair of axes.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// What stands above it.
    pub title: String,
    /// What the x axis shows.
    pub x_label: String,
    /// What the y axis shows.
    pub y_label: String,
    /// How the y axis is labelled.
    pub scale: Scale,
    /// Where the names of the curves stand; nowhere if none has one.
    pub legend: Corner,
    /// What is drawn, later ones over earlier ones.
    pub curves: Vec<Curve>,
}

/// How an axis is labelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// By shares of 1, in percent.
    Percent,
    /// The numbers are logarithms to base 10, and the labels are powers of ten.
    Powers,
}

/// A place for the names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corner {
    /// Above on the left.
    UpperLeft,
    /// Above on the right.
    UpperRight,
    /// On the right, half way up.
    MiddleRight,
}

/// Points and how they are drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// Its name; without one it is not in the legend.
    pub name: Option<String>,
    /// The points (x, y); any that are not finite are left out.
    pub points: Vec<(f64, f64)>,
    /// Which of the [`COLOURS`], counted cyclically.
    pub colour: usize,
    /// How it is drawn.
    pub line: Line,
}

/// How a curve is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Line {
    /// A solid line.
    Solid,
    /// A solid line with a dot at each point.
    Dotted,
    /// A dashed line.
    Dashed,
    /// Bars from 0, of this width in units of x.
    Bars(f64),
}

/// How many colours there are.
pub const COLOURS: usize = 6;

/// Colours that people who confuse red and green can tell apart (Okabe and Ito 2008).
const PALETTE: [RGBColor; COLOURS] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(110, 110, 110),
];

/// The plot cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(String);

fn failed(error: impl fmt::Display) -> PlotError {
    PlotError(error.to_string())
}

impl Plot {
    /// The picture as SVG: the same text for the same plot.
    ///
    /// # Errors
    /// If it has no panels, or a panel no finite points.
    pub fn to_svg(&self) -> Result<String, PlotError> {
        if self.panels.is_empty() {
            return Err(PlotError("it has no panels".to_owned()));
        }
        let mut svg = String::new();
        {
            let root = SVGBackend::with_string(&mut svg, self.size).into_drawing_area();
            root.fill(&WHITE).map_err(failed)?;
            for (panel, area) in self.panels.iter().zip(root.split_evenly((1, self.panels.len()))) {
                panel.draw(&area)?;
            }
            root.present().map_err(failed)?;
        }
        Ok(svg)
    }
}

/// The ranges of x and of y.
type Ranges = ((f64, f64), (f64, f64));

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

impl Panel {
    fn draw(&self, area: &Area<'_>) -> Result<(), PlotError> {
        let ((left, right), (bottom, top)) = self.ranges()?;
        let mut chart = ChartBuilder::on(area)
            .margin(14)
            .caption(&self.title, ("sans-serif", 17))
            .x_label_area_size(42)
            .y_label_area_size(70)
            .build_cartesian_2d(left..right, bottom..top)
            .map_err(failed)?;
        let y_label = |y: &f64| match self.scale {
            Scale::Percent => format!("{}%", short(100.0 * y)),
            Scale::Powers => power(*y),
        };
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(RGBColor(225, 225, 225))
            .x_desc(&self.x_label)
            .y_desc(&self.y_label)
            .x_label_formatter(&|x| short(*x))
            .y_label_formatter(&y_label)
            .label_style(("sans-serif", 13))
            .draw()
            .map_err(failed)?;
        self.curves.iter().try_for_each(|curve| curve.draw(&mut chart))?;
        if self.curves.iter().all(|curve| curve.name.is_none()) {
            return Ok(());
        }
        chart
            .configure_series_labels()
            .position(match self.legend {
                Corner::UpperLeft => SeriesLabelPosition::UpperLeft,
                Corner::UpperRight => SeriesLabelPosition::UpperRight,
                Corner::MiddleRight => SeriesLabelPosition::MiddleRight,
            })
            .background_style(WHITE.mix(0.85))
            .border_style(RGBColor(200, 200, 200))
            .label_font(("sans-serif", 13))
            .draw()
            .map_err(failed)
    }

    /// The ranges of x and y, with a little room; bars and percentages begin at 0.
    fn ranges(&self) -> Result<Ranges, PlotError> {
        let points = || self.curves.iter().flat_map(Curve::finite);
        let range = |of: fn((f64, f64)) -> f64| {
            points().map(of).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            })
        };
        let ((left, right), (bottom, top)) = (range(|point| point.0), range(|point| point.1));
        if left > right {
            return Err(PlotError("a panel has no points".to_owned()));
        }
        let widest = self.curves.iter().map(|curve| match curve.line {
            Line::Bars(width) => width,
            _ => 0.0,
        });
        let half = widest.fold((right - left) * 0.02, f64::max).max(0.5 * f64::from(left >= right));
        let from_zero = self.scale == Scale::Percent
            || self.curves.iter().any(|curve| matches!(curve.line, Line::Bars(_)));
        let room = ((top - bottom) * 0.05).max(1e-9);
        let bottom = if from_zero && bottom >= 0.0 { 0.0 } else { bottom - room };
        Ok(((left - half, right + half), (bottom, top + room)))
    }
}

impl Curve {
    fn finite(&self) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
        self.points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite())
    }

    fn draw(&self, chart: &mut Chart<'_, '_>) -> Result<(), PlotError> {
        let colour = PALETTE[self.colour % COLOURS];
        let style = colour.stroke_width(2);
        let drawn = match self.line {
            Line::Solid => chart.draw_series(LineSeries::new(self.finite(), style)),
            Line::Dotted => chart.draw_series(LineSeries::new(self.finite(), style.filled()).point_size(3)),
            Line::Dashed => {
                chart.draw_series(DashedLineSeries::new(self.finite(), 5, 4, colour.stroke_width(1)))
            }
            Line::Bars(width) => chart.draw_series(self.finite().map(|(x, y)| {
                Rectangle::new([(x - width / 2.0, 0.0), (x + width / 2.0, y)], colour.filled())
            })),
        };
        let drawn = drawn.map_err(failed)?;
        if let Some(name) = &self.name {
            let line = self.line;
            drawn.label(name).legend(move |(x, y)| {
                let (ends, width) = match line {
                    Line::Dashed => ([(x, y), (x + 6, y)], 1),
                    Line::Bars(_) => ([(x + 4, y), (x + 12, y)], 8),
                    Line::Solid | Line::Dotted => ([(x, y), (x + 16, y)], 2),
                };
                PathElement::new(ends, colour.stroke_width(width))
            });
        }
        Ok(())
    }
}

/// A number without needless digits.
fn short(number: f64) -> String {
    let text = format!("{number:.3}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// A power of ten: as a number of two digits where that is short.
fn power(exponent: f64) -> String {
    if exponent.abs() < 3.5 {
        let number = 10_f64.powf(exponent);
        return if number < 1.0 {
            format!("{number:.2}")
        } else {
            format!("{number:.*}", usize::from(number < 9.95))
        };
    }
    let exponent = short(exponent);
    let digits = exponent.chars().map(|digit| match digit {
        '-' => '⁻',
        '.' => '·',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => digit.to_digit(10).and_then(|value| char::from_u32(0x2070 + value)).unwrap_or(digit),
    });
    format!("10{}", digits.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(points: Vec<(f64, f64)>) -> Panel {
        let curve = Curve { name: Some("a < b".to_owned()), points, colour: 7, line: Line::Dashed };
        Panel {
            title: "title".to_owned(),
            x_label: "x".to_owned(),
            y_label: "y".to_owned(),
            scale: Scale::Powers,
            legend: Corner::UpperLeft,
            curves: vec![curve],
        }
    }

    #[test]
    fn a_plot_is_the_same_text_each_time_and_escapes_names() {
        let plot = Plot { panels: vec![panel(vec![(1.0, 2.0), (3.0, 20.0)])], size: (400, 300) };
        let svg = plot.to_svg().unwrap();
        assert_eq!(plot.to_svg().unwrap(), svg);
        assert!(svg.starts_with("<svg") && svg.contains("a &lt; b") && svg.contains("10¹"));
    }

    #[test]
    fn a_single_point_has_a_range_and_no_point_is_an_error() {
        let plot = |points| Plot { panels: vec![panel(points)], size: (400, 300) };
        assert!(plot(vec![(2.0, 2.0)]).to_svg().is_ok());
        let error = plot(vec![(f64::NAN, 1.0)]).to_svg().unwrap_err();
        assert!(error.to_string().contains("no points"));
        assert!(Plot { panels: Vec::new(), size: (10, 10) }.to_svg().is_err());
    }

    #[test]
    fn labels_have_no_needless_digits() {
        assert_eq!([short(0.5), short(-0.0), short(12.0)], ["0.5", "0", "12"]);
        assert_eq!([power(-0.125), power(0.0), power(2.0), power(-120.0)], ["0.75", "1.0", "100", "10⁻¹²⁰"]);
    }
}
