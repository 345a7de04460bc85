//! The thread pool of a run.

/// The pool could not be created.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} threads: {cause}")]
pub struct PoolError {
    /// Number of threads requested.
    pub threads: usize,
    /// The system error.
    pub cause: String,
}

/// Threads for each core that a pool may have: more only wait for each other.
const PER_CORE: usize = 4;
/// Threads that any machine may have, to repeat the run of a larger one.
const ALWAYS: usize = 64;

/// A fixed number of threads that belongs to one run.
#[derive(Debug)]
pub struct Pool {
    pool: rayon::ThreadPool,
}

impl Pool {
    /// A pool of `threads` threads, or of one per core.
    pub fn new(threads: Option<usize>) -> Result<Self, PoolError> {
        let threads = threads.unwrap_or_else(Self::cores);
        Self::check(threads)?;
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|i| format!("poynting-{i}"))
            .build()
            .map(|pool| Self { pool })
            .map_err(|e| PoolError {
                threads,
                cause: e.to_string(),
            })
    }

    /// Rejects more threads than are of any use.
    pub fn check(threads: usize) -> Result<(), PoolError> {
        let most = Self::most();
        if threads <= most {
            return Ok(());
        }
        let cause = format!(
            "at most {most} are allowed on {} cores; omit the number to use one per core",
            Self::cores()
        );
        Err(PoolError { threads, cause })
    }

    /// Threads that a pool may have.
    fn most() -> usize {
        (PER_CORE * Self::cores()).max(ALWAYS)
    }

    /// Cores that this process may use.
    pub fn cores() -> usize {
        std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Runs `work` inside the pool, so that rayon's iterators use it.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.pool.install(work)
    }

    /// Runs `work` inside the pool, and `here` on this thread meanwhile.
    pub fn beside<R: Send>(&self, work: impl FnOnce() -> R + Send, here: impl FnOnce()) -> R {
        let mut done = None;
        self.pool.in_place_scope(|scope| {
            scope.spawn(|_| done = Some(work()));
            here();
        });
        done.unwrap_or_else(|| unreachable!("the scope ends when the work has ended"))
    }

    /// Runs `work(index)` once on every thread, all at the same time.
    pub fn on_every_thread(&self, work: impl Fn(usize) + Sync) {
        self.pool.broadcast(|context| work(context.index()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn more_threads_than_are_of_use_are_not_started() {
        let refused = Pool::new(Some(100_000)).unwrap_err();
        assert!(
            refused.to_string().contains("100000 threads: at most"),
            "{refused}"
        );
        assert!(Pool::new(Some(64)).is_ok());
    }

    #[test]
    fn every_thread_is_visited_once() {
        let pool = Pool::new(Some(3)).unwrap();
        let seen = AtomicUsize::new(0);
        pool.on_every_thread(|i| {
            seen.fetch_add(10usize.pow(i as u32), Ordering::Relaxed);
        });
        assert_eq!(seen.into_inner(), 111);
    }
}
