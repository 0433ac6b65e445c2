//! Tests of the theorems for every board.

mod blocking;
mod keeps_draw;
mod long_series;
mod middle;
mod short_series;
mod solver;
