use crate::report::plot::{Axis, Curve, Line, Marker, Panel, Plot, PlotError, Scale, Style};
use gqt3::beyond::players::{Accuracy, Tally};
use gqt3::random_play::{Distribution, MarginCount, Outcome};
use gqt3::support::number::log10;
use gqt3::tree_size::TreeSize;
use gqt3::tree_size::bounds::Bounds;
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::ToPrimitive;

const PIECES: [usize; 3] = [2, 3, 4];

pub fn tree_sizes(sizes: &[TreeSize]) -> Result<String, PlotError> {
    let of_pieces = PIECES.map(|pieces| {
        let chosen = sizes.iter().filter(|size| size.pieces == pieces);
        chosen
            .map(|size| (size, Bounds::from_size(size)))
            .collect::<Vec<_>>()
    });
    let curves = |line: Line, get: &dyn Fn(&TreeSize, &Bounds) -> f64| {
        let curve = of_pieces.iter().enumerate().map(|(number, one)| {
            let point =
                |(size, bounds): &(&TreeSize, Bounds)| (size.squares as f64, get(size, bounds));
            Curve::new(one.iter().map(point).collect(), tree_style(number, line))
        });
        curve.collect::<Vec<Curve>>()
    };
    let ratio = |bound: &BigUint, size: &TreeSize| log10(bound) - log10(&size.games);
    let games = curves(Line::Solid, &|size, _| log10(&size.games));
    let of_paper = curves(Line::Dashed, &|size, bounds| {
        ratio(&bounds.upper_paper_general, size)
    });
    let proven = [
        curves(Line::Dashed, &|size, bounds| ratio(bounds.upper(), size)),
        curves(Line::Dotted, &|size, bounds| ratio(bounds.lower(), size)),
    ];
    let panel = |title: &str, label: &str, scale, curves: Vec<Curve>| Panel {
        title: title.to_owned(),
        y: axis(label, scale, range(&curves)),
        curves,
    };
    let numbered = PIECES.iter().enumerate();
    let names = numbered.map(|(number, n)| (format!("n = {n}"), tree_style(number, Line::Solid)));
    let bounds = [("upper bound", Line::Dashed), ("lower bound", Line::Dotted)];
    let bounds = bounds.map(|(name, line)| {
        (
            name.to_owned(),
            Style {
                marker: None,
                ..tree_style(2, line)
            },
        )
    });
    Plot {
        x: axis("squares s", Scale::Numbers, (0.0, 66.0)),
        legend: names.chain(bounds).collect(),
        panels: vec![
            panel("The number of games", "games T(s, n)", Scale::Powers, games),
            panel(
                "The paper's general upper bound C(s,n)^s fails where it is below 1",
                "bound / T(s, n)",
                Scale::Powers,
                of_paper,
            ),
            panel(
                "The bounds proven here",
                "bound / T(s, n)",
                Scale::Logarithmic,
                proven.concat(),
            ),
        ],
        panel_height: 230,
    }
    .to_svg()
}

/// Marks only some points, because a curve has many.
fn tree_style(number: usize, line: Line) -> Style {
    Style {
        every: if line == Line::Solid { 6 } else { 12 },
        ..Style::nth(number, line)
    }
}

fn axis(label: &str, scale: Scale, range: (f64, f64)) -> Axis {
    Axis {
        label: label.to_owned(),
        scale,
        range,
    }
}

fn range(curves: &[Curve]) -> (f64, f64) {
    let heights = curves
        .iter()
        .flat_map(|curve| curve.points.iter().map(|point| point.1));
    let heights = heights.filter(|y| y.is_finite());
    let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| {
        (low.min(y), high.max(y))
    });
    let room = 0.04 * (high - low);
    (low - room, high + room)
}

const DRAWN_SIDES: [usize; 3] = [3, 4, 5];

pub fn margins(full: &[Distribution]) -> Result<String, PlotError> {
    let drawn: Vec<&Distribution> = full
        .iter()
        .filter(|distribution| DRAWN_SIDES.contains(&distribution.side()))
        .collect();
    let margins = drawn.iter().flat_map(|distribution| distribution.margins());
    let widest = margins
        .filter_map(|count| count.margin.to_f64())
        .fold(0.0, |widest, at| at.abs().max(widest));
    let panels = drawn.into_iter().map(|distribution| {
        let stems = OUTCOMES.iter().enumerate().map(|(number, &(outcome, _))| {
            let counts = distribution
                .margins()
                .iter()
                .filter(|count| count.outcome() == outcome);
            let point = |count: &MarginCount| {
                let share = distribution.share(&count.endgames);
                (
                    count.margin.to_f64().unwrap_or(f64::NAN),
                    share.to_f64().unwrap_or(f64::NAN),
                )
            };
            Curve::new(
                counts.map(point).collect(),
                outcome_style(number, Line::Stems),
            )
        });
        let side = distribution.side();
        Panel {
            title: format!("{side} x {side}"),
            y: axis("probability", Scale::Percent, (0.0, 0.65)),
            curves: stems.collect(),
        }
    });
    Plot {
        x: axis(
            "margin: player 1's points minus player 2's",
            Scale::Numbers,
            (-widest - 0.2, widest + 0.2),
        ),
        legend: outcome_names(Line::Stems),
        panels: panels.collect(),
        panel_height: 190,
    }
    .to_svg()
}

