//! Section 10: the conclusions.

use crate::paper::context::{COMPARED, Context, GAMES};
use crate::paper::error::LedgerError;
use crate::paper::finding::{Finding, Findings};
use gqt3::random_play::{Distribution, Histories};
use gqt3::support::number::group_digits;
use gqt3::tree_size::TreeSize;
use gqt3::tree_size::bounds::{Bounds, lower_by_trees};

pub(super) fn claims(context: &Context) -> Findings {
    Ok(vec![
        lower_bound(context)?,
        independence(context)?,
        complexity(),
    ])
}

fn lower_bound(context: &Context) -> Result<Finding, LedgerError> {
    let pairs: Vec<&TreeSize> = context
        .tree_sizes()?
        .iter()
        .filter(|size| size.pieces == 2)
        .collect();
    let is_bound = pairs
        .iter()
        .all(|size| lower_by_trees(size.squares) <= size.games);
    let better = |size: &&&TreeSize| {
        lower_by_trees(size.squares) > Bounds::from_size(size).lower_fixed_endgame
    };
    let improved: Vec<usize> = pairs
        .iter()
        .filter(better)
        .map(|size| size.squares)
        .collect();
    let largest = pairs.iter().map(|size| size.squares).max().unwrap_or(0);
    let everywhere = improved.iter().copied().eq(3..=largest);
    let verdict = match (is_bound, everywhere) {
        (true, true) => format!("it is below T(s,2) and above s! (s-1)! for s = 3..{largest}"),
        (true, false) => {
            format!("it is below T(s,2), and above s! (s-1)! for s among {improved:?}")
        }
        (false, _) => "it is no lower bound".to_owned(),
    };
    let computed = format!(
        "the paper's is not given; s! (s-1) s^(s-2), by trees, takes about 2s products, and {verdict}"
    );
    let method = format!("{} sizes: n = 2 to s = {largest}", pairs.len());
    Ok(Finding::new("10.lower-bound", computed, method).undecided())
}

/// Chi-square with 6 degrees of freedom exceeds this value with probability 1/1000.
const CRITICAL: f64 = 22.46;

/// Checks that the distribution under random play does not depend on n, which section 7 implies.
fn independence(context: &Context) -> Result<Finding, LedgerError> {
    let (two, three) = (context.enumerated_2x2()?, context.enumerated_3x3()?);
    let equal_endgames = |histories: &Histories| {
        let each = two.share(&1_u32.into());
        histories.endgames.len() == 24 && histories.endgames.values().all(|share| *share == each)
    };
    let exactly = context
        .histories()?
        .iter()
        .all(|histories| equal_endgames(histories) && shares_match(histories, two));
    let fits: Vec<f64> = context
        .simulated()?
        .iter()
        .map(|games| games.chi_square(three).statistic)
        .collect();
    let texts: Vec<String> = COMPARED
        .zip(&fits)
        .map(|(n, fit)| format!("{fit:.2} (n = {n})"))
        .collect();
    let result = if exactly {
        "the same on 2x2"
    } else {
        "not the same on 2x2"
    };
    let computed = format!(
        "{result}, exactly; on 3x3 chi-square {} with 6 degrees of freedom, where 1 in 1,000 \
         exceeds {CRITICAL}",
        texts.join(", ")
    );
    let method = format!(
        "every history of 2x2, weighted, and {} random games of 3x3 each, n = 1..{}",
        group_digits(GAMES),
        COMPARED.end()
    );
    let same = exactly && fits.iter().all(|&fit| fit < CRITICAL);
    Ok(Finding::new("10.any-n", computed, method).stating("the same", same))
}

fn shares_match(histories: &Histories, exact: &Distribution) -> bool {
    let result = &histories.games.distribution;
    let shares = |of: &Distribution| -> Vec<_> {
        let margins = of.margins().iter().map(|count| count.margin.clone());
        margins.zip(of.shares()).collect()
    };
    shares(result) == shares(exact)
}

pub fn complexity() -> Finding {
    let known = "in PSPACE, because a game has at most m*m turns. Whether it is hard for PSPACE is \
        not decided here: n = 1 contains m-by-m tic-tac-toe, but that is not shown to be hard. \
        Known to be hard are five in a row on large boards (Reisch 1980) and similar games with \
        lines of fixed length; here lines are as long as the board";
    Finding::new("10.complexity", known, "none: a remark on what is known").undecided()
}
