//! `gqt3 nash --census`: how many positions can come about, and what those of the first turns are worth.

use gqt3::board::Board;
use gqt3::report::{Cell, Column, Report, Table, group_digits};
use gqt3::rules::{Ending, Margin, Rules, Tail};
use gqt3::search::census::{Count, TurnCensus, ValueCount, census, values};
use gqt3::search::{Error, MAX_SQUARES};
use gqt3::tree_size::{fastest_method, tree_size};
use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use super::{Failure, Game, NOTHING_WRITTEN, NashArgs, Session, asked, games, points};
use crate::cli::tree_size::{failure, first_line_games};

/// The last turn whose positions are solved.
const LAST_VALUED_TURN: usize = 4;

/// What was counted of one game.
struct Counted {
    board: Board,
    pieces: usize,
    turns: Vec<TurnCensus>,
    /// Empty where the game cannot be solved.
    values: Vec<ValueCount>,
    /// The number of games.
    tree: Option<BigUint>,
}

pub fn run(args: &NashArgs, session: Session) -> Result<(), Failure> {
    let counted = games(args)?.iter().map(|game| count(game, &session)).collect::<Result<Vec<_>, _>>()?;
    let mut summary = Map::new();
    summary.insert("totals".to_owned(), counted.iter().map(totals).collect());
    let mut views = vec![turns_view(&counted)];
    views.extend(values_view(&counted));
    let parameters = asked(args)?;
    session.finish(&Report { command: "nash", parameters, table: data(&counted), views, summary })
}

fn count(game: &Game, session: &Session) -> Result<Counted, Failure> {
    let Game { board, pieces, rules, .. } = game;
    let progress = session.progress();
    let of_game = gqt3::game::Game::new(*board, *pieces, *rules).unwrap();
    let turns = census(&of_game, progress).map_err(refused)?;
    let values = if board.squares() <= MAX_SQUARES {
        values(&of_game, LAST_VALUED_TURN, progress).map_err(refused)?
    } else {
        Vec::new()
    };
    let tree = tree(*board, *pieces, rules, session)?;
    Ok(Counted { board: *board, pieces: *pieces, turns, values, tree })
}

fn refused(error: Error) -> Failure {
    match error {
        Error::Interrupted(_) => Failure::Interrupted(NOTHING_WRITTEN),
        _ => Failure::BadInput(format!("--census: {error}")),
    }
}

/// The number of games, where the methods of `tree-size` know it.
fn tree(board: Board, pieces: usize, rules: &Rules, session: &Session) -> Result<Option<BigUint>, Failure> {
    if rules.tail == Tail::Stop {
        return Ok(None);
    }
    let progress = session.progress();
    if rules.ending == Ending::FirstLine {
        let found = first_line_games(board, pieces, false, progress)?;
        return Ok(found.into_iter().next().map(|(_, games)| games));
    }
    let method = fastest_method(board.squares(), pieces).map_err(failure)?;
    Ok(Some(tree_size(board.squares(), pieces, method, progress).map_err(failure)?.games))
}

impl Counted {
    fn total(&self) -> [Count; 2] {
        let of = |kind: fn(&TurnCensus) -> &Count| self.turns.iter().map(kind).sum();
        [of(|turn| &turn.quiescent), of(|turn| &turn.waiting)]
    }

    fn side(&self) -> usize {
        self.board.side().unwrap_or(0)
    }

    fn size_cells(&self) -> [Cell; 2] {
        [Cell::Text(format!("{m}x{m}", m = self.side())), Cell::size(self.pieces)]
    }
}

const fn phase(waiting: bool) -> &'static str {
    if waiting { "waiting" } else { "settled" }
}

fn cells(count: &Count) -> [Cell; 2] {
    [&count.positions, &count.orbits].map(|number| Cell::Integer(number.clone()))
}

fn totals(counted: &Counted) -> Value {
    let [settled, waiting] = counted.total().map(
        |count| json!({"positions": count.positions.to_string(), "up_to_symmetry": count.orbits.to_string()}),
    );
    json!({
        "board": counted.side(),
        "pieces": counted.pieces,
        "settled": settled,
        "waiting": waiting,
        "games": counted.tree.as_ref().map(BigUint::to_string),
    })
}

