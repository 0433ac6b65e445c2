pub mod evidence;

use crate::paper::context::Context;
use crate::paper::error::LedgerError;
use crate::paper::finding::{Finding, Findings};
use crate::paper::text::{ALL_ENDGAMES, SOLVER, points, value};
use evidence::optimal_lines;
use gqt3::engine::rules::{Margin, Variant};
use gqt3::perfect_play::SolvedGame;

pub(super) fn claims(context: &Context) -> Findings {
    let finding = |variant| Ok::<_, LedgerError>(equilibrium(variant, context.standard(variant)?));
    let margins = context.enumerated_3x3()?.margins();
    let largest = margins
        .last()
        .map_or_else(String::new, |count| count.margin.to_string());
    Ok(vec![
        finding(Variant::Paper)?,
        one_payoff(context)?,
        many_outcomes(context)?,
        finding(Variant::Offset)?,
        finding(Variant::Player2Collapses)?,
        finding(Variant::Player1Collapses)?,
        Finding::new("8.largest", largest, ALL_ENDGAMES),
        finding(Variant::MoverCollapses)?,
    ])
}

pub(in crate::paper) fn equilibrium(variant: Variant, game: &SolvedGame) -> Finding {
    let finding = Finding::new(format!("8.{}", variant.name()), value(game), SOLVER);
    match variant {
        // The paper names only the winner.
        Variant::MoverCollapses => {
            let wins = game.solution.interval.lower > Margin::ZERO;
            finding.in_words("player 1 wins", wins)
        }
        _ => finding,
    }
}

fn one_payoff(context: &Context) -> Result<Finding, LedgerError> {
    let solution = &context.standard(Variant::Paper)?.solution;
    let [least, most] = [solution.interval.lower, solution.interval.upper].map(points);
    let payoffs = if least == most {
        "the same"
    } else {
        "perhaps not the same"
    };
    let computed =
        format!("{payoffs}: player 1 can force {least}, player 2 can hold him to {most}");
    let method = "proof: payoffs add up to 0, so every equilibrium gives a player what he can force; \
        both bounds by threshold search";
    Ok(Finding::new("8.payoffs", computed, method).stating("the same", solution.value().is_some()))
}

fn many_outcomes(context: &Context) -> Result<Finding, LedgerError> {
    let lines = optimal_lines(context.standard(Variant::Paper)?)?;
    let computed = lines.as_ref().map_or_else(
        || "perhaps unique: one line of best play was found".to_owned(),
        |[one, other]| {
            format!(
                "not unique: best play may go {one}, or {other}; no symmetry of the board exchanges \
                 the two endgames"
            )
        },
    );
    let method = "proof: the two lines, on which every position has the value by threshold search";
    Ok(Finding::new("8.outcomes", computed, method).stating("not unique", lines.is_some()))
}
