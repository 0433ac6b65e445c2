//! What depends on the board and the rules alone: lines, limits, the margins of full boards, and the classes of the
//! classical squares. All tables have an entry for each of the 3^9 ways to share out squares, or each of 2^9 sets.

use rustc_hash::FxHashMap;

use super::family::Family;
use super::node::images;
use super::{LEAST, MOST, Mask, SQUARES, bits, halves};
use crate::board::{Board, SquareSet};
use crate::position::CompletedLines;
use crate::rules::{Ending, Rules, Scoring};
use crate::table::Checksum;

/// What is certain about the margin of every continuation, in half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub lower: i8,
    pub upper: i8,
}

impl Limits {
    /// Of no continuation.
    const NONE: Limits = Limits { lower: i8::MAX, upper: i8::MIN };

    /// Of these continuations and those.
    fn or(self, other: Limits) -> Limits {
        Limits { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) }
    }
}

/// The classical squares as far as they matter for the rest of the game, up to symmetry.
#[derive(Clone, Copy, Default)]
pub struct Class {
    /// The number of the class.
    pub number: u16,
    /// The symmetries that lead to its representative, as bits.
    pub symmetries: u8,
    /// The squares on lines that are open to their owner, for each player.
    pub relevant: [Mask; 2],
    /// The lines that are open to each player, as bits.
    pub open: [u8; 2],
}

pub struct Tables {
    pub board: Board,
    pub rules: Rules,
    /// How many of a player's first subscripts are interchangeable: m.
    pub merged: usize,
    pub images: Vec<[Mask; 1 << SQUARES]>,
    lines: Vec<Mask>,
    ternary: Vec<u16>,
    limits: Vec<Limits>,
    classes: Vec<Class>,
    /// Margins of full boards by player 1's squares and the squares of the subscripts beyond the first 2m.
    finals: Vec<i8>,
    /// The least and the greatest of them by player 1's squares alone.
    final_limits: Vec<Limits>,
    /// For each threshold from `LEAST` on the sets of player 1's squares that reach it for certain, and those that may.
    reaching: Vec<[Family; 2]>,
    /// For each threshold and each way the late subscripts can stand the sets that reach it.
    ordered: Vec<Vec<Family>>,
}

/// The places of a subscript in the index of [`Tables::finals`]: a square, or none.
const PLACES: usize = SQUARES + 1;

impl Tables {
    /// Cost: some milliseconds for s = 9.
    pub fn new(board: Board, rules: Rules) -> Tables {
        let squares = board.squares();
        let ternary = (0..1_u16 << squares)
            .map(|mask| (0..squares).rev().fold(0, |number, bit| 3 * number + (mask >> bit & 1)))
            .collect();
        let mut tables = Tables {
            board,
            rules,
            merged: board.side().unwrap_or(1),
            images: images(&board),
            lines: board.lines().iter().map(|line| line.0 as Mask).collect(),
            ternary,
            limits: Vec::new(),
            classes: Vec::new(),
            finals: Vec::new(),
            final_limits: Vec::new(),
            reaching: Vec::new(),
            ordered: Vec::new(),
        };
        tables.fill_finals();
        tables.reaching = (LEAST..=MOST).map(|threshold| tables.reaching(threshold)).collect();
        tables.fill_by_owners();
        tables
    }

    /// A number that tells whether classes are numbered the same way elsewhere.
    pub fn fingerprint(&self) -> u64 {
        let mut checksum = Checksum::new();
        for Class { number, symmetries, relevant, open } in &self.classes {
            let words =
                [*number, u16::from(*symmetries), relevant[0], relevant[1], open[0].into(), open[1].into()];
            words.iter().for_each(|word| checksum.add(&word.to_le_bytes()));
        }
        checksum.value()
    }

    /// The least and the greatest margin the rules allow, in half points.
    pub const fn range(&self) -> (i32, i32) {
        match self.rules.scoring {
            Scoring::Harmonic => (LEAST, MOST),
            Scoring::Decisive | Scoring::Shared => (-2, 2),
        }
    }

