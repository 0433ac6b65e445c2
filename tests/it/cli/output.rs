use std::fs;
use std::process::Stdio;

use num_bigint::BigInt;
use num_rational::BigRational;
use serde_json::Value;

use crate::command::{Running, Said, gqt3, refused, run, stdout};

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
    assert!(written(".games", "").contains("18,539,269,580,160"));
    assert!(written("t.xyz", "--format table").contains("18,539,269,580,160"));
    assert!(written("t.csv", "--format table").contains("18,539,269,580,160"));
    assert_eq!(written("t.json", "--format csv"), csv);
    assert_eq!(written(".csv", ""), csv);
    assert!(written("t.md", "").contains("| 9 | 18,539,269,580,160 |\n"));
    assert!(written("t.tex", "").contains("9 & 18,539,269,580,160 \\\\\n"));
}

#[test]
fn an_extension_of_no_format_is_refused_with_those_that_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |name: &str, command: &str, words: &[&str]| {
        let path = folder.path().join(name);
        refused(&format!("{command} -o {}", path.display()), words);
        assert!(!path.exists(), "{name}");
    };
    let known = "no format has the extension .xyz; use .txt, .csv, .json, .md, .tex";
    refused("t.xyz", "tree-size", &["--output t.xyz", known, "--format"]);
    refused(
        "t.csv.bak",
        "tree-size",
        &["no format has the extension .bak"],
    );
    refused(
        "t.csv",
        "rules",
        &["--output t.csv: gqt3 rules writes no tables"],
    );
    let path = folder.path().join("rules.xyz");
    run(&format!("rules -o {}", path.display())).code(0);
    assert!(fs::read_to_string(path).unwrap().contains("--collapse"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf_8_keeps_its_extension() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(OsStr::from_bytes(b"t\xff.csv"));
    Said::of(gqt3("tree-size -o").arg(&path)).code(0);
    assert!(fs::read_to_string(path).unwrap().starts_with("squares,"));
}

#[test]
fn csv_is_the_first_table_or_the_one_that_is_chosen() {
    let header = |flags: &str| {
        let csv = stdout(&format!("random --board 2 --format csv {flags}"));
        csv.lines().next().unwrap().to_owned()
    };
    assert_eq!(header(""), header("--table margins"));
    assert!(header("--table games").contains("expected_margin"));
    assert!(header("--table lengths").contains(",turns,"));
    let names = "--table game: there is no such table; use margins, games, lengths";
    refused("random --board 2 --table game --format csv", &[names]);
    for format in ["", "--format json", "--format markdown"] {
        let command = format!("random --board 2 --table games {format}");
        refused(&command, &["--table games applies only to CSV"]);
    }
    for command in ["play", "batch examples/games.txt"] {
        let name = command.split(' ').next().unwrap_or_default();
        refused(
            &format!("{command} --table games"),
            &[&format!("--table does not apply to gqt3 {name}")],
        );
    }
}

/// Returns the cells of the tables in LaTeX text, which must be well formed.
fn latex_rows(text: &str) -> Vec<Vec<Vec<String>>> {
    let (mut open, mut tables, mut columns) = (Vec::new(), Vec::new(), 0);
    for line in text.lines().filter(|line| !line.starts_with('%')) {
        let braces = line.replace("\\{", "").replace("\\}", "");
        assert_eq!(
            braces.matches('{').count(),
            braces.matches('}').count(),
            "{line}"
        );
        assert_eq!(
            line.replace("\\$", "").matches('$').count() % 2,
            0,
            "{line}"
        );
        let unescaped = |special: char| {
            line.char_indices()
                .any(|(place, c)| c == special && !line[..place].ends_with('\\'))
        };
        assert!(!['%', '#', '_'].into_iter().any(unescaped), "{line}");
        if let Some(begun) = line.strip_prefix("\\begin{") {
            let (name, rest) = begun.split_once('}').unwrap();
            open.push(name.to_owned());
            if name == "tabular" {
                columns = rest.trim_matches(['{', '}']).len();
                tables.push(Vec::new());
            }
        } else if let Some(ended) = line.strip_prefix("\\end{") {
            assert_eq!(open.pop().as_deref(), Some(ended.trim_end_matches('}')));
        } else if let Some(row) = line.strip_suffix(" \\\\") {
            assert_eq!(open.last().map(String::as_str), Some("tabular"));
            let cells: Vec<String> = row.split(" & ").map(str::to_owned).collect();
            let width = |cell: &String| match cell.strip_prefix("\\multicolumn{") {
                Some(rest) => rest.split('}').next().unwrap().parse().unwrap(),
                None => 1,
            };
            assert_eq!(cells.iter().map(width).sum::<usize>(), columns, "{line}");
            tables.last_mut().unwrap().push(cells);
        }
    }
    assert_eq!(open, [""; 0]);
    tables
}

#[test]
fn latex_has_the_tables_of_the_paper_as_the_paper_prints_them() {
    let table_2 = &latex_rows(&stdout("random --format latex"))[0];
    let cells = |line: usize| table_2[line].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(
        cells(0),
        ["Margin", "$-1$", "$-0.5$", "0", "0.5", "1", "1.5", "2"]
    );
    assert_eq!(cells(1)[..3], ["Endgames", "34,560", "69,984"]);
    assert_eq!(cells(2)[..3], ["Probability", "9.5\\%", "19.3\\%"]);
    assert_eq!(
        cells(4),
        [
            "Total",
            "\\multicolumn{2}{c}{28.8\\%}",
            "12.7\\%",
            "\\multicolumn{4}{c}{58.5\\%}"
        ]
    );
    let table_1 = &latex_rows(&stdout("bounds --format latex"))[0];
    assert_eq!(table_1[2][0], "Actual");
    assert_eq!(table_1[2][9], "$1.85 \\times 10^{13}$");
}

const WITH_TABLES: [&str; 8] = [
    "bounds --all",
    "random",
    "random --method simulate --games 100",
    "tree-size --squares 1..20",
    "nash --board 2 --all-variants",
    "analyze 1-2 --board 2",
    "review 1-2 --board 2",
    "arena --player1 random --player2 random --games 2 --board 2",
];

/// Skipped unless `pdflatex` is installed, but other tests parse the tables.
#[test]
fn the_tables_of_latex_compile() {
    let folder = tempfile::tempdir().unwrap();
    let mut document =
        "\\documentclass{article}\n\\usepackage{amsmath,booktabs}\n\\begin{document}\n".to_owned();
    for command in WITH_TABLES {
        document += &stdout(&format!("{command} --format latex"));
    }
    fs::write(folder.path().join("t.tex"), document + "\\end{document}\n").unwrap();
    let mut compiler = std::process::Command::new("pdflatex");
    compiler.args(["-interaction=nonstopmode", "-halt-on-error", "t.tex"]);
    compiler
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    match Running::spawn(&mut compiler) {
        Err(_) => eprintln!("skipped: there is no pdflatex to compile the tables"),
        Ok(compiler) => _ = compiler.said().code(0),
    }
}

#[test]
fn a_table_for_a_paper_has_a_label_and_names_its_origin() {
    let text = stdout("bounds --all --format latex");
    let version = env!("CARGO_PKG_VERSION");
    let first = text.lines().next().unwrap();
    assert!(first.starts_with(&format!("% gqt3 {version} (")), "{first}");
    assert!(first.ends_with("): gqt3 bounds --all --format latex"));
    assert!(text.contains("\\label{tab:bounds}") && text.contains("\\label{tab:bounds-2}"));
    assert!(!text.contains("Table 1:"), "LaTeX numbers tables itself");
    let (_, after) = text.split_once("\\end{table}").unwrap();
    assert!(after.trim_start().starts_with("\\noindent At $s = 1$"));
    let markdown = stdout("bounds --squares 100 --format markdown");
    let comment = "): gqt3 bounds --squares 100 --format markdown -->\n";
    assert!(markdown.starts_with("<!-- gqt3 ") && markdown.contains(comment));
    assert!(!markdown.contains("digits)"), "all digits");
    assert_eq!(
        stdout("--version"),
        format!("{}\n", first[2..].split(':').next().unwrap())
    );
}

#[test]
fn every_command_has_tables_of_latex_and_markdown() {
    for command in WITH_TABLES {
        let tables = latex_rows(&stdout(&format!("{command} --format latex")));
        assert!(tables.iter().all(|rows| !rows.is_empty()), "{command}");
        let markdown = stdout(&format!("{command} --format markdown"));
        let rows = markdown
            .lines()
            .filter(|line| line.starts_with("| ") && !line.starts_with("| :"));
        let rows = rows.filter(|line| !line.starts_with("| ---"));
        let wanted: usize = tables.iter().map(Vec::len).sum();
        // A table in Markdown must have headings, so a board has an empty row of them.
        assert!(
            (wanted..=wanted + 1).contains(&rows.count()),
            "{command}:\n{markdown}"
        );
    }
    assert!(stdout("nash --board 2 --format latex").contains("$+\\tfrac{1}{2}$"));
}

fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').unwrap().1)
}

