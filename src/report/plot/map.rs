//! A map: stacks of cells side by side, each cell in the colour and hatching of its kind.

use plotters::prelude::*;

use super::{Area, EXAMPLE, FONT, GRID, LEGEND_ROW, PlotError, UNIT, WIDTH};

/// The height of a panel, and the margins around its stacks.
const HEIGHT: i32 = 210 * UNIT;
const LEFT: i32 = 66 * UNIT;
const ABOVE: i32 = 26 * UNIT;
const BELOW: i32 = 40 * UNIT;

/// The number of panels, or of names in the legend, in a row.
const COLUMNS: usize = 2;

/// The share of a stack's width that is left free.
const FREE: f64 = 0.12;

/// Lines on cells. They distinguish the kinds without colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hatch {
    /// No lines.
    Plain,
    /// Rising lines, with this distance between them in pixels.
    Rising(i32),
    /// Horizontal lines, with this distance between them in pixels.
    Level(i32),
}

/// A kind of cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The name in the legend.
    pub name: String,
    /// The colour.
    pub colour: RGBColor,
    /// The lines on it.
    pub hatch: Hatch,
}

/// A picture of some panels with one legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    /// The title of the horizontal axis. Stacks are numbered from 1.
    pub x: String,
    /// The title of the vertical axis.
    pub y: String,
    /// The kinds. A cell refers to its kind by its index.
    pub kinds: Vec<Kind>,
    /// The panels: a title, and for each stack the kinds of its cells from the bottom.
    ///
    /// Each stack is drawn with the full height of the panel, however many cells it has.
    pub panels: Vec<(String, Vec<Vec<usize>>)>,
}

impl Map {
    /// Returns the picture as SVG.
    ///
    /// Equal maps give identical text.
    ///
    /// # Errors
    /// Fails if a cell's kind is not in the list, or the backend fails.
    pub fn to_svg(&self) -> Result<String, PlotError> {
        let legend = self.kinds.len().div_ceil(COLUMNS) as i32 * LEGEND_ROW + 8 * UNIT;
        let rows = self.panels.len().div_ceil(COLUMNS) as i32;
        let width = 2 * WIDTH;
        let drawn = (width * UNIT as u32, (legend + rows * HEIGHT) as u32);
        let mut svg = String::new();
        {
            let root = SVGBackend::with_string(&mut svg, drawn).into_drawing_area();
            root.fill(&WHITE)?;
            let (above, below) = root.split_vertically(legend);
            self.draw_legend(&above)?;
            let areas = below.split_evenly((rows as usize, COLUMNS));
            for ((title, stacks), area) in self.panels.iter().zip(&areas) {
                self.draw(title, stacks, area)?;
            }
            root.present()?;
        }
        let size = |(width, height)| format!("width=\"{width}\" height=\"{height}\"");
        Ok(svg.replacen(&size(drawn), &size((width, drawn.1 / UNIT as u32)), 1))
    }

    fn draw_legend(&self, area: &Area<'_>) -> Result<(), PlotError> {
        for (number, kind) in self.kinds.iter().enumerate() {
            let (row, column) = ((number / COLUMNS) as i32, (number % COLUMNS) as i32);
            let (x, y) = (
                14 * UNIT + column * WIDTH as i32 * UNIT,
                18 * UNIT + row * LEGEND_ROW,
            );
            cell(area, [(x, y - 6 * UNIT), (x + EXAMPLE, y + 6 * UNIT)], kind)?;
            area.draw(&Text::new(
                kind.name.clone(),
                (x + EXAMPLE + 6 * UNIT, y - 7 * UNIT),
                FONT,
            ))?;
        }
        Ok(())
    }

