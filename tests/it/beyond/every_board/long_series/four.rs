//! 4x4, where all is known for n >= 11: plans against repeated series, and what is proved for n = 9 and 10.

use std::fs;

use gqt3::beyond::every_board::long_series::LongSeries;
use gqt3::engine::board::SquareSet;
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::{CollapseChooser, Ending, Margin, Offset, Rules, Scoring, Tail};
use gqt3::random_play::UniformPolicy;

use super::{balanced, game, lead, mutated, of, played};
use crate::command::{run, stdout};

#[test]
fn the_strategy_keeps_its_lead_on_4x4() {
    let mut most = 0;
    for pieces in 9..=12 {
        for (stream, rules) in Rules::combinations().enumerate() {
            // All rules for n = 12, few for n = 11, whose plans take long, else every seventh.
            if pieces != 12 && stream % 7 != pieces % 7 || pieces == 11 && stream % 3 != 0 {
                continue;
            }
            let game = game(4, pieces, rules);
            let theorem = LongSeries::of(&game).unwrap();
            most += usize::from(theorem.interval().value().is_some());
            for round in 0..2 {
                let mut drawer = UniformPolicy::new(23, (100 * stream + round) as u64);
                let end = repeats(&theorem, Position::new(game), &mut drawer);
                let lead = lead(&theorem, end.margin());
                assert!(
                    lead >= theorem.lead(),
                    "{game}: {lead}, not {}\n{end}",
                    theorem.lead()
                );
            }
        }
    }
    assert!(most > 80, "{most} values are proven");
}

/// Opponents that repeat a gap, nearly repeat it, and stop doing so, in the ways that could harm.
fn repeats(theorem: &LongSeries, start: Position, drawer: &mut UniformPolicy) -> Position {
    let all = start.board().all();
    let gap = all.len() - start.pieces();
    let any = |drawer: &mut UniformPolicy| mutated(SquareSet::first(gap), all, 64, drawer);
    // Often a square in every row and column, which the prover can least do with.
    let repeated = if drawer.below(2) == 0 {
        any(drawer)
    } else {
        balanced(4, gap, drawer)
    };
    let (kept, changes) = (drawer.below(10) as usize, drawer.below(3) as usize);
    let wild = drawer.below(2) == 0;
    played(theorem, start, |position| {
        if position.phase() != Phase::Place || position.quantum() != all {
            return drawer.action(position).unwrap();
        }
        let gap = match position.turns() / 2 {
            series if series < kept => repeated,
            _ if wild => any(drawer),
            _ => mutated(repeated, all, changes, drawer),
        };
        Action::Place(all - gap)
    })
}

#[test]
fn the_plans_keep_their_lead_against_every_gap_that_calls_for_one() {
    for (pieces, collapse) in [
        (12, CollapseChooser::Opponent),
        (12, CollapseChooser::Mover),
        (11, CollapseChooser::Opponent),
        (11, CollapseChooser::Mover),
    ] {
        let game = game(4, pieces, of(collapse));
        let theorem = LongSeries::of(&game).unwrap();
        assert!(theorem.interval().value().is_some());
        let all = game.board().all();
        let mut drawer = UniformPolicy::new(24, 0);
        let planned = theorem.planned();
        assert_eq!(planned.len(), if pieces == 12 { 12 } else { 520 });
        for (index, &first) in planned.iter().enumerate() {
            // Some of the many for n = 11.
            if pieces == 11 && index % 10 != 0 {
                continue;
            }
            // Keeps to the gap for a number of series; then gaps that have most of it, or none.
            for kept in if pieces == 12 { 1..=8 } else { 6..=8 } {
                let changes = 1 + drawer.below(3) as usize;
                let end = played(&theorem, Position::new(game), |position| {
                    if position.quantum() != all {
                        return drawer.action(position).unwrap();
                    }
                    let is_kept = position.turns() / 2 < kept;
                    let gap = if is_kept {
                        first
                    } else {
                        mutated(first, all, changes, &mut drawer)
                    };
                    Action::Place(all - gap)
                });
                assert!(
                    lead(&theorem, end.margin()) >= theorem.lead(),
                    "{game}: {first} {kept} times\n{end}"
                );
            }
        }
    }
}

/// The least lead of the strategy against everything that the opponent can do, and how many games that are.
fn least(theorem: &LongSeries, position: &Position) -> (Margin, u64) {
    let Some(player) = position.to_move() else {
        return (lead(theorem, position.margin()), 1);
    };
    if player == theorem.prover() {
        return least(
            theorem,
            &position.play(theorem.action(position).unwrap()).unwrap(),
        );
    }
    let all = position
        .actions()
        .map(|action| least(theorem, &position.after_unchecked(&action)));
    all.reduce(|(one, some), (other, more)| (one.min(other), some + more))
        .unwrap()
}

#[test]
fn the_strategy_keeps_its_lead_against_everything_on_small_boards() {
    let mut games = 0;
    for (side, pieces) in [(3, 8), (3, 9)] {
        for rules in Rules::combinations() {
            let is_few = rules.offset == Offset::Zero && rules.tail == Tail::Classical;
            let is_long = pieces == 8 && rules != of(CollapseChooser::Mover);
            if side == 3 && (!is_few || is_long || rules.ending == Ending::FirstLine) {
                continue;
            }
            let game = game(side, pieces, rules);
            let Some(theorem) = LongSeries::of(&game) else {
                continue;
            };
            let (least, played) = least(&theorem, &Position::new(game));
            assert!(
                least >= theorem.lead(),
                "{game}: {least} is less than {}",
                theorem.lead()
            );
            games += played;
        }
    }
    assert!(games > 6_000, "{games} games");
}

#[test]
fn an_early_end_keeps_player_1_from_a_second_line() {
    let lead = |rules| LongSeries::of(&game(4, 12, rules)).unwrap().lead();
    let paper = Rules::default();
    assert_eq!(lead(paper), Margin::ONE + Margin::ONE);
    // The second line of the plan is completed a turn later.
    for rules in [
        Rules {
            ending: Ending::FirstLine,
            ..paper
        },
        Rules {
            tail: Tail::Stop,
            ..paper
        },
    ] {
        assert_eq!(lead(rules), Margin::ONE);
        assert_eq!(
            lead(Rules {
                scoring: Scoring::Shared,
                ..rules
            }),
            Margin::ONE
        );
        let mover = Rules {
            collapse: CollapseChooser::Mover,
            ..rules
        };
        assert_eq!(lead(mover), Margin::ONE + Margin::ONE);
    }
}

#[test]
fn what_theorems_decide_is_answered_at_once_and_is_in_the_table() {
    let committed =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/results/nash_4x4.csv")).unwrap();
    let rows: Vec<&str> = committed.lines().collect();
    assert_eq!(rows.len(), 1 + 16 * CollapseChooser::ALL.len());
    for &collapse in CollapseChooser::ALL {
        let command = format!("nash --board 4 --pieces 11..16 --collapse {collapse} --format csv");
        for row in stdout(&command).lines() {
            assert!(rows.contains(&row), "{row}");
        }
    }
    run("nash --board 4 --pieces 13 --first-moves")
        .code(1)
        .with(&["not which first moves keep it"]);
}