#[test]
fn colours_change_no_word() {
    for command in [
        "nash --board 2 --all-variants",
        "random",
        "analyze 1-2 --board 2",
        "bounds",
    ] {
        let coloured = stdout(&format!("{command} --color always"));
        assert!(coloured.contains("\u{1b}[1m"), "{coloured}");
        assert_eq!(without_colours(&coloured), stdout(command));
        assert_eq!(stdout(&format!("{command} --color=never")), stdout(command));
    }
    let green = "\u{1b}[38;5;2m";
    let wins = stdout("nash --board 2 --color always");
    assert!(
        wins.contains(&format!("{green}player 1 wins\u{1b}[")),
        "{wins}"
    );
    let asked = Said::after(
        gqt3("--color always nash --board 2").env("NO_COLOR", "1"),
        "",
    );
    asked.code(0).prints(green);
}

#[test]
fn what_is_wrong_is_coloured_as_asked() {
    let red = "\u{1b}[1m\u{1b}[31merror:\u{1b}[0m";
    run("analyze 1-1 --color always").code(2).with(&[red]);
    for wrong in ["nash --board x", "analyze 1-1"] {
        for plain in ["", "--color never", "--color=auto"] {
            let plain = Said::after(
                gqt3(&format!("{wrong} {plain}")).env_remove("CLICOLOR_FORCE"),
                "",
            );
            let plain = plain.code(2).with(&["error:"]);
            assert!(!plain.stderr.contains('\u{1b}'), "{plain:?}");
        }
    }
}

