//! How much of a dense matrix out of core is in memory, and what that takes.
//!
//! ```text
//! assembly          columns + panel of pairs of triangles
//! factorisation     columns + two panels of factors
//! solution          two panels of factors + a panel of the matrix + right-hand sides, solutions and residuals
//! ```
//!
//! The more columns there are in memory, the fewer panels of factors are read: n^3/(3 m) entries with m columns.

use poynting_exec::{Real, format_bytes};
use poynting_linalg::{PANEL, entries_read};
use poynting_scene::{FactorsChoice, Precision};

use super::method::{Chosen, Problem, total};
use crate::out_of_core::bytes_on_disk;
use poynting_mom_core::assembly::working_bytes;

/// A dense matrix and its factors on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slabs {
    /// Columns in memory at a time: a multiple of those of a panel.
    pub columns: usize,
    /// Bytes on disk.
    pub bytes: u64,
    /// Bytes read from it to make the factors.
    pub read: u64,
}

impl Problem<'_> {
    /// The same as a dense plan out of core, if the plan does not fit into memory and that takes less. Factors in a lower precision are refined with the
    /// matrix in memory, and stay there.
    pub(super) fn out_of_core<T: Real>(&self, dense: Chosen) -> Chosen {
        let in_core = dense.bytes();
        let is_lower =
            (self.options.factors, self.precision) == (FactorsChoice::F32, Precision::F64);
        if in_core <= self.room || is_lower {
            return dense;
        }
        let n = self.space.len();
        let column = n as u64 * 2 * T::BYTES;
        let panel = PANEL as u64 * column;
        let others = [
            ("products of tiles", self.products()),
            ("results", self.results),
        ];
        let beside = (2 * panel).max(working_bytes::<T>(self.space.triangles().len()));
        let room = self.room.saturating_sub(total(&others) + beside);
        let columns = balanced(n, room / column);
        let held = columns.min(n) as u64 * column;
        let solution = 3 * panel + 3 * self.sides as u64 * column;
        let mut memory = vec![
            ("columns of the matrix", held),
            ("panels and assembly", beside),
            ("right-hand sides", solution.saturating_sub(held + beside)),
        ];
        memory.extend(others);
        if total(&memory) >= in_core {
            return dense;
        }
        let slabs = Slabs {
            columns,
            bytes: bytes_on_disk::<T>(n),
            read: (entries_read(n, columns) + 2 * (n as u64).pow(2)) * 2 * T::BYTES,
        };
        Chosen {
            why: format!(
                "{}; in memory it would take {}",
                dense.why,
                format_bytes(in_core)
            ),
            memory,
            checkpoint_bytes: slabs.bytes,
            factors: self.precision,
            slabs: Some(slabs),
            ..dense
        }
    }
}

/// At most as many columns as fit, in panels, but no more than make the slabs equal; at least a panel.
fn balanced(size: usize, fit: u64) -> usize {
    let most = (usize::try_from(fit).unwrap_or(usize::MAX) / PANEL).max(1);
    let panels = size.div_ceil(PANEL);
    panels.div_ceil(panels.div_ceil(most)) * PANEL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slabs_are_equal_and_fit() {
        assert_eq!(balanced(20_000, 2500), 9 * PANEL);
        assert_eq!(balanced(20_000, 10), PANEL);
        assert_eq!(balanced(10 * PANEL, 9 * PANEL as u64), 5 * PANEL);
        assert_eq!(balanced(100, u64::MAX), PANEL);
    }
}
