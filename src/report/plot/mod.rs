//! Plots ([`Plot`]) and maps ([`Map`]) as SVG. A plot has a legend, and below it panels with the
//! same x axis.
//!
//! [`Style::nth`] varies the markers, too, so that a plot can be read without colours.

mod axis;
mod map;

use std::io;

use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;

pub use axis::{Axis, Scale};
pub use map::{Hatch, Kind, Map};

#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    pub x: Axis,
    pub legend: Vec<(String, Style)>,
    pub panels: Vec<Panel>,
    /// In pixels, without the x axis's name below the last panel.
    pub panel_height: u32,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    pub title: String,
    pub y: Axis,
    /// Later curves cover earlier ones.
    pub curves: Vec<Curve>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// Points that are not finite are left out.
    pub points: Vec<(f64, f64)>,
    /// x, and the lower and upper ends.
    pub bars: Vec<(f64, [f64; 2])>,
    pub style: Style,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// An index into the palette, modulo its size.
    pub colour: usize,
    pub line: Line,
    pub marker: Option<Marker>,
    /// At least 1: only every `every`-th point has its marker.
    pub every: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    Solid,
    Dashed,
    Dotted,
    /// A vertical line from each point to zero.
    Stems,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
}

impl Marker {
    pub const ALL: [Marker; 4] = [
        Marker::Circle,
        Marker::Square,
        Marker::Triangle,
        Marker::Diamond,
    ];
}

/// Colours of Okabe and Ito (2008), distinct even with red-green colour blindness. Consecutive
/// colours also differ in lightness, for printing in grey.
const PALETTE: [RGBColor; 4] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
    RGBColor(0, 158, 115),
];

const GRID: RGBColor = RGBColor(225, 225, 225);

/// The backend's units in a pixel. Its coordinates are whole numbers, so without this factor curves
/// would have steps.
const UNIT: i32 = 10;
const WIDTH: u32 = 460;
const FONT: (&str, i32) = ("sans-serif", 16 * UNIT);
/// The height of a legend's row, and the width of its example line.
const LEGEND_ROW: i32 = 20 * UNIT;
const EXAMPLE: i32 = 30 * UNIT;
const RADIUS: i32 = 35;
const BAR_END: i32 = 2 * UNIT;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(String);

