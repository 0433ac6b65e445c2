//! Sections 6 and 7: no endgame is special.
//!
//! **Theorem.** Relabelling the squares maps the histories of a game (placements and collapses, to the full
//! board) one-to-one to histories, step by step, with as many alternatives at each step. Hence
//! 1. every endgame (bijection of series to squares) ends equally many histories: T(s, n) / s!;
//! 2. in random play every endgame has probability 1 / s!.
//!
//! *Reason.* The rules mention squares only as members of sets, so whatever is legal stays legal when all
//! squares get other names; and any endgame becomes any other by some relabelling.
//!
//! **A gap in the argument.** Section 7 says "there is a bijection in the move combinations resulting in any 2
//! distinct endgames. Thus in a random game the probability of any endgame occurring is equal". A bijection alone
//! does not make the probabilities equal, for the histories of one endgame differ in probability
//! ([`Symmetry::likelihoods`]; the first case is n = 2 on 3 squares). The bijection that is meant, section 6's
//! "we can simply rearrange the squares", does: it keeps the probability of each history. It also needs a chooser
//! who draws uniformly, or at least without regard to the names of the squares.
//!
//! **By the way.** The walk goes through every game, so it also sees that each ends after exactly s turns
//! ([`Symmetry::turns`]), and that at least s - t squares are quantum after t turns
//! ([`Symmetry::fewest_quantum`]): a turn turns no more squares classical than there are series to fill them.
//!
//! The check plays every history with the engine together with its images under a relabelling that exchanges
//! two neighbouring squares, for all s - 1 of these: they generate all relabellings. It compares what is
//! legal at each step. Independently it counts the histories of each endgame and adds up their exact
//! probabilities.

use crate::game::Game;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use super::{Error, Spread};
use crate::board::{Board, Square, SquareSet};
use crate::matching::PerfectMatching;
use crate::position::{Phase, Position};
use crate::progress::Progress;
use crate::rules::Rules;

/// The most squares: every history is played.
pub const MAX_SQUARES: usize = 6;

/// What all histories of one game size show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// s.
    pub squares: usize,
    /// n.
    pub pieces: usize,
    /// All histories, T(s, n).
    pub histories: u64,
    /// How many endgames they lead to: s!.
    pub endgames: u64,
    /// Histories of one endgame.
    pub per_endgame: Option<Spread>,
    /// Comparisons with images: of the number of alternatives, of each step, of the endgame.
    pub steps: u64,
    /// Those that failed: an image had another number of alternatives, was not legal, or led elsewhere.
    pub unequal_steps: u64,
    /// Turns of a history.
    pub turns: Option<Spread>,
    /// At index t: the fewest quantum squares after t turns, their collapses done.
    pub fewest_quantum: Vec<usize>,
    /// How many different probabilities the histories of one endgame have: more than 1 from (3, 2) on.
    pub likelihoods: Option<Spread>,
    /// The probability of an endgame if all have the same; `None` if they have not.
    pub probability: Option<BigRational>,
}

impl Symmetry {
    /// Whether everything is as the theorem says, with T(s, n) the histories that were met.
    #[must_use]
    pub fn holds(&self) -> bool {
        let endgames = (1..=self.squares as u64).product();
        let each = self.histories.checked_div(endgames);
        self.endgames == endgames
            && self.unequal_steps == 0
            && self.per_endgame.is_some_and(|count| Some(count.fewest) == each && Some(count.most) == each)
            && self.probability == Some(BigRational::new(1.into(), endgames.into()))
    }
}

/// Plays every history of the game on `squares` squares with `pieces` pieces.
///
/// ```
/// use gqt3::progress::Silent;
/// use gqt3::theory::symmetry::symmetry;
/// let found = symmetry(3, 2, &Silent)?;
/// assert!(found.holds());
/// assert_eq!((found.histories, found.endgames), (42, 6));
/// assert_eq!(found.probability.map(|p| p.to_string()).as_deref(), Some("1/6"));
/// # Ok::<(), gqt3::theory::Error>(())
/// ```
///
/// Cost: s T(s, n) steps of the engine: milliseconds for s <= 4, 0.7 s for (5, 3).
///
/// # Errors
/// If there are no squares or pieces, more than [`MAX_SQUARES`] squares, or if it was interrupted.
pub fn symmetry(squares: usize, pieces: usize, progress: &dyn Progress) -> Result<Symmetry, Error> {
    super::at_most(squares, MAX_SQUARES)?;
    let board = Board::without_lines(squares).ok().filter(|_| pieces > 0).ok_or(Error::Empty)?;
    let start = Position::new(Game::new(board, pieces, Rules::default()).unwrap());
    let mut walk = Walk {
        endgames: FxHashMap::default(),
        turns: None,
        fewest_quantum: vec![squares; squares + 1],
        steps: 0,
        unequal_steps: 0,
        progress,
    };
    walk.visit(&start, &vec![start; squares - 1], 1)?;
    Ok(walk.evidence(squares, pieces))
}

/// [`symmetry`] for all 1 <= n <= s <= `most_squares`, ordered by s and then n.
///
/// # Errors
/// As [`symmetry`].
pub fn symmetry_up_to(most_squares: usize, progress: &dyn Progress) -> Result<Vec<Symmetry>, Error> {
    let sizes = (1..=most_squares).flat_map(|squares| (1..=squares).map(move |pieces| (squares, pieces)));
    sizes.map(|(squares, pieces)| symmetry(squares, pieces, progress)).collect()
}

