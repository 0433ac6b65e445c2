//! Handles Ctrl-C, SIGTERM, and SIGHUP, which a closed terminal sends.
//!
//! The first signal stops the computation at its next safe point. A later Ctrl-C ends the process
//! at once, but a later SIGTERM or SIGHUP does not, because one event may send two: `timeout` sends
//! SIGTERM to the process and to its group, and for a closed terminal both the system and the shell
//! may send SIGHUP.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The number of the last signal; SIGINT before the first one.
static SIGNAL: LazyLock<Arc<AtomicUsize>> =
    LazyLock::new(|| Arc::new(AtomicUsize::new(SIGINT as usize)));

pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// 128 plus the signal's number, as in shells.
pub fn exit_code() -> u8 {
    128 + SIGNAL.load(Ordering::Relaxed) as u8
}

/// If the system refuses a handler, its signal ends the process as by default.
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
            // Registered before the handler that sets the flag, because otherwise the first Ctrl-C
            // would end the process.
            let _ = flag::register_conditional_shutdown(signal, 130, Arc::clone(&INTERRUPTED));
        }
        let _ = flag::register_usize(signal, Arc::clone(&SIGNAL), signal as usize);
        let _ = flag::register(signal, Arc::clone(&INTERRUPTED));
    }
    // The handler makes a write beyond the file size limit an error, like a full disk.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Returns a bit mask of the signals ignored at the start, or 0 if the system does not list them.
/// They must stay ignored for `nohup` and for a shell's background jobs.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