const OUTCOMES: [(Outcome, &str); 3] = [
    (Outcome::Player1Wins, "player 1 wins"),
    (Outcome::Player2Wins, "player 2 wins"),
    (Outcome::Draw, "draw"),
];

/// Avoids a triangle on a stem, because that would look like an arrow.
fn outcome_style(number: usize, line: Line) -> Style {
    let style = Style::nth(number, line);
    match (line, style.marker) {
        (Line::Stems, Some(Marker::Triangle)) => Style {
            marker: Some(Marker::Diamond),
            ..style
        },
        _ => style,
    }
}

fn outcome_names(line: Line) -> Vec<(String, Style)> {
    let numbered = OUTCOMES.iter().enumerate();
    numbered
        .map(|(number, (_, name))| ((*name).to_owned(), outcome_style(number, line)))
        .collect()
}

pub fn outcomes(boards: &[Distribution]) -> Result<String, PlotError> {
    let log = |share: &BigRational| share.to_f64().map_or(f64::NAN, f64::log10);
    let curve = |(number, &(outcome, _)): (usize, &(Outcome, &str))| {
        let point = |board: &Distribution| (board.side() as f64, log(&board.probability(outcome)));
        Curve::new(
            boards.iter().map(point).collect(),
            Style::nth(number, Line::Solid),
        )
    };
    // Two curves, because from 3x3 upward player 1 leads by much more if the side is odd.
    let lead = |(parity, line)| {
        let of_parity = boards.iter().filter(|board| board.side() % 2 == parity);
        let point = |board: &Distribution| {
            let [first, second] = [Outcome::Player1Wins, Outcome::Player2Wins]
                .map(|outcome| board.probability(outcome));
            (board.side() as f64, log(&(first - second)))
        };
        Curve::new(of_parity.map(point).collect(), lead_style(line))
    };
    let leads: Vec<Curve> = [(1, Line::Solid), (0, Line::Dashed)].map(lead).into();
    let panels = vec![
        Panel {
            title: "Random play on full boards".to_owned(),
            y: axis("probability", Scale::LogarithmicPercent, (-4.0, 0.1)),
            curves: OUTCOMES.iter().enumerate().map(curve).collect(),
        },
        Panel {
            title: "How much more often player 1 wins than player 2".to_owned(),
            y: axis("lead of player 1", Scale::Powers, range(&leads)),
            curves: leads,
        },
    ];
    let parities = [("lead, m odd", Line::Solid), ("lead, m even", Line::Dashed)];
    let parities = parities.map(|(name, line)| (name.to_owned(), lead_style(line)));
    let legend = outcome_names(Line::Solid)
        .into_iter()
        .chain(parities)
        .collect();
    let x = axis("side m of the board", Scale::Numbers, (0.5, 16.5));
    Plot {
        x,
        legend,
        panels,
        panel_height: 250,
    }
    .to_svg()
}

fn lead_style(line: Line) -> Style {
    Style {
        line,
        ..Style::nth(3, Line::Solid)
    }
}

/// `true` for collapses.
const KINDS: [(&str, bool); 2] = [
    ("Placements that keep the value", false),
    ("Collapses that keep the value", true),
];

pub fn accuracies(get: &Accuracy) -> Result<String, PlotError> {
    let players = get.players();
    let panel = |(title, collapse): (&str, bool)| {
        let curve = |player: usize| {
            // Players are side by side, so that no bar hides another.
            let shift = 0.09 * (player as f64 - (players.len() - 1) as f64 / 2.0);
            let tallies = get
                .all
                .iter()
                .filter(|((_, of_collapse), _)| *of_collapse == collapse);
            let tallies =
                tallies.map(|((turn, _), tallies)| (*turn as f64 + shift, &tallies[player]));
            let share = |tally: &Tally| tally.critical_accuracy().and_then(|share| share.to_f64());
            let points = tallies
                .clone()
                .filter_map(|(x, tally)| Some((x, share(tally)?)))
                .collect();
            let bars = tallies
                .filter_map(|(x, tally)| Some((x, tally.critical_interval()?)))
                .collect();
            Curve {
                bars,
                ..Curve::new(points, Style::nth(player, Line::Solid))
            }
        };
        Panel {
            title: title.to_owned(),
            y: axis("of critical decisions", Scale::Percent, (0.0, 1.05)),
            curves: (0..players.len()).map(curve).collect(),
        }
    };
    let names = players.iter().enumerate();
    Plot {
        x: axis("turn", Scale::Numbers, (1.6, 9.4)),
        legend: names
            .map(|(player, name)| (name.clone(), Style::nth(player, Line::Solid)))
            .collect(),
        panels: KINDS.map(panel).into(),
        panel_height: 250,
    }
    .to_svg()
}
