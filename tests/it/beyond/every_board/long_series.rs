//! Games with long series: what the theorems claim against the solver, and their strategies against opponents, by the
//! literal rules.

mod counting;
mod four;

use gqt3::beyond::every_board::long_series::{Lead, LongSeries, Theorem};
use gqt3::beyond::every_board::{Solver, default_table_bytes};
use gqt3::beyond::players::{Agent as _, Effort, Heuristic};
use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::game::Game;
use gqt3::engine::interval::Interval;
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::{CollapseChooser, Margin, Player, Rules};
use gqt3::random_play::UniformPolicy;
use gqt3::support::progress::Silent;

fn game(side: usize, pieces: usize, rules: Rules) -> Game {
    Game::from_side(side, pieces, rules).unwrap()
}

fn of(collapse: CollapseChooser) -> Rules {
    Rules {
        collapse,
        ..Rules::default()
    }
}

/// The lead in points of the player who has the strategy.
fn lead(theorem: &LongSeries, margin: Margin) -> Margin {
    if theorem.prover() == Player::One {
        margin
    } else {
        -margin
    }
}

#[test]
fn values_lie_where_the_theorems_say() {
    let (mut exact, mut games) = (0, 0);
    for pieces in 4..=9 {
        for rules in Rules::combinations() {
            let game = game(3, pieces, rules);
            let Some(theorem) = LongSeries::of(&game) else {
                continue;
            };
            // Few of the games that take long.
            if pieces == 6 && rules != of(rules.collapse) {
                continue;
            }
            let mut solver = Solver::new(game, default_table_bytes(&game)).unwrap();
            let value = solver
                .bounds(&Position::new(game), &Silent)
                .value()
                .unwrap();
            let Interval { lower, upper } = theorem.interval();
            assert!(
                lower <= value && value <= upper,
                "{game}: {value} is not in {lower}..{upper}"
            );
            games += 1;
            exact += usize::from(lower == upper);
        }
    }
    assert_eq!((games, exact), (2 + 3 * 48, 3 * 48));
}

/// The end of a game in which the prover follows the strategy.
fn played(
    theorem: &LongSeries,
    start: Position,
    mut opponent: impl FnMut(&Position) -> Action,
) -> Position {
    let mut position = start;
    while let Some(player) = position.to_move() {
        let action = if player == theorem.prover() {
            theorem
                .action(&position)
                .unwrap_or_else(|| panic!("no action in {position:?}"))
        } else {
            opponent(&position)
        };
        position = position.play(action).unwrap();
    }
    position
}

/// A set with some of its squares exchanged for others.
fn mutated(
    set: SquareSet,
    all: SquareSet,
    changes: usize,
    drawer: &mut UniformPolicy,
) -> SquareSet {
    let mut pick = |from: SquareSet| -> Option<Square> {
        let bound = from.len() as u64;
        if bound == 0 {
            None
        } else {
            from.iter().nth(drawer.below(bound) as usize)
        }
    };
    (0..changes).fold(set, |set, _| match (pick(set), pick(all - set)) {
        (Some(old), Some(new)) => (set - SquareSet::single(old)) | SquareSet::single(new),
        _ => set,
    })
}

/// `size` squares, as equally many in each row and column as can be, in rows and columns that are shuffled.
fn balanced(side: usize, size: usize, drawer: &mut UniformPolicy) -> SquareSet {
    let mut shuffled = || {
        let mut order: Vec<usize> = (0..side).collect();
        (1..side).for_each(|last| order.swap(last, drawer.below(last as u64 + 1) as usize));
        order
    };
    let (rows, columns) = (shuffled(), shuffled());
    let square = |index: usize| {
        Square::new(rows[index % side] * side + columns[(index + index / side) % side]).unwrap()
    };
    (0..size).map(square).collect()
}

/// What the opponent does: each kind could do harm in its own way.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Random,
    /// The prover's last series once more.
    Copying,
    /// One series again and again, and in the end, or never, others.
    Repeating,
    /// Series that have a gap in common but for some squares.
    Nearly,
    /// Whole rows are left out.
    Rows,
}

const KINDS: [Kind; 5] = [
    Kind::Random,
    Kind::Copying,
    Kind::Repeating,
    Kind::Nearly,
    Kind::Rows,
];

