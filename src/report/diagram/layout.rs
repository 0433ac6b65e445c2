//! Chooses where a diagram's pieces and links are drawn.
//!
//! Pieces that share a square stand in rows, ordered by where their links lead. A link is a
//! quadratic Bézier curve, which bends around other pieces and links unless there are too many
//! links. We avoid functions such as sines and powers, because machines may round these
//! differently.

use std::fmt;

/// In pixels, as all lengths here.
pub(super) const SQUARE: f64 = 120.0;
pub(super) const MARGIN: f64 = 4.0;

/// Quantum pieces stay at least this far from a square's top, where its number is, and from its
/// other sides.
const ABOVE: f64 = 22.0;
const BESIDE: f64 = 5.0;

/// Half the width of the largest quantum piece, and half the font size of a classical piece.
const LARGEST: f64 = 18.0;
pub(super) const CLASSICAL: f64 = 28.0;

/// The distances that links should keep from the board's sides, from pieces and from other links.
const ROOM: f64 = 5.0;
const ROOM_OF_PIECES: f64 = 8.0;
const ROOM_OF_LINKS: f64 = 14.0;

const ROUNDS: usize = 3;

/// Up to this many links are bent around obstacles, which takes time that grows with the square of
/// their number.
const MOST_BENT: usize = 128;

const FEW: f64 = 20.0;
const WIDEST: f64 = 3.0;
const THINNEST: f64 = 1.6;

/// The distances from a chord's middle to its link's control point, as shares of the chord. No link
/// is straight, because two straight links can coincide.
const BENDS: [f64; 12] = [
    0.06, -0.06, 0.12, -0.12, 0.2, -0.2, 0.3, -0.3, 0.42, -0.42, 0.6, -0.6,
];

/// Distances from a link are measured at this many points.
const PLACES: usize = 23;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", tenth(self.x), tenth(self.y))
    }
}

impl Point {
    fn distance(self, other: Point) -> f64 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        (x * x + y * y).sqrt()
    }

    pub fn toward(self, other: Point, share: f64) -> Point {
        Point {
            x: self.x + share * (other.x - self.x),
            y: self.y + share * (other.y - self.y),
        }
    }
}

pub(super) struct Piece {
    pub series: usize,
    pub at: Point,
    pub radius: f64,
}

/// `bend` is the curve's control point.
pub(super) struct Link {
    pub series: usize,
    pub from: Point,
    pub bend: Point,
    pub to: Point,
    places: [Point; PLACES],
}

impl Link {
    fn bent(one: &Piece, other: &Piece, bend: f64) -> Link {
        let (from, to) = (one.at, other.at);
        let middle = from.toward(to, 0.5);
        let bend = Point {
            x: middle.x - bend * (to.y - from.y),
            y: middle.y + bend * (to.x - from.x),
        };
        Link::new(one.series, from, bend, to)
    }

    fn new(series: usize, from: Point, bend: Point, to: Point) -> Link {
        let place = |place: usize| {
            let share = (place + 1) as f64 / (PLACES + 1) as f64;
            from.toward(bend, share)
                .toward(bend.toward(to, share), share)
        };
        Link {
            series,
            from,
            bend,
            to,
            places: std::array::from_fn(place),
        }
    }
}

pub(super) struct Layout<'a> {
    pub side: usize,
    /// Each series' squares, and whether it is classical.
    pub series: Vec<(&'a [usize], bool)>,
}

