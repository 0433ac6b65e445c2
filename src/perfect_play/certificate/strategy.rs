//! The strategy of a certificate: how it is found, written and checked.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use super::claim::ClaimedBound;
use crate::engine::board::{Square, SquareSet, Symmetry};
use crate::engine::canonical::{Canonical, Key};
use crate::engine::position::{Action, Collapse, Phase, Position};
use crate::engine::rules::Margin;
use crate::engine::static_bound::StaticBound;
use crate::perfect_play::backend::Backend;
use crate::perfect_play::error::SolveError;
use crate::perfect_play::solver::SolverWith;
use crate::support::progress::{Interrupted, Progress};

/// A strategy that proves a claim about a game from its start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    start: Position,
    claim: ClaimedBound,
    choices: BTreeMap<Key, Choice>,
}

/// The prover's action in a position in canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// The squares of a series.
    Place(SquareSet),
    /// The final squares of the entangled series, in their order.
    Collapse(Vec<Square>),
}

/// A reason why there is no certificate, or why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CertificateError {
    /// The claim is false: the prover has no action that keeps it.
    #[error("the claim is false")]
    False,
    /// The games of the strategy have too many positions, counting both players.
    #[error("the strategy has more than {MOST_POSITIONS} positions; use a smaller game")]
    TooLarge,
    /// The proof is by blocking, and the series are not pairs.
    #[error("the bound is proved by blocking, and such proofs are written only for n = 2")]
    NoPairs,
    /// In a check, the choice for a position is no legal action.
    #[error("the choice for a position is no legal action")]
    NoAction,
    /// In a check, a game ends against the claim.
    #[error("a game ends with the margin {margin}")]
    Refuted {
        /// The margin of that game.
        margin: Margin,
    },
    /// The solver is made for another game.
    #[error(transparent)]
    Solver(#[from] SolveError),
    /// The work was interrupted.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Counts of a finished check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// The number of undecided positions visited, of both players.
    pub positions: u64,
    /// The number of times that a game ended.
    pub ends: u64,
    /// The number of actions of the prover that were used.
    pub choices: usize,
}

/// The largest number of positions that a strategy may reach.
const MOST_POSITIONS: u64 = 20_000_000;

impl Certificate {
    /// Finds a strategy for the prover from `start` on, with a solver.
    ///
    /// # Errors
    /// Fails if the claim is false, the strategy is too large, the solver is made for another game,
    /// or a query is interrupted.
    pub fn new(
        start: &Position,
        claim: ClaimedBound,
        solver: &mut SolverWith<impl Backend>,
        progress: &dyn Progress,
    ) -> Result<Certificate, CertificateError> {
        solver.expect_game_of(start)?;
        let mut choices = BTreeMap::new();
        let walked =
            Walk::new(start, claim, progress).visit(start, &mut |walk, position, canonical| {
                let (action, next) = walk.choose(position, solver)?;
                choices.insert(canonical.key.clone(), Choice::of(&action, canonical));
                Ok(Some(next))
            });
        match walked {
            // The solver's actions keep the claim, so the game is over from the start.
            Err(CertificateError::Refuted { .. }) => Err(CertificateError::False),
            walked => walked.map(|()| Certificate {
                start: *start,
                claim,
                choices,
            }),
        }
    }

    /// Returns a certificate without choices.
    pub(super) const fn empty(start: Position, claim: ClaimedBound) -> Certificate {
        Certificate {
            start,
            claim,
            choices: BTreeMap::new(),
        }
    }

    /// Appends a choice. Returns `false` unless its position comes after all others.
    pub(super) fn append(&mut self, key: Key, choice: Choice) -> bool {
        let is_last = self
            .choices
            .keys()
            .next_back()
            .is_none_or(|last| *last < key);
        if is_last {
            self.choices.insert(key, choice);
        }
        is_last
    }