    fn draw(&self, title: &str, stacks: &[Vec<usize>], area: &Area<'_>) -> Result<(), PlotError> {
        let (width, height) = area.dim_in_pixel();
        let (width, height) = (
            width as i32 - LEFT - 10 * UNIT,
            height as i32 - ABOVE - BELOW,
        );
        area.draw(&Text::new(title.to_owned(), (LEFT, 4 * UNIT), FONT))?;
        let step = f64::from(width) / stacks.len() as f64;
        for (number, stack) in stacks.iter().enumerate() {
            let left = LEFT + (step * number as f64) as i32;
            let right = left + (step * (1.0 - FREE)) as i32;
            let level = |cell: usize| {
                ABOVE + height - (f64::from(height) * cell as f64 / stack.len() as f64) as i32
            };
            // Neighbouring cells of one kind are drawn as one rectangle.
            let mut from = 0;
            for run in stack.chunk_by(|one, other| one == other) {
                let Some(kind) = self.kinds.get(run[0]) else {
                    return Err(PlotError(format!("there is no kind {}", run[0])));
                };
                cell(
                    area,
                    [(left, level(from + run.len())), (right, level(from))],
                    kind,
                )?;
                from += run.len();
            }
            let digits = if number < 9 { 9 } else { 4 };
            let place = (left + digits * UNIT, ABOVE + height + 5 * UNIT);
            area.draw(&Text::new((number + 1).to_string(), place, FONT))?;
        }
        for percent in [0, 50, 100] {
            let y = ABOVE + height - height * percent / 100;
            area.draw(&PathElement::new(
                [(LEFT - 4 * UNIT, y), (LEFT, y)],
                BLACK.stroke_width(UNIT as u32),
            ))?;
            area.draw(&Text::new(
                format!("{percent}%"),
                (LEFT - 42 * UNIT, y - 8 * UNIT),
                FONT,
            ))?;
        }
        // A letter is about eight pixels wide.
        let middle = ABOVE + height / 2 + 4 * UNIT * self.y.len() as i32;
        let upwards = FONT.into_font().transform(FontTransform::Rotate270);
        area.draw(&Text::new(self.y.clone(), (2 * UNIT, middle), upwards))?;
        area.draw(&Text::new(
            self.x.clone(),
            (LEFT, ABOVE + height + 22 * UNIT),
            FONT,
        ))?;
        Ok(())
    }
}

/// Draws a cell between its upper left and its lower right corner.
fn cell(area: &Area<'_>, corners: [(i32, i32); 2], kind: &Kind) -> Result<(), PlotError> {
    area.draw(&Rectangle::new(corners, kind.colour.filled()))?;
    for line in hatching(corners, kind.hatch) {
        area.draw(&PathElement::new(line, BLACK.stroke_width(UNIT as u32 / 2)))?;
    }
    Ok(area.draw(&Rectangle::new(corners, GRID.stroke_width(UNIT as u32 / 2)))?)
}

/// Returns the lines on a cell. They continue on neighbouring cells of its kind.
fn hatching([(left, top), (right, bottom)]: [(i32, i32); 2], hatch: Hatch) -> Vec<[(i32, i32); 2]> {
    let from = |least: i32, step: i32| (least / step + 1) * step;
    match hatch {
        Hatch::Plain => Vec::new(),
        Hatch::Level(units) => {
            let step = units * UNIT;
            let levels = (from(top, step)..bottom).step_by(step as usize);
            levels.map(|y| [(left, y), (right, y)]).collect()
        }
        Hatch::Rising(units) => {
            // On a rising line x + y is constant, because y grows downwards.
            let step = units * UNIT;
            let sums = (from(left + top, step)..right + bottom).step_by(step as usize);
            let ends = |sum: i32| [left.max(sum - bottom), right.min(sum - top)];
            sums.map(|sum| ends(sum).map(|x| (x, sum - x))).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_one_kind_are_one_rectangle_and_kinds_must_exist() {
        let kind = |name: &str, hatch| Kind {
            name: name.to_owned(),
            colour: WHITE,
            hatch,
        };
        let kinds = vec![kind("a < b", Hatch::Plain), kind("other", Hatch::Plain)];
        let map = |stacks| Map {
            x: "m".to_owned(),
            y: "n".to_owned(),
            kinds: kinds.clone(),
            panels: vec![("one".to_owned(), stacks)],
        };
        let rectangles = |stacks| map(stacks).to_svg().unwrap().matches("<rect").count();
        assert_eq!(
            rectangles(vec![vec![0, 0, 1]]),
            rectangles(vec![vec![0, 1]])
        );
        assert_eq!(
            rectangles(vec![vec![0, 1, 0]]),
            rectangles(vec![vec![0, 1]]) + 2
        );
        assert!(map(vec![vec![0]]).to_svg().unwrap().contains("a &lt; b"));
        assert!(map(vec![vec![2]]).to_svg().is_err());
    }

    #[test]
    fn hatching_stays_inside_its_cell() {
        let corners = [(100, 200), (400, 380)];
        for hatch in [Hatch::Rising(4), Hatch::Level(4), Hatch::Rising(9)] {
            let lines = hatching(corners, hatch);
            assert!(lines.len() > 3, "{hatch:?}");
            for (x, y) in lines.into_iter().flatten() {
                assert!(
                    (100..=400).contains(&x) && (200..=380).contains(&y),
                    "{hatch:?}: {x}, {y}"
                );
            }
        }
        assert!(hatching(corners, Hatch::Plain).is_empty());
    }
}
