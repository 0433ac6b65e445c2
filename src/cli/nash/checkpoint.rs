//! `gqt3 nash --checkpoint`: work kept between runs.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::engine::game::Game;
use crate::perfect_play::{LoadError, SolveOptions, SolvedGame, Solver};
use crate::report::AtomicFile;
use crate::support::number::group_digits;

use crate::cli::failure::Failure;
use crate::cli::session::Session;

/// The file of a solver's table. Of two runs with one file the last one wins, and the work of the other is lost.
pub(super) struct Checkpoint {
    path: PathBuf,
    file: AtomicFile,
}

impl Checkpoint {
    /// Makes sure that the file can be written.
    pub fn open(path: &Path) -> Result<Checkpoint, Failure> {
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
            return Err(refused(path, "it is no regular file; name another file"));
        }
        let file =
            AtomicFile::create(path).map_err(|error| Failure::of_file("--checkpoint", error))?;
        Ok(Checkpoint {
            path: path.to_owned(),
            file,
        })
    }

    /// Solves a game with what the file holds, and writes the file anew, whether the value was found or not. Returns
    /// what was found, and whether the file could be written.
    pub fn solve(
        self,
        game: Game,
        options: &SolveOptions,
        memory: Option<u64>,
        session: &Session,
    ) -> Result<(SolvedGame, Result<(), Failure>), Failure> {
        let mut solver = self.solver(game, options.table_bytes, memory, session)?;
        let solved = SolvedGame::solve(game, &mut solver, options, session.progress());
        let saved = self.file.commit(|out| solver.save(out));
        if saved.is_ok() && solved.solution.value().is_none() {
            let path = self.path.display();
            session.message(|| {
                format!("--checkpoint {path}: saved; the same command goes on from there")
            });
        }
        Ok((
            solved,
            saved.map_err(|error| Failure::of_file("--checkpoint", error)),
        ))
    }

    /// A solver that knows what the file holds, if there is one. Its table is at least as large as the one that was
    /// saved, for a smaller one would lose positions. `memory` is the size that was asked for, in MiB.
    fn solver(
        &self,
        game: Game,
        mut table_bytes: usize,
        memory: Option<u64>,
        session: &Session,
    ) -> Result<Solver, Failure> {
        loop {
            let mut solver = Solver::new(game, table_bytes)?;
            if !self.path.exists() {
                return Ok(solver);
            }
            let mut file =
                File::open(&self.path).map_err(|error| refused(&self.path, &error.to_string()))?;
            let loaded = solver
                .load(&mut file)
                .map_err(|error| self.useless(&error))?;
            session.remark(|| {
                format!(
                    "--checkpoint: {} entries read",
                    group_digits(loaded.entries)
                )
            });
            if loaded.table_bytes <= table_bytes {
                return Ok(solver);
            }
            table_bytes = loaded.table_bytes;
            if let Some(memory) = memory {
                let needed = table_bytes.div_ceil(1 << 20);
                return Err(refused(
                    &self.path,
                    &format!(
                        "it is of a larger table, of which --memory {memory} would lose a part; use --memory {needed}, or another file"
                    ),
                ));
            }
        }
    }

    /// Why the file is of no use.
    fn useless(&self, error: &LoadError) -> Failure {
        let remedy = match error {
            LoadError::OtherGame { .. } => "; name another file for this game",
            LoadError::Io(_) | LoadError::SmallBoard => "",
            LoadError::NotATable => "; name another file",
            LoadError::Truncated | LoadError::Damaged | LoadError::OtherVersion => {
                "; delete the file to begin anew"
            }
        };
        refused(&self.path, &format!("{error}{remedy}"))
    }
}

fn refused(path: &Path, reason: &str) -> Failure {
    Failure::BadInput(format!("--checkpoint {}: {reason}", path.display()))
}