/// A game against an opponent of a kind. Nothing collapses before the last turn, but by Theorem 6, and the opponent has
/// no line.
fn contest(
    theorem: &LongSeries,
    start: Position,
    kind: Kind,
    drawer: &mut UniformPolicy,
) -> Position {
    let (all, side) = (start.board().all(), start.game().side());
    let (squares, gap) = (all.len(), all.len() - start.pieces());
    let repeated = match drawer.below(3) {
        0 => mutated(SquareSet::first(gap), all, 64, drawer),
        _ => balanced(side, gap, drawer),
    };
    let own = theorem.prover().opponent().turns_of(squares);
    // One series that differs is the least; it often comes at the end.
    let kept = if drawer.below(2) == 0 {
        own - drawer.below(4) as usize
    } else {
        drawer.below(own as u64) as usize
    };
    let is_early = Lead::of(side, start.pieces(), start.rules())
        .unwrap()
        .theorem
        == Theorem::Early;
    let end = played(theorem, start, |position| {
        if position.phase() == Phase::Collapse || position.quantum() != all {
            assert!(
                position.turns() == squares || is_early,
                "an early collapse in {position:?}"
            );
            return drawer.action(position).unwrap();
        }
        let index = position.turns() / 2;
        let gap = match kind {
            Kind::Random => mutated(SquareSet::first(gap), all, 64, drawer),
            Kind::Copying if position.turns() > 0 => {
                all - position.squares_of(position.turns() - 1)
            }
            Kind::Repeating | Kind::Nearly if index >= kept => {
                mutated(repeated, all, 1 + index % 3, drawer)
            }
            Kind::Copying | Kind::Repeating => repeated,
            Kind::Nearly => mutated(repeated, all, drawer.below(2) as usize, drawer),
            Kind::Rows => SquareSet::first(gap),
        };
        Action::Place(all - gap)
    });
    let theirs = end.owned_by(theorem.prover().opponent());
    assert!(
        !end.board()
            .lines()
            .iter()
            .any(|line| line.is_subset(theirs)),
        "a line of the opponent\n{end}"
    );
    assert!(is_early || end.quantum() == SquareSet::EMPTY);
    end
}

/// The least n for which a theorem, or a better one, is proved.
fn least_pieces(side: usize, rules: Rules, margin: Margin) -> Option<usize> {
    (1..=side * side)
        .find(|&pieces| Lead::of(side, pieces, &rules).is_some_and(|lead| lead.least >= margin))
}

/// Plays games with the sizes at which theorems begin, one more, and two others; gives the number of games.
fn games_on(side: usize, rounds: u64) -> usize {
    let all: Vec<Rules> = Rules::combinations().collect();
    let (mut games, squares) = (0, side * side);
    for collapse in [CollapseChooser::Player1, CollapseChooser::Player2] {
        let starts = |from: Margin| least_pieces(side, of(collapse), from);
        let points = [
            Margin::ONE,
            Margin::ONE + Margin::ONE,
            Margin::ONE + Margin::ONE + Margin::from_rank(2),
        ];
        let mut sizes: Vec<usize> = points
            .into_iter()
            .filter_map(starts)
            .flat_map(|n| [n, n + 1])
            .collect();
        sizes.extend([squares - 2, squares]);
        sizes.retain(|size| *size <= squares && (side != 4 || *size > 12));
        sizes.sort_unstable();
        sizes.dedup();
        for pieces in sizes {
            for (index, kind) in (0..rounds).flat_map(|_| KINDS).enumerate() {
                let stream = (index + 100 * (pieces + 100 * side)) as u64;
                let mut drawer = UniformPolicy::new(27, stream);
                // The other rules by chance; each player is the chooser in half of the games.
                let rules = Rules {
                    collapse,
                    ..all[drawer.below(all.len() as u64) as usize]
                };
                let game = game(side, pieces, rules);
                let Some(theorem) = LongSeries::of(&game) else {
                    continue;
                };
                let end = contest(&theorem, Position::new(game), kind, &mut drawer);
                let lead = lead(&theorem, end.margin());
                assert!(
                    lead >= theorem.lead(),
                    "{game}, {kind:?}: {lead}, not {}\n{end}",
                    theorem.lead()
                );
                games += 1;
            }
        }
    }
    games
}

#[test]
fn the_strategies_keep_their_lead_at_the_thresholds() {
    let games: Vec<usize> = (3..=8).map(|side| games_on(side, 20)).collect();
    assert!(games.iter().all(|games| *games > 300), "{games:?}");
}

#[test]
#[ignore = "a minute"]
fn the_strategies_keep_their_lead_in_many_games() {
    let games: usize = (3..=8).map(|side| games_on(side, 2_000)).sum();
    assert!(games > 600_000, "{games}");
}

