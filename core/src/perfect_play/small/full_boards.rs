//! The margins of full boards.
//!
//! The margin depends on the set A of player 1's squares and, if two lines are completed, on where
//! the *late* subscripts are ([`Tables::early`](super::tables::Tables::early)).
//!
//! For a threshold, a set A is *certain* if the margin reaches it wherever the late subscripts are,
//! and *possible* if it does for some choice of their squares. It is *uncertain* if it is possible
//! but not certain.

use super::bounds::{Bounds, Halves, LEAST, MOST};
use super::family::{Families, Family};
use super::squares::{Mask, SQUARES, bits};

#[derive(Debug)]
pub struct FullBoards {
    /// The least and the greatest margin, by A.
    bounds: Vec<Bounds>,
    /// The certain and the possible sets for each threshold from `LEAST` to `MOST + 1`, which no
    /// board reaches.
    reaching: Vec<[Family; 2]>,
    /// The uncertain sets that reach a threshold, by where the late subscripts are.
    ///
    /// `by_order[threshold - LEAST][index(x, z)].0[y]` is for subscript 7 on square x, 8 on y and 9
    /// on z. A threshold that has no uncertain set has no entries.
    by_order: Vec<Vec<Families>>,
}

const PLACES: usize = SQUARES + 1;

impl FullBoards {
    /// `margin` takes both players' squares and those of the `late` late subscripts.
    pub fn new(
        squares: usize,
        late: usize,
        lines: &[Mask],
        margin: impl Fn([Mask; 2], [Mask; 3]) -> Halves,
    ) -> FullBoards {
        let mut boards = FullBoards {
            bounds: vec![Bounds::NONE; 1 << squares],
            reaching: Vec::new(),
            by_order: vec![Vec::new(); (MOST - LEAST + 1) as usize],
        };
        let all: Mask = (1 << squares) - 1;
        for one in (0..=all).filter(|one| one.count_ones() as usize == squares.div_ceil(2)) {
            let owned = [one, all & !one];
            let completed = lines
                .iter()
                .filter(|&line| owned.iter().any(|squares| line & !squares == 0));
            if completed.count() < 2 {
                boards.bounds[usize::from(one)] = Bounds::exactly(margin(owned, [0; 3]));
            } else {
                boards.add_by_order(owned, late, &margin);
            }
        }
        boards.reaching = (LEAST..=MOST + 1)
            .map(|threshold| boards.reaching(threshold))
            .collect();
        boards
    }

    fn add_by_order(
        &mut self,
        owned: [Mask; 2],
        late: usize,
        margin: &impl Fn([Mask; 2], [Mask; 3]) -> Halves,
    ) {
        let one = owned[0];
        let places = [0, 1, 2].map(|nth| if nth < late { owned[nth % 2] } else { 0 });
        // The mask 0 puts a late subscript nowhere.
        let choices = |mask: Mask| std::iter::once(0).chain(bits(mask).map(|bit| 1 << bit));
        let mut result = Vec::new();
        for x in choices(places[0]) {
            for y in choices(places[1]) {
                for z in choices(places[2]).filter(|&z: &Mask| z == 0 || z != x) {
                    result.push(([x, y, z], margin(owned, [x, y, z])));
                }
            }
        }
        let all_stand = |late: &[Mask; 3]| (0..3).all(|nth| (late[nth] == 0) == (places[nth] == 0));
        let margins = result
            .iter()
            .filter(|(late, _)| all_stand(late))
            .map(|&(_, margin)| margin);
        let bounds = margins.fold(Bounds::NONE, |bounds, margin| {
            bounds.or(Bounds::exactly(margin))
        });
        self.bounds[usize::from(one)] = bounds;
        for ([x, y, z], margin) in result {
            for threshold in bounds.lower + 1..=margin.min(bounds.upper) {
                let by_order = &mut self.by_order[(threshold - LEAST) as usize];
                by_order.resize(PLACES * PLACES, Families::NONE);
                by_order[index(x, z)].0[place(y)].insert(one);
            }
        }
    }

    fn reaching(&self, threshold: Halves) -> [Family; 2] {
        let sets = |margin: fn(&Bounds) -> Halves| {
            let boards = (0..)
                .zip(&self.bounds)
                .filter(|(_, bounds)| **bounds != Bounds::NONE);
            Family::of(
                boards
                    .filter(|(_, bounds)| margin(bounds) >= threshold)
                    .map(|(set, _)| set),
            )
        };
        [sets(|bounds| bounds.lower), sets(|bounds| bounds.upper)]
    }

    #[inline(always)]
    pub fn reach(&self, threshold: Halves) -> &[Family; 2] {
        &self.reaching[(threshold - LEAST) as usize]
    }

    /// Returns, for each square of subscript 8, the uncertain sets that reach the threshold.
    ///
    /// `seven` and `nine`, the squares of the other late subscripts, are masks of one square or 0.
    #[inline(always)]
    pub fn reach_by_order(&self, threshold: Halves, seven: Mask, nine: Mask) -> &Families {
        self.by_order[(threshold - LEAST) as usize]
            .get(index(seven, nine))
            .unwrap_or(&Families::NONE)
    }

    /// The set `one` must be uncertain.
    #[inline(always)]
    pub fn reaches_by_order(&self, one: Mask, late: [Mask; 3], threshold: Halves) -> bool {
        self.reach_by_order(threshold, late[0], late[2]).0[place(late[1])].contains(one)
    }
}

#[inline(always)]
fn place(mask: Mask) -> usize {
    if mask == 0 {
        SQUARES
    } else {
        mask.trailing_zeros() as usize
    }
}

#[inline(always)]
fn index(first: Mask, third: Mask) -> usize {
    place(first) * PLACES + place(third)
}
