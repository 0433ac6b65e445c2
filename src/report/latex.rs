//! A table in LaTeX.

use super::cell::{Cell, parts};
use super::table::{Table, TextColumn};
use super::text::TIE;

pub(super) const PACKAGES: &str = "% \\usepackage{amsmath,booktabs}\n";

impl Table<'_> {
    /// Returns a `table` environment if there are columns, labelled only if it has a caption, and
    /// below it the notes as paragraphs.
    pub fn to_latex(&self, label: &str) -> String {
        let columns = self.in_text();
        let mut text = String::new();
        if !columns.is_empty() {
            text += "\\begin{table}\n\\centering\n";
            if !self.caption.is_empty() {
                let caption = escaped(&self.caption);
                text += &format!("\\caption{{{caption}}}\n\\label{{{label}}}\n");
            }
            text += &grid(&columns);
            text += "\\end{table}\n";
        }
        let notes = self.notes.iter();
        let notes: Vec<String> = notes
            .map(|note| format!("\\noindent {}\n", escaped(note)))
            .collect();
        if !(text.is_empty() || notes.is_empty()) {
            text.push('\n');
        }
        text + &notes.join("\n")
    }
}

fn grid(columns: &[TextColumn]) -> String {
    let row = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
    let sides: String = columns
        .iter()
        .map(|column| if column.is_right { 'r' } else { 'l' })
        .collect();
    let mut text = format!("\\begin{{tabular}}{{{sides}}}\n\\toprule\n");
    if columns.iter().any(|column| !column.heading.is_empty()) {
        text += &row(columns
            .iter()
            .map(|column| escaped(&column.heading))
            .collect());
        text += "\\midrule\n";
    }
    for index in 0..columns[0].cells.len() {
        text += &row(cells(columns, index));
    }
    text + "\\bottomrule\n\\end{tabular}\n"
}

fn cells(columns: &[TextColumn], index: usize) -> Vec<String> {
    let row: Vec<&Cell> = columns
        .iter()
        .map(|column| &column.cells[index].0)
        .collect();
    let mut cells = Vec::new();
    for group in row.chunk_by(|_, next| **next == Cell::Covered) {
        let text = escaped(&group[0].whole());
        cells.push(match group.len() {
            1 => text,
            width => format!("\\multicolumn{{{width}}}{{c}}{{{text}}}"),
        });
    }
    cells
}

/// Sets formulas in math mode, and words that are signed numbers, fractions or powers.
fn escaped(text: &str) -> String {
    let part = |(is_formula, part): (bool, &str)| {
        if is_formula {
            mathematics(part)
        } else {
            let tied = |words: &str| words.split(TIE).map(word).collect::<Vec<_>>().join("~");
            part.split(' ').map(tied).collect::<Vec<_>>().join(" ")
        }
    };
    parts(text).map(part).collect()
}

fn mathematics(formula: &str) -> String {
    let replaced = [
        ("<=", "\\le"),
        (">=", "\\ge"),
        ("×", "\\times"),
        ("max", "\\max"),
    ];
    let formula = replaced
        .iter()
        .fold(formula.to_owned(), |formula, (from, to)| {
            formula.replace(from, to)
        });
    format!("${formula}$")
}

fn word(word: &str) -> String {
    let is_number = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || ",.".contains(c))
    };
    if let Some(inner) = word
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        return format!("({})", self::word(inner));
    }
    if let Some((lower, upper)) = word.split_once("..")
        && !lower.is_empty()
    {
        return format!("{}..{}", self::word(lower), self::word(upper));
    }
    if let Some(rest) = word.strip_suffix(['.', ',']) {
        return self::word(rest) + &word[rest.len()..];
    }
    let unsigned = word.trim_start_matches(['+', '-']);
    let sign = &word[..word.len() - unsigned.len()];
    if let Some((numerator, denominator)) = unsigned.split_once('/')
        && is_number(numerator)
        && is_number(denominator)
    {
        return format!("${sign}\\tfrac{{{numerator}}}{{{denominator}}}$");
    }
    if let Some((base, exponent)) = unsigned.split_once('^') {
        return format!("${sign}{}^{{{exponent}}}$", base.replace('×', " \\times "));
    }
    let plain = plain(unsigned);
    match sign {
        "+" | "-" if is_number(unsigned.trim_end_matches('%')) => format!("${sign}{plain}$"),
        // Two hyphens would become a dash.
        _ => sign.replace("--", "{-}{-}") + &plain,
    }
}

