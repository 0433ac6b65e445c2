//! The game in the terminal.
//!
//! A human on a terminal plays it on the `screen`, unless `--plain` is given or `TERM` is `dumb`.
//! Every other game goes line by line (`lines`). Both play a `SeatedGame`, and leave long
//! computations to threads (`thinking`).
//!
//! On the screen, messages change an `App` (`update`), and `view` draws it.

mod board;
pub(crate) mod board_text;
mod closing;
mod collapse;
pub(crate) mod error;
pub(crate) mod files;
pub(crate) mod game;
mod help;
mod layout;
mod lesson;
pub(crate) mod lines;
mod links;
mod panes;
pub(crate) mod screen;
pub(crate) mod seats;
mod setup;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod thinking;
mod update;
mod view;
pub(crate) mod words;
