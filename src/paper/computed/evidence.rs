//! Everything the ledger and the result files rest on, computed once.

use super::error::Error;
use super::section6::sizes::Sizes;
use super::section7::RandomGames;
use super::section8::{Standard, certify, solved};
use super::section9::{SolvedPositions, solved_positions};
use super::theorems::{Reach, Theorems};
use crate::game::Game;
use crate::players::{self, Accuracy, Contest, Effort, Kind};
use crate::position::Position;
use crate::progress::Progress;
use crate::search::SolvedGame;

/// From how many games of each kind of player with itself the positions come in which choices are measured.
const ACCURACY_GAMES: u64 = 24;

/// How far the heuristic players look ahead whose choices are measured.
const ACCURACY_DEPTHS: [usize; 3] = [1, 2, 3];

/// How many turns of these games are played at random, so that they differ.
const ACCURACY_OPENING: usize = 2;

/// The computed side of the ledger.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The theorems, as far as [`Reach::QUICK`] or [`Reach::THOROUGH`].
    pub theorems: Theorems,
    /// Section 6: how many games there are.
    pub sizes: Sizes,
    /// Section 7: random play.
    pub random: RandomGames,
    /// Section 8: perfect play, see [`solved`].
    pub solved: Vec<SolvedGame>,
    /// Section 8: the games among them of which the paper speaks.
    pub standard: Standard,
    /// Section 8, if certificates were made of the value under the paper's rules and where player 1 collapses: how many
    /// choices they have, see [`certify`].
    pub certified: Option<[[usize; 2]; 2]>,
    /// Section 9: every position of random games on boards up to 3x3, n = 1 and 2, solved.
    pub solved_positions: Vec<SolvedPositions>,
    /// How often choices keep the value on 3x3 with two pieces, in games of each kind of player.
    pub accuracy: Vec<Accuracy>,
}

impl Evidence {
    /// Computes everything. A few seconds on two cores; the solved games take most of it.
    pub fn gather(progress: &dyn Progress) -> Result<Evidence, Error> {
        let sizes = Sizes::count(progress)?;
        let theorems = Theorems::check(Reach::QUICK, progress)?;
        let random = RandomGames::gather(progress)?;
        let solved = solved(progress)?;
        Ok(Evidence {
            theorems,
            sizes,
            random,
            standard: Standard::among(&solved)?,
            solved,
            certified: None,
            solved_positions: solved_positions(progress)?,
            accuracy: accuracies(progress)?,
        })
    }

    /// Checks the theorems as far as [`Reach::THOROUGH`], and some of the values of section 8 by certificates.
    ///
    /// Cost: a minute or two.
    pub fn check_further(&mut self, progress: &dyn Progress) -> Result<(), Error> {
        self.theorems = Theorems::check(Reach::THOROUGH, progress)?;
        let Standard { paper, player1_collapses, .. } = &self.standard;
        self.certified = Some([certify(paper, progress)?, certify(player1_collapses, progress)?]);
        Ok(())
    }
}

/// How often heuristic players, by their estimates alone, and the random player keep the value.
fn accuracies(progress: &dyn Progress) -> Result<Vec<Accuracy>, Error> {
    let start = Position::new(Game::default());
    let efforts = ACCURACY_DEPTHS.map(|depth| Effort { depth, exact_end: false, ..Effort::default() });
    let of = |&kind: &Kind| Contest {
        start,
        players: [kind; 2],
        effort: efforts[0],
        seed: 1,
        opening: ACCURACY_OPENING,
    };
    let contests: Vec<Contest> = Kind::ALL.iter().map(of).collect();
    Ok(players::accuracy(&contests, ACCURACY_GAMES, &efforts, progress)?)
}
