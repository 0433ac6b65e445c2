//! The game in the terminal.

mod bar;
mod board;
mod collapse;
pub(crate) mod game;
mod help;
pub(crate) mod lines;
mod links;
mod moves;
mod panes;
mod parts;
pub(crate) mod screen;
pub(crate) mod seats;
mod setup;
mod state;
pub(crate) mod table;
#[cfg(test)]
mod tests;
pub(crate) mod thinking;
mod tutorial;
mod update;
mod view;
mod words;