impl From<DrawingAreaErrorKind<io::Error>> for PlotError {
    fn from(error: DrawingAreaErrorKind<io::Error>) -> PlotError {
        PlotError(error.to_string())
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;

impl Plot {
    /// Fails if there are no panels, a panel has no finite points, or the backend fails.
    pub fn to_svg(&self) -> Result<String, PlotError> {
        let [.., last] = &self.panels[..] else {
            return Err(PlotError("it has no panels".to_owned()));
        };
        let rows = self.legend.len().div_ceil(self.legend_columns()) as i32;
        let legend = rows * LEGEND_ROW + 8 * UNIT;
        let x_label = 20 * UNIT;
        let panel = self.panel_height as i32 * UNIT;
        let height = legend + panel * self.panels.len() as i32 + x_label;
        let drawn = (WIDTH * UNIT as u32, height as u32);
        let mut svg = String::new();
        {
            let root = SVGBackend::with_string(&mut svg, drawn).into_drawing_area();
            root.fill(&WHITE)?;
            let (above, mut rest) = root.split_vertically(legend);
            self.draw_legend(&above)?;
            for panel_of in &self.panels {
                let is_last = std::ptr::eq(panel_of, last);
                let (area, below) =
                    rest.split_vertically(panel + if is_last { x_label } else { 0 });
                panel_of.draw(&self.x, is_last, &area)?;
                rest = below;
            }
            root.present()?;
        }
        let size = |(width, height)| format!("width=\"{width}\" height=\"{height}\"");
        Ok(svg.replacen(&size(drawn), &size((WIDTH, drawn.1 / UNIT as u32)), 1))
    }

    fn legend_columns(&self) -> usize {
        let longest = self
            .legend
            .iter()
            .map(|(name, _)| name.chars().count())
            .max()
            .unwrap_or(0);
        ((WIDTH as usize - 20) / (42 + 8 * longest)).clamp(1, self.legend.len().max(1))
    }

    fn draw_legend(&self, area: &Area<'_>) -> Result<(), PlotError> {
        let columns = self.legend_columns() as i32;
        let width = (WIDTH as i32 * UNIT - 20 * UNIT) / columns;
        for (at, (name, style)) in self.legend.iter().enumerate() {
            let (row, column) = (at as i32 / columns, at as i32 % columns);
            let (x, y) = (14 * UNIT + column * width, 18 * UNIT + row * LEGEND_ROW);
            let segments: Vec<[(i32, i32); 2]> = match (style.line, style.dashes()) {
                (Line::Stems, _) => vec![[(x + EXAMPLE / 2, y), (x + EXAMPLE / 2, y + 8 * UNIT)]],
                (_, None) => vec![[(x, y), (x + EXAMPLE, y)]],
                (_, Some((length, gap))) => (x..x + EXAMPLE)
                    .step_by((length + gap) as usize)
                    .map(|from| [(from, y), ((from + length).min(x + EXAMPLE), y)])
                    .collect(),
            };
            for segment in segments {
                area.draw(&PathElement::new(segment, style.stroke()))?;
            }
            if let Some(marker) = style.marker {
                marker.draw((x + EXAMPLE / 2, y), style.rgb(), area)?;
            }
            let text = Text::new(name.clone(), (x + EXAMPLE + 6 * UNIT, y - 7 * UNIT), FONT);
            area.draw(&text)?;
        }
        Ok(())
    }
}

impl Panel {
    fn draw(&self, x: &Axis, says_x: bool, area: &Area<'_>) -> Result<(), PlotError> {
        if self
            .curves
            .iter()
            .all(|curve| curve.finite().next().is_none())
        {
            return Err(PlotError("a panel has no points".to_owned()));
        }
        let mut chart = ChartBuilder::on(area)
            .margin_right(16 * UNIT)
            .margin_left(4 * UNIT)
            .margin_top(4 * UNIT)
            .caption(&self.title, FONT)
            .x_label_area_size((if says_x { 44 } else { 24 }) * UNIT)
            .y_label_area_size(68 * UNIT)
            .build_cartesian_2d(x.clone(), self.y.clone())?;
        let (x_text, y_text) = (|at: &f64| x.text(*at), |at: &f64| self.y.text(*at));
        let mut mesh = chart.configure_mesh();
        mesh.light_line_style(WHITE)
            .bold_line_style(GRID.stroke_width(UNIT as u32))
            .axis_style(BLACK.stroke_width(UNIT as u32))
            .set_all_tick_mark_size(4 * UNIT)
            .y_desc(&self.y.label)
            .x_label_formatter(&x_text)
            .y_label_formatter(&y_text)
            .label_style(FONT)
            .axis_desc_style(FONT);
        if says_x {
            mesh.x_desc(&x.label);
        }
        mesh.draw()?;
        self.curves
            .iter()
            .try_for_each(|curve| curve.draw(&mut chart, area))
    }
}

impl Curve {
    pub const fn new(points: Vec<(f64, f64)>, style: Style) -> Curve {
        Curve {
            points,
            bars: Vec::new(),
            style,
        }
    }

    fn finite(&self) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
        self.points
            .iter()
            .copied()
            .filter(|(x, y)| x.is_finite() && y.is_finite())
    }

    fn draw(&self, chart: &mut Chart<'_, '_>, area: &Area<'_>) -> Result<(), PlotError> {
        let style = &self.style;
        if style.line == Line::Stems {
            let stem = |(x, y)| PathElement::new([(x, 0.0), (x, y)], style.stroke());
            let stems = self.finite().map(stem);
            chart.draw_series(stems)?;
        } else if let Some((length, gap)) = style.dashes() {
            let line = DashedLineSeries::new(self.finite(), length, gap, style.stroke());
            chart.draw_series(line)?;
        } else {
            chart.draw_series(LineSeries::new(self.finite(), style.stroke()))?;
        }
        let base = area.get_base_pixel();
        for &(x, ends) in &self.bars {
            let [low, high] = ends.map(|y| chart.backend_coord(&(x, y)));
            let place = |(x, y): (i32, i32), right: i32| (x - base.0 + right, y - base.1);
            let bar = [low, high].map(|end| [place(end, -BAR_END), place(end, BAR_END)]);
            for segment in [[place(low, 0), place(high, 0)], bar[0], bar[1]] {
                area.draw(&PathElement::new(
                    segment,
                    style.rgb().stroke_width(UNIT as u32),
                ))?;
            }
        }
        for point in self.finite().step_by(style.every) {
            let (x, y) = chart.backend_coord(&point);
            if let Some(marker) = style.marker {
                marker.draw((x - base.0, y - base.1), style.rgb(), area)?;
            }
        }
        Ok(())
    }
}

impl Style {
    /// Returns the style of curve `number`, with a marker at every point.
    pub fn nth(number: usize, line: Line) -> Style {
        Style {
            colour: number,
            line,
            marker: Some(Marker::ALL[number % Marker::ALL.len()]),
            every: 1,
        }
    }

