//! Quantum series as sets of squares: what a position is once names do not matter, and all positions of a
//! game.
//!
//! Everything here follows the definitions: a tight set is found among all subsets, isomorphism is decided by
//! a canonical form. [`for_each_placement`] goes through every position a game can reach. Which perfect
//! matching the chooser picks does not change what is left (the same squares turn classical, the same series
//! lose their pieces there), so a position is followed once for each isomorphism class.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Error;
use crate::board::{Square, SquareSet};
use crate::matching::{MAX_SERIES, Neighbours, SeriesSet};
use crate::progress::Progress;

/// The most squares of the exhaustive walks: 2^s subsets are looked at for each position.
pub const MAX_SQUARES: usize = 10;

/// Quantum series on quantum squares.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Family {
    /// How many squares there are; they have the indices below this.
    pub squares: usize,
    /// The squares of each series, in the order of play.
    pub series: Vec<SquareSet>,
}

impl fmt::Display for Family {
    /// The series as moves are written: `1-2 2-3` (and `-` if there are none).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.series.is_empty() {
            return f.write_str("-");
        }
        for (index, set) in self.series.iter().enumerate() {
            let gap = if index > 0 { " " } else { "" };
            write!(f, "{gap}{set}")?;
        }
        Ok(())
    }
}

impl Family {
    /// No series on so many squares.
    #[must_use]
    pub const fn empty(squares: usize) -> Family {
        Family { squares, series: Vec::new() }
    }

    /// The family with one more series.
    #[must_use]
    pub fn with(&self, series: SquareSet) -> Family {
        let mut family = self.clone();
        family.series.push(series);
        family
    }

    /// All series.
    #[must_use]
    pub fn all(&self) -> SeriesSet {
        SeriesSet::first(self.series.len())
    }

    /// The squares of each series, as [`crate::matching`] takes them. Series beyond [`MAX_SERIES`] are left
    /// out.
    #[must_use]
    pub fn neighbours(&self) -> Neighbours {
        let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
        for (slot, &set) in neighbours.iter_mut().zip(&self.series) {
            *slot = set;
        }
        neighbours
    }

    /// n(E) for every set E of series: the entry at the set's word. Cost: 2^k for k series.
    #[must_use]
    pub fn neighbourhoods(&self) -> Vec<SquareSet> {
        let mut all = vec![SquareSet::EMPTY];
        for &set in &self.series {
            let with: Vec<SquareSet> = all.iter().map(|&squares| squares | set).collect();
            all.extend(with);
        }
        all
    }

    /// The squares of these series.
    #[must_use]
    pub fn neighbourhood(&self, series: SeriesSet) -> SquareSet {
        series.iter().fold(SquareSet::EMPTY, |squares, member| squares | self.series[member])
    }

    /// Removes a tight set and its squares, from the other series too, and closes the gaps in the numbering.
    #[must_use]
    pub fn collapsed(&self, tight: SeriesSet) -> Family {
        let kept = SquareSet::first(self.squares) - self.neighbourhood(tight);
        let squeezed = |set: SquareSet| -> SquareSet {
            let places = kept.iter().enumerate().filter(|&(_, square)| set.contains(square));
            places.map(|(place, _)| Square::new(place)).collect()
        };
        let left = self.all().without(tight).iter().map(|member| squeezed(self.series[member]));
        Family { squares: kept.len(), series: left.collect() }
    }

    /// How many perfect matchings these series have onto their squares (0 if there are more squares than
    /// series).
    ///
    /// Cost: one step for each set of squares that the first few series can fill. Counts of up to 20 series
    /// fit into the result.
    #[must_use]
    pub fn perfect_matchings(&self, series: SeriesSet) -> u64 {
        let Some(newest) = series.iter().next_back() else {
            return 1;
        };
        self.perfect_matchings_by_place(series, newest).into_iter().map(|(_, count)| count).sum()
    }

