//! Appendix B: for n = 2 there are exactly two collapses; Appendix A: one piece decides which.
//!
//! **Theorem.** An entanglement that a pair of pieces causes in the n = 2 game is a component with exactly
//! one cycle. It has exactly two collapses; they differ exactly on the cycle, which they go round in opposite
//! ways.
//!
//! *Reason.* A collapse gives every pair one of its squares, every square one pair: an orientation with every
//! indegree 1. A leaf is the only chance of its square, so the stems point away from the cycle; what is left
//! is the cycle, and fixing one of its pairs fixes the next, all the way round.
//!
//! **Appendix A's cascade.** One piece of the entanglement becomes classical. The other pieces on its square
//! and the other piece of its pair vanish; every square left with one piece takes that, and so on until
//! nothing changes. "If any collapse is invalid (a pair of pieces vanish entirely) then collapse must be
//! restarted. Note that there are always exactly 2 valid collapses". What is true:
//! * A piece of a pair *on the cycle* always decides everything: each of the pair's squares gives one of the
//!   two collapses, with nothing to take back. The newest pair is on the cycle, so the chooser need look no
//!   further.
//! * A piece of a *stem* never decides. Smallest case: 1-2, 1-2 with the stem 2-3. On its outer square 3 it
//!   leaves the cycle open. On its inner square 2 no collapse exists, but by the rule as written nothing more
//!   happens and no pair vanishes; it never does, because a square taken later holds one piece only. A pair
//!   vanishes if a pair left with one piece takes its square as well ([`Forcing::SquaresAndPairs`]); then
//!   such a choice is always taken back.
//!
//! **More corrections.** (1) The last square is filled by a single piece, an entanglement with one collapse;
//! the theorem speaks of pairs. (2) "All squares containing only one piece" must mean squares of the
//! entanglement: with 1-2, 3-4, 1-2 the squares 3 and 4 hold one piece each and are not entangled
//! ([`TwoCollapses::astray`]).

use super::family::{Family, Placement, for_each_placement};
use super::{Counterexample, Error};
use crate::board::{Square, SquareSet};
use crate::matching::SeriesSet;
use crate::progress::Progress;

/// What all n = 2 entanglements on one number of squares show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TwoCollapses {
    /// s.
    pub squares: usize,
    /// Positions between turns, up to isomorphism: forests.
    pub positions: u64,
    /// Entanglements caused by a pair.
    pub entanglements: u64,
    /// Pairs on a cycle in all of them.
    pub on_cycle: u64,
    /// Pairs on a stem.
    pub on_stem: u64,
    /// How the cascade ends from every piece, by the rule as written.
    pub as_written: Endings,
    /// The same if pairs with one piece left are forced too.
    pub with_pairs: Endings,
    /// The smallest position with a piece that does not decide.
    pub undecided: Option<Counterexample>,
    /// The smallest position in which the cascade, taken literally, leaves the entanglement.
    pub astray: Option<Counterexample>,
    /// The smallest position in which the theorem, or what is true of the cascade, fails.
    pub counterexample: Option<Counterexample>,
}

/// What is forced in a cascade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forcing {
    /// A square with one piece takes it (Appendix A as written).
    Squares,
    /// And a pair with one piece left takes its square.
    SquaresAndPairs,
}

/// How cascades end: choices of a piece counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Endings {
    /// In a collapse.
    pub decided: u64,
    /// With a pair that has vanished.
    pub taken_back: u64,
    /// With squares that nobody has taken yet.
    pub left_open: u64,
}

/// What became of a cascade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cascade {
    /// Every pair of the entanglement has a square; by series, in the order of play.
    Decided(Vec<Square>),
    /// Both pieces of a pair vanished.
    TakenBack,
    /// Some pairs have no square yet, and nothing is forced.
    LeftOpen,
}

