use gqt3::beyond::every_board::short_series::pairing;
use gqt3_cli::report::diagram::{Diagram, Palette, Series, Theme};

use crate::committed::is_current;

fn series(letter: char, subscript: usize, palette: Palette, squares: &[usize]) -> Series {
    Series {
        letter,
        subscript,
        palette,
        squares: squares.to_vec(),
        is_classical: squares.len() == 1,
    }
}

fn diagram(title: &str, side: usize, series: Vec<Series>, framed: Vec<usize>) -> Diagram {
    Diagram {
        title: title.to_owned(),
        side,
        series,
        framed,
        lines: Vec::new(),
        theme: Theme::Light,
    }
}

fn pieces(
    letter: char,
    palette: Palette,
    placed: impl IntoIterator<Item = (usize, usize)>,
) -> impl Iterator<Item = Series> {
    let piece = move |(subscript, square)| series(letter, subscript, palette, &[square]);
    placed.into_iter().map(piece)
}

fn tight_set() -> Diagram {
    let placed = vec![
        series('X', 1, Palette::Blue, &[0, 1, 3]),
        series('O', 2, Palette::Orange, &[4, 7, 8]),
        series('X', 3, Palette::Blue, &[1, 3, 4]),
        series('O', 4, Palette::Orange, &[0, 1, 4]),
        series('X', 5, Palette::Blue, &[0, 3, 4]),
    ];
    let title = "A tight set: four series on the squares 1, 2, 4 and 5";
    diagram(title, 3, placed, vec![0, 1, 3, 4])
}

/// The frames show the rows and columns that are dead if the blocker owns all of the block.
fn block() -> Diagram {
    let block = [8, 18, 24];
    let is_dead = |square: &usize| {
        block
            .iter()
            .any(|own| own / 7 == square / 7 || own % 7 == square % 7)
    };
    let title = "A block on 7x7: the centre and a square of each diagonal";
    let placed = vec![series('O', 2, Palette::Orange, &block)];
    diagram(title, 7, placed, (0..49).filter(is_dead).collect())
}

/// Each line has a pair of its own, and the other squares are paired, too.
fn partners() -> Diagram {
    let mut pairs = pairing(6).unwrap();
    let left: Vec<usize> = (0..36)
        .filter(|square| !pairs.iter().flatten().any(|taken| taken == square))
        .collect();
    pairs.extend(left.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
    let placed = |place: usize, letter, palette| {
        let numbered = (1..).zip(pairs.iter().map(move |pair| pair[place]));
        pieces(letter, palette, numbered.collect::<Vec<_>>())
    };
    let both = placed(0, 'P', Palette::Blue).chain(placed(1, 'P', Palette::Orange));
    let title = "Partners on 6x6: equal numbers are partners";
    diagram(title, 6, both.collect(), Vec::new())
}

/// The board after the last collapse on 6x6 with n = 25, if the other player repeats one series.
fn set_h() -> Diagram {
    let forced = [0, 3, 7, 10, 14, 17, 18, 21, 25, 28, 32];
    let top = 1;
    let is_taken = |square: &usize| square / 6 == 0 || square % 6 == 1 || forced.contains(square);
    let (mut taken, left): (Vec<usize>, Vec<usize>) = (0..36).partition(is_taken);
    taken.retain(|square| *square != top);
    taken.push(top);
    assert_eq!((taken.len(), left.len()), (18, 18));
    let numbered = |first: usize, squares: Vec<usize>| (first..).step_by(2).zip(squares);
    let own = pieces('X', Palette::Blue, numbered(1, taken));
    let others = pieces('O', Palette::Orange, numbered(2, left));
    let title = "The set H in frames, and a row and a column that are completed at once";
    diagram(title, 6, own.chain(others).collect(), forced.to_vec())
}

#[test]
fn the_figures_of_the_note_are_what_the_program_draws() {
    for (name, figure) in [
        ("tight-set", tight_set()),
        ("block-7x7", block()),
        ("partners-6x6", partners()),
        ("set-h", set_h()),
    ] {
        let file = format!(
            "{}/docs/beyond/every-board/figures/{name}.svg",
            env!("CARGO_MANIFEST_DIR")
        );
        is_current("SNAPSHOTS", &file, &figure.to_svg());
    }
}
