//! Warnings and notes about a plan.

use crate::format;
use crate::output::Output;

/// Prints warnings, which call for a change, and notes, which do not.
pub fn show(out: &mut Output, warnings: &[String], notes: &[String]) {
    if warnings.is_empty() {
        out.line("\nNo warnings.");
    } else {
        list(out, "warning", warnings);
    }
    if !notes.is_empty() {
        list(out, "note", notes);
    }
}

fn list(out: &mut Output, what: &str, texts: &[String]) {
    out.heading(format::plural(texts.len() as u64, what));
    for text in texts {
        out.line(format::wrapped("  - ", text));
    }
}

/// What was not checked, and how to have it checked.
pub fn left_out(out: &mut Output, what: Option<&str>) {
    if let Some(what) = what {
        out.line("");
        let text = format!("{what}; --deep checks everything");
        out.line(format::wrapped("not checked: ", &text));
    }
}
