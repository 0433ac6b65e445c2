//! The plots in the result folder.

use gqt3::bounds::Bounds;
use gqt3::number::log10;
use gqt3::players::Accuracy;
use gqt3::random_play::{Distribution, MarginCount, Outcome, Summary};
use gqt3::report::plot::{Corner, Curve, Line, Panel, Plot, PlotError, Scale};
use gqt3::tree_size::TreeSize;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// The n of the curves.
const PIECES: [usize; 3] = [2, 3, 4];

/// T(s, n) with the paper's general bounds, and the proven bounds divided by T.
pub(super) fn tree_sizes(sizes: &[TreeSize]) -> Result<String, PlotError> {
    let of_pieces = PIECES.map(|pieces| {
        let chosen = sizes.iter().filter(|size| size.pieces == pieces);
        chosen.map(|size| (size, Bounds::of(size))).collect::<Vec<_>>()
    });
    let curves =
        |of: &dyn Fn(&TreeSize, &Bounds) -> f64, line: Line, name: &dyn Fn(usize) -> Option<String>| {
            let curve = of_pieces.iter().enumerate().map(|(colour, found)| {
                let point = |(size, bounds): &(&TreeSize, Bounds)| (size.squares as f64, of(size, bounds));
                Curve { name: name(PIECES[colour]), points: found.iter().map(point).collect(), colour, line }
            });
            curve.collect::<Vec<Curve>>()
        };
    let unnamed = |_| None;
    let ratio = |bound: &BigUint, size: &TreeSize| log10(bound) - log10(&size.games);
    let games = [
        curves(&|_, bounds| log10(&bounds.upper_paper_general), Line::Dashed, &unnamed),
        curves(&|_, bounds| log10(&bounds.lower_paper_general), Line::Dashed, &unnamed),
        curves(&|size, _| log10(&size.games), Line::Solid, &|n| Some(format!("T(s,{n})"))),
    ];
    let proven = [
        curves(&|size, bounds| ratio(bounds.upper(), size), Line::Solid, &|n| Some(format!("n = {n}"))),
        curves(&|size, bounds| ratio(bounds.lower(), size), Line::Solid, &unnamed),
    ];
    let panel = |title: &str, y_label: &str, legend, curves: Vec<Curve>| Panel {
        title: title.to_owned(),
        x_label: "squares s".to_owned(),
        y_label: y_label.to_owned(),
        scale: Scale::Powers,
        legend,
        curves,
    };
    let panels = vec![
        panel("Games, and the paper's bounds (dashed)", "games", Corner::UpperLeft, games.concat()),
        panel("Proven bounds divided by T(s,n)", "bound / T(s,n)", Corner::UpperLeft, proven.concat()),
    ];
    Plot { panels, size: (1100, 460) }.to_svg()
}

/// The boards whose margins are drawn.
const DRAWN_SIDES: [usize; 3] = [3, 4, 5];

/// The distributions of the margin, as bars.
pub(super) fn margins(full: &[Distribution]) -> Result<String, PlotError> {
    let panels = full.iter().filter(|distribution| DRAWN_SIDES.contains(&distribution.side()));
    let panels = panels.map(|distribution| {
        let side = distribution.side();
        // Margins of 3x3 are half a point apart, those of larger boards a twelfth.
        let width = if side == 3 { 0.3 } else { 0.07 };
        let bars = |outcome: Outcome, colour: usize, name: &str| {
            let counts = distribution.margins().iter().filter(|count| count.outcome() == outcome);
            let point = |count: &MarginCount| {
                let share = distribution.share(&count.endgames);
                (count.margin.to_f64().unwrap_or(f64::NAN), share.to_f64().unwrap_or(f64::NAN))
            };
            // Names stand where there is room for them.
            let name = (side == 5).then(|| name.to_owned());
            Curve { name, points: counts.map(point).collect(), colour, line: Line::Bars(width) }
        };
        Panel {
            title: format!("{side} x {side}"),
            x_label: "margin".to_owned(),
            y_label: "probability".to_owned(),
            scale: Scale::Percent,
            legend: Corner::UpperRight,
            curves: OUTCOMES
                .iter()
                .enumerate()
                .map(|(at, &(outcome, name))| bars(outcome, at, name))
                .collect(),
        }
    });
    Plot { panels: panels.collect(), size: (1100, 380) }.to_svg()
}

const OUTCOMES: [(Outcome, &str); 3] = [
    (Outcome::Player1Wins, "player 1 wins"),
    (Outcome::Draw, "draw"),
    (Outcome::Player2Wins, "player 2 wins"),
];

/// The three probabilities against the side of the board.
pub(super) fn outcomes(summaries: &[Summary]) -> Result<String, PlotError> {
    let curve = |(colour, &(outcome, name)): (usize, &(Outcome, &str))| {
        let point = |summary: &Summary| {
            let probability = summary.bounds(outcome).0.to_f64().unwrap_or(f64::NAN);
            (summary.side() as f64, probability)
        };
        Curve {
            name: Some(name.to_owned()),
            points: summaries.iter().map(point).collect(),
            colour,
            line: Line::Solid,
        }
    };
    let panel = Panel {
        title: "Random play on full boards".to_owned(),
        x_label: "side m of the board".to_owned(),
        y_label: "probability".to_owned(),
        scale: Scale::Percent,
        legend: Corner::MiddleRight,
        curves: OUTCOMES.iter().enumerate().map(curve).collect(),
    };
    Plot { panels: vec![panel], size: (720, 400) }.to_svg()
}

/// How often critical decisions of each turn keep the value, placements and collapses together.
pub(super) fn accuracies(measured: &[Accuracy]) -> Result<String, PlotError> {
    let panel = |of: &Accuracy| {
        let source = of.contest.players[0].name();
        let curve = |(player, name): (usize, String)| {
            let turns = of.by_turn.keys().map(|(turn, _)| *turn).collect::<std::collections::BTreeSet<_>>();
            let point = |turn: usize| {
                let both = [false, true].map(|collapse| of.by_turn.get(&(turn, collapse)));
                let tallies = both.into_iter().flatten().map(|tallies| &tallies[player]);
                let (kept, critical) = tallies.fold((0.0, 0), |(kept, critical), tally| {
                    (kept + tally.kept.to_f64().unwrap_or(f64::NAN), critical + tally.critical)
                });
                (turn as f64, kept / critical as f64)
            };
            let points = turns.into_iter().map(point).collect();
            Curve { name: Some(name), points, colour: player, line: Line::Dotted }
        };
        Panel {
            title: format!("Positions from {source} players"),
            x_label: "turn".to_owned(),
            y_label: "critical decisions that keep the value".to_owned(),
            scale: Scale::Percent,
            legend: Corner::MiddleRight,
            curves: of.players().into_iter().enumerate().map(curve).collect(),
        }
    };
    Plot { panels: measured.iter().map(panel).collect(), size: (1100, 380) }.to_svg()
}