    /// For each square of one of these series, how many perfect matchings put it there.
    #[must_use]
    pub fn perfect_matchings_by_place(&self, series: SeriesSet, member: usize) -> Vec<(Square, u64)> {
        let mut ways = FxHashMap::default();
        ways.insert(SquareSet::EMPTY, 1_u64);
        for other in series.without(SeriesSet::single(member)) {
            let mut next = FxHashMap::default();
            for (&taken, &count) in &ways {
                for square in self.series[other] - taken {
                    *next.entry(taken | SquareSet::single(square)).or_default() += count;
                }
            }
            ways = next;
        }
        let all = self.neighbourhood(series);
        let others = |square| ways.get(&(all - SquareSet::single(square))).copied().unwrap_or(0);
        self.series[member].iter().map(|square| (square, others(square))).collect()
    }

    /// The squares' colours: equal for squares that a relabelling could exchange, as far as three rounds of
    /// looking at the neighbours tell.
    fn colours(&self) -> Vec<u64> {
        let mut colours = vec![1_u64; self.squares];
        for _ in 0..3 {
            let mut next: Vec<u64> = colours.iter().map(|&colour| scramble(colour)).collect();
            for &set in &self.series {
                let sum = set.iter().fold(0_u64, |sum, at| sum.wrapping_add(scramble(colours[at.index()])));
                let seen = scramble(sum ^ set.len() as u64);
                for square in set {
                    next[square.index()] = next[square.index()].wrapping_add(seen);
                }
            }
            colours = next;
        }
        colours
    }

    /// The family with each square at its new place, and the series in order.
    fn relabelled(&self, place: &[usize]) -> Family {
        let image = |set: &SquareSet| set.iter().map(|square| Square::new(place[square.index()])).collect();
        let mut series: Vec<SquareSet> = self.series.iter().map(image).collect();
        series.sort_unstable();
        Family { squares: self.squares, series }
    }

    /// A relabelling that brings many isomorphic families, but not all, to the same form. Cheap.
    #[must_use]
    pub fn sorted(&self) -> Family {
        let colours = self.colours();
        let mut order: Vec<usize> = (0..self.squares).collect();
        order.sort_by_key(|&point| colours[point]);
        let mut place = vec![0; self.squares];
        order.iter().enumerate().for_each(|(at, &point)| place[point] = at);
        self.relabelled(&place)
    }

    /// The canonical form: two families have the same one exactly if a relabelling of squares (and of series)
    /// maps one to the other.
    ///
    /// It is the least relabelled family among all orders of the squares that keep the colours ascending.
    /// Squares in the same series are interchangeable, so only one order of them is tried. Cost: s!
    /// relabellings at worst.
    #[must_use]
    pub fn canonical(&self) -> Family {
        self.least_among(self.colours())
    }

    /// The relabelled family that comes first of all, to be shown as an example. Cost: s! relabellings at worst.
    #[must_use]
    pub fn least(&self) -> Family {
        self.least_among(vec![0; self.squares])
    }

    /// The least relabelled family among all orders of the squares that keep the colours ascending.
    fn least_among(&self, colours: Vec<u64>) -> Family {
        let mut sorted = colours.clone();
        sorted.sort_unstable();
        let column = |point: usize| {
            let holds = |set: &&SquareSet| set.contains(Square::new(point));
            let members = self.series.iter().enumerate().filter(|(_, set)| holds(set));
            members.fold(0_u64, |word, (member, _)| word | 1 << member)
        };
        let columns = (0..self.squares).map(column).collect();
        let place = vec![usize::MAX; self.squares];
        let mut search = Least { family: self, colours, sorted, columns, place, least: None };
        search.fill(0);
        search.least.unwrap_or_else(|| self.clone())
    }
}

/// The search for the least relabelling.
struct Least<'a> {
    family: &'a Family,
    colours: Vec<u64>,
    sorted: Vec<u64>,
    /// For each square the series it is in.
    columns: Vec<u64>,
    place: Vec<usize>,
    least: Option<Family>,
}

impl Least<'_> {
    fn fill(&mut self, slot: usize) {
        if slot == self.family.squares {
            let image = self.family.relabelled(&self.place);
            if self.least.as_ref().is_none_or(|least| image.series < least.series) {
                self.least = Some(image);
            }
            return;
        }
        let mut tried = Vec::new();
        for point in 0..self.family.squares {
            let fits = self.place[point] == usize::MAX && self.colours[point] == self.sorted[slot];
            if fits && !tried.contains(&self.columns[point]) {
                tried.push(self.columns[point]);
                self.place[point] = slot;
                self.fill(slot + 1);
                self.place[point] = usize::MAX;
            }
        }
    }
}

