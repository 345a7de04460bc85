//! Ctrl-C, and the signals by which a system ends a run, where they exist.

use crate::exit::Exit;
use crate::output::note;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the user wants the run to stop.
#[derive(Debug, Clone)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on the first Ctrl-C requests a stop, and the second exits at once.
    pub fn listen() -> Self {
        let asked = Arc::new(AtomicBool::new(false));
        let handler = Arc::clone(&asked);
        let listening = ctrlc::set_handler(move || {
            if handler.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(Exit::Interrupted as u8));
            }
        });
        poynting::listen_for_ends();
        if let Err(e) = listening {
            note(format_args!(
                "warning: Ctrl-C will end the run immediately, without results: {e}"
            ));
        }
        Self(asked)
    }

    /// Whether Ctrl-C was pressed, or another signal has asked for the end.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed) || poynting::end_requested()
    }
}
