//! `gqt3 nash --checkpoint`: work kept between runs.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::game::Game;
use crate::number::group_digits;
use crate::report::AtomicFile;
use crate::search::{LoadError, SolveOptions, SolvedGame, Solver};

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
        let file = AtomicFile::create(path);
        let file = file.map_err(|error| Failure::of_file("--checkpoint", error))?;
        Ok(Checkpoint { path: path.to_owned(), file })
    }

    /// Solves a game with what the file holds, and writes the file anew, whether the value was found or not. Returns
    /// what was found, and whether the file could be written. The table is at least as large as that of the file: a smaller one would
    /// lose positions. `memory` is the size that was asked for, in MiB.
    pub fn solve(
        self,
        game: Game,
        options: &SolveOptions,
        memory: Option<u64>,
        session: &Session,
    ) -> Result<(SolvedGame, Result<(), Failure>), Failure> {
        let mut solver = options.solver(game)?;
        let table_bytes = self.load(&mut solver, session)?;
        if table_bytes > options.table_bytes {
            if let Some(memory) = memory {
                return Err(refused(
                    &self.path,
                    &format!(
                        "it is of a larger table, of which --memory {memory} would lose a part; use --memory {}, or another file",
                        table_bytes.div_ceil(1 << 20)
                    ),
                ));
            }
            solver = SolveOptions { table_bytes, ..*options }.solver(game)?;
            self.load(&mut solver, session)?;
        }
        let solved = SolvedGame::solve(game, &mut solver, options, session.progress());
        let saved = self.file.commit(|out| solver.save(out));
        let saved = saved.map_err(|error| Failure::of_file("--checkpoint", error));
        if saved.is_ok() && solved.solution.value().is_none() {
            session.message(|| {
                format!("--checkpoint {}: saved; the same command goes on from there", self.path.display())
            });
        }
        Ok((solved, saved))
    }

    /// Reads the file, if there is one. Returns how many bytes a table needs to keep all of it.
    fn load(&self, solver: &mut Solver, session: &Session) -> Result<usize, Failure> {
        let Some(mut file) = self.begin()? else { return Ok(0) };
        let loaded = solver.load(&mut file).map_err(|error| self.useless(error))?;
        session.remark(|| format!("--checkpoint: {} entries read", group_digits(loaded.entries)));
        Ok(loaded.table_bytes)
    }

    /// The file, if there is one.
    fn begin(&self) -> Result<Option<File>, Failure> {
        let file = self.path.exists().then(|| File::open(&self.path)).transpose();
        file.map_err(|error| refused(&self.path, &error.to_string()))
    }

    /// Why the file is of no use.
    fn useless(&self, error: LoadError) -> Failure {
        let refused = |reason: String| refused(&self.path, &reason);
        match error {
            LoadError::OtherGame { .. } => refused(format!("{error}; name another file for this game")),
            LoadError::Io(_) | LoadError::SmallBoard => refused(error.to_string()),
            LoadError::NotATable => refused("it is not a saved table; name another file".to_owned()),
            LoadError::Truncated | LoadError::Damaged | LoadError::OtherVersion => {
                refused(format!("{error}; delete the file to begin anew"))
            }
        }
    }
}

fn refused(path: &Path, reason: &str) -> Failure {
    Failure::BadInput(format!("--checkpoint {}: {reason}", path.display()))
}
