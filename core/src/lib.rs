#![warn(missing_debug_implementations)]
//! Generalized Quantum Tic-Tac-Toe (Kumar, Ang, Huang): exact counts, random play and perfect play.
//!
//! Two players take turns on a board with s squares. A turn places a *series*: n quantum pieces on
//! different squares, or a single piece if fewer than n squares are left. One of a series' pieces
//! will become real. If k series have only k squares between them, they are *entangled* and
//! collapse: a player chooses one square for each. The first complete line earns its owner one
//! point, and later lines earn less. n = 2 has the moves of Goff's quantum tic-tac-toe, and n = 1
//! those of tic-tac-toe, but by default play goes on until the board is full.
//!
//! Play a game:
//!
//! ```
//! use gqt3::{Game, Position, Record};
//! let record = Record::parse("1-2 2-5 5-9 1-5=5 3-4 3-4=4", Position::new(Game::default()))?;
//! assert_eq!(record.end().to_string(), "[X1] [O2] [X5]\n[O6] [O4] 6\n7    8    [X3]");
//! # Ok::<(), gqt3::engine::notation::NotationError>(())
//! ```
//!
//! Count the games on 9 squares with 3 pieces in a series:
//!
//! ```
//! use gqt3::{Silent, tree_size::{Counter, Tree, count}};
//! let size = count(Tree::full(9, 3), Counter::fastest(&Tree::full(9, 3))?, &Silent)?;
//! assert_eq!(size.games.to_string(), "3308057777927589120");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Solve a game:
//!
//! ```
//! use gqt3::{Game, Position, Rules, Silent, perfect_play::solve};
//! let start = Position::new(Game::from_side(2, 2, Rules::default())?);
//! let value = solve(&start, &Silent)?.value();
//! assert_eq!(value.map(|value| value.to_string()), Some("+1/2".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Compute how often random play on the 3-by-3 board ends in a draw:
//!
//! ```
//! use gqt3::{Rules, Silent, random_play::{Outcome, exact}};
//! let distribution = exact(3, &Rules::default(), &Silent)?;
//! assert_eq!(distribution.probability(Outcome::Draw).to_string(), "8/63");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rooms
//! A *room* is a part of the library. It imports only the rooms above it in this table, and the
//! rooms of the package `gqt3-cli`, the command line, come after it (`tests/it/architecture.rs`
//! checks this).
//!
//! | room | contents | paper |
//! |---|---|---|
//! | [`support`] | progress, lists of tasks, transposition tables, numbers as text | |
//! | [`engine`] | board, rules, positions, matchings, notation, symmetry | sections 2 to 5 |
//! | [`tree_size`] | the number of games T(s, n) and bounds on it | section 6 |
//! | [`random_play`] | the distribution of the margin under random play | section 7 |
//! | [`perfect_play`] | the solver for boards of at most 9 squares, certificates | section 8 |
//! | [`beyond::every_board`] | theorems, blocking, the solver for larger boards | section 10 |
//! | [`beyond::players`] | perfect, heuristic and random players, and matches | section 9 |

pub mod beyond;
pub mod engine;
pub mod perfect_play;
pub mod random_play;
#[doc(hidden)]
pub mod support;
pub mod tree_size;

pub use engine::board::{Board, Square, SquareSet};
pub use engine::game::Game;
pub use engine::interval::{Basis, Interval};
pub use engine::notation::Record;
pub use engine::position::{Action, Position};
pub use engine::rules::{
    CollapseChooser, Ending, Margin, Offset, Player, Rules, Scoring, Tail, Ties, Variant,
};
pub use num_bigint;
pub use num_rational;
pub use support::progress::{Interrupted, Progress, Silent};
