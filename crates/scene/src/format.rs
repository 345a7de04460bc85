//! The two text formats of a scene.

/// The text format of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// TOML.
    Toml,
    /// JSON (comments and trailing commas are not accepted).
    Json,
}