    fn rgb(&self) -> RGBColor {
        PALETTE[self.colour % PALETTE.len()]
    }

    fn stroke(&self) -> ShapeStyle {
        self.rgb()
            .stroke_width(if self.line == Line::Stems { 24 } else { 16 })
    }

    fn dashes(&self) -> Option<(i32, i32)> {
        match self.line {
            Line::Dashed => Some((6 * UNIT, 4 * UNIT)),
            Line::Dotted => Some((2 * UNIT, 3 * UNIT)),
            Line::Solid | Line::Stems => None,
        }
    }
}

impl Marker {
    fn draw(self, (x, y): (i32, i32), colour: RGBColor, area: &Area<'_>) -> Result<(), PlotError> {
        let style = colour.filled();
        let corners = match self {
            Marker::Circle => return Ok(area.draw(&Circle::new((x, y), RADIUS, style))?),
            Marker::Square => vec![(-32, -32), (32, -32), (32, 32), (-32, 32)],
            Marker::Triangle => vec![(0, -46), (42, 28), (-42, 28)],
            Marker::Diamond => vec![(0, -46), (46, 0), (0, 46), (-46, 0)],
        };
        let corners: Vec<_> = corners
            .into_iter()
            .map(|(right, down)| (x + right, y + down))
            .collect();
        Ok(area.draw(&Polygon::new(corners, style))?)
    }
}

#[cfg(test)]
mod tests {
    use roxmltree::{Document, Node};

    use super::*;
    use crate::snapshot::assert_file;

    pub(super) fn number(element: &Node<'_, '_>, name: &str) -> i32 {
        element.attribute(name).unwrap().parse().unwrap()
    }

    pub(super) fn points(element: &Node<'_, '_>) -> Vec<(i32, i32)> {
        let pair = |x: &str, y: &str| (number(element, x), number(element, y));
        let parse = |text: &str| text.parse().unwrap();
        match element.tag_name().name() {
            "rect" => {
                let ((x, y), (width, height)) = (pair("x", "y"), pair("width", "height"));
                vec![(x, y), (x + width, y + height)]
            }
            "text" => vec![pair("x", "y")],
            "circle" => vec![pair("cx", "cy")],
            "line" => vec![pair("x1", "y1"), pair("x2", "y2")],
            _ => element
                .attribute("points")
                .unwrap_or_default()
                .split_whitespace()
                .filter_map(|point| point.split_once(','))
                .map(|(x, y)| (parse(x), parse(y)))
                .collect(),
        }
    }

    /// Skips the background, and checks that all else is inside the picture.
    pub(super) fn elements<'a>(picture: &'a Document<'_>) -> Vec<Node<'a, 'a>> {
        let root = picture.root_element();
        let mut elements: Vec<_> = root
            .descendants()
            .filter(Node::is_element)
            .skip(1)
            .collect();
        let background = points(&elements.remove(0));
        for element in &elements {
            for (x, y) in points(element) {
                let is_inside =
                    (0..=background[1].0).contains(&x) && (0..=background[1].1).contains(&y);
                assert!(is_inside, "{element:?} {x},{y}");
            }
        }
        elements
    }

    pub(super) fn place(elements: &[Node<'_, '_>], text: &str) -> (i32, i32) {
        let has_text =
            |element: &&Node<'_, '_>| element.text().is_some_and(|own| own.trim() == text);
        points(elements.iter().find(has_text).unwrap())[0]
    }

    fn plot(points: Vec<(f64, f64)>) -> Plot {
        let axis = |scale| Axis {
            label: "axis".to_owned(),
            scale,
            range: (0.0, 20.0),
        };
        let style = Style {
            line: Line::Dashed,
            ..Style::nth(5, Line::Solid)
        };
        let panel = Panel {
            title: "title".to_owned(),
            y: axis(Scale::Powers),
            curves: vec![Curve {
                bars: vec![(1.0, [2.0, 10.0])],
                ..Curve::new(points, style)
            }],
        };
        Plot {
            x: axis(Scale::Numbers),
            legend: vec![("a < b".to_owned(), style)],
            panels: vec![panel],
            panel_height: 200,
        }
    }

    #[test]
    fn a_plot_is_the_same_text_each_time_and_escapes_names() {
        let plot = plot(vec![(1.0, 2.0), (3.0, 20.0)]);
        let svg = plot.to_svg().unwrap();
        assert_eq!(plot.to_svg().unwrap(), svg);
        assert!(
            svg.starts_with("<svg width=\"460\"")
                && svg.contains("a &lt; b")
                && svg.contains("10¹⁵")
        );
    }