impl Layout<'_> {
    pub fn width(&self) -> f64 {
        2.0 * MARGIN + SQUARE * self.side as f64
    }

    pub fn corner(&self, square: usize) -> Point {
        let place = |number: usize| MARGIN + SQUARE * number as f64;
        Point {
            x: place(square % self.side),
            y: place(square / self.side),
        }
    }

    pub fn centre(&self, square: usize) -> Point {
        let Point { x, y } = self.corner(square);
        Point {
            x: x + SQUARE / 2.0,
            y: y + SQUARE / 2.0,
        }
    }

    pub fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for square in 0..self.side * self.side {
            let on =
                |&series: &usize| !self.series[series].1 && self.series[series].0.contains(&square);
            let mut here: Vec<usize> = (0..self.series.len()).filter(on).collect();
            let (slots, radius) = self.slots(square, here.len());
            self.arrange(square, &mut here, &slots);
            let placed = here.into_iter().zip(slots);
            pieces.extend(placed.map(|(series, at)| Piece { series, at, radius }));
        }
        pieces
    }

    /// Returns the centres of `count` pieces on a square, and a piece's radius.
    fn slots(&self, square: usize, count: usize) -> (Vec<Point>, f64) {
        let columns = (1..)
            .find(|columns| columns * columns >= count)
            .unwrap_or(1);
        let rows = count.div_ceil(columns).max(1);
        let (width, height) = (SQUARE - 2.0 * BESIDE, SQUARE - ABOVE - BESIDE);
        let step = Point {
            x: width / columns as f64,
            y: height / rows as f64,
        };
        let Point { x, y } = self.corner(square);
        let slot = |number: usize| {
            let (row, column) = (number / columns, number % columns);
            let in_row = columns.min(count - row * columns);
            let indent = (columns - in_row) as f64 / 2.0;
            Point {
                x: x + BESIDE + step.x * (column as f64 + indent + 0.5),
                y: y + ABOVE + step.y * (row as f64 + 0.5),
            }
        };
        (
            (0..count).map(slot).collect(),
            LARGEST.min(0.45 * step.x.min(step.y)),
        )
    }

    /// Exchanges a square's pieces to bring them nearer to their goals. A piece's goal is the mean
    /// of its series' other squares.
    fn arrange(&self, square: usize, here: &mut [usize], slots: &[Point]) {
        let goal = |&series: &usize| {
            let others = self.series[series]
                .0
                .iter()
                .filter(|&&other| other != square);
            let (number, sum) =
                others.fold((0.0, Point { x: 0.0, y: 0.0 }), |(number, sum), &other| {
                    let Point { x, y } = self.centre(other);
                    (
                        number + 1.0,
                        Point {
                            x: sum.x + x,
                            y: sum.y + y,
                        },
                    )
                });
            if number > 0.0 {
                Point {
                    x: sum.x / number,
                    y: sum.y / number,
                }
            } else {
                self.centre(square)
            }
        };
        let mut goals: Vec<Point> = here.iter().map(goal).collect();
        // The loop would end anyway, because each exchange shortens the total distance by more than
        // half a pixel, but perhaps late.
        for _ in 0..here.len() {
            let mut is_better = false;
            for one in 0..here.len() {
                for other in one + 1..here.len() {
                    let ways = |a: usize, b: usize| {
                        slots[one].distance(goals[a]) + slots[other].distance(goals[b])
                    };
                    if ways(other, one) < ways(one, other) - 0.5 {
                        here.swap(one, other);
                        goals.swap(one, other);
                        is_better = true;
                    }
                }
            }
            if !is_better {
                break;
            }
        }
    }

    /// Links each series' pieces by a minimum spanning tree.
    pub fn links(&self, pieces: &[Piece]) -> Vec<Link> {
        let pairs: Vec<_> = (0..self.series.len())
            .flat_map(|series| pairs(series, pieces))
            .collect();
        if pairs.len() > MOST_BENT {
            let bent = pairs
                .iter()
                .map(|[one, other]| Link::bent(one, other, BENDS[one.series % 4]));
            return bent.collect();
        }
        let around = Around {
            far: MARGIN + SQUARE * self.side as f64,
            pieces: self.obstacles(pieces),
        };
        let mut links = Vec::new();
        for [one, other] in &pairs {
            links.push(around.bent(one, other, &links));
        }
        // The first links were bent before later ones existed.
        for _ in 0..ROUNDS {
            for (number, [one, other]) in pairs.iter().enumerate() {
                links.swap_remove(number);
                let link = around.bent(one, other, &links);
                links.push(link);
                let last = links.len() - 1;
                links.swap(number, last);
            }
        }
        links
    }

    /// Returns each obstacle's middle and radius.
    fn obstacles(&self, pieces: &[Piece]) -> Vec<(Point, f64)> {
        // A classical piece is two obstacles: its letter, and its subscript at the lower right.
        let classical = self.series.iter().filter(|(_, is_classical)| *is_classical);
        let classical = classical
            .flat_map(|(squares, _)| squares.iter().copied())
            .flat_map(|square| {
                let Point { x, y } = self.centre(square);
                let subscript = Point {
                    x: x + 1.3 * CLASSICAL,
                    y: y + 0.8 * CLASSICAL,
                };
                [
                    (Point { x, y }, 1.2 * CLASSICAL),
                    (subscript, 0.8 * CLASSICAL),
                ]
            });
        let numbers = (0..self.side * self.side).map(|square| {
            let Point { x, y } = self.corner(square);
            let number = Point {
                x: x + 13.0,
                y: y + 12.0,
            };
            (number, 9.0)
        });
        numbers
            .chain(classical)
            .chain(pieces.iter().map(|piece| (piece.at, piece.radius)))
            .collect()
    }
}

pub(super) fn line_width(links: usize) -> f64 {
    (WIDEST * (FEW / links as f64).sqrt()).clamp(THINNEST, WIDEST)
}

fn pairs(series: usize, pieces: &[Piece]) -> Vec<[&Piece; 2]> {
    let mut left: Vec<&Piece> = pieces
        .iter()
        .filter(|piece| piece.series == series)
        .collect();
    let mut joined: Vec<&Piece> = left.pop().into_iter().collect();
    let mut linked = Vec::new();
    while !left.is_empty() {
        let pairs = (0..left.len()).flat_map(|one| joined.iter().map(move |&other| (one, other)));
        let length = |&(one, other): &(usize, &Piece)| left[one].at.distance(other.at);
        let nearest = pairs.min_by(|one, other| length(one).total_cmp(&length(other)));
        let Some((one, other)) = nearest else { break };
        let one = left.remove(one);
        linked.push([one, other]);
        joined.push(one);
    }
    linked
}

struct Around {
    /// The coordinate of the board's right and lower sides.
    far: f64,
    pieces: Vec<(Point, f64)>,
}

