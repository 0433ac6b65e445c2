//! The margin's distribution from all s! endgames of a full board or, for n = 1, from all games to
//! the first line (the 255,168 of ordinary tic-tac-toe).
//!
//! A game that stops after k of s turns counts (s-k)!, because that many of the s! orders of
//! the squares begin with its moves. So these counts add up to s!, too.

use num_bigint::BigUint;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{Distribution, MarginCount, RandomPlayError};
use crate::engine::game::Game;
use crate::engine::position::{Phase, Position, endgame_margin};
use crate::engine::rules::Margin;
use crate::support::progress::{Interrupted, Progress};
use crate::tree_size::factorial;

/// The largest supported side: 16! endgames are too many.
pub const MAX_SIDE: usize = 3;

type Counts = FxHashMap<Margin, u64>;

/// Computes the margin's distribution under random play.
///
/// # Errors
///
/// Fails if the side is 0 or exceeds [`MAX_SIDE`], if n >= 2 and [`Game::fills_the_board`] is
/// `false`, if the counts do not add up to s!, or if interrupted.
pub fn enumerate(game: Game, progress: &dyn Progress) -> Result<Distribution, RandomPlayError> {
    RandomPlayError::check_side(game.side(), MAX_SIDE)?;
    let counts = match (game.fills_the_board(), game.pieces()) {
        (true, _) => endgames(game, progress)?,
        (false, 1) => single_piece_games(game, progress)?,
        (false, pieces) => return Err(RandomPlayError::StopsEarly { pieces }),
    };
    let counts = counts.into_iter();
    let margins = counts.map(|(margin, endgames)| MarginCount {
        margin: margin.into(),
        endgames: BigUint::from(endgames),
    });
    let distribution = Distribution::new(game.side(), margins.collect());
    RandomPlayError::check_total(distribution.total(), &factorial(game.squares()))?;
    Ok(distribution)
}

fn shared<T: Sync>(
    what: &str,
    tasks: &[T],
    progress: &dyn Progress,
    count: impl Fn(&T, &mut Counts) + Sync,
) -> Result<Counts, Interrupted> {
    progress.begin(what, Some(tasks.len() as u64));
    let counts = tasks.par_iter().map(|task| {
        progress.check()?;
        let mut counts = Counts::default();
        count(task, &mut counts);
        progress.advance(1);
        Ok(counts)
    });
    let counts = counts.try_reduce(Counts::default, |mut all, more| {
        more.into_iter()
            .for_each(|(margin, count)| *all.entry(margin).or_default() += count);
        Ok(all)
    });
    progress.end();
    counts
}

fn endgames(game: Game, progress: &dyn Progress) -> Result<Counts, Interrupted> {
    let turns: Vec<u8> = (1..=game.squares() as u8).collect();
    shared("endgames", &turns, progress, |last, counts| {
        let mut subscripts: Vec<u8> = turns
            .iter()
            .filter(|&turn| turn != last)
            .chain([last])
            .copied()
            .collect();
        permute(&mut subscripts, turns.len() - 1, &mut |subscripts| {
            *counts
                .entry(endgame_margin(game.board(), game.rules(), subscripts))
                .or_default() += 1;
        });
    })
}

/// Visits every order of the first `count` items (Heap 1963).
pub(super) fn permute(items: &mut [u8], count: usize, visit: &mut impl FnMut(&[u8])) {
    if count <= 1 {
        visit(items);
        return;
    }
    for index in 0..count {
        permute(items, count - 1, visit);
        if index + 1 < count {
            items.swap(if count.is_multiple_of(2) { index } else { 0 }, count - 1);
        }
    }
}

fn single_piece_games(game: Game, progress: &dyn Progress) -> Result<Counts, Interrupted> {
    let start = Position::new(game);
    let first: Vec<Position> = start
        .actions()
        .map(|action| start.after_unchecked(&action))
        .collect();
    shared("games", &first, progress, play_out)
}

fn play_out(position: &Position, counts: &mut Counts) {
    if position.phase() == Phase::Over {
        let orders: u64 = (1..=position.quantum().len() as u64).product();
        *counts.entry(position.margin()).or_default() += orders;
        return;
    }
    for action in position.actions() {
        play_out(&position.after_unchecked(&action), counts);
    }
}
