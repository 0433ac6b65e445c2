use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use super::claim::ClaimedBound;
use crate::engine::board::{Square, SquareSet, Symmetry};
use crate::engine::canonical::{Canonical, Key};
use crate::engine::position::{Action, Phase, Position};
use crate::engine::static_bound::StaticBound;
use crate::perfect_play::backend::Backend;
use crate::perfect_play::error::SolveError;
use crate::perfect_play::solver::SolverWith;
use crate::support::progress::{Interrupted, Progress};

/// A strategy that proves a claim about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    start: Position,
    claim: ClaimedBound,
    choices: BTreeMap<Key, Choice>,
}

/// The prover's action in a position in canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Choice {
    Place(SquareSet),
    Collapse(Vec<Square>),
}

/// A reason why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CertificateError {
    #[error("the claim is false, or blocking does not prove it")]
    False,
    #[error(
        "the strategy has more than {MOST_POSITIONS} positions, or the board is too large for blocking; use a smaller game"
    )]
    TooLarge,
    #[error("the bound is proved by blocking, and such proofs are written only for n = 2")]
    NoPairs,
    #[error(transparent)]
    Solver(#[from] SolveError),
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

const MOST_POSITIONS: usize = 20_000_000;

impl Certificate {
    /// Finds a strategy for the prover from `start`, with a solver.
    ///
    /// # Errors
    /// Fails if the claim is false, if the strategy is too large, if the solver is for another
    /// game, or if interrupted or limited.
    pub fn new(
        start: &Position,
        claim: ClaimedBound,
        solver: &mut SolverWith<impl Backend>,
        progress: &dyn Progress,
    ) -> Result<Certificate, CertificateError> {
        solver.expect_game_of(start)?;
        let mut walk = Walk {
            claim,
            bound: StaticBound::new(start.game()),
            symmetries: start.board().symmetries(),
            seen: HashSet::new(),
            choices: BTreeMap::new(),
            progress,
        };
        walk.visit(start, solver)?;
        Ok(Certificate {
            start: *start,
            claim,
            choices: walk.choices,
        })
    }

    /// Counts the positions for which the strategy holds an action.
    pub fn choices(&self) -> usize {
        self.choices.len()
    }

    /// Writes the text form, which names the game but not the start.
    ///
    /// # Errors
    /// Fails if the writer fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let game = self.start.game();
        writeln!(
            out,
            "certificate 1\nboard {}\npieces {}",
            game.side(),
            game.pieces()
        )?;
        for (flag, name) in game.rules().axes() {
            writeln!(out, "{flag} {name}")?;
        }
        let ClaimedBound { prover, margin } = self.claim;
        writeln!(
            out,
            "prover {}\nmargin {}",
            prover.name(),
            margin.to_ratio()
        )?;
        writeln!(out, "choices {}", self.choices.len())?;
        for (key, choice) in &self.choices {
            let series: Vec<String> = key
                .iter()
                .map(|&squares| SquareSet(squares).to_string())
                .collect();
            let position = if series.is_empty() {
                "-".to_owned()
            } else {
                series.join(" ")
            };
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
    fn of(action: &Action, canonical: &Canonical) -> Choice {
        match action {
            Action::Place(squares) => Choice::Place(canonical.symmetry.set(*squares)),
            Action::Collapse(collapse) => {
                let entangled = canonical
                    .series
                    .iter()
                    .filter(|&&series| collapse.series().contains(series));
                let square =
                    |&series: &usize| canonical.symmetry.square(collapse.square_of(series));
                Choice::Collapse(entangled.map(square).collect())
            }
        }
    }
}

/// A walk through all games in which the prover follows a strategy.
struct Walk<'a> {
    claim: ClaimedBound,
    bound: StaticBound,
    symmetries: Vec<Symmetry>,
    seen: HashSet<Key>,
    choices: BTreeMap<Key, Choice>,
    progress: &'a dyn Progress,
}

impl Walk<'_> {
    fn visit(
        &mut self,
        position: &Position,
        solver: &mut SolverWith<impl Backend>,
    ) -> Result<(), CertificateError> {
        self.progress.check()?;
        if position.phase() == Phase::Over {
            // The prover's choices keep the claim, so a game can end against it only before the
            // first choice.
            return if self.claim.allows(position.margin()) {
                Ok(())
            } else {
                Err(CertificateError::False)
            };
        }
        if self.is_decided(position) {
            return Ok(());
        }
        let canonical = Canonical::new(position, &self.symmetries);
        if !self.seen.insert(canonical.key.clone()) {
            return Ok(());
        }
        if self.seen.len() > MOST_POSITIONS {
            return Err(CertificateError::TooLarge);
        }
        if position.to_move() == Some(self.claim.prover) {
            let (action, next) = self.choose(position, solver)?;
            let choice = Choice::of(&action, &canonical);
            self.choices.insert(canonical.key, choice);
            return self.visit(&next, solver);
        }
        position
            .actions()
            .try_for_each(|action| self.visit(&position.after_unchecked(&action), solver))
    }

    /// Returns an action that keeps the claim. To keep the strategy small, it prefers an action
    /// after which no new choice is needed, and then a placement that entangles.
    fn choose(
        &self,
        position: &Position,
        solver: &mut SolverWith<impl Backend>,
    ) -> Result<(Action, Position), CertificateError> {
        let mut keeps = |next: &Position| -> Result<bool, Interrupted> {
            solver
                .gives(next, self.claim.prover, self.claim.margin, self.progress)
                .ok_or(Interrupted)
        };
        let candidates = || {
            position
                .actions()
                .map(|action| (action, position.after_unchecked(&action)))
        };
        if position.phase() == Phase::Place {
            let mut sorted: Vec<(Action, Position)> = candidates().collect();
            sorted.sort_by_key(|(_, next)| {
                (
                    !self.is_known(next),
                    next.quantum().len(),
                    next.entangled().is_empty(),
                )
            });
            for (action, next) in sorted {
                if keeps(&next)? {
                    return Ok((action, next));
                }
            }
            return Err(CertificateError::False);
        }
        // All collapses leave the same quantum squares, and there can be too many collapses to
        // collect and sort.
        for known in [true, false] {
            for (action, next) in candidates() {
                self.progress.check()?;
                if self.is_known(&next) == known && keeps(&next)? {
                    return Ok((action, next));
                }
            }
        }
        Err(CertificateError::False)
    }

    fn is_decided(&self, position: &Position) -> bool {
        let bounds = self.bound.of(position);
        self.claim.allows(bounds.lower) && self.claim.allows(bounds.upper)
    }

    fn is_known(&self, position: &Position) -> bool {
        position.phase() == Phase::Over
            || self.is_decided(position)
            || self
                .seen
                .contains(&Canonical::new(position, &self.symmetries).key)
    }
}