    /// Checks that each game in which the prover follows the strategy ends as claimed.
    ///
    /// This plays every such game and uses no solver. Where the strategy has no choice, every
    /// action of the prover is played.
    ///
    /// # Errors
    /// Fails if a choice is not legal, if a game ends against the claim, if there are too many
    /// positions, or if interrupted.
    pub fn check(&self, progress: &dyn Progress) -> Result<Checked, CertificateError> {
        let mut walk = Walk::new(&self.start, self.claim, progress);
        walk.visit(&self.start, &mut |_, position, canonical| {
            let play = |choice: &Choice| {
                let next = choice.play(position, canonical);
                next.ok_or(CertificateError::NoAction)
            };
            self.choices.get(&canonical.key).map(play).transpose()
        })?;
        Ok(walk.checked)
    }

    /// Returns the claim.
    pub const fn claim(&self) -> ClaimedBound {
        self.claim
    }

    /// Counts the positions for which the strategy holds an action.
    pub fn choices(&self) -> usize {
        self.choices.len()
    }

    /// Writes the text form.
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
    /// Converts an action of a position to an action of its canonical form.
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

    /// Plays this action of the canonical form in the position itself.
    ///
    /// Returns `None` if it is not legal there.
    fn play(&self, position: &Position, canonical: &Canonical) -> Option<Position> {
        let before = |image: Square| {
            position
                .board()
                .all()
                .iter()
                .find(|&one| canonical.symmetry.square(one) == image)
        };
        let action = match self {
            Choice::Place(squares) => {
                Action::Place(squares.iter().map(before).collect::<Option<SquareSet>>()?)
            }
            Choice::Collapse(squares) if squares.len() != position.entangled().len() => {
                return None;
            }
            Choice::Collapse(squares) => {
                let entangled = canonical
                    .series
                    .iter()
                    .copied()
                    .filter(|&one| position.entangled().contains(one));
                let places = entangled
                    .zip(squares)
                    .map(|(series, &square)| Some((series, before(square)?)));
                Action::Collapse(Collapse::new(places.collect::<Option<Vec<_>>>()?)?)
            }
        };
        position.play(action).ok()
    }
}

/// A walk through all games in which the prover follows a strategy.
///
/// The walk takes every action of the other player. It takes the chosen action of the prover, or
/// every action if none is chosen.
struct Walk<'a> {
    claim: ClaimedBound,
    bound: StaticBound,
    symmetries: Vec<Symmetry>,
    seen: HashSet<Key>,
    checked: Checked,
    progress: &'a dyn Progress,
}

/// A function that returns the position after the prover's action.
///
/// It returns `None` if no action is chosen.
type Prover<'p> =
    dyn FnMut(&Walk, &Position, &Canonical) -> Result<Option<Position>, CertificateError> + 'p;

