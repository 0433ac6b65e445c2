//! Results, each computed on first use.
//!
//! No result A may use another one, B. Otherwise a thread that computes B could begin A while it
//! waits for other threads, and A would wait for B for ever.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use num_bigint::BigUint;

use super::claims::appendix_a::evidence::{LastSquare, last_square};
use super::claims::appendix_b::evidence::{TwoCollapses, two_collapses};
use super::claims::section2::evidence::{FirstCycles, PairBoards, boards_of_pairs, first_cycles};
use super::claims::section3::evidence::{self as section3, Comparison, FullBoard};
use super::claims::section4::consistency::{Consistency, consistency};
use super::claims::section4::matchings::{self, MatchingCounts};
use super::claims::section5::evidence::{self as section5, Agreement};
use super::claims::section6::counts::{self, TABLE_1_SQUARES};
use super::claims::section6::endgames::{Endgames, endgames};
use super::claims::section8::evidence as section8;
use super::claims::section9::evidence::{SolvedPositions, solved_positions};
use super::error::LedgerError;
use super::sizes::{each, games_up_to};
use gqt3::engine::board::{Board, MAX_SQUARES};
use gqt3::engine::game::Game;
use gqt3::engine::position::Position;
use gqt3::engine::rules::{Ending, Rules, Scoring, Variant};
use gqt3::perfect_play::SolvedGame;
use gqt3::random_play::{
    Distribution, Histories, Simulation, by_histories, enumerate, exact, simulate,
};
use gqt3::support::progress::{Progress, Quiet};
use gqt3::support::tasks::Tasks;
use gqt3::tree_size::{Counter, Tree, TreeSize, brute_force, count};

const SEED: u64 = 2011;

/// Section 2: graphs with up to this many vertices grow edge by edge.
pub(super) const VERTICES: usize = 7;

/// Section 2: the largest board that gets one pair too many.
pub(super) const OVERFULL_SQUARES: usize = 6;

/// Section 3: all positions of QT3 up to this turn are compared, up to symmetry.
pub(super) const QT3_TURNS: usize = 3;

pub(super) const QT3_GAMES: usize = 500;

/// Sections 4 and 5: the largest s for which all positions are checked.
pub(super) const SQUARES: usize = 7;

/// Section 4: graphs with up to this many series, and as many squares, are checked.
pub(super) const GRAPH_SERIES: usize = 5;

pub(super) const RANDOM_SERIES: usize = 10;

const RANDOM_GRAPHS: usize = 100;

const RANDOM_GAMES: usize = 200;

/// Appendices A and B: the largest s for which all entanglements of pairs are checked.
pub(super) const PAIR_SQUARES: usize = 7;

/// Sections 6 and 7: the largest s for which all histories are played.
pub(super) const ENDGAME_SQUARES: usize = 5;

const LARGEST_SIDE: usize = 16;

/// Section 7: the largest side for which the first line is compared with the points.
pub(super) const DECIDED_SIDE: usize = 8;

/// Section 10: the distributions for these n are compared.
pub(super) const COMPARED: RangeInclusive<usize> = 1..=4;

/// Section 10: random games on 3x3 for each n.
pub(super) const GAMES: u64 = 100_000;

/// Declares the results, with their costs in milliseconds of one core.
macro_rules! pieces {
    ($($(#[$what:meta])* $name:ident: $type:ty, $cost:literal, |$progress:ident| $compute:expr;)+) => {
        #[derive(Debug, Default)]
        struct Pieces {
            $($name: OnceLock<Result<$type, LedgerError>>,)+
        }

        impl Context<'_> {
            $($(#[$what])*
            pub fn $name(&self) -> Result<&$type, LedgerError> {
                let $progress: &dyn Progress = &self.progress;
                self.pieces.$name.get_or_init(|| $compute).as_ref().map_err(Clone::clone)
            })+

            /// A failed task's error goes to every caller that needs the result.
            pub fn add_to<'b>(&'b self, tasks: &mut Tasks<'b>) {
                $(tasks.add(stringify!($name).replace('_', " "), $cost, |_| self.$name().is_ok());)+
            }
        }
    };
}

#[derive(Debug)]
pub struct Context<'a> {
    progress: Quiet<'a>,
    pieces: Pieces,
}