/// The rows of CSV and JSON: for each turn and phase all positions (no value), then those of each value.
fn data(all: &[Counted]) -> Table {
    let keys = ["board", "pieces", "turn", "phase", "value", "positions", "up_to_symmetry"];
    let mut table = Table::new(keys.into_iter().map(Column::new).collect());
    for counted in all {
        let mut push = |turn: usize, waiting: bool, value: Cell, count: &Count| {
            let sizes = [counted.side(), counted.pieces, turn].map(Cell::size);
            let words = [Cell::text(phase(waiting)), value];
            table.push(sizes.into_iter().chain(words).chain(cells(count)).collect());
        };
        for TurnCensus { turn, quiescent: settled, waiting } in &counted.turns {
            for (is_waiting, count) in [(false, settled), (true, waiting)] {
                push(*turn, is_waiting, Cell::Absent, count);
                let with_value = |found: &&ValueCount| found.turn == *turn && found.waiting == is_waiting;
                for found in counted.values.iter().filter(with_value) {
                    push(*turn, is_waiting, points(found.value), &found.count);
                }
            }
        }
    }
    table
}

/// All positions by turn, and their totals.
fn turns_view(all: &[Counted]) -> Table {
    let mut table = Table::new(vec![
        Column::new("board"),
        Column::new("pieces").headed("n"),
        Column::new("turn"),
        Column::new("settled").headed("settled positions"),
        Column::new("settled_orbits").headed("up to symmetry"),
        Column::new("waiting").headed("waiting for a collapse"),
        Column::new("waiting_orbits").headed("up to symmetry"),
    ])
    .captioned("Positions after each turn (settled: no collapse is to come before the next placement)");
    for counted in all {
        let mut push = |turn: Cell, counts: [&Count; 2]| {
            let counts = counts.into_iter().flat_map(cells);
            table.push(counted.size_cells().into_iter().chain([turn]).chain(counts).collect());
        };
        for TurnCensus { turn, quiescent: settled, waiting } in &counted.turns {
            push(Cell::size(*turn), [settled, waiting]);
        }
        let [settled, waiting] = counted.total();
        push(Cell::text("all"), [&settled, &waiting]);
    }
    for counted in all {
        if let Some(tree) = &counted.tree {
            let [settled, waiting] = counted.total();
            let positions = group_digits(&(settled.positions + waiting.positions).to_string());
            let tree = group_digits(&tree.to_string());
            let (m, n) = (counted.side(), counted.pieces);
            table.note(format!("{m}x{m}, n = {n}: {positions} positions in {tree} games."));
        }
        if counted.values.is_empty() {
            table.note("Values of positions are known on boards up to 3x3 alone.");
        }
    }
    table
}

/// The positions of the first turns by value; nothing where none was solved.
fn values_view(all: &[Counted]) -> Option<Table> {
    let mut margins: Vec<Margin> =
        all.iter().flat_map(|counted| &counted.values).map(|found| found.value).collect();
    margins.sort();
    margins.dedup();
    if margins.is_empty() {
        return None;
    }
    let mut columns = vec![
        Column::new("board"),
        Column::new("pieces").headed("n"),
        Column::new("turn"),
        Column::new("phase"),
    ];
    columns.extend(margins.iter().map(|margin| Column::new("value").headed(margin.to_string())));
    let mut table = Table::new(columns)
        .captioned(format!("Positions up to turn {LAST_VALUED_TURN} by their value under perfect play"));
    for counted in all {
        for found in counted.values.chunk_by(|a, b| (a.turn, a.waiting) == (b.turn, b.waiting)) {
            let of = |margin: &Margin| {
                let with_value = found.iter().find(|found| found.value == *margin);
                with_value.map_or(Cell::Absent, |found| Cell::Integer(found.count.positions.clone()))
            };
            let key = [Cell::size(found[0].turn), Cell::text(phase(found[0].waiting))];
            let cells = counted.size_cells().into_iter().chain(key).chain(margins.iter().map(of));
            table.push(cells.collect());
        }
    }
    Some(table)
}
