//! Certificates: a strategy that proves a bound, for a checker that trusts nobody.
//!
//! A certificate claims that one player, the *prover*, can force a margin of at least (player 1) or at most (player 2)
//! some value. It holds one action for each position in which the prover is to act and that can come about when the
//! prover follows it, whatever the other player does. Positions that differ by a symmetry of the board, or only by the order of
//! subscripts that cannot matter, are one. A checker plays all actions of the other player and looks the prover's up;
//! it needs no search.
//!
//! # Text form
//! Lines `name value` for the game and the claim, a line `choices N`, and N lines `position -> action`, sorted as lists of binary
//! numbers with square 1 lowest, and nothing else:
//!
//! * a position is its series in the order of the turns, each as its squares (`5` is classical, `1-2` quantum, `-` if there is no
//!   series yet). An entanglement that waits for its collapse is seen from that:
//!   a series of one square is classical unless others are on it too;
//! * an action is a placement (`1-2`) or a collapse (`=5,1,2`: the final squares of the entangled series, in the order in which
//!   they stand in the position).
//!
//! Positions stand in [normal form](crate::canonical).
//!
//! *What is not played on.* A position, the start too, whose classical squares settle the claim whatever else happens has no
//! entry. On a full board player 1 ends with half of the squares, rounded up; over all ways to share out the quantum squares so
//! the lines of each player bound the margin. Best for a player are all its lines at the first rank and the other's one after the
//! other behind them, also under `competition` ties: lines of one player that tie cross, and then the other has no line. Games
//! that may stop early are settled by the lines still open alone.
//!
//! Cost: the solver is asked about the prover's actions, one after the other, until one keeps the claim.

mod settled;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::io::{self, Write};

use super::Solver;
use crate::board::{Square, SquareSet, Symmetry};
use crate::canonical::{Key, Normal};
use crate::position::{Action, Collapse, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{Margin, Player};
use settled::Settled;

/// A claim about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Who proves it.
    pub prover: Player,
    /// The margin that player 1 gets at least, or that player 2 holds player 1 to at most.
    pub margin: Margin,
}

impl Claim {
    /// Whether a final margin is as claimed.
    #[must_use]
    pub fn allows(&self, margin: Margin) -> bool {
        match self.prover {
            Player::One => margin >= self.margin,
            Player::Two => margin <= self.margin,
        }
    }
}

