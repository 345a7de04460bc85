//! The program `poynting`.

use std::process::ExitCode;

fn main() -> ExitCode {
    quieten_drivers();
    ExitCode::from(poynting_cli::run(std::env::args_os()))
}

/// Mesa's selection among several GPUs queries the desktop session, and prints errors if there is none.
fn quieten_drivers() {
    if cfg!(feature = "gpu") && std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
}
