//! Section 7: random play, Table 2; and what section 10 says of it.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

use super::ledger::{claim, grouped};
use super::random_games::{COMPARED_PIECES, GAMES, RandomGames};
use super::{Claim, Evidence};
use crate::number::decimal;
use crate::random_play::{Distribution, Outcome, Weighted};

const OUTCOMES: [Outcome; 3] = [Outcome::Player1Wins, Outcome::Draw, Outcome::Player2Wins];

pub(super) fn random_play_claims(evidence: &Evidence) -> Vec<Claim> {
    let [two, three] = [&evidence.random.enumerated[1], &evidence.random.enumerated[2]];
    let always = match two.margins() {
        [only] => decimal(&only.margin, 1),
        several => format!("{} different margins", several.len()),
    };
    let modes: Vec<String> = three.modes().iter().map(ToString::to_string).collect();
    let expected = three.expected_margin();
    let shares = |distribution: &Distribution| OUTCOMES.map(|outcome| distribution.probability(outcome));
    let percents =
        |distribution: &Distribution| shares(distribution).map(|share| percent(&share)).join(" / ");
    let decided = decided_by_first_line(&evidence.random);
    let same = shares(three) == shares(&evidence.random.ordinary);
    vec![
        claim("7", "margin of every endgame on 2x2", "0.5", always, "all 4! endgames").exact(),
        claim("7", "endgames on 3x3", "362,880", grouped(three.total()), "enumeration").exact(),
        claim("7", "most likely margin on 3x3", "1", modes.join(", "), "all 9! endgames").exact(),
        claim("7", "expected margin on 3x3", "0.452", expected.to_string(), "all 9! endgames")
            .rounded(&decimal(&expected, 3)),
        claim(
            "7",
            "footnote: win, draw and loss are as likely as in random ordinary tic-tac-toe",
            "the same",
            format!(
                "{} and {}; by points the owner of the first line wins as often on boards up to {decided}x{decided}, \
                 and no longer",
                percents(three),
                percents(&evidence.random.ordinary)
            ),
            "all 9! endgames; every game of n = 1 to the first line, weighted; exact counts to 8x8",
        )
        .holds(same),
    ]
}

/// The largest side up to which the first line decides who wins by points.
fn decided_by_first_line(random: &RandomGames) -> usize {
    let both = random.full.iter().zip(&random.decisive);
    let same = both.take_while(|(points, first)| {
        OUTCOMES.into_iter().all(|outcome| points.probability(outcome) == first.probability(outcome))
    });
    same.map(|(points, _)| points.side()).max().unwrap_or(0)
}

/// Chi-square with 6 degrees of freedom exceeds this once in a thousand times.
const CRITICAL: f64 = 22.46;

/// Section 10 says what section 7 has shown.
pub(super) fn independence(evidence: &Evidence) -> Claim {
    let random = &evidence.random;
    let [two, three] = [&random.enumerated[1], &random.enumerated[2]];
    let equal_endgames = |weighted: &Weighted| {
        let each = two.share(&1_u32.into());
        weighted.endgames.len() == 24 && weighted.endgames.values().all(|share| *share == each)
    };
    let exactly =
        random.histories.iter().all(|weighted| equal_endgames(weighted) && shares_match(weighted, two));
    let fits: Vec<f64> = random.simulated.iter().map(|games| games.chi_square(three).statistic).collect();
    let texts: Vec<String> = fits.iter().map(|fit| format!("{fit:.2}")).collect();
    let result = if exactly { "the same on 2x2" } else { "not the same on 2x2" };
    claim(
        "10",
        "random games: the analysis does not depend on n",
        "the same",
        format!("{result}, exactly; on 3x3 chi-square {} with 6 degrees of freedom", texts.join(", ")),
        &format!(
            "every history of 2x2, weighted, and {} random games of 3x3 each, n = 1..{COMPARED_PIECES}",
            grouped(&GAMES.into())
        ),
    )
    .holds(exactly && fits.iter().all(|&fit| fit < CRITICAL))
}

fn shares_match(weighted: &Weighted, exact: &Distribution) -> bool {
    let found = weighted.distribution(exact.side());
    let shares = |of: &Distribution| -> Vec<_> {
        of.margins().iter().map(|count| (count.margin.clone(), of.share(&count.endgames))).collect()
    };
    shares(&found) == shares(exact)
}

fn percent(share: &BigRational) -> String {
    format!("{}%", decimal(&(share * BigInt::from(100_u32)), 1))
}

/// Table 2: margin, endgames, probability.
const TABLE_2: [(&str, &str, &str); 7] = [
    ("-1", "34,560", "9.5%"),
    ("-0.5", "69,984", "19.3%"),
    ("0", "46,080", "12.7%"),
    ("0.5", "33,696", "9.3%"),
    ("1", "115,200", "31.7%"),
    ("1.5", "50,688", "14.0%"),
    ("2", "12,672", "3.5%"),
];

/// The totals of Table 2.
const TABLE_2_TOTALS: [(&str, Outcome, &str); 3] = [
    ("player 2 wins", Outcome::Player2Wins, "28.8%"),
    ("draws", Outcome::Draw, "12.7%"),
    ("player 1 wins", Outcome::Player1Wins, "58.5%"),
];

pub(super) fn table_2_claims(evidence: &Evidence) -> Vec<Claim> {
    let found = &evidence.random.enumerated[2];
    let method = "all 9! endgames";
    let mut claims = Vec::new();
    for (margin, endgames, probability) in TABLE_2 {
        let of_margin =
            found.margins().iter().find(|count| decimal(&count.margin, 1).trim_end_matches(".0") == margin);
        let count = of_margin.map_or_else(BigUint::default, |count| count.endgames.clone());
        let share = found.share(&count);
        let what = |cell: &str| format!("Table 2, margin {margin}, {cell}");
        claims.push(claim("7", &what("endgames"), endgames, grouped(&count), method).exact());
        claims.push(
            claim("7", &what("probability"), probability, share.to_string(), method)
                .rounded(&percent(&share)),
        );
    }
    for (who, outcome, probability) in TABLE_2_TOTALS {
        let share = found.probability(outcome);
        claims.push(
            claim("7", &format!("Table 2, total of {who}"), probability, share.to_string(), method)
                .rounded(&percent(&share)),
        );
    }
    claims
}
