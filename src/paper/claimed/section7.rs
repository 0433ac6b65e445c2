//! Section 7: random play, Table 2.

use num_bigint::BigUint;

use super::claim::{Claim, claim, statement};
use super::text::{ALL_ENDGAMES, every_history, percent};
use crate::number::{decimal, group_digits};
use crate::paper::computed::evidence::Evidence;
use crate::paper::computed::section7::RandomGames;
use crate::paper::computed::theorems::Theorems;
use crate::random_play::{Distribution, Outcome};

pub(super) fn claims(evidence: &Evidence) -> Vec<Claim> {
    let mut claims = equal_chances(&evidence.theorems).to_vec();
    claims.extend(random_play(&evidence.random));
    claims.extend(table_2(&evidence.random.enumerated_3x3));
    claims
}

fn equal_chances(theorems: &Theorems) -> [Claim; 2] {
    let sizes = &theorems.endgames;
    let equal = sizes.iter().all(|size| size.are_alike());
    let differ = sizes.iter().find(|size| size.likelihoods.is_some_and(|kinds| kinds.most > 1));
    let method = every_history(theorems);
    let bijection = differ.map_or_else(
        || "\"thus\"".to_owned(),
        |size| {
            format!(
                "a gap in the argument: games that lead to one endgame differ in probability from s = {}, n = {} on, so a \
                 bijection alone is not enough; the one that is meant, rearranging the squares, keeps the probability of \
                 every game",
                size.squares, size.pieces
            )
        },
    );
    [
        statement(
            "in a random game every endgame is equally probable",
            "equal",
            (!equal).then_some("not equal"),
            format!("{method}, weighted"),
        ),
        claim(
            "it is so because a bijection joins the move combinations of any two endgames",
            "\"thus\"",
            bijection,
            method,
        )
        .corrected(differ.is_none(), equal),
    ]
}

fn random_play(random: &RandomGames) -> [Claim; 5] {
    let three = &random.enumerated_3x3;
    let always = match random.enumerated_2x2.margins() {
        [only] => decimal(&only.margin, 1),
        several => format!("{} different margins", several.len()),
    };
    let modes: Vec<String> = three.modes().iter().map(ToString::to_string).collect();
    let expected = three.expected_margin();
    let shares = |distribution: &Distribution| Outcome::ALL.map(|outcome| distribution.probability(outcome));
    let percents =
        |distribution: &Distribution| shares(distribution).map(|share| percent(&share)).join(" / ");
    let decided = decided_by_first_line(random);
    [
        claim("margin of every endgame on 2x2", "0.5", always, "all 4! endgames"),
        claim("endgames on 3x3", "362,880", group_digits(three.total()), "enumeration"),
        claim("most likely margin on 3x3", "1", modes.join(", "), ALL_ENDGAMES),
        claim("expected margin on 3x3", "0.452", expected.to_string(), ALL_ENDGAMES)
            .rounded(&decimal(&expected, 3)),
        claim(
            "footnote: win, draw and loss are as likely as in random ordinary tic-tac-toe",
            "the same",
            format!(
                "{} and {}; by points the owner of the first line wins as often on boards up to {decided}x{decided}, \
                 and no longer",
                percents(three),
                percents(&random.ordinary)
            ),
            "all 9! endgames; every game of n = 1 to the first line, weighted; exact counts to 8x8",
        )
        .holds(shares(three) == shares(&random.ordinary)),
    ]
}

/// The largest side up to which the first line decides who wins by points.
fn decided_by_first_line(random: &RandomGames) -> usize {
    let both = random.full.iter().zip(&random.decisive);
    let same = both.take_while(|(points, first)| {
        Outcome::ALL.into_iter().all(|outcome| points.probability(outcome) == first.probability(outcome))
    });
    same.map(|(points, _)| points.side()).max().unwrap_or(0)
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

fn table_2(found: &Distribution) -> Vec<Claim> {
    let mut claims = Vec::new();
    let cell =
        |what, paper, computed: String| claim(format!("Table 2, {what}"), paper, computed, ALL_ENDGAMES);
    for (margin, endgames, probability) in TABLE_2 {
        let of_margin =
            found.margins().iter().find(|count| decimal(&count.margin, 1).trim_end_matches(".0") == margin);
        let count = of_margin.map_or_else(BigUint::default, |count| count.endgames.clone());
        let share = found.share(&count);
        claims.push(cell(format!("margin {margin}, endgames"), endgames, group_digits(&count)));
        let chance = cell(format!("margin {margin}, probability"), probability, share.to_string());
        claims.push(chance.rounded(&percent(&share)));
    }
    for (who, outcome, probability) in TABLE_2_TOTALS {
        let share = found.probability(outcome);
        let total = cell(format!("total of {who}"), probability, share.to_string());
        claims.push(total.rounded(&percent(&share)));
    }
    claims
}
