//! The forms of results: how text is laid out and coloured, and what CSV and JSON agree on.

use std::fs;

use num_bigint::BigInt;
use num_rational::BigRational;
use serde_json::Value;

use crate::command::{Said, gqt3, run, stdout};

fn json(arguments: &str) -> Value {
    serde_json::from_str(&stdout(&format!("{arguments} --format json"))).unwrap()
}

#[test]
fn the_name_of_the_output_tells_the_format_unless_it_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let written = |name: &str, flags: &str| {
        let arguments = format!("tree-size -o {name} {flags}");
        Said::after(gqt3(&arguments).current_dir(folder.path()), "").code(0);
        fs::read_to_string(folder.path().join(name)).unwrap()
    };
    let csv = "squares,pieces,ending,method,games\n9,2,full,closed-form,18539269580160\n";
    assert_eq!(written("t.csv", ""), csv);
    assert_eq!(written("t.CSV", ""), csv);
    assert!(written("t.json", "").starts_with("{\n  \"command\": \"tree-size\""));
    assert!(written("t.txt", "").contains("18,539,269,580,160"));
    assert!(written("csv", "").contains("18,539,269,580,160"));
    assert!(written("t.csv", "--format table").contains("18,539,269,580,160"));
    assert_eq!(written("t.json", "--format csv"), csv);
}

/// The text without what colours it.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').unwrap().1)
}

#[test]
fn colours_change_no_word() {
    for command in ["nash --board 2 --all-variants", "random", "analyze 1-2 --board 2", "bounds"] {
        let coloured = stdout(&format!("{command} --color always"));
        assert!(coloured.contains("\u{1b}[1m"), "{coloured}");
        assert_eq!(without_colours(&coloured), stdout(command));
        assert_eq!(stdout(&format!("{command} --color=never")), stdout(command));
    }
    let wins = stdout("nash --board 2 --color always");
    assert!(wins.contains("\u{1b}[32mplayer 1 wins\u{1b}[0m"), "{wins}");
    let asked = Said::after(gqt3("--color always nash --board 2").env("NO_COLOR", "1"), "");
    asked.code(0).prints("\u{1b}[32m");
}

#[test]
fn what_is_wrong_is_coloured_as_asked() {
    let red = "\u{1b}[1m\u{1b}[31merror:\u{1b}[0m";
    for wrong in ["nash --board x", "analyze 1-1"] {
        run(&format!("{wrong} --color always")).code(2).with(&[red]);
        for plain in ["", "--color never", "--color=auto"] {
            let plain = Said::after(gqt3(&format!("{wrong} {plain}")).env_remove("CLICOLOR_FORCE"), "");
            let plain = plain.code(2).with(&["error:"]);
            assert!(!plain.stderr.contains('\u{1b}'), "{plain:?}");
        }
    }
}

/// Makes sure that the column after one with a fraction is the same as a decimal.
fn has_decimals(name: &str, csv: &str) {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let number = |text: &str| text.parse::<BigRational>().ok();
    let mut fractions = 0;
    for record in reader.records().map(Result::unwrap) {
        for (column, cell) in record.iter().enumerate().filter(|(_, cell)| cell.contains('/')) {
            let Some(exact) = number(cell) else { continue };
            assert_eq!(headers[column + 1], format!("{}_decimal", &headers[column]), "{name}");
            let (whole, digits) = record[column + 1].split_once('.').unwrap();
            let power = BigInt::from(10).pow(digits.len() as u32);
            let decimal = BigRational::new(format!("{whole}{digits}").parse().unwrap(), power.clone());
            let error = decimal - exact;
            assert!(-BigRational::new(1.into(), &power * 2) <= error, "{name}: {cell}");
            assert!(error <= BigRational::new(1.into(), power * 2), "{name}: {cell}");
            fractions += 1;
        }
    }
    assert!(fractions > 0, "{name} has no fractions");
}

#[test]
fn every_fraction_has_its_decimal() {
    for command in [
        "nash --board 2 --all-variants",
        "random --board 2..4",
        "random --ending first-line",
        "analyze --board 2",
    ] {
        has_decimals(command, &stdout(&format!("{command} --format csv")));
    }
    for file in ["table2", "random", "random_boards", "nash", "first_moves"] {
        has_decimals(file, &fs::read_to_string(format!("results/{file}.csv")).unwrap());
    }
}

#[test]
fn numbers_are_numbers_in_json() {
    for command in ["nash --board 2 --offset 1", "random --board 2 --offset 1"] {
        let document = json(command);
        for row in document["rows"].as_array().unwrap() {
            assert_eq!((&row["offset"], &row["board"], &row["pieces"]), (&1.into(), &2.into(), &2.into()));
        }
        assert_eq!(document["parameters"]["offset"], 1);
    }
    let row = json("nash --board 2")["rows"][0].clone();
    assert_eq!((&row["value"], &row["value_decimal"]), (&"1/2".into(), &0.5.into()));
}

#[cfg(unix)]
mod terminal {
    use std::io::Read;

    use pty_process::Size;
    use pty_process::blocking::Command;

    /// What a terminal with so many columns shows.
    fn shown(arguments: &str, width: u16) -> String {
        let (mut pty, pts) = pty_process::blocking::open().unwrap();
        pty.resize(Size::new(50, width)).unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_gqt3"))
            .args(arguments.split_whitespace())
            .args(["--quiet", "--color", "never"]);
        let mut child = command.spawn(pts).unwrap();
        let (mut output, mut bytes) = (Vec::new(), [0; 4096]);
        // The other end is closed when the program ends: an error on some systems, the end on others.
        while let Ok(count @ 1..) = pty.read(&mut bytes) {
            output.extend_from_slice(&bytes[..count]);
        }
        child.wait().unwrap();
        String::from_utf8(output).unwrap().replace("\r\n", "\n")
    }

    #[test]
    fn every_view_fits_a_terminal_of_60_columns_as_a_table() {
        for command in [
            "bounds",
            "random",
            "random --board 1..6",
            "nash --all-variants",
            "nash --board 1,2 --pieces 1..3",
            "arena --player1 heuristic,random --player2 random --games 2 --node-limit 20",
            "tree-size --squares 1..12",
            "analyze --board 3",
        ] {
            for width in [60, 80, 100, 140] {
                let text = shown(command, width);
                let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
                assert!(longest <= width.into(), "{command}, {width} columns:\n{text}");
                assert!(text.contains("────"), "{command}, {width} columns:\n{text}");
            }
        }
    }

    #[test]
    fn numbers_are_whole_on_every_terminal() {
        for width in [20, 40, 60, 80, 140] {
            let text = shown("bounds", width);
            let is_whole =
                |line: &str| line.contains("18,539,269,580,160") || line.contains("1.853... × 10^13");
            let is_own = |line: &str| line.starts_with("T(s,n) ") && line.ends_with(" 18,539,269,580,160");
            let expected: &dyn Fn(&str) -> bool = if width < 60 { &is_own } else { &is_whole };
            assert!(text.lines().any(expected), "{width} columns:\n{text}");
        }
    }
}
