use crate::paper::{LedgerError, StatedEquilibrium, stated_equilibrium};
use crate::report::{Column, TIE, Table, Tone};
use gqt3::beyond::every_board::theorems::KnownBounds;
use gqt3::engine::board::SquareSet;
use gqt3::engine::game::Game;
use gqt3::engine::interval::{Basis, Interval};
use gqt3::engine::rules::{Margin, Rules, Variant};
use gqt3::perfect_play::{MAX_SOLVED_SQUARES, SolvedGame};
use gqt3::random_play::Outcome;

use super::columns::{caption, common, interval, rules, sizes_or_caption, tone, unless_default};

pub struct NashRow<'a> {
    side: usize,
    pieces: usize,
    rules: Rules,
    bounds: Interval,
    basis: [Basis; 2],
    solved: Option<&'a SolvedGame>,
    paper: Option<StatedEquilibrium>,
}

impl<'a> NashRow<'a> {
    pub fn of(solved: &'a SolvedGame) -> NashRow<'a> {
        let SolvedGame { game, solution, .. } = solved;
        NashRow {
            side: game.side(),
            pieces: game.pieces(),
            rules: *game.rules(),
            bounds: solution.interval,
            basis: solution.basis,
            solved: Some(solved),
            paper: None,
        }
    }

    pub fn by_theorem(
        side: usize,
        pieces: usize,
        rules: Rules,
        known: &KnownBounds,
    ) -> NashRow<'a> {
        NashRow {
            side,
            pieces,
            rules,
            bounds: known.interval,
            basis: known.basis(),
            solved: None,
            paper: None,
        }
    }

    /// Looks up the paper's value if this is the standard board and n in a named variant.
    pub fn beside_paper(mut self) -> Result<NashRow<'a>, LedgerError> {
        if let (Some(solved), Some(variant)) = (self.solved, Variant::from_rules(self.rules))
            && solved.game == Game::default().with_rules(self.rules)
        {
            self.paper = stated_equilibrium(variant, solved)?;
        }
        Ok(self)
    }

    fn contradicts_paper(&self) -> bool {
        self.is_proven() && self.paper.as_ref().is_some_and(|paper| !paper.agrees)
    }

    pub fn is_proven(&self) -> bool {
        self.bounds.value().is_some()
    }

    /// Whether the engine supports this board.
    pub const fn is_playable(&self) -> bool {
        self.solved.is_some()
    }

    /// Whether each first move is known to keep or to lose the value.
    pub fn knows_first_moves(&self) -> bool {
        let knows =
            |solved: &SolvedGame| solved.first_moves.is_some() && solved.undecided_moves.is_empty();
        self.solved.is_some_and(knows)
    }

    fn line(&self) -> Option<String> {
        self.solved?.solution.line.as_ref().map(ToString::to_string)
    }

    fn variant(&self) -> Option<&'static str> {
        Variant::from_rules(self.rules).map(Variant::name)
    }

    /// Lines break only between flags.
    fn flags(&self) -> String {
        unless_default(&self.rules)
            .replace(' ', TIE)
            .replace(&format!("{TIE}--"), " --")
    }

    fn basis(&self) -> String {
        Basis::names(self.basis)
    }

    fn result(&self) -> (&'static str, Tone) {
        let outcome = match self.bounds {
            Interval { lower, .. } if lower > Margin::ZERO => Outcome::Player1Wins,
            Interval { upper, .. } if upper < Margin::ZERO => Outcome::Player2Wins,
            Interval { lower, upper } if lower == upper => Outcome::Draw,
            _ => return ("not decided", Tone::Plain),
        };
        let words = match outcome {
            Outcome::Player1Wins => "player 1 wins",
            Outcome::Draw => "draw",
            Outcome::Player2Wins => "player 2 wins",
        };
        (words, tone(outcome))
    }

    fn turns(&self) -> Option<usize> {
        match self.solved {
            Some(solved) => solved.turns(),
            None => Game::always_fills(self.pieces, &self.rules).then_some(self.side * self.side),
        }
    }
}

#[derive(Clone, Copy, Default)]
pub struct Extra {
    pub first_moves: bool,
    pub paper: bool,
}

pub fn solved(games: &[SolvedGame], first_moves: bool) -> Table<'_> {
    let extra = Extra {
        first_moves,
        paper: false,
    };
    table(games.iter().map(NashRow::of).collect(), extra)
}