/// Checks every entanglement of the n = 2 game on so many squares.
///
/// ```
/// use gqt3::progress::Silent;
/// use gqt3::theory::appendix_b::two_collapses;
/// let found = two_collapses(4, &Silent)?;
/// assert!(found.counterexample.is_none());
/// assert_eq!(found.as_written.decided, 2 * found.on_cycle);
/// assert_eq!(found.astray.map(|case| case.series.to_string()).as_deref(), Some("1-2 3-4 1-2"));
/// # Ok::<(), gqt3::theory::Error>(())
/// ```
///
/// Cost: milliseconds for s <= 7.
///
/// # Errors
/// As [`for_each_placement`].
pub fn two_collapses(squares: usize, progress: &dyn Progress) -> Result<TwoCollapses, Error> {
    let mut found = TwoCollapses { squares, ..TwoCollapses::default() };
    let walked = for_each_placement(squares, 2, progress, &mut |placed| found.look_at(placed))?;
    found.positions = walked.positions;
    Ok(found)
}

impl TwoCollapses {
    fn look_at(&mut self, placed: &Placement<'_>) {
        if placed.entangled.is_empty() || placed.pieces() < 2 {
            return;
        }
        self.entanglements += 1;
        let members = placed.entangled.iter().map(|member| placed.after.series[member]).collect();
        let entangled = Family { squares: placed.after.squares, series: members };
        let cycle = cycle(&entangled);
        self.on_cycle += cycle.len() as u64;
        self.on_stem += (entangled.series.len() - cycle.len()) as u64;
        let collapses = collapses(&entangled);
        let mut expect = |holds: bool, statement| {
            if !holds {
                Counterexample::keep(&mut self.counterexample, statement, placed.after);
            }
        };
        let newest = entangled.series.len() - 1;
        expect(cycle.contains(newest), "the newest pair is not on the cycle");
        expect(opposite(&collapses, cycle), "the collapses are not the two orientations of one cycle");
        let is_chosen = |collapse: &Vec<Square>| {
            let outcome = cascade(&entangled, newest, collapse[newest], Forcing::Squares);
            outcome == Cascade::Decided(collapse.clone())
        };
        expect(collapses.iter().all(is_chosen), "the newest pair's squares do not give the two collapses");
        self.cascade_from_each(placed, &entangled, cycle);
        self.cascade_literally(placed);
    }

    /// Tries the cascade from every piece of the entanglement.
    fn cascade_from_each(&mut self, placed: &Placement<'_>, entangled: &Family, cycle: SeriesSet) {
        for member in entangled.all() {
            let as_written = endings(entangled, member, Forcing::Squares);
            let with_pairs = endings(entangled, member, Forcing::SquaresAndPairs);
            let expected = match cycle.contains(member) {
                true => [Endings { decided: 2, ..Endings::default() }; 2],
                false => [
                    Endings { left_open: 2, ..Endings::default() },
                    Endings { taken_back: 1, left_open: 1, ..Endings::default() },
                ],
            };
            if [as_written, with_pairs] != expected {
                let statement = "a cascade does not end as it should";
                Counterexample::keep(&mut self.counterexample, statement, placed.after);
            }
            if as_written.decided < 2 {
                Counterexample::keep(&mut self.undecided, "a piece does not decide", placed.after);
            }
            self.as_written.add(as_written);
            self.with_pairs.add(with_pairs);
        }
    }

    /// Lets the cascade run over all quantum squares, as Appendix A has it.
    fn cascade_literally(&mut self, placed: &Placement<'_>) {
        let newest = placed.after.series.len() - 1;
        for square in placed.after.series[newest] {
            let (_, fixed) = fixed_by(placed.after, newest, square, Forcing::Squares);
            if fixed.iter().any(|&(member, _)| !placed.entangled.contains(member)) {
                let statement = "squares outside the entanglement hold one piece";
                Counterexample::keep(&mut self.astray, statement, placed.after);
            }
        }
    }
}

impl Endings {
    fn add(&mut self, other: Endings) {
        self.decided += other.decided;
        self.taken_back += other.taken_back;
        self.left_open += other.left_open;
    }
}

