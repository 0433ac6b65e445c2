//! Ctrl-C, and the signals by which others end a process: SIGTERM, and SIGHUP when the terminal goes away.
//!
//! They stop the computation at its next safe point; a second Ctrl-C ends the process at once. Of SIGTERM and SIGHUP a
//! second one changes nothing: `timeout` sends SIGTERM to the process and to its group, and when a terminal goes away
//! both the system and the shell may send SIGHUP.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Set by the first signal.
static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether the computation should stop.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// From now on signals are heard. Where the system refuses that, they end the process, as they do by default.
pub fn install() {
    let mut heard = vec![SIGINT, SIGTERM];
    #[cfg(unix)]
    heard.push(signal_hook::consts::SIGHUP);
    let ignored = ignored();
    for signal in heard
        .into_iter()
        .filter(|signal| ignored >> (signal - 1) & 1 == 0)
    {
        if signal == SIGINT {
            // Registered before the flag is set, so that the first one finds it down.
            let _ = flag::register_conditional_shutdown(signal, 130, Arc::clone(&INTERRUPTED));
        }
        let _ = flag::register(signal, Arc::clone(&INTERRUPTED));
    }
    // What is written beyond the limit of a file's size is an error, like a full disk, instead of the end of the process.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// The signals that were ignored when the process started, bit by bit, where the system tells them: they stay ignored,
/// as `nohup` and the background jobs of shells want it.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
