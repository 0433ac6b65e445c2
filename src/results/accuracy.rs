//! The result file `accuracy.csv`: how often players' choices keep the value.

use std::iter;

use crate::report::{Cell, Column, Table};
use gqt3::beyond::players::{self, Accuracy, Computer, Match, MoveBudget, Tally};
use gqt3::engine::game::Game;
use gqt3::engine::position::Position;
use gqt3::support::progress::Progress;
use num_rational::BigRational;

use super::columns::{MEASURED_DIGITS, sizes};

const GAMES: u64 = 240;

/// The measured heuristic players' budgets, in playouts.
const PLAYOUTS: [u64; 3] = [10, 100, 1_000];

/// The placements of this many turns are drawn at random first, so that games differ.
const OPENING: usize = 2;

const ALL: &str = "all";

/// Measures the random player, and heuristic ones without the solver, on the standard game. The
/// positions come from games of the perfect, the heuristic and the random player, each against
/// itself.
///
/// # Cost
/// About 15 s of one core: `gqt3 reproduce --format csv --table accuracy --threads 1`.
pub fn measure(progress: &dyn Progress) -> Result<Accuracy, players::MatchError> {
    let budgets = PLAYOUTS.map(|playouts| MoveBudget::from_playouts(playouts).without_solver());
    // Different seeds make the matches begin in different ways.
    let pairing = |(&kind, seed): (&Computer, u64)| Match {
        start: Position::new(Game::default()),
        players: [kind; 2],
        budget: budgets[0],
        seed,
        opening: OPENING,
    };
    let matches: Vec<Match> = Computer::MEASURED.iter().zip(1..).map(pairing).collect();
    players::accuracy(&matches, GAMES, &budgets, progress)
}

struct Row {
    game: Game,
    source: &'static str,
    player: String,
    turn: usize,
    collapse: bool,
    tally: Tally,
}

/// The rows of single matches begin with turn 4 (see [`Accuracy::of_match`]).
pub fn table(accuracy: &Accuracy) -> Table<'static> {
    let own = accuracy
        .of_match
        .iter()
        .map(|(pairing, by_turn)| (pairing.players[0].name(), by_turn));
    let mut rows = Vec::new();
    for (source, by_turn) in iter::once((ALL, &accuracy.all)).chain(own) {
        for (index, player) in accuracy.players().into_iter().enumerate() {
            rows.extend(by_turn.iter().map(|(&(turn, collapse), tallies)| Row {
                game: accuracy.game,
                source,
                player: player.clone(),
                turn,
                collapse,
                tally: tallies[index].clone(),
            }));
        }
    }
    let share =
        |share: Option<BigRational>| share.map(|share| Cell::Decimal(share, MEASURED_DIGITS));
    let end = |tally: &Tally, end: usize| {
        tally
            .critical_interval()
            .map(|ends| Cell::float(ends[end], MEASURED_DIGITS))
    };
    let mut columns = sizes(|row: &Row| (row.game.side(), row.game.pieces()));
    let decision = |row: &Row| {
        if row.collapse {
            "collapse"
        } else {
            "placement"
        }
    };
    columns.extend([
        Column::new(
            "positions_from",
            "the player whose games have the positions, or all",
            |row: &Row| row.source,
        ),
        Column::new(
            "player",
            "the player whose choices are measured",
            |row: &Row| row.player.clone(),
        ),
        Column::new("turn", "the turn", |row: &Row| row.turn),
        Column::new("decision", "placement or collapse", decision),
        Column::new("decisions", "the number of positions", |row: &Row| {
            row.tally.decisions
        }),
        Column::new(
            "critical",
            "those in which a choice can lose value",
            |row: &Row| row.tally.critical,
        ),
        Column::decimal("accuracy", move |row: &Row| share(row.tally.accuracy())),
        Column::decimal("critical_accuracy", move |row: &Row| {
            share(row.tally.critical_accuracy())
        }),
        Column::decimal("critical_low", move |row: &Row| end(&row.tally, 0)),
        Column::decimal("critical_high", move |row: &Row| end(&row.tally, 1)),
    ]);
    Table::of("accuracy", columns, rows)
}
