//! `gqt3 nash --checkpoint`: work kept between runs.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use gqt3::game::Game;
use gqt3::number::group_digits;
use gqt3::report::AtomicFile;
use gqt3::search::{LoadError, SolveOptions, SolvedGame, Solver};

use crate::cli::failure::Failure;
use crate::cli::session::Session;

/// The file of a solver's table. As long as this value exists, another run with the same file is refused: the work of
/// one of the two would be lost.
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
    /// what was found, and whether the file could be written.
    pub fn solve(
        self,
        game: Game,
        options: &SolveOptions,
        session: &Session,
    ) -> Result<(SolvedGame, Result<(), Failure>), Failure> {
        let mut solver = options.solver(game)?;
        self.load(&mut solver, session)?;
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

    fn load(&self, solver: &mut Solver, session: &Session) -> Result<(), Failure> {
        if !self.path.exists() {
            return Ok(());
        }
        let refused = |reason: String| refused(&self.path, &reason);
        let mut file = File::open(&self.path).map_err(|error| refused(error.to_string()))?;
        let entries = solver.load(&mut file).map_err(|error| match error {
            LoadError::OtherGame { .. } => refused(format!("{error}; name another file for this game")),
            LoadError::Io(error) => refused(error.to_string()),
            LoadError::NotATable => refused("it is not a saved table; name another file".to_owned()),
            LoadError::Truncated | LoadError::Damaged | LoadError::OtherVersion => {
                refused(format!("{error}; delete the file to begin anew"))
            }
        })?;
        session.remark(|| format!("--checkpoint: {} entries read", group_digits(entries)));
        Ok(())
    }
}

fn refused(path: &Path, reason: &str) -> Failure {
    Failure::BadInput(format!("--checkpoint {}: {reason}", path.display()))
}
