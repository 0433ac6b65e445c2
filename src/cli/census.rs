//! `gqt3 census`: how many positions can come about, and what those of the first turns are worth.

use std::collections::BTreeSet;

use clap::Args;
use gqt3::game::Game;
use gqt3::number::group_digits;
use gqt3::report::{Cell, Column, Report, Table};
use gqt3::rules::{Ending, Margin, Rules, Tail};
use gqt3::search::MAX_SQUARES;
use gqt3::search::census::{Count, TurnCensus, ValueCount, census, values};
use gqt3::tree_size::{self, Method, Tree};
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::columns::{by_side, margin, sizes};
use super::failure::Failure;
use super::rule_args::{RuleArgs, parameters};
use super::session::Session;
use super::size_args::SizeArgs;

/// Count the positions after each turn, and those of the first four turns by their value
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CensusArgs {
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

const EXAMPLES: &str = "\
Without flags: the 3-by-3 board with two pieces under the paper's rules. Positions are counted as they are, and up to the \
symmetries of the board; their values are known on boards up to 3x3 alone. With one or two pieces and --ending full a formula \
counts the positions of every board; other games are counted one by one, up to 3x3 and as long as no turn has more than a quarter \
of a million classes of positions.

Examples:
  gqt3 census
  gqt3 census --board 2,3 --pieces 1
  gqt3 census --board 2 --variant goff --format csv";

/// The last turn whose positions are solved.
const LAST_VALUED_TURN: usize = 4;

/// What was counted of one game.
struct Counted {
    game: Game,
    turns: Vec<TurnCensus>,
    /// Empty where the game cannot be solved.
    values: Vec<ValueCount>,
    /// The number of games.
    tree: Option<BigUint>,
}

pub fn run(args: &CensusArgs, session: Session) -> Result<(), Failure> {
    count_games(&args.size, args.rules.rules(), session)
}

/// Counts the positions of the games of all sizes.
pub fn count_games(size: &SizeArgs, rules: Rules, session: Session) -> Result<(), Failure> {
    let counted = size.games(&[rules])?.into_iter().map(|game| Counted::of(game, &session));
    let counted = counted.collect::<Result<Vec<_>, _>>()?;
    let asked =
        parameters(&rules, json!({"board": size.board.as_slice(), "pieces": size.pieces().as_slice()}));
    session.finish(&Report {
        views: [turns_view(&counted)].into_iter().chain(values_view(&counted)).collect(),
        summary: json!({"totals": counted.iter().map(Counted::summary).collect::<Vec<_>>()}),
        ..Report::new("census", asked, data(&counted))
    })
}

impl Counted {
    fn of(game: Game, session: &Session) -> Result<Counted, Failure> {
        let progress = session.progress();
        let turns = census(&game, progress)?;
        let values = match game.squares() {
            ..=MAX_SQUARES => values(&game, LAST_VALUED_TURN, progress)?,
            _ => Vec::new(),
        };
        Ok(Counted { game, turns, values, tree: tree(&game, session)? })
    }

    fn sizes(&self) -> (usize, usize) {
        (self.game.side(), self.game.pieces())
    }

    /// The number of all positions: those where a placement comes next or the game is over, and those that wait for a
    /// collapse.
    fn total(&self) -> [Count; 2] {
        [
            self.turns.iter().map(|turn| &turn.quiescent).sum(),
            self.turns.iter().map(|turn| &turn.waiting).sum(),
        ]
    }

    fn summary(&self) -> Value {
        let [settled, waiting] = self.total().map(
            |count| json!({"positions": count.positions.to_string(), "up_to_symmetry": count.orbits.to_string()}),
        );
        json!({
            "board": self.game.side(),
            "pieces": self.game.pieces(),
            "settled": settled,
            "waiting": waiting,
            "games": self.tree.as_ref().map(BigUint::to_string),
        })
    }
}

/// The number of games, where the methods of `tree-size` know it.
fn tree(game: &Game, session: &Session) -> Result<Option<BigUint>, Failure> {
    if game.rules().tail == Tail::Stop {
        return Ok(None);
    }
    let tree = match game.rules().ending {
        Ending::FirstLine => Tree::first_line(game.board(), game.pieces()),
        Ending::Full => Tree::full(game.squares(), game.pieces()),
    };
    Ok(Some(tree_size::count(tree, Method::fastest(&tree)?, session.progress())?.games))
}

const fn phase(waiting: bool) -> &'static str {
    if waiting { "waiting" } else { "settled" }
}

