//! Sections 6 and 7: no endgame is special.
//!
//! **Theorem.** A game's history is its placements and collapses up to the full board. Relabelling
//! the squares maps histories one-to-one to histories, with as many alternatives at each step.
//! Hence
//! 1. equally many histories, T(s, n) / s!, lead to every endgame (bijection from series to
//!    squares);
//! 2. in random play every endgame has probability 1 / s!.
//!
//! *Proof.* The rules use squares only as members of sets, so a legal action stays legal if the
//! squares are renamed. Any endgame can be relabelled into any other. ∎
//!
//! **A gap in the argument.** Section 7 concludes that endgames are equally likely from "a
//! bijection in the move combinations resulting in any 2 distinct endgames". That is not enough,
//! because histories that lead to one endgame can differ in probability
//! ([`Endgames::probabilities`]), first for n = 2 on 3 squares. But the intended bijection, section
//! 6's "we can simply rearrange the squares", keeps each history's probability in random play.
//!
//! The check plays every history with the engine, together with its images under two relabellings
//! that generate all: the exchange of the first two squares, and the shift of all squares in a
//! circle. At each step an image must have as many legal actions, and each action's image must be
//! legal. Independently, the check counts each endgame's histories and adds up their exact
//! probabilities.
//!
//! It also checks that each game has exactly s turns, and that after t turns at least s - t squares
//! are quantum: t series can fill at most t squares.

use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use crate::paper::error::LedgerError;
use crate::paper::extremes::{Spread, factorial};
use gqt3::engine::board::{Board, Square};
use gqt3::engine::game::Game;
use gqt3::engine::matching::PerfectMatching;
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::Rules;
use gqt3::support::progress::Progress;

const MAX_SQUARES: usize = 6;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Endgames {
    pub squares: usize,
    pub pieces: usize,
    /// T(s, n).
    pub histories: u64,
    pub endgames: u64,
    pub per_endgame: Option<Spread>,
    /// Failed comparisons: an image has more or fewer alternatives, is illegal, or leads to another
    /// phase or endgame.
    pub unequal_steps: u64,
    pub turns: Option<Spread>,
    /// At index t: the fewest quantum squares after t turns, collapses included.
    pub fewest_quantum: Vec<usize>,
    /// How many different probabilities one endgame's histories have.
    pub probabilities: Option<Spread>,
    /// An endgame's probability; `None` if endgames differ.
    pub probability: Option<BigRational>,
}

impl Endgames {
    pub fn are_alike(&self) -> bool {
        let endgames = factorial(self.squares);
        self.endgames == endgames
            && self.unequal_steps == 0
            && self.histories.checked_div(endgames).map(Spread::only) == self.per_endgame
            && self.probability == Some(BigRational::new(1.into(), endgames.into()))
    }
}

pub fn endgames(
    squares: usize,
    pieces: usize,
    progress: &dyn Progress,
) -> Result<Endgames, LedgerError> {
    LedgerError::unless_within(squares, MAX_SQUARES)?;
    let start = Position::new(Game::new(
        Board::without_lines(squares)?,
        pieces,
        Rules::default(),
    )?);
    let result = Endgames {
        squares,
        pieces,
        fewest_quantum: vec![squares; squares + 1],
        ..Endgames::default()
    };
    let mut walk = Walk {
        result,
        endgames: FxHashMap::default(),
        relabellings: generators(squares),
        progress,
    };
    walk.visit(&start, &[start; 2], 1)?;
    Ok(walk.evidence())
}

/// Maps b to the number of histories with probability 1 / b.
type Probabilities = FxHashMap<u64, u64>;

struct Walk<'a> {
    result: Endgames,
    /// By the series on each square, four bits each.
    endgames: FxHashMap<u64, Probabilities>,
    relabellings: [Relabelling; 2],
    progress: &'a dyn Progress,
}

/// Maps the square with index k to the k-th of these.
type Relabelling = Vec<Square>;

