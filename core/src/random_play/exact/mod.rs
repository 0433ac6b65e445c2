//! The margin's distribution on a full board.
//!
//! All endgames are equally likely (see [the parent module](super)), so we count them by margin. A
//! player who owns all squares of a line *owns* the line, and only such lines score. A player's
//! *own score* is what its lines would score if the other player's lines were removed. It is
//! positive if the player owns a line.
//!
//! If only one player owns lines, the margin is its own score, up to the sign (`alone`). Both own
//! lines in few cases, because their lines cannot cross (`both`). For y > 0 let A1(y) and A2(y)
//! count the endgames in which player 1 or 2 has the own score y, whatever the other owns; for
//! other y let them be 0. Then
//!
//! ```text
//! count(x) = A1(x) + A2(-x) + B(x) for x other than 0, and count(0) = B(0) + none.
//! ```
//!
//! B(x) corrects the endgames in which both players own lines, with own scores own1 and own2. A1
//! counts such an endgame at x = own1 and A2 at x = -own2, but it should count once, at x = margin.
//! So B(x) sums `[margin = x] - [own1 = x] - [own2 = -x]` over these endgames, where a bracket is 1
//! if true, else 0.
//!
//! In none = (m*m)! - L1 - L2 + L12 endgames nobody owns a line, where L1, L2 and L12 count the
//! endgames in which player 1, player 2 or both own lines.

mod alone;
mod both;
mod orbits;
mod scores;
mod tally;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use self::both::Owned;
use self::scores::{Score, Scores};
use self::tally::Tally;
use super::{Distribution, MarginCount, RandomPlayError, enumerate};
use crate::engine::game::Game;
use crate::engine::rules::{Offset, Rules};
use crate::support::progress::{Part, Progress};
use crate::tree_size::factorial;

/// The largest supported side. Margins become many: harmonic scoring has 97,907 on 20x20 (`gqt3
/// random --board 20 --format csv`).
pub const MAX_EXACT_SIDE: usize = 24;

/// Computes the margin's distribution on a full board.
///
/// ```
/// use gqt3::support::progress::Silent;
/// use gqt3::random_play::{Outcome, exact};
/// use gqt3::engine::rules::Rules;
/// let distribution = exact(4, &Rules::default(), &Silent)?;
/// let draws = distribution.probability(Outcome::Draw);
/// assert_eq!(gqt3::support::number::decimal(&draws, 3), "0.416");
/// # Ok::<(), gqt3::random_play::RandomPlayError>(())
/// ```
///
/// # Errors
///
/// Fails if the side is 0 or exceeds [`MAX_EXACT_SIDE`], if games with n >= 2 may stop early, if a
/// check of the counts fails, or if interrupted.
pub fn exact(
    side: usize,
    rules: &Rules,
    progress: &dyn Progress,
) -> Result<Distribution, RandomPlayError> {
    RandomPlayError::check_side(side, MAX_EXACT_SIDE)?;
    if !Game::always_fills(2, rules) {
        return Err(RandomPlayError::StopsEarly { pieces: 2 });
    }
    if side == 1 {
        // The formulas would count the one line of 1x1 several times.
        return enumerate(Game::from_side(side, 2, *rules)?, progress);
    }
    let squares = side * side;
    let scores = Scores::new(rules.scoring, rules.ties, side + 2);
    let endgames = factorial(squares);
    progress.begin(&format!("{side}x{side}"), Some(STEPS));
    let (players, of_both) = rayon::join(
        || both_alone(side, &scores, &endgames, &Part::new(progress, STEPS / 5)),
        || {
            let part = Part::new(progress, STEPS * 4 / 5);
            of_both(side, &scores, rules.offset, &endgames, &part)
        },
    );
    let players = players?;
    let mut counts = Counts::default();
    counts.add_all(&players[0], 1, 1);
    counts.add_all(&players[1], -1, 1);
    let mut none =
        BigInt::from(endgames.clone()) - BigInt::from(players[0].lined() + players[1].lined());
    for (Owned { rows, endgames }, times) in of_both? {
        let total = endgames.count();
        counts.add_all(&endgames, 1, i64::from(times));
        for (own, sign) in [(rows.0, 1), (rows.1, -1)] {
            counts.add(sign * own_score(own, &scores), &total, -i64::from(times));
        }
        none += BigInt::from(total * times);
    }
    progress.end();
    counts
        .0
        .entry(0)
        .and_modify(|count| *count += &none)
        .or_insert(none);
    let distribution = Distribution::new(side, counts.margins(scores.unit()));
    RandomPlayError::check_total(distribution.total(), &endgames)?;
    Ok(distribution)
}