/// A strategy that proves a claim about a game from its start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    start: Position,
    claim: Claim,
    choices: BTreeMap<Key, Choice>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Choice {
    Place(SquareSet),
    Collapse(Vec<Square>),
}

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CertificateError {
    /// The claim does not hold: the prover has no action that keeps it.
    False,
    /// The prover's positions are too many.
    TooLarge,
    /// Stopped before it was done.
    Interrupted,
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateError::False => f.write_str("the claim is false"),
            CertificateError::TooLarge => {
                write!(f, "the strategy has more than {MOST_POSITIONS} positions; use a smaller game")
            }
            CertificateError::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl std::error::Error for CertificateError {}

/// What a check went through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Positions of both players.
    pub positions: u64,
    /// Ends of games.
    pub ends: u64,
    /// The prover's actions that were used.
    pub choices: usize,
}

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckError {
    /// A position of the prover has no legal action.
    NoAction,
    /// A game ends against the claim.
    Refuted {
        /// With this margin.
        margin: Margin,
    },
    /// Stopped before it was done.
    Interrupted,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::NoAction => f.write_str("a position has no legal action of the prover"),
            CheckError::Refuted { margin } => write!(f, "a game ends with the margin {margin}"),
            CheckError::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl std::error::Error for CheckError {}

/// The most positions of a strategy.
const MOST_POSITIONS: usize = 20_000_000;

impl Certificate {
    /// A strategy for the prover from `start` on, by a solver's answers. The solver is one of the same game.
    ///
    /// # Errors
    /// If the claim is false, the strategy too large, or a question was interrupted.
    pub fn of(
        start: &Position,
        claim: Claim,
        solver: &mut Solver,
        progress: &dyn Progress,
    ) -> Result<Certificate, CertificateError> {
        let mut maker = Maker {
            claim,
            solver,
            progress,
            settled: Settled::new(start, claim),
            symmetries: start.board().symmetries(),
            seen: HashSet::new(),
            choices: BTreeMap::new(),
        };
        maker.visit(start)?;
        Ok(Certificate { start: *start, claim, choices: maker.choices })
    }

    /// Plays every game in which the prover follows the strategy, and checks that each ends as claimed. No solver is
    /// asked.
    ///
    /// # Errors
    /// If an action is missing or not legal, or a game ends against the claim.
    pub fn check(&self, progress: &dyn Progress) -> Result<Checked, CheckError> {
        let mut checker = Checker {
            certificate: self,
            settled: Settled::new(&self.start, self.claim),
            symmetries: self.start.board().symmetries(),
            seen: HashSet::new(),
            used: HashSet::new(),
            checked: Checked::default(),
        };
        checker.visit(&self.start, progress)?;
        Ok(Checked { choices: checker.used.len(), ..checker.checked })
    }

    /// What it claims.
    #[must_use]
    pub const fn claim(&self) -> Claim {
        self.claim
    }

    /// How many of the prover's positions it has.
    #[must_use]
    pub fn choices(&self) -> usize {
        self.choices.len()
    }

    /// Writes the text form.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let rules = self.start.rules();
        let side = self.start.board().side().unwrap_or(0);
        writeln!(out, "certificate 1")?;
        writeln!(out, "board {side}\npieces {}", self.start.pieces())?;
        writeln!(out, "collapse {}\noffset {}", rules.collapse.name(), rules.offset.name())?;
        writeln!(out, "ending {}\nscoring {}", rules.ending.name(), rules.scoring.name())?;
        writeln!(out, "tail {}\nties {}", rules.tail.name(), rules.ties.name())?;
        let prover = if self.claim.prover == Player::One { "player1" } else { "player2" };
        writeln!(out, "prover {prover}\nmargin {}", self.claim.margin.to_ratio())?;
        writeln!(out, "choices {}", self.choices.len())?;
        for (key, choice) in &self.choices {
            let series: Vec<String> = key.iter().map(|&squares| SquareSet(squares).to_string()).collect();
            let position = if series.is_empty() { "-".to_owned() } else { series.join(" ") };
            match choice {
                Choice::Place(squares) => writeln!(out, "{position} -> {squares}")?,
                Choice::Collapse(squares) => {
                    let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
                    writeln!(out, "{position} -> ={}", squares.join(","))?;
                }
            }
        }
        Ok(())
    }
}

impl Choice {
    /// An action of a position as one of its normal form.
    fn of(action: &Action, normal: &Normal) -> Choice {
        match action {
            Action::Place(squares) => Choice::Place(normal.symmetry.set(*squares)),
            Action::Collapse(collapse) => {
                let entangled = normal.series.iter().filter(|&&series| collapse.series().contains(series));
                let square = |&series: &usize| normal.symmetry.square(collapse.square_of(series));
                Choice::Collapse(entangled.map(square).collect())
            }
        }
    }

    /// The position after this action, which is one of the normal form, is played in the position itself; `None` if it is
    /// not legal there.
    fn play(&self, position: &Position, normal: &Normal) -> Option<Position> {
        let before =
            |image: Square| position.board().all().iter().find(|&one| normal.symmetry.square(one) == image);
        let action = match self {
            Choice::Place(squares) => {
                Action::Place(squares.iter().map(before).collect::<Option<SquareSet>>()?)
            }
            Choice::Collapse(squares) if squares.len() != position.entangled().len() => return None,
            Choice::Collapse(squares) => {
                let entangled =
                    normal.series.iter().copied().filter(|&one| position.entangled().contains(one));
                let places = entangled.zip(squares).map(|(series, &square)| Some((series, before(square)?)));
                Action::Collapse(Collapse::new(places.collect::<Option<Vec<_>>>()?)?)
            }
        };
        position.play(action).ok()
    }
}

struct Maker<'a> {
    claim: Claim,
    solver: &'a mut Solver,
    progress: &'a dyn Progress,
    settled: Settled,
    symmetries: Vec<Symmetry>,
    seen: HashSet<Key>,
    choices: BTreeMap<Key, Choice>,
}

