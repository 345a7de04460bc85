//! A request to the process to save its state: SIGUSR1, where it exists.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Takes SIGUSR1 as a request from now on. Without this call the signal ends the process.
#[cfg(unix)]
pub fn listen_for_save_requests() {
    extern "C" fn ask(_: libc::c_int) {
        ASKED.store(true, Ordering::Relaxed);
    }
    let handler: extern "C" fn(libc::c_int) = ask;
    // SAFETY: the handler only stores an atomic, which is safe at any moment.
    unsafe { libc::signal(libc::SIGUSR1, handler as libc::sighandler_t) };
}

/// There is no such signal here.
#[cfg(not(unix))]
pub fn listen_for_save_requests() {}

/// Whether the state has been requested since the last call.
pub fn save_requested() -> bool {
    ASKED.swap(false, Ordering::Relaxed)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_signal_is_a_request() {
        listen_for_save_requests();
        assert!(!save_requested());
        // SAFETY: the signal has a handler.
        unsafe { libc::raise(libc::SIGUSR1) };
        assert!(save_requested() && !save_requested());
    }
}
