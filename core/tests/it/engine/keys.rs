//! Equivalent positions have equal values. The solver's keys for boards up to 3x3 rest on this.
//!
//! The proof is in the comments of `core/src/perfect_play/small/key.rs`. Here its theorem and its
//! steps on entanglement and collapse are compared with the definitions, without the solver.

use std::collections::{BTreeMap, BTreeSet};

use gqt3::engine::board::SquareSet;
use gqt3::engine::game::Game;
use gqt3::engine::matching::{SeriesSet, neighbourhood};
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::{Player, Rules};
use gqt3::perfect_play::minimax;
use gqt3::random_play::UniformPolicy;

type Sets = BTreeSet<u64>;

/// What equivalent positions share.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Likeness {
    turns: usize,
    quantum: u64,
    open: [Vec<u64>; 2],
    /// On an m-by-m board: each classical series with an index of 2m or more, with its square, if
    /// that is on a line where the opponent owns no square.
    late: Vec<(usize, u64)>,
    sets: BTreeMap<usize, Sets>,
}

/// What may differ between equivalent positions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Looks {
    series: BTreeMap<usize, Vec<u64>>,
    owned: [u64; 2],
    late: Vec<u64>,
}

/// On an m-by-m board, a player's first m series form a group, and each other series its own.
fn group(position: &Position, series: usize) -> usize {
    let side = position.board().side().unwrap();
    if series < 2 * side {
        series % 2
    } else {
        series
    }
}

/// Returns the sets of squares that these series can fill: each takes one of its own squares, and
/// no two take the same.
fn filled(position: &Position, series: impl IntoIterator<Item = usize>) -> Sets {
    series.into_iter().fold(Sets::from([0]), |sets, member| {
        let squares = position.squares_of(member);
        let with_one = |set: u64| {
            squares
                .into_iter()
                .map(move |square| set | SquareSet::single(square).0)
                .filter(move |&s| s != set)
        };
        sets.into_iter().flat_map(with_one).collect()
    })
}

fn groups(position: &Position) -> BTreeMap<usize, SeriesSet> {
    let mut groups = BTreeMap::<usize, SeriesSet>::new();
    for series in position.quantum_series() {
        groups
            .entry(group(position, series))
            .or_insert(SeriesSet::EMPTY)
            .insert(series);
    }
    groups
}

fn likeness(position: &Position) -> Likeness {
    let open = [Player::One, Player::Two].map(|player| {
        let lines = position.board().lines().iter().copied();
        lines
            .filter(|line| !line.intersects(position.owned_by(player.opponent())))
            .collect::<Vec<_>>()
    });
    let late = (2 * position.board().side().unwrap()..position.turns()).filter(|&series| {
        let squares = position.squares_of(series);
        !position.quantum_series().contains(series)
            && open[series % 2].iter().any(|line| squares.is_subset(*line))
    });
    Likeness {
        turns: position.turns(),
        quantum: position.quantum().0,
        late: late
            .map(|series| (series, position.squares_of(series).0))
            .collect(),
        sets: groups(position)
            .into_iter()
            .map(|(group, of)| (group, filled(position, of)))
            .collect(),
        open: open.map(|lines| lines.iter().map(|line| line.0).collect()),
    }
}

fn looks(position: &Position) -> Looks {
    let squares = |of: SeriesSet| {
        let mut squares: Vec<u64> = of
            .into_iter()
            .map(|series| position.squares_of(series).0)
            .collect();
        squares.sort_unstable();
        squares
    };
    Looks {
        series: groups(position)
            .into_iter()
            .map(|(group, of)| (group, squares(of)))
            .collect(),
        owned: [Player::One, Player::Two].map(|player| position.owned_by(player).0),
        late: (2 * position.board().side().unwrap()..position.turns())
            .map(|series| position.squares_of(series).0)
            .collect(),
    }
}

/// The rest of the game must be short enough for minimax.
fn is_late(position: &Position) -> bool {
    let (turns, quantum) = (position.turns(), position.quantum().len());
    position.phase() == Phase::Place
        && (turns >= 6 && quantum <= 5
            || turns >= 7 && quantum <= 6
            || turns >= 7 && position.pieces() == 2)
}

