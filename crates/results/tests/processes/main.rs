//! Results with other processes running. A separate test program, because a child process that starts while another test
//! writes would inherit the lock of that test's file (see `child.rs`).

mod child;
#[path = "../suite/common.rs"]
mod common;
mod divided;
mod h5py;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held by each test while it writes or has a child process, for the same reason.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}
