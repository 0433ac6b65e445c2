//! Tables that depend only on the game. `owned` always has each player's classical squares.

use rustc_hash::FxHashMap;

use super::bounds::{Bounds, Halves, halves};
use super::family::Family;
use super::full_boards::FullBoards;
use super::node::Node;
use super::squares::{Mask, SQUARES, bits, images};
use crate::engine::board::SquareSet;
use crate::engine::game::Game;
use crate::engine::position::CompletedLines;
use crate::engine::rules::{Ending, Player, Scoring};
use crate::engine::static_bound::StaticBound;

/// The classical squares, as far as they matter to a [`key`](super::key).
///
/// Two positions are in one class if one symmetry maps both the quantum squares and each player's
/// open lines from one position to the other.
#[derive(Debug, Clone, Copy, Default)]
pub struct Class {
    pub number: u16,
    /// The symmetries that lead to the class's representative, as bits.
    pub symmetries: u8,
    pub open: [u8; 2],
}

/// The scoring is harmonic; [`bounds`](super::bounds) derives the others.
#[derive(Debug)]
pub struct Tables {
    pub game: Game,
    /// 2m, because each player's first m series are *early*: they are interchangeable (see
    /// [`key`](super::key)). The others are *late*: 7, 8 and 9 on 3x3, none on smaller boards.
    pub early: usize,
    pub fills_the_board: bool,
    /// For each player, `true` if player 1 chooses the collapses that this player causes.
    pub one_chooses: [bool; 2],
    pub images: Vec<[Mask; 1 << SQUARES]>,
    pub full: FullBoards,
    pub first_line_ends: bool,
    /// The game is over if fewer squares are quantum.
    least_quantum: u32,
    pub lines: Vec<Mask>,
    with_line: Family,
    /// For each set of squares, the sum of 3^i over its squares i.
    ternary: Vec<u16>,
    bounds: Vec<Bounds>,
    classes: Vec<Class>,
}

impl Tables {
    pub fn new(game: Game) -> Tables {
        let game = game.with_scoring(Scoring::Harmonic);
        let squares = game.squares();
        let ternary = (0..1_u16 << squares)
            .map(|mask| {
                (0..squares)
                    .rev()
                    .fold(0, |number, bit| 3 * number + (mask >> bit & 1))
            })
            .collect();
        let early = 2 * game.side();
        let lines: Vec<Mask> = game
            .board()
            .lines()
            .iter()
            .map(|line| line.0 as Mask)
            .collect();
        let late = squares.saturating_sub(early);
        let full = FullBoards::new(squares, late, &lines, |owned, late| {
            margin(&game, owned, late)
        });
        let goes_on = |&quantum: &u32| !game.stops_at(quantum as usize);
        let mut tables = Tables {
            game,
            early,
            fills_the_board: game.fills_the_board(),
            one_chooses: [Player::One, Player::Two].map(|mover| game.chooser(mover) == Player::One),
            images: images(&game.board()),
            full,
            first_line_ends: game.rules().ending == Ending::FirstLine,
            least_quantum: (1..=squares as u32).find(goes_on).unwrap_or(u32::MAX),
            with_line: Family::of(
                (0..1 << squares).filter(|mask| lines.iter().any(|line| line & !mask == 0)),
            ),
            lines,
            ternary,
            bounds: Vec::new(),
            classes: Vec::new(),
        };
        tables.fill_by_owners();
        tables
    }

    fn all(&self) -> Mask {
        (1 << self.game.squares()) - 1
    }

    #[inline]
    fn index(&self, owned: [Mask; 2]) -> usize {
        usize::from(self.ternary[usize::from(owned[0])] + 2 * self.ternary[usize::from(owned[1])])
    }

    #[inline]
    pub fn bounds(&self, owned: [Mask; 2]) -> Bounds {
        self.bounds[self.index(owned)]
    }

    #[inline]
    pub fn class(&self, owned: [Mask; 2]) -> &Class {
        &self.classes[self.index(owned)]
    }

    #[inline(always)]
    pub fn is_over(&self, owned: [Mask; 2], quantum: Mask) -> bool {
        quantum.count_ones() < self.least_quantum
            || (self.first_line_ends && owned.iter().any(|&mask| self.with_line.contains(mask)))
    }

    pub fn margin_of(&self, node: &Node) -> Halves {
        let late = std::array::from_fn(|nth| match self.early + nth {
            series if node.live >> series & 1 == 0 => node.series[series],
            _ => 0,
        });
        margin(&self.game, node.owned, late)
    }

