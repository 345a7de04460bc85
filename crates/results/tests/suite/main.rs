//! Outputs of results: files read back, plots, the report page.

// Helpers are outside `#[test]` functions; values must round-trip exactly.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::case_sensitive_file_extension_comparisons
)]

mod common;
mod files;
mod frequency;
mod injections;
mod patterns;
mod plots;
mod report;
mod strangers;
mod trouble_plots;