/// Mixes the bits of a word (splitmix64).
fn scramble(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

/// Families met so far, up to isomorphism.
#[derive(Default)]
pub struct Classes {
    /// Forms whose class is known; saves most of the canonical forms.
    seen: FxHashSet<Family>,
    classes: FxHashSet<Family>,
}

impl Classes {
    /// The canonical form of a family whose class is met for the first time; `None` if it was met before.
    pub fn meet(&mut self, family: &Family) -> Option<Family> {
        let sorted = family.sorted();
        if self.seen.contains(&sorted) {
            return None;
        }
        let canonical = sorted.canonical();
        self.seen.insert(sorted);
        self.classes.insert(canonical.clone()).then_some(canonical)
    }

    /// How many classes were met.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.classes.len() as u64
    }
}

/// A series has just been placed; what it entangles has not collapsed yet.
pub struct Placement<'a> {
    /// All quantum series, the new one last.
    pub after: &'a Family,
    /// n(E) for every set E of them.
    pub neighbourhoods: &'a [SquareSet],
    /// The tight sets among them.
    pub tight: &'a [SeriesSet],
    /// The union of the tight sets: the entanglement (empty if there is none).
    pub entangled: SeriesSet,
    /// Whether no square was classical before: an entanglement would be the first of the game.
    pub first: bool,
}

impl Placement<'_> {
    /// How many pieces the new series has: n, or 1 in the tail.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.after.series.last().map_or(0, |set| set.len())
    }
}

/// How much a walk went through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Walked {
    /// Positions without a tight set, up to isomorphism, from the empty one on; the full board is not
    /// counted.
    pub positions: u64,
    /// Placements tried in them.
    pub placements: u64,
}

/// Visits every placement in every position that a game on `squares` squares with `pieces` pieces reaches, up
/// to isomorphism.
///
/// Cost: the positions (a few hundred for s = 7) times C(s, n) placements times 2^s subsets.
///
/// # Errors
/// If there are no squares or pieces, more than [`MAX_SQUARES`] squares, or if it was interrupted.
pub fn for_each_placement(
    squares: usize,
    pieces: usize,
    progress: &dyn Progress,
    visit: &mut dyn FnMut(&Placement<'_>),
) -> Result<Walked, Error> {
    super::at_most(squares, MAX_SQUARES)?;
    if squares == 0 || pieces == 0 {
        return Err(Error::Empty);
    }
    let mut classes = Classes::default();
    let mut open: Vec<Family> = classes.meet(&Family::empty(squares)).into_iter().collect();
    let mut walked = Walked::default();
    while let Some(before) = open.pop() {
        progress.check()?;
        walked.positions += 1;
        let size = if before.squares < pieces { 1 } else { pieces };
        for set in SquareSet::first(before.squares).subsets(size) {
            walked.placements += 1;
            let after = before.with(set);
            let neighbourhoods = after.neighbourhoods();
            let tight = tight_sets(&neighbourhoods);
            let entangled = tight.iter().fold(SeriesSet::EMPTY, |union, set| SeriesSet(union.0 | set.0));
            let first = before.squares == squares;
            visit(&Placement {
                after: &after,
                neighbourhoods: &neighbourhoods,
                tight: &tight,
                entangled,
                first,
            });
            let left = if entangled.is_empty() { after } else { after.collapsed(entangled) };
            if left.squares > 0 {
                open.extend(classes.meet(&left));
            }
        }
    }
    Ok(walked)
}

/// The nonempty sets with exactly as many squares as series.
#[must_use]
pub fn tight_sets(neighbourhoods: &[SquareSet]) -> Vec<SeriesSet> {
    let sets = neighbourhoods.iter().enumerate().skip(1);
    let tight = sets.map(|(word, squares)| (SeriesSet(word as u64), squares));
    tight.filter(|(set, squares)| set.len() == squares.len()).map(|(set, _)| set).collect()
}
