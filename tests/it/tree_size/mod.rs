//! Tests of the number of games.

mod first_line;
mod methods;
