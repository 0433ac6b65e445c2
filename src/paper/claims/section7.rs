//! Section 7: random play, and Table 2.
//!
//! Every endgame is equally likely (see [`endgames`](super::section6::endgames)), so for every n
//! the margin is distributed as in a random bijection from series to squares.

use crate::paper::claims::section6::every_history;
use crate::paper::context::{Context, DECIDED_SIDE};
use crate::paper::error::LedgerError;
use crate::paper::finding::{Finding, Findings};
use crate::paper::text::{ALL_ENDGAMES, percent};
use gqt3::random_play::{Distribution, Outcome};
use gqt3::support::number::{decimal, group_digits};
use num_bigint::BigUint;

pub(super) fn claims(context: &Context) -> Findings {
    let (sizes, games) = (context.endgames()?, context.enumerated_3x3()?);
    let histories = every_history(context)?;
    let are_alike = sizes.iter().all(|size| size.are_alike());
    let differ = sizes
        .iter()
        .find(|size| size.probabilities.is_some_and(|kinds| kinds.most > 1));
    let gap = differ.map(|size| {
        format!(
            "a gap in the argument: games that lead to one endgame differ in probability from s = \
             {}, n = {} on, so a bijection alone is not enough; the one that is meant, rearranging \
             the squares, keeps the probability of every game",
            size.squares, size.pieces
        )
    });
    let always = match context.enumerated_2x2()?.margins() {
        [only] => decimal(&only.margin, 1),
        several => format!("{} different margins", several.len()),
    };
    let modes: Vec<String> = games.modes().iter().map(ToString::to_string).collect();
    let expected = games.expected_margin();
    Ok(vec![
        Finding::unless(
            "7.equally-likely",
            (!are_alike).then_some("not equal"),
            "equal",
            format!("{histories}, weighted"),
        ),
        Finding::unless_replaced("7.bijection", gap, "\"thus\"", are_alike, histories).meant(),
        Finding::new("7.2x2", always, "all 4! endgames"),
        Finding::new("7.endgames", group_digits(games.total()), "enumeration"),
        Finding::new("7.mode", modes.join(", "), ALL_ENDGAMES),
        Finding::new("7.mean", &expected, ALL_ENDGAMES).rounded(decimal(&expected, 3)),
        footnote(context)?,
    ])
}

fn footnote(context: &Context) -> Result<Finding, LedgerError> {
    let (three, ordinary) = (context.enumerated_3x3()?, context.ordinary()?);
    let shares =
        |distribution: &Distribution| Outcome::ALL.map(|outcome| distribution.probability(outcome));
    let percents = |distribution: &Distribution| {
        shares(distribution)
            .map(|share| percent(&share))
            .join(" / ")
    };
    let both = context.full()?.iter().zip(context.decisive()?);
    let same = both.take_while(|(points, first)| shares(points) == shares(first));
    let decided = same.map(|(points, _)| points.side()).max().unwrap_or(0);
    let beyond = if decided < DECIDED_SIDE {
        format!(", and not on {m}x{m}", m = decided + 1)
    } else {
        String::new()
    };
    let computed = format!(
        "player 1 wins / draws / player 2 wins: {} in QT3, {} in tic-tac-toe. On boards up to \
         {decided}x{decided} the owner of the first line wins as often as the winner by points{beyond}",
        percents(three),
        percents(ordinary)
    );
    let method = format!(
        "{ALL_ENDGAMES}; every game of n = 1 to the first line, weighted; exact counts to {DECIDED_SIDE}x{DECIDED_SIDE}"
    );
    Ok(Finding::new("7.footnote", computed, method)
        .in_words("the same", shares(three) == shares(ordinary)))
}

pub(super) fn table_2(context: &Context) -> Findings {
    const MARGINS: [&str; 7] = ["-1", "-0.5", "0", "0.5", "1", "1.5", "2"];
    const TOTALS: [(&str, Outcome); 3] = [
        ("player-2-wins", Outcome::Player2Wins),
        ("draws", Outcome::Draw),
        ("player-1-wins", Outcome::Player1Wins),
    ];
    let games = context.enumerated_3x3()?;
    let mut cells = Vec::new();
    for margin in MARGINS {
        let (endgames, id) = (endgames_of(games, margin), format!("7.table-2.{margin}"));
        let share = games.share(&endgames);
        cells.extend([
            Finding::new(
                format!("{id}.endgames"),
                group_digits(endgames),
                ALL_ENDGAMES,
            ),
            Finding::new(format!("{id}.probability"), &share, ALL_ENDGAMES)
                .rounded(percent(&share)),
        ]);
    }
    cells.extend(TOTALS.map(|(who, outcome)| {
        let share = games.probability(outcome);
        Finding::new(format!("7.table-2.total.{who}"), &share, ALL_ENDGAMES)
            .rounded(percent(&share))
    }));
    Ok(cells)
}

fn endgames_of(games: &Distribution, margin: &str) -> BigUint {
    let of_margin = games
        .margins()
        .iter()
        .find(|count| decimal(&count.margin, 1).trim_end_matches(".0") == margin);
    of_margin.map_or_else(BigUint::default, |count| count.endgames.clone())
}
