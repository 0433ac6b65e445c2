//! Games with long series: what the theorem claims against the solver, and its strategy against opponents, by the literal rules.

use std::fs;

use gqt3::board::{Square, SquareSet};
use gqt3::game::Game;
use gqt3::matching::{MAX_SERIES, Matching, SeriesSet};
use gqt3::players::{Agent as _, Heuristic};
use gqt3::position::{Action, Phase, Position};
use gqt3::progress::Silent;
use gqt3::random_play::UniformPolicy;
use gqt3::rules::{CollapseChooser, Ending, Margin, Offset, Player, Rules, Scoring, Tail};
use gqt3::search::long_series::LongSeries;
use gqt3::search::{Interval, Solver, default_table_bytes};

use crate::command::{run, stdout};

fn game(side: usize, pieces: usize, rules: Rules) -> Game {
    Game::of_side(side, pieces, rules).unwrap()
}

fn of(collapse: CollapseChooser) -> Rules {
    Rules { collapse, ..Rules::default() }
}

#[test]
fn values_lie_where_the_theorem_says() {
    let (mut exact, mut games) = (0, 0);
    for (side, sizes) in [(2, 1..=4), (3, 1..=9)] {
        for pieces in sizes {
            for rules in Rules::combinations() {
                // Few of the games that take long.
                if pieces == 6 && rules != of(rules.collapse) {
                    continue;
                }
                let game = game(side, pieces, rules);
                let Some(theorem) = LongSeries::of(&game) else { continue };
                let start = Position::new(game);
                let mut solver = Solver::new(game, default_table_bytes(&game)).unwrap();
                let value = solver.at(&start).unwrap().bounds(&Silent).value().unwrap();
                let Interval { lower, upper } = theorem.interval();
                assert!(lower <= value && value <= upper, "{game}: {value} is not in {lower}..{upper}");
                games += 1;
                exact += usize::from(lower == upper);
            }
        }
    }
    assert!(games > 400 && exact > 200, "{games} games, {exact} exact");
}

/// Whether these series can fill some squares, one each.
fn fill(gaps: &[SquareSet], squares: SquareSet) -> bool {
    let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
    gaps.iter().enumerate().for_each(|(series, gap)| neighbours[series] = squares - *gap);
    Matching::of_all(SeriesSet::first(gaps.len()), &neighbours).is_ok()
}

#[test]
fn the_size_of_a_gap_is_all_that_series_can_force_on_the_prover() {
    let mut drawer = UniformPolicy::new(22, 0);
    let all = SquareSet::first(9);
    let mut needed = [0; 5];
    for _ in 0..400 {
        let (own, gap) = [(4, 4), (4, 3), (5, 4), (5, 3), (5, 2)][drawer.below(5) as usize];
        let others = 9 - own;
        // Gaps that have much in common force most.
        let common = mutated(SquareSet::first(gap), all, 20, &mut drawer);
        let gaps: Vec<SquareSet> =
            (0..others).map(|_| mutated(common, all, drawer.below(3), &mut drawer)).collect();
        let is_enough = |forced: &SquareSet| {
            let boards = all.subsets(own).filter(|board| forced.is_subset(*board));
            boards.into_iter().all(|board| fill(&gaps, all - board))
        };
        let least = (0..=gap).find(|&size| all.subsets(size).any(|forced| is_enough(&forced)));
        needed[least.expect("some set of at most g squares is enough")] += 1;
    }
    assert!(needed[1..].iter().all(|count| *count > 0), "{needed:?}");
}

/// A set with some of its squares exchanged for others.
fn mutated(set: SquareSet, all: SquareSet, changes: u64, drawer: &mut UniformPolicy) -> SquareSet {
    let mut pick = |from: SquareSet| -> Option<Square> {
        let bound = from.len() as u64;
        if bound == 0 { None } else { from.iter().nth(drawer.below(bound) as usize) }
    };
    (0..changes).fold(set, |set, _| match (pick(set), pick(all - set)) {
        (Some(old), Some(new)) => (set - SquareSet::single(old)) | SquareSet::single(new),
        _ => set,
    })
}

/// The end of a game in which the prover follows the strategy.
fn played(theorem: &LongSeries, start: Position, mut opponent: impl FnMut(&Position) -> Action) -> Position {
    let mut position = start;
    while let Some(player) = position.to_move() {
        let action = if player == theorem.prover() {
            theorem.action(&position).unwrap_or_else(|| panic!("no action in {position:?}"))
        } else {
            opponent(&position)
        };
        position = position.play(action).unwrap();
    }
    position
}

fn lead(theorem: &LongSeries, margin: Margin) -> Margin {
    if theorem.prover() == Player::One { margin } else { -margin }
}