impl<'a> Walk<'a> {
    fn new(start: &Position, claim: ClaimedBound, progress: &'a dyn Progress) -> Walk<'a> {
        Walk {
            claim,
            bound: StaticBound::new(start.game()),
            symmetries: start.board().symmetries(),
            seen: HashSet::new(),
            checked: Checked::default(),
            progress,
        }
    }

    /// Visits a position and all that can follow it, each canonical form once.
    fn visit(&mut self, position: &Position, prover: &mut Prover) -> Result<(), CertificateError> {
        self.progress.check()?;
        if position.phase() == Phase::Over {
            self.checked.ends += 1;
            let margin = position.margin();
            return if self.claim.allows(margin) {
                Ok(())
            } else {
                Err(CertificateError::Refuted { margin })
            };
        }
        if self.is_decided(position) {
            return Ok(());
        }
        let canonical = Canonical::new(position, &self.symmetries);
        if !self.seen.insert(canonical.key.clone()) {
            return Ok(());
        }
        self.checked.positions += 1;
        if self.checked.positions > MOST_POSITIONS {
            return Err(CertificateError::TooLarge);
        }
        if position.to_move() == Some(self.claim.prover)
            && let Some(next) = prover(self, position, &canonical)?
        {
            self.checked.choices += 1;
            return self.visit(&next, prover);
        }
        position
            .actions()
            .try_for_each(|action| self.visit(&position.after_unchecked(&action), prover))
    }

    /// Returns an action that keeps the claim, and the position after it.
    ///
    /// Prefers actions that lead to a position that is already settled, and then placements that
    /// leave few quantum squares.
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
            sorted.sort_by_cached_key(|(_, next)| {
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
        // All collapses leave equal quantum squares. They can be numerous, so they are not
        // collected and sorted.
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

    /// Returns `true` if the lines alone prove the claim, whatever is played.
    fn is_decided(&self, position: &Position) -> bool {
        let bounds = self.bound.of(position);
        self.claim.allows(bounds.lower) && self.claim.allows(bounds.upper)
    }

    /// Returns `true` if a position needs no further choice: it is over, decided or already
    /// visited.
    fn is_known(&self, position: &Position) -> bool {
        position.phase() == Phase::Over
            || self.is_decided(position)
            || self
                .seen
                .contains(&Canonical::new(position, &self.symmetries).key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Game;
    use crate::engine::rules::{CollapseChooser, Player, Rules, Tail};
    use crate::perfect_play::{Solver, TABLE_BYTES};
    use crate::support::progress::Silent;

    /// Returns a proof of the value of 2x2 with two pieces where player 1 collapses.
    ///
    /// It has placements and collapses to choose.
    fn proof() -> Certificate {
        let rules = Rules {
            collapse: CollapseChooser::Player1,
            ..Rules::default()
        };
        let start = Position::new(Game::from_side(2, 2, rules).unwrap());
        let mut solver = Solver::new(*start.game(), TABLE_BYTES).unwrap();
        let margin = solver.bounds(&start, &Silent).value().unwrap();
        let claim = ClaimedBound {
            prover: Player::One,
            margin,
        };
        let proof = Certificate::new(&start, claim, &mut solver, &Silent).unwrap();
        assert_eq!(proof.check(&Silent).unwrap().choices, proof.choices());
        proof
    }

    #[test]
    fn every_choice_must_be_legal() {
        let proof = proof();
        let mut collapses = 0;
        for (key, choice) in &proof.choices {
            let mut forged = proof.clone();
            let square = Square::from_index(0);
            let mut illegal = vec![
                Choice::Place(SquareSet::EMPTY),
                Choice::Place(SquareSet(0b1111)),
                Choice::Collapse(vec![]),
                Choice::Collapse(vec![square; 4]),
            ];
            if let Choice::Collapse(squares) = choice {
                collapses += 1;
                illegal.push(Choice::Collapse(squares[1..].to_vec()));
                illegal.push(Choice::Collapse([&squares[..], &squares[..1]].concat()));
                illegal.push(Choice::Collapse(vec![squares[0]; squares.len()]));
            }
            for illegal in illegal {
                forged.choices.insert(key.clone(), illegal);
                assert_eq!(
                    forged.check(&Silent),
                    Err(CertificateError::NoAction),
                    "{key:?}"
                );
            }
        }
        assert!(collapses > 0);
    }

    #[test]
    fn a_stronger_claim_fails() {
        let mut forged = proof();
        forged.claim.margin += Margin::SMALLEST;
        assert!(forged.check(&Silent).is_err());
    }

    #[test]
    fn a_game_that_is_over_before_it_begins_gives_nobody_a_point() {
        let rules = Rules {
            tail: Tail::Stop,
            ..Rules::default()
        };
        let start = Position::new(Game::from_side(1, 2, rules).unwrap());
        let claim = |margin| ClaimedBound {
            prover: Player::One,
            margin,
        };
        let choices = BTreeMap::from([(Key::new(), Choice::Place(SquareSet(1)))]);
        let forged = Certificate {
            start,
            claim: claim(Margin::ONE),
            choices,
        };
        assert_eq!(
            forged.check(&Silent),
            Err(CertificateError::Refuted {
                margin: Margin::ZERO
            })
        );
        let honest = Certificate {
            claim: claim(Margin::ZERO),
            ..forged
        };
        assert_eq!(
            honest.check(&Silent),
            Ok(Checked {
                positions: 0,
                ends: 1,
                choices: 0
            })
        );
    }
}