fn has_decimals(name: &str, csv: &str) {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let number = |text: &str| text.parse::<BigRational>().ok();
    let mut fractions = 0;
    for record in reader.records().map(Result::unwrap) {
        for (column, cell) in record
            .iter()
            .enumerate()
            .filter(|(_, cell)| cell.contains('/'))
        {
            let Some(exact) = number(cell) else { continue };
            assert_eq!(
                headers[column + 1],
                format!("{}_decimal", &headers[column]),
                "{name}"
            );
            let (whole, digits) = record[column + 1].split_once('.').unwrap();
            let power = BigInt::from(10).pow(digits.len() as u32);
            let decimal =
                BigRational::new(format!("{whole}{digits}").parse().unwrap(), power.clone());
            let error = decimal - exact;
            assert!(
                -BigRational::new(1.into(), &power * 2) <= error,
                "{name}: {cell}"
            );
            assert!(
                error <= BigRational::new(1.into(), power * 2),
                "{name}: {cell}"
            );
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
    for file in [
        "table2",
        "random",
        "random_boards",
        "nash",
        "beyond/nash_3x3",
    ] {
        has_decimals(
            file,
            &fs::read_to_string(format!("results/{file}.csv")).unwrap(),
        );
    }
}

#[test]
fn numbers_are_numbers_in_json() {
    for command in ["nash --board 2 --offset 1", "random --board 2 --offset 1"] {
        let document = json(command);
        let tables = document["tables"].as_object().unwrap().values();
        for row in tables.flat_map(|rows| rows.as_array().unwrap()) {
            assert_eq!(
                (&row["offset"], &row["board"], &row["pieces"]),
                (&1.into(), &2.into(), &2.into())
            );
        }
        assert_eq!(document["parameters"]["offset"], serde_json::json!([1]));
    }
    let row = json("nash --board 2")["tables"]["games"][0].clone();
    assert_eq!(
        (&row["value"], &row["value_decimal"]),
        (&"1/2".into(), &0.5.into())
    );
}

#[cfg(unix)]
mod terminal {
    use std::io::Read;

    use crate::command::{Running, gqt3};

    fn shown(arguments: &str, width: u16) -> String {
        let mut command = gqt3(arguments);
        command.args(["--quiet", "--color", "never"]);
        let (mut child, mut pty) = Running::on_terminal(command, width);
        let (mut output, mut bytes) = (Vec::new(), [0; 4096]);
        while let Ok(count @ 1..) = pty.read(&mut bytes) {
            output.extend_from_slice(&bytes[..count]);
        }
        assert_eq!(child.end().code(), Some(0), "{arguments}");
        String::from_utf8(output).unwrap().replace("\r\n", "\n")
    }

    #[test]
    fn every_view_fits_a_terminal_of_80_columns_as_a_table() {
        for command in [
            "bounds",
            "bounds --squares 8..12,100 --pieces 2,3",
            "random",
            "random --board 1..6",
            "nash --all-variants",
            "nash --board 1,2 --pieces 1..3",
            "nash --variant goff,paper --board 2 --first-moves",
            "arena --player1 heuristic,random --player2 random --games 2 --node-limit 20",
            "tree-size --squares 1..12,10000",
            "analyze --board 3",
            "review 1-2 2-5 5-9 1-5=5 3-4 3-4=4",
        ] {
            let text = shown(command, 80);
            let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= 80, "{command}:\n{text}");
            assert!(text.contains("────"), "{command}:\n{text}");
        }
    }

    #[test]
    fn numbers_are_whole_on_every_terminal() {
        for width in [20, 40, 60, 80, 140] {
            let text = shown("bounds --all", width);
            assert!(
                text.contains("18,539,269,580,160"),
                "{width} columns:\n{text}"
            );
            let text = shown("tree-size --squares 9,20", width);
            assert!(
                text.contains("1.7847e43") && text.contains("(44 digits)"),
                "{width} columns:\n{text}"
            );
        }
        let single = shown("tree-size --squares 20", 40);
        assert!(
            single.contains("17,847,384,205,022,638,864,150,516,972,970,436,034,560,000"),
            "{single}"
        );
    }
}
