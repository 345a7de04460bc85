//! The row of a whole run.

use crate::fdtd::backend::Order;
use crate::fdtd::check::Part;
use poynting_exec::conformance::Within;

/// A check of whole runs.
#[derive(Clone, Copy)]
pub struct Row {
    /// Its group.
    pub group: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What is checked.
    pub checks: &'static str,
    /// The parts of each scene; several scenes form a stack.
    pub scenes: &'static [&'static [&'static str]],
    /// Time step of the last scene relative to the stability limit.
    pub courant: Option<f64>,
    /// Interrupted at the first opportunity after this many steps.
    pub interrupt_at: Option<u64>,
    /// The update orders to try.
    pub orders: &'static [Order],
    /// What a backend must support for it.
    pub needs: Option<Part>,
    /// How closely a GPU must agree.
    pub within: Within,
}

/// The base row.
pub const RUN: Row = Row {
    group: "",
    name: "",
    checks: "",
    scenes: &[],
    courant: None,
    interrupt_at: None,
    orders: &[Order::Usual],
    needs: None,
    within: Within::Ulps(128),
};
