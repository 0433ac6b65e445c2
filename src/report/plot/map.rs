//! A map: stacks of cells side by side, each cell with its kind's colour and hatching.

use plotters::prelude::*;

use super::{Area, EXAMPLE, FONT, GRID, LEGEND_ROW, PlotError, UNIT, WIDTH};

const HEIGHT: i32 = 210 * UNIT;
const LEFT: i32 = 66 * UNIT;
const ABOVE: i32 = 26 * UNIT;
const BELOW: i32 = 40 * UNIT;

const COLUMNS: usize = 2;

const FREE: f64 = 0.12;

/// Lines on the cells of a kind, to tell kinds apart without colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hatch {
    Plain,
    /// Rising lines, horizontally this many pixels apart.
    Rising(i32),
    /// Horizontal lines, this many pixels apart.
    Level(i32),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    pub name: String,
    pub colour: RGBColor,
    pub hatch: Hatch,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    /// The horizontal axis's title. Stacks are numbered from 1.
    pub x: String,
    pub y: String,
    pub kinds: Vec<Kind>,
    /// Each panel has a title and stacks. A stack lists its cells' kinds from the bottom, as
    /// indices into `kinds`, and fills the panel's height.
    pub panels: Vec<(String, Vec<Vec<usize>>)>,
}

impl Map {
    /// Fails if a cell's kind does not exist, or the backend fails.
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

fn cell(area: &Area<'_>, corners: [(i32, i32); 2], kind: &Kind) -> Result<(), PlotError> {
    area.draw(&Rectangle::new(corners, kind.colour.filled()))?;
    for line in hatching(corners, kind.hatch) {
        area.draw(&PathElement::new(line, BLACK.stroke_width(UNIT as u32 / 2)))?;
    }
    Ok(area.draw(&Rectangle::new(corners, GRID.stroke_width(UNIT as u32 / 2)))?)
}

/// Returns the lines on a cell, which continue on neighbouring cells of its kind.
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
    use roxmltree::{Document, Node};

    use super::super::tests::{elements, number, place, points};
    use super::*;
    use crate::snapshot::assert_file;

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
    fn stacks_ticks_and_legend_are_drawn_as_before() {
        let kind = |(name, colour, hatch): (&str, RGBColor, Hatch)| Kind {
            name: name.to_owned(),
            colour,
            hatch,
        };
        let kinds = [
            ("plain", RED, Hatch::Plain),
            ("rising", GREEN, Hatch::Rising(30)),
            ("level", WHITE, Hatch::Level(25)),
        ];
        let stacks = |count: usize| (0..count).map(|at| (0..=at).map(|cell| cell % 3).collect());
        let map = Map {
            x: "side".to_owned(),
            y: "pieces".to_owned(),
            kinds: kinds.map(kind).into(),
            panels: [("few", 2), ("some", 5), ("many", 11)]
                .map(|(title, count)| (title.to_owned(), stacks(count).collect()))
                .into(),
        };
        assert_file("src/report/plot/snapshots/map.svg", &map.to_svg().unwrap());
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

    #[test]
    fn cells_are_drawn_to_scale_and_labels_beside_them() {
        let kind = |name: &str, colour, hatch| Kind {
            name: name.to_owned(),
            colour,
            hatch,
        };
        let map = Map {
            x: "side".to_owned(),
            y: "pieces".to_owned(),
            kinds: vec![
                kind("red", RED, Hatch::Plain),
                kind("green", GREEN, Hatch::Plain),
                kind("hatched", WHITE, Hatch::Rising(6)),
            ],
            panels: vec![(
                "panel".to_owned(),
                vec![vec![0, 0, 1], vec![2], vec![1, 0, 0, 2]],
            )],
        };
        let svg = map.to_svg().unwrap();
        let picture = Document::parse(&svg).unwrap();
        let elements = elements(&picture);
        let filled = |element: &&Node<'_, '_>| {
            element.has_tag_name("rect") && element.attribute("stroke") == Some("none")
        };
        let cells: Vec<[(i32, i32); 2]> = elements
            .iter()
            .filter(filled)
            .map(|element| points(element).try_into().unwrap())
            .collect();
        let text = |text: &str| place(&elements, text);
        let size = |[from, to]: [(i32, i32); 2]| (to.0 - from.0, to.1 - from.1);

        let (examples, runs) = cells.split_at(3);
        let beside = |([from, to], (x, y)): ([(i32, i32); 2], (i32, i32))| (x - to.0, y - from.1);
        let names = ["red", "green", "hatched"].map(text);
        for (&example, name) in examples.iter().zip(names) {
            assert_eq!(size(example), size(examples[0]));
            assert_eq!(beside((example, name)), beside((examples[0], names[0])));
            assert!(example[1].1 < text("panel").1);
        }
        assert!(examples[0][1].1 < examples[2][0].1 && examples[0][1].0 < examples[1][0].0);
        let height = elements.iter().flat_map(points).map(|(_, y)| y).max();
        assert!(height.unwrap() < examples[2][1].1 + HEIGHT);

        let stacks = [&runs[0..2], &runs[2..3], &runs[3..6]];
        let heights = stacks.map(|stack| stack.iter().map(|&run| size(run).1).collect::<Vec<_>>());
        let full = heights[1][0];
        assert!(full > HEIGHT / 2);
        assert!(heights[0][0].abs_diff(2 * full / 3) <= 1 && heights[0][1].abs_diff(full / 3) <= 1);
        assert!(heights[2][1].abs_diff(full / 2) <= 1 && heights[2][2].abs_diff(full / 4) <= 1);
        for (stack, heights) in stacks.iter().zip(&heights) {
            assert_eq!(heights.iter().sum::<i32>(), full);
            assert!(stack.iter().all(|run| size(*run).0 == size(runs[0]).0));
        }
        let [first, second, third] = stacks.map(|stack| stack[0]);
        assert!(first[1].0 < second[0].0 && second[1].0 < third[0].0);
        assert!(first[0].0 < WIDTH as i32 * UNIT / 5 && third[1].0 > WIDTH as i32 * UNIT * 9 / 10);

        let (top, bottom) = (second[0].1, second[1].1);
        for (side, stack) in ["1", "2", "3"].into_iter().zip([first, second, third]) {
            let (x, y) = text(side);
            assert!((stack[0].0..stack[1].0).contains(&x) && y > bottom);
        }
        let width = UNIT.to_string();
        let lines = elements
            .iter()
            .filter(|element| element.has_tag_name("polyline"));
        let (ticks, hatching): (Vec<_>, Vec<_>) =
            lines.partition(|line| line.attribute("stroke-width") == Some(&width));
        let levels = [bottom, (top + bottom) / 2, top];
        for ((tick, level), percent) in ticks.iter().zip(levels).zip(["0%", "50%", "100%"]) {
            let points = points(tick);
            assert!(points.iter().all(|&(x, y)| x <= first[0].0 && y == level));
            assert!(text(percent).0 < points[0].0);
        }
        assert_eq!(ticks.len(), 3);
        assert!(!hatching.is_empty());
        assert!(
            hatching
                .iter()
                .all(|line| number(line, "stroke-width") < UNIT)
        );

        let half = 4 * UNIT * map.y.len() as i32;
        assert_eq!(text("pieces").1 - half, (top + bottom) / 2);
        assert!(text("side").1 > text("1").1);
    }
}