impl Around {
    fn bent(&self, one: &Piece, other: &Piece, links: &[Link]) -> Link {
        let link = |bend: &f64| {
            let link = Link::bent(one, other, *bend);
            (self.cost(&link, links), link)
        };
        let best = BENDS
            .iter()
            .map(link)
            .reduce(|best, next| if next.0 < best.0 { next } else { best });
        best.expect("there are bends").1
    }

    fn cost(&self, link: &Link, links: &[Link]) -> f64 {
        let mut cost = link.from.distance(link.bend) + link.bend.distance(link.to);
        for place in link.places {
            for side in [
                place.x - MARGIN,
                place.y - MARGIN,
                self.far - place.x,
                self.far - place.y,
            ] {
                cost += 20.0 * (ROOM - side).max(0.0);
            }
            for (at, radius) in &self.pieces {
                if *at != link.from && *at != link.to {
                    cost += 40.0 * near(place, *at, radius + ROOM_OF_PIECES);
                }
            }
            for drawn in links {
                cost += drawn
                    .places
                    .iter()
                    .map(|drawn| near(place, *drawn, ROOM_OF_LINKS))
                    .fold(0.0, f64::max);
            }
        }
        cost
    }
}

/// Returns `reach` minus the points' distance, or 0 if that is negative.
fn near(one: Point, other: Point, reach: f64) -> f64 {
    // Most pairs are far apart and need no square root.
    let (x, y) = (one.x - other.x, one.y - other.y);
    if x.abs() >= reach || y.abs() >= reach {
        0.0
    } else {
        (reach - one.distance(other)).max(0.0)
    }
}

pub(super) fn tenth(number: f64) -> f64 {
    (10.0 * number).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_a_square_lie_on_it_and_do_not_overlap() {
        let layout = Layout {
            side: 2,
            series: Vec::new(),
        };
        for count in 1..=40 {
            let (slots, radius) = layout.slots(3, count);
            let (from, to) = (MARGIN + SQUARE + radius, MARGIN + 2.0 * SQUARE - radius);
            assert_eq!(slots.len(), count);
            for (number, slot) in slots.iter().enumerate() {
                assert!([slot.x, slot.y].iter().all(|at| (from..=to).contains(at)));
                let mut others = slots[..number].iter();
                assert!(
                    others.all(|other| slot.distance(*other) >= 2.0 * radius),
                    "{count}"
                );
            }
        }
    }

    #[test]
    fn only_points_within_reach_are_near() {
        let near = |one: (f64, f64), other: (f64, f64)| {
            let point = |(x, y)| Point { x, y };
            [
                near(point(one), point(other), 6.0),
                near(point(other), point(one), 6.0),
            ]
        };
        assert_eq!(near((10.0, 20.0), (13.0, 24.0)), [1.0; 2]);
        assert_eq!(near((6.0, 0.0), (0.5, 0.0)), [0.5; 2]);
        assert_eq!(near((0.0, 6.0), (0.0, 0.5)), [0.5; 2]);
        assert_eq!(near((0.0, 0.0), (5.0, 5.0)), [0.0; 2]);
        assert_eq!(near((0.0, 0.0), (0.0, 7.0)), [0.0; 2]);
    }

    #[test]
    fn no_exchange_brings_two_pieces_clearly_nearer_to_their_goals() {
        let squares: Vec<[usize; 3]> = (0..24)
            .map(|number| {
                [
                    5 * number % 16,
                    (5 * number + 3 + number % 5) % 16,
                    (number * number + 7) % 16,
                ]
            })
            .collect();
        let layout = Layout {
            side: 4,
            series: squares
                .iter()
                .map(|squares| (&squares[..], false))
                .collect(),
        };
        let corner = |piece: &Piece| Point {
            x: MARGIN + SQUARE * ((piece.at.x - MARGIN) / SQUARE).floor(),
            y: MARGIN + SQUARE * ((piece.at.y - MARGIN) / SQUARE).floor(),
        };
        let goal = |piece: &Piece| {
            let others: Vec<Point> = squares[piece.series]
                .iter()
                .filter(|&&other| layout.corner(other) != corner(piece))
                .map(|&square| layout.centre(square))
                .collect();
            let mean =
                |get: fn(&Point) -> f64| others.iter().map(get).sum::<f64>() / others.len() as f64;
            Point {
                x: mean(|point| point.x),
                y: mean(|point| point.y),
            }
        };
        let pieces = layout.pieces();
        let mut compared = 0;
        for (number, one) in pieces.iter().enumerate() {
            for other in pieces[..number]
                .iter()
                .filter(|other| corner(other) == corner(one))
            {
                let [to_one, to_other] = [goal(one), goal(other)];
                let now = one.at.distance(to_one) + other.at.distance(to_other);
                let exchanged = other.at.distance(to_one) + one.at.distance(to_other);
                assert!(
                    now <= exchanged + 0.5 + 1e-9,
                    "{} {}",
                    one.series,
                    other.series
                );
                compared += 1;
            }
        }
        assert!(compared > 50);
    }
}
