//! Section 8 with proofs: strategies for both players that are played through without a solver.

use super::Claim;
use super::evidence::{Error, Evidence};
use super::perfect_play::perfect_play_claims;
use crate::game::Game;
use crate::position::Position;
use crate::progress::Progress;
use crate::rules::{Player, Variant};
use crate::search::certificate::{self, Certificate};
use crate::search::{Solver, TABLE_BYTES};

/// The claims of section 8 about single variants, with certificates of both bounds as the method: the standard game, and the
/// one whose value the paper has differently.
///
/// Cost: seconds.
///
/// # Errors
/// If a bound has no certificate or a check fails, or if it was interrupted.
pub fn certified(evidence: &Evidence, progress: &dyn Progress) -> Result<Vec<Claim>, Error> {
    let names = [
        ("equilibrium of Goff's QT3", Variant::Paper),
        ("equilibrium where player 1 collapses", Variant::Player1Collapses),
    ];
    let mut claims = perfect_play_claims(evidence);
    claims.retain(|claim| names.iter().any(|(name, _)| claim.claim == *name));
    for claim in &mut claims {
        let variant = names.iter().find(|(name, _)| claim.claim == *name);
        if let Some((_, variant)) = variant {
            let choices = certify(evidence, *variant, progress)?;
            claim.method = format!(
                "certificates of both bounds, {} and {} choices, played through",
                choices[0], choices[1]
            );
        }
    }
    Ok(claims)
}

/// Makes and checks a certificate for each bound; returns how many choices they have.
fn certify(evidence: &Evidence, variant: Variant, progress: &dyn Progress) -> Result<[usize; 2], Error> {
    let rules = variant.rules();
    let start = Position::new(Game::of_side(3, 2, rules)?);
    let solution = evidence.standard(variant);
    let mut choices = [0; 2];
    for (count, (prover, margin)) in choices
        .iter_mut()
        .zip([(Player::One, solution.interval.lower), (Player::Two, solution.interval.upper)])
    {
        let mut solver = Solver::new(*start.game(), TABLE_BYTES)?;
        let claim = certificate::Claim { prover, margin };
        let failed =
            |error: &dyn std::fmt::Display| Error::Failed(format!("certificate of {variant}: {error}"));
        let proof = Certificate::of(&start, claim, &mut solver, progress);
        progress.check()?;
        let proof = proof.map_err(|error| failed(&error))?;
        let checked = proof.check(progress).map_err(|error| failed(&error))?;
        *count = checked.choices;
    }
    Ok(choices)
}
