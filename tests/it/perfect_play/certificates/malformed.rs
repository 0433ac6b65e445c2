//! Malformed files: each gives exit code 2 and one line.

use std::fs;
use std::path::Path;

use gqt3::engine::rules::{Player, Rules};

use super::games::{SolvedGame, choices, text, with, with_choices};
use super::python;

/// Returns strategies for n = 1 and for n = 9.
///
/// The second one has a collapse to choose.
fn proofs() -> [String; 2] {
    [1, 9].map(|pieces| text(&SolvedGame::new(3, pieces, Rules::default()).prove(Player::Two)))
}

#[test]
fn a_file_that_ends_early_is_malformed_wherever_it_is_cut() {
    for proof in proofs() {
        let cut = |end: usize| (format!("cut after {end} bytes"), proof[..end].to_owned());
        python::all_get(2, &(0..proof.len()).map(cut).collect::<Vec<_>>());
    }
}

#[test]
fn choices_that_are_missing_doubled_or_out_of_order_are_malformed() {
    for proof in proofs() {
        let lines = choices(&proof);
        let mut forged = Vec::new();
        for place in 0..lines.len() {
            let mut fewer = lines.clone();
            let line = fewer.remove(place);
            let header = with_choices(&proof, &lines).replace(&format!("{line}\n"), "");
            forged.push((format!("without '{line}', but announced"), header));
            let mut more = lines.clone();
            more.insert(place, line.clone());
            forged.push((format!("'{line}' twice"), with_choices(&proof, &more)));
            more.remove(place);
            more.push(line.clone());
            forged.push((
                format!("'{line}' at the end too"),
                with_choices(&proof, &[&more[..], &[line]].concat()),
            ));
            if place > 0 {
                let mut swapped = lines.clone();
                swapped.swap(place - 1, place);
                forged.push((
                    format!("line {place} before its time"),
                    with_choices(&proof, &swapped),
                ));
            }
        }
        python::all_get(2, &forged);
    }
}

#[test]
fn a_header_with_another_form_is_malformed() {
    let [proof, _] = proofs();
    let mut forged = Vec::new();
    for (name, values) in [
        ("certificate", &["2", "01", "", "1 "][..]),
        (
            "board",
            &["0", "5", "-3", "3.0", "33333333333333333333", "three", ""],
        ),
        (
            "pieces",
            &["0", "-1", "01", "1e9", "9999999999", "\u{b2}", ""],
        ),
        ("collapse", &["nobody", "Opponent", "opponent|mover", ""]),
        ("offset", &["2", "-1"]),
        ("ending", &["full ", "first"]),
        ("scoring", &["none"]),
        ("tail", &["none"]),
        ("ties", &["none"]),
        ("prover", &["player3", "1"]),
        (
            "margin",
            &[
                "1/0",
                "nan",
                "inf",
                "1e9",
                "0.5",
                "+1",
                " 0",
                "1/-2",
                "--1",
                "9999999999",
                "1/2/3",
                "",
            ],
        ),
        (
            "choices",
            &[
                "102",
                "104",
                "0",
                "-103",
                "0103",
                "103.0",
                "1000000000000",
                "all",
            ],
        ),
    ] {
        for value in values {
            forged.push((format!("{name} {value}"), with(&proof, name, value)));
        }
        let line = proof
            .lines()
            .find(|line| line.starts_with(&format!("{name} ")))
            .unwrap();
        forged.push((
            format!("no {name}"),
            proof.replacen(&format!("{line}\n"), "", 1),
        ));
        forged.push((
            format!("{name} twice"),
            proof.replacen(line, &format!("{line}\n{line}"), 1),
        ));
        forged.push((
            format!("{name} with another name"),
            proof.replacen(name, &name.to_uppercase(), 1),
        ));
    }
    let huge = with(&proof, "margin", &"9".repeat(5000));
    forged.push(("a margin of 5000 digits".to_owned(), huge));
    python::all_get(2, &forged);
}

