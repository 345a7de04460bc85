//! Exit codes of the command.

use poynting::ErrorKind;

/// The outcome, as an exit code. Other programs rely on these numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Success.
    Success = 0,
    /// A validation case exceeds its tolerance.
    ValidationFailed = 1,
    /// The command line or the scene is invalid.
    Usage = 2,
    /// The model does not fit in memory, or a check needs `--deep`.
    Memory = 3,
    /// The fields diverged, or a result is NaN.
    Diverged = 4,
    /// A file cannot be read or written.
    Files = 5,
    /// The device, or the number of threads, is not available.
    Device = 6,
    /// Stopped by Ctrl-C, SIGTERM, SIGHUP or SIGXCPU: 128 + SIGINT, the shell convention.
    Interrupted = 130,
}

const ALL: [(Exit, &str); 8] = [
    (Exit::Success, "success"),
    (Exit::ValidationFailed, "a validation case failed"),
    (Exit::Usage, "the command line or the scene is invalid"),
    (
        Exit::Memory,
        "the model does not fit in memory, or a check needs --deep",
    ),
    (Exit::Diverged, "the fields diverged, or a result is NaN"),
    (Exit::Files, "a file cannot be read or written"),
    (
        Exit::Device,
        "the device or the number of threads is not available",
    ),
    (
        Exit::Interrupted,
        "interrupted; partial results were written",
    ),
];

/// The end of `poynting --help`.
pub fn help() -> String {
    let codes = ALL.map(|(exit, meaning)| format!("\n  {:>3}  {meaning}", exit as u8));
    format!(
        "Getting started:\n  poynting new cavity\n  poynting run cavity.toml\n\nExit codes:{}",
        codes.concat()
    )
}

impl From<ErrorKind> for Exit {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Memory => Self::Memory,
            ErrorKind::Diverged => Self::Diverged,
            ErrorKind::Files => Self::Files,
            ErrorKind::Device => Self::Device,
            ErrorKind::Interrupted => Self::Interrupted,
            // The scene, and what has no code of its own.
            _ => Self::Usage,
        }
    }
}
