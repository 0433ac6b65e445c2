use gqt3::engine::notation::Record;
use gqt3::engine::position::Position;
use gqt3::engine::rules::{CollapseChooser, Rules, Ties};
use gqt3::random_play::UniformPolicy;
use proptest::prelude::*;

/// All rules, also with the ties that `Rules::combinations` leaves out.
pub fn any_rules() -> impl Strategy<Value = Rules> {
    let with_ties = |rules| Ties::ALL.iter().map(move |&ties| Rules { ties, ..rules });
    proptest::sample::select(
        Rules::combinations()
            .into_iter()
            .flat_map(with_ties)
            .collect::<Vec<_>>(),
    )
}

pub fn random_game(start: Position, seed: u64) -> Record {
    let mut drawer = UniformPolicy::new(seed, 0);
    let mut record = Record::new(start);
    while let Some(action) = drawer.action(record.end()) {
        record.play(action).unwrap();
    }
    record
}

pub fn rules_of(collapse: CollapseChooser) -> Rules {
    Rules {
        collapse,
        ..Rules::default()
    }
}