#[test]
fn choices_with_another_form_are_malformed() {
    let [single, collapse] = proofs();
    // The certificate for n = 1, with this line as its only choice.
    let first = |line: &str| with_choices(&single, &[line.to_owned()]);
    let mut forged: Vec<(String, String)> = [
        "1 -> ",
        "1 -> 0",
        "1 -> 10",
        "1 -> -2",
        "1 -> 2-2",
        "1 -> 3-2",
        "1 -> x",
        "1 -> 02",
        "1 -> 2 ",
        "1 -> =",
        "1 -> =2,",
        "1 -> =2-3",
        "1 -> =2-3,4",
        "1 -> =2-3,4-5",
        "1 -> 2 -> 3",
        "1 ->2",
        "1-> 2",
        "1 2",
        "-> 2",
        " -> 2",
        "",
        "1  -> 2",
        "2-1 -> 3",
        "1-1 -> 3",
        "0 -> 3",
        "10 -> 3",
        "1,2 -> 3",
        "- 1 -> 2",
        "1 - -> 2",
        "9999999999999999999999 -> 1",
    ]
    .into_iter()
    .map(|line| (format!("'{line}'"), first(line)))
    .collect();
    for (what, line) in [
        ("not the smallest image: 9 is 1 turned", "9 -> 1"),
        ("interchangeable series out of order", "2 1 3 -> 4"),
        ("more series than squares", "1 2 3 4 5 6 7 8 9 9 -> 1"),
    ] {
        forged.push((what.to_owned(), first(line)));
    }
    let last = choices(&collapse).pop().unwrap();
    assert!(last.contains(" -> ="), "{last}");
    forged.push((
        "a collapse of sets".to_owned(),
        collapse.replace(" -> =", " -> =1-2,"),
    ));
    python::all_get(2, &forged);
}

#[test]
fn other_bytes_are_malformed() {
    let [proof, _] = proofs();
    let mut forged: Vec<(String, Vec<u8>)> = vec![
        ("nothing".to_owned(), Vec::new()),
        ("zeros".to_owned(), vec![0; 100_000]),
        ("one endless line".to_owned(), vec![b'1'; 100_000]),
        ("CRLF".to_owned(), proof.replace('\n', "\r\n").into_bytes()),
        (
            "a mark of the byte order".to_owned(),
            format!("\u{feff}{proof}").into_bytes(),
        ),
        (
            "no end of the last line".to_owned(),
            proof.trim_end().as_bytes().to_vec(),
        ),
        (
            "an empty line at the end".to_owned(),
            format!("{proof}\n").into_bytes(),
        ),
        (
            "words at the end".to_owned(),
            format!("{proof}the end\n").into_bytes(),
        ),
        (
            "two certificates".to_owned(),
            format!("{proof}{proof}").into_bytes(),
        ),
        (
            "other digits".to_owned(),
            proof.replace("board 3", "board \u{663}").into_bytes(),
        ),
        (
            "UTF-16".to_owned(),
            proof.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        ),
    ];
    for (place, byte) in [(0, 0xff), (20, b'\t'), (100, 0), (200, 0xc3), (300, b'\r')] {
        let mut bytes = proof.clone().into_bytes();
        bytes[place] = byte;
        forged.push((format!("byte {place} is {byte}"), bytes));
    }
    python::all_get(2, &forged);
}

#[test]
fn what_cannot_be_read_is_said_in_one_line() {
    let folder = tempfile::TempDir::new().unwrap();
    let missing = folder.path().join("missing.txt");
    let bytes = folder.path().join("bytes.txt");
    fs::write(&bytes, [0xff; 10]).unwrap();
    for path in [folder.path(), &missing, &bytes] {
        let Some(said) = python::run("scripts/check_certificate.py", &[path]) else {
            return;
        };
        let said = said.code(2).with(&["not a certificate: "]);
        assert_eq!((said.stdout.as_str(), said.stderr.lines().count()), ("", 1));
    }
    for arguments in [&[][..], &[Path::new("--help")], &[&missing, &missing]] {
        let said = python::run("scripts/check_certificate.py", arguments).unwrap();
        said.code(2).with(&["check_certificate.py FILE"]);
    }
}
