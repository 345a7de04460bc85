//! Work on a thread pool, observed from the calling thread: observers need not be `Send`.

use std::ops::ControlFlow;
use std::sync::mpsc;

use poynting_exec::Pool;

/// Runs `work` on a pool, and `observe` on this thread meanwhile.
pub fn watched<M: Send, R: Send>(
    pool: &Pool,
    observe: &mut dyn FnMut(&M) -> ControlFlow<()>,
    work: impl FnOnce(&mut (dyn FnMut(M) -> ControlFlow<()> + Send)) -> R + Send,
) -> R {
    let (tell, told) = mpsc::channel::<M>();
    let (answer, answered) = mpsc::channel();
    let watched = move || {
        // The channels close when the work ends, and the observer's loop with them.
        work(&mut move |step| {
            // If the observer is gone, the work continues.
            let asked = tell.send(step).ok();
            asked
                .and_then(|()| answered.recv().ok())
                .unwrap_or(ControlFlow::Continue(()))
        })
    };
    pool.beside(watched, move || {
        for step in told {
            if answer.send(observe(&step)).is_err() {
                break;
            }
        }
    })
}
