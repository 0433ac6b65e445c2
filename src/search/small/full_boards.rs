//! The margins of full boards, by player 1's squares and, where they decide, the squares of the late subscripts.

use super::family::{Families, Family};
use super::tables::Limits;
use super::{LEAST, MOST, Mask, SQUARES, bits};

/// Full boards; all tables have an entry for each of the 2^9 sets of player 1's squares.
pub struct FullBoards {
    /// The least and the greatest margin.
    limits: Vec<Limits>,
    /// For each threshold from `LEAST` on the sets that reach it for certain, and those that may.
    reaching: Vec<[Family; 2]>,
    /// For each threshold, each square of the first and of the third late subscript, and of the second those sets of which
    /// that says whether they reach it, if they do; empty if there are none such.
    ordered: Vec<Vec<Families>>,
}

/// The places of a subscript: a square, or none.
const PLACES: usize = SQUARES + 1;

impl FullBoards {
    /// `margin` gives the margin of the players' squares and the squares of the late subscripts, of which there are `late`.
    pub fn new(
        squares: usize,
        late: usize,
        lines: &[Mask],
        margin: impl Fn([Mask; 2], [Mask; 3]) -> i8,
    ) -> FullBoards {
        let mut boards = FullBoards {
            limits: vec![Limits::NONE; 1 << squares],
            reaching: Vec::new(),
            ordered: vec![Vec::new(); (MOST - LEAST + 1) as usize],
        };
        let all: Mask = (1 << squares) - 1;
        for one in (0..=all).filter(|one| one.count_ones() as usize == squares.div_ceil(2)) {
            let owned = [one, all & !one];
            let completed = lines.iter().filter(|&line| owned.iter().any(|of| line & !of == 0));
            if completed.count() < 2 {
                let margin = margin(owned, [0; 3]);
                boards.limits[usize::from(one)] = Limits { lower: margin, upper: margin };
            } else {
                boards.add_by_order(owned, late, &margin);
            }
        }
        boards.reaching = (LEAST..=MOST).map(|threshold| boards.reaching(threshold)).collect();
        boards
    }

    fn add_by_order(&mut self, owned: [Mask; 2], late: usize, margin: &impl Fn([Mask; 2], [Mask; 3]) -> i8) {
        let one = owned[0];
        let places = [0, 1, 2].map(|nth| if nth < late { owned[nth % 2] } else { 0 });
        // A late subscript may also stand where it cannot matter: nowhere.
        let choices = |of: Mask| std::iter::once(0).chain(bits(of).map(|bit| 1 << bit));
        let mut found = Vec::new();
        for a in choices(places[0]) {
            for b in choices(places[1]) {
                for c in choices(places[2]).filter(|&c: &Mask| c == 0 || c != a) {
                    found.push(([a, b, c], margin(owned, [a, b, c])));
                }
            }
        }
        let stands = |late: &[Mask; 3]| (0..3).all(|nth| (late[nth] == 0) == (places[nth] == 0));
        let certain = found.iter().filter(|(late, _)| stands(late)).map(|&(_, margin)| margin);
        let limits =
            certain.fold(Limits::NONE, |limits, margin| limits.or(Limits { lower: margin, upper: margin }));
        self.limits[usize::from(one)] = limits;
        for (late, margin) in found {
            for threshold in i32::from(limits.lower) + 1..=i32::from(margin.min(limits.upper)) {
                let ordered = &mut self.ordered[(threshold - LEAST) as usize];
                ordered.resize(PLACES * PLACES, Families::NONE);
                ordered[index(late[0], late[2])].of_mut(place(late[1])).insert(one);
            }
        }
    }

    fn reaching(&self, threshold: i32) -> [Family; 2] {
        let sets = |reaches: fn(&Limits, i32) -> bool| {
            let all = self.limits.iter().enumerate();
            Family::of(all.filter(|(_, limits)| reaches(limits, threshold)).map(|(set, _)| set as Mask))
        };
        [
            sets(|limits, threshold| limits.lower < i8::MAX && i32::from(limits.lower) >= threshold),
            sets(|limits, threshold| i32::from(limits.upper) >= threshold),
        ]
    }

    /// The least and the greatest margin with these squares of player 1.
    pub fn limits(&self, one: Mask) -> Limits {
        self.limits[usize::from(one)]
    }

    /// The sets of player 1 that reach a threshold: for certain, and perhaps.
    #[inline(always)]
    pub fn reach(&self, threshold: i32) -> &[Family; 2] {
        &self.reaching[(threshold - LEAST) as usize]
    }

    /// For each square of the second late subscript the sets of player 1 that only perhaps reach a threshold, but do if the first
    /// and the third stand on these squares.
    #[inline(always)]
    pub fn reach_in_order(&self, threshold: i32, first: Mask, third: Mask) -> &Families {
        self.ordered[(threshold - LEAST) as usize].get(index(first, third)).unwrap_or(&Families::NONE)
    }

    /// Whether a set of player 1 that only perhaps reaches a threshold does if the late subscripts stand on these squares.
    #[inline(always)]
    pub fn reaches_in_order(&self, one: Mask, late: [Mask; 3], threshold: i32) -> bool {
        self.reach_in_order(threshold, late[0], late[2]).of(place(late[1])).contains(one)
    }
}

#[inline(always)]
fn place(mask: Mask) -> usize {
    if mask == 0 { SQUARES } else { mask.trailing_zeros() as usize }
}

#[inline(always)]
fn index(first: Mask, third: Mask) -> usize {
    place(first) * PLACES + place(third)
}