/// How the cascades from the two pieces of a pair end.
fn endings(entangled: &Family, member: usize, forcing: Forcing) -> Endings {
    let mut endings = Endings::default();
    for square in entangled.series[member] {
        match cascade(entangled, member, square, forcing) {
            Cascade::Decided(_) => endings.decided += 1,
            Cascade::TakenBack => endings.taken_back += 1,
            Cascade::LeftOpen => endings.left_open += 1,
        }
    }
    endings
}

/// The pairs on a cycle: what is left when leaves are taken away as long as there are any.
fn cycle(entangled: &Family) -> SeriesSet {
    let mut left = entangled.all();
    loop {
        let pieces_on =
            |square: Square| left.iter().filter(|&member| entangled.series[member].contains(square)).count();
        let is_leaf = |member: &usize| entangled.series[*member].iter().any(|square| pieces_on(square) == 1);
        let leaves: SeriesSet = left.iter().filter(is_leaf).collect();
        if leaves.is_empty() {
            return left;
        }
        left = left.without(leaves);
    }
}

/// Every way to give the pairs different squares of theirs, by trying everything.
fn collapses(entangled: &Family) -> Vec<Vec<Square>> {
    let mut all: Vec<Vec<Square>> = vec![Vec::new()];
    for &pair in &entangled.series {
        let extended = all.iter().flat_map(|places| {
            let free = pair.iter().filter(|square| !places.contains(square));
            free.map(|square| [places.as_slice(), &[square]].concat())
        });
        all = extended.collect();
    }
    all
}

/// Whether there are two collapses, and they differ exactly on the cycle.
fn opposite(collapses: &[Vec<Square>], cycle: SeriesSet) -> bool {
    let [one, other] = collapses else {
        return false;
    };
    let differ = (0..one.len()).filter(|&member| one[member] != other[member]);
    cycle.len() >= 2 && differ.collect::<SeriesSet>() == cycle
}

/// Appendix A's cascade from one piece: the pair `member` of the entanglement on `square`.
///
/// Squares are taken in increasing order whenever several hold one piece, and before pairs.
#[must_use]
pub fn cascade(entangled: &Family, member: usize, square: Square, forcing: Forcing) -> Cascade {
    let (vanished, fixed) = fixed_by(entangled, member, square, forcing);
    if vanished {
        return Cascade::TakenBack;
    }
    let place = |member| fixed.iter().find(|(fixed, _)| *fixed == member).map(|&(_, square)| square);
    entangled.all().iter().map(place).collect::<Option<_>>().map_or(Cascade::LeftOpen, Cascade::Decided)
}

/// The pairs that the cascade makes classical, and whether some other pair vanished.
fn fixed_by(
    family: &Family,
    member: usize,
    square: Square,
    forcing: Forcing,
) -> (bool, Vec<(usize, Square)>) {
    let mut pieces = family.series.clone();
    let mut fixed = Vec::new();
    let mut next = Some((member, square));
    while let Some((member, square)) = next {
        fixed.push((member, square));
        pieces[member] = SquareSet::EMPTY;
        for set in &mut pieces {
            set.remove(square);
        }
        let by_square = SquareSet::first(family.squares).iter().find_map(|square| {
            let mut holders = (0..pieces.len()).filter(|&other| pieces[other].contains(square));
            holders.next().filter(|_| holders.next().is_none()).map(|holder| (holder, square))
        });
        let by_pair = || {
            let member = pieces.iter().position(|set| set.len() == 1)?;
            pieces[member].lowest().map(|square| (member, square))
        };
        next = match forcing {
            Forcing::Squares => by_square,
            Forcing::SquaresAndPairs => by_square.or_else(by_pair),
        };
    }
    let is_fixed = |member: usize| fixed.iter().any(|&(other, _)| other == member);
    let vanished = pieces.iter().enumerate().any(|(member, set)| set.is_empty() && !is_fixed(member));
    (vanished, fixed)
}
