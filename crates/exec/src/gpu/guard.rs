//! Failures of drivers become errors.
//!
//! CubeCL and wgpu panic if a driver refuses, on threads of their own too. Such a panic ends one task: later tasks compute with what is there, and whoever
//! waits for the lost one waits for ever. wgpu keeps quiet about calls on a lost device. Every failure is therefore reported to the [`Watch`] of the
//! work on that device, which ends with the first of them and never with what was computed after it.

use crate::{Device, DeviceError};
use std::any::Any;
use std::fmt;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError, Weak};
use std::task::{Poll, Waker};

/// What is known of all devices of the process.
static KNOWN: Mutex<Known> = Mutex::new(Known {
    watches: Vec::new(),
    lost: Vec::new(),
});

struct Known {
    watches: Vec<Weak<Watch>>,
    /// Devices that were lost, and why; CubeCL cannot open them again.
    lost: Vec<(Device, String)>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reports a failure to all work on a device, or on any device if it is not known which one failed.
pub(super) fn report(device: Option<Device>, reason: &str) {
    let watches: Vec<_> = {
        let known = lock(&KNOWN);
        known.watches.iter().filter_map(Weak::upgrade).collect()
    };
    for watch in watches {
        if device.is_none_or(|device| device == watch.device) {
            watch.fail(reason);
        }
    }
}

/// Reports that a device was lost, now and to all later work.
pub(super) fn report_lost(device: Device, reason: &str) {
    lock(&KNOWN).lost.push((device, reason.to_owned()));
    report(Some(device), &format!("it was lost ({reason})"));
}

/// The first failure of a device during some work.
#[derive(Debug)]
pub(super) struct Watch {
    device: Device,
    first: OnceLock<String>,
    waiting: Mutex<Vec<Waker>>,
}

impl Watch {
    /// Begins to watch a device.
    pub fn begin(device: Device) -> Arc<Self> {
        report_panics();
        let watch = Arc::new(Self {
            device,
            first: OnceLock::new(),
            waiting: Mutex::new(Vec::new()),
        });
        let mut known = lock(&KNOWN);
        known.watches.retain(|other| other.strong_count() > 0);
        known.watches.push(Arc::downgrade(&watch));
        let lost = known.lost.iter().find(|(lost, _)| *lost == device);
        if let Some((_, reason)) = lost {
            watch.fail(&format!("it was lost earlier in this process ({reason})"));
        }
        watch
    }

    fn fail(&self, reason: &str) {
        let _ = self.first.set(in_one_line(reason));
        lock(&self.waiting).drain(..).for_each(Waker::wake);
    }

    /// A failure that the device's own interface returns.
    pub fn failed(&self, reason: impl fmt::Display) -> DeviceError {
        self.device.failed(in_one_line(&reason.to_string()))
    }

    /// The failure as an error.
    pub fn check(&self) -> Result<(), DeviceError> {
        match self.first.get() {
            Some(reason) => Err(self.device.failed(reason)),
            None => Ok(()),
        }
    }

    /// Does the work. A panic is an error, and so is a failure that did not disturb it: what it returns may then be wrong.
    pub fn guarded<T>(&self, work: impl FnOnce() -> T) -> Result<T, DeviceError> {
        self.check()?;
        let done = catch_unwind(AssertUnwindSafe(work));
        self.check()?;
        done.map_err(|panic| self.failed(message(&*panic)))
    }

    /// Waits for an answer of the device, or for its failure.
    pub async fn answered<T>(&self, answer: impl Future<Output = T>) -> Result<T, DeviceError> {
        let mut answer = pin!(answer);
        poll_fn(|context| {
            let waker = context.waker();
            let mut waiting = lock(&self.waiting);
            if !waiting.iter().any(|other| other.will_wake(waker)) {
                waiting.push(waker.clone());
            }
            drop(waiting);
            let arrived = answer.as_mut().poll(context);
            match self.check() {
                Err(error) => Poll::Ready(Err(error)),
                Ok(()) => arrived.map(Ok),
            }
        })
        .await
    }
}

/// Panics in the libraries of drivers are reported and not printed, those of others are left to the previous hook.
fn report_panics() {
    const LIBRARIES: [&str; 4] = ["cubecl", "wgpu", "gpu-allocator", "cudarc"];
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = take_hook();
        set_hook(Box::new(move |panic| {
            let file = panic.location().map_or("", |place| place.file());
            if LIBRARIES.iter().any(|library| file.contains(library)) {
                report(None, message(panic.payload()));
            } else {
                previous(panic);
            }
        }));
    });
}

fn message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("its driver failed without a message")
}

/// Libraries print a tree of causes, one per line, or what their own code did with an error.
fn in_one_line(reason: &str) -> String {
    let reason = reason.trim_start_matches("called `Result::unwrap()` on an `Err` value: ");
    let lines = reason.lines().map(str::trim);
    let said: Vec<_> = lines
        .filter(|line| !matches!(*line, "" | "Caused by:"))
        .collect();
    said.join(": ")
}