pieces! {
    games_of_two: Vec<SolvedGame>, 2_000, |progress| section8::games_of_two(progress);
    tree_sizes: Vec<TreeSize>, 1_900, |progress| counts::tree_sizes(progress);
    endgames: Vec<Endgames>, 700, |progress| {
        each(games_up_to(ENDGAME_SQUARES), |(s, n)| endgames(s, n, progress))
    };
    consistency: Vec<Consistency>, 500, |progress| {
        each(games_up_to(SQUARES), |(s, n)| consistency(s, n, progress))
    };
    simulated: Vec<Simulation>, 400, |progress| each(COMPARED, |n| {
        Ok(simulate(Game::from_side(3, n, Rules::default())?, GAMES, SEED + n as u64, progress)?)
    });
    full_board: FullBoard, 300, |progress| section3::to_the_full_board(progress);
    detections: Agreement, 300, |progress| section5::compare_everywhere(SQUARES, progress);
    solved_positions: Vec<SolvedPositions>, 200, |progress| {
        each((1..=3).flat_map(|side| [(side, 1), (side, 2)]), |(side, n)| solved_positions(side, n, progress))
    };
    detections_at_random: Agreement, 150, |progress| {
        section5::compare_at_random(MAX_SQUARES, RANDOM_GAMES, SEED, progress)
    };
    /// Full boards, by side from 1.
    full: Vec<Distribution>, 140, |progress| {
        each(1..=LARGEST_SIDE, |side| Ok(exact(side, &Rules::default(), progress)?))
    };
    qt3: Comparison, 100, |progress| section3::every_position(QT3_TURNS, progress);
    enumerated_3x3: Distribution, 60, |progress| enumerated(3, 2, Rules::default(), progress);
    /// Tic-tac-toe, to the first line.
    ordinary: Distribution, 60, |progress| enumerated(3, 1, to_first_line(), progress);
    qt3_at_random: [Comparison; 2], 50, |progress| section3::random_games(QT3_GAMES, SEED, progress);
    last_square: LastSquare, 50, |progress| last_square(9, progress);
    ordinary_games: BigUint, 30, |progress| {
        let start = Game::from_side(3, 1, to_first_line()).map(Position::new).map_err(LedgerError::from);
        start.and_then(|start| Ok(brute_force::leaves_from(&start, progress)?.into()))
    };
    first_line_games: BigUint, 30, |progress| Board::new(3).map_err(LedgerError::from).and_then(|board| {
        Ok(count(Tree::first_line(board, 2), Counter::SCHEDULES, progress)?.games)
    });
    /// T(s, 2) for s = 1..9, by the paper's method.
    table_1: Vec<TreeSize>, 30, |progress| each(1..=TABLE_1_SQUARES, |squares| {
        Ok(count(Tree::full(squares, 2), Counter::FIXED_ENDGAME, progress)?)
    });
    /// Full boards, by side from 1, where the owner of the first line wins.
    decisive: Vec<Distribution>, 20, |progress| {
        let rules = Rules { scoring: Scoring::Decisive, ..Rules::default() };
        each(1..=DECIDED_SIDE, |side| Ok(exact(side, &rules, progress)?))
    };
    graphs: Vec<MatchingCounts>, 10, |progress| each(1..=GRAPH_SERIES, |k| matchings::all_graphs(k, progress));
    tic_tac_toe: Comparison, 10, |progress| section3::tic_tac_toe(progress);
    /// 2x2 for each n, from every history.
    histories: Vec<Histories>, 8, |progress| each(COMPARED, |pieces| {
        Ok(by_histories(Game::from_side(2, pieces, Rules::default())?, progress)?)
    });
    pairs: Vec<TwoCollapses>, 6, |progress| each(1..=PAIR_SQUARES, |squares| two_collapses(squares, progress));
    overfull: Vec<PairBoards>, 5, |progress| {
        each(2..=OVERFULL_SQUARES, |squares| boards_of_pairs(squares, squares + 1, progress))
    };
    random_graphs: MatchingCounts, 2, |progress| {
        matchings::random_graphs(RANDOM_SERIES, RANDOM_GRAPHS, SEED, progress)
    };
    first_cycles: Vec<FirstCycles>, 1, |progress| each(1..=VERTICES, |x| first_cycles(x, progress));
    enumerated_2x2: Distribution, 1, |progress| enumerated(2, 2, Rules::default(), progress);
}

impl<'a> Context<'a> {
    pub fn new(progress: &'a dyn Progress) -> Context<'a> {
        Context {
            progress: Quiet(progress),
            pieces: Pieces::default(),
        }
    }

    /// Returns the solved standard game (3x3, n = 2) under a variant's rules.
    pub fn standard(&self, variant: Variant) -> Result<&SolvedGame, LedgerError> {
        let game = Game::default().with_rules(variant.rules());
        let solved = self
            .games_of_two()?
            .iter()
            .find(|solved| solved.game == game);
        solved.ok_or_else(|| LedgerError::Failed(format!("nobody has solved {game}")))
    }

    pub(super) fn standard_games(&self) -> Result<&BigUint, LedgerError> {
        let last = self.table_1()?.last().map(|size| &size.games);
        last.ok_or_else(|| LedgerError::Failed("nobody has counted T(9, 2)".to_owned()))
    }
}

fn to_first_line() -> Rules {
    Rules {
        ending: Ending::FirstLine,
        ..Rules::default()
    }
}

fn enumerated(
    side: usize,
    pieces: usize,
    rules: Rules,
    progress: &dyn Progress,
) -> Result<Distribution, LedgerError> {
    Ok(enumerate(Game::from_side(side, pieces, rules)?, progress)?)
}