/// Exchanges the first two squares, and shifts all in a circle.
fn generators(squares: usize) -> [Relabelling; 2] {
    let mut exchange: Relabelling = (0..squares).map(Square::from_index).collect();
    let mut shift = exchange.clone();
    exchange[..squares.min(2)].reverse();
    shift.rotate_left(1);
    [exchange, shift]
}

fn play_image(action: &Action, image: &Position, relabelling: &[Square]) -> Option<Position> {
    let image_of = |square: Square| relabelling[square.index()];
    let action = match action {
        Action::Place(squares) => Action::Place(squares.iter().map(image_of).collect()),
        Action::Collapse(collapse) => {
            let places = collapse.newest_first();
            let places = places.map(|(series, square)| (series, image_of(square)));
            Action::Collapse(PerfectMatching::new(places)?)
        }
    };
    image.play(action).ok()
}

impl Walk<'_> {
    /// Follows all histories from a position with probability 1 / `one_in`, and their images.
    ///
    /// Different actions have different images. So if all of these are legal, and the image
    /// position has as many actions, they are all of its actions.
    fn visit(
        &mut self,
        position: &Position,
        images: &[Position; 2],
        one_in: u64,
    ) -> Result<(), LedgerError> {
        if position.phase() != Phase::Collapse {
            let fewest = &mut self.result.fewest_quantum[position.turns()];
            *fewest = position.quantum().len().min(*fewest);
        }
        if position.phase() == Phase::Over {
            self.finish(position, images, one_in);
            return Ok(());
        }
        self.progress.check()?;
        let actions: Vec<Action> = position.actions().collect();
        let unequal = |image: &&Position| image.actions().count() != actions.len();
        self.result.unequal_steps += images.iter().filter(unequal).count() as u64;
        for action in &actions {
            let next = position.after_unchecked(action);
            let mut images = *images;
            for (image, relabelling) in images.iter_mut().zip(&self.relabellings) {
                let followed = play_image(action, image, relabelling);
                let same = followed.is_some_and(|followed| followed.phase() == next.phase());
                self.result.unequal_steps += u64::from(!same);
                *image = followed.unwrap_or(*image);
            }
            self.visit(&next, &images, one_in * actions.len() as u64)?;
        }
        Ok(())
    }

    fn finish(&mut self, position: &Position, images: &[Position; 2], one_in: u64) {
        for (image, relabelling) in images.iter().zip(&self.relabellings) {
            let same = position.board().all().iter().all(|square| {
                let there = image.classical_series_on(relabelling[square.index()]);
                there.is_some() && there == position.classical_series_on(square)
            });
            self.result.unequal_steps += u64::from(!same);
        }
        Spread::add(&mut self.result.turns, position.turns() as u64);
        let series = position
            .board()
            .all()
            .iter()
            .filter_map(|square| position.classical_series_on(square));
        let endgame = series.fold(0, |word, series| word << 4 | series as u64);
        *self
            .endgames
            .entry(endgame)
            .or_default()
            .entry(one_in)
            .or_default() += 1;
    }

    fn evidence(self) -> Endgames {
        let mut result = Endgames {
            endgames: self.endgames.len() as u64,
            ..self.result
        };
        let mut probabilities: Vec<BigRational> = Vec::new();
        for endgame in self.endgames.values() {
            let count = endgame.values().sum();
            result.histories += count;
            Spread::add(&mut result.per_endgame, count);
            Spread::add(&mut result.probabilities, endgame.len() as u64);
            let terms = endgame
                .iter()
                .map(|(&one_in, &count)| BigRational::new(count.into(), one_in.into()));
            probabilities.push(terms.fold(BigRational::zero(), |sum, term| sum + term));
        }
        probabilities.dedup();
        result.probability = if probabilities.len() == 1 {
            probabilities.pop()
        } else {
            None
        };
        result
    }
}