    /// From one margin to the next, in half points: all margins are multiples of it.
    pub const fn step(&self) -> i32 {
        match self.rules.scoring {
            Scoring::Harmonic => 1,
            Scoring::Decisive | Scoring::Shared => 2,
        }
    }

    /// The least margin from a threshold on.
    pub const fn margin_from(&self, threshold: i32) -> i32 {
        threshold + (-threshold).rem_euclid(self.step())
    }

    fn all(&self) -> Mask {
        (1 << self.board.squares()) - 1
    }

    #[inline]
    fn index(&self, owned: [Mask; 2]) -> usize {
        usize::from(self.ternary[usize::from(owned[0])] + 2 * self.ternary[usize::from(owned[1])])
    }

    /// The limits by classical pieces.
    #[inline]
    pub fn limits(&self, owned: [Mask; 2]) -> Limits {
        self.limits[self.index(owned)]
    }

    /// The class of the classical squares.
    #[inline]
    pub fn class(&self, owned: [Mask; 2]) -> &Class {
        &self.classes[self.index(owned)]
    }

    /// Whether a player owns a line.
    #[inline]
    pub fn has_line(&self, owned: [Mask; 2]) -> bool {
        self.lines.iter().any(|line| line & !owned[0] == 0 || line & !owned[1] == 0)
    }

    /// The margin of the lines completed so far; `late` are the squares of the subscripts beyond the first 2m, as masks.
    pub fn margin(&self, owned: [Mask; 2], late: [Mask; 3]) -> i8 {
        let subscripts = self.subscripts(owned, late);
        let owned = owned.map(|mask| SquareSet(u64::from(mask)));
        halves(
            CompletedLines::find(self.board, &self.rules, owned, |square| subscripts[square])
                .margin(&self.rules),
        )
    }

    /// A subscript for each classical square that gives lines their order: a player's m-th for each of the first m, and for
    /// those that cannot matter.
    fn subscripts(&self, owned: [Mask; 2], late: [Mask; 3]) -> [u8; SQUARES] {
        let mut subscripts = [0; SQUARES];
        for (player, squares) in owned.into_iter().enumerate() {
            bits(squares).for_each(|square| subscripts[square] = (2 * self.merged - 1 + player) as u8);
        }
        for (nth, squares) in late.into_iter().enumerate() {
            bits(squares).for_each(|square| subscripts[square] = (2 * self.merged + nth + 1) as u8);
        }
        subscripts
    }

    /// The least and the greatest margin of a full board with these squares of player 1.
    #[inline]
    pub fn final_limits(&self, one: Mask) -> Limits {
        self.final_limits[usize::from(one)]
    }

    /// The sets that player 1 can add to these squares so that a full board reaches a threshold: for certain, and perhaps.
    #[inline]
    pub fn full_boards(&self, one: Mask, threshold: i32) -> [Family; 2] {
        self.reaching[(threshold - LEAST) as usize].map(|family| family.without(one))
    }

    /// The sets that player 1 can add to these squares so that a full board reaches a threshold, if the late subscripts stand
    /// on these squares.
    #[inline(always)]
    pub fn ordered_boards(&self, one: Mask, threshold: i32, late: [Mask; 3]) -> Family {
        self.ordered[(threshold - LEAST) as usize][final_index(0, late)].without(one)
    }

    fn reaching(&self, threshold: i32) -> [Family; 2] {
        let sets = |reaches: fn(&Limits, i32) -> bool| {
            let all = self.final_limits.iter().enumerate();
            Family::of(all.filter(|(_, limits)| reaches(limits, threshold)).map(|(set, _)| set as Mask))
        };
        [
            sets(|limits, threshold| limits.lower < i8::MAX && i32::from(limits.lower) >= threshold),
            sets(|limits, threshold| i32::from(limits.upper) >= threshold),
        ]
    }

    /// The margin of a full board; `late` are the squares of the subscripts beyond the first 2m, as masks (0 for none).
    #[inline]
    pub fn final_margin(&self, one: Mask, late: [Mask; 3]) -> i8 {
        self.finals[final_index(one, late)]
    }

