//! What results become: files read back, pictures, the page of the report.

// Helpers are outside `#[test]` functions; values must come back exactly.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::case_sensitive_file_extension_comparisons
)]

mod common;
mod files;
mod frequency;
mod patterns;
mod plots;
mod report;
mod trouble_plots;
