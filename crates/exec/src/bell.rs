//! Waiting for other threads.

use std::sync::atomic::{AtomicUsize, Ordering, fence};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// About what it costs to send a thread to sleep and to wake it. Watching for that long costs at most twice what the better choice would have.
const WATCH: Duration = Duration::from_micros(50);

/// Lets threads wait for a condition: they watch it briefly, then sleep until a thread that may have fulfilled it rings.
///
/// A sleeping thread leaves its core to others, and the scheduler lets it run as soon as it wakes; one that watched or yielded would have used up its share of a
/// busy core by then.
#[derive(Debug, Default)]
pub struct Bell {
    sleepers: AtomicUsize,
    lock: Mutex<()>,
    rung: Condvar,
}

impl Bell {
    /// Returns when `fulfilled` does.
    pub fn wait(&self, fulfilled: impl Fn() -> bool) {
        if fulfilled() || watch(&fulfilled) {
            return;
        }
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.sleepers.fetch_add(1, Ordering::Relaxed);
        // Either the condition is seen here or `ring` sees a sleeper.
        fence(Ordering::SeqCst);
        while !fulfilled() {
            guard = self
                .rung
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
        self.sleepers.fetch_sub(1, Ordering::Relaxed);
    }

    /// Wakes those who wait. Call it after every change of what they wait for.
    pub fn ring(&self) {
        fence(Ordering::SeqCst);
        if self.sleepers.load(Ordering::Relaxed) > 0 {
            // The lock: a sleeper that has looked at the condition before its change is asleep by now.
            drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner));
            self.rung.notify_all();
        }
    }
}

/// Whether the condition is fulfilled within [`WATCH`].
fn watch(fulfilled: impl Fn() -> bool) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < WATCH {
        for _ in 0..16 {
            if fulfilled() {
                return true;
            }
            std::hint::spin_loop();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_wait_for_each_other_in_turn_all_arrive() {
        let (bell, turn) = (Bell::default(), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let (bell, turn) = (&bell, &turn);
                scope.spawn(move || {
                    for round in 0..300 {
                        bell.wait(|| turn.load(Ordering::Acquire) == 3 * round + thread);
                        // Long enough for the others to fall asleep, in some of the rounds.
                        if round % 50 == 0 {
                            std::thread::sleep(4 * WATCH);
                        }
                        turn.fetch_add(1, Ordering::Release);
                        bell.ring();
                    }
                });
            }
        });
        assert_eq!(turn.into_inner(), 900);
    }
}
