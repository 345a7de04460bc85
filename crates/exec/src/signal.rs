//! Signals to a run, where they exist: SIGUSR1 asks for its state to be saved, others for its end. A limit of file sizes (SIGXFSZ) becomes an error.

use std::sync::atomic::{AtomicBool, Ordering};

static SAVE: AtomicBool = AtomicBool::new(false);
static END: AtomicBool = AtomicBool::new(false);

/// Takes SIGUSR1 as a request from now on. Without this call the signal ends the process.
pub fn listen_for_save_requests() {
    #[cfg(unix)]
    unix::take(libc::SIGUSR1, unix::save);
}

/// Whether the state has been requested since the last call.
pub fn save_requested() -> bool {
    SAVE.swap(false, Ordering::Relaxed)
}

/// From now on the signals by which a system ends a run in an orderly way do not end the process: SIGTERM, SIGHUP, the limit of processor time
/// (SIGXCPU). A second SIGTERM does. Signals that are ignored, as with `nohup`, still are.
pub fn listen_for_ends() {
    #[cfg(unix)]
    for signal in [libc::SIGTERM, libc::SIGHUP, libc::SIGXCPU] {
        unix::take(signal, unix::end);
    }
}

/// Whether such a signal has come.
pub fn end_requested() -> bool {
    END.load(Ordering::Relaxed)
}

#[cfg(unix)]
mod unix {
    use super::{END, SAVE};
    use std::sync::atomic::Ordering;

    /// The exit code of a run that was interrupted: 128 + SIGINT, the shell convention.
    const INTERRUPTED: libc::c_int = 130;

    pub(super) type Handler = extern "C" fn(libc::c_int);

    pub(super) extern "C" fn save(_: libc::c_int) {
        SAVE.store(true, Ordering::Relaxed);
    }

    pub(super) extern "C" fn end(signal: libc::c_int) {
        if END.swap(true, Ordering::Relaxed) && signal == libc::SIGTERM {
            // SAFETY: `_exit` may be called in a handler.
            unsafe { libc::_exit(INTERRUPTED) };
        }
    }

    /// Installs a handler, unless the signal is ignored.
    pub(super) fn take(signal: libc::c_int, handler: Handler) {
        // SAFETY: the handlers only change an atomic or end the process, which is safe at any moment.
        let earlier = unsafe { libc::signal(signal, handler as libc::sighandler_t) };
        if earlier == libc::SIG_IGN {
            // SAFETY: ignoring a signal needs no handler.
            unsafe { libc::signal(signal, libc::SIG_IGN) };
        }
    }
}

/// From now on a file that exceeds the limit of the process (`ulimit -f`) is an error like a full disk. Without this call it ends the process.
#[cfg(unix)]
pub fn let_file_limits_be_errors() {
    // SAFETY: the signal is ignored.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// There is no such signal here.
#[cfg(not(unix))]
pub fn let_file_limits_be_errors() {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "calls the C library")]
    fn a_signal_is_a_request() {
        listen_for_save_requests();
        assert!(!save_requested());
        // SAFETY: the signal has a handler.
        unsafe { libc::raise(libc::SIGUSR1) };
        assert!(save_requested() && !save_requested());
    }

    #[test]
    #[cfg_attr(miri, ignore = "calls the C library")]
    fn a_signal_is_an_end() {
        // SAFETY: ignoring a signal needs no handler.
        unsafe { libc::signal(libc::SIGHUP, libc::SIG_IGN) };
        listen_for_ends();
        // SAFETY: the signal is ignored.
        unsafe { libc::raise(libc::SIGHUP) };
        assert!(!end_requested());
        // SAFETY: the signal has a handler.
        unsafe { libc::raise(libc::SIGXCPU) };
        assert!(end_requested());
        END.store(false, Ordering::Relaxed);
    }
}
