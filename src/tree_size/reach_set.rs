//! T(s, n) by a memory of reach sets, up to relabelling.
//!
//! As in [`fixed_endgame`](super::fixed_endgame) each quantum square has the set of unopened squares it reaches, an
//! unopened one just itself. But instead of opening the squares in the order of their numbers, every turn may open any
//! unopened square, and then nothing distinguishes them: the number of games left depends only on the family of reach
//! sets up to relabelling the unopened squares. All orders of opening together count s! N, which is T itself.
//!
//! Cost: one step per family met, unopened square, and choice of targets up to equal sets. Memory: the families met.

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::family::{Key, Mask, key, squeezed};
use super::{Error, binomial};
use crate::progress::{Interrupted, Progress};

/// The most squares this method takes.
pub(super) const MAX_SQUARES: usize = 16;

/// T(s, n).
pub(super) fn games(squares: usize, pieces: usize, progress: &dyn Progress) -> Result<BigUint, Error> {
    let mut memo = Memo { pieces, games: FxHashMap::default(), progress };
    progress.begin("reach sets", None);
    let games = memo.games(squares, &[]);
    progress.end();
    Ok(games?)
}

struct Memo<'a> {
    pieces: usize,
    games: FxHashMap<Key, BigUint>,
    progress: &'a dyn Progress,
}

impl Memo<'_> {
    /// The games left with so many unopened squares, and these reach sets of the open quantum squares.
    fn games(&mut self, unopened: usize, reach: &[Mask]) -> Result<BigUint, Interrupted> {
        if unopened == 0 {
            return Ok(BigUint::one());
        }
        let key = key(unopened, reach);
        if let Some(games) = self.games.get(&key) {
            return Ok(games.clone());
        }
        self.progress.advance(1);
        let mut games = BigUint::default();
        for square in 0..unopened {
            self.progress.check()?;
            let mut unions: FxHashMap<Mask, BigUint> = FxHashMap::default();
            if unopened + reach.len() < self.pieces {
                unions.insert(0, BigUint::one());
            } else {
                let singles = (0..unopened).filter(|&other| other != square).map(|other| 1 << other);
                let mut targets: Vec<Mask> = reach.iter().copied().chain(singles).collect();
                targets.sort_unstable();
                self.choose(&targets, self.pieces - 1, 0, &BigUint::one(), &mut unions);
            }
            let opened: Mask = 1 << square;
            let kept = ((1 << unopened) - 1) & !opened;
            for (union, choices) in unions {
                let reached = union & !opened;
                let mut after: Vec<Mask> = reach
                    .iter()
                    .map(|&set| if set & opened == 0 { set } else { set & !opened | reached })
                    .collect();
                after.push(reached);
                after.retain(|&set| set != 0);
                after.iter_mut().for_each(|set| *set = squeezed(*set, kept));
                games += choices * self.games(unopened - 1, &after)?;
            }
        }
        self.games.insert(key, games.clone());
        Ok(games)
    }

    /// The unions of all choices of `count` targets, each with its number; equal targets are taken together.
    fn choose(
        &self,
        targets: &[Mask],
        count: usize,
        union: Mask,
        choices: &BigUint,
        unions: &mut FxHashMap<Mask, BigUint>,
    ) {
        if count == 0 {
            *unions.entry(union).or_default() += choices;
            return;
        }
        let Some(&first) = targets.first() else { return };
        let equal = targets.iter().take_while(|&&target| target == first).count();
        let rest = &targets[equal..];
        for taken in 0..=equal.min(count) {
            let union = if taken > 0 { union | first } else { union };
            self.choose(rest, count - taken, union, &(choices * binomial(equal, taken)), unions);
        }
    }
}