    /// Whether a full board reaches a threshold, with turns 7, 8 and 9 on these squares.
    #[inline(always)]
    pub fn reaches_finally(&self, one: Mask, late: [usize; 3], threshold: i32) -> bool {
        let limits = self.final_limits[usize::from(one)];
        i32::from(limits.lower) >= threshold
            || i32::from(limits.upper) >= threshold
                && i32::from(self.final_margin(one, late.map(|square| 1 << square))) >= threshold
    }

    fn fill_finals(&mut self) {
        let all = self.all();
        let squares = self.board.squares();
        self.finals = vec![0; (1 << squares) * PLACES.pow(3)];
        self.ordered = vec![vec![Family::NONE; PLACES.pow(3)]; (MOST - LEAST + 1) as usize];
        self.final_limits = vec![Limits::NONE; 1 << squares];
        // On 3x3 the subscripts 7, 8 and 9; smaller boards have none.
        let late = squares.saturating_sub(2 * self.merged);
        for one in (0..=all).filter(|one| one.count_ones() as usize == squares.div_ceil(2)) {
            let owner = |series: usize| if series.is_multiple_of(2) { one } else { all & !one };
            let first = 2 * self.merged;
            let places = |nth: usize| if nth < late { owner(first + nth) } else { 0 };
            // A late subscript may also stand where it cannot matter: nowhere.
            let choices = |of: Mask| std::iter::once(0).chain(bits(of).map(|bit| 1 << bit));
            let places = [0, 1, 2].map(places);
            for a in choices(places[0]) {
                for b in choices(places[1]) {
                    for c in choices(places[2]).filter(|&c: &Mask| c == 0 || c != a) {
                        let late: [Mask; 3] = [a, b, c];
                        let margin = self.margin([one, all & !one], late);
                        self.finals[final_index(one, late)] = margin;
                        let reached = (i32::from(margin) - LEAST) as usize;
                        for threshold in &mut self.ordered[..=reached] {
                            threshold[final_index(0, late)].insert(one);
                        }
                        if (0..3).all(|nth| (late[nth] == 0) == (places[nth] == 0)) {
                            let limits = &mut self.final_limits[usize::from(one)];
                            *limits = limits.or(Limits { lower: margin, upper: margin });
                        }
                    }
                }
            }
        }
    }

    fn fill_by_owners(&mut self) {
        let squares = self.board.squares();
        let pieces = [squares.div_ceil(2), squares / 2];
        let entries = 3_usize.pow(squares as u32);
        self.limits = vec![Limits::NONE; entries];
        self.classes = vec![Class::default(); entries];
        let closed: Vec<u8> = (0..=self.all()).map(|mask| self.closed(mask)).collect();
        let mut numbers: FxHashMap<u32, u16> = FxHashMap::default();
        // Larger sets first: the limits of a position are those of the positions that follow.
        for one in (0..=self.all()).rev() {
            // All sets of the other squares.
            let rest = self.all() & !one;
            let mut two = rest;
            loop {
                let owned = [one, two];
                // More squares than pieces never occur.
                if (0..2).all(|player| owned[player].count_ones() as usize <= pieces[player]) {
                    let index = self.index(owned);
                    self.limits[index] = self.limits_of(owned, pieces);
                    self.classes[index] = self.class_of(owned, &closed, &mut numbers);
                }
                if two == 0 {
                    break;
                }
                two = (two - 1) & rest;
            }
        }
    }

    /// The lines that a player with these squares closes to the other, as bits.
    fn closed(&self, squares: Mask) -> u8 {
        let lines = self.lines.iter().enumerate().filter(|(_, line)| **line & squares != 0);
        lines.fold(0, |closed, (number, _)| closed | 1 << number)
    }

