#![doc = include_str!("../README.md")]
//!
//! # Layers
//! A module may name only the modules above it in this list (`tests/architecture.rs` holds us to it):
//!
//! | module | what it is |
//! |---|---|
//! | [`board`] | squares, sets of squares, the lines of an m-by-m board, its symmetries |
//! | [`matching`] | bipartite graphs: matchings, tight sets, perfect matchings one at a time |
//! | [`table`] | a transposition table with exact keys and a fixed size |
//! | [`progress`] | how a long computation reports and learns that it should stop |
//! | [`report`] | tables of exact values as text, CSV and JSON, and files that appear whole |
//! | [`rules`] | the rules as data, and their named presets |
//! | [`game`] | board, n and rules as one validated value; what the rules mean for the course of a game |
//! | [`position`] | the engine: legal moves, play, entanglement, collapses, scoring |
//! | [`notation`] | games as text and back |
//! | [`canonical`] | one form for all positions that are the same game |
//! | [`hypergraph`] | series up to isomorphism, for the counts and for the checks of the paper |
//! | [`tree_size`] | the number of games T(s, n), one file for each method; games that stop at the first line |
//! | [`bounds`] | bounds for the number of games: the paper's and the true ones |
//! | [`random_play`] | random play: the distribution of the margin, exactly or by simulation |
//! | [`search`] | the value under perfect play, a line of it, and certificates |
//! | [`players`] | who can play: perfect, heuristic and random players, and games between them |
//! | [`paper`] | the ledger, section by section of the paper: what it claims, what is computed, the verdict |

pub mod board;
pub mod bounds;
pub mod canonical;
pub mod game;
pub mod hypergraph;
pub mod matching;
pub mod notation;
pub mod paper;
pub mod players;
pub mod position;
pub mod progress;
pub mod random_play;
pub mod report;
pub mod rules;
pub mod search;
pub mod table;
pub mod tree_size;
