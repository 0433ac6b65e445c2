//! Elo ratings from the scores of players against one another.
//!
//! In the model of Bradley and Terry, player i is expected to score g_i / (g_i + g_j) against player j, where g are the strengths.
//! The strengths of greatest likelihood are found by minorization and maximization (Hunter 2004): in each step g_i becomes the
//! score of i, divided by the sum over its games of 1 / (g_i + g_j). A draw gives half a point to both. One draw is added for every
//! pair, so that the strengths are finite. The ratings are 400 times the decimal logarithm of the strengths, with mean 0.
//!
//! The intervals come from the Fisher information of the ratings. This matrix is singular, as only differences of ratings matter;
//! its pseudoinverse is the matrix of covariances of ratings with mean 0.

/// The most steps of the iteration. It ends before, once no strength changes by more than this part of itself.
const STEPS: usize = 100_000;
const PRECISION: f64 = 1e-12;

/// Half the width of a 95 % interval of the normal distribution, in standard deviations.
pub const NORMAL_95: f64 = 1.959_964;

/// The strength of a player on Elo's scale.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating; the mean of all is 0.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub half: f64,
}

/// The ratings of players. `scores[i][j]` is what player i scored against player j, and in how many games; it needs as many
/// columns as rows.
///
/// ```
/// use gqt3::players::ratings;
/// // 10 points to 1, with the draw that is added, are 400 Elo.
/// let found = ratings(&[vec![(0.0, 0), (9.5, 10)], vec![(0.5, 10), (0.0, 0)]]);
/// assert!((found[0].elo - 200.0).abs() < 1e-6 && (found[1].elo + 200.0).abs() < 1e-6);
/// ```
#[must_use]
pub fn ratings(scores: &[Vec<(f64, u64)>]) -> Vec<Rating> {
    let players = scores.len();
    if players == 1 {
        return vec![Rating { elo: 0.0, half: 0.0 }];
    }
    let games = |one: usize, other: usize| if one == other { 0.0 } else { scores[one][other].1 as f64 + 1.0 };
    let points: Vec<f64> = (0..players)
        .map(|one| (0..players).filter(|&other| other != one).map(|other| scores[one][other].0 + 0.5).sum())
        .collect();
    let mut strengths = vec![1.0; players];
    for _ in 0..STEPS {
        let better: Vec<f64> = (0..players)
            .map(|one| {
                let expected = |other: usize| games(one, other) / (strengths[one] + strengths[other]);
                points[one] / (0..players).map(expected).sum::<f64>()
            })
            .collect();
        let change = better.iter().zip(&strengths).map(|(new, old): (&f64, &f64)| (new / old - 1.0).abs());
        let change = change.fold(0.0, f64::max);
        strengths = better;
        if change < PRECISION {
            break;
        }
    }
    let elo: Vec<f64> = strengths.iter().map(|strength| 400.0 * strength.log10()).collect();
    let mean = elo.iter().sum::<f64>() / players as f64;
    let variances = variances(&strengths, games);
    let half = |variance: f64| NORMAL_95 * variance.max(0.0).sqrt() * 400.0 / std::f64::consts::LN_10;
    elo.iter()
        .zip(variances)
        .map(|(elo, variance)| Rating { elo: elo - mean, half: half(variance) })
        .collect()
}

/// The variances of the natural logarithms of the strengths, when these have mean 0.
fn variances(strengths: &[f64], games: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let players = strengths.len();
    let share = 1.0 / players as f64;
    // 1/players is added to every entry of the information: then it is invertible, and 1/players less in every entry of the
    // inverse is the pseudoinverse.
    let mut matrix = vec![vec![share; players]; players];
    for one in 0..players {
        for other in 0..players {
            let expected = strengths[one] / (strengths[one] + strengths[other]);
            let information = games(one, other) * expected * (1.0 - expected);
            matrix[one][one] += information;
            matrix[one][other] -= information;
        }
    }
    inverse(matrix).iter().enumerate().map(|(place, row)| row[place] - share).collect()
}

/// The inverse of a positive definite matrix, by Gauss-Jordan elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let unit = |row: usize| (0..size).map(|column| if row == column { 1.0 } else { 0.0 }).collect();
    let mut inverse: Vec<Vec<f64>> = (0..size).map(unit).collect();
    for pivot in 0..size {
        let scale = matrix[pivot][pivot];
        for table in [&mut matrix, &mut inverse] {
            table[pivot].iter_mut().for_each(|entry| *entry /= scale);
        }
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for table in [&mut matrix, &mut inverse] {
                let subtracted = table[pivot].clone();
                table[row].iter_mut().zip(subtracted).for_each(|(entry, other)| *entry -= factor * other);
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_of_the_model_are_found_again_whatever_the_pairs() {
        let truth = [-150.0, -20.0, 60.0, 110.0];
        let score = |one: usize, other: usize| {
            let expected = 1.0 / (1.0 + 10_f64.powf((truth[other] - truth[one]) / 400.0));
            // With the draw that is added, exactly what is expected.
            let games = if one == other { 0 } else { 1_000 * (1 + (one as u64 + other as u64) % 3) - 1 };
            (expected * (games + 1) as f64 - 0.5, games)
        };
        let scores: Vec<Vec<(f64, u64)>> =
            (0..4).map(|one| (0..4).map(|other| score(one, other)).collect()).collect();
        for (rating, elo) in ratings(&scores).iter().zip(truth) {
            assert!((rating.elo - elo).abs() < 1e-6, "{rating:?} {elo}");
        }
    }

    #[test]
    fn the_interval_of_two_players_is_that_of_a_share() {
        let found = ratings(&[vec![(0.0, 0), (49.5, 99)], vec![(49.5, 99), (0.0, 0)]]);
        // The difference d has the information 100/4, and each rating is half of it.
        let half = NORMAL_95 * (1.0 / 25.0_f64).sqrt() * 400.0 / std::f64::consts::LN_10 / 2.0;
        assert!(
            found.iter().all(|rating| rating.elo.abs() < 1e-9 && (rating.half - half).abs() < 1e-9),
            "{found:?}"
        );
    }

    #[test]
    fn who_wins_every_game_has_a_finite_rating() {
        let found = ratings(&[vec![(0.0, 0), (10.0, 10)], vec![(0.0, 10), (0.0, 0)]]);
        assert!(found[0].elo > 200.0 && found[0].elo.is_finite() && found[0].half.is_finite());
    }
}
