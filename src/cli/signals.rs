//! Ctrl-C, and the signals by which others end a process: SIGTERM, and SIGHUP when the terminal goes away.
//!
//! The first stops the computation at its next safe point, the second ends the process at once; either way no
//! unfinished file stays. A signal that comes together with the first does not count as the second: `timeout` sends
//! SIGTERM twice, to the process and to its group, and when a terminal goes away both the system and the shell may send
//! SIGHUP. A signal that was ignored when the process started stays ignored, as `nohup` and the background jobs of
//! shells want it.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::report::remove_unfinished;

use super::stderr::tell;
use super::terminal;

/// Set by the first signal.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Signals that come within this time after the first belong to it.
const TOGETHER: Duration = Duration::from_millis(200);

/// Whether the computation should stop.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// From now on signals are heard. Where the system refuses that, they end the process, as they do by default.
pub fn install(quiet: bool) {
    let mut first: Option<Instant> = None;
    let came = move || {
        match first {
            None => first = Some(Instant::now()),
            Some(first) if first.elapsed() < TOGETHER => return,
            Some(_) => {
                remove_unfinished();
                terminal::give_back();
                std::process::exit(130);
            }
        }
        INTERRUPTED.store(true, Ordering::SeqCst);
        if !quiet && !terminal::is_taken() && std::io::stderr().is_terminal() {
            tell("\nstopping at the next safe point; Ctrl-C again stops at once");
        }
    };
    system::listen(came);
}

#[cfg(unix)]
mod system {
    use std::sync::Arc;
    use std::sync::mpsc::sync_channel;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    /// Calls back for each signal, on a thread of its own. Signals are heard when this returns, unless there is no thread to hear them.
    pub fn listen(mut came: impl FnMut() + Send + 'static) {
        let (ready, is_ready) = sync_channel(1);
        let hear = move || {
            let heard = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
            let signals = Signals::new(heard);
            drop(ready);
            signals.into_iter().for_each(|mut signals| signals.forever().for_each(|_| came()));
        };
        if std::thread::Builder::new().spawn(hear).is_ok() {
            let _: Result<(), _> = is_ready.recv();
        }
        // What is written beyond the limit of a file's size is an error, like a full disk, instead of the end of the process.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    }

    /// Whether whoever started this process has it ignore a signal.
    fn is_ignored(signal: libc::c_int) -> bool {
        let mut present = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: without a new action nothing is changed; the present one is written to memory of its type, of which every
        // pattern of bits, zeros too, is a value.
        unsafe {
            libc::sigaction(signal, std::ptr::null(), present.as_mut_ptr()) == 0
                && present.assume_init().sa_sigaction == libc::SIG_IGN
        }
    }
}

#[cfg(not(unix))]
mod system {
    /// Calls back for each signal, on a thread of its own.
    pub fn listen(came: impl FnMut() + Send + 'static) {
        drop(ctrlc::set_handler(came));
    }
}
