//! The program `poynting`.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: poynting::NotingAllocator = poynting::NotingAllocator;

fn main() -> ExitCode {
    quieten_drivers();
    poynting::keep_large_blocks_apart();
    poynting::exit_when_exhausted(poynting_cli::EXHAUSTED);
    poynting::let_file_limits_be_errors();
    ExitCode::from(poynting_cli::run(std::env::args_os()))
}

/// Mesa's selection among several GPUs queries the desktop session, and prints errors if there is none.
fn quieten_drivers() {
    if cfg!(feature = "gpu") && std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
}