/// Lists the late positions of 100 games.
///
/// In n of the first six turns, all games place a series on the same n squares if they can, so that
/// these squares soon collapse. Other placements are drawn, mostly elsewhere. Each collapse is one
/// of the first two.
fn late_positions(start: Position, game: u64) -> Vec<Position> {
    let mut drawer = UniformPolicy::new(15, game);
    let Some(Action::Place(same)) = drawer.action(&start) else {
        return Vec::new();
    };
    let mut turns: Vec<usize> = (0..6).collect();
    let turns: Vec<usize> = (0..start.pieces())
        .map(|_| turns.swap_remove(drawer.below(turns.len() as u64) as usize))
        .collect();
    let mut late = Vec::new();
    for _ in 0..100 {
        let mut position = start;
        while position.phase() != Phase::Over {
            late.extend(is_late(&position).then_some(position));
            let actions: Vec<Action> = position.actions().collect();
            let is_elsewhere = |action: &&Action| matches!(action, Action::Place(squares) if !squares.intersects(same));
            let elsewhere: Vec<Action> = actions.iter().filter(is_elsewhere).copied().collect();
            let again = Action::Place(same);
            let action = if position.phase() == Phase::Collapse {
                actions[drawer.below(2) as usize % actions.len()]
            } else if turns.contains(&position.turns()) && actions.contains(&again) {
                again
            } else {
                let from = if elsewhere.is_empty() || drawer.below(3) == 0 {
                    &actions
                } else {
                    &elsewhere
                };
                from[drawer.below(from.len() as u64) as usize]
            };
            position = position.after_unchecked(&action);
        }
    }
    late
}

#[test]
fn alike_positions_have_the_same_value() {
    let (mut of_series, mut of_owners, mut of_late) = (0, 0, 0);
    for (number, rules) in Rules::combinations().into_iter().enumerate().step_by(5) {
        for pieces in 2..=4 {
            let start = Position::new(Game::from_side(3, pieces, rules).unwrap());
            let mut alike = BTreeMap::<Likeness, BTreeMap<Looks, Position>>::new();
            for position in late_positions(start, (8 * number + pieces) as u64) {
                alike
                    .entry(likeness(&position))
                    .or_default()
                    .entry(looks(&position))
                    .or_insert(position);
            }
            for positions in alike.values().filter(|of| of.len() > 1) {
                let some = || positions.iter().take(4);
                let values: BTreeSet<_> = some().map(|(_, position)| minimax(position)).collect();
                assert_eq!(values.len(), 1, "{rules}: {positions:?}");
                of_series += some()
                    .map(|(looks, _)| &looks.series)
                    .collect::<BTreeSet<_>>()
                    .len()
                    - 1;
                of_owners += some()
                    .map(|(looks, _)| &looks.owned)
                    .collect::<BTreeSet<_>>()
                    .len()
                    - 1;
                of_late += some()
                    .map(|(looks, _)| &looks.late)
                    .collect::<BTreeSet<_>>()
                    .len()
                    - 1;
            }
        }
    }
    let counts = [of_series, of_owners, of_late];
    assert!(counts.into_iter().all(|count| count > 5), "{counts:?}");
}

#[test]
fn the_sets_of_a_group_tell_what_collapses_and_what_stays() {
    let mut collapses = 0;
    for game in 0..400 {
        let mut drawer = UniformPolicy::new(16, game);
        let mut position =
            Position::new(Game::from_side(3, 2 + game as usize % 3, Rules::default()).unwrap());
        while let Some(action) = drawer.action(&position) {
            position = position.after_unchecked(&action);
            if position.phase() != Phase::Collapse {
                continue;
            }
            collapses += 1;
            let all = filled(&position, position.quantum_series());
            let common = all.iter().fold(!0, |common, set| common & set);
            assert_eq!(common, position.entangled_squares().0, "{position:?}");
            for (_, series) in groups(&position) {
                let entangled: SeriesSet = series
                    .into_iter()
                    .filter(|&one| position.entangled().contains(one))
                    .collect();
                let least = |sets: &Sets| {
                    let inside = |set: &u64| (set & common).count_ones();
                    let fewest = sets.iter().map(inside).min().unwrap();
                    sets.iter()
                        .copied()
                        .filter(|set| inside(set) == fewest)
                        .collect::<Sets>()
                };
                let sets = least(&filled(&position, series));
                let parts =
                    [common, !common].map(|of| sets.iter().map(|set| set & of).collect::<Sets>());
                assert_eq!(parts[0], filled(&position, entangled), "{position:?}");
                let outside = |set: &&u64| *set & common == 0;
                let free = filled(&position, series.without(entangled));
                assert_eq!(
                    parts[1],
                    free.iter().filter(outside).copied().collect(),
                    "{position:?}"
                );
                let unions: usize = parts[0].len() * parts[1].len();
                assert_eq!(sets.len(), unions, "each with each");
                assert!(neighbourhood(entangled, position.neighbours()).0 & !common == 0);
            }
        }
    }
    assert!(collapses > 400, "{collapses}");
}
