use crate::report::AtomicFile;
use gqt3::beyond::every_board::blocking::Budget;
use gqt3::beyond::every_board::{AnyBoardSolver, BlockingProof};
use gqt3::engine::interval::Basis;
use gqt3::engine::position::Position;
use gqt3::engine::rules::Player;
use gqt3::perfect_play::certificate::{Certificate, CertificateError, ClaimedBound};
use gqt3::perfect_play::{SolveOptions, SolvedGame};
use gqt3::support::number::group_digits;
use gqt3::support::progress::Progress;

use crate::cli::failure::Failure;
use crate::cli::session::Session;

/// Writes a strategy by which `prover` proves its bound on the value.
pub(super) fn write(
    solved: &SolvedGame,
    prover: Player,
    options: &SolveOptions,
    file: AtomicFile,
    session: &Session,
) -> Result<(), Failure> {
    let interval = solved.solution.interval;
    let margin = if prover == Player::One {
        interval.lower
    } else {
        interval.upper
    };
    let claim = ClaimedBound { prover, margin };
    let basis = solved.solution.basis[prover as usize];
    let mut solver = AnyBoardSolver::new(solved.game, options.table_bytes)?;
    let progress = solver.limited(options.node_limit, options.time_limit, session.progress());
    progress.begin("certificate", None);
    let failed = |error| failure(&error, basis, session);
    let (written, what) = if basis == Basis::Blocking {
        let most_nodes = options.node_limit.unwrap_or(u64::MAX);
        let budget = Budget {
            most_nodes,
            parallel: options.node_limit.is_none(),
        };
        let proof = BlockingProof::new(&solved.game, claim, options.table_bytes, budget, &progress);
        let proof = proof.map_err(failed)?;
        let replies = group_digits(proof.replies());
        let what = format!("{prover} against every {}, {replies} replies", proof.goal());
        (file.commit(|out| proof.write(out)), what)
    } else {
        let certificate =
            Certificate::new(&Position::new(solved.game), claim, &mut solver, &progress);
        let certificate = certificate.map_err(failed)?;
        if certificate.choices() == 0 && interval.value().is_none() {
            return Err(Failure::Incomplete(format!(
                "--certificate: {margin} is a bound of every game on this board, and needs no strategy"
            )));
        }
        let choices = group_digits(certificate.choices());
        (
            file.commit(|out| certificate.write(out)),
            format!("{choices} choices"),
        )
    };
    written.map_err(|error| Failure::of_file("--certificate", error))?;
    session.remark(|| format!("certificate: {what}"));
    Ok(())
}

fn failure(error: &CertificateError, basis: Basis, session: &Session) -> Failure {
    let why = match error {
        CertificateError::Interrupted(_) if session.progress().interrupted() => {
            return Failure::Interrupted("the certificate is not complete");
        }
        CertificateError::Interrupted(_) if basis == Basis::Theorem => {
            "the bound is proved by a theorem, whose strategy has too many choices for the limit; try a higher --time-limit, or a smaller --board"
        }
        CertificateError::Interrupted(_) => {
            "the limit came before the strategy was complete, so raise --time-limit or --node-limit"
        }
        other => return Failure::Incomplete(format!("--certificate: {other}")),
    };
    Failure::Incomplete(format!("--certificate: {why}"))
}
