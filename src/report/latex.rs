//! A table in LaTeX, with the rules of the package `booktabs`: what the text shows, its fractions as `\tfrac{1}{2}`
//! (of `amsmath`).

use super::cell::{Cell, short};
use super::table::{Table, TextColumn};
use super::text::TIE;

/// What stands above the tables of a document.
pub(super) const PACKAGES: &str = "% \\usepackage{amsmath,booktabs}\n";

impl Table<'_> {
    /// The table in LaTeX, a float with its caption, and its notes below, ending in a newline.
    pub fn to_latex(&self) -> String {
        let columns = self.in_text();
        let notes = self
            .notes
            .iter()
            .map(|note| format!("\\par {}\n", escaped(note)));
        let notes: String = notes.collect();
        if columns.is_empty() {
            return notes;
        }
        let caption = match &self.caption {
            caption if caption.is_empty() => String::new(),
            caption => format!("\\caption{{{}}}\n", escaped(caption)),
        };
        let grid = grid(&columns, self.shows_all_digits());
        format!("\\begin{{table}}\n\\centering\n{caption}{grid}{notes}\\end{{table}}\n")
    }
}

fn grid(columns: &[TextColumn], all_digits: bool) -> String {
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
    for place in 0..columns[0].cells.len() {
        text += &row(columns
            .iter()
            .map(|column| cell(&column.cells[place].0, all_digits))
            .collect());
    }
    text + "\\bottomrule\n\\end{tabular}\n"
}

fn cell(cell: &Cell, all_digits: bool) -> String {
    match cell {
        Cell::Integer(count) if !all_digits => match short(count) {
            Some((leading, exponent, _)) => format!("${leading} \\times 10^{{{exponent}}}$"),
            None => escaped(&cell.shown(true)),
        },
        cell => escaped(&cell.shown(all_digits)),
    }
}

/// A text in which no character has a meaning in LaTeX: numbers and powers among its words are mathematics.
fn escaped(text: &str) -> String {
    text.replace(TIE, "~")
        .split(' ')
        .map(word)
        .collect::<Vec<_>>()
        .join(" ")
}

fn word(word: &str) -> String {
    let is_number = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || ",.".contains(c))
    };
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
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Column;
    use num_rational::BigRational;

    #[test]
    fn fractions_powers_and_signs_are_mathematics_and_all_else_is_escaped() {
        for (text, wanted) in [
            ("-1/2", "$-\\tfrac{1}{2}$"),
            ("0 or 1/2", "0 or $\\tfrac{1}{2}$"),
            ("1.23×10^5", "$1.23 \\times 10^{5}$"),
            ("C(s,n)^s", "$C(s,n)^{s}$"),
            ("-1", "$-1$"),
            ("12.7%", "12.7\\%"),
            ("--offset 1", "{-}{-}offset 1"),
            ("a_b & {c}", "a\\_b \\& \\{c\\}"),
            ("< T !", "$<$ T !"),
        ] {
            assert_eq!(escaped(text), wanted);
        }
    }

    #[test]
    fn a_table_has_rules_and_a_row_for_each_row() {
        let half = BigRational::new(1.into(), 2.into());
        let columns = vec![
            Column::new("name", |row: &(&str, u128)| row.0),
            Column::new("games", |row: &(&str, u128)| {
                num_bigint::BigUint::from(row.1)
            }),
            Column::new("value", move |_| half.clone()),
        ];
        let table = Table::of(columns, [("one", 7), ("more", u128::MAX)]).captioned("Two_games");
        let wanted = "\\begin{table}\n\\centering\n\\caption{Two\\_games}\n\\begin{tabular}{lrr}\n\\toprule\n\
                      name & games & value \\\\\n\\midrule\none & 7 & $\\tfrac{1}{2}$ \\\\\n\
                      more & $3.4028 \\times 10^{38}$ & $\\tfrac{1}{2}$ \\\\\n\\bottomrule\n\\end{tabular}\n\\end{table}\n";
        assert_eq!(table.to_latex(), wanted);
    }
}