    #[test]
    fn lines_markers_bars_and_legend_are_drawn_as_before() {
        let lines = [Line::Solid, Line::Dashed, Line::Dotted, Line::Stems];
        let curve = |(number, line): (usize, Line)| {
            let points = (0..=4).map(|at| f64::from(5 * at));
            let style = Style {
                every: number + 1,
                ..Style::nth(number, line)
            };
            Curve {
                bars: vec![(5.0, [1.0, 4.0])],
                ..Curve::new(
                    points.map(|x| (x, x / (number + 1) as f64)).collect(),
                    style,
                )
            }
        };
        let curves: Vec<Curve> = lines.into_iter().enumerate().map(curve).collect();
        let one = plot(Vec::new());
        let mut panel = one.panels[0].clone();
        // Three names of nine letters fit into a row.
        let names = ["solid", "dashed", "dotted", "the stems"].map(ToOwned::to_owned);
        let legend = names
            .into_iter()
            .zip(curves.iter().map(|curve| curve.style));
        panel.y.scale = Scale::Numbers;
        panel.curves = curves.clone();
        let plot = Plot {
            legend: legend.collect(),
            panels: vec![panel.clone(), panel],
            ..one
        };
        assert_file(
            "src/report/plot/snapshots/plot.svg",
            &plot.to_svg().unwrap(),
        );
    }

    #[test]
    fn no_panel_and_no_point_are_errors() {
        assert!(plot(vec![(2.0, 2.0)]).to_svg().is_ok());
        let error = plot(vec![(f64::NAN, 1.0)]).to_svg().unwrap_err();
        assert!(error.to_string().contains("no points"));
        assert!(
            Plot {
                panels: Vec::new(),
                ..plot(Vec::new())
            }
            .to_svg()
            .is_err()
        );
    }

    #[test]
    fn panels_are_equally_high_and_the_legend_fits() {
        let one = plot(vec![(1.0, 2.0), (19.0, 18.0)]);
        let lines = [Line::Solid, Line::Dashed, Line::Dotted, Line::Stems];
        let style = |(number, line): (usize, Line)| Style {
            marker: None,
            ..Style::nth(number, line)
        };
        let styles: Vec<Style> = lines.into_iter().enumerate().map(style).collect();
        let mut panel = one.panels[0].clone();
        panel.curves = vec![Curve::new(vec![(1.0, 2.0), (19.0, 18.0)], styles[0])];
        let names = ["a", "b", "c", "d"].map(|letter| letter.repeat(22));
        let svg = Plot {
            legend: names.iter().cloned().zip(styles).collect(),
            panels: vec![panel.clone(), panel],
            ..one
        }
        .to_svg()
        .unwrap();
        let picture = Document::parse(&svg).unwrap();
        let elements = elements(&picture);
        let [a, b, c, d] = names.each_ref().map(|name| place(&elements, name));
        assert!(a.1 == b.1 && c.1 == d.1 && a.0 == c.0 && b.0 == d.0 && a.1 < c.1);
        // A letter is about eight pixels wide, and both margins are equally wide.
        let solid: Vec<Vec<(i32, i32)>> = elements
            .iter()
            .filter(|element| {
                element.has_tag_name("polyline") && element.attribute("stroke") == Some("#0072B2")
            })
            .map(points)
            .collect();
        let [example, first, second] = &solid[..] else {
            panic!("{} lines", solid.len())
        };
        let end = |(x, _): (i32, i32)| x + 8 * 22 * UNIT;
        assert!(end(a) < b.0 && end(b) <= WIDTH as i32 * UNIT - example[0].0);
        let size = |curve: &[(i32, i32)]| (curve[1].0 - curve[0].0, curve[0].1 - curve[1].1);
        assert_eq!(size(first), size(second));
        assert!(c.1 < first[1].1 && first[0].1 < second[1].1);
    }

    #[test]
    fn dashes_are_longer_than_their_gaps_and_dots_are_shorter() {
        let ratio = |line| {
            let (length, gap) = Style::nth(0, line).dashes()?;
            Some(length.cmp(&gap))
        };
        assert_eq!(ratio(Line::Dashed), Some(std::cmp::Ordering::Greater));
        assert_eq!(ratio(Line::Dotted), Some(std::cmp::Ordering::Less));
        assert_eq!([Line::Solid, Line::Stems].map(ratio), [None; 2]);
    }
}
