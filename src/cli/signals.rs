//! Handles Ctrl-C and the signals that end a process: SIGTERM, and SIGHUP when the terminal is
//! closed.
//!
//! They stop the computation at its next safe point. A second Ctrl-C ends the process at once. A
//! second SIGTERM or SIGHUP has no effect. `timeout` sends SIGTERM to the process and to its group,
//! and a closed terminal may cause a SIGHUP from both the system and the shell.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// `true` after the first signal.
static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The number of the last signal; SIGINT before the first one.
static SIGNAL: LazyLock<Arc<AtomicUsize>> =
    LazyLock::new(|| Arc::new(AtomicUsize::new(SIGINT as usize)));

/// Returns `true` if the computation should stop.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Returns the exit code of an interrupted process: 128 plus the signal's number, as in shells.
pub fn exit_code() -> u8 {
    128 + SIGNAL.load(Ordering::Relaxed) as u8
}

/// Installs the signal handlers. If the system refuses, signals end the process as by default.
pub fn install() {
    let mut handled = vec![SIGINT, SIGTERM];
    #[cfg(unix)]
    handled.push(signal_hook::consts::SIGHUP);
    let ignored = ignored();
    for signal in handled
        .into_iter()
        .filter(|signal| ignored >> (signal - 1) & 1 == 0)
    {
        if signal == SIGINT {
            // Registered before the handler that sets the flag, so that the first Ctrl-C does not
            // end the process.
            let _ = flag::register_conditional_shutdown(signal, 130, Arc::clone(&INTERRUPTED));
        }
        let _ = flag::register_usize(signal, Arc::clone(&SIGNAL), signal as usize);
        let _ = flag::register(signal, Arc::clone(&INTERRUPTED));
    }
    // A write beyond the limit of a file's size becomes an error, like a full disk.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Returns the signals that were ignored at the start, as a bit mask.
///
/// They stay ignored, as `nohup` and the background jobs of shells require. Returns 0 if the system
/// does not list them.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