pub fn table(rows: Vec<NashRow<'_>>, extra: Extra) -> Table<'_> {
    let (columns, parts) = columns(&rows, extra);
    let mut notes = Vec::new();
    if let [row] = &rows[..] {
        notes.extend(
            row.line()
                .filter(|line| !line.is_empty())
                .map(|line| format!("A line of best play: {line}")),
        );
    }
    let has_name = |row: &NashRow| row.variant().is_some();
    if rows.iter().any(has_name) && !rows.iter().all(has_name) {
        notes.push("The rules that have no variant are no named set of rules.".to_owned());
    }
    if rows.iter().any(NashRow::contradicts_paper) {
        notes.push(
            "! marks a value that differs from the paper's; gqt3 reproduce explains it.".to_owned(),
        );
    }
    let title = "Perfect play: player 1's points minus player 2's";
    let mut table = Table::of("games", columns, rows).captioned(caption(title, &parts));
    notes.into_iter().for_each(|note| table.note(note));
    table
}

fn columns<'a>(rows: &[NashRow<'a>], extra: Extra) -> (Vec<Column<'a, NashRow<'a>>>, Vec<String>) {
    let (sizes, mut parts) = sizes_or_caption(rows, |row: &NashRow| (row.side, row.pieces));
    let same = common(rows.iter().map(|row| row.rules));
    if let Some(rules) = same {
        let variant =
            Variant::from_rules(rules).map(|variant| format!("variant {}", variant.name()));
        parts.splice(..0, variant.into_iter().chain([unless_default(&rules)]));
    }
    let variant = "the name of this set of rules, if it has one";
    let mut columns =
        vec![Column::new("variant", variant, NashRow::variant).in_text_if(same.is_none())];
    columns.extend(
        same.is_none()
            .then(|| Column::text("rules that differ from the paper's", NashRow::flags)),
    );
    columns.extend(sizes);
    let axes = &["collapse", "offset", "ending", "scoring", "tail", "ties"];
    columns.extend(rules(axes, |row: &NashRow| &row.rules));
    columns.extend(interval("value", "the value", |row: &NashRow| {
        Some(row.bounds)
    }));
    columns.push(Column::data(
        "proven",
        "whether the value is proved",
        NashRow::is_proven,
    ));
    let shows_basis = rows.iter().any(|row| row.basis() != Basis::Search.name());
    let first_moves = |row: &NashRow| row.solved?.first_moves.as_deref().map(names);
    let text = move |row: &NashRow| first_moves(row).unwrap_or_else(|| "not found".to_owned());
    let is_large = |row: &NashRow| row.side * row.side > MAX_SOLVED_SQUARES;
    let has_undecided = extra.first_moves && rows.iter().any(is_large);
    let undecided = |row: &NashRow| Some(names(&row.solved?.undecided_moves));
    let undecided = move |row: &NashRow| undecided(row).filter(|moves| !moves.is_empty());
    let stated = |row: &NashRow| row.paper.as_ref().map(|paper| paper.text.clone());
    let in_text = move |row: &NashRow| stated(row).unwrap_or_default();
    let mark = |row: &NashRow| if row.contradicts_paper() { "!" } else { "" };
    columns.extend([
        Column::new(
            "basis",
            "how the bounds are proved: search, theorem or blocking; two words if they differ",
            NashRow::basis,
        )
        .headed("proved by")
        .in_text_if(shows_basis),
        Column::text("result", |row: &NashRow| row.result().0).toned(|row| row.result().1),
        Column::data(
            "turns",
            "the turns of the line of best play",
            NashRow::turns,
        ),
        Column::new(
            "first_moves",
            "with --first-moves, the best first moves, one of each symmetry class",
            first_moves,
        )
        .headed("best first moves")
        .in_text(text)
        .in_text_if(extra.first_moves)
        .in_csv_if(extra.first_moves),
        Column::new(
            "undecided_moves",
            "with --first-moves beyond 3x3, the first moves that may be best",
            undecided,
        )
        .headed("not known")
        .in_text(move |row: &NashRow| undecided(row).unwrap_or_default())
        .in_text_if(has_undecided)
        .in_csv_if(has_undecided),
        Column::new(
            "paper",
            "with --all-variants, the value that the paper states",
            stated,
        )
        .in_text(in_text)
        .in_csv_if(extra.paper),
        Column::text("", mark),
        Column::data("line", "a line of best play", NashRow::line).in_csv_if(false),
    ]);
    (columns, parts)
}

fn names(moves: &[SquareSet]) -> String {
    moves
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
