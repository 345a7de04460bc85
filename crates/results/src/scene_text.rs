//! The scene that results were made from, as its author wrote it.

/// The text of a scene and where it came from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SceneText {
    /// The text.
    pub text: String,
    /// The name of its file, without folders.
    pub file_name: String,
    /// `toml` or `json`.
    pub format: String,
}
