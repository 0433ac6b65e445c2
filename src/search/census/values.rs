//! What positions are worth under perfect play.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::count::{Count, ValueCount};
use super::enumeration::{Orbit, each_level};
use crate::board::Symmetry;
use crate::canonical::{Canonical, Key};
use crate::game::Game;
use crate::position::{Phase, Position};
use crate::progress::{Interrupted, Progress, Quiet};
use crate::rules::Margin;
use crate::search::error::Error;
use crate::search::pool::Solvers;
use crate::search::solver::{MAX_SQUARES, Solver, warm_table_bytes};

/// How many positions of the turns up to `last` have which value. The counts are sorted by turn, then quiescent
/// positions before those that wait for a collapse, then by value.
///
/// The positions are enumerated. For each canonical form ([`crate::canonical`]) of the quiescent positions of turn
/// `last` one position is solved, on all threads. The value of every other position is the best of the values that
/// follow.
///
/// Cost: for `last` = 4 on 3x3 with n = 2 some 49,000 canonical forms are solved, about a millisecond each; every other
/// position takes some microseconds.
///
/// ```
/// use gqt3::{game::Game, progress::Silent, rules::Rules, search::census::values};
/// let found = values(&Game::of_side(2, 2, Rules::default())?, 1, &Silent)?;
/// // After one move of the smallest game with pairs player 1 is always half a point ahead.
/// assert!(found.iter().all(|found| found.value.to_string() == "+1/2"));
/// assert_eq!(found[1].count.positions, 6_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the game cannot be solved ([`Solver::new`]), there are too many positions
/// ([`enumerate`](super::enumerate)), or interrupted.
pub fn values(game: &Game, last: usize, progress: &dyn Progress) -> Result<Vec<ValueCount>, Error> {
    if game.squares() > MAX_SQUARES {
        return Err(Error::Board { squares: game.squares() });
    }
    let solver = || Solver::new(*game, warm_table_bytes(game));
    // The first one is made before the positions, for a game that cannot be solved.
    let solvers = Solvers::new(solver()?, solver);
    let symmetries = game.board().symmetries();
    let mut turns = Vec::new();
    progress.begin("positions", None);
    each_level(game, last, progress, |_, level| {
        turns.push([
            classes(&level.quiescent, &symmetries, progress)?,
            classes(&level.waiting, &symmetries, progress)?,
        ]);
        Ok(())
    })?;
    progress.end();
    let mut found = Vec::new();
    let mut following: [Values; 2] = Default::default();
    for (turn, [quiescent, waiting]) in turns.into_iter().enumerate().rev() {
        let quiescent_values = if following.iter().all(Values::is_empty) {
            searched(&quiescent, &solvers, progress)?
        } else {
            let [quiescent_next, waiting_next] = &following;
            let value = |class: &Class| best(&class.position, &symmetries, quiescent_next, waiting_next);
            valued(&quiescent, value, progress)?
        };
        // A collapse leads to quiescent positions alone.
        let value = |class: &Class| best(&class.position, &symmetries, &quiescent_values, &Values::default());
        let waiting_values = valued(&waiting, value, progress)?;
        found.extend(counts(turn, true, &waiting, &waiting_values).into_iter().rev());
        found.extend(counts(turn, false, &quiescent, &quiescent_values).into_iter().rev());
        following = [quiescent_values, waiting_values];
    }
    found.reverse();
    Ok(found)
}

/// Positions of one canonical form, which have one value.
struct Class {
    position: Position,
    count: Count,
}

type Classes = FxHashMap<Key, Class>;
type Values = FxHashMap<Key, Margin>;

fn classes(
    orbits: &[Orbit],
    symmetries: &[Symmetry],
    progress: &dyn Progress,
) -> Result<Classes, Interrupted> {
    let mut classes = Classes::default();
    for Orbit { position, size } in orbits {
        progress.check()?;
        let class = classes
            .entry(Canonical::of(position, symmetries).key)
            .or_insert_with(|| Class { position: *position, count: Count::default() });
        class.count.add_orbit(*size);
    }
    Ok(classes)
}

/// What each class is worth.
fn valued(
    classes: &Classes,
    value: impl Fn(&Class) -> Margin,
    progress: &dyn Progress,
) -> Result<Values, Interrupted> {
    let of = |(key, class): (&Key, &Class)| progress.check().map(|()| (key.clone(), value(class)));
    classes.iter().map(of).collect()
}

/// The value of a position by those that can follow: quiescent ones, and ones that wait for a collapse.
fn best(position: &Position, symmetries: &[Symmetry], quiescent: &Values, waiting: &Values) -> Margin {
    let values = position.actions().map(|action| {
        let next = position.after_unchecked(&action);
        let values = if next.phase() == Phase::Collapse { waiting } else { quiescent };
        values[&Canonical::of(&next, symmetries).key]
    });
    let best = position.to_move().and_then(|side| side.best(values));
    best.unwrap_or_else(|| position.margin())
}

fn counts(turn: usize, waiting: bool, classes: &Classes, values: &Values) -> Vec<ValueCount> {
    let mut counts: BTreeMap<Margin, Count> = BTreeMap::new();
    for (key, class) in classes {
        let count = counts.entry(values[key]).or_default();
        *count = [&*count, &class.count].into_iter().sum();
    }
    counts.into_iter().map(|(value, count)| ValueCount { turn, waiting, value, count }).collect()
}

/// The values of positions by search, on all threads.
fn searched(
    classes: &Classes,
    solvers: &Solvers<impl Fn() -> Result<Solver, Error> + Sync>,
    progress: &dyn Progress,
) -> Result<Values, Error> {
    progress.begin("positions by value", Some(classes.len() as u64));
    let solved = classes.par_iter().map(|(key, class)| {
        let bounds = solvers.ask(|solver| solver.bounds(&class.position, &Quiet(progress)))?;
        progress.advance(1);
        bounds.value().map(|value| (key.clone(), value)).ok_or(Error::Interrupted(Interrupted))
    });
    let solved = solved.collect();
    progress.end();
    solved
}
