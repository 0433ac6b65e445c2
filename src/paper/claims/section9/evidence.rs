//! Section 9: small games have a value in every position.

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::paper::error::LedgerError;
use gqt3::engine::game::Game;
use gqt3::engine::position::{Phase, Position};
use gqt3::engine::rules::{Margin, Rules};
use gqt3::perfect_play::{Solver, default_table_bytes, minimax};
use gqt3::support::progress::{Progress, Quiet};

const SEED: u64 = 2011;

/// In the first `WHOLE_GAMES` games every position before the end is solved, in the others only the
/// late ones.
const GAMES: usize = 400;
const WHOLE_GAMES: usize = 12;

/// Positions with at most this many turns left are solved by minimax, too.
const LATE: usize = 2;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SolvedPositions {
    pub side: usize,
    pub pieces: usize,
    pub positions: u64,
    pub late: u64,
    /// Positions whose value is missing, or differs from the best action's or from minimax's.
    pub wrong: u64,
}

/// # Errors
/// Fails if the game or its solver cannot be created, or if interrupted.
pub fn solved_positions(
    side: usize,
    pieces: usize,
    progress: &dyn Progress,
) -> Result<SolvedPositions, LedgerError> {
    let start = Position::new(Game::from_side(side, pieces, Rules::default())?);
    let mut solver = Solver::new(*start.game(), default_table_bytes(start.game()))?;
    let mut result = SolvedPositions {
        side,
        pieces,
        ..SolvedPositions::default()
    };
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    for number in 0..GAMES {
        let mut position = start;
        while position.phase() != Phase::Over {
            if number < WHOLE_GAMES || is_late(&position) {
                result.ask(&position, &mut solver, &Quiet(progress));
            }
            progress.check()?;
            let actions: Vec<_> = position.actions().collect();
            position = position.after_unchecked(&actions[random.random_range(0..actions.len())]);
        }
    }
    Ok(result)
}

fn is_late(position: &Position) -> bool {
    position.turns() + LATE >= position.board().squares()
}

impl SolvedPositions {
    fn ask(&mut self, position: &Position, solver: &mut Solver, progress: &dyn Progress) {
        let value = solver.bounds(position, progress).value();
        let replies = solver.actions(position, progress);
        let replies: Option<Vec<Margin>> =
            replies.iter().map(|(_, bounds)| bounds.value()).collect();
        let best = position
            .to_move()
            .zip(replies)
            .and_then(|(side, values)| side.best(values));
        let late = is_late(position);
        let by_definition = late.then(|| minimax(position));
        self.positions += 1;
        self.late += u64::from(late);
        let right = value.is_some()
            && value == best
            && by_definition.is_none_or(|known| value == Some(known));
        self.wrong += u64::from(!right);
    }
}
