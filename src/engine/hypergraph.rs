//! Series on squares as a hypergraph: what a position is once the names of squares and series do not matter.
//!
//! The vertices are the quantum squares, the edges the sets of squares of the quantum series. Up to isomorphism
//! (a relabelling of squares and of series) the hypergraph decides how a game may go on; and which perfect matching
//! a collapse chooses does not change what is left: the same squares turn classical, the same series lose their
//! pieces there. So a walk through all positions of a game follows each isomorphism class once ([`Classes`]), and
//! a count keeps one number for each.
//!
//! Isomorphism is decided in two steps. *Colours* of the squares (colour refinement: three rounds in which a
//! square's colour takes in those of the squares it shares series with) are the same whatever the squares are
//! called. [`Hypergraph::sorted`] orders the squares by colour, which is cheap and brings many isomorphic hypergraphs
//! to one form; [`Hypergraph::canonical`] tries every order that keeps the colours ascending, which brings all.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::engine::board::{Square, SquareSet};
use crate::engine::matching::{Assignments, MAX_SERIES, Neighbours, SeriesSet};
use crate::engine::refinement::refine;

/// Quantum series on quantum squares.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hypergraph {
    /// How many squares there are; they have the indices below this.
    pub squares: usize,
    /// The squares of each series, in the order of play.
    pub series: Vec<SquareSet>,
}

impl fmt::Display for Hypergraph {
    /// The series as moves are written: `1-2 2-3` (and `-` if there are none).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.series.is_empty() {
            return f.write_str("-");
        }
        let series: Vec<String> = self.series.iter().map(ToString::to_string).collect();
        f.write_str(&series.join(" "))
    }
}

impl Hypergraph {
    /// `squares` squares without a series.
    pub const fn empty(squares: usize) -> Hypergraph {
        Hypergraph {
            squares,
            series: Vec::new(),
        }
    }

    /// The hypergraph with one more series.
    pub fn with(&self, series: SquareSet) -> Hypergraph {
        let mut longer = self.clone();
        longer.series.push(series);
        longer
    }

    /// Where the next turn of the game with n = `pieces` may place its series: on any n squares, or a single piece
    /// where fewer squares are left.
    pub fn placements(&self, pieces: usize) -> impl Iterator<Item = SquareSet> + use<> {
        SquareSet::first(self.squares).subsets(if self.squares < pieces { 1 } else { pieces })
    }

    /// All series.
    pub fn all(&self) -> SeriesSet {
        SeriesSet::first(self.series.len())
    }

    /// The squares of each series, as [`crate::engine::matching`] takes them. Series beyond [`MAX_SERIES`] are left
    /// out.
    pub fn neighbours(&self) -> Neighbours {
        let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
        for (slot, &set) in neighbours.iter_mut().zip(&self.series) {
            *slot = set;
        }
        neighbours
    }

    /// The squares of these series.
    pub fn neighbourhood(&self, series: SeriesSet) -> SquareSet {
        series.iter().fold(SquareSet::EMPTY, |squares, member| {
            squares | self.series[member]
        })
    }

    /// Removes a tight set and its squares, from the other series too, and closes the gaps in the numbering.
    pub fn collapsed(&self, tight: SeriesSet) -> Hypergraph {
        let kept = SquareSet::first(self.squares) - self.neighbourhood(tight);
        let squeezed = |set: SquareSet| -> SquareSet {
            let places = kept
                .iter()
                .enumerate()
                .filter(|&(_, square)| set.contains(square));
            places.map(|(place, _)| Square::from_index(place)).collect()
        };
        let left = self
            .all()
            .without(tight)
            .iter()
            .map(|member| squeezed(self.series[member]));
        Hypergraph {
            squares: kept.len(),
            series: left.collect(),
        }
    }

    /// The ways to give each of these series a square of its own.
    fn assignments(&self, series: SeriesSet) -> Assignments {
        series
            .iter()
            .fold(Assignments::default(), |so_far, member| {
                so_far.with(self.series[member])
            })
    }

    /// How many perfect matchings these series have onto their squares (0 if there are more squares than series).
    /// Counts of up to 20 series fit into the result.
    pub fn perfect_matchings(&self, series: SeriesSet) -> u64 {
        self.assignments(series).onto(self.neighbourhood(series))
    }

