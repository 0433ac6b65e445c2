//! Games that are alike, solved together.
//!
//! Games on the same board with the same n, ending and tail have the same moves and collapses. Two theorems let one
//! proof serve several of them:
//!
//! * *Who chooses.* Let rule A let player 1 choose wherever rule B does. Then the value under A is at least that under
//!   B. So the values rise from "player 2 always chooses" over "the opponent" or "the mover" to "player 1 always
//!   chooses". *Proof:* by induction from the ends of the games. The value of a position that waits for a collapse is
//!   the greatest of the values that can follow if player 1 chooses, and the least if player 2 does.
//! * *What lines earn.* Take games that differ in the margins of their ends alone. Let one more game have at each end
//!   the least of their margins there, and another one the greatest. Then the values of all games lie between the
//!   values of these two. *Proof:* what player 1 forces in the first of the two it forces in all games, and what player
//!   2 forces in the second it forces in all games.
//!
//! Games that differ in the offset alone often have the same value; then two questions solve them all.

use std::time::Instant;

use super::engine::Engine;
use super::error::Error;
use super::games::{SolveOptions, SolvedGame};
use super::interval::{Basis, Interval};
use super::move_classes::MoveClasses;
use super::small::SmallEngine;
use super::solver::{MAX_SQUARES, Solution, default_table_bytes, question};
use super::static_bound::StaticBound;
use crate::board::SquareSet;
use crate::game::Game;
use crate::position::Position;
use crate::progress::{Interrupted, Progress, Quiet};
use crate::rules::{CollapseChooser, Margin, Player, Rules};

/// Solves games that are alike: on one board of at most 9 squares, with the same n, and with rules that differ at most
/// in who collapses, in the offset and in ties. The answers are in the order of the games, without lines of best play
/// and numbers of nodes; `first_moves` asks for the best first moves too.
///
/// An interruption leaves what is proven by then.
///
/// ```
/// use gqt3::{game::Game, progress::Silent, rules::Variant, search::solve_alike};
/// let games = [Variant::Paper, Variant::Offset, Variant::MoverCollapses, Variant::Player1Collapses];
/// let games = games.map(|variant| Game::of_side(2, 2, variant.rules()).expect("there is one"));
/// let solved = solve_alike(&games, false, &Silent)?;
/// let values = solved.iter().map(|game| game.solution.value().map(|value| value.to_string()));
/// assert_eq!(values.take(2).flatten().collect::<Vec<_>>(), ["+1/2", "0"]);
/// # Ok::<(), gqt3::search::Error>(())
/// ```
///
/// # Errors
/// If the board is too large or has no lines, or if there is no memory for the tables.
///
/// # Panics
/// If the games are not alike.
pub fn solve_alike(
    games: &[Game],
    first_moves: bool,
    progress: &dyn Progress,
) -> Result<Vec<SolvedGame>, Error> {
    let began = Instant::now();
    let progress = &Quiet(progress);
    let mut groups = groups(games)?;
    match prove(&mut groups, first_moves, progress) {
        Ok(()) | Err(Error::Interrupted(_)) => {}
        Err(error) => return Err(error),
    }
    let in_group =
        |game: &Game| groups.iter().find(|group| group.games.contains(game)).map(|group| (*game, group));
    let solved = games.iter().filter_map(in_group).map(|(game, group)| {
        let decided = group.proven.value().is_some() && (!first_moves || group.first_moves.is_some());
        let solved = if decided {
            let first_moves = group.first_moves.as_ref().map(|moves| moves.best.clone());
            SolvedGame { first_moves, ..SolvedGame::without_line(game, group.proven, Basis::Search) }
        } else {
            alone(game, group.proven, first_moves, progress)?
        };
        Ok(SolvedGame { time: began.elapsed(), ..solved })
    });
    solved.collect()
}

/// Solves a game by itself, where its group has no common value or no common best moves.
fn alone(
    game: Game,
    proven: Interval,
    first_moves: bool,
    progress: &dyn Progress,
) -> Result<SolvedGame, Error> {
    let options = SolveOptions { first_moves, ..SolveOptions::of(&game) };
    let solved = SolvedGame::solve(game, &mut options.solver(game)?, &options, progress);
    let interval = solved.solution.interval.intersect(proven);
    Ok(SolvedGame { solution: Solution { interval, line: None, nodes: 0, ..solved.solution }, ..solved })
}

/// Games that differ in the offset and in ties alone.
struct Group {
    games: Vec<Game>,
    /// What is proven about all of them.
    proven: Interval,
    /// For each player an engine for what the player can force in all of them at once.
    engines: [Option<SmallEngine>; 2],
    first_moves: Option<FirstMoves>,
}

/// The best first moves, which are the same in every game of a group.
struct FirstMoves {
    /// For each class of first moves whether it keeps the value.
    keeps: Vec<bool>,
    /// One move of each class that does.
    best: Vec<SquareSet>,
}