impl Maker<'_> {
    fn visit(&mut self, position: &Position) -> Result<(), CertificateError> {
        self.progress.check().map_err(|_| CertificateError::Interrupted)?;
        if position.phase() == Phase::Over {
            let holds = self.claim.allows(position.margin());
            return if holds { Ok(()) } else { Err(CertificateError::False) };
        }
        if self.settled.is(position) {
            return Ok(());
        }
        let normal = Normal::of(position, &self.symmetries);
        if !self.seen.insert(normal.key.clone()) {
            return Ok(());
        }
        if self.seen.len() > MOST_POSITIONS {
            return Err(CertificateError::TooLarge);
        }
        if position.to_move() != Some(self.claim.prover) {
            return position.actions().try_for_each(|action| self.visit(&position.after_unchecked(&action)));
        }
        let (action, next) = self.choose(position)?;
        self.choices.insert(normal.key.clone(), Choice::of(&action, &normal));
        self.visit(&next)
    }

    /// An action that keeps the claim, best one that leads to what is known or settled, else to few quantum squares.
    fn choose(&mut self, position: &Position) -> Result<(Action, Position), CertificateError> {
        if position.phase() == Phase::Collapse {
            return self.choose_collapse(position);
        }
        let mut candidates: Vec<(Action, Position)> =
            position.actions().map(|action| (action, position.after_unchecked(&action))).collect();
        candidates.sort_by_cached_key(|(_, next)| {
            (!self.is_known(next), next.quantum().len(), next.entangled().is_empty())
        });
        for (action, next) in candidates {
            if self.keeps(&next)? {
                return Ok((action, next));
            }
        }
        Err(CertificateError::False)
    }

    /// All collapses leave the same quantum squares: first those that lead to what is known, then the others. There may be
    /// very many, so none is looked at before it is needed.
    fn choose_collapse(&mut self, position: &Position) -> Result<(Action, Position), CertificateError> {
        for known in [true, false] {
            for action in position.actions() {
                self.progress.check().map_err(|_| CertificateError::Interrupted)?;
                let next = position.after_unchecked(&action);
                if self.is_known(&next) == known && self.keeps(&next)? {
                    return Ok((action, next));
                }
            }
        }
        Err(CertificateError::False)
    }

    /// Whether the claim is decided there without another choice.
    fn is_known(&self, position: &Position) -> bool {
        position.phase() == Phase::Over
            || self.settled.is(position)
            || self.seen.contains(&Normal::of(position, &self.symmetries).key)
    }

    fn keeps(&mut self, position: &Position) -> Result<bool, CertificateError> {
        let above = match self.claim.prover {
            Player::One => self.claim.margin,
            Player::Two => self.claim.margin + Margin::SMALLEST,
        };
        let forces = self.solver.forces(position, above, self.progress);
        let forces = forces.ok_or(CertificateError::Interrupted)?;
        Ok(forces == (self.claim.prover == Player::One))
    }
}

struct Checker<'a> {
    certificate: &'a Certificate,
    settled: Settled,
    symmetries: Vec<Symmetry>,
    seen: HashSet<Key>,
    used: HashSet<Key>,
    checked: Checked,
}

impl Checker<'_> {
    fn visit(&mut self, position: &Position, progress: &dyn Progress) -> Result<(), CheckError> {
        progress.check().map_err(|_| CheckError::Interrupted)?;
        let claim = self.certificate.claim;
        if position.phase() == Phase::Over {
            self.checked.ends += 1;
            let margin = position.margin();
            return if claim.allows(margin) { Ok(()) } else { Err(CheckError::Refuted { margin }) };
        }
        if self.settled.is(position) {
            return Ok(());
        }
        let normal = Normal::of(position, &self.symmetries);
        if !self.seen.insert(normal.key.clone()) {
            return Ok(());
        }
        self.checked.positions += 1;
        if position.to_move() == Some(claim.prover) {
            let choice = self.certificate.choices.get(&normal.key).ok_or(CheckError::NoAction)?;
            let next = choice.play(position, &normal).ok_or(CheckError::NoAction)?;
            self.used.insert(normal.key);
            return self.visit(&next, progress);
        }
        position.actions().try_for_each(|action| self.visit(&position.after_unchecked(&action), progress))
    }
}
