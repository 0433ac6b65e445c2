//! Section 6: the number of games, and that every endgame is reached by equally many.

pub mod endgames;
pub mod sizes;
