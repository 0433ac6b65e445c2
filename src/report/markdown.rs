//! A table in GitHub's Markdown.

use super::cell::without_marks;
use super::table::{Table, TextColumn};
use super::text::TIE;

impl Table<'_> {
    pub fn to_markdown(&self) -> String {
        let columns = self.in_text();
        let mut parts = Vec::new();
        if !self.caption.is_empty() {
            parts.push(format!("**{}**\n", escaped(&self.caption)));
        }
        parts.extend((!columns.is_empty()).then(|| grid(&columns)));
        parts.extend(self.notes.iter().map(|note| escaped(note) + "\n"));
        parts.join("\n")
    }
}

fn grid(columns: &[TextColumn]) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let heading = |column: &TextColumn| escaped(&column.heading);
    let side = |column: &TextColumn| if column.is_right { "---:" } else { ":---" }.to_owned();
    let mut text =
        row(columns.iter().map(heading).collect()) + &row(columns.iter().map(side).collect());
    for index in 0..columns[0].cells.len() {
        let cell = |column: &TextColumn| escaped(&column.cells[index].0.shown(true));
        text += &row(columns.iter().map(cell).collect());
    }
    text
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in without_marks(text).replace(TIE, " ").chars() {
        if matches!(
            character,
            '|' | '\\' | '*' | '_' | '`' | '<' | '>' | '[' | ']'
        ) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Column;

    #[test]
    fn cells_stand_between_pipes_and_none_of_them_is_markup() {
        let columns = vec![
            Column::new("player_1", "", |row: &(&str, u64)| row.0),
            Column::new("games", "", |row: &(&str, u64)| row.1),
        ];
        let mut table = Table::text(columns, [("a|b*", 7), ("x < y", 1368)]).captioned("Two games");
        table.note("No *more*.");
        let wanted = "**Two games**\n\n| player 1 | games |\n| :--- | ---: |\n| a\\|b\\* | 7 |\n\
                      | x \\< y | 1,368 |\n\nNo \\*more\\*.\n";
        assert_eq!(table.to_markdown(), wanted);
    }
}
