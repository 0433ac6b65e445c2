//! The plots in the result folder.

use gqt3::bounds::Bounds;
use gqt3::report::log10;
use gqt3::report::plot::{Corner, Curve, Line, Panel, Plot, PlotError, Scale};
use gqt3::tree_size::TreeSize;
use num_bigint::BigUint;

/// The n of the curves.
const PIECES: [usize; 3] = [2, 3, 4];

/// T(s, n) with the paper's general bounds, and the proven bounds divided by T.
pub(super) fn tree_sizes(sizes: &[TreeSize]) -> Result<String, PlotError> {
    let of_pieces = PIECES.map(|pieces| {
        let chosen = sizes.iter().filter(|size| size.pieces == pieces);
        chosen.map(|size| (size, Bounds::new(size.squares, pieces))).collect::<Vec<_>>()
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
