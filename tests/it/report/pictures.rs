use std::fs;

use crate::command::{Said, gqt3, refused, stdout};
use crate::committed::is_current;

const PICTURES: &[(&str, &str)] = &[
    ("docs/position.svg", "1-2 2-5 5-9 1-5"),
    ("docs/tutorial/1.svg", "1-2 2-5"),
    ("docs/tutorial/2.svg", "1-2 2-5 5-9 1-5"),
    ("docs/tutorial/3.svg", "1-2 2-5 5-9 1-5=5 4-7 3-8"),
    ("docs/tutorial/4.svg", "1-2 2-5 5-9 1-5=5 4-7 3-8 4-7"),
    ("docs/tutorial/5.svg", "1-2 2-5 5-9 1-5=5 4-7 3-8 4-7=7 3-8"),
    (
        "docs/tutorial/6.svg",
        "1-2 2-5 5-9 1-5=5 4-7 3-8 4-7=7 3-8=8 6",
    ),
];

#[test]
fn the_pictures_of_the_documents_are_what_the_command_draws() {
    let documents = ["README.md", "docs/tutorial.md"].map(|name| fs::read_to_string(name).unwrap());
    for (file, game) in PICTURES {
        is_current("SNAPSHOTS", file, &stdout(&format!("draw {game}")));
        let shown = [file, file.trim_start_matches("docs/")].map(|name| format!("]({name})"));
        assert!(
            documents
                .iter()
                .any(|text| shown.iter().any(|name| text.contains(name))),
            "{file} is not shown"
        );
    }
    // The text of the tutorial names the last move of each of its pictures.
    for (_, game) in &PICTURES[1..] {
        assert!(
            documents[1].contains(game.rsplit(' ').next().unwrap()),
            "{game}"
        );
    }
}

#[test]
fn pictures_are_xml_and_show_every_piece_and_link() {
    for (game, squares, pieces, links) in [
        ("", 9, 0, 0),
        ("1-2 2-5 5-9 1-5 --theme dark", 9, 8, 4),
        ("1-2 2-5 5-9 1-5=5 3-4 3-4=4", 9, 6, 0),
        (
            "--board 4 --pieces 3 1-2-3 5-6-7 9-10-11 1-6-11 --theme dark",
            16,
            12,
            8,
        ),
        (
            "--board 8 1-64 1-63 1-62 1-61 1-60 1-59 1-58 1-57",
            64,
            16,
            8,
        ),
        ("--board 1 --pieces 1 1", 1, 1, 0),
    ] {
        let svg = stdout(&format!("draw {game}"));
        // A piece is two texts, a letter and a subscript. Links and the numbers of squares are
        // drawn twice. One more path is the grid, and on 1x1 another is the completed line.
        let squares = svg.matches("font-size=\"13\"").count() * squares;
        let picture = roxmltree::Document::parse(&svg).unwrap();
        let count = |name: &str| {
            picture
                .descendants()
                .filter(|one| one.has_tag_name(name))
                .count()
        };
        assert_eq!(count("text"), 2 * pieces + squares, "{game}");
        let lines = usize::from(game.ends_with(" 1"));
        assert_eq!(count("path"), 1 + 2 * links + lines, "{game}");
        assert_eq!(count("title"), 1);
    }
}

#[test]
fn a_link_goes_around_a_classical_piece() {
    // O4 is on square 5, between 3 and 7.
    let svg = stdout("draw 1-2 2-5 5-9 1-5=5 3-7");
    let (way, _) = *ways(&svg).last().unwrap();
    let nearest = points(way)
        .into_iter()
        .map(|[x, y]| (x - 184.0).hypot(y - 184.0));
    let nearest = nearest.fold(f64::INFINITY, f64::min);
    assert!((30.0..120.0).contains(&nearest), "{nearest}: {way:?}");
}

/// The start, control point and end of each link, and its width.
fn ways(svg: &str) -> Vec<([f64; 6], f64)> {
    let links = svg.lines().filter_map(|line| {
        line.strip_prefix("<path d=\"M")?
            .split_once("\" fill=\"none\"")
    });
    let way = |(way, look): (&str, &str)| {
        let numbers: Vec<f64> = way
            .split(['Q', ' '])
            .map(|number| number.parse().unwrap())
            .collect();
        let width = look
            .split_once("stroke-width=\"")
            .unwrap()
            .1
            .split_once('"')
            .unwrap()
            .0;
        (numbers.try_into().unwrap(), width.parse().unwrap())
    };
    // Each link is drawn twice, first in the colour of the background.
    links.map(way).skip(1).step_by(2).collect()
}