    fn limits_of(&self, owned: [Mask; 2], pieces: [usize; 2]) -> Limits {
        if self.rules.ending == Ending::Full && self.rules.tail == crate::rules::Tail::Classical {
            return self.limits_of_full_boards(owned, pieces);
        }
        let [one, two] = [0, 1].map(|player| {
            let free = pieces[player] as u32 - owned[player].count_ones();
            Prospect::of(owned[player], owned[1 - player], &self.lines, free)
        });
        Limits { lower: -most(two, one, &self.rules), upper: most(one, two, &self.rules) }
    }

    /// Over all full boards that can still come about: whoever gets the lowest free square.
    fn limits_of_full_boards(&self, [one, two]: [Mask; 2], pieces: [usize; 2]) -> Limits {
        let free = self.all() & !one & !two;
        if free == 0 {
            return self.final_limits(one);
        }
        let square = free & free.wrapping_neg();
        let of = |owned: [Mask; 2], player: usize| {
            let fits = owned[player].count_ones() as usize <= pieces[player];
            if fits { self.limits(owned) } else { Limits::NONE }
        };
        of([one | square, two], 0).or(of([one, two | square], 1))
    }

    fn class_of(&self, owned: [Mask; 2], closed: &[u8], numbers: &mut FxHashMap<u32, u16>) -> Class {
        let all_lines = closed[usize::from(self.all())];
        let mut codes = [u32::MAX; 8];
        for (code, image) in codes.iter_mut().zip(&self.images) {
            let [one, two] = owned.map(|mask| image[usize::from(mask)]);
            let open = |other: Mask| u32::from(all_lines & !closed[usize::from(other)]);
            *code = u32::from(self.all() & !one & !two) << 16 | open(one) << 8 | open(two);
        }
        let least = codes.iter().copied().min().unwrap_or_default();
        let next = numbers.len() as u16;
        let number = *numbers.entry(least).or_insert(next);
        let symmetries = (0..8).filter(|&at| codes[at] == least).fold(0, |set, at| set | 1 << at);
        let open = [1, 0].map(|other: usize| all_lines & !closed[usize::from(owned[other])]);
        let relevant = [0, 1].map(|player: usize| {
            let lines = bits(Mask::from(open[player])).map(|line| self.lines[line]);
            lines.fold(0, |squares, line| squares | line) & owned[player]
        });
        Class { number, symmetries, relevant, open }
    }
}

#[inline(always)]
fn final_index(one: Mask, late: [Mask; 3]) -> usize {
    let place = |mask: Mask| if mask == 0 { SQUARES } else { mask.trailing_zeros() as usize };
    ((usize::from(one) * PLACES + place(late[0])) * PLACES + place(late[1])) * PLACES + place(late[2])
}

/// What one player's lines can be.
#[derive(Clone, Copy)]
struct Prospect {
    /// A line is completed.
    has: bool,
    /// A line is completed or may be.
    may: bool,
    /// Two lines may be.
    may_two: bool,
}

impl Prospect {
    /// A line may be completed if no piece of the other player stands on it and enough pieces are left.
    fn of(owned: Mask, other: Mask, lines: &[Mask], free: u32) -> Prospect {
        let missing: Vec<Mask> =
            lines.iter().filter(|&line| line & other == 0).map(|line| line & !owned).collect();
        let fits = |squares: Mask| squares.count_ones() <= free;
        let two = |(index, first): (usize, &Mask)| missing[..index].iter().any(|second| fits(first | second));
        Prospect {
            has: missing.contains(&0),
            may: missing.iter().any(|&squares| fits(squares)),
            may_two: missing.iter().enumerate().any(two),
        }
    }
}

/// The most a player's points can exceed the other's, in half points. On boards up to 3x3 a player can complete at most
/// two lines, and if one does, the other completes none.
fn most(own: Prospect, other: Prospect, rules: &Rules) -> i8 {
    match (rules.scoring, own.may, other.has) {
        (_, false, true) => -2,
        (_, false, false) | (Scoring::Shared, true, true) => 0,
        (Scoring::Harmonic, true, true) => 1,
        (Scoring::Harmonic, true, false) if own.may_two => 4,
        (_, true, _) => 2,
    }
}
