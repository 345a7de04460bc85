//! What a run takes in memory, as `check` shows it.

use crate::mesh::table;
use crate::output::Output;
use poynting::format_bytes;
use serde_json::{Value, json};

/// What takes memory, and how much there is.
pub struct Memory<'a> {
    /// Bytes by name.
    pub lines: &'a [(&'static str, u64)],
    /// Bytes that are available.
    pub available: u64,
}

impl Memory<'_> {
    /// Bytes in all.
    pub fn needed(&self) -> u64 {
        self.lines.iter().map(|(_, bytes)| bytes).sum()
    }

    /// A table with the total, what is available, and what is on disk.
    pub fn print(&self, out: &mut Output, on_disk: Option<String>) {
        out.heading("Memory");
        let lines = self.lines.iter().filter(|(_, bytes)| *bytes > 0);
        let mut rows: Vec<_> = lines.map(|(n, b)| (*n, format_bytes(*b))).collect();
        rows.extend([
            ("total", format_bytes(self.needed())),
            ("available", format_bytes(self.available)),
        ]);
        rows.extend(on_disk.map(|words| ("on disk", words)));
        table(out, rows);
    }

    /// The lines for other programs.
    pub fn json(&self) -> Value {
        let lines = self.lines.iter();
        lines
            .map(|(name, bytes)| ((*name).to_owned(), json!(bytes)))
            .collect()
    }
}
