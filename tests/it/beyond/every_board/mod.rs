mod blocking;
mod counting;
mod figures;
mod greatest;
mod keeps_draw;
mod short_series;
mod solver;
mod theorems;

use gqt3::engine::rules::{CollapseChooser, Player, Rules};

/// Each player, with the rule by which that player chooses all collapses.
const CHOOSERS: [(Player, CollapseChooser); 2] = [
    (Player::One, CollapseChooser::Player1),
    (Player::Two, CollapseChooser::Player2),
];

fn rules_of(collapse: CollapseChooser) -> Rules {
    Rules {
        collapse,
        ..Rules::default()
    }
}
