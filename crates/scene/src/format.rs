//! The two textual forms of a scene.

/// The textual form of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// TOML.
    Toml,
    /// JSON (comments and trailing commas are not accepted).
    Json,
}
