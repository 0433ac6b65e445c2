//! Everything the ledger and the result files rest on, computed once.

use super::error::Error;
use super::plan::found;
use super::section6::sizes::Sizes;
use super::section7::RandomGames;
use super::section8;
use super::section9::{self, SolvedPositions};
use super::section10;
use super::theorems::{Reach, Theorems};
use crate::game::Game;
use crate::players::{self, Accuracy, Contest, Effort, Kind};
use crate::position::Position;
use crate::progress::Progress;
use crate::rules::Variant;
use crate::search::SolvedGame;
use crate::tasks::Tasks;

/// From how many games of each kind of player with itself the positions come in which choices are measured.
const ACCURACY_GAMES: u64 = 24;

/// How far the heuristic players look ahead whose choices are measured.
const ACCURACY_PLAYOUTS: [u64; 3] = [10, 100, 1_000];

/// How many turns of these games are played at random, so that they differ.
const ACCURACY_OPENING: usize = 2;

/// The computed side of the ledger.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The theorems, as far as [`Theorems::reach`].
    pub theorems: Theorems,
    /// Section 6: how many games there are.
    pub sizes: Sizes,
    /// Section 7: random play.
    pub random: RandomGames,
    /// Section 8: perfect play, see [`section8::plan`].
    pub solved: Vec<SolvedGame>,
    /// Section 8, if certificates were made of the value under the paper's rules and where player 1 collapses: how many
    /// choices they have, see [`section8::certify`].
    pub certified: Option<[[usize; 2]; 2]>,
    /// Section 9: every position of random games on boards up to 3x3, n = 1 and 2, solved.
    pub solved_positions: Vec<SolvedPositions>,
    /// How often choices keep the value on 3x3 with two pieces, in games of each kind of player.
    pub accuracy: Vec<Accuracy>,
}

/// What takes minutes, beside [`Evidence`].
#[derive(Clone, Debug)]
pub struct Further {
    /// The theorems as far as [`Reach::THOROUGH`].
    pub theorems: Theorems,
    /// As [`Evidence::certified`].
    pub certified: [[usize; 2]; 2],
    /// The games of section 8 whose best first moves take long.
    pub first_moves: Vec<SolvedGame>,
    /// Section 10: the 4x4 board, see [`section10::plan`].
    pub larger: Vec<SolvedGame>,
}

impl Evidence {
    /// Computes everything: some seconds on two cores. With `thorough` what takes minutes, too.
    pub fn gather(thorough: bool, progress: &dyn Progress) -> Result<(Evidence, Option<Further>), Error> {
        let mut tasks = Tasks::default();
        let sizes = Sizes::plan(&mut tasks, progress)?;
        let theorems = Theorems::plan(&mut tasks, Reach::QUICK);
        let random = RandomGames::plan(&mut tasks);
        let solved = section8::plan(&mut tasks)?;
        let solved_positions = section9::plan(&mut tasks);
        let accuracy = plan_accuracy(&mut tasks);
        let further = if thorough { Some(Further::plan(&mut tasks)?) } else { None };
        tasks.run("results", progress);
        let evidence = Evidence {
            theorems: theorems()?,
            sizes: sizes()?,
            random: random()?,
            solved: solved()?,
            certified: None,
            solved_positions: solved_positions()?,
            accuracy: accuracy()?,
        };
        Ok((evidence, further.map(|further| further()).transpose()?))
    }

    /// The standard game (3x3, n = 2) under the rules of a variant.
    ///
    /// # Panics
    /// Never: it is solved under all rules.
    #[must_use]
    pub fn standard(&self, variant: Variant) -> &SolvedGame {
        let asked = Game::default().with_rules(variant.rules());
        self.solved.iter().find(|solved| solved.game == asked).expect("it is solved under all rules")
    }
}

impl Further {
    fn plan<'a>(tasks: &mut Tasks<'a>) -> Result<impl FnOnce() -> Result<Further, Error> + use<'a>, Error> {
        let theorems = Theorems::plan(tasks, Reach::THOROUGH);
        let certified = [Variant::Paper, Variant::Player1Collapses].map(|variant| {
            tasks.add("certificates", 5_000, move |progress| section8::certify(variant, progress))
        });
        let first_moves = section8::plan_first_moves(tasks)?;
        let larger = section10::plan(tasks);
        Ok(move || {
            let [paper, player1_collapses] = certified;
            Ok(Further {
                theorems: theorems()?,
                certified: [found(paper)?, found(player1_collapses)?],
                first_moves: first_moves()?,
                larger: larger()?,
            })
        })
    }
}

/// How often heuristic players, by their estimates alone, and the random player keep the value.
fn plan_accuracy<'a>(tasks: &mut Tasks<'a>) -> impl FnOnce() -> Result<Vec<Accuracy>, Error> + use<'a> {
    let efforts = ACCURACY_PLAYOUTS.map(|playouts| Effort::of_nodes(playouts).by_search_alone());
    let of = |&kind: &Kind| Contest {
        start: Position::new(Game::default()),
        players: [kind; 2],
        effort: efforts[0],
        seed: 1,
        opening: ACCURACY_OPENING,
    };
    let contests: Vec<Contest> = Kind::BASIC.iter().map(of).collect();
    let accuracy = tasks.add("accuracy of players", 2_000, move |progress| {
        Ok(players::accuracy(&contests, ACCURACY_GAMES, &efforts, progress)?)
    });
    || found(accuracy)
}