#[test]
fn the_last_gap_against_repeated_series_leaves_the_right_square() {
    // The opponent keeps to one series but for the last one or two: then the squares that it forces are known just in
    // time, or not at all.
    let mut games = 0;
    let collapse = CollapseChooser::Opponent;
    for (side, pieces) in [(4, 13), (5, 19), (6, 25)] {
        let game = game(side, pieces, of(collapse));
        let theorem = LongSeries::of(&game).unwrap();
        assert_eq!(
            Lead::of(side, pieces, &of(collapse)).unwrap().theorem,
            Theorem::Cross
        );
        for stream in 0..60 {
            let mut drawer = UniformPolicy::new(28, stream);
            let all = game.board().all();
            let repeated = balanced(side, all.len() - pieces, &mut drawer);
            let own = theorem.prover().opponent().turns_of(all.len());
            let odd_one = own - 1 - drawer.below(4) as usize;
            let end = played(&theorem, Position::new(game), |position| {
                let differs = position.turns() / 2 == odd_one;
                Action::Place(
                    all - if differs {
                        mutated(repeated, all, 1, &mut drawer)
                    } else {
                        repeated
                    },
                )
            });
            assert!(
                lead(&theorem, end.margin()) >= theorem.lead(),
                "{game}\n{end}"
            );
            games += 1;
        }
    }
    assert_eq!(games, 180);
}

#[test]
fn who_repeats_a_series_is_met_by_an_early_collapse() {
    let (mut games, mut early) = (0, 0);
    let games_of = |side: usize| Rules::combinations().map(move |rules| (side, rules));
    for (side, rules) in [6, 8].into_iter().flat_map(games_of) {
        let (squares, pieces) = (side * side, side * side / 2 + side);
        let game = game(side, pieces, rules);
        let theorem = LongSeries::of(&game).unwrap();
        if Lead::of(side, pieces, &rules).unwrap().theorem != Theorem::Early {
            continue;
        }
        let all = game.board().all();
        let own = squares / 2;
        // The opponent stops repeating the series at each turn, once or for good.
        for (kept, stream) in (1..=own).flat_map(|kept| (0..6).map(move |stream| (kept, stream))) {
            let mut drawer = UniformPolicy::new(31, stream + 10 * kept as u64);
            let repeated = balanced(side, squares - pieces, &mut drawer);
            let changes = 1 + drawer.below(3) as usize;
            let mut is_early = false;
            let end = played(&theorem, Position::new(game), |position| {
                if position.phase() == Phase::Collapse || position.quantum() != all {
                    is_early |= position.turns() < squares;
                    return drawer.action(position).unwrap();
                }
                let index = position.turns() / 2;
                let differs = index == kept || index > kept && stream % 2 == 0;
                // The lowest square is of the pair that is left out of the early collapse.
                let odd = SquareSet::single(repeated.lowest().unwrap());
                let gap = match stream % 3 {
                    _ if !differs => repeated,
                    0 => (repeated - odd) | (all - repeated).iter().take(1).collect(),
                    _ => mutated(repeated, all, changes, &mut drawer),
                };
                Action::Place(all - gap)
            });
            assert!(
                lead(&theorem, end.margin()) >= theorem.lead(),
                "{game}, {kept}\n{end}"
            );
            let theirs = end.owned_by(theorem.prover().opponent());
            assert!(
                !end.board()
                    .lines()
                    .iter()
                    .any(|line| line.is_subset(theirs)),
                "{game}\n{end}"
            );
            assert!(kept < own || is_early || end.turns() < squares);
            games += 1;
            early += usize::from(is_early || end.turns() < squares);
        }
    }
    assert!(
        games > 9_000 && early > games / 20 && early < games / 5,
        "{games} games, {early} early collapses"
    );
}

#[test]
fn the_strategies_keep_their_lead_against_players() {
    for (side, pieces) in [(4, 9), (4, 12), (5, 17), (6, 22)] {
        for &collapse in CollapseChooser::ALL {
            let game = game(side, pieces, of(collapse));
            let theorem = LongSeries::of(&game).unwrap();
            let mut heuristic = Heuristic::new(Effort::of_nodes(20), Some(1));
            let end = played(&theorem, Position::new(game), |position| {
                heuristic.choose(position, &Silent).unwrap().unwrap()
            });
            assert!(
                lead(&theorem, end.margin()) >= theorem.lead(),
                "{game}\n{end}"
            );
        }
    }
}
