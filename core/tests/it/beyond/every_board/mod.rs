mod blocking;
mod counting;
mod greatest;
mod keeps_draw;
mod short_series;
mod solver;

use gqt3::engine::rules::{CollapseChooser, Player};

/// Each player, with the rule by which that player chooses all collapses.
const CHOOSERS: [(Player, CollapseChooser); 2] = [
    (Player::One, CollapseChooser::Player1),
    (Player::Two, CollapseChooser::Player2),
];