/// For each number a / b with a = 1 the number of histories with that probability, by b.
type Likelihoods = BTreeMap<u64, u64>;

struct Walk<'a> {
    /// By the series on each square, four bits each.
    endgames: FxHashMap<u64, Likelihoods>,
    turns: Option<Spread>,
    fewest_quantum: Vec<usize>,
    steps: u64,
    unequal_steps: u64,
    progress: &'a dyn Progress,
}

/// The relabelling number k exchanges the squares with index k and k + 1.
fn image_of(square: Square, relabelling: usize) -> Square {
    match square.index() {
        index if index == relabelling => Square::new(index + 1),
        index if index == relabelling + 1 => Square::new(index - 1),
        _ => square,
    }
}

impl Walk<'_> {
    /// Follows all histories from a position; `images` are its images, `one_in` is 1 / its probability.
    fn visit(&mut self, position: &Position, images: &[Position], one_in: u64) -> Result<(), Error> {
        if position.phase() != Phase::Collapse {
            let fewest = &mut self.fewest_quantum[position.turns()];
            *fewest = position.quantum().len().min(*fewest);
        }
        match position.phase() {
            Phase::Over => self.finish(position, images, one_in),
            Phase::Place => {
                self.progress.check()?;
                let placements: Vec<SquareSet> = position.placements().collect();
                let count = placements.len();
                images.iter().for_each(|image| self.expect(image.placements().count() == count));
                for squares in placements {
                    let (next, images) = self.place(position, images, squares);
                    self.visit(&next, &images, one_in * count as u64)?;
                }
            }
            Phase::Collapse => {
                let collapses: Vec<PerfectMatching> = position.collapses().collect();
                let count = collapses.len();
                images.iter().for_each(|image| self.expect(image.collapses().count() == count));
                for collapse in collapses {
                    let (next, images) = self.collapse(position, images, &collapse);
                    self.visit(&next, &images, one_in * count as u64)?;
                }
            }
        }
        Ok(())
    }

    fn expect(&mut self, equal: bool) {
        self.steps += 1;
        self.unequal_steps += u64::from(!equal);
    }

    /// Images of legal placements are different sets; if they are legal and as many, they are all there are.
    fn place(&mut self, at: &Position, images: &[Position], squares: SquareSet) -> (Position, Vec<Position>) {
        let mut next = *at;
        next.place_unchecked(squares);
        let follow = |(relabelling, image): (usize, &Position)| {
            let mut image = *image;
            let placed: SquareSet = squares.iter().map(|square| image_of(square, relabelling)).collect();
            let legal = image.check_placement(placed).is_ok();
            if legal {
                image.place_unchecked(placed);
            }
            self.expect(legal && image.phase() == next.phase());
            image
        };
        let images = images.iter().enumerate().map(follow).collect();
        (next, images)
    }

    fn collapse(
        &mut self,
        at: &Position,
        images: &[Position],
        collapse: &PerfectMatching,
    ) -> (Position, Vec<Position>) {
        let mut next = *at;
        next.collapse_unchecked(collapse);
        let follow = |(relabelling, image): (usize, &Position)| {
            let mut image = *image;
            let places = collapse.newest_first();
            let places = places.map(|(series, square)| (series, image_of(square, relabelling)));
            let legal =
                PerfectMatching::new(places).filter(|matching| image.check_collapse(matching).is_ok());
            if let Some(matching) = &legal {
                image.collapse_unchecked(matching);
            }
            self.expect(legal.is_some() && image.phase() == next.phase());
            image
        };
        let images = images.iter().enumerate().map(follow).collect();
        (next, images)
    }

    fn finish(&mut self, position: &Position, images: &[Position], one_in: u64) {
        for (relabelling, image) in images.iter().enumerate() {
            let same = position.board().all().iter().all(|square| {
                let there = image.classical_series_on(image_of(square, relabelling));
                there.is_some() && there == position.classical_series_on(square)
            });
            self.expect(same);
        }
        Spread::add(&mut self.turns, position.turns() as u64);
        let series = position.board().all().iter().filter_map(|square| position.classical_series_on(square));
        let endgame = series.fold(0, |word, series| word << 4 | series as u64);
        *self.endgames.entry(endgame).or_default().entry(one_in).or_default() += 1;
    }

    fn evidence(self, squares: usize, pieces: usize) -> Symmetry {
        let (mut per_endgame, mut likelihoods, mut histories) = (None, None, 0);
        let mut probabilities: Vec<BigRational> = Vec::new();
        for endgame in self.endgames.values() {
            let count = endgame.values().sum();
            histories += count;
            Spread::add(&mut per_endgame, count);
            Spread::add(&mut likelihoods, endgame.len() as u64);
            let terms = endgame.iter().map(|(&one_in, &count)| BigRational::new(count.into(), one_in.into()));
            probabilities.push(terms.fold(BigRational::from(BigInt::zero()), |sum, term| sum + term));
        }
        probabilities.dedup();
        let probability = if probabilities.len() == 1 { probabilities.pop() } else { None };
        Symmetry {
            squares,
            pieces,
            histories,
            endgames: self.endgames.len() as u64,
            per_endgame,
            turns: self.turns,
            fewest_quantum: self.fewest_quantum,
            steps: self.steps,
            unequal_steps: self.unequal_steps,
            likelihoods,
            probability,
        }
    }
}
