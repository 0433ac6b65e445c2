use gqt3::engine::canonical::Canonical;
use gqt3::engine::game::Game;
use gqt3::engine::interval::Interval;
use gqt3::engine::notation::Record;
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::{Margin, Player};
use gqt3::perfect_play::{Review, Solver, TABLE_BYTES};
use gqt3::support::progress::Silent;
use proptest::prelude::*;

use crate::shared::games::{any_rules, random_game};
use crate::shared::stop::Stop;

fn solver(game: Game) -> Solver {
    Solver::new(game, TABLE_BYTES).unwrap()
}

fn exactly(value: Margin) -> Interval {
    Interval {
        lower: value,
        upper: value,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_mistakes_of_both_explain_how_the_game_ended(
        rules in any_rules(),
        (side, pieces) in prop_oneof![Just((2, 1)), Just((2, 2)), Just((2, 3)), Just((3, 1)), Just((3, 2))],
        seed in any::<u64>(),
    ) {
        let game = Game::from_side(side, pieces, rules).unwrap();
        let record = random_game(Position::new(game), seed);
        let review = Review::new(&record, &mut solver(game), &Silent).unwrap();
        prop_assert_eq!(review.decisions.len(), record.actions().count());
        prop_assert!(review.is_complete());
        let value = solver(game).bounds(&Position::new(game), &Silent).value().unwrap();
        let explained = value - review.given_away(Player::One) + review.given_away(Player::Two);
        prop_assert_eq!(record.end().phase(), Phase::Over);
        prop_assert_eq!(explained, record.end().margin());
        let mut fresh = solver(game);
        for decision in &review.decisions {
            let (position, symmetries) = (decision.position, game.board().symmetries());
            let value = fresh.bounds(&position, &Silent).value().unwrap();
            prop_assert_eq!(decision.before, exactly(value));
            let next = position.after_unchecked(&decision.action);
            prop_assert_eq!(decision.after, fresh.bounds(&next, &Silent));
            prop_assert_eq!(decision.is_mistake(), decision.before != decision.after);
            if decision.is_mistake() {
                let key = |action: &Action| Canonical::new(&position.after_unchecked(action), &symmetries).key;
                let better: Vec<_> = decision.better.iter().map(key).collect();
                for (action, bounds) in fresh.actions(&position, &Silent) {
                    prop_assert_eq!(bounds == exactly(value), better.contains(&key(&action)));
                }
                prop_assert!((1..better.len()).all(|place| !better[..place].contains(&better[place])));
            } else {
                prop_assert!(decision.better.is_empty());
            }
        }
    }

    #[test]
    fn limits_leave_intervals_that_hold_the_values_and_mistakes_that_are_some(
        rules in any_rules(),
        seed in any::<u64>(),
        nodes in 0_u64..400,
    ) {
        let game = Game::from_side(3, 2, rules).unwrap();
        let record = random_game(Position::new(game), seed);
        let mut limited = solver(game);
        limited.limited(Some(nodes), None, &Silent);
        let review = Review::new(&record, &mut limited, &Silent).unwrap();
        let whole = Review::new(&record, &mut solver(game), &Silent).unwrap();
        for (found, known) in review.decisions.iter().zip(&whole.decisions) {
            for (found, known) in [(found.before, known.before), (found.after, known.after)] {
                prop_assert_eq!(found.intersect(known), known);
            }
            prop_assert!(found.loss().contains(known.loss().start()));
            prop_assert!(!found.is_mistake() || known.is_mistake());
        }
    }
}

#[test]
fn a_better_first_move_is_named_by_its_least_squares() {
    let game = Game::default();
    let record = Record::parse("1-2", Position::new(game)).unwrap();
    let review = Review::new(&record, &mut solver(game), &Silent).unwrap();
    let [first] = &review.decisions[..] else {
        panic!("one decision")
    };
    let better: Vec<String> = first
        .better
        .iter()
        .map(|action| match action {
            Action::Place(squares) => squares.to_string(),
            Action::Collapse(_) => panic!("nothing is entangled"),
        })
        .collect();
    assert_eq!(better, ["1-9"]);
    assert_eq!(*first.loss().start(), Margin::from_rank(2));
}

#[test]
fn an_interruption_leaves_what_the_lines_tell() {
    let game = Game::default();
    let record = random_game(Position::new(game), 3);
    let review = Review::new(&record, &mut solver(game), &Stop::after(0)).unwrap();
    assert_eq!(review.decisions.len(), record.actions().count());
    assert!(
        review
            .decisions
            .iter()
            .all(|decision| decision.better.is_empty())
    );
    let empty = Review::new(
        &Record::new(Position::new(game)),
        &mut solver(game),
        &Silent,
    )
    .unwrap();
    assert!(empty.decisions.is_empty() && empty.is_complete());
}