fn points([x1, y1, bend_x, bend_y, x2, y2]: [f64; 6]) -> Vec<[f64; 2]> {
    let point = |place: i32| {
        let share = f64::from(place) / 100.0;
        [(x1, bend_x, x2), (y1, bend_y, y2)].map(|(from, bend, to)| {
            (1.0 - share).powi(2) * from + 2.0 * share * (1.0 - share) * bend + share.powi(2) * to
        })
    };
    (0..=100).map(point).collect()
}

#[test]
fn links_keep_apart_and_many_are_thin() {
    let few = ways(&stdout("draw --board 8 5-64 5-63"));
    let [(one, _), (other, _)] = few[..] else {
        panic!("{few:?}")
    };
    let (one, other) = (points(one), points(other));
    let distance = |[x, y]: [f64; 2]| {
        other
            .iter()
            .map(|at| (at[0] - x).hypot(at[1] - y))
            .fold(f64::INFINITY, f64::min)
    };
    let middle = one[10..=90]
        .iter()
        .map(|&at| distance(at))
        .fold(f64::INFINITY, f64::min);
    assert!(middle > 8.0, "{middle}");
    let path: Vec<String> = (1..64)
        .map(|square| format!("{square}-{}", square + 1))
        .collect();
    let many = ways(&stdout(&format!("draw --board 8 {}", path.join(" "))));
    assert_eq!(many.len(), 63);
    assert!(
        many.iter().all(|(_, width)| *width < 2.0) && few.iter().all(|(_, width)| *width == 3.0)
    );
}

#[test]
fn a_picture_is_written_whole_and_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), "1-2 2-5").unwrap();
    let said = |flags: &str| {
        let mut command = gqt3(&format!("draw {flags}"));
        Said::after(command.current_dir(folder.path()), "1-2 2-5")
    };
    let written = |flags: &str| {
        assert_eq!(said(flags).code(0).stdout, "", "{flags}");
        fs::read_to_string(folder.path().join("a.svg")).unwrap()
    };
    let light = written("1-2 2-5 --output a.svg");
    assert_eq!(light, stdout("draw 1-2 2-5 --theme light"));
    assert_eq!(written("--file game.txt -o a.svg"), light);
    assert_eq!(written("- -o a.svg"), light);
    assert_ne!(written("1-2 2-5 -o a.svg --theme dark"), light);
    let names = fs::read_dir(folder.path()).unwrap();
    assert_eq!(names.count(), 2);
    let same = said("--file game.txt -o game.txt");
    same.code(2).with(&["--file", "--output"]);
}

#[test]
fn each_turn_of_a_game_has_its_picture() {
    let folder = tempfile::tempdir().unwrap();
    let game = "1-2 2-5 5-9 1-5=5 4-7 3-8 4-7=7 3-8=8 6";
    let command = format!("draw {game} --turns pictures");
    let said = Said::after(gqt3(&command).current_dir(folder.path()), "");
    assert_eq!(said.code(0).stdout, "");
    let picture =
        |name: &str| fs::read_to_string(folder.path().join("pictures").join(name)).unwrap();
    let start = "1-2 2-5 5-9 1-5";
    assert_eq!(picture("turn-4.svg"), stdout(&format!("draw {start}")));
    assert_eq!(picture("turn-9.svg"), stdout(&format!("draw {game}")));
    let names = fs::read_dir(folder.path().join("pictures")).unwrap();
    assert_eq!(names.count(), 9, "the last turn leaves no collapse");
    fs::write(folder.path().join("file"), "").unwrap();
    let mut onto_a_file = gqt3("draw 1-2 1-2=1 --turns file");
    let said = Said::after(onto_a_file.current_dir(folder.path()), "");
    said.code(2).with(&["--turns file"]);
    let mut with_end = gqt3("draw 1-2 1-2=1 --turns pictures");
    Said::after(with_end.current_dir(folder.path()), "").code(0);
    assert_eq!(picture("end.svg"), stdout("draw 1-2 1-2=1"));
}

#[test]
fn what_a_picture_cannot_be_is_refused() {
    refused(
        "draw 1-2 -o no/folder/a.svg",
        &["--output", "no/folder/a.svg"],
    );
    refused("draw 1-2 --format csv", &["--format", "draw"]);
    refused("draw 1-2 --turns a -o b.svg", &["--output", "--turns"]);
    refused("draw --turns a", &["--turns"]);
    refused("draw 1-1", &["1-1"]);
    refused("draw 1-2 --theme red", &["--theme"]);
}
