use std::io;
use std::thread::{Builder, Scope};

/// Rust's default for a thread's stack. We set it because `RUST_MIN_STACK` could make the stack too
/// small for a search.
pub const STACK_BYTES: usize = 2 << 20;

#[derive(Debug, thiserror::Error)]
#[error(
    "cannot start a thread: {0}; end other programs, or raise the limit of processes (ulimit -u)"
)]
pub struct NoThread(#[from] io::Error);

/// Starts a thread that is never joined.
pub fn start(work: impl FnOnce() + Send + 'static) -> Result<(), NoThread> {
    Builder::new().stack_size(STACK_BYTES).spawn(work)?;
    Ok(())
}

pub fn start_in<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
) -> Result<(), NoThread> {
    Builder::new()
        .stack_size(STACK_BYTES)
        .spawn_scoped(scope, work)?;
    Ok(())
}