    /// For each square of one of these series, how many perfect matchings put it there.
    pub fn perfect_matchings_by_place(
        &self,
        series: SeriesSet,
        member: usize,
    ) -> Vec<(Square, u64)> {
        let assigned = self.assignments(series.without(SeriesSet::single(member)));
        let all = self.neighbourhood(series);
        let onto_others = |square| assigned.onto(all - SquareSet::single(square));
        self.series[member]
            .iter()
            .map(|square| (square, onto_others(square)))
            .collect()
    }

    /// The squares' colours: equal for squares that a relabelling could exchange, as far as three rounds of
    /// refinement tell.
    fn colours(&self) -> Vec<u64> {
        let mut colours = vec![1_u64; self.squares];
        for _ in 0..3 {
            refine(&mut colours, self.series.iter().map(|&set| (0, set)));
        }
        colours
    }

    /// The hypergraph with each square at its new place, and the series in order.
    fn relabelled(&self, place: &[usize]) -> Hypergraph {
        let image = |set: &SquareSet| {
            set.iter()
                .map(|square| Square::from_index(place[square.index()]))
                .collect()
        };
        let mut series: Vec<SquareSet> = self.series.iter().map(image).collect();
        series.sort_unstable();
        Hypergraph {
            squares: self.squares,
            series,
        }
    }

    /// A relabelling that brings many isomorphic hypergraphs, but not all, to the same form: a cheap key, which costs
    /// a memory some entries and never makes it wrong.
    pub fn sorted(&self) -> Hypergraph {
        let colours = self.colours();
        let mut order: Vec<usize> = (0..self.squares).collect();
        order.sort_by_key(|&point| colours[point]);
        let mut place = vec![0; self.squares];
        order
            .iter()
            .enumerate()
            .for_each(|(at, &point)| place[point] = at);
        self.relabelled(&place)
    }

    /// The canonical form: two hypergraphs have the same one exactly if they are isomorphic.
    ///
    /// It is the least relabelling among all orders of the squares that keep the colours ascending.
    /// Squares in the same series are interchangeable, so only one order of them is tried. Cost: s!
    /// relabellings at worst.
    pub fn canonical(&self) -> Hypergraph {
        self.least_among(self.colours())
    }

    /// The relabelling that comes first of all, to be shown as an example. Cost: s! relabellings at worst.
    pub fn least(&self) -> Hypergraph {
        self.least_among(vec![0; self.squares])
    }

    /// The least relabelling among all orders of the squares that keep the colours ascending.
    fn least_among(&self, colours: Vec<u64>) -> Hypergraph {
        let mut sorted = colours.clone();
        sorted.sort_unstable();
        let column = |point: usize| {
            let holds = |set: &&SquareSet| set.contains(Square::from_index(point));
            let members = self.series.iter().enumerate().filter(|(_, set)| holds(set));
            members.fold(0_u64, |word, (member, _)| word | 1 << member)
        };
        let columns = (0..self.squares).map(column).collect();
        let place = vec![usize::MAX; self.squares];
        let mut search = Least {
            of: self,
            colours,
            sorted,
            columns,
            place,
            least: None,
        };
        search.fill(0);
        search.least.unwrap_or_else(|| self.clone())
    }
}

/// The search for the least relabelling.
struct Least<'a> {
    of: &'a Hypergraph,
    colours: Vec<u64>,
    sorted: Vec<u64>,
    /// For each square the series it is in.
    columns: Vec<u64>,
    place: Vec<usize>,
    least: Option<Hypergraph>,
}

impl Least<'_> {
    fn fill(&mut self, slot: usize) {
        if slot == self.of.squares {
            let image = self.of.relabelled(&self.place);
            if self
                .least
                .as_ref()
                .is_none_or(|least| image.series < least.series)
            {
                self.least = Some(image);
            }
            return;
        }
        let mut tried = Vec::new();
        for point in 0..self.of.squares {
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

/// Hypergraphs met so far, up to isomorphism.
#[derive(Default)]
pub struct Classes {
    /// Forms whose class is known; saves most of the canonical forms.
    seen: FxHashSet<Hypergraph>,
    classes: FxHashSet<Hypergraph>,
}

impl Classes {
    /// The canonical form of a hypergraph whose class is met for the first time; `None` if it was met before.
    pub fn meet(&mut self, hypergraph: &Hypergraph) -> Option<Hypergraph> {
        let sorted = hypergraph.sorted();
        if self.seen.contains(&sorted) {
            return None;
        }
        let canonical = sorted.canonical();
        self.seen.insert(sorted);
        self.classes.insert(canonical.clone()).then_some(canonical)
    }

    /// How many classes were met.
    pub fn count(&self) -> u64 {
        self.classes.len() as u64
    }
}