    fn fill_by_owners(&mut self) {
        let squares = self.game.squares();
        let pieces = [squares.div_ceil(2), squares / 2];
        let entries = 3_usize.pow(squares as u32);
        self.bounds = vec![Bounds::NONE; entries];
        self.classes = vec![Class::default(); entries];
        let mut numbering = Numbering::of(self);
        for one in 0..=self.all() {
            let rest = self.all() & !one;
            let mut two = rest;
            loop {
                let owned = [one, two];
                // A player never owns more squares than it has turns.
                let fits =
                    (0..2).all(|player| owned[player].count_ones() as usize <= pieces[player]);
                if fits && self.class(owned).symmetries == 0 {
                    self.fill_images(owned, &mut numbering);
                }
                if two == 0 {
                    break;
                }
                two = (two - 1) & rest;
            }
        }
    }

    fn fill_images(&mut self, owned: [Mask; 2], numbering: &mut Numbering) {
        let squares = owned.map(|mask| SquareSet(u64::from(mask)));
        let bounds = Bounds::within(numbering.bound.of_owners(squares));
        let (mut images, mut codes) = ([[0; 2]; 8], [u32::MAX; 8]);
        for (at, table) in self.images.iter().enumerate() {
            let image = owned.map(|mask| table[usize::from(mask)]);
            let [mine, other] = numbering.open(image).map(u32::from);
            codes[at] = u32::from(self.all() & !image[0] & !image[1]) << 16 | mine << 8 | other;
            images[at] = image;
        }
        let least = codes.iter().copied().min().unwrap_or_default();
        let number = numbering.number(least);
        for (image, products) in images.into_iter().zip(&numbering.products) {
            let least = products
                .iter()
                .enumerate()
                .filter(|(_, product)| codes[**product] == least);
            let symmetries = least.fold(0, |set, (at, _)| set | 1 << at);
            let open = numbering.open(image);
            let index = self.index(image);
            self.bounds[index] = bounds;
            self.classes[index] = Class {
                number,
                symmetries,
                open,
            };
        }
    }
}

struct Numbering {
    bound: StaticBound,
    /// For each set of squares that a player has, the lines left open to the other, as bits.
    left_open: Vec<u8>,
    /// `products[g][h]` is the symmetry that does g first and then h.
    products: Vec<Vec<usize>>,
    numbers: FxHashMap<u32, u16>,
}

impl Numbering {
    fn of(tables: &Tables) -> Numbering {
        let lines = &tables.lines;
        let open = |squares: Mask| {
            let open = lines
                .iter()
                .enumerate()
                .filter(|(_, line)| **line & squares == 0);
            open.fold(0, |open, (number, _)| open | 1 << number)
        };
        let image = |symmetry: usize, mask: Mask| tables.images[symmetry][usize::from(mask)];
        let symmetries = 0..tables.images.len();
        let is_product = |product: usize, first: usize, second: usize| {
            let mut squares = bits(tables.all()).map(|square| 1 << square);
            squares.all(|square| image(product, square) == image(second, image(first, square)))
        };
        let product = |first, second| {
            symmetries
                .clone()
                .find(|&product| is_product(product, first, second))
        };
        let products = |first| {
            symmetries
                .clone()
                .filter_map(|second| product(first, second))
                .collect()
        };
        Numbering {
            bound: StaticBound::new(&tables.game),
            left_open: (0..=tables.all()).map(open).collect(),
            products: symmetries.clone().map(products).collect(),
            numbers: FxHashMap::default(),
        }
    }

    fn open(&self, owned: [Mask; 2]) -> [u8; 2] {
        [1, 0].map(|other: usize| self.left_open[usize::from(owned[other])])
    }

    fn number(&mut self, code: u32) -> u16 {
        let next = self.numbers.len() as u16;
        *self.numbers.entry(code).or_insert(next)
    }
}

/// `late` has the late subscripts' squares, as masks of one square or 0.
fn margin(game: &Game, owned: [Mask; 2], late: [Mask; 3]) -> Halves {
    let early = 2 * game.side();
    // Squares without a late subscript get their owner's last early one. This keeps the lines'
    // order, because a line without late subscripts has all of its owner's m early ones.
    let mut subscripts = [0; SQUARES];
    for (player, squares) in owned.into_iter().enumerate() {
        bits(squares).for_each(|square| subscripts[square] = (early - 1 + player) as u8);
    }
    for (nth, squares) in late.into_iter().enumerate() {
        bits(squares).for_each(|square| subscripts[square] = (early + nth + 1) as u8);
    }
    let owned = owned.map(|mask| SquareSet(u64::from(mask)));
    let lines = CompletedLines::find(game.board(), game.rules(), owned, |square| {
        subscripts[square]
    });
    halves(lines.margin(game.rules()))
}
