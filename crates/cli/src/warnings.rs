//! Warnings about a plan.

use crate::format;
use crate::output::Output;

/// What the user should know.
pub fn show(out: &mut Output, warnings: &[String]) {
    if warnings.is_empty() {
        out.line("\nNo warnings.");
        return;
    }
    out.heading(format::plural(warnings.len() as u64, "warning"));
    for warning in warnings {
        out.line(format::wrapped("  - ", warning));
    }
}