/// Opponents that repeat a gap, nearly repeat it, and stop doing so, in the ways that could harm.
fn repeats(theorem: &LongSeries, start: Position, drawer: &mut UniformPolicy) -> Position {
    let all = start.board().all();
    let (squares, pieces) = (start.board().squares(), start.pieces());
    let gap = |drawer: &mut UniformPolicy| {
        (0..64).fold(SquareSet::first(squares - pieces), |gap, _| mutated(gap, all, 1, drawer))
    };
    // Often a square in every row and column, which the prover can least do with.
    let diagonal = |drawer: &mut UniformPolicy| {
        let side = start.board().side().unwrap();
        let mut columns: Vec<usize> = (0..side).collect();
        (1..side).for_each(|last| columns.swap(last, drawer.below(last as u64 + 1) as usize));
        let mut set: SquareSet =
            columns.iter().enumerate().filter_map(|(row, column)| Square::new(row * side + column)).collect();
        while set.len() > squares - pieces {
            set.remove(set.lowest().unwrap());
        }
        while set.len() < squares - pieces {
            set.insert(Square::new(drawer.below(squares as u64) as usize).unwrap());
        }
        set
    };
    let repeated = if drawer.below(2) == 0 { gap(drawer) } else { diagonal(drawer) };
    let (kept, changes) = (drawer.below(10) as usize, drawer.below(3));
    let wild = drawer.below(2) == 0;
    played(theorem, start, |position| {
        if position.phase() != Phase::Place || position.quantum() != all {
            return drawer.action(position).unwrap();
        }
        let gap = match position.turns() / 2 {
            series if series < kept => repeated,
            _ if wild => gap(drawer),
            _ => mutated(repeated, all, changes, drawer),
        };
        Action::Place(all - gap)
    })
}

#[test]
fn the_strategy_keeps_its_lead_on_4x4() {
    let mut most = 0;
    for pieces in 9..=16 {
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
                assert!(lead >= theorem.lead(), "{game}: {lead}, not {}\n{end}", theorem.lead());
            }
        }
    }
    assert!(most > 90, "{most} values are proven");
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
                let changes = 1 + drawer.below(3);
                let end = played(&theorem, Position::new(game), |position| {
                    if position.quantum() != all {
                        return drawer.action(position).unwrap();
                    }
                    let is_kept = position.turns() / 2 < kept;
                    let gap = if is_kept { first } else { mutated(first, all, changes, &mut drawer) };
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

#[test]
fn the_strategy_keeps_its_lead_on_larger_boards_and_against_players() {
    for (side, pieces) in [(5, 18), (5, 20), (5, 23), (5, 25), (6, 32), (6, 36)] {
        for &collapse in CollapseChooser::ALL {
            let game = game(side, pieces, of(collapse));
            let theorem = LongSeries::of(&game).unwrap();
            for stream in 0..2 {
                let mut drawer = UniformPolicy::new(25, stream);
                let end = repeats(&theorem, Position::new(game), &mut drawer);
                assert!(lead(&theorem, end.margin()) >= theorem.lead(), "{game}\n{end}");
            }
        }
    }
    let effort = gqt3::players::Effort::of_nodes(50);
    for pieces in [9, 12, 16] {
        for &collapse in CollapseChooser::ALL {
            let game = game(4, pieces, of(collapse));
            let theorem = LongSeries::of(&game).unwrap();
            let mut drawer = UniformPolicy::new(26, pieces as u64);
            let mut heuristic = Heuristic::new(effort, Some(1));
            let start = Position::new(game);
            let random = played(&theorem, start, |position| drawer.action(position).unwrap());
            let clever =
                played(&theorem, start, |position| heuristic.choose(position, &Silent).unwrap().unwrap());
            for end in [random, clever] {
                assert!(lead(&theorem, end.margin()) >= theorem.lead(), "{game}\n{end}");
            }
        }
    }
}

/// The least lead of the strategy against everything that the opponent can do, and how many games that are.
fn least(theorem: &LongSeries, position: &Position) -> (Margin, u64) {
    let Some(player) = position.to_move() else { return (lead(theorem, position.margin()), 1) };
    if player == theorem.prover() {
        return least(theorem, &position.play(theorem.action(position).unwrap()).unwrap());
    }
    let all = position.actions().map(|action| least(theorem, &position.after_unchecked(&action)));
    all.reduce(|(one, some), (other, more)| (one.min(other), some + more)).unwrap()
}

#[test]
fn the_strategy_keeps_its_lead_against_everything_on_small_boards() {
    let mut games = 0;
    for (side, pieces) in [(2, 3), (2, 4), (3, 8), (3, 9)] {
        for rules in Rules::combinations() {
            let is_few = rules.offset == Offset::Zero && rules.tail == Tail::Classical;
            let is_long = pieces == 8 && rules != of(CollapseChooser::Mover);
            if side == 3 && (!is_few || is_long || rules.ending == Ending::FirstLine) {
                continue;
            }
            let game = game(side, pieces, rules);
            let Some(theorem) = LongSeries::of(&game) else { continue };
            let (least, played) = least(&theorem, &Position::new(game));
            assert!(least >= theorem.lead(), "{game}: {least} is less than {}", theorem.lead());
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
    for rules in [Rules { ending: Ending::FirstLine, ..paper }, Rules { tail: Tail::Stop, ..paper }] {
        assert_eq!(lead(rules), Margin::ONE);
        assert_eq!(lead(Rules { scoring: Scoring::Shared, ..rules }), Margin::ONE);
        let mover = Rules { collapse: CollapseChooser::Mover, ..rules };
        assert_eq!(lead(mover), Margin::ONE + Margin::ONE);
    }
}

#[test]
fn what_theorems_decide_is_answered_at_once_and_is_in_the_table() {
    let committed = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/results/nash_4x4.csv")).unwrap();
    let rows: Vec<&str> = committed.lines().collect();
    assert_eq!(rows.len(), 1 + 16 * CollapseChooser::ALL.len());
    for &collapse in CollapseChooser::ALL {
        let command = format!("nash --board 4 --pieces 11..16 --collapse {collapse} --format csv");
        for row in stdout(&command).lines() {
            assert!(rows.contains(&row), "{row}");
        }
    }
    run("nash --board 4 --pieces 13 --first-moves").code(1).with(&["not which first moves keep it"]);
}