fn plain(text: &str) -> String {
    let mut plain = String::new();
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => plain.extend(['\\', character]),
            '\\' => plain += "\\textbackslash{}",
            '<' | '>' => plain.extend(['$', character, '$']),
            '±' => plain += "$\\pm$",
            '×' => plain += "$\\times$",
            '|' => plain += "\\textbar{}",
            '~' => plain += "\\textasciitilde{}",
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Column, formula};
    use num_rational::BigRational;

    #[test]
    fn fractions_powers_and_signs_are_mathematics_and_all_else_is_escaped() {
        for (text, wanted) in [
            ("-1/2", "$-\\tfrac{1}{2}$"),
            ("at +1/2.", "at $+\\tfrac{1}{2}$."),
            ("0 or 1/2", "0 or $\\tfrac{1}{2}$"),
            ("+0.452 (569/1260)", "$+0.452$ ($\\tfrac{569}{1260}$)"),
            ("1.23×10^5", "$1.23 \\times 10^{5}$"),
            (&formula("C(s,n)^s <= 1"), "$C(s,n)^s \\le 1$"),
            (
                &format!("with {}.", formula("max(1, s-1)")),
                "with $\\max(1, s-1)$.",
            ),
            ("-1", "$-1$"),
            ("-5/2..+3", "$-\\tfrac{5}{2}$..$+3$"),
            (&format!("-0.2{TIE}..{TIE}+0.4"), "$-0.2$~..~$+0.4$"),
            ("12.7%", "12.7\\%"),
            ("--offset 1", "{-}{-}offset 1"),
            ("a_b & {~c}", "a\\_b \\& \\{\\textasciitilde{}c\\}"),
            ("< T !", "$<$ T !"),
        ] {
            assert_eq!(escaped(text), wanted);
        }
    }

    #[test]
    fn a_table_has_rules_and_a_row_for_each_row() {
        let half = BigRational::new(1.into(), 2.into());
        let columns = vec![
            Column::new("name", "", |row: &(&str, u128)| row.0),
            Column::new("games", "", |row: &(&str, u128)| {
                num_bigint::BigUint::from(row.1)
            }),
            Column::new("value", "", move |_| half.clone()),
        ];
        let mut table =
            Table::text(columns, [("one", 7), ("more", u128::MAX)]).captioned("Two_games");
        table.note("50% of them.");
        let wanted = "\\begin{table}\n\\centering\n\\caption{Two\\_games}\n\\label{tab:two}\n\
                      \\begin{tabular}{lrr}\n\\toprule\nname & games & value \\\\\n\\midrule\n\
                      one & 7 & $\\tfrac{1}{2}$ \\\\\n\
                      more & 340,282,366,920,938,463,463,374,607,431,768,211,455 & $\\tfrac{1}{2}$ \\\\\n\
                      \\bottomrule\n\\end{tabular}\n\\end{table}\n\n\\noindent 50\\% of them.\n";
        assert_eq!(table.to_latex("tab:two"), wanted);
    }

    #[test]
    fn a_covered_cell_is_a_part_of_the_one_on_its_left() {
        let columns = ["total", "a", "b", "c"]
            .into_iter()
            .enumerate()
            .map(|(index, name)| Column::text(name, move |row: &[Cell; 4]| row[index].clone()));
        let cell = |text: &str| Cell::Text(text.to_owned());
        let row = [cell("all"), cell("1"), Cell::Covered, cell("2")];
        let other = ["", "3", "4", "5"].map(cell);
        let table = Table::text(columns.collect(), [row, other]);
        let text = table.to_latex("");
        assert!(
            text.contains("all & \\multicolumn{2}{c}{1} & 2 \\\\\n"),
            "{text}"
        );
        assert!(text.contains("\n & 3 & 4 & 5 \\\\\n"), "{text}");
        assert!(!table.to_text(None).contains('-'));
    }
}
