//! The checks of the theorems, section by section.

use super::appendix_a::AppendixA;
use super::appendix_b::{TwoCollapses, two_collapses};
use super::error::Error;
use super::reach::Reach;
use super::section2::Section2;
use super::section3::Section3;
use super::section4::Section4;
use super::section5::Section5;
use super::section6::endgames::{Endgames, endgames};
use super::sizes::{count, each_size};
use crate::progress::Progress;

/// What the checks of the theorems found.
#[derive(Clone, Debug)]
pub struct Theorems {
    /// How far they went.
    pub reach: Reach,
    /// What entanglement is.
    pub section2: Section2,
    /// The games that are generalized.
    pub section3: Section3,
    /// Consistency.
    pub section4: Section4,
    /// Detection.
    pub section5: Section5,
    /// Sections 6 and 7, for each s and n.
    pub endgames: Vec<Endgames>,
    /// The words of appendix A.
    pub appendix_a: AppendixA,
    /// Appendices A and B, for each number of squares.
    pub appendix_b: Vec<TwoCollapses>,
}

impl Theorems {
    /// Checks everything as far as `reach` says.
    ///
    /// # Errors
    /// If it was interrupted, or a size is out of reach.
    pub fn check(reach: Reach, progress: &dyn Progress) -> Result<Theorems, Error> {
        // Section 5 tells of its two comparisons.
        let steps = count(reach.squares) + count(reach.endgame_squares) + 2;
        progress.begin("theorems", Some(steps as u64));
        let ((section4, section5), (endgames, small)) = rayon::join(
            || rayon::join(|| Section4::check(&reach, progress), || Section5::check(&reach, progress)),
            || {
                rayon::join(
                    || each_size(reach.endgame_squares, progress, endgames),
                    || -> Result<_, Error> {
                        let pairs = (1..=reach.pair_squares).map(|squares| two_collapses(squares, progress));
                        Ok((
                            Section2::check(&reach, progress)?,
                            Section3::check(&reach, progress)?,
                            AppendixA::check(progress)?,
                            pairs.collect::<Result<_, _>>()?,
                        ))
                    },
                )
            },
        );
        progress.end();
        let (section2, section3, appendix_a, appendix_b) = small?;
        Ok(Theorems {
            reach,
            section2,
            section3,
            section4: section4?,
            section5: section5?,
            endgames: endgames?,
            appendix_a,
            appendix_b,
        })
    }
}