/// The games in groups, those with the least values first.
fn groups(games: &[Game]) -> Result<Vec<Group>, Error> {
    let mut groups: Vec<Group> = Vec::new();
    for game in games {
        let squares = game.squares();
        if game.board().side().is_none() {
            return Err(Error::NoLines);
        }
        if squares > MAX_SQUARES {
            return Err(Error::Board { squares });
        }
        assert!(shared(game) == shared(&games[0]), "the games are not alike");
        match groups.iter_mut().find(|group| group.collapse() == game.rules().collapse) {
            Some(group) => group.games.push(*game),
            None => groups.push(Group {
                games: vec![*game],
                proven: StaticBound::new(game).of(&Position::new(*game)),
                engines: [None, None],
                first_moves: None,
            }),
        }
    }
    groups.sort_by_key(|group| match group.collapse() {
        CollapseChooser::Player2 => 0,
        CollapseChooser::Opponent => 1,
        CollapseChooser::Mover => 2,
        CollapseChooser::Player1 => 3,
    });
    Ok(groups)
}

/// What games that are alike have in common.
fn shared(game: &Game) -> (Option<usize>, usize, Rules) {
    let Rules { collapse, offset, ties, .. } = Rules::default();
    (game.board().side(), game.pieces(), Rules { collapse, offset, ties, ..*game.rules() })
}

/// Whether games in which `one` collapses have at least the values of those in which `other` does.
fn has_at_least(one: CollapseChooser, other: CollapseChooser) -> bool {
    one == other || one == CollapseChooser::Player1 || other == CollapseChooser::Player2
}

/// Proves lower bounds, beginning with the group of the least values; then upper bounds, beginning with the group of
/// the greatest values; then which first moves keep the values.
fn prove(groups: &mut [Group], first_moves: bool, progress: &dyn Progress) -> Result<(), Error> {
    for at in 0..groups.len() {
        let (from, guess) = (groups[at].collapse(), groups[at].guess());
        let start = Position::new(groups[at].games[0]);
        if groups[at].proven.lower < guess && groups[at].forces(&start, Player::One, guess, progress)? {
            let more = groups.iter_mut().filter(|group| has_at_least(group.collapse(), from));
            more.for_each(|group| group.proven.lower = group.proven.lower.max(guess));
        }
    }
    for at in (0..groups.len()).rev() {
        let (from, Interval { lower, upper }) = (groups[at].collapse(), groups[at].proven);
        let start = Position::new(groups[at].games[0]);
        if lower < upper && groups[at].forces(&start, Player::Two, lower, progress)? {
            let less = groups.iter_mut().filter(|group| has_at_least(from, group.collapse()));
            less.for_each(|group| group.proven.upper = group.proven.upper.min(lower));
        }
    }
    for at in 0..if first_moves { groups.len() } else { 0 } {
        let (less, rest) = groups.split_at_mut(at);
        rest[0].find_first_moves(less, progress)?;
    }
    Ok(())
}

impl Group {
    fn collapse(&self) -> CollapseChooser {
        self.games[0].rules().collapse
    }

    /// Whether a player can force at least a margin, or for player 2 at most, in all games at once.
    fn forces(
        &mut self,
        position: &Position,
        prover: Player,
        margin: Margin,
        progress: &dyn Progress,
    ) -> Result<bool, Error> {
        let engine = match &mut self.engines[prover as usize] {
            Some(engine) => engine,
            none => {
                let table_bytes = default_table_bytes(&self.games[0]);
                none.insert(SmallEngine::of_all(&self.games, prover, table_bytes)?)
            }
        };
        let (asked, wanted) = question(prover, margin);
        Ok(engine.forces(position, asked, progress)? == wanted)
    }

    /// The margin that is asked about first; the choice changes the time alone. The more pieces a series has, the more
    /// the choice of the last collapse is worth, which comes in turn 9.
    fn guess(&self) -> Margin {
        let half = Margin::of_rank(2);
        match (self.collapse(), self.games[0].pieces()) {
            (CollapseChooser::Mover | CollapseChooser::Player1, ..7) => Margin::ONE,
            (CollapseChooser::Mover | CollapseChooser::Player1, _) => Margin::ONE + Margin::ONE,
            (CollapseChooser::Opponent, ..=2) => half,
            (CollapseChooser::Opponent, 3) | (CollapseChooser::Player2, ..=2) => Margin::ZERO,
            (CollapseChooser::Opponent, ..7) | (CollapseChooser::Player2, ..6) => Margin::ZERO - half,
            (CollapseChooser::Opponent | CollapseChooser::Player2, _) => Margin::ZERO - Margin::ONE,
        }
    }

    /// Finds the best first moves if they are the same in all games of the group. Let another group have the same
    /// value, and at most our values in all positions. Then what keeps the value there keeps it here, too.
    fn find_first_moves(&mut self, others: &[Group], progress: &dyn Progress) -> Result<(), Error> {
        let (Some(value), start) = (self.proven.value(), Position::new(self.games[0])) else { return Ok(()) };
        let classes = MoveClasses::of(&start, progress).ok_or(Interrupted)?;
        let less = others.iter().filter(|other| {
            has_at_least(self.collapse(), other.collapse()) && other.proven.value() == Some(value)
        });
        let known: Vec<&FirstMoves> = less.filter_map(|other| other.first_moves.as_ref()).collect();
        let mut keeps = Vec::new();
        for (class, next) in classes.after.iter().enumerate() {
            let is_known = known.iter().any(|moves| moves.keeps[class]);
            let keeps_in_all = is_known || self.forces(next, Player::One, value, progress)?;
            if !keeps_in_all && !self.forces(next, Player::Two, value - Margin::SMALLEST, progress)? {
                return Ok(());
            }
            keeps.push(keeps_in_all);
        }
        self.first_moves = Some(FirstMoves { best: classes.least_placements(&keeps), keeps });
        Ok(())
    }
}