const STEPS: u64 = 1_000;

/// Counts the endgames in which both players own lines, for one family of each kind, with the
/// number of such families.
fn of_both(
    side: usize,
    scores: &Scores,
    offset: Offset,
    endgames: &BigUint,
    progress: &dyn Progress,
) -> Result<Vec<(Owned, u32)>, RandomPlayError> {
    let diagonals = side.is_multiple_of(2).then_some((2, 1));
    let mut result = Vec::new();
    for (rows, times) in std::iter::once((side, 2)).chain(diagonals) {
        let owned = both::endgames(side, rows, scores, offset, progress)?;
        RandomPlayError::check_total(
            &owned.iter().map(|owned| owned.endgames.count()).sum(),
            endgames,
        )?;
        let by_both = owned
            .into_iter()
            .filter(|owned| owned.rows.0 > 0 && owned.rows.1 > 0);
        result.extend(by_both.map(|owned| (owned, times)));
    }
    Ok(result)
}

fn both_alone(
    side: usize,
    scores: &Scores,
    endgames: &BigUint,
    progress: &dyn Progress,
) -> Result<[Tally; 2], RandomPlayError> {
    let squares = side * side;
    let endgames_of = |own: usize| alone::endgames(side, own, scores, progress);
    // On an even number of squares each player has half of them, so both players' counts are
    // equal.
    let (player_1, player_2) = rayon::join(
        || endgames_of(squares.div_ceil(2)),
        || {
            (squares % 2 == 1)
                .then(|| endgames_of(squares / 2))
                .transpose()
        },
    );
    let player_1 = player_1?;
    let player_2 = player_2?.unwrap_or_else(|| player_1.clone());
    let players = [player_1, player_2];
    players
        .iter()
        .try_for_each(|player| RandomPlayError::check_total(&player.count(), endgames))?;
    Ok(players)
}

/// Scores lines that are completed one after another, because the lines of a family are disjoint.
fn own_score(lines: usize, scores: &Scores) -> i64 {
    (0..lines)
        .fold(Score::default(), |score, _| scores.after(score, (1, 0)))
        .margin
}

/// A count may be negative until all terms are added.
#[derive(Default)]
struct Counts(FxHashMap<i64, BigInt>);

impl Counts {
    fn add(&mut self, margin: i64, count: &BigUint, times: i64) {
        *self.0.entry(margin).or_default() += BigInt::from(count.clone()) * times;
    }

    /// Adds the endgames that have lines, each `times` times, with their margins times `sign`.
    fn add_all(&mut self, tally: &Tally, sign: i64, times: i64) {
        for (score, count) in tally.0.iter().filter(|(score, _)| score.ranks > 0) {
            self.add(sign * score.margin, count, times);
        }
    }

    fn margins(self, unit: i64) -> Vec<MarginCount> {
        let margin = |(margin, count): (i64, BigInt)| MarginCount {
            margin: BigRational::new(margin.into(), unit.into()),
            endgames: count.to_biguint().unwrap_or_default(),
        };
        // `Distribution::new` sorts the fractions, which takes long if they are not in order.
        let mut counts: Vec<(i64, BigInt)> = self.0.into_iter().collect();
        counts.sort_unstable_by_key(|(margin, _)| *margin);
        counts.into_iter().map(margin).collect()
    }
}