/// Positions after a turn.
struct Row<'a> {
    of: &'a Counted,
    turn: usize,
    waiting: bool,
    /// If there is one, only the positions of this value are counted.
    value: Option<Margin>,
    count: &'a Count,
}

/// The rows of CSV and JSON: for each turn and phase all positions (no value), then those of each value.
fn data(all: &[Counted]) -> Table<'_> {
    let mut rows = Vec::new();
    for of in all {
        for &TurnCensus { turn, quiescent: ref settled, ref waiting } in &of.turns {
            for (waiting, count) in [(false, settled), (true, waiting)] {
                rows.push(Row { of, turn, waiting, value: None, count });
                let valued = of.values.iter().filter(|found| (found.turn, found.waiting) == (turn, waiting));
                rows.extend(valued.map(|found| Row {
                    of,
                    turn,
                    waiting,
                    value: Some(found.value),
                    count: &found.count,
                }));
            }
        }
    }
    let mut columns = sizes(|row: &Row| row.of.sizes());
    columns.extend([
        Column::new("turn", |row: &Row| row.turn),
        Column::new("phase", |row: &Row| phase(row.waiting)),
    ]);
    columns.extend(margin("value", |row: &Row| row.value));
    columns.extend([
        Column::new("positions", |row: &Row| row.count.positions.clone()),
        Column::new("up_to_symmetry", |row: &Row| row.count.orbits.clone()),
    ]);
    Table::of(columns, rows)
}

/// All positions by turn, and their totals.
fn turns_view(all: &[Counted]) -> Table<'_> {
    type Row<'a> = (&'a Counted, Cell, [Count; 2]);
    let mut rows: Vec<Row> = Vec::new();
    for of in all {
        rows.extend(
            of.turns
                .iter()
                .map(|turn| (of, turn.turn.into(), [turn.quiescent.clone(), turn.waiting.clone()])),
        );
        rows.push((of, "all".into(), of.total()));
    }
    let mut columns = sizes(|(of, ..): &Row| of.sizes());
    columns.extend([
        Column::text("turn", |(_, turn, _): &Row| turn.clone()),
        Column::text("settled", |(.., [settled, _]): &Row| settled.positions.clone()),
        Column::text("settled up to symmetry", |(.., [settled, _]): &Row| settled.orbits.clone()).spare(),
        Column::text("waiting", |(.., [_, waiting]): &Row| waiting.positions.clone()),
        Column::text("waiting up to symmetry", |(.., [_, waiting]): &Row| waiting.orbits.clone()).spare(),
    ]);
    let mut table = Table::of(columns, rows).captioned("Positions after each turn");
    table.note("Waiting: for a collapse. Settled: the next action is a placement, or the game is over.");
    for counted in all {
        if let Some(tree) = &counted.tree {
            let [settled, waiting] = counted.total();
            let positions = group_digits(settled.positions + waiting.positions);
            let tree = group_digits(tree);
            let (side, pieces) = counted.sizes();
            table.note(format!("{}, n = {pieces}: {positions} positions in {tree} games.", by_side(side)));
        }
        if counted.values.is_empty() {
            table.note("Values of positions are known on boards up to 3x3 alone.");
        }
    }
    table
}

/// The positions of the first turns by value; nothing where none was solved.
fn values_view<'a>(all: &'a [Counted]) -> Option<Table<'a>> {
    type Row<'a> = (&'a Counted, &'a [ValueCount]);
    let margins: BTreeSet<Margin> =
        all.iter().flat_map(|counted| &counted.values).map(|found| found.value).collect();
    if margins.is_empty() {
        return None;
    }
    let mut columns = sizes(|(of, _): &Row| of.sizes());
    columns.extend([
        Column::text("turn", |(_, found): &Row| found[0].turn),
        Column::text("phase", |(_, found): &Row| phase(found[0].waiting)),
    ]);
    columns.extend(margins.into_iter().map(|margin| {
        Column::text(margin.to_string(), move |(_, found): &Row| {
            found.iter().find(|found| found.value == margin).map(|found| found.count.positions.clone())
        })
    }));
    let alike = |a: &ValueCount, b: &ValueCount| (a.turn, a.waiting) == (b.turn, b.waiting);
    let of_each = |of: &'a Counted| of.values.chunk_by(alike).map(move |found| (of, found));
    let caption = format!("Positions up to turn {LAST_VALUED_TURN} by their value under perfect play");
    Some(Table::of(columns, all.iter().flat_map(of_each).collect::<Vec<_>>()).captioned(caption))
}
