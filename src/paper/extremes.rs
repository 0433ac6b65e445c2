use std::fmt;

use gqt3::engine::hypergraph::Hypergraph;

/// Series that refute a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    pub failure: &'static str,
    pub series: Hypergraph,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {}", self.failure, self.series)
    }
}

/// Unless `holds`, keeps `series`, but only if it is smaller than any kept counterexample: fewer
/// squares, or as many squares but fewer series.
pub(in crate::paper) fn expect(
    smallest: &mut Option<Counterexample>,
    holds: bool,
    failure: &'static str,
    series: &Hypergraph,
) {
    let size = |one: &Hypergraph| (one.squares, one.series.len());
    if !holds
        && smallest
            .as_ref()
            .is_none_or(|kept| size(series) < size(&kept.series))
    {
        *smallest = Some(Counterexample {
            failure,
            series: series.clone(),
        });
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spread {
    pub fewest: u64,
    pub most: u64,
}

impl Spread {
    pub const fn only(count: u64) -> Spread {
        Spread {
            fewest: count,
            most: count,
        }
    }

    pub(in crate::paper) fn add(spread: &mut Option<Spread>, count: u64) {
        let old = spread.unwrap_or(Spread::only(count));
        *spread = Some(Spread {
            fewest: old.fewest.min(count),
            most: old.most.max(count),
        });
    }
}

/// Overflows from 21 upward.
pub fn factorial(number: usize) -> u64 {
    (1..=number as u64).product()
}
