pub mod evidence;
mod literal;

use crate::paper::context::{Context, QT3_GAMES, QT3_TURNS};
use crate::paper::finding::{Finding, Findings};
use crate::paper::text::total;
use evidence::FullBoard;
use gqt3::support::number::group_digits;

pub(super) fn claims(context: &Context) -> Findings {
    let (stopped, full) = (context.tic_tac_toe()?, context.full_board()?);
    let difference = stopped.difference.or(full.comparison.difference);
    // Taken literally, "normal Tic-Tac-Toe" means as many games and the same points.
    let same =
        difference.is_none() && full.games == full.stopped_games && full.mean == full.stopped_mean;
    let method = format!(
        "{} of all games to the full board, and all {} to the first line, compared with a second \
         program that shares nothing with the engine but sets of squares",
        total([full.comparison.positions], "positions"),
        total([stopped.positions], "boards")
    );
    let one_piece = Finding::new("3.one-piece", beside_tic_tac_toe(full, difference), method);

    let (qt3, [full_board, first_line]) = (context.qt3()?, context.qt3_at_random()?);
    let differs = qt3.difference.or(full_board.difference);
    let equivalent = differs.map_or("equivalent".to_owned(), |what| {
        format!("not the same in {what}")
    });
    let goff = first_line.difference.map_or_else(
        || {
            "Goff's own rules are the same to the first line, where they stop (--variant goff)"
                .to_owned()
        },
        |what| format!("Goff's own rules (--variant goff) differ in {what}"),
    );
    let method = format!(
        "{} of the first {QT3_TURNS} turns and {} of {}, compared with a second program that shares \
         nothing with the engine but sets of squares",
        total([qt3.positions], "positions"),
        total([full_board.positions, first_line.positions], "positions"),
        total([QT3_GAMES as u64], "random games"),
    );
    let holds = differs.is_none() && first_line.difference.is_none();
    Ok(vec![
        one_piece
            .replacing(
                "normal tic-tac-toe",
                same,
                difference.is_none() && full.same_winner,
            )
            .meant(),
        Finding::new("3.two-pieces", format!("{equivalent}; {goff}"), method)
            .stating("equivalent", holds),
    ])
}

fn beside_tic_tac_toe(full: &FullBoard, difference: Option<&str>) -> String {
    match difference {
        Some(what) => format!("not the same in {what}"),
        None => format!(
            "the same moves; ending and scoring differ: {} games to the full board, where every \
             line scores (mean {} in random play), against {} to the first line, which wins (mean \
             {}). Those are n = 1 with --ending first-line --scoring decisive. In all {} endgames with a line \
             the sign of the margin is the winner of tic-tac-toe",
            group_digits(full.games),
            full.mean,
            group_digits(full.stopped_games),
            full.stopped_mean,
            group_digits(full.decided)
        ),
    }
}
