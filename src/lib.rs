#![warn(missing_debug_implementations)]
//! The command line of Generalized Quantum Tic-Tac-Toe. What it computes with is the library
//! [`gqt3`].
//!
//! # Rooms
//! They continue the table of rooms of [`gqt3`].
//!
//! | room | contents | paper |
//! |---|---|---|
//! | [`report`] | tables, plots, pictures of positions, atomic files | |
//! | [`paper`] | the ledger: the paper's claims, the computed values, the verdicts | all |
//! | [`play`] | the game in the terminal | section 9 |
//! | [`results`] | what the result files contain: tables and plots | all |
//! | [`cli`] | the command line | |

pub mod cli;
pub mod paper;
pub mod play;
pub mod report;
pub mod results;
#[cfg(test)]
mod snapshot;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
